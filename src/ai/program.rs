//! Programs that play, by the names under which seats know them.

use super::{Level, Planner, Player, Random};
use sandtable_diag::Problem;
use sandtable_game::dice::Stream;
use sandtable_game::{Programs, Seats, Session};
use sandtable_kernel::{Code, Decision, Event, Order, Refusal};
use sandtable_rules::Weights;
use std::fmt;

/// How the names of programs are written. `simple` is the old one of the usual program: saves, seats and letters that
/// have it stay good. The lobby offers the first few.
const FORMS: &[&str] = &[
    "planner:easy",
    "planner",
    "planner:hard",
    "random",
    "simple",
    "planner:N",
];
/// The programs that are offered, the usual one first.
pub const PROGRAMS: &[&str] = FORMS.split_at(4).0;
/// The programs that seats of games may have.
pub const SEATED: Programs = Programs {
    forms: FORMS,
    read: kept,
};
/// The programs that seats of simulated games may have: also `PROGRAM@FILE`, which goes by the weights of a file.
pub const WEIGHED: Programs = Programs {
    forms: FORMS,
    read: kept_with_file,
};
/// The largest budget.
const LARGEST: u32 = 100_000;

/// A program that plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Program {
    /// It searches, so hard.
    Planner(Level),
    /// It gives any legal order.
    Random,
}

impl Program {
    /// The program of a name, in upper or lower case; nothing where none is called that.
    ///
    /// # Errors
    /// `seat/budget`: it is a planner with a budget that none can have.
    pub fn named(name: &str) -> Result<Option<Self>, Problem> {
        let level = match name.to_lowercase().as_str() {
            "planner:easy" | "simple" => Level::EASY,
            "planner" => Level::NORMAL,
            "planner:hard" => Level::HARD,
            "random" => return Ok(Some(Self::Random)),
            other => {
                let number = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.');
                let turns = other.strip_prefix("planner:");
                let Some(turns) = turns.filter(|turns| turns.starts_with(number)) else {
                    return Ok(None);
                };
                let wrong = |why| Problem::error("seat/budget", why);
                Level::of(budget(turns).map_err(wrong)?)
            }
        };
        Ok(Some(Self::Planner(level)))
    }

    /// A player whose chances come from a stream of the game's seed that is not the dice's; the number tells it from
    /// those of other programs. It goes by these weights, or else by the pack's.
    fn player(self, by: Option<&Weights>, seed: u64, number: u64) -> Box<dyn Player> {
        let level = match self {
            Self::Planner(level) => level,
            Self::Random => return Box::new(Random::new(Stream::numbered(seed, number + 1))),
        };
        let planner = Planner::new(level, seed);
        Box::new(match by {
            Some(weights) => planner.by(weights.clone()),
            None => planner,
        })
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Planner(Level::EASY) => f.write_str("planner:easy"),
            Self::Planner(Level::NORMAL) => f.write_str("planner"),
            Self::Planner(Level::HARD) => f.write_str("planner:hard"),
            Self::Planner(level) => write!(f, "planner:{}", level.nodes),
            Self::Random => f.write_str("random"),
        }
    }
}

/// Reads a budget: how many turns a planner may play on copies of the game for a phase of its own.
///
/// # Errors
/// It is no number, or too large; says what is allowed.
pub fn budget(text: &str) -> Result<u32, String> {
    let turns = text.parse().ok().filter(|turns| *turns <= LARGEST);
    turns.ok_or_else(|| {
        format!("`{text}` is no budget: that is a whole number of turns from 0 to {LARGEST}")
    })
}

/// Has every planner of these seats play with such a budget; whether there is one.
pub fn budgeted(seats: &mut Seats, budget: u32) -> bool {
    seats.exchange(|name| with_budget(name, budget))
}

/// The name of a planner with another budget; nothing for what is no planner.
pub fn with_budget(name: &str, budget: u32) -> Option<String> {
    let (program, file) = parts(name);
    let Ok(Some(Program::Planner(_))) = Program::named(program) else {
        return None;
    };
    let program = Program::Planner(Level::of(budget)).to_string();
    Some(file.map_or_else(|| program.clone(), |file| format!("{program}@{file}")))
}

/// The name under which a seat keeps the program that is named.
fn kept(name: &str) -> Result<Option<String>, Problem> {
    let written = FORMS.iter().find(|form| form.eq_ignore_ascii_case(name));
    let program = Program::named(name)?;
    Ok(program.map(|p| written.map_or_else(|| p.to_string(), |form| (*form).to_owned())))
}

/// The same, with a file of weights behind a planner.
fn kept_with_file(name: &str) -> Result<Option<String>, Problem> {
    let (program, file) = parts(name);
    let (Some(program), Some(file)) = (kept(program)?, file) else {
        return kept(program);
    };
    if program == Program::Random.to_string() {
        let problem = Problem::error("seat/weights", format!("`{program}` goes by no weights"));
        return Err(problem.help("a `planner` does: planner:easy@FILE"));
    }
    Ok(Some(format!("{program}@{file}")))
}

/// A program, and the file of weights that it goes by: `PROGRAM@FILE`.
pub fn parts(name: &str) -> (&str, Option<&str>) {
    let parts = name.split_once('@');
    parts.map_or((name, None), |(program, file)| (program, Some(file)))
}

/// The program of a name of a seat; the usual one where nobody sits.
pub fn program(name: &str, seed: u64, number: u64) -> Box<dyn Player> {
    weighted(name, None, seed, number)
}

/// The same, going by these numbers and not by the pack's, if there are any.
pub fn weighted(name: &str, by: Option<&Weights>, seed: u64, number: u64) -> Box<dyn Player> {
    let usual = Program::Planner(Level::EASY);
    let program = Program::named(parts(name).0).ok().flatten();
    program.unwrap_or(usual).player(by, seed, number)
}

/// What came of an answer that a program gave.
#[derive(Debug)]
pub struct Answered {
    /// What happened.
    pub events: Vec<Event>,
    /// Why its own order was not taken, if another was given for it.
    pub refused: Option<Refusal>,
}

/// Has a program answer what a game waits for. One that asks for what it may not have gets what
/// there is.
///
/// # Errors
/// Every order that should be legal is refused ([`Code::NotNow`]).
pub fn answer(
    session: &mut Session,
    player: &mut dyn Player,
    decision: &Decision,
) -> Result<Answered, Refusal> {
    let first = player.answer(session.rules(), session.state(), session.hooks(), decision);
    let (events, refused) = match session.order(&first) {
        Ok(events) => (Some(events), None),
        Err(refusal) => {
            let legal = session.legal();
            let mut others = legal.iter().rev();
            (others.find_map(|o| session.order(o).ok()), Some(refusal))
        }
    };
    let events = events.ok_or_else(|| Code::NotNow.refuse().by(decision.power))?;
    Ok(Answered { events, refused })
}

/// Orders in words, each as it is said after those before it.
pub fn written(session: &Session, orders: &[Order]) -> Vec<String> {
    let mut game = session.branched();
    let said = |order: &Order| {
        let words = game.print(order);
        game.order(order).is_ok().then_some(words)
    };
    orders.iter().filter_map(said).collect()
}
