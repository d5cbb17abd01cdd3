//! The battle that a space of a game holds, to be reckoned: one that is under way, or one that the
//! power on turn would fight there as things stand.

use super::session::Session;
use sandtable_diag::Problem;
use sandtable_kernel::edit::enter_battle;
use sandtable_kernel::{
    BOMBARD, Battle, Cx, DecisionKind, Frame, Hooks, Marks, NOWHERE, Scripted, Site, SpaceMark,
    Standing, State, Unit, UnitIx, come_down, distinct, pending, sheltered,
};
use sandtable_odds::{Force, Position, Setup, Stack, Stage};
use sandtable_rules::{Moment, PhaseKind, PowerId, Role, SiteKind, SpaceId, SpaceSet, fires};
use std::borrow::Cow;

/// The battle that a space holds.
pub struct Pending<'a> {
    /// The forces, and what the pack says of such battles.
    pub setup: Setup<'a>,
    /// Whether it has begun: then it can only be played on.
    pub under_way: bool,
    /// The zones that must be fought for before units can land here from them.
    pub first: Vec<SpaceId>,
    /// Whether others may still be asked something before it begins, once all moves are made.
    pub asked_before: bool,
    /// Whether some of its units are still aboard aircraft that may be fired at before they get off.
    pub airborne: bool,
    pub(super) hooks: &'a dyn Hooks,
    position: Position,
    defender: PowerId,
    space: SpaceId,
}

impl Pending<'_> {
    /// Asks the game which modifiers hold for an attack of the other side.
    pub fn ask_back(&self, back: &mut Setup<'_>) {
        let cx = Cx::new(self.setup.rules, &self.position.state, self.hooks);
        back.ask(cx, [Some(self.defender), Some(cx.active())]);
    }

    /// What it is played with.
    pub fn stage(&self) -> Stage<'_> {
        Stage::of_game(
            &self.setup,
            self.hooks,
            self.position.clone(),
            self.defender,
            self.space,
        )
    }
}

impl Session {
    /// The battle that a space holds: of this kind, or of that which the units there make of it.
    ///
    /// # Errors
    /// There is none.
    pub fn battle_in(
        &self,
        space: SpaceId,
        kind: Option<SiteKind>,
    ) -> Result<Pending<'_>, Problem> {
        pending_battle(self.cx(), space, kind)
    }
}

/// The battle that a space of a game holds.
///
/// # Errors
/// There is nobody to fight, or the pack has no such battles.
pub fn pending_battle<'a>(
    cx: Cx<'a>,
    space: SpaceId,
    kind: Option<SiteKind>,
) -> Result<Pending<'a>, Problem> {
    let rules = cx.rules;
    let name = &rules.board.spaces[space].name;
    let begun = cx.state.battles().find(|b| b.site.space == space);
    let begun = begun.filter(|b| kind.is_none_or(|kind| kind == b.site.kind));
    let kind = begun
        .map(|b| b.site.kind)
        .or(kind)
        .unwrap_or_else(|| usual_kind(cx, space));
    if (kind == SiteKind::Sea) != rules.board.is_sea(space) {
        let what = if kind == SiteKind::Sea {
            "no sea zone"
        } else {
            "no territory"
        };
        return Err(Problem::error(
            "odds/no-battle",
            format!("{name} is {what}"),
        ));
    }
    let none = || {
        Problem::error(
            "odds/no-plan",
            format!("`{}` has no such battles", rules.name),
        )
    };
    let plan = begun.map(|b| b.plan).or_else(|| cx.plan_at(kind, space));
    let plan = plan.ok_or_else(none)?;
    let mut setup = Setup::by(rules, plan, Force::default(), Force::default());
    let site = Site {
        space,
        kind,
        assault: false,
    };
    let battle = begun.map_or_else(|| Cow::Owned(cx.battle_at(site, plan)), Cow::Borrowed);
    let mut units = [Vec::new(), Vec::new()];
    for (ix, unit) in cx.state.all() {
        if unit.marks.any(Marks::BOMBARDS) && unit.goal == space && kind == SiteKind::Land {
            setup.offshore.add(Stack::of(unit));
        } else if let Some((role, seaborne)) = part(cx, &battle, unit) {
            setup.forces[role as usize].add(Stack {
                seaborne,
                ..Stack::of(unit)
            });
            units[role as usize].push(ix);
        }
    }
    if kind == SiteKind::Raid {
        targets(cx, &units[0], &mut setup);
    }
    if setup.forces[1].is_empty() && kind != SiteKind::Raid {
        let message = match cx.standing(space, cx.active()) {
            Standing::Hostile => format!("nobody defends {name}: it is taken without dice"),
            _ => {
                let me = &rules.powers[cx.active()].name;
                format!("nobody in {name} is at war with {me}")
            }
        };
        return Err(Problem::error("odds/no-battle", message));
    }
    let defender = defender(cx, space);
    setup.ask(cx, [Some(cx.active()), Some(defender)]);
    let site = Site {
        assault: setup.forces[0].stacks().iter().any(|s| s.seaborne),
        ..site
    };
    if setup.offshore.is_empty() && site.assault && begun.is_none() {
        setup.offshore = would_bombard(cx, site);
    }
    if kind == SiteKind::Sea {
        setup.elsewhere = elsewhere(cx, space, &units);
    }
    let position = Position {
        state: alone(cx, space, begun),
        begins: begun.is_none().then_some(site),
        units,
    };
    let airborne = flak(&setup) && cx.state.units_in(space).any(|(_, u)| cx.gets_off(u));
    let moving = rules.turn.phases[cx.state.phase].kind == PhaseKind::CombatMove;
    Ok(Pending {
        setup,
        under_way: begun.is_some(),
        first: fought_first(cx, space),
        airborne,
        asked_before: moving && cx.hooks.listens(Moment::MovesCommitted),
        hooks: cx.hooks,
        position,
        defender,
        space,
    })
}

