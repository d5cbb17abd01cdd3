//! Objectives and ways to win: whether they are met as the board stands, and what they lack.

use super::Paint;
use super::names::{joined_or, list, power_name, side_name, space_name, units};
use sandtable_kernel::Cx;
use sandtable_rules::{
    Asset, Cmp, Cond, Count, Id, PowerId, PowerSet, Rules, SpaceSet, UnitTypeSet, Who,
};
use schemars::JsonSchema;
use serde::Serialize;

/// An objective or a way to win.
#[derive(Serialize, JsonSchema)]
pub struct Goal<'a> {
    name: &'a str,
    /// The power whose objective it is, or the side that wins by it.
    of: &'a str,
    /// What it pays.
    gains: Option<i32>,
    /// Whether it is met as the board stands.
    met: bool,
    /// It has paid, and pays once.
    spent: bool,
    /// What it lacks, in words.
    lacks: Vec<String>,
    /// How far it has come, where it is about spaces.
    #[serde(flatten)]
    progress: Option<Progress<'a>>,
}

/// Spaces that are wanted.
#[derive(Serialize, JsonSchema)]
struct Progress<'a> {
    /// How many are held, of those that are wanted.
    held: u16,
    /// How many are wanted.
    wanted: u16,
    /// Those that are not held, where too few are.
    missing: Vec<&'a str>,
    /// All that count.
    spaces: Vec<&'a str>,
}

impl<'a> Goal<'a> {
    /// The objectives of a power.
    pub fn objectives(cx: Cx<'a>, power: PowerId) -> Vec<Self> {
        let all = cx.rules.acts.objectives.iter();
        let own = all.filter(|(_, objective)| objective.power == power);
        own.map(|(id, objective)| Self {
            gains: Some(objective.gains),
            spent: objective.once && cx.state.objectives_spent.is_spent(id.index()),
            ..Self::of(
                cx,
                &objective.name,
                power_name(cx.rules, power),
                &objective.when,
                power,
            )
        })
        .collect()
    }

    /// The ways to win.
    pub fn victories(cx: Cx<'a>) -> Vec<Self> {
        let rules = cx.rules;
        let all = rules.acts.victories.iter();
        all.map(|victory| {
            let side = side_name(rules, victory.side);
            let mut members = rules.turn.order.iter().copied();
            let seen_by = members.find(|p| rules.powers[*p].side == Some(victory.side));
            let seen_by = seen_by.unwrap_or_else(|| cx.active());
            Self::of(cx, &victory.name, side, &victory.when, seen_by)
        })
        .collect()
    }

    fn of(cx: Cx<'a>, name: &'a str, of: &'a str, when: &Cond, me: PowerId) -> Self {
        Self {
            name,
            of,
            gains: None,
            met: cx.holds(when, me),
            spent: false,
            lacks: lacks(cx, when, me),
            progress: spaces_wanted(cx, when, me).map(|wanted| wanted.told(cx.rules)),
        }
    }

    fn now(&self, met: &str) -> String {
        match self.lacks.join("; ") {
            _ if self.spent => "has paid, and pays once".to_owned(),
            none if none.is_empty() => met.to_owned(),
            lacking => format!("lacks {lacking}"),
        }
    }
}

/// The objectives of a power, each with what it pays and what it lacks.
pub fn objectives(cx: Cx<'_>, power: PowerId, paint: Paint) -> String {
    let goals = Goal::objectives(cx, power);
    let lines = goals.iter().map(|goal| {
        let (name, gains) = (paint.bold(goal.name), goal.gains.unwrap_or(0));
        let now = goal.now("pays as the board stands");
        format!("{name} ({gains} {}): {now}", cx.rules.economy.currency)
    });
    let none = format!("{} has no objectives", power_name(cx.rules, power));
    joined_or(lines, "\n", &none)
}

/// The ways to win, each with what it lacks.
pub fn victories(cx: Cx<'_>, paint: Paint) -> String {
    let goals = Goal::victories(cx);
    let lines = goals.iter().map(|goal| {
        let now = goal.now("met as the board stands");
        format!("{} ({}): {now}", paint.bold(goal.name), goal.of)
    });
    joined_or(lines, "\n", "the pack names no way to win")
}

/// Spaces of which so many are wanted.
struct Wanted {
    spaces: SpaceSet,
    missing: SpaceSet,
    held: u16,
    wanted: u16,
}

impl Wanted {
    fn told<'a>(&self, rules: &'a Rules) -> Progress<'a> {
        let names = |spaces: SpaceSet| spaces.iter().map(|s| space_name(rules, s)).collect();
        Progress {
            held: self.held,
            wanted: self.wanted,
            missing: names(self.missing),
            spaces: names(self.spaces),
        }
    }
}

/// The spaces that a condition wants held: of several that must all hold together, of several ways the one that
/// lacks fewest.
fn spaces_wanted(cx: Cx<'_>, cond: &Cond, me: PowerId) -> Option<Wanted> {
    match cond {
        Cond::Have(count) if count.what == Asset::Controlled => {
            let (spaces, wanted) = (count.spaces, count.at_least);
            let missing = spaces.minus(cx.counted(count, me).collect());
            let held = spaces.minus(missing).len() as u16;
            let met = held >= wanted;
            Some(Wanted {
                spaces,
                missing: if met { SpaceSet::EMPTY } else { missing },
                held: held.min(wanted),
                wanted,
            })
        }
        Cond::All(all) => {
            let wanted = all.iter().filter_map(|part| spaces_wanted(cx, part, me));
            wanted.reduce(|a, b| Wanted {
                spaces: a.spaces.union(b.spaces),
                missing: a.missing.union(b.missing),
                held: a.held + b.held,
                wanted: a.wanted + b.wanted,
            })
        }
        Cond::Any(any) => {
            let ways = any.iter().filter_map(|part| spaces_wanted(cx, part, me));
            ways.min_by_key(|way| way.wanted - way.held)
        }
        _ => None,
    }
}

