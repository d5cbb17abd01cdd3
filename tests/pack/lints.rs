//! One broken pack a lint, and the report a person sees; levels by name.

use super::small::{BOARD, MANIFEST, REST, TABLES, changed, pack, problems};
use crate::memory::Memory;
use crate::overlay::over;
use sandtable::diag::{Problems, Style};
use sandtable::game::ready;
use sandtable::pack::{Choices, LINTS, Level, Levels, load, load_with};
use std::collections::BTreeSet;

fn board(from: &str, to: &str) -> Memory {
    pack().with("board.rules", changed(BOARD, from, to))
}
fn rest(from: &str, to: &str) -> Memory {
    pack().with("rest.rules", changed(REST, from, to))
}
fn tables(from: &str, to: &str) -> Memory {
    pack().with("tables.toml", changed(TABLES, from, to))
}
fn more(text: &str) -> Memory {
    pack().with("rest.rules", format!("{REST}\n{text}\n"))
}

/// What one lint says of a pack, its scripts included.
fn said(name: &str, files: &Memory) -> String {
    let found = match load(files) {
        Ok(pack) => ready("duel", pack).map_or_else(|problems| problems, |opened| opened.warnings),
        Err(problems) => problems,
    };
    let lint = LINTS
        .iter()
        .find(|l| l.name() == name)
        .expect("the lint is registered");
    let mut own = Problems::default();
    *own.sources_mut() = found.sources().clone();
    found
        .iter()
        .filter(|p| p.code == lint.code)
        .for_each(|p| own.push(p.clone()));
    assert!(
        !own.is_empty(),
        "{name} finds nothing; all that was found:\n{}",
        found.render(Style::Unicode, 100)
    );
    own.render(Style::Unicode, 100)
}

/// What some plan does.
const STEPS: &str = "{
  takes part all units
  each round {
    fire \"a\" by attacker all units at attack on all units losses leave
  }
}";
/// A plan for less than an earlier one, one for something else, one that is never meant.
const SHADOWED_PLANS: &str = "battle \"hills\" on land in Red Hills, Middle Ground STEPS
battle \"again\" on land in Red Hills STEPS
battle \"later\" on land in Red Hills when round > 2 STEPS
battle \"plain\" on land in Blue Plain when round > 2 STEPS
battle \"plain too\" on land in Blue Plain when round > 2 STEPS
battle \"plain early\" on land in Blue Plain when round < 2 STEPS
battle \"never\" at sea in sz 1 when round > 3 and round < 2 STEPS";

macro_rules! lints {
    ($($name:ident: $files:expr;)*) => {
        $(
            #[test]
            fn $name() {
                insta::assert_snapshot!(said(&stringify!($name).replace('_', "-"), &$files));
            }
        )*

        #[test]
        fn every_lint_has_a_pack_that_breaks_it() {
            let tested: BTreeSet<String> = [$(stringify!($name).replace('_', "-")),*].into();
            let known: BTreeSet<String> = LINTS.iter().map(|l| l.name().to_owned()).collect();
            assert_eq!(tested, known);
        }
    };
}

