//! What a board asks of units: where they can go, by which orders, and what it brings.

use super::{ask, fine, seeded};
use serde_json::json;

/// Whatever gestures are offered to any units can be carried out as they are offered, and lead where they say; across
/// the sea and through the air too.
#[test]
fn targets_can_be_had_by_their_orders() {
    let mut engine = seeded("pacific-1940", 3);
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
    let mut engine = seeded("global-1940", 3);
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
    let mut engine = seeded("pacific-1940", 3);
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
