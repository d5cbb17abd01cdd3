//! How the outcome of simulated games is told: as tables, as JSON, as rows for a spreadsheet, as a picture.

use crate::files::{self, Over};
use crate::out::Out;
use sandtable_diag::Problem;
use sandtable_rules::Rules;
use sandtable_sim::{self as sim, Even, Header, Row, Summary};
use sandtable_view as view;
use std::path::{Path, PathBuf};

/// How the outcome is told.
#[derive(clap::Args, Debug)]
pub struct ReportArgs {
    /// Say it as JSON
    #[arg(long)]
    pub json: bool,
    /// Write a row a game for a spreadsheet
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw it
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Write over files that are there
    #[arg(long)]
    force: bool,
}

impl ReportArgs {
    /// Whether the files may be written that are asked for: known before anything is played.
    ///
    /// # Errors
    /// `file/exists`: something else is there, and nobody said that it may go.
    pub fn may_write(&self) -> Result<(), Problem> {
        let nothing = |_: &str| false;
        let table = self.csv.iter().map(|path| (path, Over::Only(&nothing)));
        let mut all = table.chain(self.svg.iter().map(|path| (path, files::PICTURES)));
        all.try_for_each(|(path, over)| self.may_replace(path, over))
    }

    /// Whether another file may be written.
    ///
    /// # Errors
    /// The same.
    pub fn may_replace(&self, path: &Path, over: Over<'_>) -> Result<(), Problem> {
        files::may_replace(path, &over.or_forced(self.force))
    }
}

/// The colour of each side: that of its first power.
pub fn colours(rules: &Rules) -> Vec<String> {
    let colour = |side| {
        let first = rules.powers.of_side(side).iter().next();
        first.map_or_else(String::new, |power| rules.powers[power].colour.clone())
    };
    rules.powers.sides.ids().map(colour).collect()
}

/// Tells what the games add up to.
pub fn report(
    header: &Header,
    rows: Vec<Row>,
    even: Option<&Even>,
    colours: Vec<String>,
    args: &ReportArgs,
    out: &mut Out,
) -> Result<(), Problem> {
    let labels: Vec<String> = header.arms.iter().map(|a| a.label.clone()).collect();
    let of = |nth| sim::of_arm(&rows, nth).collect::<Vec<_>>();
    let arms: Vec<Summary> = labels
        .iter()
        .enumerate()
        .map(|(nth, label)| sim::summary(label, &header.sides, &of(nth)))
        .collect();
    let comparison = (arms.len() == 2).then(|| sim::compare(&header.sides, &rows));
    if args.json {
        out.json(&serde_json::json!({ "seed": header.seed, "rounds": header.rounds, "arms": arms, "comparison": comparison, "even": even }));
    } else {
        let width = Some(out.width(100));
        arms.iter()
            .for_each(|arm| out.say(&view::sim_summary(arm, width, out.paint())));
        let watched = arms.iter().filter(|arm| !arm.conduct.is_empty());
        watched.for_each(|arm| out.say(&view::sim_conduct(&arm.conduct, width)));
        if let Some(comparison) = &comparison {
            out.say(&view::sim_comparison(
                &labels[0],
                &labels[1],
                comparison,
                out.paint(),
            ));
        }
        if let Some(even) = even {
            out.say(&view::sim_even(even, width, out.paint()));
        }
    }
    // What cannot be written does not keep the other from being.
    let csv = args.csv.as_ref().map_or(Ok(()), |path| {
        write(path, &view::sim_csv(&labels, &header.sides, &rows))
    });
    let svg = args
        .svg
        .as_ref()
        .map_or(Ok(()), |path| write(path, &view::sim_svg(&arms, &colours)));
    csv.and(svg)
}

/// Writes a file that may be written.
///
/// # Errors
/// `sim/unwritable`: it cannot be.
pub fn write(path: &Path, text: &str) -> Result<(), Problem> {
    files::write(path, text, "sim/unwritable", &Over::Anything)
}