lints! {
    setup_place: board("3 infantry", "1 carrier");
    setup_damage: board("1 factory", "1 factory damaged 7");
    setup_facility: board("1 factory", "2 factory");
    setup_decks: board("2 fighters", "3 fighters");
    unreachable_space: board("sea zone 1 { }", "sea zone 1 { }\nterritory Far Rock { }");
    missing_position: tables("[unit.infantry]", "[positions]\n\"Red Hills\" = [1, 2]\n\n[unit.infantry]");
    unused_mark: board("sea zone 1 { }", "marks oil\nsea zone 1 { }");
    unused_attribute: tables("[\"attack\",", "[\"attack\", \"bombard\",");
    unused_flag: more("flag provoked\ntrigger \"Provoked\" on capture of Blue Plain by Red\n  then set flag provoked");
    constant_flag: more("flag provoked\npermit Red to declare war on Blue when flag provoked");
    turnless_power: rest("order Red, Blue", "order Red");
    captive_capital: board("owner Red  capital", "owner Blue  emblem Red  capital");
    missing_phase: rest("  phase mobilize      does mobilize\n", "");
    unbuyable_unit: rest("buy all units", "buy all units but fighter");
    unplaceable_unit: rest("place all units", "place all units but fighter");
    unobtainable_unit: tables("[unit.carrier]", "[unit.partisan]\ndomain = \"land\"\n\n[unit.carrier]");
    unfought_unit: rest("takes part sea units, air units", "takes part fighter");
    missing_battle_plan: rest("battle \"land battle\" on land", "battle \"land battle\" in raids");
    doubled_shots: more("movement {\n  passing shots by carrier at attack on sea units\n  passing shots by sea units at defense on carrier\n}");
    idle_exception: more("permit Red to buy land units but infantry, fighter\nforbid everyone to enter Red Hills, Middle Ground but Middle Ground, Blue Plain\npermit Red but Blue to buy fighter");
    shadowed_plan: more(&SHADOWED_PLANS.replace("STEPS", STEPS));
    silent_volley: rest("by attacker all units at attack on all units losses answer", "by attacker factory at attack on all units losses answer");
    objective_never: more("objective \"Both\" for Red gains 2\n  when Red controls all of Blue Plain, Red Hills and Blue controls any of Red Hills");
    objective_always: more("objective \"Pension\" for Blue gains 2\n  when round < 5 or round > 3");
    trigger_never: more("trigger \"Never\" on declaration of war by Red on Blue\n  then give 1 to Red\ntrigger \"Late\" at end of turn of Red\n  when on the turn of Blue\n  then give 1 to Red");
    victory_never: more("victory \"Sea\" for North at end of round when Red controls at least 1 of sz 1");
    victory_always: more("victory \"Peace\" for South at end of round when round >= 1");
    permission_never: more("flag provoked\npermit Red to declare war on Blue when flag provoked\nforbid Red but Red to enter anywhere");
    idle_reason: more("rule \"sale\": permit Red to buy infantry because \"Only these.\"\npermit Blue to buy all units because \"For nobody.\"\npermit Red to buy fighter when round > 2 because \"Later.\"\npermit Red to enter sz 1 because \"Never read.\"");
    shadowed_permission: more("forbid everyone to enter sea zones\npermit Blue to enter sz 1 when round > 3");
    idle_override: over("unit infantry { cost 3  moves 2 }\n");
    shadowed_override: over("unit carrier { cost 9 }\nremove unit carrier\nremove setup Red in 1\n");
    unused_parameter: more("use toll { amount: 3 }").with(
        "scripts/toll.rhai",
        "fn params() {\n    #{ amount: #{ type: \"number\", doc: \"what is paid\" } }\n}\n\nfn income(power, lines) {\n    line(\"toll\", -1)\n}\n",
    );
}

#[test]
fn a_row_is_told_that_another_decides_the_contrary_in_some_of_its_places() {
    let told = |rows: &str| said("shadowed-permission", &more(rows));
    insta::assert_snapshot!(told(
        "permit everyone to enter territories holding (infantry) of friends\nforbid Blue to enter territories next to sea zones"
    ));
    let code = "lint/shadowed-permission";
    let quiet = |rows: &str| assert!(problems(&more(rows)).iter().all(|p| p.code != code));
    quiet(
        "forbid Blue to enter territories next to sea zones\npermit everyone to enter territories holding (infantry) of friends",
    );
    quiet("permit Blue to enter Red Hills\nforbid everyone to enter territories next to sea zones");
}

#[test]
fn a_flag_that_a_plan_or_the_law_of_liberation_asks_for_is_used() {
    let raised = "flag fog\ntrigger \"Fog\" on capture of Blue Plain by Red\n  then set flag fog";
    let unused = |asking: &str| {
        let found = problems(&more(&format!("{raised}\n{asking}")));
        assert!(!found.has_errors(), "{asking}");
        found.iter().any(|p| p.code == "lint/unused-flag")
    };
    assert!(unused(""));
    assert!(!unused("capture { liberation while flag fog }"));
    let plan = format!("battle \"in fog\" on land in Blue Plain when flag fog {STEPS}");
    assert!(!unused(&plan));
}

#[test]
fn the_corner_of_the_map_is_a_position() {
    let positions = "[positions]\n\"Red Hills\" = [0, 0]\n\"Middle Ground\" = [1, 0]\n\"Blue Plain\" = [0, 1]\n\"sz 1\" = [1, 1]\n\n[unit.infantry]";
    assert!(problems(&tables("[unit.infantry]", positions)).is_empty());
}

#[test]
fn what_an_overlay_of_an_overlay_says_otherwise_is_told_unless_it_settles_something() {
    let named = crate::overlay::named;
    let told = |extends: &str, top: &str| {
        let manifest =
            format!("format = 1\nname = \"top\"\nextends = {extends}\nfiles = [\"top.rules\"]\n");
        let files = Memory::default()
            .with("pack.toml", manifest)
            .with("top.rules", top)
            .beside("duel", pack());
        let files = files.beside(
            "cheap",
            named("cheap", "unit infantry { cost 2  moves 2 }\n"),
        );
        let found = problems(&files.beside("dear", named("dear", "unit infantry { cost 8 }\n")));
        let mut codes: Vec<_> = found.iter().map(|p| p.code).collect();
        codes.sort_unstable();
        codes
    };
    assert_eq!(
        told("\"cheap\"", "unit infantry { cost 5 }\n"),
        ["lint/shadowed-override"]
    );
    assert!(
        told("\"cheap\"", "unit infantry { cost +1 }\n").is_empty(),
        "what is added to counts"
    );
    assert!(
        told(
            "[\"duel\", \"cheap\", \"dear\"]",
            "unit infantry { cost 5 }\n"
        )
        .is_empty()
    );
    assert_eq!(
        told(
            "[\"duel\", \"cheap\", \"dear\"]",
            "unit infantry { moves 3 }\n"
        ),
        ["lint/shadowed-override", "overlay/conflict"]
    );
}

