//! Politics, permissions, movement, capture.

use super::Compiler;
use crate::diag::{Loc, Problem};
use crate::pack::ast::{CaptureRow, Deed, Item, MoveRow, PermitItem};
use crate::rules::{
    Declaration, Guardianship, LandingBar, PassingShot, Permission, PlacementRule, PowerSet,
    PurchaseRule, Site, Verdict,
};

impl Compiler<'_> {
    /// Everything that allows, forbids or sets a parameter.
    pub(super) fn policy(&mut self, items: &[Item]) {
        let mut movement: Option<Loc> = None;
        for item in items {
            match item {
                Item::AsOne(list) => {
                    let set = self.unless_hollow(|c| c.power_set(list));
                    self.rules.politics.as_one.extend(set);
                }
                Item::Guardians(guardians, wards, when) => {
                    let both = self.unless_hollow(|c| (c.power_set(guardians), c.power_set(wards)));
                    let Some((guardians, wards)) = both else {
                        continue;
                    };
                    let when = self.when(when.as_ref());
                    let of = |ward| Guardianship {
                        ward,
                        guardians,
                        when: when.clone(),
                    };
                    self.rules
                        .politics
                        .guardianships
                        .extend(wards.iter().map(of));
                }
                Item::Permit(permit) => self.permit(permit),
                Item::Movement(rows, loc) => {
                    if let Some(first) = movement.replace(*loc) {
                        let problem =
                            Problem::error("pack/duplicate", "movement is described twice");
                        self.problems
                            .push(problem.at(*loc, "again here").at(first, "first here"));
                    }
                    rows.iter().for_each(|r| self.move_row(r));
                }
                Item::Capture(rows) => rows.iter().for_each(|r| self.capture_row(r)),
                _ => {}
            }
        }
    }

    fn permit(&mut self, permit: &PermitItem) {
        let read =
            self.unless_hollow(|c| (c.power_set(&permit.powers), c.when(permit.when.as_ref())));
        let Some((powers, when)) = read else { return };
        let reason = permit.because.clone().unwrap_or_default();
        if let (Some(with), false) = (&permit.with, matches!(permit.deed, Deed::Act(..))) {
            let problem = Problem::error(
                "pack/permission",
                "unit types belong after `buy` or `place`, or not here at all",
            );
            self.problems
                .push(problem.at(with.loc, "`with …` narrows movement only"));
        }
        let verdict = if permit.forbid {
            Verdict::Forbid
        } else {
            Verdict::Allow
        };
        match &permit.deed {
            Deed::Declare(on) => {
                let Some(on) = self.unless_hollow(|c| c.power_set(on)) else {
                    return;
                };
                self.rules.politics.declarations.push(Declaration {
                    verdict,
                    by: powers,
                    on,
                    when,
                    reason,
                });
                self.places.declarations.push(permit.loc);
            }
            Deed::Buy(units) => {
                let units = self.unit_set(units);
                self.rules.economy.purchases.push(PurchaseRule {
                    verdict,
                    by: powers,
                    units,
                    when,
                    reason,
                });
                self.places.purchases.push(permit.loc);
            }
            Deed::Place(units, places) => {
                if permit.forbid {
                    let problem = Problem::error(
                        "pack/permission",
                        "the first row to `place` a type decides where, and so says all",
                    );
                    self.problems.push(
                        problem
                            .at(permit.loc, "this says nothing")
                            .help("say `permit` for where it may"),
                    );
                    return;
                }
                let units = self.unit_set(units);
                let filter = self.unless_hollow(|c| places.as_ref().map(|p| c.filter(p)));
                let Some(filter) = filter else { return };
                let site = filter.map_or(Site::Producer, Site::Own);
                if permit.when.is_some() {
                    let problem = Problem::error(
                        "pack/permission",
                        "where units are placed cannot depend on a condition",
                    );
                    self.problems.push(
                        problem
                            .at(permit.loc, "this has a `when`")
                            .help("put the condition on `permit … to buy`"),
                    );
                }
                self.rules.economy.placements.push(PlacementRule {
                    by: powers,
                    units,
                    site,
                });
            }
            Deed::Act(actions, places) => {
                let Some(spaces) = self.unless_hollow(|c| c.filter(places)) else {
                    return;
                };
                let units = self.units_or(permit.with.as_ref(), self.all_units());
                for action in actions {
                    let (spaces, when, reason) = (spaces.clone(), when.clone(), reason.clone());
                    let row = Permission {
                        verdict,
                        action: *action,
                        powers,
                        units,
                        spaces,
                        when,
                        reason,
                    };
                    self.rules.movement.permissions.push(row);
                    self.places.permissions.push(permit.loc);
                }
            }
        }
    }

    fn move_row(&mut self, row: &MoveRow) {
        match row {
            MoveRow::Hostile(units) => self.rules.movement.hostile_zone = self.unit_set(units),
            MoveRow::Ignore(units) => self.rules.movement.ignorable = self.unit_set(units),
            MoveRow::Load(units) => self.rules.movement.load_barred_by = self.unit_set(units),
            MoveRow::Unload(units) => self.rules.movement.unload_barred_by = self.unit_set(units),
            MoveRow::AlliedDecks => self.rules.movement.allied_decks = true,
            MoveRow::NewDecks => self.rules.movement.new_decks = true,
            MoveRow::Stranded(steps) => self.rules.movement.stranded_range = *steps,
            MoveRow::Landing { by, escorts } => {
                let escorts = escorts
                    .as_ref()
                    .map(|l| self.unit_set(l))
                    .unwrap_or_default();
                self.rules.movement.landing_bar = Some(LandingBar {
                    by: self.unit_set(by),
                    escorts,
                });
            }
            MoveRow::Shot {
                loc,
                shooters,
                value,
                targets,
                escorts,
            } => {
                let (shooters, targets) = (self.unit_set(shooters), self.unit_set(targets));
                let escorts = escorts
                    .as_ref()
                    .map(|l| self.unit_set(l))
                    .unwrap_or_default();
                let found = self.scope.attrs.find(value);
                if let Some(value) = self.keep(found) {
                    self.rules.movement.passing_shots.push(PassingShot {
                        shooters,
                        value,
                        targets,
                        escorts,
                    });
                    self.places.shots.push(*loc);
                }
            }
        }
    }

    fn capture_row(&mut self, row: &CaptureRow) {
        match row {
            CaptureRow::Treasury => self.rules.economy.capital_yields_treasury = true,
            CaptureRow::NoLiberation(list) => {
                let set = self.power_set(list);
                add(&mut self.rules.economy.no_liberation, set);
            }
            CaptureRow::Always(list) => {
                let set = self.power_set(list);
                add(&mut self.rules.economy.always_liberated, set);
            }
            CaptureRow::Never(places) => {
                let set = self.static_places(places);
                self.rules.economy.kept_spaces = self.rules.economy.kept_spaces.union(set);
            }
        }
    }
}

fn add(to: &mut PowerSet, set: PowerSet) {
    *to = to.union(set);
}
