//! Every hook, from the script to the state: a transcript passes with the hook, and neither with
//! the hook under another name nor without a script.

use super::{chapter, theatre};
use sandtable::diag::Style;

/// A hook at work.
struct Row {
    hook: &'static str,
    script: &'static str,
    /// Lines of the pack besides `use rule`.
    lines: &'static str,
    /// What stands in the braces after `use rule`.
    given: &'static str,
    play: &'static str,
}

const fn row(hook: &'static str, script: &'static str, play: &'static str) -> Row {
    Row {
        hook,
        script,
        lines: "",
        given: "",
        play,
    }
}

/// Declarations, and what happens by itself.
const MOMENTS: &[Row] = &[
    Row {
        hook: "params",
        script: "fn params() { #{ gift: #{ type: \"number\", doc: \"IPC\" } } }\nfn phase_end(phase) { treasury(game.power, params.gift) }",
        lines: "",
        given: "{ gift: 7 }",
        play: "end phase\nexpect treasury Red 17\n",
    },
    row(
        "memory",
        "fn memory() { #{ ends: 3 } }\nfn phase_end(phase) { [remember(\"ends\", memory.ends + 1), treasury(game.power, memory.ends)] }",
        "end phase\nexpect treasury Red 13\nend phase\nexpect phase redeploy\nexpect treasury Red 22\n",
    ),
    row("setup_done", "fn setup_done() { treasury(power(\"Red\"), 5) }", "expect treasury Red 15\n"),
    row(
        "turn_begin",
        "fn turn_begin() { treasury(game.power, 5) }",
        "expect treasury Red 15\nskip to purchase\nexpect turn Green\nexpect treasury Green 15\n",
    ),
    row(
        "turn_end",
        "fn turn_end() { treasury(game.power, 5) }",
        "skip to purchase\nexpect turn Green\nexpect treasury Red 18\nexpect treasury Green 10\n",
    ),
    row(
        "phase_begin",
        "fn phase_begin(phase) { if phase.kind == \"combat move\" { treasury(game.power, 5) } }",
        "expect treasury Red 10\nend phase\nexpect treasury Red 15\nend phase\nexpect treasury Red 15\n",
    ),
    row(
        "phase_end",
        "fn phase_end(phase) { if phase.name == \"combat move\" { treasury(game.power, 5) } }",
        "end phase\nexpect treasury Red 10\nend phase\nexpect treasury Red 15\n",
    ),
    row(
        "moves_committed",
        "fn moves_committed() { if space(\"Middle Ground\").is_attacked { treasury(game.power, 5) } }",
        "put 1 infantry of Blue in Middle Ground\nset phase combat move\nmove 1 infantry from Red Hills to Middle Ground\n\
         expect treasury Red 10\ndice 6 6\nend phase\nexpect treasury Red 15\nexpect decision Red retreat\n",
    ),
    row(
        "round_end",
        "fn round_end() { treasury(power(\"Red\"), game.round * 5) }",
        "skip to purchase\nskip to purchase\nexpect turn Blue\nexpect treasury Red 13\nskip to purchase\nexpect round 2\nexpect treasury Red 18\n",
    ),
    row(
        "war_declared",
        "fn war_declared(by, on) { [treasury(by, 5), note(`${by.name} on ${on.name}`)] }",
        "end phase\ndeclare war on Grey\nexpect event \"Red on Grey\"\nexpect treasury Red 15\n",
    ),
    row(
        "captured",
        "fn captured(space, by) { treasury(by, space.income * 5) }",
        "end phase\nmove 1 infantry from Red Hills to Middle Ground\nend phase\nexpect treasury Red 15\n",
    ),
    row(
        "entered",
        "fn entered(space, by) { treasury(by, space.income) }",
        "set phase redeploy\nmove 1 infantry from Red Hills to Green Dale\nexpect treasury Red 12\n",
    ),
    row("run", "fn run() { treasury(game.power, 5) }", "end phase\nexpect treasury Red 15\n")
        .also("trigger \"Now\" at end of purchase of Red then run script rule"),
    row(
        "holds",
        "fn holds(power) { power == power(\"Red\") }",
        "skip to purchase\nexpect treasury Red 18\nskip to purchase\nexpect treasury Green 12\n",
    )
    .also("objective \"Ours\" for Red gains 5 when script rule\nobjective \"Theirs\" for Green gains 5 when script rule"),
    row(
        "resolve",
        "fn phase_end(phase) { offer(#{ to: game.power, text: \"How many?\", choices: [\"a\", \"b\", \"c\"], max: 3, carry: #{ each: 4 } }) }\n\
         fn resolve(carry, answer) { treasury(game.power, carry.each * answer.len()) }",
        "end phase\nexpect decision Red offer\nanswer a, c\nexpect treasury Red 18\nexpect phase combat move\n",
    ),
    row(
        "why_not",
        "fn phase_end(phase) { offer(#{ to: game.power, text: \"Where?\", choices: [space(\"Green Dale\")], max: 1, carry: \"hills\" }) }\n\
         fn resolve(carry, answer) { }\n\
         fn why_not(carry, named) { if type_of(named) == \"Space\" { `${named.name}: too many ${carry}` } }",
        "end phase\nexpect refused \"offer/choice\" saying \"Red Hills: too many hills\"\nanswer Red Hills\nanswer Green Dale\n",
    ),
];

