// What a person does at the page, for the tests beside this file: presses, drags, keys; and positions to do it in.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { idle } from "./harness.mjs";

const folder = mkdtempSync(join(tmpdir(), "sandtable-laid-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** What the page knows of the game. */
export const state = (page) => page.evaluate(() => window.sandtable.store.state);
export const pending = async (page) => (await state(page)).awaited.pending;
export const orders = async (page) => (await state(page)).log.map((entry) => entry.order);
export const words = (page, id) => page.getByTestId(id).innerText();
export const shown = (page, id) => page.getByTestId(id).waitFor();

/** Brings a space into the middle, so near that each type has a chip of its own. */
export async function fly(page, space) {
  await page.evaluate((space) => window.sandtable.board.fly(space, 1.6), space);
  await idle(page);
}

/** Presses a stack or a space of the map. */
export async function tap(page, id, how = {}) {
  const [kind, place] = id.split(":");
  await fly(page, place.split("/")[0]);
  if (kind === "space") await page.getByTestId(id).dispatchEvent("click");
  else await page.getByTestId(id).first().click(how);
  await idle(page);
}

/** Presses a key; what it does is done then. */
export async function key(page, name) {
  await page.keyboard.press(name);
  await idle(page);
}

/** Where something can be taken hold of. */
export async function middle(page, id) {
  const { x, y, width, height } = await page.getByTestId(id).first().boundingBox();
  return [x + width / 2, y + height / 2];
}

/** Takes hold of something and lets it go elsewhere. */
export async function drag(page, from, to) {
  const [start, end] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, { steps: 4 });
  await page.mouse.move(...end, { steps: 4 });
  await page.mouse.up();
  await idle(page);
}

/** A position laid out by lines of the editor, and what was ordered in it, as a save in which everybody is a person at one screen. */
export function laid(pack, edits, orders = [], seed = 7) {
  const save = join(mkdtempSync(join(folder, "game-")), "laid.save");
  const args = ["play", pack, "--seed", String(seed), "--seat", "all=human", "--save", save];
  const done = spawnSync(process.env.SANDTABLE, args, { input: [...edits.map((edit) => `edit ${edit}`), ...orders, ""].join("\n") });
  assert.equal(done.status, 0, String(done.stderr));
  return save;
}
