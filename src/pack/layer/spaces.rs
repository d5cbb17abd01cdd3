//! What an overlay changes about a space: single facts, borders and marks by sign.

use super::ledger::Touch;
use super::merge::Merger;
use super::things::space_key;
use crate::diag::{Loc, Problem, fold_name};
use crate::pack::ast::{Item, Name, Sign, SpaceFact, SpaceItem};

/// What a fact is called; names are single facts.
pub fn fact_word(fact: &SpaceFact) -> String {
    match fact {
        SpaceFact::Income(..) | SpaceFact::IncomeBy(..) => "income".to_owned(),
        SpaceFact::Owner(_) => "owner".to_owned(),
        SpaceFact::Emblem(_) => "emblem".to_owned(),
        SpaceFact::Capital(..) => "capital".to_owned(),
        SpaceFact::City(..) => "city".to_owned(),
        SpaceFact::Island(..) => "island".to_owned(),
        SpaceFact::Borders(_) => "borders".to_owned(),
        SpaceFact::Marked(_) => "marked".to_owned(),
        SpaceFact::Closed(_) => "closed".to_owned(),
        SpaceFact::Militia(..) => "militia".to_owned(),
        SpaceFact::Also(_) => "also".to_owned(),
        SpaceFact::NotAlso(name) => format!("name {}", fold_name(&name.text)),
        SpaceFact::Border(_, name) => format!("border to {}", space_key(&name.text)),
        SpaceFact::Mark(_, name) => format!("mark {}", name.text),
        SpaceFact::Without(word) => (*word).to_owned(),
    }
}

impl SpaceItem {
    fn drop_facts(&mut self, gone: impl Fn(&SpaceFact) -> bool) -> bool {
        let before = self.facts.len();
        let keep: Vec<bool> = self.facts.iter().map(|f| !gone(f)).collect();
        let mut at = keep.iter();
        self.facts.retain(|_| *at.next().unwrap_or(&true));
        let mut at = keep.iter();
        self.said.retain(|_| *at.next().unwrap_or(&true));
        self.facts.len() < before
    }
    fn say(&mut self, fact: SpaceFact, loc: Loc) {
        self.facts.push(fact);
        self.said.push(loc);
    }
    /// Takes a name out of the lists of a kind of fact.
    fn drop_name(&mut self, key: &str, marks: bool) -> bool {
        let mut found = false;
        for fact in &mut self.facts {
            if let (SpaceFact::Marked(names), true) | (SpaceFact::Borders(names), false) =
                (fact, marks)
            {
                let before = names.len();
                names.retain(|n| space_key(&n.text) != key);
                found |= names.len() < before;
            }
        }
        let stated = |f: &SpaceFact| match f {
            SpaceFact::Marked(names) | SpaceFact::Borders(names) => names.is_empty(),
            SpaceFact::Island(Some(zone), _) => !marks && space_key(&zone.text) == key,
            _ => false,
        };
        self.drop_facts(stated) || found
    }
    /// Whether it states a border with a space of this key.
    pub(super) fn states_border(&self, key: &str) -> bool {
        self.has_name(key, false)
            || self.facts.iter().any(|f| matches!(f, SpaceFact::Border(Sign::More, name) if space_key(&name.text) == key))
    }
    fn has_name(&self, key: &str, marks: bool) -> bool {
        self.facts.iter().any(|f| match (f, marks) {
            (SpaceFact::Island(Some(zone), _), false) => space_key(&zone.text) == key,
            (SpaceFact::Marked(names), true) | (SpaceFact::Borders(names), false) => {
                names.iter().any(|n| space_key(&n.text) == key)
            }
            _ => false,
        })
    }
}