/// Combat.
const COMBAT: &[Row] = &[
    row(
        "combat_stage_begin",
        "fn combat_stage_begin(stage) { if stage == \"others\" { treasury(game.power, 5) } }",
        FIGHT,
    ),
    row(
        "combat_stage_end",
        "fn combat_stage_end(stage) { if stage == \"others\" { treasury(game.power, 5) } }",
        FOUGHT,
    ),
    row(
        "battle_begin",
        "fn battle_begin(space) { treasury(game.power, space.income * 5) }",
        FIGHT,
    ),
    row(
        "battle_round",
        "fn battle_round(space) { treasury(game.power, space.income * 5) }",
        "put 1 infantry of Blue in Middle Ground\nset phase combat move\nmove 1 infantry from Red Hills to Middle Ground\n\
         dice 6 6 6 6\nend phase\nexpect treasury Red 10\npress\nexpect treasury Red 15\n",
    ),
    row(
        "battle_end",
        "fn battle_end(space) { treasury(game.power, space.income * 5) }",
        FOUGHT,
    ),
    row(
        "values",
        "fn values(volley, values) { if volley.role == \"attacker\" { values.map(|v| v + 200) } }",
        "put 1 infantry of Blue in Middle Ground\nset phase combat move\nmove 1 infantry from Red Hills to Middle Ground\n\
         dice 3 3\nend phase\nexpect control Middle Ground Red\nexpect units Red in Middle Ground: 1 infantry\n",
    ),
    row(
        "hits",
        "fn hits(volley, hits) { if volley.round == 1 && volley.role == \"defender\" { [#{ count: 1, targets: [unit_type(\"infantry\")] }] } }",
        "put 1 infantry of Blue in Middle Ground\nset phase combat move\nmove 1 infantry from Red Hills to Middle Ground\n\
         dice 6 6\nend phase\nexpect units Red in Middle Ground: none\nexpect units Blue in Middle Ground: 1 infantry\n",
    ),
];

/// A round of battle without a hit; Red is paid by then.
const FIGHT: &str = "put 1 infantry of Blue in Middle Ground\nset phase combat move\n\
                     move 1 infantry from Red Hills to Middle Ground\nexpect treasury Red 10\ndice 6 6\nend phase\n\
                     expect decision Red retreat\nexpect treasury Red 15\n";
/// A battle that Red breaks off; Red is paid then.
const FOUGHT: &str = "put 1 infantry of Blue in Middle Ground\nset phase combat move\n\
                      move 1 infantry from Red Hills to Middle Ground\ndice 6 6\nend phase\n\
                      expect treasury Red 10\nretreat\nexpect phase redeploy\nexpect treasury Red 15\n";

