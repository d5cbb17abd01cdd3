//! Expectations of a transcript: what must be so, and what is said when it is not.

use super::line::{Expect, Fact, RELATIONS};
use super::run::Runner;
use crate::diag::{Loc, Problem, fold_name};
use crate::game::language::{Amount, Name, Names, Quality, TypedUnits, join, number};
use crate::rules::{EconomyId, PhaseId, PowerId, Relation, SideId, SpaceId, UnitTypeId};
use std::collections::BTreeMap;
use std::fmt::Display;

/// Counts by type.
type Tally = BTreeMap<UnitTypeId, i64>;

impl Runner<'_> {
    /// Checks an expectation.
    pub(super) fn expect(&mut self, expect: &Expect, loc: Loc) -> Result<(), Problem> {
        match expect {
            Expect::Units(owner, space, stacks) => {
                let owner = self.names.powers.maybe(owner.as_ref())?;
                self.expect_units(owner, self.names.spaces.find(space)?, stacks, loc)
            }
            Expect::Income(name, n) => same(
                *n,
                self.income(self.names.economies.find(name)?),
                "income",
                loc,
            ),
            Expect::Decision(words) => self.expect_decision(words, loc),
            Expect::Refused(code) => {
                self.refusal = Some((code.clone(), loc));
                Ok(())
            }
            Expect::Event(words, wanted) => self.expect_event(words, *wanted, loc),
            Expect::Winner(side) => {
                let none = side.text.eq_ignore_ascii_case("none");
                let wanted = if none {
                    None
                } else {
                    Some(self.names.sides.find(side)?)
                };
                let sides = &self.rules.powers.sides;
                let name = |s: Option<SideId>| s.map_or("none", |s| sides[s].as_str());
                same(name(wanted), name(self.state.winner), "winner", loc)
            }
            Expect::Is(fact) => self.is(fact, loc),
        }
    }

    /// Checks that a fact is so.
    fn is(&self, fact: &Fact, loc: Loc) -> Result<(), Problem> {
        let rules = self.rules;
        let power = |p: PowerId| rules.powers[p].name.as_str();
        let number = |wanted: i64, have: i64, what| same(wanted, have, what, loc);
        match fact {
            Fact::Damage(stack, space, points) => {
                let ix = self.present(stack, self.names.spaces.find(space)?)?;
                number(*points, self.state.unit(ix).damage.into(), "damage")
            }
            Fact::Control(words) => {
                let (space, owner) = self.holding(words)?;
                let name = |p: Option<PowerId>| p.map_or("nobody", power);
                same(name(owner), name(self.state.owner(space)), "control", loc)
            }
            Fact::Treasury(name, n) => {
                let id = self.names.economies.find(name)?;
                number(*n, self.state.treasury(id).into(), "treasury")
            }
            Fact::Relation(relation, words) => {
                let (a, b) = Names::pair(&self.names.powers, &self.names.powers, words)?;
                let have = self.state.relation(rules, a, b);
                same(word(*relation), word(have), "relation", loc)
            }
            Fact::Phase(phase) => {
                let name = |p: PhaseId| rules.turn.phases[p].name.as_str();
                let wanted = self.names.phases.find(phase)?;
                same(name(wanted), name(self.state.phase), "phase", loc)
            }
            Fact::Round(n) => number(*n, self.state.round.into(), "round"),
            Fact::Turn(name) => {
                let wanted = self.names.powers.find(name)?;
                same(power(wanted), power(self.state.active(rules)), "turn", loc)
            }
            Fact::Counter(name, n) => {
                let id = self.names.counters.find(name)?;
                number(*n, self.state.counter(id).into(), "counter")
            }
        }
    }

    /// What the territories that a power controls are worth to one of its treasuries.
    fn income(&self, economy: EconomyId) -> i64 {
        let economies = &self.rules.powers.economies;
        let power = economies[economy].power;
        let all = &self.rules.powers[power].economies;
        // The first treasury takes what no other one claims.
        let counts = |space: SpaceId| {
            let claimed = all
                .iter()
                .skip(1)
                .find(|e| economies[**e].region.has(space));
            claimed.or(all.first()) == Some(&economy)
        };
        let spaces = self.rules.board.spaces.iter();
        spaces
            .filter(|(id, _)| self.state.owner(*id) == Some(power) && counts(*id))
            .map(|(_, s)| i64::from(s.income))
            .sum()
    }

    fn expect_units(
        &self,
        owner: Option<PowerId>,
        space: SpaceId,
        stacks: &[TypedUnits],
        loc: Loc,
    ) -> Result<(), Problem> {
        let (mut wanted, mut damaged) = (Tally::new(), Tally::new());
        for stack in stacks {
            self.count(stack, 1, &mut wanted)?;
            if stack.quality == Some(Quality::Damaged) {
                self.count(
                    &TypedUnits {
                        load: None,
                        ..stack.clone()
                    },
                    1,
                    &mut damaged,
                )?;
            }
        }
        // Facilities count only where one is named: lists of who is left after a battle stay short.
        let facilities = self.rules.units.facilities;
        let with_facilities = wanted.keys().any(|k| facilities.has(*k));
        let (mut have, mut hurt) = (Tally::new(), Tally::new());
        for (_, unit) in self.state.units_in(space) {
            if owner.is_none_or(|p| p == unit.owner)
                && (with_facilities || !facilities.has(unit.kind))
            {
                *have.entry(unit.kind).or_default() += 1;
                if unit.damage > 0 && damaged.contains_key(&unit.kind) {
                    *hurt.entry(unit.kind).or_default() += 1;
                }
            }
        }
        same(self.list(&wanted), self.list(&have), "list of units", loc)?;
        same(
            self.list(&damaged),
            self.list(&hurt),
            "list of damaged units",
            loc,
        )
    }

    fn count(&self, stack: &TypedUnits, times: i64, tally: &mut Tally) -> Result<(), Problem> {
        let kind = self.names.units.find(&stack.kind)?;
        let n = match &stack.amount {
            Some(Amount::Number(text, loc)) => number(text, *loc, 1, 10_000)?,
            _ => 1,
        };
        let n = n.saturating_mul(times);
        let entry = tally.entry(kind).or_default();
        *entry = entry.saturating_add(n);
        stack
            .load
            .iter()
            .flatten()
            .try_for_each(|load| self.count(load, n, tally))
    }

    fn list(&self, tally: &Tally) -> String {
        let list: Vec<String> = tally
            .iter()
            .map(|(kind, n)| format!("{n} {}", self.rules.units[*kind].name))
            .collect();
        if list.is_empty() {
            "none".to_owned()
        } else {
            list.join(", ")
        }
    }

    fn expect_decision(&self, words: &[Name], loc: Loc) -> Result<(), Problem> {
        let pending = self.pending(loc)?;
        let kind = pending.as_ref().map_or("none", |d| d.kind.name());
        let Some((last, power)) = words.split_last() else {
            return Ok(());
        };
        let wanted = last.text.to_lowercase();
        let Some(power) = join(power) else {
            return same(wanted.as_str(), kind, "decision", loc);
        };
        let power = self.names.powers.find(&power)?;
        let have = pending.as_ref().map_or("none".to_owned(), |d| {
            format!("{} {kind}", self.rules.powers[d.power].name)
        });
        same(
            format!("{} {wanted}", self.rules.powers[power].name),
            have,
            "decision",
            loc,
        )
    }

    fn expect_event(&self, words: &Name, wanted: bool, loc: Loc) -> Result<(), Problem> {
        let told: Vec<String> = self
            .events
            .iter()
            .map(|e| (self.tell)(self.rules, e))
            .collect();
        let sought = fold_name(&words.text);
        if told.iter().any(|t| fold_name(t).contains(&sought)) == wanted {
            return Ok(());
        }
        let message = if wanted {
            "this did not happen"
        } else {
            "this happened"
        };
        let happened = if told.is_empty() {
            "nothing".to_owned()
        } else {
            told.join("\n")
        };
        Err(Problem::error("transcript/event", message)
            .at(loc, "")
            .help(format!("what happened:\n{happened}")))
    }
}

fn word(relation: Relation) -> &'static str {
    let known = RELATIONS.iter().find(|(_, known)| *known == relation);
    known.map_or("", |(word, _)| word)
}

/// What is expected and what is must be the same.
fn same<T: PartialEq + Display>(wanted: T, have: T, what: &str, loc: Loc) -> Result<(), Problem> {
    if wanted == have {
        return Ok(());
    }
    Err(Problem::error(
        "transcript/expectation",
        format!("the {what} is not as expected"),
    )
    .at(loc, format!("expected {wanted}; it is {have}")))
}
