//! What there is for sale that a power can make use of.

use super::look::{Look, slots};
use super::profile::Profile;
use super::scratch::Scratch;
use sandtable_kernel::production_room;
use sandtable_rules::{Domain, Reach, Rules, SpaceId, Table, UnitTypeId, Verdict};

/// What a power can make use of.
pub struct Wants {
    /// Who takes hits for least.
    pub fodder: Option<UnitTypeId>,
    /// Who scores most hits on land for the money.
    pub punch: Option<UnitTypeId>,
    /// Who takes ground fast.
    pub swift: Option<UnitTypeId>,
    /// Aircraft.
    pub plane: Option<UnitTypeId>,
    /// Who raids facilities and attacks best besides.
    pub raider: Option<UnitTypeId>,
    /// Transports.
    pub ship: Option<UnitTypeId>,
    /// Warships: the best to guard with, and the best to attack with.
    pub warship: [Option<UnitTypeId>; 2],
    /// The cheapest with room for aircraft at sea.
    pub deck: Option<UnitTypeId>,
    /// What builds units where nothing does yet.
    pub works: Option<UnitTypeId>,
    /// From where transports sail farther.
    pub base: Option<UnitTypeId>,
}

/// What a type costs, in IPC; too much for what is not for sale.
pub fn price(scratch: &Scratch<'_>, kind: UnitTypeId) -> i32 {
    scratch.rules.units[kind].cost.map_or(i32::MAX, i32::from)
}

/// So much of what can be built in a territory is, while its owner has other cares.
pub const BUILT: f64 = 0.5;

/// How many men of a type the owner of a territory can add to it each turn, if all income goes into them.
pub fn grows(look: &Look<'_>, space: SpaceId, man: UnitTypeId) -> f64 {
    let cx = look.cx;
    let earned = |owner| match production_room(cx, owner, space) {
        0 => 0.0,
        room => f64::from(room).min(look.earns(owner) / look.profile.cost[man]),
    };
    cx.state.owner(space).map_or(0.0, earned)
}

/// How strong units fight for what the first of them costs, at these hits a round: twice as many are four times as strong.
pub fn for_money(
    rules: &Rules,
    profile: &Profile,
    hits: &Table<UnitTypeId, f64>,
    units: &[UnitTypeId],
) -> f64 {
    let taken: f64 = units.iter().map(|k| f64::from(rules.units[*k].hits)).sum();
    let scored: f64 = units.iter().map(|k| hits[*k]).sum();
    let cost = units.first().map_or(1.0, |k| profile.cost[*k]);
    taken * scored / (cost * cost)
}

impl Wants {
    /// The best type for each purpose among those for sale.
    pub fn new(look: &Look<'_>, scratch: &Scratch<'_>) -> Self {
        let (rules, profile) = (scratch.rules, look.profile);
        let sells = |k: &UnitTypeId| {
            let rows = rules.economy.purchases.iter();
            let mut rows = rows.filter(|r| r.by.has(look.me) && r.units.has(*k));
            let decides = rows.find(|r| scratch.cx().holds(&r.when, look.me));
            decides.is_some_and(|r| r.verdict == Verdict::Allow) && rules.units[*k].cost.is_some()
        };
        let sold: Vec<UnitTypeId> = rules.units.types.ids().filter(sells).collect();
        let cost = |k: UnitTypeId| f64::from(price(scratch, k)).max(1.0);
        let best = |test: &dyn Fn(UnitTypeId) -> bool, score: &dyn Fn(UnitTypeId) -> f64| {
            let able = sold.iter().copied().filter(|k| test(*k));
            able.max_by(|a, b| score(*a).total_cmp(&score(*b)).then(b.cmp(a)))
        };
        let domain = |k: UnitTypeId| rules.units[k].domain;
        let takes = |k: UnitTypeId| rules.units.takers.has(k);
        let carries = |k: UnitTypeId| rules.units.transports.has(k) && slots(look, k) > 0;
        let punch = |k: UnitTypeId| profile.punch(rules, k);
        let raids = |k: UnitTypeId| rules.battles.raiders.iter().any(|r| r.units.has(k));
        let ship = best(&|k| domain(k) == Domain::Sea && carries(k), &|k| -cost(k));
        let farther = |k: UnitTypeId| {
            let facility = rules.units.facility(k);
            let mut bonus = facility.into_iter().flat_map(|f| &f.range_bonus);
            bonus.any(|b| b.reach == Reach::Offshore && ship.is_some_and(|s| b.movers.has(s)))
        };
        Self {
            fodder: best(&takes, &|k| -cost(k) + 0.1 * punch(k)),
            punch: best(&takes, &|k| (look.attack(k) + profile.support[k]) / cost(k)),
            swift: best(&|k| takes(k) && rules.units[k].moves > 1, &|k| {
                look.attack(k) * 2.0 - cost(k) * 0.01
            }),
            plane: best(&|k| domain(k) == Domain::Air, &|k| punch(k) / cost(k)),
            raider: best(&raids, &|k| look.attack(k) * 2.0 - cost(k) * 0.01),
            ship,
            warship: [&profile.sea.defence, &profile.sea.attack].map(|hits| {
                best(&|k| domain(k) == Domain::Sea && !carries(k), &|k| {
                    for_money(rules, profile, hits, &[k])
                })
            }),
            deck: best(&|k| rules.units.decks.has(k), &|k| -cost(k)),
            works: best(&|k| rules.units[k].production().is_some(), &|k| -cost(k)),
            base: best(&farther, &|k| -cost(k)),
        }
    }
}