/// Money, and what may be done.
const QUESTIONS: &[Row] = &[
    row(
        "income",
        "fn income(power, lines) { line(lines[0].text, lines[0].amount * 2) }",
        "skip to purchase\nexpect treasury Red 19\nexpect event \"+6 territories\"\n",
    ),
    row(
        "may_buy",
        "fn may_buy(power, kind) { kind != unit_type(\"infantry\") }",
        "expect refused \"buy/not-for-sale\"\nbuy 1 infantry\nbuy 1 transport\nexpect treasury Red 3\n",
    ),
    row(
        "may_buy",
        "fn may_buy(power, kind) { true }",
        "set turn Green\nbuy 1 infantry\nexpect treasury Green 7\n",
    ),
    row(
        "price",
        "fn price(power, kind, price) { if kind == unit_type(\"infantry\") { price - 1 } }",
        "buy 2 infantry\nexpect treasury Red 6\n",
    ),
    row(
        "price",
        "fn price(power, kind, price) { if kind == unit_type(\"works\") { price - 3 } }",
        "upgrade Red Hills factory\nexpect treasury Red 5\n",
    ),
    row(
        "may_place",
        "fn may_place(power, kind, space) { if space.name == \"Middle Ground\" { true } }",
        "set control Middle Ground Red\nbuy 3 infantry\nskip to mobilize\nplace 3 infantry in Middle Ground\n\
         expect units Red in Middle Ground: 3 infantry\n",
    ),
    row(
        "may_place",
        "fn may_place(power, kind, space, count) { count < 3 }",
        "buy 3 infantry\nskip to mobilize\nexpect refused \"place/where\"\nplace 3 infantry in Red Hills\nplace 2 infantry in Red Hills\n",
    ),
    row(
        "may_place",
        "fn may_place(power, kind, space) { if kind.domain == \"facility\" { false } }",
        "set treasury Red 50\nset control Middle Ground Red\nexpect refused \"buy/no-site\"\nbuy 1 factory\n",
    ),
    row(
        "may_place",
        "fn may_place(power, kind, space) { if space.name == \"Red Hills\" { \"the hills are full\" } }",
        "set control Middle Ground Red\nput 1 factory of Red in Middle Ground\nbuy 1 infantry\nskip to mobilize\n\
         expect refused \"place/where\" saying \"the hills are full\"\nplace 1 infantry in Red Hills\n",
    ),
    row(
        "may_enter",
        "fn may_enter(power, kind, space) { if space.name == \"Green Dale\" { false } }",
        "set phase redeploy\nexpect refused \"rule/forbidden\"\nmove 1 infantry from Red Hills to Green Dale\n",
    ),
    row(
        "may_enter",
        "fn may_enter(power, kind, space) { if space.name == \"Middle Ground\" { true } }",
        "set phase redeploy\nmove 1 infantry from Red Hills to Middle Ground\nexpect units Red in Middle Ground: 1 infantry\n",
    ),
    row(
        "may_fly",
        "fn may_fly(power, kind, space) { if space.name == \"Green Dale\" { false } }",
        "put 1 fighter of Red in Red Hills\nset phase redeploy\nexpect refused \"rule/forbidden\"\nmove 1 fighter from Red Hills to Green Dale\n",
    ),
    row(
        "may_fly",
        "fn may_fly(power, kind, space) { if space.name == \"Grey Moor\" { true } }",
        "put 1 fighter of Red in Red Hills\nset phase redeploy\n\
         move 1 fighter from Red Hills via sz 1, Grey Moor, sz 2 to Green Dale\nexpect units Red in Green Dale: 1 fighter\n",
    ),
    row(
        "may_attack",
        "fn may_attack(power, kind, space) { if space.name == \"Middle Ground\" { false } }",
        "put 1 infantry of Blue in Middle Ground\nset control Middle Ground Blue\nset phase combat move\n\
         expect refused \"rule/forbidden\"\nmove 1 infantry from Red Hills to Middle Ground\n",
    ),
    row(
        "may_load",
        "fn may_load(power, kind, space) { false }",
        "put 1 transport of Red in sz 1\nset phase redeploy\nexpect refused \"rule/forbidden\"\nload 1 infantry from Red Hills on transport in sz 1\n",
    ),
    row(
        "may_load",
        "fn may_load(power, kind, space) { if kind.domain == \"land\" { true } }",
        "put 1 transport of Red in sz 1\nput 1 battleship of Blue in sz 1\nset phase redeploy\n\
         load 1 infantry from Red Hills on transport in sz 1\nexpect units Red in sz 1: 1 transport, 1 infantry\n",
    ),
    row(
        "may_load_before_sailing",
        "fn may_load_before_sailing(power, kind, space) { if space == space(\"sz 1\") { true } }",
        "put 1 transport of Red in sz 1\nput 1 battleship of Grey in sz 1\nset phase combat move\ndeclare war on Grey\n\
         load 1 infantry from Red Hills on transport in sz 1\nexpect units Red in sz 1: 1 transport, 1 infantry\n",
    ),
    row(
        "may_end",
        "fn may_end(power, kind, space) { if space == space(\"sz 2\") { false } }",
        "put 1 battleship of Red in sz 1\nset phase redeploy\nexpect refused \"rule/forbidden\"\nmove 1 battleship from sz 1 to sz 2\n",
    ),
    row(
        "may_pass",
        "fn may_pass(power, kind, space) { if space == space(\"sz 2\") { false } }",
        "put 1 battleship of Red in sz 1\nset phase redeploy\nexpect refused \"rule/forbidden\"\nmove 1 battleship from sz 1 via sz 2 to sz 1\n",
    ),
    row(
        "may_board",
        "fn may_board(power, kind, space) { power == power(\"Green\") }",
        "put 1 transport of Green in sz 1\nset phase redeploy\nexpect refused \"rule/forbidden\"\n\
         load 1 infantry from Red Hills on transport in sz 1\n",
    ),
    row(
        "may_use_facility",
        "fn may_use_facility(power, kind, space) { if power == power(\"Red\") { false } }",
        "put 1 battleship of Red in sz 2\nput 1 damage on battleship in sz 2\nend phase\nexpect damage battleship in sz 2: 1\n",
    ),
    row(
        "may_repair",
        "fn may_repair(power, kind, space) { false }",
        "put 2 damage on factory in Red Hills\nexpect refused \"rule/forbidden\"\nrepair Red Hills factory 2\n",
    ),
];

