//! Overlays as nobody would write them: those that come with the program, cut up and put together again. Each is a pack, or
//! problems that each say something and where; none is a panic.

use super::table;
use crate::memory::Memory;
use proptest::prelude::*;
use sandtable::diag::{Problems, Severity, Style};
use sandtable::game::transcript::files;
use sandtable::pack::load;
use std::path::Path;
use std::sync::LazyLock;

/// The lines of all overlays that come with the program: sentences first, then tables.
static LINES: LazyLock<[Vec<String>; 2]> = LazyLock::new(|| {
    let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/house-rules");
    ["rules", "toml"].map(|ending| {
        let wanted = |p: &Path| {
            p.extension().is_some_and(|e| e == ending)
                && p.file_name().is_none_or(|n| n != "pack.toml")
        };
        let paths = files(&shelf, &wanted).expect("there is a shelf");
        let text = |p: &std::path::PathBuf| std::fs::read_to_string(p).expect("it is a text");
        paths
            .iter()
            .flat_map(|p| text(p).lines().map(str::to_owned).collect::<Vec<_>>())
            .collect()
    })
});

/// One cut: what is done, where, and how far.
type Cut = (u8, prop::sample::Index, prop::sample::Index);

/// Lines dropped, doubled, swapped, torn apart, and put where others stood.
fn mutated(mut lines: Vec<String>, cuts: &[Cut]) -> String {
    for (deed, a, b) in cuts {
        if lines.is_empty() {
            break;
        }
        let (a, b) = (a.index(lines.len()), b.index(lines.len()));
        match deed % 6 {
            0 => _ = lines.remove(a),
            1 => lines.insert(b, lines[a].clone()),
            2 => lines.swap(a, b),
            3 => lines.truncate(a.max(1)),
            4 => {
                let middle = lines[a]
                    .char_indices()
                    .nth(lines[a].chars().count() / 2)
                    .map_or(0, |(at, _)| at);
                let torn = lines[a].split_off(middle);
                lines[b].push_str(&torn);
            }
            _ => {
                let words: Vec<&str> = lines[a].split(' ').rev().collect();
                lines[a] = words.join(" ");
            }
        }
    }
    lines.join("\n") + "\n"
}

/// Whether every problem has a message, and every mistake a place that is there.
fn sound(problems: &Problems) -> Result<(), TestCaseError> {
    for problem in problems.iter() {
        prop_assert!(!problem.message.is_empty(), "{problem:?}");
        let placed = problem
            .labels
            .iter()
            .all(|l| problems.sources().position(l.loc).is_some());
        let known = problem.severity != Severity::Error || !problem.labels.is_empty();
        prop_assert!(placed && known, "no place: {problem:?}");
    }
    let shown = problems.render(Style::Unicode, 100);
    prop_assert!(problems.is_empty() || !shown.is_empty());
    Ok(())
}

fn loads_or_says_why(files: &Memory) -> Result<(), TestCaseError> {
    match load(files) {
        Ok(pack) => sound(&pack.warnings),
        Err(problems) => {
            prop_assert!(problems.has_errors());
            sound(&problems)
        }
    }
}

fn overlay(base: &str, sentences: String, tables: String) -> Memory {
    let manifest = format!(
        "format = 1\nname = \"over\"\nextends = {base}\nfiles = [\"o.toml\", \"o.rules\"]\n"
    );
    Memory::default()
        .with("pack.toml", manifest)
        .with("o.rules", sentences)
        .with("o.toml", tables)
}

fn cuts() -> impl Strategy<Value = Vec<Cut>> {
    prop::collection::vec(any::<Cut>(), 0..12)
}

/// A stretch of lines somewhere.
fn stretch(lines: &[String], from: prop::sample::Index, length: usize) -> Vec<String> {
    let from = if lines.is_empty() {
        0
    } else {
        from.index(lines.len())
    };
    lines.iter().skip(from).take(length).cloned().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    /// Pieces of the bundled overlays, spliced, over the stock pack.
    #[test]
    fn bundled_overlays_cut_up(
        pieces in prop::collection::vec((any::<prop::sample::Index>(), 1usize..20), 1..4),
        table in (any::<prop::sample::Index>(), 0usize..12),
        cuts in cuts(),
    ) {
        let sentences = pieces.into_iter().flat_map(|(from, length)| stretch(&LINES[0], from, length)).collect();
        let tables = stretch(&LINES[1], table.0, table.1);
        loads_or_says_why(&overlay("\"pacific-1940\"", mutated(sentences, &cuts), mutated(tables, &cuts[cuts.len() / 2..])))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    /// Changes of every kind, many at once and out of order, in one overlay and in two side by side.
    #[test]
    fn every_kind_of_change_together(
        ours in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
        theirs in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        cuts in cuts(),
    ) {
        let lines = |rows: &[prop::sample::Index]| -> Vec<String> {
            rows.iter().flat_map(|r| table::ROWS[r.index(table::ROWS.len())].2.lines().map(str::to_owned)).collect()
        };
        let other = overlay("\"duel\"", lines(&theirs).join("\n") + "\n", String::new());
        let files = overlay("[\"duel\", \"other\"]", mutated(lines(&ours), &cuts), String::new());
        loads_or_says_why(&files.beside("duel", table::base()).beside("other", other))?;
    }
}
