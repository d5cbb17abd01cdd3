//! `sandtable sim`: many games played by programs, and what they add up to.

mod ladder;
mod report;
mod tune;

use super::budget::{BudgetArgs, nobody};
use super::choices::{ChoiceArgs, STOCK};
use super::out::Out;
use super::sim_file::RunFile;
use super::{Done, Exit, interrupt};
pub(super) use report::colours;
use report::{ReportArgs, report, write};
use sandtable_ai::{PROGRAMS, WEIGHED, budgeted, parts};
use sandtable_diag::{Problem, Problems, to_line};
use sandtable_game::{Seat, Seats, powers_named, save};
use sandtable_pack::open_weights;
use sandtable_rules::{Id, PowerId, Rules, Weights};
use sandtable_sim::{self as sim, Arm, ArmHeader, Even, Header, Plan, Row, Trial};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use tune::TuneArgs;

/// The arguments.
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    #[command(subcommand)]
    merge: Option<Merge>,
    #[command(flatten)]
    run: RunArgs,
}

#[derive(clap::Subcommand, Debug)]
enum Merge {
    /// Lay the files of shares of a run together
    Merge {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Where the whole run goes
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        #[command(flatten)]
        report: ReportArgs,
    },
}

/// What is played.
#[derive(clap::Args, Debug)]
struct RunArgs {
    /// A pack: a folder, or the name of a bundled pack
    #[arg(default_value = STOCK)]
    pack: String,
    /// A second pack to compare with the first, on the same seeds
    against: Option<String>,
    #[command(flatten)]
    choices: ChoiceArgs,
    /// An option or overlay for a second arm, which is compared with the first
    #[arg(long, value_name = "NAME")]
    against_with: Vec<String>,
    /// The value of an option in the second arm
    #[arg(long, value_name = "OPTION=VALUE")]
    against_set: Vec<String>,
    /// How many games (of each pack)
    #[arg(long, default_value_t = 100, value_name = "N")]
    games: u32,
    /// The seed of the first game; game after game takes the next
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// End games after so many rounds
    #[arg(long, default_value_t = 20)]
    rounds: u16,
    /// How many games at once; 0: as many as the machine has cores
    #[arg(long, default_value_t = 0, value_name = "J")]
    jobs: usize,
    /// Which program plays a power, a side, or `all`; PROGRAM@FILE is a `planner` that goes by the weights of a TOML file
    /// (`sandtable docs weights`)
    #[arg(long = "seat", value_name = "WHO=PROGRAM")]
    seats: Vec<String>,
    /// The same for a second arm, which is compared with the first
    #[arg(long = "against-seat", value_name = "WHO=PROGRAM")]
    against_seats: Vec<String>,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Keep the games in this file; a run that was interrupted goes on from it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Play only this share of the games, as NTH/OF
    #[arg(long, value_name = "NTH/OF")]
    shard: Option<String>,
    /// Look for the bid in IPC that evens the game for this power's side; with two arms, the bid in the
    /// second that brings it to its share in the first
    #[arg(long, value_name = "POWER")]
    even: Option<String>,
    /// Play these programs (also PROGRAM@FILE) against each other, every two on both sides, and rate them
    #[arg(long, value_name = "PROGRAM,…", value_delimiter = ',', num_args = 1..,
          conflicts_with_all = ["against", "against_with", "against_set", "against_seats", "seats", "even", "csv", "svg"])]
    ladder: Vec<String>,
    /// Count what the players do badly: ships without guards, capitals left open, money left lying
    #[arg(long)]
    conduct: bool,
    #[command(flatten)]
    tune: TuneArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// Plays the games, or lays runs together.
pub(super) fn run(args: &Args, out: &mut Out) -> Done {
    match &args.merge {
        Some(Merge::Merge {
            files,
            output,
            report,
        }) => merge(files, output.as_deref(), report, out),
        None if !args.run.tune.tune.is_empty() => tune::tune(&args.run, out),
        None => play(&args.run, out),
    }
}

