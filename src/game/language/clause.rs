//! Orders as they were typed: cuts a line into orders, finds the verb, lets the grammar read the rest.

use super::node::{Name, Node, Rule, read};
use super::text::{Text, cut, shorten};
use super::verbs;
use sandtable_diag::{Loc, Problem, quoted};

/// One order with its place and the power it is said to come from; nothing is looked up yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// `POWER:` in front.
    pub speaker: Option<Name>,
    /// Its first word, in full.
    pub verb: &'static str,
    /// What follows that word.
    pub said: Node,
    /// Where it stands.
    pub loc: Loc,
}

impl Clause {
    /// Whether it is `end` and nothing else, as people say it without a thought.
    pub fn is_habitual_end(&self) -> bool {
        self.verb == "end" && self.speaker.is_none() && self.said.find(Rule::kw_phase).is_none()
    }
}

/// The orders of a line; several are parted by `;`.
pub(crate) fn orders(line: Text<'_>) -> Result<Vec<Clause>, Problem> {
    cut(line, ';')
        .into_iter()
        .filter(|p| !p.text.is_empty())
        .map(order)
        .collect()
}

fn order(text: Text<'_>) -> Result<Clause, Problem> {
    let unseen = text
        .text
        .char_indices()
        .find(|(_, c)| c.is_control() && !c.is_whitespace());
    if let Some((at, c)) = unseen {
        let place = text.part(at, at + c.len_utf8()).loc();
        let message = "an order holds a character that nobody sees";
        let label = format!("{} stands here", c.escape_unicode());
        return Err(Problem::error("order/unseen", message).at(place, label));
    }
    let (speaker, body) = speaker(text);
    let (word, rest) = body.first_word();
    let verb = verbs::find(word.text).map_err(|several| match several.as_slice() {
        [] => {
            let word = if word.text.is_empty() { body } else { word };
            let message = format!("`{}` is not an order", shorten(word.text));
            Problem::error("order/unknown", message)
                .at(word.loc(), "the first word says what to do")
                .suggest(word.text, verbs::words())
        }
        several => {
            let message = format!("`{}` can mean several orders", word.text);
            Problem::error("order/ambiguous", message)
                .at(word.loc(), "")
                .help(format!("it begins {}", quoted(several)))
        }
    })?;
    let said = read(verb.rule, rest, &format!("{} {}", verb.word, verb.usage))?;
    Ok(Clause {
        speaker,
        verb: verb.word,
        said,
        loc: body.loc(),
    })
}

fn speaker(text: Text<'_>) -> (Option<Name>, Text<'_>) {
    match cut(text, ':').as_slice() {
        [name, body, ..] if !name.text.is_empty() => {
            let start = (body.at - text.at) as usize;
            (Some(name.name()), text.part(start, text.text.len()).trim())
        }
        _ => (None, text),
    }
}
