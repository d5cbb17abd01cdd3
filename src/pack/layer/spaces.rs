//! What an overlay changes about a space: single facts, borders and marks by sign.

use super::ledger::{Statement, Thing};
use super::merge::Merger;
use super::things::{Piece, is_space, space_key};
use crate::grammar::Rule;
use crate::tree::{Name, Node, Sign, number};
use sandtable_diag::{Loc, Problem, fold_name};

/// What a fact is called; names are single facts.
pub fn fact_word(fact: &Node) -> String {
    match (fact.rule, &fact.kids[..]) {
        (Rule::f_without, [lost, ..]) => lost.first_words(),
        (Rule::f_borders, [sign, name]) if sign.rule != Rule::name => {
            format!("border to {}", space_key(&name.text))
        }
        (Rule::f_marked, [sign, name]) if sign.rule != Rule::name => format!("mark {}", name.text),
        (Rule::f_also, [sign, name]) if sign.rule != Rule::name => {
            format!("name {}", fold_name(&name.text))
        }
        _ => fact.first_words(),
    }
}

impl Piece {
    /// The facts of a kind, those that change what lies below left out.
    pub fn facts(&self, rule: Rule) -> impl Iterator<Item = &Node> {
        self.node.all(rule).filter(|f| f.sign().is_none())
    }
    /// The names that facts of a kind list.
    pub fn listed(&self, rule: Rule) -> impl Iterator<Item = &Node> {
        self.facts(rule).flat_map(|f| &f.kids)
    }
    fn has_name(&self, key: &str, rule: Rule) -> bool {
        self.listed(rule).any(|n| space_key(&n.text) == key)
    }
    fn borders(&self, key: &str) -> bool {
        self.has_name(key, Rule::f_borders) || self.has_name(key, Rule::f_island)
    }
    /// Whether it states a border with a space of this key.
    pub(super) fn states_border(&self, key: &str) -> bool {
        let more = |f: &Node| {
            f.sign() == Some(Sign::More) && f.kids.last().is_some_and(|n| space_key(&n.text) == key)
        };
        self.borders(key) || self.node.all(Rule::f_borders).any(more)
    }
    fn drop_facts(&mut self, gone: impl Fn(&Node) -> bool) -> bool {
        let before = self.node.kids.len();
        self.node.kids.retain(|f| f.rule == Rule::name || !gone(f));
        self.node.kids.len() < before
    }
    fn say(&mut self, fact: Node) {
        self.node.kids.push(fact);
    }
    /// Takes a name out of the lists of a kind of fact; says whether it was there.
    fn drop_name(&mut self, rule: Rule, is: impl Fn(&str) -> bool) -> bool {
        let mut found = false;
        for fact in self.node.kids.iter_mut().filter(|f| f.rule == rule) {
            let before = fact.kids.len();
            fact.kids.retain(|n| !is(&n.text));
            found |= fact.kids.len() < before;
        }
        self.drop_facts(|f| f.rule == rule && f.kids.is_empty() && rule != Rule::f_island);
        found
    }
}

impl Merger {
    /// Lays the facts of an overlay over the space it means; `at` is the piece with the space.
    pub(super) fn change_space(&mut self, at: usize, change: Node) {
        let Some(thing) = self.pieces[at].thing.clone() else {
            return;
        };
        for fact in change.kids.into_iter().skip(1) {
            let less = fact.sign() == Some(Sign::Less) && fact.rule != Rule::f_income;
            let gone = less || fact.rule == Rule::f_without;
            let touch = self.touch(fact_word(&fact), fact.loc);
            self.note(&thing, Statement { gone, ..touch });
            self.settle_fact(at, fact);
        }
    }

    /// Signs in a space that is new: there is nothing to take away.
    pub(super) fn settle_new_space(&mut self, at: usize) {
        let facts = self.pieces[at].node.kids.split_off(1);
        facts.into_iter().for_each(|f| self.settle_fact(at, f));
    }

    fn settle_fact(&mut self, at: usize, fact: Node) {
        let changed = self.change_fact(at, fact);
        self.problems.extend(changed.err());
    }

    fn change_fact(&mut self, at: usize, fact: Node) -> Result<(), Problem> {
        let over = self.pieces[at].layer < self.layer;
        let (word, sign) = (fact_word(&fact), fact.sign());
        match (fact.rule, sign) {
            (Rule::f_borders, Some(sign)) => return self.change_border(at, sign, fact),
            // Borders go from whichever side they were stated.
            (Rule::f_without, _) if word == "borders" => {
                self.forget_borders(at);
                return Ok(());
            }
            (Rule::f_borders, None) if over => self.forget_borders(at),
            _ => {}
        }
        let space = &mut self.pieces[at];
        let shown = space.shown();
        match (fact.rule, sign) {
            (Rule::f_income, Some(sign)) => change_income(space, sign, fact)?,
            (Rule::f_marked, Some(Sign::More)) => {
                let name = fact.kids[1].clone();
                if space.has_name(&space_key(&name.text), Rule::f_marked) {
                    let message = format!("`{shown}` is marked {} already", name.text);
                    return Err(name.already(message));
                }
                let kids = vec![name];
                space.say(Node { kids, ..fact });
            }
            (Rule::f_marked, Some(Sign::Less)) => {
                drop_listed(space, &fact, &format!("`{shown}` has no mark"))?;
            }
            (Rule::f_also, Some(_)) => {
                drop_listed(space, &fact, &format!("`{shown}` has no other name"))?;
                let key = space_key(&fact.kids[1].text);
                if let Some(spelt) = self.spelt.get_mut("space") {
                    spelt.remove(&key);
                }
            }
            (Rule::f_without, _) => {
                if !space.drop_facts(|f| fact_word(f) == word) {
                    let message = format!("nothing says `{word}` of `{shown}`");
                    return Err(fact.not_there(message, "nothing to take away", [""; 0]));
                }
            }
            (Rule::f_owner, _) if over => hand_over(space, fact),
            (Rule::f_also | Rule::f_borders, _) => space.say(fact),
            _ => {
                if over {
                    space.drop_facts(|f| fact_word(f) == word);
                }
                space.say(fact);
            }
        }
        Ok(())
    }