fn play(args: &RunArgs, out: &mut Out) -> Done {
    let plan = plan(args)?;
    args.report.may_write()?;
    let mut arms = match args.ladder.is_empty() {
        true => arms(args)?,
        false => ladder::rungs(args)?,
    };
    let budgeted = |n| arms.iter_mut().any(|arm| budgeted(&mut arm.seats, n));
    if !args.budget.budget.is_none_or(budgeted) {
        return Err(nobody().into());
    }
    arms.iter_mut().for_each(|arm| arm.watched = args.conduct);
    let rules = &arms[0].rules;
    let sides: Vec<String> = rules.powers.sides.values().cloned().collect();
    if arms
        .iter()
        .any(|a| !a.rules.powers.sides.values().eq(&sides))
    {
        let message = "the two packs have different sides, so nothing can be compared";
        return Err(Problem::error("sim/sides", message).into());
    }
    let even_power = args
        .even
        .as_deref()
        .map(|name| power(rules, name))
        .transpose()?;
    let header = Header {
        sandtable_sim: sim::FORMAT,
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        arms: arms.iter().map(said).collect(),
        sides,
        seed: plan.seed,
        rounds: plan.rounds,
    };
    interrupt::catch();
    let (mut file, done) = RunFile::open(args.out.as_deref(), &header)?;
    let keys: BTreeSet<(u8, u32)> = done.iter().map(|r| (r.arm, r.game)).collect();
    let tasks = sim::tasks(&plan, arms.len(), &keys);
    let in_plan = |r: &Row| r.game < plan.games;
    let mut games = Games::default();
    games.rows.extend(done.into_iter().filter(in_plan));
    games.play(&arms, &tasks, plan, args.jobs, &mut |row| file.add(row))?;
    let faults = arms.iter().flat_map(|arm| arm.hooks.take_faults());
    out.faults(faults);
    let even = even_power
        .map(|power| games.even(&arms, power, plan, args.jobs))
        .transpose()?;
    if interrupt::came() {
        let on = args.out.as_ref().map_or(
            "`--out FILE` would have kept them",
            |_| "the same command goes on from there",
        );
        out.whisper(&format!(
            "stopped; {} games are done, {on}",
            games.rows.len()
        ));
    }
    out.problems(&games.problems);
    if args.ladder.is_empty() {
        let colours = colours(rules);
        let even = even.as_ref();
        report(&header, games.rows, even, colours, &args.report, out)?;
    } else {
        let programs = ladder::programs(args);
        ladder::tell(&programs, &header.sides, &games.rows, &args.report, out);
    }
    Ok(match games.problems.is_empty() {
        true if interrupt::came() => Exit::Interrupted,
        true => Exit::Fine,
        false => Exit::AtFault,
    })
}

fn plan(args: &RunArgs) -> Result<Plan, Problem> {
    let wrong = |message: String| Problem::error("sim/plan", message);
    if args.games == 0 || args.rounds == 0 {
        let what = if args.games == 0 { "games" } else { "rounds" };
        return Err(wrong(format!("a run of 0 {what} tells nothing"))
            .help(format!("`--{what}` wants 1 or more")));
    }
    let shard = match &args.shard {
        None => (1, 1),
        Some(text) => {
            let parts = text
                .split_once('/')
                .and_then(|(n, of)| Some((n.trim().parse().ok()?, of.trim().parse().ok()?)));
            parts
                .filter(|(n, of): &(u32, u32)| (1..=*of).contains(n))
                .ok_or_else(|| {
                    wrong(format!("`{text}` is no share of a run"))
                        .help("the second of four shares is written `--shard 2/4`")
                })?
        }
    };
    if args.shard.is_some() && args.even.is_some() {
        let problem = wrong("a bid is looked for in whole runs, not in shares".to_owned());
        return Err(problem.help("leave `--shard` or `--even` out"));
    }
    Ok(Plan {
        games: args.games,
        seed: args.seed,
        rounds: args.rounds,
        shard,
    })
}

