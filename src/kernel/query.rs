//! Read-only questions that every mechanism asks: who is friend or foe where, what serves whom,
//! what the permissions say. All legality is built from these.

use super::hooks::{Hooks, Ruling, View, Wants};
use super::state::{SpaceMark, State, Unit};
use sandtable_rules::{
    Action, Cond, Domain, Figure, Gate, HoldKind, PowerId, PowerSet, Relation, Rules, SpaceFilter,
    SpaceId, Table, UnitTypeId, UnitTypeSet, Verdict, Who,
};

/// A game to ask questions about.
#[derive(Clone, Copy)]
pub struct Cx<'a> {
    /// The edition.
    pub rules: &'a Rules,
    /// The game.
    pub state: &'a State,
    /// The scripts.
    pub hooks: &'a dyn Hooks,
}

/// A row of a power that permits or forbids something.
pub struct Row<'r> {
    /// Whether it is about the case.
    pub about: bool,
    /// What it does.
    pub verdict: Verdict,
    /// While this holds.
    pub when: &'r Cond,
    /// Its sentence.
    pub reason: &'r str,
}

/// How a territory stands to a power: as those do who control it, or with whom it stands while nobody does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// As the power itself or an ally.
    Friendly,
    /// As a power it is at war with.
    Hostile,
    /// As nobody, or a power it is not at war with.
    Neutral,
}

