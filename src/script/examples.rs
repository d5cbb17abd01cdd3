//! An example for every hook, as the reference prints it; a test binds them all.

/// The example of a hook.
pub fn of(hook: &str) -> &'static str {
    let name = |code: &str| code["fn ".len()..].starts_with(&format!("{hook}("));
    EXAMPLES
        .iter()
        .find(|code| name(code))
        .map_or("", |code| code)
}

/// The examples; each begins with its hook.
pub const EXAMPLES: &[&str] = &[
    "fn params() {\n    #{ amount: #{ type: \"number\", min: 1, otherwise: 3, doc: \"IPC that are paid\" } }\n}",
    "fn memory() { #{ left: params.amount, awake: false, visited: no_spaces() } }",
    "fn setup_done() { game.powers.to_array().map(|p| treasury(p, 1)) }",
    "fn turn_begin() { if game.round == 1 { treasury(game.power, params.amount) } }",
    "fn turn_end() { if memory.left > 0 { remember(\"left\", memory.left - 1) } }",
    "fn phase_begin(phase) {\n    if phase.kind == \"custom\" {\n        let die = roll(1, 6)[0];\n        if die == 6 { note(\"a breakthrough\") }\n    }\n}",
    "fn phase_end(phase) { if phase.kind == \"purchase\" { note(`${game.power} is left with ${game.power.treasury}`) } }",
    "fn moves_committed() {\n    let zones = game.sea.filter(|z| z.is_attacked);\n    if zones.is_empty() { return; }\n    offer(#{ to: game.power, text: \"Silence the guns where?\", choices: zones, min: 0, carry: \"guns\" })\n}",
    "fn round_end() { if game.round == 10 { win(\"Warm\") } }",
    "fn war_declared(by, on) { treasury(on, 5) }",
    "fn captured(space, by) { if space.city != () { treasury(by, 2) } }",
    "fn entered(space, by, stays) { if stays { remember(\"visited\", memory.visited + space) } }",
    "fn combat_stage_begin(stage) { if stage == \"assaults\" { note(\"the landings begin\") } }",
    "fn combat_stage_end(stage) { note(`${stage} are over`) }",
    "fn battle_begin(space, kind) { if kind == \"land\" && space.militia > 0 { note(\"the militia looks on\") } }",
    "fn battle_round(space) { if space.is_sea && roll(1, 6)[0] == 1 { [note(\"a storm\"), call_off(space)] } }",
    "fn battle_end(space) { note(`${space.units(game.power).len()} of the attackers are left`) }",
    "fn resolve(carry, answer) { answer.map(|zone| silence(zone)) }",
    "fn why_not(carry, named) { if type_of(named) == \"Unit\" && !named.space.is_island { `${named.space.name} is no island` } }",
    "fn run() { add_units(game.power, game.unit_types.first, 1, game.power.land.first) }",
    "fn holds(power) { power.controls(game.land) >= 2 && power.holds_capital }",
    "fn income(power, lines) {\n    let total = 0;\n    for l in lines { total += l.amount; }\n    if total < 5 { line(\"relief\", 5 - total) }\n}",
    "fn may_buy(power, kind) { if kind.domain == \"facility\" && game.round < 3 { false } }",
    "fn price(power, kind, price) { if kind.domain == \"sea\" { price - 1 } }",
    "fn may_place(power, kind, space, count) { if space in power.taken || count > 3 { false } }",
    "fn may_enter(power, kind, space) { if space.is_island && kind.domain == \"land\" { false } }",
    "fn may_fly(power, kind, space) { if space.is_marked(\"storm\") { false } }",
    "fn may_attack(power, kind, space) { if game.round == 1 && space.capital_of != () { false } }",
    "fn may_end(power, kind, space) { if space.is_sea && space.borders.some(|b| b.city != ()) { false } }",
    "fn may_pass(power, kind, space) { if space.is_marked(\"storm\") { false } }",
    "fn may_load(power, kind, space) { if space.is_hostile_to(power) { false } }",
    "fn may_load_before_sailing(power, kind, space) { if space.is_hostile_to(power) { true } }",
    "fn may_board(power, kind, space) { if power.foes.is_empty { false } }",
    "fn may_use_facility(power, kind, space) { space.owner == power }",
    "fn may_repair(power, kind, space) { if space.newly_taken { false } }",
    "fn values(volley, values) {\n    // The first round counts double.\n    if volley.round == 1 { values.map(|v| v * 2) }\n}",
    "fn hits(volley, hits) {\n    // Walls: one hit on the defender of a capital is lost.\n    if volley.role == \"attacker\" && volley.space.capital_of != () && !hits.is_empty() {\n        hits[0].count = max(0, hits[0].count - 1);\n        hits\n    }\n}",
];
