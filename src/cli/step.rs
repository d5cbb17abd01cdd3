//! `sandtable replay --step`: a saved game order by order, forwards and backwards.

use super::out::Out;
use super::prompt::{Completions, Input, Read};
use super::{Done, Exit};
use crate::diag::{Problem, Problems};
use crate::game::Loaded;
use crate::view::{self, Roll};

const HELP: &str = "Enter goes on, `b` goes back, a number goes there; `why` explains the last dice, `board` shows how all stand, `q` leaves";

/// A saved game at one of its orders.
struct Steps {
    loaded: Loaded,
    /// How many orders were carried out.
    at: usize,
    roll: Roll,
}

impl Steps {
    /// Goes on by an order; says whether there was one.
    fn on(&mut self, out: &mut Out) -> Result<bool, Problems> {
        let Some(saved) = self.loaded.save.entry(self.at) else {
            return Ok(false);
        };
        let line = format!("> {}: {}", saved.by, saved.text);
        out.say(&out.paint().bold(&line));
        let events = self.loaded.step(self.at)?;
        self.at += 1;
        self.roll.forget();
        events.iter().for_each(|event| _ = self.roll.note(event));
        out.events(&self.loaded.session, &events, false);
        out.faults(self.loaded.session.take_faults());
        Ok(true)
    }

    /// Goes to where so many orders had been carried out, without telling them.
    fn to(&mut self, orders: usize, out: &mut Out) -> Result<(), Problems> {
        let orders = orders.min(self.loaded.save.len());
        self.roll.forget();
        if orders < self.at {
            self.loaded.session.undo_to(orders)?;
            self.at = orders;
        }
        while self.at < orders {
            self.loaded.step(self.at)?;
            self.at += 1;
        }
        out.turn(&self.loaded.session);
        Ok(())
    }

    fn why(&self, out: &mut Out) {
        let opened = &self.loaded.opened;
        let told = view::explain_roll(&opened.rules, &opened.info, &self.roll, out.paint());
        out.say(
            told.as_deref()
                .unwrap_or("no dice were rolled with this order"),
        );
    }
}

/// Goes through a saved game, from where so many orders were given.
pub(super) fn through(loaded: Loaded, from: usize, out: &mut Out) -> Done {
    out.events(&loaded.session, &loaded.events, false);
    let roll = Roll::default();
    let at = 0;
    let mut steps = Steps { loaded, at, roll };
    if from > 0 {
        steps.to(from, out)?;
    }
    let mut input = Input::new();
    if input.interactive() {
        out.say(HELP);
    }
    loop {
        let prompt = format!("{} of {}> ", steps.at, steps.loaded.save.len());
        let line = match input.read(&prompt, &Completions::default) {
            Read::End => return Ok(Exit::Fine),
            Read::Nothing if input.interactive() => continue,
            Read::Enter | Read::Nothing => String::new(),
            Read::Line(line) => line.trim().to_lowercase(),
        };
        match (&*line, line.parse()) {
            ("", _) => {
                if !steps.on(out)? {
                    out.position(&steps.loaded.session);
                    out.say("That was the last order.");
                }
            }
            (_, Ok(orders)) => steps.to(orders, out)?,
            ("b" | "back", _) => steps.to(steps.at.saturating_sub(1), out)?,
            ("why", _) => steps.why(out),
            ("board", _) => out.position(&steps.loaded.session),
            ("q" | "quit", _) => return Ok(Exit::Fine),
            _ => {
                let problem = Problem::error("replay/what", format!("`{line}` says nothing here"));
                out.problem(problem.help(HELP));
            }
        }
    }
}
