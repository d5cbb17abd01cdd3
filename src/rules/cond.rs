//! Conditions: one small expression language, compiled to trees over ids. Objectives, triggers,
//! politics, victory, permissions and phase gates all use it; it never calls a script unless the
//! author wrote `script …`.

use super::ids::{AdvanceId, ClockId, CounterId, PowerSet, SpaceSet, SpecialId, UnitTypeSet};
use super::turn::PhaseKind;

/// Which powers, as seen from the power that a rule is about (the owner of an objective, the
/// mover of a permission, the power on turn of a trigger).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Who {
    /// These.
    Powers(PowerSet),
    /// The power itself.
    Self_,
    /// The power itself and its allies.
    Friends,
    /// Every power at war with it.
    Foes,
    /// Every power neither at war nor allied with it.
    Neutrals,
    /// Everybody.
    Anyone,
}

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cmp {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Cmp {
    /// Whether `a` compares so to `b`.
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Self::Less => a < b,
            Self::AtMost => a <= b,
            Self::Equal => a == b,
            Self::AtLeast => a >= b,
            Self::More => a > b,
        }
    }
}

/// What powers have on spaces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Asset {
    /// The spaces, where they control them.
    Controlled,
    /// The same where they did not when the turn began.
    Taken,
    /// Their units of these types.
    Units(UnitTypeSet),
}

/// At least so many of something that powers have.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Count {
    /// Who.
    pub who: Who,
    /// Of what.
    pub what: Asset,
    /// On which spaces.
    pub spaces: SpaceSet,
    /// How many at least.
    pub at_least: u16,
}

/// A question about the game that has no side effects.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cond {
    /// Always true.
    Always,
    /// All of these hold.
    All(Vec<Cond>),
    /// One of these holds.
    Any(Vec<Cond>),
    /// This does not hold.
    Not(Box<Cond>),
    /// These powers, in any mix, have enough of something on some spaces.
    Have(Count),
    /// Some power of the one is at war with some power of the other.
    AtWar(Who, Who),
    /// The number of the round.
    Round(Cmp, u16),
    /// One of these powers is on turn.
    OnTurn(PowerSet),
    /// The phase is of this kind.
    InPhase(PhaseKind),
    /// One of these powers has the advance.
    Has(Who, AdvanceId),
    /// The value of a counter; a flag counts 0 or 1.
    Counter(CounterId, Cmp, i32),
    /// The clock's condition has held at the end of at least so many turns in a row.
    Held(ClockId, u16),
    /// All capitals of one of these powers are in its own or friendly hands (true without a capital).
    HoldsCapital(Who),
    /// What a script answers.
    Script(SpecialId),
}

impl Cond {
    /// Never true.
    pub fn never() -> Self {
        Self::Not(Box::new(Self::Always))
    }
}

/// Which spaces, as the game stands, seen from the power that a rule is about.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum SpaceFilter {
    /// All.
    #[default]
    Any,
    /// These.
    In(SpaceSet),
    /// Controlled by these powers.
    ControlledBy(Who),
    /// Bearing the emblem of one of these powers.
    OriginallyOf(Who),
    /// Controlled by these powers or, while nobody controls it, on their side.
    StandingWith(Who),
    /// Controlled by nobody.
    Uncontrolled,
    /// Holding a unit of these types of these powers.
    Holding(Who, UnitTypeSet),
    /// Controlled by the same power since the start of the turn.
    HeldSinceTurnStart,
    /// Bordering a space of this filter.
    Bordering(Box<SpaceFilter>),
    /// All of these hold.
    All(Vec<SpaceFilter>),
    /// One of these holds.
    AnyOf(Vec<SpaceFilter>),
    /// This does not hold.
    Not(Box<SpaceFilter>),
}

impl SpaceFilter {
    /// Those of these spaces that it may hold of at some time, as far as that can be told.
    pub fn among(&self, spaces: SpaceSet) -> SpaceSet {
        match self {
            Self::In(set) => spaces.intersect(*set),
            Self::All(all) => all.iter().fold(spaces, |left, f| f.among(left)),
            Self::AnyOf(any) => {
                let each = any.iter().map(|f| f.among(spaces));
                each.fold(SpaceSet::EMPTY, |all, some| all.union(some))
            }
            _ => spaces,
        }
    }
}
