//! What the files of `view` promise together: text, tables and JSON of the shore.

use super::sample::{BARGE, BLUE, KITE, MILL, PAWN, RED, rules, state};
use sandtable::kernel::{
    Decision, DecisionKind, Event, Expected, Hits, IncomeLine, Salvo, Shift, Site, UnitIx, UnitsAt,
};
use sandtable::rules::*;
use sandtable::view::*;
use serde_json::json;

fn told(event: &Event) -> String {
    describe_event(&rules(), event, Paint::Off)
}

#[test]
fn events_read_as_sentences() {
    let (north, sea, rock) = (SpaceId(0), SpaceId(4), SpaceId(3));
    for (event, line) in [
        (
            Event::Bought {
                power: RED,
                units: vec![(PAWN, 3), (BARGE, 1)],
                ipc: 16,
            },
            "Redland buys 3 pawns, 1 barge for 16 IPC",
        ),
        (
            Event::Moved {
                power: RED,
                units: vec![(PAWN, 2)],
                path: vec![north, sea, rock],
            },
            "Redland moves 2 pawns from Northshore to Rock via sz 1",
        ),
        (
            Event::Unloaded(Shift::new(RED, vec![(PAWN, 1)], sea, rock)),
            "Redland lands 1 pawn from sz 1 on Rock",
        ),
        (
            Event::Captured {
                space: rock,
                from: Some(RED),
                to: Some(BLUE),
                by: BLUE,
            },
            "Blueland takes Rock from Redland",
        ),
        (
            Event::Lost(UnitsAt::new(BLUE, vec![(KITE, 2)], sea)),
            "  Blueland loses 2 big kites in sz 1",
        ),
        (
            Event::Damaged {
                power: RED,
                unit: MILL,
                space: north,
                points: 4,
            },
            "  Redland's mill in Northshore takes 4 damage",
        ),
        (
            Event::Income {
                power: RED,
                account: vec![IncomeLine::Territories { ipc: 6 }],
                treasury: 18,
            },
            "Redland collects 6 IPC and now has 18",
        ),
        (Event::Treasury { power: RED, ipc: 3 }, "Redland gets 3 IPC"),
        (
            Event::Treasury {
                power: BLUE,
                ipc: -3,
            },
            "Blueland loses 3 IPC",
        ),
        (
            Event::Scrambled(Shift::new(RED, vec![(KITE, 2)], rock, sea)),
            "Redland scrambles 2 big kites from Rock to sz 1",
        ),
        (
            Event::Upgraded {
                power: RED,
                space: north,
                unit: MILL,
            },
            "Redland's facility in Northshore is now a mill",
        ),
        (
            Event::Won {
                side: SideId(1),
                victory: Some(VictoryId(0)),
            },
            "The Blues have won: All ports",
        ),
    ] {
        assert_eq!(told(&event), line);
    }
    let salvo = |kind, value, shooters, dice| Salvo {
        kind,
        value,
        shooters,
        dice,
    };
    let step = |at| StepId {
        plan: PlanId(0),
        at,
    };
    let expected = Expected { faces: 5, sides: 6 };
    let shots = vec![salvo(PAWN, 200, 2, 2), salvo(KITE, 150, 1, 1)];
    let fired = Event::Fired {
        power: RED,
        space: rock,
        role: Role::Attacker,
        step: step(0),
        shots,
        dice: vec![1, 5, 6],
        hits: 1,
        expected,
    };
    assert_eq!(
        told(&fired),
        "  attacker, volley: 2 pawns at 2, 1 big kite at 1.5: dice 1 5 6, 1 hit"
    );
    let facts = serde_json::json!({
        "event": "fired", "power": "Redland", "space": "Rock", "role": "attacker", "step": "volley",
        "shots": [
            { "unit": "pawn", "at": 2.0, "count": 2, "dice": 2 },
            { "unit": "big_kite", "at": 1.5, "count": 1, "dice": 1 },
        ],
        "dice": [1, 5, 6], "hits": 1, "expected": 5.0 / 6.0,
        "text": "attacker, volley: 2 pawns at 2, 1 big kite at 1.5: dice 1 5 6, 1 hit",
    });
    assert_eq!(event_json(&rules(), &fired), facts);
    let shots = vec![salvo(MILL, 100, 1, 3), salvo(PAWN, 100, 3, 1)];
    let fired = Event::Fired {
        power: BLUE,
        space: rock,
        role: Role::Defender,
        step: step(1),
        shots,
        dice: vec![1, 5, 6, 4],
        hits: 1,
        expected,
    };
    assert_eq!(
        told(&fired),
        "  defender, flak: 1 mill, 3 dice at 1, 3 pawns, 1 die at 1: dice 1 5 6 4, 1 hit"
    );
    let bombed = |n| Event::Bombed {
        power: RED,
        raiders: vec![(KITE, n)],
        target: MILL,
        space: rock,
        step: step(0),
        dice: vec![3, 5],
    };
    assert_eq!(
        told(&bombed(2)),
        "  2 big kites drop bombs on the mill: dice 3 5"
    );
    assert_eq!(
        told(&bombed(1)),
        "  1 big kite drops bombs on the mill: dice 3 5"
    );
}

