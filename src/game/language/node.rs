//! What was typed, as the grammar took it apart: a tree of parts with their places. Nothing is looked
//! up yet; the grammar's complaint is made a diagnostic without a rule's name in it.

use super::text::{Text, shorten};
use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;
use sandtable_diag::{Loc, Problem};
use sandtable_grammar::orders::OrdersParser;
pub(crate) use sandtable_grammar::orders::Rule;
use std::ops::Deref;

/// A name as it was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The words, without quotation marks.
    pub text: String,
    /// Where they stand.
    pub loc: Loc,
}

/// A part of what was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    pub(crate) rule: Rule,
    said: Name,
    parts: Vec<Self>,
}

impl Deref for Node {
    type Target = Name;
    fn deref(&self) -> &Name {
        &self.said
    }
}

impl Node {
    fn of(text: Text<'_>, pair: Pair<'_, Rule>) -> Self {
        let (rule, span) = (pair.as_rule(), pair.as_span());
        let words = text.part(span.start(), span.end()).trim();
        let said = words.name();
        let parts = pair.into_inner().map(|p| Self::of(text, p)).collect();
        Self { rule, said, parts }
    }
    /// Whether it stands in quotation marks.
    pub(crate) fn is_quoted(&self) -> bool {
        (self.loc.end - self.loc.start) as usize > self.text.len()
    }
    /// Every part of a kind.
    pub(crate) fn all(&self, rule: Rule) -> impl Iterator<Item = &Self> + Clone {
        self.parts.iter().filter(move |p| p.rule == rule)
    }
    /// The first part of a kind.
    pub(crate) fn find(&self, rule: Rule) -> Option<&Self> {
        self.all(rule).next()
    }
    /// The only part of a kind that may stand anywhere.
    pub(crate) fn only(&self, rule: Rule) -> Result<Option<&Self>, Problem> {
        match self.all(rule).nth(1) {
            None => Ok(self.find(rule)),
            Some(second) => {
                let message = format!("there is a second {}", called(rule));
                Err(Problem::error("order/syntax", message).at(second.loc, ""))
            }
        }
    }
    /// A part that must be there.
    pub(crate) fn need(&self, rule: Rule) -> Result<&Self, Problem> {
        self.find(rule).ok_or_else(|| {
            let message = format!("{} is missing", called(rule));
            Problem::error("order/syntax", message).at(self.loc, "")
        })
    }
    /// The stacks of its list.
    pub(crate) fn stacks(&self) -> impl Iterator<Item = &Self> + Clone {
        self.all(Rule::stacks).flat_map(|s| s.all(Rule::stack))
    }
    /// Words of a kind in it said otherwise, but for those in parts of the other kind.
    pub(crate) fn reword(
        &mut self,
        (rule, but): (Rule, Option<Rule>),
        new: &dyn Fn(&Name) -> Result<String, Problem>,
    ) -> Result<(), Problem> {
        if self.rule == rule {
            self.said.text = new(&self.said)?;
        }
        let mut parts = self.parts.iter_mut().filter(|p| Some(p.rule) != but);
        parts.try_for_each(|part| part.reword((rule, but), new))
    }
    /// The names of a kind in it.
    pub(crate) fn names(&self, rule: Rule) -> Vec<Name> {
        self.all(rule).map(|p| p.said.clone()).collect()
    }
}

/// Lets the grammar read a text by a rule.
pub(crate) fn read(rule: Rule, text: Text<'_>, usage: &str) -> Result<Node, Problem> {
    let mut pairs = OrdersParser::parse(rule, text.text).map_err(|e| complaint(&e, text, usage))?;
    let top = pairs
        .next()
        .expect("a successful parse has its rule on top");
    Ok(Node::of(text, top))
}

fn complaint(error: &pest::error::Error<Rule>, text: Text<'_>, usage: &str) -> Problem {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let rest = text.part(at, text.text.len()).trim();
    let word = rest.text.split_whitespace().next().unwrap_or_default();
    let mut expected: Vec<String> = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => {
            positives.iter().filter_map(|r| words_for(*r)).collect()
        }
        ErrorVariant::CustomError { .. } => Vec::new(),
    };
    expected.sort_unstable();
    expected.dedup();
    let expected = if expected.is_empty() {
        String::new()
    } else {
        format!("expected {}", expected.join(" or "))
    };
    let usage = usage.trim();
    let before = text.text[..at].split_whitespace().last();
    let bare_all = before.is_some_and(|word| word.eq_ignore_ascii_case("all"));
    let help = if bare_all {
        "; `all` stands before one type: `all TYPE, all TYPE`"
    } else {
        ""
    };
    let (message, loc) = if word.is_empty() {
        // The last character stands for the missing end; a verb alone has none behind it.
        let end = text.at + text.text.trim_end().len() as u32;
        let start = end.saturating_sub(1);
        (
            "the order ends too early".to_owned(),
            Loc {
                file: text.file,
                start,
                end: end.max(start + 1),
            },
        )
    } else {
        (
            format!("`{}` does not fit here", shorten(word)),
            rest.part(0, word.len()).loc(),
        )
    };
    Problem::error("order/syntax", message)
        .at(loc, expected)
        .help(format!("it is written `{usage}`{help}"))
}

fn called(rule: Rule) -> String {
    words_for(rule).unwrap_or_else(|| "a part".to_owned())
}

/// What a rule is called in a sentence; `None`: not worth a mention. That of a keyword is called by its word.
fn words_for(rule: Rule) -> Option<String> {
    let name = format!("{rule:?}");
    let words = match rule {
        Rule::space => "a space",
        Rule::thing | Rule::thing_word | Rule::stack | Rule::stacks => "a type of unit",
        Rule::word | Rule::words | Rule::item => "a name",
        Rule::amount => "a number",
        Rule::and => "`,`",
        Rule::everything => "`all`",
        Rule::EOI => "the end of the order",
        Rule::from | Rule::to | Rule::via | Rule::damage => return Some(format!("`{name}`")),
        Rule::attacking | Rule::none | Rule::raid => return Some(format!("`{name}`")),
        _ => return name.strip_prefix("kw_").map(|word| format!("`{word}`")),
    };
    Some(words.to_owned())
}
