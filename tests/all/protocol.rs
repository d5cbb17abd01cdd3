//! The protocol for programs: a recorded session, its reference, and what clients do wrong.

use super::cli::{out, sandtable};
use sandtable::game::dice::Stream;
use sandtable::game::open;
use sandtable::protocol::{Engine, LINE, examples};
use serde_json::{Value, json};

/// An engine that reads no files.
fn engine() -> Engine {
    Engine::new(|file| panic!("nobody asks for `{file}`"))
}

pub fn ask(engine: &mut Engine, request: &Value) -> Value {
    let answer = engine.answer(&request.to_string());
    serde_json::from_str(&answer).expect("an answer is JSON")
}

/// What went well.
fn fine(engine: &mut Engine, request: &Value) -> Value {
    let mut answer = ask(engine, request);
    assert!(answer["error"].is_null(), "{request}: {answer:#}");
    answer["ok"].take()
}

#[test]
fn a_recorded_session() {
    let asked = std::fs::read_to_string("tests/protocol/session.jsonl").expect("it is there");
    let done = sandtable(&["engine"], asked.as_bytes());
    let answers = out(&done);
    let pairs = asked.lines().zip(answers.lines());
    // Whatever packs come along.
    let packs = format!("\"packs\":{},", json!(sandtable::pack::bundled_names()));
    let record: String = pairs
        .map(|(ask, answer)| format!("> {ask}\n< {answer}\n"))
        .collect();
    assert_eq!(asked.lines().count(), answers.lines().count());
    insta::assert_snapshot!(record.replace(&packs, ""));
}

#[test]
fn every_example_of_the_reference_works() {
    let opened = open("pacific-1940").expect("it loads");
    let mut engine = Engine::new(|_| Ok("not a save".to_owned()));
    for example in examples(&opened.rules) {
        let request: Value = serde_json::from_str(&example).expect("an example is JSON");
        let answer = ask(&mut engine, &request);
        match request["do"].as_str() {
            // There is no such file here.
            Some("load") => assert_eq!(answer["error"]["code"], "save/not-a-save"),
            _ => assert!(answer["error"].is_null(), "{request}: {answer:#}"),
        }
    }
}

#[test]
fn a_position_is_edited_and_the_save_says_so() {
    let mut engine = engine();
    fine(
        &mut engine,
        &json!({ "do": "new", "pack": "tests/edition" }),
    );
    let there = |engine: &mut Engine| {
        let asked = json!({ "do": "units", "space": "Middle", "power": "Blue" });
        fine(engine, &asked)["units"].as_array().map(Vec::len)
    };
    let before = there(&mut engine);
    let edit = json!({ "do": "edit", "edit": "put 2 walker of Blue in Middle" });
    fine(&mut engine, &edit);
    assert_eq!(there(&mut engine), before.map(|n| n + 2));
    let save = fine(&mut engine, &json!({ "do": "save" }));
    let save = save["save"].as_str().expect("a text").to_owned();
    assert!(save.contains("put 2 walker of Blue in Middle"), "{save}");
    let events = fine(&mut engine, &json!({ "do": "events" }));
    let last = events["events"].as_array().and_then(|all| all.last());
    assert_eq!(last.map(|e| &e["event"]), Some(&json!("edited")));
    let log = fine(&mut engine, &json!({ "do": "log" }));
    assert_eq!(log["entries"][1]["deed"], "edit", "{log:#}");
    fine(&mut engine, &json!({ "do": "undo" }));
    assert_eq!(there(&mut engine), before);
    let odd = ask(
        &mut engine,
        &json!({ "do": "edit", "edit": "buy 1 walker" }),
    );
    assert_eq!(odd["error"]["code"], "edit/unknown", "{odd}");
}

