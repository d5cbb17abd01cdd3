//! Every effect, from the script to the state: a transcript passes with it and fails without a
//! script; what would leave a state that cannot be is refused with a report, at the line that asks.

use super::{chapter, theatre};

/// An effect at work.
struct Row {
    effect: &'static str,
    script: &'static str,
    play: &'static str,
}

const fn row(effect: &'static str, script: &'static str, play: &'static str) -> Row {
    Row {
        effect,
        script,
        play,
    }
}

/// The assault on Blue Plain whose guns are asked for, where they are not silent.
const ASSAULT: &str = "put 1 transport of Red in sz 1\nput 1 battleship of Red in sz 1\nput 1 infantry of Blue in Blue Plain\n\
                       set phase combat move\nload 1 infantry from Red Hills on transport in sz 1\n\
                       land 1 infantry from sz 1 on Blue Plain\ndice 1 6\nend phase\nexpect control Blue Plain Red\n";

const ROWS: &[Row] = &[
    row(
        "treasury",
        "fn phase_end(phase) { [treasury(power(\"Red\"), -4), treasury(power(\"Blue\"), 4)] }",
        "end phase\nexpect event \"Red loses 4 IPC\"\nexpect event \"Blue gets 4 IPC\"\nexpect treasury Red 6\nexpect treasury Blue 14\n",
    ),
    row(
        "treasury",
        "fn phase_end(phase) { let all = treasury(game.power, -game.power.treasury); [all, all] }",
        "end phase\nexpect treasury Red 0\n",
    ),
    row(
        "line",
        "fn income(power, lines) { line(\"tax\", -2) }",
        "skip to purchase\nexpect event \"tax\"\nexpect treasury Red 11\n",
    ),
    row(
        "line",
        "fn income(power, lines) { line(\"tax\", -999999) }",
        "skip to purchase\nexpect treasury Red 10\n",
    ),
    row(
        "add_units",
        "fn phase_end(phase) { if phase.kind == \"purchase\" { let at = space(\"Middle Ground\");\n\
         [add_units(power(\"Grey\"), unit_type(\"infantry\"), 2, at), add_units(power(\"Red\"), unit_type(\"factory\"), 1, at)] } }",
        "end phase\nexpect units Grey in Middle Ground: 2 infantry\nexpect units Red in Middle Ground: 1 factory\n",
    ),
    row(
        "add_units",
        "fn phase_end(phase) { if phase.kind == \"purchase\" { let one = add_units(power(\"Red\"), unit_type(\"yard\"), 1, space(\"Red Hills\")); [one, one] } }",
        "end phase\nexpect units Red in Red Hills: 1 factory, 1 yard, 3 infantry\n",
    ),
    row(
        "remove_units",
        "fn phase_end(phase) { if phase.kind == \"purchase\" { remove_units(\"Red\", \"infantry\", 2, space(\"Red Hills\")) } }",
        "end phase\nexpect units Red in Red Hills: 1 infantry\n",
    ),
    row(
        "remove_units",
        "fn phase_begin(phase) { if phase.kind == \"mobilize\" { remove_units(game.powers, game.unit_types, 200, space(\"sz 1\")) } }",
        "put 1 transport of Red in sz 1\nput 1 battleship of Red in sz 1\nset phase redeploy\n\
         load 2 infantry from Red Hills on transport in sz 1\nend phase\nexpect units in sz 1: none\nexpect units in Red Hills: 1 infantry\n",
    ),
    row(
        "set_allegiance",
        "fn phase_end(phase) { if phase.kind == \"purchase\" { [set_control(space(\"Grey Moor\"), ()), set_allegiance(space(\"Grey Moor\"), power(\"Blue\"))] }\n\
         else { note(`${space(\"Grey Moor\").allegiance.name} ${space(\"Grey Moor\").is_friendly_to(power(\"Blue\"))}`) } }",
        "end phase\nexpect event \"Grey Moor stands with Blue from now on\"\nexpect control Grey Moor nobody\nend phase\nexpect event \"Blue true\"\n",
    ),
    row(
        "set_control",
        "fn phase_end(phase) { [set_control(space(\"Blue Plain\"), power(\"Green\")), set_control(space(\"Grey Moor\"), ())] }",
        "end phase\nexpect control Blue Plain Green\nexpect units Green in Blue Plain: 1 factory\nexpect control Grey Moor nobody\n",
    ),
    row(
        "set_relation",
        "fn phase_end(phase) { [set_relation(\"Red\", [power(\"Grey\")], \"war\"), set_relation(\"Green\", \"Blue\", \"allied\")] }",
        "end phase\nexpect war Red Grey\nexpect war Grey Red\nexpect allied Blue Green\n",
    ),
    row(
        "declare_war",
        "fn phase_end(phase) { if phase.kind == \"purchase\" { declare_war(power(\"Grey\"), power(\"Red\")) } }\n\
         fn war_declared(by, on) { treasury(on, 1) }",
        "end phase\nexpect war Red Grey\nexpect treasury Red 11\n",
    ),
    row(
        "win",
        "fn phase_end(phase) { [win(\"South\"), win(\"North\")] }",
        "end phase\nexpect winner South\nexpect decision none\n",
    ),
    row(
        "remember",
        "fn memory() { #{ spaces: no_spaces(), sure: false, count: 0 } }\n\
         fn phase_end(phase) {\n    if memory.sure { return treasury(game.power, memory.spaces.len * 10 + memory.count); }\n    \
         [remember(\"spaces\", memory.spaces | game.sea), remember(\"sure\", true), remember(\"count\", 3)]\n}",
        "end phase\nexpect treasury Red 10\nend phase\nexpect treasury Red 56\n",
    ),
    row(
        "set_counter",
        "fn phase_end(phase) { [set_counter(\"tally\", -7), set_counter(\"alarm\", 1)] }",
        "end phase\nexpect counter tally -7\nexpect counter alarm 1\n",
    ),
    row(
        "add_counter",
        "fn phase_end(phase) { if phase.kind == \"purchase\" { let one = add_counter(\"tally\", counter(\"tally\")); [one, one] } }",
        "end phase\nexpect counter tally 6\n",
    ),
    row(
        "add_counter",
        "fn phase_end(phase) { if phase.kind == \"purchase\" { [add_counter(\"tally\", 2147483647), set_counter(\"alarm\", 1)] } }",
        "end phase\nexpect counter alarm 1\n",
    ),
    row(
        "note",
        "fn phase_end(phase) { note(`so ends ${phase.name}`) }",
        "end phase\nexpect event \"so ends purchase\"\n",
    ),
    row(
        "strike",
        "fn phase_end(phase) { if phase.kind == \"purchase\" { space(\"sz 1\").units(\"Blue\").map(|ship| strike(ship, 1)) } }",
        "put 1 battleship of Blue in sz 1\nput 1 transport of Blue in sz 1\nend phase\n\
         expect units in sz 1: 1 battleship\nexpect damage battleship in sz 1: 1\n",
    ),
    row(
        "strike",
        "fn phase_begin(phase) { if phase.kind == \"mobilize\" { let ship = game.units(game.sea, \"Red\", \"transport\")[0]; [strike(ship, 3), strike(ship, 1)] } }",
        "put 1 transport of Red in sz 1\nset phase redeploy\nload 2 infantry from Red Hills on transport in sz 1\nend phase\n\
         expect units in sz 1: none\nexpect units Red in Red Hills: 1 infantry\n",
    ),
    row(
        "scramble",
        "fn moves_committed() { scramble(space(\"Blue Plain\").units(\"Blue\", \"fighter\")[0], space(\"sz 1\")) }",
        "put 1 fighter of Blue in Blue Plain\nput 1 transport of Blue in sz 1\nput 1 battleship of Red in sz 2\nset phase combat move\n\
         move 1 battleship from sz 2 to sz 1\ndice 5 5\nend phase\nexpect units Blue in sz 1: 1 transport, 1 fighter\n\
         expect decision Red retreat\nretreat\nexpect units Blue in sz 1: 1 transport\nexpect units Blue in Blue Plain: 1 fighter\n",
    ),
    row(
        "scramble",
        "fn moves_committed() { let flyer = space(\"Blue Plain\").units(\"Blue\", \"fighter\")[0];\n\
         [scramble(flyer, space(\"sz 1\")), scramble(flyer, space(\"sz 2\"))] }",
        "put 1 fighter of Blue in Blue Plain\nset phase combat move\nend phase\nexpect event \"to sz 1\"\nexpect no event \"to sz 2\"\n\
         expect units in sz 1: none\nexpect units in sz 2: none\nexpect units Blue in Blue Plain: 1 fighter\n",
    ),
    row(
        "silence",
        "fn moves_committed() { silence(space(\"sz 1\")) }",
        ASSAULT,
    ),
    row(
        "call_off",
        "fn battle_begin(space) { call_off(space) }",
        "put 1 infantry of Blue in Middle Ground\nset phase combat move\nmove 1 infantry from Red Hills to Middle Ground\nend phase\n\
         expect phase redeploy\nexpect control Middle Ground nobody\nexpect units Blue in Middle Ground: 1 infantry\n",
    ),
    row(
        "skip_phase",
        "fn phase_begin(phase) { if phase.kind == \"combat move\" { skip_phase() } }",
        "end phase\nexpect phase redeploy\nexpect turn Red\n",
    ),
    row(
        "offer",
        "fn phase_end(phase) { if phase.kind == \"purchase\" {\n    \
         offer(#{ to: \"Blue\", text: \"Where?\", choices: game.land.filter(|l| l.is_land), min: 2, max: 3, repeat: true, carry: [game.round, power(\"Red\")] })\n} }\n\
         fn resolve(carry, spaces) { spaces.map(|s| treasury(carry[1], s.income * carry[0])) }",
        "end phase\nexpect decision Blue offer\nexpect refused \"offer/count\"\nanswer Red Hills\n\
         answer Red Hills, Red Hills, Green Dale\nexpect treasury Red 18\nexpect phase combat move\n",
    ),
];

