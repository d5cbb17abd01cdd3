//! Order text to [`Clause`]: cuts a line into orders, finds the verb, lets the grammar read the
//! rest and turns its complaint, if it has one, into a diagnostic without a rule's name in it.

use super::clause::{Clause, Item, Name, TypedOrder};
use super::tree::Tree;
use super::verbs::{self, Lookup};
use crate::diag::{FileId, Loc, Problem};
use crate::kernel::PICKS;
use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::{Pair, Pairs};
use sandtable_grammar::orders::OrdersParser;
pub(in crate::game) use sandtable_grammar::orders::Rule;

/// A piece of a source.
#[derive(Clone, Copy)]
pub(in crate::game) struct Text<'a> {
    /// The source it is from.
    pub file: FileId,
    /// Where in the source it begins.
    pub at: u32,
    /// The words.
    pub text: &'a str,
}

impl<'a> Text<'a> {
    /// The whole of a source.
    pub fn new(file: FileId, text: &'a str) -> Self {
        Self { file, at: 0, text }
    }
    /// Part of it, by byte offsets.
    pub fn part(self, start: usize, end: usize) -> Self {
        // Sources beyond 4 GiB are refused when they are read.
        Self {
            at: self.at + start as u32,
            text: &self.text[start..end],
            ..self
        }
    }
    /// The same without blanks around it.
    pub fn trim(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        self.part(start, start + self.text.trim().len())
    }
    /// Its first word and what follows it.
    pub fn first_word(self) -> (Self, Self) {
        let end = self
            .text
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))
            .unwrap_or(self.text.len());
        (self.part(0, end), self.part(end, self.text.len()))
    }
    /// Its place.
    pub fn loc(self) -> Loc {
        Loc {
            file: self.file,
            start: self.at,
            end: self.at + self.text.len() as u32,
        }
    }
}

/// Cuts a text at a mark outside quotation marks; a comment (`#` after a blank) ends it.
pub(in crate::game) fn cut(text: Text<'_>, mark: char) -> Vec<Text<'_>> {
    let (mut parts, mut start, mut quoted, mut blank) = (Vec::new(), 0, false, true);
    let mut end = text.text.len();
    for (i, c) in text.text.char_indices() {
        if c == '#' && blank && !quoted {
            end = i;
            break;
        }
        if c == mark && !quoted {
            parts.push(text.part(start, i).trim());
            start = i + c.len_utf8();
        }
        quoted ^= c == '"';
        blank = c.is_whitespace();
    }
    parts.push(text.part(start, end).trim());
    parts
}

/// The orders of a line; several are parted by `;`.
pub(in crate::game) fn orders(line: Text<'_>) -> Result<Vec<Clause>, Problem> {
    cut(line, ';')
        .into_iter()
        .filter(|p| !p.text.is_empty())
        .map(order)
        .collect()
}

fn order(text: Text<'_>) -> Result<Clause, Problem> {
    let (speaker, body) = speaker(text);
    let (word, rest) = body.first_word();
    let verb = match verbs::find(word.text) {
        Lookup::Verb(verb) => verb,
        Lookup::Several(words) => {
            let words = words
                .iter()
                .map(|w| format!("`{w}`"))
                .collect::<Vec<_>>()
                .join(", ");
            return Err(Problem::error(
                "order/ambiguous",
                format!("`{}` can mean several orders", word.text),
            )
            .at(word.loc(), "")
            .help(format!("it begins {words}")));
        }
        Lookup::Unknown => {
            let word = if word.text.is_empty() { body } else { word };
            return Err(Problem::error(
                "order/unknown",
                format!("`{}` is not an order", shorten(word.text)),
            )
            .at(word.loc(), "the first word says what to do")
            .suggest(word.text, verbs::words()));
        }
    };
    let pairs = read(verb.rule, rest, &format!("{} {}", verb.word, verb.usage))?;
    let order = typed_order(verb.word, rest, pairs)?;
    Ok(Clause {
        speaker,
        order,
        loc: body.loc(),
    })
}

fn speaker(text: Text<'_>) -> (Option<Name>, Text<'_>) {
    let parts = cut(text, ':');
    match parts.as_slice() {
        [name, _, ..] if !name.text.is_empty() => {
            let at = (name.at - text.at) as usize + name.text.len();
            let colon = text.text[at..].find(':').map_or(at, |i| at + i + 1);
            (
                Some(Name {
                    text: unquote(name.text),
                    loc: name.loc(),
                }),
                text.part(colon, text.text.len()).trim(),
            )
        }
        _ => (None, text),
    }
}

/// A long word, cut for a message.
pub(in crate::game) fn shorten(word: &str) -> String {
    let mut short: String = word.chars().take(40).collect();
    if short.len() < word.len() {
        short.push('…');
    }
    short
}

/// Lets the grammar read a text by a rule.
pub(in crate::game) fn read<'a>(
    rule: Rule,
    text: Text<'a>,
    usage: &str,
) -> Result<Pairs<'a, Rule>, Problem> {
    let mut pairs = OrdersParser::parse(rule, text.text).map_err(|e| complaint(&e, text, usage))?;
    Ok(pairs
        .next()
        .expect("a successful parse has its rule on top")
        .into_inner())
}

fn complaint(error: &pest::error::Error<Rule>, text: Text<'_>, usage: &str) -> Problem {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let rest = &text.text[at..];
    let skip = rest.len() - rest.trim_start().len();
    let word: String = rest
        .trim_start()
        .chars()
        .take_while(|c| !c.is_whitespace())
        .collect();
    let mut expected: Vec<&str> = match &error.variant {
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
            format!("`{}` does not fit here", shorten(&word)),
            text.part(at + skip, at + skip + word.len()).loc(),
        )
    };
    Problem::error("order/syntax", message)
        .at(loc, expected)
        .help(format!("it is written `{usage}`"))
}

