//! Answers to offers: choices named by number, word, unit or space.

use super::names::Names;
use super::node::{Name, Node, Rule, read};
use super::resolve::{Reader, refused};
use super::stack::{Many, Stack, many, number};
use super::text::Text;
use sandtable_diag::{Loc, Problem, fold_name};
use sandtable_kernel::{Choice, Code, DecisionKind, Offer, Order, Origin, Plain, UnitIx};
use sandtable_rules::{SpaceId, power_name};
use std::mem::discriminant;

/// What an item of an answer names, whatever is offered.
struct Item<'a> {
    what: &'a str,
    many: Many,
    loc: Loc,
    /// Neither a place nor an owner nor a number is said with it.
    bare: bool,
    space: Option<SpaceId>,
    unit: Option<Stack>,
    place: Option<SpaceId>,
}

impl<'a> Item<'a> {
    /// A word that is said once, and names neither a space nor a unit.
    fn word(what: &'a str, loc: Loc) -> Self {
        Self {
            what,
            many: Many::Count(1),
            loc,
            bare: true,
            space: None,
            unit: None,
            place: None,
        }
    }
    fn read(names: &Names, item: &'a Node) -> Result<Self, Problem> {
        let what = item.need(Rule::thing)?;
        let place = item.find(Rule::space);
        let place = place.map(|s| names.spaces.find(s)).transpose()?;
        let said = |rule| item.find(rule).is_some();
        let bare = place.is_none() && !said(Rule::index) && !said(Rule::owner);
        let unit = names.units.find(what).is_ok();
        Ok(Self {
            many: many(item.find(Rule::amount))?,
            bare,
            space: names.spaces.find(what).ok().filter(|_| bare),
            unit: unit.then(|| names.stack(item)).transpose()?,
            place,
            ..Self::word(&what.text, item.loc)
        })
    }
}

/// Among what something is wished for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Among {
    /// Units alone.
    Units,
    /// Units, spaces, or what a choice of an offer says, in quotes.
    Choices,
}

/// What can be wished for whenever a question comes. Numbers in a list mean something else each time.
///
/// # Errors
/// It says something else, or names what is not in the edition.
pub(crate) fn wishes(names: &Names, among: Among, text: Text<'_>) -> Result<Node, Problem> {
    let wishes = read(Rule::answer, text, "CHOICE, CHOICE")?;
    for said in wishes.all(Rule::item) {
        let Some(thing) = said.find(Rule::thing) else {
            let message = "numbers in a list mean something else at each question";
            return Err(Problem::error("order/syntax", message).at(said.loc, ""));
        };
        let known = Item::read(names, said)?;
        let other = among == Among::Choices && (known.space.is_some() || thing.is_quoted());
        if known.unit.is_none() && !other {
            names.units.find(thing)?;
        }
    }
    Ok(wishes)
}

