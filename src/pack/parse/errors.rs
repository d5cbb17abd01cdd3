//! What pest could not read, in words: the offending words underlined, what was expected there,
//! and the keyword that was probably meant.

use super::chunks::items;
use super::{Walk, parse};
use crate::grammar::{Rule, is_keyword, is_mark, keyword_text};
use crate::words::words;
use pest::error::{Error, ErrorVariant, InputLocation};
use sandtable_diag::Problem;
use sandtable_rules::list;
use std::ops::Range;

/// Trying is only worth it for something a person wrote: no longer than this.
const TRIED: usize = 20_000;

/// A syntax error as a problem.
pub fn syntax(tree: &Walk, text: &str, rule: Rule, error: &Error<Rule>) -> Problem {
    let at = position(error).min(text.len());
    let ErrorVariant::ParsingError {
        positives: expected,
        ..
    } = &error.variant
    else {
        let problem = Problem::error("pack/too-long", "this is too long or too tangled to read");
        let place = tree.place(0, first_line(text).min(60));
        return problem
            .at(place, "the item that begins here")
            .help("split it into several items");
    };
    let range = offending(text, at);
    let found = &text[range.clone()];
    let message = match found {
        "" => "this ends in the middle of an item".to_owned(),
        "\"" => "this text has no closing quote on its line".to_owned(),
        found => format!("`{found}` makes no sense here"),
    };
    let label = match expectation(expected) {
        Some(what) => format!("expected {what}"),
        None => "not expected here".to_owned(),
    };
    let mut problem =
        Problem::error("pack/syntax", message).at(tree.place(range.start, range.end), label);
    // A condition that is whole but for its `when` is none of another keyword.
    let whole = lacks_when(text, rule, &range, expected)
        .filter(|at| parse(rule, &put(text, &(*at..*at), "when ")).is_ok());
    if whole.is_none() {
        problem.nearest = repair(text, rule, &range, expected);
    }
    if problem.nearest.is_none() {
        problem.help = hint(text, rule, &range, expected);
    }
    problem
}

fn position(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    }
}

fn first_line(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// The word or the sign at a place, or the last thing before the end.
fn offending(text: &str, at: usize) -> Range<usize> {
    let at = at + blank(&text[at..]);
    let Some(first) = text[at..].chars().next() else {
        let end = text.trim_end().len();
        return end..end;
    };
    let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '\'' | '.');
    let length = if word(first) {
        text[at..].find(|c| !word(c)).unwrap_or(text.len() - at)
    } else {
        first.len_utf8()
    };
    // A word of a megabyte helps nobody.
    let mut length = length.min(60);
    while !text.is_char_boundary(at + length) {
        length -= 1;
    }
    at..at + length
}

/// How much of a text is blanks and comments at its beginning.
fn blank(text: &str) -> usize {
    let mut rest = text.trim_start();
    while rest.starts_with('#') {
        rest = rest[first_line(rest)..].trim_start();
    }
    text.len() - rest.len()
}

/// The expected things as a list in words, not too many: parts, signs, then keywords by the alphabet.
fn expectation(expected: &[Rule]) -> Option<String> {
    let mut all: Vec<String> = Vec::new();
    let mut expected = expected.to_vec();
    expected.sort_by_key(|r| (is_mark(*r), is_keyword(*r).then(|| keyword_text(*r))));
    for word in expected.iter().map(|r| words(*r)) {
        if !all.contains(&word) {
            all.push(word);
        }
    }
    match all.len() {
        0 => None,
        1..=13 => Some(list(all, "or")),
        more => {
            let first = all[..10].join(", ");
            Some(format!("{first} or one of {} other words", more - 10))
        }
    }
}

/// Whether an item may begin there.
fn wants_item(expected: &[Rule]) -> bool {
    let item = |r: &Rule| matches!(r, Rule::chunk | Rule::item | Rule::territory);
    expected.iter().any(item)
}

