//! A game that was played, told as a report, and its figures by round.

use super::Paint;
use super::brief::turns;
use super::dice::{Sheet, sheets};
use super::sim::csv_text;
use sandtable_game::Session;
use sandtable_rules::Rules;
use sandtable_sim::{DiceReport, Figures};
use std::fmt::Write as _;

/// A report of a game in Markdown: every round with its turns, battles and losses, and how the sides stood after it.
pub fn war_report(session: &Session, about: &[String]) -> String {
    let (rules, figures) = (session.rules(), Figures::all(session));
    let mut text = format!("# {}\n\n", rules.title);
    about.iter().for_each(|line| _ = writeln!(text, "- {line}"));
    let mut round = 0;
    for (begun, turn) in turns(rules, None, session.story().events()) {
        if let Some(next) = begun.round {
            stood(rules, &mut text, round, &figures);
            round = next;
            let _ = writeln!(text, "\n## Round {round}\n");
        }
        let mut lines = turn.lines(rules, Paint::Off).into_iter();
        if let Some(first) = lines.next() {
            let _ = writeln!(text, "- {}", first.trim());
        }
        lines.for_each(|line| _ = writeln!(text, "  - {}", line.trim()));
    }
    stood(rules, &mut text, round, &figures);
    let sheets = sheets(rules, &DiceReport::of(session));
    if !sheets.is_empty() {
        text.push_str("\n## The dice\n");
    }
    sheets.iter().for_each(|sheet| text += &sheet.markdown());
    text
}

/// How the sides stood at the end of a round.
fn stood(rules: &Rules, text: &mut String, round: u16, figures: &[Figures]) {
    let row = |f: &Figures| {
        vec![
            f.side.clone(),
            f.income.to_string(),
            f.units.to_string(),
            f.worth.to_string(),
            f.battles.to_string(),
            format!("{:+.2}", f.luck),
        ]
    };
    let rows = figures.iter().filter(|f| f.round == round).map(row);
    let rows: Vec<_> = rows.collect();
    if !rows.is_empty() {
        let worth = format!("worth in {}", rules.economy.currency);
        let header = [
            "side",
            "income",
            "units",
            &worth,
            "battles begun",
            "hits beyond expectation",
        ];
        text.push_str(&Sheet::new("", header.map(str::to_owned).to_vec(), rows).markdown());
    }
}

/// The figures of a game by round and side, as a table of comma-separated values.
pub fn figures_csv(figures: &[Figures]) -> String {
    let header = [
        "round", "side", "income", "units", "worth", "battles", "luck",
    ];
    let lines = figures.iter().map(|f| {
        let luck = format!("{:.2}", f.luck);
        (
            f.round, &f.side, f.income, f.units, f.worth, f.battles, luck,
        )
    });
    csv_text(&header, lines)
}
