//! A club: games of people on several machines, kept in a database.

use super::draw::Draw;
use super::game::{Game, Keep};
use super::seat::{self, Pass};
use super::shown::{Note, Shared};
use super::store::{Kept, Listed, Store};
use super::table::Picture;
use sandtable_ai::{PROGRAMS, SEATED};
use sandtable_diag::{Problem, Problems};
use sandtable_game::joint::{Secret, chance};
use sandtable_game::save::{self, Header};
use sandtable_game::source;
use sandtable_game::{Chain, Loaded, Opened, Seat, Seats, Session, open_with, powers_named};
use sandtable_pack::{Choices, bundled_names};
use sandtable_rules::Rules;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// What the club's own token stands under: no game is called so.
const CLUB: &str = "";
/// The longest title, and the longest name of a person.
pub const LONGEST: usize = 80;

/// A club.
pub struct Club {
    store: Arc<Store>,
    /// Packs that were opened, each once for all games that are played with it.
    packs: Mutex<BTreeMap<(String, Choices), (Opened, Picture)>>,
    /// What the dice of the next game will come from.
    next: Mutex<Secret>,
}

/// What somebody wants to begin.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    title: String,
    /// A pack that comes along.
    pack: Option<String>,
    #[serde(default)]
    with: Vec<String>,
    #[serde(default)]
    set: BTreeMap<String, String>,
    /// Instead: the text of a save.
    save: Option<String>,
    /// Who plays which power or side.
    #[serde(default)]
    seats: BTreeMap<String, String>,
    /// So many seconds a person has for an answer.
    clock: Option<u32>,
    /// The hash that the server named for the dice of this game.
    commitment: Option<String>,
    /// What is added to that.
    added: Option<String>,
}

/// A game as it begins, who sat where in its save, and what its dice come from.
type Beginning = (Opened, Session, BTreeMap<String, String>, Option<Draw>);

/// A game that was begun: what can be told of it only now.
#[derive(Serialize)]
pub struct Begun {
    /// What it is called in addresses.
    game: String,
    /// The token that arranges it, and the one that looks on.
    host: String,
    /// The token that only looks.
    onlookers: String,
    seats: Vec<Seated>,
    /// The hash that binds the server to the dice.
    commitment: Option<String>,
}

/// A person with their powers and their token.
#[derive(Serialize)]
struct Seated {
    name: String,
    powers: Vec<String>,
    token: String,
}

fn wrong(message: impl Into<String>) -> Problem {
    Problem::error("protocol/value", message)
}

