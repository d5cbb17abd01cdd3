//! A map from packed keys to dense numbers: open addressing, never iterated, so that its order is
//! nobody's business.

/// What is in no map, and in no list of numbers.
pub const ABSENT: u32 = u32::MAX;
/// Places of a map with something in it, at first.
const FIRST: usize = 64;

/// The map.
#[derive(Clone, Default, Debug)]
pub struct Index {
    keys: Vec<u128>,
    numbers: Vec<u32>,
    used: usize,
}

impl Index {
    #[inline]
    fn place(&self, key: u128) -> usize {
        let folded = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ ((key >> 64) as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mask = self.numbers.len() - 1;
        let mut at =
            ((folded ^ (folded >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32) as usize & mask;
        while self.numbers[at] != ABSENT && self.keys[at] != key {
            at = (at + 1) & mask;
        }
        at
    }

    /// The number under a key, if there is one.
    #[inline]
    pub fn get(&self, key: u128) -> Option<u32> {
        if self.used == 0 {
            return None;
        }
        let number = self.numbers[self.place(key)];
        (number != ABSENT).then_some(number)
    }

    /// Puts a number under a new key.
    pub fn put(&mut self, key: u128, number: u32) {
        if self.used * 2 >= self.numbers.len() {
            self.widen();
        }
        let at = self.place(key);
        self.used += usize::from(self.numbers[at] == ABSENT);
        (self.keys[at], self.numbers[at]) = (key, number);
    }

    fn widen(&mut self) {
        let size = (self.numbers.len() * 2).max(FIRST);
        let keys = std::mem::replace(&mut self.keys, vec![0; size]);
        let numbers = std::mem::replace(&mut self.numbers, vec![ABSENT; size]);
        for (key, number) in keys
            .into_iter()
            .zip(numbers)
            .filter(|(_, number)| *number != ABSENT)
        {
            let at = self.place(key);
            (self.keys[at], self.numbers[at]) = (key, number);
        }
    }
}
