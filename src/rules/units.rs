//! Unit types: what they cost, how they move, carry, block and are built. Facilities are unit
//! types too, so that capture, damage and placement treat them like everything else on a space.

use super::cond::{Cond, SpaceFilter};
use super::ids::{AttrId, PowerId, PowerSet, Table, UnitTypeId, UnitTypeSet};
use super::modifier::Change;

/// A combat value in hundredths, so that editions with fractional values share the type: 3 is 300.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Value(pub i32);

impl Value {
    /// A whole value, as most editions print it.
    pub const fn whole(n: i32) -> Self {
        Self(n * 100)
    }
}

/// Where a unit type moves and fights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Domain {
    /// Over territories, or carried over sea.
    #[default]
    Land,
    /// Over everything that is not closed to it.
    Air,
    /// Over sea zones.
    Sea,
    /// Never moves: stands on its space.
    Facility,
}

impl Domain {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Land => "land",
            Self::Air => "air",
            Self::Sea => "sea",
            Self::Facility => "facility",
        }
    }
    /// Whether its units can be in a sea zone, or in a territory, by themselves.
    pub const fn fits(self, sea: bool) -> bool {
        match self {
            Self::Land | Self::Facility => !sea,
            Self::Sea => sea,
            Self::Air => true,
        }
    }
}

/// How a unit type may run through an empty hostile territory and on.
#[derive(Clone, Debug)]
pub struct Blitz {
    /// Enemy unit types that stop it in the first territory.
    pub blockers: UnitTypeSet,
    /// Unit types of which one must make the same move for each of these; empty: none needed.
    pub beside: UnitTypeSet,
}

/// How carried units come aboard and leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HoldKind {
    /// Loaded and unloaded by orders; the load is cargo that neither fights nor is hit.
    #[default]
    Cargo,
    /// A flight deck: aircraft land and take off in the course of their own moves.
    Deck,
}

/// Room for other units.
#[derive(Clone, Debug, Default)]
pub struct Hold {
    /// How the load comes aboard.
    pub kind: HoldKind,
    /// One entry a slot: the unit types that fit it. A load fits if its units can be matched to slots.
    pub slots: Vec<UnitTypeSet>,
    /// Instead of slots: the total [`UnitType::size`] that fits, of the types named in `slots[0]`.
    pub room: Option<u8>,
    /// The powers whose units of this type have the hold.
    pub powers: PowerSet,
    /// With at least this much damage the hold is shut and what is in it is trapped cargo.
    pub shut_at: Option<u8>,
}

impl Hold {
    /// Whether it is open with so much damage.
    pub fn is_open(&self, damage: u8) -> bool {
        self.shut_at.is_none_or(|at| damage < at)
    }
}

/// Extra movement for units that start a move near an operative friendly facility of this type.
#[derive(Clone, Debug)]
pub struct RangeBonus {
    /// The unit types that gain it.
    pub movers: UnitTypeSet,
    /// The movement points gained.
    pub points: u8,
    /// Whether it serves movers in the facility's own space or in the sea zones around it.
    pub reach: Reach,
}

/// Which spaces a facility serves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Units in its own space.
    Here,
    /// Units in bordering sea zones.
    Offshore,
}

/// What makes a unit type a facility.
#[derive(Clone, Debug, Default)]
pub struct Facility {
    /// Facilities of one slot exclude each other on a space: at most one of each slot.
    pub slot: u8,
    /// Damage never exceeds this.
    pub max_damage: u8,
    /// With at least this damage it serves nobody until repaired; `None`: never inoperative.
    pub disabled_at: Option<u8>,
    /// The price of removing one point of damage, in IPC.
    pub repair_cost: u16,
    /// Units it mobilizes a turn, before the damage on it is taken off; `None`: it builds nothing.
    pub production: Option<Production>,
    /// Extra movement it gives.
    pub range_bonus: Vec<RangeBonus>,
    /// Unit types of its owner that it repairs for free in the zones it serves.
    pub repairs: UnitTypeSet,
    /// The type it may be built upon, and the price then, in IPC.
    pub upgrade: Option<(UnitTypeId, u16)>,
    /// Where it may be built.
    pub site: SpaceFilter,
    /// Becomes this type on capture; `None`: kept as it is.
    pub captured_as: Option<UnitTypeId>,
}

/// How many units a facility mobilizes a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Production {
    /// This many.
    Units(u8),
    /// As many as its territory's income.
    Income,
}

impl Production {
    /// How many in a territory of this income.
    pub fn of(self, income: u16) -> u16 {
        match self {
            Self::Units(n) => n.into(),
            Self::Income => income,
        }
    }
}

/// What happens to units of a type when their territory is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OnCapture {
    /// They fight and die; a territory with one of them left is not taken.
    #[default]
    Holds,
    /// They change hands with the territory.
    ChangesHands,
}

/// A number of a unit type that circumstances may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// Its price.
    Cost,
    /// Its movement points.
    Moves,
    /// What it mobilizes a turn.
    Builds,
    /// The price of removing a point of damage.
    RepairCost,
    /// How many of the types beside which it runs through it needs for that.
    Leaders,
}

/// What circumstances do to a number of unit types.
#[derive(Clone, Debug)]
pub struct FigureRule {
    /// Which number.
    pub figure: Figure,
    /// Of which types.
    pub units: UnitTypeSet,
    /// While this holds for the power whose units they are.
    pub when: Cond,
    /// What it does.
    pub change: Change,
}

