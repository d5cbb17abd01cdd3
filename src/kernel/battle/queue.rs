//! The queue of battles: found when combat begins, fought in the order of the pack's stages, the
//! attacker choosing within a stage. A landing waits for the sea battles in the zones it comes from.

use super::law::end::ROLES;
use super::{law, party, picks, site_of};
use crate::{
    Battle, Cx, Event, Frame, Game, Marks, NOWHERE, Shift, Site, SpaceMark, Standing, Unit, UnitIx,
    Wait, capture, movement, tallies,
};
use sandtable_rules::{
    Moment, PlanId, RetreatTo, Role, Rules, SiteKind, SpaceId, SpaceSet, Stage, Step, UnitTypeSet,
};

/// Finds the battles that the moves have made.
pub fn muster(game: &mut Game<'_>) {
    let cx = game.cx();
    let active = cx.active();
    let mut raids = SpaceSet::EMPTY;
    let mut fields = SpaceSet::EMPTY;
    let mut goals = SpaceSet::EMPTY;
    let mut beaches = SpaceSet::EMPTY;
    for (_, unit) in cx.state.of(active) {
        if unit.marks.any(Marks::RAIDING) {
            raids.insert(unit.space);
        }
        if unit.marks.any(Marks::LANDING) {
            goals.insert(unit.goal);
            beaches.insert(unit.space);
        }
        let idle = cx.rules.units.facilities.has(unit.kind) || unit.marks.any(Marks::RAIDERS);
        if !idle && !cx.is_cargo(unit) {
            fields.insert(unit.space);
        }
    }
    let site = |space, kind, assault| Site {
        space,
        kind,
        assault,
    };
    let raids = raids.iter().map(|space| site(space, SiteKind::Raid, false));
    let mut sites: Vec<Site> = raids.collect();
    for space in fields.intersect(cx.rules.board.sea).iter() {
        if cx.are_fought(cx.foes_in(space, active), space) {
            sites.push(site(space, SiteKind::Sea, beaches.has(space)));
        }
    }
    for space in fields.union(goals).intersect(cx.rules.board.land).iter() {
        let foes = cx.foes_in(space, active).minus(cx.rules.units.facilities);
        // Landings come ashore also where somebody has run through and taken the territory.
        if cx.standing(space, active) == Standing::Hostile
            || !foes.is_empty()
            || goals.has(space)
            || unclaimed(cx, space)
        {
            sites.push(site(space, SiteKind::Land, goals.has(space)));
        }
    }
    // What flew to a territory that others have run through has nobody to fight there.
    let fought: SpaceSet = sites.iter().map(|site| site.space).collect();
    let flown = |u: &Unit| {
        u.carrier()
            .is_some_and(|c| cx.state.unit(c).marks.any(Marks::MOVED))
    };
    let aboard = cx.state.all().map(|(_, u)| u);
    let calm: SpaceSet = aboard
        .filter(|u| flown(u) && cx.gets_off(u) && !cx.rules.board.is_sea(u.space))
        .map(|u| u.space)
        .collect();
    game.state.sites = sites;
    for space in calm.minus(fought).iter() {
        movement::get_off(game, space);
    }
}

/// Whether a territory is for whoever comes: nobody controls it, it stands with nobody, and no friend
/// of the power on turn stands there who could be let down.
fn unclaimed(cx: Cx<'_>, space: SpaceId) -> bool {
    let active = cx.active();
    let friend = |u: &Unit| u.owner != active && cx.friends(active, u.owner);
    cx.state.owner(space).is_none()
        && cx.standing(space, active) == Standing::Neutral
        && !cx.state.units_in(space).any(|(_, u)| friend(u))
}

impl Cx<'_> {
    /// The plan by which a battle of a kind is fought in a space: the first that is for it there and now.
    pub fn plan_at(&self, kind: SiteKind, space: SpaceId) -> Option<PlanId> {
        let me = self.active();
        let meant = |id: &PlanId| {
            let plan = &self.rules.battles.plans[*id];
            self.matches(&plan.spaces, space, me) && self.holds(&plan.when, me)
        };
        self.rules.battles.plans_of(kind).find(meant)
    }
    /// A battle by a plan as it would begin now.
    pub fn battle_at(self, site: Site, plan: PlanId) -> Battle {
        let mut battle = Battle {
            site,
            plan,
            round: 0,
            step: 0,
            wait: Wait::No,
            ways: Vec::new(),
            fired: false,
            over: false,
        };
        battle.ways = ways_in(self, &battle);
        battle
    }
    /// The side that a unit in its space fights on in a battle, if it does.
    pub fn role_in(self, battle: &Battle, unit: &Unit) -> Option<Role> {
        party::Lines::new(self, battle.site, battle.plan).role(self, unit)
    }
    /// Whether the power on turn will fight in a zone, as the moves stand.
    pub fn sea_battle(&self, zone: SpaceId) -> bool {
        let active = self.active();
        let idle = |u: &Unit| u.marks.any(Marks::RAIDERS) || self.is_cargo(u);
        self.state
            .units_in(zone)
            .any(|(_, u)| u.owner == active && !idle(u))
            && self.are_fought(self.foes_in(zone, active), zone)
    }
}