/// What a rule is called in a sentence; `None`: not worth a mention.
fn words_for(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::space => "a space",
        Rule::thing | Rule::thing_word | Rule::stack | Rule::stacks => "a type of unit",
        Rule::word | Rule::words | Rule::item => "a name",
        Rule::amount => "a number",
        Rule::kw_from | Rule::from => "`from`",
        Rule::kw_to | Rule::to => "`to`",
        Rule::kw_via | Rule::via => "`via`",
        Rule::kw_on => "`on`",
        Rule::kw_in => "`in`",
        Rule::kw_at => "`at`",
        Rule::kw_with => "`with`",
        Rule::kw_war => "`war`",
        Rule::kw_phase => "`phase`",
        Rule::kw_damage | Rule::damage => "`damage`",
        Rule::attacking => "`attacking`",
        Rule::none => "`none`",
        Rule::and => "`,`",
        Rule::raid => "`raid`",
        Rule::EOI => "the end of the order",
        _ => return None,
    })
}

/// A text without the quotation marks around it.
pub(in crate::game) fn unquote(text: &str) -> String {
    text.strip_prefix('"')
        .and_then(|t| t.strip_suffix('"'))
        .unwrap_or(text)
        .to_owned()
}

fn typed_order(verb: &str, text: Text<'_>, pairs: Pairs<'_, Rule>) -> Result<TypedOrder, Problem> {
    let tree = Tree(text);
    let names = |rule: Rule| {
        pairs
            .clone()
            .filter(move |p| p.as_rule() == rule)
            .map(|p| tree.name(&p))
    };
    let stacks = tree.stacks(pairs.clone());
    let single = pairs
        .clone()
        .find(|p| p.as_rule() == Rule::stack)
        .map(|p| tree.stack(p));
    let mut spaces = names(Rule::space);
    let words = || {
        let words = pairs
            .clone()
            .filter(|p| p.as_rule() == Rule::words)
            .flat_map(Pair::into_inner);
        words.map(|p| tree.name(&p)).collect()
    };
    let has = |rule| pairs.clone().any(|p| p.as_rule() == rule);
    let word = |word: &str| {
        let what = Some(Name {
            text: word.to_owned(),
            loc: text.loc(),
        });
        Item {
            amount: None,
            what,
            index: None,
            place: None,
            loc: text.loc(),
        }
    };
    let from = || {
        pairs
            .clone()
            .find(|p| p.as_rule() == Rule::from)
            .and_then(|p| tree.inner(p))
    };
    let to = || {
        pairs
            .clone()
            .find(|p| p.as_rule() == Rule::to)
            .and_then(|p| tree.inner(p))
    };
    let items = || {
        pairs
            .clone()
            .filter(|p| p.as_rule() == Rule::item)
            .map(|p| tree.item(p))
            .collect()
    };
    // The grammar has made sure of every part that is taken out below.
    let part = |name: Option<Name>| {
        name.ok_or_else(|| Problem::error("order/syntax", "a name is missing").at(text.loc(), ""))
    };
    Ok(match verb {
        "buy" => TypedOrder::Buy(stacks),
        "repair" => match single {
            Some(stack) => TypedOrder::Repair(stack, part(spaces.next())?),
            None => TypedOrder::RepairWords(words()),
        },
        "upgrade" => match single {
            Some(stack) => TypedOrder::Upgrade(stack, part(spaces.next())?),
            None => TypedOrder::UpgradeWords(words()),
        },
        "declare" => TypedOrder::Declare(names(Rule::thing).collect()),
        "move" => TypedOrder::Move(stacks, tree.legs(pairs.clone())?, has(Rule::attacking)),
        "load" => match single {
            Some(ship) => TypedOrder::Load(stacks, part(from())?, ship, spaces.next()),
            None => {
                return Err(Problem::error("order/syntax", "a ship is missing").at(text.loc(), ""));
            }
        },
        "land" => TypedOrder::Unload(stacks, part(from())?, part(spaces.next())?),
        "bomb" => match single {
            Some(target) => TypedOrder::Bomb(
                target,
                part(spaces.next())?,
                stacks,
                tree.legs(pairs.clone())?,
            ),
            None => {
                return Err(
                    Problem::error("order/syntax", "a target is missing").at(text.loc(), "")
                );
            }
        },
        "fight" => TypedOrder::Fight(part(spaces.next())?, has(Rule::raid)),
        "casualties" => TypedOrder::Pick(None, stacks),
        "aim" => TypedOrder::Aim(
            pairs
                .clone()
                .filter(|p| p.as_rule() == Rule::shot)
                .filter_map(|p| tree.aimed(p))
                .collect(),
        ),
        "retreat" => TypedOrder::Retreat(spaces.next()),
        "press" => TypedOrder::Press,
        "divert" => TypedOrder::Divert(single, part(to())?),
        "place" => TypedOrder::Place(stacks, part(spaces.next())?),
        "yes" | "no" => TypedOrder::Answer(vec![word(verb)]),
        "scramble" => TypedOrder::Scramble(stacks, tree.legs(pairs.clone())?),
        "answer" | "special" => TypedOrder::Answer(items()),
        word => match PICKS.iter().find(|pick| pick.word == word) {
            Some(pick) => TypedOrder::Pick(Some(*pick), stacks),
            None => TypedOrder::End,
        },
    })
}
