//! Things that are found by name and never walked, so that no order of theirs is ever seen.

use std::borrow::Borrow;
use std::collections::hash_map::Entry;
use std::hash::Hash;

#[expect(
    clippy::disallowed_types,
    reason = "nothing here walks it, so that its order reaches nobody"
)]
type Table<K, V> = std::collections::HashMap<K, V>;

/// A table that is only looked up, at less cost than one that has an order.
#[derive(Clone, Debug)]
pub struct Lookup<K, V>(Table<K, V>);

impl<K, V> Default for Lookup<K, V> {
    fn default() -> Self {
        Self(Table::default())
    }
}

impl<K: Eq + Hash, V> Lookup<K, V> {
    /// What is entered under a key.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.0.get(key)
    }

    /// Enters something unless something is there already.
    pub fn add(&mut self, key: K, value: V) {
        if let Entry::Vacant(place) = self.0.entry(key) {
            place.insert(value);
        }
    }
}

impl<K: Eq + Hash, V> FromIterator<(K, V)> for Lookup<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(all: I) -> Self {
        Self(all.into_iter().collect())
    }
}
