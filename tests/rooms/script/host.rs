//! What `script/host.rs` promises, on the bay: hooks, offers, dice, memory, errors.

use sandtable::diag::{Problems, Source, Style};
use sandtable::kernel::{
    Choice, Cx, Event, Fault, Hooks, IncomeLine, Offer, Order, Origin, Outcome, Plain, Scripted,
    State, View, Wants, apply, pending,
};
use sandtable::rules::{
    Action, Effect, Moment, Param, PhaseKind, Rules, Special, SpecialId, Verdict,
};
use sandtable::script::{Host, bind};

use super::super::bay::*;

const SCRIPT: SpecialId = SpecialId(0);

/// Binds a script called `rule` with parameters.
fn bound(text: &str, params: Vec<(String, Param)>) -> Result<(Rules, Host), String> {
    let mut rules = rules();
    rules.specials.push(Special {
        name: "rule".to_owned(),
        params,
    });
    let mut problems = Problems::default();
    let find = |name: &str| {
        (name == "rule").then(|| Source {
            name: "rule.rhai".to_owned(),
            text: text.into(),
        })
    };
    match bind(rules, &[], &find, &mut problems) {
        Some(host) => Ok((Rules::clone(host.rules()), host)),
        None => Err(problems.render(Style::Plain, 100)),
    }
}

fn host(text: &str) -> (Rules, Host) {
    bound(text, Vec::new()).unwrap_or_else(|report| panic!("{report}"))
}

fn at(
    rules: &Rules,
    host: &Host,
    state: &State,
    moment: Moment,
    dice: &[u8],
) -> Result<Vec<Outcome>, Fault> {
    let wanted = host.at(
        SCRIPT,
        moment,
        &mut Scripted::new(dice.iter().copied()),
        View::new(rules, state),
    );
    heard(host, wanted)
}

/// What a script said, or that it failed.
fn heard<T>(host: &Host, said: T) -> Result<T, Fault> {
    match host.take_faults().pop() {
        Some(fault) => Err(fault),
        None => Ok(said),
    }
}

#[test]
fn a_moment_brings_effects() {
    let (rules, host) = host(
        "fn turn_begin() { [treasury(game.power, 5), add_units(power(\"blue\"), unit_type(\"Walker\"), 2, space(\"far\")), note(`round ${game.round}`)] }",
    );
    let state = state(&rules);
    assert!(host.listens(Moment::TurnBegin) && !host.listens(Moment::TurnEnd));
    let wanted = at(&rules, &host, &state, Moment::TurnBegin, &[]).unwrap();
    assert_eq!(wanted.len(), 3);
    assert_eq!(wanted[0], Outcome::Effect(Effect::Treasury(RED, 5)));
    assert_eq!(wanted[2], Outcome::Note(SCRIPT, "round 1".to_owned()));
    assert!(
        at(&rules, &host, &state, Moment::TurnEnd, &[])
            .unwrap()
            .is_empty()
    );
}

#[test]
fn dice_come_from_the_game_in_order() {
    let (rules, host) = host(
        "fn round_end() { let a = roll(2, 6); let b = roll(1, a[0]); [note(`${a[0]} ${a[1]} ${b[0]}`)] } fn may_buy(p, k) { roll(1, 6); true }",
    );
    let state = state(&rules);
    let mut dice = Scripted::new([4, 6, 3, 2]);
    let wanted = host.at(
        SCRIPT,
        Moment::RoundEnd,
        &mut dice,
        View::new(&rules, &state),
    );
    assert_eq!(wanted, [Outcome::Note(SCRIPT, "4 6 3".to_owned())]);
    assert_eq!(
        dice.left(),
        1,
        "each die is drawn once, however often the script runs"
    );
    let said = host.may(Wants::Buy, RED, WALKER, View::new(&rules, &state));
    let fault = heard(&host, said).unwrap_err();
    assert!(
        fault.report.contains("no dice can be rolled here"),
        "{}",
        fault.report
    );
}

