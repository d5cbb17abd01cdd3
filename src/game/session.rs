//! A game in progress: rules, state, dice and what was ordered. Everything that is ordered, by
//! whomever, comes through here, and can be taken back; who may take back what is said in `undo.rs`.

use super::dice::{Cup, Stream};
use super::joint::Joint;
use super::language::{Clause, Manner, Names, Reader, parse_line};
use super::log::{Deed, Entry, Log, Reached};
use super::notes::{Note, notes};
use super::story::Story;
use sandtable_diag::{Loc, Problem, Problems};
use sandtable_kernel::{
    self as kernel, Cx, Decision, Event, Fault, Hooks, Judged, Order, Refusal, State,
};
use sandtable_rules::{PowerId, Rules};
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

mod back;
mod edit;
mod shared;

/// Scripts, as a game holds them.
pub type SharedHooks = Arc<dyn Hooks + Send + Sync>;

/// An order that may be given, and its full form.
struct Ready {
    judged: Judged,
    text: String,
    deed: Deed,
}

/// A position, and where the dice of the seed stood in it.
type Moment = (State, u64);

/// So many moments are kept; those before them are played again when they are gone back to.
const MOMENTS: usize = 400;

/// What became of a typed line.
pub struct Typed {
    /// What happened.
    pub events: Vec<Event>,
    /// What a person may not have noticed about the moves: what came along, what stayed, what is left alone.
    pub notes: Vec<Note>,
    /// Why not everything that was typed was carried out.
    pub problems: Option<Problems>,
}

/// A game in progress.
#[derive(Clone)]
pub struct Session {
    rules: Arc<Rules>,
    /// Made when somebody types; shared with the pack the game was opened from.
    pub(super) names: Arc<OnceLock<Names>>,
    hooks: SharedHooks,
    state: State,
    pub(super) dice: Cup,
    joint: Option<Joint>,
    log: Log,
    /// The positions before the last entries of the log, which can be gone back to at once.
    past: VecDeque<Arc<State>>,
    /// Where the dice stood before each entry of the log.
    drawn: Vec<u64>,
    notes: Vec<Note>,
    story: Story,
    /// How many entries the log had when a line was last typed.
    typed: usize,
    recording: bool,
}

