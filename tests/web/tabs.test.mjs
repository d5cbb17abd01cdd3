// Many tabs of one browser at one game: more than it has lines to a server.
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { orders, state } from "./hands.mjs";
import { idle, leave, look, open } from "./harness.mjs";

after(leave);

const TABS = 8;

/** Waits until every tab has come so far. */
const all = (tabs, at) => Promise.all(tabs.map((tab) => tab.waitForFunction((at) => window.sandtable.store.state.at === at, at)));
const give = async (tab, order) => {
  await tab.evaluate((order) => window.sandtable.wire.give({ do: "apply", order }), order);
  await idle(tab);
};

test("eight tabs see each order, also when the one that listens for them is closed", { timeout: 120_000 }, async (t) => {
  const { server, page, close } = await open({});
  t.after(close);
  const tabs = [page];
  while (tabs.length < TABS) tabs.push(await look(server.address, { context: page.context() }));
  await give(tabs.at(-1), "buy 1 infantry");
  await all(tabs, 1);
  await tabs.shift().close();
  await give(tabs[2], "end phase");
  await all(tabs, 2);
  await give(tabs[0], "move 1 infantry from Kiangsi to Anhwe");
  await all(tabs, 3);
  const digests = await Promise.all(tabs.map(async (tab) => (await state(tab)).digest));
  assert.equal(new Set(digests).size, 1);
  assert.equal((await orders(tabs.at(-1))).length, 3);
  for (const tab of tabs) assert.deepEqual([tab.wrong, await tab.evaluate(() => window.sandtable.store.snapshots)], [[], 1]);
});
