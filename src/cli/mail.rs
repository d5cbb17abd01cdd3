//! `sandtable mail`: games by mail or in a forum. Letters carry what the others lack; the dice are everybody's together.

use super::choices::{ChoiceArgs, STOCK};
use super::files::{self, Over};
use super::folder::Owner;
use super::out::Out;
use super::play::fresh_seed;
use super::{Done, Exit};
use crate::ai::PROGRAMS;
use crate::diag::{Problem, Problems};
use crate::game::letter::Letter;
use crate::game::save::{self, Header, Save};
use crate::game::{Deed, Loaded, Record, Seats, Session, Step};
use clap::Subcommand;
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// What to do.
#[derive(Subcommand, Debug)]
pub(super) enum Args {
    /// Begin a game; `mail out` then prints the first letter
    New(New),
    /// Print what the others lack, as a block of text to send
    Out {
        /// The game
        file: PathBuf,
        /// Everything after so many records, for somebody who lacks more
        #[arg(long, value_name = "N")]
        since: Option<usize>,
    },
    /// Say what a power of yours answers by itself while others play, such as `POWER losses: TYPE, TYPE`
    Standing {
        /// The game
        file: PathBuf,
        /// The power, the question and the answer; `standing` at the table lists them
        #[arg(required = true)]
        order: Vec<String>,
    },
    /// Take in what another one sent, from standard input or a file; a game that is not here yet begins with it
    In {
        /// The game
        file: PathBuf,
        /// A file with the letter
        letter: Option<PathBuf>,
        /// Who you are, for a game that is not here yet
        #[arg(long, value_name = "NAME")]
        me: Option<String>,
    },
}

/// A new game.
#[derive(clap::Args, Debug)]
pub(super) struct New {
    /// The game
    file: PathBuf,
    /// A pack: a folder, or the name of a bundled pack
    #[arg(default_value = STOCK)]
    pack: String,
    #[command(flatten)]
    choices: ChoiceArgs,
    /// Who plays what, as for `play`; people with their names: `SIDE=human:Ann`
    #[arg(long = "seat", value_name = "POWER=human:NAME", required = true)]
    seats: Vec<String>,
    /// Which of them you are
    #[arg(long, value_name = "NAME")]
    me: String,
    /// Only this person's secrets make the dice: fewer letters, but that person could foresee them and is trusted
    #[arg(long, value_name = "NAME")]
    trust: Vec<String>,
}

/// Does it.
pub(super) fn run(args: &Args, out: &mut Out) -> Done {
    match args {
        Args::New(new) => begin(new, out),
        Args::Out { file, since } => send(file, *since, out),
        Args::Standing { file, order } => stand(file, &order.join(" "), out),
        Args::In { file, letter, me } => take(file, letter.as_deref(), me.as_deref(), out),
    }
}

fn begin(args: &New, out: &mut Out) -> Done {
    let opened = args.choices.open(&args.pack)?;
    let seats = Seats::read(&opened.rules, &BTreeMap::new(), &args.seats, PROGRAMS)?;
    let people: Vec<String> = seats.people().into_iter().map(str::to_owned).collect();
    if people.iter().any(String::is_empty) || people.len() < 2 {
        let problem = Problem::error(
            "mail/people",
            "a game by mail is one of several people with names",
        );
        return Err(problem.help("`--seat POWER=human:NAME` names them").into());
    }
    known(&args.me, &people)?;
    args.trust
        .iter()
        .try_for_each(|name| known(name, &people))?;
    let dice = if args.trust.is_empty() {
        people
    } else {
        args.trust.clone()
    };
    let (mut session, _) = opened.begin(fresh_seed())?;
    session.share(dice);
    let header = Header::of(&session, &opened, &seats);
    let owner = Owner::begin(&header, &args.me)?;
    owner.begin_chain(&mut session)?;
    let (text, _) = save::write(&session, &header);
    files::write(
        &args.file,
        &text,
        "save/unwritable",
        &Over::Only(&|_| false),
    )?;
    out.say(&format!(
        "begun; `sandtable mail out {}` prints the first letter",
        args.file.display()
    ));
    Ok(Exit::Fine)
}

