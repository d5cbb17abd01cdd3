//! Playing a transcript: line by line, orders through the kernel like any others, dice as they are
//! written down.

use super::With;
use crate::forms::{Line, bare, faces, line};
use crate::language::{Clause, Manner, Node, Reader, Rule, Text, refused};
use crate::open::Opened;
use crate::session::Session;
use sandtable_diag::{FileId, Loc, Problem, Problems, lines};
use sandtable_kernel::{Dice, Event, Fault, Scripted};
use sandtable_rules::Rules;

/// No line is longer, in bytes: a drawing of it would drown what is said about it.
const LONGEST: usize = 10_000;
/// Of what happened until the dice ran out, so many lines are shown.
const LAST_LINES: usize = 6;

/// Tells an event in words.
pub type Tell = fn(&Rules, &Event) -> String;

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
pub(super) struct Runner {
    /// The game as it stands.
    pub session: Session,
    /// The same as it began.
    opening: Session,
    tell: Tell,
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

/// What became of a transcript.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// Whether all of it was as expected.
    pub passed: bool,
    /// What its `show` lines show.
    pub shown: Vec<String>,
}

/// Plays a transcript with a pack; what fails is added to the problems.
pub fn run(
    opened: &Opened,
    tell: Tell,
    (file, text): (FileId, &str),
    problems: &mut Problems,
) -> Played {
    let before = problems.len() + problems.left_out();
    // Where more are rolled than are written down, they show their highest face.
    let opening = match opened.begin_with(Scripted::new(With::read(text).dice)) {
        Ok(opening) => opening,
        Err(refusal) => {
            let start = Text::new(file, "").loc();
            problems.push(refused(&opened.rules, &refusal, start));
            return Played::default();
        }
    };
    let mut runner = Runner {
        session: opening.clone(),
        opening,
        tell,
        dice_at: None,
        events: Vec::new(),
        refusal: None,
        laid_out: false,
        shown: Vec::new(),
    };
    runner.begin();
    let mut derailed = false;
    let (first, others) = lines(file, text);
    for (line, text) in std::iter::once(first).chain(others) {
        let at = line.start;
        let text = Text { file, at, text };
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
        let done = match runner.line(text) {
            Ok(None) => runner.sound(line).map(|()| None),
            done => done,
        };
        derailed = done.is_err();
        problems.extend(done.unwrap_or_else(Some));
    }
    if !derailed && let Err(problem) = runner.end() {
        problems.push(problem);
    }
    Played {
        passed: problems.len() + problems.left_out() == before,
        shown: runner.shown,
    }
}

impl Runner {
    /// Begins from the opening position.
    fn begin(&mut self) {
        self.session = self.opening.clone();
        self.events = self.opening.story().events().cloned().collect();
        (self.dice_at, self.refusal, self.laid_out) = (None, None, false);
    }

    /// A game in which a script fails is not the one that a transcript is about.
    fn sound(&self, line: Loc) -> Result<(), Problem> {
        let failed = |fault: Fault| {
            let message = format!("a script failed:\n{}", fault.report.trim_end());
            Problem::error("script/failed", message).at(line, "in this line")
        };
        match self.session.take_faults().into_iter().next() {
            Some(fault) => Err(failed(fault)),
            None => Ok(()),
        }
    }

    /// Plays one line: what expectation of it was not met, with which the game goes on.
    ///
    /// # Errors
    /// The rest of the scene makes no sense.
    fn line(&mut self, text: Text<'_>) -> Result<Option<Problem>, Problem> {
        if text.text.len() > LONGEST {
            let message = format!(
                "a line at byte {} is too long to be one of a transcript",
                text.at
            );
            return Err(Problem::error("transcript/too-long", message));
        }
        let text = text.trim();
        let loc = bare(text).loc();
        match line(text)? {
            Line::Blank => {}
            Line::Form("expect", word, said) => {
                self.settle(loc)?;
                let said = self.reader().unlabelled("expect", &said);
                let met = said.and_then(|said| self.expect(word, &said, loc));
                return Ok(met.err());
            }
            Line::Form(verb, word, said) => {
                let said = self.reader().unlabelled(verb, &said)?;
                self.form(verb, word, &said, loc)?;
            }
            Line::Orders(clauses) => {
                self.settle(loc)?;
                clauses.iter().try_for_each(|c| self.orders(c))?;
            }
        }
        Ok(None)
    }

    /// Does what a line says that is neither an order nor an expectation.
    fn form(&mut self, verb: &str, word: &str, said: &Node, loc: Loc) -> Result<(), Problem> {
        match (verb, word) {
            // What it is played with has been opened already, and scenes have begun.
            ("pack" | "with" | "scene", _) | ("set", "option") => Ok(()),
            ("setup", _) => faces(said).map(|_| ()),
            ("dice", _) => {
                self.dice().push(faces(said)?);
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
                let entered = self.session.lay_out(verb, word, said, loc)?;
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
        let told = |e: &Event| (self.tell)(self.session.rules(), e);
        self.events.iter().map(told).collect()
    }

    /// After a position was laid out, the phase begins anew on it.
    fn settle(&mut self, loc: Loc) -> Result<(), Problem> {
        if std::mem::take(&mut self.laid_out) {
            self.session.settle(loc)?;
        }
        self.enough_dice(loc)
    }

    /// The dice that are written down.
    fn dice(&mut self) -> &mut Scripted {
        &mut self.session.dice.written.get_or_insert_default().0
    }

    /// Reads what lines say of the position.
    pub(super) fn reader(&self) -> Reader<'_> {
        self.session.reader(None)
    }

    fn orders(&mut self, clause: &Clause) -> Result<(), Problem> {
        let expected = self.refusal.take();
        let before = self.session.state().digest();
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
            Err(_) if self.session.state().digest() != before => Err(Problem::error(
                "transcript/changed",
                "the refused order changed the game",
            )
            .at(clause.loc, "")),
            Err(problem) => expected.check(problem),
        }
    }

    fn obey(&mut self, clause: &Clause) -> Result<(), Problem> {
        let said = self.reader().unlabelled(clause.verb, &clause.said)?;
        let clause = Clause {
            said,
            ..clause.clone()
        };
        let mut told = Vec::new();
        let done = (self.session).obey(&clause, (Manner::Full, ""), &mut told);
        if done.is_ok() || self.session.dice.ran_out() {
            self.events = told;
        }
        self.enough_dice(clause.loc)?;
        done
    }

    /// Says which dice are missing, if any are.
    pub(super) fn enough_dice(&mut self, loc: Loc) -> Result<(), Problem> {
        let missing = self.dice().missing;
        if missing == 0 {
            return Ok(());
        }
        let mut told = self.told();
        let left_out = told.len().saturating_sub(LAST_LINES);
        told.drain(..left_out);
        let message = "more dice are rolled here than are written down";
        Err(Problem::error("transcript/dice", message)
            .at(loc, format!("{missing} more are needed to go on"))
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
        match (self.dice().left(), self.dice_at) {
            (left, Some(loc)) if left > 0 => Err(Problem::error(
                "transcript/dice",
                "not all dice were rolled",
            )
            .at(loc, format!("{left} are left"))),
            _ => Ok(()),
        }
    }
}
