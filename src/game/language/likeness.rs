//! Units that cannot be told apart.

use sandtable_kernel::{Loads, State, Unit, UnitIx};
use sandtable_rules::UnitTypeId;

/// Who is like whom in a position.
pub(crate) struct Likeness<'a> {
    state: &'a State,
    loads: Loads,
}

impl<'a> Likeness<'a> {
    /// In this position.
    pub fn new(state: &'a State) -> Self {
        let loads = state.loads();
        Self { state, loads }
    }
    /// The types aboard a unit, sorted.
    pub fn aboard(&self, ix: UnitIx) -> Vec<UnitTypeId> {
        let kinds = self.loads.of(ix).map(|ix| self.state.unit(ix).kind);
        let mut kinds: Vec<UnitTypeId> = kinds.collect();
        kinds.sort_unstable();
        kinds
    }
    /// Whether two units are alike in everything but their numbers.
    pub fn alike(&self, a: UnitIx, b: UnitIx) -> bool {
        let bare = |ix: UnitIx| Unit {
            link: UnitIx::NONE,
            ..*self.state.unit(ix)
        };
        let carrier = |ix: UnitIx| {
            let carrier = self.state.unit(ix).link.some();
            let carrier = carrier.filter(|c| self.state.get(*c).is_some());
            carrier.map(|c| (bare(c), self.aboard(c)))
        };
        a == b
            || (bare(a) == bare(b) && carrier(a) == carrier(b) && self.aboard(a) == self.aboard(b))
    }
    /// Those that are alike, put together.
    pub fn classes(&self, units: &[UnitIx]) -> Vec<Vec<UnitIx>> {
        let mut classes: Vec<Vec<UnitIx>> = Vec::new();
        for &ix in units {
            match classes.iter_mut().find(|class| self.alike(class[0], ix)) {
                Some(class) => class.push(ix),
                None => classes.push(vec![ix]),
            }
        }
        classes
    }
}
