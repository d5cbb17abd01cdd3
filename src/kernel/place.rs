//! Placing what was bought: where a type may appear, how much room the producing facilities have
//! left, which decks take new aircraft, and the refund of what found no place.

mod promise;

use super::Game;
use super::act::slot_taken;
use super::event::{Event, UnitsAt};
use super::holds::deck_fits;
use super::hooks::Wants;
use super::order::Order;
use super::production::{held, producers, produces, sources};
use super::query::Cx;
use super::refusal::{Code, Refusal};
use super::state::{Marks, State, Unit, UnitIx};
use super::treasury;
use sandtable_rules::{Domain, Id, PowerId, Site, SpaceId, Terrain, UnitTypeId};

/// Whether a new facility of this type may stand in a space.
///
/// # Errors
/// Why it may not.
pub fn facility_fits(
    cx: Cx<'_>,
    me: PowerId,
    kind: UnitTypeId,
    space: SpaceId,
) -> Result<(), Refusal> {
    let at = &cx.rules.board.spaces[space];
    let refusal = Code::PlaceWhere.refuse().of(kind).at(space).by(me);
    let land = at.terrain == Terrain::Land && !at.closed;
    if !land {
        return Err(match at.terrain {
            Terrain::Land => refusal.because("nobody can be in {space}"),
            _ => refusal.because("{unit} stands on land, and {space} is none"),
        });
    }
    let wants = Wants::Place(1, space);
    if let Some(ruling) = cx.hooks.may(wants, me, kind, cx.view()) {
        ruling.or(refusal)?;
    } else {
        if !held(cx, me, space) {
            return Err(refusal.because(NOT_HELD));
        }
        placed(cx, me, kind, space).map_err(|reason| refusal.clone().stated(reason))?;
        if !suits(cx, me, kind, space) {
            return Err(refusal.because("{space} is no site for {unit}"));
        }
    }
    if slot_taken(cx, kind, space) {
        return Err(Code::PlaceSlot.refuse().of(kind).at(space));
    }
    Ok(())
}

/// Whether a territory is a site for a facility, as its type and the pack's rows have it.
pub fn sited(cx: Cx<'_>, me: PowerId, kind: UnitTypeId, space: SpaceId) -> bool {
    placed(cx, me, kind, space).is_ok() && suits(cx, me, kind, space)
}

/// Whether the pack's row for a type names this space, if it names any; else the reason that the row gives.
fn placed(cx: Cx<'_>, me: PowerId, kind: UnitTypeId, space: SpaceId) -> Result<(), &str> {
    match cx.rules.economy.placement(me, kind) {
        Some(row) => match &row.site {
            Site::Own(filter) if !cx.matches(filter, space, me) => Err(&row.reason),
            Site::Own(_) | Site::Producer => Ok(()),
        },
        None => Ok(()),
    }
}

/// Whether a territory is what a type of facility says it needs.
fn suits(cx: Cx<'_>, me: PowerId, kind: UnitTypeId, space: SpaceId) -> bool {
    let facility = cx.rules.units.facility(kind);
    facility.is_some_and(|f| cx.matches(&f.site, space, me))
}

/// Whether these can be placed there.
///
/// # Errors
/// Why they cannot.
pub fn check(cx: Cx<'_>, kind: UnitTypeId, count: u16, space: SpaceId) -> Result<(), Refusal> {
    allowed(cx, kind, count, space)?;
    promise::check(cx, kind, count, space)
}

/// The same, whatever counts on other units that are still to be placed.
///
/// # Errors
/// Why they cannot.
pub fn allowed(cx: Cx<'_>, kind: UnitTypeId, count: u16, space: SpaceId) -> Result<(), Refusal> {
    let me = cx.active();
    if !cx.rules.units.types.has(kind) {
        return Err(Code::NoSuchUnit.refuse());
    }
    if !cx.rules.board.spaces.has(space) {
        return Err(Code::PlaceWhere.refuse().of(kind));
    }
    if count == 0 {
        return Err(Code::Nothing.refuse().of(kind));
    }
    let have = cx.state.waiting(kind);
    if u32::from(count) > have {
        return Err(Code::NotBought.refuse().of(kind).numbers(count, have));
    }
    if cx.rules.units[kind].domain == Domain::Facility {
        facility_fits(cx, me, kind, space)?;
        if count > 1 {
            return Err(Code::PlaceSlot.refuse().of(kind).at(space));
        }
    } else {
        check_unit(cx, kind, count, space)?;
    }
    if cx.rules.powers[me].economies.len() == 1 {
        return Ok(());
    }
    settle(cx, &mut cx.state.clone(), kind, count, space)
}

