//! The odds of a battle as programs read them.

use super::odds::{each_damage, each_length, each_swing, lengths};
use sandtable_odds::{Force, Method, Odds, Part, Setup, SideOdds, Stack, at};
use sandtable_rules::{Role, Rules};
use schemars::JsonSchema;
use serde::Serialize;

/// A number with its chance.
#[derive(Serialize, JsonSchema)]
struct Rounds {
    rounds: usize,
    chance: f64,
}

/// Aircraft that are lost for want of a deck, with the chance of so many.
#[derive(Serialize, JsonSchema)]
struct Crashed {
    aircraft: u32,
    chance: f64,
}

/// What the defender loses more than the attacker, with its chance.
#[derive(Serialize, JsonSchema)]
struct Swing {
    ipc: i64,
    chance: f64,
}

/// Damage, with its chance.
#[derive(Serialize, JsonSchema)]
struct Damage {
    points: u32,
    chance: f64,
}

/// Equal units of a force.
#[derive(Serialize, JsonSchema)]
struct StackFacts<'a> {
    unit: &'a str,
    count: u16,
    damage: u8,
    /// Whether they come ashore.
    seaborne: bool,
}

/// What a side may keep, with its chance.
#[derive(Serialize, JsonSchema)]
struct Survivors<'a> {
    units: Vec<StackFacts<'a>>,
    chance: f64,
}

/// What becomes of a side.
#[derive(Serialize, JsonSchema)]
struct SideFacts<'a> {
    /// What it loses, in IPC.
    lost: f64,
    units_left: f64,
    /// The chance that it breaks off.
    breaks_off: f64,
    crashed: Vec<Crashed>,
    /// The likeliest first.
    survivors: Vec<Survivors<'a>>,
}

/// A figure of each side.
#[derive(Serialize, JsonSchema)]
struct Both {
    attacker: f64,
    defender: f64,
}

impl Both {
    fn of([attacker, defender]: [f64; 2]) -> Self {
        Self { attacker, defender }
    }
}

/// How, and why so.
#[derive(Serialize, JsonSchema)]
struct HowFacts {
    #[serde(flatten)]
    method: Method,
    /// Why battles had to be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// Where figures lie with 95 %.
#[derive(Serialize, JsonSchema)]
struct Intervals {
    win: Option<(f64, f64)>,
    draw: Option<(f64, f64)>,
    lose: Option<(f64, f64)>,
    takes: Option<(f64, f64)>,
    holds: Option<(f64, f64)>,
    rounds: Option<(f64, f64)>,
    swing: Option<(f64, f64)>,
    damage: Option<(f64, f64)>,
    attacker: SideIntervals,
    defender: SideIntervals,
}

/// Where the figures of a side lie with 95 %.
#[derive(Serialize, JsonSchema)]
struct SideIntervals {
    beats: Option<(f64, f64)>,
    away: Option<(f64, f64)>,
    lost: Option<(f64, f64)>,
    units_left: Option<(f64, f64)>,
    breaks_off: Option<(f64, f64)>,
}

impl SideIntervals {
    fn of(odds: &Odds, role: Role) -> Self {
        let (i, beats) = (at(role), odds.beats(role));
        let side = &odds.sides[i];
        Self {
            beats: odds.interval(beats),
            away: odds.interval(odds.away[i]),
            lost: odds.interval_of(side.each_loss()),
            units_left: odds.interval_of(side.each_left()),
            breaks_off: odds.interval(side.fled),
        }
    }
}

/// What a battle will cost.
#[derive(Serialize, JsonSchema)]
pub struct OddsFacts<'a> {
    /// The plan by which it is fought.
    battle: &'a str,
    attackers: Vec<StackFacts<'a>>,
    defenders: Vec<StackFacts<'a>>,
    /// Ships that bombard.
    offshore: Vec<StackFacts<'a>>,
    how: HowFacts,
    /// Where battles were fought: how well the figures are known.
    intervals: Option<Intervals>,
    /// The chance that only the attacker holds the field.
    win: f64,
    /// The chance that both do or nobody does.
    draw: f64,
    /// The chance that only the defender does.
    lose: f64,
    /// The chance that the attacker takes the territory.
    takes: f64,
    /// The chance that it still holds it after the attack of the other side, where one follows.
    holds: Option<f64>,
    /// The chance that a side has beaten the other: that it holds the field alone, and the other has not got away.
    /// With `draw` and `away` these add up to all; with `away` of the other side to `win` and `lose`.
    beats: Both,
    /// The chance that a side has got away: it is neither beaten nor holds the field.
    away: Both,
    /// Rounds to expect.
    rounds: f64,
    lengths: Vec<Rounds>,
    /// Of several battles, what each comes to.
    battles: Vec<Part>,
    attacker: SideFacts<'a>,
    defender: SideFacts<'a>,
    /// What the defender is expected to lose more than the attacker, in IPC.
    swing: f64,
    /// The same with what the damage of a raid costs to repair.
    swing_repaired: f64,
    swings: Vec<Swing>,
    /// Damage done by a raid.
    damage: Vec<Damage>,
}

