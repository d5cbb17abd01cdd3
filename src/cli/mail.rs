//! `sandtable mail`: games by mail or in a forum. Letters carry what the others lack; the dice are everybody's together.

use super::choices::{ChoiceArgs, STOCK};
use super::files::{self, Over};
use super::folder::Owner;
use super::keeper::Keeper;
use super::out::Out;
use super::saved::whole_path;
use super::table::Begun;
use super::{Done, Exit};
use clap::Subcommand;
use sandtable_ai::SEATED;
use sandtable_diag::{Problem, Problems, read_file};
use sandtable_game::joint::JOINT;
use sandtable_game::letter::Letter;
use sandtable_game::save::{self, Header};
use sandtable_game::{Deed, Entry, Loaded, Log, Record, Seats, Session, Step, same_name};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What to do.
#[derive(Subcommand, Debug)]
pub(super) enum Args {
    /// Begin a game; `mail out` then prints the first letter
    New(New),
    /// Print what the others lack, as a block of text to send
    Out {
        #[command(flatten)]
        game: Game,
        /// Everything after so many records, for somebody who lacks more
        #[arg(long, value_name = "N")]
        since: Option<usize>,
    },
    /// Say what a power of yours answers by itself while others play, such as `POWER losses: TYPE, TYPE`
    Standing {
        #[command(flatten)]
        game: Game,
        /// The power, the question and the answer; `standing` at the table lists them
        #[arg(required = true)]
        order: Vec<String>,
    },
    /// Take in what another one sent, from standard input or a file; a game that is not here yet begins with it
    In {
        #[command(flatten)]
        game: Game,
        /// A file with the letter
        letter: Option<PathBuf>,
        /// Who you are, for a game that is not here yet
        #[arg(long, value_name = "NAME")]
        me: Option<String>,
    },
}

/// Which game.
#[derive(clap::Args, Debug)]
pub(super) struct Game {
    /// The game
    file: PathBuf,
    /// The pack to play it with, if it is elsewhere here
    #[arg(long)]
    pack: Option<String>,
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
        Args::Out { game, since } => send(game, *since, out),
        Args::Standing { game, order } => stand(game, &order.join(" "), out),
        Args::In { game, letter, me } => take(game, letter.as_deref(), me.as_deref(), out),
    }
}

fn begin(args: &New, out: &mut Out) -> Done {
    let opened = args.choices.open(&args.pack)?;
    let seats = Seats::read(&opened.rules, &BTreeMap::new(), &args.seats, SEATED)?;
    let people: Vec<String> = seats.people().into_iter().map(str::to_owned).collect();
    if people.iter().any(String::is_empty) || people.len() < 2 {
        let message = "a game by mail is one of several people with names";
        let problem = Problem::error("mail/people", message);
        return Err(problem.help("`--seat POWER=human:NAME` names them").into());
    }
    let me = known(&args.me, &people)?;
    let trusted = args.trust.iter().map(|name| known(name, &people));
    let trusted: Vec<String> = trusted.collect::<Result<_, _>>()?;
    let dice = if trusted.is_empty() { people } else { trusted };
    let (mut begun, _) = Begun::new(opened, None)?;
    begun.session.share(dice, JOINT);
    begun.settle();
    let header = Header::of(&begun.session, &begun.opened, &seats);
    let only_new = Over::Only(&|_| false);
    let another = |problem: Problem| match problem.code {
        "file/exists" => {
            problem.help("a new game by mail begins in a new file: another name keeps both")
        }
        _ => problem,
    };
    files::may_replace(&args.file, &only_new).map_err(another)?;
    let owner = Owner::begin(&header, &me)?;
    owner.begin_chain(&mut begun.session)?;
    Keeper::begin(&args.file, header, &begun.session, &Over::Anything)?;
    out.say(&format!(
        "begun; `sandtable mail out {}` prints the first letter",
        args.file.display()
    ));
    Ok(Exit::Fine)
}

/// The one of these people who is called so, however it is written.
fn known(name: &str, people: &[String]) -> Result<String, Problem> {
    let called = |person: &&String| same_name(person, name);
    if let Some(person) = people.iter().find(called) {
        return Ok(person.clone());
    }
    let message = format!("nobody in this game is called {name}");
    let problem = Problem::error("mail/nobody", message).suggest(name, people);
    Err(problem.help(format!("the people: {}", people.join(", "))))
}

/// A game that is here, as it stands.
struct Here {
    loaded: Loaded,
    header: Header,
    seats: Seats,
}

