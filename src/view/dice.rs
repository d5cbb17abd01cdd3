//! What the dice of a game say, as tables: of text, or of Markdown in a report.

use super::names::{power_name, space_name};
use super::report::{number, table};
use comfy_table::Cell;
use sandtable_rules::{Rules, SiteKind, joined_or};
use sandtable_sim::{DiceReport, Faces, Luck};

/// A table with its heading, and what is to be said about it.
pub(super) struct Sheet {
    title: String,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    notes: Vec<String>,
}

/// Cells of a row.
fn cells<const N: usize>(texts: [&str; N]) -> Vec<String> {
    texts.map(str::to_owned).to_vec()
}

fn is_number(cell: &str) -> bool {
    cell.trim_start_matches(['+', '-'])
        .starts_with(|c: char| c.is_ascii_digit())
}

impl Sheet {
    /// A table with this heading.
    pub fn new(title: &str, header: Vec<String>, rows: Vec<Vec<String>>) -> Self {
        Self {
            title: title.to_owned(),
            header,
            rows,
            notes: Vec::new(),
        }
    }

    /// In Markdown.
    pub fn markdown(&self) -> String {
        let first = self.rows.first();
        let right = |at: usize| first.is_some_and(|row| is_number(&row[at]));
        let rule = (0..self.header.len()).map(|at| if right(at) { "---:" } else { "---" });
        let rule = rule.map(str::to_owned).collect();
        let lines = [&self.header, &rule].into_iter().chain(&self.rows);
        let lines = lines.map(|cells| format!("| {} |", cells.join(" | ")));
        let table = lines.collect::<Vec<_>>().join("\n");
        let notes = self.notes.iter().map(|note| format!("\n\n{note}"));
        let title = match &*self.title {
            "" => String::new(),
            title => format!("\n### {title}\n"),
        };
        format!("{title}\n{table}{}\n", notes.collect::<String>())
    }

    fn text(&self, width: Option<u16>) -> String {
        let header: Vec<&str> = self.header.iter().map(String::as_str).collect();
        let cell = |text: &String| match is_number(text) {
            true => number(text),
            false => Cell::new(text),
        };
        let rows = self.rows.iter().map(|row| row.iter().map(cell));
        let notes = self.notes.iter().map(|note| format!("\n{note}"));
        let notes: String = notes.collect();
        format!("{}\n{}{notes}", self.title, table(&header, width, rows))
    }
}

/// The tables of a report.
pub(super) fn sheets(rules: &Rules, report: &DiceReport) -> Vec<Sheet> {
    let mut sheets = Vec::new();
    for all in report.faces.iter().filter(|f| f.power.is_none()) {
        let own = report.faces.iter().filter(|f| f.sides == all.sides);
        let mut header = cells(["power", "dice"]);
        header.extend((1..=all.sides).map(|face| face.to_string()));
        header.extend(cells(["chi-squared", "as uneven"]));
        let title = format!("Dice with {} sides", all.sides);
        let mut sheet = Sheet::new(&title, header, own.map(|f| face_row(rules, f)).collect());
        sheet.notes = vec![verdict(all)];
        sheets.push(sheet);
    }
    let money = &rules.economy.currency;
    let figures = ["hits", "expected", "luck", money];
    let row = |luck: &Luck, first: &[&str]| {
        let expected = format!("{:.2}", luck.expected);
        let (beyond, worth) = (format!("{:+.2}", luck.luck), format!("{:+.1}", luck.worth));
        let figures = [luck.hits.to_string(), expected, beyond, worth];
        first
            .iter()
            .map(|text| (*text).to_owned())
            .chain(figures)
            .collect()
    };
    if !report.luck.is_empty() {
        let of = |l: &Luck| row(l, &[power_name(rules, l.power), &l.volleys.to_string()]);
        let header = [cells(["power", "volleys"]), cells(figures)].concat();
        let mut sheet = Sheet::new("Luck", header, report.luck.iter().map(of).collect());
        sheet.notes = vec![format!(
            "Luck is hits beyond those to be expected; in {money} each counts as what a hit in battle destroyed on average here, {:.2}.",
            report.hit_worth
        )];
        sheets.push(sheet);
    }
    let rows = report.battles.iter().flat_map(|battle| {
        let place = space_name(rules, battle.space);
        let place = match battle.kind {
            SiteKind::Raid => format!("raid on {place}"),
            SiteKind::Sea | SiteKind::Land => place.to_owned(),
        };
        let round = battle.round.to_string();
        let of = move |l: &Luck| row(l, &[&round, &place, power_name(rules, l.power)]);
        battle.powers.iter().map(of)
    });
    let rows: Vec<Vec<String>> = rows.collect();
    if !rows.is_empty() {
        let header = [cells(["round", "battle", "power"]), cells(figures)].concat();
        sheets.push(Sheet::new("Luck by battle", header, rows));
    }
    if let Some(last) = sheets.last_mut().filter(|_| report.others > 0) {
        let message = "dice of special rules belong to no power and are not among these";
        last.notes.push(format!("{} {message}.", report.others));
    }
    sheets
}

fn face_row(rules: &Rules, faces: &Faces) -> Vec<String> {
    let power = faces.power.map_or("together", |p| power_name(rules, p));
    let mut row = cells([power, &faces.dice.to_string()]);
    row.extend(faces.faces.iter().map(u32::to_string));
    let even = faces.even.map_or("too few to tell".to_owned(), share);
    row.extend([format!("{:.2}", faces.chi_squared), even]);
    row
}

/// A share of games in plain numbers.
fn share(p: f64) -> String {
    match p {
        p if p >= 0.01 => format!("{:.0} of 100 games", p * 100.0),
        p if p >= 0.0001 => format!("{:.0} of 10,000 games", p * 10_000.0),
        _ => "fewer than 1 of 10,000 games".to_owned(),
    }
}

/// What is to be thought of all dice together.
fn verdict(all: &Faces) -> String {
    let Some(even) = all.even else {
        return "There are too few dice to tell whether they are fair.".to_owned();
    };
    let mut said = format!(
        "Fair dice show faces as uneven as these or more in {}",
        share(even)
    );
    if let Some(free) = all.free {
        said += &format!(
            ", and neighbours that hang together as much or more in {}",
            share(free)
        );
    }
    let least = all.free.map_or(even, |free| free.min(even));
    let judged = match least {
        p if p >= 0.05 => "nothing speaks against these dice",
        p if p >= 0.001 => "unusual, though of many fair games some come out so",
        _ => "so rare that these dice are hardly fair",
    };
    format!("{said}: {judged}.")
}

/// The dice of a game in tables of text.
pub fn dice_report(rules: &Rules, report: &DiceReport, width: Option<u16>) -> String {
    let sheets = sheets(rules, report);
    let texts = sheets.iter().map(|sheet| sheet.text(width));
    joined_or(texts, "\n\n", "No dice were rolled.")
}
