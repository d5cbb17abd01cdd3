//! Several people: whose turn it is to sit down, and whose secrets dice want.

use super::{Begun, Table, TableArgs, commands};
use crate::folder::Owner;
use crate::mail::say_next;
use crate::out::Out;
use crate::prompt::Read;
use sandtable_diag::Problem;
use sandtable_game::Seats;
use sandtable_game::save::Header;
use sandtable_kernel::Decision;
use sandtable_view::Completions;

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
    if !args.seats.is_empty() || args.budget.budget.is_some() {
        let message = "nobody changes the seats of a game by mail alone";
        let problem = Problem::error("seat/others", message);
        return Err(problem.help("leave `--seat` and `--budget` out"));
    }
    Owner::of(&Header::of(&begun.session, &begun.opened, seats)).map(Some)
}

impl Table {
    /// Opens the secrets that dice want of the person here, and says it once when the game waits for somebody who is not.
    pub(super) fn open_secrets(&mut self, out: &mut Out) -> Result<(), Problem> {
        let before = std::mem::take(&mut self.waits);
        // A plan has dice of its own, and everybody's orders are tried on it.
        let game = self.plans.tried().is_none();
        let Some(owner) = game.then(|| self.owner.take()).flatten() else {
            return Ok(());
        };
        while let Some(events) = owner.follow(&mut self.session)? {
            self.show(&events, out);
        }
        let asked = self.session.pending();
        let asked = asked.and_then(|d| self.seats.speaker(d.power));
        self.waits =
            self.session.held().is_some() || asked.is_some_and(|name| name != owner.name());
        if self.waits && !before {
            say_next(&self.session, &self.seats, owner.name(), out);
        }
        self.owner = Some(owner);
        Ok(())
    }

    /// Why a line cannot be done while the game waits for somebody who is not here; `None`: it only looks.
    pub(super) fn waits_with(&self, line: &str) -> Option<Problem> {
        let looks = commands::word(line).is_some_and(|(word, _)| !word.orders);
        if !self.waits || looks {
            return None;
        }
        Some(self.session.held().unwrap_or_else(|| {
            let asked = self.session.pending();
            let name = asked.and_then(|d| self.seats.speaker(d.power)).unwrap_or_default();
            let problem = Problem::error("mail/waiting", format!("{name} is asked, and not you"));
            problem.help("until then you can look around, try plans with `branch`, and say `standing` orders")
        }))
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
        let leaves = match self.input.read(&wait, &Completions::default) {
            Read::End => true,
            Read::Line(line) => commands::leaves(&line),
            Read::Enter | Read::Nothing => false,
        };
        out.say("\u{1b}[2J\u{1b}[H");
        // Whoever leaves is told where the game is kept.
        while leaves && !self.left && commands::quit(self, "", out).is_ok() {}
        !leaves
    }
}
