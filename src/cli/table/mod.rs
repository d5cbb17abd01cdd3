//! The table: a game with people and programs at it, told as it goes.

mod asked;
mod begun;
mod commands;
mod enter;
mod exec;
mod look;
mod past;
mod people;
mod person;
mod topics;

use super::budget::BudgetArgs;
use super::folder::Owner;
use super::keeper::Keeper;
use super::out::Out;
use super::prompt::Input;
use super::{Done, Exit};
pub(super) use begun::Begun;
pub(super) use commands::{show, shown};
use exec::Bot;
pub(super) use exec::{bots, seconds};
use sandtable_ai::{PROGRAMS, Player, SEATED, answer, program};
use sandtable_diag::Problem;
use sandtable_game::language::refused_plainly;
use sandtable_game::save::Header;
use sandtable_game::{Opened, Plans, Seat, Seats, Session};
use sandtable_kernel::{Code, Decision, Event};
use sandtable_protocol::At;
use sandtable_rules::{PhaseKind, PowerId, side_name};
use sandtable_view::{self as view, Roll};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// Who sits at the table and how long.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct TableArgs {
    /// Who plays a power, a side, or `all`: human, human:NAME, ai, the name of a program, or `exec:COMMAND` for one of your
    /// own (`docs protocol`). Where no person is named, the first power to play is yours; a saved game knows who
    /// sat where, but starts no command by itself
    #[arg(long = "seat", value_name = "POWER=PLAYER")]
    seats: Vec<String>,
    #[command(flatten)]
    budget: BudgetArgs,
    /// So many seconds a program of your own has for an order
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    seat_time: Duration,
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
    pub json: bool,
    /// Without a terminal, write down each question and each line that is read, as a terminal shows them
    #[arg(long, conflicts_with = "json")]
    echo: bool,
    /// Tell what programs do in a few lines a turn, as on a terminal
    #[arg(long, conflicts_with = "json")]
    brief: bool,
    /// Show on standard error what scripts print; they are also asked what would be allowed, so a
    /// line may come more than once; with `=ai` what programs think before each phase
    #[arg(long, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "scripts")]
    trace: Option<Trace>,
}

/// What is shown of what goes on behind a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Trace {
    /// What scripts print.
    Scripts,
    /// What programs think.
    Ai,
}

impl TableArgs {
    /// Whether nothing was said that only a new game can want.
    pub fn is_plain(&self) -> bool {
        self.seats.is_empty() && self.save.is_none() && !self.no_save && !self.json
    }
}

/// Plays a game on from where it stands.
pub(super) fn sit_down(
    mut begun: Begun,
    events: &[Event],
    args: &TableArgs,
    out: &mut Out,
) -> Done {
    let mut seats = Seats::read(&begun.opened.rules, &begun.seats, &args.seats, SEATED)?;
    args.budget.give(&mut seats)?;
    let bots = bots(&seats, args.seat_time)?;
    begun.settle();
    if args.self_contained {
        begun.opened.kept = Some(begun.opened.keep()?);
    }
    let owner = people::owner(&begun, &seats, args)?;
    let (roll, said) = last_dice(&begun.session);
    let keeper = match args.no_save {
        true => None,
        false => begun.keeper(&seats, args.save.as_deref(), args.force)?,
    };
    let input = Input::new();
    let by_itself = input.interactive() && !args.no_save && !args.json;
    let later = || Keeper::later(Header::of(&begun.session, &begun.opened, &seats));
    let keeper = keeper.or_else(|| by_itself.then(later));
    let mut table = Table {
        quiet: !seats.any_human(),
        programs: programs(&seats, begun.session.seed()),
        bots,
        first_round: begun.session.state().round,
        keeper,
        kept: true,
        asked: begun.session.log().records().len(),
        refused: false,
        left: false,
        plans: Plans::default(),
        gives_up: false,
        editing: false,
        waits: false,
        present: owner.as_ref().map(|owner| owner.name().to_owned()),
        owner,
        said,
        roll,
        args: args.clone(),
        thoughts: BTreeMap::new(),
        went_back: false,
        brief: args.brief || (input.interactive() && !args.json),
        untold: None,
        input,
        opened: begun.opened,
        session: begun.session,
        seats,
    };
    if !table.quiet && !args.json {
        out.say(&format!(
            "{}, seed {}",
            table.opened.rules.title,
            table.session.seed()
        ));
    }
    table.show(events, out);
    let done = table.play(out);
    table.close(out);
    if table.kept { done } else { Ok(Exit::AtFault) }
}

