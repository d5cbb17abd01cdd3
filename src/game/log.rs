//! What was done to a game, one thing after the other: orders, edits, what was taken back. It only grows; what counts is
//! what was not taken back.

use super::joint::Secret;
use sandtable_rules::{PowerId, SideId};
use std::sync::Arc;

/// What kind of thing was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// An order.
    Order,
    /// The position was changed by hand.
    Edit,
    /// What a power answers from now on while nobody is there to ask.
    Standing,
    /// An order that follows from a standing one.
    Stood,
}

impl Deed {
    /// What programs call it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Edit => "edit",
            Self::Standing => "standing",
            Self::Stood => "stood",
        }
    }
    /// What was done of this kind, for people.
    pub fn told(self, text: &str) -> String {
        let before = match self {
            Self::Order => "",
            Self::Edit => "edit ",
            Self::Standing => "standing ",
            Self::Stood => "(standing order) ",
        };
        format!("{before}{text}")
    }
    /// Whether it is an order to what the game waits for.
    pub fn answers(self) -> bool {
        matches!(self, Self::Order | Self::Stood)
    }
}

/// How a game stood when a phase had ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The digest of the state.
    pub digest: u64,
    /// The round that is played now.
    pub round: u16,
    /// Whose turn it is now.
    pub turn: PowerId,
    /// Which side has won, if it is over.
    pub won: Option<SideId>,
}

/// Something that was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What it is.
    pub deed: Deed,
    /// Who gave the order; of an edit, who was asked when it was made.
    pub by: PowerId,
    /// The order in its full form, or the edit; empty when nothing is recorded.
    pub text: String,
    /// The dice that were rolled with it.
    pub dice: Vec<u8>,
    /// Where the game stood after it, where a phase ended with it.
    pub reached: Option<Reached>,
}

/// What somebody did so that dice can be rolled that are several people's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// They said where their chain of secrets begins.
    Begin {
        /// Who.
        who: String,
        /// The hash of the first secret.
        tip: Secret,
    },
    /// They fixed an order that will roll.
    Announce {
        /// For the power of this name.
        by: String,
        /// The order in its full form.
        order: String,
    },
    /// They opened a secret for the order that was announced last.
    Open {
        /// Who.
        who: String,
        /// The secret.
        secret: Secret,
    },
}

/// One record of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Record {
    /// Something for the dice of several people.
    Dice(Step),
    /// Something was done.
    Done(Arc<Entry>),
    /// So many of the last things that still counted were taken back.
    Undone(usize),
}

/// Why nobody can vouch for the dice of a game any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// Dice were taken back: who gave the next order knew what they would show.
    Foreseen,
    /// A position was laid out by hand.
    Edited,
}

impl Doubt {
    /// That, for people.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Foreseen => {
                "Dice were taken back: nobody can vouch for the dice of this game, and its save says so."
            }
            Self::Edited => {
                "The position was changed by hand: nobody can vouch for the dice of this game, and its save says so."
            }
        }
    }
}

/// What was done to a game.
#[derive(Clone, Default, Debug)]
pub struct Log {
    records: Vec<Record>,
    entries: Vec<Arc<Entry>>,
    /// What was taken back and may be done again, the next one last.
    undone: Vec<Arc<Entry>>,
    foreseen: bool,
}

impl Log {
    /// Everything, also what was taken back.
    pub fn records(&self) -> &[Record] {
        &self.records
    }
    /// What counts.
    pub fn entries(&self) -> &[Arc<Entry>] {
        &self.entries
    }
    /// What would be done again next.
    pub fn undone(&self) -> Option<&Arc<Entry>> {
        self.undone.last()
    }
    /// How much could be done again.
    pub fn to_redo(&self) -> usize {
        self.undone.len()
    }
    /// Something was done. What had been taken back stays so, unless it was this.
    pub fn done(&mut self, entry: Entry) {
        let next = self.undone.pop();
        if next.is_none_or(|next| (next.deed, &next.text) != (entry.deed, &entry.text)) {
            self.undone.clear();
        }
        self.recall(Record::Done(Arc::new(entry)));
    }
    /// All but the first so many things that count are taken back: these.
    pub fn undo_to(&mut self, left: usize) -> Vec<Arc<Entry>> {
        let gone: Vec<_> = self.entries.iter().skip(left).cloned().collect();
        self.undone.extend(gone.iter().rev().cloned());
        self.recall(Record::Undone(gone.len()));
        gone
    }
    /// Somebody did something for dice. What several do for the same dice stands in the order of their names, whoever's
    /// letter came first.
    pub fn step(&mut self, step: Step) {
        self.recall(Record::Dice(step));
        let who = |record: &Record| match record {
            Record::Dice(Step::Begin { who, .. } | Step::Open { who, .. }) => Some(who.clone()),
            _ => None,
        };
        let before = self.records.iter().rposition(|r| who(r).is_none());
        self.records[before.map_or(0, |at| at + 1)..].sort_by_key(who);
    }
    /// Adds a record as it was.
    pub fn recall(&mut self, record: Record) {
        match &record {
            Record::Dice(_) => {}
            Record::Done(entry) => self.entries.push(entry.clone()),
            Record::Undone(count) => {
                let left = self.entries.len().saturating_sub(*count);
                let mut gone = self.entries.drain(left..);
                self.foreseen |= gone.any(|entry| !entry.dice.is_empty());
            }
        }
        self.records.push(record);
    }
    /// Why nobody can vouch for the dice, if that is so.
    pub fn doubt(&self) -> Option<Doubt> {
        let edited = || self.entries.iter().any(|e| e.deed == Deed::Edit);
        let foreseen = self.foreseen.then_some(Doubt::Foreseen);
        foreseen.or_else(|| edited().then_some(Doubt::Edited))
    }
}
