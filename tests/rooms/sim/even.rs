//! What `sim/even.rs` promises: the even bid is found.

use sandtable::sim::{Trial, even};

/// Shares that follow a curve with its middle at 30 IPC.
fn curve(bid: i32) -> Option<Trial> {
    let p = 1.0 / (1.0 + (-(f64::from(bid) - 30.0) / 12.0).exp());
    Some(Trial {
        bid,
        games: 400,
        points: (400.0 * p).round(),
    })
}

#[test]
fn the_even_bid_is_found() {
    let found = even("Red", 0.5, &mut curve);
    let bid = found.bid.unwrap();
    assert!(
        (bid - 30.0).abs() < 1.0 && found.give_or_take.unwrap() < 3.0,
        "{found:?}"
    );
    assert!(found.trials.len() < 12 && found.trials.is_sorted_by_key(|t| t.bid));
}

#[test]
fn some_games_cannot_be_evened_by_money() {
    let mut stronger = |bid| {
        Some(Trial {
            bid,
            games: 100,
            points: 60.0,
        })
    };
    assert_eq!(even("Red", 0.5, &mut stronger).bid, None);
    let mut hopeless = |bid| {
        Some(Trial {
            bid,
            games: 100,
            points: 0.0,
        })
    };
    let found = even("Red", 0.5, &mut hopeless);
    assert_eq!(
        (found.bid, found.trials.last().map(|t| t.bid)),
        (None, Some(384))
    );
    let mut stopped = |_| None;
    assert_eq!(even("Red", 0.5, &mut stopped).trials, []);
}