impl Merger<'_> {
    /// Lays the facts of an overlay over the space it means; `at` is the piece with the space.
    pub(super) fn change_space(&mut self, at: usize, change: SpaceItem) {
        let Some(thing) = self.pieces[at].thing.clone() else {
            return;
        };
        for (fact, loc) in change.facts.into_iter().zip(change.said) {
            let gone = matches!(
                fact,
                SpaceFact::Without(..)
                    | SpaceFact::NotAlso(_)
                    | SpaceFact::Border(Sign::Less, _)
                    | SpaceFact::Mark(Sign::Less, _)
            );
            let touch = Touch {
                gone,
                ..self.touch(fact_word(&fact), loc)
            };
            self.note(&thing, touch);
            if let Err(problem) = self.change_fact(at, fact, loc) {
                self.problems.push(problem);
            }
        }
    }

    /// Signs in a space that is new: there is nothing to take away.
    pub(super) fn settle_new_space(&mut self, at: usize) {
        let Item::Space(space) = &mut self.pieces[at].item else {
            return;
        };
        let (facts, said) = (
            std::mem::take(&mut space.facts),
            std::mem::take(&mut space.said),
        );
        for (fact, loc) in facts.into_iter().zip(said) {
            if let Err(problem) = self.change_fact(at, fact, loc) {
                self.problems.push(problem);
            }
        }
    }

    fn space_at(&mut self, at: usize) -> Option<&mut SpaceItem> {
        match &mut self.pieces[at].item {
            Item::Space(space) => Some(space),
            _ => None,
        }
    }

    fn change_fact(&mut self, at: usize, fact: SpaceFact, loc: Loc) -> Result<(), Problem> {
        let over = self.pieces[at].layer < self.layer;
        let shown = self.pieces[at].shown();
        let word = fact_word(&fact);
        match fact {
            SpaceFact::Border(sign, name) => return self.change_border(at, sign, name, loc),
            // Borders go from whichever side they were stated.
            SpaceFact::Without("borders") => self.forget_borders(at),
            SpaceFact::Borders(_) if over => self.forget_borders(at),
            _ => {}
        }
        let Some(space) = self.space_at(at) else {
            return Ok(());
        };
        match fact {
            SpaceFact::IncomeBy(sign, by) => change_income(space, &shown, (sign, by), loc)?,
            SpaceFact::Mark(Sign::More, name) if space.has_name(&space_key(&name.text), true) => {
                let problem = Problem::warning(
                    "overlay/already",
                    format!("`{shown}` is marked {} already", name.text),
                );
                return Err(problem.at(name.loc, "this changes nothing"));
            }
            SpaceFact::Mark(Sign::More, name) => space.say(SpaceFact::Marked(vec![name]), loc),
            SpaceFact::Mark(Sign::Less, name) => unmark(space, &shown, &name)?,
            SpaceFact::NotAlso(name) => {
                forget_name(space, &shown, &name)?;
                self.spelt.remove(&("space", space_key(&name.text)));
            }
            SpaceFact::Without("borders") => {}
            SpaceFact::Without(word) => {
                if !space.drop_facts(|f| fact_word(f) == word) {
                    let problem = Problem::error(
                        "overlay/not-there",
                        format!("nothing says `{word}` of `{shown}`"),
                    );
                    return Err(problem.at(loc, "nothing to take away"));
                }
            }
            SpaceFact::Owner(name) if over => hand_over(space, name, loc),
            fact @ (SpaceFact::Also(_) | SpaceFact::Borders(_)) => space.say(fact, loc),
            fact => {
                if over {
                    space.drop_facts(|f| fact_word(f) == word);
                }
                space.say(fact, loc);
            }
        }
        Ok(())
    }

    fn change_border(
        &mut self,
        at: usize,
        sign: Sign,
        name: Name,
        loc: Loc,
    ) -> Result<(), Problem> {
        let other = self.canonical("space", &name.text);
        let own = self.pieces[at]
            .thing
            .as_ref()
            .map(|t| t.name.clone())
            .unwrap_or_default();
        let shown = self.pieces[at].shown();
        let far = self.pieces.iter().position(|p| {
            p.thing
                .as_ref()
                .is_some_and(|t| t.kind == "space" && t.name == other)
        });
        let spellings = self.spellings("space", &other);
        let own_spellings = self.spellings("space", &own);
        let there = |m: &mut Self, at: usize, keys: &[String]| {
            m.space_at(at)
                .is_some_and(|s| keys.iter().any(|k| s.has_name(k, false)))
        };
        let stated =
            there(self, at, &spellings) || far.is_some_and(|f| there(self, f, &own_spellings));
        match sign {
            Sign::More if stated => {
                let problem = Problem::warning(
                    "overlay/already",
                    format!("`{shown}` borders `{}` already", name.text),
                );
                return Err(problem.at(name.loc, "this changes nothing"));
            }
            Sign::More => {
                if let Some(space) = self.space_at(at) {
                    space.say(SpaceFact::Borders(vec![name]), loc);
                }
            }
            Sign::Less if !stated => {
                let problem = Problem::error(
                    "overlay/not-there",
                    format!("`{shown}` does not border `{}`", name.text),
                );
                let known = self.neighbours(at);
                return Err(problem
                    .at(name.loc, "no such border")
                    .suggest(&name.text, known.iter().map(String::as_str)));
            }
            Sign::Less => {
                self.drop_border(at, &spellings);
                if let Some(far) = far {
                    self.drop_border(far, &own_spellings);
                }
            }
        }
        Ok(())
    }

    fn drop_border(&mut self, at: usize, keys: &[String]) {
        if let Some(space) = self.space_at(at) {
            keys.iter().for_each(|k| {
                space.drop_name(k, false);
            });
        }
    }

    /// The names of the spaces that a space states as neighbours.
    fn neighbours(&self, at: usize) -> Vec<String> {
        let Item::Space(space) = &self.pieces[at].item else {
            return Vec::new();
        };
        let names = space.facts.iter().flat_map(|f| {
            if let SpaceFact::Borders(n) = f {
                n.as_slice()
            } else {
                &[]
            }
        });
        names.map(|n| n.text.clone()).collect()
    }

    /// No border of a space is left, from whichever side it was stated.
    pub(super) fn forget_borders(&mut self, at: usize) {
        let own = self.pieces[at]
            .thing
            .as_ref()
            .map(|t| t.name.clone())
            .unwrap_or_default();
        let keys = self.spellings("space", &own);
        if let Some(space) = self.space_at(at) {
            space
                .drop_facts(|f| matches!(f, SpaceFact::Borders(_) | SpaceFact::Island(Some(_), _)));
        }
        for other in 0..self.pieces.len() {
            if other != at {
                self.drop_border(other, &keys);
            }
        }
    }
}

