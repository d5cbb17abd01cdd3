//! A game at its table: what may be done to it, and the frames that tell of it. Nothing here knows of a network.

use super::dice::Source;
use super::feed::News;
use super::guard::NOTE;
use crate::ai::{PROGRAMS, Player, answer, program};
use crate::diag::{Problem, Problems};
use crate::game::save::{self, Header};
use crate::game::undo::{Back, do_again, take_back};
use crate::game::{Opened, Plans, Seat, Seats, Session, Story, Typed, Voice};
use crate::kernel::{Decision, Event, State};
use crate::protocol::frame::{self, Told};
use crate::protocol::{At, Said, answered};
use crate::rules::PowerId;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

/// So many of the last orders are told to who begins to follow.
const LOG: usize = 60;
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
    /// Keeps what somebody wrote, if that is kept at all.
    ///
    /// # Errors
    /// It cannot be kept.
    fn note(&mut self, _: &Value) -> Result<(), Problem> {
        Ok(())
    }
}

/// A program from outside that plays.
pub trait Outside: Send {
    /// Answers what the game waits for.
    ///
    /// # Errors
    /// It fails; the game is as it was.
    fn answer(&mut self, opened: &Opened, session: &mut Session) -> Result<Vec<Event>, Problem>;
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
    /// Orders are taken back: so many of one's own, all of a phase or a turn, or all but so many.
    Undo {
        /// One, unless it is said.
        orders: Option<usize>,
        /// `phase` or `turn`.
        back: Option<String>,
        /// So many of the game's are left.
        to: Option<usize>,
    },
    /// So many of them are done again.
    Redo {
        /// One, unless it is said.
        orders: Option<usize>,
    },
    /// A plan is tried while the game waits.
    Branch {
        /// What it is called.
        name: String,
    },
    /// Back to the game.
    Back {},
    /// Back, and the orders of the plan are given there.
    Adopt {},
    /// What is answered from now on while nobody is there to ask.
    Standing {
        /// In the words of standing orders.
        text: String,
    },
    /// A note to the others.
    Note {
        /// What it says.
        text: String,
        /// For whom; for everybody unless it is said.
        to: Option<String>,
    },
    /// Powers are handed over.
    Hand {
        /// Which.
        powers: Vec<String>,
        /// To whom: `human:NAME` or a program.
        to: String,
    },
    /// One's powers are played by the usual program from now on.
    Resign {},
    /// Somebody has taken the game along; said by the server itself.
    #[serde(skip)]
    Taken {},
}

impl Wish {
    /// Reads one.
    ///
    /// # Errors
    /// It is none.
    pub fn read(fields: Map<String, Value>) -> Result<Self, Problem> {
        serde_json::from_value(Value::Object(fields))
            .map_err(|e| Problem::error("protocol/value", e.to_string()))
    }
}

/// What somebody asks to be done.
pub struct Given {
    /// Their own text for it: the same text is answered once.
    pub id: Option<String>,
    /// After how many orders they mean it, where that matters.
    pub at: Option<usize>,
    /// What is to be done.
    pub wish: Wish,
    /// For whom they speak.
    pub voice: Voice,
    /// Whether the game is theirs to arrange.
    pub host: bool,
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
    /// An answer that no frame tells of.
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
        Self::new(status, answered(at, Err(problem.into()), &[]))
    }
}

/// Something that was written.
pub struct Note {
    /// Who may read it besides the one who wrote it; everybody, if nobody is named.
    to: Option<String>,
    from: Option<String>,
    /// What it says, as a frame.
    pub json: Value,
}

impl Note {
    fn of(json: Value) -> Self {
        let text = |name: &str| json[name].as_str().map(str::to_owned);
        let (to, from) = (text("to"), text("from"));
        Self { to, from, json }
    }
    /// Whether those who speak with a voice may read it.
    pub fn is_for(&self, voice: &Voice) -> bool {
        let theirs = |name: &Option<String>| match voice {
            Voice::Everybody => true,
            Voice::People(names) => name.as_ref().is_some_and(|name| names.contains(name)),
        };
        self.to.is_none() || theirs(&self.to) || theirs(&self.from)
    }
}

