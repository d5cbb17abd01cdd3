//! `sandtable sim --tune`: better weights by self-play.

use super::ladder::against;
use super::{Games, RunArgs, played};
use crate::files::Over;
use crate::out::Out;
use crate::{Done, Exit, interrupt};
use sandtable_ai::{PROGRAMS, Program, WEIGHED, parts};
use sandtable_diag::{Problem, Problems};
use sandtable_game::Seats;
use sandtable_pack::{named_weight, open_weights};
use sandtable_rules::{SomeWeights, Weight, Weights};
use sandtable_sim::{self as sim, Arm, Duel, Plan, Tuner};
use sandtable_view as view;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What is tuned, and how long.
#[derive(clap::Args, Debug)]
pub(super) struct TuneArgs {
    /// Look for better figures of these weights (`sandtable docs weights`): in each step `--games` games on both sides
    /// between programs whose weights are a little larger or smaller. The program is that of `--seat all=PROGRAM`, or
    /// planner:easy
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', num_args = 1..,
          conflicts_with_all = ["against", "against_with", "against_set", "against_seats", "ladder", "even", "csv", "svg",
                                "out", "shard", "conduct"])]
    pub tune: Vec<String>,
    /// How many steps
    #[arg(long, value_name = "K", default_value_t = 20, requires = "tune",
          value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,
    /// Write the weights into this file; without it they are printed
    #[arg(long, value_name = "FILE", requires = "tune")]
    weights_out: Option<PathBuf>,
}

/// What a file of tuned weights begins with.
const HEAD: &str = "# Weights that `sandtable sim --tune` came to";

/// What is tuned.
struct Tuned {
    /// The program, without its file of weights.
    program: String,
    /// What that file says.
    said: SomeWeights,
    /// What is to change.
    weights: Vec<&'static Weight>,
    /// The two that meet, on both sides.
    arms: Vec<Arm>,
}

/// Looks for better weights, and has them play the old ones.
pub(super) fn tune(args: &RunArgs, out: &mut Out) -> Done {
    let plan = super::plan(args)?;
    let earlier = |text: &str| text.starts_with(HEAD);
    if let Some(path) = &args.tune.weights_out {
        args.report.may_replace(path, Over::Only(&earlier))?;
    }
    let mut tuned = tuned(args)?;
    let old = tuned.arms[0].rules.weights.under(&tuned.said);
    let mut tuner = Tuner::new(old.clone(), &tuned.weights, plan.seed);
    let from = |step: u32| {
        plan.seed
            .wrapping_add(u64::from(step) * u64::from(plan.games))
    };
    for nth in 0..args.tune.steps {
        let seed = from(nth);
        let Some(duel) = tuned.meet(tuner.pair(), Plan { seed, ..plan }, args.jobs)? else {
            break;
        };
        tuner.learn(duel.share);
        tell_step(nth + 1, args, &duel, &tuner.tuned(), out);
    }
    let found = tuned.said.under(&tuner.tuned());
    // A comment ends with its line, whatever the folder of a pack is called.
    let pack = args.pack.escape_debug();
    let text = format!("{HEAD}: {pack}, {}\n{found}", tuned.program);
    match &args.tune.weights_out {
        Some(path) => super::write(path, &text)?,
        None if args.report.json => {}
        None => out.say(text.trim_end()),
    }
    let (games, seed) = (plan.games.saturating_mul(2), from(args.tune.steps));
    let others = Plan {
        games,
        seed,
        ..plan
    };
    let duel = match interrupt::came() {
        true => None,
        false => tuned.meet([tuner.weights(), old], others, args.jobs)?,
    };
    out.faults(tuned.arms[0].hooks.take_faults());
    match &duel {
        _ if args.report.json => {
            out.json(&json!({ "weights": found, "against_the_old": duel }));
        }
        Some(duel) => out.say(&view::sim_duel(duel)),
        None => {}
    }
    if duel.is_none() {
        out.whisper("stopped; the weights are those of the steps that are done, and nothing says that they are better");
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Fine)
}

