//! Citations: codes of refusals and the units and powers that narrow them.

use super::Compiler;
use crate::tables::CiteRow;
use crate::tree::Name;
use sandtable_diag::Problem;
use sandtable_kernel::Code;
use sandtable_rules::{Cite, PowerSet, Special, UnitTypeSet, Whom};

impl Compiler<'_> {
    /// Every citation; whether the ids exist is seen when the rulebook is read.
    pub(super) fn cites(&mut self, rows: &[CiteRow]) {
        for row in rows {
            let codes = Code::ALL.iter().map(|c| c.name());
            if !codes.clone().any(|c| c == row.code.text) {
                let message = format!("no order is refused with `{}`", row.code.text);
                let problem = Problem::error("pack/unknown-code", message)
                    .at(row.code.loc, "this code is unknown")
                    .suggest(&row.code.text, codes)
                    .help("`expect refused` in a transcript shows the code of a refusal");
                self.problems.push(problem);
                continue;
            }
            let texts = |ids: &[Name]| ids.iter().map(|id| id.text.clone()).collect();
            let mut finer = Vec::new();
            for (whom, ids) in &row.finer {
                let whom = self.whom(whom);
                finer.extend(whom.map(|w| (w, texts(ids))));
            }
            let otherwise = texts(&row.otherwise);
            let cite = Cite { finer, otherwise };
            self.rules.cites.rows.insert(row.code.text.clone(), cite);
        }
    }

    fn whom(&mut self, name: &Name) -> Option<Whom> {
        let scope = &self.scope;
        let power = scope.powers.get(&name.text).map(PowerSet::only);
        if let Some(powers) = power.or_else(|| scope.power_sets.get(&name.text)) {
            return Some(Whom::Powers(powers));
        }
        if self.is_cut_power(name) {
            return None;
        }
        let called = |s: &Special| s.name == name.text;
        if let Some((id, _)) = self.rules.specials.iter().find(|(_, s)| called(s)) {
            return Some(Whom::Special(id));
        }
        if let Some(units) = scope.groups.get(&name.text) {
            return Some(Whom::Units(units));
        }
        // What an overlay takes away refuses nothing any more.
        let unit = scope.unit(name);
        if unit.is_err() && self.ledger.removed_name(&name.text).is_some() {
            return None;
        }
        let unit = unit.map_err(|_| {
            let message = format!("there is no unit type, power or script `{}`", name.text);
            let shown = scope.units.shown().chain(scope.groups.shown());
            let shown = shown.chain(scope.powers.shown());
            let known = shown.chain(scope.scripts.shown());
            Problem::error("pack/unknown-name", message)
                .at(name.loc, "no refusal is about anything of this name")
                .suggest(&name.text, known)
        });
        self.keep(unit)
            .map(|unit| Whom::Units(UnitTypeSet::only(unit)))
    }
}
