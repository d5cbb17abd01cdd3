//! Going back, and doing again what was done; standing orders.

use super::{Ready, Session, Typed};
use crate::dice::{Cup, Stream, Written};
use crate::language::refused_plainly;
use crate::log::{Deed, Entry, Log};
use crate::standing::{self, Standing};
use sandtable_diag::{Problem, Problems};
use sandtable_kernel::{Event, Scripted, State};
use sandtable_rules::PowerId;
use std::sync::Arc;

impl Session {
    /// Says what a power answers from now on while nobody is there to ask: the one that is asked, or one
    /// that is named.
    ///
    /// # Errors
    /// As of [`Standing::read`]. `standing/others`: the one who speaks may not speak for that power.
    pub fn stand(&mut self, text: &str, may: &dyn Fn(PowerId) -> bool) -> Result<(), Problem> {
        let speaks = self
            .pending()
            .map_or_else(|| self.cx().active(), |d| d.power);
        let standing = Standing::read(&self.rules, self.names(), text, speaks)?;
        if !may(standing.power) {
            let power = &self.rules.powers[standing.power].name;
            let message = format!("{power} is another one's to speak for");
            return Err(Problem::error("standing/others", message));
        }
        let entry = Entry {
            deed: Deed::Standing,
            by: standing.power,
            text: standing.text(&self.rules),
            dice: Vec::new(),
            reached: None,
        };
        let before = self.now();
        self.note(before, entry, Vec::new());
        Ok(())
    }

    /// The answer that a standing order gives now, in words.
    pub fn stands_in(&self) -> Option<String> {
        let order = standing::answer(self)?;
        Some(self.print(&order))
    }

    /// Has a standing order answer; `None`: there is none for what is asked.
    pub fn stand_in(&mut self) -> Option<Vec<Event>> {
        let order = standing::answer(self)?;
        let decision = self.pending()?;
        let ready = self
            .ready(&self.reader(Some(&decision)), &order.normal(), "")
            .ok()?;
        let deed = Deed::Stood;
        self.carry_out(decision.power, Ready { deed, ..ready }).ok()
    }

    /// Does again what was done once.
    pub fn again(&mut self, source: &str, deed: Deed, text: &str) -> Typed {
        match deed {
            Deed::Order => self.repeat(source, text),
            Deed::Edit => typed(self.edit(source, text)),
            Deed::Standing => typed(
                self.stand(text, &|_| true)
                    .map(|()| Vec::new())
                    .map_err(Problems::from),
            ),
            Deed::Stood => {
                let other = || {
                    let message = format!("no standing order answers `{text}` here");
                    Problem::error("standing/other", message).into()
                };
                let follows = self.stands_in().is_some_and(|order| order == text);
                let done = follows.then(|| self.stand_in()).flatten();
                typed(done.ok_or_else(other))
            }
        }
    }

    /// Goes back to where only the first so many entries of the log had been done; says what was
    /// taken back. Dice that are rolled again show what they showed.
    ///
    /// # Errors
    /// A moment too long ago to be remembered cannot be played again.
    pub fn undo_to(&mut self, entries: usize) -> Result<Vec<Arc<Entry>>, Problems> {
        let gone = self.log.entries().get(entries..).unwrap_or_default();
        if gone.is_empty() {
            return Ok(Vec::new());
        }
        if self.joint.is_some() && gone.iter().any(|entry| !entry.dice.is_empty()) {
            let message = "dice of several people cannot be taken back";
            return Err(Problem::error("undo/dice", message).into());
        }
        if let Some(problem) = self.held() {
            return Err(problem.into());
        }
        let oldest = self.oldest();
        self.state = match entries.checked_sub(oldest) {
            Some(at) => State::clone(&self.past[at]),
            None => self.replayed(entries)?.state,
        };
        self.past.truncate(entries.saturating_sub(oldest));
        self.dice.stream.seek(self.drawn[entries]);
        self.drawn.truncate(entries);
        if let Some(joint) = &mut self.joint {
            joint.after(Deed::Order, &format!("undo to {entries}"));
        }
        self.story.back_to(entries);
        Ok(self.log.undo_to(entries))
    }

    /// After how many entries the oldest moment is that can be gone back to at once.
    fn oldest(&self) -> usize {
        self.log.entries().len() - self.past.len()
    }

    /// The game as it stood after so many of its orders, played again from the beginning: to be looked at, for its dice
    /// are not where they were.
    ///
    /// # Errors
    /// One of them is refused now: scripts may have failed.
    pub fn replayed(&self, entries: usize) -> Result<Self, Problems> {
        let begun = Self::new(self.rules.clone(), self.hooks.clone(), self.seed());
        let (mut game, _) = begun.map_err(|r| refused_plainly(&self.rules, &r))?;
        let entries_done = &self.log.entries()[..entries.min(self.log.entries().len())];
        // Whatever rolled them, a seed, several people or a plan's own stream: the dice are those that came up.
        let faces = entries_done.iter().flat_map(|entry| entry.dice.clone());
        game.dice.written = Some(Written(Scripted::new(faces)));
        for entry in entries_done {
            let deed = match entry.deed {
                Deed::Stood => Deed::Order,
                deed => deed,
            };
            if let Some(problems) = game.again("log", deed, &entry.text).problems {
                return Err(problems);
            }
        }
        Ok(game)
    }
    /// Whether a moment of this game, or of one played again, can be gone back to at once.
    pub fn remembers(&self, entries: usize) -> bool {
        entries >= self.oldest()
    }

    /// The same game with other dice: what is tried on it tells nothing about what will be rolled.
    #[must_use]
    pub fn branched(&self) -> Self {
        /// Number 0 are the dice, those after it belong to programs.
        const TRIED: u64 = u64::MAX;
        Self {
            dice: Cup::of(Stream::numbered(self.seed(), TRIED)),
            joint: None,
            ..self.clone()
        }
    }

    /// Does again what was taken back last; `None`: there is nothing, or something else was done since.
    pub fn redo(&mut self) -> Option<(Arc<Entry>, Typed)> {
        let entry = self.log.undone()?.clone();
        let typed = self.again("log", entry.deed, &entry.text);
        Some((entry, typed))
    }

    /// Remembers what a save says that was done and taken back: it counts no more, and is kept.
    pub(crate) fn recall(&mut self, log: Log) {
        self.log = log;
    }
}

/// What came of something that is no line of orders.
fn typed(done: Result<Vec<Event>, Problems>) -> Typed {
    let (events, problems) = match done {
        Ok(events) => (events, None),
        Err(problems) => (Vec::new(), Some(problems)),
    };
    Typed {
        events,
        notes: Vec::new(),
        problems,
    }
}