impl<'a> Cx<'a> {
    /// A game to ask questions about.
    pub fn new(rules: &'a Rules, state: &'a State, hooks: &'a dyn Hooks) -> Self {
        Self {
            rules,
            state,
            hooks,
        }
    }
    /// The same questions about another position.
    pub fn on<'b>(self, state: &'b State) -> Cx<'b>
    where
        'a: 'b,
    {
        Cx::new(self.rules, state, self.hooks)
    }
    /// What scripts see.
    pub fn view(&self) -> View<'a> {
        View::new(self.rules, self.state)
    }
    /// The power on turn.
    pub fn active(&self) -> PowerId {
        self.state.active(self.rules)
    }
    /// Whether the two are at war.
    pub fn at_war(&self, a: PowerId, b: PowerId) -> bool {
        self.state.relation(self.rules, a, b) == Relation::War
    }

    /// Whether a gate is open to a power for what needs it open.
    pub fn gate_open(&self, gate: &Gate, power: PowerId) -> bool {
        let mut held = gate.held.iter();
        let also = gate.when.as_ref();
        held.all(|space| self.held_by_friends(space, power))
            || also.is_some_and(|when| self.holds(when, power))
    }
    /// Whether a space is in the hands of a power or its allies, and was when the turn began.
    fn held_by_friends(&self, space: SpaceId, power: PowerId) -> bool {
        self.is_friend(power, self.state.owner(space))
            && self.is_friend(power, self.state.start_owner(space))
    }

    /// Whether the two are the same power or allies.
    pub fn friends(&self, a: PowerId, b: PowerId) -> bool {
        a == b || self.state.relation(self.rules, a, b) == Relation::Allied
    }
    /// Whether there is an owner who is the same power or an ally.
    pub fn is_friend(&self, power: PowerId, owner: Option<PowerId>) -> bool {
        owner.is_some_and(|owner| self.friends(power, owner))
    }
    /// The powers that are so.
    fn those(&self, are: impl Fn(PowerId) -> bool) -> PowerSet {
        let all = self.rules.powers.powers.ids();
        all.filter(|power| are(*power)).collect()
    }
    /// Every power at war with this one.
    pub fn foes(&self, power: PowerId) -> PowerSet {
        self.those(|p| self.at_war(power, p))
    }
    /// This power and its allies.
    pub fn allies(&self, power: PowerId) -> PowerSet {
        self.those(|p| self.friends(power, p))
    }
    /// The powers meant, seen from `me`.
    pub fn who(&self, who: &Who, me: PowerId) -> PowerSet {
        match who {
            Who::Powers(set) => *set,
            Who::Self_ => PowerSet::only(me),
            Who::Friends => self.allies(me),
            Who::Foes => self.foes(me),
            Who::Neutrals => self.those(|p| !self.friends(me, p) && !self.at_war(me, p)),
            Who::Anyone => self.those(|_| true),
        }
    }
    /// Whether a territory is friendly to a power, and has been since the turn began: aircraft can stay.
    pub fn friendly_since(&self, space: SpaceId, power: PowerId) -> bool {
        let began = self.state.start_owner(space);
        let began = began.or(self.state.allegiance(space));
        self.is_friend(power, began) && self.standing(space, power) == Standing::Friendly
    }
    /// How a territory stands to a power.
    pub fn standing(&self, space: SpaceId, power: PowerId) -> Standing {
        match self.state.stands_with(space) {
            None => Standing::Neutral,
            Some(owner) if self.friends(power, owner) => Standing::Friendly,
            Some(owner) if self.at_war(power, owner) => Standing::Hostile,
            Some(_) => Standing::Neutral,
        }
    }
    /// Whether a unit is shut away: aboard a cargo hold, or on a deck that is shut.
    pub fn is_cargo(&self, unit: &Unit) -> bool {
        let Some(carrier) = unit.carrier() else {
            return false;
        };
        self.rules.units[unit.kind].domain != Domain::Air
            || self.deck_shut(self.state.unit(carrier))
    }
    /// Whether the decks of a unit are shut by damage.
    pub fn deck_shut(&self, carrier: &Unit) -> bool {
        let mut holds = self.rules.units[carrier.kind].holds.iter();
        holds.any(|h| h.kind == HoldKind::Deck && !h.is_open(carrier.damage))
    }
    /// The types of units in a space that are at war with a power; cargo does not count.
    pub fn foes_in(&self, space: SpaceId, power: PowerId) -> UnitTypeSet {
        let units = self.state.units_in(space).map(|(_, u)| u);
        units
            .filter(|u| self.at_war(power, u.owner) && !self.is_cargo(u))
            .map(|u| u.kind)
            .collect()
    }
    /// Whether enemies of these types in a zone must be fought by the power on turn, or are to be.
    pub fn are_fought(&self, foes: UnitTypeSet, zone: SpaceId) -> bool {
        let declared = self.state.marked(zone, SpaceMark::Attacked) && !foes.is_empty();
        declared || !foes.minus(self.rules.movement.ignorable).is_empty()
    }
    /// Whether a sea zone is hostile to a power: it holds an enemy unit of the types that make it so.
    pub fn zone_hostile(&self, zone: SpaceId, power: PowerId) -> bool {
        let makers = self.rules.movement.hostile_zone;
        let mut units = self.state.units_in(zone).map(|(_, u)| u);
        units.any(|u| makers.has(u.kind) && self.at_war(power, u.owner))
    }
    /// A number of a unit type as it is for a power now, in hundredths, where the type itself says `listed`.
    pub fn figure(&self, figure: Figure, kind: UnitTypeId, power: PowerId, listed: u16) -> i32 {
        let rows = self.rules.units.figures.iter().filter(|row| {
            row.figure == figure && row.units.has(kind) && self.holds(&row.when, power)
        });
        let number = rows.fold(i32::from(listed) * 100, |n, row| row.change.apply(n));
        number.max(0)
    }
    /// The same in wholes.
    pub fn whole(&self, figure: Figure, kind: UnitTypeId, power: PowerId, listed: u16) -> u16 {
        let number = self.figure(figure, kind, power, listed) / 100;
        u16::try_from(number).unwrap_or(u16::MAX)
    }
    /// Whether a facility works: not damaged beyond use.
    pub fn operative(&self, unit: &Unit) -> bool {
        let facility = self.rules.units.facility(unit.kind);
        facility.is_some_and(|f| f.disabled_at.is_none_or(|at| unit.damage < at))
    }
    /// Whether the facilities of a space serve a power now: friendly since the turn began, not
    /// freshly captured, and no permission against it.
    pub fn serves(&self, space: SpaceId, power: PowerId) -> bool {
        let facilities = self.rules.units.facilities;
        self.held_by_friends(space, power)
            && !self.state.marked(space, SpaceMark::Fresh)
            && self.unforbidden(Action::UseFacility, power, facilities, space)
    }
    /// What rows of a power say of which the first decides that is about the case and holds. Where none does it is
    /// forbidden, and a row that would allow it says why not: later, or, without a condition, only something else.
    pub fn decided<'r>(&self, power: PowerId, rows: impl Iterator<Item = Row<'r>>) -> Ruling<'r> {
        let (mut later, mut others) = ("", "");
        for row in rows {
            if row.about && self.holds(row.when, power) {
                return Ruling::of(row.verdict, row.reason);
            }
            let allows = row.verdict == Verdict::Allow && !row.reason.is_empty();
            if allows && row.about {
                later = row.reason;
            } else if allows && *row.when == Cond::Always {
                others = row.reason;
            }
        }
        let reason = if later.is_empty() { others } else { later };
        Ruling::of(Verdict::Forbid, reason)
    }
    /// What the pack's permissions, and then the scripts, say to an action; `None`: nothing.
    pub fn permission(
        &self,
        action: Action,
        power: PowerId,
        units: UnitTypeSet,
        space: SpaceId,
    ) -> Option<Ruling<'a>> {
        for row in &self.rules.movement.permissions {
            let about = row.action == action && row.powers.has(power) && row.units.meets(&units);
            if about && self.matches(&row.spaces, space, power) && self.holds(&row.when, power) {
                return Some(Ruling::of(row.verdict, &row.reason));
            }
        }
        for kind in units.iter() {
            let wants = Wants::Act(action, space);
            let ruling = self.hooks.may(wants, power, kind, self.view());
            if ruling.is_some() {
                return ruling;
            }
        }
        None
    }
    /// Whether neither permissions nor scripts forbid an action.
    pub fn unforbidden(
        &self,
        action: Action,
        power: PowerId,
        units: UnitTypeSet,
        space: SpaceId,
    ) -> bool {
        let ruling = self.permission(action, power, units, space);
        ruling.is_none_or(|ruling| ruling.allows())
    }
    /// Whether a space is of a filter, seen from a power.
    pub fn matches(&self, filter: &SpaceFilter, space: SpaceId, me: PowerId) -> bool {
        let of = |owner: Option<PowerId>, who| owner.is_some_and(|o| self.who(who, me).has(o));
        match filter {
            SpaceFilter::Any => true,
            SpaceFilter::In(set) => set.has(space),
            SpaceFilter::ControlledBy(who) => of(self.state.owner(space), who),
            SpaceFilter::OriginallyOf(who) => of(self.rules.board.spaces[space].original, who),
            SpaceFilter::StandingWith(who) => of(self.state.stands_with(space), who),
            SpaceFilter::Uncontrolled => self.state.owner(space).is_none(),
            SpaceFilter::Holding(who, kinds) => {
                let who = self.who(who, me);
                self.state
                    .units_in(space)
                    .any(|(_, u)| kinds.has(u.kind) && who.has(u.owner))
            }
            SpaceFilter::HeldSinceTurnStart => {
                self.state.owner(space) == self.state.start_owner(space)
            }
            SpaceFilter::Bordering(inner) => self.rules.board.spaces[space]
                .borders
                .iter()
                .any(|b| self.matches(inner, *b, me)),
            SpaceFilter::All(all) => all.iter().all(|f| self.matches(f, space, me)),
            SpaceFilter::AnyOf(any) => any.iter().any(|f| self.matches(f, space, me)),
            SpaceFilter::Not(not) => !self.matches(not, space, me),
        }
    }
}

