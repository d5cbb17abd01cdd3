//! Playing a transcript: line by line, orders through the kernel like any others, dice as they are
//! written down.

use super::FIRST_LINES;
use super::line::{Line, line, place};
use crate::diag::{FileId, Loc, Problem, Problems};
use crate::game::language::{Clause, Name, Names, Reader, Text, join, refused};
use crate::game::session::normal;
use crate::kernel::{
    self, Cx, Decision, DecisionKind, Event, Hooks, Judged, Order, Refusal, Scripted, State, edit,
};
use crate::rules::Rules;

/// No line is longer, in bytes: a drawing of it would drown what is said about it.
const LONGEST: usize = 10_000;

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

/// A transcript being played.
pub(super) struct Runner<'a> {
    pub rules: &'a Rules,
    pub names: &'a Names,
    pub hooks: &'a dyn Hooks,
    pub tell: Tell,
    pub state: State,
    pub dice: Scripted,
    /// What happened with the last order or edit.
    pub events: Vec<Event>,
    /// The code with which the next order must be refused.
    pub refusal: Option<(Name, Loc)>,
    /// The position was edited since the phase was entered.
    pub laid_out: bool,
    dice_at: Option<Loc>,
    /// What went wrong was no expectation: the rest makes no sense.
    derailed: bool,
}

/// Plays a transcript; what fails is added to the problems. Says whether it passed.
pub fn run(board: Board<'_>, file: FileId, text: &str, problems: &mut Problems) -> bool {
    let Board {
        rules,
        names,
        hooks,
        tell,
    } = board;
    let nowhere = Loc {
        file,
        start: 0,
        end: 0,
    };
    let (state, events) = match kernel::begin(rules, &mut setup_dice(text), hooks) {
        Ok(begun) => begun,
        Err(refusal) => {
            problems.push(refused(rules, &refusal, nowhere));
            return false;
        }
    };
    let dice = Scripted::default();
    let mut runner = Runner {
        rules,
        names,
        hooks,
        tell,
        state,
        dice,
        events,
        refusal: None,
        laid_out: false,
        dice_at: None,
        derailed: false,
    };
    let mut passed = true;
    let mut at = 0;
    for part in text.split_inclusive('\n') {
        let outcome = if part.len() > LONGEST {
            runner.derailed = true;
            Err(Problem::error(
                "transcript/too-long",
                format!("a line at byte {at} is too long to be one of a transcript"),
            ))
        } else {
            runner.line(
                Text {
                    file,
                    at,
                    text: part,
                }
                .trim(),
            )
        };
        at += part.len() as u32;
        if let Err(problem) = outcome {
            problems.push(problem);
            passed = false;
            if runner.derailed {
                // What follows would be about another game.
                return false;
            }
        }
    }
    if let Err(problem) = runner.end() {
        problems.push(problem);
        passed = false;
    }
    passed
}

/// The dice that are written down for the opening position; any others show their highest faces.
fn setup_dice(text: &str) -> Scripted {
    let of = |l: &str| match line(Text::new(FileId(0), l).trim()) {
        Ok(Line::SetupDice(faces)) => faces,
        _ => Vec::new(),
    };
    Scripted::new(text.lines().take(FIRST_LINES).flat_map(of))
}

