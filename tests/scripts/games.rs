//! Random games of the stock pack with every script in it, replayed to the byte.

use sandtable::game::dice::Stream;
use sandtable::game::open;
use sandtable::kernel::{Cx, DecisionKind, Event, Hooks, Order, State, apply, begin, broken_invariant, legal, pending};
use sandtable::rules::{PhaseKind, Rules};

/// Plays random orders and returns them, with everything that happened.
fn play(rules: &Rules, hooks: &dyn Hooks, seed: u64, orders: usize) -> (Vec<Order>, Vec<Event>, State, usize) {
    let mut dice = Stream::new(seed);
    let mut choices = Stream::numbered(seed, 1);
    let (mut state, mut events) = begin(rules, &mut dice, hooks).expect("it begins");
    let (mut log, mut offers) = (Vec::new(), 0);
    while log.len() < orders {
        let cx = Cx { rules, state: &state, hooks };
        let Some(decision) = pending(cx).expect("no script fails") else { break };
        let options = legal(cx).expect("no script fails");
        assert!(!options.is_empty(), "seed {seed}: {decision:?} has no answer");
        let phase = matches!(decision.kind, DecisionKind::Phase(_));
        offers += usize::from(matches!(decision.kind, DecisionKind::Offer(_)));
        // War is declared at once: without it most scripts have nothing to do.
        let war = options.iter().find(|o| matches!(o, Order::Declare(_)));
        let pick = usize::try_from(choices.below(options.len() as u64)).expect("an index");
        let order = match war {
            Some(war) => war.clone(),
            None if phase && options.contains(&Order::EndPhase) && choices.below(15) == 0 => Order::EndPhase,
            None => options[pick].clone(),
        };
        let happened = apply(rules, &mut state, &order, &mut dice, hooks)
            .unwrap_or_else(|r| panic!("seed {seed}: {order:?}: {}", r.sentence(rules)));
        assert_eq!(broken_invariant(rules, &state), None, "seed {seed}: after {order:?}");
        events.extend(happened);
        log.push(order);
    }
    let _ = PhaseKind::Income;
    (log, events, state, offers)
}

#[test]
fn random_games_with_scripts_replay_to_the_byte() {
    let opened = open("pacific-1940").unwrap_or_else(|_| panic!("the stock pack opens"));
    // A second host: compiled apart, it must come to the same.
    let again = open("pacific-1940").unwrap_or_else(|_| panic!("the stock pack opens"));
    assert_eq!(opened.rules.digest, again.rules.digest);
    let mut seen = 0;
    for seed in 0..2 {
        let (log, events, state, offers) = play(&opened.rules, &*opened.hooks, seed, 700);
        seen += offers;
        let mut dice = Stream::new(seed);
        let (mut copy, mut replayed) = begin(&again.rules, &mut dice, &*again.hooks).expect("it begins");
        for order in &log {
            replayed.extend(apply(&again.rules, &mut copy, order, &mut dice, &*again.hooks).expect("it was played before"));
        }
        assert_eq!((copy.digest(), &copy), (state.digest(), &state), "seed {seed}");
        assert!(replayed == events, "seed {seed}: the same happens");
    }
    println!("{seen} offers answered");
}