/// Income that goes up or down.
fn change_income(
    space: &mut SpaceItem,
    shown: &str,
    (sign, by): (Sign, u16),
    loc: Loc,
) -> Result<(), Problem> {
    let now = space
        .facts
        .iter()
        .find_map(|f| {
            if let SpaceFact::Income(n, _) = f {
                Some(*n)
            } else {
                None
            }
        })
        .unwrap_or(0);
    let new = if sign == Sign::More {
        now.checked_add(by)
    } else {
        now.checked_sub(by)
    };
    let Some(new) = new else {
        let problem = Problem::error(
            "overlay/nothing-left",
            format!("`{shown}` is worth only {now}"),
        );
        return Err(problem.at(loc, "so much cannot be taken from it"));
    };
    space.drop_facts(|f| matches!(f, SpaceFact::Income(..) | SpaceFact::IncomeBy(..)));
    space.say(SpaceFact::Income(new, loc), loc);
    Ok(())
}

/// Takes a mark away.
fn unmark(space: &mut SpaceItem, shown: &str, name: &Name) -> Result<(), Problem> {
    if space.drop_name(&space_key(&name.text), true) {
        return Ok(());
    }
    let marks = space.facts.iter().flat_map(|f| {
        if let SpaceFact::Marked(n) = f {
            n.as_slice()
        } else {
            &[]
        }
    });
    let problem = Problem::error(
        "overlay/not-there",
        format!("`{shown}` has no mark `{}`", name.text),
    );
    Err(problem
        .at(name.loc, "nothing to take away")
        .suggest(&name.text, marks.map(|n| n.text.as_str())))
}

/// Takes another name away.
fn forget_name(space: &mut SpaceItem, shown: &str, name: &Name) -> Result<(), Problem> {
    let folded = fold_name(&name.text);
    let mut known = Vec::new();
    for fact in &mut space.facts {
        if let SpaceFact::Also(names) = fact {
            known.extend(names.iter().map(|n| n.text.clone()));
            names.retain(|n| fold_name(&n.text) != folded);
        }
    }
    if known.iter().all(|k| fold_name(k) != folded) {
        let problem = Problem::error(
            "overlay/not-there",
            format!("`{shown}` has no other name `{}`", name.text),
        );
        return Err(problem
            .at(name.loc, "nothing to take away")
            .suggest(&name.text, known.iter().map(String::as_str)));
    }
    space.drop_facts(|f| matches!(f, SpaceFact::Also(names) if names.is_empty()));
    Ok(())
}

/// Gives a space to another owner. Whose land it is originally does not change with whoever holds it now.
fn hand_over(space: &mut SpaceItem, name: Name, loc: Loc) {
    let emblem = space
        .facts
        .iter()
        .any(|f| matches!(f, SpaceFact::Emblem(_)));
    let before = space
        .facts
        .iter()
        .zip(&space.said)
        .find_map(|(f, l)| match f {
            SpaceFact::Owner(old) => Some((old.clone(), *l)),
            _ => None,
        });
    space.drop_facts(|f| matches!(f, SpaceFact::Owner(_)));
    if let (Some((old, place)), false) = (before, emblem) {
        space.say(SpaceFact::Emblem(old), place);
    }
    space.say(SpaceFact::Owner(name), loc);
}
