//! What `pack/lint/reason.rs` promises: what is said of conditions is certain.

use proptest::prelude::*;
use sandtable::pack::Reason;
use sandtable::rules::{
    Asset, Board, Cmp, Cond, Count, Counter, CounterId, Effect, Id, Power, PowerId, PowerSet,
    Powers, Relation, Rules, Space, SpaceId, SpaceSet, Table, Terrain, Trigger, TurnPlan, When,
    Who,
};

const RED: PowerId = PowerId(0);
const BLUE: PowerId = PowerId(1);

fn power(name: &str) -> Power {
    Power {
        name: name.to_owned(),
        aliases: Vec::new(),
        side: None,
        plays: true,
        colour: String::new(),
        economies: Vec::new(),
    }
}

fn space(terrain: Terrain, closed: bool) -> Space {
    Space {
        name: String::new(),
        aliases: Vec::new(),
        terrain,
        income: 0,
        original: None,
        start: None,
        capital_of: None,
        city: None,
        island: false,
        closed,
        militia: 0,
        tags: Default::default(),
        at: (0, 0),
        borders: Vec::new(),
    }
}

/// Two open lands, a closed one and a sea zone; two powers; one counter that starts at 0.
fn rules() -> Rules {
    let spaces = [
        (Terrain::Land, false),
        (Terrain::Land, false),
        (Terrain::Land, true),
        (Terrain::Sea, false),
    ];
    let spaces = Table::from_vec(spaces.into_iter().map(|(t, c)| space(t, c)).collect());
    let mut rules = Rules {
        board: Board::new(spaces, Vec::new(), Table::default()),
        ..Rules::default()
    };
    rules.powers = Powers {
        powers: Table::from_vec(vec![power("Red"), power("Blue")]),
        ..Powers::default()
    };
    rules.powers.relations = vec![Relation::Neutral; 4];
    rules.turn = TurnPlan {
        order: vec![RED, BLUE],
        ..TurnPlan::default()
    };
    rules.counters = Table::from_vec(vec![Counter {
        name: "c".to_owned(),
        start: 0,
    }]);
    rules.setup.first_round = 1;
    rules
}

fn controls(power: PowerId, spaces: &[u16], at_least: u16) -> Cond {
    let spaces = spaces.iter().map(|s| SpaceId(*s)).collect();
    Cond::Have(Count {
        who: Who::Powers(PowerSet::only(power)),
        what: Asset::Controlled,
        spaces,
        at_least,
    })
}

fn all(parts: &[Cond]) -> Cond {
    Cond::All(parts.to_vec())
}

fn not(part: Cond) -> Cond {
    Cond::Not(Box::new(part))
}

#[test]
fn what_can_never_hold() {
    let rules = rules();
    let reason = Reason::new(&rules);
    for cond in [
        controls(RED, &[2], 1),
        controls(RED, &[0, 3], 2),
        controls(RED, &[0, 1], 3),
        all(&[controls(RED, &[0, 1], 2), controls(BLUE, &[1], 1)]),
        all(&[controls(RED, &[0], 1), not(controls(RED, &[0, 1], 1))]),
        all(&[Cond::Round(Cmp::More, 5), Cond::Round(Cmp::Less, 6)]),
        Cond::Round(Cmp::Less, 1),
        Cond::Counter(CounterId(0), Cmp::AtLeast, 1),
        all(&[
            Cond::OnTurn(PowerSet::only(RED)),
            Cond::OnTurn(PowerSet::only(BLUE)),
        ]),
        Cond::AtWar(
            Who::Powers(PowerSet::only(RED)),
            Who::Powers(PowerSet::only(BLUE)),
        ),
        Cond::Any(vec![]),
    ] {
        assert!(reason.never(&cond), "{cond:?}");
        assert!(reason.always(&not(cond.clone())), "{cond:?}");
    }
}

#[test]
fn what_may_hold() {
    let rules = rules();
    let reason = Reason::new(&rules);
    for cond in [
        controls(RED, &[0, 1], 2),
        all(&[controls(RED, &[0, 1], 1), controls(BLUE, &[0, 1], 1)]),
        all(&[controls(RED, &[0, 1], 1), not(controls(RED, &[0], 1))]),
        all(&[Cond::Round(Cmp::AtLeast, 5), Cond::Round(Cmp::AtMost, 5)]),
        Cond::Counter(CounterId(0), Cmp::Equal, 0),
    ] {
        assert!(!reason.never(&cond), "{cond:?}");
    }
}

