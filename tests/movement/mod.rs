//! Movement in random games of the stock scenario: what is listed may be ordered, what may be
//! ordered is listed, nothing breaks and every phase can be ended.

use sandtable::game::dice::Stream;
use sandtable::kernel::{
    self, Cx, Decision, DecisionKind, Intent, NoHooks, Order, State, UnitIx, apply,
    broken_invariant, check, legal, pending, route,
};
use sandtable::rules::{Id, PhaseKind, Rules, SpaceId};

#[test]
fn random_games_keep_to_the_laws_of_movement() {
    let packs = env!("CARGO_MANIFEST_DIR").to_owned() + "/tests/battle/packs/airborne";
    for (pack, seed, orders) in [
        ("pacific-1940", 0, 300),
        ("pacific-1940", 1, 300),
        (&packs, 2, 400),
    ] {
        let rules = sandtable::pack::open(pack)
            .unwrap_or_else(|_| panic!("the pack loads"))
            .rules;
        play(&rules, seed, orders);
    }
}

fn play(rules: &Rules, seed: u64, orders: usize) {
    let mut dice = Stream::new(seed);
    let (mut state, _) = kernel::begin(rules, &mut dice, &NoHooks).expect("the game begins");
    for step in 0..orders {
        let cx = Cx::new(rules, &state, &NoHooks);
        let Some(decision) = pending(cx) else {
            return;
        };
        let options = legal(cx);
        assert!(
            !options.is_empty(),
            "seed {seed} step {step}: {decision:?} has no answer"
        );
        let moving = matches!(
            decision.kind,
            DecisionKind::Phase(PhaseKind::CombatMove | PhaseKind::NoncombatMove)
        );
        if moving && step % 8 == 0 {
            for order in &options {
                assert_eq!(
                    check(cx, order),
                    Ok(()),
                    "seed {seed} step {step}: {order:?} is listed"
                );
            }
            listed(cx, &options, &mut dice);
        }
        let order = pick(&decision, &options, &mut dice);
        apply(rules, &mut state, &order, &mut dice, &NoHooks).unwrap_or_else(|r| {
            panic!(
                "seed {seed} step {step}: {order:?}: {:?} {}",
                r.code,
                r.sentence(rules)
            )
        });
        assert_eq!(
            broken_invariant(rules, &state),
            None,
            "seed {seed} step {step}: after {order:?}"
        );
    }
}

/// Any option, but phases of movement end sooner or later.
fn pick(decision: &Decision, options: &[Order], dice: &mut Stream) -> Order {
    let phase = matches!(decision.kind, DecisionKind::Phase(_));
    if phase && options.contains(&Order::EndPhase) && dice.below(12) == 0 {
        return Order::EndPhase;
    }
    options[usize::try_from(dice.below(options.len() as u64)).expect("an index")].clone()
}

/// What a unit may be ordered to do is listed for it or for one just like it.
fn listed(cx: Cx<'_>, options: &[Order], dice: &mut Stream) {
    let own: Vec<UnitIx> = cx
        .state
        .all()
        .filter(|(_, u)| u.owner == cx.active())
        .map(|(ix, _)| ix)
        .collect();
    for _ in 0..30 {
        let unit = own[usize::try_from(dice.below(own.len() as u64)).expect("an index")];
        let to = SpaceId::new(
            usize::try_from(dice.below(cx.rules.board.spaces.len() as u64)).expect("an index"),
        );
        for intent in [Intent::Pass, Intent::Attack] {
            let Ok(path) = route(cx, &[unit], to, &[], intent) else {
                continue;
            };
            if check(
                cx,
                &Order::Move {
                    units: vec![unit],
                    path: path.clone(),
                    intent,
                },
            )
            .is_err()
            {
                continue;
            }
            let alike = |o: &Order| match o {
                // A declared attack on what must be fought anyway is the same as none.
                Order::Move {
                    units,
                    path: other,
                    intent: i,
                } => {
                    let same = *i == intent || intent == Intent::Attack;
                    same && units.len() == 1 && *other == path && like(cx.state, units[0], unit)
                }
                _ => false,
            };
            assert!(
                options.iter().any(alike),
                "{:?} along {path:?} is not listed",
                cx.state.unit(unit)
            );
        }
    }
}

fn like(state: &State, a: UnitIx, b: UnitIx) -> bool {
    state.unit(a) == state.unit(b)
}
