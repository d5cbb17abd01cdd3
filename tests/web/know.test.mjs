// What is known on the page: log, history, politics, goals, income, figures, rules, odds, spaces, story.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, idle, leave, look, open, press, serve, shot, SIZES } from "./harness.mjs";

let game;
before(async () => {
  game = await open({ args: ["pacific-1940", "--seed", "7"] });
});
after(async () => {
  await game.close();
  await leave();
});

/** Has something ordered as the page does. */
const order = async (page, text) => {
  await page.evaluate((order) => window.sandtable.wire.give({ do: "apply", order }), text);
  await idle(page);
};
const tab = async (page, name) => {
  await press(page, `tab:${name}`);
  await page.locator(`#panel-${name}`).waitFor();
};
const text = (page, id) => page.getByTestId(id).innerText();

test("the log tells every order, by filters, and goes back to one when it is pressed twice", async () => {
  const { page } = game;
  await order(page, "buy 2 infantry");
  await order(page, "buy 1 artillery");
  await page.getByTestId("entry:2").waitFor();
  const log = await ask(page, { do: "log" });
  const told = log.entries.flatMap((entry) => entry.lines.filter((line) => line.kind !== "turn").map((line) => line.text));
  const shown = await text(page, "log");
  for (const line of told) assert.ok(shown.includes(line), line);
  await press(page, "log:battles");
  assert.match(await text(page, "log"), /Nothing of that kind/);
  await press(page, "log:all");
  await press(page, "back:1");
  assert.match(await text(page, "back:1"), /Take 1 back/);
  await press(page, "back:1");
  await page.getByTestId("entry:2").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => window.sandtable.store.state.at), 1);
});

test("politics, goals, income and figures say what the protocol says", async () => {
  const { page } = game;
  await tab(page, "politics");
  const { powers } = await ask(page, { do: "politics" });
  await page.getByTestId("relations").waitFor();
  const first = powers[0];
  assert.ok((await text(page, `politics:${first.power}`)).includes(first.at_war_with.join(", ")));
  await shot(page, "politics");
  await tab(page, "goals");
  const { objectives, victories } = await ask(page, { do: "goals" });
  const wanting = [...victories, ...objectives.filter((goal) => goal.of === first.power)].filter((goal) => goal.wanted);
  for (const goal of wanting) {
    const shown = await text(page, `goal-of:${goal.of}/${goal.name}`);
    assert.ok(shown.includes(`${goal.held} of ${goal.wanted} held`), shown);
    if (!goal.met) for (const space of goal.missing) assert.ok(shown.includes(space), `${space}: ${shown}`);
  }
  await shot(page, "goals");
  await tab(page, "income");
  const income = await ask(page, { do: "income" });
  assert.ok((await text(page, `income:${first.power}`)).includes(`${income.powers[0].total} `));
  await tab(page, "figures");
  assert.equal(await page.locator("#panel-figures svg").count(), 4);
  await shot(page, "figures");
});

test("the rulebook is searched, and odds are those of the protocol", async () => {
  const { page } = game;
  await tab(page, "rules");
  await page.getByTestId("do:search-rules").fill("transport");
  const found = await ask(page, { do: "search", words: "transport" });
  await page.getByText(`${found.found} rules`).waitFor();
  await page.getByTestId(`rule:${found.rules[0].id}`).waitFor();
  await page.getByTestId("do:search-rules").fill("no rule says this");
  await page.getByText("No rule of this pack says that.").waitFor();
  await tab(page, "odds");
  await page.getByTestId("odds:attackers/infantry").fill("3");
  await page.getByTestId("odds:defenders/infantry").fill("2");
  const odds = await ask(page, { do: "odds", attackers: "3 infantry", defenders: "2 infantry" });
  await page.getByText(`${(odds.win * 100).toFixed(1)} %`).first().waitFor();
  await shot(page, "odds");
});