#[test]
fn what_is_too_long_is_not_followed() {
    let rules = rules();
    let reason = Reason::new(&rules);
    let never = Cond::Round(Cmp::Less, 1);
    assert!(!reason.never(&Cond::Any(vec![never; 50_000])));
    let mut clash = vec![Cond::Round(Cmp::Less, 6); Reason::LONGEST];
    clash.push(Cond::Round(Cmp::More, 5));
    assert!(!reason.never(&all(&clash)) && reason.never(&all(&clash[1..])));
}

#[test]
fn counters_follow_the_triggers_that_can_fire() {
    let mut rules = rules();
    let set = |when: Cond, value| Trigger {
        name: String::new(),
        at: When::RoundEnd,
        when,
        once: false,
        effects: vec![Effect::SetCounter(CounterId(0), value)],
    };
    let one = Cond::Counter(CounterId(0), Cmp::Equal, 1);
    rules.acts.triggers.push(set(one.clone(), 1));
    assert!(
        Reason::new(&rules).never(&one),
        "only the counter itself would bring it about"
    );
    rules.acts.triggers.push(set(Cond::Round(Cmp::More, 2), 1));
    assert!(!Reason::new(&rules).never(&one));
}

fn conds() -> impl Strategy<Value = Cond> {
    let cmp = prop_oneof![
        Just(Cmp::Less),
        Just(Cmp::AtMost),
        Just(Cmp::Equal),
        Just(Cmp::AtLeast),
        Just(Cmp::More)
    ];
    let lands = proptest::collection::btree_set(0u16..4, 1..4)
        .prop_map(|s| s.into_iter().map(SpaceId).collect::<SpaceSet>());
    let leaf = prop_oneof![
        (cmp, 0u16..6).prop_map(|(cmp, n)| Cond::Round(cmp, n)),
        (0u8..2).prop_map(|p| Cond::OnTurn(PowerSet::only(PowerId(p)))),
        (0u8..2, lands, 0u16..4).prop_map(|(p, spaces, at_least)| {
            Cond::Have(Count {
                who: Who::Powers(PowerSet::only(PowerId(p))),
                what: Asset::Controlled,
                spaces,
                at_least,
            })
        }),
    ];
    leaf.prop_recursive(4, 16, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Cond::All),
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Cond::Any),
            inner.prop_map(not),
        ]
    })
}

/// Whether the condition holds in a round, on a turn, with these owners of the two open lands.
fn holds(cond: &Cond, round: u16, on_turn: PowerId, owners: [Option<PowerId>; 2]) -> bool {
    match cond {
        Cond::All(parts) => parts.iter().all(|c| holds(c, round, on_turn, owners)),
        Cond::Any(parts) => parts.iter().any(|c| holds(c, round, on_turn, owners)),
        Cond::Not(part) => !holds(part, round, on_turn, owners),
        Cond::Round(cmp, n) => cmp.holds(round.into(), (*n).into()),
        Cond::OnTurn(set) => set.has(on_turn),
        Cond::Have(Count {
            who: Who::Powers(set),
            what: Asset::Controlled,
            spaces,
            at_least,
        }) => {
            let held = |s: &SpaceId| {
                owners
                    .get(s.index())
                    .copied()
                    .flatten()
                    .is_some_and(|p| set.has(p))
            };
            spaces.iter().filter(held).count() >= usize::from(*at_least)
        }
        other => panic!("the strategy makes no {other:?}"),
    }
}

proptest! {
    /// Nothing that is said to be impossible happens in any of the states there are, nor anything said to be certain fails.
    #[test]
    fn what_is_said_is_certain(cond in conds()) {
        let rules = rules();
        let reason = Reason::new(&rules);
        let (never, always) = (reason.never(&cond), reason.always(&cond));
        let owners = [None, Some(RED), Some(BLUE)];
        for round in 1..8 {
            for on_turn in [RED, BLUE] {
                for pair in owners.iter().flat_map(|a| owners.iter().map(move |b| [*a, *b])) {
                    let held = holds(&cond, round, on_turn, pair);
                    prop_assert!(if held { !never } else { !always }, "{cond:?}");
                }
            }
        }
    }
}
