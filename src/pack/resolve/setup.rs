//! The turn plan and the opening position.

use super::Compiler;
use crate::diag::{Loc, Problem};
use crate::pack::ast::{Item, Name, PhaseItem, Pieces, TurnRow};
use crate::pack::tables::Manifest;
use crate::rules::{Id, Phase, PhaseId, PowerId, SetupUnits, SpaceId};

impl Compiler<'_> {
    /// Gives every phase its id.
    pub(super) fn name_phases(&mut self, items: &[Item]) {
        let mut count = 0;
        for item in items {
            let Item::Turn(rows, _) = item else { continue };
            for row in rows {
                let (TurnRow::Phase(phase) | TurnRow::Beside { phase, .. }) = row else {
                    continue;
                };
                if self.room(count, 64, "phases", phase.name.loc) {
                    let named = self.scope.phases.define(&phase.name, PhaseId::new(count));
                    count += usize::from(self.keep(named).is_some());
                }
            }
        }
    }

    /// The order of play and the phases.
    pub(super) fn turn(&mut self, manifest: &Manifest, items: &[Item]) {
        let mut order: Option<Loc> = None;
        let mut start = 1;
        for item in items {
            let Item::Turn(rows, loc) = item else {
                continue;
            };
            for row in rows {
                match row {
                    TurnRow::Order(names) => {
                        let at = names
                            .first()
                            .zip(names.last())
                            .map_or(*loc, |(a, z)| a.loc.to(z.loc));
                        if let Some(first) = order.replace(at) {
                            let problem =
                                Problem::error("pack/duplicate", "the order of play is said twice");
                            self.problems
                                .push(problem.at(at, "again here").at(first, "first here"));
                        } else {
                            self.order(names);
                        }
                    }
                    // Settled when the layers became one.
                    TurnRow::OrderBy(..) => {}
                    TurnRow::Start(round) => start = *round,
                    TurnRow::Phase(phase) | TurnRow::Beside { phase, .. } => self.phase(phase),
                }
            }
        }
        self.rules.setup.first_round = start;
        if self.rules.turn.order.is_empty() && !self.problems.has_errors() {
            let help = "say `turn { order …  phase … does … }` in a .rules file";
            let problem = Problem::error(
                "pack/no-turn",
                "the pack does not say who plays in which order",
            );
            self.problems
                .push(problem.at(manifest.name.loc, "this pack").help(help));
        }
    }

    fn order(&mut self, names: &[Name]) {
        for name in names {
            let Some(power) = self.power(name) else {
                continue;
            };
            if self.rules.turn.order.contains(&power) {
                let problem = Problem::error(
                    "pack/duplicate",
                    format!("`{}` has two turns a round", name.text),
                );
                self.problems
                    .push(problem.at(name.loc, "this is the second one"));
            } else if !self.rules.powers[power].plays {
                let problem = Problem::error(
                    "pack/no-player",
                    format!("`{}` has no player and so no turn", name.text),
                );
                let loc = self.places.powers[power.index()];
                self.problems.push(
                    problem
                        .at(name.loc, "in the order of play here")
                        .at(loc, "`plays = false` here"),
                );
            } else {
                self.rules.turn.order.push(power);
            }
        }
    }

    fn phase(&mut self, phase: &PhaseItem) {
        let skip = match &phase.skip {
            Some(cond) => self.cond(cond),
            None => crate::rules::Cond::Not(Box::new(crate::rules::Cond::Always)),
        };
        if self
            .scope
            .phases
            .get(&phase.name.text)
            .is_some_and(|id| id.index() == self.rules.turn.phases.len())
        {
            self.rules.turn.phases.push(Phase {
                name: phase.name.text.clone(),
                kind: phase.kind,
                skip,
            });
        }
    }

    /// The units on the board at the start.
    pub(super) fn setup(&mut self, items: &[Item]) {
        for item in items {
            let Item::Setup(owner, rows) = item else {
                continue;
            };
            let owner = self.power(owner);
            for row in rows {
                let space = self.space(&row.space);
                for pieces in &row.pieces {
                    let kind = self.unit(&pieces.kind);
                    if let (Some(owner), Some(space), Some(kind)) = (owner, space, kind) {
                        self.pieces(
                            owner,
                            space,
                            SetupUnits {
                                owner,
                                space,
                                kind,
                                count: pieces.count,
                                damage: pieces.damage,
                            },
                            pieces,
                        );
                    }
                }
            }
        }
    }

    fn pieces(&mut self, owner: PowerId, space: SpaceId, units: SetupUnits, said: &Pieces) {
        if units.count == 0 {
            self.problems.push(
                Problem::warning("pack/no-units", "this places no units")
                    .at(said.loc, "none at all"),
            );
            return;
        }
        let same = |u: &SetupUnits| {
            (u.owner, u.space, u.kind, u.damage) == (owner, space, units.kind, units.damage)
        };
        if let Some(first) = self.rules.setup.units.iter().position(same) {
            let message = format!(
                "`{}` places its {} twice",
                self.board().spaces[space].name,
                self.types()[units.kind].name
            );
            let first = self.places.setup[first];
            self.problems.push(
                Problem::error("pack/duplicate", message)
                    .at(said.loc, "again here")
                    .at(first, "first here"),
            );
            return;
        }
        self.rules.setup.units.push(units);
        self.places.setup.push(said.loc);
    }
}
