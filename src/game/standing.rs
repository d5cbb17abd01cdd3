//! Standing orders: what a power answers to the questions of others' turns while nobody is there to ask. They are orders
//! like any other: the log keeps them and what was answered by them, and a save proves that the one follows from the other.

use super::language::{Names, Text};
use super::log::{Deed, Entry};
use super::session::Session;
use crate::diag::{FileId, Problem};
use crate::kernel::{Decision, DecisionKind, Order, PICKS, check};
use crate::rules::{PowerId, Rules, UnitTypeId};
use std::sync::Arc;

/// What is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Answer {
    /// Whoever plays the power is asked again.
    Ask,
    /// None of the units, no choice of an offer; a retreat never.
    None,
    /// All that may; yes.
    All,
    /// Losses of these types first, in this order; the cheapest after them.
    Types(Vec<UnitTypeId>),
}

/// A standing order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Whose.
    pub power: PowerId,
    /// What about: a decision's name.
    about: String,
    answer: Answer,
}

/// Every question that can be answered beforehand, and how.
pub fn forms() -> Vec<String> {
    let picks = PICKS.iter().map(|pick| format!("{}: all|none", pick.word));
    let others = [
        "losses: TYPE, TYPE, …",
        "retreat: never",
        "agree: yes",
        "offers: none",
    ];
    others.map(str::to_owned).into_iter().chain(picks).collect()
}

impl Standing {
    /// Reads `[POWER] QUESTION: ANSWER`; without a power it is that of the one who speaks.
    ///
    /// # Errors
    /// It names what is not there, or no answer that this question has.
    pub fn read(names: &Names, text: &str, speaks: PowerId) -> Result<Self, Problem> {
        let wrong = |message: String| {
            let help = format!(
                "it is written `standing [POWER] QUESTION: ANSWER`: {}, or `ask` to be asked again",
                forms().join("; ")
            );
            Problem::error("standing/unknown", message).help(help)
        };
        let Some((about, answer)) = text.split_once(':') else {
            return Err(wrong(
                "a standing order says what about and what is answered".to_owned(),
            ));
        };
        let (about, answer) = (about.trim().to_lowercase(), answer.trim().to_lowercase());
        let (power, about) = about.rsplit_once(' ').unwrap_or(("", &about));
        let name = |text: &str| Text::new(FileId(0), text).name();
        let unplaced = |mut problem: Problem| {
            problem.labels.clear();
            problem
        };
        let power = match power {
            "" => speaks,
            power => names.powers.find(&name(power)).map_err(unplaced)?,
        };
        let picks = PICKS.iter().any(|pick| pick.word == about);
        let answer = match (about, &*answer) {
            ("losses" | "retreat" | "agree" | "offers", "ask") => Answer::Ask,
            (_, "ask") if picks => Answer::Ask,
            ("retreat", "never") | ("offers", "none") => Answer::None,
            (_, "none") if picks => Answer::None,
            ("agree", "yes") => Answer::All,
            (_, "all") if picks => Answer::All,
            ("losses", types) => {
                let kinds = types
                    .split(',')
                    .map(|kind| names.units.find(&name(kind.trim())));
                Answer::Types(kinds.collect::<Result<_, _>>().map_err(unplaced)?)
            }
            (about, answer) => {
                let known = picks || ["retreat", "agree", "offers"].contains(&about);
                let what = if known { answer } else { about };
                return Err(wrong(format!("`{what}` is not known here")));
            }
        };
        let about = about.to_owned();
        Ok(Self {
            power,
            about,
            answer,
        })
    }
    /// In its full form.
    pub fn text(&self, rules: &Rules) -> String {
        let answer = match (&self.answer, &*self.about) {
            (Answer::Ask, _) => "ask".to_owned(),
            (Answer::None, "retreat") => "never".to_owned(),
            (Answer::None, _) => "none".to_owned(),
            (Answer::All, "agree") => "yes".to_owned(),
            (Answer::All, _) => "all".to_owned(),
            (Answer::Types(kinds), _) => {
                let names = kinds.iter().map(|kind| rules.units[*kind].name.as_str());
                names.collect::<Vec<_>>().join(", ")
            }
        };
        format!("{} {}: {answer}", rules.powers[self.power].name, self.about)
    }
    /// Whether it is about such a decision.
    fn is_about(&self, decision: &Decision) -> bool {
        let about = match &decision.kind {
            DecisionKind::Casualties { .. } => "losses",
            DecisionKind::Offer(_) => "offers",
            kind => kind.name(),
        };
        self.power == decision.power && self.about == about
    }
    /// The answer, where the question has it.
    fn order(&self, session: &Session, kind: &DecisionKind) -> Option<Order> {
        let order = match (kind, &self.answer) {
            (
                DecisionKind::Casualties {
                    candidates, count, ..
                },
                Answer::Types(first),
            ) => {
                let (rules, state) = (session.rules(), session.state());
                let rank =
                    |kind: UnitTypeId| first.iter().position(|k| *k == kind).unwrap_or(first.len());
                let mut units = candidates.clone();
                units.sort_by_key(|ix| {
                    let kind = state.unit(*ix).kind;
                    (rank(kind), rules.units[kind].cost, *ix)
                });
                units.truncate(usize::from(*count));
                Order::Casualties(units)
            }
            (DecisionKind::Retreat { .. }, Answer::None) => Order::Press,
            (DecisionKind::Agree { .. }, Answer::All) => Order::Agree,
            (DecisionKind::Offer(_), Answer::None) => Order::Answer(Vec::new()),
            (DecisionKind::Pick { pick, .. }, Answer::None) => Order::Pick(*pick, Vec::new()),
            (
                DecisionKind::Pick {
                    pick, units, max, ..
                },
                Answer::All,
            ) => {
                let most = max.map_or(units.len(), usize::from);
                Order::Pick(*pick, units.iter().copied().take(most).collect())
            }
            _ => return None,
        };
        check(session.cx(), &order).is_ok().then_some(order)
    }
}

/// Those that hold, in their full form.
pub fn held(session: &Session) -> Vec<String> {
    let said = session.log().entries().iter();
    let said = said.filter(|e| e.deed == Deed::Standing);
    let mut held: Vec<Standing> = Vec::new();
    for standing in said.filter_map(|e| Standing::read(session.names(), &e.text, e.by).ok()) {
        held.retain(|s| (s.power, &s.about) != (standing.power, &standing.about));
        held.push(standing);
    }
    held.retain(|standing| standing.answer != Answer::Ask);
    held.iter().map(|s| s.text(session.rules())).collect()
}

/// The answer that standing orders give to what a game waits for; `None`: somebody is asked.
pub fn answer(session: &Session) -> Option<Order> {
    let decision = session.pending()?;
    if matches!(
        decision.kind,
        DecisionKind::Phase(_) | DecisionKind::Fight { .. }
    ) {
        return None;
    }
    let said = session.log().entries().iter().rev();
    // What is said while others play may reach them later than what they order: it holds for what is asked after the
    // next order, which tells everybody that it was there.
    let loose = |e: &&Arc<Entry>| session.joint().is_some_and(|joint| joint.is_loose(e.deed));
    let said = said.skip_while(loose);
    let said = said.filter(|e| e.deed == Deed::Standing && e.by == decision.power);
    let mut said = said.filter_map(|e| Standing::read(session.names(), &e.text, e.by).ok());
    let last = said.find(|standing| standing.is_about(&decision))?;
    last.order(session, &decision.kind)
}
