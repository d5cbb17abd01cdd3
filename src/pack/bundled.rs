//! The packs inside the program: everything under `scenarios/` when it was built.

use super::files::{PackFiles, inside, last_part};
use sandtable_diag::{ReadError, fold_name};
use std::borrow::Cow;
use std::collections::BTreeSet;

#[derive(rust_embed::RustEmbed)]
#[folder = "../../scenarios/"]
struct Scenarios;

/// The names of the packs inside the program, in the order of the alphabet.
pub fn bundled_names() -> Vec<String> {
    let manifest = format!("/{}", super::MANIFEST);
    let names = Scenarios::iter().filter_map(|f| f.strip_suffix(&manifest).map(str::to_owned));
    let names: BTreeSet<String> = names.collect();
    names.into_iter().collect()
}

/// What the packs inside the program may be called: by their whole names, and by the last parts of them.
pub fn spellings() -> Vec<String> {
    let mut names = bundled_names();
    let long = names.iter().filter(|n| n.contains('/'));
    let short: Vec<String> = long.map(|n| last_part(n).to_owned()).collect();
    names.extend(short);
    names
}

/// The packs inside the program in a few words: those of a folder together.
pub(super) fn in_short() -> String {
    let short = |n: String| {
        n.split_once('/')
            .map_or(n.clone(), |(folder, _)| format!("{folder}/…"))
    };
    let names: BTreeSet<String> = bundled_names().into_iter().map(short).collect();
    names.into_iter().collect::<Vec<_>>().join(", ")
}

/// A pack inside the program.
#[derive(Clone)]
pub struct Bundled {
    name: String,
}

impl Bundled {
    /// The pack of this name in any spelling, if there is one; the last part of a name will do if no other ends so.
    pub fn named(name: &str) -> Option<Self> {
        let folded = fold_name(name);
        let names = bundled_names();
        let mut short = names.iter().filter(|n| fold_name(last_part(n)) == folded);
        let short = (short.next(), short.next());
        let whole = names.iter().find(|n| fold_name(n) == folded);
        let found = whole.or(short.0.filter(|_| short.1.is_none()));
        found.map(|name| Self { name: name.clone() })
    }
    /// Its files whose names end so, each with what it is called in messages.
    pub fn ending(&self, end: &str) -> Vec<(String, Cow<'static, [u8]>)> {
        let folder = format!("{}/", self.name);
        let wanted = Scenarios::iter().filter(|f| f.starts_with(&folder) && f.ends_with(end));
        let mut files: Vec<_> = wanted
            .filter_map(|f| Some((f.to_string(), Scenarios::get(&f)?.data)))
            .collect();
        files.sort();
        files
    }
}

impl PackFiles for Bundled {
    fn display(&self, name: &str) -> String {
        format!("{}/{name}", self.name)
    }
    fn read(&self, name: &str) -> Result<Cow<'static, [u8]>, ReadError> {
        let file = Scenarios::get(&format!("{}/{name}", self.name));
        file.map(|f| f.data).ok_or(ReadError::Missing)
    }
    fn list(&self, folder: &str) -> Vec<String> {
        inside(Scenarios::iter(), &format!("{}/{folder}", self.name))
    }
    fn copy(&self) -> Box<dyn PackFiles> {
        Box::new(self.clone())
    }
    fn id(&self) -> String {
        format!("bundled:{}", self.name)
    }
    fn base(&self, name: &str) -> Option<Box<dyn PackFiles>> {
        Self::named(name).map(|b| b.copy())
    }
}
