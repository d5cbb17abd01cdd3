//! What a script remembers from call to call. It is part of the state, so it is compared and replayed
//! like everything else; a script only declares names and first values. Numbers, flags and sets of spaces
//! live in counters, which transcripts can name; anything else is plain data.

use super::complaint::{Complaint, Res, advise, fail};
use super::convert::{kind_of, plain_of, plain_to};
use super::world::World;
use rhai::{Dynamic, ImmutableString};
use sandtable_kernel::{Outcome, Plain, State, UnitIx};
use sandtable_rules::{Counter, CounterId, Effect, Id, PowerId, Rules, SpaceId, SpaceSet};

/// Bits of a set of spaces in one counter, which is a signed number that should stay positive.
const BITS: usize = 31;
/// Items of arrays and maps in what is remembered under one name, or of one unit.
pub const ITEMS: usize = 500;
/// Counters of an edition at most.
const COUNTERS: usize = 256;

/// What one value of a slot is.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    /// A number.
    Number,
    /// Yes or no.
    Flag,
    /// A set of spaces.
    Spaces,
    /// Plain data that starts so.
    Data(Plain),
}

/// Of what a slot has a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    /// Of the game.
    Game,
    /// Of each power.
    Power,
    /// Of each unit.
    Unit,
}

/// A value for each power or unit: where one begins in a declaration, what is read of in a game.
#[derive(Clone, Debug)]
pub struct Each {
    /// Of what.
    pub of: Of,
    /// The first value, or the name of the memory.
    pub what: Dynamic,
}

/// A named piece of memory.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Slot {
    name: ImmutableString,
    kind: Kind,
    of: Of,
    /// Its first counter, or the number of its data.
    at: usize,
}

/// What a script remembers, and where.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    slots: Vec<Slot>,
}

impl Layout {
    /// Adds a slot: its counters to the edition, or its data to what is kept already.
    ///
    /// # Errors
    /// The first value is nothing that can be remembered, or there are too many counters.
    pub fn declare(
        &mut self,
        rules: &mut Rules,
        (script, name): (&str, &str),
        value: &Dynamic,
        kept: &mut u16,
    ) -> Result<(), Complaint> {
        let each = value.read_lock::<Each>();
        let (of, value) = each.map_or((Of::Game, value.clone()), |e| (e.of, e.what.clone()));
        let kind = if of == Of::Unit {
            None
        } else if value.is_int() {
            Some(Kind::Number)
        } else if value.is_bool() {
            Some(Kind::Flag)
        } else {
            (of == Of::Game && value.is::<SpaceSet>()).then_some(Kind::Spaces)
        };
        let Some(kind) = kind else {
            if of == Of::Power {
                let message = format!("`{name}` cannot be remembered of each power");
                return advise(message, "numbers and flags can");
            }
            let plain = plain_of(&value, 0).map_err(|_| {
                let message = format!(
                    "`{name}` cannot be remembered: it starts as {}",
                    kind_of(&value)
                );
                Complaint::raised(message)
                    .help("scripts remember numbers, flags, texts, things of the game, arrays and maps of them, and sets of spaces")
            })?;
            self.push(name, Kind::Data(plain), of, usize::from(*kept));
            *kept += 1;
            return Ok(());
        };
        let values = counted(&kind, &value, rules.board.spaces.len())?.unwrap_or_default();
        let powers = rules.powers.powers.values().map(|p| format!(" {}", p.name));
        let suffixes: Vec<String> = match of {
            Of::Power => powers.collect(),
            _ => (0..values.len()).map(part_of_set).collect(),
        };
        if rules.counters.len() + suffixes.len() > COUNTERS {
            let message = format!(
                "there is no room to remember `{name}`: the edition has {COUNTERS} counters at most"
            );
            return fail(message);
        }
        let first = rules.counters.len();
        for (suffix, start) in suffixes.iter().zip(values.iter().cycle()) {
            rules.counters.push(Counter {
                name: format!("{script}/{name}{suffix}"),
                start: *start,
            });
        }
        self.push(name, kind, of, first);
        Ok(())
    }
    fn push(&mut self, name: &str, kind: Kind, of: Of, at: usize) {
        let name = name.into();
        self.slots.push(Slot { name, kind, of, at });
    }
    /// The names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.slots.iter().map(|s| s.name.as_str())
    }
    fn slot(&self, name: &str) -> Res<&Slot> {
        let mut slots = self.slots.iter();
        let slot = slots.find(|s| s.name == name);
        slot.ok_or_else(|| forgotten(name, self.names()).into())
    }
    /// What is remembered.
    ///
    /// # Errors
    /// Nothing of that name is.
    pub fn read(&self, world: &World, name: &str) -> Res<Dynamic> {
        let slot = self.slot(name)?;
        if slot.of == Of::Game {
            return Ok(slot.value(world, 0));
        }
        let (of, what) = (slot.of, name.into());
        Ok(Dynamic::from(Each { of, what }))
    }
    /// What is remembered of a power or a unit.
    ///
    /// # Errors
    /// Nothing of that name is, or not of such a thing.
    pub fn read_of(&self, world: &World, name: &str, of: &Dynamic) -> Res<Dynamic> {
        let slot = self.slot(name)?;
        let nth = slot.key(of)?;
        Ok(slot.value(world, nth))
    }
    /// What has the game remember something, of a power or a unit if one is said.
    ///
    /// # Errors
    /// Nothing of that name is remembered, or not this kind of value.
    pub fn write(
        &self,
        world: &World,
        name: &str,
        of: &Dynamic,
        value: &Dynamic,
    ) -> Res<Vec<Outcome>> {
        let slot = self.slot(name)?;
        let nth = slot.key(of)?;
        if let Kind::Data(start) = &slot.kind {
            let value = plain_of(value, 0)?;
            if items(&value) > ITEMS {
                let message = format!("`{name}` remembers at most {ITEMS} items at a time");
                return fail(message);
            }
            let kind = std::mem::discriminant::<Plain>;
            if *start != Plain::Nothing && kind(start) != kind(&value) {
                return unfit(name, &plain_to(start), &plain_to(&value));
            }
            let unit = (slot.of == Of::Unit).then_some(UnitIx(nth as u16));
            return Ok(vec![Outcome::Remember(slot.at as u16, unit, value)]);
        }
        let Some(values) = counted(&slot.kind, value, world.rules().board.spaces.len())? else {
            return unfit(name, &slot.value(world, nth), value);
        };
        let set = |(n, value)| Effect::SetCounter(CounterId::new(slot.at + nth + n), value);
        let effects = values.into_iter().enumerate().map(set);
        Ok(effects.map(Outcome::Effect).collect())
    }
}