impl Here {
    /// Plays the game of a save again.
    fn play(game: &Game, text: &str) -> Result<Self, Problems> {
        let pack = game.pack.as_deref();
        let mut loaded = Loaded::begin(&game.file.display().to_string(), text, pack)?;
        if loaded.save.header.people.is_empty() {
            let file = game.file.display();
            let message = format!("the game in `{file}` is not played by mail");
            let help =
                "`mail new` begins one whose dice are everybody's; `resume` goes on with this one";
            let problem = Problem::error("mail/no-mail-game", message);
            return Err(problem.help(help).into());
        }
        loaded.has_its_pack()?;
        whole_path(&mut loaded.opened.pack);
        let loaded = loaded.play()?;
        let saved = &loaded.save.header.seats;
        let seats = Seats::read(&loaded.opened.rules, saved, &[], SEATED)?;
        let header = Header::of(&loaded.session, &loaded.opened, &seats);
        Ok(Self {
            loaded,
            header,
            seats,
        })
    }
    /// The game in a file.
    fn of(game: &Game) -> Result<Self, Problems> {
        let text = files::read(&game.file, save::LIMIT, "save/unreadable")?;
        Self::play(game, &text)
    }
    fn log(&self) -> &Log {
        self.loaded.session.log()
    }
    /// Who wrote a record; `None`: it follows from others, as dice and what standing orders answer do, or a
    /// program did it.
    fn author<'a>(&'a self, record: &'a Record) -> Option<&'a str> {
        let session = &self.loaded.session;
        let stood = |order: &str| {
            let mut done = session.log().entries().iter();
            let answered = done.any(|e| e.deed == Deed::Stood && e.text == order);
            answered || session.stands_in().is_some_and(|answer| answer == order)
        };
        match record {
            Record::Done(entry) => {
                let own = entry.deed != Deed::Stood && entry.dice.is_empty();
                own.then(|| self.seats.person(entry.by)).flatten()
            }
            Record::Dice(Step::Announce { by, order }) => {
                let by = session.names().powers.exact(by);
                by.and_then(|by| self.seats.person(by).filter(|_| !stood(order)))
            }
            Record::Dice(Step::Begin { who, .. } | Step::Open { who, .. }) => Some(who),
            Record::Undone(_) => None,
        }
    }
    /// How many standing orders are somebody's own, and how many other records.
    fn written_by(&self, name: &str) -> [usize; 2] {
        let own = |record: &&Record| self.author(record) == Some(name);
        let records = self.log().records().iter().filter(own);
        let (standing, others): (Vec<_>, Vec<_>) = records.partition(|r| is_standing(r));
        [standing.len(), others.len()]
    }
    /// So many records all others have for sure: who orders, or opens a secret, knows everything before it; but what
    /// somebody says who is not asked may come from long ago.
    fn known_to_others(&self, me: &str) -> usize {
        let records = self.log().records();
        let known = |name: &str| {
            let own = |r: &Record| !is_standing(r) && self.author(r) == Some(name);
            let last = records.iter().rposition(own)?;
            // Others may have told theirs before it or after.
            let secret =
                |r: &&Record| matches!(r, Record::Dice(Step::Begin { .. } | Step::Open { .. }));
            let since = records[..=last].iter().rev().take_while(secret).count();
            Some(last + 1 - since)
        };
        let others = self.seats.people().into_iter().filter(|name| *name != me);
        others
            .map(|name| known(name).unwrap_or(0))
            .min()
            .unwrap_or(0)
    }
    /// What counts and has its place among orders.
    fn settled(&self) -> &[Arc<Entry>] {
        let entries = self.log().entries();
        let settled = entries.iter().rposition(|e| e.deed != Deed::Standing);
        &entries[..settled.map_or(0, |at| at + 1)]
    }
    /// Keeps the game.
    fn keep(&self, file: &Path) -> Result<(), Problem> {
        let (header, session) = (self.header.clone(), &self.loaded.session);
        Keeper::begin(file, header, session, &Over::Anything).map(drop)
    }
}

fn send(game: &Game, since: Option<usize>, out: &mut Out) -> Done {
    let here = Here::of(game)?;
    let owner = Owner::of(&here.header)?;
    let base = since.unwrap_or_else(|| here.known_to_others(owner.name()));
    let records = here.log().records().len();
    let letter = Letter::since(&here.loaded.session, &here.header, base.min(records));
    if letter.is_empty() && base > 0 {
        return Err(Problem::error("mail/nothing", "nothing happened that the others lack").into());
    }
    out.turn(&here.loaded.session);
    out.say(&letter.block());
    Ok(Exit::Fine)
}

fn stand(game: &Game, order: &str, out: &mut Out) -> Done {
    let mut here = Here::of(game)?;
    let owner = Owner::of(&here.header)?;
    let mine = |power| here.seats.person(power) == Some(owner.name());
    here.loaded.session.stand(order, &mine)?;
    here.keep(&game.file)?;
    say_next(&here.loaded.session, &here.seats, owner.name(), out);
    Ok(Exit::Fine)
}

