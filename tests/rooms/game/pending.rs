//! What `game/pending.rs` promises: whose aircraft need the decks of a battle.

use sandtable::game::pending_battle;
use sandtable::kernel::{Cx, NoHooks, State};
use sandtable::rules::SiteKind;

use super::super::straits::*;

/// How many aircraft of both sides can land elsewhere after a battle at the end of the row of zones, with so many
/// spaces flown already and so many decks of the defender one zone away.
fn elsewhere_after(flown: u8, near: usize) -> [u32; 2] {
    let mut rules = straits();
    let plan = bare_plan(SiteKind::Sea, set(&[DECK, FLYER]));
    rules.battles.plans.push(plan);
    let mut state = State::new(&rules);
    let mut put = |kind, owner, at| state.add(kind, owner, at).expect("a small position");
    let (deck, flyer) = (put(DECK, RED, FAR), put(FLYER, RED, FAR));
    let (other, guest) = (put(DECK, BLUE, FAR), put(FLYER, BLUE, FAR));
    put(FLYER, BLUE, FAR);
    (0..near).for_each(|_| _ = put(DECK, BLUE, EAST));
    state.unit_mut(flyer).link = deck;
    state.unit_mut(flyer).used = flown;
    state.unit_mut(guest).link = other;
    let cx = Cx::new(&rules, &state, &NoHooks);
    let battle = pending_battle(cx, FAR, Some(SiteKind::Sea)).expect("a battle");
    let elsewhere = &battle.setup.elsewhere;
    [0, 1].map(|side| elsewhere[side].as_ref().map_or(0, |f| f.units()))
}

#[test]
fn the_board_says_whose_aircraft_need_the_decks_of_a_battle() {
    // The attacker has land one step away; the defender only decks.
    assert_eq!(elsewhere_after(3, 0), [1, 0]);
    assert_eq!(elsewhere_after(4, 0), [0, 0]);
    assert_eq!(elsewhere_after(4, 1), [0, 2]);
}
