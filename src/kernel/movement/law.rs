//! The law of movement as it stands for the power on turn: a survey of the board, the pack's
//! permissions (asked once each), movement points with their bonuses. Whatever moves is judged by
//! the methods of [`Law`]; the single laws of land, sea and air add theirs in their own files.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;

use super::super::hooks::Ruling;
use super::super::query::{Cx, Standing, Survey};
use super::super::refusal::{Code, Refusal};
use super::super::state::{Marks, Unit, UnitIx};
use super::points::Bases;
use sandtable_rules::{
    Action, Domain, Id, PhaseKind, PowerId, SpaceId, SpaceSet, Table, UnitType, UnitTypeId,
    UnitTypeSet, Verdict,
};

/// Marks of a unit that can neither go aboard nor march any more.
pub const SPENT: Marks = Marks::MOVED
    .and(Marks::FOUGHT)
    .and(Marks::LOADED)
    .and(Marks::UNLOADED)
    .and(Marks::DONE);

/// What permissions and scripts say to something, once they have been asked.
type Asked = Cell<Option<Option<Verdict>>>;

/// The law of movement for the power on turn, in one phase and one position.
pub struct Law<'a> {
    /// The game.
    pub cx: Cx<'a>,
    /// The power on turn.
    pub me: PowerId,
    /// Combat movement, else noncombat movement.
    pub combat: bool,
    /// What stands where.
    pub survey: Survey,
    /// Where aircraft may stay: friendly since the turn began, and no enemy there.
    pub havens: SpaceSet,
    /// Territories that are announced for a landing.
    pub beaches: SpaceSet,
    /// Own land types that could still go aboard, by territory.
    pub ready: Table<SpaceId, UnitTypeSet>,
    /// Own land types that could take part in an assault.
    pub landers: UnitTypeSet,
    standing: Vec<Standing>,
    pub(super) bases: OnceCell<Bases<'a>>,
    /// What is said to each action of a type in a space, if it has been asked.
    verdicts: Vec<Asked>,
    pub(super) staging: OnceCell<SpaceSet>,
    pub(super) near: Vec<OnceCell<Vec<u8>>>,
    /// A zone that the move under judgement would attack.
    pub(super) opened: Cell<Option<SpaceId>>,
    pub(super) flights: RefCell<BTreeMap<(UnitTypeId, SpaceId, u8), SpaceSet>>,
    pub(super) assaults: RefCell<BTreeMap<(UnitTypeId, UnitTypeId, SpaceId, u8), bool>>,
}

impl<'a> Law<'a> {
    /// The law as it stands; refuses outside the phases of movement.
    pub fn new(cx: Cx<'a>) -> Result<Self, Refusal> {
        let combat = match cx.rules.turn.phases[cx.state.phase].kind {
            PhaseKind::CombatMove => true,
            PhaseKind::NoncombatMove => false,
            _ => return Err(Code::NotNow.refuse()),
        };
        let spaces = cx.rules.board.spaces.ids();
        let standing = spaces.map(|s| standing(cx, s, cx.active(), combat));
        let asked = Action::MOVES * cx.rules.units.types.len() * cx.rules.board.spaces.len();
        let verdicts = vec![Cell::new(None); asked];
        let mut law = Self::looking(cx, combat, (standing.collect(), verdicts));
        let land = cx.rules.board.land.iter();
        law.havens = land.filter(|s| law.is_haven(*s)).collect();
        Ok(law)
    }

