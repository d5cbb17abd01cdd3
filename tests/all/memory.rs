//! Packs that are only in memory, for tests and benches.

use sandtable::diag::ReadError;
use sandtable::pack::{Bundled, PackFiles};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A pack in memory.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: BTreeMap<String, Vec<u8>>,
    others: BTreeMap<String, Memory>,
    name: String,
}

impl Memory {
    /// Adds a file, or replaces it.
    #[must_use]
    pub fn with(mut self, name: &str, text: impl Into<Vec<u8>>) -> Self {
        self.files.insert(name.to_owned(), text.into());
        self
    }
    /// Another pack that this one may extend.
    #[must_use]
    pub fn beside(mut self, name: &str, other: Self) -> Self {
        let files = Self {
            name: name.to_owned(),
            ..other
        };
        self.others.insert(name.to_owned(), files);
        self
    }
}

impl PackFiles for Memory {
    fn display(&self, name: &str) -> String {
        if self.name.is_empty() {
            name.to_owned()
        } else {
            format!("{}/{name}", self.name)
        }
    }
    fn copy(&self) -> Box<dyn PackFiles> {
        Box::new(self.clone())
    }
    fn id(&self) -> String {
        format!("memory:{}", self.name)
    }
    fn base(&self, name: &str) -> Option<Box<dyn PackFiles>> {
        if name == self.name {
            return Some(Box::new(self.clone()));
        }
        let Some(other) = self.others.get(name) else {
            return Bundled::named(name).map(|b| -> Box<dyn PackFiles> { Box::new(b) });
        };
        // The packs beside one pack are beside each other.
        let others = self
            .others
            .iter()
            .filter(|(n, _)| *n != name)
            .map(|(n, m)| (n.clone(), m.clone()));
        let own = (!self.name.is_empty()).then(|| {
            (
                self.name.clone(),
                Self {
                    others: BTreeMap::new(),
                    ..self.clone()
                },
            )
        });
        let others = others.chain(own).chain(other.others.clone()).collect();
        Some(Box::new(Self {
            others,
            ..other.clone()
        }))
    }
    fn read(&self, name: &str) -> Result<Cow<'static, [u8]>, ReadError> {
        let bytes = self.files.get(name).ok_or(ReadError::Missing)?;
        Ok(Cow::Owned(bytes.clone()))
    }
    fn list(&self, folder: &str) -> Vec<String> {
        let inside = |name: &String| {
            name.strip_prefix(folder)?
                .strip_prefix('/')
                .map(str::to_owned)
        };
        self.files
            .keys()
            .filter_map(inside)
            .filter(|name| !name.contains('/'))
            .collect()
    }
}
