//! Politics, permissions, movement, capture.

use super::Compiler;
use crate::grammar::Rule;
use crate::layer::{Piece, plain};
use crate::tree::Node;
use sandtable_diag::{Loc, Problem, Sources};
use sandtable_rules::{
    Action, BattlePlan, Cond, Declaration, Guardianship, LandingBar, Permission, PlacementRule,
    PowerSet, PurchaseRule, Site, UnitTypeSet, Verdict,
};

/// What all permissions have in common.
struct Permit<'n> {
    said: &'n Node,
    verdict: Verdict,
    powers: PowerSet,
    when: Cond,
    reason: String,
}

/// What stands in for a reason that a row does not give: rules that are laid over a pack are named, so
/// that none of the pack's own rules is made out to say what they do.
fn own_name(row: &Piece, sources: &Sources) -> String {
    if row.layer == 0 {
        return String::new();
    }
    let row_said = || format!("“{}”", plain(sources.text(row.node.loc)));
    let labelled = row.thing.as_ref();
    let named = labelled.map_or_else(row_said, |rule| format!("the rule “{}”", rule.name));
    match row.node.choice(Rule::permit_word) {
        Some(Rule::k_forbid) => format!("{named} forbids it"),
        // Where new units may stand is all that such a row says.
        _ if row.node.kid(Rule::d_place).is_some() => format!("only {named} allows it"),
        _ => String::new(),
    }
}

