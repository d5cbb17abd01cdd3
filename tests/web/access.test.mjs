// Accessibility: axe on the main states of the page, light and dark; no serious finding.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { leave, look, press, serve, SIZES } from "./harness.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let server;
before(async () => {
  server = await serve(["pacific-1940", "--seed", "7"]);
});
after(async () => {
  await server.close();
  await leave();
});

/** What axe finds that is serious. The page lets no other script in, so that axe comes by the debugger. */
async function findings(page) {
  const debug = await page.context().newCDPSession(page);
  await debug.send("Runtime.evaluate", { expression: axe });
  const run = "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.filter((one) => ['serious', 'critical'].includes(one.impact)).map((one) => `${one.id}: ${one.nodes.slice(0, 4).map((node) => node.html.slice(0, 120)).join(' | ')}`))";
  const { result, exceptionDetails } = await debug.send("Runtime.evaluate", { expression: run, awaitPromise: true, returnByValue: true });
  assert.equal(exceptionDetails, undefined, JSON.stringify(exceptionDetails));
  return result.value;
}

const TABS = ["log", "politics", "goals", "income", "figures", "odds", "rules", "spaces", "people"];

for (const dark of [false, true]) {
  for (const [name, size] of [["laptop", SIZES.laptop], ["phone", SIZES.phone]]) {
    test(`nothing serious is found: ${name}, ${dark ? "dark" : "light"}`, { timeout: 300_000 }, async () => {
      const page = await look(server.address, { size, dark });
      for (const id of TABS) {
        await press(page, `tab:${id}`);
        await page.waitForTimeout(250);
        assert.deepEqual(await findings(page), [], id);
      }
      await press(page, "do:overlays");
      await press(page, "overlay:cities");
      assert.deepEqual(await findings(page), [], "overlays");
      await press(page, "do:menu");
      assert.deepEqual(await findings(page), [], "help");
      await page.keyboard.press("Escape");
      await page.getByTestId("history").focus();
      await page.keyboard.press("Home");
      assert.deepEqual(await findings(page), [], "past");
      await page.context().close();
    });
  }
}
