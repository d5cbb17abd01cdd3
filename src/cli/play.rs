//! `sandtable play`: a game with people and programs at the table.

use super::Exit;
use super::choices::ChoiceArgs;
use super::commands::{self, Command};
use super::out::Out;
use super::prompt::{Input, Read};
use crate::ai::{PROGRAMS, Player, answer, program};
use crate::diag::{Problem, Problems};
use crate::game::{Opened, Seat, Seats, Session, save};
use crate::kernel::{Code, Decision, Event};
use crate::rules::PowerId;
use crate::view::{self, Roll, describe_decision, describe_event};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The pack that is meant where none is named.
pub(super) const STOCK: &str = "pacific-1940";

/// The arguments.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A pack: a folder, or the name of a bundled pack
    #[arg(default_value = STOCK)]
    pack: String,
    #[command(flatten)]
    choices: ChoiceArgs,
    #[command(flatten)]
    table: TableArgs,
    /// The seed of the dice; the same seed and orders give the same game
    #[arg(long)]
    seed: Option<u64>,
}

/// Who sits at the table and how long.
#[derive(clap::Args, Debug)]
pub(super) struct TableArgs {
    /// Who plays a power, a side, or `all`: human, ai, or the name of a program. Without any, the first
    /// power to play is yours
    #[arg(long = "seat", value_name = "POWER=PLAYER")]
    seats: Vec<String>,
    /// End the game after so many rounds
    #[arg(long)]
    rounds: Option<u16>,
    /// Keep the game in this file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Say everything as JSON, one value a line, the summary last
    #[arg(long)]
    json: bool,
    /// Show on standard error what scripts print; they are also asked what would be allowed, so a
    /// line may come more than once
    #[arg(long)]
    trace: bool,
}

/// Plays a new game.
pub(super) fn run(args: &Args, out: &mut Out) -> Exit {
    let opened = match args.choices.open(&args.pack) {
        Ok(opened) => opened,
        Err(problems) => {
            out.problems(&problems);
            return Exit::AtFault;
        }
    };
    let seed = args.seed.unwrap_or_else(fresh_seed);
    match Session::new(opened.rules.clone(), opened.hooks.clone(), seed) {
        Ok((session, events)) => sit_down(opened, session, &events, &args.table, out),
        Err(refusal) => out.problem(Problem::error(
            refusal.code.name(),
            refusal.sentence(&opened.rules),
        )),
    }
}

/// A seed nobody knows beforehand.
fn fresh_seed() -> u64 {
    use rand::TryRng;
    // Without a source of chance every game is the first one; seeds can still be given.
    rand::rngs::SysRng
        .try_next_u64()
        .map_or(1, |n| n % 1_000_000_000)
}

/// Plays a game on from where it stands.
pub(super) fn sit_down(
    opened: Opened,
    session: Session,
    events: &[Event],
    args: &TableArgs,
    out: &mut Out,
) -> Exit {
    let seats = match Seats::read(&opened.rules, &args.seats, PROGRAMS) {
        Ok(seats) => seats,
        Err(problem) => return out.problem(problem),
    };
    let mut table = Table {
        quiet: !seats.any_human(),
        programs: programs(&seats, session.seed()),
        first_round: session.state().round,
        saved: None,
        refused: false,
        said: Said::Nothing,
        roll: Roll::default(),
        rounds: args.rounds,
        save: args.save.clone(),
        json: args.json,
        trace: args.trace,
        input: Input::new(),
        opened,
        session,
        seats,
    };
    if !table.quiet && !args.json {
        out.say(&format!(
            "{}, seed {}",
            table.opened.rules.title,
            table.session.seed()
        ));
    }
    table.tell(events, out);
    let exit = table.play(out);
    table.close(out);
    exit
}