/// The battles that may be fought next.
pub fn next_sites(cx: Cx<'_>) -> Vec<Site> {
    let sites = cx.state.sites.iter().copied();
    let ready = sites.filter(|site| !waits_for_sea(cx, *site));
    let stage = |site: &Site| stage_of(cx.rules, site);
    let mut stages = cx.rules.battles.stages.iter().chain([&Stage::Others]);
    let first = stages.find(|next| ready.clone().any(|site| stage(&site) == **next));
    ready.filter(|site| Some(&stage(site)) == first).collect()
}

/// The stage that a battle belongs to: the first of the pack's that is for it.
pub fn stage_of(rules: &Rules, site: &Site) -> Stage {
    let stages = rules.battles.stages.iter().copied();
    let mut own = stages.filter(|s| s.is_for(site.kind, site.assault));
    own.next().unwrap_or(Stage::Others)
}

fn waits_for_sea(cx: Cx<'_>, site: Site) -> bool {
    let at_sea = |zone| site_of(&cx.state.sites, zone, SiteKind::Sea).is_some();
    site.kind == SiteKind::Land
        && cx
            .state
            .all()
            .any(|(_, u)| u.lands_in(site.space) && at_sea(u.space))
}

/// Begins the next battle if there is no choice; says whether the agenda goes on. What nobody defends is
/// taken first: that it is no longer the enemy's is all that other battles can find out about it.
pub fn next_battle(game: &mut Game<'_>) -> bool {
    let sites = next_sites(game.cx());
    if change_stage(game, sites.first().map(|site| stage_of(game.rules, site))) {
        return true;
    }
    match sites[..] {
        [] => {
            game.state.sites.clear();
            game.state.agenda.pop();
        }
        [site] => begin(game, site),
        _ => match sites.iter().find(|site| undefended(game.cx(), site)) {
            Some(site) => begin(game, *site),
            None => return false,
        },
    }
    true
}

/// Whether a territory is there for the taking, and no side could retreat differently before it is taken.
fn undefended(cx: Cx<'_>, site: &Site) -> bool {
    let away = |step: &Step| matches!(step, Step::Retreat(r) if r.to == RetreatTo::Adjacent);
    let plan = cx
        .plan_at(site.kind, site.space)
        .filter(|_| site.kind == SiteKind::Land);
    let mut plans = cx.rules.battles.plans.values();
    plan.is_some_and(|plan| !held(cx, plan, *site)) && !plans.any(|p| p.steps().any(away))
}

/// Whether somebody defends a site who can hold it.
fn held(cx: Cx<'_>, plan: PlanId, site: Site) -> bool {
    fighting(cx, plan, site, Role::Defender).meets(&law::end::holders(&cx.rules.units))
}

/// Goes on to another stage; says whether somebody wants to hear of it first.
fn change_stage(game: &mut Game<'_>, next: Option<Stage>) -> bool {
    let Some(Frame::Combat(stage)) = game.state.agenda.last_mut() else {
        return false;
    };
    let last = std::mem::replace(stage, next);
    if last == next {
        return false;
    }
    let moments = [next.map(Moment::StageBegin), last.map(Moment::StageEnd)];
    let heard = moments.map(|moment| moment.is_some_and(|moment| game.announce(moment)));
    heard.contains(&true)
}

/// Begins a battle, or takes what nobody defends.
pub fn begin(game: &mut Game<'_>, site: Site) {
    game.state.sites.retain(|s| *s != site);
    let plan = game.cx().plan_at(site.kind, site.space);
    let Some(plan) = plan else { return };
    if site.kind == SiteKind::Land {
        wade_ashore(game, site.space);
    }
    let mut battle = game.cx().battle_at(site, plan);
    if site.kind != SiteKind::Raid && uncontested(game, plan, site) {
        return;
    }
    game.tell(Event::BattleBegan(site));
    if site.kind != SiteKind::Raid {
        game.state.mark(site.space, SpaceMark::Fought);
    }
    if site.kind == SiteKind::Sea {
        launch(game, &battle);
    }
    if site.kind == SiteKind::Land && picks::bombarding(game.cx(), &battle).1 > 0 {
        battle.wait = Wait::Bombard;
    }
    game.state.agenda.push(Frame::Battle(battle));
    game.announce(Moment::BattleBegin(site.space, site.kind));
}

