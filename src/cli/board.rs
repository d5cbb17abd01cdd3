//! `sandtable board`: a game in the browser.

use super::choices::{ChoiceArgs, STOCK};
use super::files::Over;
use super::folder;
use super::keeper::Keeper;
use super::out::Out;
use super::play::fresh_seed;
use super::saved::SaveArgs;
use super::{Done, Exit};
use crate::ai::PROGRAMS;
use crate::diag::{Problem, Problems};
use crate::game::save::{self, Header};
use crate::game::{Opened, Seats, Session};
use crate::web::{self, Game, HERE, Keep};
use std::collections::BTreeMap;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};

/// The port that is tried first.
const PORT: u16 = 7440;

/// The arguments.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A pack for a new game: a folder, or the name of a bundled pack; or a saved game to go on with. Without it the
    /// game that was played last goes on
    #[arg(value_name = "PACK|SAVE")]
    what: Option<String>,
    #[command(flatten)]
    choices: ChoiceArgs,
    /// Who plays a power, a side, or `all`: human, human:NAME, ai, or the name of a program. Where no person is
    /// named, the first power to play is yours
    #[arg(long = "seat", value_name = "POWER=PLAYER")]
    seats: Vec<String>,
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
    #[arg(long)]
    port: Option<u16>,
}

impl Keep for Keeper {
    fn keep(&mut self, session: &Session) -> Result<(), Problem> {
        Self::keep(self, session)
    }
}

/// A game to be put on the board.
struct Begun {
    opened: Opened,
    session: Session,
    seats: BTreeMap<String, String>,
    file: Option<PathBuf>,
}

/// Serves the game until the program is ended.
pub(super) fn run(args: &Args, out: &mut Out) -> Done {
    let begun = args.begin(out)?;
    let seats = Seats::read(&begun.opened.rules, &begun.seats, &args.seats, PROGRAMS)?;
    let keeper = args.keeper(&begun, &seats)?;
    let listener = args.listen()?;
    let port = listener.local_addr().map_or(PORT, |a| a.port());
    let address = format!("http://127.0.0.1:{port}/g/{HERE}/");
    out.say(&format!(
        "{}, seed {}",
        begun.opened.rules.title,
        begun.session.seed()
    ));
    out.say(&format!("The board is at {address}"));
    out.say(
        "Every order is kept. Ctrl-C ends the server; `sandtable board` goes on with the game.",
    );
    if args.open {
        open(&address, out);
    }
    let Begun {
        opened, session, ..
    } = begun;
    let game = Game::new(opened, session, seats, Some(Box::new(keeper)));
    web::serve(listener, game)?;
    Ok(Exit::Fine)
}

impl Args {
    fn begin(&self, out: &mut Out) -> Result<Begun, Problems> {
        match self.saved() {
            Some(file) => {
                let args = SaveArgs::of(file.clone());
                let loaded = args.load(out)?.play()?;
                Ok(Begun {
                    opened: loaded.opened,
                    session: loaded.session,
                    seats: loaded.save.header.seats,
                    file: Some(file),
                })
            }
            None => {
                let pack = self.what.as_deref().unwrap_or(STOCK);
                let opened = self.choices.open(pack)?;
                let (session, _) = opened.begin(self.seed.unwrap_or_else(fresh_seed))?;
                Ok(Begun {
                    opened,
                    session,
                    seats: BTreeMap::new(),
                    file: None,
                })
            }
        }
    }
    /// The saved game that is meant, if one is.
    fn saved(&self) -> Option<PathBuf> {
        let Some(what) = &self.what else {
            let new = !self.choices.is_empty() || self.seed.is_some();
            return (!new).then(folder::last).flatten().map(|g| g.path);
        };
        let path = Path::new(what);
        if path.is_file() {
            return Some(path.to_owned());
        }
        folder::named(path)
    }
    fn keeper(&self, begun: &Begun, seats: &Seats) -> Result<Keeper, Problem> {
        let header = Header::of(&begun.session, &begun.opened, seats);
        let earlier = |text: &str| save::is_earlier(text, &begun.session, &header);
        let (path, own) = match (&self.save, &begun.file) {
            (Some(path), _) => (path.clone(), false),
            (None, Some(path)) => (path.clone(), true),
            (None, None) => (folder::fresh(&begun.opened.pack)?, true),
        };
        let over = Over::Only(&earlier).or_forced(self.force || own);
        Keeper::begin(&path, header.clone(), &begun.session, &over)
    }
    fn listen(&self) -> Result<TcpListener, Problem> {
        let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let bound = match self.port {
            Some(port) => bind(port),
            None => bind(PORT).or_else(|_| bind(0)),
        };
        bound.map_err(|e| {
            let problem = Problem::error("board/port", format!("the port cannot be had: {e}"));
            problem.help("`--port` names another one; without it a free one is taken")
        })
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
    let started = std::process::Command::new(command)
        .args(first)
        .arg(address)
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn();
    if let Err(error) = started {
        out.whisper(&format!(
            "no browser can be started ({error}); open the address yourself"
        ));
    }
}