fn programs(seats: &Seats, seed: u64) -> BTreeMap<PowerId, Box<dyn Player>> {
    let of = |(power, seat): (PowerId, &Seat)| match seat {
        Seat::Program(name) => Some((power, program(name, seed, u64::from(power.0)))),
        Seat::Human => None,
    };
    seats.iter().filter_map(of).collect()
}

/// A game with everybody at the table.
pub(super) struct Table {
    pub opened: Opened,
    pub session: Session,
    seats: Seats,
    programs: BTreeMap<PowerId, Box<dyn Player>>,
    input: Input,
    rounds: Option<u16>,
    first_round: u16,
    save: Option<PathBuf>,
    /// How many orders the file holds.
    saved: Option<usize>,
    pub json: bool,
    trace: bool,
    /// Nobody watches.
    quiet: bool,
    /// An order was refused.
    refused: bool,
    /// What `explain` is about.
    pub said: Said,
    /// What was rolled last.
    pub roll: Roll,
}

/// What happened last at the table that can be explained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Said {
    /// Nothing yet.
    Nothing,
    /// A line was refused: the code and the rules that it cites.
    Refused(&'static str, Vec<String>),
    /// Dice were rolled.
    Rolled,
}

impl Table {
    fn play(&mut self, out: &mut Out) -> Exit {
        if self.quiet && self.save.is_none() {
            self.session.forget();
        }
        let bar = self.quiet.then(|| progress(self.rounds));
        let mut shown = None;
        loop {
            let round = self.session.state().round - self.first_round;
            if let Some(bar) = &bar {
                bar.set_position(u64::from(round));
            }
            if self.rounds.is_some_and(|most| round >= most) {
                break;
            }
            self.show_trace(out);
            let decision = match self.session.pending() {
                Ok(Some(decision)) => decision,
                Ok(None) => break,
                Err(refusal) => return self.broken(&refusal, out),
            };
            match self.seats.of(decision.power) {
                Seat::Program(_) => {
                    if let Err(exit) = self.program(&decision, out) {
                        return exit;
                    }
                }
                Seat::Human => {
                    if self.input.interactive() && shown.as_ref() != Some(&decision) {
                        let rules = self.session.rules();
                        out.say(&describe_decision(
                            rules,
                            self.session.state(),
                            &decision,
                            out.paint(),
                        ));
                    }
                    shown = Some(decision.clone());
                    if !self.person(&decision, out) {
                        break;
                    }
                }
            }
            self.keep(false, out);
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        if self.refused && !self.input.interactive() {
            Exit::AtFault
        } else {
            Exit::Fine
        }
    }

    fn broken(&self, refusal: &crate::kernel::Refusal, out: &mut Out) -> Exit {
        out.problem(Problem::error(
            refusal.code.name(),
            refusal.sentence(self.session.rules()),
        ))
    }

    /// A program answers.
    fn program(&mut self, decision: &Decision, out: &mut Out) -> Result<(), Exit> {
        let seed = self.session.seed();
        let number = u64::from(decision.power.0);
        let player = self
            .programs
            .entry(decision.power)
            .or_insert_with(|| program(PROGRAMS[0], seed, number));
        match answer(&mut self.session, &mut **player, decision) {
            Ok(events) => {
                self.tell(&events, out);
                Ok(())
            }
            Err(refusal) if refusal.code == Code::NotNow => {
                let power = &self.session.rules().powers[decision.power].name;
                Err(out.problem(Problem::error(
                    "play/stuck",
                    format!("{power} has no order left that is not refused"),
                )))
            }
            Err(refusal) => Err(self.broken(&refusal, out)),
        }
    }

    /// A person answers; `false`: nobody is left at the table.
    fn person(&mut self, decision: &Decision, out: &mut Out) -> bool {
        let power = &self.session.rules().powers[decision.power].name;
        let prompt = format!("{power}, {}> ", decision.kind.name());
        let session = &self.session;
        let line = match self.input.read(&prompt, &|| commands::words(session)) {
            Read::Line(line) => line,
            Read::Nothing => return true,
            Read::End => return false,
        };
        if line.len() > 10_000 {
            self.refused = true;
            out.problem(Problem::error(
                "order/too-long",
                "this line is too long to be an order",
            ));
            return true;
        }
        match commands::read(&line) {
            Some(Command::Quit) => false,
            Some(command) => {
                self.refused |= !commands::run(self, &command, decision, out);
                true
            }
            None => {
                self.roll.forget();
                let typed = self.session.type_line("order", &line);
                self.tell(&typed.events, out);
                if let Some(problems) = typed.problems {
                    self.refused = true;
                    if let Some(problem) = problems.iter().last() {
                        self.said = Said::Refused(problem.code, problem.rules.clone());
                    }
                    out.problems(&problems);
                }
                true
            }
        }
    }

    /// Tells what happened.
    pub fn tell(&mut self, events: &[Event], out: &mut Out) {
        if self.quiet {
            return;
        }
        for event in events {
            if self.roll.note(event) {
                self.said = Said::Rolled;
            }
            if self.json {
                out.json(&view::event_json(self.session.rules(), event));
            } else {
                out.say(&describe_event(self.session.rules(), event, out.paint()));
            }
        }
    }

    /// Shows what scripts have printed since.
    fn show_trace(&self, out: &mut Out) {
        if self.trace {
            self.opened
                .scripts
                .take_trace()
                .iter()
                .for_each(|line| out.whisper(&format!("trace: {line}")));
        }
    }

    /// Writes the save when a phase has ended, or now.
    fn keep(&mut self, now: bool, out: &mut Out) {
        let Some(path) = self.save.clone() else {
            return;
        };
        let orders = self.session.log().len();
        let ended = self
            .session
            .log()
            .last()
            .is_some_and(|e| e.digest.is_some());
        if self.saved == Some(orders) || !(now || ended) {
            return;
        }
        self.saved = Some(orders);
        if let Err(problem) = self.write(&path) {
            out.problem(problem);
        }
    }

    /// Saves the game in a file.
    pub fn write(&self, path: &std::path::Path) -> Result<(), Problem> {
        let text = save::write(&self.session, &self.opened.pack, &self.opened.choices);
        #[expect(
            clippy::disallowed_methods,
            reason = "the game is saved where the player wants it"
        )]
        std::fs::write(path, text).map_err(|e| {
            Problem::error(
                "save/unwritable",
                format!("`{}` cannot be written: {e}", path.display()),
            )
        })
    }

    /// The end: the save, and how things stand.
    fn close(&mut self, out: &mut Out) {
        self.show_trace(out);
        self.keep(true, out);
        let (rules, state) = (self.session.rules(), self.session.state());
        if self.json {
            let mut summary = view::summary_json(rules, state);
            summary["seed"] = self.session.seed().into();
            summary["digest"] = format!("{:016x}", state.digest()).into();
            out.json(&summary);
            return;
        }
        if self.quiet {
            out.say(&view::turn_banner(rules, state, out.paint()));
            out.say(&view::board_table(rules, state, Some(100), out.paint()));
        }
        match state.winner {
            Some(side) => out.say(&format!(
                "The game is over: {} has won.",
                rules.powers.sides[side]
            )),
            None if self.quiet => out.say("Nobody has won."),
            None => {}
        }
    }
}

fn progress(rounds: Option<u16>) -> ProgressBar {
    // Hidden by itself where standard error is no terminal.
    let bar = rounds.map_or_else(ProgressBar::new_spinner, |n| ProgressBar::new(u64::from(n)));
    let style = ProgressStyle::with_template("{spinner} round {pos} {wide_bar} {elapsed}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Problems with a text of their own.
pub(super) fn with_source(name: &str, text: &str) -> (Problems, crate::diag::FileId) {
    let mut problems = Problems::default();
    let file = problems.sources_mut().add(name, text);
    (problems, file)
}
