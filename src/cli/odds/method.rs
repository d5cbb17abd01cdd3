//! How the figures are found, and how they are told.

use super::Trouble;
use super::args::{Args, MethodArgs};
use crate::cli::files;
use crate::cli::interrupt;
use crate::cli::out::Out;
use crate::diag::Problem;
use crate::game::{Board, PLAYED, PlayedOn};
use crate::odds::{Case, How, Odds, Runs, Setup, cheapest};
use crate::view;
use serde_json::json;
use std::sync::atomic::AtomicBool;

/// The board that a battle has to be played on; none where its plan says all.
pub(super) fn table<'a>(
    board: &Board<'a>,
    setup: &Setup<'a>,
    method: &MethodArgs,
) -> Result<Option<PlayedOn<'a>>, Trouble> {
    let Some(table) = board.played_on(setup)? else {
        let plans = setup.rules.battles.plans_of(setup.plan().kind).count();
        let said = matches!(board, Board::Empty { at: Some(_), .. });
        if said && plans < 2 {
            let problem = Problem::error(
                "odds/at",
                "where this battle is fought makes no difference: no script and no other plan asks",
            );
            return Err(problem.help("leave out `--at`").into());
        }
        return Ok(None);
    };
    if (method.exact || setup.by_chances()) && table.stage.heard(setup).is_none() {
        let problem = Problem::error(
            "odds/only-played",
            format!(
                "this cannot be reckoned exactly: {}",
                table.reason(setup.rules)
            ),
        );
        if setup.by_chances() {
            let help =
                "nobody can break off by a chance that is not known: say `--retreat-after ROUND`";
            return Err(problem.help(help).into());
        }
        return Err(problem
            .help("leave out `--exact`: the game plays such battles, as many as are needed")
            .into());
    }
    Ok(Some(table))
}

/// How the figures are found.
fn how<'s>(method: &MethodArgs, table: Option<&'s PlayedOn<'s>>) -> How<'s> {
    let runs = |usual: Runs| match (method.runs, method.precision) {
        (None, None) => Runs {
            seed: method.seed,
            ..usual
        },
        (most, precision) => Runs {
            most: most.unwrap_or(u64::MAX),
            precision,
            seed: method.seed,
        },
    };
    match table {
        Some(table) => How::Played(&table.stage, runs(PLAYED)),
        None if method.exact => How::Exact,
        None if method.runs.is_some() => How::Sampled(runs(Runs::default())),
        None => How::Reckoned(runs(Runs::default())),
    }
}

/// The odds; fighting ends early where `stop` is set.
pub(super) fn odds(
    case: &Case<'_>,
    method: &MethodArgs,
    table: Option<&PlayedOn<'_>>,
    stop: fn() -> &'static AtomicBool,
) -> Result<Odds, Trouble> {
    let heard = table.and_then(|table| case.heard(&table.stage));
    Ok(match heard {
        Some(case) => case.odds_until(how(method, None), stop)?,
        None => case.odds_until(how(method, table), stop)?,
    })
}

/// Looks for the cheapest part of the attackers that is enough.
pub(super) fn search(
    args: &Args,
    setup: &Setup<'_>,
    needed: f64,
    table: Option<&PlayedOn<'_>>,
    out: &mut Out,
) -> Result<(), Trouble> {
    let heard = table.and_then(|table| table.stage.heard(setup));
    let on = table.filter(|_| heard.is_none());
    let found = cheapest(
        heard.as_ref().unwrap_or(setup),
        needed,
        how(&args.method, on),
    )?;
    let Some(found) = found else {
        let message = format!(
            "not even all of these attackers win with {:.1} %",
            needed * 100.0
        );
        return Err(Problem::error("odds/not-enough", message).into());
    };
    let setup = Setup {
        forces: [found.force, setup.forces[1].clone()],
        ..setup.clone()
    };
    if !args.json {
        let force = view::force_text(setup.rules, &setup.forces[0]);
        let between = found
            .interval
            .map(|(low, high)| format!(" ({:.1} % to {:.1} %)", low * 100.0, high * 100.0));
        let chance = format!(
            "{:.1} %{}",
            found.chance * 100.0,
            between.unwrap_or_default()
        );
        out.say(&format!(
            "enough for {chance}: {force}, for {} {}",
            found.cost, setup.rules.economy.currency
        ));
        if !found.proved {
            out.say("the cheapest of those that were tried: there are too many to rule out cheaper ones");
        }
    }
    // Other dice than those by which it was chosen: they flatter.
    let fresh = MethodArgs {
        seed: args.method.seed.wrapping_add(1),
        ..args.method.clone()
    };
    let odds = odds(
        &Case::One(Box::new(setup.clone())),
        &fresh,
        table,
        interrupt::catch,
    )?;
    report(args, &setup, &odds, table, out)
}

/// Tells what has been found.
pub(super) fn report(
    args: &Args,
    setup: &Setup<'_>,
    odds: &Odds,
    table: Option<&PlayedOn<'_>>,
    out: &mut Out,
) -> Result<(), Trouble> {
    let rules = setup.rules;
    let sides = [0, 1].map(|i| view::force_text(rules, &setup.forces[i]));
    let guns = match setup.offshore.is_empty() {
        true => String::new(),
        false => format!(
            ", with {} offshore,",
            view::force_text(rules, &setup.offshore)
        ),
    };
    let back = args.around.counter_attack.as_deref();
    let then = back.map_or_else(String::new, |units| {
        format!(", then {units} against who wins")
    });
    let title = format!(
        "{}: {}{guns} against {}{then}",
        setup.plan().name,
        sides[0],
        sides[1]
    );
    let why = table.and_then(|table| table.why(rules, odds));
    if args.json {
        let mut value = json!(view::OddsFacts::of(rules, setup, odds, why));
        if let Some(units) = back {
            value["counter_attack"] = units.into();
        }
        out.json(&value);
    } else {
        out.say(&title);
        out.say(&view::odds_text(rules, odds, out.paint()));
        why.iter().for_each(|why| out.say(&out.paint().dim(why)));
    }
    if let Some(path) = &args.output {
        let picture = view::odds_svg(&title, odds);
        files::write(
            path,
            &picture,
            "odds/unwritable",
            &files::PICTURES.or_forced(args.force),
        )?;
    }
    Ok(())
}