/// Takes what is placed out of what was bought, at the cost of the treasuries of the places that build it.
fn settle(
    cx: Cx<'_>,
    state: &mut State,
    kind: UnitTypeId,
    count: u16,
    space: SpaceId,
) -> Result<(), Refusal> {
    let me = cx.active();
    let drawn = drawn(cx, kind, count, space).unwrap_or_else(|| vec![(space, count)]);
    drawn
        .into_iter()
        .try_for_each(|(at, count)| match cx.rules.powers.economy_at(me, at) {
            Some(payer) if !treasury::open(cx, me, payer) => {
                Err(Code::NoTreasury.refuse().of(kind))
            }
            Some(payer) => treasury::settle(state, kind, count, payer),
            None => Ok(()),
        })
}

/// The producing territories that so many units draw on; `None`: they need none.
fn drawn(cx: Cx<'_>, kind: UnitTypeId, count: u16, space: SpaceId) -> Option<Vec<(SpaceId, u16)>> {
    let me = cx.active();
    let row = cx.rules.economy.placement(me, kind);
    if cx.rules.units[kind].domain == Domain::Facility
        || row.is_none_or(|r| r.site != Site::Producer)
    {
        return None;
    }
    let mut left = count;
    let take = |(producer, room): (SpaceId, u16)| {
        let take = left.min(room);
        left -= take;
        (producer, take)
    };
    Some(producers(cx, me, space).map(take).collect())
}

/// Whether a type could be built in a territory at all, whatever room is left there.
pub fn builds(cx: Cx<'_>, me: PowerId, kind: UnitTypeId, space: SpaceId) -> bool {
    if cx.rules.units[kind].domain == Domain::Facility {
        return facility_fits(cx, me, kind, space).is_ok();
    }
    match cx.rules.economy.placement(me, kind).map(|row| &row.site) {
        Some(Site::Producer) => held(cx, me, space) && produces(cx, me, space),
        Some(Site::Own(_)) => {
            cx.state.owner(space) == Some(me) && placed(cx, me, kind, space).is_ok()
        }
        None => false,
    }
}

/// Why nothing is placed in a space that was taken in this turn, or is another's.
const NOT_HELD: &str = "{power} has not held {space} since its turn began";

fn check_unit(cx: Cx<'_>, kind: UnitTypeId, count: u16, space: SpaceId) -> Result<(), Refusal> {
    let me = cx.active();
    let refusal = || Code::PlaceWhere.refuse().of(kind).at(space).by(me);
    let at_sea = cx.rules.board.is_sea(space);
    let on_deck = at_sea && cx.rules.units[kind].domain == Domain::Air;
    let wanted = if at_sea { Domain::Sea } else { Domain::Land };
    let domain = cx.rules.units[kind].domain;
    let row = cx.rules.economy.placement(me, kind);
    let row = row.ok_or_else(|| refusal().because("no rule lets {power} place {unit}"))?;
    if cx.rules.board.spaces[space].closed {
        return Err(refusal().because("nobody can be in {space}"));
    }
    if domain != wanted && domain != Domain::Air {
        return Err(refusal().because(match at_sea {
            true => "{unit} is placed on land, and {space} is at sea",
            false => "{unit} is placed at sea, and {space} is land",
        }));
    }
    let wants = Wants::Place(count, space);
    let ruling = cx.hooks.may(wants, me, kind, cx.view());
    if let Some(ruling) = &ruling {
        ruling.or(refusal())?;
    }
    match &row.site {
        _ if ruling.is_some() => {}
        Site::Own(_) => {
            let own =
                cx.state.owner(space) == Some(me) || (at_sea && cx.state.owner(space).is_none());
            if !own {
                return Err(refusal().because("{space} does not belong to {power}"));
            }
            placed(cx, me, kind, space).map_err(|reason| refusal().stated(reason))?;
        }
        Site::Producer => {
            if !sources(cx, space).any(|s| held(cx, me, s) && produces(cx, me, s)) {
                let taken = !at_sea && produces(cx, me, space);
                return Err(refusal().because(match (at_sea, taken) {
                    (_, true) => NOT_HELD,
                    (true, _) => {
                        "{power} has no facility that builds units on the coast of {space}"
                    }
                    (false, _) => "{power} has no facility that builds units in {space}",
                }));
            }
            let room: u32 = producers(cx, me, space).map(|(_, n)| u32::from(n)).sum();
            if u32::from(count) > room {
                return Err(Code::PlaceFull
                    .refuse()
                    .of(kind)
                    .at(space)
                    .numbers(count, room));
            }
        }
    }
    if on_deck && decks_for(cx, kind, count, space).is_none() {
        return Err(refusal().because("no deck in {space} has room left for {unit}"));
    }
    Ok(())
}

