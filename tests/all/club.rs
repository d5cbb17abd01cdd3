//! The server of a club: who may do what in which game, what goes out and comes back, and that a server which is killed
//! loses nothing that it has acknowledged.

use super::board::{Server, order};
use axum::body::Body;
use axum::http::StatusCode;
use sandtable::game::dice::Stream;
use sandtable::web::{Club, Serves};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A club in a folder of its own, its first browser with the key of the lobby.
fn club(folder: &Path) -> Server {
    let club = Club::open(&folder.join("club.db")).unwrap_or_else(|p| panic!("{p:?}"));
    let token = club.token().unwrap_or_else(|p| panic!("{p:?}"));
    let mut server = Server::new(Serves::Club(Box::new(club)));
    let body = json!({ "token": token });
    let request = server.request("POST", "/lobby/enter");
    let response = server.send(
        request
            .body(Body::from(body.to_string()))
            .expect("a request"),
    );
    let cookie = response.headers()["set-cookie"]
        .to_str()
        .expect("it is text");
    let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
    server.cookies.push(cookie);
    server
}

const PACK: &str = "pacific-1940";

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
fn a_club_starts_no_commands_and_reads_no_folders() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = club(folder.path());
    let wanted = |more: Value| {
        let mut wanted = json!({ "title": "x", "pack": PACK });
        wanted
            .as_object_mut()
            .expect("an object")
            .extend(more.as_object().expect("one").clone());
        server.refused("/lobby/games", &wanted)
    };
    assert_eq!(
        wanted(json!({ "seats": { "all": "exec:touch x" } })).1,
        "seat/exec"
    );
    assert_eq!(wanted(json!({ "pack": "tests/edition" })).1, "club/pack");
    assert_eq!(
        wanted(json!({ "with": ["../tests/overlay"] })).1,
        "club/pack"
    );
    assert_eq!(wanted(json!({ "title": " " })).1, "protocol/value");
    assert_eq!(wanted(json!({ "set": { "none": "1" } })).0, 422);
    let strange = json!({ "title": "x", "save": "no save" });
    assert_eq!(server.refused("/lobby/games", &strange).0, 422);
}

#[test]
fn a_game_goes_out_as_a_save_and_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = club(folder.path());
    let wanted = json!({ "title": "x", "pack": PACK, "seats": { "all": "human:Ada" } });
    let game = server.fine("/lobby/games", &wanted);
    let name = game["game"].as_str().expect("a name").to_owned();
    server.join(&name, &game["host"]);
    server.join(&name, &game["seats"][0]["token"]);
    server.fine(&format!("/g/{name}/give"), &order("a", 0, "end phase"));
    let (status, save) = server.get(&format!("/g/{name}/save"));
    assert_eq!(status, StatusCode::OK);
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

/// A server of its own, to be killed.
struct Running {
    child: Child,
    port: u16,
    /// The lobby's key, where it was told.
    key: Option<String>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    fn start(data: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(["board", "--host", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut said = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut line = String::new();
        said.read_line(&mut line).expect("it says where it is");
        let address = line.split("http://127.0.0.1:").nth(1).expect("an address");
        let (port, rest) = address.split_once('/').expect("a path");
        let key = rest.trim().strip_prefix('#').map(str::to_owned);
        let port = port.parse().expect("a port");
        Self { child, port, key }
    }
    /// An answer; `None`: there came none.
    fn post(&self, path: &str, token: &str, body: &Value) -> Option<Value> {
        let (port, body) = (self.port, body.to_string());
        let mut line = TcpStream::connect(("127.0.0.1", port)).ok()?;
        line.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n\
             Cookie: seat-a={token}\r\nContent-Type: application/json\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        line.write_all(head.as_bytes()).ok()?;
        let mut answer = String::new();
        line.read_to_string(&mut answer).ok()?;
        let (_, body) = answer.split_once("\r\n\r\n")?;
        serde_json::from_str(body).ok()
    }
}

#[test]
fn a_killed_server_loses_nothing_it_has_acknowledged() {
    const KILLS: usize = 20;
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("club.db");
    let mut chance = Stream::new(1);
    let first = Running::start(&data);
    let key = first.key.clone().expect("the first run tells it");
    let wanted = json!({ "title": "x", "pack": PACK, "seats": { "all": "human:Ada" } });
    let game = first
        .post("/lobby/games", &key, &wanted)
        .expect("an answer");
    let token = game["ok"]["seats"][0]["token"]
        .as_str()
        .expect("a token")
        .to_owned();
    let path = format!("/g/{}", game["ok"]["game"].as_str().expect("a name"));
    drop(first);
    let (mut known, mut orders) = (0, 0);
    for kill in 0..KILLS {
        let mut server = Running::start(&data);
        assert_eq!(server.key, None, "the key stays");
        let ask = server.post(&format!("{path}/ask"), &token, &json!({ "do": "pending" }));
        let mut at = ask.expect("an answer")["at"].as_u64().expect("a number") as usize;
        assert!(
            at == known || at == known + 1,
            "{at} orders after {known} were acknowledged"
        );
        known = at;
        let (after, id) = (Duration::from_millis(chance.below(60)), server.child.id());
        let killed = std::thread::spawn(move || {
            std::thread::sleep(after);
            Command::new("kill")
                .args(["-9", &id.to_string()])
                .status()
                .is_ok()
        });
        let mut words = json!("end phase");
        for n in 0.. {
            let body =
                json!({ "id": format!("{kill}.{n}"), "at": at, "do": "apply", "order": words });
            let Some(answer) = server.post(&format!("{path}/give"), &token, &body) else {
                break;
            };
            if answer["ok"].is_object() {
                at = answer["at"].as_u64().expect("a number") as usize;
                (known, orders) = (at, orders + 1);
                words = json!("end phase");
                continue;
            }
            // Something else is asked.
            let legal = json!({ "do": "legal" });
            let Some(mut legal) = server.post(&format!("{path}/ask"), &token, &legal) else {
                break;
            };
            words = legal["ok"]["orders"][0].take();
        }
        assert!(killed.join().expect("nobody panics"));
        server.child.wait().expect("it ends");
    }
    assert!(orders > 0, "some orders came through");
}
