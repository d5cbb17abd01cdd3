//! The reference of the rules language, made from the grammar and from the words the program uses.

use super::grammar::{Entry, Rule, entries, is_keyword, items, keyword_text, sign, tokens};
use super::words::called;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The reference.
pub fn language() -> String {
    let mut text = String::from(HEAD);
    let items = items();
    let (of_files, parts): (Vec<&Entry>, Vec<&Entry>) =
        entries().iter().partition(|e| items.contains(&e.name));
    text.push_str("\n## Items\n\nWhat a file is made of, in any order.\n\n");
    for item in of_files {
        let (name, doc, form) = (item.name, item.doc(), form(item.body()));
        let _ = writeln!(text, "{name}\n    {doc}\n    = {form}\n");
    }
    text.push_str("## Parts\n\nWhat items are made of, in the order of the grammar.\n\n");
    let inner = ["item", "chunk", "WHITESPACE", "remark"];
    let told = |part: &&Entry| sign(part.name).is_none() && !inner.contains(&part.name);
    for part in parts.into_iter().filter(told) {
        let (name, words, form) = (part.name, called(part.name), form(part.body()));
        let _ = writeln!(text, "{name}: {words}\n    = {form}");
    }
    text.push_str("\n## Keywords\n\n");
    let keywords = Rule::all_rules().iter().filter(|r| is_keyword(**r));
    let keywords = keywords.map(|r| keyword_text(*r));
    for keyword in keywords.collect::<BTreeSet<_>>() {
        let _ = writeln!(text, "  {keyword}");
    }
    text
}

const HEAD: &str = "# The rules language

Made from the grammar. Words in quotes stand as they are, other words are parts explained below; `*` means any
number of times, `+` at least once, `?` perhaps, `|` or. Blanks and line breaks may stand between parts;
`#` begins a comment. `sandtable docs guide` explains the same with examples.
";

/// The body of a rule as people read it: keywords and signs in quotes, the rest by name.
pub fn form(body: &str) -> String {
    let mut out = String::new();
    for token in tokens(body) {
        match token.strip_prefix("k_") {
            Some(words) => _ = write!(out, "\"{}\"", words.replace('_', " ")),
            None if !matches!(token, "~" | " " | "\n") => {
                out.push_str(sign(token).unwrap_or(token));
            }
            None if !out.ends_with([' ', '(']) => out.push(' '),
            None => {}
        }
    }
    out.trim().replace(" )", ")")
}
