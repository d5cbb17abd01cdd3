//! What was told at a table, to be told again: the log of the game, a program's turn in full, a battle.

use crate::kernel::Event;
use crate::rules::SpaceId;

/// What happened with one order, or with a few that a line gave.
struct Chapter {
    /// How many entries the log of the game had then.
    entries: usize,
    /// Whether a person gave the orders.
    own: bool,
    events: Vec<Event>,
}

/// What happened, as far as it still counts.
#[derive(Default)]
pub(in crate::cli) struct Story {
    chapters: Vec<Chapter>,
}

impl Story {
    /// Adds what happened.
    pub fn add(&mut self, entries: usize, own: bool, events: &[Event]) {
        if !events.is_empty() {
            self.chapters.push(Chapter {
                entries,
                own,
                events: events.to_vec(),
            });
        }
    }
    /// Forgets what was taken back.
    pub fn back_to(&mut self, entries: usize) {
        self.chapters.retain(|chapter| chapter.entries <= entries);
    }
    /// Everything, from the beginning.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = &Event> {
        self.chapters.iter().flat_map(|chapter| &chapter.events)
    }
    /// What programs did since a person gave an order last.
    pub fn of_programs(&self) -> Vec<&Event> {
        let last = self.chapters.iter().rposition(|chapter| chapter.own);
        let since = &self.chapters[last.map_or(0, |nth| nth + 1)..];
        since.iter().flat_map(|chapter| &chapter.events).collect()
    }
    /// The last battle, or the last one in a space.
    pub fn battle(&self, space: Option<SpaceId>) -> Vec<&Event> {
        let all: Vec<&Event> = self.all().collect();
        let begins = |event: &&Event| match event {
            Event::BattleBegan(site) => space.is_none_or(|s| s == site.space),
            _ => false,
        };
        let Some(first) = all.iter().rposition(begins) else {
            return Vec::new();
        };
        let ends = |event: &&Event| matches!(event, Event::BattleEnded { .. });
        let after = all[first..].iter().position(ends);
        let end = after.map_or(all.len(), |n| first + n + 1);
        all[first..end].to_vec()
    }
}
