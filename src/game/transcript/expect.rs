//! Expectations of a transcript: what must be so, and what is said when it is not.

use super::run::{Refused, Runner};
use crate::language::{CODES, Node, Rule, Stack, number};
use crate::reading::{RELATIONS, round};
use sandtable_diag::{Loc, Problem, fold_name};
use sandtable_kernel::{Code, UnitIx, pairing, territory_income};
use sandtable_rules::{PowerId, UnitTypeId, joined_or, side_name};
use std::fmt::Display;

/// One unit that is expected; cargo that is said to be aboard must be.
struct Wanted {
    unit: Stack,
    aboard: bool,
}

impl Runner {
    /// Checks an expectation: its words, and what follows them.
    pub(super) fn expect(&mut self, word: &str, said: &Node, loc: Loc) -> Result<(), Problem> {
        let (reader, cx) = (self.reader(), self.session.cx());
        let (rules, state) = (cx.rules, cx.state);
        let power = |p: PowerId| rules.powers[p].name.as_str();
        match word {
            "units" => self.expect_units(said, loc),
            "damage" => self.expect_damage(said, loc),
            "income" => {
                let (id, n) = reader.treasury(said)?;
                let power = rules.powers.economies[id].power;
                let have = territory_income(cx, power, id);
                same(n, have.into(), word, loc)
            }
            "treasury" => {
                let (id, n) = reader.treasury(said)?;
                same(n, state.treasury(id).into(), word, loc)
            }
            "counter" | "flag" => {
                let (id, n) = reader.counter(word, said)?;
                same(n, state.counter(id), word, loc)
            }
            "round" => same(round(said)?, state.round, word, loc),
            "control" => {
                let (space, owner) = reader.holding(said)?;
                let name = |p: Option<PowerId>| p.map_or("nobody", power);
                same(name(owner), name(state.owner(space)), word, loc)
            }
            "turn" => {
                let wanted = reader.names.powers.find(said.need(Rule::words)?)?;
                same(power(wanted), power(state.active(rules)), word, loc)
            }
            "phase" => {
                let name = |p| rules.turn.phases[p].name.as_str();
                same(name(reader.phase(said)?), name(state.phase), word, loc)
            }
            "decision" => self.expect_decision(said, loc),
            "winner" => {
                let side = said.need(Rule::words)?;
                let none = side.text.eq_ignore_ascii_case("none");
                let wanted = (!none).then(|| reader.names.sides.find(side)).transpose()?;
                let name = |s: Option<_>| s.map_or("none", |s| side_name(rules, s));
                same(name(wanted), name(state.winner), word, loc)
            }
            "event" | "no event" => self.expect_event(said, word == "event", loc),
            "refused" => self.expect_refused(said, loc),
            _ => {
                let (a, b) = reader.powers(said)?;
                let have = state.relation(rules, a, b);
                let have = RELATIONS.iter().find(|(_, known)| *known == have);
                same(word, have.map_or("", |(word, _)| word), "relation", loc)
            }
        }
    }

    /// Exactly the units of a list, each as it is described.
    fn expect_units(&self, said: &Node, loc: Loc) -> Result<(), Problem> {
        let (names, state) = (self.session.names(), self.session.state());
        let owner = said.find(Rule::thing).map(|p| names.powers.find(p));
        let owner = owner.transpose()?;
        let space = names.spaces.find(said.need(Rule::space)?)?;
        let wanted = wanted(&names.stacks(said)?)?;
        // Facilities count only where one is named: lists of who is left after a battle stay short.
        let facilities = self.session.rules().units.facilities;
        let count_all = wanted.is_empty() || wanted.iter().any(|w| facilities.has(w.unit.kind));
        let units = state.those_in(space, |u| {
            owner.is_none_or(|p| p == u.owner) && (count_all || !facilities.has(u.kind))
        });
        if self.matched(&wanted, &units) {
            return Ok(());
        }
        let free = |ix: &UnitIx| {
            let carrier = state.unit(*ix).carrier();
            carrier.is_none_or(|c| !units.contains(&c))
        };
        let shown: Vec<UnitIx> = units.iter().copied().filter(free).collect();
        let list = said.find(Rule::stacks).map_or("none", |l| l.text.as_str());
        let have = self.reader().listed(&shown);
        Err(unlike(list, have, "list of units", loc))
    }

    /// Whether every unit can be one of those wanted, and every one wanted is there.
    fn matched(&self, wanted: &[Wanted], units: &[UnitIx]) -> bool {
        let state = self.session.state();
        let fits = |Wanted { unit, aboard }: &Wanted, ix: UnitIx| {
            let there = state.unit(ix);
            unit.fits(state, ix, there) && (!aboard || there.carrier().is_some())
        };
        let fitting = |wanted| {
            (0..units.len())
                .filter(|i| fits(wanted, units[*i]))
                .collect()
        };
        let all = || wanted.iter().map(fitting).collect::<Vec<_>>();
        wanted.len() == units.len() && pairing(&all(), units.len()).iter().all(Option::is_some)
    }

    /// The damage on every unit of a description; with a number, on exactly so many.
    fn expect_damage(&self, said: &Node, loc: Loc) -> Result<(), Problem> {
        let n = said.need(Rule::amount)?;
        let points = number(&n.text, n.loc, 0, 250)?;
        let units = self.reader().present(said)?;
        if let Some(count) = said.need(Rule::stack)?.find(Rule::amount)
            && count.text.parse::<usize>().is_ok_and(|n| n != units.len())
        {
            let have = units.len().to_string();
            same(count.text.clone(), have, "number of units", loc)?;
        }
        let state = self.session.state();
        let mut damage = units.iter().map(|ix| i64::from(state.unit(*ix).damage));
        damage.try_for_each(|have| same(points, have, "damage", loc))
    }

