//! Who is turned away: strangers, those in a hurry, and requests with something wrong in them.

use super::{Book, HOST, Server, order, turned_away};
use crate::protocol::mutated::{mutants, mutated};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use sandtable::game::dice::Stream;
use serde_json::{Value, json};

#[test]
fn strangers_are_turned_away_in_one_shape() {
    let server = Server::edition(&Book::default());
    let asked = || Body::from(json!({ "do": "pending" }).to_string());
    let plain = |headers: &[(&str, &str)], path: &str, body: Body| {
        let mut request = Request::builder().method("POST").uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = server.send(request.body(body).expect("a request"));
        assert!(
            response.headers()["content-security-policy"]
                .to_str()
                .is_ok_and(|policy| policy.contains("require-trusted-types-for"))
        );
        let (status, answer) = server.read(response);
        (
            status.as_u16(),
            answer["error"]["code"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
        )
    };
    let (host, origin) = (("host", HOST), ("origin", "http://127.0.0.1:7440"));
    let json = ("content-type", "application/json");
    let (ask, long) = ("/g/here/ask", "x".repeat(20 << 10));
    for (headers, path, body, expected) in [
        (vec![host, origin, json], ask, asked(), (200, "")),
        (vec![origin, json], ask, asked(), (421, "board/host")),
        (
            vec![("host", "evil.example"), origin, json],
            ask,
            asked(),
            (421, "board/host"),
        ),
        (
            vec![("host", "127.0.0.1:7440.evil.example"), origin, json],
            ask,
            asked(),
            (421, "board/host"),
        ),
        (
            vec![host, host, origin, json],
            ask,
            asked(),
            (421, "board/host"),
        ),
        (vec![host, json], ask, asked(), (403, "board/origin")),
        (
            vec![host, ("origin", "null"), json],
            ask,
            asked(),
            (403, "board/origin"),
        ),
        (
            vec![host, ("origin", "https://127.0.0.1:7440"), json],
            ask,
            asked(),
            (403, "board/origin"),
        ),
        (vec![host, origin], ask, asked(), (415, "board/json")),
        (
            vec![host, origin, json],
            ask,
            Body::from("{"),
            (400, "protocol/json"),
        ),
        (
            vec![host, origin, json],
            ask,
            Body::from(long.clone()),
            (413, "board/too-large"),
        ),
        (
            vec![host, origin, json, ("x-long", &long)],
            ask,
            asked(),
            (431, "board/too-large"),
        ),
        (
            vec![host, origin, json],
            "/g/there/ask",
            asked(),
            (404, "board/none"),
        ),
        (
            vec![host, origin, json],
            "/nowhere",
            asked(),
            (404, "board/none"),
        ),
        (
            vec![host, origin, json],
            "/g/here/follow",
            asked(),
            (405, "board/method"),
        ),
        (
            vec![host, origin, json],
            "/lobby/games",
            asked(),
            (404, "board/none"),
        ),
    ] {
        let (status, code) = expected;
        let told = format!("{headers:?} {path}");
        assert_eq!(
            plain(&headers, path, body),
            (status, code.to_owned()),
            "{told}"
        );
    }
    // What only reads wants the right name, too.
    let read = Request::builder()
        .uri("/g/here/follow")
        .header("host", "evil.example");
    let answer = server.send(read.body(Body::empty()).expect("a request"));
    assert_eq!(answer.status(), StatusCode::MISDIRECTED_REQUEST);
}

#[test]
fn files_of_the_page_are_known_again() {
    let server = Server::edition(&Book::default());
    for path in [
        "/g/here/",
        "/page/main.js",
        "/page/css/base.css",
        "/g/here/edition.json",
    ] {
        let request = server.request("GET", path).body(Body::empty());
        let response = server.send(request.expect("a request"));
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let mark = response.headers()["etag"].clone();
        let again = server.request("GET", path).header("if-none-match", mark);
        let again = server.send(again.body(Body::empty()).expect("a request"));
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{path}");
    }
    for path in [
        "/page/../mod.rs",
        "/page/%2e%2e/mod.rs",
        "/page//etc/passwd",
        "/page/none.js",
    ] {
        assert_eq!(server.get(path).0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[test]
fn too_many_orders_at_once_wait() {
    let server = Server::edition(&Book::default());
    let refused =
        (0..100).map(|n| server.refused("/g/here/give", &order(&n.to_string(), 0, "dance")));
    let refused: Vec<(u16, String)> = refused.collect();
    assert!(refused.contains(&(429, "board/busy".into())));
    assert!(refused.contains(&(422, "order/unknown".into())));
}

#[test]
fn mutated_requests_change_nothing_that_is_not_accepted() {
    let mut chance = Stream::new(1);
    let asks = [
        json!({ "do": "legal", "forms": true }),
        json!({ "do": "state", "at": 0 }),
        json!({ "do": "odds", "attackers": "3 walker", "defenders": "2 walker" }),
        json!({ "do": "units" }),
    ];
    let gives = [
        order("a", 0, "buy 1 walker"),
        json!({ "id": "b", "at": 0, "do": "apply", "orders": ["end phase", "end phase"] }),
        json!({ "id": "c", "at": 0, "do": "undo", "orders": 2, "back": "phase" }),
        json!({ "id": "d", "at": 0, "do": "redo", "orders": 1 }),
        json!({ "id": "e", "at": 0, "do": "branch", "name": "one" }),
        // To a person: a program would play on while the next request is made.
        json!({ "id": "f", "at": 0, "do": "hand", "powers": ["all"], "to": "human:Bo" }),
        json!({ "id": "g", "at": 0, "do": "note", "text": "hello" }),
    ];
    let (mut wrong, count) = (0, mutants());
    let mut server = Server::edition(&Book::default());
    for nth in 0..count {
        // Requests that went well have changed it; and only so many orders may come at once.
        if nth % 30 == 0 {
            server = Server::edition(&Book::default());
        }
        let before = server.digest();
        let any = |of: &[Value], chance: &mut Stream| {
            of[chance.below(of.len() as u64) as usize].to_string()
        };
        let (path, body) = match chance.below(3) {
            0 => ("/g/here/ask", any(&asks, &mut chance)),
            1 => ("/g/here/give", any(&gives, &mut chance)),
            _ => ("/g/here/note", any(&gives[6..], &mut chance)),
        };
        let body = mutated(&body, &mut chance);
        let request = server.request("POST", path).body(Body::from(body.clone()));
        let (status, answer) = server.read(server.send(request.expect("a request")));
        let told = format!("{path} {body}");
        if turned_away(&told, status, &answer) {
            wrong += 1;
            assert_eq!(server.digest(), before, "{told}");
        }
    }
    assert!(wrong > count / 3, "{wrong} of {count} were wrong");
}
