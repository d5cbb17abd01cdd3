// Gestures beyond the shortest way: round danger, home for aircraft, what war would bring, plans from the past.
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { fly, key, middle, orders, shown, state, tap, words } from "./hands.mjs";
import { ask, idle, leave, open, press, shot } from "./harness.mjs";

after(leave);

/** A page on the first combat movement of Pacific 1940. */
async function moving(t) {
  const { page, close } = await open({});
  t.after(close);
  await shown(page, "buy:infantry");
  await press(page, "do:end-phase");
  await shown(page, "do:next");
  return page;
}

test("the safest way stands beside the shortest and is ordered by its button, F or Shift", async (t) => {
  const page = await moving(t);
  const point = async () => {
    await fly(page, "Kiangsu");
    await tap(page, "stack:Kiangsu/Japan/fighter");
    await page.getByTestId("to:Hunan").focus();
    await shown(page, "safer:Hunan");
    await idle(page);
  };
  await point();
  assert.match(await words(page, "card:Hunan"), /by Anhwe: 1 hostile space/);
  assert.match(await words(page, "safer:Hunan"), /by Kiangsi, 2 steps, meets nobody/);
  await shot(page, "gestures-safest");
  await page.getByTestId("safer:Hunan").focus();
  await key(page, "Enter");
  const way = () => page.evaluate(() => window.sandtable.store.state.log.at(-1).events.find((event) => event.path).path);
  assert.deepEqual(await way(), ["Kiangsu", "Kiangsi", "Hunan"]);
  await press(page, "do:undo");
  await point();
  await key(page, "f");
  assert.deepEqual(await way(), ["Kiangsu", "Kiangsi", "Hunan"]);
  await press(page, "do:undo");
  await point();
  await page.getByTestId("to:Hunan").click({ modifiers: ["Shift"] });
  await idle(page);
  assert.deepEqual(await way(), ["Kiangsu", "Kiangsi", "Hunan"]);
});

test("where aircraft come down is dragged elsewhere, refused where they cannot, and kept until they land", async (t) => {
  const page = await moving(t);
  await fly(page, "Kiangsi");
  await tap(page, "stack:Kiangsi/Japan/infantry");
  await press(page, "to:Hunan");
  await tap(page, "stack:Kiangsu/Japan/fighter");
  await press(page, "to:Hunan");
  const home = "home:fighter/Hunan";
  const ends = (await ask(page, { do: "movable" })).must_land[0].to;
  const [first] = ends;
  const other = ends.find((name) => name !== first && ["Kiangsu", "Kwangsi", "Anhwe", "Kiangsi"].includes(name));
  await shown(page, home);
  assert.equal(await page.getByTestId(home).getAttribute("data-space"), first);
  const pull = async (to) => {
    await fly(page, first);
    const from = await middle(page, home);
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(from[0] + 8, from[1] + 8, { steps: 3 });
    await page.mouse.move(...(await middle(page, `space:${to}`)), { steps: 5 });
    await page.mouse.up();
    await idle(page);
  };
  await pull("Hunan");
  assert.match(await words(page, "fact:note"), /cannot come down in Hunan/);
  await pull(other);
  await shot(page, "gestures-home");
  assert.match(await words(page, "fact:note"), new RegExp(`home is ${other}`));
  assert.equal(await page.getByTestId(home).getAttribute("data-space"), other);
  // By keys: its button lists the ends.
  await page.getByTestId(home).focus();
  await key(page, "Enter");
  await press(page, `home-at:${first}`);
  assert.equal(await page.getByTestId(home).getAttribute("data-space"), first);
});

test("what a declaration of war would bring stands beside the refusal of a move that wants it", async (t) => {
  const page = await moving(t);
  await tap(page, "stack:Siam/Japan/infantry");
  await tap(page, "space:Shan State");
  await shown(page, "fact:refusal");
  await shown(page, "provokes:UK");
  await shot(page, "gestures-provokes");
  const { powers } = await ask(page, { do: "politics" });
  const { brings } = powers.find(({ power }) => power === "Japan").declarations.find(({ on }) => on === "UK");
  for (const line of brings) assert.ok((await words(page, "provokes:UK")).includes(line));
});

test("a plan from an earlier order is compared with the game, dropped, and played in place of what came after", async (t) => {
  const page = await moving(t);
  await tap(page, "stack:Kiangsi/Japan/infantry");
  await press(page, "to:Hunan");
  const { at, digest } = await state(page);
  const branch = async () => {
    await page.evaluate((to) => {
      const slider = document.querySelector("[data-testid=history]");
      slider.value = String(to);
      slider.dispatchEvent(new Event("input"));
    }, at - 1);
    await page.getByTestId("do:branch").click();
    await page.waitForFunction(() => window.sandtable.store.state.plan !== null && !window.sandtable.store.past);
    await idle(page);
  };
  await branch();
  assert.match(await words(page, "fact:plan"), /from order 1/);
  assert.equal((await state(page)).at, at - 1);
  await tap(page, "stack:Kiangsi/Japan/infantry");
  await press(page, "to:Anhwe");
  await press(page, "do:end-phase");
  for (let n = 0; n < 40 && (await state(page)).awaited.pending.kind !== "noncombat-move"; n += 1) {
    await page.locator("[data-testid^='fight:'], [data-testid='do:losses'], [data-testid='do:press'], [data-testid='do:pick']").first().click();
    await idle(page);
  }
  await press(page, "do:compare");
  await shown(page, "compare");
  await shot(page, "gestures-compare");
  assert.match(await words(page, "fact:word"), /Anhwe: China → Japan|→/);
  await press(page, "do:plan");
  assert.deepEqual([(await state(page)).at, (await state(page)).digest], [at, digest]);
  await branch();
  await tap(page, "stack:Kiangsi/Japan/infantry");
  await press(page, "to:Anhwe");
  await press(page, "do:adopt");
  assert.match((await orders(page)).at(-1), /to Anhwe$/);
  assert.equal((await state(page)).at, at);
});