/// A raid only where the power on turn has nothing but raiders.
fn usual_kind(cx: Cx<'_>, space: SpaceId) -> SiteKind {
    let here = || cx.state.units_in(space).map(|(_, u)| u);
    let own = || here().filter(|u| u.owner == cx.active());
    let raids = |u: &Unit| u.marks.any(Marks::RAIDERS);
    let lands = || cx.state.all().any(|(_, u)| u.lands_in(space));
    match cx.rules.board.is_sea(space) {
        true => SiteKind::Sea,
        false if own().any(raids) && own().all(raids) && !lands() => SiteKind::Raid,
        false => SiteKind::Land,
    }
}

/// The side on which a unit would fight in a battle, and whether it comes ashore there.
fn part(cx: Cx<'_>, battle: &Battle, unit: &Unit) -> Option<(Role, bool)> {
    let Site { space, kind, .. } = battle.site;
    let lands = kind == SiteKind::Land && unit.owner == cx.active();
    if lands && unit.lands_in(space) {
        return Some((Role::Attacker, true));
    }
    if unit.space != space || unit.marks.any(Marks::DYING) {
        return None;
    }
    // Who gets off an aircraft retreats with those that have come by land, if any have.
    if lands && cx.gets_off(unit) {
        return Some((Role::Attacker, battle.ways.is_empty()));
    }
    let role = cx.role_in(battle, unit)?;
    let ashore = role == Role::Attacker && unit.marks.any(Marks::SEABORNE);
    Some((role, ashore))
}

/// Whether a defender fires at aircraft before the first round.
fn flak(setup: &Setup<'_>) -> bool {
    let (air, there) = (setup.rules.units.air, setup.forces[1].kinds());
    let mut early = fires(setup.plan().start.iter());
    early.any(|f| f.role == Role::Defender && f.targets.meets(&air) && f.shooters.meets(&there))
}

/// The hostile zones from which units of the power on turn are to land in a space.
fn fought_first(cx: Cx<'_>, space: SpaceId) -> Vec<SpaceId> {
    let landers = cx.state.all().map(|(_, u)| u).filter(|u| u.lands_in(space));
    let zones: SpaceSet = landers.map(|u| u.space).collect();
    let hostile = |zone: &SpaceId| cx.zone_hostile(*zone, cx.active());
    zones.iter().filter(hostile).collect()
}

