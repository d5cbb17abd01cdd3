//! The table: a game with people and programs at it, told as it goes.

mod commands;
mod exec;
mod past;

use super::files::Over;
use super::keeper::Keeper;
use super::out::Out;
use super::prompt::{Input, Read};
use super::{Done, Exit};
use crate::ai::{PROGRAMS, Player, answer, program};
use crate::diag::Problem;
use crate::game::language::LONGEST;
use crate::game::save::{self, Header};
use crate::game::{Opened, Seat, Seats, Session};
use crate::kernel::{Code, Decision, Event, Refusal};
use crate::protocol::At;
use crate::rules::PowerId;
use crate::view::{Roll, describe_decision, describe_note};
use exec::Bot;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Who sits at the table and how long.
#[derive(clap::Args, Debug)]
pub(super) struct TableArgs {
    /// Who plays a power, a side, or `all`: human, ai, the name of a program, or `exec:COMMAND` for one of your
    /// own (`docs protocol`). Where no person is named, the first power to play is yours; a saved game knows who
    /// sat where, but starts no command by itself
    #[arg(long = "seat", value_name = "POWER=PLAYER")]
    seats: Vec<String>,
    /// So many seconds a program of your own has for an order
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    seat_time: Duration,
    /// End the game after so many rounds
    #[arg(long)]
    rounds: Option<u16>,
    /// Keep the game in this file, order by order; a game that was saved goes on in its own file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Leave the file of a saved game as it is
    #[arg(long, conflicts_with = "save")]
    no_save: bool,
    /// Write over the file, whatever is in it
    #[arg(long)]
    force: bool,
    /// Say everything as JSON, one value a line, the summary last
    #[arg(long)]
    json: bool,
    /// Show on standard error what scripts print; they are also asked what would be allowed, so a
    /// line may come more than once
    #[arg(long)]
    trace: bool,
}

/// A game to be played on from where it stands.
pub(super) struct Begun<'a> {
    pub opened: Opened,
    pub session: Session,
    /// Who sat where.
    pub seats: BTreeMap<String, String>,
    /// The file that it was read from.
    pub file: Option<&'a Path>,
}

impl Begun<'_> {
    /// The file that the game is kept in, if any.
    fn keeper(&self, seats: &Seats, args: &TableArgs) -> Result<Option<Keeper>, Problem> {
        let header = header(&self.opened, &self.session, seats);
        let earlier = |text: &str| save::is_earlier(text, &self.session, &header);
        let over = Over::Only(&earlier).or_forced(args.force);
        let file = args.save.as_deref().or(self.file).filter(|_| !args.no_save);
        file.map(|path| Keeper::begin(path, header.clone(), &self.session, &over))
            .transpose()
    }
}

fn header(opened: &Opened, session: &Session, seats: &Seats) -> Header {
    Header::of(session, &opened.pack, &opened.choices, seats)
}