/// The dice that were rolled last in a game, to be explained.
fn last_dice(session: &Session) -> (Roll, Said) {
    let mut roll = Roll::default();
    let mut chapters = session.story().chapters().iter().rev();
    let rolled = chapters.any(|chapter| {
        let events = chapter.events.iter();
        events.fold(false, |rolled, event| roll.note(event) | rolled)
    });
    let said = if rolled { Said::Rolled } else { Said::Nothing };
    (roll, said)
}

fn programs(seats: &Seats, seed: u64) -> BTreeMap<PowerId, Box<dyn Player>> {
    let of = |(power, seat): (PowerId, &Seat)| match seat {
        Seat::Program(name) => Some((power, program(name, seed, u64::from(power.0)))),
        Seat::Human(_) | Seat::Exec(_) => None,
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
    /// How people want it.
    args: TableArgs,
    first_round: u16,
    keeper: Option<Keeper>,
    /// All that was to be kept is.
    kept: bool,
    /// How programs thought about their last phases.
    thoughts: BTreeMap<PowerId, Vec<String>>,
    /// Nobody watches.
    quiet: bool,
    /// How many orders were saved or given up: leaving does not lose them unsaid.
    asked: usize,
    /// A line was refused.
    refused: bool,
    /// Nobody plays on.
    left: bool,
    /// The plan that is being tried, and those that were.
    plans: Plans,
    /// It was said that plans are lost.
    gives_up: bool,
    /// Every line changes the position.
    editing: bool,
    /// Who sits here in a game by mail.
    owner: Option<Owner>,
    /// It waits for somebody who sits elsewhere.
    waits: bool,
    /// The person at the table; nobody before the first one is asked.
    present: Option<String>,
    /// What `explain` is about.
    said: Said,
    /// What was rolled last.
    roll: Roll,
    /// Something was just taken back: even a question with one answer is asked, so that more can be.
    went_back: bool,
    /// What programs do is told in a few lines.
    brief: bool,
    /// What programs did and nobody was told yet, since the turn of that power.
    untold: Option<(PowerId, Vec<Event>)>,
}

/// What happened last at the table that can be explained.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Said {
    /// Nothing yet.
    Nothing,
    /// A line was refused: the code, what was said, and the rules that it cites.
    Refused(&'static str, String, Vec<String>),
    /// Dice were rolled.
    Rolled,
}

impl Table {
    fn play(&mut self, out: &mut Out) -> Done {
        let file = self.keeper.as_ref().and_then(Keeper::path);
        if self.quiet && file.is_none() {
            self.session.forget();
        }
        let template = "{spinner} round {pos} {wide_bar} {elapsed}";
        let bar = self
            .quiet
            .then(|| Out::progress(self.args.rounds.map(u64::from), template));
        let mut shown = None;
        loop {
            let round = self.session.state().round - self.first_round;
            if let Some(bar) = &bar {
                bar.set_position(u64::from(round));
            }
            if self.args.rounds.is_some_and(|most| round >= most) {
                break;
            }
            self.show_trace(out);
            self.refused |= out.faults(self.session.take_faults());
            self.open_secrets(out)?;
            if self.waits {
                shown = None;
                if !self.person(None, out) {
                    break;
                }
                self.keep(out);
                continue;
            }
            if let Some(events) = self.session.stand_in() {
                self.show(&events, out);
                self.keep(out);
                continue;
            }
            let pending = self.session.pending();
            let fresh = shown.as_ref() != Some(&pending);
            let Some(decision) = pending else {
                // Whoever sits at a terminal may look at the board that is left, or take something back.
                if self.quiet || !self.input.interactive() {
                    break;
                }
                self.over(fresh, out);
                shown = Some(None);
                if !self.person(None, out) {
                    break;
                }
                continue;
            };
            if self.seats.person(decision.power).is_none() {
                self.program(&decision, out)?;
            } else {
                if !self.hand_over(&decision, out) {
                    break;
                }
                self.catch_up(out);
                if self.input.interactive() && fresh {
                    let only = enter::only(&self.session, &decision);
                    if let Some(only) = only.filter(|_| !self.went_back) {
                        self.answer(&only, out);
                        self.keep(out);
                        continue;
                    }
                }
                if (self.args.echo || self.input.interactive()) && fresh {
                    self.ask(&decision, out);
                }
                self.went_back = false;
                shown = Some(Some(decision.clone()));
                if !self.person(Some(&decision), out) {
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

    /// The order of a program, given.
    fn given(&mut self, decision: &Decision) -> Result<Vec<Event>, Problem> {
        let power = &self.opened.rules.powers[decision.power].name;
        if let Seat::Exec(command) = self.seats.of(decision.power)
            && let Some(bot) = self.bots.get_mut(command)
        {
            let given = bot.answer(&self.opened, &mut self.session);
            return given.map_err(|problem| {
                let stays = format!(
                    "the game stands as it did: with `--seat {power}=human` a person plays on"
                );
                let help = problem.help.iter().cloned().chain([stays]);
                let help = help.collect::<Vec<_>>().join("; ");
                problem.help(help)
            });
        }
        let (seed, number) = (self.session.seed(), u64::from(decision.power.0));
        let player = self
            .programs
            .entry(decision.power)
            .or_insert_with(|| program(PROGRAMS[0], seed, number));
        let answered = answer(&mut self.session, &mut **player, decision);
        answered
            .map(|a| a.events)
            .map_err(|refusal| match refusal.code {
                Code::NotNow => {
                    let message = format!("{power} has no order left that is not refused");
                    Problem::error("play/stuck", message)
                }
                _ => refused_plainly(self.session.rules(), &refusal),
            })
    }

    /// A program thinks about a phase; what it thinks is kept for whoever asks.
    fn think(&mut self, decision: &Decision, out: &mut Out) {
        let (session, power) = (&self.session, decision.power);
        let Some(player) = self.programs.get_mut(&power) else {
            return;
        };
        let cx = session.cx();
        let Some(account) = player.explain(cx.rules, cx.state, cx.hooks, decision) else {
            return;
        };
        let lines = view::account_lines(cx.rules, &account);
        if self.args.trace == Some(Trace::Ai) {
            lines.iter().for_each(|line| out.whisper(line));
        }
        let thoughts = self.thoughts.entry(power).or_default();
        if account.phase == PhaseKind::Purchase {
            thoughts.clear();
        }
        thoughts.extend(lines);
    }

    /// A program answers.
    fn program(&mut self, decision: &Decision, out: &mut Out) -> Result<(), Problem> {
        let on_turn = self.session.cx().active();
        self.think(decision, out);
        let events = self.given(decision)?;
        // What happens in a person's own turn is told at once.
        if self.brief && !self.quiet && self.seats.person(on_turn).is_none() {
            let (_, untold) = self.untold.get_or_insert((on_turn, Vec::new()));
            untold.extend(events);
        } else {
            self.show(&events, out);
        }
        Ok(())
    }

    /// Says in a few lines what programs did.
    fn catch_up(&mut self, out: &mut Out) {
        let Some((on_turn, events)) = self.untold.take() else {
            return;
        };
        let (rules, paint) = (self.session.rules(), out.paint());
        out.say(&view::in_brief(rules, Some(on_turn), &events, paint));
        out.say(&paint.dim("`story` tells it in full"));
    }

    /// Says what happened.
    fn show(&mut self, events: &[Event], out: &mut Out) {
        if self.quiet {
            return;
        }
        for event in events {
            if self.roll.note(event) {
                self.said = Said::Rolled;
            }
        }
        out.events(&self.session, events, self.args.json);
    }

    /// Shows what scripts have printed since.
    fn show_trace(&self, out: &mut Out) {
        if self.args.trace == Some(Trace::Scripts) {
            self.opened
                .scripts
                .take_trace()
                .iter()
                .for_each(|line| out.whisper(&format!("trace: {line}")));
        }
    }

    /// Keeps what was ordered; a file that cannot be written is complained about once.
    fn keep(&mut self, out: &mut Out) {
        let (game, keeper) = (self.plans.game(&self.session), self.keeper.as_mut());
        let kept = keeper.map_or(Ok(()), |keeper| keeper.keep(game));
        // A file that cannot be had is not tried again.
        let fileless = |keeper: &mut Keeper| kept.is_err() && keeper.path().is_none();
        self.keeper.take_if(fileless);
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
        self.catch_up(out);
        if self.args.json {
            return out.summary(&self.session, "seed", self.session.seed().into());
        }
        if self.quiet {
            out.say(&out.position(&self.session));
        }
        let (rules, state) = (self.session.rules(), self.session.state());
        match state.winner {
            Some(side) => out.say(&format!(
                "The game is over: the {} have won.",
                side_name(rules, side)
            )),
            None if self.quiet => out.say("Nobody has won."),
            None => {}
        }
    }
}
