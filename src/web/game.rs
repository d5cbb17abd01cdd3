//! A game at its table: what may be done to it, and the frames that tell of it. Nothing here knows of a network.

use crate::ai::{PROGRAMS, Player, answer, program};
use crate::diag::{Problem, Problems};
use crate::game::undo::{Asker, Back, back_to};
use crate::game::{Opened, Seat, Seats, Session};
use crate::kernel::{Decision, Event, State};
use crate::protocol::frame::{self, Told};
use crate::protocol::{At, Said, answered};
use crate::rules::PowerId;
use serde::Deserialize;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// So many of the last orders are told to who begins to follow.
const LOG: usize = 60;
/// So many answers are remembered for those who did not hear them.
const REMEMBERED: usize = 256;

/// Where a game is kept.
pub trait Keep: Send {
    /// Keeps what was done since; only then it counts.
    ///
    /// # Errors
    /// It cannot be kept.
    fn keep(&mut self, session: &Session) -> Result<(), Problem>;
}

/// What is to be done to a game.
#[derive(Clone, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Wish {
    /// An order, or a group of them: all of it or nothing.
    Apply {
        /// One.
        order: Option<Said>,
        /// Or several, one after the other.
        #[serde(default)]
        orders: Vec<Said>,
    },
    /// So many of one's own orders are taken back.
    Undo {
        /// One, unless it is said.
        orders: Option<usize>,
        /// Or all but so many of the game's, whosesoever.
        to: Option<usize>,
    },
    /// So many of them are done again.
    Redo {
        /// One, unless it is said.
        orders: Option<usize>,
    },
}

/// What somebody asks to be done.
pub struct Given {
    /// Their own text for it: the same text is answered once.
    pub id: String,
    /// After how many orders they mean it.
    pub at: usize,
    /// What is to be done.
    pub wish: Wish,
}

/// What they are answered.
#[derive(Clone)]
pub struct Answer {
    /// As HTTP has it.
    pub status: u16,
    /// JSON.
    pub body: String,
    /// The number of the last frame that tells of it.
    pub frame: u64,
}

impl Answer {
    /// It was done.
    pub fn new(status: u16, body: String) -> Self {
        let frame = 0;
        Self {
            status,
            body,
            frame,
        }
    }
    /// It was not done.
    pub fn error(status: u16, at: usize, problem: impl Into<Problems>) -> Self {
        let body = answered(at, Err(problem.into()), &[]);
        Self::new(status, body)
    }
}

/// How a game stands, for everybody to look at.
pub struct Shown {
    /// The pack.
    pub opened: Arc<Opened>,
    /// The game.
    pub session: Session,
    seats: Arc<Seats>,
}

impl Shown {
    /// The position.
    pub fn at(&self) -> At<'_> {
        At {
            opened: &self.opened,
            session: &self.session,
        }
    }
    fn told(&self) -> Told<'_> {
        Told {
            at: self.at(),
            seats: &self.seats,
            plan: None,
        }
    }
    /// Everything, for one who begins to follow.
    pub fn snapshot(&self) -> String {
        let entries = self.session.log().entries();
        let first = entries.len().saturating_sub(LOG);
        let happened = self.session.story().chapters().iter().skip(1);
        let all = entries.iter().zip(happened).enumerate().skip(first);
        let log = all.map(|(nth, (entry, chapter))| {
            frame::ordered(self.told(), nth, entry, &chapter.events)
        });
        let words = self.seats.words(self.session.rules());
        let me = |power: &str| words.get(power).is_some_and(|who| who.starts_with("human"));
        frame::snapshot(self.told(), &me, log.collect())
    }
}

/// A game with everybody at it.
pub struct Game {
    opened: Arc<Opened>,
    session: Session,
    seats: Arc<Seats>,
    programs: BTreeMap<PowerId, Box<dyn Player>>,
    keep: Option<Box<dyn Keep>>,
    /// What was answered last.
    answers: VecDeque<(String, Answer)>,
    frames: Vec<String>,
    /// Something fails: nothing goes on by itself until somebody has done something.
    stuck: bool,
}

impl Game {
    /// A game as it stands.
    pub fn new(
        opened: Opened,
        session: Session,
        seats: Seats,
        keep: Option<Box<dyn Keep>>,
    ) -> Self {
        Self {
            opened: Arc::new(opened),
            session,
            seats: Arc::new(seats),
            programs: BTreeMap::new(),
            keep,
            answers: VecDeque::new(),
            frames: Vec::new(),
            stuck: false,
        }
    }

    /// How it stands.
    pub fn shown(&self) -> Shown {
        Shown {
            opened: self.opened.clone(),
            session: self.session.clone(),
            seats: self.seats.clone(),
        }
    }

    /// What happened since this was last asked.
    pub fn take_frames(&mut self) -> Vec<String> {
        std::mem::take(&mut self.frames)
    }

    fn at(&self) -> usize {
        self.session.log().entries().len()
    }

    /// Whether it goes on without anybody's doing.
    pub fn goes_on(&self) -> bool {
        let program = |d: Decision| *self.seats.of(d.power) != Seat::Human;
        !self.stuck
            && (self.session.stands_in().is_some() || self.session.pending().is_some_and(program))
    }