impl Compiler<'_> {
    /// Everything that allows, forbids or sets a parameter.
    pub(super) fn policy(&mut self) {
        let mut movement: Option<Loc> = None;
        for piece in self.pieces {
            match piece.kind {
                Rule::as_one => {
                    let set = self.unless_hollow(|c| c.power_set(&piece.node));
                    self.rules.politics.as_one.extend(set);
                }
                Rule::guardians => self.guardians(&piece.node),
                Rule::permit => self.permit(piece),
                Rule::movement => {
                    self.one_movement(piece, &mut movement);
                    self.move_row(&piece.node);
                }
                Rule::capture => self.capture_row(&piece.node),
                _ => {}
            }
        }
    }

    fn guardians(&mut self, said: &Node) {
        let [guardians, wards] = said.parts();
        let both = self.unless_hollow(|c| (c.power_set(guardians), c.power_set(wards)));
        let Some((guardians, wards)) = both else {
            return;
        };
        let when = self.when_of(said);
        let of = |ward| Guardianship {
            ward,
            guardians,
            when: when.clone(),
        };
        let all = wards.iter().map(of);
        self.rules.politics.guardianships.extend(all);
    }

    /// Reports a second block about movement in the same layer.
    fn one_movement(&mut self, piece: &Piece, block: &mut Option<Loc>) {
        match *block {
            Some(first) if piece.layer == 0 && piece.block != first => {
                *block = Some(piece.block);
                let message = "movement is described twice";
                self.problems
                    .push(Problem::twice(message, piece.block, first));
            }
            Some(_) => {}
            None => *block = Some(piece.block),
        }
    }

    fn permit(&mut self, piece: &Piece) {
        let said = &piece.node;
        let powers = &said.kids[1];
        let read = self.unless_hollow(|c| (c.power_set(powers), c.when_of(said)));
        let Some((powers, when)) = read else { return };
        let verdict = match said.choice(Rule::permit_word) {
            Some(Rule::k_forbid) => Verdict::Forbid,
            _ => Verdict::Allow,
        };
        let because = said.kid(Rule::because);
        let permit = Permit {
            said,
            verdict,
            powers,
            when,
            reason: because.map_or_else(
                || own_name(piece, self.problems.sources()),
                |b| b.kids[0].text.clone(),
            ),
        };
        if let Some(deed) = said.kid(Rule::d_act) {
            return self.permit_acts(permit, deed);
        }
        if let Some(with) = said.kid(Rule::units) {
            let message = "unit types belong after `buy` or `place`, or not here at all";
            let problem = Problem::error("pack/permission", message)
                .at(with.loc, "`with …` narrows movement only");
            self.problems.push(problem);
        }
        if let Some(deed) = said.kid(Rule::d_place) {
            self.permit_placing(permit, deed);
        } else if let Some(deed) = said.kid(Rule::d_buy) {
            let units = self.unit_set(deed);
            self.rules.economy.purchases.push(PurchaseRule {
                verdict,
                by: powers,
                units,
                when: permit.when,
                reason: permit.reason,
            });
            self.places.purchases.push(said.loc);
        } else if let Some(deed) = said.kid(Rule::d_declare)
            && let Some(on) = self.unless_hollow(|c| c.power_set(deed))
        {
            self.rules.politics.declarations.push(Declaration {
                verdict,
                by: powers,
                on,
                when: permit.when,
                reason: permit.reason,
            });
            self.places.declarations.push(said.loc);
        }
    }

    fn permit_placing(&mut self, permit: Permit<'_>, deed: &Node) {
        let loc = permit.said.loc;
        if permit.verdict == Verdict::Forbid {
            let message = "the first row to `place` a type decides where, and so says all";
            let problem = Problem::error("pack/permission", message)
                .at(loc, "this says nothing")
                .help("say `permit` for where it may");
            self.problems.push(problem);
            return;
        }
        let units = self.unit_set(&deed.kids[0]);
        let places = deed.kid(Rule::places);
        let filter = self.unless_hollow(|c| places.map(|p| c.filter(p)));
        let Some(filter) = filter else { return };
        if permit.said.kid(Rule::when).is_some() {
            let message = "where units are placed cannot depend on a condition";
            let problem = Problem::error("pack/permission", message)
                .at(loc, "this has a `when`")
                .help("put the condition on `permit … to buy`");
            self.problems.push(problem);
        }
        self.rules.economy.placements.push(PlacementRule {
            by: permit.powers,
            units,
            site: filter.map_or(Site::Producer, Site::Own),
            reason: permit.reason,
        });
    }

    fn permit_acts(&mut self, permit: Permit<'_>, deed: &Node) {
        let places = deed.kid(Rule::places);
        let filter = self.unless_hollow(|c| places.map(|p| c.filter(p)));
        let Some(spaces) = filter.flatten() else {
            return;
        };
        let with = permit.said.kid(Rule::units);
        let units = self.units_or(with, self.all_units());
        for action in deed.all(Rule::action) {
            self.rules.movement.permissions.push(Permission {
                verdict: permit.verdict,
                action: action_of(action),
                powers: permit.powers,
                units,
                spaces: spaces.clone(),
                when: permit.when.clone(),
                reason: permit.reason.clone(),
            });
            self.places.permissions.push(permit.said.loc);
        }
    }

    fn move_row(&mut self, row: &Node) {
        let units = |c: &mut Self, nth| {
            let list = row.all(Rule::units).nth(nth);
            c.units_or(list, UnitTypeSet::EMPTY)
        };
        match row.rule {
            Rule::m_hostile => self.rules.movement.hostile_zone = units(self, 0),
            Rule::m_ignore => self.rules.movement.ignorable = units(self, 0),
            Rule::m_load => self.rules.movement.load_barred_by = units(self, 0),
            Rule::m_unload => self.rules.movement.unload_barred_by = units(self, 0),
            Rule::m_allied => self.rules.movement.allied_decks = true,
            Rule::m_new => self.rules.movement.new_decks = true,
            Rule::m_stranded => {
                self.rules.movement.stranded_range = self.number(&row.kids[0]);
            }
            Rule::m_landing => {
                self.rules.movement.landing_bar = Some(LandingBar {
                    by: units(self, 0),
                    escorts: units(self, 1),
                });
            }
            _ => {
                let (shooters, targets) = (units(self, 0), units(self, 1));
                let escorts = units(self, 2);
                if let Some(value) = self.find(|s| &mut s.attrs, &row.kids[1]) {
                    let shots = (shooters, value, targets);
                    let plan = BattlePlan::passing_shots(shots, escorts, self.roll);
                    self.rules.movement.passing_shots.push(plan);
                    self.places.shots.push(row.loc);
                }
            }
        }
    }

    fn capture_row(&mut self, row: &Node) {
        match row.rule {
            Rule::x_none | Rule::x_always => {
                let (set, economy) = (self.power_set(row), &mut self.rules.economy);
                let all = match row.rule {
                    Rule::x_none => &mut economy.no_liberation,
                    _ => &mut economy.always_liberated,
                };
                *all = all.union(set);
            }
            Rule::x_never => {
                let set = self.static_places(&row.kids[0]);
                let all = &mut self.rules.economy.kept_spaces;
                *all = all.union(set);
            }
            Rule::x_liberation => self.rules.economy.liberation = self.cond(&row.kids[0]),
            Rule::x_restored => {
                let land = row.choice(Rule::restored) == Some(Rule::k_land);
                self.rules.economy.capital_restores = land;
            }
            _ => self.rules.economy.capital_yields_treasury = true,
        }
    }
}

fn action_of(said: &Node) -> Action {
    match said.word {
        Some(Rule::k_enter) => Action::Enter,
        Some(Rule::k_fly_over) => Action::Fly,
        Some(Rule::k_attack) => Action::Attack,
        Some(Rule::k_end_in) => Action::End,
        Some(Rule::k_pass_through) => Action::Pass,
        Some(Rule::k_load_before_sailing_in) => Action::LoadBeforeSailing,
        Some(Rule::k_load_in) => Action::Load,
        Some(Rule::k_board_in) => Action::Board,
        Some(Rule::k_use_facilities_in) => Action::UseFacility,
        _ => Action::Repair,
    }
}