test("the table of spaces holds what the map holds", async () => {
  const { page } = game;
  await tab(page, "spaces");
  const { spaces } = await ask(page, { do: "state" });
  const [name, holding] = Object.entries(spaces).find(([, one]) => one.owner && Object.keys(one.units).length > 0);
  const row = await text(page, `row:${name}`);
  assert.ok(row.includes(holding.owner));
  for (const has of Object.values(holding.units)) {
    for (const [type, count] of Object.entries(has.units)) assert.ok(row.includes(`${count} ${type.replaceAll("_", " ")}`), row);
  }
  await page.getByTestId("do:filter-spaces").fill(name);
  assert.ok((await page.locator("#panel-spaces tbody tr").count()) >= 1);
});

test("the past is looked at only: the slider shows it, the game stays, Escape comes back", async () => {
  const { page } = game;
  const now = await page.evaluate(() => window.sandtable.store.state.digest);
  await page.getByTestId("history").focus();
  await page.keyboard.press("Home");
  await page.waitForFunction(() => window.sandtable.store.past?.at === 0);
  assert.match(await text(page, "fact:past"), /order 0 · 1 since/);
  const then = await ask(page, { do: "state", at: 0 });
  assert.equal(await page.evaluate(() => window.sandtable.store.past.digest), then.digest);
  await shot(page, "past");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => window.sandtable.store.past === null);
  assert.equal(await text(page, "fact:past"), "now");
  assert.equal(await page.evaluate(() => window.sandtable.store.state.digest), now);
});

test("keys are listed, and tabs are reached by them", async () => {
  const { page } = game;
  await page.locator("body").click({ position: { x: 300, y: 20 } });
  await page.keyboard.press("G");
  assert.equal(await page.getByTestId("tab:goals").getAttribute("aria-selected"), "true");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getByTestId("tab:income").getAttribute("aria-selected"), "true");
  await page.getByTestId("do:menu").click();
  await page.getByTestId("help").getByText("History").first().waitFor();
  await shot(page, "help");
  await page.keyboard.press("Escape");
});

test("programs' turns become a story of cards that says what changed for oneself", async () => {
  const server = await serve(["1941", "--seed", "3"]);
  const page = await look(server.address);
  try {
    const me = await page.evaluate(() => window.sandtable.store.me()[0]);
    const mine = () => page.evaluate(() => window.sandtable.store.mine());
    // Everything of one's own turn is passed by.
    for (let left = 40; left > 0 && (await mine()); left -= 1) {
      const { orders } = await ask(page, { do: "legal" });
      await order(page, orders.includes("end phase") ? "end phase" : orders.at(-1));
    }
    // What is asked in the turns of others is answered: no phase is then one's own.
    const story = page.getByTestId("story");
    for (const late = Date.now() + 120_000; Date.now() < late && !(await story.isVisible()); ) {
      const { orders } = (await mine()) ? await ask(page, { do: "legal" }) : { orders: [] };
      if (orders.length > 0 && !orders.includes("end phase")) await order(page, orders.at(-1));
      else await page.waitForTimeout(100);
    }
    await story.waitFor();
    await page.getByText("What changed for you").waitFor();
    const { turns } = await ask(page, { do: "turns" });
    assert.ok(turns.some((turn) => turn.power !== me));
    await shot(page, "story");
    await page.getByTestId("story:skip").click();
    await page.getByTestId("story").waitFor({ state: "detached" });
    assert.deepEqual(page.wrong, []);
  } finally {
    await page.context().close();
    await server.close();
  }
});

for (const [name, size] of Object.entries(SIZES)) {
  test(`no control is smaller than 24 pixels, no text in them than 12: ${name}`, async () => {
    const page = await look(game.server.address, { size });
    for (const id of ["log", "politics", "goals", "income", "figures", "odds", "rules", "spaces", "people"]) {
      await tab(page, id);
      await page.waitForTimeout(200);
      await shot(page, `${name}-${id}`);
      const wrong = await page.evaluate(() =>
        [...document.querySelectorAll("#tabs button, #tabs input, #tabs select, #tabs summary, #past button, #past input")]
          .filter((el) => el.checkVisibility())
          .map((el) => ({ el: el.outerHTML.slice(0, 90), box: el.getBoundingClientRect(), font: Number.parseFloat(getComputedStyle(el).fontSize) }))
          .filter(({ box, font }) => box.width < 23.5 || box.height < 23.5 || font < 12)
          .map(({ el, box }) => `${el} ${box.width}×${box.height}`),
      );
      assert.deepEqual(wrong, [], id);
    }
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });
}
