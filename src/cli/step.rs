//! `sandtable replay --step`: a saved game order by order, forwards and backwards.

use super::out::Out;
use super::prompt::{Input, Read};
use super::table::{show, shown};
use super::{Done, Exit};
use sandtable_diag::{Problem, Problems};
use sandtable_game::Loaded;
use sandtable_kernel::Event;
use sandtable_view::{self as view, Roll};

/// What can be said.
fn help() -> String {
    let words = shown().collect::<Vec<_>>().join("`, `");
    format!(
        "Enter goes on, `b` goes back, a number goes there; `why` explains the last dice, `q` leaves; as at the table there are `{words}`"
    )
}

/// A saved game at one of its orders.
struct Steps {
    loaded: Loaded,
    /// How many orders were carried out.
    at: usize,
}

impl Steps {
    /// Says which order came last.
    fn tell_order(&self, out: &mut Out) {
        let last = self
            .at
            .checked_sub(1)
            .and_then(|n| self.loaded.save.entry(n));
        if let Some(saved) = last {
            let line = format!("> {}: {}", saved.by, saved.text);
            out.say(&out.paint().bold(&line));
        }
    }

    /// Carries the next order out; says whether there was one.
    fn on(&mut self, out: &mut Out) -> Result<bool, Problems> {
        if self.loaded.save.entry(self.at).is_none() {
            return Ok(false);
        }
        self.loaded.step(self.at)?;
        self.at += 1;
        out.faults(self.loaded.session.take_faults());
        Ok(true)
    }

    /// Goes to where so many orders had been carried out, without telling them.
    fn to(&mut self, orders: usize, out: &mut Out) -> Result<(), Problems> {
        let orders = orders.min(self.loaded.save.len());
        if orders < self.at {
            self.loaded.session.undo_to(orders)?;
            self.at = orders;
        }
        while self.at < orders {
            self.on(out)?;
        }
        self.tell_order(out);
        out.turn(&self.loaded.session);
        Ok(())
    }

    /// What happened with the last order.
    fn last(&self) -> Vec<Event> {
        let before = self.at.checked_sub(1);
        let story = self.loaded.session.story();
        before.map_or(Vec::new(), |n| story.after(n).cloned().collect())
    }

    fn why(&self, out: &mut Out) {
        let opened = &self.loaded.opened;
        let mut roll = Roll::default();
        self.last().iter().for_each(|event| _ = roll.note(event));
        let told = view::explain_roll(&opened.rules, &opened.info, &roll, out.paint());
        let none = "no dice were rolled with this order";
        out.say(told.as_deref().unwrap_or(none));
    }

    /// Shows what is there as at the table.
    fn show(&self, line: &str, out: &mut Out) {
        match show(&self.loaded.session, line, out) {
            Some(Ok(())) => {}
            Some(Err(problems)) => _ = out.problems(&problems),
            None => {
                let problem = Problem::error("replay/what", format!("`{line}` says nothing here"));
                out.problem(problem.help(help()));
            }
        }
    }
}

/// Goes through a saved game, from where so many orders were given.
pub(super) fn through(loaded: Loaded, from: usize, out: &mut Out) -> Done {
    out.events(&loaded.session, &loaded.events, false);
    let mut steps = Steps { loaded, at: 0 };
    if from > 0 {
        steps.to(from, out)?;
    }
    let mut input = Input::new();
    if input.interactive() {
        out.say(&help());
    }
    loop {
        let prompt = format!("{} of {}> ", steps.at, steps.loaded.save.len());
        let line = match input.read(&prompt, &view::Completions::default) {
            Read::End => return Ok(Exit::Fine),
            Read::Nothing if input.interactive() => continue,
            Read::Enter | Read::Nothing => String::new(),
            Read::Line(line) => line.trim().to_owned(),
        };
        match (&*line.to_lowercase(), line.parse()) {
            ("", _) => {
                if steps.on(out)? {
                    steps.tell_order(out);
                    out.events(&steps.loaded.session, &steps.last(), false);
                } else {
                    out.say(&out.position(&steps.loaded.session));
                    out.say("That was the last order.");
                }
            }
            (_, Ok(orders)) => steps.to(orders, out)?,
            ("b" | "back", _) => steps.to(steps.at.saturating_sub(1), out)?,
            ("why", _) => steps.why(out),
            ("help" | "h" | "?", _) => out.say(&help()),
            ("q" | "quit", _) => return Ok(Exit::Fine),
            _ => steps.show(&line, out),
        }
    }
}
