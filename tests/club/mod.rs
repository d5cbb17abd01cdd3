//! The server of a club: who may do what in which game, what goes out and comes back, and that a server which is killed
//! loses nothing that it has acknowledged.

mod killed;
mod saves;
mod seats;
mod strangers;

use super::board::Server;
use sandtable::web::{Club, Serves};
use serde_json::{Value, json};
use std::path::Path;

/// A club in a folder of its own, its first browser with the key of the lobby.
fn club(folder: &Path) -> Server {
    let club = Club::open(&folder.join("club.db")).unwrap_or_else(|p| panic!("{p:?}"));
    let token = club.token().unwrap_or_else(|p| panic!("{p:?}"));
    let mut server = Server::new(Serves::Club(Box::new(club)));
    server.show("/lobby/enter", &json!(token));
    server
}

const PACK: &str = "pacific-1940";

/// What is asked for when a game begins, with more of it.
fn wanted(more: Value) -> Value {
    let mut wanted = json!({ "title": "x", "pack": PACK });
    let Value::Object(more) = more else {
        panic!("{more} is no object")
    };
    wanted.as_object_mut().expect("an object").extend(more);
    wanted
}

/// A game for Ada alone.
fn for_ada(mut more: Value) -> Value {
    more["seats"] = json!({ "all": "human:Ada" });
    wanted(more)
}

/// What the club tells of a game for Ada alone that it begins, and its name.
fn of_ada(server: &Server, more: Value) -> (Value, String) {
    let game = server.fine("/lobby/games", &for_ada(more));
    let name = game["game"].as_str().expect("a name").to_owned();
    (game, name)
}
