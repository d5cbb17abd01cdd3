//! Combat moves over land, by air and at sea: for each target the smallest force that is likely to
//! win and worth what it will cost, the best targets first.

use std::collections::{BTreeMap, BTreeSet};

use super::army::{Army, Forecast};
use super::battle::accept;
use super::dealt::Dealt;
use super::facts::{dangers, rivals, side, strength, wears};
use super::force::Force;
use super::profile::FAR;
use super::scratch::Scratch;
use super::uncovered::uncovered;
use sandtable_kernel::{DecisionKind, Event, Marks, Order, Unit, UnitIx, apply, pending};
use sandtable_rules::{
    Domain, PowerId, PowerSet, Presence, Role, Rules, SiteKind, SpaceId, SpaceSet, Step,
    SubmergeStep,
};

/// Declares war, on the weakest first, where the power is the stronger alone or with its whole side.
pub fn declare(scratch: &mut Scratch<'_>) {
    let (rules, me) = (scratch.rules, scratch.me);
    let weights = &scratch.profile.weights;
    let strength = |scratch: &Scratch<'_>, powers| strength(scratch.cx(), weights, powers);
    // Who is one with another for politics is attacked along with it.
    let group = |power: PowerId| {
        let groups = rules.politics.as_one.iter().filter(|g| g.has(power));
        groups.fold(PowerSet::only(power), |all, g| all.union(*g))
    };
    let mut enemies: Vec<PowerId> = rivals(scratch.cx(), me).iter().collect();
    enemies.sort_by(|a, b| {
        let [one, other] = [a, b].map(|p| strength(scratch, group(*p)));
        one.total_cmp(&other).then(a.cmp(b))
    });
    for on in enemies {
        let stronger = || {
            let foes = woken(scratch, on);
            let alone = strength(scratch, PowerSet::only(me))
                > weights.war_margin * strength(scratch, foes);
            let [ours, theirs] = [me, on].map(|p| strength(scratch, side(scratch.cx(), p)));
            let together = ours > weights.war_margin * theirs;
            alone || together || f64::from(scratch.state.round) > weights.war_patience
        };
        if stronger() && scratch.give(Order::Declare(on)) {
            scratch.survey();
        }
    }
}

/// Who is at war with the power, or may declare war on it, once it has declared war on another one.
fn woken(scratch: &Scratch<'_>, on: PowerId) -> PowerSet {
    let (cx, mut state) = (scratch.cx(), scratch.state.clone());
    let declared = apply(
        scratch.rules,
        &mut state,
        &Order::Declare(on),
        &mut Dealt::new(0),
        scratch.hooks,
    );
    match declared {
        Ok(_) => dangers(cx.on(&state), scratch.me),
        Err(_) => PowerSet::EMPTY,
    }
}

/// Plans attacks by what can move by itself.
pub fn plan(force: &mut Force, scratch: &mut Scratch<'_>) {
    let look = scratch.look();
    let ways = force.movers.iter().flat_map(|m| &m.ways);
    let targets = ways.filter_map(|(p, _)| p.last().copied());
    let mut targets: BTreeSet<SpaceId> = targets.collect();
    targets.retain(|t| {
        let owner = look.cx.state.owner(*t);
        let hostile = owner.is_some_and(|o| look.cx.at_war(scratch.me, o));
        !scratch.spared.has(*t) && (hostile || !look.enemies(*t).is_empty())
    });
    let rank = |t: SpaceId| {
        let foes = scratch.foes(t);
        let worth = match look.cx.rules.board.is_sea(t) {
            true => 2.0,
            false => look.worth(t),
        };
        (worth + 0.3 * foes.cost(look.cx.rules), t, foes)
    };
    let mut ranked: Vec<(f64, SpaceId, Army)> = targets.into_iter().map(rank).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (_, target, foes) in ranked {
        strike(force, scratch, target, &foes);
    }
}