/// Tells of a step.
fn tell_step(nth: u32, args: &RunArgs, duel: &Duel, now: &SomeWeights, out: &mut Out) {
    if args.report.json {
        return out.json(&json!({ "step": nth, "score": duel, "weights": now }));
    }
    let step = format!("step {nth} of {}", args.tune.steps);
    out.say(&view::sim_step(&step, duel, now));
}

impl Tuned {
    /// The name of one of the two, under which its weights are found.
    fn name(program: &str, nth: usize) -> String {
        format!("{program}@{nth}")
    }

    /// Has the two meet; nothing if that was interrupted: a part of the games says nothing.
    fn meet(
        &mut self,
        pair: [Weights; 2],
        plan: Plan,
        jobs: usize,
    ) -> Result<Option<Duel>, Problems> {
        let names = [0, 1].map(|nth| Self::name(&self.program, nth));
        let weights: BTreeMap<_, _> = names.into_iter().zip(pair).collect();
        for arm in &mut self.arms {
            arm.weights.clone_from(&weights);
        }
        let games = Games::all(&self.arms, plan, jobs)?;
        if games.problems.has_errors() {
            return Err(games.problems);
        }
        Ok(sim::duel(&games.rows).filter(|_| !interrupt::came()))
    }
}

/// The program whose weights are tuned, as it is said; without one the usual one.
fn said(args: &RunArgs) -> Result<String, Problem> {
    let wrong = |message: &str| {
        let problem = Problem::error("sim/tune", message);
        problem.help("it is said as `--seat all=planner`, or `--seat all=planner:easy@FILE` to go on from there")
    };
    let program = match args.seats.as_slice() {
        [] => "ai",
        [one] => match one.split_once('=') {
            Some((all, program)) if all.eq_ignore_ascii_case("all") => program,
            _ => return Err(wrong("where weights are tuned, one program has all seats")),
        },
        _ => return Err(wrong("where weights are tuned, one program has all seats")),
    };
    let program = match program.eq_ignore_ascii_case("ai") {
        true => PROGRAMS[0],
        false => program,
    };
    let Some(program) = (WEIGHED.read)(program)? else {
        return Err(wrong(&format!("there is no program `{program}`")));
    };
    if Program::named(parts(&program).0)? == Some(Program::Random) {
        return Err(wrong(&format!("`{program}` goes by no weights")));
    }
    Ok(args.budget.named(&program))
}

/// Reads what is to be tuned.
fn tuned(args: &RunArgs) -> Result<Tuned, Problems> {
    let mut weights: Vec<&'static Weight> = Vec::new();
    for name in &args.tune.tune {
        let weight = named_weight(name.trim())?;
        if !weights.contains(&weight) {
            weights.push(weight);
        }
    }
    let program = said(args)?;
    let (program, file) = parts(&program);
    let said = match file {
        Some(file) => open_weights(file)?,
        None => SomeWeights::default(),
    };
    let usual = played(&args.pack, &args.choices, &[format!("all={program}")], None)?;
    let figures = usual.rules.weights.under(&said).all();
    if let Some(weight) = weights.iter().find(|w| figures.get(w.name) == Some(&0.0)) {
        let message = format!("`{}` is 0, and any share of that is 0 again", weight.name);
        let help = "begin with the figures of a file: `--seat all=planner:easy@FILE`";
        return Err(Problem::error("sim/tune", message).help(help).into());
    }
    let arm = |m: sim::Match| {
        let [one, others] = [m.first, m.others].map(|nth| Tuned::name(program, nth));
        let seats = against(&usual.rules, &one, &others);
        let seats = Seats::read(&usual.rules, &BTreeMap::new(), &seats, WEIGHED)?;
        Ok(Arm {
            seats,
            ..usual.clone()
        })
    };
    let arms = sim::matches(2).into_iter().map(arm);
    Ok(Tuned {
        arms: arms.collect::<Result<_, Problem>>()?,
        program: program.to_owned(),
        said,
        weights,
    })
}
