//! `sandtable board`: a game in the browser, or the games of a club.

use super::budget::BudgetArgs;
use super::choices::{ChoiceArgs, STOCK};
use super::folder::{self, KeptGame};
use super::keeper::Keeper;
use super::out::Out;
use super::replay::begun;
use super::saved::SaveArgs;
use super::table::{Begun, bots, seconds};
use super::{Done, Exit};
use sandtable_ai::SEATED;
use sandtable_diag::{Problem, Problems};
use sandtable_game::save::Header;
use sandtable_game::{Opened, Seats, Session};
use sandtable_web::{self as web, Club, Game, Guard, HERE, Keep, Outside, Serves};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The port that is tried first.
const PORT: u16 = 7440;
/// The file of a club, unless another one is named.
const CLUB: &str = "club.db";

/// The arguments.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A pack for a new game: a folder, or the name of a bundled pack; or a saved game to go on with. Without it the
    /// game that was played last goes on
    #[arg(value_name = "PACK|SAVE")]
    what: Option<String>,
    #[command(flatten)]
    choices: ChoiceArgs,
    /// Who plays a power, a side, or `all`: human, human:NAME, ai, the name of a program, or `exec:COMMAND`. Where no
    /// person is named, the first power to play is yours
    #[arg(long = "seat", value_name = "POWER=PLAYER")]
    seats: Vec<String>,
    #[command(flatten)]
    budget: BudgetArgs,
    /// So many seconds a program of your own has for an order
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    seat_time: Duration,
    /// The seed of the dice; the same seed and orders give the same game
    #[arg(long)]
    seed: Option<u64>,
    /// Keep the game in this file; without it, it is kept where `resume --list` finds it
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Write over that file, whatever is in it
    #[arg(long)]
    force: bool,
    /// Start the browser, too
    #[arg(long)]
    open: bool,
    /// The port; unless it is said, one that is free
    #[arg(long, conflicts_with = "host")]
    port: Option<u16>,
    /// Play on several machines: serve many games at this address, ADDRESS:PORT
    #[arg(
        long,
        value_name = "ADDRESS",
        conflicts_with_all = ["what", "with", "set", "seats", "budget", "seed", "save", "force"]
    )]
    host: Option<SocketAddr>,
    /// What people call that server, if not by its address: https://NAME or http://NAME:PORT
    #[arg(long, value_name = "URL", requires = "host")]
    name: Vec<String>,
    /// The database of its games
    #[arg(long, value_name = "FILE", requires = "host")]
    data: Option<PathBuf>,
    /// Make a new address for its lobby; the one before ends
    #[arg(long, requires = "host")]
    new_key: bool,
}

impl Keep for Keeper {
    fn keep(&mut self, session: &Session) -> Result<(), Problem> {
        self.keep(session)
    }
    fn seats(&mut self, header: Header, session: &Session) -> Result<(), Problem> {
        self.keep_as(header, session)
    }
}

/// Serves until the program is ended.
pub(super) fn run(args: &Args, out: &mut Out) -> Done {
    match args.host {
        Some(host) => club(host, args, out)?,
        None => here(args, out)?,
    }
    Ok(Exit::Fine)
}