impl Runner<'_> {
    /// Plays one line.
    fn line(&mut self, text: Text<'_>) -> Result<(), Problem> {
        let loc = place(text);
        self.derailed = true;
        match line(text)? {
            // What it is played with has been opened already.
            Line::Blank | Line::Pack(_) | Line::With(_) | Line::Option(..) | Line::SetupDice(_) => {
            }
            Line::Edit(edit) => {
                self.free_of_refusal()?;
                self.edit(&edit, loc)?;
            }
            Line::Dice(faces) => {
                self.dice.push(faces);
                self.dice_at = Some(loc);
            }
            Line::Expect(expect) => {
                self.settle(loc)?;
                self.derailed = false;
                self.expect(&expect, loc)?;
            }
            Line::Skip(words) => {
                self.free_of_refusal()?;
                self.settle(loc)?;
                self.skip(&words, loc)?;
            }
            Line::Orders(clauses) => {
                self.settle(loc)?;
                clauses.iter().try_for_each(|clause| self.orders(clause))?;
            }
        }
        Ok(())
    }

    /// After a position was laid out, the phase begins anew on it.
    fn settle(&mut self, loc: Loc) -> Result<(), Problem> {
        if self.laid_out && edit::is_untouched(&self.state) {
            let events = std::mem::take(&mut self.events);
            self.enter((self.state.turn, self.state.phase), loc)?;
            self.events = events;
        }
        self.laid_out = false;
        Ok(())
    }

    fn cx(&self) -> Cx<'_> {
        Cx::new(self.rules, &self.state, self.hooks)
    }

    /// What the game waits for.
    pub(super) fn pending(&self, loc: Loc) -> Result<Option<Decision>, Problem> {
        kernel::pending(self.cx()).map_err(|r| refused(self.rules, &r, loc))
    }

    fn orders(&mut self, clause: &Clause) -> Result<(), Problem> {
        let expected = self.refusal.take();
        let before = self.state.digest();
        let outcome = self.obey(clause);
        let Some((code, loc)) = expected else {
            return outcome;
        };
        match outcome {
            Ok(()) => Err(Problem::error(
                "transcript/not-refused",
                "this order was to be refused, and was carried out",
            )
            .at(clause.loc, "carried out")
            .at(loc, "expected to be refused")),
            Err(problem) if problem.code != code.text => Err(Problem::error(
                "transcript/refusal",
                format!("the order was refused with `{}`", problem.code),
            )
            .at(loc, format!("expected `{}`", code.text))
            .help(problem.message)),
            Err(_) if self.state.digest() != before => Err(Problem::error(
                "transcript/changed",
                "the refused order changed the game",
            )
            .at(clause.loc, "")),
            Err(_) => Ok(()),
        }
    }

    fn obey(&mut self, clause: &Clause) -> Result<(), Problem> {
        let decision = self.pending(clause.loc)?;
        let reader = Reader::new(self.cx(), self.names, decision.as_ref());
        let orders = reader.orders(clause)?;
        // The first order is carried out as it was judged while it was read.
        let mut first = orders.first().map(|order| reader.judge(&normal(order)));
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

    fn apply(&mut self, order: &Order, loc: Loc) -> Result<Vec<Event>, Problem> {
        let decision = self.pending(loc)?;
        let reader = Reader::new(self.cx(), self.names, decision.as_ref());
        let judged = reader.judge(&normal(order));
        self.carry_out(judged, loc)
    }

    fn carry_out(
        &mut self,
        judged: Result<Judged, Refusal>,
        loc: Loc,
    ) -> Result<Vec<Event>, Problem> {
        let refused = |r: Refusal| refused(self.rules, &r, loc);
        let judged = judged.map_err(refused)?;
        let missing = self.dice.missing;
        let done = kernel::carry_out(
            self.rules,
            &mut self.state,
            judged,
            &mut self.dice,
            self.hooks,
        );
        let events = done.map_err(refused)?;
        let missing = self.dice.missing - missing;
        if missing == 0 {
            return Ok(events);
        }
        let told: Vec<String> = events.iter().map(|e| (self.tell)(self.rules, e)).collect();
        Err(Problem::error(
            "transcript/dice",
            "this order rolled more dice than are written down",
        )
        .at(loc, format!("{missing} more are needed"))
        .help(format!(
            "`dice 1 6 3` before it writes dice down; what happened:\n{}",
            told.join("\n")
        )))
    }

    /// Ends phases and gives the plainest answers until a phase is reached.
    fn skip(&mut self, words: &[Name], loc: Loc) -> Result<(), Problem> {
        let words = match words.split_first() {
            Some((to, rest)) if to.text.eq_ignore_ascii_case("to") => rest,
            _ => words,
        };
        let name = join(words)
            .ok_or_else(|| Problem::error("order/syntax", "a phase is missing").at(loc, ""))?;
        let phase = self.names.phases.find(&name)?;
        let mut told = Vec::new();
        let mut moved = false;
        for _ in 0..2000 {
            let Some(decision) = self.pending(loc)? else {
                break;
            };
            if moved && self.state.phase == phase && matches!(decision.kind, DecisionKind::Phase(_))
            {
                self.events = told;
                return Ok(());
            }
            let order = self.plainest(&decision, loc)?;
            told.extend(self.apply(&order, loc)?);
            moved = true;
        }
        Err(Problem::error("transcript/skip", "the phase is not reached").at(name.loc, ""))
    }

    fn plainest(&self, decision: &Decision, loc: Loc) -> Result<Order, Problem> {
        let plain = match &decision.kind {
            DecisionKind::Phase(_) => Order::EndPhase,
            DecisionKind::Pick { pick, .. } => Order::Pick(*pick, Vec::new()),
            DecisionKind::Agree { .. } => Order::Agree,
            DecisionKind::Aim { .. } => Order::Aim(Vec::new()),
            _ => Order::Press,
        };
        if kernel::check(self.cx(), &plain).is_ok() {
            return Ok(plain);
        }
        let legal = kernel::legal(self.cx()).map_err(|r| refused(self.rules, &r, loc))?;
        legal
            .first()
            .cloned()
            .ok_or_else(|| Problem::error("transcript/skip", "nothing can be ordered").at(loc, ""))
    }

    fn free_of_refusal(&mut self) -> Result<(), Problem> {
        match self.refusal.take() {
            Some((_, loc)) => Err(Problem::error(
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
        match (self.dice.left(), self.dice_at) {
            (left, Some(loc)) if left > 0 => Err(Problem::error(
                "transcript/dice",
                "not all dice were rolled",
            )
            .at(loc, format!("{left} are left"))),
            _ => Ok(()),
        }
    }
}