#[test]
fn several_rows_of_an_overlay_stand_side_by_side_where_all_count() {
    let told = |rows: &str| {
        let base = format!(
            "{REST}\nbattles {{ raids by fighter on facilities }}\nmovement {{ attackers may ignore carrier }}\n"
        );
        let manifest = "format = 1\nname = \"top\"\nextends = \"duel\"\nfiles = [\"top.rules\"]\n";
        let files = Memory::default()
            .with("pack.toml", manifest)
            .with("top.rules", rows)
            .beside("duel", pack().with("rest.rules", base));
        let found = problems(&files);
        found.iter().any(|p| p.code == "lint/shadowed-override")
    };
    assert!(!told(
        "battles {\n  raids by fighter on facilities\n  raids by carrier on facilities\n}\n"
    ));
    assert!(told(
        "movement {\n  attackers may ignore carrier\n  attackers may ignore fighter\n}\n"
    ));
}

fn with_lints(text: &str) -> Memory {
    board("sea zone 1 { }", "marks oil\nsea zone 1 { }")
        .with("pack.toml", format!("{MANIFEST}\n[lints]\n{text}\n"))
}

#[test]
fn a_pack_silences_a_lint_by_name() {
    assert!(problems(&with_lints("unused-mark = \"allow\"")).is_empty());
    assert_eq!(problems(&with_lints("unused-mark = \"warn\"")).len(), 1);
    let denied =
        load(&with_lints("unused-mark = \"deny\"")).expect_err("a denied lint is a mistake");
    assert!(denied.has_errors());
}

#[test]
fn a_denied_lint_does_not_hide_behind_two_hundred_warnings() {
    let far: String = (0..250)
        .map(|n| format!("territory Far {n} {{ }}\n"))
        .collect();
    let vast = |lints: &str, more: &str| {
        board("sea zone 1 { }", &format!("{far}sea zone 1 {{ }}"))
            .with("rest.rules", format!("{REST}\n{more}\n"))
            .with("pack.toml", format!("{MANIFEST}\n[lints]\n{lints}\n"))
    };
    let never = "objective \"No\" for Red gains 2\n  when Red controls all of Blue Plain, Red Hills and Blue controls any of Red Hills";
    assert!(load(&vast("", never)).is_ok());
    assert!(load(&vast("objective-never = \"deny\"", never)).is_err());
    let toll = "fn params() { #{ amount: #{ type: \"number\", doc: \"x\" } } }\nfn income(power, lines) { }\n";
    let files = vast("unused-parameter = \"deny\"", "use toll { amount: 3 }");
    let pack = load(&files.with("scripts/toll.rhai", toll)).expect("the pack itself is sound");
    assert!(ready("duel", pack).is_err());
}

#[test]
fn the_command_counts_above_the_pack() {
    let under = |level| {
        let mut lints = Levels::default();
        lints
            .choose("unused-mark", level)
            .expect("the lint is known");
        Choices {
            lints,
            ..Choices::default()
        }
    };
    let said =
        load_with(&with_lints("unused-mark = \"deny\""), &under(Level::Allow)).expect("silenced");
    assert!(said.warnings.is_empty());
    assert!(load_with(&with_lints("unused-mark = \"allow\""), &under(Level::Deny)).is_err());
}

#[test]
fn a_script_lint_has_a_level_too() {
    let files = more("use toll { amount: 3 }").with(
        "scripts/toll.rhai",
        "fn params() { #{ amount: #{ type: \"number\", doc: \"x\" } } }\nfn turn_begin(power) {}\n",
    );
    let with = |level: &str| {
        files.clone().with(
            "pack.toml",
            format!("{MANIFEST}\n[lints]\nunused-parameter = \"{level}\"\n"),
        )
    };
    let opened = |level| ready("duel", load(&with(level)).expect("the pack loads"));
    let code = |p: &Problems| p.iter().any(|p| p.code == "lint/unused-parameter");
    assert!(!code(&opened("allow").map_or_else(|p| p, |o| o.warnings)));
    assert!(code(
        &opened("deny").err().expect("a denied lint is a mistake")
    ));
}

macro_rules! levels {
    ($($name:ident: $text:expr;)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(problems(&with_lints($text)).render(Style::Unicode, 100));
        }
    )*};
}

levels! {
    unknown_lint: "unused-marks = \"allow\"";
    unknown_level: "unused-mark = \"alow\"";
    fixed_lint: "setup-place = \"allow\"";
    level_that_is_no_text: "unused-mark = true";
}
