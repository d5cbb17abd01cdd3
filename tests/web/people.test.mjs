// Several browsers in one game, a server that dies under them, and the clock.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { orders, shown, state, tap, words } from "./hands.mjs";
import { idle, leave, look, press, serve, shot } from "./harness.mjs";

/** A port that nobody listens on: the house comes back where it was. */
async function free() {
  const one = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => one.once("listening", done));
  const { port } = one.address();
  await new Promise((done) => one.close(done));
  return port;
}

let server;
let folder;
let lobby;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "sandtable-people-"));
  server = await serve(["--host", `127.0.0.1:${await free()}`, "--data", join(folder, "games.db")], { data: folder, port: null });
  lobby = await look(server.address);
});
after(async () => {
  await leave();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Begins a game in the lobby, as its page does; the addresses of its seats by name. */
async function begin(game) {
  const made = await lobby.evaluate(async (game) => {
    const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(game) };
    return (await fetch("/lobby/games", post)).json();
  }, { title: "A game", pack: "1941", ...game });
  assert.equal(made.error, undefined, JSON.stringify(made.error));
  const { game: id, seats, onlookers } = made.ok;
  const address = (token) => new URL(`/g/${id}/#${token}`, server.base).href;
  return Object.fromEntries([...seats.map(({ name, token }) => [name, address(token)]), ["onlookers", address(onlookers)]]);
}

const until = (page, test, arg) => page.waitForFunction(test, arg, { timeout: 20_000 });
const refused = (page, order) =>
  page.evaluate((order) => window.sandtable.wire.give({ do: "apply", order }).then(() => null, ({ code, status }) => `${status} ${code}`), order);

test("two browsers and an onlooker: each sees every order, each orders only for its own", { timeout: 90_000 }, async () => {
  const links = await begin({ seats: { USSR: "human:Ann", Germany: "human:Bob", UK: "simple", Japan: "simple", USA: "simple" } });
  const [ann, bob, eve] = [await look(links.Ann), await look(links.Bob), await look(links.onlookers)];
  await shown(ann, "buy:infantry");
  for (const page of [bob, eve]) {
    assert.equal(await page.getByTestId("do:end-phase").count(), 0);
    assert.match(await refused(page, "end phase"), /^4\d\d /);
  }
  await press(ann, "buy:infantry:+");
  await press(ann, "do:buy");
  await press(ann, "do:end-phase");
  const at = (await state(ann)).at;
  for (const page of [bob, eve]) {

    await until(page, (at) => window.sandtable.store.state.at === at, at);
    assert.deepEqual(await orders(page), await orders(ann));
    assert.equal((await state(page)).digest, (await state(ann)).digest);
  }
  // Until it is the other's turn.
  for (const phase of ["combat-move", "noncombat-move"]) {
    assert.equal((await state(ann)).awaited.pending.kind, phase);
    await press(ann, "do:end-phase");
  }
  await press(ann, "all:Russia");
  await until(bob, () => window.sandtable.store.mine());
  await shown(bob, "do:end-phase");
  assert.equal(await ann.getByTestId("do:end-phase").count(), 0);
  assert.match(await refused(ann, "end phase"), /^4\d\d /);
  await press(bob, "do:end-phase");
  await tap(bob, "stack:Eastern Europe/Germany/infantry");
  await shot(bob, "people-bob");
  assert.ok((await bob.getByTestId("tray").count()) === 1);
  for (const page of [ann, bob, eve]) await page.context().close();
});

test("a seat that is taken in one tab is taken in the browser's other tabs", { timeout: 60_000 }, async () => {
  const links = await begin({ seats: { USSR: "human:Ann", Germany: "human:Bob", UK: "simple", Japan: "simple", USA: "simple" } });
  const [ann, bob] = [await look(links.Ann), await look(links.Bob)];
  await shown(ann, "buy:infantry");
  await look(links.Ann, { context: bob.context() });
  await until(bob, () => window.sandtable.store.me().length === 2);
  await shown(bob, "buy:infantry");
  assert.equal(await refused(bob, "buy 1 infantry"), null);
  await bob.context().close();
});

test("a killed server comes back under open pages: they go on unreloaded, and no order is lost", { timeout: 90_000 }, async () => {
  const links = await begin({ seats: { USSR: "human:Ann", Germany: "human:Bob", UK: "human:Bob", Japan: "simple", USA: "simple" } });
  const [ann, bob] = [await look(links.Ann), await look(links.Bob)];
  await shown(ann, "buy:infantry");
  for (const page of [ann, bob]) await page.evaluate(() => (window.unreloaded = true));
  for (let round = 1; round <= 3; round += 1) {
    await press(ann, "buy:infantry:+");
    await press(ann, "do:buy");
    const before = await state(ann);
    await server.kill("SIGKILL");
    if (round === 1) {
      await ann.getByTestId("fact:link").filter({ hasText: "Reconnecting" }).waitFor();
      await shot(ann, "people-lost");
    }
    await server.again();
    for (const page of [ann, bob]) {
      await page.getByTestId("fact:link").waitFor({ state: "hidden" });
      await until(page, (digest) => window.sandtable.store.state.digest === digest, before.digest);
      assert.deepEqual(await orders(page), before.log.map((entry) => entry.order));
      assert.equal(await page.evaluate(() => window.unreloaded), true);
    }
    await press(ann, "do:undo");
    await until(bob, (at) => window.sandtable.store.state.at === at, before.at - 1);
  }
  for (const page of [ann, bob]) await page.context().close();
});

test("the clock is shown, and who lets it run out is answered for", { timeout: 60_000 }, async () => {
  const links = await begin({ clock: 10, seats: { USSR: "human:Ann", Germany: "human:Ann", UK: "simple", Japan: "simple", USA: "simple" } });
  const ann = await look(links.Ann);
  await ann.getByTestId("fact:clock").waitFor();
  assert.match(await words(ann, "fact:clock"), /^0:(10|0\d)$/);
  await until(ann, () => window.sandtable.store.state.at > 0);
  await idle(ann);
  assert.equal((await state(ann)).log[0].power, "USSR");
  assert.match(await words(ann, "fact:clock"), /^0:(10|0\d)$/);
  // Who comes later sees what is left, not all of it.
  await until(ann, () => /^0:0[0-7]$/.test(document.getElementById("clock").textContent));
  const late = await look(links.Ann);
  await late.getByTestId("fact:clock").waitFor();
  const left = await late.evaluate(() => window.sandtable.wire.read("seats"));
  const told = Number((await words(late, "fact:clock")).split(":")[1]);
  assert.ok(Math.abs(told - left.left) <= 1, `${told} of ${left.left}`);
  await late.context().close();
  await ann.context().close();
});