fn known(name: &str, people: &[String]) -> Result<(), Problem> {
    if people.iter().any(|person| person == name) {
        return Ok(());
    }
    let problem = Problem::error(
        "mail/nobody",
        format!("nobody in this game is called {name}"),
    );
    Err(problem
        .suggest(name, people)
        .help(format!("the people: {}", people.join(", "))))
}

/// A game that is here, as it stands.
struct Here {
    loaded: Loaded,
    header: Header,
    seats: Seats,
}

/// Plays a game again; what happened with the entries after the first so many is told.
fn here(
    file: &Path,
    text: &str,
    known: &dyn Fn(&Save) -> usize,
    out: &mut Out,
) -> Result<Here, Problems> {
    let loaded = Loaded::begin(&file.display().to_string(), text, None)?;
    let loaded = loaded.play()?;
    let known = known(&loaded.save);
    let chapters = loaded.session.story().chapters();
    for (nth, chapter) in chapters.iter().skip(1).enumerate().skip(known) {
        if let Some(entry) = loaded.save.entry(nth) {
            let line = format!("> {}: {}", entry.by, entry.text);
            out.say(&out.paint().bold(&line));
            out.events(&loaded.session, &chapter.events, false);
        }
    }
    let saved = &loaded.save.header.seats;
    let seats = Seats::read(&loaded.opened.rules, saved, &[], PROGRAMS)?;
    let header = Header::of(&loaded.session, &loaded.opened, &seats);
    Ok(Here {
        loaded,
        header,
        seats,
    })
}

/// Who wrote a record; `None`: it follows from others, as dice and what standing orders answer do, or a
/// program did it.
fn author<'a>(record: &'a Record, session: &Session, seats: &'a Seats) -> Option<&'a str> {
    let stood = |order: &str| {
        let mut done = session.log().entries().iter();
        let answered = done.any(|e| e.deed == Deed::Stood && e.text == order);
        answered || session.stands_in().is_some_and(|answer| answer == order)
    };
    match record {
        Record::Done(entry) => {
            let own = entry.deed != Deed::Stood && entry.dice.is_empty();
            own.then(|| seats.person(entry.by)).flatten()
        }
        Record::Dice(Step::Announce { by, order }) => {
            (!stood(order)).then(|| seats.person(*by)).flatten()
        }
        Record::Dice(Step::Begin { who, .. } | Step::Open { who, .. }) => Some(who),
        Record::Undone(_) => None,
    }
}

fn send(file: &Path, since: Option<usize>, out: &mut Out) -> Done {
    let text = files::read(file, save::LIMIT, "save/unreadable")?;
    let here = here(file, &text, &|_| usize::MAX, out)?;
    let owner = Owner::of(&here.header)?;
    let records = here.loaded.session.log().records();
    let author = |record| author(record, &here.loaded.session, &here.seats);
    let others = |record| author(record).is_some_and(|name| name != owner.name());
    let last = records.iter().rposition(others);
    let base = since.unwrap_or_else(|| last.map_or(0, |at| at + 1));
    let letter = Letter::since(&here.loaded.session, &here.header, base.min(records.len()));
    if letter.is_empty() && base > 0 {
        return Err(Problem::error("mail/nothing", "nothing happened that the others lack").into());
    }
    out.turn(&here.loaded.session);
    out.say(&letter.block());
    Ok(Exit::Fine)
}

fn stand(file: &Path, order: &str, out: &mut Out) -> Done {
    let text = files::read(file, save::LIMIT, "save/unreadable")?;
    let mut here = here(file, &text, &|_| usize::MAX, out)?;
    let owner = Owner::of(&here.header)?;
    let mine = |power| here.seats.person(power) == Some(owner.name());
    here.loaded.session.stand(order, &mine)?;
    let (text, _) = save::write(&here.loaded.session, &here.header);
    files::write(file, &text, "save/unwritable", &Over::Anything)?;
    say_next(&here.loaded.session, &here.seats, owner.name(), out);
    Ok(Exit::Fine)
}

