//! The vocabulary of dense ids: a newtype for each kind of thing a pack names, a total table
//! indexed by it, and bitsets over it. Names live beside the things they name, for printing only.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// An id that is an index into a [`Table`]. Serialised, it says what it is an id of
/// (`{"SpaceId": 3}`), so that [`super::Rules::name`] finds the name of whatever it meets.
pub trait Id: Copy + Eq + Ord + fmt::Debug {
    /// The id with this index.
    fn new(index: usize) -> Self;
    /// The index of this id.
    fn index(self) -> usize;
}

macro_rules! ids {
    ($($(#[doc = $doc:literal])* $name:ident($int:ty);)*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, serde::Deserialize)]
        pub struct $name(pub $int);
        impl Id for $name {
            fn new(index: usize) -> Self {
                // Packs are checked against these widths while they load, so an id never wraps.
                Self(<$int>::try_from(index).expect("a pack's tables fit their ids: checked on loading"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_map([(stringify!($name), self.0)])
            }
        }
        // Programs read and write names; the id stands in for one on the way.
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).trim_end_matches("Id").into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "description": concat!($($doc),*).trim() })
            }
        }
    )*};
}

ids! {
    /// A territory or sea zone.
    SpaceId(u16);
    /// A unit type, facilities included.
    UnitTypeId(u8);
    /// A power, with or without a player.
    PowerId(u8);
    /// A side: the powers that win together.
    SideId(u8);
    /// A treasury and the territories that fill it; a power has one or more.
    EconomyId(u8);
    /// A named numeric value of unit types (an attack value, a bombardment value, …).
    AttrId(u8);
    /// A tag that a pack puts on spaces.
    TagId(u8);
    /// A counter or flag that triggers keep.
    CounterId(u8);
    /// An advance that powers can have.
    AdvanceId(u8);
    /// A chart of advances.
    ChartId(u8);
    /// A clock: for how many turns in a row a condition has held.
    ClockId(u8);
    /// A phase of the turn plan.
    PhaseId(u8);
    /// A battle plan.
    PlanId(u8);
    /// A national objective.
    ObjectiveId(u8);
    /// A trigger.
    TriggerId(u8);
    /// A way to win.
    VictoryId(u8);
    /// A script taken into the pack by `use`.
    SpecialId(u8);
}

/// A total map from an id to what it names: indexing cannot miss.
#[derive(Clone, PartialEq, Debug)]
pub struct Table<I, T> {
    items: Vec<T>,
    id: PhantomData<I>,
}

impl<I: Id, T> Table<I, T> {
    /// A table of these items, in the order of their ids.
    pub fn from_vec(items: Vec<T>) -> Self {
        Self {
            items,
            id: PhantomData,
        }
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// The item with this id; `None`: the id is of another table.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }
    /// Whether the id is of this table: it may come from outside.
    pub fn has(&self, id: I) -> bool {
        id.index() < self.items.len()
    }
    /// Every id, in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::new)
    }
    /// Every id with its item, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(i, t)| (I::new(i), t))
    }
    /// The ids of the items that are so.
    pub fn those<C: FromIterator<I>>(&self, are: impl Fn(&T) -> bool) -> C {
        let found = self.iter().filter(|(_, item)| are(item));
        found.map(|(id, _)| id).collect()
    }
    /// The items alone, in order.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }
    /// Adds an item and returns its id.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::new(self.items.len() - 1)
    }
}

impl<I: Id, T> Default for Table<I, T> {
    fn default() -> Self {
        Self::from_vec(Vec::new())
    }
}

impl<I: Id, T> Index<I> for Table<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Table<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I: Id, T> FromIterator<T> for Table<I, T> {
    fn from_iter<C: IntoIterator<Item = T>>(items: C) -> Self {
        Self::from_vec(items.into_iter().collect())
    }
}

/// A set of ids as a row of `W` words: membership is one bit test.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IdSet<I, const W: usize> {
    words: [u64; W],
    id: PhantomData<I>,
}

/// Unit types, at most 64 in a pack.
pub type UnitTypeSet = IdSet<UnitTypeId, 1>;
/// Powers, at most 64 in a pack.
pub type PowerSet = IdSet<PowerId, 1>;
/// Advances, at most 64 in a pack.
pub type AdvanceSet = IdSet<AdvanceId, 1>;
/// Spaces, at most 512 in a pack.
pub type SpaceSet = IdSet<SpaceId, 8>;
/// Tags, at most 64 in a pack.
pub type TagSet = IdSet<TagId, 1>;

impl<I: Id, const W: usize> IdSet<I, W> {
    /// How many different ids fit.
    pub const CAPACITY: usize = W * 64;
    /// The empty set.
    pub const EMPTY: Self = Self {
        words: [0; W],
        id: PhantomData,
    };
    /// Every id there can be.
    pub const FULL: Self = Self {
        words: [u64::MAX; W],
        id: PhantomData,
    };

    /// The set of just this id.
    pub fn only(id: I) -> Self {
        let mut set = Self::EMPTY;
        set.insert(id);
        set
    }
    /// Puts an id in.
    pub fn insert(&mut self, id: I) {
        self.words[id.index() / 64] |= 1 << (id.index() % 64);
    }
    /// Takes an id out.
    pub fn remove(&mut self, id: I) {
        self.words[id.index() / 64] &= !(1 << (id.index() % 64));
    }
    /// Whether the id is in.
    #[inline]
    pub fn has(&self, id: I) -> bool {
        self.words[id.index() / 64] >> (id.index() % 64) & 1 == 1
    }
    /// Whether nothing is in.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }
    /// How many are in.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }
    /// What is in either.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        self.joined(other, |a, b| a | b)
    }
    /// What is in both.
    #[must_use]
    pub fn intersect(self, other: Self) -> Self {
        self.joined(other, |a, b| a & b)
    }
    /// What is in this but not in the other.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        self.joined(other, |a, b| a & !b)
    }
    #[inline]
    fn joined(mut self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        let words = self.words.iter_mut().zip(other.words);
        words.for_each(|(a, b)| *a = join(*a, b));
        self
    }
    /// Whether the two share an id.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }
    /// Whether everything in this is in the other.
    pub fn within(&self, other: &Self) -> bool {
        self.words
            .iter()
            .zip(&other.words)
            .all(|(a, b)| a & !b == 0)
    }
    /// The ids, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = I> {
        self.words
            .into_iter()
            .enumerate()
            .flat_map(|(w, mut bits)| {
                std::iter::from_fn(move || {
                    let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                    bits &= bits - 1;
                    Some(I::new(w * 64 + bit))
                })
            })
    }
}

impl<I> IdSet<I, 1> {
    /// Its ids as bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.words[0]
    }
}

impl<I: Id, const W: usize> Default for IdSet<I, W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<I: Id, const W: usize> FromIterator<I> for IdSet<I, W> {
    fn from_iter<C: IntoIterator<Item = I>>(ids: C) -> Self {
        let mut set = Self::EMPTY;
        ids.into_iter().for_each(|id| set.insert(id));
        set
    }
}

impl<I: Id, const W: usize> fmt::Debug for IdSet<I, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Id::index)).finish()
    }
}
