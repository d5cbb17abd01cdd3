//! Which cells touch each other, and for how long.

use super::cells::{Grid, OUTSIDE};
use super::spread::host;
use sandtable_rules::{Id as _, Rules, SpaceId};
use std::ops::Range;

/// A border counts as seen when at least this much of it is, on the page.
pub const SEEN: f64 = 10.0;

impl Grid {
    /// Along how many squares cells touch each other in these rows and below them.
    pub fn contacts(&self, rules: &Rules, rows: Range<usize>) -> Contacts {
        let cells = rules.board.spaces.len();
        let mut squares = vec![0; cells * cells];
        let mut meet = |(here, there): (&u16, &u16)| {
            if there != here && *there != OUTSIDE && *here != OUTSIDE {
                let (a, b) = (usize::from(*here), usize::from(*there));
                squares[a.min(b) * cells + a.max(b)] += 1;
            }
        };
        // What touches the first of them from above counts as well.
        for y in rows.start.saturating_sub(1)..rows.end {
            let (row, below) = (self.row(y, 0), self.row(y + 1, 0));
            row.iter().zip(row.iter().skip(1)).for_each(&mut meet);
            row.iter().zip(below).for_each(&mut meet);
        }
        Contacts {
            step: self.step,
            cells,
            squares,
        }
    }
}

/// Along how many squares cells touch each other.
#[derive(Clone)]
pub struct Contacts {
    step: f64,
    cells: usize,
    squares: Vec<u32>,
}

impl Contacts {
    /// How long the edge between two cells is, on the page.
    pub fn length(&self, a: SpaceId, b: SpaceId) -> f64 {
        let (a, b) = (a.index(), b.index());
        self.step * f64::from(self.squares[a.min(b) * self.cells + a.max(b)])
    }

    /// Some of these are others now.
    pub fn exchange(&mut self, before: &Self, after: &Self) {
        let changes = before.squares.iter().zip(&after.squares);
        for (all, (before, after)) in self.squares.iter_mut().zip(changes) {
            *all = *all + after - before;
        }
    }

    /// Borders whose cells share no edge long enough to be seen.
    pub fn apart(&self, rules: &Rules) -> Vec<(SpaceId, SpaceId)> {
        let mut apart = Vec::new();
        for (a, space) in rules.board.spaces.iter() {
            for &b in space.borders.iter().filter(|b| **b > a) {
                // An island lies inside its zone.
                let island = host(rules, a).is_some() || host(rules, b).is_some();
                if !island && self.length(a, b) < SEEN {
                    apart.push((a, b));
                }
            }
        }
        apart
    }
}
