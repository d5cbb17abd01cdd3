// A turn played by pressing, by dragging and by keys.
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { drag, fly, key, laid, middle, orders, pending, shown, state, tap, words } from "./hands.mjs";
import { SIZES, ask, idle, leave, open, press, shot } from "./harness.mjs";

after(leave);

/** Buys five infantry and a transport by keys and by presses. */
async function buy(page) {
  await shown(page, "buy:infantry");
  await page.getByTestId("buy:infantry").focus();
  await key(page, "5");
  await press(page, "buy:transport:+");
  assert.match(await words(page, "do:buy"), /5 infantry, 1 transport/);
  await press(page, "do:buy");
  assert.deepEqual((await state(page)).bought, { infantry: 5, transport: 1 });
}

/** Answers what battles ask until none does; says what was answered. */
async function fight(page, answer) {
  const kinds = [];
  for (let n = 0; n < 200; n += 1) {
    const now = await pending(page);
    if (!(await page.evaluate(() => window.sandtable.store.mine())) || now.kind.endsWith("-move")) break;
    await shown(page, `decide:${now.kind}`);
    kinds.push(now.kind);
    await answer(now);
    await idle(page);
  }
  return kinds;
}

test("a turn by pressing: buy, move, drag, across the sea, fight, land, place", async (t) => {
  const { page, close } = await open({});
  t.after(close);
  await buy(page);
  await press(page, "do:end-phase");
  assert.equal((await pending(page)).kind, "combat-move");

  // Press and press, two types of one space.
  await fly(page, "Kiangsi");
  await tap(page, "stack:Kiangsi/Japan/infantry");
  await tap(page, "stack:Kiangsi/Japan/artillery", { modifiers: ["Shift"] });
  await shown(page, "to:Hunan");
  await tap(page, "space:Hunan");
  assert.match((await orders(page)).at(-1), /^move 3 infantry, 1 artillery from Kiangsi to Hunan$/);

  // The same by a drag; an order is taken back and given again.
  await fly(page, "Kwangsi");
  await drag(page, "stack:Kwangsi/Japan/infantry", "space:Hunan");
  assert.match((await orders(page)).at(-1), /^move 3 infantry from Kwangsi to Hunan$/);
  await press(page, "do:undo");
  assert.doesNotMatch((await orders(page)).at(-1), /Kwangsi/);
  await press(page, "do:redo");
  assert.match((await orders(page)).at(-1), /Kwangsi/);

  // One gesture loads, sails and lands.
  const before = (await state(page)).at;
  await fly(page, "Korea");
  await tap(page, "stack:Korea/Japan/infantry");
  await press(page, "to:French Indo-China");
  assert.deepEqual((await orders(page)).slice(-3).map((order) => order.split(" ")[0]), ["load", "move", "land"]);
  assert.equal((await state(page)).at, before + 3);

  // What cannot go there is told with its rule.
  await fly(page, "Kiangsu");
  await tap(page, "stack:Kiangsu/Japan/infantry");
  await tap(page, "space:Yunnan");
  assert.match(await words(page, "fact:refusal"), /move\//);
  await key(page, "Escape");

  // The target first.
  await tap(page, "space:Yunnan");
  await shown(page, "front");
  await press(page, "enough:90");
  await page.getByTestId("do:front").and(page.locator(":enabled")).click();
  await idle(page);
  assert.ok((await orders(page)).some((order) => order.endsWith("to Yunnan")));
  await shot(page, "play-moves");

  await press(page, "do:end-phase");
  let reloaded = false;
  let fled = false;
  const kinds = await fight(page, async (now) => {
    if (now.kind === "fight") return press(page, `fight:${now.sites[0].space}`);
    if (now.kind === "casualties") return press(page, "do:losses");
    if (now.kind !== "retreat") return press(page, "do:pick");
    if (!reloaded) {
      reloaded = true;
      await shot(page, "play-battle");
      const asked = [await words(page, "fact:question"), await words(page, "fact:dice")];
      await page.reload();
      await idle(page);
      await shown(page, "decide:retreat");
      assert.deepEqual([await words(page, "fact:question"), await words(page, "fact:dice")], asked);
      return press(page, "do:press");
    }
    if (!fled) {
      fled = true;
      return press(page, `retreat:${now.to[0]}`);
    }
    return press(page, "do:to-end");
  });
  assert.ok(kinds.includes("fight"), kinds.join());
  assert.ok(reloaded, kinds.join());

  assert.equal((await pending(page)).kind, "noncombat-move");
  if (await page.getByTestId("do:land").count()) await press(page, "do:land");
  await press(page, "do:end-phase");
  assert.equal((await pending(page)).kind, "mobilize");
  await shown(page, "chip:infantry");
  await press(page, "chip:infantry");
  await press(page, "at:Japan");
  await press(page, "all:sz 6");
  assert.deepEqual((await state(page)).spaces["sz 6"].units.Japan.units.transport > 0, true);
  // A refusal is an answer that the browser tells of as well.
  assert.deepEqual(page.wrong.filter((line) => !line.includes("422")), []);
});

test("keys alone buy and move; refusals and destinations are a list", async (t) => {
  const { page, close } = await open({});
  t.after(close);
  await shown(page, "buy:infantry");
  await page.getByTestId("buy:artillery").focus();
  await key(page, "2");
  await page.getByTestId("do:buy").focus();
  await key(page, "Enter");
  assert.deepEqual((await state(page)).bought, { artillery: 2 });
  await page.evaluate(() => document.activeElement.blur());
  await key(page, "e");
  await shown(page, "do:next");
  await key(page, ".");
  await shown(page, "tray");
  await key(page, "Escape");
  assert.equal(await page.getByTestId("tray").count(), 0);
  await key(page, "Shift+:");
  await page.getByTestId("order-line").fill("move 1 infantry from Kiangsi to Anhwe");
  await key(page, "Enter");
  assert.match((await orders(page)).at(-1), /to Anhwe$/);
  await page.evaluate(() => document.activeElement.blur());
  await key(page, "u");
  assert.equal((await orders(page)).at(-1), "end phase");
});

test("several people at one screen: a curtain, and nothing of the other is left to see", async (t) => {
  const { page, close } = await open({ args: ["pacific-1940", "--seed", "7", "--seat", "Japan=human:Ann", "--seat", "USA=human:Bob", "--seat", "China=human:Bob"] });
  t.after(close);
  await shown(page, "buy:infantry");
  for (let n = 0; n < 12 && !(await page.getByTestId("do:here").count()); n += 1) {
    const now = await pending(page);
    if (now.kind === "fight") await page.getByTestId(`fight:${now.sites[0].space}`).click();
    else await press(page, "do:end-phase");
    await idle(page);
  }
  await shown(page, "do:here");
  await shot(page, "play-curtain");
  assert.equal(await page.getByTestId("tray").count(), 0);
  await key(page, "Enter");
  assert.equal(await page.getByTestId("do:here").count(), 0);
});

test("on a phone a second tap orders, and the bar says what", async (t) => {
  const { page, close } = await open({ size: SIZES.phone, touch: true });
  t.after(close);
  await shown(page, "buy:infantry");
  await press(page, "do:end-phase");
  await fly(page, "Kiangsi");
  await page.getByTestId("stack:Kiangsi/Japan/infantry").first().tap();
  await shown(page, "to:Hunan");
  await fly(page, "Hunan");
  await page.touchscreen.tap(...(await middle(page, "space:Hunan")));
  await shown(page, "do:it");
  await shot(page, "play-phone");
  assert.equal((await orders(page)).at(-1), "end phase");
  await press(page, "do:it");
  assert.match((await orders(page)).at(-1), /to Hunan$/);
});

test("twelve refusals say what the engine says", async (t) => {
  const { page, close } = await open({});
  t.after(close);
  await shown(page, "buy:infantry");
  await press(page, "do:end-phase");
  const can = await ask(page, { do: "movable" });
  const stack = can.stacks.find((s) => s.space === "Kiangsi" && s.unit === "infantry");
  await tap(page, "stack:Kiangsi/Japan/infantry");
  for (const space of ["Japan", "sz 6", "Hawaiian Islands", "Szechwan", "sz 20", "Korea", "Siam", "India", "sz 36", "Burma", "Java", "Yunnan"]) {
    await tap(page, `space:${space}`);
    const told = await page.getByTestId("fact:refusal").innerText();
    const error = await ask(page, { do: "why", units: stack.ids, to: space }).then(() => assert.fail(space), (error) => JSON.parse(error.message));
    assert.ok(told.includes(error.message) && told.includes(error.code), `${space}: ${told}`);
  }
});

test("scrambling, losses and a retreat of others are asked for and answered", async (t) => {
  const save = laid("pacific-1940", [
    "set war USA Japan", "set turn USA", "set phase combat move",
    "put 2 cruiser of USA in sz 16", "put 1 destroyer of USA in sz 16",
    "put 2 destroyer of Japan in sz 17", "put 1 submarine of Japan in sz 17",
    "put 1 airbase of Japan in Iwo Jima", "put 2 fighter of Japan in Iwo Jima",
  ]);
  const { page, close } = await open({ args: [save] });
  t.after(close);
  await shown(page, "do:end-phase");
  await tap(page, "stack:sz 16/USA/cruiser");
  await tap(page, "stack:sz 16/USA/destroyer", { modifiers: ["Shift"] });
  await press(page, "to:sz 17");
  await press(page, "do:end-phase");
  const asked = await pending(page);
  assert.deepEqual([asked.power, asked.kind], ["Japan", "offer"]);
  assert.match(await words(page, "fact:question"), /[Ss]cramble/);
  await page.locator("[data-testid^='answer:0:']").click();
  await idle(page);
  await shot(page, "play-scramble");
  await press(page, "do:answer");
  const kinds = [];
  for (let n = 0; n < 60; n += 1) {
    const now = await pending(page);
    if (now.kind.endsWith("-move")) break;
    await shown(page, `decide:${now.kind}`);
    kinds.push(now.kind);
    if (now.kind === "casualties") {
      const room = page.getByTestId("do:losses");
      await shot(page, "play-losses");
      assert.ok(await room.isEnabled());
      await room.click();
    } else if (now.kind === "retreat") await press(page, "do:press");
    else if (now.kind === "fight") await press(page, `fight:${now.sites[0].space}`);
    else if (now.kind === "offer") await press(page, "do:answer");
    else await press(page, "do:pick");
    await idle(page);
  }
  assert.ok(kinds.includes("casualties"), kinds.join());
});
test("a plan is tried and dropped, and tried and played", async (t) => {
  const { page, close } = await open({});
  t.after(close);
  await shown(page, "buy:infantry");
  await press(page, "do:end-phase");
  const digest = async () => (await state(page)).digest;
  const before = await digest();
  await press(page, "do:plan");
  await shown(page, "fact:plan");
  await tap(page, "stack:Kiangsi/Japan/infantry");
  await press(page, "to:Anhwe");
  assert.notEqual(await digest(), before);
  await press(page, "do:plan");
  assert.equal(await digest(), before);
  await press(page, "do:plan");
  await tap(page, "stack:Kiangsi/Japan/infantry");
  await press(page, "to:Anhwe");
  await press(page, "do:adopt");
  assert.equal((await state(page)).plan, null);
  assert.match((await orders(page)).at(-1), /to Anhwe$/);
});


test("a program's hint is read, drawn and ordered; B goes to the battles; Ctrl pins a waypoint", { timeout: 300_000 }, async (t) => {
  const { page, close } = await open({});
  t.after(close);
  await shown(page, "buy:infantry");
  await press(page, "do:hint");
  await shown(page, "hint");
  await press(page, "do:hinted");
  assert.match((await orders(page))[0], /^buy /);
  await press(page, "do:end-phase");
  await shown(page, "do:next");
  await key(page, "w");
  await shown(page, "hint");
  assert.ok((await page.locator(".routes-hint .route").count()) > 0);
  await shot(page, "play-hint");
  await key(page, "Escape");
  await press(page, "do:hush");
  assert.equal(await page.locator(".routes-hint .route").count(), 0);

  await tap(page, "stack:Kiangsi/Japan/infantry");
  await press(page, "to:Hunan");
  assert.equal(await words(page, "do:battle"), "battles 1 B");
  await key(page, "b");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.space), "Hunan");

  // A way of one's own.
  await tap(page, "stack:Kiangsu/Japan/fighter");
  await shown(page, "to:Hunan");
  await fly(page, "Kiangsi");
  await page.getByTestId("space:Kiangsi").dispatchEvent("click", { ctrlKey: true });
  assert.equal(await words(page, "fact:via"), "by Kiangsi");
  await press(page, "to:Hunan");
  assert.match((await orders(page)).at(-1), /via .*Kiangsi/);
  assert.equal(await page.locator(".over-via .veil").count(), 0);
});

