//! Who gets which place: pairing units with places, and the most aircraft that decks can take when
//! the decks themselves may still choose where to be. Pure arithmetic, exact, knows no board.

use super::super::holds::augment;
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
    /// The types each of its slots takes.
    pub slots: Vec<UnitTypeSet>,
}

impl Berth {
    /// A deck with these slots and zones; zones that another one outdoes are dropped.
    pub fn new(
        slots: impl IntoIterator<Item = UnitTypeSet>,
        covers: impl IntoIterator<Item = Cover>,
    ) -> Self {
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
            slots: slots.into_iter().collect(),
        }
    }
}

/// The most aircraft of these types that find a place when every deck chooses its zone.
pub fn most(kinds: &[UnitTypeId], mut berths: Vec<Berth>) -> usize {
    berths.retain(|b| b.covers.iter().any(|c| c.reached | c.freed != 0));
    // Equal decks stand side by side, those with the fewest zones first.
    berths.sort_unstable_by(|a, b| a.covers.len().cmp(&b.covers.len()).then_with(|| a.cmp(b)));
    let slots: Vec<(usize, UnitTypeSet)> = berths
        .iter()
        .enumerate()
        .flat_map(|(i, b)| b.slots.iter().map(move |s| (i, *s)))
        .collect();
    let chosen = berths
        .iter()
        .map(|b| b.covers.iter().fold(Cover::default(), |all, c| all.or(*c)))
        .collect();
    let (taken, seen) = (vec![None; slots.len()], vec![false; slots.len()]);
    let mut search = Search {
        kinds: kinds.iter().take(Cover::MOST).copied().collect(),
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

struct Search {
    kinds: Vec<UnitTypeId>,
    berths: Vec<Berth>,
    slots: Vec<(usize, UnitTypeSet)>,
    /// For each deck the zone chosen; for those that have not chosen, all its zones at once.
    chosen: Vec<Cover>,
    picks: Vec<usize>,
    taken: Vec<Option<usize>>,
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
        let Self {
            kinds,
            slots,
            chosen,
            taken,
            seen,
            ..
        } = self;
        let freed = chosen.iter().fold(0, |all, c| all | c.freed);
        let (slots, chosen) = (&*slots, &*chosen);
        let can = |plane: usize| {
            let kind = kinds[plane];
            let serves = move |(berth, takes): &(usize, UnitTypeSet)| {
                takes.has(kind) && chosen[*berth].reached >> plane & 1 == 1
            };
            (0..slots.len()).filter(move |slot| serves(&slots[*slot]))
        };
        taken.fill(None);
        let lands = |plane: &usize| {
            seen.fill(false);
            freed >> *plane & 1 == 1 || augment(&can, taken, seen, *plane)
        };
        (0..kinds.len()).filter(lands).count()
    }
}
