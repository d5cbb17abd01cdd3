//! The landing proof: can every aircraft of the power on turn still come down somewhere? Exact over
//! all plans in which aircraft fly to friendly land or to a deck, own decks that have not moved
//! still move (with what stays aboard), and decks that are being bought appear. What rides a moving
//! deck and then flies on counts only where it reaches land.

use std::cell::OnceCell;

use super::super::query::Cx;
use super::super::refusal::{Code, Refusal};
use super::super::state::{Marks, Unit, UnitIx};
use super::air::no_landing_at;
use super::assign::{Berth, Cover, most};
use super::carry::relocate;
use super::law::Law;
use super::path::Trip;
use super::{cargo, docks};
use crate::rules::{HoldKind, SpaceId, SpaceSet, UnitTypeId, UnitTypeSet};

/// An aircraft that cannot reach land by itself.
#[derive(Clone, Debug)]
pub struct Plane {
    ix: UnitIx,
    kind: UnitTypeId,
    /// Where it can fly.
    reach: SpaceSet,
    /// How far.
    left: u8,
    /// The deck it sits on.
    home: UnitIx,
}

/// A deck and where it can be.
struct Deck {
    ix: UnitIx,
    slots: Vec<UnitTypeSet>,
    /// Other powers' aircraft that stay on it, where its slots differ.
    guests: Vec<UnitTypeId>,
    zones: Vec<SpaceId>,
    /// The types that may come aboard.
    takes: UnitTypeSet,
}

/// Everything that landing depends on.
pub struct Landing {
    planes: Vec<Plane>,
    decks: Vec<Deck>,
    short: OnceCell<usize>,
}

impl Landing {
    /// Looks at the board.
    pub fn new(law: &Law<'_>) -> Result<Self, Refusal> {
        let mut landing = Self { planes: Vec::new(), decks: Vec::new(), short: OnceCell::new() };
        let (air, decks) = (law.cx.rules.units.air, law.cx.rules.units.decks);
        for (ix, unit) in law.cx.state.all() {
            if decks.has(unit.kind) {
                landing.decks.extend(deck(law, ix, unit)?);
            } else if air.has(unit.kind) && unit.owner == law.me && !law.havens.has(unit.space) {
                landing.planes.extend(needy(law, ix, unit)?);
            }
        }
        if law.cx.rules.movement.new_decks {
            for new in docks::new_decks(law.cx) {
                landing.decks.push(Deck { ix: UnitIx::NONE, slots: new.slots, guests: Vec::new(), zones: new.zones, takes: air });
            }
        }
        Ok(landing)
    }

    /// How many aircraft cannot come down, those left out that are named in `without`, those in `with` added.
    fn unlanded(&self, law: &Law<'_>, without: &[UnitIx], with: &[Plane]) -> Result<usize, Refusal> {
        let planes: Vec<&Plane> = self.planes.iter().filter(|p| !without.contains(&p.ix)).chain(with).collect();
        if planes.is_empty() {
            return Ok(0);
        }
        let mut kinds: Vec<UnitTypeId> = self.decks.iter().flat_map(|d| d.guests.iter().copied()).collect();
        let guests = kinds.len();
        kinds.extend(planes.iter().map(|p| p.kind));
        let mut berths = Vec::with_capacity(self.decks.len());
        let mut guest = 0;
        for deck in &self.decks {
            let sitting = (guest..guest + deck.guests.len()).fold(0, |bits, g| bits | bit(g));
            guest += deck.guests.len();
            let mut covers = Vec::with_capacity(deck.zones.len());
            for zone in &deck.zones {
                let mut cover = deck.cover(law, &planes, guests, *zone)?;
                cover.reached |= sitting;
                covers.push(cover);
            }
            berths.push(Berth::new(deck.slots.iter().copied(), covers));
        }
        Ok((planes.len() + guests).saturating_sub(most(&kinds, berths)))
    }

    /// How many aircraft cannot come down as things stand.
    pub fn shortfall(&self, law: &Law<'_>) -> Result<usize, Refusal> {
        if let Some(short) = self.short.get() {
            return Ok(*short);
        }
        let short = self.unlanded(law, &[], &[])?;
        Ok(*self.short.get_or_init(|| short))
    }

