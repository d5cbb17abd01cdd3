//! The parser that pest makes from `grammar/rules.pest` and the files beside it.

pub use sandtable_grammar::rules::{Rule, RulesParser};
use std::sync::OnceLock;

const GRAMMAR: &str = concat!(
    include_str!("../../grammar/rules.pest"),
    include_str!("../../grammar/board.pest"),
    include_str!("../../grammar/battles.pest"),
    include_str!("../../grammar/words.pest"),
);

/// A rule as the grammar writes it.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// The lines before it, as far as they are its comment.
    comment: Vec<&'static str>,
    /// The grammar from its name on.
    text: &'static str,
}

impl Entry {
    /// What its comment says.
    pub fn doc(&self) -> String {
        self.comment.join(" ")
    }
    /// What stands in its braces.
    pub fn body(&self) -> &'static str {
        let body = self.text.split_once('{').map_or("", |(_, body)| body);
        body.split("}\n").next().unwrap_or_default().trim()
    }
}

/// Whether a rule is a sign or a keyword, which only hold a sentence together: they are the last of the grammar, signs first.
pub fn is_mark(rule: Rule) -> bool {
    rule >= Rule::sign_open
}

/// Whether a rule is a keyword.
pub fn is_keyword(rule: Rule) -> bool {
    rule > Rule::sign_equals
}

/// The words of a keyword, whose rule is named after them.
pub fn keyword_text(rule: Rule) -> String {
    format!("{rule:?}")
        .trim_start_matches("k_")
        .replace('_', " ")
}

/// The rules in the order of the grammar, but for keywords, whose names say all.
pub fn entries() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        let (mut entries, mut comment, mut rest) = (Vec::new(), Vec::new(), GRAMMAR);
        while let Some((line, after)) = rest.split_once('\n') {
            if let Some(more) = line.strip_prefix("///") {
                comment.push(more.trim());
            } else if line.starts_with(|c: char| c.is_ascii_alphabetic())
                && !line.starts_with("k_")
                && let Some((name, _)) = line.split_once('=')
            {
                entries.push(Entry {
                    name: name.trim(),
                    comment: std::mem::take(&mut comment),
                    text: rest,
                });
            } else {
                comment.clear();
            }
            rest = after;
        }
        entries
    })
}

fn entry(rule: &str) -> Option<&'static Entry> {
    entries().iter().find(|e| e.name == rule)
}

/// What the grammar says a rule is, if it says so.
pub fn doc(rule: &str) -> Option<String> {
    let doc = entry(rule)?.doc();
    Some(doc).filter(|d| !d.is_empty())
}

/// The names of the rules that a file is made of.
pub fn items() -> Vec<&'static str> {
    let names = entry("item").map_or("", Entry::body).split('|');
    names.map(str::trim).collect()
}

/// Whether a file is made of such rules.
pub fn is_item(rule: &str) -> bool {
    items().contains(&rule)
}

/// The sign that a rule stands for, as the grammar writes it.
pub fn sign(rule: &str) -> Option<&'static str> {
    let sign = entry(rule).filter(|e| e.name.starts_with("sign_"))?;
    Some(sign.body())
}

/// The words and signs that a rule may begin with.
pub fn first_words(rule: &str) -> Vec<String> {
    let (mut found, mut groups, mut begins) = (Vec::new(), Vec::new(), true);
    for token in entry(rule).into_iter().flat_map(|e| tokens(e.body())) {
        match token {
            "(" => groups.push(begins),
            "|" => begins = groups.last().copied().unwrap_or(true),
            _ if token.trim().is_empty() => {}
            _ => {
                if let Some(sign) = token.strip_prefix('"').filter(|_| begins) {
                    found.push(sign.trim_end_matches('"').to_owned());
                } else if let Some(keyword) = token.strip_prefix("k_").filter(|_| begins) {
                    found.push(keyword.replace('_', " "));
                } else if begins {
                    found.extend(first_words(token));
                }
                begins = false;
                if token == ")" {
                    groups.pop();
                }
            }
        }
    }
    found
}

/// The names, literals, signs and blanks that a rule is written with.
pub fn tokens(body: &str) -> impl Iterator<Item = &str> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut rest = body;
    std::iter::from_fn(move || {
        let length = match rest.chars().next()? {
            '"' => literal(rest),
            c if word(c) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let token;
        (token, rest) = rest.split_at(length);
        Some(token)
    })
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
