//! The dice of a game: whether they fell as fair dice do, and whom they were good to.

use super::stats::chi_squared_tail;
use sandtable_game::Session;
use sandtable_kernel::{Event, UnitsAt};
use sandtable_rules::{Id, PowerId, Rules, SiteKind, SpaceId, Step};
use serde::Serialize;
use std::collections::BTreeMap;

/// Fewer dice for each face, or fewer neighbours, say nothing about fairness.
const EACH: u32 = 5;
const NEIGHBOURS: u32 = 30;

/// The dice of a kind that somebody rolled.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Faces {
    /// Who; nobody: all together.
    pub power: Option<PowerId>,
    /// The sides of each.
    pub sides: u8,
    /// How many were rolled.
    pub dice: u32,
    /// How often each face was shown, from 1.
    pub faces: Vec<u32>,
    /// How uneven they are: Pearson's chi-squared.
    pub chi_squared: f64,
    /// The share of games in which fair dice are as uneven or more; none where they are too few to tell.
    pub even: Option<f64>,
    /// The share in which the faces of neighbours depend on each other as much or more.
    pub free: Option<f64>,
}

/// Hits of a power beside what was to be expected.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Luck {
    /// Who fired.
    pub power: PowerId,
    /// How often.
    pub volleys: u32,
    /// The hits.
    pub hits: u32,
    /// The hits that were to be expected.
    pub expected: f64,
    /// Hits beyond that.
    pub luck: f64,
    /// What those are worth, in IPC, each as much as a hit of this game destroyed on average.
    pub worth: f64,
}

/// The luck of a battle.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BattleLuck {
    /// The round.
    pub round: u16,
    /// Where.
    pub space: SpaceId,
    /// Of which kind.
    pub kind: SiteKind,
    /// Of each that fired.
    pub powers: Vec<Luck>,
}

/// What the dice of a game say.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DiceReport {
    /// The faces that were shown, by power; of all last.
    pub faces: Vec<Faces>,
    /// Dice of special rules, which belong to no power: they are not among those.
    pub others: u32,
    /// Luck over all.
    pub luck: Vec<Luck>,
    /// Luck by battle.
    pub battles: Vec<BattleLuck>,
    /// What a hit in battle destroyed on average, in IPC.
    pub hit_worth: f64,
}

impl DiceReport {
    /// Of a game, but for what was rolled before its first order.
    pub fn of(session: &Session) -> Self {
        let mut count = DiceCount::new(session.rules());
        count.note(session.story().after(0));
        let entries = session.log().entries().iter();
        count.end(entries.map(|entry| entry.dice.len()).sum())
    }
}

/// Whose volley it was, its hits, and those that were to be expected.
pub(super) fn volley(event: &Event) -> Option<(PowerId, u32, f64)> {
    match event {
        Event::Fired {
            power,
            hits,
            expected,
            ..
        }
        | Event::PassingShot {
            power,
            hits,
            expected,
            ..
        } => Some((*power, *hits, expected.hits())),
        _ => None,
    }
}

/// The luck of volleys, by side.
pub(super) fn by_side(rules: &Rules, luck: &mut [f64], event: &Event) {
    if let Some((power, hits, expected)) = volley(event)
        && let Some(side) = rules.powers[power].side
    {
        luck[side.index()] += f64::from(hits) - expected;
    }
}

/// Dice as they fall.
#[derive(Clone, Default)]
struct Rolls {
    faces: Vec<u32>,
    last: Option<u8>,
    /// Twice the distance of neighbours from the middle, multiplied and added up.
    together: i64,
    pairs: u32,
}

impl Rolls {
    fn note(&mut self, sides: u8, face: u8) {
        self.faces.resize(usize::from(sides), 0);
        if let Some(count) = self.faces.get_mut(usize::from(face).wrapping_sub(1)) {
            *count += 1;
        }
        let off = |face: u8| 2 * i64::from(face) - i64::from(sides) - 1;
        if let Some(last) = self.last.replace(face) {
            self.together += off(last) * off(face);
            self.pairs += 1;
        }
    }

    fn end(self, power: Option<PowerId>, sides: u8) -> Faces {
        let (dice, kinds) = (self.faces.iter().sum::<u32>(), f64::from(sides));
        let each = f64::from(dice) / kinds;
        let off = |n: &u32| (f64::from(*n) - each).powi(2) / each;
        let chi_squared = self.faces.iter().map(off).sum();
        let even = (dice >= EACH * u32::from(sides))
            .then(|| chi_squared_tail(chi_squared, u32::from(sides) - 1));
        // Of fair dice each product has the mean 0, the square of a die's variance as its own, and nothing to do
        // with the next.
        let variance = (kinds * kinds - 1.0) / 3.0;
        let square = (self.together as f64 / variance).powi(2) / f64::from(self.pairs);
        let free = (self.pairs >= NEIGHBOURS).then(|| chi_squared_tail(square, 1));
        Faces {
            power,
            sides,
            dice,
            faces: self.faces,
            chi_squared,
            even,
            free,
        }
    }
}

