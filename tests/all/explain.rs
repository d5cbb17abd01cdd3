//! Refusals that cite printed rules, `explain`, and the coverage of rulebooks.

use super::cli::{err, fine, out, sandtable};
use super::pack::rulebook::RULES;
use sandtable::kernel::Code;
use sandtable::rules::{Verdict, cited};
use std::path::{Path, PathBuf};

/// The stock pack with a small rulebook, in a folder.
fn ruled(folder: &Path) -> PathBuf {
    let pack = folder.join("ruled");
    std::fs::create_dir_all(pack.join("tests")).expect("a folder can be made");
    for entry in
        std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/pacific-1940"))
            .expect("the pack is there")
    {
        let path = entry.expect("entries can be read").path();
        let Some(name) = path
            .file_name()
            .filter(|_| path.is_file())
            .and_then(|n| n.to_str())
        else {
            continue;
        };
        let text = std::fs::read_to_string(&path).expect("packs are text");
        // Only the citations of the test's own rulebook stay.
        let text = text
            .split("\n[cites]")
            .next()
            .unwrap_or_default()
            .replace(" [P40-", " [DL-MOV-01] [P40-");
        let text = text.lines().map(|l| match l.split_once(" [P40-") {
            Some((before, _)) => format!("{before}\"\n"),
            None => format!("{l}\n"),
        });
        std::fs::write(pack.join(name), text.collect::<String>()).expect("written");
    }
    let manifest = std::fs::read_to_string(pack.join("pack.toml")).expect("it was written");
    let cites = "[cites]\n\"buy/too-poor\" = \"DL-WIN-01\"\n\"move/no-combat\" = []\n";
    std::fs::write(pack.join("pack.toml"), format!("{manifest}\n{cites}")).expect("written");
    std::fs::write(pack.join("RULES.md"), RULES).expect("written");
    let battles = std::fs::read_to_string(pack.join("battles.rules")).expect("it was written");
    let battles = battles.replace(
        "rule \"artillery supports\"",
        "# DL-MOV-01 to 02\nrule \"artillery supports\"",
    );
    std::fs::write(pack.join("battles.rules"), battles).expect("written");
    std::fs::write(pack.join("tests/DL-MOV-01-hills.play"), "expect round 1\n").expect("written");
    pack
}

#[test]
fn a_refusal_says_which_rule_it_enforces() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let pack = ruled(folder.path()).display().to_string();
    let play = |input: &str, json: bool| {
        let errors = if json { "json" } else { "plain" };
        sandtable(
            &[
                "play",
                &pack,
                "--seed",
                "7",
                "--seat",
                "all=human",
                "--error-format",
                errors,
            ],
            input.as_bytes(),
        )
    };
    let done = play("buy 50 tanks\n", false);
    assert!(
        err(&done).contains("the treasury holds 26 [DL-WIN-01]"),
        "{}",
        err(&done)
    );
    let done = play("buy 50 tanks\n", true);
    let value: serde_json::Value = serde_json::from_str(err(&done).trim()).expect("it is JSON");
    assert_eq!(
        (&value["rules"][0], &value["code"]),
        (&"DL-WIN-01".into(), &"buy/too-poor".into())
    );
    assert!(
        !value["message"].as_str().expect("a text").contains('['),
        "{value}"
    );
    // A sentence of the pack names its rule itself.
    let done = play(
        &format!("{}declare war on Japan\n", "end\n".repeat(4)),
        true,
    );
    let value: serde_json::Value = serde_json::from_str(err(&done).trim()).expect("it is JSON");
    assert_eq!(value["rules"][0], "DL-MOV-01", "{value}");
    assert!(
        value["message"]
            .as_str()
            .expect("a text")
            .ends_with("after the third round."),
        "{value}"
    );
}

#[test]
fn the_table_explains_what_happened_last() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let pack = ruled(folder.path()).display().to_string();
    let play = |input: &str| {
        let done = sandtable(
            &[
                "play",
                &pack,
                "--seed",
                "7",
                "--seat",
                "all=human",
                "--error-format",
                "plain",
            ],
            input.as_bytes(),
        );
        (out(&done), err(&done))
    };
    let (told, complaints) = play("explain\n");
    assert!(complaints.contains("explain/nothing"), "{told}{complaints}");
    let (told, _) = play("buy 50 tanks\nexplain\n");
    assert!(
        told.contains("DL-WIN-01  WIN: victory\n  The middle is worth two."),
        "{told}"
    );
    let (told, _) = play("dance\nwhy\n");
    assert!(told.contains("means no order"), "{told}");
    let (told, complaints) = play("explain DL-MOV-01\nexplain DL-MVO-01\n");
    assert!(told.contains("Nobody crosses the hills twice."), "{told}");
    assert!(
        complaints.contains("did you mean `DL-MOV-01`"),
        "{complaints}"
    );
    let opening = "end phase\nmove 3 infantry, 1 artillery from Kiangsi to Hunan\nend\nexplain\n";
    let (told, _) = play(opening);
    let asked = told
        .split("noncombat move\n")
        .nth(1)
        .unwrap_or(&told)
        .replace(&pack, "PACK");
    insta::assert_snapshot!(asked);
}