impl<'a> OddsFacts<'a> {
    /// The odds of a battle, and why it had to be played if it had to.
    pub fn of(rules: &'a Rules, setup: &Setup<'_>, odds: &Odds, why: Option<String>) -> Self {
        let intervals = || Intervals {
            win: odds.interval(odds.win),
            draw: odds.interval(odds.draw),
            lose: odds.interval(odds.lose),
            takes: odds.interval(odds.takes),
            holds: odds.holds.and_then(|holds| odds.interval(holds)),
            rounds: odds.interval_of(each_length(odds)),
            swing: odds.interval_of(each_swing(odds)),
            damage: odds.interval_of(each_damage(odds)),
            attacker: SideIntervals::of(odds, Role::Attacker),
            defender: SideIntervals::of(odds, Role::Defender),
        };
        let lengths = lengths(odds).map(|(rounds, chance)| Rounds { rounds, chance });
        Self {
            battle: &rules.battles.plans[setup.plan].name,
            attackers: stacks(rules, &setup.forces[0]),
            defenders: stacks(rules, &setup.forces[1]),
            offshore: stacks(rules, &setup.offshore),
            how: HowFacts {
                method: odds.method,
                why,
            },
            intervals: odds.method.runs().map(|_| intervals()),
            win: odds.win,
            draw: odds.draw,
            lose: odds.lose,
            takes: odds.takes,
            holds: odds.holds,
            beats: Both::of([Role::Attacker, Role::Defender].map(|role| odds.beats(role))),
            away: Both::of(odds.away),
            rounds: odds.rounds,
            lengths: lengths.collect(),
            battles: odds.parts.clone(),
            attacker: SideFacts::of(rules, &odds.sides[0]),
            defender: SideFacts::of(rules, &odds.sides[1]),
            swing: odds.swing(),
            swing_repaired: odds.swing_repaired(),
            swings: each(&odds.swings, |ipc, chance| Swing { ipc, chance }),
            damage: each(&odds.damage, |points, chance| Damage { points, chance }),
        }
    }
}

impl<'a> SideFacts<'a> {
    fn of(rules: &'a Rules, side: &SideOdds) -> Self {
        let survivors = side.survivors.iter();
        Self {
            lost: side.lost,
            units_left: side.left,
            breaks_off: side.fled,
            crashed: each(&side.crashed, |aircraft, chance| Crashed {
                aircraft,
                chance,
            }),
            survivors: survivors
                .map(|(force, chance)| Survivors {
                    units: stacks(rules, force),
                    chance: *chance,
                })
                .collect(),
        }
    }
}

/// Figures with their chances, by what they are figures of.
fn each<N: Copy, T>(all: &[(N, f64)], of: fn(N, f64) -> T) -> Vec<T> {
    all.iter().map(|(n, chance)| of(*n, *chance)).collect()
}

/// A force as a list of stacks.
fn stacks<'a>(rules: &'a Rules, force: &Force) -> Vec<StackFacts<'a>> {
    let stack = |s: &Stack| StackFacts {
        unit: &rules.units[s.kind].name,
        count: s.count,
        damage: s.damage,
        seaborne: s.seaborne,
    };
    force.stacks().iter().map(stack).collect()
}
