//! Simulated games as people and programs read them: tables, and rows for a spreadsheet.

use comfy_table::Cell;

use super::Paint;
use super::names::percent;
use super::report::{number, table};
use sandtable_rules::SomeWeights;
use sandtable_sim::{Comparison, Duel, Even, Interval, Mean, Played, Rating, Row, Score, Summary};
use serde::Serialize;

fn range(interval: Interval, scale: f64, digits: usize) -> String {
    if !interval.low.is_finite() {
        return "one value tells nothing".to_owned();
    }
    let (low, high) = (interval.low * scale, interval.high * scale);
    format!("{low:.digits$} to {high:.digits$}")
}

fn about(mean: &Mean) -> String {
    format!("{:.1} (95 %: {})", mean.mean, range(mean.interval, 1.0, 1))
}

/// What the games of an arm add up to.
pub fn sim_summary(summary: &Summary, width: Option<u16>, paint: Paint) -> String {
    let mut text = vec![paint.bold(&format!("{}, {} games", summary.label, summary.games))];
    let header = ["winner", "games", "share", "95 %", "won in round (median)"];
    let told = summary.wins.iter();
    let told = told.filter(|w| w.side.is_some() || w.games > 0);
    let wins = told.map(|won| {
        let side = won.side.as_deref().unwrap_or("nobody yet");
        let median = median(&won.by_round).filter(|_| won.side.is_some());
        [
            Cell::new(side),
            number(won.games),
            number(percent(won.share)),
            Cell::new(range(won.interval, 100.0, 1)),
            number(median.map_or_else(String::new, |r| r.to_string())),
        ]
    });
    text.push(table(&header, width, wins));
    for (what, mean) in [
        ("rounds of a game that was won", &summary.rounds),
        ("battles a game", &summary.battles),
        ("orders a game", &summary.orders),
    ] {
        text.extend(mean.as_ref().map(|m| format!("{what}: {}", about(m))));
    }
    text.push(format!("orders refused: {}", summary.refused));
    for (side, luck) in &summary.luck_of_winners {
        let beyond = format!("hits beyond expectation where the {side} won");
        text.extend(luck.as_ref().map(|m| format!("{beyond}: {}", about(m))));
    }
    let header = [
        "round",
        "side",
        "games",
        "income",
        "95 %",
        "units' worth",
        "95 %",
    ];
    let rounds = summary.by_round.iter().map(|row| {
        let (income, worth) = (&row.income, &row.worth);
        [
            number(row.round),
            Cell::new(&row.side),
            number(income.n),
            number(format!("{:.1}", income.mean)),
            Cell::new(range(income.interval, 1.0, 1)),
            number(format!("{:.0}", worth.mean)),
            Cell::new(range(worth.interval, 1.0, 0)),
        ]
    });
    text.push(table(&header, width, rounds));
    text.join("\n")
}

/// The round by whose end half of the games counted were over.
fn median(by_round: &[usize]) -> Option<usize> {
    let all: usize = by_round.iter().sum();
    let mut over = 0;
    let half = by_round.iter().position(|n| {
        over += n;
        all > 0 && 2 * over >= all
    });
    half.map(|nth| nth + 1)
}

/// Whether two arms differ.
pub fn sim_comparison(first: &str, second: &str, comparison: &Comparison, paint: Paint) -> String {
    let (pairs, same) = (comparison.pairs, comparison.identical);
    let title = format!("{second} against {first}, {pairs} pairs of games");
    let mut text = vec![paint.bold(&title)];
    if same > 0 {
        text.push(format!("{same} pairs came out the same to the last bit"));
    }
    for side in &comparison.sides {
        let more = side.more_wins.mean * 100.0;
        let verdict = if side.real() {
            "the difference is real".to_owned()
        } else {
            let reach = (side.more_wins.interval.high - side.more_wins.mean) * 100.0;
            format!("no difference is shown: one below about {reach:.1} points would go unnoticed")
        };
        text.push(format!(
            "{}: wins {more:+.1} points of 100 (95 %: {}), {} games lost and {} gained, by chance alone in {}: {verdict}",
            side.side,
            range(side.more_wins.interval, 100.0, 1),
            side.first_only,
            side.second_only,
            percent(side.chance),
        ));
        text.extend(side.margin.as_ref().map(|m| {
            let (more, range) = (m.mean, range(m.interval, 1.0, 1));
            format!("  its units' worth over the enemy's at the end: {more:+.1} (95 %: {range})")
        }));
    }
    text.join("\n")
}

/// How strong programs are, and what they scored against each other.
pub fn sim_ladder(
    programs: &[String],
    sides: &[String],
    ratings: &[Rating],
    scores: &[Score],
    width: Option<u16>,
) -> String {
    let rated = ratings.iter().map(|r| {
        [
            Cell::new(&r.program),
            number(format!("{:+.0}", r.rating)),
            Cell::new(format!("± {:.0}", r.give_or_take)),
            number(r.games),
            number(r.points),
        ]
    });
    let header = ["program", "rating", "95 %", "games", "points"];
    let rated = table(&header, width, rated);
    let first = sides.first().map_or("", String::as_str);
    let played = format!("plays the {first}");
    let won = format!("{first} won");
    let header = [&*played, "against", "games", &*won, "nobody yet", "lost"];
    let met = scores.iter().map(|s| {
        [
            Cell::new(&programs[s.played.first]),
            Cell::new(&programs[s.played.others]),
            number(s.games),
            number(s.won),
            number(s.open),
            number(s.games - s.won - s.open),
        ]
    });
    format!("{rated}\n{}", table(&header, width, met))
}

