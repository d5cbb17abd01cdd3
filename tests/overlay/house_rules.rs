//! The shelf of house rules: each is short, sound, proved by its transcript and playable; several combine.

use crate::expectations::tried;
use sandtable::ai::{Level, Planner, Player, Random};
use sandtable::diag::Style;
use sandtable::game::dice::Stream;
use sandtable::game::transcript::With;
use sandtable::game::{Opened, open_with};
use sandtable::kernel::{Cx, apply, begin, broken_invariant, pending};
use sandtable::pack::Choices;
use std::path::{Path, PathBuf};

const BASE: &str = "pacific-1940";
/// Packs of a board that not every rule fits.
const BOARDS: &[&str] = &["learning"];

fn shelf() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/house-rules")
}

/// The house rules, by the names of their folders.
fn rules() -> Vec<String> {
    let entries = std::fs::read_dir(shelf())
        .expect("there is a shelf")
        .map(|e| e.expect("it can be read").path());
    let packs = entries.filter(|p| p.join("pack.toml").is_file());
    let mut names: Vec<String> = packs
        .map(|p| {
            p.file_name()
                .expect("it has a name")
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    assert!(names.len() >= 14, "{names:?}");
    names
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let wanted = |p: &Path| p.extension().is_some_and(|e| e == ending);
    if folder.is_dir() {
        sandtable::game::transcript::files(folder, &wanted).expect("it can be read")
    } else {
        Vec::new()
    }
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("it is a text")
}

fn opened(pack: &str, with: &[&str], set: &Choices) -> Opened {
    let with = with.iter().map(|w| (*w).to_owned()).collect();
    let opened = open_with(
        pack,
        &Choices {
            with,
            set: set.set.clone(),
            ..Choices::default()
        },
    );
    opened.unwrap_or_else(|p| panic!("{pack}: {}", p.render(Style::Unicode, 100)))
}

/// Whether a transcript passes.
fn passes(opened: &Opened, play: &str) -> bool {
    tried(opened, play).0.passed
}

fn lines(path: &Path) -> usize {
    let comment = |l: &str| l.is_empty() || l.starts_with('#') || l.starts_with("//");
    text(path).lines().filter(|l| !comment(l.trim())).count()
}

#[test]
fn a_house_rule_is_a_few_lines() {
    for name in rules() {
        let folder = shelf().join(&name);
        let said = ["toml", "rules", "rhai"]
            .iter()
            .flat_map(|e| files(&folder, e))
            .map(|f| lines(&f))
            .sum::<usize>();
        assert!(said <= 25, "{name} has {said} lines, more than 25");
    }
}

#[test]
fn each_is_on_the_page_in_one_sentence() {
    let page = text(&shelf().join("README.md"));
    let listed: Vec<&str> = page
        .lines()
        .filter_map(|l| l.strip_prefix("| `")?.split('`').next())
        .collect();
    assert_eq!(
        listed,
        rules(),
        "the table names every pack, in the order of the alphabet"
    );
}

#[test]
fn each_is_found_by_the_last_part_of_its_name_and_nothing_is_odd_about_it() {
    for name in rules() {
        let pack = opened(&name, &[], &Choices::default());
        assert_eq!(pack.rules.name, name);
        assert!(
            pack.warnings.is_empty(),
            "{name}: {}",
            pack.warnings.render(Style::Unicode, 100)
        );
        if !BOARDS.contains(&name.as_str()) {
            let laid = opened(BASE, &[&name], &Choices::default());
            assert_eq!(
                laid.rules.units.types.len(),
                pack.rules.units.types.len(),
                "{name}"
            );
        }
    }
    let Err(problems) = open_with("low-lick", &Choices::default()) else {
        panic!("there is no such pack")
    };
    assert!(
        problems
            .render(Style::Unicode, 100)
            .contains("did you mean `low-luck`?")
    );
}

#[test]
fn transcripts_hold_with_the_rule_and_not_without_it() {
    for name in rules() {
        let plays = files(&shelf().join(&name).join("tests"), "play");
        assert!(!plays.is_empty(), "{name} has no transcript");
        let plain = opened(BASE, &[], &Choices::default());
        for play in plays {
            let play = text(&play);
            let pack = opened(&name, &[], &With::read(&play).choices);
            assert!(passes(&pack, &play), "{name}:\n{play}");
            assert!(
                !passes(&plain, &play),
                "{name}: the transcript would pass without the rule:\n{play}"
            );
        }
    }
}

/// Programs play three rounds.
fn plays(opened: &Opened, named: &str, seed: u64) {
    let (rules, hooks) = (&opened.rules, &*opened.hooks);
    let mut players: [Box<dyn Player>; 2] = [
        Box::new(Planner::new(Level::EASY, 0)),
        Box::new(Random::new(Stream::numbered(seed, 1))),
    ];
    let mut dice = Stream::new(seed);
    let (mut state, _) =
        begin(rules, &mut dice, hooks).unwrap_or_else(|r| panic!("{named}: {}", r.sentence(rules)));
    while let Some(decision) = pending(Cx::new(rules, &state, hooks)) {
        if state.round > 3 {
            return;
        }
        let order = players[decision.power.0 as usize % 2].answer(rules, &state, hooks, &decision);
        let done = apply(rules, &mut state, &order, &mut dice, hooks);
        done.unwrap_or_else(|r| panic!("{named}: {order:?}: {}", r.sentence(rules)));
        assert_eq!(
            broken_invariant(rules, &state),
            None,
            "{named}: after {order:?}"
        );
    }
    assert!(
        state.winner.is_some(),
        "{named}: the game ended and nobody has won"
    );
}

#[test]
fn programs_play_each_for_three_rounds() {
    for name in rules() {
        plays(&opened(&name, &[], &Choices::default()), &name, 2);
    }
}

#[test]
fn several_combine() {
    let all: Vec<String> = rules()
        .into_iter()
        .filter(|n| !BOARDS.contains(&n.as_str()))
        .collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    for with in [
        &["low-luck", "cheap-tanks"][..],
        &["marines", "tokyo-express", "technology"][..],
        &all,
    ] {
        let pack = opened(BASE, with, &Choices::default());
        assert!(
            pack.warnings.is_empty(),
            "{with:?}: {}",
            pack.warnings.render(Style::Unicode, 100)
        );
        assert_eq!(pack.info.layers.len(), with.len() + 1);
        plays(&pack, &with.join(", "), 3);
    }
    let pack = opened(
        "learning",
        &[
            "low-luck",
            "cheap-tanks",
            "marines",
            "no-submerging",
            "short-battles",
        ],
        &Choices::default(),
    );
    plays(&pack, "learning with others", 4);
}

#[test]
fn those_that_fit_any_edition_fit_them_all() {
    let fits =
        |name: &String| text(&shelf().join(name).join("pack.toml")).contains("fits = \"any\"");
    let general: Vec<String> = rules().into_iter().filter(fits).collect();
    assert!(general.len() >= 8, "{general:?}");
    let editions = sandtable::pack::bundled_names().into_iter();
    for edition in editions.filter(|n| !n.contains('/')) {
        let plain = opened(&edition, &[], &Choices::default());
        for name in &general {
            let laid = opened(&edition, &[name], &Choices::default());
            let said = laid.warnings.render(Style::Unicode, 100);
            assert!(laid.warnings.is_empty(), "{edition}, {name}: {said}");
            // Only the house rule is new: what it extends elsewhere does not come along.
            assert_eq!(
                laid.info.layers.len(),
                plain.info.layers.len() + 1,
                "{edition}, {name}"
            );
            assert_ne!(laid.rules.digest, plain.rules.digest, "{edition}, {name}");
        }
    }
    let all: Vec<&str> = general.iter().map(String::as_str).collect();
    plays(
        &opened("1941", &all, &Choices::default()),
        "1941 with all",
        5,
    );
}

#[test]
fn odds_know_that_a_retreat_is_due() {
    let odds = super::games::sandtable(
        &shelf(),
        &["odds", "short-battles", "1 infantry", "1 infantry"],
    );
    let text = super::games::out(&odds);
    // One round: 1/6 · 4/6 for the attacker, 20/36 for another round; there are at most two.
    assert!(
        text.contains("attacker wins             17.3 %")
            && text.contains("rounds                    1.56"),
        "{text}"
    );
}

#[test]
fn what_each_changes_is_told_in_a_few_lines() {
    let mut told = String::new();
    for name in rules().iter().filter(|n| !BOARDS.contains(&n.as_str())) {
        let diff = super::games::out(&super::games::sandtable(&shelf(), &["diff", BASE, name]));
        told.push_str(&format!("== {name}\n{diff}"));
        let mut lines: Vec<&str> = diff.lines().collect();
        assert!(lines.len() <= 6, "{name}:\n{diff}");
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(
            lines.len(),
            diff.lines().count(),
            "{name}: something is told twice:\n{diff}"
        );
    }
    insta::assert_snapshot!(told);
}
