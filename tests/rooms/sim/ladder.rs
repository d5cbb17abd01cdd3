//! What `sim/ladder.rs` promises: programs are rated by their games.

use sandtable::sim::{Match, Score, matches, ratings};

fn score((first, others): (usize, usize), won: usize, open: usize) -> Score {
    let played = Match { first, others };
    let games = 100;
    Score {
        played,
        games,
        won,
        open,
    }
}

#[test]
fn every_two_meet_on_both_sides() {
    let played: Vec<(usize, usize)> = matches(3).iter().map(|m| (m.first, m.others)).collect();
    assert_eq!(played, [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]);
}

#[test]
fn ten_wins_for_one_are_four_hundred() {
    let names = ["a", "b"].map(str::to_owned);
    let scores = [score((0, 1), 91, 0), score((1, 0), 9, 0)];
    let rated = ratings(&names, &scores);
    assert_eq!((rated[0].program.as_str(), rated[0].games), ("a", 200));
    let apart = rated[0].rating - rated[1].rating;
    assert!((380.0..410.0).contains(&apart), "{rated:?}");
    assert!(rated[0].give_or_take > 40.0 && rated[0].give_or_take < 200.0);
}

#[test]
fn games_that_nobody_wins_count_half() {
    let names = ["a", "b"].map(str::to_owned);
    let rated = ratings(&names, &[score((0, 1), 0, 100), score((1, 0), 0, 100)]);
    assert!(
        rated
            .iter()
            .all(|r| r.rating.abs() < 1.0 && r.points == 100.0)
    );
}