/// Own decks in a zone for so many new aircraft, one each; `None` if there are not enough. Decks
/// that aircraft in the air over the zone wait for are not given away.
fn decks_for(cx: Cx<'_>, kind: UnitTypeId, count: u16, zone: SpaceId) -> Option<Vec<UnitIx>> {
    let me = cx.active();
    let open = cx
        .state
        .units_in(zone)
        .filter(|(_, u)| u.owner == me && cx.rules.units.decks.has(u.kind) && !cx.deck_shut(u));
    let mut decks: Vec<(UnitIx, UnitTypeId, Vec<UnitTypeId>)> = open
        .map(|(ix, ship)| (ix, ship.kind, cx.state.load_of(ix)))
        .collect();
    let mut board = |kind: UnitTypeId| {
        decks.iter_mut().find_map(|(ix, ship, load)| {
            load.push(kind);
            if deck_fits(cx.rules, *ship, me, load) {
                return Some(*ix);
            }
            load.pop();
            None
        })
    };
    let aloft = |u: &Unit| u.owner == me && u.flies(cx.rules);
    for (_, unit) in cx.state.units_in(zone).filter(|(_, u)| aloft(u)) {
        board(unit.kind);
    }
    (0..count).map(|_| board(kind)).collect()
}

/// Places them; checked before.
///
/// # Errors
/// The position is full.
pub fn place(
    game: &mut Game<'_>,
    kind: UnitTypeId,
    count: u16,
    space: SpaceId,
) -> Result<(), Refusal> {
    let me = game.state.active(game.rules);
    let cx = game.cx();
    let on_deck = cx.rules.units[kind].domain == Domain::Air && cx.rules.board.is_sea(space);
    let decks = if on_deck {
        decks_for(cx, kind, count, space).unwrap_or_default()
    } else {
        Vec::new()
    };
    let from = drawn(cx, kind, count, space);
    let mut state = game.state.clone();
    settle(game.cx(), &mut state, kind, count, space)?;
    *game.state = state;
    for (producer, take) in from.into_iter().flatten().filter(|(_, take)| *take > 0) {
        match game.state.placed.iter_mut().find(|(s, _)| *s == producer) {
            Some((_, n)) => *n += take,
            None => game.state.placed.push((producer, take)),
        }
    }
    for nth in 0..count {
        let ix = game
            .state
            .add(kind, me, space)
            .ok_or(Code::Overflow.refuse().numbers(count, 0))?;
        let unit = game.state.unit_mut(ix);
        unit.marks.set(Marks::PLACED.and(Marks::DONE));
        unit.link = decks.get(usize::from(nth)).copied().unwrap_or(UnitIx::NONE);
    }
    game.tell(Event::Placed(UnitsAt::new(me, vec![(kind, count)], space)));
    Ok(())
}

/// Where one unit of a type could be placed.
pub fn sites(cx: Cx<'_>, kind: UnitTypeId) -> impl Iterator<Item = SpaceId> {
    cx.rules
        .board
        .spaces
        .ids()
        .filter(move |s| check(cx, kind, 1, *s).is_ok())
}

/// What can be placed, one at a time and all at once.
///
/// # Errors
/// None: placement asks no script.
pub fn legal(cx: Cx<'_>, orders: &mut Vec<Order>) {
    for entry in &cx.state.bought {
        for space in sites(cx, entry.kind) {
            let kind = entry.kind;
            let place = |count| Order::Place { kind, count, space };
            orders.push(place(1));
            if entry.count > 1 && check(cx, kind, entry.count, space).is_ok() {
                orders.push(place(entry.count));
            }
        }
    }
}

/// Whether the phase may end: nothing is left that could be placed.
///
/// # Errors
/// Something could be placed.
pub fn check_end(cx: Cx<'_>) -> Result<(), Refusal> {
    let left = cx
        .state
        .bought
        .iter()
        .find_map(|b| sites(cx, b.kind).next().map(|s| (b.kind, s)));
    left.map_or(Ok(()), |(kind, space)| {
        Err(Code::PlaceMore.refuse().of(kind).at(space))
    })
}

/// Ends mobilization: what is left is paid back, facilities that are being built up are done.
pub fn refund(game: &mut Game<'_>) {
    let me = game.state.active(game.rules);
    let left = std::mem::take(&mut game.state.bought);
    game.state.placed.clear();
    let mut total = 0;
    for entry in &left {
        let price = i32::from(entry.count) * i32::from(entry.price);
        total += price;
        let treasury = &mut game.state.treasury[entry.economy.index()];
        *treasury = treasury.saturating_add(price);
    }
    if !left.is_empty() {
        let counts = left.iter().map(|b| (b.kind, b.count)).collect();
        game.tell(Event::Refunded {
            power: me,
            units: counts,
            ipc: total,
        });
    }
    finish_upgrades(game, me);
}

/// Facilities that are being built up become the better type.
pub fn finish_upgrades(game: &mut Game<'_>, me: PowerId) {
    let pending = |u: &Unit| u.owner == me && u.marks.any(Marks::UPGRADING);
    for ix in game.state.those(pending) {
        let unit = game.state.unit_mut(ix);
        unit.marks.clear(Marks::UPGRADING);
        let (space, kind) = (unit.space, unit.kind);
        if let Some((to, _)) = game.rules.units.upgrade_of(kind) {
            game.state.unit_mut(ix).kind = to;
            game.tell(Event::Upgraded {
                power: me,
                space,
                unit: to,
            });
        }
    }
}
