//! What the players of a game may choose: options as packs declare them, and what was chosen.

use super::grammar::Rule;
use super::lint::Levels;
use super::resolve::compare;
use super::tree::{Name, Node, number};
use sandtable_diag::{Loc, Problem, fold_name};
use sandtable_rules::Cmp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a player asks for besides the pack.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Choices {
    /// Options switched on and overlays laid on top, in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// Options with their values, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, String>,
    /// Levels of lints that count above the pack's own; they change no rule, so no save knows them.
    #[serde(skip)]
    pub lints: Levels,
}

impl Choices {
    /// These choices, and others over them.
    #[must_use]
    pub fn and(&self, others: Self) -> Self {
        let mut both = self.clone();
        both.with.extend(others.with);
        both.set.extend(others.set);
        Self {
            lints: self.lints.under(&others.lints),
            ..both
        }
    }
    /// Reads arguments of the form `NAME=VALUE`.
    ///
    /// # Errors
    /// One has no `=`.
    pub fn read(with: &[String], set: &[String]) -> Result<Self, Problem> {
        let mut choices = Self {
            with: with.to_vec(),
            ..Self::default()
        };
        for text in set {
            let Some((name, value)) = text.split_once('=') else {
                let message = format!("`{text}` does not say what the option is set to");
                let problem = Problem::error("option/form", message);
                return Err(problem.help("say `--set NAME=VALUE`"));
            };
            choices
                .set
                .insert(name.trim().to_owned(), value.trim().to_owned());
        }
        Ok(choices)
    }
}

/// What an option is that is switched on.
const YES: &str = "yes";
/// What an option is that is switched off.
const NO: &str = "no";

/// What an option may be.
#[derive(Clone, PartialEq, Eq, Debug)]
enum OptionKind {
    Flag,
    Number(i64, i64),
    Word(Vec<String>),
}

impl OptionKind {
    /// The value that words mean, as it is written, if it may be chosen.
    fn value(&self, said: &str) -> Option<String> {
        match self {
            Self::Flag => match fold_name(said).as_str() {
                "yes" | "true" | "on" => Some(YES.to_owned()),
                "no" | "false" | "off" => Some(NO.to_owned()),
                _ => None,
            },
            Self::Number(least, most) => {
                let number = said.parse().ok();
                let number = number.filter(|n: &i64| (*least..=*most).contains(n));
                number.map(|n| n.to_string())
            }
            Self::Word(of) => of.iter().find(|w| fold_name(w) == fold_name(said)).cloned(),
        }
    }
    /// What may be chosen, in words.
    fn may_be(&self) -> String {
        match self {
            Self::Flag => "yes or no".to_owned(),
            Self::Number(least, most) => format!("{least} to {most}"),
            Self::Word(of) => of.join(", "),
        }
    }
}

/// An option of a pack, as this game has it.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub about: String,
    /// What may be chosen, in words.
    pub may_be: String,
    /// What it is unless somebody says otherwise.
    pub usual: String,
    /// What it is in this game.
    pub value: String,
    /// Where it is declared.
    pub loc: Loc,
    kind: OptionKind,
}

impl Setting {
    /// What it is in this game, if it is a number.
    fn number(&self) -> Option<i64> {
        let number = self.value.parse().ok();
        number.filter(|_| matches!(self.kind, OptionKind::Number(..)))
    }
}

/// The options of a pack and everything below it.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// In the order of their declaration.
    pub all: Vec<Setting>,
    /// Those an overlay takes away: they are as usual, and nobody chooses.
    fixed: Vec<Setting>,
}

impl Settings {
    /// Takes an option in; one of a lower layer may be declared again, with another usual value.
    pub(super) fn declare(&mut self, said: &Node, again: bool) -> Result<(), Problem> {
        let [name, value, ..] = &said.kids[..] else {
            return Ok(());
        };
        let (usual, kind) = usual(value)?;
        let about = said.kid(Rule::text);
        let setting = Setting {
            name: name.text.clone(),
            about: about.map_or_else(String::new, |a| a.text.clone()),
            may_be: kind.may_be(),
            value: usual.clone(),
            usual,
            loc: name.loc,
            kind,
        };
        match self.index(&setting.name) {
            Some(at) if again => self.all[at] = setting,
            Some(at) => {
                let again = (setting.loc, "named again here");
                let first = (self.all[at].loc, "named first here");
                return Err(Problem::taken(&setting.name, "an option", again, first));
            }
            None => self.all.push(setting),
        }
        Ok(())
    }

    /// What is to be said of an option that two overlays declare, neither knowing of the other: what
    /// it may be differs, or what it usually is.
    pub(super) fn differs(&self, first: &Setting, [a, b]: [&str; 2]) -> Option<Problem> {
        let now = self.get(&first.name)?;
        let same = (&first.usual, &first.may_be) == (&now.usual, &now.may_be);
        let message = format!("`{a}` and `{b}` both declare the option `{}`", first.name);
        (!same).then(|| {
            Problem::warning("overlay/conflict", message)
                .at(now.loc, format!("`{b}` declares it here"))
                .at(first.loc, format!("`{a}` declares it here"))
                .help(format!("the later one counts, `{b}`"))
        })
    }

    /// An overlay takes the choice away: the option is as usual from now on.
    pub(super) fn fix(&mut self, name: &Name) -> Result<(), Problem> {
        let Some(at) = self.index(&name.text) else {
            return Err(self
                .unknown(&name.text)
                .at(name.loc, "nothing of this name lies below"));
        };
        let setting = self.all.remove(at);
        self.fixed.push(setting);
        Ok(())
    }

