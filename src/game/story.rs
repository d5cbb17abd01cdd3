//! What happened in a game, with each thing that was done: to be told again, counted and drawn.

use sandtable_kernel::{Event, State};
use sandtable_rules::SpaceId;
use std::sync::Arc;

/// What happened with one thing that was done, or before the first.
#[derive(Debug)]
pub struct Chapter {
    /// What happened, in order.
    pub events: Vec<Event>,
    /// How the game stood then: at the beginning, and where a round had ended.
    pub stood: Option<State>,
    /// How many events there had been before.
    pub before: usize,
}

/// What happened, as far as it still counts. Chapter 0 is the beginning; those behind it belong to the entries of
/// the log.
#[derive(Clone, Default, Debug)]
pub struct Story {
    chapters: Vec<Arc<Chapter>>,
}

impl Story {
    /// Adds what happened, and how the game stands if a round ended with it.
    pub(super) fn add(&mut self, events: Vec<Event>, stood: Option<State>) {
        self.chapters.push(Arc::new(Chapter {
            before: self.len(),
            events,
            stood,
        }));
    }
    /// Forgets what happened after so many entries of the log.
    pub(super) fn back_to(&mut self, entries: usize) {
        self.chapters.truncate(entries + 1);
    }
    /// The beginning, and what happened with each entry of the log.
    pub fn chapters(&self) -> &[Arc<Chapter>] {
        &self.chapters
    }
    /// How many events there were.
    pub fn len(&self) -> usize {
        let last = self.chapters.last();
        last.map_or(0, |last| last.before + last.events.len())
    }
    /// Whether nothing has happened.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Everything, from the beginning.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = &Event> {
        self.chapters.iter().flat_map(|chapter| &chapter.events)
    }
    /// What happened after so many entries of the log.
    pub fn after(&self, entries: usize) -> impl DoubleEndedIterator<Item = &Event> {
        let later = self.chapters.get(entries + 1..).unwrap_or_default();
        later.iter().flat_map(|chapter| &chapter.events)
    }
    /// The last battle, or the last one in a space.
    pub fn battle(&self, space: Option<SpaceId>) -> Vec<&Event> {
        let all: Vec<&Event> = self.events().collect();
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
