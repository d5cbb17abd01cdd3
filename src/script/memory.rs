//! What a script remembers from call to call. It lives in counters of the state, so it is saved,
//! compared and replayed like everything else; a script only declares names and first values.

use super::complaint::{Complaint, Res, fail};
use super::convert::kind_of;
use super::world::World;
use crate::kernel::State;
use crate::rules::{Counter, CounterId, Effect, Id, Rules, SpaceId, SpaceSet};
use rhai::{Dynamic, ImmutableString};

/// Bits of a set of spaces in one counter, which is a signed number that should stay positive.
const BITS: usize = 31;
/// Counters of an edition at most.
const COUNTERS: usize = 256;

/// What a slot holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlotKind {
    /// A number.
    Number,
    /// Yes or no.
    Flag,
    /// A set of spaces.
    Spaces,
}

/// A named piece of memory.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Slot {
    name: ImmutableString,
    kind: SlotKind,
    first: CounterId,
}

/// What a script remembers, and where.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    slots: Vec<Slot>,
}

impl Layout {
    /// Adds a slot, its counters to the edition.
    ///
    /// # Errors
    /// The first value is nothing that can be remembered, or there are too many counters.
    pub fn declare(
        &mut self,
        rules: &mut Rules,
        script: &str,
        name: &str,
        value: &Dynamic,
    ) -> Result<(), Complaint> {
        let (kind, values) = if let Ok(n) = value.as_int() {
            (SlotKind::Number, vec![number(n)?])
        } else if let Ok(flag) = value.as_bool() {
            (SlotKind::Flag, vec![i32::from(flag)])
        } else if let Some(set) = value.read_lock::<SpaceSet>() {
            (SlotKind::Spaces, pack(*set, rules.board.spaces.len()))
        } else {
            let message = format!(
                "`{name}` cannot be remembered: it starts as {}",
                kind_of(value)
            );
            return Err(Complaint::new(message)
                .help("scripts remember numbers, true or false, and sets of spaces"));
        };
        if rules.counters.len() + values.len() > COUNTERS {
            let message = format!(
                "there is no room to remember `{name}`: the edition has {COUNTERS} counters at most"
            );
            return Err(Complaint::new(message));
        }
        let first = CounterId::new(rules.counters.len());
        for (nth, start) in values.iter().enumerate() {
            let suffix = if nth == 0 {
                String::new()
            } else {
                format!("+{nth}")
            };
            rules.counters.push(Counter {
                name: format!("{script}/{name}{suffix}"),
                start: *start,
            });
        }
        self.slots.push(Slot {
            name: name.into(),
            kind,
            first,
        });
        Ok(())
    }
    /// The names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.slots.iter().map(|s| s.name.as_str())
    }
    fn slot(&self, name: &str) -> Res<&Slot> {
        self.slots.iter().find(|s| s.name == name).ok_or_else(|| {
            let complaint = Complaint::new(format!("this script remembers no `{name}`"))
                .suggest(name, self.names());
            complaint
                .help("what is remembered is declared, with its first value, by `fn memory()`")
                .into()
        })
    }
    /// What is remembered.
    ///
    /// # Errors
    /// Nothing of that name is.
    pub fn read(&self, world: &World, name: &str) -> Res<Dynamic> {
        let slot = self.slot(name)?;
        let state = &world.state;
        Ok(match slot.kind {
            SlotKind::Number => i64::from(value(state, slot.first)).into(),
            SlotKind::Flag => (value(state, slot.first) != 0).into(),
            SlotKind::Spaces => {
                Dynamic::from(unpack(state, slot.first, world.rules().board.spaces.len()))
            }
        })
    }
    /// The effects that remember something.
    ///
    /// # Errors
    /// Nothing of that name is remembered, or not this kind of value.
    pub fn write(&self, world: &World, name: &str, value: &Dynamic) -> Res<Vec<Effect>> {
        let slot = self.slot(name)?;
        let values = match slot.kind {
            SlotKind::Number => value
                .as_int()
                .ok()
                .map(number)
                .transpose()?
                .map(|n| vec![n]),
            SlotKind::Flag => value.as_bool().ok().map(|flag| vec![i32::from(flag)]),
            SlotKind::Spaces => value
                .read_lock::<SpaceSet>()
                .map(|set| pack(*set, world.rules().board.spaces.len())),
        };
        let Some(values) = values else {
            let wanted = match slot.kind {
                SlotKind::Number => "a number",
                SlotKind::Flag => "true or false",
                SlotKind::Spaces => "a set of spaces",
            };
            return fail(format!(
                "`{name}` remembers {wanted}, not {}",
                kind_of(value)
            ));
        };
        let first = slot.first.index();
        Ok(values
            .into_iter()
            .enumerate()
            .map(|(nth, n)| Effect::SetCounter(CounterId::new(first + nth), n))
            .collect())
    }
}

fn value(state: &State, id: CounterId) -> i32 {
    state.counters.get(id.index()).copied().unwrap_or_default()
}

fn number(n: i64) -> Result<i32, Complaint> {
    i32::try_from(n).map_err(|_| Complaint::new(format!("{n} is too large a number to remember")))
}

fn pack(set: SpaceSet, spaces: usize) -> Vec<i32> {
    let mut words = vec![0; spaces.div_ceil(BITS).max(1)];
    for space in set.iter() {
        words[space.index() / BITS] |= 1 << (space.index() % BITS);
    }
    words
}

fn unpack(state: &State, first: CounterId, spaces: usize) -> SpaceSet {
    let has = |nth: usize| {
        let word = state
            .counters
            .get(first.index() + nth / BITS)
            .copied()
            .unwrap_or_default();
        word >> (nth % BITS) & 1 == 1
    };
    (0..spaces)
        .filter(|nth| has(*nth))
        .map(SpaceId::new)
        .collect()
}
