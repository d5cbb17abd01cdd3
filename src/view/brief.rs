//! Turns in a few lines: what was bought, which battles were fought and what they cost, what was taken, and whatever is
//! rare enough to be told in full.

use super::Paint;
use super::events::event_text;
use super::names::{counts, joined_or, list, power_name, space_name};
use sandtable_kernel::{Count, Event, Site, UnitsAt};
use sandtable_rules::{PhaseId, PowerId, Role, Rules, SiteKind, UnitTypeId};
use std::collections::BTreeMap;

/// Losses by power.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Toll(BTreeMap<PowerId, BTreeMap<UnitTypeId, u16>>);

impl Toll {
    /// Adds losses.
    pub fn add(&mut self, lost: &UnitsAt) {
        let of = self.0.entry(lost.power).or_default();
        for (kind, n) in &lost.units {
            *of.entry(*kind).or_default() += n;
        }
    }
    /// What each power lost, in words.
    pub fn words(&self, rules: &Rules) -> String {
        let of = self.0.iter().map(|(power, units)| {
            let units: Vec<Count> = units.iter().map(|(kind, n)| (*kind, *n)).collect();
            let (power, money) = (power_name(rules, *power), &rules.economy.currency);
            let cost = rules.units.worth(&units);
            format!("{power} loses {} ({cost} {money})", counts(rules, &units))
        });
        joined_or(of, ", ", "no losses")
    }
}

/// A battle as it came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fought {
    /// The number of the event with which it began.
    pub event: usize,
    /// Where, and of which kind.
    pub site: Site,
    /// What it cost.
    pub toll: Toll,
    /// Once it is over, who holds the field, if either does.
    pub end: Option<Option<Role>>,
}

impl Fought {
    /// That in words.
    pub fn words(&self, rules: &Rules) -> String {
        let what = match self.site.kind {
            SiteKind::Raid => "raid on",
            SiteKind::Sea => "sea battle in",
            SiteKind::Land => "battle for",
        };
        let field = match (self.site.kind, self.end) {
            (_, None) => "still being fought, ",
            (SiteKind::Raid, _) => "",
            (_, Some(Some(Role::Attacker))) => "the attacker wins, ",
            (_, Some(Some(Role::Defender))) => "the defender holds, ",
            (_, Some(None)) => "nobody wins, ",
        };
        let place = space_name(rules, self.site.space);
        format!("{what} {place}: {field}{}", self.toll.words(rules))
    }
}

/// A turn, or a part of one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Turn {
    /// Whose.
    pub power: Option<PowerId>,
    /// What was bought, in words.
    pub bought: Vec<String>,
    /// The battles.
    pub battles: Vec<Fought>,
    /// Territories that changed hands, in words, by how they did.
    pub taken: BTreeMap<&'static str, Vec<String>>,
    /// What was collected, and the treasury afterwards.
    pub income: Option<(i32, i32)>,
    /// What was lost otherwise than in battle.
    pub lost: Toll,
    /// What is told in full.
    pub besides: Vec<String>,
}

/// How a turn begins.
#[derive(Default)]
pub struct Begun {
    /// The number of the event with which it does; none where it goes on.
    pub event: Option<usize>,
    /// The round that begins with it.
    pub round: Option<u16>,
    /// Its phases, each with the number of the event with which it begins.
    pub phases: Vec<(usize, PhaseId)>,
}

/// Turns, each with how it began; the first events belong to a turn of `on_turn` that goes on.
pub fn turns<'e>(
    rules: &Rules,
    on_turn: Option<PowerId>,
    events: impl IntoIterator<Item = &'e Event>,
) -> Vec<(Begun, Turn)> {
    let of = |power| Turn {
        power,
        ..Turn::default()
    };
    let (mut begun, mut turn) = (Begun::default(), of(on_turn));
    let (mut all, mut round) = (Vec::new(), None);
    for (nth, event) in events.into_iter().enumerate() {
        match event {
            Event::Round { round: next } => round = Some(*next),
            Event::Phase { phase } => begun.phases.push((nth, *phase)),
            Event::Turn { power } => {
                all.push((begun, std::mem::replace(&mut turn, of(Some(*power)))));
                begun = Begun {
                    event: Some(nth),
                    round: round.take(),
                    phases: Vec::new(),
                };
            }
            event => turn.note(rules, nth, event),
        }
    }
    all.push((begun, turn));
    if all[0].1 == of(on_turn) {
        all.remove(0);
    }
    all
}

