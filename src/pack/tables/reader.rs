//! One TOML table being read: typed access by key, with a problem for whatever does not fit.

use crate::diag::{FileId, Loc, Problem, Problems, nearest};
use crate::pack::ast::{Name, NameList};
use crate::pack::parse::parse_units;
use crate::pack::tables::hundredths;
use crate::pack::tables::shape::{Kind, Shape};
use crate::rules::Value;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Parses a TOML file as far as it goes; what is not TOML is reported, all of it. Also says whether
/// everything could be read.
pub fn parse_toml<'t>(file: FileId, text: &'t str, problems: &mut Problems) -> (Spanned<DeTable<'t>>, bool) {
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let span = error.span().unwrap_or(0..0);
        let message = error.message().lines().next().unwrap_or_default().trim_end_matches('.').to_owned();
        problems.push(Problem::error("pack/toml-syntax", format!("this is not TOML: {message}")).at(loc(file, span), "here"));
    }
    (table, errors.is_empty())
}

fn loc(file: FileId, span: Range<usize>) -> Loc {
    let at = |i| u32::try_from(i).unwrap_or(u32::MAX);
    Loc { file, start: at(span.start), end: at(span.end) }
}

/// A table being read.
pub struct Reader<'t> {
    file: FileId,
    text: &'t str,
    table: &'t DeTable<'t>,
    /// What the table describes, for messages.
    what: String,
    /// Where the table is named; a whole file has no such place.
    header: Option<Loc>,
    /// The keys it has.
    shape: &'static Shape,
    asked: Vec<&'static str>,
    found: Vec<Problem>,
}

type Entry<'t> = &'t Spanned<DeValue<'t>>;

