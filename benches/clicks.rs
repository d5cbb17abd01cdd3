//! How long a click on a stack takes: everything that it can do, with the orders that do it, and the same with the odds of
//! the battles, which the page asks for afterwards. Stacks at random moments of movement in a whole game that programs
//! play. In time that the processor spent on it, not by the clock: others may work beside it.
//!
//! Run with `cargo bench --bench clicks`; `-- PACK…` says of which packs.
#![expect(
    clippy::disallowed_methods,
    reason = "the system says in a file what was spent"
)]

use sandtable::ai::{answer, program};
use sandtable::game::dice::Stream;
use sandtable::game::open;
use sandtable::kernel::DecisionKind;
use sandtable::protocol::{At, looked};
use sandtable::rules::PhaseKind;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// So many orders are given by programs.
const ORDERS: usize = 3000;
/// At one of so many moments of movement a stack is clicked.
const OFTEN: u64 = 3;

/// What this thread has spent.
fn spent() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = text.split_whitespace().next();
    Duration::from_nanos(first.and_then(|n| n.parse().ok()).unwrap_or(0))
}

fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => panic!("a request is an object"),
    }
}

fn ask(at: At<'_>, what: Value) -> (Value, Duration) {
    let before = spent();
    let text = looked(at, fields(what)).unwrap_or_else(|p| panic!("{p:?}"));
    let time = spent() - before;
    (serde_json::from_str(&text).expect("JSON"), time)
}

/// The times of clicks, and what the longest of them was about.
#[derive(Default)]
struct Clicks {
    times: Vec<Duration>,
    longest: (Duration, String),
}

impl Clicks {
    fn add(&mut self, time: Duration, about: String) {
        self.times.push(time);
        if time > self.longest.0 {
            self.longest = (time, about);
        }
    }
    fn say(mut self, what: &str) {
        self.times.sort_unstable();
        let count = self.times.len();
        let share = |of: f64| self.times[((count as f64 * of) as usize).min(count - 1)];
        let [half, most, nearly] = [0.5, 0.95, 0.99].map(share);
        let (longest, about) = self.longest;
        println!(
            "{what}: median {half:.1?}, p95 {most:.1?}, p99 {nearly:.1?} of {count}; {longest:.1?} for {about}"
        );
    }
}

fn clicks(pack: &str) {
    let opened = open(pack).unwrap_or_else(|p| panic!("{p:?}"));
    let (mut session, _) = opened.begin(1).unwrap_or_else(|p| panic!("{p:?}"));
    let mut players: Vec<_> = opened
        .rules
        .powers
        .powers
        .ids()
        .map(|power| program("planner:easy", 1, u64::from(power.0)))
        .collect();
    let mut chance = Stream::numbered(1, 99);
    let (mut plain, mut odds) = (Clicks::default(), Clicks::default());
    for _ in 0..ORDERS {
        let Some(decision) = session.pending() else {
            break;
        };
        let moves = matches!(
            decision.kind,
            DecisionKind::Phase(PhaseKind::CombatMove | PhaseKind::NoncombatMove)
        );
        if moves && chance.below(OFTEN) == 0 {
            let at = At {
                opened: &opened,
                session: &session,
            };
            let movable = ask(at, json!({ "do": "movable" })).0;
            let stacks = movable["stacks"].as_array().expect("a list");
            let acts: Vec<&Value> = stacks
                .iter()
                .filter(|stack| stack["acts"] == true)
                .collect();
            if !acts.is_empty() {
                let stack = acts[chance.below(acts.len() as u64) as usize];
                let about = format!(
                    "{} {} in {}",
                    stack["ids"].as_array().map_or(0, Vec::len),
                    stack["unit"],
                    stack["space"]
                );
                plain.add(
                    ask(at, json!({ "do": "targets", "units": stack["ids"] })).1,
                    about.clone(),
                );
                odds.add(
                    ask(
                        at,
                        json!({ "do": "targets", "units": stack["ids"], "odds": true }),
                    )
                    .1,
                    about,
                );
            }
        }
        let player = &mut players[usize::from(decision.power.0)];
        answer(&mut session, &mut **player, &decision).unwrap_or_else(|r| panic!("{r:?}"));
    }
    plain.say(&format!("{pack}, where a stack can go"));
    odds.say(&format!("{pack}, with odds"));
}

fn main() {
    let named: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    let usual = ["pacific-1940", "global-1940"].map(str::to_owned);
    for pack in if named.is_empty() {
        usual.to_vec()
    } else {
        named
    } {
        clicks(&pack);
    }
}
