//! Requests that play a game on, or back.

use super::ask::{Ask, Done, text};
use super::form::Said;
use super::game::{At, Game};
use super::look::Awaited;
use sandtable_ai::{PROGRAMS, SEATED};
use sandtable_diag::{Problem, Problems};
use sandtable_game::save::{self, Header};
use sandtable_game::{Opened, Seats, Session};
use sandtable_kernel::Event;
use sandtable_rules::Rules;
use sandtable_view::{EventFacts, digest, event_json};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What happened, as programs read it.
pub(super) fn told<'e>(rules: &Rules, events: impl IntoIterator<Item = &'e Event>) -> Vec<Value> {
    events
        .into_iter()
        .map(|event| event_json(rules, event))
        .collect()
}

/// Gives an order. All of it is carried out, or nothing.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Apply {
    order: Said,
    /// Also the digest of the position.
    #[serde(default)]
    digest: bool,
}

/// What came of an order.
#[derive(Serialize, JsonSchema)]
pub(super) struct Applied<'a> {
    /// What happened.
    #[schemars(with = "Vec<EventFacts>")]
    events: Vec<Value>,
    /// The number of the first of these events, counted from the beginning of the game; players at a table are
    /// not told.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<usize>,
    /// What may not have been noticed about a move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(flatten)]
    awaited: Awaited<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
}

impl<'a> Ask<&'a mut Game> for Apply {
    fn ask(&self, game: &'a mut Game) -> Result<Applied<'a>, Problems> {
        let first = game.session.story().len();
        let (events, notes) = self.order.give(&mut game.session)?;
        let game = &*game;
        let applied = Applied::of(game.at(), &events, Some(first));
        Ok(self.detailed(game.at(), applied, notes))
    }
}

impl<'a> Applied<'a> {
    fn of(at: At<'a>, events: &[Event], first: Option<usize>) -> Self {
        Self {
            events: told(at.session.rules(), events),
            first,
            notes: Vec::new(),
            awaited: Awaited::of(at),
            digest: None,
        }
    }
}

impl Apply {
    fn detailed<'a>(&self, at: At<'a>, applied: Applied<'a>, notes: Vec<String>) -> Applied<'a> {
        Applied {
            notes,
            digest: self.digest.then(|| digest(at.session.state())),
            ..applied
        }
    }
    /// The same for a player at a table: the reply, and what happened or why it is refused.
    pub fn at_table(
        &self,
        opened: &Opened,
        session: &mut Session,
    ) -> (Done, Result<Vec<Event>, String>) {
        match self.order.give(session) {
            Ok((events, notes)) => {
                let at = At { opened, session };
                let applied = self.detailed(at, Applied::of(at, &events, None), notes);
                (Ok(text(&applied)), Ok(events))
            }
            Err(problems) => {
                let why = problems.iter().next().map(Problem::sentence);
                (Err(problems), Err(why.unwrap_or_default()))
            }
        }
    }
}

/// Changes the position by hand. The log calls it an edit, and nobody vouches for the dice of the game any more.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Edit {
    /// What transcripts write: `put …`, `clear …`, `give …` or `set …`.
    edit: String,
}

impl<'a> Ask<&'a mut Game> for Edit {
    fn ask(&self, game: &'a mut Game) -> Result<Applied<'a>, Problems> {
        let first = game.session.story().len();
        let events = game.session.edit("edit", &self.edit)?;
        Ok(Applied::of(game.at(), &events, Some(first)))
    }
}

/// Has a program that comes along answer what the game waits for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Delegate {
    /// The program, the usual one unless it is said; `planner:200` tries its turn by playing up to 200 turns on.
    program: Option<String>,
}

impl<'a> Ask<&'a mut Game> for Delegate {
    fn ask(&self, game: &'a mut Game) -> Result<Applied<'a>, Problems> {
        let program = self.program.as_deref().unwrap_or(PROGRAMS[0]);
        let Some(program) = (SEATED.read)(program)? else {
            let message = format!("no program is called `{program}`");
            let problem = Problem::error("protocol/value", message).suggest(program, PROGRAMS);
            let help = format!("the programs: {}", SEATED.forms.join(", "));
            return Err(problem.help(help).into());
        };
        let first = game.session.story().len();
        let events = game.delegate(&program)?;
        Ok(Applied::of(game.at(), &events, Some(first)))
    }
}

/// Takes orders back. Dice that are rolled again show what they showed.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Undo {
    /// So many of the last orders, whoever gave them; one unless it is said.
    orders: Option<usize>,
}

/// What was taken back.
#[derive(Serialize, JsonSchema)]
pub(super) struct Undone<'a> {
    /// The orders, the first of them first.
    undone: Vec<String>,
    #[serde(flatten)]
    awaited: Awaited<'a>,
}

impl<'a> Ask<&'a mut Game> for Undo {
    fn ask(&self, game: &'a mut Game) -> Result<Undone<'a>, Problems> {
        Ok(Undone {
            undone: game.undo(self.orders.unwrap_or(1))?,
            awaited: Awaited::of(game.at()),
        })
    }
}

/// What has happened since the game began.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Events {
    /// From the event of this number on.
    #[serde(default)]
    since: usize,
}

/// What has happened.
#[derive(Serialize, JsonSchema)]
pub(super) struct Happened {
    #[schemars(with = "Vec<EventFacts>")]
    events: Vec<Value>,
    /// The number that the next event will have.
    next: usize,
}

impl Ask<At<'_>> for Events {
    fn ask(&self, at: At<'_>) -> Result<Happened, Problems> {
        let story = at.session.story();
        let next = story.len();
        if self.since > next {
            let message = format!("there is no event {} yet", self.since);
            let problem = Problem::error("protocol/value", message);
            let help = format!("the next one has the number {next}");
            return Err(problem.help(help).into());
        }
        let since = story.events().skip(self.since);
        Ok(Happened {
            events: told(at.session.rules(), since),
            next,
        })
    }
}

/// The game as the text of a save.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Save {}

/// The text of a save.
#[derive(Serialize, JsonSchema)]
pub(super) struct Saved {
    /// As files hold it, and `load` takes it.
    save: String,
}

impl Ask<&mut Game> for Save {
    fn ask(&self, game: &mut Game) -> Result<Saved, Problems> {
        // Who sits behind a client is not known; that person takes the game on.
        let people = ["all=human".to_owned()];
        let seats = Seats::read(&game.opened.rules, &BTreeMap::new(), &people, SEATED)?;
        let header = Header::of(&game.session, &game.opened, &seats);
        Ok(Saved {
            save: save::write(&game.session, &header).0,
        })
    }
}
