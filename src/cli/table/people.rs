//! Several people: whose turn it is to sit down, and whose secrets dice want.

use super::{Begun, Table, TableArgs};
use crate::cli::folder::Owner;
use crate::cli::mail::say_next;
use crate::cli::out::Out;
use crate::cli::prompt::{Completions, Read};
use crate::diag::Problem;
use crate::game::Seats;
use crate::game::save::Header;
use crate::kernel::Decision;

/// Who sits here, where the dice are several people's.
///
/// # Errors
/// `seat/others`: the seats of such a game are everybody's. `mail/no-secrets`: nobody sits here.
pub(super) fn owner(
    begun: &Begun,
    seats: &Seats,
    args: &TableArgs,
) -> Result<Option<Owner>, Problem> {
    if begun.session.joint().is_none() {
        return Ok(None);
    }
    if !args.seats.is_empty() {
        let message = "nobody changes the seats of a game by mail alone";
        return Err(Problem::error("seat/others", message).help("leave `--seat` out"));
    }
    Owner::of(&Header::of(&begun.session, &begun.opened, seats)).map(Some)
}

impl Table {
    /// Opens the secrets that dice want of the person here; `false`: the game waits for somebody who is not.
    pub(super) fn dice_are_here(&mut self, out: &mut Out) -> Result<bool, Problem> {
        let Some(owner) = self.owner.take() else {
            return Ok(true);
        };
        while let Some(typed) = owner.open(&mut self.session)? {
            self.show(&typed.events, out);
        }
        let asked = self.session.pending();
        let asked = asked.and_then(|d| self.seats.person(d.power));
        let here = self.session.held().is_none() && asked.is_none_or(|name| name == owner.name());
        if !here {
            say_next(&self.session, &self.seats, owner.name(), out);
        }
        self.owner = Some(owner);
        Ok(here)
    }

    /// The person who is asked sits down, if another one was there before; `false`: nobody is left.
    pub(super) fn hand_over(&mut self, decision: &Decision, out: &mut Out) -> bool {
        let next = self.seats.person(decision.power).map(str::to_owned);
        let before = std::mem::replace(&mut self.present, next.clone());
        let (Some(next), Some(before)) = (next, before) else {
            return true;
        };
        if next == before {
            return true;
        }
        let power = &self.session.rules().powers[decision.power].name;
        let name = if next.is_empty() { power } else { &next };
        let line = format!("———— {name} is asked now, for {power} ————");
        out.say(&out.paint().bold(&line));
        if !self.input.interactive() {
            return true;
        }
        // What the one before saw and typed is none of the next one's business.
        let wait = format!("{name}, Enter when you sit here> ");
        let read = self.input.read(&wait, &Completions::default);
        out.say("\u{1b}[2J\u{1b}[H");
        !matches!(read, Read::End)
    }
}
