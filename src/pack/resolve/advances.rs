//! Charts and the advances that stand on them.

use super::Compiler;
use crate::grammar::Rule;
use crate::tree::{Name, Node};
use sandtable_diag::Problem;
use sandtable_rules::{AdvanceId, Chart, ChartId};

/// A chart has at most so many faces: as many as a die can have sides.
const FACES: usize = u8::MAX as usize;

impl Compiler<'_> {
    /// Every chart. What stands on one is an advance; it may stand on several, and several times.
    pub(super) fn charts(&mut self) {
        self.of(Rule::chart).for_each(|said| self.chart(said));
    }

    fn chart(&mut self, said: &Node) {
        let (name, faces) = (&said.kids[0], &said.kids[1..]);
        if self.define_next(|s| &mut s.charts, name).is_none() {
            return;
        }
        let mut read = Vec::new();
        for face in faces {
            if !self.room(read.len(), FACES, "faces of a chart", face.loc) {
                break;
            }
            read.extend(self.advance(face));
        }
        let (name, faces) = (name.text.clone(), read);
        self.rules.advances.charts.push(Chart { name, faces });
    }

    /// An advance by the name under which it stands on a chart, for the first time or again.
    fn advance(&mut self, name: &Name) -> Option<AdvanceId> {
        if let Some(known) = self.scope.advances.get(&name.text) {
            return Some(known);
        }
        self.define_next(|s| &mut s.advances, name)?;
        Some(self.rules.advances.names.push(name.text.clone()))
    }

    /// The advance that a condition or an effect names.
    pub(super) fn advance_named(&mut self, name: &Name) -> Option<AdvanceId> {
        let help = "advances are what stands on a `chart …`";
        let found = self.scope.advances.find(name);
        self.keep(found.map_err(|problem: Problem| problem.help(help)))
    }

    /// The chart that an effect or a phase names.
    pub(super) fn chart_named(&mut self, name: &Name) -> Option<ChartId> {
        self.find(|s| &mut s.charts, name)
    }
}