fn power(rules: &Rules, name: &str) -> Result<PowerId, Problem> {
    let named = powers_named(rules, name)?;
    let mut named = named.into_iter().filter(|p| rules.turn.order.contains(p));
    named
        .next()
        .ok_or_else(|| Problem::error("sim/plan", format!("`{name}` has no turns of its own")))
}

/// The arms: the pack, and what it is compared with.
fn arms(args: &RunArgs) -> Result<Vec<Arm>, Problems> {
    let budget = args.budget.budget;
    let mut arms = vec![played(&args.pack, &args.choices, &args.seats, budget)?];
    let other = ChoiceArgs {
        with: args.against_with.clone(),
        set: args.against_set.clone(),
    };
    let chosen = !other.is_empty();
    if args.against.is_some() || chosen || !args.against_seats.is_empty() {
        let pack = args.against.as_ref().unwrap_or(&args.pack);
        let seats = if args.against_seats.is_empty() {
            &args.seats
        } else {
            &args.against_seats
        };
        let choices = if chosen || args.against.is_some() {
            &other
        } else {
            &args.choices
        };
        arms.push(played(pack, choices, seats, budget)?);
    }
    Ok(arms)
}

/// What the programs of these seats go by that are named with a file of weights, `PROGRAM@FILE`: those of the file, for
/// others those of the pack.
fn weights(rules: &Rules, seats: &Seats) -> Result<BTreeMap<String, Weights>, Problems> {
    let mut all = BTreeMap::new();
    for (_, seat) in seats.iter() {
        if let Seat::Program(name) = seat
            && let (_, Some(file)) = parts(name)
            && !all.contains_key(name)
        {
            let said = open_weights(file)?;
            all.insert(name.clone(), rules.weights.under(&said));
        }
    }
    Ok(all)
}

fn played(
    pack: &str,
    choices: &ChoiceArgs,
    wishes: &[String],
    budget: Option<u32>,
) -> Result<Arm, Problems> {
    let opened = choices.open(pack)?;
    let all = BTreeMap::from([("all".to_owned(), PROGRAMS[0].to_owned())]);
    let mut seats = Seats::read(&opened.rules, &all, wishes, WEIGHED)?;
    let budgeted = budget.is_some_and(|n| budgeted(&mut seats, n));
    let weights = weights(&opened.rules, &seats)?;
    if seats.any_human() {
        let problem = Problem::error("sim/seat", "people do not play in simulated games");
        return Err(problem.help("a seat takes the name of a program").into());
    }
    if seats.iter().any(|(_, seat)| matches!(seat, Seat::Exec(_))) {
        let message = "no command is started for simulated games";
        let problem = Problem::error("sim/seat", message);
        return Err(problem.help("`play` starts them").into());
    }
    let mut label = pack.to_owned();
    let budget = budget.filter(|_| budgeted).map(|n| format!("budget {n}"));
    let wishes = choices.with.iter().chain(&choices.set).chain(wishes);
    for wish in wishes.chain(&budget) {
        label += &format!(" {wish}");
    }
    Ok(Arm {
        label,
        rules: opened.rules,
        hooks: opened.hooks,
        seats,
        weights,
        watched: false,
    })
}

/// What an arm is, as the file of a run says it.
fn said(arm: &Arm) -> ArmHeader {
    ArmHeader {
        label: arm.label.clone(),
        pack_digest: save::hex(&arm.rules.digest),
        seats: arm.seats.words(&arm.rules),
    }
}

/// The games so far.
#[derive(Default)]
struct Games {
    rows: Vec<Row>,
    problems: Problems,
}