#[test]
fn what_says_nothing_is_no_order_and_mistakes_are_told_in_plain_words() {
    let mut engine = engine();
    fine(
        &mut engine,
        &json!({ "do": "new", "pack": "tests/edition" }),
    );
    for order in ["", "#", " ; # nothing", "# one\n# two"] {
        let answer = ask(&mut engine, &json!({ "do": "apply", "order": order }));
        assert_eq!(
            answer["error"]["code"], "order/unknown",
            "{order}: {answer}"
        );
    }
    fine(
        &mut engine,
        &json!({ "do": "apply", "order": "buy 1 walker # for later" }),
    );
    for request in [
        json!({ "do": "undo", "orders": "two" }),
        json!({ "do": "undo", "orders": -1 }),
        json!({ "do": "legal", "units": ["a"] }),
    ] {
        let answer = ask(&mut engine, &request);
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(
            message.ends_with("expected a whole number from 0 on"),
            "{answer}"
        );
    }
}

/// The line `end` of a person who placed everything is taken for a habit; a form is meant as it is.
#[test]
fn the_form_of_an_end_is_exact() {
    let mut engine = engine();
    let new = json!({ "do": "new", "pack": "pacific-1940", "seed": 3 });
    fine(&mut engine, &new);
    let orders = "buy 1 infantry; end phase; end phase; end phase; place 1 infantry in Japan";
    for order in [orders, "end"] {
        fine(&mut engine, &json!({ "do": "apply", "order": order }));
    }
}

/// Whatever gestures are offered to any units can be carried out as they are offered, and lead where they say; across
/// the sea and through the air too.
#[test]
fn targets_can_be_had_by_their_orders() {
    let mut engine = engine();
    fine(
        &mut engine,
        &json!({ "do": "new", "pack": "pacific-1940", "seed": 3 }),
    );
    for phase in ["combat move", "noncombat move"] {
        let to = json!({ "do": "apply", "game": 1, "order": "end phase" });
        fine(&mut engine, &to);
        let can = fine(&mut engine, &json!({ "do": "movable", "game": 1 }));
        assert_eq!(can["now"], true, "{phase}");
        let (mut tried, mut crossed) = (0, 0);
        for stack in can["stacks"].as_array().expect("a list") {
            let targets = json!({ "do": "targets", "game": 1, "units": stack["ids"] });
            let targets = fine(&mut engine, &targets);
            let targets = targets["targets"].as_array().expect("a list");
            assert!(
                stack["acts"] == true || targets.is_empty(),
                "{stack}: {targets:?}"
            );
            for target in targets {
                let copy = fine(&mut engine, &json!({ "do": "clone", "game": 1 }))["game"].take();
                for order in target["orders"].as_array().expect("a list") {
                    let give = json!({ "do": "apply", "game": copy, "order": order });
                    fine(&mut engine, &give);
                }
                fine(&mut engine, &json!({ "do": "drop", "game": copy }));
                tried += 1;
                crossed += usize::from(target["by_sea"] == true);
            }
        }
        assert!(tried > 40 && crossed > 0, "{phase}: {tried}, {crossed}");
    }
}

/// What comes of a move besides, also at the end of the phase, is told before it is made; what comes anyway is not.
#[test]
fn a_move_says_what_it_brings() {
    let mut engine = engine();
    let new = json!({ "do": "new", "pack": "global-1940", "seed": 3 });
    fine(&mut engine, &new);
    let to = json!({ "do": "apply", "order": "end phase; end phase" });
    fine(&mut engine, &to);
    let mut brings = |from: &str, kind: &str, to: &str| {
        let units = json!({ "do": "units", "space": from, "power": "Germany" });
        let units = fine(&mut engine, &units)["units"].take();
        let units = units.as_array().expect("a list");
        let unit = units.iter().find(|unit| unit["unit"] == kind);
        let asked = json!({ "do": "targets", "units": [unit.expect("one")["id"]], "to": to });
        let target = fine(&mut engine, &asked)["targets"][0].take();
        assert_eq!(target["space"], to, "{target:#}");
        target["brings"].clone()
    };
    let joined = json!([
        "Bulgaria joins Germany",
        "Germany gets 4 infantry in Bulgaria"
    ]);
    assert_eq!(brings("Romania", "infantry", "Bulgaria"), joined);
    assert_eq!(
        brings("Romania", "infantry", "Slovakia/Hungary"),
        json!(null)
    );
}