/// Sends against a target whichever force gains most: the smallest that will do, that and half as much
/// again, or everybody; nobody where no force gains anything.
fn strike(force: &mut Force, scratch: &mut Scratch<'_>, target: SpaceId, foes: &Army) {
    let rules = scratch.rules;
    let sea = rules.board.is_sea(target);
    let mut able = force.able(scratch, target);
    able.retain(|(u, _)| fights(sea, scratch, *u));
    if !sea && !able.iter().any(|(u, _)| takes(scratch, *u)) && walked_to(scratch, target) {
        return;
    }
    let ranks = by_turns(scratch, target, able);
    let mut ways: Vec<Vec<(UnitIx, usize)>> = Vec::new();
    let few = choose(scratch, target, foes, &Army::default(), &ranks);
    match few {
        Some(few) => {
            let mut sizes = vec![few, half_more(few, &ranks), ranks.len()];
            sizes.dedup();
            ways.extend(sizes.into_iter().map(|size| ranks[..size].to_vec()));
        }
        None => ways.push(ranks.clone()),
    };
    ways.extend(on_foot(scratch, target, foes, &ranks));
    let flown = by_air(scratch, sea, &ranks);
    if let Some(few) = choose(scratch, target, foes, &Army::default(), &flown) {
        let sizes = [few, half_more(few, &flown)];
        ways.extend(sizes.map(|size| flown[..size].to_vec()));
    }
    let gain = |units: &[(UnitIx, usize)]| {
        let sent: Vec<UnitIx> = units.iter().map(|(u, _)| *u).collect();
        let army = scratch.army(&sent);
        let sure = || good(scratch, target, foes, &army).is_some();
        if diverts(scratch, target, &army) && !sure() || dives(rules, foes, &army) {
            return None;
        }
        let spent = scratch.profile.weights.attack_spent * army.cost(rules);
        let risk = uncovered(scratch, &sent, (target, &army));
        let gain = balance(scratch, target, foes, &army, risk);
        gain.filter(|g| *g > 0.0).map(|g| g - spent)
    };
    let mut best: Option<(f64, usize)> = None;
    for (way, units) in ways.iter().enumerate() {
        if let Some(gain) = gain(units)
            && best.is_none_or(|(b, _)| gain > b + 0.5)
        {
            best = Some((gain, way));
        }
    }
    let Some((_, way)) = best else { return };
    let (mark, busy) = (scratch.mark(), force.busy.clone());
    let sent = force.send(scratch, target, &ways[way]);
    // Not all may have got there.
    if sent.len() < ways[way].len() {
        let army = scratch.army(&sent);
        if balance(scratch, target, foes, &army, 0.0).is_none_or(|g| g <= 0.0) {
            scratch.back(mark);
            force.busy = busy;
        }
    }
}

/// Whether aircraft attack elsewhere that a landing in one go may count on.
fn diverts(scratch: &Scratch<'_>, target: SpaceId, army: &Army) -> bool {
    if army.units.only(scratch.rules.units.air).is_empty() {
        return false;
    }
    scratch.invasion().is_some_and(|i| i.target != target)
}

/// Whether there is nobody to be hit: all of these foes may submerge from an army.
fn dives(rules: &Rules, foes: &Army, army: &Army) -> bool {
    let battles = &rules.battles;
    let plans = battles.plans_of(SiteKind::Sea).map(|p| &battles.plans[p]);
    let may = |step: &SubmergeStep| {
        let hunted = |p: Presence| p.enemy && !army.units.only(p.units).is_empty();
        let all = foes.units.stacks().iter().all(|s| step.units.has(s.kind));
        all && step.role == Role::Defender && !step.unless.is_some_and(hunted)
    };
    let mut steps = plans.flat_map(|plan| plan.steps());
    !foes.is_empty() && steps.any(|step| matches!(step, Step::Submerge(step) if may(step)))
}

/// Whether a unit takes ground.
fn takes(scratch: &Scratch<'_>, unit: UnitIx) -> bool {
    let takers = scratch.rules.units.takers;
    takers.has(scratch.state.unit(unit).kind)
}

/// Whether men of the power can walk to a territory: aircraft do not strike there without them.
fn walked_to(scratch: &Scratch<'_>, target: SpaceId) -> bool {
    let leads = |u: &Unit| scratch.profile.land_steps(u.space, target) != FAR;
    let mut own = scratch.own(scratch.state.all());
    own.any(|(ix, unit)| takes(scratch, ix) && leads(unit))
}

/// All of these units that do not fly, and as few that do as are needed; nothing where all are not enough.
fn on_foot(
    scratch: &Scratch<'_>,
    target: SpaceId,
    foes: &Army,
    ranks: &[(UnitIx, usize)],
) -> Option<Vec<(UnitIx, usize)>> {
    let [air, mut rest] = apart(scratch, ranks);
    let army = scratch.army(rest.iter().map(|(u, _)| u));
    let few = choose(scratch, target, foes, &army, &air)?;
    rest.extend_from_slice(&air[..few]);
    Some(rest)
}

/// Those of these units that fly, and the others.
fn apart(scratch: &Scratch<'_>, ranks: &[(UnitIx, usize)]) -> [Vec<(UnitIx, usize)>; 2] {
    let air = scratch.rules.units.air;
    let flies = |u: &(UnitIx, usize)| air.has(scratch.state.unit(u.0).kind);
    let (air, rest) = ranks.iter().copied().partition(flies);
    [air, rest]
}

