//! The odds of battles of a game: saved before they begin, in the middle of them, and at the table.

use super::command::odds;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const OPENING: &str = "buy 1 transport, 6 infantry
end phase
move 3 infantry, 1 artillery from Kiangsi to Hunan
move 1 fighter, 1 tactical bomber from Kiangsu to Hunan
move 3 infantry, 1 artillery from Kwangsi to Yunnan
";

const LANDING: &str = "end phase
declare war on UK
load 2 infantry from Japan on 1 transport in sz 6
move 2 transports, 1 battleship from sz 6 to sz 20
land 2 infantry from sz 20 on Kwangtung
move 2 infantry from Kwangsi to Kwangtung
";

/// Plays these orders after the opening; what is said, and what is complained of.
fn table(folder: &Path, orders: &str) -> (String, String) {
    table_under(folder, &[], &format!("{OPENING}{orders}"))
}

/// Plays these orders at a table.
fn table_under(folder: &Path, options: &[&str], orders: &str) -> (String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args([
            "play",
            "--seed",
            "7",
            "--seat",
            "all=human",
            "--color",
            "never",
            "--save",
        ])
        .arg(folder.join("game.save"))
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child
        .stdin
        .take()
        .expect("it listens")
        .write_all(orders.as_bytes())
        .expect("it reads on");
    let done = child.wait_with_output().expect("it ends");
    (
        String::from_utf8_lossy(&done.stdout).into_owned(),
        String::from_utf8_lossy(&done.stderr).into_owned(),
    )
}

fn of_save(folder: &Path, space: &str, more: &[&str]) -> (serde_json::Value, String) {
    let save = folder.join("game.save").display().to_string();
    let args = [&["--from", &save, "--at", space, "--json"], more].concat();
    let done = odds(&args);
    let value = serde_json::from_slice(&done.stdout).unwrap_or_default();
    (value, String::from_utf8_lossy(&done.stderr).into_owned())
}

fn figure(value: &serde_json::Value, name: &str) -> f64 {
    value[name]
        .as_f64()
        .unwrap_or_else(|| panic!("{name} is a figure: {value}"))
}

#[test]
fn a_battle_that_has_not_begun_is_reckoned_exactly() {
    let folder = tempfile::tempdir().expect("there is room");
    let (said, _) = table(folder.path(), "odds Hunan\n");
    let (found, err) = of_save(folder.path(), "Hunan", &["--exact"]);
    assert_eq!(found["how"]["method"], "exact", "{err}");
    let words = odds(&[
        "pacific-1940",
        "3 infantry, 1 artillery, 1 fighter, 1 tactical_bomber",
        "1 infantry",
        "--json",
    ]);
    let words: serde_json::Value = serde_json::from_slice(&words.stdout).expect("it is JSON");
    assert!(
        (figure(&found, "win") - figure(&words, "win")).abs() < 1e-9,
        "{found}, {words}"
    );
    assert!(
        said.contains(&format!("{:.1} %", figure(&found, "win") * 100.0)),
        "{said}"
    );
    // Others may be thought of.
    let (more, _) = of_save(folder.path(), "Yunnan", &["--wave", "2 tanks"]);
    let (less, _) = of_save(folder.path(), "Yunnan", &[]);
    assert!(
        figure(&more, "win") > figure(&less, "win"),
        "{more}, {less}"
    );
    for (space, complaint) in [
        ("Kiangsi", "nobody in Kiangsi is at war with Japan"),
        ("Szechwan", "the power on turn has nothing in Szechwan"),
        ("Hunna", "did you mean `Hunan`?"),
    ] {
        let (_, err) = of_save(folder.path(), space, &[]);
        assert!(err.contains(complaint), "{err}");
    }
}

#[test]
fn a_battle_under_way_is_played_on() {
    let folder = tempfile::tempdir().expect("there is room");
    let (said, _) = table(
        folder.path(),
        "end\nfight yunnan\nodds Yunnan\nodds Hunan\n",
    );
    assert!(
        said.contains("the battle has begun, and is played on from there"),
        "{said}"
    );
    let (found, err) = of_save(folder.path(), "Yunnan", &["--runs", "1500"]);
    assert_eq!(
        (&found["how"]["method"], &found["how"]["runs"]),
        (&"played".into(), &1500.into()),
        "{err}"
    );
    let (back, err) = of_save(
        folder.path(),
        "Yunnan",
        &["--runs", "500", "--counter-attack", "1 infantry"],
    );
    let (takes, holds) = (figure(&back, "takes"), figure(&back, "holds"));
    assert!(0.0 < holds && holds < takes, "{err} {back}");
    // The other one is still to come, and is as it would be by itself.
    let (other, _) = of_save(folder.path(), "Hunan", &[]);
    assert_eq!(other["how"]["method"], "exact", "{other}");
    let (_, err) = of_save(folder.path(), "Yunnan", &["--exact"]);
    assert!(err.contains("odds/only-played"), "{err}");
    // In the first round each side was hit once: the defender's loss is dying, the attacker is about to
    // choose its own.
    assert_eq!(found["defenders"][0]["count"], 2, "{found}");
    let plain = odds(&[
        "pacific-1940",
        "2 infantry, 1 artillery",
        "2 infantry",
        "--json",
    ]);
    let plain: serde_json::Value = serde_json::from_slice(&plain.stdout).expect("it is JSON");
    assert!(
        (figure(&found, "win") - figure(&plain, "win")).abs() < 0.05,
        "{found}, {plain}"
    );
}

