//! The table: a game with people and programs at it, told as it goes.

mod commands;
mod past;

use super::files::Over;
use super::folder::{self, Owner};
use super::keeper::Keeper;
use super::mail::say_next;
use super::out::Out;
use super::prompt::{Completions, Input, Read};
use super::{Done, Exit};
use crate::ai::{PROGRAMS, Player, answer, program};
use crate::diag::Problem;
use crate::game::language::LONGEST;
use crate::game::save::{self, Header};
use crate::game::{Opened, Seat, Seats, Session};
use crate::kernel::{Code, Decision, Event, Refusal};
use crate::rules::PowerId;
use crate::view::{Roll, describe_decision, describe_note};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Who sits at the table and how long.
#[derive(clap::Args, Debug)]
pub(super) struct TableArgs {
    /// Who plays a power, a side, or `all`: human, human:NAME, ai, or the name of a program. Where no person is named,
    /// the first power to play is yours; a saved game knows who sat where
    #[arg(long = "seat", value_name = "POWER=PLAYER")]
    seats: Vec<String>,
    /// End the game after so many rounds
    #[arg(long)]
    rounds: Option<u16>,
    /// Keep the game in this file, order by order. Without it a game that was saved goes on in its own file,
    /// and a new one on a terminal is kept by itself: `resume` goes on with it
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Keep no game, and leave the file of a saved one as it is
    #[arg(long, conflicts_with = "save")]
    no_save: bool,
    /// Put the rules into the save, so that it goes on with them wherever it is opened
    #[arg(long)]
    self_contained: bool,
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

impl TableArgs {
    /// Whether everything is to be said as JSON.
    pub fn json(&self) -> bool {
        self.json
    }
    /// Whether nothing was said that only a new game can want.
    pub fn is_plain(&self) -> bool {
        self.seats.is_empty() && self.save.is_none() && !self.no_save && !self.json
    }
}

/// A game to be played on from where it stands.
pub(super) struct Begun {
    pub opened: Opened,
    pub session: Session,
    /// Who sat where.
    pub seats: BTreeMap<String, String>,
    /// The file that it was read from.
    pub file: Option<PathBuf>,
}

impl Begun {
    /// The file that the game is kept in, if any.
    fn keeper(&self, seats: &Seats, args: &TableArgs) -> Result<Option<Keeper>, Problem> {
        let header = Header::of(&self.session, &self.opened, seats);
        let earlier = |text: &str| save::is_earlier(text, &self.session, &header);
        let over = Over::Only(&earlier).or_forced(args.force);
        let file = args.save.as_deref().or(self.file.as_deref());
        let file = file.filter(|_| !args.no_save);
        file.map(|path| Keeper::begin(path, header.clone(), &self.session, &over))
            .transpose()
    }
}

/// Plays a game on from where it stands.
pub(super) fn sit_down(
    mut begun: Begun,
    events: &[Event],
    args: &TableArgs,
    out: &mut Out,
) -> Done {
    let seats = Seats::read(&begun.opened.rules, &begun.seats, &args.seats, PROGRAMS)?;
    if args.self_contained {
        begun.opened.kept = Some(begun.opened.keep()?);
    }
    let keeper = begun.keeper(&seats, args)?;
    let input = Input::new();
    let shared = begun.session.joint().is_some();
    if shared && !args.seats.is_empty() {
        let problem = Problem::error(
            "seat/others",
            "nobody changes the seats of a game by mail alone",
        );
        return Err(problem.help("leave `--seat` out").into());
    }
    let header = || Header::of(&begun.session, &begun.opened, &seats);
    let owner = shared.then(|| Owner::of(&header())).transpose()?;
    let Begun {
        opened, session, ..
    } = begun;
    let mut table = Table {
        quiet: !seats.any_human(),
        programs: programs(&seats, session.seed()),
        first_round: session.state().round,
        keeper,
        kept: true,
        asked: session.log().records().len(),
        refused: false,
        left: false,
        branch: None,
        branches: BTreeMap::new(),
        editing: false,
        owner,
        present: None,
        said: Said::Nothing,
        roll: Roll::default(),
        rounds: args.rounds,
        json: args.json,
        trace: args.trace,
        keeps_itself: input.interactive() && !args.no_save && !args.json,
        input,
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
    keeper: Option<Keeper>,
    /// Without a file the game gets one with its first order.
    keeps_itself: bool,
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
    /// Who sits here in a game by mail.
    owner: Option<Owner>,
    /// The person at the table; nobody before the first one is asked.
    present: Option<String>,
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
            if !self.dice_are_here(out)? {
                break;
            }
            let Some(decision) = self.session.pending() else {
                break;
            };
            if self.seats.of(decision.power) != &Seat::Human {
                self.program(&decision, out)?;
            } else {
                if !self.hand_over(&decision, out) {
                    break;
                }
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

    /// Opens the secrets that dice want of the person here; `false`: the game waits for somebody who is not.
    fn dice_are_here(&mut self, out: &mut Out) -> Result<bool, Problem> {
        let Some(owner) = self.owner.take() else {
            return Ok(true);
        };
        while let Some(typed) = owner.open(&mut self.session)? {
            self.tell(&typed.events, out);
        }
        let asked = self
            .session
            .pending()
            .and_then(|d| self.seats.person(d.power));
        let here = self.session.held().is_none() && asked.is_none_or(|name| name == owner.name());
        if !here {
            say_next(&self.session, &self.seats, owner.name(), out);
        }
        self.owner = Some(owner);
        Ok(here)
    }

    /// The person who is asked sits down, if another one was there before; `false`: nobody is left.
    fn hand_over(&mut self, decision: &Decision, out: &mut Out) -> bool {
        let next = self.seats.person(decision.power).map(str::to_owned);
        let before = std::mem::replace(&mut self.present, next.clone());
        let (Some(next), Some(before)) = (next, before) else {
            return true;
        };
        if next == before {
            return true;
        }
        let power = &self.session.rules().powers[decision.power].name;
        let name = if next.is_empty() { power } else { &next };
        let line = format!("———— {name} is asked now, for {power} ————");
        out.say(&out.paint().bold(&line));
        if !self.input.interactive() {
            return true;
        }
        // What the one before saw and typed is none of the next one's business.
        let wait = format!("{name}, Enter when you sit here> ");
        let read = self.input.read(&wait, &Completions::default);
        out.say("\u{1b}[2J\u{1b}[H");
        !matches!(read, Read::End)
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
        let begins = self.keeps_itself && !game.log().records().is_empty();
        let kept = match &mut self.keeper {
            Some(keeper) => keeper.keep(game),
            None if begins => {
                self.keeps_itself = false;
                let header = Header::of(game, &self.opened, &self.seats);
                let begun = folder::fresh(&self.opened.pack)
                    .and_then(|path| Keeper::begin(&path, header, game, &Over::Anything));
                begun.map(|keeper| self.keeper = Some(keeper))
            }
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