    /// Has it go on by one order: a standing one, or a program's.
    pub fn go_on(&mut self) {
        let (before, frames) = (self.session.clone(), self.frames.len());
        let done = match self.session.stand_in() {
            Some(events) => Ok(events),
            None => self.program(),
        };
        let told = done.and_then(|events| {
            self.ordered(before.state(), events);
            self.keep()
        });
        if let Err(problem) = told {
            self.frames.truncate(frames);
            self.back_as(before);
            self.stuck = true;
            self.note(&problem.sentence());
        }
    }

    fn program(&mut self) -> Result<Vec<Event>, Problem> {
        let rules = self.opened.rules.clone();
        let over = || Problem::error("play/over", "the game is over");
        let decision = self.session.pending().ok_or_else(over)?;
        let name = match self.seats.of(decision.power) {
            Seat::Program(name) => name,
            _ => PROGRAMS[0],
        };
        let (seed, number) = (self.session.seed(), u64::from(decision.power.0));
        let player = self.programs.entry(decision.power);
        let player = player.or_insert_with(|| program(name, seed, number));
        answer(&mut self.session, &mut **player, &decision)
            .map_err(|r| Problem::error(r.code.name(), r.sentence(&rules)))
    }

    /// Tells everybody something that is no order.
    fn note(&mut self, text: &str) {
        let note = serde_json::json!({ "kind": "note", "from": null, "text": text });
        self.frames.push(note.to_string());
    }

    /// Does what somebody wishes: all of it, or nothing.
    pub fn give(&mut self, given: &Given) -> Answer {
        if let Some((_, answer)) = self.answers.iter().find(|(id, _)| *id == given.id) {
            return answer.clone();
        }
        let at = self.at();
        if given.at != at {
            let problem = Problem::error("board/late", "the game has gone on since");
            return Answer::error(409, at, problem.help("look again, then order"));
        }
        self.stuck = false;
        let before = self.session.clone();
        let frames = self.frames.len();
        let done = self.carry_out(&given.wish);
        let done = done.and_then(|ok| Ok(self.keep().map(|()| ok)?));
        let answer = match done {
            Ok(body) => {
                let faults = self.session.take_faults();
                let body = answered(self.at(), Ok(body), &faults);
                Answer::new(200, body)
            }
            Err(problems) => {
                self.frames.truncate(frames);
                self.back_as(before);
                Answer::error(422, at, problems)
            }
        };
        if self.answers.len() == REMEMBERED {
            self.answers.pop_front();
        }
        self.answers.push_back((given.id.clone(), answer.clone()));
        answer
    }

    fn back_as(&mut self, before: Session) {
        self.session = before;
        self.programs.clear();
    }

    fn keep(&mut self) -> Result<(), Problem> {
        match &mut self.keep {
            Some(keep) => keep.keep(&self.session),
            None => Ok(()),
        }
    }

    fn carry_out(&mut self, wish: &Wish) -> Result<String, Problems> {
        let mut notes = Vec::new();
        match wish {
            Wish::Apply { order, orders } => {
                let all = order.iter().chain(orders);
                for said in all {
                    let before = self.session.state().clone();
                    let (events, noted) = said.give(&mut self.session)?;
                    notes.extend(noted);
                    self.ordered(&before, events);
                }
            }
            Wish::Undo { orders, to } => {
                let before = self.session.state().clone();
                let seats = self.seats.clone();
                let person = |power| seats.person(power).is_some();
                let asker = Asker {
                    plays: &person,
                    other: &|_| false,
                    watched: false,
                };
                let own = Back::Orders(orders.unwrap_or(1));
                let left = match to {
                    Some(to) => *to,
                    None => back_to(&self.session, &asker, own)?,
                };
                let gone = self.session.undo_to(left)?;
                let texts: Vec<String> = gone.iter().map(|entry| entry.text.clone()).collect();
                self.programs.clear();
                self.frames
                    .push(frame::back(self.shown().told(), &before, &texts));
            }
            Wish::Redo { orders } => self.redo(orders.unwrap_or(1))?,
        }
        Ok(serde_json::json!({ "notes": notes }).to_string())
    }

    /// Does one's own orders again, with what followed them.
    fn redo(&mut self, count: usize) -> Result<(), Problems> {
        let mut done = 0;
        while let Some(next) = self.session.log().undone() {
            let own = *self.seats.of(next.by) == Seat::Human;
            if own && done == count {
                return Ok(());
            }
            done += usize::from(own);
            let before = self.session.state().clone();
            let Some((_, typed)) = self.session.redo() else {
                break;
            };
            self.ordered(&before, typed.events);
            typed.problems.map_or(Ok(()), Err)?;
        }
        if done > 0 {
            return Ok(());
        }
        let message = "nothing was taken back that could be done again";
        Err(Problem::error("redo/nothing", message).into())
    }

    /// Tells what an order did, or a line of them.
    fn ordered(&mut self, before: &State, events: Vec<Event>) {
        let entries = self.session.log().entries();
        let new = entries.len();
        let Some(entry) = entries.last().cloned() else {
            return;
        };
        let shown = self.shown();
        let ordered = frame::ordered(shown.told(), new - 1, &entry, &events);
        self.frames
            .push(frame::order(shown.told(), before, ordered));
    }
}
