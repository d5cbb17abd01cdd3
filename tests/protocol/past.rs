//! What was, and what is to come: logs, turns and figures, goals, income and wars.

use super::{ask, fine, seeded};
use sandtable::protocol::Engine;
use serde_json::{Value, json};

/// Whatever was taken back, loaded or copied: the log has an entry for every order, its turns those of the events,
/// and the figures go to the last round.
#[test]
fn what_was_is_told_of_what_still_counts() {
    let mut engine = seeded("1941", 3);
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
    let mut engine = seeded("pacific-1940", 7);
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