impl Games {
    /// Plays games; after an interruption none begins any more.
    fn play(
        &mut self,
        arms: &[Arm],
        tasks: &[sim::Task],
        plan: Plan,
        jobs: usize,
        keep: &mut dyn FnMut(&Row) -> Result<(), Problem>,
    ) -> Result<(), Problems> {
        let bar = Out::progress(
            Some(tasks.len() as u64),
            "{pos}/{len} games {wide_bar} {elapsed}, {eta} left",
        );
        let stop = interrupt::catch();
        let ran = sim::run(arms, tasks, plan.rounds, jobs, stop, &mut |row| {
            bar.inc(1);
            match row {
                Ok(row) => {
                    let kept = keep(&row);
                    self.rows.push(row);
                    let fine = kept.is_ok();
                    self.problems.extend(kept.err());
                    fine
                }
                Err(failure) => {
                    let sim::Task { game, seed, .. } = failure.task;
                    let message = format!("game {game} (seed {seed}) could not be played on");
                    self.problems
                        .push(Problem::error("sim/game", message).help(failure.sentence));
                    true
                }
            }
        });
        bar.finish_and_clear();
        let threads = |e| Problem::error("sim/threads", format!("there can be no threads: {e}"));
        ran.map_err(threads)?;
        // Games end in any order; what is made of them does not depend on it.
        self.rows.sort_by_key(|row| (row.game, row.arm));
        Ok(())
    }

    /// All games of a plan, kept in no file.
    fn all(arms: &[Arm], plan: Plan, jobs: usize) -> Result<Self, Problems> {
        let mut games = Self::default();
        let tasks = sim::tasks(&plan, arms.len(), &BTreeSet::new());
        games.play(arms, &tasks, plan, jobs, &mut |_| Ok(()))?;
        Ok(games)
    }

    /// Looks for the bid that evens the game.
    fn even(
        &mut self,
        arms: &[Arm],
        power: PowerId,
        plan: Plan,
        jobs: usize,
    ) -> Result<Even, Problems> {
        let last = &arms[arms.len() - 1];
        let side = last.rules.powers[power].side.map(Id::index);
        let points = |row: &Row| match row.winner {
            Some(winner) => f64::from(u8::from(Some(usize::from(winner)) == side)),
            None => 0.5,
        };
        let of = |rows: &[Row], arm: usize| Trial {
            bid: 0,
            games: sim::of_arm(rows, arm).count(),
            points: sim::of_arm(rows, arm).map(points).sum(),
        };
        let wanted = if arms.len() == 2 {
            of(&self.rows, 0).share().clamp(0.01, 0.99)
        } else {
            0.5
        };
        let mut failed = None;
        let unbid = of(&self.rows, arms.len() - 1);
        let even = sim::even(&last.rules.powers[power].name, wanted, &mut |bid| {
            if bid == 0 {
                return (unbid.games > 0).then_some(unbid);
            }
            let arm = last.with_bid(power, bid);
            let games = Self::all(&[arm], plan, jobs);
            let games = games.map_err(|problems| failed = Some(problems)).ok()?;
            let trial = of(&games.rows, 0);
            (!interrupt::came() && trial.games > 0).then_some(Trial { bid, ..trial })
        });
        failed.map_or(Ok(even), Err)
    }
}

fn merge(files: &[PathBuf], output: Option<&Path>, args: &ReportArgs, out: &mut Out) -> Done {
    let runs: Result<Vec<_>, Problems> = files
        .iter()
        .map(|path| Ok((path.display().to_string(), super::sim_file::read(path)?)))
        .collect();
    let whole = sim::merge(runs?)?;
    args.may_write()?;
    if let Some(path) = output {
        let text: String = std::iter::once(to_line(&whole.header))
            .chain(whole.rows.iter().map(to_line))
            .collect();
        write(path, &text)?;
    }
    report(&whole.header, whole.rows, None, Vec::new(), args, out)?;
    Ok(Exit::Fine)
}
