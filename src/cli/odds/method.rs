//! How the figures are found, and how they are told.

use super::args::{Args, MethodArgs};
use super::{Trouble, at_the_start};
use crate::cli::files;
use crate::cli::interrupt;
use crate::cli::out::Out;
use crate::diag::Problem;
use crate::game::Pending;
use crate::kernel::{Cx, Hooks};
use crate::odds::{Case, How, Odds, Runs, Setup, Stage, Unknown, cheapest};
use crate::rules::{PowerId, Rules, SpaceId, SpecialId};
use crate::view;
use std::sync::atomic::AtomicBool;

/// So many battles are played at most if nobody says how many, and so well the chance is to be known.
const PLAYED: (u64, f64) = (20_000, 0.01);

/// Where a battle is, should it have to be played.
pub(super) enum Board<'a> {
    /// Nowhere; in a space between powers that may be named.
    Empty {
        /// The scripts.
        hooks: &'a dyn Hooks,
        /// Both powers.
        powers: [Option<PowerId>; 2],
        /// The space.
        at: Option<SpaceId>,
    },
    /// In a game.
    Game {
        /// The scripts.
        hooks: &'a dyn Hooks,
        /// The battle.
        pending: &'a Pending<'a>,
    },
}

impl Board<'_> {
    /// Asks which modifiers hold for an attack of the other side.
    pub fn ask_back(&self, back: &mut Setup<'_>) {
        match self {
            Self::Game { pending, .. } => pending.ask_back(back),
            Self::Empty {
                hooks,
                powers: [attacker, defender],
                ..
            } => {
                let state = at_the_start(back.rules, *defender);
                back.ask(Cx::new(back.rules, &state, *hooks), [*defender, *attacker]);
            }
        }
    }
}

/// A board that battles are played on, and why they are.
pub(super) struct PlayedOn<'a> {
    stage: Stage<'a>,
    scripts: Vec<SpecialId>,
    under_way: bool,
}

impl<'a> PlayedOn<'a> {
    /// The same for an attack of the other side besides.
    pub fn with_back(self, back: &Setup<'a>) -> Result<Self, Trouble> {
        let stage = self.stage.with_back(back).map_err(Unknown::from)?;
        Ok(Self { stage, ..self })
    }

    /// Why battles are played, in words.
    pub fn why(&self, rules: &Rules) -> String {
        let names: Vec<&str> = self
            .scripts
            .iter()
            .map(|s| rules.specials[*s].name.as_str())
            .collect();
        match (self.under_way, names.as_slice()) {
            (true, _) => "the battle has begun, and is played on from there".to_owned(),
            (false, []) => "raids on several facilities are played".to_owned(),
            (false, names) => format!("scripts have a say in battles: {}", names.join(", ")),
        }
    }
}

/// The board that a battle has to be played on; none where its plan says all.
pub(super) fn table<'a>(
    board: &Board<'a>,
    setup: &Setup<'a>,
    method: &MethodArgs,
) -> Result<Option<PlayedOn<'a>>, Trouble> {
    let (hooks, under_way) = match board {
        Board::Empty { hooks, .. } => (*hooks, false),
        Board::Game { hooks, pending } => (*hooks, pending.under_way),
    };
    let scripts = hooks.in_battles();
    let at = if let Board::Empty { at, .. } = board {
        *at
    } else {
        None
    };
    if scripts.is_empty() && !under_way && setup.also.is_empty() {
        let plans = setup.rules.battles.plans_of(setup.plan().kind).count();
        return match at.filter(|_| plans < 2) {
            None => Ok(None),
            Some(_) => {
                let problem = Problem::error(
                    "odds/at",
                    "where this battle is fought makes no difference: no script and no other plan asks",
                );
                Err(problem.help("leave out `--at`").into())
            }
        };
    }
    let stage = match board {
        Board::Empty { hooks, powers, at } => {
            Stage::new(setup, *hooks, *powers, *at).map_err(Unknown::from)?
        }
        Board::Game { pending, .. } => pending.stage(),
    };
    let table = PlayedOn {
        stage,
        scripts,
        under_way,
    };
    if method.exact || setup.by_chances() {
        let problem = Problem::error(
            "odds/only-played",
            format!(
                "this cannot be reckoned exactly: {}",
                table.why(setup.rules)
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
        Some(table) => How::Played(
            &table.stage,
            runs(Runs {
                most: PLAYED.0,
                precision: Some(PLAYED.1),
                seed: method.seed,
            }),
        ),
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
    Ok(case.odds_until(how(method, table), stop)?)
}

/// Looks for the cheapest part of the attackers that is enough.
pub(super) fn search(
    args: &Args,
    setup: &Setup<'_>,
    needed: f64,
    table: Option<&PlayedOn<'_>>,
    out: &mut Out,
) -> Result<(), Trouble> {
    let Some(found) = cheapest(setup, needed, how(&args.method, table))? else {
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
    let why = table.map(|table| table.why(rules));
    if args.json {
        let mut value = view::odds_json(rules, odds);
        value["battle"] = setup.plan().name.clone().into();
        value["attackers"] = view::force_json(rules, &setup.forces[0]);
        value["defenders"] = view::force_json(rules, &setup.forces[1]);
        value["offshore"] = view::force_json(rules, &setup.offshore);
        if let Some(units) = back {
            value["counter_attack"] = units.into();
        }
        if let Some(why) = why {
            value["how"]["why"] = why.into();
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
