// Decisions of a battle, each by clicking in a position that asks for it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { fly, laid, orders, pending, shown, state, tap, words } from "./hands.mjs";
import { idle, leave, open, press, shot } from "./harness.mjs";

after(leave);

/** A page on a position of Pacific 1940 with nothing on the board but what these lines put there. */
async function at(t, edits, orders, seed) {
  const cleared = ["clear all units", ...edits, "set phase combat move"];
  const { page, close } = await open({ args: [laid("pacific-1940", cleared, orders, seed)] });
  t.after(close);
  await page.locator("[data-testid='do:end-phase'], .decision").first().waitFor();
  return page;
}

/** Ends the phase; what is asked then is of this power and kind. */
async function asked(page, power, kind) {
  const now = await pending(page);
  assert.deepEqual([now.power, now.kind], [power, kind]);
  await shown(page, `decide:${kind}`);
  return now;
}

test("submarines submerge: one of two of the attacker, then the defender's", { timeout: 60_000 }, async (t) => {
  const page = await at(t, ["set war Japan UK", "put 2 submarines of Japan in sz 36", "put 1 submarine of UK in sz 37"]);
  await tap(page, "stack:sz 36/Japan/submarine");
  await press(page, "to:sz 37");
  await press(page, "do:end-phase");
  await asked(page, "Japan", "submerge");
  await page.locator("[data-testid^='pick:submarine/']").first().click();
  assert.match(await words(page, "do:pick"), /submerge: 1/);
  await shot(page, "decide-submerge");
  await press(page, "do:pick");
  await asked(page, "UK", "submerge");
  await press(page, "do:pick-all");
  assert.match((await orders(page)).at(-1), /^submerge 1 submarine$/);
  assert.equal((await state(page)).spaces["sz 37"].units.Japan.units.submarine, 2);
});

test("ships bombard before a landing", { timeout: 60_000 }, async (t) => {
  const page = await at(t, [
    "set war Japan UK", "put 1 transport (1 tank, 1 infantry) of Japan in sz 36",
    "put 1 battleship, 1 cruiser of Japan in sz 36", "put 2 infantry, 1 tank of UK in Malaya",
  ], ["move 1 transport, 1 battleship, 1 cruiser from sz 36 to sz 37"]);
  await tap(page, "stack:sz 37/Japan/transport");
  await fly(page, "Malaya");
  await shown(page, "tray");
  await press(page, "to:Malaya");
  assert.match((await orders(page)).at(-1), /^land .* on Malaya$/);
  await press(page, "do:end-phase");
  const now = await asked(page, "Japan", "bombard");
  assert.equal(now.kind, "bombard");
  await press(page, "do:pick-all");
  assert.match((await orders(page)).at(-1), /^bombard .*1 battleship/);
  assert.match(await words(page, "fact:dice"), /bombard/);
});

test("fighters rise against a raid, and bombers are divided among facilities", { timeout: 60_000 }, async (t) => {
  const page = await at(t, [
    "set war Japan UK", "put 6 strategic bombers of Japan in Siam",
    "put 1 airbase, 1 minor ic, 1 fighter, 1 infantry of UK in Shan State",
  ]);
  await tap(page, "stack:Siam/Japan/strategic_bomber");
  await shown(page, "to:Shan State");
  await page.getByTestId("to:Shan State").focus();
  await idle(page);
  await shot(page, "decide-raid");
  await press(page, "or:raid/Shan State/airbase");
  assert.match((await orders(page)).at(-1), /^bomb /);
  await press(page, "do:end-phase");
  await asked(page, "UK", "intercept");
  await page.locator("[data-testid^='pick:fighter/']").click();
  await press(page, "do:pick");
  assert.match((await orders(page)).at(-1), /^intercept 1 fighter$/);
  for (let n = 0; n < 9 && (await pending(page)).kind === "casualties"; n += 1) await press(page, "do:losses");
  await asked(page, "Japan", "aim");
  await press(page, "aim:strategic_bomber/airbase:+");
  await shot(page, "decide-aim");
  await press(page, "do:aim");
  assert.match((await orders(page)).at(-1), /^aim 1 strategic_bomber at airbase, 5 strategic_bomber at minor_ic$/);
  const hurt = (await state(page)).log.flatMap((entry) => entry.events).filter((event) => event.event === "bombed");
  assert.ok(hurt.length >= 1, JSON.stringify(hurt));
});

