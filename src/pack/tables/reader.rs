//! One table being read: typed access by key, with a problem for whatever does not fit.

use super::value::{Entries, Entry, Value};
use crate::grammar::Rule;
use crate::parse::parse_part;
use crate::tree::{Name, Node};
use sandtable_diag::{FileId, Loc, Problem, Problems, fold_name};
use sandtable_rules as rules;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A table being read. Where several layers say things about the same table, it holds the entries of all of them, the
/// last said last, and the last of a key counts.
pub struct Reader {
    entries: Rc<Entries>,
    /// Where the table is named, or the first line of its file.
    header: Loc,
    /// What the table describes, for messages.
    what: String,
    asked: Vec<&'static str>,
    /// Tables inside that are taken away: key and name, and how many entries were said before.
    gone: Vec<(String, String, usize)>,
    found: Vec<Problem>,
}

impl Reader {
    /// A table about to be read.
    pub fn new(entries: impl Into<Rc<Entries>>, header: Loc, what: impl Into<String>) -> Self {
        Self {
            entries: entries.into(),
            header,
            what: what.into(),
            asked: Vec::new(),
            gone: Vec::new(),
            found: Vec::new(),
        }
    }
    /// A whole file about to be read; what is missing in it is missing in its first line.
    pub fn file(file: FileId, text: &str, entries: Entries, what: &str) -> Self {
        let end = text.lines().next().map_or(0, str::len);
        Self::new(entries, Loc::within(file, 0, 0..end), what)
    }
    /// Where it is named.
    pub fn header(&self) -> Loc {
        self.header
    }
    /// What it holds, to be changed.
    fn all(&mut self) -> &mut Entries {
        Rc::make_mut(&mut self.entries)
    }
    /// Says one entry more.
    pub fn say(&mut self, key: Name, entry: Entry) {
        self.all().push((key, entry));
    }
    /// Whether the key is there.
    pub fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|(k, _)| k.text == key)
    }
    /// The keys that are there.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(k, _)| k.text.as_str())
    }
    /// What is said and where, value by value.
    pub fn said(&self) -> Vec<(String, Loc)> {
        let all = self.entries.iter();
        all.map(|(k, v)| (k.text.clone(), v.loc)).collect()
    }
    /// The texts of a key, without asking for it.
    pub fn peek_names(&self, key: &str) -> Vec<String> {
        let values = self.entries.iter().filter(|(k, _)| k.text == key);
        let texts = values.flat_map(|(_, v)| v.list()).filter_map(Entry::text);
        texts.map(str::to_owned).collect()
    }
    /// The texts of a key that is no longer there afterwards.
    pub fn take_names(&mut self, key: &'static str) -> Vec<Name> {
        let names = self.names(key).unwrap_or_default();
        self.all().retain(|(k, _)| k.text != key);
        self.asked.retain(|k| *k != key);
        names
    }
    /// Goes on with everything another table says.
    pub fn append(&mut self, other: Self) {
        let more = Rc::unwrap_or_clone(other.entries);
        self.all().extend(more);
    }
    /// Takes keys away again; those that are not there are returned.
    pub fn without(&mut self, keys: &[Name]) -> Vec<Name> {
        let missing = keys.iter().filter(|n| !self.holds(&n.text));
        let missing = missing.cloned().collect();
        let said = |k: &Name| keys.iter().any(|n| n.text == k.text);
        self.all().retain(|(k, _)| !said(k));
        let left = self.entries.len();
        let inside = keys.iter().filter_map(|n| n.text.split_once('.'));
        let gone = inside.map(|(key, name)| (key.to_owned(), fold_name(name), left));
        self.gone.extend(gone);
        missing
    }
    /// Whether there is such a key, or, with a dot, such a table under one.
    fn holds(&self, key: &str) -> bool {
        let under = |(key, name): (&str, &str)| {
            let tables = self.entries.iter().filter(|(k, _)| k.text == key);
            let names = tables.filter_map(|(_, v)| v.table());
            let mut names = names.flat_map(|table| table.iter());
            names.any(|(k, _)| fold_name(&k.text) == fold_name(name))
        };
        self.has(key) || key.split_once('.').is_some_and(under)
    }
    /// Notes that there is such a key, whether it is asked for or not.
    pub fn expect(&mut self, key: &'static str) {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
    }
    /// What counts of a key, which is asked for by that.
    pub fn get(&mut self, key: &'static str) -> Option<Entry> {
        self.expect(key);
        self.entry(key).map(|(_, v)| v.clone())
    }
    /// Notes that a value is not what it should be.
    pub fn wrong_type(&mut self, value: &Entry, key: &str, wanted: &str) {
        let message = format!("`{key}` of {} must be {wanted}", self.what);
        let problem = Problem::error("pack/wrong-type", message);
        let found = format!("this is {}", value.value.called());
        self.found.push(problem.at(value.loc, found));
    }
    /// Notes something else that is wrong.
    pub fn complain(&mut self, problem: Problem) {
        self.found.push(problem);
    }
    fn typed<T>(
        &mut self,
        key: &'static str,
        wanted: &str,
        read: impl Fn(&Entry) -> Option<T>,
    ) -> Option<T> {
        let value = self.get(key)?;
        let read = read(&value);
        if read.is_none() {
            self.wrong_type(&value, key, wanted);
        }
        read
    }
    /// A text.
    pub fn text(&mut self, key: &'static str) -> Option<Name> {
        self.typed(key, "a text in quotes", |v| {
            Some(Name::new(v.text()?, v.loc))
        })
    }
    /// True or false.
    pub fn flag(&mut self, key: &'static str) -> Option<bool> {
        self.typed(key, "true or false", |v| match v.value {
            Value::Flag(flag) => Some(flag),
            _ => None,
        })
    }
    /// A whole number that fits its type.
    pub fn int<T: TryFrom<i64>>(&mut self, key: &'static str) -> Option<T> {
        let wanted = match T::try_from(-1) {
            Ok(_) => "a whole number",
            Err(_) => "a whole number, not negative and not too large",
        };
        let base = self.below(key, Entry::whole);
        self.typed(key, wanted, |v| {
            T::try_from(v.whole()?.checked_add(base)?).ok()
        })
    }
    /// What the entries of a key add up to that the last one is added to; nothing if it counts alone.
    fn below<N: std::ops::Add<Output = N> + Default>(
        &self,
        key: &str,
        read: impl Fn(&Entry) -> Option<N>,
    ) -> N {
        let said = self.entries.iter().filter(|(k, _)| k.text == key);
        let mut entries = said.map(|(_, v)| v).rev();
        let mut sum = N::default();
        let mut relative = entries.next().is_some_and(|last| last.relative);
        while relative && let Some(entry) = entries.next() {
            sum = sum + read(entry).unwrap_or_default();
            relative = entry.relative;
        }
        sum
    }
    /// A list of texts; a single text counts as a list of one.
    pub fn names(&mut self, key: &'static str) -> Option<Vec<Name>> {
        let value = self.get(key)?;
        Some(self.texts(key, &value))
    }
    /// The texts of an entry; a single text counts as a list of one.
    pub fn texts(&mut self, key: &str, value: &Entry) -> Vec<Name> {
        let mut texts = Vec::new();
        for entry in value.list() {
            match entry.text() {
                Some(text) => texts.push(Name::new(text, entry.loc)),
                None => self.wrong_type(entry, key, "a list of texts in quotes"),
            }
        }
        texts
    }
    /// A list of unit types, as the text of an entry.
    pub fn units_in(&mut self, key: &str, value: &Entry) -> Option<Node> {
        let Some(text) = value.text() else {
            self.wrong_type(value, key, "a text that lists unit types");
            return None;
        };
        let read = parse_part(Rule::whole_units, &Name::new(text, value.loc));
        read.map_err(|problem| self.found.push(problem)).ok()
    }
    /// Lists of unit types, one text each, out of an entry.
    pub fn unit_lists_in(&mut self, key: &str, value: &Entry) -> Option<Vec<Node>> {
        let Value::List(list) = &value.value else {
            self.wrong_type(value, key, "a list of texts that list unit types");
            return None;
        };
        let lists = list.iter().filter_map(|v| self.units_in(key, v));
        Some(lists.collect())
    }
    /// One of a few words out of an entry.
    pub fn word_in<T: Copy>(
        &mut self,
        key: &str,
        value: &Entry,
        what: &str,
        words: &[(&str, T)],
    ) -> Option<T> {
        let known: Vec<&str> = words.iter().map(|(w, _)| *w).collect();
        let Some(text) = value.text() else {
            self.wrong_type(value, key, &format!("`{}`", known.join("` or `")));
            return None;
        };
        let found = words.iter().find(|(w, _)| *w == text);
        if found.is_none() {
            let problem = Problem::error("pack/unknown-word", format!("`{text}` is no {what}"))
                .at(value.loc, format!("expected `{}`", known.join("`, `")));
            self.found.push(problem.suggest(text, known));
        }
        found.map(|(_, value)| *value)
    }
    /// A table inside this one; nothing where it is not there.
    pub fn table<T: Default>(
        &mut self,
        key: &'static str,
        mut read: impl FnMut(&mut Self) -> T,
    ) -> T {
        let mut found = T::default();
        if let Some(value) = self.get(key) {
            self.inner(key, &value, |table| found = read(table));
        }
        found
    }
    /// Every table of a list under a key, or the one that stands there alone.
    pub fn each(&mut self, key: &'static str, mut read: impl FnMut(&mut Self)) {
        let value = self.get(key);
        for entry in value.iter().flat_map(Entry::list) {
            self.inner(key, entry, &mut read);
        }
    }
    /// An entry that must be a table, read with all its keys.
    fn inner(&mut self, key: &str, entry: &Entry, mut read: impl FnMut(&mut Self)) {
        let Some(table) = entry.table() else {
            return self.wrong_type(entry, key, "a table");
        };
        let what = format!("the {}", key.replace('_', " "));
        let mut inner = Self::new(table.clone(), entry.loc, what);
        read(&mut inner);
        inner.note_unknown();
        self.found.append(&mut inner.found);
    }
    /// The tables of a table of tables, in the order of the file.
    pub fn tables(&mut self, key: &'static str, what: &str) -> Vec<(Name, Self)> {
        if let Some(value) = self.get(key).filter(|v| v.table().is_none()) {
            self.wrong_type(&value, key, "a table");
            return Vec::new();
        }
        let entries = self.entries.clone();
        let said = entries.iter().enumerate();
        let mut tables: Vec<(Name, Self)> = Vec::new();
        for (at, (_, all)) in said.filter(|(_, (k, _))| k.text == key) {
            for (name, value) in all.table().into_iter().flat_map(|table| table.iter()) {
                let folded = fold_name(&name.text);
                let gone = |(k, n, before): &(String, String, usize)| {
                    k == key && *n == folded && at < *before
                };
                if self.gone.iter().any(gone) {
                    continue;
                }
                let Some(table) = value.table() else {
                    self.wrong_type(value, &name.text, "a table");
                    continue;
                };
                let what = format!("{what} `{}`", name.text);
                let reader = Self::new(table.clone(), name.loc, what);
                let same = |n: &Name| n.loc.file != name.loc.file && fold_name(&n.text) == folded;
                match tables.iter_mut().find(|(n, _)| same(n)) {
                    Some((_, known)) => known.append(reader),
                    None => tables.push((name.clone(), reader)),
                }
            }
        }
        tables
    }
    /// The entry of a key that counts.
    pub fn entry(&self, key: &str) -> Option<&(Name, Entry)> {
        self.entries.iter().rev().find(|(k, _)| k.text == key)
    }
    /// Every entry that counts, in the order of the files.
    fn counting(&self) -> Vec<&(Name, Entry)> {
        let mut seen = BTreeSet::new();
        let last_first = self.entries.iter().rev();
        let first = last_first.filter(|(k, _)| seen.insert(k.text.as_str()));
        let mut all: Vec<_> = first.collect();
        all.reverse();
        all
    }
    /// Every entry that counts, of a table whose keys are names; nothing is left of it.
    pub fn take_entries(&mut self) -> Entries {
        let all = self.counting().into_iter().cloned().collect();
        self.entries = Rc::default();
        all
    }
    /// What has not been asked for and is a number: values of attributes, if those exist.
    pub fn rest(&mut self) -> Vec<(Name, rules::Value)> {
        let (mut rest, mut wrong) = (Vec::new(), Vec::new());
        let unasked = |(name, _): &&(Name, Entry)| !self.asked.contains(&name.text.as_str());
        for (name, value) in self.counting().into_iter().filter(unasked) {
            let below = self.below(&name.text, |v| v.decimal().map(|v| v.0));
            match value.decimal() {
                Some(number) => rest.push((name.clone(), rules::Value(number.0 + below))),
                None => wrong.push(self.unknown(name)),
            }
        }
        self.found.append(&mut wrong);
        rest
    }
    /// The keys asked for so far.
    pub fn known(&self) -> &[&'static str] {
        &self.asked
    }
    /// Reports that a key that must be there is not, and what it would have said.
    pub fn missing(&mut self, key: &str, wanted: &str) {
        let problem = Problem::error("pack/missing-key", format!("{} has no `{key}`", self.what));
        let label = format!("`{key}`, {wanted}, is missing");
        self.found.push(problem.at(self.header, label));
    }
    fn unknown(&self, name: &Name) -> Problem {
        let message = format!("{} has no key `{}`", self.what, name.text);
        Problem::error("pack/unknown-key", message)
            .at(name.loc, "this key is unknown")
            .suggest(&name.text, &self.asked)
            .help(format!("known keys are `{}`", self.asked.join("`, `")))
    }
    /// Whether there are keys nobody asked for.
    pub fn has_unknown(&self) -> bool {
        self.keys().any(|k| !self.asked.contains(&k))
    }
    /// Reports keys nobody asked for.
    pub fn note_unknown(&mut self) {
        if self.has_unknown() {
            let unasked = |name: &&Name| !self.asked.contains(&name.text.as_str());
            let all = self.counting().into_iter().map(|(name, _)| name);
            let mut unknown: Vec<_> = all.filter(unasked).map(|n| self.unknown(n)).collect();
            self.found.append(&mut unknown);
        }
    }
    /// Reports keys nobody asked for, then everything found on the way.
    pub fn finish(mut self, problems: &mut Problems) {
        self.note_unknown();
        self.finish_partly(problems);
    }
    /// Reports what was found on the way, but no unknown keys.
    pub fn finish_partly(self, problems: &mut Problems) {
        problems.extend(self.found);
    }
}
