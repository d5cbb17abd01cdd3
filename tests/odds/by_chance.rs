//! Plans made by chance: whatever steps a plan has, the game and the exact reading come to the same, to
//! the last digit. The game is played once for every way in which its dice can fall.

use super::author::{battle, edition};
use super::support::exact;
use sandtable::kernel::{Dice, NoHooks};
use sandtable::odds::{Course, Force, Odds, Setup, Stack, Stage, Unknown};
use sandtable::rules::{Role, SiteKind};
use std::collections::BTreeMap;

const PLANS: u64 = 400;
/// Battles whose dice can fall in more ways than this are left out.
const WAYS: usize = 1500;

/// Dice that fall in every way, one after the other.
#[derive(Default)]
struct EveryWay {
    /// Sides and face of each die so far.
    fallen: Vec<(u8, u8)>,
    next: usize,
}

impl EveryWay {
    fn chance(&self) -> f64 {
        self.fallen
            .iter()
            .map(|(sides, _)| 1.0 / f64::from(*sides))
            .product()
    }

    /// On to the next way; `false` if there is none.
    fn turn(&mut self) -> bool {
        self.next = 0;
        while self
            .fallen
            .last()
            .is_some_and(|(sides, face)| sides == face)
        {
            self.fallen.pop();
        }
        self.fallen.last_mut().is_some_and(|(_, face)| {
            *face += 1;
            true
        })
    }
}

impl Dice for EveryWay {
    fn roll(&mut self, sides: u8) -> u8 {
        if self.next == self.fallen.len() {
            self.fallen.push((sides, 1));
        }
        self.next += 1;
        self.fallen[self.next - 1].1
    }
}

/// What a battle may come to, each with its chance.
#[derive(Default)]
struct Ends {
    total: f64,
    win: f64,
    lose: f64,
    takes: f64,
    fled: [f64; 2],
    rounds: f64,
    swings: BTreeMap<i64, f64>,
    survivors: [BTreeMap<Vec<Stack>, f64>; 2],
    damage: BTreeMap<u32, f64>,
}

impl Ends {
    fn add(&mut self, course: &Course, chance: f64) {
        let fate = &course.fate;
        let yes = |is: bool| if is { chance } else { 0.0 };
        self.total += chance;
        self.win += yes(fate.winner == Some(Role::Attacker));
        self.lose += yes(fate.winner == Some(Role::Defender));
        self.takes += yes(fate.takes);
        self.rounds += chance * f64::from(course.rounds);
        *self.swings.entry(fate.lost[1] - fate.lost[0]).or_default() += chance;
        for i in [0, 1] {
            self.fled[i] += yes(course.fled[i]);
            *self.survivors[i].entry(sorted(&fate.left[i])).or_default() += chance;
        }
        if let Some(points) = fate.bombed {
            *self.damage.entry(points).or_default() += chance;
        }
    }
}

fn sorted(force: &Force) -> Vec<Stack> {
    let mut stacks = force.stacks().to_vec();
    stacks.sort_unstable();
    stacks
}

/// Plays a battle in every way its dice can fall; `None` if there are too many.
fn played(setup: &Setup<'_>) -> Result<Option<Ends>, Unknown> {
    let stage = Stage::new(setup, &NoHooks, [None, None], None).expect("the board has room");
    let (mut dice, mut ends) = (EveryWay::default(), Ends::default());
    for _ in 0..WAYS {
        let course = stage.play(setup, &mut dice)?;
        ends.add(&course, dice.chance());
        if !dice.turn() {
            return Ok(Some(ends));
        }
    }
    Ok(None)
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// What two readings differ in.
fn differences(odds: &Odds, ends: &Ends, setup: &Setup<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let mut same = |what: &str, exact: f64, played: f64| {
        if !near(exact, played) {
            found.push(format!("{what}: exact {exact}, played {played}"));
        }
    };
    same("all", odds.win + odds.draw + odds.lose, ends.total);
    same("win", odds.win, ends.win);
    same("lose", odds.lose, ends.lose);
    same("takes", odds.takes, ends.takes);
    for (i, role) in [Role::Attacker, Role::Defender].into_iter().enumerate() {
        same("fled", odds.sides[i].fled, ends.fled[i]);
        let mut exact: BTreeMap<Vec<Stack>, f64> = BTreeMap::new();
        for (force, p) in &odds.sides[i].survivors {
            *exact.entry(sorted(force)).or_default() += p;
        }
        for stacks in exact.keys().chain(ends.survivors[i].keys()) {
            let of = |map: &BTreeMap<Vec<Stack>, f64>| map.get(stacks).copied().unwrap_or(0.0);
            same(
                &format!("{role:?} left {stacks:?}"),
                of(&exact),
                of(&ends.survivors[i]),
            );
        }
    }
    for (ipc, p) in &odds.swings {
        same("swing", *p, ends.swings.get(ipc).copied().unwrap_or(0.0));
    }
    if setup.plan().kind == SiteKind::Raid {
        for (points, p) in &odds.damage {
            same(
                "damage",
                *p,
                ends.damage.get(points).copied().unwrap_or(0.0),
            );
        }
    } else {
        same("rounds", odds.rounds, ends.rounds);
    }
    found
}

#[test]
fn plans_made_by_chance_are_read_alike() {
    let (mut compared, mut wrong) = (0, Vec::new());
    for number in 0..PLANS {
        let (rules, site) = edition(number);
        let setup = battle(&rules, site, number);
        let odds = match exact(&setup) {
            Ok(odds) => odds,
            // Losses that linger from round to round are for those that fight.
            Err(Unknown::TooLarge) => continue,
            Err(other) => panic!("battle {number}: {other}"),
        };
        let found = match played(&setup) {
            Ok(Some(ends)) => differences(&odds, &ends, &setup),
            Ok(None) => continue,
            Err(refused) => vec![refused.to_string()],
        };
        compared += 1;
        if !found.is_empty() {
            let (plan, modifiers) = (setup.plan(), &rules.battles.modifiers);
            let battle = format!(
                "{plan:?}, {modifiers:?}, {:?}, {:?}",
                setup.forces, setup.tactics
            );
            wrong.push(format!(
                "battle {number}: {}\n    {battle}",
                found.join("; ")
            ));
        }
    }
    let (n, all) = (wrong.len(), wrong.join("\n"));
    assert_eq!(n, 0, "{n} of {compared} plans are read differently:\n{all}");
    assert!(compared > PLANS / 2, "{compared} compared");
}