/// A type of unit or facility.
#[derive(Clone, Debug, Default)]
pub struct UnitType {
    /// The name that orders and packs use.
    pub name: String,
    /// Other names that orders and packs may use.
    pub aliases: Vec<String>,
    /// Where it moves and fights.
    pub domain: Domain,
    /// The price in IPC; `None`: never for sale.
    pub cost: Option<u16>,
    /// Movement points a turn.
    pub moves: u8,
    /// Hits that destroy it; 0: it is never a casualty.
    pub hits: u8,
    /// Its values by attribute; zero where the pack gives none.
    pub values: Table<AttrId, Value>,
    /// How much room it takes in a hold measured by size.
    pub size: u8,
    /// May move in combat movement (and not only in noncombat movement).
    pub combat_move: bool,
    /// Takes and holds territory by entering it.
    pub takes_ground: bool,
    /// What becomes of it when its territory is taken.
    pub on_capture: OnCapture,
    /// Enemy unit types that end its move when it enters their zone. For land units the
    /// enemy's territory itself does that.
    pub stopped_by: UnitTypeSet,
    /// May run on through an empty hostile territory.
    pub blitz: Option<Blitz>,
    /// Room for other units.
    pub holds: Vec<Hold>,
    /// Flies into battle only, laden and where others come by land or sea, and is gone once its load is off.
    pub one_way: bool,
    /// Damage beyond a first hit heals by itself when a battle ends.
    pub heals: bool,
    /// What makes it a facility.
    pub facility: Option<Facility>,
    /// A letter or two for pictures.
    pub glyph: String,
}

impl UnitType {
    /// What it mobilizes, if it is a facility that does.
    pub fn production(&self) -> Option<Production> {
        self.facility.as_ref()?.production
    }
    /// The holds of a kind that units of a power have.
    pub fn holds_of(&self, kind: HoldKind, power: PowerId) -> impl Iterator<Item = &Hold> {
        let own = self.holds.iter();
        own.filter(move |h| h.kind == kind && h.powers.has(power))
    }
    /// Whether it can carry others in a hold of this kind.
    pub fn has_hold(&self, kind: HoldKind) -> bool {
        self.holds.iter().any(|h| h.kind == kind)
    }
}

/// Every unit type and the sets over them that mechanisms ask for all the time.
#[derive(Clone, Debug, Default)]
pub struct UnitTypes {
    /// The types.
    pub types: Table<UnitTypeId, UnitType>,
    /// The names of the attributes.
    pub attrs: Table<AttrId, String>,
    /// All land types.
    pub land: UnitTypeSet,
    /// All air types.
    pub air: UnitTypeSet,
    /// All sea types.
    pub sea: UnitTypeSet,
    /// All facilities.
    pub facilities: UnitTypeSet,
    /// Types that take ground.
    pub takers: UnitTypeSet,
    /// Types that can be hit.
    pub mortal: UnitTypeSet,
    /// Ships with a cargo hold.
    pub transports: UnitTypeSet,
    /// Types with room for others, whatever it is.
    pub carriers: UnitTypeSet,
    /// Types with a flight deck.
    pub decks: UnitTypeSet,
    /// What circumstances do to the numbers of types, in the order of the pack.
    pub figures: Vec<FigureRule>,
}

impl UnitTypes {
    /// Ships without a cargo hold of their own.
    pub fn warships(&self) -> UnitTypeSet {
        self.sea.minus(self.transports)
    }
    /// Completes the table: fills the sets.
    pub fn new(types: Table<UnitTypeId, UnitType>, attrs: Table<AttrId, String>) -> Self {
        let set = |test: &dyn Fn(&UnitType) -> bool| types.those(test);
        Self {
            land: set(&|t| t.domain == Domain::Land),
            air: set(&|t| t.domain == Domain::Air),
            sea: set(&|t| t.domain == Domain::Sea),
            facilities: set(&|t| t.domain == Domain::Facility),
            takers: set(&|t| t.takes_ground),
            mortal: set(&|t| t.hits > 0),
            transports: set(&|t| t.domain == Domain::Sea && t.has_hold(HoldKind::Cargo)),
            carriers: set(&|t| !t.holds.is_empty()),
            decks: set(&|t| t.has_hold(HoldKind::Deck)),
            figures: Vec::new(),
            types,
            attrs,
        }
    }
    /// What makes a type a facility, if it is one.
    #[inline]
    pub fn facility(&self, kind: UnitTypeId) -> Option<&Facility> {
        self.types[kind].facility.as_ref()
    }
    /// Whether two types are facilities that exclude each other on a space.
    pub fn exclude(&self, kind: UnitTypeId, other: UnitTypeId) -> bool {
        let slot = |kind| self.facility(kind).map(|f| f.slot);
        slot(kind).is_some() && slot(kind) == slot(other)
    }
    /// The price of a unit, in IPC; what is never for sale counts nothing.
    pub fn price(&self, kind: UnitTypeId) -> u32 {
        self.types[kind].cost.map_or(0, u32::from)
    }
    /// What units cost together, in IPC.
    pub fn worth(&self, units: &[(UnitTypeId, u16)]) -> u32 {
        units
            .iter()
            .map(|(kind, n)| self.price(*kind) * u32::from(*n))
            .sum()
    }
    /// The type that is built upon facilities of this type, and the price then.
    pub fn upgrade_of(&self, base: UnitTypeId) -> Option<(UnitTypeId, u16)> {
        self.facilities.iter().find_map(|kind| {
            let (upon, price) = self.facility(kind)?.upgrade?;
            (upon == base).then_some((kind, price))
        })
    }
}

impl std::ops::Index<UnitTypeId> for UnitTypes {
    type Output = UnitType;
    #[inline]
    fn index(&self, id: UnitTypeId) -> &UnitType {
        &self.types[id]
    }
}
