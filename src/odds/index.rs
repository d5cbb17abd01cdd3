//! A map from packed keys to dense numbers: open addressing, never iterated, so that its order is
//! nobody's business.

/// What is not in the map.
pub const ABSENT: u32 = u32::MAX;

/// The map.
#[derive(Clone, Debug)]
pub struct Index {
    slots: Vec<(u128, u32)>,
    used: usize,
}

impl Default for Index {
    fn default() -> Self {
        Self { slots: vec![(0, ABSENT); 64], used: 0 }
    }
}

impl Index {
    #[inline]
    fn place(&self, key: u128) -> usize {
        let folded = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ ((key >> 64) as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mut at = ((folded ^ (folded >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32) as usize & (self.slots.len() - 1);
        while self.slots[at].1 != ABSENT && self.slots[at].0 != key {
            at = (at + 1) & (self.slots.len() - 1);
        }
        at
    }

    /// The number under a key; [`ABSENT`] if there is none.
    #[inline]
    pub fn get(&self, key: u128) -> u32 {
        self.slots[self.place(key)].1
    }

    /// Puts a number under a new key.
    pub fn put(&mut self, key: u128, number: u32) {
        if self.used * 2 >= self.slots.len() {
            let wider = vec![(0, ABSENT); self.slots.len() * 2];
            let old = std::mem::replace(&mut self.slots, wider);
            for slot in old.into_iter().filter(|s| s.1 != ABSENT) {
                let at = self.place(slot.0);
                self.slots[at] = slot;
            }
        }
        let at = self.place(key);
        self.used += usize::from(self.slots[at].1 == ABSENT);
        self.slots[at] = (key, number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found() {
        let mut index = Index::default();
        let key = |i: u32| u128::from(i) << 70 | u128::from(i % 7);
        (0..5000).for_each(|i| index.put(key(i), i));
        assert!((0..5000).all(|i| index.get(key(i)) == i));
        assert_eq!(index.get(key(5001)), ABSENT);
    }
}
