//! Where a file may be cut: at lines that begin, at the left margin, with the keyword of an item
//! or, outside braces, with any word that does not continue the item above.

use super::Walk;
use crate::grammar::first_words;
use sandtable_diag::Problem;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::OnceLock;

/// The words that begin an item; what begins with one of the others may also be a part.
pub fn items() -> &'static BTreeSet<String> {
    static ITEMS: OnceLock<BTreeSet<String>> = OnceLock::new();
    ITEMS.get_or_init(|| {
        let all = first_words("sentence").into_iter();
        let words = all.map(|w| w.split(' ').next().unwrap_or_default().to_owned());
        words.filter(|w| w != "in" && w != "remove").collect()
    })
}

/// Words that go on with the item above even at the left margin.
const CLAUSES: &[&str] = &[
    "when", "then", "because", "once", "at", "on", "for", "gains", "and", "or", "not", "but",
    "give", "take", "add", "remove", "set", "clear", "offer", "declare", "run", "to",
];

/// Deeper than any sentence a person can read.
const DEEPEST: usize = 40;
/// More than any sentence denies.
const NOTS: usize = 1000;

/// The stretches of a file that are parsed on their own.
pub fn chunks(text: &str) -> Vec<Range<usize>> {
    let items = items();
    let mut starts = Vec::new();
    let mut depth = 0usize;
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        let word_end = line
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(line.len());
        let word = &line[..word_end];
        let begins = !word.is_empty()
            && (items.contains(word)
                || depth == 0 && (!CLAUSES.contains(&word) || removes(&line[word_end..], word)));
        if begins {
            depth = 0;
            starts.push(line_start);
        }
        if line.contains(['{', '}']) {
            depth = code(line).fold(depth, |d, (_, c)| match c {
                '{' => d + 1,
                '}' => d.saturating_sub(1),
                _ => d,
            });
        }
        line_start += line.len();
    }
    // What stands before the first item belongs to it, so that nothing is overlooked.
    if let Some(first) = starts.first_mut() {
        *first = 0;
    } else if code(text).any(|(_, c)| !c.is_whitespace()) {
        starts.push(0);
    }
    starts.push(text.len());
    starts.windows(2).map(|ends| ends[0]..ends[1]).collect()
}

/// Whether a line takes away something of a layer below; as an effect, `remove` is followed by a number.
fn removes(rest: &str, word: &str) -> bool {
    let next = rest.trim_start();
    word == "remove"
        && !next.starts_with(|c: char| c.is_ascii_digit() || c == '[')
        && !next.starts_with("every ")
}

/// Whether a stretch begins with the declaration of an option, or takes one away.
pub fn declares_option(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|l| !l.is_empty() && !l.starts_with('#'));
    first.is_some_and(|l| l.starts_with("option ") || l.starts_with("remove option "))
}

/// The characters of a text outside strings and comments, each with its place.
fn code(text: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut quoted, mut comment) = (false, false);
    text.char_indices().filter(move |(_, c)| {
        match c {
            '\n' => (quoted, comment) = (false, false),
            '"' if !comment => quoted = !quoted,
            '#' if !quoted => comment = true,
            _ => {}
        }
        !quoted && !comment
    })
}

/// A complaint if brackets are nested so deep that no reader, person or program, would follow.
pub fn too_deep(tree: &Walk, text: &str) -> Option<Problem> {
    // Most are short and flat.
    let opening = |n: u32, c: u8| n.wrapping_add(u32::from(c == b'(' || c == b'{'));
    if text.bytes().fold(0, opening) <= DEEPEST as u32 && text.len() <= 4 * NOTS {
        return None;
    }
    let mut depth = 0usize;
    for (at, c) in code(text) {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            let message = format!("brackets are nested more than {DEEPEST} deep");
            let problem = Problem::error("pack/too-deep", message)
                .at(tree.place(at, at + 1), "this one is too deep")
                .help("split the condition or name parts of it");
            return Some(problem);
        }
    }
    // A row of `not`s nests as well, without brackets.
    let nots = text.match_indices("not ").count();
    (nots > NOTS).then(|| {
        let at = text.find("not ").unwrap_or(0);
        let message = format!("this item says `not` more than {NOTS} times");
        Problem::error("pack/too-deep", message).at(tree.place(at, at + 3), "the first one")
    })
}