#[test]
fn verdicts_prices_and_conditions() {
    let (rules, host) = host(
        "fn may_enter(power, kind, space) { if space == space(\"Far\") { false } }
         fn may_buy(power, kind) { if kind.name == \"flyer\" { power.treasury > 20 } }
         fn price(power, kind, price) { if power.name == \"Red\" { price - 1 } }
         fn holds(power) { power.controls([\"Home\", \"Hill\"]) == 2 }",
    );
    let state = state(&rules);
    let view = View::new(&rules, &state);
    let may = |action, space| host.may(Wants::Act(action, space), RED, WALKER, view);
    let enter = |space| may(Action::Enter, space);
    assert_eq!(enter(FAR).map(|r| r.verdict), Some(Verdict::Forbid));
    assert_eq!(enter(HOME), None);
    assert_eq!(may(Action::Fly, FAR), None);
    assert_eq!(
        host.may(Wants::Buy, RED, FLYER, view).map(|r| r.verdict),
        Some(Verdict::Allow)
    );
    assert_eq!(
        host.may(Wants::Buy, BLUE, FLYER, view).map(|r| r.verdict),
        Some(Verdict::Forbid)
    );
    assert_eq!(
        (
            host.price(RED, FLYER, 10, view),
            host.price(BLUE, FLYER, 10, view)
        ),
        (9, 10)
    );
    assert!(host.holds(SCRIPT, RED, view) && !host.holds(SCRIPT, BLUE, view));
}

#[test]
fn accounts_gain_lines() {
    let (rules, host) = host(
        "fn income(power, lines) { let had = 0; for l in lines { had += l.amount; } [line(`tax on ${lines[0].text}`, -(had / 2)), line(\"luck\", roll(1, 6)[0])] }",
    );
    let state = state(&rules);
    let mut account = vec![IncomeLine::Territories { ipc: 7 }];
    host.income(
        RED,
        &mut account,
        &mut Scripted::new([5]),
        View::new(&rules, &state),
    );
    let special = |text: &str, n| IncomeLine::Script {
        script: SCRIPT,
        name: text.to_owned(),
        seat: None,
        ipc: n,
    };
    assert_eq!(
        account,
        [
            IncomeLine::Territories { ipc: 7 },
            special("tax on territories", -3),
            special("luck", 5)
        ]
    );
}

const OFFERS: &str = r#"
    fn memory() { #{ asked: 0, open: true, seen: no_spaces() } }
    fn phase_begin(phase) {
        if phase.kind != "combat move" || !memory.open { return; }
        offer(#{ to: game.power, text: "Where?", choices: [space("Home"), space("Hill")], max: 2, carry: #{ extra: [1, "x", game.power] } })
    }
    fn resolve(carry, answer) {
        let seen = if carry.extra == () { memory.seen } else { memory.seen | spaces(answer) };
        let wanted = [remember("asked", memory.asked + answer.len()), remember("seen", seen), remember("open", false)];
        if carry.extra != () && carry.extra[0] == 1 {
            wanted.push(offer(#{ to: "Blue", text: "And you?", choices: ["yes", "no"], carry: #{ extra: () } }));
        }
        wanted
    }
"#;

#[test]
fn offers_are_answered_remembered_and_followed() {
    let (rules, host) = host(OFFERS);
    let mut state = state(&rules);
    let mut dice = Scripted::default();
    let digest = |state: &State| state.digest();
    apply(&rules, &mut state, &Order::EndPhase, &mut dice, &host).unwrap();
    let waits = |state: &State| pending(Cx::new(&rules, state, &host)).unwrap();
    assert_eq!(
        (waits(&state).power, waits(&state).kind.name()),
        (RED, "offer")
    );
    // A game with an open offer is plain data: a copy of it goes the same way.
    let mut copy = state.clone();
    for game in [&mut state, &mut copy] {
        apply(&rules, game, &Order::Answer(vec![1, 0]), &mut dice, &host).unwrap();
        assert_eq!(waits(game).power, BLUE);
        apply(&rules, game, &Order::Answer(vec![1]), &mut dice, &host).unwrap();
    }
    assert_eq!(digest(&state), digest(&copy));
    assert_eq!(waits(&state).kind.name(), "combat-move");
    let remembered: Vec<(&str, i32)> = rules
        .counters
        .values()
        .map(|c| c.name.as_str())
        .zip(state.counters.iter().copied())
        .collect();
    assert_eq!(
        remembered,
        [("rule/asked", 3), ("rule/open", 0), ("rule/seen", 3)]
    );
}

#[test]
fn volleys_can_be_changed() {
    use sandtable::kernel::{Hits, VolleyView};
    use sandtable::rules::{AttrId, Role};
    let (rules, host) = host(
        "fn values(volley, values) { if volley.round == 1 && volley.role == \"attacker\" { values.map(|v| v * 2) } }
         fn hits(volley, hits) { hits[0].count = hits[0].count - 1; hits }",
    );
    let mut state = state(&rules);
    let shooter = put(&mut state, WALKER, RED, HILL, 1);
    let view = View::new(&rules, &state);
    let volley = VolleyView {
        space: HILL,
        role: Role::Attacker,
        round: 1,
        value: AttrId(0),
        shooters: vec![(shooter, WALKER)],
    };
    let mut values = [150];
    host.values(&volley, &mut values, view);
    assert_eq!(values, [300]);
    let mut hits = vec![Hits {
        targets: set(&[WALKER]),
        count: 2,
    }];
    host.hits(&volley, &mut hits, view);
    assert_eq!(
        hits,
        [Hits {
            targets: set(&[WALKER]),
            count: 1
        }]
    );
}

const DECLARES: &str = r#"
    fn params() {
        #{
            amount: #{ type: "number", min: 1, max: 9, otherwise: 3, doc: "how much" },
            zones: #{ type: "spaces", doc: "where" },
            who: #{ type: "power", optional: true, doc: "who" },
            soft_start: #{ type: "flag", otherwise: false, doc: "whether it starts softly" },
        }
    }
    fn turn_begin() {
        if params.who != () { note(`${params.amount} ${params.who.name} ${params.zones} ${params.soft_start}`) }
    }
"#;

fn given(name: &str, value: Param) -> (String, Param) {
    (name.to_owned(), value)
}

#[test]
fn parameters_reach_the_script() {
    let all = vec![
        given("zones", Param::Spaces(set(&[BAY, DEEP]))),
        given("who", Param::Powers(set(&[BLUE]))),
        given("soft start", Param::Flag(true)),
    ];
    let (rules, host) = bound(DECLARES, all).unwrap();
    let state = state(&rules);
    let wanted = at(&rules, &host, &state, Moment::TurnBegin, &[]).unwrap();
    assert_eq!(
        wanted,
        [Outcome::Note(SCRIPT, "3 Blue sz 1, sz 2 true".to_owned())]
    );
    let (_, silent) = bound(DECLARES, vec![given("zones", Param::Spaces(set(&[BAY])))]).unwrap();
    assert!(
        at(&rules, &silent, &state, Moment::TurnBegin, &[])
            .unwrap()
            .is_empty()
    );
}

#[test]
fn parameters_are_checked() {
    let zones = || given("zones", Param::Spaces(set(&[BAY])));
    let report = |params| bound(DECLARES, params).unwrap_err();
    assert!(report(vec![]).contains("needs the parameter `zones`"));
    assert!(
        report(vec![zones(), given("amuont", Param::Number(3))]).contains("did you mean `amount`?")
    );
    assert!(
        report(vec![zones(), given("amount", Param::Number(10))]).contains("must be from 1 to 9")
    );
    assert!(
        report(vec![zones(), given("amount", Param::Text("3".to_owned()))])
            .contains("is given as a text, but must be a whole number")
    );
    assert!(
        report(vec![
            zones(),
            given("who", Param::Powers(set(&[RED, BLUE])))
        ])
        .contains("exactly one, not 2 (`Red`, `Blue`)")
    );
}

#[test]
fn a_script_that_fails_stops_nothing() {
    let (rules, host) = host("fn phase_begin(phase) { let a = [1]; a[phase.name.len() + 5] }");
    let mut state = state(&rules);
    let mut dice = Scripted::default();
    let phase = state.phase;
    apply(&rules, &mut state, &Order::EndPhase, &mut dice, &host).expect("the game goes on");
    assert_ne!(state.phase, phase);
    let fault = heard(&host, ()).unwrap_err();
    let report = fault.report;
    assert!(
        report.contains("none with the index")
            && report.contains("rule.rhai")
            && report.contains("while `phase_begin` ran"),
        "{report}"
    );
}

#[test]
fn scripts_of_a_pack_are_asked_in_turn() {
    let mut rules = rules();
    for name in ["one", "two"] {
        rules.specials.push(Special {
            name: name.to_owned(),
            params: Vec::new(),
        });
    }
    let find = |name: &str| {
        let text = match name {
            "one" => "fn phase_begin(phase) { treasury(game.power, -game.power.treasury) }",
            _ => "fn phase_begin(phase) { note(`${game.power.treasury} left`) }",
        };
        Some(Source {
            name: name.to_owned(),
            text: text.into(),
        })
    };
    let host = bind(rules, &[], &find, &mut Problems::default()).unwrap();
    let rules = host.rules();
    let mut state = state(rules);
    let events = apply(
        rules,
        &mut state,
        &Order::EndPhase,
        &mut Scripted::default(),
        &host,
    )
    .unwrap();
    assert!(
        events.contains(&Event::Note {
            script: SpecialId(1),
            says: "0 left".to_owned()
        }),
        "the second sees what the first has done: {events:?}"
    );
}

#[test]
fn phases_can_be_skipped() {
    let (rules, host) =
        host("fn phase_begin(phase) { if phase.kind == \"combat move\" { skip_phase() } }");
    let mut state = state(&rules);
    apply(
        &rules,
        &mut state,
        &Order::EndPhase,
        &mut Scripted::default(),
        &host,
    )
    .unwrap();
    assert_eq!(
        (state.active(&rules), rules.turn.phases[state.phase].kind),
        (BLUE, PhaseKind::Purchase)
    );
}

#[test]
fn a_trigger_runs_a_script() {
    let (rules, host) = host("fn run() { note(\"ran\") }");
    let state = state(&rules);
    let offer = Offer {
        origin: Origin::Special(SCRIPT, Plain::Nothing),
        power: RED,
        text: String::new(),
        choices: Vec::<Choice>::new(),
        min: 0,
        max: 0,
        repeat: false,
        here: None,
    };
    let wanted = host.resolve(
        &offer,
        &[],
        &mut Scripted::default(),
        View::new(&rules, &state),
    );
    assert_eq!(wanted, [Outcome::Note(SCRIPT, "ran".to_owned())]);
}

#[test]
fn what_scripts_print_can_be_read() {
    let (rules, host) = host("fn turn_begin() { print(space(\"Home\")); debug(game.round); }");
    at(&rules, &host, &state(&rules), Moment::TurnBegin, &[]).unwrap();
    let lines = host.take_trace();
    assert_eq!(lines[0], "rule: Home");
    assert!(lines[1].contains("line 1"), "{lines:?}");
    assert!(host.take_trace().is_empty());
}
