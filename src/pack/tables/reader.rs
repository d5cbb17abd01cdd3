//! One TOML table being read: typed access by key, with a problem for whatever does not fit.

use crate::diag::{FileId, Loc, Problem, Problems, fold_name, nearest};
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
pub fn parse_toml<'t>(
    file: FileId,
    text: &'t str,
    problems: &mut Problems,
) -> (Spanned<DeTable<'t>>, bool) {
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let span = error.span().unwrap_or(0..0);
        let message = error
            .message()
            .lines()
            .next()
            .unwrap_or_default()
            .trim_end_matches('.')
            .to_owned();
        problems.push(
            Problem::error("pack/toml-syntax", format!("this is not TOML: {message}"))
                .at(loc(file, span), "here"),
        );
    }
    (table, errors.is_empty())
}

fn loc(file: FileId, span: Range<usize>) -> Loc {
    let at = |i| u32::try_from(i).unwrap_or(u32::MAX);
    Loc {
        file,
        start: at(span.start),
        end: at(span.end),
    }
}

/// A value of a table, and where its text begins in which file.
#[derive(Clone, Copy)]
pub struct Entry<'t> {
    file: FileId,
    base: usize,
    value: &'t Spanned<DeValue<'t>>,
    /// Added to what the entries before it say.
    relative: bool,
    /// Where it was written, if its text is not the one in the file.
    at: Option<Loc>,
}

impl<'t> Entry<'t> {
    /// Where it stands.
    pub fn loc(&self) -> Loc {
        let span = self.value.span();
        self.at
            .unwrap_or_else(|| loc(self.file, self.base + span.start..self.base + span.end))
    }
    fn get(&self) -> &'t DeValue<'t> {
        self.value.get_ref()
    }
    fn with(&self, value: &'t Spanned<DeValue<'t>>) -> Self {
        Self {
            value,
            at: None,
            ..*self
        }
    }
}

/// The entries of a table whose text begins at `base`, in the order of the file.
fn entries_of<'t>(file: FileId, base: usize, table: &'t DeTable<'t>) -> Vec<(Name, Entry<'t>)> {
    let mut all: Vec<_> = table.iter().collect();
    all.sort_by_key(|(k, _)| k.span().start);
    let name = |k: &Spanned<std::borrow::Cow<'t, str>>| {
        let span = k.span();
        Name {
            text: k.get_ref().to_string(),
            loc: loc(file, base + span.start..base + span.end),
        }
    };
    all.into_iter()
        .map(|(k, value)| {
            (
                name(k),
                Entry {
                    file,
                    base,
                    value,
                    relative: false,
                    at: None,
                },
            )
        })
        .collect()
}

