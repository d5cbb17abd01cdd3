//! `sandtable odds` as people use it, and what it says to nonsense.

use std::process::{Command, Output};

pub fn odds(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command
        .arg("odds")
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program starts")
}

#[test]
fn odds_are_printed_and_drawn() {
    let folder = tempfile::tempdir().expect("there is room");
    let picture = folder.path().join("odds.svg");
    let file = picture.display().to_string();
    let done = odds(&["pacific-1940", "1 inf", "1 infantry", "--json", "-o", &file]);
    assert_eq!(
        done.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let value: serde_json::Value = serde_json::from_slice(&done.stdout).expect("it is JSON");
    assert!(
        (value["win"].as_f64().expect("a number") - 0.25).abs() < 1e-10,
        "{value}"
    );
    let drawn = std::fs::read_to_string(picture).expect("it was written");
    assert!(drawn.starts_with("<svg") && drawn.trim_end().ends_with("</svg>"));
    let text = odds(&[
        "pacific-1940",
        "3 infantry, 1 tank",
        "2 infantry",
        "--needed",
        "0.5",
    ]);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(
        text.contains("enough for") && text.contains("attacker wins"),
        "{text}"
    );
}

fn answer(args: &[&str]) -> serde_json::Value {
    let done = odds(&[args, &["--json"]].concat());
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(0), "{args:?}: {said}");
    serde_json::from_slice(&done.stdout).expect("it is JSON")
}

#[test]
fn the_place_decides_by_which_plan_a_battle_is_fought() {
    let pack = "tests/battle/packs/two-plans";
    let asked = |at: &[&str]| answer(&[&[pack, "2 infantry", "1 infantry"], at].concat());
    let usual = asked(&[]);
    assert_eq!(asked(&["--at", "Yunnan"])["win"], usual["win"]);
    // One round of the attacker's dice at 1: one hit at least.
    let here = asked(&["--at", "Malaya"])["win"].as_f64();
    assert!((here.expect("a number") - 11.0 / 36.0).abs() < 1e-12);
    let nowhere = odds(&[pack, "2 infantry", "1 infantry", "--at", "sz 37"]);
    assert_eq!(nowhere.status.code(), Some(1));
    // Who takes part is for that plan to say.
    let pack = "tests/battle/packs/clauses";
    let drill = odds(&[
        pack,
        "2 infantry, 1 fighter",
        "1 infantry",
        "--at",
        "Shan State",
    ]);
    let said = String::from_utf8_lossy(&drill.stderr);
    assert!(
        said.contains("a `fighter` takes no part in a drill"),
        "{said}"
    );
}

#[test]
fn clauses_of_volleys_count_as_they_are_written() {
    let found = answer(&[
        "tests/battle/packs/clauses",
        "",
        "12 infantry",
        "--seaborne",
        "1 infantry, 1 artillery",
        "--offshore",
        "1 battleship, 1 cruiser",
        "--at",
        "Shan State",
    ]);
    // Each ship once, in the second round, by the first step that names it; the infantry in three rounds at 1;
    // the artillery in the second at 2, and in the third at 5.
    let hits = (4.0 + 3.0 + 3.0 + 2.0 + 5.0) / 6.0;
    let lost = found["defender"]["lost"].as_f64().expect("a number");
    assert!((lost - hits * 3.0).abs() < 1e-9, "{lost}");
}

#[test]
fn all_attackers_may_come_from_the_sea() {
    let ashore = ["pacific-1940", "", "2 infantry", "--seaborne", "3 infantry"];
    let found = answer(&ashore);
    let overland = answer(&["pacific-1940", "3 infantry", "2 infantry"]);
    assert_eq!(found["win"], overland["win"]);
    assert_eq!(found["attackers"][0]["seaborne"], true, "{found}");
    let nobody = odds(&["pacific-1940", "", "2 infantry", "--seaborne", ""]);
    let said = String::from_utf8_lossy(&nobody.stderr);
    assert!(said.contains("the attacker has no units"), "{said}");
}

#[test]
fn nothing_is_fought_where_the_exact_answer_is_at_hand() {
    let found = answer(&["pacific-1940", "1 tank", "1 infantry", "--precision", "0.2"]);
    assert_eq!(found["how"]["method"], "exact", "{found}");
}

