//! Decisions in battle: the cheapest losses, retreat when it is going badly, and every shot that
//! costs nothing.

use super::army::{Army, Forecast};
use super::facts::{Facts, edge, wears};
use super::look::Look;
use super::profile::Profile;
use super::{raid, research};
use sandtable_kernel::{
    BOMBARD, Choice, Cx, DecisionKind, INTERCEPT, Marks, Offer, Order, Origin, SUBMERGE, Site,
    Unit, UnitIx, check, legal,
};
use sandtable_odds::{Force as Flight, Stack};
use sandtable_rules::{PowerId, SiteKind, SpaceId};

/// Answers a decision of combat or an offer.
pub fn answer(cx: Cx<'_>, profile: &Profile, me: PowerId, kind: &DecisionKind) -> Order {
    let order = match kind {
        DecisionKind::Phase(_) => Order::EndPhase,
        DecisionKind::Fight { sites } => fight(sites),
        DecisionKind::Casualties {
            space,
            candidates,
            count,
            ..
        } => {
            let prize = |last: UnitIx| prize(cx, profile, me, *space, last);
            casualties(cx, profile, candidates, *count, prize)
        }
        DecisionKind::Agree { .. } => Order::Agree,
        DecisionKind::Retreat { to, must: true, .. } => refuge(cx, me, to),
        DecisionKind::Retreat { space, to, .. } => retreat(cx, profile, me, *space, to),
        DecisionKind::Pick {
            pick,
            space,
            units,
            max,
        } => {
            let chosen = match *pick {
                SUBMERGE => submerge(cx, profile, me, *space, units),
                INTERCEPT => intercept(cx, *space, units),
                BOMBARD => bombard(cx, profile, units, *max),
                _ => Vec::new(),
            };
            Order::Pick(*pick, chosen)
        }
        // The plan chose the targets; losses on the way do not change which is worth most.
        DecisionKind::Aim { .. } => Order::Aim(Vec::new()),
        DecisionKind::Land { unit, to } => Order::Land {
            unit: *unit,
            to: shelter(cx, me, *unit, to),
        },
        // Dice of research are the only thing that a phase offers more than once.
        DecisionKind::Offer(offer) if offer.repeat && matches!(offer.origin, Origin::Phase(_)) => {
            Order::Answer(vec![0; research::dice(cx, profile, me, offer)])
        }
        DecisionKind::Offer(offer) => accept(offer),
    };
    if check(cx, &order).is_ok() {
        return order;
    }
    legal(cx).into_iter().next().unwrap_or(order)
}

fn fight(sites: &[Site]) -> Order {
    let first = sites
        .iter()
        .min_by_key(|s| (s.kind != SiteKind::Raid, s.kind != SiteKind::Sea, s.space));
    first.map_or(Order::EndPhase, |s| Order::Fight {
        space: s.space,
        kind: s.kind,
    })
}

/// What is lost with the last unit that could take the ground of a battle, in IPC: little where it would be taken back.
fn prize(cx: Cx<'_>, profile: &Profile, me: PowerId, space: SpaceId, last: UnitIx) -> f64 {
    /// The share of what the ground is worth that is left then: less than of an attack, for who takes it is lost as well.
    const TAKEN_BACK: f64 = 0.3;
    if me != cx.active() || cx.rules.board.is_sea(space) {
        return 0.0;
    }
    let facts = Facts::new(cx, me);
    let look = Look::new(cx, profile, me, &facts);
    let mut left = Army::default();
    left.push(cx.state.unit(last).kind, 1);
    let threat = look.threat_after(space, space).worst;
    let back = match threat.is_empty() {
        true => 0.0,
        false => look.forecast(false, &threat, &left).beaten,
    };
    look.worth(space) * (1.0 - back * (1.0 - TAKEN_BACK))
}

/// Hits that only damage first, then the cheapest; the last that takes ground is worth the ground too.
fn casualties(
    cx: Cx<'_>,
    profile: &Profile,
    candidates: &[UnitIx],
    count: u16,
    prize: impl Fn(UnitIx) -> f64,
) -> Order {
    let units = &cx.rules.units;
    let kind = |ix: &UnitIx| cx.state.unit(*ix).kind;
    let spare = |ix: &UnitIx| {
        let hits = units[kind(ix)].hits;
        hits.saturating_sub(cx.state.unit(*ix).damage + 1)
    };
    let mut chosen: Vec<UnitIx> = Vec::new();
    for ix in candidates {
        let free = usize::from(spare(ix)).min(usize::from(count) - chosen.len());
        chosen.extend(std::iter::repeat_n(*ix, free));
    }
    let load = |ix: &UnitIx| {
        let aboard = cx.state.aboard(*ix);
        aboard.map(|(_, u)| profile.cost[u.kind]).sum::<f64>()
    };
    let price = |ix: &UnitIx| profile.cost[kind(ix)] + load(ix);
    let takes = |ix: &UnitIx| units.takers.has(kind(ix));
    let cheaper = |a: &UnitIx, b: &UnitIx| price(a).total_cmp(&price(b)).then(a.cmp(b));
    let last = candidates.iter().copied().filter(takes).max_by(cheaper);
    let prize = last.map_or(0.0, prize);
    let dear = |ix: &UnitIx| price(ix) + if Some(*ix) == last { prize } else { 0.0 };
    let mut rest: Vec<UnitIx> = candidates.to_vec();
    rest.sort_by(|a, b| dear(a).total_cmp(&dear(b)).then(a.cmp(b)));
    let left = usize::from(count) - chosen.len();
    chosen.extend(rest.into_iter().take(left));
    let order = Order::Casualties(chosen);
    if check(cx, &order).is_ok() {
        return order;
    }
    let price = |order: &Order| match order {
        Order::Casualties(units) => units.iter().map(price).sum(),
        _ => f64::MAX,
    };
    let listed = legal(cx).into_iter();
    let cheapest = listed.min_by(|a, b| price(a).total_cmp(&price(b)));
    cheapest.unwrap_or(order)
}