/// A game of several machines.
#[derive(Clone)]
pub struct Shared {
    /// What people call it.
    pub title: String,
    /// So many seconds a person has for an answer.
    pub clock: Option<u32>,
    /// What the dice come from.
    pub source: Option<Source>,
}

/// How a game stands, for everybody to look at.
pub struct Shown {
    /// The pack.
    pub opened: Arc<Opened>,
    /// The game.
    pub session: Session,
    /// Who sits where.
    pub seats: Arc<Seats>,
    /// What is known of it where several machines play.
    pub shared: Option<Arc<Shared>>,
    story: Story,
    plan: Option<String>,
    notes: Arc<Vec<Arc<Note>>>,
}

impl Shown {
    /// How many orders there are.
    pub fn at(&self) -> usize {
        self.session.log().entries().len()
    }
    /// The position.
    pub fn here(&self) -> At<'_> {
        At {
            opened: &self.opened,
            session: &self.session,
        }
    }
    fn told(&self) -> Told<'_> {
        Told {
            at: self.here(),
            seats: &self.seats,
            plan: self.plan.as_deref(),
        }
    }
    /// Everything, for those who begin to follow.
    pub fn snapshot(&self, voice: &Voice) -> String {
        let last = self.story.last(LOG + 1);
        let begins = last.first().map_or(0, |chapter| chapter.entries);
        let begins = if last.len() > LOG { begins } else { 0 };
        let skipped = usize::from(last.len() > LOG);
        let mut before = begins;
        let log = last.iter().skip(skipped).filter_map(|chapter| {
            let entries = before..chapter.entries;
            before = chapter.entries;
            frame::ordered(self.told(), entries, &chapter.events)
        });
        let log = log.collect();
        let notes = self.notes.iter().filter(|note| note.is_for(voice));
        let notes = notes.map(|note| &note.json).collect();
        frame::snapshot(self.told(), voice, log, notes)
    }
    /// Who sits where.
    pub fn chairs(&self, voice: &Voice) -> String {
        frame::seats(self.told(), voice)
    }
    /// The game as the text of a save.
    pub fn save(&self) -> String {
        let header = Header::of(&self.session, &self.opened, &self.seats);
        save::write(&self.session, &header).0
    }
}

/// What can be taken back together.
#[derive(Clone)]
struct Position {
    session: Session,
    seats: Arc<Seats>,
    story: Story,
    plans: Plans,
    notes: Arc<Vec<Arc<Note>>>,
}

/// A game with everybody at it.
pub struct Game {
    opened: Arc<Opened>,
    now: Position,
    programs: BTreeMap<PowerId, Box<dyn Player>>,
    outside: BTreeMap<String, Box<dyn Outside>>,
    keep: Option<Box<dyn Keep>>,
    shared: Option<Arc<Shared>>,
    /// What was answered last.
    answers: VecDeque<(String, Answer)>,
    frames: Vec<News>,
    /// Something fails: nothing goes on by itself until somebody has done something.
    stuck: bool,
}

