//! Losses where every ship carries somebody else: there are more choices than anybody could list.

use sandtable::game::{Session, open};
use sandtable::kernel::{DecisionKind, Order, UnitIx};

/// So many of the choices are listed.
const LISTED: usize = 256;

/// A game that begins with so many laden ferries in the way of as many ships.
fn convoy(ferries: usize) -> Session {
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/edition");
    let opened = open(pack).map_err(|_| "the pack loads").unwrap();
    let (mut game, _) = opened.begin(1).expect("it begins");
    let mut change = |edit: &str| assert!(game.edit("position", edit).is_ok(), "{edit}");
    change("clear sz 1");
    change("clear sz 2");
    change(&format!("put {ferries} ferries of Blue in sz 2"));
    change(&format!("put {ferries} walkers of Blue in Blue Coast"));
    change(&format!("put {ferries} ships of Red in sz 1"));
    change("set turn Blue");
    change("set phase noncombat move");
    for _ in 0..ferries {
        let bare = |o: &Order| match o {
            Order::Load { onto, .. } => game.state().aboard(*onto).next().is_none(),
            _ => false,
        };
        let load = game.legal().into_iter().find(bare);
        let loaded = game.order(&load.expect("a ferry is empty"));
        assert!(loaded.is_ok());
    }
    for edit in ["set turn Red", "set phase combat move"] {
        assert!(game.edit("position", edit).is_ok(), "{edit}");
    }
    game
}

/// Has Red attack with all its ships, up to the first question to Blue: how many may be lost, and how many must.
fn attacked(game: &mut Session) -> (usize, u16) {
    let sails = |game: &Session| {
        let sea = game.rules().units.sea;
        let ship = |u: &UnitIx| sea.has(game.state().unit(*u).kind);
        let moves = |o: &Order| matches!(o, Order::Move { units, .. } if units.iter().all(ship));
        game.legal().into_iter().find(moves)
    };
    while let Some(order) = sails(game) {
        assert!(game.order(&order).is_ok());
    }
    loop {
        let decision = game.pending().expect("the game goes on");
        if let DecisionKind::Casualties {
            candidates, count, ..
        } = decision.kind
        {
            return (candidates.len(), count);
        }
        let next = game
            .legal()
            .into_iter()
            .find(|o| matches!(o, Order::EndPhase | Order::Fight { .. }));
        assert!(game.order(&next.expect("on to the battle")).is_ok());
    }
}

#[test]
fn choices_among_ships_that_all_differ_are_listed_as_far_as_there_is_room() {
    let mut game = convoy(40);
    let (candidates, count) = attacked(&mut game);
    assert!(candidates == 40 && (5..40).contains(&count), "{count} hits");
    let listed = game.legal();
    assert_eq!(listed.len(), LISTED);
    for order in &listed {
        assert!(game.branched().order(order).is_ok(), "{order:?}");
    }
}

#[test]
fn few_choices_are_all_listed() {
    let mut game = convoy(6);
    let (candidates, count) = attacked(&mut game);
    assert_eq!(candidates, 6);
    // So many of six: 6 over n.
    let ways = [1, 6, 15, 20, 15, 6, 1][usize::from(count)];
    assert_eq!(game.legal().len(), ways, "{count} hits");
}
