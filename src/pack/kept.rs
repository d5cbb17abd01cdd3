//! Packs kept as text: with a saved game they go wherever it goes, and stay as they were.

use super::files::{PackFiles, inside, last_part};
use super::layer::Layer;
use super::rulebook::RULEBOOK;
use sandtable_diag::{ReadError, fold_name};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A pack of those that a game is played with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptPack {
    /// What it is called by others: the last part of its name or path.
    pub name: String,
    /// Its files.
    pub files: BTreeMap<String, String>,
}

/// The packs that a game is played with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptPacks {
    /// Those that lie on top of each other, the base first.
    pub packs: Vec<KeptPack>,
    /// Which of them was asked for; overlays that were chosen besides lie above it.
    pub top: usize,
    /// The scripts of the program that they use.
    pub scripts: BTreeMap<String, String>,
}

impl KeptPack {
    pub(super) fn of(layer: &Layer) -> Self {
        let read = layer.texts.iter().map(|(name, _)| name.clone());
        let scripts = layer.files.list("scripts").into_iter();
        let scripts = scripts.map(|name| format!("scripts/{name}"));
        let book = layer.manifest.rulebook.as_ref();
        let book = book.map_or_else(|| RULEBOOK.to_owned(), |n| n.text.clone());
        let text = |name: String| {
            let bytes = layer.files.read(&name).ok()?.into_owned();
            Some((name, String::from_utf8(bytes).ok()?))
        };
        Self {
            name: last_part(&layer.files.id()).to_owned(),
            files: read.chain(scripts).chain([book]).filter_map(text).collect(),
        }
    }
    /// A digest of its text.
    pub fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for text in self.files.iter().flat_map(|(name, text)| [name, text]) {
            hasher.update(text.as_bytes()).update(&[0]);
        }
        hasher.finalize().to_hex()[..16].to_owned()
    }
}

/// One of some kept packs.
#[derive(Clone)]
pub(super) struct Kept {
    all: Arc<KeptPacks>,
    at: usize,
}

impl Kept {
    /// The one that was asked for.
    pub fn top(all: KeptPacks) -> Option<Self> {
        let at = all.top;
        (at < all.packs.len()).then(|| Self {
            all: Arc::new(all),
            at,
        })
    }
    fn pack(&self) -> &KeptPack {
        &self.all.packs[self.at]
    }
}

impl PackFiles for Kept {
    fn display(&self, name: &str) -> String {
        format!("{}/{name} (as saved)", self.pack().name)
    }
    fn read(&self, name: &str) -> Result<Cow<'static, [u8]>, ReadError> {
        let text = self.pack().files.get(name).ok_or(ReadError::Missing)?;
        Ok(Cow::Owned(text.clone().into_bytes()))
    }
    fn list(&self, folder: &str) -> Vec<String> {
        inside(self.pack().files.keys(), folder)
    }
    fn copy(&self) -> Box<dyn PackFiles> {
        Box::new(self.clone())
    }
    fn id(&self) -> String {
        format!("kept:{}", self.at)
    }
    fn base(&self, name: &str) -> Option<Box<dyn PackFiles>> {
        let wanted = fold_name(last_part(name));
        let packs = self.all.packs.iter();
        let at = packs
            .map(|p| fold_name(&p.name))
            .position(|n| n == wanted)?;
        Some(Box::new(Self {
            all: self.all.clone(),
            at,
        }))
    }
    fn overlay(&self, name: &str) -> Option<Box<dyn PackFiles>> {
        self.base(name)
    }
}
