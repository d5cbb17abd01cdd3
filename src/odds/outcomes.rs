//! The states that a volley may lead to, with their chances.

use super::field::{Field, Fired};
use super::side::StateId;
use crate::rules::Role;

/// States and their chances.
#[derive(Clone, Default, Debug)]
pub struct List {
    states: Vec<StateId>,
    /// The chances, in the order of the states.
    pub chances: Vec<f64>,
    /// Whether each state has the number after the one before.
    ragged: bool,
}

impl List {
    fn clear(&mut self) {
        self.states.clear();
        self.chances.clear();
        self.ragged = false;
    }
    fn push(&mut self, state: StateId, chance: f64) {
        self.ragged |= self.states.last().is_some_and(|last| last + 1 != state);
        self.states.push(state);
        self.chances.push(chance);
    }
    /// Each state with its chance.
    pub fn iter(&self) -> impl Iterator<Item = (StateId, f64)> + Clone {
        self.states.iter().copied().zip(self.chances.iter().copied())
    }
    /// The first state, if the others follow it number by number.
    pub fn run(&self) -> Option<StateId> {
        self.states.first().copied().filter(|_| !self.ragged)
    }
}

/// Room to work in, used again and again.
#[derive(Default)]
pub struct Scratch {
    lists: Vec<List>,
    /// Where a state stands in the list that is being made, plus one.
    places: Vec<u32>,
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
}

/// Every combination of hits of a volley's groups with its chance.
pub fn combinations(fired: &Fired, all: &mut Vec<(Vec<u32>, f64)>) {
    all.push((Vec::new(), 1.0));
    for volley in &fired.volleys {
        let before = std::mem::take(all);
        for (hits, p) in before {
            for (more, q) in volley.dist.chances.iter().enumerate().filter(|(_, q)| p * **q > 1e-15) {
                let mut hits = hits.clone();
                hits.push((volley.dist.from + more) as u32);
                all.push((hits, p * q));
            }
        }
    }
}

impl Field<'_> {
    /// Fills a list with the states that a volley leads to.
    pub fn outcomes(&mut self, role: Role, state: StateId, fired: Option<usize>, scratch: &mut Scratch, list: &mut List) {
        let Some(number) = fired else { return list.push(state, 1.0) };
        match self.fired(number).volleys.len() {
            1 => self.single(role, state, number, list),
            2 if !self.fired(number).crossing => self.double(role, state, number, scratch, list),
            _ => {
                let mut combos = Vec::new();
                combinations(self.fired(number), &mut combos);
                for (hits, p) in combos {
                    let after = self.struck(role, state, number, &hits);
                    add(after, p, scratch, list);
                }
                forget(scratch, list);
            }
        }
    }

    /// Hits of one kind lead down a single row of states.
    fn single(&mut self, role: Role, state: StateId, number: usize, list: &mut List) {
        let (volley, side) = self.volley_and_side(role, number, 0);
        let mut state = state;
        for _ in 0..volley.dist.from {
            state = side.hit(state, volley.aim);
        }
        let mut chances = volley.dist.chances.iter().copied();
        let mut sum = chances.next().unwrap_or(1.0);
        for p in chances {
            let next = side.hit(state, volley.aim);
            if next == state {
                sum += p;
                continue;
            }
            list.push(state, sum);
            (state, sum) = (next, p);
        }
        list.push(state, sum);
    }

    /// Hits of two kinds, the first of which can go to fewer types.
    fn double(&mut self, role: Role, state: StateId, number: usize, scratch: &mut Scratch, list: &mut List) {
        let (first, second, side) = self.volleys_and_side(role, number);
        let mut state = state;
        for _ in 0..first.dist.from {
            state = side.hit(state, first.aim);
        }
        for p in &first.dist.chances {
            let mut after = state;
            for _ in 0..second.dist.from {
                after = side.hit(after, second.aim);
            }
            for q in &second.dist.chances {
                add(after, p * q, scratch, list);
                after = side.hit(after, second.aim);
            }
            state = side.hit(state, first.aim);
        }
        forget(scratch, list);
    }
}

fn add(state: StateId, chance: f64, scratch: &mut Scratch, list: &mut List) {
    let i = state as usize;
    if scratch.places.len() <= i {
        scratch.places.resize(i + 1, 0);
    }
    match scratch.places[i] {
        0 => {
            list.push(state, chance);
            scratch.places[i] = list.states.len() as u32;
        }
        place => list.chances[place as usize - 1] += chance,
    }
}

fn forget(scratch: &mut Scratch, list: &List) {
    list.states.iter().for_each(|s| scratch.places[*s as usize] = 0);
}