/// What a landing on a far shore takes is one gesture; who can come to a space is found wherever it is.
#[test]
fn a_gesture_goes_across_the_sea() {
    let mut engine = engine();
    fine(
        &mut engine,
        &json!({ "do": "new", "pack": "pacific-1940", "seed": 3 }),
    );
    fine(&mut engine, &json!({ "do": "apply", "order": "end phase" }));
    let mut units = fine(
        &mut engine,
        &json!({ "do": "units", "space": "Korea", "power": "Japan" }),
    );
    let id = units["units"][0]["id"].take();
    let asked = json!({ "do": "targets", "units": [id], "to": "French Indo-China" });
    let target = fine(&mut engine, &asked)["targets"][0].take();
    assert_eq!(
        (&target["does"], &target["by_sea"]),
        (&json!("take"), &json!(true)),
        "{target:#}"
    );
    assert_eq!(
        target["orders"].as_array().map(Vec::len),
        Some(3),
        "{target:#}"
    );
    let comers = fine(
        &mut engine,
        &json!({ "do": "attackers", "space": "French Indo-China" }),
    );
    let stacks = comers["stacks"].as_array().expect("a list");
    let from = |name: &str| stacks.iter().any(|stack| stack["space"] == name);
    assert!(from("Korea") && from("Siam"), "{comers:#}");
    let why = json!({ "do": "why", "units": [id], "to": "Hawaiian Islands" });
    assert_eq!(ask(&mut engine, &why)["error"]["code"], "move/not-adjacent");
}

/// The digest of a game's position.
fn digest(engine: &mut Engine, game: u64) -> Value {
    fine(engine, &json!({ "do": "state", "game": game }))["digest"].take()
}

#[test]
fn an_order_is_carried_out_whole_or_not_at_all() {
    let mut engine = engine();
    fine(
        &mut engine,
        &json!({ "do": "new", "pack": "tests/edition" }),
    );
    let before = digest(&mut engine, 1);
    let half = json!({ "do": "apply", "order": "buy 1 walker; buy 99 walker" });
    assert_eq!(ask(&mut engine, &half)["error"]["code"], "buy/too-poor");
    assert_eq!(digest(&mut engine, 1), before);
    let events = fine(&mut engine, &json!({ "do": "events" }));
    assert_eq!(events["next"], 3, "{events:#}");
}

/// Both forms of every legal order, wherever a game that takes one after the other goes, come to the same.
#[test]
fn words_and_forms_of_an_order_are_the_same_order() {
    let mut engine = engine();
    fine(
        &mut engine,
        &json!({ "do": "new", "pack": "1941", "seed": 3 }),
    );
    for step in 0..120usize {
        let legal = fine(
            &mut engine,
            &json!({ "do": "legal", "game": 1, "forms": true }),
        );
        let orders = legal["orders"].as_array().expect("a list");
        if orders.is_empty() {
            break;
        }
        let nth = step * 7919 % orders.len();
        let copy = fine(&mut engine, &json!({ "do": "clone", "game": 1 }))["game"].take();
        let give = |game: &Value, order: &Value| json!({ "do": "apply", "game": game, "order": order, "digest": true });
        let form = fine(&mut engine, &give(&copy, &legal["forms"][nth]["order"]));
        let words = fine(&mut engine, &give(&json!(1), &orders[nth]));
        assert_eq!(form["digest"], words["digest"], "{}", orders[nth]);
        assert_eq!(form["events"], words["events"], "{}", orders[nth]);
        fine(&mut engine, &json!({ "do": "drop", "game": copy }));
    }
}

