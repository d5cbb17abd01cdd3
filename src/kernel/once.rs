//! What happens once for all in a game: objectives that pay once, triggers that fire once.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Which of a pack's items of a kind are spent; a pack may have any number of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Once(Arc<Vec<u64>>);

impl Once {
    /// None of so many.
    pub fn new(items: usize) -> Self {
        Self(vec![0; items.div_ceil(64).max(1)].into())
    }
    /// Whether the item with this index is spent.
    pub fn is_spent(&self, index: usize) -> bool {
        self.0[index / 64] & 1 << (index % 64) != 0
    }
    /// The item with this index is spent from now on.
    pub fn spend(&mut self, index: usize) {
        Arc::make_mut(&mut self.0)[index / 64] |= 1 << (index % 64);
    }
}

impl Hash for Once {
    /// Word by word: a pack with few items has the digest of a single word.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|word| word.hash(state));
    }
}