/// So many of these units and half as many again, as far as there are more.
fn half_more(few: usize, ranks: &[(UnitIx, usize)]) -> usize {
    (few + few.div_ceil(2)).min(ranks.len())
}

/// Of these units those that fly, and ashore one that takes ground before every two of them.
fn by_air(scratch: &Scratch<'_>, sea: bool, ranks: &[(UnitIx, usize)]) -> Vec<(UnitIx, usize)> {
    let units = &scratch.rules.units;
    let kind = |u: &(UnitIx, usize)| scratch.state.unit(u.0).kind;
    let [air, rest] = apart(scratch, ranks);
    let mut takers = rest
        .into_iter()
        .filter(|u| !sea && units.takers.has(kind(u)));
    let mut flown = Vec::new();
    for pair in air.chunks(2) {
        flown.extend(takers.next());
        flown.extend_from_slice(pair);
    }
    flown
}

/// Whether a unit adds anything to an attack there.
pub fn fights(sea: bool, scratch: &Scratch<'_>, unit: UnitIx) -> bool {
    let profile = scratch.profile;
    let kind = scratch.state.unit(unit).kind;
    profile.ground(sea).attack[kind] > 0.0 || (!sea && takes(scratch, unit))
}

/// These units in the order in which they join an attack: two that take hits and one that gives them by turns.
pub fn by_turns(
    scratch: &Scratch<'_>,
    target: SpaceId,
    mut able: Vec<(UnitIx, usize)>,
) -> Vec<(UnitIx, usize)> {
    let profile = scratch.profile;
    let rules = scratch.rules;
    let ground = profile.ground(rules.board.is_sea(target));
    let kind = |u: UnitIx| scratch.state.unit(u).kind;
    let cost = |u: UnitIx| profile.cost[kind(u)];
    let cheaper = |a: UnitIx, b: UnitIx| cost(a).total_cmp(&cost(b)).then(a.cmp(&b));
    able.sort_by(|a, b| {
        let air = |u: UnitIx| rules.units[kind(u)].domain == Domain::Air;
        air(a.0).cmp(&air(b.0)).then(cheaper(a.0, b.0))
    });
    let mut punch = able.clone();
    punch.sort_by(|a, b| {
        let value = |u: UnitIx| ground.attack[kind(u)];
        value(b.0).total_cmp(&value(a.0)).then(cheaper(a.0, b.0))
    });
    let mut taken = BTreeSet::new();
    let mut ranks = Vec::new();
    let (mut cheap, mut strong) = (able.iter(), punch.iter());
    for turn in 0..able.len() {
        let wanted = match turn % 3 {
            2 => strong.find(|(u, _)| !taken.contains(u)),
            _ => cheap.find(|(u, _)| !taken.contains(u)),
        };
        let Some(next) = wanted else { break };
        taken.insert(next.0);
        ranks.push(*next);
    }
    ranks
}

/// How many of these units, from the first on, make an attack good; at least one where none fights already.
pub fn choose(
    scratch: &Scratch<'_>,
    target: SpaceId,
    foes: &Army,
    already: &Army,
    ranks: &[(UnitIx, usize)],
) -> Option<usize> {
    let enough = |count: usize| {
        let mut army = already.clone();
        let first = ranks[..count].iter();
        first.for_each(|(u, _)| army.add(scratch.rules, scratch.state.unit(*u)));
        good(scratch, target, foes, &army).is_some()
    };
    least(ranks.len(), enough)
}

/// The least number up to a bound for which something is so that is so for all larger ones.
pub fn least(most: usize, so: impl Fn(usize) -> bool) -> Option<usize> {
    if so(0) {
        return Some(0);
    }
    if !so(most) {
        return None;
    }
    let (mut few, mut many) = (0, most);
    while many - few > 1 {
        let middle = few + (many - few) / 2;
        match so(middle) {
            true => many = middle,
            false => few = middle,
        }
    }
    Some(many)
}

/// What would rise against an attack as planned that had better not be made then.
#[derive(Default)]
pub struct Repelled {
    /// Who would fight where, those who rise included.
    pub by: BTreeMap<SpaceId, Army>,
    /// Where, and what would have been landed on from there.
    pub from: SpaceSet,
}