    /// The option of this name, whether there is a choice or not.
    fn known(&self, name: &str) -> Option<&Setting> {
        let folded = fold_name(name);
        let mut all = self.all.iter().chain(&self.fixed);
        all.find(|s| fold_name(&s.name) == folded)
    }

    fn index(&self, name: &str) -> Option<usize> {
        let folded = fold_name(name);
        self.all.iter().position(|s| fold_name(&s.name) == folded)
    }

    /// The option of this name.
    pub fn get(&self, name: &str) -> Option<&Setting> {
        self.index(name).map(|at| &self.all[at])
    }

    fn unknown(&self, name: &str) -> Problem {
        let known: Vec<&str> = self.all.iter().map(|s| s.name.as_str()).collect();
        let help = match known.is_empty() {
            true => "the pack has none".to_owned(),
            false => format!("its options are `{}`", known.join("`, `")),
        };
        Problem::error("option/unknown", format!("there is no option `{name}`"))
            .suggest(name, known)
            .help(help)
    }

    /// Gives an option a value in words.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), Problem> {
        let Some(at) = self.index(name) else {
            return Err(self.unknown(name));
        };
        let setting = &mut self.all[at];
        let Some(meant) = setting.kind.value(value) else {
            let name = &setting.name;
            let message = format!("`{value}` cannot be chosen for the option `{name}`");
            let problem = Problem::error("option/value", message)
                .at(setting.loc, format!("it may be {}", setting.may_be));
            return Err(match &setting.kind {
                OptionKind::Word(of) => problem.suggest(value, of),
                _ => problem,
            });
        };
        setting.value = meant;
        Ok(())
    }

    /// Switches an option on.
    pub(super) fn switch_on(&mut self, name: &str) -> Result<(), Problem> {
        match self.get(name).map(|s| &s.kind) {
            Some(OptionKind::Flag) | None => self.set(name, YES),
            Some(_) => {
                let message = format!("the option `{name}` is not one to switch on");
                let problem = Problem::error("option/value", message);
                Err(problem.help(format!("say `--set {name}=VALUE`")))
            }
        }
    }

    /// The number that a sum of numbers and options stands for, without its brackets.
    pub(super) fn sum(&self, text: &str, loc: Loc) -> Result<i64, Problem> {
        let mut total = 0i64;
        let mut sign = 1;
        for word in text.split_whitespace() {
            match word {
                "+" => sign = 1,
                "-" => sign = -1,
                word => {
                    let wrong = || {
                        let message = format!("the option `{word}` is no number");
                        Problem::error("pack/option", message)
                    };
                    let number = match (word.parse::<i64>(), self.known(word)) {
                        (Ok(n), _) => Ok(n),
                        (_, Some(option)) => option.number().ok_or_else(wrong),
                        _ => Err(self.unknown(word)),
                    };
                    let number = number.map_err(|p| p.at(loc, "in this sum"))?;
                    total = total.saturating_add(number.saturating_mul(sign));
                    sign = 1;
                }
            }
        }
        Ok(total)
    }

    /// Whether what is guarded counts in this game.
    pub(super) fn holds(&self, guard: &Node) -> Result<bool, Problem> {
        let not = guard.kid(Rule::negated).is_some();
        let name = &guard.kids[usize::from(not)];
        let Some(setting) = self.known(&name.text) else {
            return Err(self
                .unknown(&name.text)
                .at(name.loc, "no option has this name"));
        };
        let cmp = guard.kid(Rule::compare).map(|c| compare(c));
        let is = cmp.zip(guard.kids.last());
        let wrong = |what: &str, at: &Name| {
            let message = format!("the option `{}` {what}", setting.name);
            let problem = Problem::error("pack/option", message);
            Err(problem
                .at(at.loc, format!("it may be {}", setting.may_be))
                .at(setting.loc, "declared here"))
        };
        let holds = match (&setting.kind, is) {
            (OptionKind::Flag, None) => setting.value == YES,
            (OptionKind::Number(..), Some((cmp, with))) => {
                match setting.number().zip(with.text.parse().ok()) {
                    Some((n, with)) => cmp.holds(n, with),
                    None => return wrong("is a number", with),
                }
            }
            (OptionKind::Word(_), Some((Cmp::Equal, with))) => {
                match setting.kind.value(&with.text) {
                    Some(meant) => meant == setting.value,
                    None => return wrong("cannot be that", with),
                }
            }
            (OptionKind::Flag, Some((_, with))) => {
                return wrong("is yes or no and compares with nothing", with);
            }
            _ => return wrong("must be compared with something", name),
        };
        Ok(holds != not)
    }
}

/// What an option is unless somebody says otherwise, and what it may be.
fn usual(said: &Node) -> Result<(String, OptionKind), Problem> {
    let wrong = |message: String, what: &str| {
        let label = format!("the usual {what}");
        Err(Problem::error("pack/option", message).at(said.loc, label))
    };
    match (said.rule, &said.kids[..]) {
        (Rule::o_number, [usual, least, most]) => {
            let (usual, least, most) = (number::<i64>(usual)?, number(least)?, number(most)?);
            if usual < least || usual > most {
                let message = format!("{usual} is not between {least} and {most}");
                return wrong(message, "value must be one that may be chosen");
            }
            Ok((usual.to_string(), OptionKind::Number(least, most)))
        }
        (Rule::o_choice, [usual, names]) => {
            let of: Vec<String> = names.kids.iter().map(|n| n.text.clone()).collect();
            if !of.contains(&usual.text) {
                let message = format!("`{}` is not among the words that may be chosen", usual.text);
                return wrong(message, "word must be one of them");
            }
            Ok((usual.text.clone(), OptionKind::Word(of)))
        }
        _ => {
            let usual = if said.is_yes() { YES } else { NO };
            Ok((usual.to_owned(), OptionKind::Flag))
        }
    }
}
