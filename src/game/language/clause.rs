//! An order as it was typed: words with their places, nothing looked up yet. Past [`super::resolve`]
//! no names are left.

use crate::diag::Loc;
use crate::kernel::Pick;

/// A name as it was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The words, without quotation marks.
    pub text: String,
    /// Where they stand.
    pub loc: Loc,
}

/// How many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Amount {
    /// A number, as it was typed: it may be too large for anything.
    Number(String, Loc),
    /// `all`.
    All(Loc),
}

/// A word that narrows a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quality {
    /// Damaged.
    Damaged,
    /// Not damaged.
    Fresh,
    /// Carrying nothing.
    Empty,
    /// Carrying something.
    Loaded,
}

/// Some equal units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedUnits {
    /// How many; one if nothing is said.
    pub amount: Option<Amount>,
    /// Which of them.
    pub quality: Option<Quality>,
    /// The type.
    pub kind: Name,
    /// Exactly this unit.
    pub index: Option<(u32, Loc)>,
    /// Whose, if not the speaker's.
    pub owner: Option<Name>,
    /// What they carry.
    pub load: Option<Vec<TypedUnits>>,
    /// Where it stands.
    pub loc: Loc,
}

impl TypedUnits {
    /// One unit of a type.
    pub fn of(kind: Name) -> Self {
        let loc = kind.loc;
        Self {
            amount: None,
            quality: None,
            kind,
            index: None,
            owner: None,
            load: None,
            loc,
        }
    }
}

/// A choice of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// How often, or, alone, the number of the choice.
    pub amount: Option<Amount>,
    /// What it is called.
    pub what: Option<Name>,
    /// Exactly this unit.
    pub index: Option<(u32, Loc)>,
    /// Where it is.
    pub place: Option<Name>,
    /// Where it stands.
    pub loc: Loc,
}

/// Where a move leads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Legs {
    /// From where.
    pub from: Option<Name>,
    /// Over which spaces.
    pub via: Vec<Name>,
    /// Where to.
    pub to: Option<Name>,
}

/// Some raiders and what they raid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aimed {
    /// How many, where the type is that of those named before.
    pub amount: Option<Amount>,
    /// The raiders.
    pub raiders: Option<TypedUnits>,
    /// The facility.
    pub target: TypedUnits,
}

/// An order as it was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypedOrder {
    /// `buy`
    Buy(Vec<TypedUnits>),
    /// `repair`: the facility, where, how many points.
    Repair(TypedUnits, Name),
    /// `repair` and `upgrade` without words between their parts.
    RepairWords(Vec<Name>),
    /// `upgrade`
    Upgrade(TypedUnits, Name),
    /// `upgrade` without words between its parts.
    UpgradeWords(Vec<Name>),
    /// `declare`
    Declare(Vec<Name>),
    /// `move`; whether attacking.
    Move(Vec<TypedUnits>, Legs, bool),
    /// `load`: what, from where, on which ship, where that is.
    Load(Vec<TypedUnits>, Name, TypedUnits, Option<Name>),
    /// `land`: what, from where, on what.
    Unload(Vec<TypedUnits>, Name, Name),
    /// `bomb`: the facility, where, with what, on which way.
    Bomb(TypedUnits, Name, Vec<TypedUnits>, Legs),
    /// `fight`; whether a raid is meant.
    Fight(Name, bool),
    /// Losses, or the units that do what is asked.
    Pick(Option<Pick>, Vec<TypedUnits>),
    /// `aim`
    Aim(Vec<Aimed>),
    /// `retreat`
    Retreat(Option<Name>),
    /// `press`
    Press,
    /// `divert`
    Divert(Option<TypedUnits>, Name),
    /// `place`
    Place(Vec<TypedUnits>, Name),
    /// `answer`, `yes`, `no`, `special`
    Answer(Vec<Item>),
    /// `scramble`: what, from where, where to.
    Scramble(Vec<TypedUnits>, Legs),
    /// `end`
    End,
}

/// One order with its place and the power it is said to come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// `POWER:` in front.
    pub speaker: Option<Name>,
    /// What it says.
    pub order: TypedOrder,
    /// Where it stands.
    pub loc: Loc,
}
