// The lobby of a house: a game is begun, its addresses open seats, people write to each other and hand seats over.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { idle, leave, look, press, serve, shot } from "./harness.mjs";

let server;
let folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "sandtable-lobby-"));
  server = await serve(["--host", "127.0.0.1:0", "--data", join(folder, "games.db")], { data: folder, port: null });
});
after(async () => {
  await leave();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const me = (page) => page.evaluate(() => window.sandtable.store.me());

test("a game begins in the lobby, and each address opens its seat", { timeout: 120_000 }, async () => {
  const lobby = await look(server.address);
  assert.equal(new URL(lobby.url()).hash, "");
  await lobby.getByTestId("new:title").fill("Tuesday evening");
  await lobby.getByTestId("new:pack").selectOption("1941");
  await lobby.getByTestId("seat:Germany").waitFor();
  await lobby.getByTestId("seats:programs").click();
  for (const [power, name] of [["Germany", "Ann"], ["Japan", "Ann"], ["UK", "Bob"]]) {
    await lobby.getByTestId(`seat:${power}`).selectOption("");
    await lobby.getByTestId(`name:${power}`).fill(name);
  }
  await shot(lobby, "lobby");
  await lobby.getByTestId("new:create").click();
  const link = async (name) => (await lobby.getByTestId(`link:${name}`).waitFor(), lobby.getByTestId(`link:${name}`).inputValue());
  const [ann, bob, onlookers, host] = [await link("Ann"), await link("Bob"), await link("onlookers"), await link("host")];
  await shot(lobby, "addresses");
  const anns = await look(ann);
  await anns.getByTestId("dice").getByText("Awaited: Bob").waitFor();
  const [bobs, theirs] = [await look(bob), await look(onlookers)];
  // All have been there: each browser has added to the dice, and the game begins.
  await anns.waitForFunction(() => document.querySelector('[data-testid="dice"]').textContent === "");
  const dice = await anns.evaluate(() => window.sandtable.wire.read("dice"));
  assert.equal(dice.open, false);
  assert.deepEqual(dice.added.split("\n").map((line) => line.split("\t")[0]), ["", "Ann", "Bob", ""]);
  assert.deepEqual((await me(anns)).sort(), ["Germany", "Japan"]);
  assert.deepEqual(await me(bobs), ["UK"]);
  assert.deepEqual(await me(theirs), []);
  assert.equal(new URL(anns.url()).hash, "");
  await press(anns, "tab:people");
  await anns.getByTestId("note:text").fill("Good evening");
  await press(anns, "note:send");
  await press(bobs, "tab:people");
  await bobs.getByTestId("notes").getByText("Good evening").waitFor();
  assert.match(await bobs.getByTestId("people").innerText(), /Ann: /);
  await shot(bobs, "people");
  // Who has resigned plays nothing any more.
  await press(bobs, "do:resign");
  await press(bobs, "do:resign");
  await bobs.waitForFunction(() => window.sandtable.store.me().length === 0);
  await idle(bobs);
  // The host takes the save along, nobody else.
  assert.equal(await anns.getByTestId("do:save").count(), 0);
  const hosts = await look(host);
  await press(hosts, "tab:people");
  const [download] = await Promise.all([hosts.waitForEvent("download"), hosts.getByTestId("do:save").click()]);
  assert.match(readFileSync(await download.path(), "utf8"), /1941/);
  // So does the list of the lobby, in the host's browser; what was taken goes on as a new game.
  const again = await hosts.context().newPage();
  await again.goto(lobby.url());
  await again.evaluate((token) => fetch("lobby/enter", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token }) }), new URL(server.address).hash.slice(1));
  await again.reload();
  const game = host.match(/g\/([^/]+)\//)[1];
  await again.getByTestId(`save:${game}`).waitFor();
  const [taken] = await Promise.all([again.waitForEvent("download"), again.getByTestId(`save:${game}`).click()]);
  await again.getByTestId("new:title").fill("Once more");
  await again.getByTestId("new:save").setInputFiles(await taken.path());
  await again.getByTestId("new:create").click();
  await again.getByTestId("link:host").waitFor();
  await press(again, "do:lobby");
  await again.getByText("Once more").waitFor();
  for (const page of [lobby, anns, bobs, theirs, hosts]) {
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  }
});

test("without its address the house is closed", async () => {
  const page = await look(server.base);
  await page.getByText("This house is closed").waitFor();
  await page.context().close();
});
