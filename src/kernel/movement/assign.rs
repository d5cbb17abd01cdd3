//! Who gets which place: pairing units with places, and the most aircraft that decks can take when
//! the decks themselves may still choose where to be. Pure arithmetic, exact, knows no board.

use sandtable_rules::{UnitTypeId, UnitTypeSet};

/// Which aircraft a deck serves from one of the zones it may be in, as bits by their index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Cover {
    /// Those that can land on it there.
    pub reached: u128,
    /// Those that it brings so near to land that they need no deck.
    pub freed: u128,
}

impl Cover {
    /// How many aircraft can be told apart.
    pub const MOST: usize = 128;

    fn within(self, other: Self) -> bool {
        self.freed & !other.freed == 0 && self.reached & !(other.reached | other.freed) == 0
    }
    fn or(self, other: Self) -> Self {
        Self {
            reached: self.reached | other.reached,
            freed: self.freed | other.freed,
        }
    }
}

/// A deck that may choose among zones.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Berth {
    /// What its zones serve.
    pub covers: Vec<Cover>,
    /// The types each of its slots takes, as bits of the types' ids.
    pub slots: Vec<u64>,
}

impl Berth {
    /// A deck with these slots and zones; zones that another one outdoes are dropped.
    pub fn new(
        slots: impl IntoIterator<Item = UnitTypeSet>,
        covers: impl IntoIterator<Item = Cover>,
    ) -> Self {
        let bits = |s: UnitTypeSet| s.iter().fold(0u64, |b, k: UnitTypeId| b | 1 << (k.0 % 64));
        let mut best: Vec<Cover> = Vec::new();
        for cover in covers {
            if !best.iter().any(|b| cover.within(*b)) {
                best.retain(|b| !b.within(cover));
                best.push(cover);
            }
        }
        // Those that serve most are tried first.
        best.sort_unstable_by_key(|c| (std::cmp::Reverse((c.reached | c.freed).count_ones()), *c));
        Self {
            covers: best,
            slots: slots.into_iter().map(bits).collect(),
        }
    }
}

/// The most aircraft of these types that find a place when every deck chooses its zone.
pub fn most(kinds: &[UnitTypeId], mut berths: Vec<Berth>) -> usize {
    berths.retain(|b| b.covers.iter().any(|c| c.reached | c.freed != 0));
    // Equal decks stand side by side, those with the fewest zones first.
    berths.sort_unstable_by(|a, b| a.covers.len().cmp(&b.covers.len()).then_with(|| a.cmp(b)));
    let kinds: Vec<u64> = kinds
        .iter()
        .take(Cover::MOST)
        .map(|k| 1 << (k.0 % 64))
        .collect();
    let slots: Vec<(usize, u64)> = berths
        .iter()
        .enumerate()
        .flat_map(|(i, b)| b.slots.iter().map(move |s| (i, *s)))
        .collect();
    let chosen = berths
        .iter()
        .map(|b| b.covers.iter().fold(Cover::default(), |all, c| all.or(*c)))
        .collect();
    let (taken, seen) = (vec![NONE; slots.len()], vec![false; slots.len()]);
    let mut search = Search {
        kinds,
        berths,
        slots,
        chosen,
        picks: Vec::new(),
        taken,
        seen,
        best: 0,
        bound: usize::MAX,
    };
    search.bound = search.count();
    search.choose(0);
    search.best
}

const NONE: u8 = u8::MAX;

struct Search {
    kinds: Vec<u64>,
    berths: Vec<Berth>,
    slots: Vec<(usize, u64)>,
    /// For each deck the zone chosen; for those that have not chosen, all its zones at once.
    chosen: Vec<Cover>,
    picks: Vec<usize>,
    taken: Vec<u8>,
    seen: Vec<bool>,
    best: usize,
    bound: usize,
}

impl Search {
    /// Lets one deck after the other choose; a branch that cannot beat the best so far is left.
    fn choose(&mut self, berth: usize) {
        let count = self.count();
        if count <= self.best && berth > 0 {
            return;
        }
        if berth == self.berths.len() {
            self.best = count;
            return;
        }
        let open = self.chosen[berth];
        let like_last = berth > 0 && self.berths[berth] == self.berths[berth - 1];
        let first = if like_last { self.picks[berth - 1] } else { 0 };
        for pick in first..self.berths[berth].covers.len() {
            self.chosen[berth] = self.berths[berth].covers[pick];
            self.picks.push(pick);
            self.choose(berth + 1);
            self.picks.pop();
            if self.best == self.bound {
                break;
            }
        }
        self.chosen[berth] = open;
    }

    /// How many find a place with the zones as they are chosen.
    fn count(&mut self) -> usize {
        let freed = self.chosen.iter().fold(0, |all, c| all | c.freed);
        self.taken.fill(NONE);
        let mut count = 0;
        for plane in 0..self.kinds.len() {
            self.seen.fill(false);
            count += usize::from(freed >> plane & 1 == 1 || self.place(plane));
        }
        count
    }

    fn place(&mut self, plane: usize) -> bool {
        for slot in 0..self.slots.len() {
            let (berth, takes) = self.slots[slot];
            if self.seen[slot]
                || takes & self.kinds[plane] == 0
                || self.chosen[berth].reached >> plane & 1 == 0
            {
                continue;
            }
            self.seen[slot] = true;
            let before = self.taken[slot];
            if before == NONE || self.place(usize::from(before)) {
                // Fewer aircraft than `Cover::MOST` are told apart, so an index is never `NONE`.
                self.taken[slot] = plane as u8;
                return true;
            }
        }
        false
    }
}