/// A game for whoever is at this computer.
fn here(args: &Args, out: &mut Out) -> Result<(), Problems> {
    let mut begun = args.begin(out)?;
    if begun.session.joint().is_some() {
        let problem = Problem::error("board/mail", "this game is played by mail");
        return Err(problem.help("`sandtable resume` goes on with it").into());
    }
    begun.settle();
    let mut seats = Seats::read(&begun.opened.rules, &begun.seats, &args.seats, SEATED)?;
    args.budget.give(&mut seats)?;
    let programs = bots(&seats, args.seat_time)?.into_iter();
    let programs = programs.map(|(command, mut bot)| -> (String, Outside) {
        let answer = move |opened: &Opened, game: &mut Session| bot.answer(opened, game);
        (command, Box::new(answer))
    });
    let keeper = begun.keeper(&seats, args.save.as_deref(), args.force)?;
    let later = || Keeper::later(Header::of(&begun.session, &begun.opened, &seats));
    let keeper = keeper.unwrap_or_else(later);
    let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let listener = match args.port {
        Some(port) => bind(port),
        None => bind(PORT).or_else(|_| bind(0)),
    };
    let listener = listener.map_err(|e| no_port(&e))?;
    let port = listener.local_addr().map_or(PORT, |address| address.port());
    let (title, seed) = (&begun.opened.rules.title, begun.session.seed());
    out.say(&format!("{title}, seed {seed}"));
    let address = format!("http://127.0.0.1:{port}/g/{HERE}/");
    out.say(&format!("The board is at {address}"));
    out.say(
        "Every order is kept. Ctrl-C ends the server; `sandtable board` goes on with the game.",
    );
    if args.open {
        open(&address, out);
    }
    let game = Game::new(begun.opened, begun.session, seats)
        .kept(Box::new(keeper))
        .with(programs.collect());
    let serves = Serves::Game(Box::new(game));
    Ok(web::serve(listener, Guard::loopback(port), serves)?)
}

/// The games of a club.
fn club(host: SocketAddr, args: &Args, out: &mut Out) -> Result<(), Problem> {
    let path = match &args.data {
        Some(path) => path.clone(),
        None => {
            let none = || Problem::error("club/database", "there is no folder for data");
            let folder = folder::data().ok_or_else(none)?;
            let made = std::fs::create_dir_all(&folder);
            made.map_err(|e| super::files::unwritable(&folder, &e, "club/database"))?;
            folder.join(CLUB)
        }
    };
    let listener = TcpListener::bind(host).map_err(|e| no_port(&e))?;
    let host = listener.local_addr().unwrap_or(host);
    let own = format!("http://{host}");
    let guard = Guard::loopback(host.port()).and(&[own])?.and(&args.name)?;
    let club = Club::open(&path)?;
    let address = guard.told();
    if args.new_key || !club.has_token()? {
        let token = club.token()?;
        out.say(&format!("Games begin at {address}/#{token}"));
        out.say("Whoever has this address can begin games: it is told only now, `--new-key` makes another one.");
    } else {
        out.say(&format!(
            "Games begin at {address}/, where your browser knows you"
        ));
    }
    out.say(&format!("Every order is kept in `{}`.", path.display()));
    if args.open {
        open(&format!("{address}/"), out);
    }
    web::serve(listener, guard, Serves::Club(Box::new(club)))
}

fn no_port(error: &std::io::Error) -> Problem {
    let problem = Problem::error("board/port", format!("the port cannot be had: {error}"));
    problem.help("`--port` names another one; without it a free one is taken")
}

impl Args {
    fn begin(&self, out: &mut Out) -> Result<Begun, Problems> {
        if let Some(file) = self.saved() {
            return begun(&SaveArgs::of(file), out);
        }
        let pack = self.what.as_deref().unwrap_or(STOCK);
        let (begun, _) = Begun::new(self.choices.open(pack)?, self.seed)?;
        Ok(begun)
    }
    /// The saved game that is meant, if one is.
    fn saved(&self) -> Option<PathBuf> {
        if let Some(what) = &self.what {
            let path = Path::new(what);
            return match path.is_file() {
                true => Some(path.to_owned()),
                false => folder::named(path),
            };
        }
        if !self.choices.is_empty() || self.seed.is_some() {
            return None;
        }
        folder::last()
            .filter(KeptGame::goes_on)
            .map(|game| game.path)
    }
}

/// Starts the browser.
fn open(address: &str, out: &mut Out) {
    let (command, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let started = Command::new(command)
        .args(first)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Err(error) = started {
        out.whisper(&format!(
            "no browser can be started ({error}); open the address yourself"
        ));
    }
}
