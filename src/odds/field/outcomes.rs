//! The states that a volley may lead to, with their chances.

use crate::dice::Luck;
use crate::field::side::{Side, StateId};
use crate::field::{Field, Salvo};
use crate::force::at;
use sandtable_kernel::law::roll::Dist;
use sandtable_rules::Role;

/// Combinations of hits less likely than this are left out.
const UNLIKELY: f64 = 1e-15;

/// States and their chances.
#[derive(Clone, Default, Debug)]
pub struct List {
    first: StateId,
    /// The states, unless each has the number after the one before.
    states: Vec<StateId>,
    /// The chances, in the order of the states.
    pub chances: Vec<f64>,
}

impl List {
    /// Empties it.
    pub fn clear(&mut self) {
        self.states.clear();
        self.chances.clear();
    }
    /// Chances of states that follow each other number by number, unless they are written down already;
    /// what is left over falls to the last.
    fn fill(&mut self, first: StateId, chances: &[f64], over: f64) {
        self.first = first;
        self.chances.extend_from_slice(chances);
        self.chances
            .last_mut()
            .into_iter()
            .for_each(|last| *last += over);
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.chances.len()
    }
    /// Each state with its chance.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (StateId, f64)> + Clone {
        let state = |i: usize| {
            if self.states.is_empty() {
                self.first + i as StateId
            } else {
                self.states[i]
            }
        };
        self.chances
            .iter()
            .enumerate()
            .map(move |(i, p)| (state(i), *p))
    }
    /// The first state, if the others follow it number by number.
    pub fn run(&self) -> Option<StateId> {
        self.states.is_empty().then_some(self.first)
    }
}

/// Room to work in, used again and again.
#[derive(Default)]
pub struct Scratch {
    lists: Vec<List>,
    /// What has been gathered for each state so far.
    sums: Vec<f64>,
}

impl Scratch {
    /// An empty list.
    pub fn take(&mut self) -> List {
        let mut list = self.lists.pop().unwrap_or_default();
        list.clear();
        list
    }
    /// Takes a list back.
    pub fn give(&mut self, list: List) {
        self.lists.push(list);
    }
    /// Adds to the chance of a state.
    #[inline]
    fn gather(&mut self, state: StateId, chance: f64, list: &mut List) {
        if self.sums.len() <= state as usize {
            self.sums.resize(state as usize + 1, 0.0);
        }
        let sum = &mut self.sums[state as usize];
        if *sum == 0.0 {
            list.states.push(state);
        }
        *sum += chance;
    }
    /// Moves what was gathered into the list.
    fn collect(&mut self, list: &mut List) {
        list.chances.extend(
            list.states
                .iter()
                .map(|s| std::mem::take(&mut self.sums[*s as usize])),
        );
    }
}

impl Field<'_> {
    /// Fills a list with the states that a volley at a state of a side leads to, or with the one that dice
    /// lead to.
    pub fn outcomes(
        &mut self,
        (role, state): (Role, StateId),
        fired: Option<usize>,
        luck: Option<&mut dyn Luck>,
        list: &mut List,
    ) {
        let Some(number) = fired else {
            return list.fill(state, &[1.0], 0.0);
        };
        if let Some(luck) = luck {
            let mut roll = |v: &Salvo| (v.aim, luck.hits(role, self.dists.get(v.dist)));
            let rolled = self.volleys(number).iter();
            let hits: Vec<(usize, u32)> = rolled.map(&mut roll).collect();
            let after = self.struck((role, state), number, &hits);
            return list.fill(after, &[1.0], 0.0);
        }
        match *self.volleys(number) {
            [volley] => {
                let dist = self.dists.get(volley.dist);
                single(dist, volley.aim, &mut self.sides[at(role)], state, list);
            }
            _ if self.fired(number).crossing => self.crossed((role, state), number, list),
            _ => self.in_turn((role, state), number, list),
        }
    }

    /// Volleys none of which takes what another one needs: one after the other.
    fn in_turn(&mut self, (role, state): (Role, StateId), number: usize, list: &mut List) {
        let mut before = self.scratch.take();
        list.fill(state, &[1.0], 0.0);
        for ix in 0..self.volleys(number).len() {
            std::mem::swap(&mut before, list);
            list.clear();
            let Salvo { aim, dist } = self.volleys(number)[ix];
            let (dist, side) = (self.dists.get(dist), &mut self.sides[at(role)]);
            for (state, p) in before.iter() {
                let mut after = side.hits(state, aim, dist.from as u32);
                for q in &dist.chances {
                    self.scratch.gather(after, p * q, list);
                    after = side.hit(after, aim);
                }
            }
            self.scratch.collect(list);
        }
        self.scratch.give(before);
    }

    /// Volleys whose targets cross: every combination of their hits.
    fn crossed(&mut self, (role, state): (Role, StateId), number: usize, list: &mut List) {
        let mut combos: Vec<(Vec<(usize, u32)>, f64)> = vec![(Vec::new(), 1.0)];
        for volley in self.volleys(number) {
            let dist = self.dists.get(volley.dist);
            let hits = || (dist.from as u32..).zip(&dist.chances);
            let with = |(some, p): (Vec<(usize, u32)>, f64)| {
                let more = hits().filter(move |(_, q)| p * **q > UNLIKELY);
                more.map(move |(n, q)| ([&some[..], &[(volley.aim, n)]].concat(), p * q))
            };
            combos = combos.into_iter().flat_map(with).collect();
        }
        for (hits, p) in combos {
            let after = self.struck((role, state), number, &hits);
            self.scratch.gather(after, p, list);
        }
        self.scratch.collect(list);
    }
}

/// Hits of one kind lead down a single row of states.
fn single(dist: &Dist, aim: usize, side: &mut Side, state: StateId, list: &mut List) {
    let mut state = side.hits(state, aim, dist.from as u32);
    let (run, stuck) = side.run(state, aim);
    let straight = (run as usize + 1).min(dist.chances.len());
    if stuck || straight == dist.chances.len() {
        let (some, over) = dist.chances.split_at(straight);
        return list.fill(state, some, over.iter().sum());
    }
    list.states.push(state);
    for _ in 1..dist.chances.len() {
        let next = side.hit(state, aim);
        if next == state {
            break;
        }
        list.states.push(next);
        state = next;
    }
    let (some, over) = dist.chances.split_at(list.states.len());
    list.fill(state, some, over.iter().sum());
}