#[test]
fn losses_are_counted_in_their_order() {
    let battle = ["pacific-1940", "3 infantry, 1 fighter", "2 infantry"];
    let ordered = |order| answer(&[&battle[..], &["--attacker-losses", order]].concat());
    assert_eq!(
        ordered("3 infantry, fighter")["win"],
        ordered("price")["win"]
    );
    assert_ne!(
        ordered("1 infantry, fighter, infantry")["win"],
        ordered("price")["win"]
    );
    let ships = ["pacific-1940", "1 battleship, 1 destroyer", "1 cruiser"];
    let kept = |order| {
        let found = answer(&[&ships[..], &["--attacker-losses", order]].concat());
        found["attacker"]["units_left"].as_f64()
    };
    assert_eq!(
        kept("destroyer, damage"),
        kept("destroyer, battleship(damage)")
    );
    assert_eq!(kept("destroyer"), kept("1 battleship(damage), destroyer"));
    assert_ne!(kept("destroyer"), kept("destroyer, battleship(damage)"));
    for (battle, order, complaint) in [
        (
            battle,
            "4 infantry",
            "3 of `infantry` are left to be lost, not 4",
        ),
        (
            ships,
            "2 battleship(damage)",
            "1 of `battleship(damage)` are left",
        ),
        (
            ships,
            "destroyer (damage)",
            "a `destroyer` dies of its first hit",
        ),
        (
            ships,
            "damaged battleship",
            "damaged units of a type are always lost",
        ),
    ] {
        let many = odds(&[&battle[..], &["--attacker-losses", order]].concat());
        let said = String::from_utf8_lossy(&many.stderr);
        assert!(said.contains(complaint), "{said}");
    }
}

#[test]
fn aircraft_from_decks_of_the_battle_land_there_or_where_it_is_said() {
    let battle = [
        "pacific-1940",
        "1 carrier, 2 fighters",
        "1 cruiser, 1 sub",
        "--scramble",
        "1 fighter",
    ];
    let crashed = |more: &[&str]| {
        let found = answer(&[&battle[..], more].concat());
        let mean = |side: &str| -> f64 {
            let all = found[side]["crashed"].as_array().expect("they are listed");
            let figure = |row: &serde_json::Value, name: &str| row[name].as_f64().unwrap_or(0.0);
            all.iter()
                .map(|row| figure(row, "aircraft") * figure(row, "chance"))
                .sum()
        };
        ["attacker", "defender"].map(mean)
    };
    let [plain, risen] = crashed(&[]);
    assert!(plain > 0.1 && risen == 0.0, "{plain} {risen}");
    assert_eq!(crashed(&["--land-elsewhere", "attacker"]), [0.0, 0.0]);
    assert_eq!(crashed(&["--land-elsewhere", "defender"]), [plain, 0.0]);
    let [fought, _] = crashed(&["--runs", "40000"]);
    assert!((fought - plain).abs() < 0.02, "{fought} {plain}");
    let text = odds(&battle).stdout;
    let text = String::from_utf8_lossy(&text);
    assert!(text.contains("for want of a deck"), "{text}");
}

#[test]
fn every_kind_of_battle_can_be_asked_for() {
    let pack = "pacific-1940";
    for args in [
        &[
            pack,
            "1 strategic_bomber, 1 fighter",
            "1 fighter",
            "--target",
            "minor_ic(2)",
        ][..],
        &[
            pack,
            "1 infantry",
            "2 infantry",
            "--wave",
            "3 tank",
            "--attacker-losses",
            "keep-ground",
        ],
        &[
            pack,
            "1 cruiser, 1 damaged battleship",
            "2 submarine",
            "--submerge",
            "defender",
            "--scramble",
            "1 fighter",
        ],
        &[
            pack,
            "1 battleship",
            "1 destroyer",
            "--strikes",
            "2 at 2 on battleship",
        ],
        &[
            pack,
            "1 tank",
            "2 infantry",
            "--seaborne",
            "2 infantry",
            "--offshore",
            "1 cruiser",
            "--retreat-below",
            "0.3",
        ],
        &[
            pack,
            "1 fighter",
            "1 infantry",
            "--seaborne",
            "2 infantry",
            "--sea-attackers",
            "1 destroyer, 1 transport",
            "--sea-defenders",
            "1 destroyer",
        ],
        &[
            pack,
            "2 strategic_bomber, 1 fighter",
            "1 fighter",
            "--target",
            "airbase(1)",
            "--target",
            "minor_ic",
        ],
        &[
            pack,
            "1 tank",
            "2 infantry",
            "--with",
            "marines",
            "--seaborne",
            "1 marine",
            "--runs",
            "300",
            "--at",
            "Shantung",
        ],
        &[
            pack,
            "3 infantry",
            "2 infantry",
            "--wave",
            "3 tank",
            "--runs",
            "500",
        ],
        &[
            pack,
            "3 infantry, 2 tank",
            "2 infantry",
            "--needed",
            "0.6",
            "--runs",
            "3000",
        ],
        &[
            pack,
            "9 infantry",
            "9 infantry",
            "--runs",
            "500",
            "--seed",
            "4",
        ],
        &[
            pack,
            "9 infantry",
            "9 infantry",
            "--precision",
            "0.05",
            "--retreat-after",
            "2",
        ],
    ] {
        let done = odds(args);
        assert_eq!(
            done.status.code(),
            Some(0),
            "{args:?}: {}",
            String::from_utf8_lossy(&done.stderr)
        );
    }
}

