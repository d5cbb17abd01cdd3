//! `sandtable sim --ladder`: programs against each other.

use super::{ReportArgs, RunArgs, played};
use crate::out::Out;
use sandtable_diag::{Problem, Problems};
use sandtable_rules::Rules;
use sandtable_sim::{self as sim, Arm, Row};
use sandtable_view as view;

/// The arms of a ladder.
pub(super) fn rungs(args: &RunArgs) -> Result<Vec<Arm>, Problems> {
    let programs = programs(args);
    if programs.len() < 2 {
        let problem = Problem::error("sim/ladder", "a ladder takes two programs or more");
        let help = "they are written `--ladder planner,planner:easy`";
        return Err(problem.help(help).into());
    }
    let opened = args.choices.open(&args.pack)?;
    let rungs = sim::matches(programs.len()).into_iter();
    let rung = |m: sim::Match| {
        let (one, others) = (&programs[m.first], &programs[m.others]);
        let seats = against(&opened.rules, one, others);
        played(&args.pack, &args.choices, &seats, args.budget.budget)
    };
    rungs.map(rung).collect()
}

/// The seats where one program plays the first side, and another one all others.
pub(super) fn against(rules: &Rules, one: &str, others: &str) -> [String; 2] {
    let mut sides = rules.powers.sides.values();
    let first = sides.next().cloned().unwrap_or_default();
    [format!("all={others}"), format!("{first}={one}")]
}

/// The programs of a ladder, those that search with the budget that was said.
pub(super) fn programs(args: &RunArgs) -> Vec<String> {
    let programs = args.ladder.iter();
    programs.map(|name| args.budget.named(name)).collect()
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