impl Slot {
    /// Which of its values a power or a unit has.
    fn key(&self, of: &Dynamic) -> Res<usize> {
        let power = of.read_lock::<PowerId>().map(|p| p.index());
        let unit = of.read_lock::<UnitIx>().map(|ix| usize::from(ix.0));
        let (key, wanted) = match self.of {
            Of::Game => (of.is_unit().then_some(0), "the whole game"),
            Of::Power => (power, "each power"),
            Of::Unit => (unit, "each unit"),
        };
        key.map_or_else(
            || {
                let name = &self.name;
                fail(format!("`{name}` is remembered of {wanted}"))
            },
            Ok,
        )
    }
    fn value(&self, world: &World, nth: usize) -> Dynamic {
        let (state, at) = (&world.state, self.at + nth);
        match &self.kind {
            Kind::Number => i64::from(counter(state, at)).into(),
            Kind::Flag => (counter(state, at) != 0).into(),
            Kind::Spaces => Dynamic::from(unpack(state, at, world.rules().board.spaces.len())),
            Kind::Data(start) => match (self.of, state.remembered(self.at as u16)) {
                (Of::Game, kept) => plain_to(kept.unwrap_or(start)),
                (_, Some(Plain::Units(all))) => {
                    plain_to(all.get(&UnitIx(nth as u16)).unwrap_or(start))
                }
                _ => plain_to(start),
            },
        }
    }
}

/// How many things there are in plain data.
fn items(plain: &Plain) -> usize {
    match plain {
        Plain::List(all) => all.iter().map(|item| 1 + items(item)).sum(),
        Plain::Map(all) => all.values().map(|item| 1 + items(item)).sum(),
        _ => 0,
    }
}

fn unfit<T>(name: &str, wanted: &Dynamic, found: &Dynamic) -> Res<T> {
    let (wanted, found) = (kind_of(wanted), kind_of(found));
    fail(format!("`{name}` remembers {wanted}, not {found}"))
}

fn counter(state: &State, at: usize) -> i32 {
    state.counters.get(at).copied().unwrap_or_default()
}

/// A value in counters; `None` if it is of another kind.
fn counted(kind: &Kind, value: &Dynamic, spaces: usize) -> Result<Option<Vec<i32>>, Complaint> {
    Ok(match kind {
        Kind::Number => match value.as_int() {
            Ok(n) => Some(vec![number(n)?]),
            Err(_) => None,
        },
        Kind::Flag => value.as_bool().ok().map(|flag| vec![i32::from(flag)]),
        Kind::Spaces => value.read_lock::<SpaceSet>().map(|set| pack(*set, spaces)),
        Kind::Data(_) => None,
    })
}

fn part_of_set(nth: usize) -> String {
    match nth {
        0 => String::new(),
        nth => format!("+{nth}"),
    }
}

fn number(n: i64) -> Result<i32, Complaint> {
    i32::try_from(n)
        .map_err(|_| Complaint::raised(format!("{n} is too large a number to remember")))
}

/// The problem that a script remembers nothing of this name.
pub fn forgotten<S: AsRef<str>>(name: &str, known: impl IntoIterator<Item = S>) -> Complaint {
    let problem = Complaint::raised(format!("this script remembers no `{name}`"));
    let help = "what is remembered is declared, with its first value, by `fn memory()`";
    problem.suggest(name, known).help(help)
}

fn pack(set: SpaceSet, spaces: usize) -> Vec<i32> {
    let mut words = vec![0; spaces.div_ceil(BITS).max(1)];
    for space in set.iter() {
        words[space.index() / BITS] |= 1 << (space.index() % BITS);
    }
    words
}

fn unpack(state: &State, first: usize, spaces: usize) -> SpaceSet {
    let has = |nth: &usize| counter(state, first + nth / BITS) >> (nth % BITS) & 1 == 1;
    (0..spaces).filter(has).map(SpaceId::new).collect()
}