impl Turn {
    fn note(&mut self, rules: &Rules, nth: usize, event: &Event) {
        match event {
            Event::Bought { units, ipc, .. } => {
                let money = &rules.economy.currency;
                self.bought
                    .push(format!("{} for {ipc} {money}", counts(rules, units)));
            }
            Event::BattleBegan(site) => self.battles.push(Fought {
                event: nth,
                site: *site,
                toll: Toll::default(),
                end: None,
            }),
            Event::BattleEnded { winner, .. } => {
                if let Some(battle) = self.battles.last_mut() {
                    battle.end = Some(*winner);
                }
            }
            Event::Lost(lost) | Event::Crashed(lost) => {
                let here = |b: &&mut Fought| b.site.space == lost.space;
                match self.battles.last_mut().filter(here) {
                    Some(battle) => battle.toll.add(lost),
                    None => self.lost.add(lost),
                }
            }
            Event::Captured {
                space,
                from,
                to,
                by,
            } => {
                let from = from.map(|p| format!("from {}", power_name(rules, p)));
                let freed = to.filter(|to| to != by);
                let freed = freed.map(|p| format!("for {}", power_name(rules, p)));
                let how = match to {
                    Some(_) if freed.is_none() => "takes",
                    Some(_) => "frees",
                    None => "empties",
                };
                let facts: Vec<String> = from.into_iter().chain(freed).collect();
                let place = space_name(rules, *space);
                self.taken.entry(how).or_default().push(match &*facts {
                    [] => place.to_owned(),
                    facts => format!("{place} ({})", facts.join(", ")),
                });
            }
            Event::Income {
                account, treasury, ..
            } => {
                let sum = account.iter().map(|line| line.amount()).sum();
                self.income = Some((sum, *treasury));
            }
            Event::Declared { .. }
            | Event::Plundered { .. }
            | Event::Triggered { .. }
            | Event::Appeared(_)
            | Event::Bombed { .. }
            | Event::Advanced { .. }
            | Event::Note { .. }
            | Event::Edited { .. }
            | Event::Won { .. } => {
                self.besides.push(event_text(rules, event));
            }
            _ => {}
        }
    }

    /// How each territory changed hands.
    pub fn changed(&self) -> impl Iterator<Item = String> {
        let taken = self.taken.iter().rev();
        taken.flat_map(|(how, places)| places.iter().map(move |place| format!("{how} {place}")))
    }

    /// The turn in a few lines.
    pub fn lines(&self, rules: &Rules, paint: Paint) -> Vec<String> {
        let mut facts = Vec::new();
        if !self.bought.is_empty() {
            facts.push(format!("buys {}", self.bought.join(", ")));
        }
        for (how, places) in self.taken.iter().rev() {
            facts.push(format!("{how} {}", list(places, "and")));
        }
        if let Some((sum, treasury)) = self.income {
            let money = &rules.economy.currency;
            facts.push(format!("collects {sum} and has {treasury} {money}"));
        }
        let mut lines = Vec::new();
        if let Some(power) = self.power {
            let power = paint.power(rules, power);
            lines.push(match facts.is_empty() {
                true => format!("{power}'s turn"),
                false => format!("{power} {}", facts.join("; ")),
            });
        }
        lines.extend(self.battles.iter().map(|b| format!("  {}", b.words(rules))));
        if self.lost != Toll::default() {
            lines.push(format!("  {}", self.lost.words(rules)));
        }
        lines.extend(self.besides.iter().map(|line| format!("  {line}")));
        lines
    }
}

/// Events in a few lines a turn.
pub fn in_brief(rules: &Rules, on_turn: Option<PowerId>, events: &[Event], paint: Paint) -> String {
    let mut lines = Vec::new();
    for (begun, turn) in turns(rules, on_turn, events) {
        lines.extend(begun.round.map(|n| paint.bold(&format!("Round {n}"))));
        lines.extend(turn.lines(rules, paint));
    }
    lines.join("\n")
}
