//! The parameters of movement, politics, purchase, placement and capture, and the permissions
//! that narrow or widen them.

use super::battle::BattlePlan;
use super::cond::{Cond, SpaceFilter, Who};
use super::ids::{PowerId, PowerSet, SpaceSet, UnitTypeId, UnitTypeSet};

/// What a permission is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Entering a space, also on the way through, by land or sea.
    Enter,
    /// Flying into or over a space.
    Fly,
    /// Attacking a space: entering it while it is hostile, or declaring an attack on it.
    Attack,
    /// Ending a move in a space.
    End,
    /// Going on through a space, once in it.
    Pass,
    /// Loading in a sea zone.
    Load,
    /// Loading in the sea zone where the carrying ship began the turn, before it sails. Asked first where both apply.
    LoadBeforeSailing,
    /// Going aboard another power's ship, or taking another power's units aboard.
    Board,
    /// Profiting from another power's facilities in a space.
    UseFacility,
    /// Repairing facilities.
    Repair,
}

impl Action {
    /// How many of them are about moves: those that come first.
    pub const MOVES: usize = Self::UseFacility as usize;
}

/// Whether a permission forbids or allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Allowed, whatever later rows and the mechanism's own default say.
    Allow,
    /// Forbidden.
    Forbid,
}

/// A permission. The first row that matches decides; without one the mechanism's own rule holds.
#[derive(Clone, Debug)]
pub struct Permission {
    /// What it does.
    pub verdict: Verdict,
    /// What it is about.
    pub action: Action,
    /// For whose units.
    pub powers: PowerSet,
    /// For which types.
    pub units: UnitTypeSet,
    /// Where, seen from the mover.
    pub spaces: SpaceFilter,
    /// While this holds for the mover.
    pub when: Cond,
    /// The sentence a refused player reads.
    pub reason: String,
}

/// Enemies that bar an assault from their zone while nobody fights them.
#[derive(Clone, Debug)]
pub struct LandingBar {
    /// The enemy types.
    pub by: UnitTypeSet,
    /// One own unit of these types in the zone lifts the bar.
    pub escorts: UnitTypeSet,
}

/// The parameters of movement.
#[derive(Clone, Debug, Default)]
pub struct MovementRules {
    /// Enemy types that make a sea zone hostile.
    pub hostile_zone: UnitTypeSet,
    /// Enemy types that an attacker may leave alone in a zone that is otherwise not hostile.
    pub ignorable: UnitTypeSet,
    /// Enemy types in the zone that forbid loading there.
    pub load_barred_by: UnitTypeSet,
    /// Enemy types in the zone that forbid unloading there.
    pub unload_barred_by: UnitTypeSet,
    /// What bars assaults.
    pub landing_bar: Option<LandingBar>,
    /// Fire at units that pass through a zone: plans of a single volley of the defenders'.
    pub passing_shots: Vec<BattlePlan>,
    /// Aircraft may land on decks of allies.
    pub allied_decks: bool,
    /// Aircraft may count on decks that are being bought.
    pub new_decks: bool,
    /// Steps that defending aircraft may go after a battle took their landing place.
    pub stranded_range: u8,
    /// Permissions, in the order of the pack.
    pub permissions: Vec<Permission>,
}

/// Who may declare war on whom.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Whether it may be declared.
    pub verdict: Verdict,
    /// Who declares.
    pub by: PowerSet,
    /// On whom.
    pub on: PowerSet,
    /// While this holds for the declaring power.
    pub when: Cond,
    /// The sentence a refused player reads.
    pub reason: String,
}

/// Powers whose land others look after while they have no player of their own.
#[derive(Clone, Debug)]
pub struct Guardianship {
    /// Whose original territories.
    pub ward: PowerId,
    /// Who may take them over by moving a ground-taking unit in.
    pub guardians: PowerSet,
    /// While this holds for the guardian.
    pub when: Cond,
}

/// The parameters of politics.
#[derive(Clone, Debug, Default)]
pub struct Politics {
    /// Declarations; the first that names the powers and whose condition holds decides, without one it is refused.
    pub declarations: Vec<Declaration>,
    /// Groups of powers that are one for politics: war with one is war with all.
    pub as_one: Vec<PowerSet>,
    /// Guardianships.
    pub guardianships: Vec<Guardianship>,
}

/// Who may buy what.
#[derive(Clone, Debug)]
pub struct PurchaseRule {
    /// Whether it may be bought.
    pub verdict: Verdict,
    /// Who.
    pub by: PowerSet,
    /// Which types.
    pub units: UnitTypeSet,
    /// While this holds for the buyer.
    pub when: Cond,
    /// The sentence a refused player reads.
    pub reason: String,
}

/// Where a placement may happen.
#[derive(Clone, PartialEq, Debug)]
pub enum Site {
    /// At facilities that produce, within their limits, held since the turn began; ships in bordering
    /// zones, carried aircraft also on own decks there.
    Producer,
    /// In any own space of this filter, without a limit.
    Own(SpaceFilter),
}

/// Where new units appear.
#[derive(Clone, Debug)]
pub struct PlacementRule {
    /// Whose.
    pub by: PowerSet,
    /// Which types.
    pub units: UnitTypeSet,
    /// Where.
    pub site: Site,
    /// The sentence read by who is refused another place.
    pub reason: String,
}

/// The parameters of purchase, placement and capture.
#[derive(Clone, Debug)]
pub struct EconomyRules {
    /// What the pack calls its money.
    pub currency: String,
    /// Purchase rows; the first that names the power and type and whose condition holds decides, without one it is refused.
    pub purchases: Vec<PurchaseRule>,
    /// Placement rows; the first that names the power and type holds.
    pub placements: Vec<PlacementRule>,
    /// Taking a capital takes the treasury of its economy.
    pub capital_yields_treasury: bool,
    /// An ally's own land goes back to the ally who owned it first while this holds for that ally;
    /// freeing its capital counts as holding it.
    pub liberation: Cond,
    /// A power whose capital is freed gets back what friends have held of its land meanwhile.
    pub capital_restores: bool,
    /// Territories first owned by these powers stay with whoever takes them: no liberation.
    pub no_liberation: PowerSet,
    /// Powers that get their land back whether or not that condition holds.
    pub always_liberated: PowerSet,
    /// Spaces never liberated, whoever owned them first.
    pub kept_spaces: SpaceSet,
}

impl Default for EconomyRules {
    fn default() -> Self {
        Self {
            currency: "IPC".to_owned(),
            purchases: Vec::new(),
            placements: Vec::new(),
            capital_yields_treasury: false,
            liberation: Cond::HoldsCapital(Who::Self_),
            capital_restores: true,
            no_liberation: PowerSet::default(),
            always_liberated: PowerSet::default(),
            kept_spaces: SpaceSet::default(),
        }
    }
}

impl EconomyRules {
    /// The row that says where new units of a type of a power appear.
    pub fn placement(&self, power: PowerId, kind: UnitTypeId) -> Option<&PlacementRule> {
        self.placements
            .iter()
            .find(|r| r.by.has(power) && r.units.has(kind))
    }
}
