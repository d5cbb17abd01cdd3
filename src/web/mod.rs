//! The board in a browser: a server of the page and of the games that it shows. What the page asks is asked in
//! the protocol for programs; every order comes through [`game::Game`], which has it kept before anybody sees it.

mod ask;
mod feed;
mod game;
mod guard;
mod pages;
mod stream;
mod table;

pub use game::{Game, Keep};
pub use guard::Names;

use crate::diag::Problem;
use axum::Router;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use std::collections::BTreeMap;
use std::net::TcpListener;
use std::sync::Arc;
use table::Table;

/// What the one game of a server on the loopback is called in its address.
pub const HERE: &str = "here";

/// A server: its games, and the names it answers to.
#[derive(Clone)]
pub(crate) struct House {
    names: Arc<Names>,
    tables: Arc<BTreeMap<String, Table>>,
}

impl House {
    fn table(&self, game: &str) -> Result<Table, Box<Response>> {
        let table = self.tables.get(game).cloned();
        table.ok_or_else(|| Box::new(ask::none("there is no such game")))
    }
}

/// Serves one game to whoever is at this computer, until the program ends.
///
/// # Errors
/// `web/failed`: the server cannot run.
pub fn serve(listener: TcpListener, game: Game) -> Result<(), Problem> {
    let failed = |e: std::io::Error| Problem::error("web/failed", format!("the server fails: {e}"));
    let address = listener.local_addr().map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(failed)?;
    runtime.block_on(async {
        let house = House {
            names: Arc::new(Names::loopback(address.port())),
            tables: Arc::new([(HERE.to_owned(), Table::open(game))].into()),
        };
        let listener = tokio::net::TcpListener::from_std(listener).map_err(failed)?;
        axum::serve(listener, router(house)).await.map_err(failed)
    })
}

/// What is answered where.
fn router(house: House) -> Router {
    Router::new()
        .route(
            "/",
            get(|| async { Redirect::temporary(&format!("/g/{HERE}/")) }),
        )
        .route("/page/{*file}", get(pages::file))
        .route("/g/{game}/", get(pages::document))
        .route("/g/{game}/board.json", get(pages::board))
        .route("/g/{game}/edition.json", get(pages::edition))
        .route("/g/{game}/ask", post(ask::ask))
        .route("/g/{game}/give", post(ask::give))
        .route("/g/{game}/follow", get(stream::follow))
        .fallback(|| async { ask::none("nothing is here") })
        .method_not_allowed_fallback(|| async {
            let problem = Problem::error("board/method", "that cannot be done here");
            ask::refused(StatusCode::METHOD_NOT_ALLOWED, problem).into_response()
        })
        .layer(from_fn_with_state(house.clone(), guard::guard))
        .with_state(house)
}