/// The defender of a space, and what the battle there will come to: the attacker is the power on turn.
fn outlook(cx: Cx<'_>, profile: &Profile, space: SpaceId) -> (Army, Forecast) {
    let active = cx.active();
    let side = |own: bool| {
        let units = cx.state.units_in(space).map(|(_, u)| u);
        let takes_part = |u: &&Unit| match own {
            true => u.owner == active,
            false => cx.at_war(active, u.owner),
        };
        let fighting = units.filter(|u| !cx.is_cargo(u)).filter(takes_part);
        Army::of(cx.rules, fighting)
    };
    let (attacker, defender) = (side(true), side(false));
    let sea = cx.rules.board.is_sea(space);
    let end = profile.forecasts.of(cx.rules, sea, &attacker, &defender);
    (defender, end)
}

fn retreat(cx: Cx<'_>, profile: &Profile, me: PowerId, space: SpaceId, to: &[SpaceId]) -> Order {
    let (defender, end) = outlook(cx, profile, space);
    let (i, foe) = if me == cx.active() { (0, 1) } else { (1, 0) };
    let winning = [end.chance, 1.0 - end.beaten][i] > 0.5;
    let weights = &profile.weights;
    let worn = || wears(weights, edge(cx, weights, me), end.lost[i], end.lost[foe]) >= 0.0;
    if winning || worn() || defender.is_empty() {
        return Order::Press;
    }
    refuge(cx, me, to)
}

/// A retreat to where most friends are.
fn refuge(cx: Cx<'_>, me: PowerId, to: &[SpaceId]) -> Order {
    let to = to.iter().copied();
    let best = to.max_by_key(|s| (friends(cx, me, *s), std::cmp::Reverse(*s)));
    best.map_or(Order::Press, Order::Retreat)
}

/// How many units of friends stand in a space.
fn friends(cx: Cx<'_>, me: PowerId, space: SpaceId) -> usize {
    let units = cx.state.units_in(space);
    units.filter(|(_, u)| cx.friends(me, u.owner)).count()
}

/// All submerge from a battle that is lost, none from one that is won.
fn submerge(
    cx: Cx<'_>,
    profile: &Profile,
    me: PowerId,
    space: SpaceId,
    units: &[UnitIx],
) -> Vec<UnitIx> {
    let (_, end) = outlook(cx, profile, space);
    let lost = match me == cx.active() {
        true => 1.0 - end.chance,
        false => end.beaten,
    };
    if lost > 0.5 {
        units.to_vec()
    } else {
        Vec::new()
    }
}

/// All rise where the raid gains less by that.
fn intercept(cx: Cx<'_>, space: SpaceId, units: &[UnitIx]) -> Vec<UnitIx> {
    let there = cx.state.units_in(space).map(|(_, u)| u);
    let raiders = there.filter(|u| u.owner == cx.active() && u.marks.any(Marks::RAIDERS));
    let raiders: Vec<&Unit> = raiders.collect();
    let flight: Flight = raiders.iter().map(|u| Stack::of(u)).collect();
    let mut targets = raiders.iter().filter(|u| u.marks.any(Marks::RAIDING));
    let gains = |risen: Flight, target: &Unit| {
        let toll = raid::toll(cx.rules, cx.state.unit(target.link), &flight, risen)?;
        Some(toll.damage + toll.lost[1] - toll.lost[0])
    };
    let all = || units.iter().map(|ix| Stack::of(cx.state.unit(*ix)));
    let dearer = targets.next().and_then(|target| {
        let [fought, quiet] = [all().collect(), Flight::default()].map(|r| gains(r, target));
        Some(fought? >= quiet?)
    });
    match dearer {
        Some(true) => Vec::new(),
        _ => units.to_vec(),
    }
}

fn bombard(cx: Cx<'_>, profile: &Profile, ships: &[UnitIx], max: Option<u16>) -> Vec<UnitIx> {
    let mut ships = ships.to_vec();
    let punch = |ix: &UnitIx| profile.punch(cx.rules, cx.state.unit(*ix).kind);
    ships.sort_by(|a, b| punch(b).total_cmp(&punch(a)).then(a.cmp(b)));
    ships.truncate(max.map_or(ships.len(), usize::from));
    ships
}

/// The place with most friends, on land if there is one.
fn shelter(cx: Cx<'_>, me: PowerId, unit: UnitIx, to: &[SpaceId]) -> SpaceId {
    let here = cx.state.unit(unit).space;
    let rank = |s: &SpaceId| {
        let land = !cx.rules.board.is_sea(*s);
        (*s != here, land, friends(cx, me, *s), std::cmp::Reverse(*s))
    };
    let best = to.iter().copied().max_by_key(rank);
    best.unwrap_or(here)
}

/// Yes to what is offered; of other choices as many as may be taken.
pub fn accept(offer: &Offer) -> Order {
    let yes = |c: &Choice| matches!(c, Choice::Word(word) if word == "yes");
    if let Some(yes) = offer.choices.iter().position(yes) {
        return Order::Answer(u16::try_from(yes).into_iter().collect());
    }
    let choices = u16::try_from(offer.choices.len()).unwrap_or(u16::MAX);
    Order::Answer((0..offer.max.min(choices)).collect())
}