impl Club {
    /// The club of a database.
    ///
    /// # Errors
    /// As of `Store::open`.
    pub fn open(path: &Path) -> Result<Self, Problem> {
        Ok(Self {
            store: Arc::new(Store::open(path)?),
            packs: Mutex::default(),
            next: Mutex::new(Secret::new(chance()?)),
        })
    }
    /// A new token with which games can be begun; the one before ends.
    ///
    /// # Errors
    /// As of `Store::token`.
    pub fn token(&self) -> Result<String, Problem> {
        let (name, host) = (None, true);
        self.store.token(CLUB, &Pass { name, host })
    }
    /// Whether there is such a token.
    ///
    /// # Errors
    /// As of `Store::has_token`.
    pub fn has_token(&self) -> Result<bool, Problem> {
        self.store.has_token(CLUB)
    }
    /// Whether one of these tokens is the club's own.
    ///
    /// # Errors
    /// As of `Store::passes`.
    pub fn lets_in(&self, tokens: &[String]) -> Result<bool, Problem> {
        Ok(!self.store.passes(CLUB, tokens)?.is_empty())
    }
    /// What tokens allow in a game.
    ///
    /// # Errors
    /// As of `Store::passes`.
    pub fn passes(&self, game: &str, tokens: &[String]) -> Result<Vec<Pass>, Problem> {
        if game == CLUB || tokens.is_empty() {
            return Ok(Vec::new());
        }
        self.store.passes(game, tokens)
    }
    /// Every game.
    ///
    /// # Errors
    /// As of `Store::games`.
    pub fn games(&self) -> Result<Vec<Listed>, Problem> {
        self.store.games()
    }
    /// The hash of what the dice of the next game will come from.
    pub fn commitment(&self) -> String {
        let next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        next.hash().into()
    }
    /// A pack that comes along, with what was chosen; it is read once.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn pack(&self, name: &str, choices: &Choices) -> Result<(Opened, Picture), Problems> {
        // Nobody at another machine reads folders of this one.
        let path = |name: &&String| name.contains(['/', '\\']) && !bundled_names().contains(name);
        let name = name.to_owned();
        if !bundled_names().contains(&name) || choices.with.iter().any(|n| path(&n)) {
            let problem = Problem::error("club/pack", format!("`{name}` does not come along"));
            let all = bundled_names().join(", ");
            return Err(problem.help(format!("the packs: {all}")).into());
        }
        let mut packs = self.packs.lock().unwrap_or_else(PoisonError::into_inner);
        let which = (name, choices.clone());
        if let Some(known) = packs.get(&which) {
            return Ok(known.clone());
        }
        let new = (open_with(&which.0, choices)?, Picture::default());
        packs.insert(which, new.clone());
        Ok(new)
    }
    /// A saved game, with a pack that comes along.
    fn loaded(&self, name: &str, text: &str) -> Result<Loaded, Problems> {
        let open = |header: &Header| match &header.contents {
            None => Ok((self.pack(&header.pack, &header.choices)?.0, None)),
            Some(_) => {
                let problem = Problem::error("club/pack", "this save brings rules of its own");
                let help = "a club plays with the packs that come along with its program";
                Err(problem.help(help).into())
            }
        };
        Loaded::begin_with(name, text, &open)?.play()
    }
    /// A game as it was kept; `None`: there is none of this name.
    ///
    /// # Errors
    /// It cannot be read or played again.
    pub fn load(&self, game: &str) -> Result<Option<Game>, Problems> {
        let Some(kept) = self.store.load(game)? else {
            return Ok(None);
        };
        let loaded = self.loaded(game, &kept.text)?;
        let rules = &loaded.opened.rules;
        let seats = Seats::read(rules, &loaded.save.header.seats, &[], SEATED)?;
        let keeper = Keeper::new(self.store.clone(), game, &loaded, kept.notes.len());
        let header = &loaded.save.header;
        let (_, picture) = self.pack(&header.pack, &header.choices)?;
        let mut game = Game::new(loaded.opened, loaded.session, seats).kept(Box::new(keeper));
        let (title, clock) = (kept.title, kept.clock);
        game.shared = Some(Arc::new(Shared { title, clock }));
        game.picture = picture;
        game.now.draw = kept.draw.map(Arc::new);
        let notes = kept.notes.into_iter().map(|json| Arc::new(Note::of(json)));
        game.now.notes = Arc::new(notes.collect());
        Ok(Some(game))
    }
    /// Begins a game.
    ///
    /// # Errors
    /// What is wanted cannot be had.
    pub fn begin(&self, wanted: &Wanted) -> Result<Begun, Problems> {
        let title = wanted.title.trim();
        if title.is_empty() || title.len() > LONGEST {
            return Err(wrong(format!("`title` has 1 to {LONGEST} bytes")).into());
        }
        if wanted.clock.is_some_and(|seconds| seconds < 3) {
            return Err(wrong("`clock` is at least 3 seconds").into());
        }
        let (opened, session, saved, draw) = self.beginning(wanted)?;
        let wishes = wishes(&opened.rules, &wanted.seats)?;
        let seats = Seats::read(&opened.rules, &saved, &wishes, SEATED)?;
        let header = Header::of(&session, &opened, &seats);
        let game = &seat::token()?[..12];
        let kept = Kept {
            title: title.to_owned(),
            text: save::write(&session, &header).0,
            clock: wanted.clock,
            draw: draw.clone(),
            notes: Vec::new(),
        };
        self.store.create(game, &kept)?;
        self.begun(game, &opened, &seats, draw.as_ref())
    }
    /// The game that is wanted, as it begins or stands.
    fn beginning(&self, wanted: &Wanted) -> Result<Beginning, Problems> {
        match (&wanted.pack, &wanted.save) {
            (Some(pack), None) => {
                let choices = Choices {
                    with: wanted.with.clone(),
                    set: wanted.set.clone(),
                    ..Choices::default()
                };
                let (opened, _) = self.pack(pack, &choices)?;
                let draw = self.draw(wanted)?;
                // Its seed is not known before everybody has added to it.
                let (session, _) = opened.begin(0)?;
                Ok((opened, session, BTreeMap::new(), Some(draw)))
            }
            (None, Some(text)) => {
                let loaded = self.loaded("save", text)?;
                if loaded.session.joint().is_some() {
                    let problem = Problem::error("club/mail", "this game is played by mail");
                    return Err(problem.help("its dice want everybody's secrets").into());
                }
                let seats = loaded.save.header.seats;
                Ok((loaded.opened, loaded.session, seats, None))
            }
            _ => Err(wrong("a game begins with a `pack` or a `save`").into()),
        }
    }
    /// What the dice of a new game come from.
    fn draw(&self, wanted: &Wanted) -> Result<Draw, Problem> {
        wanted.added.as_deref().map_or(Ok(()), source::fits)?;
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let known = String::from(next.hash());
        let named = wanted.commitment.as_ref().unwrap_or(&known);
        if *named != known {
            let message = "another game has begun since the server named its hash";
            let problem = Problem::error("board/late", message);
            return Err(problem.help("ask for the hash again"));
        }
        let secret = std::mem::replace(&mut *next, Secret::new(chance()?));
        let added = wanted.added.iter();
        let texts = added.map(|text| (String::new(), text.clone()));
        let texts = texts.collect();
        Ok(Draw::Open { secret, texts })
    }
    /// The tokens of a game that was begun.
    fn begun(
        &self,
        game: &str,
        opened: &Opened,
        seats: &Seats,
        draw: Option<&Draw>,
    ) -> Result<Begun, Problems> {
        let pass = |name: Option<String>, host| self.store.token(game, &Pass { name, host });
        let people = seats.people().into_iter();
        let people = people.map(|name| {
            Ok(Seated {
                name: name.to_owned(),
                powers: powers_of(opened, seats, name),
                token: pass(Some(name.to_owned()), false)?,
            })
        });
        let people: Result<Vec<_>, Problem> = people.collect();
        Ok(Begun {
            game: game.to_owned(),
            host: pass(None, true)?,
            onlookers: pass(None, false)?,
            seats: people?,
            commitment: draw.map(Draw::commitment),
        })
    }
    /// A new token for a person's seat; the one before ends.
    ///
    /// # Errors
    /// As of `Store::token`.
    pub fn seat(&self, game: &str, name: &str) -> Result<String, Problem> {
        let (name, host) = (Some(name.to_owned()), false);
        self.store.token(game, &Pass { name, host })
    }
}

