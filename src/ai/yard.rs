//! New warships: whether foes have more, and what guards a zone best for the money, own aircraft that come aboard
//! included.

use super::facts::side;
use super::look::Look;
use super::profile::FAR;
use super::scratch::Scratch;
use super::wants::{Wants, for_money};
use sandtable_kernel::deck_fits;
use sandtable_odds::Force;
use sandtable_rules::{PowerSet, SpaceId, UnitTypeId};

/// What is built to guard a zone.
pub struct Yard {
    /// What guards best by itself.
    warship: Option<UnitTypeId>,
    /// What guards better than that with aircraft aboard.
    deck: Option<UnitTypeId>,
    /// Who would come aboard each of the next decks: own aircraft that have none yet and get to the zone.
    crews: Vec<Vec<UnitTypeId>>,
}

impl Yard {
    /// What a power can build for a zone.
    pub fn new(scratch: &Scratch<'_>, wants: &Wants, zone: Option<SpaceId>) -> Self {
        let (rules, profile) = (scratch.rules, scratch.profile);
        let warship = wants.warship[0];
        let deck = wants.deck.filter(|_| rules.movement.new_decks);
        let guards = |ships: &[UnitTypeId]| for_money(rules, profile, &profile.sea.defence, ships);
        let alone = warship.map_or(0.0, |ship| guards(&[ship]));
        let mut flyers = zone.map_or_else(Vec::new, |zone| flyers(scratch, zone));
        // The decks there are come first.
        for (ix, ship) in scratch.own(scratch.state.all()) {
            if rules.units.decks.has(ship.kind) {
                let load = scratch.state.load_of(ix);
                crew(scratch, ship.kind, load, &mut flyers);
            }
        }
        let crew = || {
            let crew = crew(scratch, deck?, Vec::new(), &mut flyers);
            let manned = [&[deck?], &crew[..]].concat();
            (!crew.is_empty() && guards(&manned) > alone).then_some(crew)
        };
        Self {
            warship,
            deck,
            crews: std::iter::from_fn(crew).collect(),
        }
    }

    /// What to build next where these were built, of what can be paid for.
    pub fn next(&self, built: &Force, paid: impl Fn(UnitTypeId) -> bool) -> Option<UnitTypeId> {
        let manned = |deck: &UnitTypeId| usize::from(built.count(*deck)) < self.crews.len();
        let deck = self.deck.filter(manned).filter(|kind| paid(*kind));
        deck.or(self.warship.filter(|kind| paid(*kind)))
    }

    /// The ships among new units, and who comes aboard them.
    pub fn manned(&self, look: &Look<'_>, built: &Force) -> Force {
        let decks = self.deck.map_or(0, |deck| built.count(deck));
        let crews = self.crews.iter().take(usize::from(decks)).flatten();
        let ships = built.only(look.cx.rules.units.sea);
        crews.fold(ships, |all, kind| all.with(*kind, 1))
    }
}

/// Own aircraft without a deck that get to a zone in one flight, the best defenders last.
fn flyers(scratch: &Scratch<'_>, zone: SpaceId) -> Vec<UnitTypeId> {
    let look = scratch.look();
    let near = scratch.aircraft();
    let near = near.filter(|u| u.carrier().is_none() && look.flies(u, zone));
    let mut flyers: Vec<UnitTypeId> = near.map(|u| u.kind).collect();
    let defence = |kind: &UnitTypeId| look.profile.sea.defence[*kind];
    flyers.sort_by(|a, b| defence(a).total_cmp(&defence(b)).then(b.cmp(a)));
    flyers
}

/// Takes those out of these aircraft, the last first, who fit on a deck with those who are there; all of them then.
fn crew(
    scratch: &Scratch<'_>,
    deck: UnitTypeId,
    mut crew: Vec<UnitTypeId>,
    flyers: &mut Vec<UnitTypeId>,
) -> Vec<UnitTypeId> {
    for i in (0..flyers.len()).rev() {
        crew.push(flyers[i]);
        match deck_fits(scratch.rules, deck, scratch.me, &crew) {
            true => _ = flyers.remove(i),
            false => _ = crew.pop(),
        }
    }
    crew
}

/// Whether foes are the stronger at sea, where a power has much that only ships connect with its capital.
pub fn outsailed(scratch: &Scratch<'_>) -> bool {
    /// So much of all income.
    const MUCH: f64 = 0.25;
    let (look, rules) = (scratch.look(), scratch.rules);
    let Some(capital) = look.capitals().next() else {
        return false;
    };
    let own = |s: &SpaceId| scratch.state.owner(*s) == Some(scratch.me);
    let income = |s: SpaceId| f64::from(rules.board.spaces[s].income);
    let (mut all, mut overseas) = (0.0, 0.0);
    for space in rules.board.land.iter().filter(own) {
        all += income(space);
        if look.profile.land_steps(capital, space) == FAR {
            overseas += income(space);
        }
    }
    let warships = rules.units.warships();
    let strength = |powers: PowerSet| {
        let units = scratch.state.all().map(|(_, u)| u);
        let units = units.filter(|u| powers.has(u.owner) && warships.has(u.kind));
        units.map(|u| scratch.profile.cost[u.kind]).sum::<f64>()
    };
    overseas >= MUCH * all && strength(look.foes) > strength(side(scratch.cx(), scratch.me))
}