impl<'t> Reader<'t> {
    /// A table about to be read.
    pub fn new(
        file: FileId,
        text: &'t str,
        table: &'t DeTable<'t>,
        header: Option<Loc>,
        what: impl Into<String>,
        shape: &'static Shape,
    ) -> Self {
        Self { file, text, table, what: what.into(), header, shape, asked: Vec::new(), found: Vec::new() }
    }
    fn loc(&self, span: Range<usize>) -> Loc {
        loc(self.file, span)
    }
    fn get(&mut self, key: &'static str) -> Option<Entry<'t>> {
        debug_assert!(self.shape.key(key).is_some(), "`{key}` of {} is in no shape", self.what);
        self.asked.push(key);
        self.table.iter().find(|(k, _)| k.get_ref() == key).map(|(_, v)| v)
    }
    /// The problem that a value is not what it should be.
    pub fn wrong_type(&self, value: &Spanned<DeValue<'_>>, key: &str, wanted: &str) -> Problem {
        let found = match value.get_ref() {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        let problem = Problem::error("pack/wrong-type", format!("`{key}` of {} must be {wanted}", self.what));
        problem.at(self.loc(value.span()), format!("this is {found}"))
    }
    fn typed<T>(&mut self, key: &'static str, wanted: &str, read: impl Fn(&DeValue<'t>) -> Option<T>) -> Option<(T, Loc)> {
        let value = self.get(key)?;
        let Some(read) = read(value.get_ref()) else {
            let problem = self.wrong_type(value, key, wanted);
            self.found.push(problem);
            return None;
        };
        Some((read, self.loc(value.span())))
    }
    /// A text.
    pub fn text(&mut self, key: &'static str) -> Option<Name> {
        self.typed(key, "a text in quotes", |v| v.as_str().map(str::to_owned)).map(|(text, loc)| Name { text, loc })
    }
    /// True or false.
    pub fn flag(&mut self, key: &'static str) -> Option<bool> {
        self.typed(key, "true or false", DeValue::as_bool).map(|(flag, _)| flag)
    }
    /// A whole number that fits its type.
    pub fn int<T: TryFrom<i64>>(&mut self, key: &'static str) -> Option<T> {
        let fits = |kind: &Kind| matches!(kind, Kind::Whole(a, b) if T::try_from(*a).is_ok() && T::try_from(*b).is_ok());
        debug_assert!(self.shape.key(key).is_some_and(|k| fits(&k.kind)), "`{key}` has other bounds in its shape");
        let wanted = format!("a whole number{}", if T::try_from(-1).is_ok() { "" } else { ", not negative and not too large" });
        self.typed(key, &wanted, |v| T::try_from(whole(v)?).ok()).map(|(n, _)| n)
    }
    /// A list of texts; a single text counts as a list of one.
    pub fn names(&mut self, key: &'static str) -> Option<Vec<Name>> {
        let value = self.get(key)?;
        let entries: Vec<Entry<'t>> = match value.get_ref() {
            DeValue::Array(list) => list.iter().collect(),
            _ => vec![value],
        };
        let mut names = Vec::new();
        for entry in entries {
            match entry.get_ref().as_str() {
                Some(text) => names.push(Name { text: text.to_owned(), loc: self.loc(entry.span()) }),
                None => {
                    let problem = self.wrong_type(entry, key, "a list of texts in quotes");
                    self.found.push(problem);
                }
            }
        }
        Some(names)
    }
    /// A list of unit types, as a text.
    pub fn units(&mut self, key: &'static str, problems: &mut Problems) -> Option<NameList> {
        let value = self.get(key)?;
        let name = Name { text: key.to_owned(), loc: self.loc(value.span()) };
        self.units_in(&name, value, problems)
    }
    /// The same out of an entry.
    pub fn units_in(&self, key: &Name, value: &Spanned<DeValue<'_>>, problems: &mut Problems) -> Option<NameList> {
        let Some(text) = value.get_ref().as_str() else {
            problems.push(self.wrong_type(value, &key.text, "a text that lists unit types"));
            return None;
        };
        // The place inside the string is exact for plain strings; escapes in names are nobody's habit.
        parse_units(self.file, value.span().start + 1, text, problems)
    }
    /// Lists of unit types, one text each.
    pub fn unit_lists(&mut self, key: &'static str, problems: &mut Problems) -> Option<Vec<NameList>> {
        let value = self.get(key)?;
        let DeValue::Array(list) = value.get_ref() else {
            let problem = self.wrong_type(value, key, "a list of texts that list unit types");
            self.found.push(problem);
            return None;
        };
        let name = Name { text: key.to_owned(), loc: self.loc(value.span()) };
        Some(list.iter().filter_map(|v| self.units_in(&name, v, problems)).collect())
    }
    /// One of a few words out of an entry.
    pub fn word<T: Copy>(
        &self,
        key: &Name,
        value: &Spanned<DeValue<'_>>,
        what: &str,
        words: &[(&str, T)],
        problems: &mut Problems,
    ) -> Option<T> {
        let Some(text) = value.get_ref().as_str() else {
            let known: Vec<String> = words.iter().map(|(w, _)| format!("`{w}`")).collect();
            problems.push(self.wrong_type(value, &key.text, &known.join(" or ")));
            return None;
        };
        word(&Name { text: text.to_owned(), loc: self.loc(value.span()) }, what, words, problems)
    }
    /// A table inside this one.
    pub fn table(&mut self, key: &'static str, what: &str) -> Option<Reader<'t>> {
        let value = self.get(key)?;
        let Some(table) = value.get_ref().as_table() else {
            let problem = self.wrong_type(value, key, "a table");
            self.found.push(problem);
            return None;
        };
        Some(Reader::new(self.file, self.text, table, Some(self.loc(value.span())), what, self.shape.under(key)))
    }
    /// The tables of a table of tables, in the order of the file.
    pub fn tables(&mut self, key: &'static str, what: &str, problems: &mut Problems) -> Vec<(Name, Reader<'t>)> {
        let Some(all) = self.table(key, &format!("`{key}`")) else { return Vec::new() };
        let mut tables = Vec::new();
        for (name, value) in all.entries() {
            match value.get_ref().as_table() {
                Some(table) => {
                    let what = format!("{what} `{}`", name.text);
                    tables.push((
                        name.clone(),
                        Reader::new(self.file, self.text, table, Some(name.loc), what, self.shape.under(key)),
                    ));
                }
                None => problems.push(all.wrong_type(value, &name.text, "a table")),
            }
        }
        tables
    }
    /// A list of tables inside this one.
    pub fn table_list(&mut self, key: &'static str, what: &str) -> Vec<Reader<'t>> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let entries: Vec<Entry<'t>> = match value.get_ref() {
            DeValue::Array(list) => list.iter().collect(),
            _ => vec![value],
        };
        let mut tables = Vec::new();
        for entry in entries {
            match entry.get_ref().as_table() {
                Some(table) => {
                    let place = Some(self.loc(entry.span()));
                    tables.push(Reader::new(self.file, self.text, table, place, what, self.shape.under(key)));
                }
                None => {
                    let problem = self.wrong_type(entry, key, "a table");
                    self.found.push(problem);
                }
            }
        }
        tables
    }
    /// Every entry, in the order of the file.
    pub fn entries(&self) -> Vec<(Name, Entry<'t>)> {
        let mut all: Vec<_> = self.table.iter().collect();
        all.sort_by_key(|(k, _)| k.span().start);
        all.into_iter().map(|(k, v)| (Name { text: k.get_ref().to_string(), loc: self.loc(k.span()) }, v)).collect()
    }
    /// What has not been asked for and is a number: values of attributes, if those exist.
    pub fn rest(&mut self) -> Vec<(Name, Value)> {
        let mut rest = Vec::new();
        for (name, value) in self.entries() {
            if self.asked.contains(&name.text.as_str()) {
                continue;
            }
            let number = match value.get_ref() {
                DeValue::Integer(n) => hundredths(n.as_str()),
                DeValue::Float(n) => hundredths(n.as_str()),
                _ => None,
            };
            match number {
                Some(number) => rest.push((name, number)),
                None => self.found.push(self.unknown(&name)),
            }
        }
        rest
    }
    /// The keys asked for so far.
    pub fn known(&self) -> &[&'static str] {
        &self.asked
    }
    /// Two whole numbers out of an entry.
    pub fn pair(&self, value: &Spanned<DeValue<'_>>) -> Option<(i32, i32)> {
        let list = value.get_ref().as_array()?;
        let mut numbers = list.iter().map(|v| i32::try_from(whole(v.get_ref())?).ok());
        match (numbers.next()??, numbers.next()??, numbers.next()) {
            (x, y, None) => Some((x, y)),
            _ => None,
        }
    }
    /// Reports that a key that must be there is not.
    pub fn missing(&mut self, key: &str) {
        let wanted = self.shape.key(key).and_then(|k| k.needed).unwrap_or("a key that must be there");
        let mut problem = Problem::error("pack/missing-key", format!("{} has no `{key}`", self.what));
        let header = self.header.unwrap_or_else(|| self.loc(0..self.text.lines().next().map_or(0, str::len)));
        problem = problem.at(header, format!("`{key}`, {wanted}, is missing"));
        self.found.push(problem);
    }
    fn unknown(&self, name: &Name) -> Problem {
        let known = self.asked.join("`, `");
        Problem::error("pack/unknown-key", format!("{} has no key `{}`", self.what, name.text))
            .at(name.loc, "this key is unknown")
            .suggest(&name.text, self.asked.iter().copied())
            .help(format!("known keys are `{known}`"))
    }
    /// Whether there are keys nobody asked for.
    pub fn has_unknown(&self) -> bool {
        self.table.iter().any(|(k, _)| !self.asked.contains(&k.get_ref().as_ref()))
    }
    /// Reports keys nobody asked for, then everything found on the way.
    pub fn finish(mut self, problems: &mut Problems) {
        for (name, _) in self.entries() {
            if !self.asked.contains(&name.text.as_str()) {
                let problem = self.unknown(&name);
                self.found.push(problem);
            }
        }
        self.finish_partly(problems);
    }
    /// Reports what was found on the way, but no unknown keys.
    pub fn finish_partly(self, problems: &mut Problems) {
        self.found.into_iter().for_each(|p| problems.push(p));
    }
}

/// One of a few words, with the nearest one offered if it is none of them.
pub fn word<T: Copy>(name: &Name, what: &str, words: &[(&str, T)], problems: &mut Problems) -> Option<T> {
    let found = words.iter().find(|(w, _)| *w == name.text).map(|(_, value)| *value);
    if found.is_none() {
        let known: Vec<&str> = words.iter().map(|(w, _)| *w).collect();
        let mut problem = Problem::error("pack/unknown-word", format!("`{}` is no {what}", name.text))
            .at(name.loc, format!("expected `{}`", known.join("`, `")));
        problem.nearest = nearest(&name.text, known).map(str::to_owned);
        problems.push(problem);
    }
    found
}

fn whole(value: &DeValue<'_>) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}
