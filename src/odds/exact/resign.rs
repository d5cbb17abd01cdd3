//! Where a side breaks off because its chances are bad.

use crate::field::side::StateId;
use crate::field::walk::{Sink, Spot, Walk};
use crate::field::{Field, Moment, Pairs};
use crate::force::at;
use sandtable_kernel::law::end::ROLES;

/// A round that leads back to where it began with this chance changes nothing at all.
const STUCK: f64 = 1.0 - 1e-12;

/// Gathers the chance of each side to win from where it is known already.
struct Look<'a> {
    pairs: Pairs,
    /// The place that is looked at, and the chance that the round leads back to it.
    here: usize,
    stay: f64,
    known: &'a [[f64; 2]],
    stands: [&'a [bool]; 2],
    sum: [f64; 2],
}

impl Sink for Look<'_> {
    fn cell(&mut self, moment: Moment, chance: f64) {
        let place = self.pairs.place(moment.live);
        if place == self.here {
            self.stay += chance;
        }
        (0..2).for_each(|i| self.sum[i] += chance * self.known[place][i]);
    }
    fn end(&mut self, live: [StateId; 2], chance: f64) {
        let stands = [0, 1].map(|i| self.stands[i][live[i] as usize]);
        for i in [0, 1] {
            self.sum[i] += if stands[i] && !stands[1 - i] {
                chance
            } else {
                0.0
            };
        }
    }
}

impl Field<'_> {
    /// Finds the pairs of states in which a side breaks off because its chance to win, if it went on
    /// and did so wherever it is wise, is too small: the lightest pairs first, the last rounds first.
    pub fn find_resignations(&mut self, starts: &[([StateId; 2], f64)]) {
        let pairs = self.closed.unwrap_or_default();
        // From here on all rounds are alike.
        let last = self.program.settled() + 1;
        let nowhere = || vec![false; pairs.len()];
        let mut reached = vec![nowhere(); usize::from(last) + 1];
        self.resigns = vec![[nowhere(), nowhere()]; usize::from(last) + 1];
        self.flow(starts, &mut |round, place| {
            reached[usize::from(round.min(last))][place] = true;
        });
        let stands = ROLES.map(|role| {
            let states = 0..self.sides[at(role)].len() as StateId;
            states.map(|s| self.stands(role, s)).collect::<Vec<bool>>()
        });
        // What is known of the round after.
        let mut later = vec![[0.0; 2]; pairs.len()];
        for round in (1..=last).rev() {
            let mut known = vec![[0.0; 2]; pairs.len()];
            for place in (0..pairs.len()).rev() {
                if !reached[usize::from(round)][place] {
                    continue;
                }
                let table = if round == last { &known } else { &later };
                let mut value = self.value((round, place), table, &stands);
                let below = [0, 1].map(|i| self.setup.tactics[i].retreat.below);
                for i in [0, 1] {
                    let resigns = below[i].is_some_and(|least| value[i] < least);
                    self.resigns[usize::from(round)][i][place] = resigns;
                }
                if (0..2).any(|i| self.resigns[usize::from(round)][i][place]) {
                    value = self.value((round, place), table, &stands);
                }
                known[place] = value;
            }
            later = known;
        }
    }

    /// The chance of each side to win at the end of a round; where `known` is of the same round, it does not
    /// hold that of the place itself yet.
    fn value(
        &mut self,
        (round, here): (u16, usize),
        known: &[[f64; 2]],
        stands: &[Vec<bool>; 2],
    ) -> [f64; 2] {
        let pairs = self.closed.unwrap_or_default();
        let live = pairs.live(here);
        let mut look = Look {
            pairs,
            here,
            stay: 0.0,
            known,
            stands: [&stands[0], &stands[1]],
            sum: [0.0; 2],
        };
        let walk = Walk::on(Spot::of(round, 0), Moment::of(live), 1.0);
        self.tail(walk, &mut look);
        if round <= self.program.settled() {
            return look.sum;
        }
        if look.stay > STUCK {
            look.end(live, 1.0);
            return look.sum;
        }
        look.sum.map(|p| p / (1.0 - look.stay))
    }
}
