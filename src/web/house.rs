//! Who is let in where: the games of a server, found by their names, and the voices of those who ask.

use super::ask::{self, none};
use super::club::Club;
use super::guard::{Buckets, Guard, Meter, busy};
use super::seat;
use super::table::{Leave, Table};
use super::wish::{Given, Wish};
use super::{HERE, Serves};
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use sandtable_diag::Problem;
use sandtable_game::Voice;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The games that are open, by name.
pub type Tables = Arc<Mutex<BTreeMap<String, Table>>>;

/// The tables, to look into.
pub fn of(tables: &Tables) -> MutexGuard<'_, BTreeMap<String, Table>> {
    // A map is whole at every moment.
    tables.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A server: its games, and whom it lets speak.
#[derive(Clone)]
pub struct House {
    /// The names it answers to, and how long it waits.
    pub guard: Arc<Guard>,
    tables: Tables,
    /// Whose games these are; on the loopback there is only one, and nobody needs a token.
    pub club: Option<Arc<Club>>,
    opening: Arc<tokio::sync::Mutex<()>>,
    left: Arc<Mutex<Buckets>>,
}

/// Somebody at a game.
pub struct Guest {
    /// The game.
    pub table: Table,
    /// For whom they speak.
    pub voice: Voice,
    /// Whether the game is theirs to arrange.
    pub host: bool,
}

impl Guest {
    /// Something that they wish wherever the game stands.
    pub fn wishes(&self, wish: Wish) -> Given {
        Given {
            id: None,
            at: None,
            wish,
            voice: self.voice.clone(),
            host: self.host,
        }
    }
}

impl FromRequestParts<House> for Guest {
    type Rejection = Response;
    async fn from_request_parts(parts: &mut Parts, house: &House) -> Result<Self, Response> {
        let game = Path::<String>::from_request_parts(parts, house).await;
        let Path(game) = game.map_err(IntoResponse::into_response)?;
        house.guest(&game, &parts.headers).await
    }
}

impl House {
    /// A server of one game, or of many.
    pub fn new(guard: Guard, serves: Serves) -> Self {
        let mut tables = BTreeMap::new();
        let club = match serves {
            Serves::Game(game) => {
                tables.insert(HERE.to_owned(), Table::open(*game, None));
                None
            }
            Serves::Club(club) => Some(Arc::from(club)),
        };
        Self {
            guard: Arc::new(guard),
            tables: Arc::new(Mutex::new(tables)),
            club,
            opening: Arc::default(),
            left: Arc::default(),
        }
    }
    /// The club.
    pub fn club(&self) -> Result<Arc<Club>, Response> {
        let none = || none("this server holds one game");
        self.club.clone().ok_or_else(none)
    }
    /// Makes sure that not too many games are begun.
    pub fn may_begin(&self) -> Result<(), Response> {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let enough = left.take(Meter::Games, "");
        enough.then_some(()).ok_or_else(|| busy("games"))
    }
    /// The game of a name, opened if it was not.
    pub async fn table(&self, game: &str) -> Result<Table, Response> {
        let open = || of(&self.tables).get(game).cloned();
        let missing = || none("there is no such game");
        if let Some(table) = open() {
            return Ok(table);
        }
        let club = self.club.clone().ok_or_else(missing)?;
        let _one = self.opening.lock().await;
        // Somebody else may have opened it meanwhile.
        if let Some(table) = open() {
            return Ok(table);
        }
        let name = game.to_owned();
        let loaded = ask::work(move || club.load(&name)).await?;
        let loaded = loaded.map_err(|problems| {
            let reply = sandtable_protocol::answered(0, Err(problems), &[]);
            ask::json(StatusCode::INTERNAL_SERVER_ERROR, reply)
        })?;
        let leave = Leave {
            tables: self.tables.clone(),
            name: game.to_owned(),
        };
        let table = Table::open(loaded.ok_or_else(missing)?, Some(leave));
        of(&self.tables).insert(game.to_owned(), table.clone());
        Ok(table)
    }
    /// Somebody at a game, if they may be there.
    async fn guest(&self, game: &str, headers: &HeaderMap) -> Result<Guest, Response> {
        let Some(club) = self.club.clone() else {
            return Ok(Guest {
                table: self.table(game).await?,
                voice: Voice::Everybody,
                host: true,
            });
        };
        let (name, tokens) = (game.to_owned(), seat::tokens(headers));
        let passes = ask::work(move || club.passes(&name, &tokens)).await?;
        let passes = passes.map_err(|p| ask::refused(StatusCode::INTERNAL_SERVER_ERROR, p))?;
        if passes.is_empty() {
            let problem = Problem::error("board/no-seat", "you have no seat in this game");
            let problem = problem.help("open the address that you were given");
            return Err(ask::refused(StatusCode::UNAUTHORIZED, problem));
        }
        let guest = Guest {
            table: self.table(game).await?,
            host: passes.iter().any(|pass| pass.host),
            voice: Voice::People(passes.into_iter().filter_map(|pass| pass.name).collect()),
        };
        match guest.table.feed.may_ask(&guest.voice) {
            true => Ok(guest),
            false => Err(busy("requests")),
        }
    }
}
