//! What is seen of a game: how it stands, who sits where, what was written.

use super::game::Position;
use sandtable_game::save::{self, Header};
use sandtable_game::{Opened, Session, Voice};
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
        let theirs = |name: &Option<String>| name.as_ref().is_some_and(|name| voice.has(name));
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
    /// The position.
    pub now: Position,
    /// What is known of it where several machines play.
    pub shared: Option<Arc<Shared>>,
}

impl Shown {
    /// How many orders there are.
    pub fn at(&self) -> usize {
        self.now.session.log().entries().len()
    }
    /// The position.
    pub fn here(&self) -> At<'_> {
        self.with(&self.now.session)
    }
    /// Another position of the game.
    pub fn with<'a>(&'a self, session: &'a Session) -> At<'a> {
        let opened = &self.opened;
        At { opened, session }
    }
    /// The same, as frames tell it.
    pub fn told(&self) -> Told<'_> {
        Told {
            at: self.here(),
            seats: &self.now.seats,
            plan: self.now.plans.tried(),
        }
    }
    /// Everything, for those who begin to follow.
    pub fn snapshot(&self, voice: &Voice) -> String {
        let at = self.at();
        let log =
            (at.saturating_sub(LOG)..at).filter_map(|n| frame::ordered(self.told(), n..n + 1));
        let log = log.collect();
        let notes = self.now.notes.iter().filter(|note| note.is_for(voice));
        let notes = notes.map(|note| &note.json).collect();
        frame::snapshot(self.told(), voice, log, notes)
    }
    /// Who sits where.
    pub fn chairs(&self, voice: &Voice) -> String {
        frame::seats(self.told(), voice)
    }
    /// The game as the text of a save.
    pub fn save(&self) -> String {
        let mut header = Header::of(&self.now.session, &self.opened, &self.now.seats);
        header.source = self.now.draw.as_ref().map(|draw| draw.source());
        save::write(&self.now.session, &header).0
    }
}
