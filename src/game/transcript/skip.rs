//! `skip to PHASE` in a transcript: what nobody needs to write down is ordered, and nothing is decided.

use super::run::Runner;
use crate::language::{Name, refused};
use sandtable_diag::{Loc, Problem};
use sandtable_kernel::{self as kernel, Decision, DecisionKind, Dice, Event, Order};
use sandtable_rules::PhaseId;
use std::collections::BTreeSet;

impl Runner {
    /// Ends phases and turns offers down until a phase is reached.
    pub(super) fn skip(&mut self, words: &Name, loc: Loc) -> Result<(), Problem> {
        let name = Name {
            text: words
                .text
                .strip_prefix("to ")
                .unwrap_or(&words.text)
                .to_owned(),
            ..words.clone()
        };
        let phase = self.session.names().phases.find(&name)?;
        let mut told = Vec::new();
        let mut moved = false;
        let mut passed = BTreeSet::new();
        for _ in 0..2000 {
            let Some(decision) = self.session.pending() else {
                let message = "the phase is not reached: the game is over";
                return Err(Problem::error("transcript/skip", message).at(name.loc, ""));
            };
            let asks = matches!(decision.kind, DecisionKind::Phase(_));
            if moved && self.session.state().phase == phase && asks {
                self.events = told;
                return Ok(());
            }
            let order = self.plainest(&decision, loc)?;
            let before = self.session.state().phase;
            let done = self.session.order(&order);
            let happened = done.map_err(|r| refused(self.session.rules(), &r, loc))?;
            let begins = |event: &Event| matches!(event, Event::BattleBegan(_));
            if happened.iter().any(begins) {
                let message = "`skip` fights no battles: one begins when this phase ends";
                let problem = Problem::error("transcript/skip", message).at(loc, "");
                return Err(problem.help("say `end phase` for it, and the dice that it rolls"));
            }
            if self.session.dice.ran_out() {
                self.events = happened;
                return self.enough_dice(loc);
            }
            told.extend(happened);
            if asks {
                passed.insert(before);
            }
            moved = true;
        }
        let name_of = |phase: &PhaseId| self.session.rules().turn.phases[*phase].name.as_str();
        let played: Vec<&str> = passed.iter().map(name_of).collect();
        let message = format!("`{}` is never played as the game stands", name_of(&phase));
        let problem = Problem::error("transcript/skip", message).at(name.loc, "");
        Err(problem.help(format!(
            "two thousand decisions led through {} only; a phase may be skipped by what its row says",
            played.join(", ")
        )))
    }

    /// The order that does least, where what waits is no battle.
    fn plainest(&self, decision: &Decision, loc: Loc) -> Result<Order, Problem> {
        let kind = decision.kind.name();
        let power = &self.session.rules().powers[decision.power].name;
        let plain = match &decision.kind {
            DecisionKind::Phase(_) => Order::EndPhase,
            DecisionKind::Offer(_) => Order::Answer(Vec::new()),
            _ => {
                let message = format!("`skip` goes no further: the game waits for {power}: {kind}");
                return Err(Problem::error("transcript/skip", message).at(loc, "answer it first"));
            }
        };
        let Err(refusal) = kernel::check(self.session.cx(), &plain) else {
            return Ok(plain);
        };
        let legal = self.session.legal();
        let no =
            |order: &&Order| matches!(decision.kind, DecisionKind::Offer(_)) && **order != plain;
        // An offer that must be answered is refused by its last choice: `no` stands behind `yes`.
        legal.iter().rfind(no).cloned().ok_or_else(|| {
            let why = refused(self.session.rules(), &refusal, loc);
            let message = format!(
                "`skip` goes no further: {power} cannot end the phase: {}",
                why.message
            );
            Problem::error("transcript/skip", message).at(loc, "")
        })
    }
}