#[test]
fn special_rules_before_a_battle_are_said() {
    let figure = |args: &[&str]| {
        let done = odds(&[&["pacific-1940", "--json"][..], args].concat());
        let value: serde_json::Value = serde_json::from_slice(&done.stdout).expect("it is JSON");
        value["win"].as_f64().expect("a number")
    };
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-10, "{a}, {b}");
    let risen = figure(&["1 cruiser", "1 destroyer", "--scramble", "1 fighter"]);
    near(risen, figure(&["1 cruiser", "1 destroyer, 1 fighter"]));
    // A strike on 2 in 6: the ship is damaged with 1/3, and sunk before the battle by two.
    let one = figure(&[
        "1 battleship",
        "1 destroyer",
        "--strikes",
        "1 at 2 on battleship",
    ]);
    near(one, 2.0 / 3.0 * 46.0 / 49.0 + 1.0 / 3.0 * 4.0 / 7.0);
    let two = figure(&[
        "1 damaged battleship",
        "1 destroyer",
        "--strikes",
        "1 at 2 on battleship",
        "--strikes",
        "1 at 3 on battleship",
    ]);
    near(two, 2.0 / 3.0 * 0.5 * 4.0 / 7.0);
    // Before a landing they fall on the battle at sea.
    let landing = [
        "1 tank",
        "1 infantry",
        "--seaborne",
        "2 infantry",
        "--sea-attackers",
        "1 destroyer, 1 transport",
    ];
    let calm = figure(&[&landing[..], &["--sea-defenders", "1 destroyer"]].concat());
    let struck = figure(
        &[
            &landing[..],
            &[
                "--sea-defenders",
                "1 destroyer",
                "--strikes",
                "1 at 2 on destroyer",
            ],
        ]
        .concat(),
    );
    assert!(struck < calm, "{struck}, {calm}");
}

#[test]
fn nonsense_is_answered_with_diagnostics() {
    let pack = "pacific-1940";
    for (args, code, said) in [
        (&[pack, "3 infntry", "1 tank"][..], 1, "infantry"),
        (&[pack, "1 tank, -3 infantry", "1 tank"], 1, "negative"),
        (&[pack, "0 infantry", "1 tank"], 1, "odds/count"),
        (
            &[pack, "99999999999999999999 infantry", "1 tank"],
            1,
            "odds/count",
        ),
        (&[pack, "1e3 infantry", "1 tank"], 1, "odds/count"),
        (&[pack, "3", "1 tank"], 1, "odds/syntax"),
        (&[pack, "", "1 tank"], 1, "odds/empty"),
        (&[pack, "1 tank", ""], 1, "odds/empty"),
        (&[pack, "1 tank", "1 destroyer"], 1, "odds/cannot-meet"),
        (&[pack, "1 infantry(1)", "1 tank"], 1, "odds/damage"),
        (&[pack, "1 infantry(x)", "1 tank"], 1, "odds/damage"),
        (&[pack, "1 tank", "1 infantry", "--runs", "0"], 2, "--runs"),
        (
            &[pack, "1 tank", "1 infantry", "--runs", "5", "--exact"],
            2,
            "cannot be used with",
        ),
        (
            &[pack, "1 tank", "1 infantry", "--needed", "2"],
            1,
            "odds/chance",
        ),
        (
            &[pack, "1 infantry", "9 infantry", "--needed", "0.9"],
            1,
            "odds/not-enough",
        ),
        (
            &[pack, "1 tank", "1 infantry", "--target", "minor_ic"],
            1,
            "odds/cannot-meet",
        ),
        (
            &[
                pack,
                "1 tank",
                "1 infantry",
                "--target",
                "minor_ic",
                "--kind",
                "land",
            ],
            1,
            "odds/target",
        ),
        (
            &[pack, "1 strategic_bomber", "", "--target", "infantry"],
            1,
            "odds/target",
        ),
        (
            &[pack, "1 strategic_bomber", "", "--kind", "raid"],
            1,
            "odds/target",
        ),
        (
            &[pack, "1 tank", "1 infantry", "--scramble", "1 fighter"],
            1,
            "odds/scramble",
        ),
        (
            &[pack, "1 tank", "1 infantry", "--strikes", "many"],
            1,
            "odds/strike",
        ),
        (
            &[
                pack,
                "1 tank",
                "1 infantry",
                "--seaborne",
                "1 tank",
                "--offshore",
                "2 cruiser",
            ],
            1,
            "odds/offshore",
        ),
        (
            &[
                pack,
                "1 tank",
                "1 infantry",
                "--attacker-losses",
                "price, tank",
            ],
            1,
            "odds/losses",
        ),
        (
            &[pack, "1 tank", "1 infantry", "-o", "/nowhere/at/all.svg"],
            1,
            "odds/unwritable",
        ),
        (&["no-such-pack", "1 tank", "1 infantry"], 1, "pack/no-pack"),
        (
            &["--from", "nothing.save", "--at", "Japan"],
            1,
            "save/unreadable",
        ),
    ] {
        let done = odds(args);
        let err = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(code), "{args:?}: {err}");
        assert!(err.contains(said), "{args:?}: {err}");
    }
}