fn take(game: &Game, letter: Option<&Path>, me: Option<&str>, out: &mut Out) -> Done {
    let bytes = match letter {
        Some(path) => read_file(path, save::LIMIT).map_err(|e| e.to_string()),
        None => {
            let mut bytes = Vec::new();
            let mut input = std::io::stdin().lock().take(save::LIMIT as u64);
            let read = input.read_to_end(&mut bytes).map(|_| bytes);
            read.map_err(|e| e.to_string())
        }
    };
    let unreadable = |why: String| {
        let message = format!("the letter cannot be read: {why}");
        Problem::error("mail/unreadable", message)
    };
    let (letters, left_out) = Letter::read(&String::from_utf8_lossy(&bytes.map_err(unreadable)?))?;
    out.problems(&left_out);
    let (mut told, mut foreign) = (None, Vec::new());
    for letter in &letters {
        match take_in(game, letter, me, out) {
            Ok(taken) => told = Some(taken),
            Err(problems) if problems.iter().all(|p| p.code == "mail/other-game") => {
                foreign.extend(problems.iter().cloned());
            }
            Err(problems) => return Err(problems),
        }
    }
    for problem in foreign {
        if told.is_none() {
            return Err(problem.into());
        }
        out.problem(Letter::left_out(problem));
    }
    if let Some((now, owner)) = told {
        out.turn(&now.loaded.session);
        say_next(&now.loaded.session, &now.seats, owner.name(), out);
    }
    Ok(Exit::Fine)
}

/// Takes in a letter: the game as it stands then, and who sits here.
fn take_in(
    game: &Game,
    letter: &Letter,
    me: Option<&str>,
    out: &mut Out,
) -> Result<(Here, Owner), Problems> {
    let own = game.file.exists().then(|| Here::of(game)).transpose()?;
    let mine = own
        .as_ref()
        .map(|own| save::write(&own.loaded.session, &own.header).0);
    let (text, said) = letter.join(mine.as_deref())?.save();
    let mut now = Here::play(game, &text)?;
    tell(own.as_ref(), &now, out);
    let owner = sits(own.as_ref(), &now, me)?;
    let given = own.map(|own| own.written_by(owner.name()));
    let [_, orders] = now.written_by(owner.name());
    let session = &mut now.loaded.session;
    owner.begin_chain(session)?;
    while let Some(events) = owner.follow(session)? {
        out.events(session, &events, false);
    }
    for standing in said {
        session.stand(&standing, &|_| true)?;
    }
    let [standing, _] = now.written_by(owner.name());
    if given.is_some_and(|given| standing > given[0] || orders > given[1]) {
        let message = "this letter gives orders of yours that you have not given here";
        let problem = Problem::error("mail/yours", message);
        let help = "nobody else can give them; ask who sent it";
        return Err(problem.help(help).into());
    }
    now.keep(&game.file)?;
    Ok((now, owner))
}

fn is_standing(record: &Record) -> bool {
    matches!(record, Record::Done(entry) if entry.deed == Deed::Standing)
}

/// Says what is new in a game; what both have in common is known, and what was here beyond it was taken back.
fn tell(own: Option<&Here>, now: &Here, out: &mut Out) {
    let before = own.map_or(&[][..], Here::settled);
    let both = before.iter().zip(now.settled());
    let common = both.take_while(|(a, b)| (a.deed, &a.text) == (b.deed, &b.text));
    let common = common.count();
    let loaded = &now.loaded;
    let chapters = loaded.session.story().chapters().iter().skip(1);
    for (entry, chapter) in now.settled().iter().zip(chapters).skip(common) {
        let power = &loaded.session.rules().powers[entry.by].name;
        let told = entry.deed.told(&entry.text);
        out.say(&out.paint().bold(&format!("> {power}: {told}")));
        out.events(&loaded.session, &chapter.events, false);
    }
    if before.len() > common {
        out.say(&format!(
            "taken back before that: {}",
            before.len() - common
        ));
    }
    let doubt = own.and_then(|own| own.log().doubt());
    if let Some(doubts) = now.log().doubt().filter(|now| Some(*now) != doubt) {
        out.say(doubts.sentence());
    }
}

/// Who sits here in a game, sitting down first where it is new here.
fn sits(own: Option<&Here>, now: &Here, me: Option<&str>) -> Result<Owner, Problem> {
    let people: Vec<String> = now.seats.people().into_iter().map(str::to_owned).collect();
    let me = me.map(|me| known(me, &people)).transpose()?;
    match (own, me) {
        (None, Some(me)) => {
            let joint = now.loaded.session.joint();
            let begun = joint.is_some_and(|joint| {
                joint.people().any(|name| name == me) && !joint.missing().contains(&&*me)
            });
            match begun {
                // Other secrets than those whose beginning the others know would be of no use.
                true => Owner::of(&now.header).and_then(|owner| owner.named(&me)),
                false => Owner::begin(&now.header, &me),
            }
        }
        (None, None) => {
            let problem =
                Problem::error("mail/who", "this game is not here yet: who are you in it?");
            Err(problem.help(format!("`--me NAME`, one of {}", people.join(", "))))
        }
        (Some(_), Some(me)) => Owner::of(&now.header)?.named(&me),
        (Some(_), None) => Owner::of(&now.header),
    }
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
    match seats.speaker(decision.power) {
        Some(name) if name != me => out.say(&format!(
            "{name} is asked; `sandtable mail out FILE` prints what to send."
        )),
        _ => out.say("It is yours to order: `sandtable resume FILE`."),
    }
}
