//! A game at its table: programs play on in it, wishes are granted, everything is kept before it is shown. Nothing here
//! knows of a network.

use super::draw::Draw;
use super::feed::News;
use super::shown::{Note, Shared, Shown};
use super::table::Picture;
use super::wish::{Answer, Given};
use sandtable_ai::{self as ai, PROGRAMS, Player, answer};
use sandtable_diag::Problem;
use sandtable_game::language::refused_plainly;
use sandtable_game::save::Header;
use sandtable_game::{Opened, Plans, Seat, Seats, Session};
use sandtable_kernel::{Decision, Event, State};
use sandtable_protocol::{answered, frame};
use sandtable_rules::PowerId;
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

/// So many answers are remembered for those who did not hear them.
const REMEMBERED: usize = 256;
/// The longest text by which an answer is remembered.
const ID: usize = 100;

/// Where a game is kept.
pub trait Keep: Send {
    /// Keeps what was done since; only then it counts.
    ///
    /// # Errors
    /// It cannot be kept.
    fn keep(&mut self, session: &Session) -> Result<(), Problem>;
    /// Keeps who sits where from now on.
    ///
    /// # Errors
    /// It cannot be kept.
    fn seats(&mut self, header: Header, session: &Session) -> Result<(), Problem>;
    /// Keeps what the dice come from, where that is gathered first.
    ///
    /// # Errors
    /// It cannot be kept.
    fn draw(&mut self, _: &Draw, _: Header) -> Result<(), Problem> {
        Ok(())
    }
    /// Keeps what somebody wrote, if that is kept at all.
    ///
    /// # Errors
    /// It cannot be kept.
    fn note(&mut self, _: &Value) -> Result<(), Problem> {
        Ok(())
    }
}

/// Has a program from outside answer what the game waits for. Where it fails, the game is as it was.
pub type Outside = Box<dyn FnMut(&Opened, &mut Session) -> Result<Vec<Event>, Problem> + Send>;

/// How a game stands: what can be taken back together.
#[derive(Clone)]
pub struct Position {
    /// The game, or the plan that is being tried.
    pub session: Session,
    /// Who sits where.
    pub seats: Arc<Seats>,
    /// The plan that is being tried and the game that waits for it, and other plans.
    pub plans: Plans,
    /// What was written.
    pub notes: Arc<Vec<Arc<Note>>>,
    /// What the dice come from, where nobody is to choose them.
    pub draw: Option<Arc<Draw>>,
}

/// A game with everybody at it.
pub struct Game {
    pub(super) opened: Arc<Opened>,
    pub(super) now: Position,
    pub(super) programs: BTreeMap<PowerId, Box<dyn Player>>,
    outside: BTreeMap<String, Outside>,
    pub(super) keep: Option<Box<dyn Keep>>,
    pub(super) shared: Option<Arc<Shared>>,
    /// What its board looks like.
    pub(super) picture: Picture,
    /// What was answered last.
    answers: VecDeque<(String, Answer)>,
    /// What happened and was not shown yet.
    pub(super) frames: Vec<News>,
    /// Something fails: nothing goes on by itself until somebody has done something.
    stuck: bool,
}