    /// Whether some deck could take this aircraft, whatever else wants it.
    fn welcomes(&self, law: &Law<'_>, plane: &Plane) -> Result<bool, Refusal> {
        for deck in &self.decks {
            for zone in &deck.zones {
                if deck.cover(law, &[plane], 0, *zone)? != Cover::default() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The type of an aircraft that has no place.
    fn victim(&self) -> Option<UnitTypeId> {
        self.planes.first().map(|p| p.kind)
    }
}

impl Deck {
    fn cover(&self, law: &Law<'_>, planes: &[&Plane], first: usize, zone: SpaceId) -> Result<Cover, Refusal> {
        let mut cover = Cover::default();
        for (i, plane) in planes.iter().enumerate() {
            let aboard = self.ix != UnitIx::NONE && plane.home == self.ix;
            if aboard || (self.takes.has(plane.kind) && plane.reach.has(zone)) {
                cover.reached |= bit(first + i);
            }
            if aboard && self.zones.len() > 1 && law.home(plane.kind, zone)? <= plane.left {
                cover.freed |= bit(first + i);
            }
        }
        Ok(cover)
    }
}

/// Aircraft beyond those that can be told apart find no place.
fn bit(i: usize) -> u128 {
    if i < Cover::MOST { 1 << i } else { 0 }
}

/// An own aircraft that may need a deck.
fn needy(law: &Law<'_>, ix: UnitIx, unit: &Unit) -> Result<Option<Plane>, Refusal> {
    let mut home = UnitIx::NONE;
    if let Some(carrier) = unit.carrier() {
        let ship = law.cx.state.unit(carrier);
        if !law.cx.rules.units.decks.has(ship.kind) || law.cx.deck_shut(ship) {
            // It cannot leave, so it needs no place.
            return Ok(None);
        }
        home = carrier;
    }
    let left = law.points(unit)?.0;
    plane(law, (ix, unit.kind), unit.space, left, home)
}

/// An aircraft somewhere, unless it reaches land from there.
fn plane(law: &Law<'_>, who: (UnitIx, UnitTypeId), at: SpaceId, left: u8, home: UnitIx) -> Result<Option<Plane>, Refusal> {
    if law.home(who.1, at)? <= left {
        return Ok(None);
    }
    let reach = law.wings(who.1, at, left)?;
    Ok(Some(Plane { ix: who.0, kind: who.1, reach, left, home }))
}

/// A deck on the board that own aircraft can use.
fn deck(law: &Law<'_>, ix: UnitIx, ship: &Unit) -> Result<Option<Deck>, Refusal> {
    let own = ship.owner == law.me;
    if !law.cx.friends(law.me, ship.owner) || law.cx.deck_shut(ship) {
        return Ok(None);
    }
    let mut slots = cargo::slots(law.cx.rules, ship, HoldKind::Deck);
    let air = law.cx.rules.units.air;
    let aboard = law.cx.state.aboard(ix).filter(|(_, u)| air.has(u.kind));
    let (mine, mut guests): (Vec<_>, Vec<_>) = aboard.partition(|(_, u)| u.owner == law.me);
    if slots.is_empty() || (!own && mine.is_empty() && !law.cx.rules.movement.allied_decks) {
        return Ok(None);
    }
    if slots.windows(2).all(|pair| pair[0] == pair[1]) {
        slots.truncate(slots.len().saturating_sub(guests.len()));
        guests.clear();
    }
    let mut takes = UnitTypeSet::EMPTY;
    for kind in air.iter() {
        if cargo::admits(law.cx, kind, ship)? {
            takes.insert(kind);
        }
    }
    let still = Marks::MOVED.and(Marks::FOUGHT).and(Marks::UNLOADED).and(Marks::DONE).and(Marks::LOADED);
    let stays = !own || ship.marks.any(still) || (law.combat && law.battle_in(ship.space));
    let zones = if stays { vec![ship.space] } else { law.harbours(ship.kind, ship.space, law.points(ship)?.0)? };
    Ok(Some(Deck { ix, slots, guests: guests.iter().map(|(_, u)| u.kind).collect(), zones, takes }))
}

/// Refuses a move after which fewer aircraft can come down than before. `base` is filled with the
/// board as it is now where it is needed, so that many moves can share it.
pub fn prove(law: &Law<'_>, base: &OnceCell<Landing>, trip: &Trip) -> Result<(), Refusal> {
    let units = &law.cx.rules.units;
    let party = &trip.party;
    let (start, end) = (party.start, trip.end());
    let decks = party.kinds.meets(&units.decks);
    let flyers: Vec<_> = party.movers.iter().filter(|m| units.air.has(m.kind)).collect();
    let pins = trip.declares && law.survey.own[end].meets(&units.decks);
    let uncovers = law.combat && law.sea(start) && law.hostile_zone(start);
    let opens = law.combat && law.sea(end) && law.hostile_zone(end) && !law.attacked_by_own(end);
    if !(decks || uncovers || pins || !flyers.is_empty()) || (!law.combat && !decks && !law.sea(end)) {
        return Ok(());
    }
    // In combat movement a flight is half a flight; in noncombat movement it ends where it lands.
    let mut landed = Vec::new();
    for flyer in &flyers {
        let left = if law.combat { flyer.points.saturating_sub(u8::try_from(trip.steps()).unwrap_or(u8::MAX)) } else { 0 };
        landed.extend(plane(law, (flyer.ix, flyer.kind), end, left, UnitIx::NONE)?);
    }
    if landed.is_empty() && !decks && !uncovers && !pins {
        return Ok(());
    }
    if base.get().is_none() {
        // Nothing else fills the cell between the question above and here.
        let _ = base.set(Landing::new(law)?);
    }
    let Some(before) = base.get() else { return Ok(()) };
    let moved: Vec<UnitIx> = flyers.iter().map(|m| m.ix).collect();
    let (after, victim) = if decks || uncovers || opens || pins {
        let mut state = law.cx.state.clone();
        relocate(&mut state, law.cx.rules, trip, law.combat);
        let later = Law::new(Cx { state: &state, ..law.cx })?;
        let landing = Landing::new(&later)?;
        (landing.unlanded(&later, &moved, &landed)?, landing.victim())
    } else {
        (before.unlanded(law, &moved, &landed)?, None)
    };
    if after > before.shortfall(law)? {
        let promised = decks && !law.combat && flyers.is_empty();
        let code = if promised { Code::DeckPromised } else { Code::NoLanding };
        let blamed = if promised { Some(party.one_of(units.decks)) } else { landed.first().map(|p| p.kind).or(victim) };
        let refusal = code.refuse().at(end);
        return Err(blamed.map_or(refusal.clone(), |kind| refusal.of(kind)));
    }
    if !law.combat {
        for plane in &landed {
            if !before.welcomes(law, plane)? && !decks {
                let fought = flyers.iter().any(|m| m.fought);
                return Err(no_landing_at(fought).refuse().of(plane.kind).at(end));
            }
        }
    }
    Ok(())
}
