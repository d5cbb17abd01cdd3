//! Tables by the sets of types that both sides have: what holds for one pair of states holds for every
//! pair with the same types.

use crate::odds::field::index::ABSENT;

/// Sets of types with numbers from here on have no place here.
pub const MOST: usize = 64;

/// Numbers by a row and the types of both sides, written down when they are first known.
#[derive(Clone, Default, Debug)]
pub struct Classes {
    span: [usize; 2],
    /// Where the cells of a row begin.
    starts: Vec<u32>,
    cells: Vec<u32>,
}

impl Classes {
    /// An empty table for sides of so many different types.
    pub fn new(types: [usize; 2]) -> Self {
        Self {
            span: types.map(|n| if n < 6 { 1 << n } else { MOST }),
            ..Self::default()
        }
    }

    /// Whether the types of both sides have a place here.
    #[inline]
    pub fn holds(&self, kinds: [u16; 2]) -> bool {
        usize::from(kinds[0]) < self.span[0] && usize::from(kinds[1]) < self.span[1]
    }

    /// What is known of the types of both sides; [`ABSENT`] if nothing is.
    #[inline]
    pub fn get(&self, row: usize, kinds: [u16; 2]) -> u32 {
        match self.starts.get(row) {
            Some(start) if *start != ABSENT && self.holds(kinds) => {
                self.cells[self.place(*start, kinds)]
            }
            _ => ABSENT,
        }
    }

    /// Writes down what is known, if there is a place for it.
    pub fn put(&mut self, row: usize, kinds: [u16; 2], number: u32) {
        if !self.holds(kinds) {
            return;
        }
        if self.starts.len() <= row {
            self.starts.resize(row + 1, ABSENT);
        }
        if self.starts[row] == ABSENT {
            self.starts[row] = self.cells.len() as u32;
            self.cells
                .resize(self.cells.len() + self.span[0] * self.span[1], ABSENT);
        }
        let place = self.place(self.starts[row], kinds);
        self.cells[place] = number;
    }

    #[inline]
    fn place(&self, start: u32, kinds: [u16; 2]) -> usize {
        start as usize + usize::from(kinds[0]) * self.span[1] + usize::from(kinds[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found() {
        let mut table = Classes::new([2, 9]);
        table.put(3, [3, 63], 7);
        table.put(3, [4, 0], 8);
        table.put(3, [0, 64], 9);
        assert_eq!(
            [[3, 63], [3, 62], [4, 0], [0, 64]].map(|kinds| table.get(3, kinds)),
            [7, ABSENT, ABSENT, ABSENT]
        );
        assert_eq!([0, 4].map(|row| table.get(row, [3, 63])), [ABSENT; 2]);
    }
}