impl Session {
    /// A new game, and what happened until its first decision.
    ///
    /// # Errors
    /// Nobody ever gives an order: the game runs through a whole round by itself.
    pub fn new(
        rules: Arc<Rules>,
        hooks: SharedHooks,
        seed: u64,
    ) -> Result<(Self, Vec<Event>), Refusal> {
        let mut dice = Cup::of(Stream::new(seed));
        let begun = kernel::begin(&rules, &mut dice, &*hooks)?;
        let events = begun.1.clone();
        Ok((Self::begun(rules, hooks, dice, begun), events))
    }
    /// A game that has begun so, with the dice of what follows.
    pub(super) fn begun(
        rules: Arc<Rules>,
        hooks: SharedHooks,
        mut dice: Cup,
        (state, events): (State, Vec<Event>),
    ) -> Self {
        // What the opening rolled belongs to no order.
        dice.shown();
        let mut story = Story::default();
        story.add(events, Some(state.clone()));
        Self {
            rules,
            names: Arc::default(),
            hooks,
            state,
            dice,
            joint: None,
            log: Log::default(),
            past: VecDeque::new(),
            drawn: Vec::new(),
            notes: Vec::new(),
            story,
            typed: 0,
            recording: true,
        }
    }
    /// Keeps no text of orders and nothing to go back to: for games that nobody will look at.
    pub fn forget(&mut self) {
        self.recording = false;
    }
    /// The edition.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
    /// The edition's names.
    pub fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::new(&self.rules))
    }
    /// The game as it stands.
    pub fn state(&self) -> &State {
        &self.state
    }
    /// The scripts.
    pub fn hooks(&self) -> &dyn Hooks {
        &*self.hooks
    }
    /// What scripts failed at since this was last asked, ready to be read.
    pub fn take_faults(&self) -> Vec<Fault> {
        self.hooks.take_faults()
    }
    /// The seed of the dice.
    pub fn seed(&self) -> u64 {
        self.dice.stream.seed()
    }
    /// What was done to it.
    pub fn log(&self) -> &Log {
        &self.log
    }
    /// What happened with each thing that was done.
    pub fn story(&self) -> &Story {
        &self.story
    }
    /// The game, to ask questions about.
    pub fn cx(&self) -> Cx<'_> {
        Cx::new(&self.rules, &self.state, &*self.hooks)
    }
    /// What the game waits for; `None` once it is over.
    pub fn pending(&self) -> Option<Decision> {
        kernel::pending(self.cx())
    }
    /// The orders that may be given.
    pub fn legal(&self) -> Vec<Order> {
        kernel::legal(self.cx())
    }
    pub(super) fn reader<'a>(&'a self, decision: Option<&'a Decision>) -> Reader<'a> {
        Reader::new(self.cx(), self.names(), decision)
    }
    /// An order as text.
    pub fn print(&self, order: &Order) -> String {
        let decision = self.pending();
        self.reader(decision.as_ref()).print(&order.normal())
    }

    /// Orders as text, those that may be given to one decision.
    pub fn print_all(&self, orders: &[Order]) -> Vec<String> {
        let decision = self.pending();
        let reader = self.reader(decision.as_ref());
        orders.iter().map(|o| reader.print(&o.normal())).collect()
    }

    /// Carries out an order.
    ///
    /// # Errors
    /// It is refused, and nothing has changed.
    pub fn order(&mut self, order: &Order) -> Result<Vec<Event>, Refusal> {
        let decision = self.pending().ok_or(kernel::Code::GameOver.refuse())?;
        let ready = self.ready(&self.reader(Some(&decision)), &order.normal(), "")?;
        self.carry_out(decision.power, ready)
    }

    /// Judges an order and puts it into words; it may have been read from some, as logs say it.
    fn ready(&self, reader: &Reader<'_>, order: &Order, said: &str) -> Result<Ready, Refusal> {
        let judged = reader.judge(order)?;
        let text = if self.recording {
            reader.print_again(order, said)
        } else {
            String::new()
        };
        let deed = Deed::Order;
        Ok(Ready { judged, text, deed })
    }

    fn carry_out(
        &mut self,
        by: PowerId,
        Ready { judged, text, deed }: Ready,
    ) -> Result<Vec<Event>, Refusal> {
        if self.announce(by, &judged, &text)? {
            return Ok(Vec::new());
        }
        let before = self.recording.then(|| self.now());
        let moved = judged.order().clone();
        let (rolled, phase) = (self.dice.stream.position(), self.place());
        self.dice.joint = self.joint.as_ref().and_then(|joint| joint.dice_for(&text));
        let done = kernel::carry_out(
            &self.rules,
            &mut self.state,
            judged,
            &mut self.dice,
            &*self.hooks,
        );
        let dice = self.dice.shown();
        let Ok(events) = done else {
            // A script may fail after dice were rolled; a refused order must not have moved them.
            self.dice.stream.seek(rolled);
            return done;
        };
        if let Some(before) = before {
            self.notes.extend(notes(self.cx(), &before.0, &moved));
            let reached = (phase != self.place()).then(|| self.reached());
            self.note(
                before,
                Entry {
                    deed,
                    by,
                    text,
                    dice,
                    reached,
                },
                events.clone(),
            );
        }
        Ok(events)
    }

    fn now(&self) -> Moment {
        (self.state.clone(), self.dice.stream.position())
    }

    fn reached(&self) -> Reached {
        Reached {
            digest: self.state.digest(),
            round: self.state.round,
            turn: self.cx().active(),
            won: self.state.winner,
        }
    }

    /// Writes down what was done in a position, and what happened with it.
    fn note(&mut self, (before, rolled): Moment, entry: Entry, events: Vec<Event>) {
        let next = before.round != self.state.round;
        self.story.add(events, next.then(|| self.state.clone()));
        if self.past.len() == MOMENTS {
            self.past.pop_front();
        }
        self.drawn.push(rolled);
        self.past.push_back(Arc::new(before));
        if let Some(joint) = &mut self.joint {
            joint.after(entry.deed, &entry.text);
            if joint.announced() == Some(&entry.text) {
                joint.rolled();
            }
        }
        self.log.done(entry);
    }

    fn place(&self) -> (u16, u8, sandtable_rules::PhaseId, bool) {
        (
            self.state.round,
            self.state.turn,
            self.state.phase,
            self.state.winner.is_some(),
        )
    }

    /// Reads a line that a person typed and carries out its orders, one after the other, until one cannot be.
    pub fn type_line(&mut self, source: &str, text: &str) -> Typed {
        self.line(source, text, Manner::Typed)
    }

    /// Carries out a line of a log again.
    pub fn repeat(&mut self, source: &str, text: &str) -> Typed {
        self.line(source, text, Manner::Full)
    }

    fn line(&mut self, source: &str, text: &str, manner: Manner) -> Typed {
        let (mut problems, file) = Problems::about(source, text);
        let mut events = Vec::new();
        // What others did in the meantime is not this line's.
        self.notes.clear();
        let start = Loc::within(file, 0, 0..0);
        let words = |clause: &Clause| {
            let words = text.get(clause.loc.start as usize..clause.loc.end as usize);
            words.filter(|_| manner == Manner::Full).unwrap_or_default()
        };
        let outcome = parse_line(start, text).and_then(|clauses| {
            clauses
                .iter()
                .try_for_each(|clause| self.obey(clause, (manner, words(clause)), &mut events))
        });
        problems.extend(outcome.err());
        self.typed = self.log.entries().len();
        Typed {
            events,
            notes: std::mem::take(&mut self.notes),
            problems: (!problems.is_empty()).then_some(problems),
        }
    }

    pub(super) fn obey(
        &mut self,
        clause: &Clause,
        (manner, words): (Manner, &str),
        events: &mut Vec<Event>,
    ) -> Result<(), Problem> {
        self.goes_on(clause.loc)?;
        let decision = self.pending();
        let due = decision.as_ref();
        let by_habit = manner == Manner::Typed && clause.is_habitual_end();
        if let (Some(decision), true) = (due, by_habit) {
            self.meant(decision, clause.loc)?;
        }
        let reader = self.reader(due).taking(manner);
        let orders = reader.orders(clause)?;
        // The first order is carried out as it was judged while it was read.
        let first = orders.first().map(Order::normal);
        let mut ready = first.map(|first| self.ready(&reader, &first, words));
        let by = due.map_or_else(|| self.cx().active(), |d| d.power);
        for order in &orders {
            self.goes_on(clause.loc)?;
            let done = match ready.take() {
                Some(ready) => ready.and_then(|ready| self.carry_out(by, ready)),
                None => self.order(order),
            };
            match done {
                Ok(told) => events.extend(told),
                Err(refusal) => return Err(self.reader(due).refusal(order, &refusal, clause.loc)),
            }
        }
        Ok(())
    }

    /// A phase ends by itself when nothing is left to place: who says `end` out of habit then would end
    /// another power's phase.
    fn meant(&self, decision: &Decision, loc: Loc) -> Result<(), Problem> {
        let passed = |e: &&Arc<Entry>| e.by != decision.power && e.text.starts_with("place ");
        let entries = self.log.entries();
        // A program that has placed everything is nobody who says it out of habit.
        let typed = entries.last().filter(|_| self.typed == entries.len());
        let Some(last) = typed.filter(passed) else {
            return Ok(());
        };
        let powers = &self.rules.powers;
        let (done, next) = (&powers[last.by].name, &powers[decision.power].name);
        let message =
            format!("{done} has placed everything, which ended its phase; it is {next}'s turn");
        Err(Problem::error("order/ended", message)
            .at(loc, format!("this would end {next}'s phase"))
            .help("say `end phase` if that is meant"))
    }
}