/// Plays a game on from where it stands.
pub(super) fn sit_down(
    begun: Begun<'_>,
    events: &[Event],
    args: &TableArgs,
    out: &mut Out,
) -> Done {
    let seats = Seats::read(&begun.opened.rules, &begun.seats, &args.seats, PROGRAMS)?;
    let bots = bots(&seats, args.seat_time)?;
    let keeper = begun.keeper(&seats, args)?;
    let Begun {
        opened, session, ..
    } = begun;
    let mut table = Table {
        quiet: !seats.any_human(),
        programs: programs(&seats, session.seed()),
        bots,
        first_round: session.state().round,
        keeper,
        kept: true,
        asked: session.log().records().len(),
        refused: false,
        left: false,
        branch: None,
        branches: BTreeMap::new(),
        editing: false,
        said: Said::Nothing,
        roll: Roll::default(),
        rounds: args.rounds,
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
    if table.kept { done } else { Ok(Exit::AtFault) }
}

/// A time that somebody may take.
fn seconds(text: &str) -> Result<Duration, String> {
    let time = text
        .parse()
        .ok()
        .and_then(|s| Duration::try_from_secs_f64(s).ok());
    let time = time.filter(|time| !time.is_zero());
    time.ok_or_else(|| "this is no number of seconds".to_owned())
}

/// Starts every program that has a command of its own, each once.
fn bots(seats: &Seats, limit: Duration) -> Result<BTreeMap<String, Bot>, Problem> {
    let mut bots = BTreeMap::new();
    for (_, seat) in seats.iter() {
        if let Seat::Exec(command) = seat
            && !bots.contains_key(command)
        {
            bots.insert(command.clone(), Bot::start(command, limit)?);
        }
    }
    Ok(bots)
}

fn programs(seats: &Seats, seed: u64) -> BTreeMap<PowerId, Box<dyn Player>> {
    let of = |(power, seat): (PowerId, &Seat)| match seat {
        Seat::Program(name) => Some((power, program(name, seed, u64::from(power.0)))),
        Seat::Human | Seat::Exec(_) => None,
    };
    seats.iter().filter_map(of).collect()
}

/// A game with everybody at the table.
struct Table {
    opened: Opened,
    session: Session,
    seats: Seats,
    programs: BTreeMap<PowerId, Box<dyn Player>>,
    /// Programs that were started, by their commands.
    bots: BTreeMap<String, Bot>,
    input: Input,
    rounds: Option<u16>,
    first_round: u16,
    keeper: Option<Keeper>,
    /// All that was to be kept is.
    kept: bool,
    json: bool,
    trace: bool,
    /// Nobody watches.
    quiet: bool,
    /// How many orders were saved or given up: leaving does not lose them unsaid.
    asked: usize,
    /// A line was refused.
    refused: bool,
    /// Nobody plays on.
    left: bool,
    /// The plan that is being tried.
    branch: Option<past::Branch>,
    /// The plans that were tried, by name.
    branches: BTreeMap<String, past::Plan>,
    /// Every line changes the position.
    editing: bool,
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
        if self.quiet && self.keeper.is_none() {
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
            self.refused |= out.faults(self.session.take_faults());
            let Some(decision) = self.session.pending() else {
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
            self.keep(out);
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
        if let Seat::Exec(command) = self.seats.of(decision.power)
            && let Some(bot) = self.bots.get_mut(command)
        {
            let events = bot
                .answer(&self.opened, &mut self.session)
                .map_err(|mut problem| {
                    let power = &self.session.rules().powers[decision.power].name;
                    let stays = format!(
                        "the game stands as it did: with `--seat {power}=human` a person plays on"
                    );
                    problem.help = Some(
                        problem
                            .help
                            .map_or(stays.clone(), |help| format!("{help}; {stays}")),
                    );
                    problem
                })?;
            self.tell(&events, out);
            return Ok(());
        }
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
        let tried = self.branch.as_ref().map(|b| format!("[{}] ", b.name));
        let kind = match self.editing {
            true => "edit",
            false => decision.kind.name(),
        };
        let prompt = format!("{}{power}, {kind}> ", tried.unwrap_or_default());
        let session = &self.session;
        let line = match self.input.read(&prompt, &|| commands::words(session)) {
            Read::Line(line) => line,
            Read::Nothing => return true,
            Read::End => return false,
        };
        if line.len() > LONGEST {
            self.refused = true;
            out.problem(Problem::error(
                "order/too-long",
                "this line is too long to be an order",
            ));
            return true;
        }
        match past::edited(self, &line, out).or_else(|| commands::run(self, &line, out)) {
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
        if !self.quiet && !self.json {
            for note in &typed.notes {
                out.say(&describe_note(self.session.rules(), note));
            }
        }
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

    /// Keeps what was ordered; a file that cannot be written is complained about once.
    fn keep(&mut self, out: &mut Out) {
        let game = self.branch.as_ref().map_or(&self.session, |b| &b.game);
        let kept = match &mut self.keeper {
            Some(keeper) => keeper.keep(game),
            None => Ok(()),
        };
        let before = std::mem::replace(&mut self.kept, kept.is_ok());
        if let Err(problem) = kept
            && before
        {
            out.problem(problem);
        }
    }

    /// The end: the save, and how things stand.
    fn close(&mut self, out: &mut Out) {
        self.show_trace(out);
        out.faults(self.session.take_faults());
        self.keep(out);
        for bot in std::mem::take(&mut self.bots).into_values() {
            bot.leave(At {
                opened: &self.opened,
                session: &self.session,
            });
        }
        if self.json {
            return out.summary(&self.session, "seed", self.session.seed().into());
        }
        if self.quiet {
            out.position(&self.session);
        }
        let (rules, state) = (self.session.rules(), self.session.state());
        match state.winner {
            Some(side) => out.say(&format!(
                "The game is over: the {} have won.",
                rules.powers.sides[side]
            )),
            None if self.quiet => out.say("Nobody has won."),
            None => {}
        }
    }
}
