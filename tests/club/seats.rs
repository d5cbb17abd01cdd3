//! Who may do what in a game of a club, and when its clock runs.

use super::{PACK, club, of_ada};
use crate::board::{Server, order};
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::time::Duration;

#[test]
fn a_seat_orders_for_its_powers_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = club(folder.path());
    let packs = server.get("/lobby/packs").1["ok"].take();
    let about = server.get(&format!("/lobby/pack?name={PACK}")).1["ok"].take();
    let [one, two] = [0, 1].map(|n| about["powers"][n]["name"].as_str().expect("a name"));
    let wanted = json!({
        "title": "An evening", "pack": PACK, "added": "my own chance", "commitment": packs["commitment"],
        "seats": { "all": "human:Ada", two: "human:Bo" },
    });
    let game = server.fine("/lobby/games", &wanted);
    assert_eq!(game["commitment"], packs["commitment"]);
    assert_eq!(
        server.refused("/lobby/games", &wanted),
        (422, "board/late".into())
    );
    let name = game["game"].as_str().expect("a name").to_owned();
    let at = |what: &str| format!("/g/{name}/{what}");
    let token = |who: &str| {
        let seats = game["seats"].as_array().expect("a list");
        seats
            .iter()
            .find(|seat| seat["name"] == who)
            .expect("a seat")["token"]
            .clone()
    };
    let house = server.cookies.clone();
    assert_eq!(server.get(&at("seats")).0, StatusCode::UNAUTHORIZED);
    assert_eq!(server.refused(&at("ask"), &json!({ "do": "state" })).0, 401);
    assert_eq!(
        server.refused(&at("join"), &json!({ "token": "0000" })).0,
        401
    );

    let ada = server.join(&name, &token("Ada"));
    assert_eq!((&ada["name"], &ada["host"]), (&json!("Ada"), &json!(false)));
    let adas = std::mem::replace(&mut server.cookies, house.clone());
    let bo = server.join(&name, &token("Bo"));
    assert_eq!(bo["powers"], json!([two]));
    let bos = std::mem::replace(&mut server.cookies, adas);
    // Nothing is ordered before everybody has added to the dice; what somebody added stays.
    let first = order("0", 0, "end phase");
    let dice = |text: &str| json!({ "text": text });
    assert_eq!(server.refused(&at("give"), &first).1, "dice/open");
    assert_eq!(server.refused(&at("dice"), &dice("a\nb")).1, "dice/text");
    assert_eq!(
        server.refused(&at("begin"), &json!({})).1,
        "board/not-yours"
    );
    server.fine(&at("dice"), &dice("ada's"));
    server.fine(&at("dice"), &dice("ada's"));
    assert_eq!(server.refused(&at("dice"), &dice("better")).1, "dice/added");
    assert_eq!(server.get(&at("dice")).1["ok"]["awaited"], json!(["Bo"]));
    assert_eq!(server.refused(&at("give"), &first).1, "dice/open");
    let adas = std::mem::replace(&mut server.cookies, bos);
    server.fine(&at("dice"), &dice("bo's"));
    let fixed = server.get(&at("dice")).1["ok"].take();
    assert_eq!(fixed["open"], false, "it begins by itself");
    let added = "\tmy own chance\nAda\tada's\nBo\tbo's\n";
    assert_eq!(fixed["added"], added);
    assert_eq!(server.refused(&at("dice"), &dice("late")).1, "dice/fixed");
    // Bo is not asked, and neither are onlookers.
    let early = server.refused(&at("give"), &order("a", 0, "end phase"));
    assert_eq!(early, (422, "seat/others".into()));
    let bos = std::mem::replace(&mut server.cookies, house.clone());
    server.join(&name, &game["onlookers"]);
    assert_eq!(
        server.refused(&at("give"), &order("b", 0, "end phase")).1,
        "seat/others"
    );
    assert_eq!(
        server.refused(&at("note"), &json!({ "text": "hello" })).1,
        "board/not-yours"
    );
    assert_eq!(
        server.refused(&at("resign"), &json!({})).1,
        "board/not-yours"
    );
    let hand = json!({ "powers": [one], "to": "simple" });
    assert_eq!(server.refused(&at("hand"), &hand).1, "board/not-yours");
    assert_eq!(server.get(&at("save")).0, StatusCode::FORBIDDEN);
    assert_eq!(server.get(&at("dice")).1["ok"]["secret"], Value::Null);
    let lookers = std::mem::replace(&mut server.cookies, adas);

    server.fine(&at("give"), &order("c", 0, "end phase"));
    server.fine(&at("note"), &json!({ "text": "for Bo alone", "to": "Bo" }));
    let notes = |server: &Server| server.frames(&at("follow"), 1)[0]["notes"].clone();
    assert_eq!(notes(&server)[0]["text"], "for Bo alone");
    let adas = std::mem::replace(&mut server.cookies, bos);
    assert_eq!(notes(&server)[0]["from"], "Ada");
    let undo = json!({ "id": "d", "at": 1, "do": "undo" });
    assert_eq!(server.refused(&at("give"), &undo).1, "undo/nothing");
    let plan = json!({ "id": "e", "at": 1, "do": "branch", "name": "mine" });
    assert_eq!(server.refused(&at("give"), &plan).1, "branch/shared");
    server.cookies = lookers;
    assert_eq!(notes(&server), json!([]));

    // Ada hands everything over and is out.
    server.cookies = adas;
    let hand = json!({ "powers": [one], "to": "human:Bo" });
    let handed = server.fine(&at("hand"), &hand);
    assert!(
        handed["powers"]
            .as_array()
            .is_some_and(|p| p.contains(&json!(one)))
    );
    assert_eq!(
        server.refused(&at("give"), &order("f", 1, "end phase")).1,
        "seat/others"
    );
    server.cookies = house;
    server.join(&name, &handed["token"]);
    server.fine(&at("give"), &order("g", 1, "end phase"));
}

#[test]
fn no_clock_runs_before_the_dice_are_fixed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = club(folder.path());
    let commitment = server.get("/lobby/packs").1["ok"]["commitment"].take();
    let more = json!({ "added": "y", "clock": 3, "commitment": commitment });
    let (game, name) = of_ada(&server, more);
    let at = |what: &str| format!("/g/{name}/{what}");
    server.join(&name, &game["seats"][0]["token"]);
    std::thread::sleep(Duration::from_secs(4));
    let frame = server.get(&at("frame.json")).1["frame"].take();
    assert_eq!(frame["at"], 0, "nobody is answered for: {}", frame["log"]);
    assert_eq!(server.get(&at("seats")).1["ok"]["left"], json!(null));
    server.fine(&at("dice"), &json!({ "text": "ada's" }));
    let left = server.get(&at("seats")).1["ok"]["left"].as_u64();
    assert!(left.is_some_and(|left| left >= 1), "{left:?}");
}