/// What stands where, seen from one power: made once where many spaces are asked about.
pub struct Survey {
    /// Types at war with the power, by space; cargo does not count.
    pub foes: Table<SpaceId, UnitTypeSet>,
    /// Its own types.
    pub own: Table<SpaceId, UnitTypeSet>,
    /// Powers neither allied nor at war with it that have units there.
    pub strangers: Table<SpaceId, PowerSet>,
}

impl Survey {
    /// Surveys the board for a power.
    pub fn new(cx: Cx<'_>, power: PowerId) -> Self {
        let n = cx.rules.board.spaces.len();
        let mut survey = Self {
            foes: Table::from_vec(vec![UnitTypeSet::EMPTY; n]),
            own: Table::from_vec(vec![UnitTypeSet::EMPTY; n]),
            strangers: Table::from_vec(vec![PowerSet::EMPTY; n]),
        };
        for (_, unit) in cx.state.all() {
            match cx.state.relation(cx.rules, power, unit.owner) {
                _ if unit.owner == power => survey.own[unit.space].insert(unit.kind),
                Relation::War if !cx.is_cargo(unit) => survey.foes[unit.space].insert(unit.kind),
                Relation::Neutral => survey.strangers[unit.space].insert(unit.owner),
                Relation::War | Relation::Allied => {}
            }
        }
        survey
    }
}