impl Game {
    /// A game as it stands.
    pub fn new(opened: Opened, session: Session, seats: Seats) -> Self {
        let now = Position {
            session,
            seats: Arc::new(seats),
            plans: Plans::default(),
            notes: Arc::default(),
            draw: None,
        };
        Self {
            opened: Arc::new(opened),
            now,
            programs: BTreeMap::new(),
            outside: BTreeMap::new(),
            keep: None,
            shared: None,
            picture: Picture::default(),
            answers: VecDeque::new(),
            frames: Vec::new(),
            stuck: false,
        }
    }
    /// The same, kept.
    #[must_use]
    pub fn kept(mut self, keep: Box<dyn Keep>) -> Self {
        self.keep = Some(keep);
        self
    }
    /// The same, with programs of one's own, by their commands.
    #[must_use]
    pub fn with(mut self, programs: BTreeMap<String, Outside>) -> Self {
        self.outside = programs;
        self
    }
    /// How it stands.
    pub fn shown(&self) -> Shown {
        Shown {
            opened: self.opened.clone(),
            now: self.now.clone(),
            shared: self.shared.clone(),
        }
    }
    /// What the dice come from, while the game has not begun.
    pub(super) fn open(&self) -> Option<&Draw> {
        self.now.draw.as_deref().filter(|draw| draw.is_open())
    }
    /// Whether the game has not begun though nobody is awaited.
    fn gathered(&self) -> bool {
        let awaited = self.open().map(|draw| draw.awaited(&self.now.seats));
        awaited.is_some_and(|awaited| awaited.is_empty())
    }
    /// How many orders there are.
    pub fn at(&self) -> usize {
        self.now.session.log().entries().len()
    }
    /// So long the person who is asked has for an answer.
    pub fn clock(&self) -> Option<Duration> {
        let clock = self.shared.as_ref()?.clock?;
        let waits = !self.stuck && self.open().is_none() && self.now.session.pending().is_some();
        waits.then(|| Duration::from_secs(clock.into()))
    }
    /// Whether it goes on without anybody's doing.
    pub fn goes_on(&self) -> bool {
        let session = &self.now.session;
        let program = |d: Decision| self.now.seats.person(d.power).is_none();
        if self.open().is_some() {
            return !self.stuck && self.gathered();
        }
        !self.stuck && (session.stands_in().is_some() || session.pending().is_some_and(program))
    }
    /// Has it go on by one order: a standing one, or one of a program, also for a person whose time is over. Before the first
    /// one it begins.
    pub fn go_on(&mut self) {
        let (before, frames) = (self.now.clone(), self.frames.len());
        let state = before.session.state().clone();
        let done = if self.open().is_some() {
            self.fix()
        } else if self.now.session.stand_in().is_some() {
            Ok(())
        } else {
            self.program()
        };
        let told = done.and_then(|()| {
            self.ordered(&state, before.session.log().entries().len());
            self.keep()
        });
        if let Err(problem) = told {
            self.put_back(before, frames);
            self.stuck = true;
            self.say(&problem.sentence());
        }
    }
    fn program(&mut self) -> Result<(), Problem> {
        let (rules, session) = (self.opened.rules.clone(), &mut self.now.session);
        let over = || Problem::error("play/over", "the game is over");
        let decision = session.pending().ok_or_else(over)?;
        let name = match self.now.seats.of(decision.power) {
            Seat::Exec(command) if self.outside.contains_key(command) => {
                let program = self.outside.get_mut(command).ok_or_else(over)?;
                return program(&self.opened, session).map(|_| ());
            }
            Seat::Program(name) => name,
            Seat::Human(_) | Seat::Exec(_) => PROGRAMS[0],
        };
        let (seed, number) = (session.seed(), u64::from(decision.power.0));
        let player = self.programs.entry(decision.power);
        let player = player.or_insert_with(|| ai::program(name, seed, number));
        answer(session, &mut **player, &decision)
            .map(|_| ())
            .map_err(|r| refused_plainly(&rules, &r))
    }
    /// Tells everybody something that nobody wrote.
    pub(super) fn say(&mut self, text: &str) {
        let json = json!({ "kind": "note", "from": null, "to": null, "text": text });
        self.frames.push(News::Note(Arc::new(Note::of(json))));
    }

    /// Does what somebody wishes: all of it, or nothing.
    pub fn give(&mut self, given: &Given) -> Answer {
        let id = given.id.as_deref().unwrap_or_default();
        let heard = self.answers.iter().find(|(known, _)| known == id);
        if let Some((_, answer)) = heard {
            return answer.clone();
        }
        let at = self.at();
        if given.at.is_some_and(|meant| meant != at) {
            let problem = Problem::error("board/late", "the game has gone on since");
            return Answer::error(409, at, problem.help("look again, then order"));
        }
        if id.len() > ID {
            let message = format!("`id` has at most {ID} bytes");
            return Answer::error(422, at, Problem::error("protocol/value", message));
        }
        self.stuck = false;
        let (before, frames) = (self.now.clone(), self.frames.len());
        let done = self.carry_out(given).and_then(|ok| {
            // Nobody is to order between what was added last and the beginning.
            if self.gathered() {
                self.fix()?;
            }
            Ok(ok)
        });
        let done = done.and_then(|ok| Ok(self.keep().map(|()| ok)?));
        let answer = match done {
            Ok(ok) => {
                let faults = self.now.session.take_faults();
                Answer::new(200, answered(self.at(), Ok(ok.to_string()), &faults))
            }
            Err(problems) => {
                self.put_back(before, frames);
                Answer::error(422, at, problems)
            }
        };
        if given.id.is_some() {
            if self.answers.len() == REMEMBERED {
                self.answers.pop_front();
            }
            self.answers.push_back((id.to_owned(), answer.clone()));
        }
        answer
    }
    /// Nothing was done after all, and nobody hears more than so many frames.
    fn put_back(&mut self, before: Position, frames: usize) {
        self.frames.truncate(frames);
        self.now = before;
        self.programs.clear();
    }
    fn keep(&mut self) -> Result<(), Problem> {
        match &mut self.keep {
            Some(keep) => keep.keep(self.now.plans.game(&self.now.session)),
            None => Ok(()),
        }
    }
    /// Tells what an order did, or a line of them.
    pub(super) fn ordered(&mut self, before: &State, at: usize) {
        let (shown, new) = (self.shown(), self.at());
        if let Some(ordered) = frame::ordered(shown.told(), at..new) {
            let text = frame::order(shown.told(), before, ordered);
            self.frames.push(News::All(text.into()));
        }
    }
}
