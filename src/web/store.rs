//! The games of a club in a database: each line of a save is a row, and every change is one transaction that is on the
//! disk before anybody sees it.

use super::draw::Draw;
use super::seat::{self, Pass};
use rusqlite::{Connection, OptionalExtension, Row, params};
use sandtable_diag::Problem;
use sandtable_game::joint::{Secret, chance};
use sandtable_game::source::Source;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

const TABLES: &str = "
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
CREATE TABLE IF NOT EXISTS keys (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS games (
  game TEXT PRIMARY KEY, title TEXT NOT NULL, header TEXT NOT NULL, clock INTEGER,
  secret BLOB, added TEXT, begun TEXT NOT NULL DEFAULT (datetime('now'))) STRICT;
CREATE TABLE IF NOT EXISTS lines (
  game TEXT NOT NULL REFERENCES games, n INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (game, n)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes (
  game TEXT NOT NULL REFERENCES games, n INTEGER NOT NULL, note TEXT NOT NULL, PRIMARY KEY (game, n)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS texts (
  game TEXT NOT NULL REFERENCES games, name TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (game, name)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tokens (
  hash BLOB PRIMARY KEY, game TEXT NOT NULL, name TEXT, host INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tokens_of ON tokens (game);
";

const LINE: &str = "INSERT INTO lines (game, n, line) VALUES (?1, ?2, ?3)";
const NOTE: &str = "INSERT INTO notes (game, n, note) VALUES (?1, ?2, ?3)";

/// The database.
pub struct Store {
    db: Mutex<Connection>,
    key: [u8; 32],
}

/// A game as it is kept.
pub struct Kept {
    /// What people call it.
    pub title: String,
    /// The save.
    pub text: String,
    /// So many seconds a person has for an answer.
    pub clock: Option<u32>,
    /// What its dice come from; a game that was brought along has its own seed.
    pub draw: Option<Draw>,
    /// What people wrote.
    pub notes: Vec<Value>,
}

/// A game in a list.
#[derive(serde::Serialize)]
pub struct Listed {
    game: String,
    title: String,
    begun: String,
    /// How many lines its save has.
    orders: u32,
}

fn failed(error: rusqlite::Error) -> Problem {
    Problem::error("club/database", format!("the database fails: {error}"))
}

impl Store {
    /// Opens the database in a file, or begins one.
    ///
    /// # Errors
    /// `club/database`: it cannot be used. `game/no-chance`: no key can be had.
    pub fn open(path: &Path) -> Result<Self, Problem> {
        let db = Connection::open(path).map_err(failed)?;
        db.execute_batch(TABLES).map_err(failed)?;
        let key = "SELECT bytes FROM keys WHERE name = 'tokens'";
        let key = db.query_row(key, [], |row| row.get(0)).optional();
        let key = match key.map_err(failed)? {
            Some(key) => key,
            None => {
                let key: [u8; 32] = chance()?;
                let new = "INSERT INTO keys (name, bytes) VALUES ('tokens', ?1)";
                db.execute(new, [key]).map_err(failed)?;
                key
            }
        };
        let db = Mutex::new(db);
        Ok(Self { db, key })
    }
    /// Asks the database.
    fn ask<T>(
        &self,
        asks: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, Problem> {
        // A transaction that was not ended is taken back.
        let mut db = self.db.lock().unwrap_or_else(PoisonError::into_inner);
        asks(&mut db).map_err(failed)
    }
    /// Changes all of something, or nothing.
    fn change(
        &self,
        change: impl FnOnce(&Connection) -> rusqlite::Result<()>,
    ) -> Result<(), Problem> {
        self.ask(|db| {
            let all = db.transaction()?;
            change(&all)?;
            all.commit()
        })
    }
    /// Takes a new game in.
    ///
    /// # Errors
    /// `club/database`.
    pub fn create(&self, game: &str, kept: &Kept) -> Result<(), Problem> {
        let mut lines = kept.text.lines();
        let secret = kept.draw.as_ref().map(|draw| draw.source().secret.bytes());
        let header = lines.next().unwrap_or_default();
        let new =
            "INSERT INTO games (game, title, header, clock, secret) VALUES (?1, ?2, ?3, ?4, ?5)";
        self.change(|all| {
            let values = params![game, kept.title, header, kept.clock, secret];
            all.execute(new, values)?;
            let draw = kept.draw.as_ref();
            draw.map_or(Ok(()), |draw| drawn(all, game, draw))?;
            insert(all, LINE, game, 0, lines)
        })
    }
    /// A game.
    ///
    /// # Errors
    /// `club/database`.
    pub fn load(&self, game: &str) -> Result<Option<Kept>, Problem> {
        let sql = "SELECT title, header, clock, secret, added FROM games WHERE game = ?1";
        let read = |row: &Row<'_>| {
            let secret: Option<[u8; 32]> = row.get(3)?;
            let (secret, added) = (secret.map(Secret::new), row.get(4)?);
            let draw = |secret| match added {
                Some(added) => Draw::Fixed(Source { secret, added }),
                None => Draw::Open {
                    secret,
                    texts: BTreeMap::new(),
                },
            };
            Ok(Kept {
                title: row.get(0)?,
                text: row.get::<_, String>(1)? + "\n",
                clock: row.get(2)?,
                draw: secret.map(draw),
                notes: Vec::new(),
            })
        };
        self.ask(|db| {
            let Some(mut kept) = db.query_row(sql, [game], read).optional()? else {
                return Ok(None);
            };
            let lines = "SELECT line FROM lines WHERE game = ?1 ORDER BY n";
            let lines: Vec<String> = rows(db, lines, game, |row| row.get(0))?;
            lines
                .iter()
                .for_each(|line| kept.text += &format!("{line}\n"));
            if let Some(Draw::Open { texts, .. }) = &mut kept.draw {
                let added = "SELECT name, text FROM texts WHERE game = ?1";
                *texts = rows(db, added, game, |row| Ok((row.get(0)?, row.get(1)?)))?;
            }
            let notes = "SELECT note FROM notes WHERE game = ?1 ORDER BY n";
            let notes: Vec<String> = rows(db, notes, game, |row| row.get(0))?;
            let notes = notes.iter().filter_map(|n| serde_json::from_str(n).ok());
            kept.notes = notes.collect();
            Ok(Some(kept))
        })
    }
    /// Every game, the newest first.
    ///
    /// # Errors
    /// `club/database`.
    pub fn games(&self) -> Result<Vec<Listed>, Problem> {
        let sql = "SELECT game, title, begun, (SELECT count(*) FROM lines l WHERE l.game = g.game)
                   FROM games g ORDER BY begun DESC, game";
        let listed = |row: &Row<'_>| {
            Ok(Listed {
                game: row.get(0)?,
                title: row.get(1)?,
                begun: row.get(2)?,
                orders: row.get(3)?,
            })
        };
        self.ask(|db| db.prepare(sql)?.query_map([], listed)?.collect())
    }
    /// Adds lines behind those that are there.
    ///
    /// # Errors
    /// `club/database`: nothing was added.
    pub fn add(&self, game: &str, first: usize, lines: &str) -> Result<(), Problem> {
        self.change(|all| insert(all, LINE, game, first, lines.lines()))
    }
    /// Adds a note.
    ///
    /// # Errors
    /// `club/database`: nothing was added.
    pub fn note(&self, game: &str, number: usize, note: &Value) -> Result<(), Problem> {
        let note = note.to_string();
        self.change(|all| insert(all, NOTE, game, number, std::iter::once(&*note)))
    }
    /// Puts another first line in the place of a game's.
    ///
    /// # Errors
    /// `club/database`.
    pub fn header(&self, game: &str, header: &str) -> Result<(), Problem> {
        self.ask(|db| headed(db, game, header))
    }
    /// Keeps what the dice of a game come from, and its first line.
    ///
    /// # Errors
    /// `club/database`: nothing has changed.
    pub fn draw(&self, game: &str, draw: &Draw, header: &str) -> Result<(), Problem> {
        self.change(|all| {
            drawn(all, game, draw)?;
            headed(all, game, header)
        })
    }
    /// A new token; those that allowed the same end.
    ///
    /// # Errors
    /// `club/database`, `game/no-chance`.
    pub fn token(&self, game: &str, pass: &Pass) -> Result<String, Problem> {
        let token = seat::token()?;
        let hash = *seat::hash(&self.key, &token).as_bytes();
        let old = "DELETE FROM tokens WHERE game = ?1 AND name IS ?2 AND host = ?3";
        let new = "INSERT INTO tokens (hash, game, name, host) VALUES (?1, ?2, ?3, ?4)";
        let changed = self.change(|all| {
            all.execute(old, params![game, pass.name, pass.host])?;
            let values = params![hash, game, pass.name, pass.host];
            all.execute(new, values).map(|_| ())
        });
        changed.map(|()| token)
    }
    /// Whether there is any token of a game.
    ///
    /// # Errors
    /// `club/database`.
    pub fn has_token(&self, game: &str) -> Result<bool, Problem> {
        let sql = "SELECT EXISTS (SELECT 1 FROM tokens WHERE game = ?1)";
        self.ask(|db| db.query_row(sql, [game], |row| row.get(0)))
    }
    /// What tokens allow in a game.
    ///
    /// # Errors
    /// `club/database`.
    pub fn passes(&self, game: &str, tokens: &[String]) -> Result<Vec<Pass>, Problem> {
        let sql = "SELECT hash, name, host FROM tokens WHERE game = ?1";
        let read = |row: &Row<'_>| {
            let (name, host) = (row.get(1)?, row.get(2)?);
            Ok((blake3::Hash::from_bytes(row.get(0)?), Pass { name, host }))
        };
        let all: Vec<(blake3::Hash, Pass)> = self.ask(|db| rows(db, sql, game, read))?;
        let hashes: Vec<_> = tokens.iter().map(|t| seat::hash(&self.key, t)).collect();
        let allowed = all.into_iter().filter(|(hash, _)| hashes.contains(hash));
        Ok(allowed.map(|(_, pass)| pass).collect())
    }
}

/// Puts another first line in the place of a game's.
fn headed(db: &Connection, game: &str, header: &str) -> rusqlite::Result<()> {
    let sql = "UPDATE games SET header = ?2 WHERE game = ?1";
    db.execute(sql, [game, header.trim_end()]).map(|_| ())
}

/// What the dice of a game come from: what was added stays.
fn drawn(db: &Connection, game: &str, draw: &Draw) -> rusqlite::Result<()> {
    match draw {
        Draw::Fixed(source) => {
            let sql = "UPDATE games SET added = ?2 WHERE game = ?1";
            db.execute(sql, [game, &source.added]).map(|_| ())
        }
        Draw::Open { texts, .. } => texts.iter().try_for_each(|(name, text)| {
            let new = "INSERT OR IGNORE INTO texts (game, name, text) VALUES (?1, ?2, ?3)";
            db.execute(new, [game, name, text]).map(|_| ())
        }),
    }
}

/// Rows behind each other.
fn insert<'a>(
    db: &Connection,
    sql: &'static str,
    game: &str,
    first: usize,
    lines: impl Iterator<Item = &'a str>,
) -> rusqlite::Result<()> {
    let mut row = db.prepare_cached(sql)?;
    for (nth, line) in lines.enumerate() {
        row.execute(params![game, (first + nth) as i64, line])?;
    }
    Ok(())
}

/// What the rows of a game say.
fn rows<T, All: FromIterator<T>>(
    db: &Connection,
    sql: &str,
    game: &str,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<All> {
    db.prepare_cached(sql)?.query_map([game], read)?.collect()
}
