//! A side of which every state is known.

use crate::field::index::{ABSENT, Index};
use crate::field::side::{Side, StateId};
use sandtable_rules::Step;

impl Side {
    /// Makes every state that hits and departures can lead to, and numbers them by weight, the heaviest
    /// first; `false` if there are more than `most`.
    pub fn close(&mut self, most: usize) -> bool {
        let departures = std::mem::take(&mut self.departures);
        let mut at = 0;
        while at < self.len() {
            for aim in 0..self.aims.len() {
                self.hit(at as StateId, aim);
            }
            for step in &departures {
                match step {
                    Step::Defenceless { units, .. } => self.without(at as StateId, *units),
                    _ => self.leave(at as StateId, step),
                };
            }
            at += 1;
            if self.len() > most {
                return false;
            }
        }
        let mut order: Vec<StateId> = (0..self.len() as StateId).collect();
        order.sort_by_key(|id| (std::cmp::Reverse(self.weight(*id)), *id));
        if !order.is_sorted() {
            self.renumber(&order);
        }
        self.measure();
        true
    }

    fn renumber(&mut self, order: &[StateId]) {
        let mut new = vec![ABSENT; order.len()];
        order
            .iter()
            .zip(0..)
            .for_each(|(old, number)| new[*old as usize] = number);
        let (slots, ways) = (self.slots.len(), self.aims.len());
        let old = || order.iter().map(|id| *id as usize);
        self.counts = old()
            .flat_map(|id| &self.counts[id * slots..][..slots])
            .copied()
            .collect();
        self.next = old()
            .flat_map(|id| &self.next[id * ways..][..ways])
            .map(|next| new[*next as usize])
            .collect();
        self.kinds = old().map(|id| self.kinds[id]).collect();
        self.weight = old().map(|id| self.weight[id]).collect();
        self.keys = old().map(|id| self.keys[id]).collect();
        self.index = Index::default();
        self.keys
            .iter()
            .zip(0..)
            .for_each(|(key, number)| self.index.put(*key, number));
        self.start = new[self.start as usize];
    }

    /// Measures the runs, the last states first.
    fn measure(&mut self) {
        let ways = self.aims.len();
        self.runs = vec![0; self.next.len()];
        for at in (0..self.next.len()).rev() {
            if self.next[at] as usize == at / ways + 1 {
                self.runs[at] = 1 + self.runs[at + ways];
            }
        }
    }
}
