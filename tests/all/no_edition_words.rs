//! Mechanism in the kernel, policy in the pack: nothing under `src/` names a power, a space, a unit
//! type or a special rule of an edition. The names come from the packs themselves.

use super::layers::sources;
use sandtable::game::open;
use sandtable::game::transcript::files;
use sandtable::rules::Rules;
use std::collections::BTreeSet;
use std::path::Path;

/// Names of packs that are words of the engine too, each with its reason.
const ALLOWED: &[(&str, &str)] = &[
    ("allies", "the ordinary word for friendly powers"),
    ("axis", "part of the name of the family of games"),
    (
        "transport",
        "a ship that carries cargo is the mechanism `transport`",
    ),
    (
        "carrier",
        "whatever carries is a carrier; decks are a mechanism",
    ),
    (
        "points",
        "movement points, points of damage, points of a picture",
    ),
    (
        "low-luck",
        "a way to count dice that battle plans may choose",
    ),
    (
        "bid",
        "what a side is given so that a game is even; simulations look for it",
    ),
    (
        "research",
        "an ordinary word where hooks are explained by examples",
    ),
    (
        "scramble",
        "a mechanism: units rise from a territory into a zone",
    ),
];

/// Files that may name the stock edition, each with its reason.
const FILES: &[(&str, &str, &str)] = &[
    (
        "cli/choices.rs",
        "pacific-1940",
        "`play` without a pack starts the stock edition",
    ),
    (
        "cli/choices.rs",
        "pacific",
        "a word of its name, which another edition has by itself",
    ),
];

fn names(rules: &Rules) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut add = |name: &str| _ = names.insert(name.to_lowercase());
    rules.powers.powers.values().for_each(|p| add(&p.name));
    rules.powers.sides.values().for_each(|s| add(s));
    for space in rules.board.spaces.values() {
        add(&space.name);
        space.city.iter().for_each(|c| add(c));
    }
    rules.units.types.values().for_each(|t| add(&t.name));
    rules.board.tags.values().for_each(|t| add(t));
    rules.specials.values().for_each(|s| add(&s.name));
    names
}

/// The spellings a name may have in a source.
fn spellings(name: &str) -> Vec<String> {
    let words: Vec<&str> = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .collect();
    let mut all = vec![
        words.join(" "),
        words.join("_"),
        words.join("-"),
        words.join(""),
    ];
    all.dedup();
    all
}

/// Whether a text has a word, alone or in the plural, its parts joined or not.
fn has(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let rest = &text[at + word.len()..];
        let rest = rest.strip_prefix('s').unwrap_or(rest);
        !before.is_some_and(char::is_alphanumeric)
            && !rest.chars().next().is_some_and(char::is_alphanumeric)
    })
}

/// Whether the first part of a word, or its plural, is among these: whoever has the word has that.
fn begins(said: &BTreeSet<&str>, word: &str) -> bool {
    let end = word.find(|c: char| !c.is_alphanumeric());
    let first = &word[..end.unwrap_or(word.len())];
    said.contains(first) || said.contains(format!("{first}s").as_str())
}

/// Words too short or too common to tell anything: numbers of zones, one-letter names.
fn telling(name: &str) -> bool {
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 3 && !name.starts_with("sz ") && !name.starts_with("sea zone ")
}

#[test]
fn no_file_under_src_names_an_edition() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut words = BTreeSet::new();
    let manifests = files(&root.join("scenarios"), &|p| {
        p.file_name().is_some_and(|n| n == "pack.toml")
    });
    let manifests = manifests.expect("there are scenarios");
    assert!(manifests.len() > 15, "packs in folders of packs count, too");
    for manifest in manifests {
        let pack = open(&manifest.display().to_string()).unwrap_or_else(|p| panic!("{p:?}"));
        words.extend(names(&pack.rules));
        words.insert(pack.rules.name.clone());
    }
    let words: Vec<String> = words
        .into_iter()
        .filter(|w| telling(w))
        .filter(|w| ALLOWED.iter().all(|(a, _)| a != w))
        .collect();
    assert!(words.len() > 100, "the packs have names: {words:?}");
    let src = root.join("src");
    let mut found = Vec::new();
    for file in sources(&src) {
        let shown = file
            .strip_prefix(&src)
            .expect("sources are below src")
            .display()
            .to_string();
        let text = std::fs::read_to_string(&file)
            .expect("sources are UTF-8")
            .to_lowercase();
        let said: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        for word in &words {
            let excused = FILES.iter().any(|(f, w, _)| *f == shown && w == word);
            if !excused
                && spellings(word)
                    .iter()
                    .any(|s| begins(&said, s) && has(&text, s))
            {
                found.push(format!("{shown}: {word}"));
            }
        }
    }
    assert!(
        found.is_empty(),
        "names of an edition under src/:\n{}",
        found.join("\n")
    );
}

#[test]
fn words_are_found_in_every_spelling() {
    assert!(
        spellings("far-coast")
            .iter()
            .any(|s| has("the farcoast", s))
    );
    assert!(
        spellings("far coast")
            .iter()
            .any(|s| has("let far_coasts = 1", s))
    );
    assert!(!has("cantankerous", "tank"));
}
