//! How the figures are found, and how they are told.

use super::args::{Args, MethodArgs};
use super::unknown;
use crate::files;
use crate::interrupt;
use crate::out::Out;
use sandtable_diag::Problem;
use sandtable_game::{Board, PLAYED, PlayedOn};
use sandtable_odds::{Case, Commitment, How, Odds, Runs, Setup, Sought, best_part};
use sandtable_view as view;
use serde_json::json;

/// The board that a battle has to be played on; none where its plan says all.
pub(super) fn table<'a>(
    board: &Board<'a>,
    setup: &Setup<'a>,
    method: &MethodArgs,
) -> Result<Option<PlayedOn<'a>>, Problem> {
    let Some(table) = board.played_on(setup).map_err(unknown)? else {
        let plans = setup.rules.battles.plans_of(setup.plan().kind).count();
        let said = matches!(board, Board::Empty { at: Some(_), .. });
        if said && plans < 2 {
            let problem = Problem::error(
                "odds/at",
                "where this battle is fought makes no difference: no script and no other plan asks",
            );
            return Err(problem.help("leave out `--at`"));
        }
        return Ok(None);
    };
    if (method.exact || setup.by_chances()) && table.stage.heard(setup).is_none() {
        let reason = table.reason(setup.rules);
        let message = format!("this cannot be reckoned exactly: {reason}");
        let problem = Problem::error("odds/only-played", message);
        if setup.by_chances() {
            let help =
                "nobody can break off by a chance that is not known: say `--retreat-after ROUND`";
            return Err(problem.help(help));
        }
        let help = "leave out `--exact`: the game plays such battles, as many as are needed";
        return Err(problem.help(help));
    }
    Ok(Some(table))
}

/// How many battles are fought or played, if so many are usual.
fn runs(method: &MethodArgs, usual: Runs) -> Runs {
    match (method.runs, method.precision) {
        (None, None) => Runs {
            seed: method.seed,
            ..usual
        },
        (most, precision) => Runs {
            most: most.unwrap_or(u64::MAX),
            precision,
            seed: method.seed,
        },
    }
}

/// How the figures are found where the game need not play.
fn how(method: &MethodArgs) -> How<'static> {
    let runs = runs(method, Runs::default());
    match method.runs {
        _ if method.exact => How::Exact,
        Some(_) => How::Sampled(runs),
        None => How::Reckoned(runs),
    }
}

/// The odds; an interruption ends fighting early.
pub(super) fn odds(
    case: &Case<'_>,
    method: &MethodArgs,
    table: Option<&PlayedOn<'_>>,
) -> Result<Odds, Problem> {
    let on = (table.map(|table| &table.stage), runs(method, PLAYED));
    let odds = case.odds_on(on, how(method), interrupt::catch);
    odds.map_err(unknown)
}

/// What part of the attackers the arguments look for, if any.
pub(super) fn sought(args: &Args) -> Option<Sought> {
    let needed = args.needed.map(Sought::Needed);
    needed.or(args.price.map(Sought::Price))
}

/// That there is no such part.
fn in_vain(sought: Sought, money: &str) -> Problem {
    match sought {
        Sought::Needed(needed) => {
            let chance = needed * 100.0;
            let message = format!("not even all of these attackers win with {chance:.1} %");
            Problem::error("odds/not-enough", message)
        }
        Sought::Price(price) => {
            let message =
                format!("nothing of these attackers wins that costs {price} {money} or less");
            Problem::error("odds/not-enough", message)
                .help("say a higher `--price`, or name others")
        }
    }
}

/// The part that was found.
fn told(sought: Sought, setup: &Setup<'_>, found: &Commitment) -> String {
    let money = &setup.rules.economy.currency;
    let chance = view::chance(found.chance, found.interval);
    let force = view::force_text(setup.rules, &found.force);
    let (first, best) = match sought {
        Sought::Needed(_) => (format!("enough for {chance}"), "cheapest"),
        Sought::Price(price) => (format!("{chance} for {price} {money} at most"), "likeliest"),
    };
    let told = format!("{first}: {force}, for {} {money}", found.cost);
    match found.proved {
        true => told,
        false => format!(
            "{told}\nthe {best} of those that were tried: there are too many to rule out better ones"
        ),
    }
}

/// Looks for the part of the attackers that is looked for.
pub(super) fn search(
    args: &Args,
    setup: &Setup<'_>,
    sought: Sought,
    table: Option<&PlayedOn<'_>>,
    out: &mut Out,
) -> Result<(), Problem> {
    let heard = table.and_then(|table| table.stage.heard(setup));
    let how = match table.filter(|_| heard.is_none()) {
        Some(table) => How::Played(&table.stage, runs(&args.method, PLAYED)),
        None => how(&args.method),
    };
    let on = heard.as_ref().unwrap_or(setup);
    let found = best_part(on, sought, how).map_err(unknown)?;
    let found = found.ok_or_else(|| in_vain(sought, &setup.rules.economy.currency))?;
    if !args.json {
        out.say(&told(sought, setup, &found));
    }
    let setup = Setup {
        forces: [found.force, setup.forces[1].clone()],
        ..setup.clone()
    };
    // Other dice than those by which it was chosen: they flatter.
    let fresh = MethodArgs {
        seed: args.method.seed.wrapping_add(1),
        ..args.method.clone()
    };
    let odds = odds(&Case::One(Box::new(setup.clone())), &fresh, table)?;
    report(args, &setup, &odds, table, out)
}

/// Tells what has been found.
pub(super) fn report(
    args: &Args,
    setup: &Setup<'_>,
    odds: &Odds,
    table: Option<&PlayedOn<'_>>,
    out: &mut Out,
) -> Result<(), Problem> {
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
        let over = files::PICTURES.or_forced(args.force);
        files::write(path, &picture, "odds/unwritable", &over)?;
    }
    Ok(())
}
