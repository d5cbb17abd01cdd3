//! Units on the board: plain records, and what happened to them this turn.

use sandtable_rules::{PowerId, Rules, SpaceId, UnitTypeId};
use serde::{Serialize, Serializer};
use std::collections::BTreeSet;

/// The index of a unit in [`super::State::units`]: stable during a turn, renumbered when a turn ends.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    serde::Deserialize,
    schemars::JsonSchema,
)]
pub struct UnitIx(pub u16);

impl Serialize for UnitIx {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map([("UnitIx", self.0)])
    }
}

/// Units, serialised as `{"UnitIx": [3, 7]}`.
///
/// # Errors
/// Those of the serialiser.
pub fn by_index<S: Serializer>(units: &[UnitIx], to: S) -> Result<S::Ok, S::Error> {
    let indices: Vec<u16> = units.iter().map(|ix| ix.0).collect();
    to.collect_map([("UnitIx", indices)])
}

impl UnitIx {
    /// No unit.
    pub const NONE: Self = Self(u16::MAX);
    /// The index, if it is one.
    pub fn some(self) -> Option<Self> {
        (self != Self::NONE).then_some(self)
    }
}

/// Units in order, each once.
pub fn distinct(units: impl Iterator<Item = UnitIx>) -> Vec<UnitIx> {
    let units: BTreeSet<UnitIx> = units.collect();
    units.into_iter().collect()
}

/// No space: where units are that have been destroyed.
pub const NOWHERE: SpaceId = SpaceId(u16::MAX);

/// What happened to a unit this turn, as bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Marks(u32);

macro_rules! marks {
    ($($(#[$doc:meta])* $name:ident = $bit:expr;)*) => {
        impl Marks {
            $($(#[$doc])* pub const $name: Self = Self(1 << $bit);)*
        }
    };
}

marks! {
    /// Moved in combat movement.
    MOVED = 0;
    /// Took part in combat.
    FOUGHT = 1;
    /// Fired in this round of battle.
    FIRED = 2;
    /// Lost, but may still answer before it leaves.
    DYING = 3;
    /// Left the battle under water.
    SUBMERGED = 4;
    /// Flies a raid on the facility it is linked to.
    RAIDING = 5;
    /// Flies along with raiders.
    ESCORTING = 6;
    /// Rose against raiders: out of later battles this turn.
    INTERCEPTED = 7;
    /// Bombards the landing at its goal.
    BOMBARDS = 8;
    /// Came aboard in this turn.
    LOADED = 9;
    /// Left its ship in this turn, or, on a ship, has unloaded in this turn.
    UNLOADED = 10;
    /// Came ashore from the sea into the battle it is in, or out of the air where nobody came overland.
    SEABORNE = 11;
    /// Will be landed at its goal when the combat phase gets there.
    LANDING = 12;
    /// Has its range bonus of this turn.
    BONUS = 13;
    /// Cannot move any more this turn.
    DONE = 14;
    /// Out of the battle in its space: retreated, drawn off or cargo of a shut hold.
    OUT = 15;
    /// Sent into this zone by a reaction; returns to where it came from.
    SCRAMBLED = 16;
    /// Flies: belongs to no deck and no territory it could stay in.
    ALOFT = 17;
    /// Ran through a hostile territory on the way.
    BLITZED = 18;
    /// Came aboard in an earlier turn or phase and may stay aboard.
    ABOARD_BEFORE = 19;
    /// Began the turn in a zone with hostile ships.
    BESET = 20;
    /// A facility that is being built up.
    UPGRADING = 21;
    /// Placed on the board in this turn.
    PLACED = 22;
}

impl Marks {
    /// Flies in a raid, at the facility or along.
    pub const RAIDERS: Self = Self::RAIDING.and(Self::ESCORTING);
    /// Has been sent somewhere in this turn, or announced to go.
    pub const SENT: Self = Self::MOVED
        .and(Self::LOADED)
        .and(Self::UNLOADED)
        .and(Self::LANDING)
        .and(Self::RAIDERS);
    /// Has left the battle in its space.
    pub const GONE: Self = Self::SUBMERGED.and(Self::OUT);

    /// Whether any of these bits is set.
    #[inline]
    pub const fn any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }
    /// Sets these bits.
    pub const fn set(&mut self, bits: Self) {
        self.0 |= bits.0;
    }
    /// Clears these bits.
    pub const fn clear(&mut self, bits: Self) {
        self.0 &= !bits.0;
    }
    /// Both sets of bits together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A unit or facility.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// What happened to it this turn.
    pub marks: Marks,
    /// Where it is; [`NOWHERE`] once destroyed.
    pub space: SpaceId,
    /// What carries it, or the facility it raids; else [`UnitIx::NONE`].
    pub link: UnitIx,
    /// The space it entered its present one from in this turn; [`NOWHERE`] if it began the turn here.
    pub came: SpaceId,
    /// Where it will land or bombard; else [`NOWHERE`].
    pub goal: SpaceId,
    /// Its type.
    pub kind: UnitTypeId,
    /// Whose it is.
    pub owner: PowerId,
    /// Movement points used this turn.
    pub used: u8,
    /// Damage on it: hits taken, or points on a facility.
    pub damage: u8,
}

impl Unit {
    /// Whether it has not been destroyed.
    #[inline]
    pub fn alive(&self) -> bool {
        self.space != NOWHERE
    }
    /// Whether it will be landed in a space.
    pub fn lands_in(&self, space: SpaceId) -> bool {
        self.marks.any(Marks::LANDING) && self.goal == space
    }
    /// Whether it is an aircraft that sits on nothing.
    pub fn flies(&self, rules: &Rules) -> bool {
        rules.units.air.has(self.kind) && self.carrier().is_none()
    }
    /// The unit that carries it, if any.
    #[inline]
    pub fn carrier(&self) -> Option<UnitIx> {
        if self.marks.any(Marks::RAIDING) {
            None
        } else {
            self.link.some()
        }
    }
}