/// What a condition lacks to hold; nothing where it holds.
fn lacks(cx: Cx<'_>, cond: &Cond, me: PowerId) -> Vec<String> {
    if cx.holds(cond, me) {
        return Vec::new();
    }
    match cond {
        Cond::All(all) => all.iter().flat_map(|part| lacks(cx, part, me)).collect(),
        Cond::Any(any) => {
            let ways = any.iter().map(|part| lacks(cx, part, me).join(" and "));
            vec![list(ways, "or")]
        }
        Cond::Have(count) => {
            let more = usize::from(count.at_least).saturating_sub(cx.counted(count, me).count());
            let spaces = || {
                let others = count.spaces.minus(cx.counted(count, me).collect());
                let named = named(cx, others);
                match more == others.len() {
                    true => named,
                    false => format!("{more} more of {named}"),
                }
            };
            vec![match count.what {
                Asset::Controlled => spaces(),
                Asset::Taken => format!("{}, taken this turn", spaces()),
                Asset::Units(kinds) => format!("{more} more {}", stationed(cx, kinds, count, me)),
            }]
        }
        Cond::Held(clock, turns) => {
            let lasting = lacks(cx, &cx.rules.clocks[*clock].cond, me);
            let now = cx.state.clock(*clock);
            let what = joined_or(lasting, "; ", "it");
            vec![format!("{what}, for {turns} turns on end (so far {now})")]
        }
        Cond::Not(not) => vec![format!("an end of what is so: {}", so(cx, not, me))],
        simple => vec![fact(cx, simple, me)],
    }
}

/// What a condition that has no parts is about.
fn fact(cx: Cx<'_>, cond: &Cond, me: PowerId) -> String {
    let rules = cx.rules;
    match cond {
        Cond::AtWar(a, b) => format!("war of {} with {}", meant(cx, a, me), meant(cx, b, me)),
        Cond::Round(cmp, n) => {
            let round = cx.state.round;
            format!("a round {} {n} (it is {round})", words(*cmp))
        }
        Cond::OnTurn(who) => format!("a turn of {}", powers(cx, *who, "or")),
        Cond::InPhase(kind) => format!("the phase {}", kind.words()),
        Cond::Has(who, advance) => {
            let advance = &rules.advances.names[*advance];
            format!("{advance} of {}", meant(cx, who, me))
        }
        Cond::Counter(id, cmp, n) => {
            let (name, now) = (&rules.counters[*id].name, cx.state.counter(*id));
            format!("{name} {} {n} (it is {now})", words(*cmp))
        }
        Cond::HoldsCapital(who) => format!("the capital of {}", meant(cx, who, me)),
        Cond::Script(id) => {
            let name = &rules.specials[*id].name;
            format!("what the special rule “{name}” asks for")
        }
        _ => "always".to_owned(),
    }
}

/// What is so, of a condition that must not hold.
fn so(cx: Cx<'_>, cond: &Cond, me: PowerId) -> String {
    let parts = |all: &[Cond], word: &str| {
        let holding = all.iter().filter(|part| cx.holds(part, me));
        list(holding.map(|part| so(cx, part, me)), word)
    };
    match cond {
        Cond::All(all) => parts(all, "and"),
        Cond::Any(any) => parts(any, "or"),
        Cond::Have(count) => match count.what {
            Asset::Units(kinds) => stationed(cx, kinds, count, me),
            _ => {
                let held = named(cx, cx.counted(count, me).collect());
                format!("{held} held by {}", meant(cx, &count.who, me))
            }
        },
        Cond::Held(_, turns) => format!("what has lasted {turns} turns"),
        Cond::Not(not) => list(lacks(cx, not, me), "and"),
        simple => fact(cx, simple, me),
    }
}

/// Units of these types, whose and where.
fn stationed(cx: Cx<'_>, kinds: UnitTypeSet, count: &Count, me: PowerId) -> String {
    let (kinds, places) = (units(cx.rules, kinds, "or"), named(cx, count.spaces));
    format!("{kinds} of {} in {places}", meant(cx, &count.who, me))
}

fn named(cx: Cx<'_>, spaces: SpaceSet) -> String {
    let names = spaces.iter().map(|s| space_name(cx.rules, s));
    list(names, "and")
}

fn powers(cx: Cx<'_>, who: PowerSet, word: &str) -> String {
    let names = who.iter().map(|p| power_name(cx.rules, p));
    list(names, word)
}

fn meant(cx: Cx<'_>, who: &Who, me: PowerId) -> String {
    powers(cx, cx.who(who, me), "or")
}

fn words(cmp: Cmp) -> &'static str {
    match cmp {
        Cmp::Less => "below",
        Cmp::AtMost => "of at most",
        Cmp::Equal => "of",
        Cmp::AtLeast => "of at least",
        Cmp::More => "above",
    }
}
