// A whole turn by keys alone: bought, moved, fought, landed, placed. The mouse is never touched.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { key, orders, pending, shown, state } from "./hands.mjs";
import { idle, leave, open, shot } from "./harness.mjs";

after(leave);

/** Goes on by Tab until what has this test id has the focus. */
async function tabTo(page, id) {
  for (let n = 0; n < 120; n += 1) {
    if ((await page.evaluate(() => document.activeElement.dataset.testid)) === id) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`no Tab leads to ${id}`);
}

/** Whether what has the focus can be seen to have it. */
const focusSeen = (page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    const { width, height, top, left } = at.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    return at.matches(":focus-visible") && (at.contains(over) || over?.contains(at));
  });

test("a turn by keys: buy, move, fight, land, place", { timeout: 180_000 }, async (t) => {
  const { page, close } = await open({});
  t.after(close);
  await shown(page, "buy:infantry");
  await tabTo(page, "buy:infantry");
  assert.ok(await focusSeen(page));
  await key(page, "5");
  await tabTo(page, "buy:artillery");
  await key(page, "1");
  await key(page, "Enter");
  assert.deepEqual((await state(page)).bought, { infantry: 5, artillery: 1 });
  await key(page, "e");
  assert.equal((await pending(page)).kind, "combat-move");

  // From stack to stack, to the list of destinations, and there with Enter.
  await shown(page, "do:next");
  for (let n = 0; n < 80; n += 1) {
    await key(page, ".");
    await shown(page, "tray");
    if (/^Kiangsi\b/.test(await page.getByTestId("tray").innerText())) break;
  }
  await shown(page, "to:Hunan");
  await key(page, "m");
  await tabTo(page, "to:Hunan");
  assert.ok(await focusSeen(page));
  await shot(page, "keys-destinations");
  await key(page, "Enter");
  assert.match((await orders(page)).at(-1), /from Kiangsi to Hunan$/);

  // By the map: a place by its name, what stands there, how many, and a neighbour.
  await key(page, "/");
  await page.keyboard.type("Kwangsi");
  await key(page, "Enter");
  await key(page, "Enter");
  const chip = await page.evaluate(() => document.activeElement.dataset.testid);
  assert.match(chip, /^stack:Kwangsi\/Japan/);
  await key(page, "Enter");
  await shown(page, "tray");
  await key(page, "1");
  await shown(page, "to:Yunnan");
  await key(page, "/");
  await page.keyboard.type("Yunnan");
  await key(page, "Enter");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.space), "Yunnan");
  await key(page, "Enter");
  assert.match((await orders(page)).at(-1), /^move 1 \w+ from Kwangsi to Yunnan$/);

  await key(page, "e");
  const kinds = new Set();
  for (let n = 0; n < 120; n += 1) {
    const now = await pending(page);
    if (now.kind === "noncombat-move" || !(await page.evaluate(() => window.sandtable.store.mine()))) break;
    await shown(page, `decide:${now.kind}`);
    kinds.add(now.kind);
    // Keys sleep a little while after the dice, so that none is taken for an answer to what was not seen.
    await page.waitForTimeout(450);
    await key(page, now.kind === "retreat" ? " " : "Enter");
  }
  assert.ok(kinds.has("fight") || kinds.has("retreat") || kinds.has("casualties"), [...kinds].join());
  assert.equal((await pending(page)).kind, "noncombat-move");
  await idle(page);
  if (await page.getByTestId("do:land").count()) await key(page, "l");
  await key(page, "e");
  assert.equal((await pending(page)).kind, "mobilize");
  await shown(page, "all:Japan");
  await tabTo(page, "chip:artillery");
  await key(page, "Enter");
  await tabTo(page, "at:Japan");
  await key(page, "Enter");
  assert.match((await orders(page)).at(-1), /^place 1 artillery/);
  await tabTo(page, "all:Japan");
  await key(page, "Enter");
  assert.equal((await state(page)).log.filter(({ power, order }) => power === "Japan" && order.startsWith("place")).length, 2);
  assert.deepEqual(page.wrong.filter((line) => !line.includes("422")), []);
});
