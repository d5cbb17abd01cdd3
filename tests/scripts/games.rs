//! Games of the stock pack with every script in it, played so that the scripts have much to do, and
//! replayed to the byte.

use crate::players::stock;
use sandtable::ai::{Level, Planner, Player};
use sandtable::game::Opened;
use sandtable::game::dice::Stream;
use sandtable::kernel::{
    Cx, Decision, DecisionKind, Event, IncomeLine, Order, Origin, State, apply, begin,
    broken_invariant, check, legal, pending,
};
use sandtable::rules::{Id, PhaseKind, SpecialId};
use sandtable::view::{Paint, describe_event};
use std::collections::BTreeMap;

/// Games, and orders in each.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=5;
const ORDERS: usize = 1000;

/// How often each script has done something, by its name.
type Tally = BTreeMap<String, usize>;

/// A game as it went.
struct Played {
    log: Vec<Order>,
    events: Vec<Event>,
    state: State,
}

/// The opening, with all at hand that scripts wait for: what unlocks strikes has happened.
fn opening(stock: &Opened, dice: &mut Stream) -> (State, Vec<Event>) {
    let (mut state, events) = begin(&stock.rules, dice, &*stock.hooks).expect("it begins");
    let unlocked = stock
        .rules
        .counters
        .iter()
        .find(|(_, c)| c.name.ends_with("/unlocked"))
        .expect("it is remembered")
        .0;
    state.counters[unlocked.index()] = 1;
    (state, events)
}

/// Gives the orders: war at once, a program for the phases with a raid of its own now and then, chance
/// for everything else.
struct Chooser<'a> {
    stock: &'a Opened,
    choices: Stream,
    program: Planner,
}

impl Chooser<'_> {
    fn order(&mut self, state: &State, decision: &Decision) -> Order {
        let cx = Cx::new(&self.stock.rules, state, &*self.stock.hooks);
        let DecisionKind::Phase(kind) = decision.kind else {
            // Offers are mostly taken up.
            let eager = self.choices.below(4) > 0;
            return self.any(cx, |order| !eager || *order != Order::Answer(Vec::new()));
        };
        if kind == PhaseKind::CombatMove {
            let mut wars = cx.rules.powers.powers.ids().map(Order::Declare);
            if let Some(war) = wars.find(|war| check(cx, war).is_ok()) {
                return war;
            }
            if self.choices.below(3) == 0 {
                return self.any(cx, |order| !matches!(order, Order::EndPhase));
            }
        }
        // What moves up behind the front brings no script on.
        if kind == PhaseKind::NoncombatMove
            && self.choices.below(3) == 0
            && check(cx, &Order::EndPhase).is_ok()
        {
            return Order::EndPhase;
        }
        self.program.answer(cx.rules, state, cx.hooks, decision)
    }

    /// Any legal order of this kind.
    fn any(&mut self, cx: Cx<'_>, fits: impl Fn(&Order) -> bool) -> Order {
        let mut options = legal(cx);
        assert!(!options.is_empty(), "a decision has no answer");
        if options.iter().any(&fits) {
            options.retain(fits);
        }
        let pick = usize::try_from(self.choices.below(options.len() as u64)).expect("an index");
        options.swap_remove(pick)
    }
}

/// Plays a game of so many orders and counts what scripts do in it.
fn play(stock: &Opened, seed: u64, tally: &mut Tally) -> Played {
    let mut dice = Stream::new(seed);
    let mut chooser = Chooser {
        stock,
        choices: Stream::numbered(seed, 1),
        program: Planner::new(Level::EASY, 0),
    };
    let (mut state, mut events) = opening(stock, &mut dice);
    let mut log = Vec::new();
    while log.len() < ORDERS {
        let cx = Cx::new(&stock.rules, &state, &*stock.hooks);
        let Some(decision) = pending(cx) else {
            break;
        };
        if let DecisionKind::Offer(offer) = &decision.kind
            && let Origin::Special(special, _) = offer.origin
        {
            *tally
                .entry(format!("{} asks", name(stock, special)))
                .or_default() += 1;
        }
        let order = chooser.order(&state, &decision);
        let happened = apply(&stock.rules, &mut state, &order, &mut dice, &*stock.hooks)
            .unwrap_or_else(|r| panic!("seed {seed}: {order:?}: {}", r.sentence(&stock.rules)));
        assert_eq!(
            broken_invariant(&stock.rules, &state),
            None,
            "seed {seed}: after {order:?}"
        );
        events.extend(happened);
        log.push(order);
    }
    Played { log, events, state }
}

fn name(stock: &Opened, special: SpecialId) -> &str {
    &stock.rules.specials[special].name
}

/// Counts what scripts said and paid.
fn count(stock: &Opened, events: &[Event], tally: &mut Tally) {
    let mut did = |special: SpecialId, what: &str| {
        *tally
            .entry(format!("{} {what}", name(stock, special)))
            .or_default() += 1
    };
    for event in events {
        match event {
            Event::Note {
                script: special, ..
            } => did(*special, "speaks"),
            Event::Income { account: lines, .. } => {
                for line in lines {
                    if let IncomeLine::Script {
                        script: special, ..
                    } = line
                    {
                        did(*special, "pays");
                    }
                }
            }
            _ => {}
        }
        assert!(
            !describe_event(&stock.rules, event, Paint::Off)
                .trim()
                .is_empty(),
            "{event:?} is not told"
        );
    }
}

/// What the scripts of the pack do at least in these games.
const LEAST: [(&str, usize); 6] = [
    ("scramble asks", 5),
    ("kamikaze asks", 3),
    ("kamikaze speaks", 2),
    ("neutral_armies speaks", 3),
    ("convoy pays", 10),
    ("burma_road pays", 10),
];

#[test]
fn games_with_scripts_replay_to_the_byte() {
    // A second host: compiled apart, it must come to the same.
    let (stock, again) = (stock(), stock());
    assert_eq!(stock.rules.digest, again.rules.digest);
    let mut tally = Tally::new();
    for seed in SEEDS {
        let played = play(&stock, seed, &mut tally);
        count(&stock, &played.events, &mut tally);
        let mut dice = Stream::new(seed);
        let (mut copy, mut replayed) = opening(&again, &mut dice);
        for order in &played.log {
            replayed.extend(
                apply(&again.rules, &mut copy, order, &mut dice, &*again.hooks)
                    .expect("it was played before"),
            );
        }
        assert_eq!(
            (copy.digest(), &copy),
            (played.state.digest(), &played.state),
            "seed {seed}"
        );
        assert!(replayed == played.events, "seed {seed}: the same happens");
    }
    let few: Vec<_> = LEAST
        .iter()
        .filter(|(what, least)| tally.get(*what).is_none_or(|n| n < least))
        .collect();
    assert!(few.is_empty(), "{few:?} of {tally:?}");
}