#[test]
fn a_landing_of_a_game_has_its_ships_and_its_scripts() {
    let words = odds(&[
        "pacific-1940",
        "2 infantry",
        "2 infantry",
        "--seaborne",
        "2 infantry",
        "--offshore",
        "1 battleship",
        "--json",
    ]);
    let words: serde_json::Value = serde_json::from_slice(&words.stdout).expect("it is JSON");
    let folder = tempfile::tempdir().expect("there is room");
    table_under(folder.path(), &[], LANDING);
    let (found, err) = of_save(folder.path(), "Kwangtung", &["--exact"]);
    assert_eq!(found["offshore"][0]["unit"], "battleship", "{err}");
    assert!(
        (figure(&found, "win") - figure(&words, "win")).abs() < 1e-9,
        "{found}, {words}"
    );
    // Under a house rule with a script the same landing is reckoned with what it says of those who fire, and nobody
    // it cares for is in it.
    let folder = tempfile::tempdir().expect("there is room");
    table_under(folder.path(), &["--with", "marines"], LANDING);
    let (heard, err) = of_save(folder.path(), "Kwangtung", &["--exact"]);
    assert_eq!(heard["how"]["method"], "exact", "{err}");
    assert!(
        (figure(&heard, "win") - figure(&words, "win")).abs() < 1e-9,
        "{heard}, {words}"
    );
    // With more troops than the game has, it is laid out anew in the same place.
    let (more, err) = of_save(
        folder.path(),
        "Kwangtung",
        &["--runs", "400", "--seaborne", "3 marines"],
    );
    assert!(
        figure(&more, "win") > figure(&heard, "win"),
        "{more}, {err}"
    );
}

#[test]
fn a_landing_is_reckoned_with_the_battle_before_it_and_says_what_is_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let orders = "end phase
declare war on USA
load 1 infantry, 1 artillery from Japan on 1 transport in sz 6
move 1 transport (1 infantry, 1 artillery), 1 battleship, 1 destroyer from sz 6 to sz 35 attacking
land 1 infantry, 1 artillery from sz 35 on Philippines
odds Philippines
";
    let (said, _) = table_under(folder.path(), &[], orders);
    assert!(
        said.contains("with the battle in sz 35 before it:"),
        "{said}"
    );
    assert!(
        said.contains("1 artillery landing"),
        "ships are left too: {said}"
    );
    assert!(
        said.contains("not counted: what others may be asked"),
        "{said}"
    );
}

#[test]
fn who_is_still_aboard_an_aircraft_counts_among_the_attackers() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/battle/packs/airborne");
    let guns = folder.path().join("guns");
    for (name, text) in [
        (
            "pack.toml",
            "format = 1\nname = \"guns\"\ntitle = \"Guns\"\nextends = \"pacific-1940\"\nfiles = [\"guns.rules\"]\n",
        ),
        (
            "guns.rules",
            "setup China {\n  Suiyuan: 2 infantry, 1 aa gun\n}\n",
        ),
    ] {
        crate::scripts::write(&guns, name, text);
    }
    let orders = "end phase
load 2 infantry from Manchuria onto strategic bomber
move 1 strategic bomber from Manchuria to Suiyuan
odds Suiyuan
";
    let left_out = "not counted: aircraft that are shot down";
    let (said, err) = table_under(folder.path(), &["--with", house], orders);
    assert!(
        said.contains("2 infantry landing, 1 strategic bomber"),
        "{said}{err}"
    );
    assert!(!said.contains(left_out), "nobody fires at it: {said}");
    let folder = tempfile::tempdir().expect("a folder");
    let guns = guns.display().to_string();
    let with = ["--with", house, "--with", &guns];
    let (said, err) = table_under(folder.path(), &with, orders);
    assert!(said.contains(left_out), "{said}{err}");
}