#[test]
fn a_game_is_saved_and_loaded_and_taken_back() {
    let mut engine = engine();
    fine(
        &mut engine,
        &json!({ "do": "new", "pack": "tests/edition", "seed": 5 }),
    );
    fine(
        &mut engine,
        &json!({ "do": "apply", "order": "buy 1 walker" }),
    );
    fine(&mut engine, &json!({ "do": "apply", "order": "end phase" }));
    let save = fine(&mut engine, &json!({ "do": "save" }))["save"].take();
    fine(&mut engine, &json!({ "do": "load", "save": save }));
    assert_eq!(digest(&mut engine, 1), digest(&mut engine, 2));
    let [one, two] = [1, 2].map(|game| fine(&mut engine, &json!({ "do": "events", "game": game })));
    assert_eq!(one, two);
    let undone = fine(&mut engine, &json!({ "do": "undo", "game": 2 }));
    assert_eq!(undone["undone"], json!(["end phase"]));
    let events = fine(&mut engine, &json!({ "do": "events", "game": 2 }));
    assert_eq!(events["events"][3]["event"], "bought");
    assert_eq!(events["next"], 4);
}

#[test]
fn a_program_is_asked_for_with_its_budget() {
    let mut engine = engine();
    fine(
        &mut engine,
        &json!({ "do": "new", "pack": "1941", "seed": 3 }),
    );
    fine(
        &mut engine,
        &json!({ "do": "delegate", "program": "planner:40" }),
    );
    for (program, code) in [
        ("planner:100001", "seat/budget"),
        ("plan", "protocol/value"),
    ] {
        let answer = ask(
            &mut engine,
            &json!({ "do": "delegate", "program": program }),
        );
        assert_eq!(answer["error"]["code"], code, "{answer:#}");
    }
}

/// Whatever was taken back, loaded or copied: the log has an entry for every order, its turns those of the events,
/// and the figures go to the last round.
#[test]
fn what_was_is_told_of_what_still_counts() {
    let mut engine = engine();
    let new = json!({ "do": "new", "pack": "1941", "seed": 3 });
    fine(&mut engine, &new);
    for _ in 0..240 {
        fine(&mut engine, &json!({ "do": "delegate" }));
    }
    fine(&mut engine, &json!({ "do": "undo", "orders": 15 }));
    let told = |engine: &mut Engine, game: u64| {
        ["log", "turns", "stats", "events"]
            .map(|what| fine(engine, &json!({ "do": what, "game": game })))
    };
    let first = told(&mut engine, 1);
    let [log, turns, stats, events] = &first;
    let entries = log["entries"].as_array().expect("a list");
    assert_eq!((entries.len(), &log["at"]), (226, &json!(225)));
    let lines: Vec<&Value> = entries
        .iter()
        .flat_map(|entry| entry["lines"].as_array().expect("a list"))
        .map(|line| &line["text"])
        .collect();
    let events = events["events"].as_array().expect("a list");
    assert_eq!(lines, events.iter().map(|e| &e["text"]).collect::<Vec<_>>());
    let began = events.iter().filter(|e| e["event"] == "turn").count();
    let turns = turns["turns"].as_array().expect("a list");
    assert_eq!(turns.len(), began);
    let fought = |turn: &Value| turn["battles"].as_array().map_or(0, Vec::len);
    let battles = events
        .iter()
        .filter(|e| e["event"] == "battle-began")
        .count();
    assert_eq!(turns.iter().map(fought).sum::<usize>(), battles);
    let at = turns[2]["at"].as_u64().expect("a number");
    let since = json!({ "do": "turns", "since": at - 1 });
    let since = fine(&mut engine, &since)["turns"].take();
    // The end of a turn comes before it.
    let last: Vec<&Value> = since.as_array().expect("a list").iter().skip(1).collect();
    assert_eq!(last, turns[2..].iter().collect::<Vec<_>>());
    let round = fine(&mut engine, &json!({ "do": "state" }))["round"].take();
    assert_eq!(
        stats["rounds"]
            .as_array()
            .and_then(|all| all.last())
            .map(|f| &f["round"]),
        Some(&round)
    );
    let save = fine(&mut engine, &json!({ "do": "save" }))["save"].take();
    fine(&mut engine, &json!({ "do": "load", "save": save }));
    assert_eq!(told(&mut engine, 2), first);
}