/// What the raiders of a space are sent against.
fn targets(cx: Cx<'_>, raiders: &[UnitIx], setup: &mut Setup<'_>) {
    let raided = raiders.iter().map(|ix| cx.state.unit(*ix).link);
    let raided = distinct(raided).into_iter();
    let raided = raided.filter_map(|ix| cx.state.get(ix));
    let mut raided = raided.map(|u| (u.kind, u.damage));
    setup.target = raided.next();
    setup.also = raided.collect();
}

/// The power that defends a space: its owner, if they are at war, else whoever is there.
fn defender(cx: Cx<'_>, space: SpaceId) -> PowerId {
    let there = cx.state.units_in(space).map(|(_, u)| u.owner);
    let mut all = cx.state.owner(space).into_iter().chain(there);
    let foe = all.find(|power| cx.at_war(cx.active(), *power));
    foe.unwrap_or(cx.active())
}

/// The ships that could support a landing, as the game itself would ask for them.
fn would_bombard(cx: Cx<'_>, site: Site) -> Force {
    let (mut state, mut dice) = (alone(cx, site.space, None), Scripted::default());
    let begun = enter_battle(cx.rules, &mut state, site, &mut dice, cx.hooks);
    let decision = begun.ok().and_then(|_| pending(cx.on(&state)));
    let Some(DecisionKind::Pick {
        pick: BOMBARD,
        units: mut ships,
        max,
        ..
    }) = decision.map(|d| d.kind)
    else {
        return Force::default();
    };
    ships.sort_by_key(|ix| std::cmp::Reverse(cx.rules.units.price(state.unit(*ix).kind)));
    let most = max.map_or(usize::MAX, usize::from);
    let ships = ships.iter().take(most);
    ships.map(|ix| Stack::of(state.unit(*ix))).collect()
}

/// The aircraft of both sides in a battle at sea that can land when all ships there are gone.
fn elsewhere(cx: Cx<'_>, zone: SpaceId, units: &[Vec<UnitIx>; 2]) -> [Option<Force>; 2] {
    let air = |ix: &UnitIx| cx.rules.units.air.has(cx.state.unit(*ix).kind);
    let flyers = units.clone().map(|mut all| {
        all.retain(air);
        all
    });
    let mut after = cx.state.clone();
    flyers
        .iter()
        .flatten()
        .for_each(|ix| after.unit_mut(*ix).link = UnitIx::NONE);
    let ships = cx.state.units_in(zone).filter(|(ix, _)| !air(ix));
    ships.for_each(|(ix, _)| after.destroy(ix));
    let landing = cx.rules.turn.first(PhaseKind::NoncombatMove);
    if cx.rules.turn.phases[cx.state.phase].kind != PhaseKind::CombatMove {
        after.phase = landing.unwrap_or(after.phase);
    }
    let [own, others] = &flyers;
    let after = cx.on(&after);
    // Where no phase of movement comes after battles, nobody has to land.
    let own = come_down(after, own).unwrap_or_else(|_| own.clone());
    [own, sheltered(after, others)].map(|all| {
        let stacks = all.iter().map(|ix| Stack::of(cx.state.unit(*ix)));
        Some(stacks.collect())
    })
}

/// A game in which nothing else is going on than a battle in a space. Who is to land there is looked at
/// as though the sea had been fought for and won.
fn alone(cx: Cx<'_>, space: SpaceId, begun: Option<&Battle>) -> State {
    let mut alone = cx.state.clone();
    alone.sites.clear();
    let landing = cx.state.all().filter(|(_, u)| u.lands_in(space));
    let beaches: Vec<SpaceId> = landing
        .map(|(_, u)| u.space)
        .filter(|zone| cx.sea_battle(*zone))
        .collect();
    for unit in alone.units.iter_mut() {
        if beaches.contains(&unit.space) && cx.at_war(cx.active(), unit.owner) {
            unit.space = NOWHERE;
        }
    }
    beaches
        .into_iter()
        .for_each(|zone| alone.mark(zone, SpaceMark::Fought));
    let battle = |frame: &Frame| matches!(frame, Frame::Battle(battle) if Some(battle) == begun);
    let from = alone
        .agenda
        .iter()
        .position(battle)
        .unwrap_or(alone.agenda.len());
    alone.agenda.drain(..from);
    alone
}
