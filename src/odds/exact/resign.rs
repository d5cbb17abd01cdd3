//! Where a side breaks off because its chances are bad.

use crate::odds::exact::STUCK;
use crate::odds::exact::still::Still;
use crate::odds::exact::walk::{Sink, Walker};
use crate::odds::field::Moment;
use crate::odds::field::outcomes::List;
use crate::odds::field::side::StateId;
use crate::rules::Role;

/// Gathers the chance of each side to win from where it is known already.
struct Look<'a> {
    width: usize,
    known: &'a [[f64; 2]],
    stands: [&'a [bool]; 2],
    sum: [f64; 2],
}

impl Sink for Look<'_> {
    fn cell(&mut self, live: [StateId; 2], chance: f64) {
        let known = self.known[live[0] as usize * self.width + live[1] as usize];
        self.sum[0] += chance * known[0];
        self.sum[1] += chance * known[1];
    }
    fn grid(&mut self, attackers: &List, defenders: &List, chance: f64) {
        for (a, p) in attackers.iter() {
            defenders
                .iter()
                .for_each(|(d, q)| self.cell([a, d], chance * p * q));
        }
    }
    fn pause(&mut self, _: usize, _: &Moment, _: f64) -> bool {
        false
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
    fn fled(&mut self, _: Role, _: f64) {}
    fn round(&mut self, _: f64) {}
}

impl Walker<'_, '_> {
    /// Finds the pairs of states in which a side breaks off because its chance to win, if it went on
    /// and did so wherever it is wise, is too small: the lightest pairs first, the last rounds first.
    pub fn find_resignations(&mut self, starts: &[([StateId; 2], f64)]) {
        let (rows, width) = self.field.closed.unwrap_or_default();
        let last = self.field.program.settled() + 1;
        self.field.resigns =
            vec![[vec![false; rows * width], vec![false; rows * width]]; usize::from(last) + 1];
        let mut reached: Vec<(u16, [StateId; 2])> = Vec::new();
        self.flow(starts, &mut |round, live| reached.push((round, live)));
        reached.sort_by(|a, b| b.cmp(a));
        let stands = |role: Role, n: usize| {
            (0..n as StateId)
                .map(|s| self.field.stands(role, s))
                .collect::<Vec<_>>()
        };
        let stands = [stands(Role::Attacker, rows), stands(Role::Defender, width)];
        // What is known of the round after, and of this one.
        let mut later = vec![[0.0; 2]; rows * width];
        let mut known = later.clone();
        let mut round = last;
        let mut still = Still::default();
        for (at_round, live) in reached {
            if at_round != round {
                later = std::mem::replace(&mut known, vec![[0.0; 2]; rows * width]);
                round = at_round;
            }
            let place = live[0] as usize * width + live[1] as usize;
            let table = if round == last { &known } else { &later };
            if round == last {
                self.still(round, live, &mut still);
            }
            let stay = if round == last { still.stay } else { 0.0 };
            let mut value = self.value(round, live, table, &stands, stay);
            for (i, tactics) in self.field.setup.tactics.iter().enumerate() {
                if tactics.retreat.below.is_some_and(|least| value[i] < least) {
                    self.field.resigns[usize::from(round)][i][place] = true;
                }
            }
            if (0..2).any(|i| self.field.resigns[usize::from(round)][i][place]) {
                value = self.value(round, live, table, &stands, 0.0);
            }
            known[place] = value;
        }
    }

    fn value(
        &mut self,
        round: u16,
        live: [StateId; 2],
        known: &[[f64; 2]],
        stands: &[Vec<bool>; 2],
        stay: f64,
    ) -> [f64; 2] {
        let stands = [&stands[0][..], &stands[1][..]];
        let mut look = Look {
            width: self.field.width(),
            known,
            stands,
            sum: [0.0; 2],
        };
        if stay > STUCK {
            look.end(live, 1.0);
            return look.sum;
        }
        self.tail(round, live, 1.0, true, &mut look);
        look.sum.map(|p| p / (1.0 - stay))
    }
}