/// What is refused where it is asked for, and words of the report.
const REFUSED: &[(&str, &str, &str)] = &[
    (
        "treasury",
        "treasury(power(\"Red\"), -11)",
        "cannot be taken from Red, who has 10",
    ),
    (
        "treasury",
        "treasury(power(\"Grey\"), 5000000)",
        "is no amount of IPC",
    ),
    ("line", "[line(\"tax\", -5000000)]", "is no amount of IPC"),
    (
        "line",
        "line(\"tax\", 5)",
        "an effect, an array of effects or nothing is wanted",
    ),
    (
        "add_units",
        "add_units(power(\"Red\"), unit_type(\"infantry\"), 1, space(\"sz 1\"))",
        "cannot be in",
    ),
    (
        "add_units",
        "add_units(power(\"Red\"), unit_type(\"transport\"), 1, space(\"Red Hills\"))",
        "cannot be in Red Hills",
    ),
    (
        "add_units",
        "add_units(power(\"Red\"), unit_type(\"works\"), 1, space(\"Red Hills\"))",
        "has such a facility already",
    ),
    (
        "add_units",
        "add_units(power(\"Red\"), unit_type(\"yard\"), 2, space(\"Red Hills\"))",
        "one yard at most",
    ),
    (
        "add_units",
        "add_units(power(\"Red\"), unit_type(\"infantry\"), 201, space(\"Red Hills\"))",
        "is no number of units",
    ),
    (
        "remove_units",
        "remove_units(\"Red\", \"infantry\", -1, space(\"Red Hills\"))",
        "is no number of units",
    ),
    (
        "remove_units",
        "remove_units(\"Pink\", \"infantry\", 1, space(\"Red Hills\"))",
        "there is no power `Pink`",
    ),
    (
        "set_control",
        "set_control(space(\"sz 1\"), power(\"Red\"))",
        "nobody can control",
    ),
    (
        "set_control",
        "set_control(space(\"Grey Moor\"), \"Red\")",
        "a power or `()` is wanted, not a text",
    ),
    (
        "set_allegiance",
        "set_allegiance(space(\"sz 1\"), power(\"Red\"))",
        "nobody can control",
    ),
    (
        "set_relation",
        "set_relation(\"Red\", \"Red\", \"war\")",
        "always its own ally",
    ),
    (
        "set_relation",
        "set_relation(\"Red\", \"Blue\", \"peace\")",
        "there is no relation `peace`",
    ),
    (
        "declare_war",
        "declare_war(power(\"Red\"), power(\"Green\"))",
        "friends or at war",
    ),
    ("win", "win(\"Ea\" + \"st\")", "there is no side `East`"),
    (
        "remember",
        "remember(\"count\", true)",
        "remembers a number",
    ),
    (
        "set_counter",
        "set_counter(\"tal\" + \"lly\", 1)",
        "did you mean `tally`",
    ),
    (
        "set_counter",
        "set_counter(\"tally\", 5000000000)",
        "is no value of a counter",
    ),
    (
        "add_counter",
        "add_counter(\"al\" + \"arms\", 1)",
        "did you mean `alarm`",
    ),
    (
        "note",
        "let a = \"\"; for i in 0..501 { a += \"x\"; } note(a)",
        "longer than 500 characters",
    ),
    (
        "strike",
        "strike(space(\"Red Hills\").units(\"Red\", \"factory\")[0], 101)",
        "is no number of hits",
    ),
    (
        "strike",
        "strike(space(\"Red Hills\").units(\"Red\", \"infantry\")[0], 0)",
        "is no number of hits",
    ),
    (
        "scramble",
        "scramble(space(\"Red Hills\").units(\"Red\", \"infantry\")[0], space(\"sz 1\"))",
        "only aircraft",
    ),
    ("silence", "silence(space(\"Red Hills\"))", "is no sea zone"),
    (
        "call_off",
        "call_off(\"Red Hills\")",
        "no function `call_off",
    ),
    ("skip_phase", "[skip_phase(), 1]", "wanted, not a number"),
    (
        "offer",
        "offer(#{ to: \"Grey\", text: \"?\", choices: [\"a\"] })",
        "a power without a player",
    ),
    (
        "offer",
        "offer(#{ to: \"Red\", text: \"?\", choices: [\"a\"], min: 2, max: 2 })",
        "nobody can choose",
    ),
    (
        "offer",
        "offer(#{ to: \"Red\", text: \"?\", choices: [game.power] })",
        "a choice is a unit, a space or a text",
    ),
];