    /// The law after own units have moved and nothing else has happened: permissions are not asked again.
    pub fn after<'b>(&self, cx: Cx<'b>) -> Law<'b>
    where
        'a: 'b,
    {
        let known = (self.standing.clone(), self.verdicts.clone());
        let mut law = Law::looking(cx, self.combat, known);
        law.havens = self.havens;
        law.beaches = law.beaches.union(self.beaches);
        if let Some(bases) = self.bases.get() {
            law.bases = OnceCell::from(bases.clone());
        }
        law.near = self.near.clone();
        law.flights = self.flights.clone();
        law
    }

    /// The law as far as a look at the board shows it, with what is known of territories and permissions.
    fn looking(
        cx: Cx<'a>,
        combat: bool,
        (standing, verdicts): (Vec<Standing>, Vec<Asked>),
    ) -> Self {
        let me = cx.active();
        let (spaces, kinds) = (standing.len(), cx.rules.units.types.len());
        let mut law = Self {
            cx,
            me,
            combat,
            survey: Survey::new(cx, me),
            havens: SpaceSet::EMPTY,
            beaches: SpaceSet::EMPTY,
            ready: Table::from_vec(vec![UnitTypeSet::EMPTY; spaces]),
            landers: UnitTypeSet::EMPTY,
            standing,
            bases: OnceCell::new(),
            verdicts,
            staging: OnceCell::new(),
            near: vec![OnceCell::new(); kinds],
            opened: Cell::new(None),
            flights: RefCell::default(),
            assaults: RefCell::default(),
        };
        law.look_at_own_units();
        law
    }

    fn look_at_own_units(&mut self) {
        let land = self.cx.rules.units.land;
        for (_, unit) in self.cx.state.of(self.me) {
            if unit.marks.any(Marks::LANDING) && unit.goal.index() < self.standing.len() {
                self.beaches.insert(unit.goal);
            }
            if !land.has(unit.kind) || (self.combat && !self.cx.rules.units[unit.kind].combat_move)
            {
                continue;
            }
            self.landers.insert(unit.kind);
            if unit.used == 0 && unit.link.some().is_none() && !unit.marks.any(SPENT) {
                self.ready[unit.space].insert(unit.kind);
            }
        }
    }

    fn is_haven(&self, space: SpaceId) -> bool {
        self.cx.friendly_since(space, self.me)
            && self.friendly(space)
            && !self.cx.rules.board.spaces[space].closed
    }

    /// The type with this id.
    pub fn kind(&self, kind: UnitTypeId) -> &'a UnitType {
        &self.cx.rules.units[kind]
    }

    /// How a territory stands to the power on turn.
    pub fn standing(&self, space: SpaceId) -> Standing {
        self.standing[space.index()]
    }

    /// Whether a territory is friendly and free of enemies.
    pub fn friendly(&self, space: SpaceId) -> bool {
        self.standing(space) == Standing::Friendly && self.survey.foes[space].is_empty()
    }

    /// Whether a space is a sea zone.
    pub fn sea(&self, space: SpaceId) -> bool {
        self.cx.rules.board.is_sea(space)
    }

    /// Whether a sea zone is hostile.
    pub fn hostile_zone(&self, zone: SpaceId) -> bool {
        self.survey.foes[zone].meets(&self.cx.rules.movement.hostile_zone)
    }

    /// What the permissions and scripts say, asked once.
    pub fn verdict(&self, action: Action, kind: UnitTypeId, space: SpaceId) -> Option<Verdict> {
        let row = action as usize * self.near.len() + kind.index();
        let cell = self.verdicts.get(row * self.standing.len() + space.index());
        if let Some(known) = cell.and_then(Cell::get) {
            return known;
        }
        let verdict = self.ask(action, kind, space).map(|r| r.verdict);
        if let Some(cell) = cell {
            cell.set(Some(verdict));
        }
        verdict
    }

    fn ask(&self, action: Action, kind: UnitTypeId, space: SpaceId) -> Option<Ruling<'a>> {
        self.cx
            .permission(action, self.me, UnitTypeSet::only(kind), space)
    }

    /// Refuses what is forbidden, with the pack's sentence; true where it is allowed expressly.
    pub fn permits(
        &self,
        action: Action,
        kind: UnitTypeId,
        space: SpaceId,
    ) -> Result<bool, Refusal> {
        match self.verdict(action, kind, space) {
            None => Ok(false),
            Some(Verdict::Allow) => Ok(true),
            Some(Verdict::Forbid) => {
                let refusal = Code::Permission.refuse().at(space).of(kind);
                let ruling = self.ask(action, kind, space);
                ruling.map_or(Ok(()), |ruling| ruling.or(refusal))?;
                Ok(false)
            }
        }
    }

    /// Whether a type may be in a space at all; true where it is allowed expressly.
    pub fn enter(&self, kind: UnitTypeId, space: SpaceId) -> Result<bool, Refusal> {
        if self.cx.rules.board.spaces[space].closed {
            return Err(Code::Closed.refuse().at(space));
        }
        self.permits(Action::Enter, kind, space)
    }

    /// Refuses what the pack forbids to any of these types in a space.
    pub fn lets(&self, action: Action, kinds: UnitTypeSet, space: SpaceId) -> Result<(), Refusal> {
        let mut kinds = kinds.iter();
        kinds.try_for_each(|kind| self.permits(action, kind, space).map(|_| ()))
    }

    /// An own living unit named by an order.
    pub fn own(&self, ix: UnitIx) -> Result<&'a Unit, Refusal> {
        let unit = self.cx.state.named(ix)?;
        if unit.owner != self.me {
            return Err(Code::NotYours.refuse().of(unit.kind).by(unit.owner));
        }
        Ok(unit)
    }

    /// Refuses a list of units that is empty or names one twice.
    pub fn each_once(&self, units: &[UnitIx]) -> Result<(), Refusal> {
        if units.is_empty() {
            return Err(Code::Nothing.refuse());
        }
        let mut sorted = units.to_vec();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(Code::Twice.refuse().of(self.cx.state.named(pair[0])?.kind)),
            None => Ok(()),
        }
    }

    /// Whether a unit may move at all now; the points it has left and the bonus among them.
    pub fn fit(&self, unit: &Unit) -> Result<(u8, u8), Refusal> {
        let kind = self.kind(unit.kind);
        let no = |code: Code| Err(code.refuse().of(unit.kind).at(unit.space));
        if kind.domain == Domain::Facility || kind.moves == 0 {
            return no(Code::CannotMove);
        }
        if self.combat && !kind.combat_move {
            return no(Code::NotInCombatMove);
        }
        if let Some(ship) = unit.carrier() {
            let ship = self.cx.state.unit(ship);
            if kind.domain != Domain::Air || !self.cx.rules.units.decks.has(ship.kind) {
                return no(Code::IsCargo);
            }
            if self.cx.deck_shut(ship) {
                return no(Code::DeckShut);
            }
        }
        let flown = Marks::MOVED.and(Marks::FOUGHT).and(Marks::RAIDERS);
        let bars = Marks::DONE.and(Marks::INTERCEPTED).and(match kind.domain {
            Domain::Air if self.combat => flown,
            Domain::Air => Marks::default(),
            // A ship may go on in combat movement after it took something aboard on its way.
            Domain::Sea if self.combat => Marks::FOUGHT.and(Marks::UNLOADED),
            Domain::Sea | Domain::Land | Domain::Facility => SPENT,
        });
        if unit.marks.any(bars)
            || (kind.domain == Domain::Sea && unit.used > 0 && self.combat && self.engaged(unit))
        {
            return no(Code::MovedAlready);
        }
        Ok(self.points(unit))
    }

    /// Whether a unit is where it will have to fight.
    pub fn engaged(&self, unit: &Unit) -> bool {
        let foes = self.survey.foes[unit.space];
        foes.meets(&self.kind(unit.kind).stopped_by) || self.battle_in(unit.space)
    }

    /// Whether a sea battle comes in a zone once own units are in it.
    pub fn battle_in(&self, zone: SpaceId) -> bool {
        self.cx.are_fought(self.survey.foes[zone], zone)
    }
}

/// How a territory stands to a power. All combat moves are made at once: what somebody has run
/// through in this phase is as hostile as before to everybody else.
fn standing(cx: Cx<'_>, space: SpaceId, me: PowerId, combat: bool) -> Standing {
    let before = cx.state.start_owner(space);
    let taken =
        combat && cx.state.owner(space) != before && before.is_some_and(|o| cx.at_war(me, o));
    if taken {
        Standing::Hostile
    } else {
        cx.standing(space, me)
    }
}
