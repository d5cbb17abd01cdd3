//! The landing proof: can every aircraft of the power on turn still come down somewhere? Exact over
//! all plans in which aircraft fly to friendly land or to a deck, own decks that have not moved
//! still move (with what stays aboard), and decks that are being bought appear. What rides a moving
//! deck and then flies on counts only where it reaches land.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::refusal::{Code, Refusal};
use super::super::state::{Marks, Unit, UnitIx};
use super::air::no_landing_at;
use super::assign::{Berth, most};
use super::carry::relocate;
use super::docks::{Deck, Plane, bit, decks, new_decks, spare, welcome};
use super::law::Law;
use super::path::Hop;
use super::settle;
use sandtable_rules::{SpaceId, UnitTypeId};

/// Everything that landing depends on.
pub struct Landing {
    planes: Vec<Plane>,
    decks: Vec<Deck>,
    short: OnceCell<usize>,
    /// The decks once an attack on a hostile zone has opened it to them.
    opened: RefCell<BTreeMap<SpaceId, Rc<Vec<Deck>>>>,
}

impl Landing {
    /// Looks at the board.
    pub fn new(law: &Law<'_>) -> Self {
        let air = law.cx.rules.units.air;
        let mut planes = Vec::new();
        for (ix, unit) in law.cx.state.of(law.me) {
            if air.has(unit.kind) && !law.havens.has(unit.space) {
                planes.extend(needy(law, ix, unit));
            }
        }
        Self {
            planes,
            decks: decks(law),
            short: OnceCell::new(),
            opened: RefCell::default(),
        }
    }

    /// The decks once a hostile zone is attacked.
    fn decks_opened(&self, law: &Law<'_>, zone: SpaceId) -> Rc<Vec<Deck>> {
        if let Some(known) = self.opened.borrow().get(&zone) {
            return Rc::clone(known);
        }
        law.opened.set(Some(zone));
        let decks = decks(law);
        law.opened.set(None);
        let decks = Rc::new(decks);
        self.opened.borrow_mut().insert(zone, Rc::clone(&decks));
        decks
    }

    /// How many aircraft cannot come down, those left out that are named in `without`, those in `with` added.
    fn unlanded(&self, law: &Law<'_>, decks: &[Deck], without: &[UnitIx], with: &[Plane]) -> usize {
        let planes: Vec<&Plane> = self
            .planes
            .iter()
            .filter(|p| !without.contains(&p.ix))
            .chain(with)
            .collect();
        if planes.is_empty() {
            return 0;
        }
        let mut kinds: Vec<UnitTypeId> = decks
            .iter()
            .flat_map(|d| d.guests.iter().copied())
            .collect();
        let guests = kinds.len();
        kinds.extend(planes.iter().map(|p| p.kind));
        let mut berths = Vec::with_capacity(decks.len());
        let mut guest = 0;
        for deck in decks {
            let sitting = (guest..guest + deck.guests.len()).fold(0, |bits, g| bits | bit(g));
            guest += deck.guests.len();
            let mut covers = Vec::with_capacity(deck.zones.len());
            for zone in &deck.zones {
                let mut cover = deck.cover(law, &planes, guests, *zone);
                cover.reached |= sitting;
                covers.push(cover);
            }
            berths.push(Berth::new(deck.slots.iter().copied(), covers));
        }
        (planes.len() + guests).saturating_sub(most(&kinds, berths))
    }

    /// How many aircraft cannot come down as things stand.
    pub fn shortfall(&self, law: &Law<'_>) -> usize {
        let short = || self.unlanded(law, &self.decks, &[], &[]);
        *self.short.get_or_init(short)
    }

    /// Whether everything that needs a deck sits on one and may stay there.
    fn all_aboard(&self, law: &Law<'_>) -> bool {
        let flown = Marks::MOVED.and(Marks::FOUGHT);
        self.planes
            .iter()
            .all(|p| p.home != UnitIx::NONE && !law.cx.state.unit(p.ix).marks.any(flown))
    }

    /// The type of an aircraft that has no place.
    fn victim(&self) -> Option<UnitTypeId> {
        self.planes.first().map(|p| p.kind)
    }
}

/// An own aircraft that may need a deck.
fn needy(law: &Law<'_>, ix: UnitIx, unit: &Unit) -> Option<Plane> {
    let mut home = UnitIx::NONE;
    if let Some(carrier) = unit.carrier() {
        let ship = law.cx.state.unit(carrier);
        if !law.cx.rules.units.decks.has(ship.kind) || law.cx.deck_shut(ship) {
            // It cannot leave, so it needs no place.
            return None;
        }
        home = carrier;
    }
    let left = law.points(unit).0;
    plane(law, (ix, unit.kind), unit.space, left, home)
}

/// An aircraft somewhere, unless it reaches land from there.
fn plane(
    law: &Law<'_>,
    who: (UnitIx, UnitTypeId),
    at: SpaceId,
    left: u8,
    home: UnitIx,
) -> Option<Plane> {
    if law.kind(who.1).one_way || law.home(who.1, at) <= left {
        return None;
    }
    let reach = law.wings(who.1, at, left);
    Some(Plane {
        ix: who.0,
        kind: who.1,
        reach,
        left,
        home,
    })
}