impl Row {
    const fn also(self, lines: &'static str) -> Self {
        Self { lines, ..self }
    }

    /// What is not as it should be.
    fn wrong(&self) -> Option<String> {
        let Self {
            hook,
            script,
            lines,
            given,
            play,
        } = *self;
        let used = format!("use rule {given}\n{lines}");
        let failed = theatre::failures(script, &used, play);
        if !failed.is_empty() {
            return Some(format!("{hook}: {failed}"));
        }
        let renamed = script.replace(&format!("fn {hook}("), "fn nobody_calls_this(");
        if renamed == script {
            return Some(format!("{hook}: the script does not have it"));
        }
        if theatre::failures(&renamed, &used, play).is_empty() {
            return Some(format!("{hook}: the transcript passes without the hook"));
        }
        let bare = format!("use rule\n{lines}");
        theatre::failures("", &bare, play)
            .is_empty()
            .then(|| format!("{hook}: the transcript passes without the script"))
    }
}

fn hold(rows: &[Row]) {
    let wrong: Vec<String> = rows.iter().filter_map(Row::wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn moments_are_heard() {
    hold(MOMENTS);
}

#[test]
fn battles_are_heard() {
    hold(COMBAT);
}

#[test]
fn questions_are_answered() {
    hold(QUESTIONS);
}

#[test]
fn no_hook_lacks_a_row() {
    let rows: Vec<&str> = [MOMENTS, COMBAT, QUESTIONS]
        .into_iter()
        .flatten()
        .map(|row| row.hook)
        .collect();
    let hooks = chapter("Hooks", "### `");
    assert!(hooks.len() > 30, "{hooks:?}");
    let lacking: Vec<&String> = hooks
        .iter()
        .filter(|hook| !rows.contains(&hook.as_str()))
        .collect();
    assert!(lacking.is_empty(), "{lacking:?}");
}

#[test]
fn a_script_that_looks_at_those_who_fire_alone_says_so() {
    let says = |script: &str| {
        let opened = super::opened(script, "use rule");
        let opened = opened.unwrap_or_else(|p| panic!("{}", p.render(Style::Plain, 100)));
        let mut scripts = opened.hooks.in_battles().into_iter();
        scripts.all(|script| opened.hooks.by_shooters(script))
    };
    let body = |test: &str| {
        format!("fn values(volley, values) {{ if {test} {{ values[0] += 100; }} values }}")
    };
    for test in [
        "volley.value == \"attack\" && volley.role == \"attacker\"",
        "volley.shooters.some(|u| u.is_seaborne && u.damage == 0)",
        "volley.kinds[0] in unit_types(\"fighter\") || volley.kinds[0].value(\"attack\") > 100",
        "volley.round == 1 || 3 <= volley.round",
        "volley.space.is_sea && volley.space.capital_of != ()",
        "volley.space.owner == power(\"Red\")",
        "game.round > 2 && game.power.name == \"Red\"",
    ] {
        assert!(says(&body(test)), "{test}");
    }
    for test in [
        "volley.round % 2 == 1",
        "volley.round == volley.kinds.len()",
        "volley.round < 500",
        "volley.space.units(\"Red\").len() > 1",
        "volley.space.is_attacked",
        "game.phase.name == \"combat\" && game.round > 1",
        "volley.shooters[0].owner == power(\"Red\")",
        "space(\"Red Hills\").units(\"Red\").len() > 1",
    ] {
        assert!(!says(&body(test)), "{test}");
    }
    assert!(!says("fn battle_round(space) { call_off(space) }"));
    assert!(says("fn turn_begin() { note(`${game.round}`) }"));
}
