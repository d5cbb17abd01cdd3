//! The compiled edition: plain data and look-ups, no behaviour. Everything an edition decides is
//! in here; nothing in here knows an edition. `pack` makes it, everybody else reads it.

mod advance;
mod battle;
mod board;
mod cites;
mod cond;
mod dice;
mod effect;
mod ids;
mod modifier;
mod names;
mod policy;
mod powers;
mod setup;
mod turn;
mod units;
mod weights;
mod words;

pub use advance::*;
pub use battle::*;
pub use board::*;
pub use cites::*;
pub use cond::*;
pub use dice::*;
pub use effect::*;
pub use ids::*;
pub use modifier::*;
pub use names::*;
pub use policy::*;
pub use powers::*;
pub use setup::*;
pub use turn::*;
pub use units::*;
pub use weights::*;
pub use words::*;

/// A compiled edition.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The pack's short name, as commands use it.
    pub name: String,
    /// The title as people read it.
    pub title: String,
    /// A digest of everything the pack says: equal digests play the same game.
    pub digest: [u8; 32],
    /// Spaces, borders, gates.
    pub board: Board,
    /// Unit types.
    pub units: UnitTypes,
    /// Powers, sides, economies.
    pub powers: Powers,
    /// Order of play and phases.
    pub turn: TurnPlan,
    /// Movement.
    pub movement: MovementRules,
    /// Battles.
    pub battles: BattleRules,
    /// Politics.
    pub politics: Politics,
    /// Purchase, placement, capture.
    pub economy: EconomyRules,
    /// What acts by itself.
    pub acts: Acts,
    /// Counters and flags.
    pub counters: Table<CounterId, Counter>,
    /// Advances and their charts.
    pub advances: Advances,
    /// Clocks.
    pub clocks: Table<ClockId, Clock>,
    /// Named sets of unit types, for scripts to ask for.
    pub groups: Vec<(String, UnitTypeSet)>,
    /// Named sets of spaces, for scripts to ask for.
    pub regions: Vec<(String, SpaceSet)>,
    /// Scripts taken into the pack.
    pub specials: Table<SpecialId, Special>,
    /// The opening position.
    pub setup: Setup,
    /// The type of the units that defend unowned land when it is first attacked.
    pub militia: Option<UnitTypeId>,
    /// Which printed rules refusals cite.
    pub cites: Cites,
    /// What programs go by.
    pub weights: Weights,
}