impl Game {
    /// A game as it stands, with what happened with each of its orders.
    pub fn new(opened: Opened, session: Session, seats: Seats, told: Vec<Vec<Event>>) -> Self {
        let mut story = Story::default();
        for (nth, (entry, events)) in session.log().entries().iter().zip(&told).enumerate() {
            story.add(nth + 1, seats.person(entry.by).is_some(), events);
        }
        let now = Position {
            session,
            seats: Arc::new(seats),
            story,
            plans: Plans::default(),
            notes: Arc::default(),
        };
        Self {
            opened: Arc::new(opened),
            now,
            programs: BTreeMap::new(),
            outside: BTreeMap::new(),
            keep: None,
            shared: None,
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
    pub fn with(mut self, programs: BTreeMap<String, Box<dyn Outside>>) -> Self {
        self.outside = programs;
        self
    }
    /// The same, played on several machines.
    #[must_use]
    pub fn shared(mut self, title: String, clock: Option<u32>, source: Option<Source>) -> Self {
        self.shared = Some(Arc::new(Shared {
            title,
            clock,
            source,
        }));
        self
    }
    /// The same, with what people wrote.
    #[must_use]
    pub fn noted(mut self, notes: Vec<Value>) -> Self {
        let notes = notes.into_iter().map(|json| Arc::new(Note::of(json)));
        self.now.notes = Arc::new(notes.collect());
        self
    }

    /// How it stands.
    pub fn shown(&self) -> Shown {
        let Position {
            session,
            seats,
            story,
            plans,
            notes,
        } = &self.now;
        Shown {
            opened: self.opened.clone(),
            session: session.clone(),
            seats: seats.clone(),
            shared: self.shared.clone(),
            story: story.clone(),
            plan: plans.tried().map(str::to_owned),
            notes: notes.clone(),
        }
    }
    /// What happened since this was last asked.
    pub fn take_frames(&mut self) -> Vec<News> {
        std::mem::take(&mut self.frames)
    }
    /// How many orders there are.
    pub fn at(&self) -> usize {
        self.now.session.log().entries().len()
    }
    /// So long the person who is asked has for an answer.
    pub fn clock(&self) -> Option<Duration> {
        let clock = self.shared.as_ref()?.clock?;
        let waits = !self.stuck && self.now.session.pending().is_some();
        waits.then(|| Duration::from_secs(clock.into()))
    }
    /// Whether it goes on without anybody's doing.
    pub fn goes_on(&self) -> bool {
        let session = &self.now.session;
        let program = |d: Decision| self.now.seats.person(d.power).is_none();
        !self.stuck && (session.stands_in().is_some() || session.pending().is_some_and(program))
    }
    /// Has it go on by one order: a standing one, or one of a program, also for a person whose time is over.
    pub fn go_on(&mut self) {
        let (before, frames) = (self.now.clone(), self.frames.len());
        let state = before.session.state().clone();
        let done = match self.now.session.stand_in() {
            Some(events) => Ok(events),
            None => self.program(),
        };
        let told = done.and_then(|events| {
            self.ordered(&state, before.session.log().entries().len(), &events);
            self.keep()
        });
        if let Err(problem) = told {
            self.frames.truncate(frames);
            self.now = before;
            self.programs.clear();
            self.stuck = true;
            self.say(&problem.sentence());
        }
    }
    fn program(&mut self) -> Result<Vec<Event>, Problem> {
        let (rules, session) = (self.opened.rules.clone(), &mut self.now.session);
        let over = || Problem::error("play/over", "the game is over");
        let decision = session.pending().ok_or_else(over)?;
        let name = match self.now.seats.of(decision.power) {
            Seat::Exec(command) if self.outside.contains_key(command) => {
                let program = self.outside.get_mut(command).ok_or_else(over)?;
                return program.answer(&self.opened, session);
            }
            Seat::Program(name) => name,
            Seat::Human | Seat::Exec(_) => PROGRAMS[0],
        };
        let (seed, number) = (session.seed(), u64::from(decision.power.0));
        let player = self.programs.entry(decision.power);
        let player = player.or_insert_with(|| program(name, seed, number));
        answer(session, &mut **player, &decision)
            .map_err(|r| Problem::error(r.code.name(), r.sentence(&rules)))
    }
    /// Tells everybody something that nobody wrote.
    fn say(&mut self, text: &str) {
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
        let done = self.carry_out(given);
        let done = done.and_then(|ok| Ok(self.keep().map(|()| ok)?));
        let answer = match done {
            Ok(ok) => {
                let faults = self.now.session.take_faults();
                Answer::new(200, answered(self.at(), Ok(ok.to_string()), &faults))
            }
            Err(problems) => {
                self.frames.truncate(frames);
                self.now = before;
                self.programs.clear();
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
    fn keep(&mut self) -> Result<(), Problem> {
        match &mut self.keep {
            Some(keep) => keep.keep(self.now.plans.game(&self.now.session)),
            None => Ok(()),
        }
    }
    fn carry_out(&mut self, given: &Given) -> Result<Value, Problems> {
        let Given { voice, wish, .. } = given;
        match wish {
            Wish::Apply { order, orders } => self.apply(order.iter().chain(orders), voice),
            Wish::Undo { orders, back, to } => {
                let back = match (back.as_deref(), to) {
                    (Some("phase"), None) => Back::Phase,
                    (Some("turn"), None) => Back::Turn,
                    (None, Some(to)) => Back::To(*to),
                    (None, None) => Back::Orders(orders.unwrap_or(1)),
                    _ => {
                        let problem = Problem::error("protocol/value", "how far back is meant?");
                        return Err(problem
                            .help("`orders`, `to`, or `back`: `phase`, `turn`")
                            .into());
                    }
                };
                self.undo(voice, back)
            }
            Wish::Redo { orders } => self.redo(voice, orders.unwrap_or(1)),
            Wish::Branch { name } => self.branch(voice, name),
            Wish::Back {} => self.back(voice, false),
            Wish::Adopt {} => self.back(voice, true),
            Wish::Standing { text } => self.standing(voice, text),
            Wish::Note { text, to } => self.note(given, text, to.as_deref()),
            Wish::Hand { powers, to } => self.hand(given, powers, to),
            Wish::Resign {} => self.resign(voice),
            Wish::Taken {} => {
                self.say(
                    "The host has taken the game along: who reads its save knows the dice to come.",
                );
                Ok(json!({}))
            }
        }
    }

    /// Makes sure that those who speak may answer what the game waits for.
    fn asked(&self, voice: &Voice) -> Result<(), Problem> {
        let Some(decision) = self.now.session.pending() else {
            return Ok(());
        };
        if voice.plays(&self.now.seats, decision.power) {
            return Ok(());
        }
        let power = &self.opened.rules.powers[decision.power].name;
        let message = format!("the game waits for {power}, which another one plays");
        Err(Problem::error("seat/others", message))
    }
    fn apply<'a>(
        &mut self,
        orders: impl Iterator<Item = &'a Said>,
        voice: &Voice,
    ) -> Result<Value, Problems> {
        let (first, mut notes) = (self.at(), Vec::new());
        for said in orders {
            self.asked(voice)?;
            let (before, at) = (self.now.session.state().clone(), self.at());
            let (events, noted) = said.give(&mut self.now.session)?;
            notes.extend(noted);
            self.ordered(&before, at, &events);
        }
        let new = &self.now.session.log().entries()[first..];
        if new.is_empty() {
            return Err(Problem::error("order/unknown", "no order is given").into());
        }
        // A line may go on where another one is asked.
        match new.iter().all(|e| voice.plays(&self.now.seats, e.by)) {
            true => Ok(json!({ "notes": notes })),
            false => {
                let message = "this line goes on with orders of another one's";
                Err(Problem::error("seat/others", message).into())
            }
        }
    }
    fn undo(&mut self, voice: &Voice, back: Back) -> Result<Value, Problems> {
        let before = self.now.session.state().clone();
        let Position {
            session,
            seats,
            plans,
            ..
        } = &mut self.now;
        let gone = take_back((session, seats, plans), voice, back)?;
        let gone: Vec<String> = gone.iter().map(|entry| entry.text.clone()).collect();
        let left = self.at();
        self.now.story.back_to(left);
        self.programs.clear();
        let text = frame::back(self.shown().told(), &before, &gone);
        self.frames.push(News::All(text.into()));
        Ok(json!({ "undone": gone }))
    }
    fn redo(&mut self, voice: &Voice, count: usize) -> Result<Value, Problems> {
        if !voice.is_alone(&self.now.seats) {
            let next = self.now.session.log().undone().map(|entry| entry.by);
            if next.is_some_and(|power| !voice.plays(&self.now.seats, power)) {
                let message = "what was taken back is another one's";
                return Err(Problem::error("seat/others", message).into());
            }
        }
        self.again(|session, seats, told| do_again((session, seats), count, told))?;
        Ok(json!({}))
    }
    /// Tells of everything that is done again.
    fn again<T>(
        &mut self,
        act: impl FnOnce(&mut Session, &Seats, &mut dyn FnMut(&Session, Typed)) -> Result<T, Problems>,
    ) -> Result<T, Problems> {
        let mut steps: Vec<(Session, Typed)> = Vec::new();
        let (mut before, seats) = (self.now.session.clone(), self.now.seats.clone());
        let done = act(&mut self.now.session, &seats, &mut |game, typed| {
            steps.push((game.clone(), typed));
        })?;
        let last = self.now.session.clone();
        for (then, typed) in steps {
            self.now.session = then;
            let at = before.log().entries().len();
            self.ordered(&before.state().clone(), at, &typed.events);
            before = self.now.session.clone();
        }
        self.now.session = last;
        Ok(done)
    }
    /// Plans are for those who have the game for themselves: others see the table, too.
    fn may_plan(&self, voice: &Voice) -> Result<(), Problem> {
        if self.shared.is_none() && *voice == Voice::Everybody {
            return Ok(());
        }
        let problem = Problem::error("branch/shared", "others see this table, too");
        Err(problem.help("plans can be tried in a game of one's own"))
    }
    fn branch(&mut self, voice: &Voice, name: &str) -> Result<Value, Problems> {
        self.may_plan(voice)?;
        let began = self.now.plans.game(&self.now.session).log().entries().len();
        let Position {
            session,
            plans,
            story,
            ..
        } = &mut self.now;
        if plans.tried().is_some() {
            story.back_to(began);
        }
        let stops = plans.begin(session, name, &mut |game, typed| {
            story.add(game.log().entries().len(), true, &typed.events);
        });
        self.fresh();
        Ok(json!({ "stops": stops }))
    }
    fn back(&mut self, voice: &Voice, adopt: bool) -> Result<Value, Problems> {
        self.may_plan(voice)?;
        let plan = self.now.plans.leave(&mut self.now.session)?;
        let left = self.at();
        self.now.story.back_to(left);
        self.fresh();
        let next = match adopt {
            true => {
                self.again(|session, seats, told| Plans::give(&plan, (session, seats), told))?
            }
            false => None,
        };
        Ok(json!({ "next": next.map(|entry| entry.text.clone()) }))
    }
    fn fresh(&mut self) {
        self.programs.clear();
        let shown = Arc::new(self.shown());
        self.frames.push(News::Fresh(shown));
    }
    fn standing(&mut self, voice: &Voice, text: &str) -> Result<Value, Problems> {
        let (before, at) = (self.now.session.state().clone(), self.at());
        let seats = self.now.seats.clone();
        let session = &mut self.now.session;
        session.stand(text, &|power| voice.plays(&seats, power))?;
        self.ordered(&before, at, &[]);
        Ok(json!({}))
    }
    fn note(&mut self, given: &Given, text: &str, to: Option<&str>) -> Result<Value, Problems> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > NOTE {
            let message = format!("a note has 1 to {NOTE} characters");
            return Err(Problem::error("board/note", message).into());
        }
        if let Some(name) = to.filter(|name| !self.now.seats.people().contains(name)) {
            let message = format!("nobody here is called `{name}`");
            let problem = Problem::error("board/note", message);
            return Err(problem.suggest(name, self.now.seats.people()).into());
        }
        let from = match &given.voice {
            Voice::Everybody => None,
            Voice::People(names) => {
                let host = given.host.then_some("host");
                let from = names.first().map(String::as_str).or(host);
                let looks =
                    || Problem::error("board/not-yours", "who only looks on writes nothing");
                Some(from.ok_or_else(looks)?)
            }
        };
        let json = json!({ "kind": "note", "from": from, "to": to, "text": text });
        if let Some(keep) = &mut self.keep {
            keep.note(&json)?;
        }
        let note = Arc::new(Note::of(json));
        Arc::make_mut(&mut self.now.notes).push(note.clone());
        self.frames.push(News::Note(note));
        Ok(json!({}))
    }
    fn hand(&mut self, given: &Given, powers: &[String], to: &str) -> Result<Value, Problems> {
        let (rules, seats) = (self.opened.rules.clone(), &self.now.seats);
        let mut meant = Vec::new();
        for word in powers {
            meant.extend(crate::game::powers_named(&rules, word)?);
        }
        if meant.is_empty() {
            return Err(Problem::error("protocol/value", "which `powers` are meant?").into());
        }
        let own = |power: &PowerId| given.voice.plays(seats, *power);
        if !given.host && !meant.iter().all(own) {
            let problem = Problem::error("board/not-yours", "these are not your powers");
            return Err(problem.help("the host may hand over everybody's").into());
        }
        let all = meant
            .iter()
            .map(|p| (rules.powers[*p].name.clone(), to.to_owned()));
        let all: BTreeMap<String, String> = all.collect();
        self.seated(&super::club::wishes(&all)?)?;
        let name = meant
            .first()
            .and_then(|power| self.now.seats.person(*power));
        let of = |name| super::club::powers_of(&self.opened, &self.now.seats, name);
        Ok(
            json!({ "name": name, "powers": name.map_or_else(|| all.keys().cloned().collect(), of) }),
        )
    }
    fn resign(&mut self, voice: &Voice) -> Result<Value, Problems> {
        let own = self.now.seats.iter().map(|(power, _)| power);
        let own = own.filter(|power| voice.plays(&self.now.seats, *power));
        let name = |power: PowerId| self.opened.rules.powers[power].name.clone();
        let wishes: Vec<String> = own
            .map(|p| format!("{}={}", name(p), PROGRAMS[0]))
            .collect();
        if wishes.is_empty() {
            return Err(Problem::error("board/not-yours", "you play no power").into());
        }
        self.seated(&wishes)?;
        Ok(json!({}))
    }
    /// Sits people and programs down over those who sit there.
    fn seated(&mut self, wishes: &[String]) -> Result<(), Problems> {
        let rules = &self.opened.rules;
        let seats = Seats::read(rules, &self.now.seats.words(rules), wishes, PROGRAMS)?;
        let header = Header::of(&self.now.session, &self.opened, &seats);
        if let Some(keep) = &mut self.keep {
            keep.seats(header, self.now.plans.game(&self.now.session))?;
        }
        self.now.seats = Arc::new(seats);
        self.programs.clear();
        let shown = Arc::new(self.shown());
        self.frames.push(News::Seats(shown));
        Ok(())
    }

    /// Tells what an order did, or a line of them.
    fn ordered(&mut self, before: &State, at: usize, events: &[Event]) {
        let new = self.at();
        let entries = self.now.session.log().entries();
        let Some(own) = entries
            .last()
            .map(|e| self.now.seats.person(e.by).is_some())
        else {
            return;
        };
        let shown = self.shown();
        if let Some(ordered) = frame::ordered(shown.told(), at..new, events) {
            let text = frame::order(shown.told(), before, ordered);
            self.frames.push(News::All(text.into()));
        }
        self.now.story.add(new, own, events);
    }
}