/// What the attacks planned had better not be made for: aircraft that rise from elsewhere. The defenders are asked as
/// the rules ask them, and all rise.
pub fn repelled(scratch: &Scratch<'_>) -> Repelled {
    let (rules, me) = (scratch.rules, scratch.me);
    let mut state = scratch.state.clone();
    let mut dice = Dealt::new(0);
    let mut order = Order::EndPhase;
    let mut joined = SpaceSet::EMPTY;
    while let Ok(events) = apply(rules, &mut state, &order, &mut dice, scratch.hooks) {
        for event in events {
            if let Event::Scrambled(shift) = event {
                joined.insert(shift.to);
            }
        }
        let asked = pending(scratch.cx().on(&state)).filter(|d| d.power != me);
        let Some(DecisionKind::Offer(offer)) = asked.map(|d| d.kind) else {
            break;
        };
        order = accept(&offer);
    }
    let look = scratch.look_at(&state);
    let mut repelled = Repelled::default();
    for space in joined.iter() {
        let own = look.army(space, |owner| owner == me);
        let foes = look.enemies(space);
        if borne(scratch, space, &foes, &own).is_none() {
            repelled.by.insert(space, foes);
            repelled.from.insert(space);
            let landing = scratch.own(state.units_in(space));
            let landing = landing.filter(|(_, u)| u.marks.any(Marks::LANDING));
            landing.for_each(|(_, u)| repelled.from.insert(u.goal));
        }
    }
    repelled
}

/// What an attack will come to, if it is likely to win with something to spare.
pub fn good(scratch: &Scratch<'_>, target: SpaceId, foes: &Army, army: &Army) -> Option<Forecast> {
    let (end, won) = outcome(scratch, target, foes, army)?;
    won.then_some(end)
}

/// How much less of a chance is asked for by who fears no reply at all.
const BOLDER: f64 = 0.2;

/// What an attack will come to, and whether it is likely to win with something to spare: ashore nobody wins who takes
/// no ground. Nothing where nobody attacks.
fn outcome(
    scratch: &Scratch<'_>,
    target: SpaceId,
    foes: &Army,
    army: &Army,
) -> Option<(Forecast, bool)> {
    let rules = scratch.rules;
    let sea = rules.board.is_sea(target);
    if army.is_empty() {
        return None;
    }
    let end = scratch.profile.forecasts.of(rules, sea, army, foes);
    // What may end the war is worth a risk.
    let weights = &scratch.profile.weights;
    let asked = match !sea && scratch.look().decisive(target) {
        true => weights.attack_chance_decisive,
        false => weights.attack_chance,
    };
    // Who is bold asks for less.
    let asked = asked - BOLDER * (1.0 - scratch.stance.caution.min(1.0));
    Some((end, end.chance >= asked))
}

/// What an attack will come to that is likely to win, or that wears the foe down.
pub fn borne(scratch: &Scratch<'_>, target: SpaceId, foes: &Army, army: &Army) -> Option<Forecast> {
    let (end, won) = outcome(scratch, target, foes, army)?;
    let (look, rules) = (scratch.look(), scratch.rules);
    let weights = look.weights();
    // Who cannot take ground had better wait until he can, if that costs him much.
    let edge = match rules.board.is_sea(target) {
        true => look.edge(),
        false => look.edge().min(weights.ahead_worn),
    };
    let worn = || wears(weights, edge, end.lost[0], end.lost[1]) > 0.0;
    (won || worn()).then_some(end)
}

/// What an attack gains beyond what it costs and risks, what may come back at it included; nothing where it is
/// not likely to win, unless it wears the foe down.
pub fn balance(
    scratch: &Scratch<'_>,
    target: SpaceId,
    foes: &Army,
    army: &Army,
    risk: f64,
) -> Option<f64> {
    let end = borne(scratch, target, foes, army)?;
    let look = scratch.look();
    let (edge, weights) = (look.edge(), look.weights());
    let rules = scratch.rules;
    let sea = rules.board.is_sea(target);
    let threat = &look.threat_after(target, target).worst;
    // What stays there: of the ground units, or the ships, as many as survive.
    let stays = match sea {
        true => rules.units.sea,
        false => rules.units.land,
    };
    let share = (end.left[0] / army.hits(rules).max(1.0)).clamp(0.0, 1.0);
    let mut left = Army::default();
    for kind in stays.iter() {
        let count = f64::from(army.units.count(kind)) * share;
        left.push(kind, count.round() as u16);
    }
    let mut prize = end.chance
        * match sea {
            true => 1.0,
            false => look.worth(target),
        };
    let mut reply = 0.0;
    if !threat.is_empty() && !left.is_empty() {
        let back = scratch.profile.forecasts.of(rules, sea, threat, &left);
        prize *= 1.0 - back.beaten * (1.0 - weights.attack_traded);
        reply = (back.lost[1] - 0.9 * back.lost[0]).max(0.0);
    }
    let caution = scratch.stance.caution;
    Some(prize + edge * end.lost[1] - end.lost[0] - caution * (risk + weights.attack_reply * reply))
}