/// What is said of goals, income and wars comes true.
#[test]
fn what_is_foretold_comes() {
    let mut engine = engine();
    fine(
        &mut engine,
        &json!({ "do": "new", "pack": "pacific-1940", "seed": 7 }),
    );
    let power = fine(&mut engine, &json!({ "do": "state" }))["power"].take();
    let goals = fine(&mut engine, &json!({ "do": "goals" }));
    for goal in goals["victories"].as_array().expect("a list") {
        let [held, wanted] = ["held", "wanted"].map(|n| goal[n].as_u64().expect("a number"));
        let lacks = goal["lacks"].as_array().map_or(0, Vec::len);
        assert_eq!(lacks == 0, goal["met"] == true, "{goal:#}");
        assert!(
            held < wanted || goal["missing"].as_array().is_some_and(|m| m.is_empty()),
            "{goal:#}"
        );
    }
    fine(&mut engine, &json!({ "do": "apply", "order": "end phase" }));
    let politics = fine(&mut engine, &json!({ "do": "politics" }));
    let stances = politics["powers"].as_array().expect("a list");
    let stance = stances
        .iter()
        .find(|s| s["power"] == power)
        .expect("it is there");
    let all = stance["declarations"].as_array().expect("a list");
    assert!(!all.is_empty());
    for declaration in all {
        let copy = fine(&mut engine, &json!({ "do": "clone", "game": 1 }))["game"].take();
        let order = format!(
            "declare war on {}",
            declaration["on"].as_str().expect("a name")
        );
        let done = ask(
            &mut engine,
            &json!({ "do": "apply", "game": copy, "order": order }),
        );
        assert_eq!(
            done["error"].is_null(),
            declaration["now"] == true,
            "{done:#}"
        );
        let brought = done["ok"]["events"]
            .as_array()
            .map_or(0, |all| all.len() - 1);
        assert_eq!(
            declaration["brings"].as_array().map_or(0, Vec::len),
            brought
        );
        fine(&mut engine, &json!({ "do": "drop", "game": copy }));
    }
    let foretold =
        fine(&mut engine, &json!({ "do": "income", "power": power }))["powers"][0].take();
    let mut collected = None;
    while collected.is_none() {
        let done = fine(&mut engine, &json!({ "do": "apply", "order": "end phase" }));
        let events = done["events"].as_array().expect("a list");
        collected = events.iter().find(|e| e["event"] == "income").cloned();
    }
    let total = &foretold["total"];
    let text = collected.expect("it was collected")["text"].take();
    assert!(
        text.as_str()
            .is_some_and(|t| t.contains(&format!("{total} "))),
        "{text} and {foretold:#}"
    );
}

