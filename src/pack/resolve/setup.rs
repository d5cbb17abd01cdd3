//! The turn plan and the opening position.

use super::Compiler;
use super::conds::phase_kind;
use crate::grammar::Rule;
use crate::layer::units;
use crate::tables::Manifest;
use crate::tree::Node;
use sandtable_diag::{Loc, Problem};
use sandtable_rules::{
    Breakthrough, Cond, Declaring, Id, Mending, Phase, PhaseKind, PowerId, Research, SetupUnits,
    SpaceId, UnitTypeId,
};
use std::collections::BTreeMap;

/// Where units of a power, a space, a type and so much damage are placed.
type Seen = BTreeMap<(PowerId, SpaceId, UnitTypeId, u8), Loc>;

impl Compiler<'_> {
    /// Gives every phase its id.
    pub(super) fn name_phases(&mut self) {
        for phase in self.of(Rule::turn).filter(|r| r.rule == Rule::phase) {
            self.define_next(|s| &mut s.phases, &phase.kids[0]);
        }
    }

    /// The order of play and the phases.
    pub(super) fn turn(&mut self, manifest: &Manifest) {
        let mut order: Option<Loc> = None;
        self.rules.setup.first_round = 1;
        for row in self.of(Rule::turn) {
            match (row.rule, &row.kids[..]) {
                (Rule::turn_order, names) => {
                    let ends = names.first().zip(names.last());
                    let at = ends.map_or(row.loc, |(a, z)| a.loc.to(z.loc));
                    if let Some(first) = order.replace(at) {
                        let message = "the order of play is said twice";
                        self.problems.push(Problem::twice(message, at, first));
                    } else {
                        self.order(names);
                    }
                }
                (Rule::turn_start, [round]) => {
                    self.rules.setup.first_round = self.number(round);
                }
                _ => self.phase(row),
            }
        }
        self.usual_phases();
        if self.rules.turn.order.is_empty() && !self.problems.has_errors() {
            let message = "the pack does not say who plays in which order";
            let problem = Problem::error("pack/no-turn", message)
                .at(manifest.name.loc, "this pack")
                .help("say `turn { order …  phase … does … }` in a .rules file");
            self.problems.push(problem);
        }
    }

    fn order(&mut self, names: &[Node]) {
        for name in names {
            let Some(power) = self.power(name) else {
                continue;
            };
            if self.rules.turn.order.contains(&power) {
                let message = format!("`{}` has two turns a round", name.text);
                let problem = Problem::error("pack/duplicate", message)
                    .at(name.loc, "this is the second one");
                self.problems.push(problem);
            } else if !self.rules.powers[power].plays {
                let message = format!("`{}` has no player and so no turn", name.text);
                let problem = Problem::error("pack/no-player", message)
                    .at(name.loc, "in the order of play here")
                    .at(self.places.powers[power], "`plays = false` here");
                self.problems.push(problem);
            } else {
                self.rules.turn.order.push(power);
            }
        }
    }

    fn phase(&mut self, said: &Node) {
        let name = &said.kids[0];
        let skip = match said.kid(Rule::skip) {
            Some(skip) if skip.choice(Rule::skip_word) == Some(Rule::k_unless) => {
                Cond::Not(Box::new(self.cond(&skip.kids[1])))
            }
            Some(skip) => self.cond(&skip.kids[1]),
            None => Cond::never(),
        };
        let kind = phase_kind(&said.kids[1]);
        let research = said.kid(Rule::research).map(|terms| self.research(terms));
        if research.is_some() != (kind == PhaseKind::Research) {
            let message = "what dice of research cost is said of research, and of nothing else";
            let problem = Problem::error("pack/research", message).at(name.loc, "this phase");
            let help =
                "say `does research with d6 for 5 each succeeding at 6 or more on \"CHART\"`";
            self.problems.push(problem.help(help));
        }
        let id = self.scope.phases.get(&name.text);
        if id.is_some_and(|id| id.index() == self.rules.turn.phases.len()) {
            self.rules.turn.phases.push(Phase {
                name: name.text.clone(),
                kind,
                skip,
                declaring: declaring(said),
                mending: mending(said),
                research,
            });
        }
    }

    fn research(&mut self, terms: &Node) -> Research {
        let (sides, success) = (self.die(&terms.kids[0]), self.number(&terms.kids[2]));
        let cost: u16 = self.number(&terms.kids[1]);
        if !(1..=sides).contains(&success) || cost == 0 {
            let message = "a die of research costs something and can succeed";
            let problem = Problem::error("pack/research", message).at(terms.loc, "not so this one");
            self.problems.push(problem);
        }
        let names = terms.all(Rule::text);
        let charts = names.filter_map(|name| self.chart_named(name)).collect();
        let breakthrough = match terms.kid(Rule::freely) {
            Some(_) => Breakthrough::Chosen,
            None => Breakthrough::Rolled,
        };
        Research {
            cost,
            sides,
            success,
            charts,
            breakthrough,
        }
    }

    /// Packs that say nowhere when war is declared, or when units are repaired for free, mean before the
    /// first combat move and at the end of purchase.
    fn usual_phases(&mut self) {
        let phases = &mut self.rules.turn.phases;
        let declared = phases.values().any(|p| p.declaring != Declaring::Never);
        let mended = phases.values().any(|p| p.mending != Mending::Never);
        for id in phases.ids() {
            let phase = &mut phases[id];
            if !declared {
                phase.declaring = Declaring::usual(phase.kind);
            }
            if !mended {
                phase.mending = Mending::usual(phase.kind);
            }
        }
    }

    /// The units on the board at the start.
    pub(super) fn setup(&mut self) {
        let mut seen = Seen::new();
        for said in self.of(Rule::setup) {
            let [owner, row] = said.parts();
            let (owner, space) = (self.power(owner), self.space(&row.kids[0]));
            for pieces in row.all(Rule::pieces) {
                let said = units(pieces);
                let kind = self.unit(said.kind);
                let (count, damage) = (self.number(said.count), said.damage);
                let damage = damage.map_or(0, |d| self.number(d));
                if let (Some(owner), Some(space), Some(kind)) = (owner, space, kind) {
                    let units = SetupUnits {
                        owner,
                        space,
                        kind,
                        count,
                        damage,
                    };
                    self.pieces(units, pieces.loc, &mut seen);
                }
            }
        }
    }

    fn pieces(&mut self, units: SetupUnits, loc: Loc, seen: &mut Seen) {
        if units.count == 0 {
            let problem =
                Problem::warning("pack/no-units", "this places no units").at(loc, "none at all");
            self.problems.push(problem);
            return;
        }
        let key = (units.owner, units.space, units.kind, units.damage);
        let first = *seen.entry(key).or_insert(loc);
        if first != loc {
            let space = &self.board().spaces[units.space].name;
            let kind = &self.types()[units.kind].name;
            let message = format!("`{space}` places its {kind} twice");
            self.problems.push(Problem::twice(message, loc, first));
            return;
        }
        self.rules.setup.units.push(units);
        self.places.setup.push(loc);
    }
}

/// When war may be declared in a phase.
fn declaring(phase: &Node) -> Declaring {
    match phase.kid(Rule::declaring) {
        Some(said) if said.kid(Rule::before_moves).is_some() => Declaring::BeforeMoves,
        Some(_) => Declaring::Throughout,
        None => Declaring::Never,
    }
}

/// When units are repaired for free in a phase.
fn mending(phase: &Node) -> Mending {
    let said = phase.kid(Rule::mending);
    match said.and_then(|m| m.choice(Rule::phase_edge)) {
        Some(Rule::k_at_its_start) => Mending::AtBeginning,
        Some(_) => Mending::AtEnd,
        None => Mending::Never,
    }
}