#[test]
fn what_a_rule_of_its_own_forbids_is_not_explained_by_printed_ones() {
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/policy/packs/vetoes");
    let args = ["play", pack, "--seat", "all=human", "--no-save"];
    let done = sandtable(&args, b"buy 1 artillery\nexplain\n");
    let told = out(&done);
    let said =
        "buy/not-for-sale  “forbid Japan to buy artillery” forbids it\n  no printed rule is cited";
    assert!(told.contains(said), "{told}{}", err(&done));
}

#[test]
fn rules_and_codes_are_explained_from_the_command_line() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let pack = ruled(folder.path()).display().to_string();
    let done = sandtable(
        &["explain", "dl-mov-01", "buy/too-poor", "--pack", &pack],
        b"",
    );
    fine(&done);
    insta::assert_snapshot!(out(&done).replace(&pack, "PACK"));
    let done = sandtable(&["explain", "DL-MOV-02", "--json", "--pack", &pack], b"");
    let value: serde_json::Value = serde_json::from_str(out(&done).trim()).expect("it is JSON");
    assert_eq!(value["mechanisms"][1], "kernel/movement/path.rs");
    for (what, near) in [
        ("DL-MOV-03", "DL-MOV-0"),
        ("buy/to-poor", "buy/too-poor"),
        ("nonsense", "no rule has the id"),
    ] {
        let done = sandtable(
            &["explain", what, "--pack", &pack, "--error-format", "plain"],
            b"",
        );
        assert_eq!(done.status.code(), Some(1), "{what}");
        assert!(err(&done).contains(near), "{what}: {}", err(&done));
    }
}

#[test]
fn coverage_is_demanded_where_rules_are_stated() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let pack = ruled(folder.path());
    let cover = || sandtable(&["test", "--coverage", &pack.display().to_string()], b"");
    let done = cover();
    assert_eq!(done.status.code(), Some(1), "{}", out(&done));
    assert!(out(&done).contains("1 passed, 0 failed"), "{}", out(&done));
    assert!(
        out(&done).contains("2 statements without a transcript:\n  DL-MOV-02\n  DL-WIN-01"),
        "{}",
        out(&done)
    );
    assert!(
        out(&done).contains("1 statements expressed nowhere:\n  DL-WIN-01"),
        "{}",
        out(&done)
    );
    for name in ["DL-MOV-02-rest", "DL-WIN-01-middle"] {
        std::fs::write(pack.join(format!("tests/{name}.play")), "expect round 1\n")
            .expect("written");
    }
    std::fs::write(
        pack.join("RULES.md"),
        format!("{RULES}\n*Mechanism:* kernel/turn.rs\n"),
    )
    .expect("written");
    let done = cover();
    assert_eq!(done.status.code(), Some(0), "{}", out(&done));
    assert!(
        out(&done).contains("3 statements, all proved and expressed"),
        "{}",
        out(&done)
    );
}

/// Codes that the program itself makes: no printed rule says that an order must make sense.
const OWN: [&str; 5] = ["game/", "order/", "offer/", "script/", "rule/"];

#[test]
fn the_stock_pack_cites_a_rule_for_every_code() {
    let rules = sandtable::pack::open("pacific-1940")
        .unwrap_or_else(|_| panic!("the stock pack loads"))
        .rules;
    let uncited: Vec<&str> = Code::ALL
        .iter()
        .map(|c| c.name())
        .filter(|name| {
            !OWN.iter().any(|own| name.starts_with(own)) && !rules.cites.rows.contains_key(*name)
        })
        .collect();
    assert!(uncited.is_empty(), "{uncited:?}");
    let forbidding = rules
        .movement
        .permissions
        .iter()
        .filter(|p| p.verdict == Verdict::Forbid)
        .map(|p| &p.reason);
    let declaring = rules.politics.declarations.iter().map(|d| &d.reason);
    let silent: Vec<&String> = forbidding
        .chain(declaring)
        .filter(|reason| cited(reason).1.is_empty())
        .collect();
    assert!(silent.is_empty(), "{silent:?}");
}

#[test]
fn mechanisms_are_files_of_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in sandtable::pack::bundled_names() {
        let pack = sandtable::pack::open(&name).unwrap_or_else(|_| panic!("{name} loads"));
        for statement in pack.info.rulebook.iter().flat_map(|b| &b.statements) {
            for file in &statement.mechanisms {
                assert!(
                    root.join("src").join(file).is_file(),
                    "{}: src/{file} is missing",
                    statement.id
                );
            }
        }
    }
}