/// A request with something wrong in it: bytes changed, left out, doubled or put in, or a value of another kind.
pub fn mutated(request: &str, chance: &mut Stream) -> String {
    const ODD: [&str; 8] = [
        "null",
        "-1",
        "1e99",
        "\"\"",
        "[]",
        "{}",
        "99999999999999999999",
        "\"\\ud800\"",
    ];
    let mut bytes = request.as_bytes().to_vec();
    for _ in 0..=chance.below(3) {
        let at = chance.below(bytes.len() as u64 + 1) as usize;
        let rest = bytes.split_off(at);
        let odd = ODD[chance.below(ODD.len() as u64) as usize].as_bytes();
        match chance.below(5) {
            0 => bytes.extend(rest.iter().skip(1)),
            1 => bytes.extend([&[chance.below(256) as u8], &rest[..]].concat()),
            2 => bytes.extend([&rest[..rest.len() / 2], &rest[..]].concat()),
            3 => bytes.extend([odd, &rest[..]].concat()),
            _ => {
                let value = rest.iter().position(|b| b",}]".contains(b)).unwrap_or(0);
                bytes.extend([odd, &rest[value..]].concat());
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// How many requests are mutated; `MUTATED=10000 cargo test --test all -- protocol::` is the full count.
pub fn mutants() -> u64 {
    std::env::var("MUTATED").map_or(600, |n| n.parse().expect("MUTATED is a number"))
}

#[test]
fn mutated_requests_are_answered_and_change_nothing_that_is_refused() {
    let asked = std::fs::read_to_string("tests/protocol/session.jsonl").expect("it is there");
    let asked: Vec<&str> = asked.lines().collect();
    let mut chance = Stream::new(1);
    let mut engine = Engine::new(|_| Ok("no save".to_owned()));
    let (mut wrong, count) = (0, mutants());
    for nth in 0..count {
        // Requests that went well have changed it.
        if nth % 50 == 0 {
            engine = Engine::new(|_| Ok("no save".to_owned()));
            fine(
                &mut engine,
                &json!({ "do": "new", "pack": "tests/edition" }),
            );
        }
        let all = |engine: &mut Engine| {
            [1, 2].map(|game| engine.answer(&json!({ "do": "state", "game": game }).to_string()))
        };
        let before = all(&mut engine);
        let request = mutated(
            asked[chance.below(asked.len() as u64) as usize],
            &mut chance,
        );
        let answer = engine.answer(&request);
        let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
        if answer["ok"].is_null() {
            wrong += 1;
            assert!(answer["error"]["code"].is_string(), "{request}: {answer:#}");
            assert!(
                answer["error"]["message"].is_string(),
                "{request}: {answer:#}"
            );
            assert_eq!(all(&mut engine), before, "{request}");
        }
    }
    assert!(wrong > count / 3, "{wrong} of {count} were wrong");
}

#[test]
fn deep_long_and_broken_lines_are_refused() {
    let mut engine = engine();
    fine(
        &mut engine,
        &json!({ "do": "new", "pack": "tests/edition" }),
    );
    let deep = format!("{{\"do\":\"apply\",\"order\":{}", "[".repeat(100_000));
    let long = json!({ "do": "apply", "order": "buy 1 walker, ".repeat(100_000) }).to_string();
    let units = json!({ "do": "legal", "units": vec![65_535; 10_000] }).to_string();
    let form = json!({ "do": "apply", "order": { "buy": { "walker": 65_535 } } }).to_string();
    for (line, code) in [
        (deep, "protocol/json"),
        (long, "order/too-long"),
        // Nothing moves while units are bought.
        (units, "order/not-now"),
        (form, "buy/too-poor"),
        (
            r#"{"do":"legal"} {"do":"quit"}"#.to_owned(),
            "protocol/json",
        ),
    ] {
        let answer: Value = serde_json::from_str(&engine.answer(&line)).expect("JSON");
        assert_eq!(answer["error"]["code"], code, "{answer:#}");
    }
    // Over standard input: what is no text, a line that is too long, and one that nobody ended.
    let mut input = b"\xff\xfe\n".to_vec();
    input.resize(input.len() + LINE + 10, b'x');
    input.extend(b"\n{\"id\":1,\"do\":\"hello\"}\n\n{\"id\":2,\"do\":");
    let done = sandtable(&["engine"], &input);
    let told = out(&done);
    let codes: Vec<Value> = told
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .map(|answer| answer["error"]["code"].clone())
        .collect();
    let expected = [
        json!("protocol/json"),
        json!("protocol/too-long"),
        Value::Null,
    ];
    assert_eq!(codes[..3], expected);
    assert_eq!(codes[3..], [json!("protocol/json")]);
    assert_eq!(done.status.code(), Some(0));
}
