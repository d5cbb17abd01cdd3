//! Ways over sea: how far it is from zone to zone through the canals and straits that are open.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::profile::{FAR, all_steps};
use sandtable_kernel::Cx;
use sandtable_rules::{Id, PowerId, Rules, SpaceId};

/// Borders between zones that are shut.
type Shut = Vec<[SpaceId; 2]>;

/// Steps over sea alone.
#[derive(Debug)]
pub struct Chart {
    steps: Vec<u8>,
    spaces: usize,
    shut: Shut,
}

impl Chart {
    fn new(rules: &Rules, shut: Shut) -> Self {
        let mut chart = Self {
            steps: Vec::new(),
            spaces: rules.board.spaces.len(),
            shut,
        };
        chart.steps = all_steps(rules, rules.board.sea, |a, b| chart.open(a, b));
        chart
    }

    /// From a zone to another one; [`FAR`] where there is no way.
    pub fn steps(&self, from: SpaceId, to: SpaceId) -> u8 {
        self.steps[from.index() * self.spaces + to.index()]
    }

    /// Whether ships may pass between two zones that border each other.
    pub fn open(&self, a: SpaceId, b: SpaceId) -> bool {
        !self.shut.contains(&[a, b]) && !self.shut.contains(&[b, a])
    }

    /// Whether there is a way between two zones.
    pub fn leads(&self, from: SpaceId, to: SpaceId) -> bool {
        self.steps(from, to) != FAR
    }
}

/// The charts that were drawn so far, by which canals and straits are shut.
#[derive(Clone, Default, Debug)]
pub struct Charts(Arc<Mutex<BTreeMap<Shut, Arc<Chart>>>>);

impl Charts {
    /// The one for the ships of a power.
    pub fn of(&self, cx: Cx<'_>, power: PowerId) -> Arc<Chart> {
        let (rules, gates) = (cx.rules, cx.rules.board.gates.iter());
        let shut = gates.filter(|g| g.movers.meets(&rules.units.sea) && !cx.gate_open(g, power));
        let shut: Shut = shut.map(|g| g.joins).collect();
        // Whoever broke off while drawing left no chart behind.
        let mut drawn = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let chart = drawn
            .entry(shut)
            .or_insert_with_key(|shut| Arc::new(Chart::new(rules, shut.clone())));
        chart.clone()
    }
}
