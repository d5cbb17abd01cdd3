//! The states that a volley may lead to, with their chances.

use crate::kernel::law::roll::Dist;
use crate::odds::field::dist::Dists;
use crate::odds::field::side::{Side, StateId};
use crate::odds::field::{Field, Volley};
use crate::odds::force::at;
use crate::rules::Role;

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
    fn clear(&mut self) {
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
    /// Combinations of hits.
    pub combos: Combos,
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

/// Every combination of hits of several volleys with its chance.
#[derive(Default)]
pub struct Combos {
    /// Hits of each volley, one combination after the other.
    pub hits: Vec<u32>,
    /// Their chances.
    pub chances: Vec<f64>,
    begun: Vec<u32>,
}

impl Combos {
    fn spread(&mut self, volleys: &[Volley], dists: &Dists, chance: f64) {
        let Some((first, rest)) = volleys.split_first() else {
            self.hits.extend_from_slice(&self.begun);
            return self.chances.push(chance);
        };
        let dist = dists.get(first.dist);
        for (hits, p) in (dist.from as u32..)
            .zip(&dist.chances)
            .filter(|(_, p)| chance * **p > 1e-15)
        {
            self.begun.push(hits);
            self.spread(rest, dists, chance * p);
            self.begun.pop();
        }
    }
}

impl Field<'_> {
    /// Every combination of hits of a step that is fired.
    pub fn combos(&self, number: usize, scratch: &mut Scratch) -> Combos {
        let mut combos = std::mem::take(&mut scratch.combos);
        combos.hits.clear();
        combos.chances.clear();
        combos.spread(self.volleys(number), &self.dists, 1.0);
        combos
    }

    /// Fills a list with the states that a volley leads to.
    pub fn outcomes(
        &mut self,
        role: Role,
        state: StateId,
        fired: Option<usize>,
        scratch: &mut Scratch,
        list: &mut List,
    ) {
        let Some(number) = fired else {
            return list.fill(state, &[1.0], 0.0);
        };
        let crossing = self.fired(number).crossing;
        scratch
            .sums
            .resize(scratch.sums.len().max(self.sides[at(role)].len()), 0.0);
        match *self.volleys(number) {
            [volley] => single(
                self.dists.get(volley.dist),
                volley.aim,
                &mut self.sides[at(role)],
                state,
                list,
            ),
            [first, second] if !crossing => {
                let dists = [first, second].map(|v| self.dists.get(v.dist));
                double(
                    dists,
                    [first.aim, second.aim],
                    &mut self.sides[at(role)],
                    state,
                    scratch,
                    list,
                );
            }
            _ => {
                let combos = self.combos(number, scratch);
                let parts = self.volleys(number).len();
                for (hits, p) in combos.hits.chunks(parts).zip(&combos.chances) {
                    let after = self.struck(role, state, number, hits);
                    scratch.gather(after, *p, list);
                }
                scratch.combos = combos;
                scratch.collect(list);
            }
        }
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

/// Hits of two kinds, the first of which can go to fewer types.
fn double(
    dists: [&Dist; 2],
    aims: [usize; 2],
    side: &mut Side,
    state: StateId,
    scratch: &mut Scratch,
    list: &mut List,
) {
    let mut state = side.hits(state, aims[0], dists[0].from as u32);
    for p in &dists[0].chances {
        let mut after = side.hits(state, aims[1], dists[1].from as u32);
        for q in &dists[1].chances {
            scratch.gather(after, p * q, list);
            after = side.hit(after, aims[1]);
        }
        state = side.hit(state, aims[0]);
    }
    scratch.collect(list);
}
