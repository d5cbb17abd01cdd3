//! Whole games of random orders: nothing breaks, nothing that is refused leaves a trace, and the
//! same seed tells the same story to the byte.

use sandtable::ai::{Level, Planner, Player, Random};
use sandtable::game::dice::Stream;
use sandtable::kernel::{
    BOMBARD, Cx, INTERCEPT, Intent, NoHooks, Order, SUBMERGE, Shot, State, UnitIx, apply, begin,
    broken_invariant, check, legal, pending,
};
use sandtable::rules::{Id, PowerId, Rules, SiteKind, SpaceId, UnitTypeId};

fn stock() -> Rules {
    sandtable::pack::open("pacific-1940")
        .unwrap_or_else(|_| panic!("the stock pack loads"))
        .rules
}

/// Plays to the end of a round and returns the story: every event in words of its own.
fn story(
    rules: &Rules,
    seed: u64,
    rounds: u16,
    player: &mut dyn Player,
    look: &mut dyn FnMut(Cx<'_>, usize),
) -> String {
    let mut dice = Stream::new(seed);
    let (mut state, events) = begin(rules, &mut dice, &NoHooks).expect("the game begins");
    let mut story = format!("{events:?}");
    for step in 0.. {
        let cx = Cx::new(rules, &state, &NoHooks);
        let Some(decision) = pending(cx).filter(|_| state.round <= rounds) else {
            break;
        };
        look(cx, step);
        let order = player.answer(rules, &state, &NoHooks, &decision);
        let events = apply(rules, &mut state, &order, &mut dice, &NoHooks).unwrap_or_else(|r| {
            panic!(
                "seed {seed}, order {step}: {order:?}: {}",
                r.sentence(rules)
            )
        });
        assert_eq!(
            broken_invariant(rules, &state),
            None,
            "seed {seed}, order {step}: after {order:?}"
        );
        story += &format!("{events:?}\n");
    }
    format!("{story}{:016x}", state.digest())
}

fn random(seed: u64) -> Random<Stream> {
    Random::new(Stream::numbered(seed, 1))
}

#[test]
fn what_is_listed_may_be_ordered_and_nonsense_leaves_no_trace() {
    let rules = stock();
    for seed in 0..2 {
        story(&rules, seed, 3, &mut random(seed), &mut |cx, step| {
            if step % 40 != 0 {
                return;
            }
            let orders = legal(cx);
            assert!(
                !orders.is_empty(),
                "seed {seed}, order {step}: nothing may be ordered"
            );
            for order in &orders {
                assert_eq!(
                    check(cx, order),
                    Ok(()),
                    "seed {seed}, order {step}: {order:?} is listed"
                );
            }
            for order in nonsense(cx.state) {
                let mut state = cx.state.clone();
                let allowed = check(cx, &order).is_ok();
                let done =
                    apply(&rules, &mut state, &order, &mut Stream::new(seed), &NoHooks).is_ok();
                assert_eq!(
                    allowed, done,
                    "seed {seed}, order {step}: {order:?}: check and apply agree"
                );
                assert!(
                    done || state == *cx.state,
                    "seed {seed}, order {step}: refused {order:?} left a trace"
                );
            }
        });
    }
}

/// Orders of every kind that name what is not there, too much, or the wrong thing.
fn nonsense(state: &State) -> Vec<Order> {
    let last = u16::try_from(state.units.len()).expect("units have small indices");
    let units = [UnitIx(0), UnitIx(last / 2), UnitIx(last), UnitIx::NONE];
    let spaces = [SpaceId(0), SpaceId(90), SpaceId(9999), SpaceId(u16::MAX)];
    let mut orders = vec![
        Order::Buy(vec![]),
        Order::Buy(vec![(UnitTypeId(0), 0)]),
        Order::Buy(vec![(UnitTypeId(0), u16::MAX), (UnitTypeId(1), u16::MAX)]),
        Order::Buy(vec![(UnitTypeId(200), 1)]),
        Order::Declare(PowerId(200)),
        Order::Declare(PowerId(0)),
        Order::Casualties(vec![]),
        Order::Pick(SUBMERGE, vec![UnitIx::NONE]),
        Order::Pick(INTERCEPT, vec![UnitIx(0), UnitIx(0)]),
        Order::Pick(BOMBARD, vec![UnitIx(0), UnitIx(0)]),
        Order::Aim(vec![
            Shot {
                raider: UnitIx(0),
                target: UnitIx::NONE
            };
            2
        ]),
        Order::Press,
        Order::Agree,
        Order::Object,
        Order::Answer(vec![0, 0, 9]),
        Order::Answer(vec![]),
    ];
    for unit in units {
        orders.push(Order::Repair {
            facility: unit,
            points: u8::MAX,
        });
        orders.push(Order::Upgrade(unit));
        orders.push(Order::Load {
            units: vec![unit, unit],
            onto: unit,
        });
        orders.push(Order::Load {
            units: vec![],
            onto: unit,
        });
        orders.push(Order::Casualties(vec![unit; 3]));
        for space in spaces {
            orders.push(Order::Move {
                units: vec![unit],
                path: vec![space],
                intent: Intent::Pass,
            });
            orders.push(Order::Move {
                units: vec![unit],
                path: vec![],
                intent: Intent::Attack,
            });
            orders.push(Order::Move {
                units: vec![unit, unit],
                path: vec![space, SpaceId(1)],
                intent: Intent::Attack,
            });
            orders.push(Order::Raid {
                units: vec![unit],
                path: vec![space, space],
                target: unit,
            });
            orders.push(Order::Unload {
                units: vec![unit],
                to: space,
            });
            orders.push(Order::Land { unit, to: space });
            orders.push(Order::Retreat(space));
            orders.push(Order::Fight {
                space,
                kind: SiteKind::Land,
            });
            orders.push(Order::Place {
                kind: UnitTypeId(0),
                count: u16::MAX,
                space,
            });
            orders.push(Order::Place {
                kind: UnitTypeId(250),
                count: 0,
                space,
            });
        }
    }
    orders
}

#[test]
fn the_same_seed_tells_the_same_story() {
    let rules = stock();
    let tell = |seed| story(&rules, seed, 2, &mut random(seed), &mut |_, _| {});
    assert_eq!(tell(7), tell(7));
    assert_ne!(tell(7), tell(8));
}

#[test]
fn programs_play_ten_rounds_without_breaking_anything() {
    let rules = stock();
    let tell = || {
        story(
            &rules,
            3,
            10,
            &mut Planner::new(Level::EASY, 0),
            &mut |_, _| {},
        )
    };
    assert_eq!(tell(), tell());
}

#[test]
fn an_opening_position_is_small() {
    let rules = stock();
    let state = State::new(&rules);
    assert!(state.bytes() <= 8 * 1024, "{} bytes", state.bytes());
    assert_eq!(state.units.len(), 188);
    assert_eq!(rules.board.spaces.ids().map(Id::index).max(), Some(146));
}
