//! The board in a browser: a server of the page and of the games that it shows. What the page asks is asked in
//! the protocol for programs; every order comes through [`Game`], which has it kept before anybody sees it.
//! On the loopback there is one game, an ordinary save; a club holds many, in a database.

mod acts;
mod ask;
mod club;
mod docs;
mod draw;
mod feed;
mod game;
mod guard;
mod house;
mod lobby;
mod pages;
mod past;
mod seat;
mod shown;
mod shrink;
mod store;
mod stream;
mod table;
mod wish;

pub use club::Club;
pub use docs::reference;
pub use game::{Game, Keep, Outside};
pub use guard::Guard;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::Redirect;
use axum::routing::{get, post};
use house::House;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use sandtable_diag::Problem;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// What the one game of a server on the loopback is called in its address.
pub const HERE: &str = "here";

/// What a server serves.
pub enum Serves {
    /// One game, for whoever is at this computer.
    Game(Box<Game>),
    /// The games of a club, for whoever has a token.
    Club(Box<Club>),
}

/// Serves until the program ends.
///
/// # Errors
/// `web/failed`: the server cannot run.
pub fn serve(listener: TcpListener, guard: Guard, serves: Serves) -> Result<(), Problem> {
    let failed = |e: std::io::Error| Problem::error("web/failed", format!("the server fails: {e}"));
    listener.set_nonblocking(true).map_err(failed)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(failed)?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener).map_err(failed)?;
        let patience = guard.patience;
        lines(listener, router(guard, serves), patience).await;
        Ok(())
    })
}

/// Takes in whoever comes, so many at once. Who says nothing, or says it slowly, makes room for others.
async fn lines(listener: tokio::net::TcpListener, router: Router, patience: Duration) {
    let places = Arc::new(Semaphore::new(guard::LINES));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_header_size(guard::HEADERS);
    // Nobody closes it.
    while let Ok(place) = places.clone().acquire_owned().await {
        let Ok((line, _)) = listener.accept().await else {
            // There are too many files open; some will be closed.
            tokio::time::sleep(Duration::from_secs(1)).await;
            continue;
        };
        // A frame goes out at once, also while the one before it is still on its way. Where that cannot be, it is late.
        let _ = line.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        let served = http.serve_connection(TokioIo::new(line), service);
        tokio::spawn(async move {
            // Whoever it was has gone away.
            let _ = served.await;
            drop(place);
        });
    }
}

/// What is answered where; wants a runtime around it.
pub fn router(guard: Guard, serves: Serves) -> Router {
    let here = || async { Redirect::temporary(&format!("/g/{HERE}/")) };
    let router = match &serves {
        Serves::Game(_) => Router::new().route("/", get(here)),
        Serves::Club(_) => lobby::routes(),
    };
    let house = House::new(guard, serves);
    router
        .route("/page/{*file}", get(pages::file))
        .route("/g/{game}/", get(pages::document))
        .route("/g/{game}/board.json", get(pages::board))
        .route("/g/{game}/edition.json", get(pages::edition))
        .route("/g/{game}/ask", post(ask::ask))
        .route("/g/{game}/give", post(ask::give))
        .route("/g/{game}/note", ask::wished("note"))
        .route("/g/{game}/save", get(ask::save))
        .route("/g/{game}/frame.json", get(stream::frame))
        .route("/g/{game}/follow", get(stream::follow))
        .fallback(|| async { ask::none("nothing is here") })
        .method_not_allowed_fallback(|| async {
            let problem = Problem::error("board/method", "that cannot be done here");
            ask::refused(StatusCode::METHOD_NOT_ALLOWED, problem)
        })
        .layer(DefaultBodyLimit::max(guard::BODY))
        .layer(from_fn_with_state(house.clone(), shrink::shrink))
        .layer(from_fn_with_state(house.clone(), guard::guard))
        .with_state(house)
}
