//! Playing a transcript: line by line, orders through the kernel like any others, dice as they are
//! written down.

use super::FIRST_LINES;
use crate::dice::Written;
use crate::edit::Editor;
use crate::forms::{Line, bare, faces, line, place};
use crate::language::{Clause, Names, Node, Reader, Rule, Text, refused};
use crate::reading::Reading;
use sandtable_diag::{FileId, Loc, Problem, Problems};
use sandtable_kernel::{
    self as kernel, Cx, Decision, Dice, Event, Fault, Hooks, Judged, Order, Scripted, State,
};
use sandtable_rules::Rules;

/// No line is longer, in bytes: a drawing of it would drown what is said about it.
const LONGEST: usize = 10_000;
/// Of what happened until the dice ran out, so many lines are shown.
const LAST_LINES: usize = 6;

/// Tells an event in words.
pub type Tell = fn(&Rules, &Event) -> String;

/// What a transcript is played with.
#[derive(Clone, Copy)]
pub struct Board<'a> {
    /// The edition.
    pub rules: &'a Rules,
    /// Its names.
    pub names: &'a Names,
    /// Its scripts.
    pub hooks: &'a dyn Hooks,
    /// How events are told.
    pub tell: Tell,
}

/// How an order must be refused.
pub(super) struct Refused {
    pub code: String,
    /// Words of the sentence.
    pub saying: Option<String>,
    /// A rule that is cited.
    pub rule: Option<String>,
    /// Where that is said.
    pub loc: Loc,
}

/// A transcript being played.
pub(super) struct Runner<'a> {
    pub board: Board<'a>,
    /// The opening position, and what happened until it stood.
    opening: (State, Vec<Event>),
    pub state: State,
    pub dice: Written,
    /// Where the last dice are written down.
    dice_at: Option<Loc>,
    /// What happened with the last order or edit.
    pub events: Vec<Event>,
    /// How the next order must be refused.
    pub refusal: Option<Refused>,
    /// The position was edited since the phase was entered.
    pub laid_out: bool,
    /// What is to be shown.
    shown: Vec<String>,
}

/// What came of a line that failed.
enum Failed {
    /// An expectation was not met: the game goes on.
    Expectation(Problem),
    /// The rest of the scene makes no sense.
    Scene(Problem),
}

/// What became of a transcript.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// Whether all of it was as expected.
    pub passed: bool,
    /// What its `show` lines show.
    pub shown: Vec<String>,
}

/// Plays a transcript; what fails is added to the problems.
pub fn run(board: Board<'_>, file: FileId, text: &str, problems: &mut Problems) -> Played {
    let Board { rules, hooks, .. } = board;
    let before = problems.len() + problems.left_out();
    let opening = match kernel::begin(rules, &mut setup_dice(text), hooks) {
        Ok(begun) => begun,
        Err(refusal) => {
            let start = Text::new(file, "").loc();
            problems.push(refused(rules, &refusal, start));
            return Played::default();
        }
    };
    let mut runner = Runner {
        board,
        state: opening.0.clone(),
        events: opening.1.clone(),
        opening,
        dice: Written::default(),
        dice_at: None,
        refusal: None,
        laid_out: false,
        shown: Vec::new(),
    };
    let mut derailed = false;
    let mut at = 0;
    for part in text.split_inclusive('\n') {
        let text = Text {
            file,
            at,
            text: part,
        };
        let line = Loc {
            file,
            start: at,
            end: at + part.trim_end().len() as u32,
        };
        at += part.len() as u32;
        if bare(text.trim()).first_word().0.text == "scene" {
            // What was left over when a scene went wrong needs no second word.
            if !derailed && let Err(problem) = runner.end() {
                problems.push(problem);
            }
            derailed = false;
            runner.begin();
        }
        if derailed {
            continue;
        }
        let done = runner.line(text);
        match done.and_then(|()| sound(hooks, line).map_err(Failed::Scene)) {
            Ok(()) => {}
            Err(Failed::Expectation(problem)) => problems.push(problem),
            Err(Failed::Scene(problem)) => {
                problems.push(problem);
                derailed = true;
            }
        }
    }
    if !derailed && let Err(problem) = runner.end() {
        problems.push(problem);
    }
    Played {
        passed: problems.len() + problems.left_out() == before,
        shown: runner.shown,
    }
}