/// The powers that a person plays.
pub fn powers_of(opened: &Opened, seats: &Seats, name: &str) -> Vec<String> {
    let all = seats.iter().map(|(power, _)| power);
    let played = all.filter(|power| seats.person(*power) == Some(name));
    played
        .map(|power| opened.rules.powers[power].name.clone())
        .collect()
}

/// Who is to play what, in words that seats are read from.
///
/// # Errors
/// A name is too long, or a command is to be started.
pub fn wishes(rules: &Rules, seats: &BTreeMap<String, String>) -> Result<Vec<String>, Problem> {
    let wish = |(powers, who): (&String, &String)| {
        if who.len() > LONGEST {
            return Err(wrong(format!("a name has at most {LONGEST} bytes")));
        }
        if who.trim_start().starts_with(Seat::EXEC) {
            let problem = Problem::error("seat/exec", "a club starts no commands");
            return Err(problem.help(format!("the programs: {}", PROGRAMS.join(", "))));
        }
        Ok(format!("{powers}={who}"))
    };
    let mut all: Vec<(&String, &String)> = seats.iter().collect();
    // What says more about one power comes over what is said of many.
    all.sort_by_key(|(powers, _)| {
        let meant = powers_named(rules, powers);
        Reverse(meant.map_or(0, |meant| meant.len()))
    });
    all.into_iter().map(wish).collect()
}

/// Keeps a game in the database.
struct Keeper {
    store: Arc<Store>,
    game: String,
    /// So many records are there, and the hash of the last of them.
    written: (usize, Chain),
    notes: usize,
}

impl Keeper {
    fn new(store: Arc<Store>, game: &str, loaded: &Loaded, notes: usize) -> Self {
        let (_, chain) = save::write(&loaded.session, &loaded.save.header);
        Self {
            store,
            game: game.to_owned(),
            written: (loaded.session.log().records().len(), chain),
            notes,
        }
    }
}

impl Keep for Keeper {
    fn keep(&mut self, session: &Session) -> Result<(), Problem> {
        let (written, chain) = &self.written;
        let all = session.log().records();
        let new = all.get(*written..).unwrap_or_default();
        if new.is_empty() {
            return Ok(());
        }
        let mut chain = chain.clone();
        let lines = save::written(session.rules(), new, &mut chain);
        self.store.add(&self.game, *written, &lines)?;
        self.written = (all.len(), chain);
        Ok(())
    }
    fn seats(&mut self, header: Header, _: &Session) -> Result<(), Problem> {
        self.store.header(&self.game, &save::first_line(&header))
    }
    fn draw(&mut self, draw: &Draw, header: Header) -> Result<(), Problem> {
        self.store
            .draw(&self.game, draw, &save::first_line(&header))?;
        // Nothing was ordered yet, and what is hangs on the seed.
        self.written = (0, header.chain());
        Ok(())
    }
    fn note(&mut self, note: &Value) -> Result<(), Problem> {
        self.store.note(&self.game, self.notes, note)?;
        self.notes += 1;
        Ok(())
    }
}
