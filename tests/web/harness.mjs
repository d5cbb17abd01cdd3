// A game on the loopback with a browser in front of it, for the tests beside this file.
//
//     SANDTABLE=target/debug/sandtable node --test tests/web/
//
// SANDTABLE is the program, CHROMIUM the browser (the first of the usual names unless it is said),
// SHOTS a folder that pictures of the page are put into, PAGE a folder whose files are taken in place
// of those the program was built with: `src/web/page` while the page is being changed.
import { spawn } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const program = process.env.SANDTABLE ?? "sandtable";

/** Where the browser is. */
export function browserPath() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  if (!found) throw new Error(`no browser: ${BROWSERS.join(", ")} are looked for on PATH`);
  return found;
}

/** Sizes that pages are looked at in. */
export const SIZES = {
  laptop: { width: 1366, height: 768 },
  large: { width: 2560, height: 1440 },
  phone: { width: 390, height: 844 },
};

/** The programs that were started; those that still run end with this one. */
const started = new Set();
process.on("SIGTERM", () => process.exit(1));
process.on("exit", () => started.forEach((child) => child.kill("SIGKILL")));

/**
 * Starts `sandtable board` with these arguments.
 * @returns {Promise<{base: string, address: string, data: string, kill: (signal?: string) => Promise<void>,
 *   again: () => Promise<void>}>}
 */
export async function serve(args = ["pacific-1940", "--seed", "7"], { data, port = 0 } = {}) {
  const own = data === undefined;
  const folder = data ?? mkdtempSync(join(tmpdir(), "sandtable-web-"));
  const env = { ...process.env, SANDTABLE_DATA: folder };
  const server = { data: folder, address: "", base: "" };
  let child;
  const start = async (port) => {
    const said = [];
    const at = port === null ? [] : ["--port", String(port)];
    child = spawn(program, ["board", ...args, ...at], { env, stdio: ["ignore", "pipe", "pipe"] });
    started.add(child);
    child.ended = new Promise((done) => child.once("exit", done));
    const heard = (stream) => createInterface({ input: stream });
    heard(child.stderr).on("line", (line) => said.push(line));
    server.address = await new Promise((found, failed) => {
      heard(child.stdout).on("line", (line) => {
        said.push(line);
        const address = line.match(/http:\/\/\S+/)?.[0];
        if (address) found(address);
      });
      child.once("exit", (code) => failed(new Error(`board ended (${code}):\n${said.join("\n")}`)));
    });
    // A test that fails before it closes its server does not keep its file waiting for ever.
    [child, child.stdout, child.stderr].forEach((one) => one.unref());
    server.base = new URL("/", server.address).href;
  };
  /** Ends the program; what it kept stays. */
  server.kill = async (signal = "SIGKILL") => {
    child.ref();
    child.kill(signal);
    await child.ended;
  };
  /** Starts it again where it was, on what it kept. */
  server.again = () => start(port === null ? null : new URL(server.address).port);
  server.close = async () => {
    await server.kill("SIGTERM");
    if (own) rmSync(folder, { recursive: true, force: true });
  };
  await start(port);
  return server;
}

let browser;

/** Takes the page's files from PAGE, if that is said. */
async function fromFolder(room) {
  const folder = process.env.PAGE;
  if (!folder) return;
  const types = { js: "text/javascript", css: "text/css" };
  await room.route(/\/page\/[^?]+\.(js|css)/, (route) => {
    const name = new URL(route.request().url()).pathname.split("/page/")[1];
    return route.fulfill({ body: readFileSync(join(folder, name)), contentType: types[name.split(".").at(-1)] });
  });
  await room.route(/\/g\/[^/]+\/(\?[^/]*)?$/, async (route) => route.fulfill({ response: await route.fetch(), body: readFileSync(join(folder, "index.html")) }));
}

/** A page of a browser on an address; what goes wrong in it is kept in `wrong`. */
export async function look(address, { size = SIZES.laptop, dark = false, motion = false, touch = false, context } = {}) {
  browser ??= await chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  const room = context ?? (await browser.newContext({ viewport: size, colorScheme: dark ? "dark" : "light", hasTouch: touch }));
  await fromFolder(room);
  const page = await room.newPage();
  page.wrong = [];
  page.on("pageerror", (error) => page.wrong.push(String(error)));
  page.on("console", (line) => line.type() === "error" && page.wrong.push(line.text()));
  page.on("request", (request) => (page.asked = `${request.url()} ${request.postData() ?? ""}`));
  const url = new URL(address);
  if (!motion) url.searchParams.set("motion", "0");
  await page.goto(url.href);
  await idle(page);
  return page;
}

/** So long a page may be busy, in milliseconds. */
const BUSY = 150_000;

/** Waits until nothing is in flight between the page and the program. */
export async function idle(page) {
  await page.waitForFunction(() => window.sandtable !== undefined);
  let late;
  const hangs = new Promise((_, fail) => (late = setTimeout(() => fail(new Error(`the page is busy for ever; it last asked ${page.asked}`)), BUSY)));
  await Promise.race([page.evaluate(() => window.sandtable.idle()), hangs]).finally(() => clearTimeout(late));
}

/** A game with a page in front of it. */
export async function open({ args, ...how } = {}) {
  const server = await serve(args);
  const page = await look(server.address, how);
  const close = async () => {
    await page.context().close();
    await server.close();
  };
  return { server, page, base: server.base, close };
}

/** Presses what has this test id. */
export async function press(page, id) {
  await page.getByTestId(id).click();
  await idle(page);
}

/** A picture, where SHOTS says pictures are wanted. */
export async function shot(page, name) {
  if (!process.env.SHOTS) return;
  mkdirSync(process.env.SHOTS, { recursive: true });
  await page.screenshot({ path: join(process.env.SHOTS, `${name}.png`) });
}

/** What a looking request of the protocol is answered with. */
export async function ask(page, request) {
  const answer = await page.evaluate(async (request) => {
    const headers = { "content-type": "application/json" };
    const reply = await fetch("ask", { method: "POST", headers, body: JSON.stringify(request) });
    return reply.json();
  }, request);
  if (answer.error) throw new Error(JSON.stringify(answer.error));
  return answer.ok;
}

/** Ends the browser: for `after` of a file of tests. */
export async function leave() {
  await browser?.close();
  browser = undefined;
}
