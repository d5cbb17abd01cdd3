//! Whole rounds between two states: where both fire at once and nothing else happens, a round is two
//! draws. Which rounds are is found once for each pair of states.

use crate::odds::field::index::ABSENT;
use crate::odds::field::program::Op;
use crate::odds::field::side::StateId;
use crate::odds::field::{Field, NOBODY};
use crate::odds::force::at;

/// A round that is no more than an exchange: the volleys that hit the attacker and the defender.
pub type Duel = [u32; 2];

/// The rounds that are known, by the attacker's state, then by the defender's.
#[derive(Clone, Default, Debug)]
pub struct Duels {
    rows: Vec<Vec<u32>>,
    all: Vec<Duel>,
}

/// A round that has to be gone through step by step.
const LONG: u32 = u32::MAX - 1;

impl Duels {
    #[inline]
    fn get(&self, live: [StateId; 2]) -> u32 {
        self.rows
            .get(live[0] as usize)
            .and_then(|row| row.get(live[1] as usize))
            .copied()
            .unwrap_or(ABSENT)
    }

    fn put(&mut self, live: [StateId; 2], duel: Option<Duel>) {
        let [row, place] = live.map(|state| state as usize);
        self.rows.resize(self.rows.len().max(row + 1), Vec::new());
        let row = &mut self.rows[row];
        row.resize(row.len().max(place + 1), ABSENT);
        row[place] = if duel.is_some() {
            self.all.len() as u32
        } else {
            LONG
        };
        self.all.extend(duel);
    }

    /// How many are known.
    pub fn len(&self) -> usize {
        self.all.len()
    }
}

impl Field<'_> {
    /// The round between two states once all rounds are alike, if it is no more than an exchange, and
    /// nothing happens at the end of the round before.
    #[inline]
    pub(in crate::odds) fn duel(&mut self, live: [StateId; 2]) -> Option<Duel> {
        match self.duels.get(live) {
            ABSENT => self.first_duel(live),
            LONG => None,
            known => Some(self.duels.all[known as usize]),
        }
    }

    fn first_duel(&mut self, live: [StateId; 2]) -> Option<Duel> {
        let duel = self.find_duel(live);
        self.duels.put(live, duel);
        duel
    }

    fn find_duel(&mut self, live: [StateId; 2]) -> Option<Duel> {
        let moment = self.moment(live);
        if self.setup.plan().max_rounds.is_some() || self.beaten(&moment) {
            return None;
        }
        let round = self.program.settled() + 1;
        if self.onward(1, self.program.tail, round, &moment) < self.program.ops[1].len() {
            return None;
        }
        let ix = self.onward(1, 0, round, &moment);
        let Some(Op::Exchange(first, second)) = self.program.ops[1]
            .get(ix)
            .copied()
            .filter(|_| ix + 1 == self.program.tail)
        else {
            return None;
        };
        let mut duel = [NOBODY; 2];
        for step in [first, second] {
            let hit = at(self.program.fires[step].role.other());
            duel[hit] = self
                .fire(step, round, &moment)
                .map_or(NOBODY, |number| number as u32);
        }
        (duel != [NOBODY; 2]).then_some(duel)
    }
}
