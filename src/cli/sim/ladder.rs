//! `sandtable sim --ladder`: programs against each other.

use super::{Played, ReportArgs, RunArgs, played};
use crate::cli::out::Out;
use crate::diag::{Problem, Problems};
use crate::sim::{self, Row};
use crate::view;

/// The arms of a ladder.
pub(super) fn rungs(args: &RunArgs) -> Result<Vec<Played>, Problems> {
    if args.ladder.len() < 2 {
        let problem = Problem::error("sim/ladder", "a ladder takes two programs or more");
        let help = "they are written `--ladder planner,planner:easy`";
        return Err(problem.help(help).into());
    }
    let opened = args.choices.open(&args.pack)?;
    let mut sides = opened.rules.powers.sides.values();
    let first = sides.next().cloned().unwrap_or_default();
    let rungs = sim::matches(args.ladder.len()).into_iter();
    let rung = |m: sim::Match| {
        let (one, others) = (&args.ladder[m.first], &args.ladder[m.others]);
        let seats = [format!("all={others}"), format!("{first}={one}")];
        played(&args.pack, &args.choices, &seats)
    };
    rungs.map(rung).collect()
}

/// Tells how strong the programs of a ladder are.
pub(super) fn tell(
    programs: &[String],
    sides: &[String],
    rows: &[Row],
    args: &ReportArgs,
    out: &mut Out,
) {
    let scores = sim::scores(&sim::matches(programs.len()), rows);
    let ratings = sim::ratings(programs, &scores);
    if args.json {
        return out.json(&serde_json::json!({ "ratings": ratings, "scores": scores }));
    }
    let width = Some(out.width(100));
    out.say(&view::sim_ladder(programs, sides, &ratings, &scores, width));
}
