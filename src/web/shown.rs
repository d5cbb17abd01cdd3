//! What is seen of a game: how it stands, who sits where, what was written.

use super::draw::Draw;
use sandtable_game::save::{self, Header};
use sandtable_game::{Opened, Seats, Session, Voice};
use sandtable_protocol::At;
use sandtable_protocol::frame::{self, Told};
use serde_json::Value;
use std::sync::Arc;

/// So many of the last orders are told to who begins to follow.
const LOG: usize = 60;

/// Something that was written.
pub struct Note {
    /// Who may read it besides the one who wrote it; everybody, if nobody is named.
    to: Option<String>,
    from: Option<String>,
    /// What it says, as a frame.
    pub json: Value,
}

impl Note {
    /// One, from its frame.
    pub fn of(json: Value) -> Self {
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
    /// The plan that is being tried.
    pub plan: Option<String>,
    /// The game that waits for it.
    pub waits: Option<Session>,
    /// What was written.
    pub notes: Arc<Vec<Arc<Note>>>,
    /// What the dice come from, where nobody is to choose them.
    pub draw: Option<Arc<Draw>>,
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
    /// The same, as frames tell it.
    pub fn told(&self) -> Told<'_> {
        Told {
            at: self.here(),
            seats: &self.seats,
            plan: self.plan.as_deref(),
        }
    }
    /// Everything, for those who begin to follow.
    pub fn snapshot(&self, voice: &Voice) -> String {
        let at = self.at();
        let log =
            (at.saturating_sub(LOG)..at).filter_map(|n| frame::ordered(self.told(), n..n + 1));
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
        let mut header = Header::of(&self.session, &self.opened, &self.seats);
        header.source = self.draw.as_ref().map(|draw| draw.source());
        save::write(&self.session, &header).0
    }
}