/// The expected keyword that is spelt much like what stands there and lets the parser get further.
fn repair(text: &str, rule: Rule, range: &Range<usize>, expected: &[Rule]) -> Option<String> {
    if range.is_empty() || text.len() > TRIED {
        return None;
    }
    let item = wants_item(expected);
    let said: String = expected.iter().map(|r| words(*r)).collect();
    let rest = &text[range.start..];
    let line = &rest[..first_line(rest)];
    let mut close: Vec<(usize, usize, String)> = Vec::new();
    let keywords = Rule::all_rules().iter().filter(|r| is_keyword(**r));
    for keyword in keywords.map(|r| keyword_text(*r)) {
        let first = keyword.split(' ').next().unwrap_or_default();
        let wanted = said.contains(&format!("`{keyword}`")) || item && items().contains(first);
        let wrong = take_words(line, keyword.split(' ').count());
        let distance = strsim::osa_distance(&wrong.to_lowercase(), &keyword);
        let allowed = match wanted {
            true => (keyword.len() / 3).clamp(1, 4),
            false => usize::from(keyword.len() > 3),
        };
        if distance <= allowed && wrong != keyword {
            close.push((distance, wrong.len(), keyword));
        }
    }
    close.sort_by_key(|(distance, length, word)| {
        (*distance, std::cmp::Reverse(*length), word.clone())
    });
    close.into_iter().take(8).find_map(|(_, length, keyword)| {
        let wrong = range.start..range.start + length;
        let repaired = put(text, &wrong, &keyword);
        let further = match parse(rule, &repaired) {
            Ok(_) => true,
            Err(error) => position(&error) > range.start + keyword.len(),
        };
        further.then_some(keyword)
    })
}

/// The first so many words of a line.
fn take_words(line: &str, count: usize) -> &str {
    let end = line.match_indices(' ').nth(count - 1);
    let end = end.map_or(line.len(), |(at, _)| at);
    line[..end].trim_end_matches(|c: char| !c.is_alphanumeric())
}

/// A text with words in place of a stretch.
fn put(text: &str, stretch: &Range<usize>, words: &str) -> String {
    let (before, after) = (&text[..stretch.start], &text[stretch.end..]);
    format!("{before}{words}{after}")
}

/// Whether words put in place of a stretch of a text let the parser get past them and what follows.
fn mends(text: &str, rule: Rule, stretch: &Range<usize>, words: &str) -> bool {
    let next = stretch.start + words.len() + blank(&text[stretch.end..]);
    match parse(rule, &put(text, stretch, words)) {
        Ok(_) => true,
        Err(error) => position(&error) > next,
    }
}

/// Where the last words of the line before a place begin, nearest first, the place itself before them.
fn words_before(text: &str, at: usize) -> impl Iterator<Item = usize> {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let begins = |(n, c): (usize, char)| {
        let first = text[line..line + n].chars().next_back();
        (!c.is_whitespace() && first.is_none_or(char::is_whitespace)).then_some(line + n)
    };
    let mut starts: Vec<usize> = text[line..at].char_indices().filter_map(begins).collect();
    starts.push(at);
    starts.into_iter().rev().take(4)
}

/// Whether a name would be read if it stood in quotes: words up to a keyword and some behind it.
fn lacks_quotes(text: &str, rule: Rule, keyword: &Range<usize>) -> bool {
    let line = &text[keyword.end..keyword.end + first_line(&text[keyword.end..])];
    let ends = (0..3).map(|more| keyword.end + take_words(line, more + 1).len());
    let ends: Vec<usize> = std::iter::once(keyword.end).chain(ends).collect();
    words_before(text, keyword.start).any(|start| {
        ends.iter().any(|end| {
            let name = &text[start..*end];
            !name.contains(['"', '{', '}'])
                && mends(text, rule, &(start..*end), &format!("\"{name}\""))
        })
    })
}

/// Where a condition begins that only lacks its `when`, if one may stand there.
fn lacks_when(text: &str, rule: Rule, range: &Range<usize>, expected: &[Rule]) -> Option<usize> {
    let may = expected.iter().any(|r| words(*r) == "`when`") && text.len() <= TRIED;
    let mut starts = words_before(text, range.start).take(2);
    starts.find(|at| may && mends(text, rule, &(*at..*at), "when "))
}

fn hint(text: &str, rule: Rule, range: &Range<usize>, expected: &[Rule]) -> Option<String> {
    let found = &text[range.clone()];
    if found == "\"" {
        return Some("a text ends on the line it begins on".to_owned());
    }
    if let Some(at) = lacks_when(text, rule, range, expected) {
        let first = take_words(&text[at..], 1);
        return Some(format!(
            "a condition begins with `when`, which is missing before `{first}`"
        ));
    }
    if wants_item(expected) {
        return Some(
            "items begin with words like `territory`, `setup`, `objective`, `trigger` or `permit`; the language reference lists all"
                .to_owned(),
        );
    }
    // Where the next item may begin no name is wanted.
    let ends = expected.contains(&Rule::EOI);
    let keyword = !ends && parse(Rule::reserved, found).is_ok();
    (keyword && text.len() <= TRIED && lacks_quotes(text, rule, range))
        .then(|| "a name that contains a keyword must stand in quotes".to_owned())
}
