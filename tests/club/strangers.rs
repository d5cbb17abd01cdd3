//! What a club does for nobody, what it does with requests that are wrong, and how much it sends.

use super::{club, for_ada, of_ada, wanted};
use crate::board::{order, turned_away};
use crate::protocol::mutated::{mutants, mutated};
use axum::body::Body;
use axum::http::StatusCode;
use sandtable::game::dice::Stream;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

#[test]
fn a_club_starts_no_commands_and_reads_no_folders() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = club(folder.path());
    let refused = |more: Value| server.refused("/lobby/games", &wanted(more));
    assert_eq!(
        refused(json!({ "seats": { "all": "exec:touch x" } })).1,
        "seat/exec"
    );
    assert_eq!(refused(json!({ "pack": "tests/edition" })).1, "club/pack");
    assert_eq!(
        refused(json!({ "with": ["../tests/overlay"] })).1,
        "club/pack"
    );
    assert_eq!(refused(json!({ "title": " " })).1, "protocol/value");
    assert_eq!(refused(json!({ "set": { "none": "1" } })).0, 422);
    let strange = json!({ "title": "x", "save": "no save" });
    assert_eq!(server.refused("/lobby/games", &strange).0, 422);
}

#[test]
fn mutated_requests_to_a_club_change_nothing_that_is_not_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = club(folder.path());
    // Without a clock: a program would play on for those whose time is over.
    let (game, name) = of_ada(&server, json!({}));
    server.join(&name, &game["seats"][0]["token"]);
    server.join(&name, &game["host"]);
    let at = |what: &str| format!("/g/{name}/{what}");
    let power = &game["seats"][0]["powers"][0];
    let requests = [
        ("/lobby/enter".to_owned(), json!({ "token": "none" })),
        ("/lobby/games".to_owned(), for_ada(json!({ "clock": 60 }))),
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
        let told = format!("{path} {body}");
        if turned_away(&told, status, &answer) {
            wrong += 1;
            assert_eq!(now, before, "{told}");
        }
        before = now;
    }
    assert!(wrong > count / 3, "{wrong} of {count} were wrong");
}

#[test]
fn the_page_is_small_on_its_way() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = club(folder.path());
    let (game, name) = of_ada(&server, json!({}));
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