/// Those of some aircraft that can come down, as many of them together as can, whoever else has to.
pub fn come_down(law: &Law<'_>, some: &[UnitIx]) -> Vec<UnitIx> {
    let landing = Landing::new(law);
    let (mut down, mut lost) = (Vec::new(), some.to_vec());
    let unlanded = |without: &[UnitIx]| landing.unlanded(law, &landing.decks, without, &[]);
    let others = unlanded(&lost);
    for ix in some {
        let without: Vec<UnitIx> = lost.iter().copied().filter(|other| other != ix).collect();
        if unlanded(&without) == others {
            down.push(*ix);
            lost = without;
        }
    }
    down
}

/// Refuses to end noncombat movement while aircraft would be lost for want of a flight or of a deck
/// that can still come for them.
pub fn check_down(law: &Law<'_>) -> Result<(), Refusal> {
    let mut own = law.cx.state.of(law.me).map(|(_, u)| u);
    if !own.any(|u| u.flies(law.cx.rules) && !law.havens.has(u.space)) {
        return Ok(());
    }
    let lost = settle::lost(law.cx, new_decks(law.cx));
    let must = if lost > 0 {
        Landing::new(law).shortfall(law)
    } else {
        0
    };
    if lost > must {
        Err(Code::StillFlying.refuse().numbers(lost, must))
    } else {
        Ok(())
    }
}

/// Refuses a move after which fewer aircraft can come down than before. `base` is filled with the
/// board as it is now where it is needed, so that many moves can share it.
pub fn prove(law: &Law<'_>, base: &OnceCell<Landing>, hop: &Hop<'_>) -> Result<(), Refusal> {
    let units = &law.cx.rules.units;
    let (party, start, end) = (hop.party, hop.party.start, hop.end);
    let decks = party.kinds.meets(&units.decks);
    let flying = party.kinds.meets(&units.air);
    let pins = hop.declares && law.survey.own[end].meets(&units.decks);
    let uncovers = law.combat && law.sea(start) && law.hostile_zone(start);
    if !(decks || pins || uncovers || (flying && (law.combat || law.sea(end)))) {
        return Ok(());
    }
    // In combat movement a flight is half a flight; in noncombat movement it ends where it lands.
    let mut moved = Vec::new();
    let mut landed = Vec::new();
    for flyer in party.movers.iter().filter(|m| units.air.has(m.kind)) {
        let left = if law.combat {
            flyer.points.saturating_sub(hop.steps)
        } else {
            0
        };
        moved.push(flyer.ix);
        landed.extend(plane(law, (flyer.ix, flyer.kind), end, left, UnitIx::NONE));
    }
    if landed.is_empty() && !(decks || uncovers || pins) {
        return Ok(());
    }
    let before = base.get_or_init(|| Landing::new(law));
    let (after, victim) = if decks || uncovers || pins {
        if !law.combat && !flying && before.all_aboard(law) {
            return Ok(());
        }
        rearranged(law, hop, &moved, &landed)
    } else {
        let opens =
            law.combat && law.sea(end) && law.hostile_zone(end) && !law.attacked_by_own(end);
        let opened = opens.then(|| before.decks_opened(law, end));
        let decks = opened.as_deref().unwrap_or(&before.decks);
        if let [plane] = &landed[..]
            && before.all_aboard(law)
            && spare(law, decks, plane)
        {
            return Ok(());
        }
        for plane in &landed {
            if !welcome(law, decks, plane) && (!law.combat || before.shortfall(law) == 0) {
                if law.combat {
                    return Err(Code::NoLanding.refuse().of(plane.kind).at(end));
                }
                let fought = party.movers.iter().any(|m| m.fought);
                let refusal = no_landing_at(fought).refuse().of(plane.kind).at(end);
                return Err(refusal.because("no deck that {unit} can land on can be in {space}"));
            }
        }
        (before.unlanded(law, decks, &moved, &landed), None)
    };
    if after <= before.shortfall(law) {
        return Ok(());
    }
    if decks && !law.combat && !flying {
        return Err(Code::DeckPromised
            .refuse()
            .at(end)
            .of(party.one_of(units.decks)));
    }
    let refusal = Code::NoLanding.refuse().at(end);
    Err(match landed.first().map(|p| p.kind).or(victim) {
        Some(kind) => refusal.of(kind),
        None => refusal,
    })
}

/// How many aircraft cannot come down after a move that changes what decks can do, and one of them.
fn rearranged(
    law: &Law<'_>,
    hop: &Hop<'_>,
    moved: &[UnitIx],
    landed: &[Plane],
) -> (usize, Option<UnitTypeId>) {
    let mut state = law.cx.state.clone();
    relocate(&mut state, law.cx.rules, hop, law.combat);
    let later = law.after(law.cx.on(&state));
    let landing = Landing::new(&later);
    (
        landing.unlanded(&later, &landing.decks, moved, landed),
        landing.victim(),
    )
}