    fn change_border(&mut self, at: usize, sign: Sign, fact: Node) -> Result<(), Problem> {
        let name = fact.kids[1].clone();
        let other = self.canonical("space", &name.text);
        let (keys, own_keys) = (self.spellings("space", &other), self.space_keys(at));
        let shown = self.pieces[at].shown();
        let far = self.place_of(&Thing::folded("space", other));
        let there = |at: usize, keys: &[String]| keys.iter().any(|k| self.pieces[at].borders(k));
        let stated = there(at, &keys) || far.is_some_and(|f| there(f, &own_keys));
        match sign {
            Sign::More if stated => {
                let message = format!("`{shown}` borders `{}` already", name.text);
                return Err(name.already(message));
            }
            Sign::More => {
                let kids = vec![name];
                self.pieces[at].say(Node { kids, ..fact });
            }
            Sign::Less if !stated => {
                let known = self.pieces[at].listed(Rule::f_borders);
                let message = format!("`{shown}` does not border `{}`", name.text);
                let known = known.map(|n| n.text.as_str());
                return Err(name.not_there(message, "no such border", known));
            }
            Sign::Less => {
                self.drop_border(at, &keys);
                if let Some(far) = far {
                    self.drop_border(far, &own_keys);
                }
            }
        }
        Ok(())
    }

    fn space_keys(&self, at: usize) -> Vec<String> {
        let own = self.pieces[at].thing.as_ref();
        own.map(|t| self.spellings("space", &t.name))
            .unwrap_or_default()
    }

    fn drop_border(&mut self, at: usize, keys: &[String]) {
        let is = |n: &str| keys.contains(&space_key(n));
        let space = &mut self.pieces[at];
        space.drop_name(Rule::f_borders, is);
        // An island whose one sea zone goes is said to be one no longer.
        space.drop_facts(|f| f.rule == Rule::f_island && f.kids.iter().any(|n| is(&n.text)));
    }

    /// No border of a space is left, from whichever side it was stated.
    pub(super) fn forget_borders(&mut self, at: usize) {
        let keys = self.space_keys(at);
        let bounds = |f: &Node| {
            let stated = f.rule == Rule::f_borders && f.sign().is_none();
            stated || f.rule == Rule::f_island && !f.kids.is_empty()
        };
        self.pieces[at].drop_facts(bounds);
        for other in 0..self.pieces.len() {
            if other != at && is_space(self.pieces[other].kind) {
                self.drop_border(other, &keys);
            }
        }
    }
}

/// Income that goes up or down.
fn change_income(space: &mut Piece, sign: Sign, fact: Node) -> Result<(), Problem> {
    let by: u16 = number(&fact.kids[1])?;
    let said = space.facts(Rule::f_income).next();
    let now: u16 = said.map_or(Ok(0), |f| number(&f.kids[0]))?;
    let new = match sign {
        Sign::More => now.checked_add(by),
        Sign::Less => now.checked_sub(by),
    };
    let Some(new) = new else {
        let message = format!("`{}` is worth only {now}", space.shown());
        return Err(Problem::error("overlay/nothing-left", message)
            .at(fact.loc, "so much cannot be taken from it"));
    };
    space.drop_facts(|f| f.rule == Rule::f_income);
    let income = Name::new(new.to_string(), fact.loc);
    let kids = vec![Node::leaf(Rule::number, income)];
    space.say(Node { kids, ..fact });
    Ok(())
}

/// Takes a mark or another name away.
fn drop_listed(space: &mut Piece, fact: &Node, lacks: &str) -> Result<(), Problem> {
    let name: &Name = &fact.kids[1];
    let key = space_key(&name.text);
    let known: Vec<String> = space.listed(fact.rule).map(|n| n.text.clone()).collect();
    if space.drop_name(fact.rule, |n| space_key(n) == key) {
        return Ok(());
    }
    let message = format!("{lacks} `{}`", name.text);
    Err(name.not_there(message, "nothing to take away", known))
}

/// Gives a space to another owner. Whose land it is originally does not change with whoever holds it now.
fn hand_over(space: &mut Piece, fact: Node) {
    let emblem = space.node.kid(Rule::f_emblem).is_some();
    let before = space.node.kid(Rule::f_owner).cloned();
    space.drop_facts(|f| f.rule == Rule::f_owner);
    if let (Some(old), false) = (before, emblem) {
        space.say(Node {
            rule: Rule::f_emblem,
            word: Some(Rule::k_emblem),
            ..old
        });
    }
    space.say(fact);
}

/// Where a fact that may be said only once stands, for messages.
pub fn fact_place(fact: &Node) -> Loc {
    match fact.rule {
        Rule::f_owner | Rule::f_emblem => fact.kids[0].loc,
        _ => fact.loc,
    }
}
