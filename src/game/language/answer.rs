//! Answers to offers: choices named by number, word, unit or space.

use super::choose::{Many, many, number};
use super::clause::{Amount, Item, Legs, Name, TypedUnits};
use super::resolve::Reader;
use crate::diag::{Loc, Problem, fold_name};
use crate::kernel::{Choice, DecisionKind, Offer, Order};
use crate::rules::SpaceId;

impl Reader<'_> {
    fn offer(&self, loc: Loc) -> Result<&Offer, Problem> {
        match self.decision.map(|d| &d.kind) {
            Some(DecisionKind::Offer(offer)) => Ok(offer),
            _ => Err(self.not_now(loc)),
        }
    }

    /// `yes` or `no` to losses that another power has chosen.
    fn agree(&self, items: &[Item], loc: Loc) -> Result<Order, Problem> {
        let word = match items {
            [
                Item {
                    what: Some(word), ..
                },
            ] => word.text.to_lowercase(),
            _ => String::new(),
        };
        match word.as_str() {
            "yes" => Ok(Order::Agree),
            "no" => Ok(Order::Object),
            _ => Err(Problem::error("offer/choice", "there is no such choice")
                .at(loc, "")
                .help("say `yes` or `no`")),
        }
    }

    /// The answer that names these choices.
    pub(super) fn answer(&self, items: &[Item], loc: Loc) -> Result<Order, Problem> {
        if let Some(DecisionKind::Agree { .. }) = self.decision.map(|d| &d.kind) {
            return self.agree(items, loc);
        }
        let offer = self.offer(loc)?;
        let mut picked = Vec::new();
        for item in items {
            let Some(what) = &item.what else {
                picked.push(self.by_number(offer, item)?);
                continue;
            };
            let place = self.names.spaces.maybe(item.place.as_ref())?;
            let count = many(item.amount.as_ref())?;
            let index = item.index.map(|(n, _)| n);
            self.named(offer, what, index, place, count, item.loc, &mut picked)?;
        }
        picked.sort_unstable();
        Ok(Order::Answer(picked))
    }

    /// The answer that sends these units.
    pub(super) fn scramble(
        &self,
        stacks: &[TypedUnits],
        legs: &Legs,
        loc: Loc,
    ) -> Result<Order, Problem> {
        let offer = self.offer(loc)?;
        let place = self.names.spaces.maybe(legs.from.as_ref())?;
        if let Some(to) = &legs.to {
            self.names.spaces.find(to)?;
        }
        let mut picked = Vec::new();
        for stack in stacks {
            let count = many(stack.amount.as_ref())?;
            let index = stack.index.map(|(n, _)| n);
            self.named(
                offer,
                &stack.kind,
                index,
                place,
                count,
                stack.loc,
                &mut picked,
            )?;
        }
        picked.sort_unstable();
        Ok(Order::Answer(picked))
    }

    fn by_number(&self, offer: &Offer, item: &Item) -> Result<u16, Problem> {
        let Some(Amount::Number(text, loc)) = &item.amount else {
            return Err(self.not_now(item.loc));
        };
        let most = i64::try_from(offer.choices.len()).unwrap_or(i64::MAX);
        number(text, *loc, 1, most).map(|n| (n - 1) as u16)
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the parts of one item of an answer"
    )]
    fn named(
        &self,
        offer: &Offer,
        what: &Name,
        index: Option<u32>,
        place: Option<SpaceId>,
        count: Many,
        loc: Loc,
        picked: &mut Vec<u16>,
    ) -> Result<(), Problem> {
        let kind = self.names.units.find(what).ok();
        let space = self.names.spaces.find(what).ok();
        let fits = |choice: &Choice| match choice {
            Choice::Word(word) => fold_name(word) == fold_name(&what.text),
            Choice::Space(s) => Some(*s) == space,
            Choice::Unit(ix) => self.cx.state.get(*ix).is_some_and(|u| {
                Some(u.kind) == kind
                    && place.is_none_or(|p| p == u.space)
                    && index.is_none_or(|n| n == u32::from(ix.0))
            }),
        };
        let free = |n: &u16| offer.repeat || !picked.contains(n);
        let found: Vec<u16> = (0u16..)
            .zip(&offer.choices)
            .filter(|(_, c)| fits(c))
            .map(|(n, _)| n)
            .filter(free)
            .collect();
        let wanted = match count {
            Many::Count(n) => usize::from(n),
            Many::All => found.len(),
        };
        if found.is_empty() || (found.len() < wanted && !offer.repeat) {
            let choices: Vec<String> = offer.choices.iter().map(|c| self.choice_name(c)).collect();
            return Err(Problem::error(
                "offer/choice",
                format!("`{}` is not such a choice of the offer", what.text),
            )
            .at(loc, "")
            .help(format!("the choices: {}", choices.join(", "))));
        }
        picked.extend(found.iter().copied().cycle().take(wanted));
        Ok(())
    }

    /// A choice as people read it.
    pub fn choice_name(&self, choice: &Choice) -> String {
        match choice {
            Choice::Word(word) => word.clone(),
            Choice::Space(space) => self.cx.rules.board.spaces[*space].name.clone(),
            Choice::Unit(ix) => self.cx.state.get(*ix).map_or_else(
                || "a lost unit".to_owned(),
                |u| {
                    format!(
                        "{} in {}",
                        self.cx.rules.units[u.kind].name, self.cx.rules.board.spaces[u.space].name
                    )
                },
            ),
        }
    }
}