/** Has the page wait for its first hint although it has come, until `letGo()`. */
const holdHint = (page) =>
  page.evaluate(() => {
    const ask = window.fetch;
    window.hints = { asked: 0, came: 0 };
    const held = new Promise((done) => (window.hints.letGo = done));
    window.fetch = async (what, how) => {
      const hint = how?.body && JSON.parse(how.body).do === "hint";
      const mine = hint ? (window.hints.asked += 1) : 0;
      const answer = await ask(what, how);
      if (hint) window.hints.came += 1;
      if (mine === 1) await held;
      return answer;
    };
  });

test("a hint that comes when the game has gone on is asked for again", { timeout: 300_000 }, async (t) => {
  const { page, close } = await open({});
  t.after(close);
  await shown(page, "buy:infantry");
  await holdHint(page);
  await page.keyboard.press("w");
  // An order that came before it would be part of what it is about.
  await page.waitForFunction(() => window.hints.came === 1, null, { timeout: 120_000 });
  await page.evaluate(() => void window.sandtable.wire.give({ do: "apply", orders: ["buy 1 infantry"] }));
  await page.waitForFunction(() => window.sandtable.store.state.at === 1);
  await page.evaluate(() => window.hints.letGo());
  await idle(page);
  await shown(page, "hint");
  assert.equal(await page.evaluate(() => window.hints.asked), 2);
});