/// Without attackers or without anything that holds the field there is no battle; ground units
/// take an undefended territory.
fn uncontested(game: &mut Game<'_>, plan: PlanId, site: Site) -> bool {
    let attackers = |game: &Game<'_>| fighting(game.cx(), plan, site, Role::Attacker);
    if held(game.cx(), plan, site) && !attackers(game).is_empty() {
        return false;
    }
    if site.kind == SiteKind::Land {
        movement::get_off(game, site.space);
        let takes = attackers(game).meets(&game.rules.units.takers);
        let active = game.cx().active();
        if takes && game.cx().standing(site.space, active) != Standing::Friendly {
            capture::take(game, site.space, active);
        }
    }
    true
}

/// The types that would fight on a side.
fn fighting(cx: Cx<'_>, plan: PlanId, site: Site, role: Role) -> UnitTypeSet {
    let lines = party::Lines::new(cx, site, plan);
    let units = cx.state.units_in(site.space).map(|(_, u)| u);
    units
        .filter(|u| lines.role(cx, u) == Some(role))
        .map(|u| u.kind)
        .collect()
}

/// Units announced for landing go ashore where the sea is clear; the others stay aboard.
fn wade_ashore(game: &mut Game<'_>, space: SpaceId) {
    let cx = game.cx();
    let landing = cx.state.those(|u| u.lands_in(space));
    let open: Vec<bool> = landing
        .iter()
        .map(|ix| beach_open(cx, cx.state.unit(*ix).space, space))
        .collect();
    let mut ashore = Vec::new();
    for (ix, open) in landing.into_iter().zip(open) {
        if !open {
            stay_aboard(game, ix);
            continue;
        }
        let unit = game.state.unit_mut(ix);
        unit.marks.clear(Marks::LANDING);
        let ship = unit.link;
        unit.came = std::mem::replace(&mut unit.space, space);
        unit.link = UnitIx::NONE;
        unit.marks
            .set(Marks::SEABORNE.and(Marks::UNLOADED).and(Marks::DONE));
        ashore.push((unit.came, unit.kind));
        if ship != UnitIx::NONE {
            game.state
                .unit_mut(ship)
                .marks
                .set(Marks::UNLOADED.and(Marks::DONE));
        }
    }
    let active = game.state.active(game.rules);
    for (zone, units) in tallies(ashore) {
        game.tell(Event::Unloaded(Shift::new(active, units, zone, space)));
    }
}

/// A unit that was to land does not.
pub fn stay_aboard(game: &mut Game<'_>, ix: UnitIx) {
    let unit = game.state.unit_mut(ix);
    unit.marks.clear(Marks::LANDING);
    unit.goal = NOWHERE;
}

/// Whether a landing may go ahead from a zone: nothing there bars it, and if there was a battle it
/// was cleared of all but ships that carry and what is under water.
pub fn beach_open(cx: Cx<'_>, zone: SpaceId, space: SpaceId) -> bool {
    let active = cx.active();
    let afloat = cx
        .state
        .units_in(zone)
        .filter(|(_, u)| cx.at_war(active, u.owner) && !u.marks.any(Marks::SUBMERGED));
    let foes: UnitTypeSet = afloat
        .filter(|(_, u)| !cx.is_cargo(u))
        .map(|(_, u)| u.kind)
        .collect();
    let barring = match cx.state.marked(zone, SpaceMark::Fought) {
        true => foes.minus(cx.rules.units.transports),
        false => foes.intersect(cx.rules.movement.unload_barred_by),
    };
    cx.rules.board.adjacent(zone, space) && barring.is_empty()
}

fn ways_in(cx: Cx<'_>, battle: &Battle) -> Vec<SpaceId> {
    let came: SpaceSet = party::Field::new(cx, battle)
        .side(Role::Attacker)
        .filter(|(_, u)| !u.marks.any(Marks::SEABORNE))
        .filter(|(_, u)| u.came != NOWHERE && !cx.rules.units.air.has(u.kind))
        .map(|(_, u)| u.came)
        .collect();
    came.iter().collect()
}

/// Aircraft on decks in working order take off when their zone becomes a battlefield.
fn launch(game: &mut Game<'_>, battle: &Battle) {
    let cx = game.cx();
    let sits = |u: &Unit| cx.rules.units.air.has(u.kind) && u.carrier().is_some();
    let field = party::Field::new(cx, battle);
    for ix in ROLES.map(|role| field.those(role, sits)).concat() {
        let unit = game.state.unit_mut(ix);
        unit.link = UnitIx::NONE;
        unit.marks.set(Marks::ALOFT);
    }
}