    fn expect_decision(&self, said: &Node, loc: Loc) -> Result<(), Problem> {
        let pending = self.session.pending();
        let kind = pending.as_ref().map_or("none", |d| d.kind.name());
        let words = said.need(Rule::words)?;
        let (power, wanted) = words
            .text
            .rsplit_once(char::is_whitespace)
            .unwrap_or(("", &words.text));
        let wanted = wanted.to_lowercase();
        if power.is_empty() {
            return same(wanted.as_str(), kind, "decision", loc);
        }
        let power = crate::language::Name {
            text: power.trim().to_owned(),
            loc: words.loc,
        };
        let name = |p: PowerId| &self.session.rules().powers[p].name;
        let power = self.session.names().powers.find(&power)?;
        let wanted = format!("{} {wanted}", name(power));
        let have = pending.map_or("none".to_owned(), |d| format!("{} {kind}", name(d.power)));
        same(wanted, have, "decision", loc)
    }

    fn expect_event(&self, said: &Node, wanted: bool, loc: Loc) -> Result<(), Problem> {
        let told = self.told();
        let words = said.need(Rule::words)?;
        let sought = fold_name(words.text.trim_matches('"'));
        if sought.is_empty() {
            let problem = Problem::error("transcript/event", "nothing is expected here");
            return Err(problem
                .at(words.loc, "")
                .help("words of the sentence that tells it"));
        }
        if told.iter().any(|t| fold_name(t).contains(&sought)) == wanted {
            return Ok(());
        }
        let message = if wanted {
            "this did not happen"
        } else {
            "this happened"
        };
        Err(Problem::error("transcript/event", message)
            .at(loc, "")
            .help(format!("what happened:\n{}", told.join("\n"))))
    }

    /// The next order must be refused so.
    fn expect_refused(&mut self, said: &Node, loc: Loc) -> Result<(), Problem> {
        let code = said.need(Rule::word)?;
        let codes = || Code::ALL.iter().map(|code| code.name());
        let known = || codes().chain(CODES.iter().copied());
        if !known().any(|k| k == code.text) {
            let message = format!("no order is refused with `{}`", code.text);
            return Err(Problem::error("transcript/code", message)
                .at(code.loc, "")
                .suggest(&code.text, known()));
        }
        let words = |rule| {
            let part = said.find(rule).map(|p: &Node| p.need(Rule::word));
            part.map(|p| p.map(|p| p.text.clone())).transpose()
        };
        let rule = words(Rule::ruled)?;
        let saying = words(Rule::saying)?;
        let empty = |words: &String| fold_name(words).is_empty();
        if saying.as_ref().is_some_and(empty) {
            let message = "every sentence says this";
            return Err(Problem::error("transcript/refusal", message)
                .at(loc, "words of the refusal stand here"));
        }
        self.refusal = Some(Refused {
            code: code.text.clone(),
            saying,
            rule,
            loc,
        });
        Ok(())
    }
}

impl Refused {
    /// Checks that an order was refused as expected.
    pub(super) fn check(&self, problem: Problem) -> Result<(), Problem> {
        let wrong = |what: String, expected: &str| {
            Err(Problem::error("transcript/refusal", what)
                .at(self.loc, format!("expected `{expected}`"))
                .help(problem.message.clone()))
        };
        if problem.code != self.code {
            return wrong(
                format!("the order was refused with `{}`", problem.code),
                &self.code,
            );
        }
        let cited = |rule: &String| problem.rules.iter().any(|r| r.eq_ignore_ascii_case(rule));
        match (&self.saying, &self.rule) {
            (Some(words), _) if !fold_name(&problem.message).contains(&fold_name(words)) => {
                wrong("the order was refused with other words".to_owned(), words)
            }
            (_, Some(rule)) if !cited(rule) => {
                let rules = joined_or(&problem.rules, ", ", "no rule");
                wrong(format!("the refusal cites {rules}"), rule)
            }
            _ => Ok(()),
        }
    }
}

/// Each unit of a list, and each that is said to be aboard.
fn wanted(stacks: &[Stack]) -> Result<Vec<Wanted>, Problem> {
    let mut wanted = Vec::new();
    for stack in stacks {
        let aboard = |(kind, owner): &(UnitTypeId, Option<PowerId>)| Wanted {
            unit: Stack {
                owner: *owner,
                ..Stack::of(*kind, stack.many, stack.loc)
            },
            aboard: true,
        };
        for _ in 0..stack.count()?.min(10_000) {
            wanted.push(Wanted {
                unit: stack.clone(),
                aboard: false,
            });
            wanted.extend(stack.load.iter().flatten().map(aboard));
        }
    }
    Ok(wanted)
}

/// What is expected and what is must be the same.
fn same<T: PartialEq + Display>(wanted: T, have: T, what: &str, loc: Loc) -> Result<(), Problem> {
    if wanted == have {
        return Ok(());
    }
    Err(unlike(wanted, have, what, loc))
}

fn unlike(wanted: impl Display, have: impl Display, what: &str, loc: Loc) -> Problem {
    let message = format!("the {what} is not as expected");
    let label = format!("expected {wanted}; it is {have}");
    Problem::error("transcript/expectation", message).at(loc, label)
}
