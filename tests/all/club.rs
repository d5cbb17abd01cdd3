//! The server of a club: who may do what in which game, what goes out and comes back, and that a server which is killed
//! loses nothing that it has acknowledged: 20 times, `KILLED=50` for the full count.

use super::board::{Server, order};
use super::protocol::mutated::{mutants, mutated};
use axum::body::Body;
use axum::http::StatusCode;
use sandtable::game::dice::Stream;
use sandtable::game::save::{first_line, read_header};
use sandtable::game::source::Source;
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
    server.show("/lobby/enter", &json!(token));
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
    let wanted =
        json!({ "title": "x", "pack": PACK, "added": "mine", "seats": { "all": "human:Ada" } });
    let game = server.fine("/lobby/games", &wanted);
    let name = game["game"].as_str().expect("a name").to_owned();
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

#[test]
fn no_clock_runs_before_the_dice_are_fixed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = club(folder.path());
    let wanted = json!({
        "title": "x", "pack": PACK, "added": "y", "seats": { "all": "human:Ada" }, "clock": 10,
        "commitment": server.get("/lobby/packs").1["ok"]["commitment"],
    });
    let game = server.fine("/lobby/games", &wanted);
    let name = game["game"].as_str().expect("a name").to_owned();
    let at = |what: &str| format!("/g/{name}/{what}");
    server.join(&name, &game["seats"][0]["token"]);
    std::thread::sleep(Duration::from_secs(11));
    let frame = server.get(&at("frame.json")).1["frame"].take();
    assert_eq!(frame["at"], 0, "nobody is answered for: {}", frame["log"]);
    assert_eq!(server.get(&at("seats")).1["ok"]["left"], json!(null));
    server.fine(&at("dice"), &json!({ "text": "ada's" }));
    let left = server.get(&at("seats")).1["ok"]["left"].as_u64();
    assert!(left.is_some_and(|left| left >= 8), "{left:?}");
}

#[test]
fn mutated_requests_to_a_club_change_nothing_that_is_not_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = club(folder.path());
    let wanted =
        json!({ "title": "x", "pack": PACK, "seats": { "all": "human:Ada" }, "clock": 60 });
    // Without a clock: a program would play on for those whose time is over.
    let game = json!({ "title": "x", "pack": PACK, "seats": { "all": "human:Ada" } });
    let game = server.fine("/lobby/games", &game);
    let name = game["game"].as_str().expect("a name").to_owned();
    server.join(&name, &game["seats"][0]["token"]);
    server.join(&name, &game["host"]);
    let at = |what: &str| format!("/g/{name}/{what}");
    let power = &game["seats"][0]["powers"][0];
    let requests = [
        ("/lobby/enter".to_owned(), json!({ "token": "none" })),
        ("/lobby/games".to_owned(), wanted),
        (
            "/lobby/games".to_owned(),
            json!({ "title": "x", "save": "none", "added": "y" }),
        ),
        (at("join"), json!({ "token": game["host"] })),
        (at("hand"), json!({ "powers": [power], "to": "human:Bo" })),
        (at("dice"), json!({ "text": "a text" })),
        (at("note"), json!({ "text": "hello", "to": "Ada" })),
        (at("give"), order("a", 0, "end phase")),
        (
            at("give"),
            json!({ "id": "b", "at": 1, "do": "undo", "orders": 1 }),
        ),
    ];
    let patient = |method: &str, path: &str, body: &str| loop {
        let request = server
            .request(method, path)
            .body(Body::from(body.to_owned()));
        let (status, answer) = server.read(server.send(request.expect("a request")));
        if status != StatusCode::TOO_MANY_REQUESTS {
            return (status, answer);
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let stands = || {
        let places = ["/lobby/games".to_owned(), at("seats"), at("dice")];
        let told = places.map(|place| patient("GET", &place, "").1);
        let pending = json!({ "do": "state" }).to_string();
        (told, patient("POST", &at("ask"), &pending).1)
    };
    let mut chance = Stream::new(2);
    let (mut wrong, count) = (0, mutants() / 4);
    let mut before = stands();
    for _ in 0..count {
        let (path, body) = &requests[chance.below(requests.len() as u64) as usize];
        let body = mutated(&body.to_string(), &mut chance);
        let (status, answer) = patient("POST", path, &body);
        let now = stands();
        if status != StatusCode::OK {
            wrong += 1;
            assert!(
                status.is_client_error(),
                "{path} {body}: {status} {answer:#}"
            );
            assert!(
                answer["error"]["code"].is_string(),
                "{path} {body}: {answer:#}"
            );
            assert_eq!(now, before, "{path} {body}");
        }
        before = now;
    }
    assert!(wrong > count / 3, "{wrong} of {count} were wrong");
}

#[test]
fn the_page_is_small_on_its_way() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = club(folder.path());
    let wanted = json!({ "title": "x", "pack": PACK, "seats": { "all": "human:Ada" } });
    let game = server.fine("/lobby/games", &wanted);
    let name = game["game"].as_str().expect("a name").to_owned();
    server.join(&name, &game["host"]);
    let size = |path: &str| {
        let request = server
            .request("GET", path)
            .header("accept-encoding", "gzip, deflate, br");
        let response = server.send(request.body(Body::empty()).expect("a request"));
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let headers = response.headers();
        let packed = headers
            .get("content-encoding")
            .is_some_and(|kind| kind == "deflate");
        let bytes = server.bytes(response);
        assert!(
            packed || bytes.len() < 2 << 10,
            "{path}: {} bytes",
            bytes.len()
        );
        let plain = server.get(path).1;
        if let (true, Value::String(plain)) = (packed, plain) {
            let unpacked =
                miniz_oxide::inflate::decompress_to_vec_zlib(&bytes).expect("it is whole");
            assert_eq!(String::from_utf8_lossy(&unpacked), plain, "{path}");
        }
        bytes.len()
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/page");
    let mut page = size(&format!("/g/{name}/")) + size(&format!("/g/{name}/edition.json"));
    for part in [".", "board", "css", "know", "play"] {
        let files = std::fs::read_dir(folder.join(part)).expect("it is there");
        for file in files.map(|file| file.expect("it can be read").file_name()) {
            let file = file.to_string_lossy().into_owned();
            if file.ends_with(".js") || file.ends_with(".css") {
                page += size(&format!("/page/{part}/{file}").replace("/./", "/"));
            }
        }
    }
    let picture = size(&format!("/g/{name}/board.json"));
    println!("the page takes {page} bytes, its picture {picture}");
    assert!(page < 250_000 && picture < 150_000, "{page}, {picture}");
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
    let kills = std::env::var("KILLED").map_or(20, |n| n.parse().expect("KILLED is a number"));
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
    let host = game["ok"]["host"].as_str().expect("a token");
    let begun = first.post(&format!("{path}/begin"), host, &json!({}));
    assert!(begun.expect("an answer")["ok"].is_object());
    drop(first);
    let (mut known, mut orders) = (0, 0);
    for kill in 0..kills {
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

#[test]
fn who_says_nothing_or_says_it_slowly_is_not_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Running::start(&folder.path().join("club.db"));
    let slow = |said: &[u8]| {
        let mut line = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
        let time = Duration::from_secs(60);
        line.set_read_timeout(Some(time)).expect("a time");
        line.write_all(said).expect("it is heard");
        line
    };
    let mut lines = [&b""[..], b"GET / HTTP/1.1\r\nHost: 127"].map(slow);
    for line in &mut lines {
        let mut answer = Vec::new();
        line.read_to_end(&mut answer).expect("the server ends it");
        assert!(!answer.starts_with(b"HTTP/1.1 200"));
    }
}
