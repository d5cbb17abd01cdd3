// The board: what is seen of it at several sizes, and what is pressed, dragged and walked on it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { SIZES, leave, open } from "./harness.mjs";

after(leave);

/** Names, chips and buttons as they stand on the screen, with what is wrong with them. */
function faults() {
  const map = document.querySelector("[data-testid=map]");
  const seen = map.getBoundingClientRect();
  const inside = (r) => r.width > 0 && r.right > seen.left && r.left < seen.right && r.bottom > seen.top && r.top < seen.bottom;
  const shown = (el) => getComputedStyle(el).visibility === "visible" && inside(el.getBoundingClientRect());
  const all = (query) => [...map.querySelectorAll(query)].filter(shown);
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const wrong = [];
  for (const el of all("button, .name .text, .name .income, .tag, .pip")) {
    if (parseFloat(getComputedStyle(el).fontSize) < 12) wrong.push(`small letters: ${el.textContent}`);
  }
  for (const el of all("button")) {
    const { width, height } = el.getBoundingClientRect();
    if (Math.min(width, height) < 23.9) wrong.push(`small target: ${el.dataset.testid} ${width}×${height}`);
  }
  const names = all(".name .text").map((el) => [el.textContent, el.getBoundingClientRect()]);
  const chips = all(".stands .chip, .stands .pip").map((el) => [el.dataset.testid ?? el.textContent, el.getBoundingClientRect()]);
  names.forEach(([name, at], i) => {
    for (const [other, there] of [...names.slice(i + 1), ...chips]) if (meet(at, there)) wrong.push(`${name} and ${other}`);
  });
  const ids = [...document.querySelectorAll("[data-testid]")].map((el) => el.dataset.testid);
  const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
  return { wrong, twice, nodes: map.querySelectorAll("*").length, names: names.length, chips: chips.length };
}

for (const [name, size] of Object.entries(SIZES)) {
  for (const dark of [false, true]) {
    test(`nothing is too small or covers a name: ${name}, ${dark ? "dark" : "light"}`, async () => {
      const { page, close } = await open({ size, dark });
      const whole = await page.evaluate(faults);
      assert.deepEqual(whole.wrong, []);
      assert.deepEqual(whole.twice, []);
      for (const step of ["do:whole", "do:larger", "do:larger", "do:larger", "do:larger"]) {
        await page.click(`[data-testid="${step}"]`);
        await page.waitForTimeout(250);
        const { wrong, twice, nodes } = await page.evaluate(faults);
        assert.deepEqual({ wrong, twice }, { wrong: [], twice: [] }, step);
        assert.ok(nodes <= 2500, `${nodes} nodes`);
      }
      await close();
    });
  }
}

/** How many elements are styled anew in a frame while the wheel turns: the middle of all frames. */
async function restyled(page) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await page.evaluate(async () => {
    const map = document.querySelector("[data-testid=map]");
    const { width, height } = map.getBoundingClientRect();
    for (let n = 0; n < 20; n += 1) {
      const turned = { deltaY: n < 10 ? -60 : 60, clientX: width / 2, clientY: height / 2, bubbles: true, cancelable: true };
      map.dispatchEvent(new WheelEvent("wheel", turned));
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }
  });
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  const counts = traceEvents.filter((one) => one.name === "UpdateLayoutTree").map((one) => one.args.elementCount ?? 0);
  return counts.sort((a, b) => a - b)[Math.floor(counts.length / 2)];
}

for (const pack of ["pacific-1940", "global-1940"]) {
  test(`the wheel moves marks and styles nothing else; what is out of sight is not there: ${pack}`, { timeout: 120_000 }, async (t) => {
    const { page, close } = await open({ args: [pack, "--seed", "7"] });
    t.after(close);
    const { nodes, marks } = await page.evaluate(() => ({ nodes: document.querySelectorAll("*").length, marks: document.querySelectorAll(".mark").length }));
    assert.ok(nodes <= 2500, `${nodes} nodes`);
    const count = await restyled(page);
    assert.ok(count <= marks * 1.5 + 50, `${count} elements styled for ${marks} marks`);
  });
}

test("a round board goes on beyond its edge: both sides of it are seen, named and pressed", { timeout: 60_000 }, async (t) => {
  const { page, close } = await open({ args: ["1941", "--seed", "7"] });
  t.after(close);
  const far = await page.evaluate(() => {
    const { store, board } = window.sandtable;
    const { w } = store.board;
    const at = new Map(store.edition.spaces.map((space) => [space.name, space.at[0]]));
    const over = ({ name, borders }) => borders.find((other) => at.get(other) - at.get(name) > w / 2);
    const west = store.edition.spaces.filter((space) => !space.sea).find(over);
    window.told = [];
    board.onPress(({ space }) => window.told.push(space));
    board.fly(west.name, 1);
    return over(west);
  });
  await page.waitForTimeout(300);
  const name = page.locator(".mark .name").getByText(far, { exact: true });
  const { x, y, width, height } = await name.boundingBox();
  const map = await page.getByTestId("map").boundingBox();
  assert.ok(x > map.x && x + width < map.x + map.width, `${far} at ${x}`);
  // The land itself beside the name, which is a copy of what is drawn at the other edge.
  await page.mouse.click(x + width / 2, y + height / 2);
  assert.deepEqual(await page.evaluate(() => window.told), [far]);
});

test("a place is found by its name, and walked from by the arrows", async () => {
  const { page, close } = await open({});
  const { a, b } = await page.evaluate(() => {
    const { edition } = window.sandtable.store;
    const land = edition.spaces.find((space) => !space.sea && !space.closed && space.borders.length > 3);
    return { a: land.name, b: land.borders };
  });
  await page.keyboard.press("/");
  await page.keyboard.type(a);
  await page.keyboard.press("Enter");
  const at = () => page.evaluate(() => document.activeElement.dataset.space);
  assert.equal(await at(), a);
  await page.keyboard.press("]");
  assert.ok(b.includes(await at()), await at());
  await close();
});

test("a press and a drag of a stack are told, a drag of the map moves it", async () => {
  const { page, close } = await open({});
  const chip = page.locator(".stands .chip").first();
  await page.evaluate(() => {
    window.told = [];
    const { board } = window.sandtable;
    board.onPress(({ space, power }) => window.told.push(["press", space, power]));
    board.onDrag(({ phase, space }) => window.told.push([phase, space]));
  });
  const space = await chip.getAttribute("data-space");
  await chip.click();
  assert.equal((await page.evaluate(() => window.told))[0][1], space);
  const seen = () => page.evaluate(() => document.querySelector(".marks").style.transform);
  const before = await seen();
  const box = await page.locator("[data-testid=map]").boundingBox();
  const corner = { x: box.x + box.width - 60, y: box.y + box.height - 40 };
  await page.mouse.move(corner.x, corner.y);
  await page.mouse.down();
  await page.mouse.move(corner.x - 80, corner.y - 40, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await seen(), before);
  await close();
});
