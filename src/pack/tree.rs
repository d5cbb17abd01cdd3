//! The tree of a pack's `.rules` files: what was written, with the place of everything a message may want to point at.
//! Nothing here is checked yet; keywords and signs, which only hold a sentence together, are left out.

use super::grammar::{Rule, is_keyword, is_mark, keyword_text};
use super::options::Settings;
use pest::iterators::Pair;
use sandtable_diag::{FileId, Loc, Problem};
use sandtable_rules::Value;
use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

/// Words as they were written.
#[derive(Clone, Debug)]
pub struct Name {
    /// The words, without quotes.
    pub text: String,
    /// Where they stand.
    pub loc: Loc,
}

impl Name {
    pub fn new(text: impl Into<String>, loc: Loc) -> Self {
        Self {
            text: text.into(),
            loc,
        }
    }
    /// A warning: what it names is so already.
    pub fn already(&self, message: impl Into<String>) -> Problem {
        Problem::warning("overlay/already", message).at(self.loc, "this changes nothing")
    }
    /// An error: what is to be taken away or changed is not there; these are, of the same kind.
    pub fn not_there<S: AsRef<str>>(
        &self,
        message: impl Into<String>,
        label: &str,
        known: impl IntoIterator<Item = S>,
    ) -> Problem {
        Problem::error("overlay/not-there", message)
            .at(self.loc, label)
            .suggest(&self.text, known)
    }
}

/// Whether something is added to what was said before, or taken from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    More,
    Less,
}

/// A part of a sentence, or a whole one.
#[derive(Clone, Debug)]
pub struct Node {
    pub rule: Rule,
    /// The first keyword in it.
    pub word: Option<Rule>,
    /// Its place; its text too, if it has no parts.
    pub said: Name,
    pub kids: Vec<Node>,
}

impl Deref for Node {
    type Target = Name;
    fn deref(&self) -> &Name {
        &self.said
    }
}

impl Node {
    pub fn new(rule: Rule, loc: Loc, kids: Vec<Self>) -> Self {
        let said = Name::new("", loc);
        Self {
            rule,
            word: None,
            said,
            kids,
        }
    }
    /// A part that is words alone.
    pub fn leaf(rule: Rule, said: Name) -> Self {
        Self {
            said,
            ..Self::new(rule, Loc::START, Vec::new())
        }
    }
    /// The parts it begins with; the grammar has at least so many.
    pub fn parts<const N: usize>(&self) -> [&Self; N] {
        std::array::from_fn(|nth| &self.kids[nth])
    }
    /// The first part of a kind.
    pub fn kid(&self, rule: Rule) -> Option<&Self> {
        self.kids.iter().find(|k| k.rule == rule)
    }
    /// Every part of a kind.
    pub fn all(&self, rule: Rule) -> impl Iterator<Item = &Self> {
        self.kids.iter().filter(move |k| k.rule == rule)
    }
    /// The keyword by which a part of this kind was chosen.
    pub fn choice(&self, rule: Rule) -> Option<Rule> {
        self.kid(rule)?.word
    }
    /// The words it begins with.
    pub fn first_words(&self) -> String {
        self.word.map(keyword_text).unwrap_or_default()
    }
    /// Whether it says `yes`.
    pub fn is_yes(&self) -> bool {
        matches!(self.word, Some(Rule::k_yes | Rule::k_true))
    }
    /// Whether it declares an option, or takes some away.
    pub fn is_option(&self) -> bool {
        let removes = |r: &Self| r.choice(Rule::thing) == Some(Rule::k_option);
        self.rule == Rule::option || self.rule == Rule::removal && self.kids.iter().any(removes)
    }
    /// Names taken and names left out again, of a list or of one name.
    pub fn lists(&self) -> [&[Self]; 2] {
        match (self.rule, &self.kids[..]) {
            (Rule::names, all) => [all, &[]],
            (_, []) => [std::slice::from_ref(self), &[]],
            (_, [first, rest @ ..]) if first.rule == Rule::names => {
                [&first.kids, rest.first().map_or(&[], |n| &n.kids)]
            }
            (_, [inner, ..]) => inner.lists(),
        }
    }
    /// The sign before it.
    pub fn sign(&self) -> Option<Sign> {
        Some(match &*self.kid(Rule::more_or_less)?.text {
            "+" => Sign::More,
            _ => Sign::Less,
        })
    }
    /// Parts of which each name with a sign is one of its own; those without stay together.
    pub fn split_signs(parts: Vec<Self>) -> Vec<Self> {
        let mut all = Vec::with_capacity(parts.len());
        for mut part in parts {
            let alone = part.kids.len() == 1;
            let signed = |list: &mut Self| alone && list.rule == Rule::signed_names;
            let Some(list) = part.kids.pop_if(signed) else {
                all.push(part);
                continue;
            };
            let adds = |n: &Self| part.rule == Rule::f_also && n.sign() == Some(Sign::More);
            let plain = |n: &Self| n.sign().is_none() || adds(n);
            let (plain, signed): (Vec<_>, Vec<_>) = list.kids.into_iter().partition(plain);
            let with = |kids: Vec<Self>| Self {
                kids,
                ..part.clone()
            };
            let name = |mut n: Self| n.kids.pop().unwrap_or(n);
            let names: Vec<Self> = plain.into_iter().map(name).collect();
            all.extend((!names.is_empty()).then(|| with(names)));
            all.extend(signed.into_iter().map(|n| with(n.kids)));
        }
        all
    }
}

