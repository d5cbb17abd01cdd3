// How long a page takes until its board is there, from the request on: the clock of a browser on the loopback, and what it fetched.
//
//     SANDTABLE=target/release/sandtable node tests/web/figures.mjs [PACK …]
import { leave, look, serve } from "./harness.mjs";

/** So many fresh browsers look; the middle one counts. */
const TIMES = 9;
const PACKS = ["pacific-1940", "1941", "global-1940"];

const middle = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** What one browser that was never there before takes, in milliseconds from the request on. */
async function first(address) {
  const page = await look(address);
  const found = await page.evaluate(() => {
    const marks = Object.fromEntries(performance.getEntriesByType("mark").map(({ name, startTime }) => [name, startTime]));
    const files = performance.getEntriesByType("resource");
    const [document] = performance.getEntriesByType("navigation");
    const paint = performance.getEntriesByName("first-contentful-paint")[0].startTime;
    const last = (test) => Math.max(0, ...files.filter(({ name }) => test.test(name)).map(({ responseEnd }) => responseEnd));
    return {
      document: document.responseEnd,
      modules: last(/\/page\/(board\/)?[^/]*\.js$/),
      "board.json": last(/board\.json/),
      ...marks,
      paint,
      requests: files.length,
      kB: Math.round(files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000),
      nodes: window.document.querySelectorAll("*").length,
    };
  });
  await page.context().close();
  return found;
}

for (const pack of process.argv.length > 2 ? process.argv.slice(2) : PACKS) {
  const server = await serve([pack, "--seed", "7"]);
  await first(server.address);
  const all = [];
  for (let n = 0; n < TIMES; n += 1) all.push(await first(server.address));
  const told = Object.keys(all[0]).map((name) => `${name} ${Math.round(middle(all.map((one) => one[name])))}`);
  console.log(`${pack}: ${told.join(", ")}`);
  await server.close();
}
await leave();