#[test]
fn ids_that_name_nothing_become_words() {
    let line = told(&Event::Moved {
        power: PowerId(9),
        units: vec![(UnitTypeId(40), 1)],
        path: vec![sandtable::kernel::NOWHERE],
    });
    assert_eq!(line, "nobody moves 1 unknown unit in nowhere");
}

#[test]
fn decisions_say_who_and_between_what() {
    let (rules, state) = (rules(), state(&rules()));
    let ask = |kind| describe_decision(&rules, &state, &Decision { power: BLUE, kind }, Paint::Off);
    let sites = vec![Site {
        space: SpaceId(4),
        kind: SiteKind::Sea,
        assault: true,
    }];
    assert_eq!(
        ask(DecisionKind::Fight { sites }),
        "Blueland: which battle is fought next: the sea battle in sz 1 before the landing?"
    );
    let hits = vec![
        Hits {
            targets: UnitTypeSet::only(PAWN),
            count: 1,
        },
        Hits {
            targets: rules.units.facilities,
            count: 0,
        },
    ];
    let candidates = vec![UnitIx(0), UnitIx(1), UnitIx(5)];
    let text = ask(DecisionKind::Casualties {
        space: SpaceId(0),
        hits,
        candidates,
        count: 1,
    });
    assert_eq!(
        text,
        "Blueland: choose 1 loss in Northshore among 2 pawns, 1 big kite (1 of them on pawns only)"
    );
}

#[test]
fn reports_show_damage_cargo_and_owners() {
    let (rules, state) = (rules(), state(&rules()));
    let north = space_report(&rules, &state, SpaceId(0), Paint::Off);
    assert!(
        north.contains("controlled by Redland, income 2 IPC, capital of Redland"),
        "{north}"
    );
    assert!(
        north.contains("Redland: 2 pawns, 1 mill (2 damage)"),
        "{north}"
    );
    let sea = space_report(&rules, &state, SpaceId(4), Paint::Off);
    assert!(sea.contains("Redland: 1 barge carrying 1 pawn"), "{sea}");
    assert!(sea.contains("sea zone, stormy"), "{sea}");
    let board = board_table(&rules, &state, Some(100), Paint::Off);
    assert!(
        board
            .lines()
            .any(|l| l.contains("Redland") && l.contains("Blueland") && l.contains("12")),
        "{board}"
    );
    assert!(board_table(&rules, &state, None, Paint::On).contains("\u{1b}["));
    assert_eq!(
        turn_banner(&rules, &state, Paint::Off),
        "Round 1 · Redland · Buy"
    );
}

#[test]
fn json_has_names_and_text() {
    let (rules, state) = (rules(), state(&rules()));
    let value = json!(Position::of(&rules, &state, |_| true));
    assert_eq!(value["round"], 1);
    assert_eq!(
        value["spaces"]["Northshore"]["units"]["Redland"]["units"]["pawn"],
        2
    );
    assert_eq!(
        value["spaces"]["Northshore"]["units"]["Redland"]["damaged"][0]["damage"],
        2
    );
    assert_eq!(
        value["spaces"]["sz 1"]["units"]["Redland"]["carrying"][0]["cargo"]["pawn"],
        1
    );
    let event = event_json(
        &rules,
        &Event::Placed(UnitsAt::new(RED, vec![(PAWN, 2)], SpaceId(0))),
    );
    assert_eq!(event["event"], "placed");
    assert_eq!(event["text"], "Redland places 2 pawns in Northshore");
}