/// Names as a list in words.
pub fn listed(names: &[Node]) -> String {
    let texts: Vec<&str> = names.iter().map(|n| n.text.as_str()).collect();
    texts.join(", ")
}

/// What the walk from pairs to nodes needs to know besides the pairs: where they are, and a place for problems.
pub struct Walk {
    pub file: FileId,
    pub base: usize,
    /// What the options of the game are, for numbers that depend on them.
    pub settings: Rc<Settings>,
    pub found: RefCell<Vec<Problem>>,
}

impl Walk {
    pub fn new(file: FileId, base: usize, settings: &Rc<Settings>) -> Self {
        Self {
            file,
            base,
            settings: settings.clone(),
            found: RefCell::default(),
        }
    }

    pub fn place(&self, start: usize, end: usize) -> Loc {
        Loc::within(self.file, self.base, start..end)
    }

    pub fn node(&self, pair: Pair<'_, Rule>) -> Node {
        let (rule, span) = (pair.as_rule(), pair.as_span());
        let (mut kids, mut word, mut end) = (Vec::new(), None, None);
        if !matches!(rule, Rule::name | Rule::text | Rule::phase_name) {
            for part in pair.into_inner() {
                let kind = part.as_rule();
                if is_mark(kind) {
                    word = word.or(is_keyword(kind).then_some(kind));
                    end = Some(self.place(0, part.as_span().end()).end);
                } else {
                    kids.push(self.node(part));
                    end = kids.last().map(|k| k.loc.end);
                }
            }
        }
        // A pair may end with blanks, but its last word does not.
        let loc = self.place(span.start(), span.end());
        let loc = Loc {
            end: end.unwrap_or(loc.end),
            ..loc
        };
        let text = match rule {
            _ if end.is_some() => String::new(),
            Rule::number | Rule::value | Rule::fact_chosen => self.sum(span.as_str(), loc),
            Rule::fact_value => span.as_str().to_owned(),
            _ => span.as_str().trim_matches('"').to_owned(),
        };
        Node {
            rule,
            word,
            said: Name { text, loc },
            kids,
        }
    }

    /// A number as it stands, or what the options make of one in brackets.
    fn sum(&self, text: &str, loc: Loc) -> String {
        let Some(sum) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) else {
            return text.to_owned();
        };
        let sum = self.settings.sum(sum, loc).unwrap_or_else(|problem| {
            self.found.borrow_mut().push(problem);
            0
        });
        sum.to_string()
    }
}

/// A whole number that must fit its type.
pub fn number<T: TryFrom<i64>>(said: &Name) -> Result<T, Problem> {
    let whole = said.text.parse::<i64>().ok();
    whole.and_then(|n| T::try_from(n).ok()).ok_or_else(|| {
        let message = format!("`{}` is too large or too small here", said.text);
        Problem::error("pack/number", message).at(said.loc, "this number")
    })
}

/// A number with at most two decimals, in hundredths.
pub fn hundredths(text: &str) -> Option<Value> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let whole: i32 = whole.parse().ok().filter(|n| (0..=1000).contains(n))?;
    let part: i32 = match part.len() {
        0 => 0,
        1 => part.parse::<i32>().ok()? * 10,
        2 => part.parse().ok()?,
        _ => return None,
    };
    (part >= 0).then_some(Value(sign * (whole * 100 + part)))
}
