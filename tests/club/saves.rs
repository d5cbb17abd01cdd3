//! A game goes out as a save, with where its seed comes from, and comes back.

use super::{club, of_ada};
use crate::board::order;
use axum::http::StatusCode;
use sandtable::game::save::{first_line, read_header};
use sandtable::game::source::Source;
use serde_json::{Value, json};
use std::process::Command;

#[test]
fn a_game_goes_out_as_a_save_and_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = club(folder.path());
    let (game, name) = of_ada(&server, json!({ "added": "mine" }));
    server.join(&name, &game["host"]);
    assert_eq!(
        server.get(&format!("/g/{name}/save")).1["error"]["code"],
        "dice/open"
    );
    // What was added before the server was started again is still there; the host begins without the rest.
    let cookies = server.cookies.clone();
    drop(server);
    let mut server = club(folder.path());
    server.cookies = [server.cookies, cookies].concat();
    let dice = || server.get(&format!("/g/{name}/dice")).1["ok"].take();
    assert_eq!(
        (&dice()["added"], &dice()["awaited"]),
        (&json!("\tmine\n"), &json!(["Ada"]))
    );
    server.fine(&format!("/g/{name}/begin"), &json!({}));
    assert_eq!(dice()["open"], false);
    server.join(&name, &game["seats"][0]["token"]);
    server.fine(&format!("/g/{name}/give"), &order("a", 0, "end phase"));
    let (status, save) = server.get(&format!("/g/{name}/save"));
    assert_eq!(status, StatusCode::OK);
    the_seed_can_be_made_again(save.as_str().expect("a text"), &game["commitment"]);
    let again = json!({ "title": "y", "save": save });
    let again = server.fine("/lobby/games", &again);
    let copy = again["game"].as_str().expect("a name").to_owned();
    server.join(&copy, &again["seats"][0]["token"]);
    let digest = |game: &str| {
        server.fine(&format!("/g/{game}/ask"), &json!({ "do": "state" }))["digest"].clone()
    };
    assert_eq!(digest(&name), digest(&copy));
    // Another run of the server finds all of it.
    let cookies = server.cookies.clone();
    let before = digest(&name);
    drop(server);
    let mut server = club(folder.path());
    server.cookies = cookies;
    let after = server.fine(&format!("/g/{name}/ask"), &json!({ "do": "state" }));
    assert_eq!(after["digest"], before);
}

/// A save says where its seed comes from; the program makes sure of it, and refuses another one.
fn the_seed_can_be_made_again(save: &str, commitment: &Value) {
    let (first, rest) = save.split_once('\n').expect("it has lines");
    let mut header = read_header(first).unwrap_or_else(|p| panic!("{p:?}"));
    let source = header.source.clone().expect("it says so");
    assert_eq!(json!(String::from(source.secret.hash())), *commitment);
    assert_eq!(source.seed(), header.seed);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.save");
    let verified = || {
        let run = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(["replay", "--verify"])
            .arg(&file)
            .output()
            .expect("it runs");
        (
            String::from_utf8_lossy(&run.stdout).into_owned(),
            run.stderr,
        )
    };
    std::fs::write(&file, save).expect("it can be written");
    let told = verified().0;
    assert!(
        told.contains(commitment.as_str().expect("a text")),
        "{told}"
    );
    assert!(told.contains("who began the game: mine"), "{told}");
    header.source = Some(Source {
        added: "\tanother\n".to_owned(),
        ..source
    });
    std::fs::write(&file, first_line(&header) + rest).expect("it can be written");
    let refused = verified().1;
    assert!(String::from_utf8_lossy(&refused).contains("save/source"));
}