/// A step of a search for better weights: what the first of the two scored, and the weights after it.
pub fn sim_step(step: &str, duel: &Duel, weights: &SomeWeights) -> String {
    let figures = weights.iter();
    let figures: Vec<String> = figures.map(|(name, n)| format!("{name} {n}")).collect();
    let (share, games) = (percent(duel.share), duel.games);
    format!("{step}: {share} of {games} games; {}", figures.join(", "))
}

/// What new weights scored against the old ones.
pub fn sim_duel(duel: &Duel) -> String {
    let (games, won, lost) = (duel.games, duel.won, duel.lost);
    let range = duel.interval.map(|i| range(i, 100.0, 1));
    let range = range.map_or_else(String::new, |range| format!(" (95 %: {range})"));
    format!(
        "new against old, {games} games: {:.1} points, {}{range}; won {won}, lost {lost}, {} undecided",
        duel.points,
        percent(duel.share),
        games - won - lost
    )
}

/// How the sides played: in IPC a turn, and in hundredths of its turns.
pub fn sim_conduct(played: &[Played], width: Option<u16>) -> String {
    let header = [
        "side",
        "turns",
        "ships unguarded",
        "to scrambles",
        "aircraft thrown away",
        "left unspent",
        "% capital or city open",
        "% waits with war",
    ];
    let all = played.iter().map(|Played { side, conduct: c }| {
        let turns = f64::from(c.turns.max(1));
        let a_turn = |ipc: u32| number(format!("{:.2}", f64::from(ipc) / turns));
        let share = |n: u32| number(format!("{:.0}", 100.0 * f64::from(n) / turns));
        [
            Cell::new(side),
            number(c.turns),
            a_turn(c.unescorted),
            a_turn(c.scrambled),
            a_turn(c.grounded),
            a_turn(c.unspent),
            share(c.exposed),
            share(c.waited),
        ]
    });
    let mut text = vec![table(&header, width, all)];
    for Played { side, conduct: c } in played {
        let bought = c.bought.iter().map(|(kind, n)| format!("{n} {kind}"));
        text.push(format!(
            "{side} bought: {}",
            bought.collect::<Vec<_>>().join(", ")
        ));
    }
    text.join("\n")
}

/// The bid that evens a game.
pub fn sim_even(even: &Even, width: Option<u16>, paint: Paint) -> String {
    let tried = even.trials.iter().map(|t| {
        let share = number(percent(t.share()));
        [number(t.bid), number(t.games), number(t.points), share]
    });
    let tried = table(&["bid", "games", "points", "share"], width, tried);
    let wanted = percent(even.wanted);
    let power = &even.power;
    let none = even.trials.first();
    let verdict = match (even.bid, even.give_or_take) {
        (Some(bid), Some(off)) => format!(
            "{power} needs a bid of about {bid:.0}, give or take {off:.0}, for its side to score {wanted}"
        ),
        _ if none.is_some_and(|t| t.share() >= even.wanted) => {
            format!("{power} needs no bid: its side scores {wanted} or more without one")
        }
        _ => format!("no bid that was tried brings {power}'s side to {wanted}"),
    };
    format!("{}\n{tried}", paint.bold(&verdict))
}

/// Rows for a spreadsheet: one a game.
pub fn sim_csv(labels: &[String], sides: &[String], rows: &[Row]) -> String {
    let rounds = rows.iter().map(|r| r.standings.len()).max().unwrap_or(0);
    let first = [
        "arm", "game", "seed", "winner", "rounds", "orders", "refused", "battles",
    ];
    let mut header: Vec<String> = first.map(str::to_owned).into();
    header.extend(sides.iter().map(|s| format!("luck {s}")));
    for round in 1..=rounds {
        let of = |s| [format!("income {s} {round}"), format!("worth {s} {round}")];
        header.extend(sides.iter().flat_map(of));
    }
    header.push("digest".to_owned());
    let line = |row: &Row| {
        let winner = row.winner.and_then(|w| sides.get(usize::from(w)));
        let luck = |s: usize| f64::from(row.luck.get(s).copied().unwrap_or(0)) / 100.0;
        let luck = (0..sides.len()).map(|s| format!("{:.2}", luck(s)));
        let there = |(round, side): (usize, usize)| {
            let there = row.standings.get(round).and_then(|s| s.get(side));
            (there.map(|s| s.income), there.map(|s| s.worth))
        };
        let all = (0..rounds).flat_map(|round| (0..sides.len()).map(move |side| (round, side)));
        (
            (labels.get(usize::from(row.arm)), row.game, row.seed, winner),
            (row.rounds, row.orders, row.refused, row.battles),
            luck.collect::<Vec<_>>(),
            all.map(there).collect::<Vec<_>>(),
            row.digest.clone(),
        )
    };
    csv_text(&header, rows.iter().map(line))
}

/// Lines of one length as comma-separated values.
pub(super) fn csv_text(
    header: &[impl AsRef<[u8]>],
    lines: impl IntoIterator<Item = impl Serialize>,
) -> String {
    let mut csv = csv::Writer::from_writer(Vec::new());
    let written = csv.write_record(header);
    let mut lines = lines.into_iter();
    let written = written.and_then(|()| lines.try_for_each(|line| csv.serialize(line)));
    // Nothing is refused by a list in memory, and cells are as many in each line.
    written.expect("lines of one length can be written");
    let bytes = csv.into_inner().expect("a list takes everything");
    String::from_utf8_lossy(&bytes).into_owned()
}
