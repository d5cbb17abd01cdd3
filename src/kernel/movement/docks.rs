//! Decks for aircraft of the power on turn: those on the board and the zones they can be in, those
//! that are being bought and the zones they can appear in.

use super::super::production;
use super::super::query::Cx;
use super::super::state::{Unit, UnitIx};
use super::assign::Cover;
use super::cargo;
use super::law::{Law, SPENT};
use sandtable_rules::{HoldKind, PowerId, Site, SpaceId, SpaceSet, UnitTypeId, UnitTypeSet};

/// An aircraft that cannot reach land by itself.
#[derive(Clone, Debug)]
pub struct Plane {
    /// Which.
    pub ix: UnitIx,
    /// Its type.
    pub kind: UnitTypeId,
    /// Where it can fly.
    pub reach: SpaceSet,
    /// How far.
    pub left: u8,
    /// The deck it sits on.
    pub home: UnitIx,
}

/// A deck and where it can be.
pub struct Deck {
    /// Which; [`UnitIx::NONE`] where it will be placed this turn.
    pub ix: UnitIx,
    /// What it takes.
    pub slots: Vec<UnitTypeSet>,
    /// Other powers' aircraft that stay on it, where its slots differ.
    pub guests: Vec<UnitTypeId>,
    pub zones: Vec<SpaceId>,
    /// How many own aircraft sit on it.
    pub crew: usize,
    /// The types that may come aboard.
    pub takes: UnitTypeSet,
}

impl Deck {
    /// Which of these aircraft it serves from a zone, as bits that begin at `first`.
    pub fn cover(&self, law: &Law<'_>, planes: &[&Plane], first: usize, zone: SpaceId) -> Cover {
        let mut cover = Cover::default();
        for (i, plane) in planes.iter().enumerate() {
            let aboard = self.ix != UnitIx::NONE && plane.home == self.ix;
            if aboard || (self.takes.has(plane.kind) && plane.reach.has(zone)) {
                cover.reached |= bit(first + i);
            }
            if aboard && self.zones.len() > 1 && law.home(plane.kind, zone) <= plane.left {
                cover.freed |= bit(first + i);
            }
        }
        cover
    }
}

/// Aircraft beyond those that can be told apart find no place.
pub fn bit(i: usize) -> u128 {
    if i < Cover::MOST { 1 << i } else { 0 }
}

/// Every deck that own aircraft can use, those included that are being bought.
pub fn decks(law: &Law<'_>) -> Vec<Deck> {
    let mut all = Vec::new();
    let types = law.cx.rules.units.decks;
    for (ix, unit) in law.cx.state.all().filter(|(_, u)| types.has(u.kind)) {
        all.extend(deck(law, ix, unit));
    }
    all.extend(new_decks(law.cx));
    all
}

/// Whether some deck has a slot to spare for this aircraft when nobody else leaves or takes one.
pub fn spare(law: &Law<'_>, decks: &[Deck], plane: &Plane) -> bool {
    let left = law.cx.state.unit(plane.ix).carrier();
    decks.iter().any(|deck| {
        let crew = deck.crew - usize::from(left == Some(deck.ix) && deck.crew > 0);
        deck.guests.is_empty()
            && crew < deck.slots.len()
            && deck.takes.has(plane.kind)
            && deck.slots.iter().all(|s| s.has(plane.kind))
            && deck.zones.iter().any(|zone| plane.reach.has(*zone))
    })
}

/// Whether some deck could take this aircraft, whatever else wants it.
pub fn welcome(law: &Law<'_>, decks: &[Deck], plane: &Plane) -> bool {
    let takes = |deck: &&Deck| deck.slots.iter().any(|s| s.has(plane.kind));
    let serves = |deck: &Deck| {
        let mut zones = deck.zones.iter();
        zones.any(|zone| deck.cover(law, &[plane], 0, *zone) != Cover::default())
    };
    decks.iter().filter(takes).any(serves)
}