test("those who defend together agree on their losses, or not", { timeout: 60_000 }, async (t) => {
  for (const [answer, next] of [["do:agree", "retreat"], ["do:object", "casualties"]]) {
    const page = await at(t, [
      "set war Japan UK", "set war Japan ANZAC", "put 9 infantry, 9 tanks of Japan in Siam",
      "put 12 infantry of UK in Shan State", "put 1 infantry of ANZAC in Shan State",
    ], ["move 9 infantry, 9 tanks from Siam to Shan State"]);
    await press(page, "do:end-phase");
    await asked(page, "UK", "casualties");
    await shown(page, "do:losses");
    const hits = (await pending(page)).count;
    assert.match(await words(page, "fact:placed"), new RegExp(`${hits} of ${hits}`));
    await page.locator("[data-testid^='losss:infantry/'][data-testid$=':-']").first().click();
    const anzac = page.locator(".item", { hasText: "ANZAC" }).locator("[data-testid^='loss:']");
    if ((await anzac.getAttribute("aria-pressed")) === "false") await anzac.click();
    await press(page, "do:losses");
    await asked(page, "ANZAC", "agree");
    await shot(page, "decide-agree");
    await press(page, answer);
    let now = await pending(page);
    if (now.kind === "casualties" && next === "retreat") {
      await press(page, "do:losses");
      now = await pending(page);
    }
    assert.equal(now.power, "Japan");
    await page.context().close();
  }
});

test("a script offers: kamikazes at ships that have come near", { timeout: 60_000 }, async (t) => {
  const page = await at(t, [
    "set war Japan USA", "set counter kamikaze/unlocked 1", "put 1 cruiser of USA in sz 16",
    "put 1 submarine of Japan in sz 17", "set turn USA",
  ]);
  await tap(page, "stack:sz 16/USA/cruiser");
  await press(page, "to:sz 17");
  await press(page, "do:end-phase");
  const now = await asked(page, "Japan", "offer");
  assert.match(await words(page, "fact:question"), /[Kk]amikaze/);
  assert.equal(await page.getByTestId("do:answer").innerText(), "None of these");
  const choice = page.locator("[data-testid^='answer:0:']").first();
  await choice.click();
  await shot(page, "decide-kamikaze");
  assert.match(await words(page, "do:answer"), /1/);
  const tokens = now.choices.length;
  await press(page, "do:answer");
  assert.equal((await state(page)).counters["kamikaze/tokens"], 5, String(tokens));
});

test("aircraft without a home are sent somewhere", { timeout: 120_000 }, async (t) => {
  // The dice decide whether exactly the carrier is lost.
  for (let seed = 1; seed < 20; seed += 1) {
    const page = await at(t, [
      "set war Japan UK", "set war Japan ANZAC", "put 4 cruisers of Japan in sz 36", "put 1 carrier (2 fighters) of UK in sz 37",
    ], ["move 4 cruisers from sz 36 to sz 37", "end phase"], seed);
    const now = await homeless(page);
    if (now) {
      await shown(page, "decide:land");
      await press(page, `divert:${now.to[0]}`);
      assert.match((await orders(page)).at(-1), /^divert to /);
      return;
    }
    await page.context().close();
  }
  assert.fail("no dice took the carrier alone");
});

/** Loses the carrier and has the attacker go, if there were two hits; what is then asked of its aircraft. */
async function homeless(page) {
  const hits = await pending(page);
  if (hits.kind !== "casualties" || hits.power !== "UK" || hits.count !== 2) return null;
  await shown(page, "decide:casualties");
  for (const minus of await page.locator("[data-testid^='losss:'][data-testid$=':-']").all()) while (await minus.isEnabled()) await minus.click();
  const carrier = page.locator("[data-testid^='losss:carrier/'][data-testid$=':+']");
  await carrier.click();
  await carrier.click();
  await press(page, "do:losses");
  for (let n = 0; n < 3 && (await pending(page)).kind === "casualties"; n += 1) await press(page, "do:losses");
  if ((await pending(page)).kind === "retreat") await page.locator("[data-testid^='retreat:']").first().click();
  await idle(page);
  const now = await pending(page);
  return now.kind === "land" ? now : null;
}
