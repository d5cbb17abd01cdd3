//! Moves as data: who moves together, the trip they make, and how far it has come. What the laws of
//! movement find, and what the agenda keeps of a move that stops on its way.

use super::battle::law::losses::Hits;
use super::unit::UnitIx;
use sandtable_rules::{SpaceId, UnitTypeId, UnitTypeSet};

/// A unit of a group that moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mover {
    /// The unit.
    pub ix: UnitIx,
    /// Its type.
    pub kind: UnitTypeId,
    /// The points it has left.
    pub points: u8,
    /// The bonus among them that it gains by starting now.
    pub bonus: u8,
    /// What this bonus lacks of the largest one its type can have.
    pub lacks: u8,
    /// It leaves a zone that was hostile when it began.
    pub escapes: bool,
    /// It fought: it may only land.
    pub fought: bool,
}

/// Units that move together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Party {
    /// The units, in the order they were named.
    pub movers: Vec<Mover>,
    /// Their types.
    pub kinds: UnitTypeSet,
    /// Where they start.
    pub start: SpaceId,
    /// Everyone that needs a leader to run through hostile territory has one.
    pub paired: bool,
}

/// A move as far as its outcome goes.
#[derive(Clone, Copy, Debug)]
pub struct Hop<'p> {
    /// Who.
    pub party: &'p Party,
    /// The last space before the end.
    pub came: SpaceId,
    /// Where it ends.
    pub end: SpaceId,
    /// How many borders it crosses.
    pub steps: u8,
    /// It ran through hostile territory.
    pub blitzed: bool,
    /// It declares an attack.
    pub declares: bool,
}

/// A move that the laws of the way allow.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Trip {
    /// Who.
    pub party: Party,
    /// Every space, the start included.
    pub path: Vec<SpaceId>,
    /// Hostile territories it runs through.
    pub through: Vec<SpaceId>,
    /// It declares an attack on what it could have left alone.
    pub declares: bool,
}

impl Trip {
    /// The move as far as its outcome goes.
    pub fn hop(&self) -> Hop<'_> {
        Hop {
            party: &self.party,
            came: self.path[self.path.len() - 2],
            end: self.end(),
            // No unit has more points than fit a byte.
            steps: u8::try_from(self.path.len() - 1).unwrap_or(u8::MAX),
            blitzed: !self.through.is_empty(),
            declares: self.declares,
        }
    }
    /// Where it ends.
    pub fn end(&self) -> SpaceId {
        self.path[self.path.len() - 1]
    }
}

impl Party {
    /// The fewest points anyone has left, and who.
    pub fn slowest(&self) -> (u8, UnitTypeId) {
        self.movers
            .iter()
            .map(|m| (m.points, m.kind))
            .min()
            .unwrap_or_default()
    }
    /// The first type of a set among them, or any.
    pub fn one_of(&self, kinds: UnitTypeSet) -> UnitTypeId {
        self.movers
            .iter()
            .map(|m| m.kind)
            .find(|k| kinds.has(*k))
            .unwrap_or(self.movers[0].kind)
    }
}

/// A move on its way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Voyage {
    /// The move.
    pub trip: Trip,
    /// In combat movement.
    pub combat: bool,
    /// The place on the path.
    pub at: usize,
    /// How many shots have been fired at it there.
    pub shots: usize,
    /// Up to where on the path the story has been told.
    pub told: usize,
    /// Hits of the last shot that the mover must assign.
    pub owed: Vec<Hits>,
}
