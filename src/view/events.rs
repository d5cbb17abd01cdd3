//! Events as sentences: one line each, battle reports with their dice. Enough names are in an event
//! to tell the story without a state.

use super::Paint;
use super::names::{self, count, counts, space_name, unit_name};
use crate::kernel::{Event, IncomeLine, Salvo};
use crate::rules::{Id, PowerId, Rules, SiteKind, SpaceId, Value};

/// One readable line for an event.
pub fn describe_event(rules: &Rules, event: &Event, paint: Paint) -> String {
    Teller { rules, paint }.line(event)
}

struct Teller<'a> {
    rules: &'a Rules,
    paint: Paint,
}

impl Teller<'_> {
    fn power(&self, power: PowerId) -> String {
        self.paint.power(self.rules, power)
    }
    fn space(&self, space: SpaceId) -> &str {
        space_name(self.rules, space)
    }

    fn line(&self, event: &Event) -> String {
        match event {
            Event::Round(n) => self.paint.bold(&format!("Round {n}")),
            Event::Turn(p) => format!("{}'s turn", self.power(*p)),
            Event::Phase(id) => {
                let name = self
                    .rules
                    .turn
                    .phases
                    .values()
                    .nth(id.index())
                    .map_or("?", |p| &p.name);
                format!("Phase: {name}")
            }
            Event::Bought(p, units, price) => {
                format!(
                    "{} buys {} for {price} IPC",
                    self.power(*p),
                    counts(self.rules, units)
                )
            }
            Event::Repaired(p, s, kind, points, price) => {
                let what = unit_name(self.rules, *kind);
                format!(
                    "{} repairs {points} damage of the {what} in {} for {price} IPC",
                    self.power(*p),
                    self.space(*s)
                )
            }
            Event::Mended(p, s, kind) => {
                format!(
                    "{}'s {} in {} is repaired",
                    self.power(*p),
                    unit_name(self.rules, *kind),
                    self.space(*s)
                )
            }
            Event::Upgraded(p, s, to) => {
                format!(
                    "{}'s facility in {} is now a {}",
                    self.power(*p),
                    self.space(*s),
                    unit_name(self.rules, *to)
                )
            }
            Event::Declared(a, b) => {
                format!("{} declares war on {}", self.power(*a), self.power(*b))
            }
            Event::Relation(a, b, relation) => {
                format!(
                    "{} and {} are now {}",
                    self.power(*a),
                    self.power(*b),
                    names::relation(*relation)
                )
            }
            Event::Moved(..)
            | Event::Loaded(..)
            | Event::Unloaded(..)
            | Event::Raid(..)
            | Event::PassingShot(..)
            | Event::Scrambled(..) => self.movement(event),
            Event::Captured {
                space,
                from,
                to,
                by,
            } => self.captured(*space, *from, *to, *by),
            Event::Plundered(by, from, n) => {
                format!(
                    "{} takes {n} IPC from the treasury of {}",
                    self.power(*by),
                    self.power(*from)
                )
            }
            Event::Placed(p, units, s) => {
                format!(
                    "{} places {} in {}",
                    self.power(*p),
                    counts(self.rules, units),
                    self.space(*s)
                )
            }
            Event::Refunded(p, units, n) => {
                format!(
                    "{} gets {n} IPC back for {} that could not be placed",
                    self.power(*p),
                    counts(self.rules, units)
                )
            }
            Event::Income(p, lines, treasury) => self.income(*p, lines, *treasury),
            Event::Treasury(p, n) => {
                format!(
                    "{} {} {} IPC",
                    self.power(*p),
                    if *n < 0 { "loses" } else { "gets" },
                    n.unsigned_abs()
                )
            }
            Event::Triggered(id) => {
                let name = self
                    .rules
                    .acts
                    .triggers
                    .values()
                    .nth(id.index())
                    .map_or("?", |t| &t.name);
                format!("“{name}” comes into force")
            }
            Event::Offered(p, text) => format!("{} is asked: {text}", self.power(*p)),
            Event::Answered(p, text) => format!("{} answers: {text}", self.power(*p)),
            Event::Appeared(p, (kind, n), s) => {
                format!(
                    "{} gets {} in {}",
                    self.power(*p),
                    count(self.rules, *kind, *n),
                    self.space(*s)
                )
            }
            Event::Note(_, text) => text.clone(),
            Event::Won(side, victory) => {
                let text = format!(
                    "The {} have won: {victory}",
                    names::side_name(self.rules, side.index())
                );
                self.paint.bold(&text)
            }
            battle => self.battle(battle),
        }
    }

    fn movement(&self, event: &Event) -> String {
        match event {
            Event::Moved(p, units, path) => {
                let units = counts(self.rules, units);
                match path.as_slice() {
                    [] => format!("{} moves {units}", self.power(*p)),
                    [at] => format!("{} moves {units} in {}", self.power(*p), self.space(*at)),
                    [from, via @ .., to] => {
                        let via: Vec<&str> = via.iter().map(|s| self.space(*s)).collect();
                        let via = if via.is_empty() {
                            String::new()
                        } else {
                            format!(" via {}", via.join(", "))
                        };
                        format!(
                            "{} moves {units} from {} to {}{via}",
                            self.power(*p),
                            self.space(*from),
                            self.space(*to)
                        )
                    }
                }
            }
            Event::Loaded(p, units, s) => {
                format!(
                    "{} takes {} aboard in {}",
                    self.power(*p),
                    counts(self.rules, units),
                    self.space(*s)
                )
            }
            Event::Unloaded(p, units, from, to) => {
                let units = counts(self.rules, units);
                format!(
                    "{} lands {units} from {} on {}",
                    self.power(*p),
                    self.space(*from),
                    self.space(*to)
                )
            }
            Event::Raid(p, units, target, s) => {
                let (units, target) = (counts(self.rules, units), unit_name(self.rules, *target));
                format!(
                    "{} sends {units} to raid the {target} in {}",
                    self.power(*p),
                    self.space(*s)
                )
            }
            Event::PassingShot(p, s, dice, hits) => {
                format!(
                    "{} fires at passing ships in {}: {}",
                    self.power(*p),
                    self.space(*s),
                    roll(dice, *hits)
                )
            }
            Event::Scrambled(p, units, from, to) => {
                let units = counts(self.rules, units);
                format!(
                    "{} scrambles {units} from {} to {}",
                    self.power(*p),
                    self.space(*from),
                    self.space(*to)
                )
            }
            _ => String::new(),
        }
    }

    fn captured(
        &self,
        space: SpaceId,
        from: Option<PowerId>,
        to: Option<PowerId>,
        by: PowerId,
    ) -> String {
        let from = from.map_or_else(|| "nobody".to_owned(), |p| self.power(p));
        let place = self.space(space);
        match to {
            Some(to) if to == by => format!("{} takes {place} from {from}", self.power(by)),
            Some(to) => format!(
                "{} frees {place} from {from} for {}",
                self.power(by),
                self.power(to)
            ),
            None => format!("{} drives {from} out of {place}", self.power(by)),
        }
    }

    fn battle(&self, event: &Event) -> String {
        let rules = self.rules;
        match event {
            Event::BattleBegan(site) => {
                let what = match (site.kind, site.assault) {
                    (SiteKind::Raid, _) => "Raid on",
                    (SiteKind::Sea, false) => "Sea battle in",
                    (SiteKind::Sea, true) => "Sea battle before a landing, in",
                    (SiteKind::Land, false) => "Battle for",
                    (SiteKind::Land, true) => "Assault from the sea on",
                };
                self.paint
                    .bold(&format!("{what} {}", self.space(site.space)))
            }
            Event::BattleRound(s, n) => format!("  {}: round {n} of battle", self.space(*s)),
            Event::Fired {
                role,
                step,
                shots,
                dice,
                hits,
                ..
            } => {
                let side = if *role == crate::rules::Role::Attacker {
                    "attacker"
                } else {
                    "defender"
                };
                format!(
                    "  {side}, {step}: {}: {}",
                    self.shots(shots),
                    roll(dice, *hits)
                )
            }
            Event::Bombed {
                raiders,
                target,
                dice,
                ..
            } => {
                let one = matches!(raiders.as_slice(), [(_, 1)]);
                let verb = if one { "drops" } else { "drop" };
                format!(
                    "  {} {verb} bombs on the {}: dice {}",
                    counts(rules, raiders),
                    unit_name(rules, *target),
                    faces(dice)
                )
            }
            Event::Disputed { by, chooser, space } => {
                format!(
                    "  {} objects to the losses in {}: {} chooses them",
                    self.power(*by),
                    self.space(*space),
                    self.power(*chooser)
                )
            }
            Event::Lost(p, units, s) => {
                let lost = self.paint.bad(&format!("loses {}", counts(rules, units)));
                format!("  {} {lost} in {}", self.power(*p), self.space(*s))
            }
            Event::Damaged(p, kind, s, n) => {
                format!(
                    "  {}'s {} in {} takes {n} damage",
                    self.power(*p),
                    unit_name(rules, *kind),
                    self.space(*s)
                )
            }
            Event::Submerged(p, units, s) => {
                format!(
                    "  {} submerges {} in {}",
                    self.power(*p),
                    counts(rules, units),
                    self.space(*s)
                )
            }
            Event::Intercepted(p, units, s) => {
                format!(
                    "  {} sends up {} over {}",
                    self.power(*p),
                    counts(rules, units),
                    self.space(*s)
                )
            }
            Event::Bombarding(p, units, s) => {
                format!(
                    "  {} bombards {} with {}",
                    self.power(*p),
                    self.space(*s),
                    counts(rules, units)
                )
            }
            Event::Retreated(p, from, to) if from == to => {
                format!(
                    "  {}'s aircraft break off over {}",
                    self.power(*p),
                    self.space(*from)
                )
            }
            Event::Retreated(p, from, to) => {
                format!(
                    "  {} retreats from {} to {}",
                    self.power(*p),
                    self.space(*from),
                    self.space(*to)
                )
            }
            Event::BattleEnded {
                space,
                kind,
                winner,
            } => {
                let what = if *kind == SiteKind::Raid {
                    "The raid on"
                } else {
                    "The battle of"
                };
                let end = match winner {
                    Some(crate::rules::Role::Attacker) => "is won by the attacker",
                    Some(crate::rules::Role::Defender) => "is won by the defender",
                    None => "ends without a winner",
                };
                format!("  {what} {} {end}", self.space(*space))
            }
            Event::Landed(p, kind, s) => {
                format!(
                    "{}'s {} finds a place in {}",
                    self.power(*p),
                    unit_name(rules, *kind),
                    self.space(*s)
                )
            }
            Event::Crashed(p, units, s) => {
                let lost = self.paint.bad(&format!("loses {}", counts(rules, units)));
                format!(
                    "{} {lost} over {}: no place to land",
                    self.power(*p),
                    self.space(*s)
                )
            }
            // Every other event is told by `line`.
            _ => String::new(),
        }
    }

    fn shots(&self, shots: &[Salvo]) -> String {
        let shot = |s: &Salvo| {
            let dice = match s.dice {
                n if n == s.shooters => String::new(),
                1 => ", 1 die".to_owned(),
                n => format!(", {n} dice"),
            };
            format!(
                "{}{dice} at {}",
                count(self.rules, s.kind, s.shooters),
                names::value(Value(s.value))
            )
        };
        if shots.is_empty() {
            "no shots".to_owned()
        } else {
            shots.iter().map(shot).collect::<Vec<_>>().join(", ")
        }
    }

    fn income(&self, power: PowerId, lines: &[IncomeLine], treasury: i32) -> String {
        let total: i32 = lines.iter().map(IncomeLine::amount).sum();
        let line = |l: &IncomeLine| match l {
            IncomeLine::Territories(n) => format!("{n} from territories"),
            IncomeLine::Objective(id, n) => {
                let name = self
                    .rules
                    .acts
                    .objectives
                    .values()
                    .nth(id.index())
                    .map_or("?", |o| &o.name);
                format!("{n} for “{name}”")
            }
            IncomeLine::Special(_, word, n) => format!("{n:+} {word}"),
        };
        let account = lines.iter().map(line).collect::<Vec<_>>().join(", ");
        let account = if lines.len() > 1 {
            format!(" ({account})")
        } else {
            String::new()
        };
        format!(
            "{} collects {total} IPC{account} and now has {treasury}",
            self.power(power)
        )
    }
}

fn faces(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// Dice and what came of them.
fn roll(dice: &[u8], hits: u16) -> String {
    let faces = faces(dice);
    let hits = match hits {
        0 => "no hit".to_owned(),
        1 => "1 hit".to_owned(),
        n => format!("{n} hits"),
    };
    if faces.is_empty() {
        hits
    } else {
        format!("dice {faces}, {hits}")
    }
}
