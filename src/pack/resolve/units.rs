//! Attributes, unit types, facilities and groups.

use super::Compiler;
use crate::diag::{Loc, Problem};
use crate::pack::ast::{Item, Name, Places};
use crate::pack::tables::{FacilityRow, HoldRow, Tables, UnitRow};
use crate::rules::{
    AttrId, Blitz, Domain, Facility, Hold, Id, PowerSet, RangeBonus, SpaceFilter, Table, UnitType,
    UnitTypeId, UnitTypeSet, UnitTypes, Value,
};
use std::collections::BTreeMap;

impl Compiler<'_> {
    /// Gives every attribute, unit type and group its id or set.
    pub(super) fn name_units(&mut self, tables: &Tables) {
        let mut attrs = Table::default();
        for name in &tables.attributes {
            if self.room(attrs.len(), 255, "attributes", name.loc) {
                let named = self.scope.attrs.define(name, AttrId::new(attrs.len()));
                if self.keep(named).is_some() {
                    attrs.push(name.text.clone());
                    self.places.attributes.push(name.loc);
                }
            }
        }
        let mut types = Table::default();
        for row in &tables.units {
            if !self.room(
                types.len(),
                UnitTypeSet::CAPACITY,
                "unit types",
                row.name.loc,
            ) {
                break;
            }
            let id = UnitTypeId::new(types.len());
            let named = self.scope.units.define(&row.name, id);
            if self.keep(named).is_none() {
                continue;
            }
            for also in &row.also {
                let named = self.scope.units.define(also, id);
                self.keep(named);
            }
            types.push(plain_type(row, attrs.len()));
            self.places.units.push(row.name.loc);
        }
        self.rules.units = UnitTypes::new(types, attrs);
        self.groups(tables);
    }

    fn groups(&mut self, tables: &Tables) {
        let of = |domain| {
            self.rules
                .units
                .types
                .iter()
                .filter(|(_, t)| t.domain == domain)
                .map(|(id, _)| id)
                .collect()
        };
        let start = Loc {
            file: crate::diag::FileId(0),
            start: 0,
            end: 0,
        };
        let builtin = [
            ("all units", self.all_units()),
            ("land units", of(Domain::Land)),
            ("air units", of(Domain::Air)),
            ("sea units", of(Domain::Sea)),
            ("facilities", of(Domain::Facility)),
        ];
        for (name, set) in builtin {
            let name = Name {
                text: name.to_owned(),
                loc: tables.units.first().map_or(start, |u| u.name.loc),
            };
            let named = self.scope.groups.define(&name, set);
            self.keep(named);
        }
        for (name, list) in &tables.groups {
            let set = self.unit_set(list);
            if let Some((_, first)) = self.scope.units.entry(&name.text) {
                let problem = Problem::error(
                    "pack/duplicate",
                    format!("`{}` is already the name of a unit type", name.text),
                );
                self.problems.push(
                    problem
                        .at(name.loc, "a group of the same name")
                        .at(first, "the unit type"),
                );
            }
            let named = self.scope.groups.define(name, set);
            self.keep(named);
        }
    }

    /// Everything about unit types that names other things.
    pub(super) fn units(&mut self, tables: &Tables, items: &[Item]) {
        let mut types: Vec<UnitType> = self.types().types.values().cloned().collect();
        let mut slots: BTreeMap<String, u8> = BTreeMap::new();
        for row in &tables.units {
            let Some(id) = self.scope.units.get(&row.name.text) else {
                continue;
            };
            if types[id.index()].name == row.name.text {
                self.fill(&mut types[id.index()], row, &mut slots);
            }
        }
        self.sites(items, &mut types);
        let attrs = std::mem::take(&mut self.rules.units.attrs);
        self.rules.units = UnitTypes::new(Table::from_vec(types), attrs);
    }

    fn fill(&mut self, unit: &mut UnitType, row: &UnitRow, slots: &mut BTreeMap<String, u8>) {
        unit.stopped_by = row
            .stopped_by
            .as_ref()
            .map_or(UnitTypeSet::EMPTY, |l| self.unit_set(l));
        unit.blitz = row.blitz.as_ref().map(|(blockers, beside)| Blitz {
            blockers: self.units_or(blockers.as_ref(), self.all_units()),
            beside: beside
                .as_ref()
                .map_or(UnitTypeSet::EMPTY, |l| self.unit_set(l)),
        });
        unit.holds = row.holds.iter().map(|h| self.hold(h)).collect();
        for (name, value) in &row.values {
            match self.scope.attrs.get(&name.text) {
                Some(attr) => unit.values[attr] = *value,
                None => {
                    let known = self.scope.attrs.shown().chain(row.known.iter().copied());
                    let problem = Problem::error(
                        "pack/unknown-key",
                        format!("unit type `{}` has no key `{}`", row.name.text, name.text),
                    )
                    .at(name.loc, "neither a key of unit types nor an attribute")
                    .suggest(&name.text, known)
                    .help("attributes are listed in `attributes`");
                    self.problems.push(problem);
                }
            }
        }
        unit.facility = row
            .facility
            .as_ref()
            .map(|f| self.facility(f, &row.name, slots));
    }

    fn hold(&mut self, row: &HoldRow) -> Hold {
        let slots = row.slots.iter().map(|l| self.unit_set(l)).collect();
        let powers = match &row.powers {
            Some(names) => names.iter().filter_map(|n| self.power(n)).collect(),
            None => self.rules.powers.powers.ids().collect::<PowerSet>(),
        };
        Hold {
            kind: row.kind,
            slots,
            room: row.room,
            powers,
            shut_at: row.shut_at,
        }
    }

    fn facility(
        &mut self,
        row: &FacilityRow,
        name: &Name,
        slots: &mut BTreeMap<String, u8>,
    ) -> Facility {
        let next = u8::try_from(slots.len()).unwrap_or(u8::MAX);
        let slot = *slots
            .entry(row.slot.clone().unwrap_or_else(|| name.text.clone()))
            .or_insert(next);
        let mut range_bonus = Vec::new();
        for bonus in &row.range {
            range_bonus.push(RangeBonus {
                movers: self.unit_set(&bonus.movers),
                points: bonus.points,
                reach: bonus.reach,
            });
        }
        let facility_type = |c: &mut Self, name: &Name| {
            let id = c.unit(name)?;
            if c.types()[id].domain != Domain::Facility {
                let problem = Problem::error(
                    "pack/not-a-facility",
                    format!("`{}` is no facility", name.text),
                );
                c.problems
                    .push(problem.at(name.loc, "a facility is needed here"));
            }
            Some(id)
        };
        if let (Some(disabled), true) = (row.disabled_at, row.disabled_at > Some(row.max_damage)) {
            let problem = Problem::error(
                "pack/damage",
                format!(
                    "`{}` can never be disabled: {disabled} is more than its greatest damage",
                    name.text
                ),
            );
            self.problems
                .push(problem.at(row.loc, format!("its `max_damage` is {}", row.max_damage)));
        }
        Facility {
            slot,
            max_damage: row.max_damage,
            disabled_at: row.disabled_at,
            repair_cost: row.repair_cost,
            production: row.production,
            range_bonus,
            repairs: row
                .repairs
                .as_ref()
                .map_or(UnitTypeSet::EMPTY, |l| self.unit_set(l)),
            upgrade: row
                .upgrade
                .as_ref()
                .and_then(|(from, cost)| facility_type(self, from).map(|id| (id, *cost))),
            site: SpaceFilter::Any,
            captured_as: row
                .captured_as
                .as_ref()
                .and_then(|name| facility_type(self, name)),
        }
    }

    /// Where facilities may be built.
    fn sites(&mut self, items: &[Item], types: &mut [UnitType]) {
        let mut said: BTreeMap<UnitTypeId, Loc> = BTreeMap::new();
        for item in items {
            let Item::Site(list, places) = item else {
                continue;
            };
            let filter = self.filter(places);
            for id in self.unit_set(list).iter() {
                let name = types[id.index()].name.clone();
                match &mut types[id.index()].facility {
                    Some(facility) => facility.site = filter.clone(),
                    None => {
                        let problem = Problem::error(
                            "pack/not-a-facility",
                            format!("`{name}` is no facility"),
                        );
                        self.problems
                            .push(problem.at(list.loc, "only facilities have building sites"));
                    }
                }
                self.once(&mut said, id, places, &name);
            }
        }
    }

    fn once(
        &mut self,
        said: &mut BTreeMap<UnitTypeId, Loc>,
        id: UnitTypeId,
        places: &Places,
        name: &str,
    ) {
        if let Some(first) = said.insert(id, places.loc) {
            let problem = Problem::error(
                "pack/duplicate",
                format!("the site of `{name}` is said twice"),
            );
            self.problems
                .push(problem.at(places.loc, "again here").at(first, "first here"));
        }
    }
}

/// What a type is apart from everything that names other things.
fn plain_type(row: &UnitRow, attrs: usize) -> UnitType {
    UnitType {
        name: row.name.text.clone(),
        aliases: row.also.iter().map(|n| n.text.clone()).collect(),
        domain: row.domain,
        cost: row.cost,
        moves: row.moves,
        hits: row.hits,
        values: Table::from_vec(vec![Value::default(); attrs]),
        size: row.size,
        combat_move: row.combat_move,
        takes_ground: row.takes_ground,
        on_capture: row.on_capture,
        stopped_by: UnitTypeSet::EMPTY,
        blitz: None,
        holds: Vec::new(),
        heals: row.heals,
        facility: None,
        glyph: row.glyph.clone(),
    }
}
