//! A person at the table: what they are told before they speak, and what becomes of a line.

use super::{Said, Table, commands, past};
use crate::out::Out;
use crate::prompt::Read;
use sandtable_diag::Problem;
use sandtable_game::language::{LONGEST, refused_plainly};
use sandtable_kernel::{Decision, DecisionKind, Order};
use sandtable_view::{self as view, describe_decision, describe_note};

impl Table {
    /// Says what a person is asked, and what they should know for it.
    pub(super) fn ask(&self, decision: &Decision, out: &mut Out) {
        let (rules, state) = (self.session.rules(), self.session.state());
        out.say(&describe_decision(rules, state, decision, out.paint()));
        let phase = matches!(decision.kind, DecisionKind::Phase(_));
        if let Some(facts) = view::at_phase(self.session.cx()).filter(|_| phase) {
            out.say(&facts);
        }
        let proposed = sandtable_ai::proposed(&self.session, decision);
        if let Some(order) = proposed.filter(|_| self.input.interactive()) {
            let order = commands::plain(&self.session.print(&order));
            out.say(&out.paint().dim(&format!("Enter: {order}")));
        }
    }

    /// Says once that the game is over, and that it can still be looked at.
    pub(super) fn over(&mut self, fresh: bool, out: &mut Out) {
        self.catch_up(out);
        if fresh {
            out.say("The game is over. You can still look at it, or take something back; `quit` leaves.");
        }
    }

    /// A person answers, or looks at a game that is over; `false`: nobody is left at the table.
    pub(super) fn person(&mut self, decision: Option<&Decision>, out: &mut Out) -> bool {
        let tried = self.plans.tried().map(|name| format!("[{name}] "));
        let asked = match (self.editing, decision) {
            (_, None) if self.waits => "waiting".to_owned(),
            (_, None) => "game over".to_owned(),
            (edits, Some(decision)) => {
                let power = &self.session.rules().powers[decision.power].name;
                let kind = if edits { "edit" } else { decision.kind.name() };
                format!("{power}, {kind}")
            }
        };
        let prompt = format!("{}{asked}> ", tried.unwrap_or_default());
        let session = &self.session;
        let line = match self.input.read(&prompt, &|| commands::words(session)) {
            Read::Line(line) => line,
            Read::Enter => {
                let due = decision.filter(|_| !self.editing);
                let order = due.and_then(|due| sandtable_ai::proposed(&self.session, due));
                if let Some(order) = order {
                    self.answer(&order, out);
                }
                return true;
            }
            Read::Nothing => return true,
            // The end of the lines leaves like `quit`, which asks at a terminal.
            Read::End => return commands::quit(self, "", out).is_ok() && !self.left,
        };
        if self.args.echo && !self.input.interactive() {
            out.say(&format!("{prompt}{line}"));
        }
        if line.len() > LONGEST {
            self.refused = true;
            out.problem(Problem::error(
                "order/too-long",
                "this line is too long to be an order",
            ));
            return true;
        }
        let waits = self.waits_with(&line).map(|problem| Err(problem.into()));
        let done = waits.or_else(|| past::edited(self, &line, out));
        match done.or_else(|| commands::run(self, &line, out)) {
            Some(Ok(())) => {}
            Some(Err(problems)) => {
                self.refused = true;
                out.problems(&problems);
            }
            None => self.order(&line, out),
        }
        !self.left
    }

    /// Carries out an answer that was proposed, or is the only one.
    pub(super) fn answer(&mut self, order: &Order, out: &mut Out) {
        let text = commands::plain(&self.session.print(order));
        out.say(&out.paint().dim(&format!("> {text}")));
        self.roll.forget();
        match self.session.order(order) {
            Ok(events) => self.show(&events, out),
            Err(refusal) => {
                // The question is put instead.
                self.went_back = true;
                out.problem(refused_plainly(self.session.rules(), &refusal));
            }
        }
    }

    /// Carries out an order that a person typed.
    fn order(&mut self, line: &str, out: &mut Out) {
        self.roll.forget();
        let typed = self.session.type_line("order", line);
        self.show(&typed.events, out);
        if !self.quiet && !self.args.json {
            for note in &typed.notes {
                out.say(&describe_note(self.session.rules(), note));
            }
        }
        if let Some(problems) = typed.problems {
            self.refused = true;
            if let Some(problem) = problems.iter().last() {
                self.said =
                    Said::Refused(problem.code, problem.message.clone(), problem.rules.clone());
            }
            out.problems(&problems);
        }
    }
}