/// Volleys by who fired them: how many, their hits, and those that were to be expected.
type Volleys = BTreeMap<PowerId, (u32, u32, f64)>;

fn lucks(volleys: &Volleys, hit_worth: f64) -> Vec<Luck> {
    let luck = |(power, (volleys, hits, expected)): (&PowerId, &(u32, u32, f64))| Luck {
        power: *power,
        volleys: *volleys,
        hits: *hits,
        expected: *expected,
        luck: f64::from(*hits) - expected,
        worth: (f64::from(*hits) - expected) * hit_worth,
    };
    volleys.iter().map(luck).collect()
}

/// A game as it is gone through, for its dice.
pub struct DiceCount<'r> {
    rules: &'r Rules,
    rolls: BTreeMap<(u8, PowerId), Rolls>,
    all: BTreeMap<u8, Rolls>,
    rolled: u32,
    volleys: Volleys,
    battles: Vec<(u16, SpaceId, SiteKind, Volleys)>,
    fighting: bool,
    hits: u32,
    destroyed: u32,
    round: u16,
}

impl<'r> DiceCount<'r> {
    /// A game that has just begun.
    pub fn new(rules: &'r Rules) -> Self {
        Self {
            rules,
            rolls: BTreeMap::new(),
            all: BTreeMap::new(),
            rolled: 0,
            volleys: Volleys::new(),
            battles: Vec::new(),
            fighting: false,
            hits: 0,
            destroyed: 0,
            round: 1,
        }
    }

    /// Notes what happened.
    pub fn note<'e>(&mut self, events: impl IntoIterator<Item = &'e Event>) {
        for event in events {
            if let Some((power, sides, dice)) = self.dice(event) {
                for face in dice {
                    let own = self.rolls.entry((sides, power)).or_default();
                    own.note(sides, *face);
                    self.all.entry(sides).or_default().note(sides, *face);
                    self.rolled += 1;
                }
            }
            self.fight(event);
        }
    }

    /// Whose dice an event tells, and of how many sides.
    fn dice<'e>(&self, event: &'e Event) -> Option<(PowerId, u8, &'e [u8])> {
        let rules = self.rules;
        let (power, sides, dice) = match event {
            Event::Fired {
                power,
                expected,
                dice,
                ..
            }
            | Event::PassingShot {
                power,
                expected,
                dice,
                ..
            } => (power, Some(expected.sides), dice),
            Event::Bombed {
                power, step, dice, ..
            } => match rules.battles.step(*step) {
                Some(Step::Damage(step)) => (power, Some(step.sides), dice),
                _ => return None,
            },
            Event::Rolled {
                power, chart, dice, ..
            } => {
                let faces = chart.map(|chart| rules.advances.charts[chart].faces.len());
                let mut phases = rules.turn.phases.values();
                let mut terms = || phases.find_map(|phase| phase.research.as_ref());
                let sides = faces.and_then(|n| u8::try_from(n).ok());
                (power, sides.or_else(|| Some(terms()?.sides)), dice)
            }
            _ => return None,
        };
        Some((*power, sides.filter(|sides| *sides > 1)?, dice))
    }

    fn fight(&mut self, event: &Event) {
        match event {
            Event::Round { round } => self.round = *round,
            Event::BattleBegan(site) => {
                self.fighting = true;
                let fight = (self.round, site.space, site.kind, Volleys::new());
                self.battles.push(fight);
            }
            Event::BattleEnded { .. } => self.fighting = false,
            Event::Lost(UnitsAt { units, .. }) if self.fighting => {
                self.destroyed += self.rules.units.worth(units);
            }
            event => {
                let Some((power, hits, expected)) = volley(event) else {
                    return;
                };
                let here = self.battles.last_mut().filter(|_| self.fighting);
                self.hits += here.as_ref().map_or(0, |_| hits);
                let here = here.map(|(.., volleys)| volleys);
                for volleys in here.into_iter().chain([&mut self.volleys]) {
                    let of = volleys.entry(power).or_default();
                    *of = (of.0 + 1, of.1 + hits, of.2 + expected);
                }
            }
        }
    }

    /// What the dice say, of which so many were rolled.
    pub fn end(self, rolled: usize) -> DiceReport {
        let hit_worth = f64::from(self.destroyed) / f64::from(self.hits.max(1));
        let own = self.rolls.into_iter();
        let own = own.map(|((sides, power), rolls)| rolls.end(Some(power), sides));
        let all = self.all.into_iter();
        let all = all.map(|(sides, rolls)| rolls.end(None, sides));
        let battles = self.battles.iter().filter(|(.., v)| !v.is_empty());
        DiceReport {
            faces: own.chain(all).collect(),
            others: u32::try_from(rolled).map_or(0, |all| all.saturating_sub(self.rolled)),
            luck: lucks(&self.volleys, hit_worth),
            battles: battles
                .map(|(round, space, kind, volleys)| BattleLuck {
                    round: *round,
                    space: *space,
                    kind: *kind,
                    powers: lucks(volleys, hit_worth),
                })
                .collect(),
            hit_worth,
        }
    }
}
