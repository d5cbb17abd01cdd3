//! Pairs of the grammar to words with their places.

use super::clause::{Aimed, Amount, Item, Legs, Name, Quality, TypedUnits};
use super::parse::{Text, unquote};
use crate::diag::{Loc, Problem};
use pest::iterators::{Pair, Pairs};
use sandtable_grammar::orders::Rule;

/// The tree of pairs, read by place in the source.
#[derive(Clone, Copy)]
pub(in crate::game) struct Tree<'a>(pub Text<'a>);

impl Tree<'_> {
    fn loc(self, pair: &Pair<'_, Rule>) -> Loc {
        let (span, at) = (pair.as_span(), self.0.at);
        Loc {
            file: self.0.file,
            start: at + span.start() as u32,
            end: at + span.end() as u32,
        }
    }
    /// A name.
    pub fn name(self, pair: &Pair<'_, Rule>) -> Name {
        Name {
            text: unquote(pair.as_str()),
            loc: self.loc(pair),
        }
    }
    /// An amount.
    pub fn amount(self, pair: &Pair<'_, Rule>) -> Amount {
        let loc = self.loc(pair);
        if pair.as_str().eq_ignore_ascii_case("all") {
            return Amount::All(loc);
        }
        Amount::Number(pair.as_str().to_owned(), loc)
    }
    fn index(self, pair: &Pair<'_, Rule>) -> (u32, Loc) {
        // An index beyond all bounds names no unit, like any other that is too large.
        (
            pair.as_str()[1..].parse().unwrap_or(u32::MAX),
            self.loc(pair),
        )
    }
    /// The first name inside a pair.
    pub fn inner(self, pair: Pair<'_, Rule>) -> Option<Name> {
        pair.into_inner()
            .find(|p| matches!(p.as_rule(), Rule::space | Rule::thing))
            .map(|p| self.name(&p))
    }
    /// A stack.
    pub fn stack(self, pair: Pair<'_, Rule>) -> TypedUnits {
        let loc = self.loc(&pair);
        let mut stack = TypedUnits::of(Name {
            text: String::new(),
            loc,
        });
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::amount => stack.amount = Some(self.amount(&part)),
                Rule::state => stack.quality = Some(quality(part.as_str())),
                Rule::index => stack.index = Some(self.index(&part)),
                Rule::owner => stack.owner = self.inner(part),
                Rule::load => stack.load = Some(self.stacks(part.into_inner())),
                _ => stack.kind = self.name(&part),
            }
        }
        stack
    }
    /// Every stack of a list.
    pub fn stacks(self, pairs: Pairs<'_, Rule>) -> Vec<TypedUnits> {
        let lists = pairs
            .filter(|p| p.as_rule() == Rule::stacks)
            .flat_map(Pair::into_inner);
        lists
            .filter(|p| p.as_rule() == Rule::stack)
            .map(|p| self.stack(p))
            .collect()
    }
    pub fn aimed(self, pair: Pair<'_, Rule>) -> Option<Aimed> {
        let mut amount = None;
        let mut stacks = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::amount => amount = Some(self.amount(&part)),
                Rule::stack => stacks.push(self.stack(part)),
                _ => {}
            }
        }
        let target = stacks.pop()?;
        Some(Aimed {
            amount,
            raiders: stacks.pop(),
            target,
        })
    }
    pub fn legs(self, pairs: Pairs<'_, Rule>) -> Result<Legs, Problem> {
        let mut legs = Legs::default();
        for part in pairs {
            let loc = self.loc(&part);
            match part.as_rule() {
                Rule::via => {
                    legs.via.extend(
                        part.into_inner()
                            .filter(|p| p.as_rule() == Rule::space)
                            .map(|p| self.name(&p)),
                    );
                }
                rule @ (Rule::from | Rule::to) => {
                    let (slot, word) = if rule == Rule::from {
                        (&mut legs.from, "from")
                    } else {
                        (&mut legs.to, "to")
                    };
                    if slot.is_some() {
                        return Err(Problem::error(
                            "order/syntax",
                            format!("there is a second `{word}`"),
                        )
                        .at(loc, ""));
                    }
                    *slot = self.inner(part);
                }
                _ => {}
            }
        }
        Ok(legs)
    }
    pub fn item(self, pair: Pair<'_, Rule>) -> Item {
        let mut item = Item {
            amount: None,
            what: None,
            index: None,
            place: None,
            loc: self.loc(&pair),
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::amount => item.amount = Some(self.amount(&part)),
                Rule::thing => item.what = Some(self.name(&part)),
                Rule::index => item.index = Some(self.index(&part)),
                Rule::space => item.place = Some(self.name(&part)),
                _ => {}
            }
        }
        item
    }
}

fn quality(word: &str) -> Quality {
    match word.to_lowercase().as_str() {
        "damaged" => Quality::Damaged,
        "fresh" => Quality::Fresh,
        "empty" => Quality::Empty,
        _ => Quality::Loaded,
    }
}
