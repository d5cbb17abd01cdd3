// Fingers on a phone: one moves the map, two make it larger, and neither orders anything.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { fly, middle, orders, shown, state, tap } from "./hands.mjs";
import { SIZES, idle, leave, open, press, shot } from "./harness.mjs";

after(leave);

/** Fingers through the browser's own input: each step is where they are, `[]` when they are lifted. */
async function fingers(page, steps) {
  const input = await page.context().newCDPSession(page);
  let before = 0;
  for (const step of steps) {
    const type = step.length > before ? "touchStart" : step.length < before ? "touchEnd" : "touchMove";
    await input.send("Input.dispatchTouchEvent", { type, touchPoints: step.map(([x, y], id) => ({ x, y, id })) });
    before = step.length;
    await page.waitForTimeout(20);
  }
  await page.waitForTimeout(250);
  await idle(page);
}

/** The scale of the map and the point of it that is in the middle of these fingers. */
const seen = (page) =>
  page.evaluate(() => {
    const [x, y, k] = document.querySelector(".world").style.transform.match(/-?[\d.]+/g).map(Number);
    return { x, y, k };
  });

test("two fingers zoom about their middle, one pans, and nothing is chosen or ordered by it", { timeout: 60_000 }, async (t) => {
  const { page, close } = await open({ size: SIZES.phone, touch: true });
  t.after(close);
  await shown(page, "buy:infantry");
  await press(page, "do:end-phase");
  const [cx, cy] = await middle(page, "map");
  const before = await seen(page);
  const apart = (d) => [[cx - d, cy], [cx + d, cy]];
  await fingers(page, [[apart(30)[0]], apart(30), ...[40, 50, 60, 75, 90].map(apart), [apart(90)[0]], []]);
  const larger = await seen(page);
  assert.ok(Math.abs(larger.k / before.k - Math.min(3, 3 * before.k) / before.k) < 0.2, `${before.k} to ${larger.k}`);
  const { left, top } = await page.getByTestId("map").boundingBox().then(({ x, y }) => ({ left: x, top: y }));
  const under = (view) => [(cx - left - view.x) / view.k, (cy - top - view.y) / view.k];
  const [a, b] = [under(before), under(larger)];
  assert.ok(Math.hypot(a[0] - b[0], a[1] - b[1]) < 12, `${a} is under the fingers, then ${b}`);
  // Both fingers lifted at once, then one that moves.
  await fingers(page, [apart(90), ...[75, 60].map(apart), []]);
  const smaller = await seen(page);
  assert.ok(smaller.k < larger.k);
  await fingers(page, [[[cx, cy]], ...[10, 25, 50].map((d) => [[cx - d, cy - d / 2]]), []]);
  const moved = await seen(page);
  assert.equal(moved.k, smaller.k);
  assert.ok(smaller.x - moved.x > 25, `${smaller.x} to ${moved.x}`);
  assert.equal(await page.getByTestId("tray").count(), 0);
  assert.equal((await orders(page)).at(-1), "end phase");
});

test("a pinch that begins on units drags none of them", { timeout: 60_000 }, async (t) => {
  const { page, close } = await open({ size: SIZES.phone, touch: true });
  t.after(close);
  await shown(page, "buy:infantry");
  await press(page, "do:end-phase");
  await tap(page, "space:Kiangsi");
  const at = (await state(page)).at;
  const [x, y] = await middle(page, "stack:Kiangsi/Japan/infantry");
  await fingers(page, [[[x, y]], [[x, y], [x + 60, y + 40]], [[x - 30, y - 20], [x + 90, y + 60]], [[x - 40, y - 30], [x + 100, y + 70]], []]);
  assert.equal((await state(page)).at, at);
  assert.equal(await page.locator(".ghost").count(), 0);
  await shot(page, "touch-pinched");
});

test("a finger that stays tells what a space is, and a tap covers nothing of the map", { timeout: 60_000 }, async (t) => {
  const { page, close } = await open({ size: SIZES.phone, touch: true });
  t.after(close);
  await shown(page, "buy:infantry");
  await press(page, "do:end-phase");
  await tap(page, "stack:Kiangsi/Japan/infantry");
  await page.waitForTimeout(400);
  assert.equal(await page.getByTestId("card").isVisible(), false);
  await fly(page, "Hunan");
  const at = (await state(page)).at;
  const point = await middle(page, "space:Hunan");
  await fingers(page, [[point], ...Array(40).fill([point]), []]);
  await page.getByTestId("card").waitFor();
  await shot(page, "touch-card");
  assert.match(await page.getByTestId("card").innerText(), /^Hunan/);
  assert.equal(await page.getByTestId("do:it").count(), 0);
  assert.equal((await state(page)).at, at);
  await press(page, "card:close");
  assert.equal(await page.getByTestId("card").isVisible(), false);
});