/// A game in which a script fails is not the one that a transcript is about.
fn sound(hooks: &dyn Hooks, line: Loc) -> Result<(), Problem> {
    let failed = |fault: Fault| {
        let message = format!("a script failed:\n{}", fault.report.trim_end());
        Problem::error("script/failed", message).at(line, "in this line")
    };
    match hooks.take_faults().into_iter().next() {
        Some(fault) => Err(failed(fault)),
        None => Ok(()),
    }
}

/// The dice that are written down for the opening position; any others show their highest faces.
fn setup_dice(text: &str) -> Scripted {
    let of = |l: &str| match line(Text::new(FileId(0), l).trim()) {
        Ok(Line::Form("setup", _, said)) => faces(&said).unwrap_or_default(),
        _ => Vec::new(),
    };
    Scripted::new(text.lines().take(FIRST_LINES).flat_map(of))
}

impl Runner<'_> {
    /// Begins from the opening position.
    fn begin(&mut self) {
        (self.state, self.events) = self.opening.clone();
        (self.dice, self.dice_at) = (Written::default(), None);
        (self.refusal, self.laid_out) = (None, false);
    }

    /// Plays one line.
    fn line(&mut self, text: Text<'_>) -> Result<(), Failed> {
        if text.text.len() > LONGEST {
            let message = format!(
                "a line at byte {} is too long to be one of a transcript",
                text.at
            );
            let problem = Problem::error("transcript/too-long", message);
            return Err(Failed::Scene(problem));
        }
        let text = text.trim();
        let loc = place(text);
        match line(text).map_err(Failed::Scene)? {
            Line::Blank => Ok(()),
            Line::Form("expect", word, said) => {
                self.settle(loc).map_err(Failed::Scene)?;
                let said = self.reading().numbered("expect", &said);
                let said = said.map_err(Failed::Expectation)?;
                self.expect(word, &said, loc).map_err(Failed::Expectation)
            }
            Line::Form(verb, word, said) => {
                let said = self
                    .reading()
                    .numbered(verb, &said)
                    .map_err(Failed::Scene)?;
                self.form(verb, word, &said, loc).map_err(Failed::Scene)
            }
            Line::Orders(clauses) => {
                self.settle(loc).map_err(Failed::Scene)?;
                let mut orders = clauses.iter();
                orders
                    .try_for_each(|c| self.orders(c))
                    .map_err(Failed::Scene)
            }
        }
    }

    /// Does what a line says that is neither an order nor an expectation.
    fn form(&mut self, verb: &str, word: &str, said: &Node, loc: Loc) -> Result<(), Problem> {
        match (verb, word) {
            // What it is played with has been opened already, and scenes have begun.
            ("pack" | "with" | "scene", _) | ("set", "option") => Ok(()),
            ("setup", _) => faces(said).map(|_| ()),
            ("dice", _) => {
                self.dice.0.push(faces(said)?);
                self.dice_at = Some(loc);
                Ok(())
            }
            ("show", _) => {
                self.shown.push(self.told().join("\n"));
                Ok(())
            }
            ("skip", _) => {
                self.free_of_refusal()?;
                self.settle(loc)?;
                self.skip(said.need(Rule::words)?, loc)
            }
            _ => {
                self.free_of_refusal()?;
                let entered = self.editor().edit(verb, word, said, loc)?;
                self.laid_out = entered.is_none();
                if let Some(events) = entered {
                    self.events = events;
                }
                self.enough_dice(loc)
            }
        }
    }

    /// What happened last, in words.
    pub(super) fn told(&self) -> Vec<String> {
        if self.events.is_empty() {
            return vec!["nothing".to_owned()];
        }
        let told = |e: &Event| (self.board.tell)(self.board.rules, e);
        self.events.iter().map(told).collect()
    }

    /// After a position was laid out, the phase begins anew on it.
    fn settle(&mut self, loc: Loc) -> Result<(), Problem> {
        if std::mem::take(&mut self.laid_out) {
            self.editor().settle(loc)?;
        }
        self.enough_dice(loc)
    }

    fn editor(&mut self) -> Editor<'_> {
        Editor {
            rules: self.board.rules,
            names: self.board.names,
            hooks: self.board.hooks,
            state: &mut self.state,
            dice: &mut self.dice,
        }
    }

    pub(super) fn reading(&self) -> Reading<'_> {
        Reading {
            rules: self.board.rules,
            names: self.board.names,
            state: &self.state,
        }
    }

    pub(super) fn cx(&self) -> Cx<'_> {
        Cx::new(self.board.rules, &self.state, self.board.hooks)
    }

    /// What the game waits for.
    pub(super) fn pending(&self) -> Option<Decision> {
        kernel::pending(self.cx())
    }

    fn orders(&mut self, clause: &Clause) -> Result<(), Problem> {
        let expected = self.refusal.take();
        let before = self.state.digest();
        let outcome = self.obey(clause);
        let Some(expected) = expected else {
            return outcome;
        };
        match outcome {
            Ok(()) => Err(Problem::error(
                "transcript/not-refused",
                "this order was to be refused, and was carried out",
            )
            .at(clause.loc, "carried out")
            .at(expected.loc, "expected to be refused")),
            Err(_) if self.state.digest() != before => Err(Problem::error(
                "transcript/changed",
                "the refused order changed the game",
            )
            .at(clause.loc, "")),
            Err(problem) => expected.check(problem),
        }
    }

    fn obey(&mut self, clause: &Clause) -> Result<(), Problem> {
        let decision = self.pending();
        let reader = Reader::new(self.cx(), self.board.names, decision.as_ref());
        let said = self.reading().numbered(clause.verb, &clause.said)?;
        let orders = reader.orders(&Clause {
            said,
            ..clause.clone()
        })?;
        // The first order is carried out as it was judged while it was read.
        let judge = |order: &Order| {
            let judged = reader.judge(&order.normal());
            judged.map_err(|r| reader.refusal(order, &r, clause.loc))
        };
        let mut first = orders.first().map(judge).transpose()?;
        let mut told = Vec::new();
        for order in &orders {
            told.extend(match first.take() {
                Some(judged) => self.carry_out(judged, clause.loc)?,
                None => self.apply(order, clause.loc)?,
            });
        }
        self.events = told;
        Ok(())
    }

    pub(super) fn apply(&mut self, order: &Order, loc: Loc) -> Result<Vec<Event>, Problem> {
        let decision = self.pending();
        let reader = Reader::new(self.cx(), self.board.names, decision.as_ref());
        let judged = reader.judge(&order.normal());
        let judged = judged.map_err(|r| reader.refusal(order, &r, loc))?;
        self.carry_out(judged, loc)
    }

    fn carry_out(&mut self, judged: Judged, loc: Loc) -> Result<Vec<Event>, Problem> {
        let done = kernel::carry_out(
            self.board.rules,
            &mut self.state,
            judged,
            &mut self.dice,
            self.board.hooks,
        );
        let events = done.map_err(|r| refused(self.board.rules, &r, loc))?;
        if self.dice.ran_out() {
            self.events = events;
            self.enough_dice(loc)?;
            return Ok(Vec::new());
        }
        Ok(events)
    }

    /// Says which dice are missing, if any are.
    pub(super) fn enough_dice(&self, loc: Loc) -> Result<(), Problem> {
        if !self.dice.ran_out() {
            return Ok(());
        }
        let mut told = self.told();
        let left_out = told.len().saturating_sub(LAST_LINES);
        told.drain(..left_out);
        let message = "more dice are rolled here than are written down";
        Err(Problem::error("transcript/dice", message)
            .at(loc, format!("{} more are needed to go on", self.dice.0.missing))
            .help(format!(
                "`dice 1 6 3` before it writes dice down; what happened last, with the highest faces for those missing:\n{}",
                told.join("\n")
            )))
    }

    fn free_of_refusal(&mut self) -> Result<(), Problem> {
        match self.refusal.take() {
            Some(Refused { loc, .. }) => Err(Problem::error(
                "transcript/refusal",
                "no order follows that could be refused",
            )
            .at(loc, "")),
            None => Ok(()),
        }
    }

    /// Nothing may be left over.
    fn end(&mut self) -> Result<(), Problem> {
        self.free_of_refusal()?;
        match (self.dice.0.left(), self.dice_at) {
            (left, Some(loc)) if left > 0 => Err(Problem::error(
                "transcript/dice",
                "not all dice were rolled",
            )
            .at(loc, format!("{left} are left"))),
            _ => Ok(()),
        }
    }
}