/// A deck on the board that own aircraft can use.
fn deck(law: &Law<'_>, ix: UnitIx, ship: &Unit) -> Option<Deck> {
    let own = ship.owner == law.me;
    if !law.cx.friends(law.me, ship.owner) || law.cx.deck_shut(ship) {
        return None;
    }
    let mut slots = cargo::slots(law.cx.rules, ship, HoldKind::Deck);
    let air = law.cx.rules.units.air;
    let aboard = law.cx.state.aboard(ix).filter(|(_, u)| air.has(u.kind));
    let (mine, mut guests): (Vec<_>, Vec<_>) = aboard.partition(|(_, u)| u.owner == law.me);
    if slots.is_empty() || (!own && mine.is_empty() && !law.cx.rules.movement.allied_decks) {
        return None;
    }
    if slots.windows(2).all(|pair| pair[0] == pair[1]) {
        slots.truncate(slots.len().saturating_sub(guests.len()));
        guests.clear();
    }
    let admitted = |kind: &UnitTypeId| cargo::admits(law.cx, (law.me, *kind), ship);
    let takes = air.iter().filter(admitted).collect();
    let stays = !own || ship.marks.any(SPENT) || (law.combat && law.battle_in(ship.space));
    let crew = mine.len();
    let zones = if stays {
        vec![ship.space]
    } else {
        law.harbours(ship.kind, ship.space, law.points(ship).0)
    };
    Some(Deck {
        ix,
        slots,
        guests: guests.iter().map(|(_, u)| u.kind).collect(),
        zones,
        crew,
        takes,
    })
}

/// The decks that the power on turn has bought and will be able to place, each with where: none unless aircraft may count
/// on them.
pub fn new_decks(cx: Cx<'_>) -> Vec<Deck> {
    let me = cx.active();
    let mut decks = Vec::new();
    if !cx.rules.movement.new_decks {
        return decks;
    }
    let bought = cx
        .state
        .bought
        .iter()
        .filter(|b| cx.rules.units.decks.has(b.kind) && at_producers(cx, me, b.kind));
    let mut yards = None;
    for order in bought {
        let (zones, room) = yards.get_or_insert_with(|| shipyards(cx, me));
        let slots = cargo::slots_of(cx.rules, order.kind, me, HoldKind::Deck);
        if slots.is_empty() || zones.is_empty() {
            continue;
        }
        for _ in 0..order.count.min(u16::try_from(*room).unwrap_or(u16::MAX)) {
            *room -= 1;
            decks.push(Deck {
                ix: UnitIx::NONE,
                slots: slots.clone(),
                guests: Vec::new(),
                zones: zones.iter().collect(),
                crew: 0,
                takes: cx.rules.units.air,
            });
        }
    }
    decks
}

/// How many aircraft of a type the decks take that are being bought and can appear in a zone.
pub fn new_berths(cx: Cx<'_>, kind: UnitTypeId, zone: SpaceId) -> usize {
    let decks = new_decks(cx);
    let there = decks.iter().filter(|deck| deck.zones.contains(&zone));
    let slots = there.flat_map(|deck| &deck.slots);
    slots.filter(|types| types.has(kind)).count()
}

fn at_producers(cx: Cx<'_>, me: PowerId, kind: UnitTypeId) -> bool {
    let row = cx.rules.economy.placement(me, kind);
    row.is_some_and(|p| p.site == Site::Producer)
}

/// The zones that border the power's producing facilities, and how many units these make.
fn shipyards(cx: Cx<'_>, me: PowerId) -> (SpaceSet, usize) {
    let (mut zones, mut room) = (SpaceSet::EMPTY, 0usize);
    let board = &cx.rules.board;
    let made = board.land.iter().map(|s| (s, production::room(cx, me, s)));
    for (space, made) in made.filter(|(_, made)| *made > 0) {
        room += usize::from(made);
        let coast = board.spaces[space].borders.iter();
        coast
            .filter(|s| board.is_sea(**s))
            .for_each(|s| zones.insert(*s));
    }
    (zones, room)
}
