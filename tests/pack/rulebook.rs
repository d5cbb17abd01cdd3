//! Rulebooks: reading them, citing them, what expresses and proves their statements.

use super::small::{MANIFEST, REST, changed, pack, shown};
use crate::memory::Memory;
use sandtable::game::ready;
use sandtable::pack::load;
use sandtable::view::{Explained, Paint};

/// A rulebook of three statements; the pack carries two of them, and transcripts prove two.
pub const RULES: &str = "# Duel

The rules of a very small war.

## MOV: movement

**DL-MOV-01** Nobody crosses
the hills twice.
*Ruling:* twice means twice.

**DL-MOV-02** Whoever has moved, rests.

*Mechanism:* `kernel/movement/law.rs`, kernel/movement/path.rs.

## WIN: victory

**DL-WIN-01** The middle is worth two.

A paragraph of its own is no statement, **not even** with bold words.
";

const CITES: &str = r#"
[cites]
"move/done" = "DL-MOV-02"
"move/out-of-range" = { default = ["DL-MOV-01", "DL-MOV-02"], fighter = "DL-WIN-01", North = [] }
"#;

/// The small pack with a rulebook, citations, comments and transcripts.
pub fn ruled() -> Memory {
    let rest = changed(REST, "objective", "# DL-WIN-01\nobjective");
    let rest = format!(
        "{rest}\nforbid Blue to enter in territories\n  because \"Blue stays at home. [DL-MOV-01]\"\n"
    );
    let rest = rest.replace("enter in territories", "enter territories");
    pack()
        .with("pack.toml", format!("{MANIFEST}{CITES}"))
        .with("rest.rules", rest)
        .with("RULES.md", RULES)
        .with("tests/DL-MOV-01-hills.play", "expect round 1\n")
        .with("tests/DL-WIN-01-middle.play", "expect round 1\n")
        .with("tests/opening.play", "expect round 1\n")
}

macro_rules! mistakes {
    ($($name:ident: $files:expr;)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(shown(&$files));
        }
    )*};
}

fn book(from: &str, to: &str) -> Memory {
    ruled().with("RULES.md", changed(RULES, from, to))
}
fn cites(text: &str) -> Memory {
    ruled().with("pack.toml", format!("{MANIFEST}\n[cites]\n{text}\n"))
}

mistakes! {
    an_id_twice: book("**DL-MOV-02**", "**DL-MOV-01**");
    an_id_that_is_none: book("**DL-MOV-02**", "**DL-MOV-2b**");
    a_ruling_about_nothing: book("**DL-MOV-01** Nobody", "Nobody");
    an_unknown_code: cites("\"move/must-stopp\" = \"DL-MOV-01\"");
    an_unknown_rule: cites("\"move/must-stop\" = \"DL-MOV-11\"");
    an_unknown_rule_for_a_unit: cites("\"move/must-stop\" = { fighter = [\"DL-MOV-01\", \"DL-MVO-01\"] }");
    an_unknown_unit: cites("\"move/must-stop\" = { figter = \"DL-MOV-01\" }");
    no_id: cites("\"move/must-stop\" = 3");
    an_unknown_rule_in_a_reason: ruled().with("rest.rules", format!("{REST}\nforbid Blue to enter territories\n  because \"No. [DL-MOV-07]\"\n"));
    a_missing_rulebook: pack().with("pack.toml", format!("{MANIFEST}rulebook = \"LAWS.md\"\n"));
    a_rulebook_outside: pack().with("pack.toml", format!("{MANIFEST}rulebook = \"../LAWS.md\"\n"));
}

#[test]
fn a_rulebook_is_read_and_decides_nothing() {
    assert_eq!(shown(&ruled()), "");
    let opened = ready("duel", load(&ruled()).expect("it loads")).expect("it has no scripts");
    let ids: Vec<_> = opened
        .info
        .rulebook
        .as_ref()
        .expect("it is there")
        .ids()
        .collect();
    assert_eq!(ids, ["DL-MOV-01", "DL-MOV-02", "DL-WIN-01"]);
    let other = load(&book("twice means twice", "twice means thrice")).expect("it loads");
    assert_eq!(other.rules.digest, opened.rules.digest);
    let packs = std::slice::from_ref(&opened);
    let explained = ids.iter().map(|id| {
        Explained::find(packs, id)
            .expect("it is stated")
            .text(Paint::Off)
    });
    insta::assert_snapshot!(explained.collect::<Vec<_>>().join("\n"));
    insta::assert_snapshot!(
        "as_a_value",
        serde_json::json!(Explained::find(packs, "DL-MOV-02").ok())
    );
}

#[test]
fn the_rulebook_may_have_another_name() {
    let manifest = format!("{MANIFEST}rulebook = \"docs/laws.md\"\n");
    let loaded = load(
        &pack()
            .with("pack.toml", manifest)
            .with("docs/laws.md", RULES),
    )
    .expect("it loads");
    assert_eq!(loaded.info.rulebook.map(|b| b.statements.len()), Some(3));
}

#[test]
fn coverage_lists_what_is_missing() {
    let full = |files: &Memory| load(files).expect("it loads").info.coverage();
    assert_eq!(full(&pack()), None);
    let coverage =
        full(&ruled().with("tests/DL-XYZ-01-strange.play", "")).expect("there is a rulebook");
    assert_eq!(coverage.unproved, ["DL-MOV-02"]);
    assert_eq!(coverage.unexpressed, ["DL-MOV-01"]);
    assert_eq!(coverage.strangers, ["DL-XYZ-01-strange.play"]);
    let rest = format!("# DL-MOV-01 to 02\n{REST}").replace("objective", "# DL-WIN-01\nobjective");
    let whole = ruled()
        .with("rest.rules", rest)
        .with("tests/DL-MOV-02-rest.play", "");
    assert!(full(&whole).is_some_and(|c| c.is_full() && c.statements == 3));
}
