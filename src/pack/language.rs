//! The reference of the rules language, made from the grammar and from the words the program uses.

use super::grammar::{Rule, is_keyword, is_mark, keyword_text};
use super::words::words;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const GRAMMAR: &str = include_str!("../../grammar/rules.pest");

/// A rule as the grammar writes it.
struct Entry {
    /// What its comment says.
    doc: String,
    /// Its form, as people read it.
    form: String,
}

/// The reference.
pub fn language() -> String {
    let entries = entries();
    let rules: BTreeMap<String, Rule> = Rule::all_rules()
        .iter()
        .map(|r| (format!("{r:?}"), *r))
        .collect();
    let mut text = String::from(HEAD);
    let items = items();
    let is_item = |name: &str| items.iter().any(|i| i == name);
    text.push_str("\n## Items\n\nWhat a file is made of, in any order.\n\n");
    for (name, entry) in entries.iter().filter(|(name, _)| is_item(name)) {
        let _ = writeln!(text, "{name}\n    {}\n    = {}\n", entry.doc, entry.form);
    }
    text.push_str("## Parts\n\nWhat items are made of, in the order of the grammar.\n\n");
    for (name, entry) in &entries {
        let Some(rule) = rules
            .get(name)
            .copied()
            .filter(|r| !is_mark(*r) && !is_item(name))
        else {
            continue;
        };
        if matches!(
            rule,
            Rule::item | Rule::chunk | Rule::EOI | Rule::WHITESPACE | Rule::COMMENT
        ) {
            continue;
        }
        let about = if entry.doc.is_empty() {
            words(rule)
        } else {
            format!("{}; {}", words(rule), entry.doc)
        };
        let _ = writeln!(text, "{name}: {about}\n    = {}", entry.form);
    }
    text.push_str("\n## Keywords\n\n");
    let keywords = Rule::all_rules()
        .iter()
        .filter(|r| is_keyword(**r))
        .map(|r| keyword_text(*r));
    for keyword in keywords {
        let _ = writeln!(text, "  {keyword}");
    }
    text
}

const HEAD: &str = "# The rules language

Made from the grammar. Words in quotes stand as they are, other words are parts explained below; `*` means any
number of times, `+` at least once, `?` perhaps, `|` or. Blanks and line breaks may stand between parts;
`#` begins a comment. `sandtable docs guide` explains the same with examples.
";

/// The names of the rules that a file is made of.
pub fn items() -> Vec<String> {
    let list = entries()
        .into_iter()
        .find(|(name, _)| name == "item")
        .map(|(_, e)| e.form)
        .unwrap_or_default();
    list.split(['|', ' '])
        .filter(|w| !w.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The rules in the order of the grammar.
fn entries() -> Vec<(String, Entry)> {
    let mut entries = Vec::new();
    let mut doc: Vec<&str> = Vec::new();
    let mut lines = GRAMMAR.lines();
    while let Some(line) = lines.next() {
        if let Some(more) = line.strip_prefix("///") {
            doc.push(more.trim());
            continue;
        }
        let Some((name, rest)) = line
            .split_once('=')
            .filter(|_| line.starts_with(|c: char| c.is_ascii_alphabetic()))
        else {
            doc.clear();
            continue;
        };
        let mut body = rest.trim().to_owned();
        while !body.ends_with('}') || body.ends_with("\"}") {
            let Some(more) = lines.next() else { break };
            body.push(' ');
            body.push_str(more.trim());
        }
        let inside = body
            .split_once('{')
            .map_or("", |(_, b)| b)
            .trim_end_matches('}')
            .trim();
        entries.push((
            name.trim().to_owned(),
            Entry {
                doc: doc.join(" "),
                form: form(inside),
            },
        ));
        doc.clear();
    }
    entries
}

/// The body of a rule as people read it: keywords and signs in quotes, the rest by name.
fn form(body: &str) -> String {
    let mut out = String::new();
    let mut rest = body;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '"' => literal(rest),
            c if c.is_ascii_alphabetic() => rest
                .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        match token {
            "~" | " " => {
                if !out.ends_with([' ', '(']) {
                    out.push(' ');
                }
            }
            token => match token.strip_prefix("k_") {
                Some(words) => _ = write!(out, "\"{}\"", words.replace('_', " ")),
                None => out.push_str(sign(token).unwrap_or(token)),
            },
        }
    }
    out.trim().replace(" )", ")")
}

/// How long the literal at the beginning is, its quotes included.
fn literal(text: &str) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

fn sign(name: &str) -> Option<&'static str> {
    Some(match name {
        "sign_open" => "\"{\"",
        "sign_close" => "\"}\"",
        "sign_left" => "\"(\"",
        "sign_right" => "\")\"",
        "sign_comma" => "\",\"",
        "sign_colon" => "\":\"",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_and_keyword_is_in_both_references() {
        let guide = include_str!("../../grammar/README.md");
        let guide: String = guide.split_whitespace().collect::<Vec<_>>().join(" ");
        let made = language();
        let entries: BTreeMap<String, Entry> = entries().into_iter().collect();
        assert!(items().len() >= 20, "{:?}", items());
        for item in items() {
            let entry = entries
                .get(&item)
                .unwrap_or_else(|| panic!("`{item}` is no rule"));
            assert!(
                !entry.doc.is_empty(),
                "`{item}` has no `///` comment in the grammar"
            );
            assert!(
                made.contains(&format!(
                    "\n{item}\n    {}\n    = {}\n",
                    entry.doc, entry.form
                )),
                "{item}"
            );
            // An item that begins with a part begins with the words of that part.
            let part = entry
                .form
                .split(' ')
                .next()
                .and_then(|word| entries.get(word))
                .unwrap_or(entry);
            let first = part.form.split('"').nth(1).unwrap_or_default();
            assert!(!first.is_empty(), "`{item}` begins with no word");
            assert!(
                guide.contains(first),
                "the guide does not mention `{first}`"
            );
        }
        for rule in Rule::all_rules().iter().filter(|r| is_keyword(**r)) {
            let keyword = keyword_text(*rule);
            assert!(
                made.contains(&format!("\n  {keyword}\n"))
                    && made.contains(&format!("\"{keyword}\"")),
                "{keyword}"
            );
            assert!(
                guide.contains(&keyword),
                "the guide does not mention `{keyword}`"
            );
        }
    }

    #[test]
    fn forms_are_readable() {
        assert_eq!(
            form("k_own ~ (sign_comma ~ name)* | \"+\" ~ k_at_sea?"),
            "\"own\" (\",\" name)* | \"+\" \"at sea\"?"
        );
    }
}