impl Reader<'_> {
    fn offer(&self, loc: Loc) -> Result<&Offer, Problem> {
        match self.decision.map(|d| &d.kind) {
            Some(DecisionKind::Offer(offer)) => Ok(offer),
            _ => Err(self.not_now(loc)),
        }
    }

    /// `yes` or `no`, to an offer or to losses that another power has chosen.
    pub(super) fn yes_or_no(&self, word: &str, loc: Loc) -> Result<Order, Problem> {
        if let Some(DecisionKind::Agree { .. }) = self.decision.map(|d| &d.kind) {
            return Ok(if word == "yes" {
                Order::Agree
            } else {
                Order::Object
            });
        }
        let offer = self.offer(loc)?;
        let mut picked = Vec::new();
        self.named(offer, &Item::word(word, loc), &mut picked)?;
        Ok(Order::Answer(picked))
    }

    /// The answer that names these choices.
    pub(super) fn answer(&self, said: &Node, loc: Loc) -> Result<Order, Problem> {
        let offer = self.offer(loc)?;
        if let Some(special) = said.find(Rule::thing_word) {
            self.made_by(offer, special)?;
        }
        let mut picked = Vec::new();
        for said in said.all(Rule::item) {
            if said.find(Rule::thing).is_none() {
                picked.push(self.of_number(offer, said.need(Rule::amount)?)?);
                continue;
            }
            self.named(offer, &Item::read(self.names, said)?, &mut picked)?;
        }
        picked.sort_unstable();
        Ok(Order::Answer(picked))
    }

    /// Whether an item names a choice.
    fn means(&self, item: &Item<'_>, choice: &Choice) -> bool {
        match choice {
            Choice::Word(word) => item.bare && fold_name(word) == fold_name(item.what),
            Choice::Space(s) => Some(*s) == item.space,
            Choice::Unit(ix) => {
                let unit = item.unit.as_ref();
                unit.is_some_and(|u| self.offered(*ix, u, item.place))
            }
        }
    }

    /// The numbers of the choices that an item names and that can still be taken.
    fn free(&self, choices: &[Choice], item: &Item<'_>, repeat: bool, picked: &[u16]) -> Vec<u16> {
        let numbered = (0u16..).zip(choices);
        let free = numbered.filter(|(n, c)| (repeat || !picked.contains(n)) && self.means(item, c));
        free.map(|(n, _)| n).collect()
    }

    /// Of some choices those that were wished for, as far as they are there, the first wishes first.
    ///
    /// # Errors
    /// A wish names what is not in the edition.
    pub(crate) fn wished(
        &self,
        wishes: &Node,
        choices: &[Choice],
        most: usize,
        repeat: bool,
    ) -> Result<Vec<u16>, Problem> {
        let mut picked = Vec::new();
        for said in wishes.all(Rule::item) {
            let item = Item::read(self.names, said)?;
            let found = self.free(choices, &item, repeat, &picked);
            let mut count = item.many.of(found.len());
            if !repeat {
                count = count.min(found.len());
            }
            picked.extend(found.into_iter().cycle().take(count));
        }
        picked.truncate(most);
        picked.sort_unstable();
        Ok(picked)
    }

    /// The choice with this number in the list; a number beyond it may be what a choice says.
    fn of_number(&self, offer: &Offer, n: &Name) -> Result<u16, Problem> {
        let most = i64::try_from(offer.choices.len()).unwrap_or(i64::MAX);
        let in_list = number(&n.text, n.loc, 1, most).map(|n| (n - 1) as u16);
        let says = |choice: &Choice| matches!(choice, Choice::Word(word) if *word == n.text);
        in_list.or_else(|problem| {
            let at = offer.choices.iter().position(says);
            at.and_then(|at| u16::try_from(at).ok()).ok_or(problem)
        })
    }

    /// The answer that sends these units.
    pub(super) fn scramble(&self, said: &Node, loc: Loc) -> Result<Order, Problem> {
        let offer = self.offer(loc)?;
        let place = |rule| {
            let leg = said.find(rule).map(|leg: &Node| leg.need(Rule::space));
            leg.map(|s| self.names.spaces.find(s?)).transpose()
        };
        let (from, to) = (place(Rule::from)?, place(Rule::to)?);
        if let Some(to) = to.filter(|to| !about(offer, *to)) {
            let name = &self.cx.rules.board.spaces[to].name;
            let message = format!("the question is not about {name}");
            return Err(Problem::error("offer/choice", message)
                .at(said.need(Rule::to)?.loc, "")
                .help(offer.text.clone()));
        }
        let mut picked = Vec::new();
        for (stack, said) in self.names.stacks(said)?.into_iter().zip(said.stacks()) {
            let item = Item {
                many: stack.many,
                bare: false,
                unit: Some(stack),
                place: from,
                ..Item::word(&said.text, said.loc)
            };
            self.named(offer, &item, &mut picked)?;
        }
        picked.sort_unstable();
        Ok(Order::Answer(picked))
    }

    /// Whether a unit of an offer is as described, and where that is said.
    fn offered(&self, ix: UnitIx, stack: &Stack, place: Option<SpaceId>) -> bool {
        let state = self.cx.state;
        let unit = state.get(ix).filter(|u| stack.fits(state, ix, u));
        unit.is_some_and(|u| place.is_none_or(|p| p == u.space))
    }

    /// Makes sure that an offer is that of the special rule that is named.
    fn made_by(&self, offer: &Offer, named: &Node) -> Result<(), Problem> {
        let rules = self.cx.rules;
        let name = match &offer.origin {
            Origin::Special(id, _) => &rules.specials[*id].name,
            Origin::Phase(_) => &rules.turn.phases[self.cx.state.phase].name,
            Origin::Trigger(id, _) => &rules.acts.triggers[*id].name,
        };
        if fold_name(name).starts_with(&fold_name(&named.text)) {
            return Ok(());
        }
        let message = format!("the offer is not one of `{}`", named.text);
        Err(Problem::error("offer/choice", message)
            .at(named.loc, format!("it is made by `{name}`")))
    }

    /// Adds the choices that are meant to those picked.
    fn named(&self, offer: &Offer, item: &Item<'_>, picked: &mut Vec<u16>) -> Result<(), Problem> {
        let found = self.free(&offer.choices, item, offer.repeat, picked);
        let count = item.many.of(found.len());
        if found.is_empty() || (found.len() < count && !offer.repeat) {
            return Err(self.unoffered(offer, item, found.len()));
        }
        picked.extend(found.iter().copied().cycle().take(count));
        Ok(())
    }

    /// What an answer names and the offer does not hold, with the reason of the script that made the offer.
    fn unoffered(&self, offer: &Offer, item: &Item<'_>, found: usize) -> Problem {
        let (cx, rules) = (self.cx, self.cx.rules);
        let own = |ix: &UnitIx| cx.state.unit(*ix).owner == offer.power;
        let mut units = cx.state.those(|_| true);
        units.sort_by_key(|ix| !own(ix));
        let word = Choice::Word(item.what.to_owned());
        let others = units.into_iter().map(Choice::Unit);
        let spaces = rules.board.spaces.ids().map(Choice::Space);
        let like = |a: &Choice, b: &Choice| discriminant(a) == discriminant(b);
        let others = others.chain(spaces).chain([word]);
        let mut others = others.filter(|choice| self.means(item, choice));
        let named = others.find(|named| {
            let held = offer.choices.iter().any(|held| held == named);
            !held && offer.choices.iter().any(|held| like(held, named))
        });
        let mut refusal = Code::AnswerWhat.refuse();
        if let Origin::Special(special, _) = offer.origin {
            refusal.special = Some(special);
        }
        let reason = named
            .as_ref()
            .and_then(|named| cx.hooks.why_not(offer, named, cx.view()));
        let refusal = refusal.stated(&reason.unwrap_or_default());
        let mut problem = refused(rules, &refusal, item.loc);
        if refusal.reason.is_none() {
            let foreign = named.and_then(|named| match named {
                Choice::Unit(ix) => Some(cx.state.unit(ix).owner).filter(|o| *o != offer.power),
                _ => None,
            });
            problem.message = match (foreign, found) {
                (Some(owner), 0) => format!(
                    "`{}` belongs to {}, and this is asked of {}",
                    item.what,
                    power_name(rules, owner),
                    power_name(rules, offer.power)
                ),
                (_, 0) => format!("`{}` is not such a choice of the offer", item.what),
                (_, n) => format!("{n} of `{}` can be chosen, not as many as that", item.what),
            };
        }
        let choices: Vec<String> = offer.choices.iter().map(|c| self.choice_name(c)).collect();
        problem.help(format!("the choices: {}", choices.join(", ")))
    }

    /// A choice as people read it.
    pub fn choice_name(&self, choice: &Choice) -> String {
        match choice {
            Choice::Word(word) => word.clone(),
            Choice::Space(space) => self.cx.rules.board.spaces[*space].name.clone(),
            Choice::Unit(ix) => match self.cx.state.get(*ix) {
                Some(unit) => {
                    let rules = self.cx.rules;
                    let (unit, space) = (&rules.units[unit.kind].name, unit.space);
                    format!("{unit} in {}", rules.board.spaces[space].name)
                }
                None => "a lost unit".to_owned(),
            },
        }
    }
}

/// Whether an offer is about a space: it belongs to a moment there, or its script was asked about it.
fn about(offer: &Offer, space: SpaceId) -> bool {
    fn names(plain: &Plain, space: SpaceId) -> bool {
        match plain {
            Plain::Space(s) => *s == space,
            Plain::List(list) => list.iter().any(|p| names(p, space)),
            Plain::Map(map) => map.values().any(|p| names(p, space)),
            _ => false,
        }
    }
    offer.here == Some(space)
        || matches!(&offer.origin, Origin::Special(_, carried) if names(carried, space))
}