impl Row {
    /// What is not as it should be.
    fn wrong(&self) -> Option<String> {
        let Self {
            effect,
            script,
            play,
        } = *self;
        let failed = theatre::failures(script, "use rule", play);
        if !failed.is_empty() {
            return Some(format!("{effect}: {failed}"));
        }
        theatre::failures("", "use rule", play)
            .is_empty()
            .then(|| format!("{effect}: the transcript passes without the script"))
    }
}

#[test]
fn effects_change_the_state_as_they_say() {
    let wrong: Vec<String> = ROWS.iter().filter_map(Row::wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// What is not as it should be with an effect that must be refused.
fn accepted(&(effect, code, words): &(&str, &str, &str)) -> Option<String> {
    let script = format!(
        "fn memory() {{ #{{ count: 0 }} }}\nfn resolve(carry, answer) {{ }}\nfn phase_end(phase) {{ {code} }}\n"
    );
    let report = theatre::failures(&script, "use rule", "end phase\n");
    let shown = report.contains(words) && report.contains("rule.rhai:3");
    (!shown).then(|| format!("{effect}: no `{words}` in\n{report}"))
}

#[test]
fn what_cannot_be_is_refused_with_a_report() {
    let wrong: Vec<String> = REFUSED.iter().filter_map(accepted).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn no_effect_lacks_a_row() {
    let effects = chapter("Effects", "- `");
    assert!(effects.len() > 15, "{effects:?}");
    let lacks = |effect: &&String| {
        !ROWS.iter().any(|row| row.effect == effect.as_str())
            || !REFUSED.iter().any(|(name, ..)| *name == effect.as_str())
    };
    let lacking: Vec<&String> = effects.iter().filter(lacks).collect();
    assert!(lacking.is_empty(), "{lacking:?}");
}
