//! What `kernel/place/promise.rs` promises: new decks go where aircraft wait for them.

use sandtable::kernel::{Bought, Code};
use sandtable::rules::EconomyId;

use super::super::bay::{self, *};
use super::{code, place};

#[test]
fn a_new_deck_goes_where_it_is_waited_for() {
    let mut rules = rules();
    rules.board.spaces[DEEP].borders.push(HOME);
    rules.board.spaces[HOME].borders.push(DEEP);
    let mut state = state(&rules);
    for (kind, count) in [(DECK, 1), (WALKER, 3)] {
        state.bought.push(Bought {
            kind,
            count,
            price: 3,
            economy: EconomyId(0),
        });
    }
    assert_eq!(
        code(&rules, &state, DECK, 1, DEEP),
        None,
        "nobody waits yet"
    );
    put(&mut state, FLYER, RED, BAY, 1);
    assert_eq!(
        code(&rules, &state, DECK, 1, DEEP),
        Some(Code::DeckPromised)
    );
    assert_eq!(
        code(&rules, &state, WALKER, 3, HOME),
        Some(Code::DeckPromised),
        "no room would be left for the deck"
    );
    assert_eq!(code(&rules, &state, WALKER, 2, HOME), None);
    let mut served = state.clone();
    put(&mut served, DECK, RED, BAY, 1);
    assert_eq!(
        code(&rules, &served, DECK, 1, DEEP),
        None,
        "it has another deck"
    );
    place(&rules, &mut state, DECK, BAY);
    assert_eq!(code(&rules, &state, WALKER, 2, HOME), None);
    // One deck for two zones: either will do.
    let mut torn = bay::state(&rules);
    torn.bought.push(Bought {
        kind: DECK,
        count: 1,
        price: 3,
        economy: EconomyId(0),
    });
    put(&mut torn, FLYER, RED, BAY, 1);
    put(&mut torn, FLYER, RED, DEEP, 1);
    assert_eq!(
        [BAY, DEEP].map(|zone| code(&rules, &torn, DECK, 1, zone)),
        [None, None]
    );
    // However many are bought, only so many are tried as aircraft wait for.
    torn.bought[0].count = 60;
    put(&mut torn, FLYER, RED, BAY, 5);
    assert_eq!(code(&rules, &torn, DECK, 1, BAY), None);
}
