//! The values of tables, out of TOML files and out of sentences alike.

use crate::tree::Name;
use sandtable_diag::{FileId, Loc, Problem, Problems};
use std::rc::Rc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value, and where it stands.
#[derive(Clone, Debug)]
pub struct Entry {
    pub value: Value,
    pub loc: Loc,
    /// Added to what the entries before it say.
    pub relative: bool,
}

/// What a value is; to take a copy of one is cheap.
#[derive(Clone, Debug)]
pub enum Value {
    Text(Rc<str>),
    /// A whole number as it is written, and what it is if it is not too large.
    Whole(Rc<str>, Option<i64>),
    /// A number as it is written.
    Number(Rc<str>),
    Flag(bool),
    Date,
    List(Rc<[Entry]>),
    Table(Rc<Entries>),
}

/// The entries of a table in the order of the file.
pub type Entries = Vec<(Name, Entry)>;

impl Value {
    /// What a person calls such a value.
    pub fn called(&self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Whole(..) => "a whole number",
            Self::Number(_) => "a number",
            Self::Flag(_) => "true or false",
            Self::Date => "a date",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
        }
    }
}

impl Entry {
    /// The value of a sentence about a row, whose text is written as in TOML.
    ///
    /// # Errors
    /// It is no value.
    pub fn parse(text: &str, loc: Loc, relative: bool) -> Result<Self, Problem> {
        let (value, errors) = DeValue::parse_recoverable(text);
        if let Some(error) = errors.first() {
            let message = format!("this is no value of a table: {}", message(error));
            let help = "values are written as in TOML: `5`, `true`, `\"a text\"`, `[\"a\", \"b\"]`";
            return Err(Problem::error("pack/toml-syntax", message)
                .at(loc, "here")
                .help(help));
        }
        let read = Self::read(loc.file, loc.start as usize, &value);
        Ok(Self {
            loc,
            relative,
            ..read
        })
    }

    fn read(file: FileId, base: usize, value: &Spanned<DeValue<'_>>) -> Self {
        let read = match value.get_ref() {
            DeValue::String(text) => Value::Text(text.as_ref().into()),
            DeValue::Integer(n) => {
                let number = i64::from_str_radix(n.as_str(), n.radix()).ok();
                Value::Whole(n.as_str().into(), number)
            }
            DeValue::Float(n) => Value::Number(n.as_str().into()),
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Datetime(_) => Value::Date,
            DeValue::Array(list) => {
                Value::List(list.iter().map(|v| Self::read(file, base, v)).collect())
            }
            DeValue::Table(table) => Value::Table(entries(file, base, table).into()),
        };
        Self {
            value: read,
            loc: Loc::within(file, base, value.span()),
            relative: false,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
    pub fn whole(&self) -> Option<i64> {
        match &self.value {
            Value::Whole(_, number) => *number,
            _ => None,
        }
    }
    pub fn table(&self) -> Option<&Rc<Entries>> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }
    /// The entries of a list; a single value counts as a list of one.
    pub fn list(&self) -> &[Self] {
        match &self.value {
            Value::List(list) => list,
            _ => std::slice::from_ref(self),
        }
    }
    /// A number with decimals, in hundredths.
    pub fn decimal(&self) -> Option<sandtable_rules::Value> {
        match &self.value {
            Value::Whole(text, _) | Value::Number(text) => crate::tree::hundredths(text),
            _ => None,
        }
    }
}

/// Parses a TOML file as far as it goes; what is not TOML is reported, all of it. Also says whether
/// everything could be read.
pub fn parse_toml(file: FileId, text: &str, problems: &mut Problems) -> (Entries, bool) {
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let message = format!("this is not TOML: {}", message(error));
        let at = Loc::within(file, 0, error.span().unwrap_or(0..0));
        problems.push(Problem::error("pack/toml-syntax", message).at(at, "here"));
    }
    (entries(file, 0, table.get_ref()), errors.is_empty())
}

fn message(error: &toml::de::Error) -> &str {
    let first = error.message().lines().next().unwrap_or_default();
    first.trim_end_matches('.')
}

fn entries(file: FileId, base: usize, table: &DeTable<'_>) -> Entries {
    let mut all: Vec<_> = table.iter().collect();
    all.sort_by_key(|(k, _)| k.span().start);
    let entry = |(k, value): (&Spanned<std::borrow::Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
        let name = Name::new(k.get_ref().as_ref(), Loc::within(file, base, k.span()));
        (name, Entry::read(file, base, value))
    };
    all.into_iter().map(entry).collect()
}
