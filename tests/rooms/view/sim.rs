//! What `view/sim.rs` promises: rows for spreadsheets, and the median.

use sandtable::sim::{Row, Standing, summary};
use sandtable::view::{Paint, sim_csv, sim_summary};

#[test]
fn spreadsheets_read_the_rows() {
    let standings = vec![vec![
        Standing {
            income: 3,
            worth: 40
        };
        2
    ]];
    let row = Row {
        arm: 0,
        game: 7,
        seed: 8,
        winner: Some(1),
        rounds: 1,
        orders: 12,
        refused: 0,
        battles: 2,
        luck: vec![-150, 25],
        standings,
        conduct: Vec::new(),
        digest: "00ff".to_owned(),
    };
    let text = sim_csv(
        &["a, b".to_owned()],
        &["North".to_owned(), "South".to_owned()],
        std::slice::from_ref(&row),
    );
    assert_eq!(
        text,
        "arm,game,seed,winner,rounds,orders,refused,battles,luck North,luck South,income North 1,worth North 1,income South 1,worth South 1,digest\n\
         \"a, b\",7,8,South,1,12,0,2,-1.50,0.25,3,40,3,40,00ff\n"
    );
    // South won once in the first round, twice in the second and five times in the third; North never.
    let won = |rounds| Row {
        rounds,
        ..row.clone()
    };
    let rows: Vec<Row> = [1, 2, 2, 3, 3, 3, 3, 3].map(won).into();
    let sides = ["North", "South"].map(str::to_owned);
    let all = summary("a", &sides, &rows.iter().collect::<Vec<_>>());
    let text = sim_summary(&all, None, Paint::Off);
    let column = text
        .lines()
        .find_map(|line| line.find("won in round (median)"))
        .expect("a column");
    let median = |side: &str| {
        let line = text.lines().find(|line| line.contains(side));
        let line = line.expect("a line of its own");
        line.get(column..).unwrap_or_default().trim()
    };
    assert_eq!(["North", "South"].map(median), ["", "3"]);
}