/// A table being read. Where several layers say things about the same table, it holds the entries of all of them, the
/// last said last, and the last of a key counts.
pub struct Reader<'t> {
    entries: Vec<(Name, Entry<'t>)>,
    /// Where the first line of its file ends, for what is missing in a whole file.
    top: Loc,
    /// What the table describes, for messages.
    what: String,
    /// Where the table is named; a whole file has no such place.
    header: Option<Loc>,
    /// The keys it has.
    shape: &'static Shape,
    asked: Vec<&'static str>,
    /// Tables inside that are taken away: key and name, and how many entries were said before.
    gone: Vec<(String, String, usize)>,
    found: Vec<Problem>,
}

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
        let top = loc(file, 0..text.lines().next().map_or(0, str::len));
        Self::over(entries_of(file, 0, table), top, header, what.into(), shape)
    }
    fn over(
        entries: Vec<(Name, Entry<'t>)>,
        top: Loc,
        header: Option<Loc>,
        what: String,
        shape: &'static Shape,
    ) -> Self {
        Self {
            entries,
            top,
            what,
            header,
            shape,
            asked: Vec::new(),
            gone: Vec::new(),
            found: Vec::new(),
        }
    }
    /// A table inside this one.
    fn inner(
        &self,
        entry: Entry<'t>,
        table: &'t DeTable<'t>,
        header: Loc,
        what: String,
        shape: &'static Shape,
    ) -> Self {
        Self::over(
            entries_of(entry.file, entry.base, table),
            self.top,
            Some(header),
            what,
            shape,
        )
    }
    /// A table of which nothing is said yet.
    pub fn empty(header: Loc, what: String, shape: &'static Shape) -> Self {
        Self::over(Vec::new(), header, Some(header), what, shape)
    }
    /// Says one entry; the value is the first of `table`, whose text is that at `loc` behind a key of its own.
    pub fn say(&mut self, key: Name, loc: Loc, table: &'t DeTable<'t>, relative: bool) {
        if let Some(value) = table.values().next() {
            let base = (loc.start as usize).saturating_sub(value.span().start);
            self.entries.push((
                key,
                Entry {
                    file: loc.file,
                    base,
                    value,
                    relative,
                    at: Some(loc),
                },
            ));
        }
    }
    /// Whether the key is there.
    pub fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|(k, _)| k.text == key)
    }
    /// The keys that are there.
    pub fn keys(&self) -> Vec<String> {
        self.entries.iter().map(|(k, _)| k.text.clone()).collect()
    }
    /// What is said and where, value by value.
    pub fn said(&self) -> Vec<(String, Loc)> {
        self.entries
            .iter()
            .map(|(k, v)| (k.text.clone(), v.loc()))
            .collect()
    }
    /// Where the table is named, or another place if it has no name.
    pub fn header_or(&self, loc: Loc) -> Loc {
        self.header.unwrap_or(loc)
    }
    /// The texts of a key, without asking for it.
    pub fn peek_names(&self, key: &str) -> Vec<String> {
        let texts = |v: &Entry<'t>| match v.get() {
            DeValue::Array(list) => list
                .iter()
                .filter_map(|t| t.get_ref().as_str().map(str::to_owned))
                .collect(),
            other => other
                .as_str()
                .map(str::to_owned)
                .into_iter()
                .collect::<Vec<_>>(),
        };
        self.entries
            .iter()
            .filter(|(k, _)| k.text == key)
            .flat_map(|(_, v)| texts(v))
            .collect()
    }
    /// The texts of a key that is no longer there afterwards.
    pub fn take_names(&mut self, key: &'static str) -> Vec<Name> {
        let names = if self.has(key) {
            self.names(key).unwrap_or_default()
        } else {
            Vec::new()
        };
        self.entries.retain(|(k, _)| k.text != key);
        self.asked.retain(|k| *k != key);
        names
    }
    /// Goes on with everything another table says.
    pub fn append(&mut self, other: Self) {
        self.entries.extend(other.entries);
    }
    /// Takes keys away again; those that are not there are returned.
    pub fn without(&mut self, keys: Vec<Name>) -> Vec<Name> {
        let missing: Vec<Name> = keys
            .iter()
            .filter(|n| !self.holds(&n.text))
            .cloned()
            .collect();
        self.entries
            .retain(|(k, _)| !keys.iter().any(|n| n.text == k.text));
        let inside = keys.iter().filter_map(|n| n.text.split_once('.'));
        let said = self.entries.len();
        self.gone
            .extend(inside.map(|(key, name)| (key.to_owned(), fold_name(name), said)));
        missing
    }
    /// Whether there is such a key, or, with a dot, such a table under one.
    fn holds(&self, key: &str) -> bool {
        let under = |(key, name): (&str, &str)| {
            let tables = self
                .entries
                .iter()
                .filter(|(k, _)| k.text == key)
                .filter_map(|(_, v)| v.get().as_table());
            tables
                .flat_map(|t| t.keys())
                .any(|k| fold_name(k.get_ref()) == fold_name(name))
        };
        self.has(key) || key.split_once('.').is_some_and(under)
    }
    fn get(&mut self, key: &'static str) -> Option<Entry<'t>> {
        debug_assert!(
            self.shape.key(key).is_some(),
            "`{key}` of {} is in no shape",
            self.what
        );
        self.asked.push(key);
        self.entries
            .iter()
            .rev()
            .find(|(k, _)| k.text == key)
            .map(|(_, v)| *v)
    }
    /// The problem that a value is not what it should be.
    pub fn wrong_type(&self, value: Entry<'_>, key: &str, wanted: &str) -> Problem {
        let found = match value.get() {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        let problem = Problem::error(
            "pack/wrong-type",
            format!("`{key}` of {} must be {wanted}", self.what),
        );
        problem.at(value.loc(), format!("this is {found}"))
    }
    fn typed<T>(
        &mut self,
        key: &'static str,
        wanted: &str,
        read: impl Fn(&DeValue<'t>) -> Option<T>,
    ) -> Option<(T, Loc)> {
        let value = self.get(key)?;
        let Some(read) = read(value.get()) else {
            let problem = self.wrong_type(value, key, wanted);
            self.found.push(problem);
            return None;
        };
        Some((read, value.loc()))
    }
    /// A text.
    pub fn text(&mut self, key: &'static str) -> Option<Name> {
        self.typed(key, "a text in quotes", |v| v.as_str().map(str::to_owned))
            .map(|(text, loc)| Name { text, loc })
    }
    /// True or false.
    pub fn flag(&mut self, key: &'static str) -> Option<bool> {
        self.typed(key, "true or false", DeValue::as_bool)
            .map(|(flag, _)| flag)
    }
    /// A whole number that fits its type.
    pub fn int<T: TryFrom<i64>>(&mut self, key: &'static str) -> Option<T> {
        let fits = |kind: &Kind| matches!(kind, Kind::Whole(a, b) if T::try_from(*a).is_ok() && T::try_from(*b).is_ok());
        debug_assert!(
            self.shape.key(key).is_some_and(|k| fits(&k.kind)),
            "`{key}` has other bounds in its shape"
        );
        let wanted = format!(
            "a whole number{}",
            if T::try_from(-1).is_ok() {
                ""
            } else {
                ", not negative and not too large"
            }
        );
        let base = self.below(key, whole);
        self.typed(key, &wanted, |v| {
            T::try_from(whole(v)?.checked_add(base)?).ok()
        })
        .map(|(n, _)| n)
    }
    /// What the entries of a key add up to that the last one is added to; nothing if it counts alone.
    fn below<N: std::ops::Add<Output = N> + Default>(
        &self,
        key: &str,
        read: impl Fn(&DeValue<'t>) -> Option<N>,
    ) -> N {
        let mut entries = self
            .entries
            .iter()
            .filter(|(k, _)| k.text == key)
            .map(|(_, v)| *v)
            .rev();
        let mut sum = N::default();
        let mut relative = entries.next().is_some_and(|last| last.relative);
        while relative && let Some(entry) = entries.next() {
            sum = sum + read(entry.get()).unwrap_or_default();
            relative = entry.relative;
        }
        sum
    }
    /// A list of texts; a single text counts as a list of one.
    pub fn names(&mut self, key: &'static str) -> Option<Vec<Name>> {
        let value = self.get(key)?;
        let mut wrong = Problems::default();
        let names = self.texts(key, value, &mut wrong);
        self.found.extend(wrong.iter().cloned());
        Some(names)
    }
    /// The texts of an entry; a single text counts as a list of one.
    pub fn texts(&self, key: &str, value: Entry<'_>, problems: &mut Problems) -> Vec<Name> {
        let entries: Vec<Entry<'_>> = match value.get() {
            DeValue::Array(list) => list.iter().map(|v| value.with(v)).collect(),
            _ => vec![value],
        };
        let mut texts = Vec::new();
        for entry in entries {
            match entry.get().as_str() {
                Some(text) => texts.push(Name {
                    text: text.to_owned(),
                    loc: entry.loc(),
                }),
                None => problems.push(self.wrong_type(entry, key, "a list of texts in quotes")),
            }
        }
        texts
    }
    /// An entry as a table inside this one, if it is one.
    pub fn inside(&self, key: &Name, value: Entry<'t>) -> Option<Reader<'t>> {
        let table = value.get().as_table()?;
        Some(self.inner(
            value,
            table,
            key.loc,
            format!("`{}`", key.text),
            self.shape.under(&key.text),
        ))
    }
    /// A list of unit types, as a text.
    pub fn units(&mut self, key: &'static str, problems: &mut Problems) -> Option<NameList> {
        let value = self.get(key)?;
        let name = Name {
            text: key.to_owned(),
            loc: value.loc(),
        };
        self.units_in(&name, value, problems)
    }
    /// The same out of an entry.
    pub fn units_in(
        &self,
        key: &Name,
        value: Entry<'_>,
        problems: &mut Problems,
    ) -> Option<NameList> {
        let Some(text) = value.get().as_str() else {
            problems.push(self.wrong_type(value, &key.text, "a text that lists unit types"));
            return None;
        };
        // The place inside the string is exact for plain strings; escapes in names are nobody's habit.
        parse_units(value.file, value.loc().start as usize + 1, text, problems)
    }
    /// Lists of unit types, one text each.
    pub fn unit_lists(
        &mut self,
        key: &'static str,
        problems: &mut Problems,
    ) -> Option<Vec<NameList>> {
        let value = self.get(key)?;
        let DeValue::Array(list) = value.get() else {
            let problem = self.wrong_type(value, key, "a list of texts that list unit types");
            self.found.push(problem);
            return None;
        };
        let name = Name {
            text: key.to_owned(),
            loc: value.loc(),
        };
        Some(
            list.iter()
                .filter_map(|v| self.units_in(&name, value.with(v), problems))
                .collect(),
        )
    }
    /// One of a few words out of an entry.
    pub fn word<T: Copy>(
        &self,
        key: &Name,
        value: Entry<'_>,
        what: &str,
        words: &[(&str, T)],
        problems: &mut Problems,
    ) -> Option<T> {
        let Some(text) = value.get().as_str() else {
            let known: Vec<String> = words.iter().map(|(w, _)| format!("`{w}`")).collect();
            problems.push(self.wrong_type(value, &key.text, &known.join(" or ")));
            return None;
        };
        word(
            &Name {
                text: text.to_owned(),
                loc: value.loc(),
            },
            what,
            words,
            problems,
        )
    }
    /// A table inside this one.
    pub fn table(&mut self, key: &'static str, what: &str) -> Option<Reader<'t>> {
        let value = self.get(key)?;
        let Some(table) = value.get().as_table() else {
            let problem = self.wrong_type(value, key, "a table");
            self.found.push(problem);
            return None;
        };
        Some(self.inner(
            value,
            table,
            value.loc(),
            what.to_owned(),
            self.shape.under(key),
        ))
    }
    /// The tables of a table of tables, in the order of the file.
    pub fn tables(
        &mut self,
        key: &'static str,
        what: &str,
        problems: &mut Problems,
    ) -> Vec<(Name, Reader<'t>)> {
        let Some(_) = self.table(key, &format!("`{key}`")) else {
            return Vec::new();
        };
        let mut tables: Vec<(Name, Reader<'t>)> = Vec::new();
        let said = self
            .entries
            .iter()
            .enumerate()
            .filter(|(_, (k, _))| k.text == key);
        let said: Vec<(usize, Entry<'t>)> = said.map(|(at, (_, v))| (at, *v)).collect();
        for (at, all) in said {
            let Some(inside) = all.get().as_table() else {
                continue;
            };
            for (name, value) in entries_of(all.file, all.base, inside) {
                if self
                    .gone
                    .iter()
                    .any(|(k, n, before)| k == key && *n == fold_name(&name.text) && at < *before)
                {
                    continue;
                }
                let Some(table) = value.get().as_table() else {
                    problems.push(self.wrong_type(value, &name.text, "a table"));
                    continue;
                };
                let reader = self.inner(
                    value,
                    table,
                    name.loc,
                    format!("{what} `{}`", name.text),
                    self.shape.under(key),
                );
                let same = |n: &Name| {
                    n.loc.file != name.loc.file && fold_name(&n.text) == fold_name(&name.text)
                };
                match tables.iter_mut().find(|(n, _)| same(n)) {
                    Some((_, known)) => known.append(reader),
                    None => tables.push((name, reader)),
                }
            }
        }
        tables
    }
    /// A list of tables inside this one.
    pub fn table_list(&mut self, key: &'static str, what: &str) -> Vec<Reader<'t>> {
        let Some(value) = self.get(key) else {
            return Vec::new();
        };
        let entries: Vec<Entry<'t>> = match value.get() {
            DeValue::Array(list) => list.iter().map(|v| value.with(v)).collect(),
            _ => vec![value],
        };
        let mut tables = Vec::new();
        for entry in entries {
            match entry.get().as_table() {
                Some(table) => {
                    tables.push(self.inner(
                        entry,
                        table,
                        entry.loc(),
                        what.to_owned(),
                        self.shape.under(key),
                    ));
                }
                None => {
                    let problem = self.wrong_type(entry, key, "a table");
                    self.found.push(problem);
                }
            }
        }
        tables
    }
    /// Every entry that counts, in the order of the files.
    pub fn entries(&self) -> Vec<(Name, Entry<'t>)> {
        let last = |(at, (k, _)): &(usize, &(Name, Entry<'t>))| {
            !self.entries[at + 1..].iter().any(|(n, _)| n.text == k.text)
        };
        self.entries
            .iter()
            .enumerate()
            .filter(last)
            .map(|(_, e)| e.clone())
            .collect()
    }
    /// What has not been asked for and is a number: values of attributes, if those exist.
    pub fn rest(&mut self) -> Vec<(Name, Value)> {
        let mut rest = Vec::new();
        for (name, value) in self.entries() {
            if self.asked.contains(&name.text.as_str()) {
                continue;
            }
            let below = self.below(&name.text, |v| decimal(v).map(|v| v.0));
            match decimal(value.get()) {
                Some(number) => rest.push((name, Value(number.0 + below))),
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
    pub fn pair(&self, value: Entry<'_>) -> Option<(i32, i32)> {
        let list = value.get().as_array()?;
        let mut numbers = list.iter().map(|v| i32::try_from(whole(v.get_ref())?).ok());
        match (numbers.next()??, numbers.next()??, numbers.next()) {
            (x, y, None) => Some((x, y)),
            _ => None,
        }
    }
    /// Reports that a key that must be there is not.
    pub fn missing(&mut self, key: &str) {
        let wanted = self
            .shape
            .key(key)
            .and_then(|k| k.needed)
            .unwrap_or("a key that must be there");
        let mut problem =
            Problem::error("pack/missing-key", format!("{} has no `{key}`", self.what));
        let header = self.header.unwrap_or(self.top);
        problem = problem.at(header, format!("`{key}`, {wanted}, is missing"));
        self.found.push(problem);
    }
    fn unknown(&self, name: &Name) -> Problem {
        let known = self.asked.join("`, `");
        Problem::error(
            "pack/unknown-key",
            format!("{} has no key `{}`", self.what, name.text),
        )
        .at(name.loc, "this key is unknown")
        .suggest(&name.text, self.asked.iter().copied())
        .help(format!("known keys are `{known}`"))
    }
    /// Whether there are keys nobody asked for.
    pub fn has_unknown(&self) -> bool {
        self.entries
            .iter()
            .any(|(k, _)| !self.asked.contains(&k.text.as_str()))
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

fn decimal(value: &DeValue<'_>) -> Option<Value> {
    match value {
        DeValue::Integer(n) => hundredths(n.as_str()),
        DeValue::Float(n) => hundredths(n.as_str()),
        _ => None,
    }
}

/// One of a few words, with the nearest one offered if it is none of them.
pub fn word<T: Copy>(
    name: &Name,
    what: &str,
    words: &[(&str, T)],
    problems: &mut Problems,
) -> Option<T> {
    let found = words
        .iter()
        .find(|(w, _)| *w == name.text)
        .map(|(_, value)| *value);
    if found.is_none() {
        let known: Vec<&str> = words.iter().map(|(w, _)| *w).collect();
        let mut problem =
            Problem::error("pack/unknown-word", format!("`{}` is no {what}", name.text))
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
