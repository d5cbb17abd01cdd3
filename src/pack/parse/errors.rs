//! What pest could not read, in words: the offending words underlined, what was expected there,
//! and the keyword that was probably meant.

use super::{Tree, parse};
use crate::diag::{Problem, fold_name};
use crate::pack::grammar::{Rule, is_keyword};
use crate::pack::words::{keyword_text, words};
use pest::error::{Error, ErrorVariant, InputLocation};

/// A syntax error as a problem.
pub fn syntax(tree: &Tree, text: &str, rule: Rule, error: &Error<Rule>) -> Problem {
    let at = position(error).min(text.len());
    let expected = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
        ErrorVariant::CustomError { .. } => {
            let problem = Problem::error("pack/too-long", "this is too long or too tangled to read");
            return problem.at(tree.place(0, first_line(text)), "the item that begins here").help("split it into several items");
        }
    };
    let range = offending(text, at);
    let found = &text[range.clone()];
    let message = match found {
        "" => "the file ends in the middle of an item".to_owned(),
        "\"" => "this text has no closing quote on its line".to_owned(),
        found => format!("`{found}` makes no sense here"),
    };
    let label = match expectation(expected) {
        Some(what) => format!("expected {what}"),
        None => "not expected here".to_owned(),
    };
    let mut problem = Problem::error("pack/syntax", message).at(tree.place(range.start, range.end), label);
    problem.nearest = repair(text, rule, at, expected);
    if problem.nearest.is_none() && rule == Rule::chunk {
        problem.help = Some(hint(expected).to_owned());
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
fn offending(text: &str, at: usize) -> std::ops::Range<usize> {
    let rest = &text[at..];
    let at = at + (rest.len() - rest.trim_start().len());
    let Some(first) = text[at..].chars().next() else {
        let end = text.trim_end().len();
        return end..end;
    };
    let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '\'' | '.');
    let length = if word(first) { text[at..].find(|c| !word(c)).unwrap_or(text.len() - at) } else { first.len_utf8() };
    // A word of a megabyte helps nobody.
    let mut length = length.min(60);
    while !text.is_char_boundary(at + length) {
        length -= 1;
    }
    at..at + length
}

/// The expected things as a list in words, the most telling ones first, not too many.
fn expectation(expected: &[Rule]) -> Option<String> {
    let mut all: Vec<String> = Vec::new();
    for word in expected.iter().map(|r| words(*r)) {
        if !all.contains(&word) {
            all.push(word);
        }
    }
    let last = all.pop()?;
    match all.len() {
        0 => Some(last),
        1..=9 => Some(format!("{} or {last}", all.join(", "))),
        more => Some(format!("{} or one of {} other words", all[..6].join(", "), more - 5)),
    }
}

/// The keyword whose spelling is close to what stands there and with which the parser gets further.
fn repair(text: &str, rule: Rule, at: usize, expected: &[Rule]) -> Option<String> {
    let range = offending(text, at);
    // Trying is only worth it for something a person wrote.
    if range.is_empty() || text.len() > 20_000 {
        return None;
    }
    let keywords = Rule::all_rules().iter().filter(|r| is_keyword(**r)).map(|r| keyword_text(*r));
    let line = &text[range.start..range.start + first_line(&text[range.start..])];
    let mut close: Vec<(usize, usize, String)> = Vec::new();
    for keyword in keywords {
        let count = keyword.split(' ').count();
        let wrong = take_words(line, count);
        let distance = strsim::osa_distance(&fold_name(wrong), &keyword);
        if distance <= (keyword.len() / 3).clamp(1, 4) && wrong != keyword {
            close.push((distance, wrong.len(), keyword));
        }
    }
    let _ = expected;
    close.sort();
    close.into_iter().take(8).find_map(|(_, length, keyword)| {
        let repaired = format!("{}{keyword}{}", &text[..range.start], &text[range.start + length..]);
        let further = match parse(rule, &repaired) {
            Ok(_) => true,
            Err(error) => position(&error) > range.start + keyword.len(),
        };
        further.then_some(keyword)
    })
}

/// The first so many words of a line.
fn take_words(line: &str, count: usize) -> &str {
    let mut end = 0;
    for (n, word) in line.split(' ').enumerate() {
        if n == count {
            break;
        }
        end = (word.as_ptr() as usize - line.as_ptr() as usize) + word.len();
    }
    line[..end].trim_end_matches(|c: char| !c.is_alphanumeric())
}

fn hint(expected: &[Rule]) -> &'static str {
    let item = |r: &Rule| matches!(r, Rule::territory | Rule::objective);
    if expected.iter().any(item) {
        return "items begin with words like `territory`, `setup`, `objective`, `trigger` or `permit`; the language reference lists all";
    }
    "a name that contains a keyword must stand in quotes"
}
