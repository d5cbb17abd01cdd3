//! The table: a game with people and programs at it, told as it goes.

mod commands;

use super::out::Out;
use super::prompt::{Input, Read};
use super::{Done, Exit, files};
use crate::ai::{PROGRAMS, Player, answer, program};
use crate::diag::Problem;
use crate::game::{Opened, Seat, Seats, Session, save};
use crate::kernel::{Code, Decision, Event, Refusal};
use crate::rules::PowerId;
use crate::view::{Roll, describe_decision};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

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

/// Plays a game on from where it stands.
pub(super) fn sit_down(
    opened: Opened,
    session: Session,
    events: &[Event],
    args: &TableArgs,
    out: &mut Out,
) -> Done {
    let seats = Seats::read(&opened.rules, &args.seats, PROGRAMS)?;
    let mut table = Table {
        quiet: !seats.any_human(),
        programs: programs(&seats, session.seed()),
        first_round: session.state().round,
        saved: None,
        refused: false,
        left: false,
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
    let done = table.play(out);
    table.close(out);
    done
}

fn programs(seats: &Seats, seed: u64) -> BTreeMap<PowerId, Box<dyn Player>> {
    let of = |(power, seat): (PowerId, &Seat)| match seat {
        Seat::Program(name) => Some((power, program(name, seed, u64::from(power.0)))),
        Seat::Human => None,
    };
    seats.iter().filter_map(of).collect()
}

/// A game with everybody at the table.
struct Table {
    opened: Opened,
    session: Session,
    seats: Seats,
    programs: BTreeMap<PowerId, Box<dyn Player>>,
    input: Input,
    rounds: Option<u16>,
    first_round: u16,
    save: Option<PathBuf>,
    /// How many orders the file holds.
    saved: Option<usize>,
    json: bool,
    trace: bool,
    /// Nobody watches.
    quiet: bool,
    /// A line was refused.
    refused: bool,
    /// Nobody plays on.
    left: bool,
    /// What `explain` is about.
    said: Said,
    /// What was rolled last.
    roll: Roll,
}

/// What happened last at the table that can be explained.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Said {
    /// Nothing yet.
    Nothing,
    /// A line was refused: the code and the rules that it cites.
    Refused(&'static str, Vec<String>),
    /// Dice were rolled.
    Rolled,
}

impl Table {
    fn play(&mut self, out: &mut Out) -> Done {
        if self.quiet && self.save.is_none() {
            self.session.forget();
        }
        let template = "{spinner} round {pos} {wide_bar} {elapsed}";
        let bar = self
            .quiet
            .then(|| Out::progress(self.rounds.map(u64::from), template));
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
            let pending = self.session.pending();
            let Some(decision) = pending.map_err(|r| self.broken(&r))? else {
                break;
            };
            if self.seats.of(decision.power) != &Seat::Human {
                self.program(&decision, out)?;
            } else {
                if self.input.interactive() && shown.as_ref() != Some(&decision) {
                    let (rules, state) = (self.session.rules(), self.session.state());
                    out.say(&describe_decision(rules, state, &decision, out.paint()));
                }
                shown = Some(decision.clone());
                if !self.person(&decision, out) {
                    break;
                }
            }
            self.keep(false, out);
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        Ok(if self.refused && !self.input.interactive() {
            Exit::AtFault
        } else {
            Exit::Fine
        })
    }

    fn broken(&self, refusal: &Refusal) -> Problem {
        Problem::error(refusal.code.name(), refusal.sentence(self.session.rules()))
    }

    /// A program answers.
    fn program(&mut self, decision: &Decision, out: &mut Out) -> Result<(), Problem> {
        let (seed, number) = (self.session.seed(), u64::from(decision.power.0));
        let player = self
            .programs
            .entry(decision.power)
            .or_insert_with(|| program(PROGRAMS[0], seed, number));
        let answered = answer(&mut self.session, &mut **player, decision);
        let events = answered.map_err(|refusal| match refusal.code {
            Code::NotNow => {
                let power = &self.session.rules().powers[decision.power].name;
                let message = format!("{power} has no order left that is not refused");
                Problem::error("play/stuck", message)
            }
            _ => self.broken(&refusal),
        })?;
        self.tell(&events, out);
        Ok(())
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
        match commands::run(self, &line, out) {
            Some(Ok(())) => {}
            Some(Err(problems)) => {
                self.refused = true;
                out.problems(&problems);
            }
            None => self.order(&line, out),
        }
        !self.left
    }

    /// Carries out an order that a person typed.
    fn order(&mut self, line: &str, out: &mut Out) {
        self.roll.forget();
        let typed = self.session.type_line("order", line);
        self.tell(&typed.events, out);
        if let Some(problems) = typed.problems {
            self.refused = true;
            if let Some(problem) = problems.iter().last() {
                self.said = Said::Refused(problem.code, problem.rules.clone());
            }
            out.problems(&problems);
        }
    }

    /// Tells what happened.
    fn tell(&mut self, events: &[Event], out: &mut Out) {
        if self.quiet {
            return;
        }
        for event in events {
            if self.roll.note(event) {
                self.said = Said::Rolled;
            }
        }
        out.events(&self.session, events, self.json);
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
    fn write(&self, path: &Path) -> Result<(), Problem> {
        let text = save::write(&self.session, &self.opened.pack, &self.opened.choices);
        files::write(path, &text, "save/unwritable")
    }

    /// The end: the save, and how things stand.
    fn close(&mut self, out: &mut Out) {
        self.show_trace(out);
        self.keep(true, out);
        if self.json {
            return out.summary(&self.session, "seed", self.session.seed().into());
        }
        if self.quiet {
            out.position(&self.session);
        }
        let (rules, state) = (self.session.rules(), self.session.state());
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