fn take(file: &Path, letter: Option<&Path>, me: Option<&str>, out: &mut Out) -> Done {
    let text = match letter {
        Some(path) => files::read(path, save::LIMIT, "mail/unreadable")?,
        None => {
            let mut bytes = Vec::new();
            let mut input = std::io::stdin().lock().take(save::LIMIT as u64);
            let unreadable = |e: std::io::Error| Problem::error("mail/unreadable", e.to_string());
            input.read_to_end(&mut bytes).map_err(unreadable)?;
            String::from_utf8_lossy(&bytes).into_owned()
        }
    };
    let letter = Letter::read(&text)?;
    let own = match file.exists() {
        true => {
            let text = files::read(file, save::LIMIT, "save/unreadable")?;
            Some(here(file, &text, &|_| usize::MAX, out)?)
        }
        false => None,
    };
    let log = own.as_ref().map(|own| own.loaded.session.log());
    let before = log.map_or(0, |log| log.records().len());
    let entries = log.map_or(&[][..], |log| log.entries()).to_vec();
    let doubt = log.and_then(|log| log.doubt());
    // What both have in common is known; what is here beyond it was taken back.
    let common = |save: &Save| {
        let both = entries.iter().zip(save.entries());
        both.take_while(|(own, saved)| (own.deed, &own.text) == (saved.deed, &saved.text))
            .count()
    };
    let own = own.map(|own| save::write(&own.loaded.session, &own.header).0);
    let both = letter.behind(own.as_deref())?;
    let mut now = here(file, &both, &common, out)?;
    let gone = entries.len() - common(&now.loaded.save);
    if gone > 0 {
        out.say(&format!("taken back before that: {gone}"));
    }
    let doubts = now.loaded.session.log().doubt();
    if let Some(doubts) = doubts.filter(|_| doubts != doubt) {
        out.say(doubts.sentence());
    }
    let owner = match (&own, me) {
        (None, Some(me)) => {
            let people: Vec<String> = now.seats.people().into_iter().map(str::to_owned).collect();
            known(me, &people)?;
            Owner::begin(&now.header, me)?
        }
        (None, None) => {
            let problem =
                Problem::error("mail/who", "this game is not here yet: who are you in it?");
            return Err(problem
                .help(format!("`--me NAME`, one of {}", names(&now.seats)))
                .into());
        }
        (Some(_), _) => Owner::of(&now.header)?,
    };
    let records = now.loaded.session.log().records();
    let mut new = records.iter().skip(before);
    if own.is_some()
        && new.any(|r| author(r, &now.loaded.session, &now.seats) == Some(owner.name()))
    {
        let problem = Problem::error(
            "mail/yours",
            "this letter gives orders of yours that you have not given here",
        );
        return Err(problem
            .help("nobody else can give them; ask who sent it")
            .into());
    }
    owner.begin_chain(&mut now.loaded.session)?;
    loop {
        let session = &mut now.loaded.session;
        let opened = owner.open(session)?.map(|typed| typed.events);
        let Some(events) = opened.or_else(|| session.stand_in()) else {
            break;
        };
        out.events(session, &events, false);
    }
    let (text, _) = save::write(&now.loaded.session, &now.header);
    files::write(file, &text, "save/unwritable", &Over::Anything)?;
    out.turn(&now.loaded.session);
    say_next(&now.loaded.session, &now.seats, owner.name(), out);
    Ok(Exit::Fine)
}

fn names(seats: &Seats) -> String {
    seats.people().into_iter().collect::<Vec<_>>().join(", ")
}

/// Whose turn it is to do something, and how.
pub(super) fn say_next(session: &Session, seats: &Seats, me: &str, out: &mut Out) {
    if let Some(held) = session.held() {
        out.say(&format!(
            "{}; `sandtable mail out FILE` prints what to send.",
            held.message
        ));
        return;
    }
    let Some(decision) = session.pending() else {
        return;
    };
    match seats.person(decision.power) {
        Some(name) if name != me => out.say(&format!(
            "{name} is asked; `sandtable mail out FILE` prints what to send."
        )),
        _ => out.say("It is yours to order: `sandtable resume FILE`."),
    }
}
