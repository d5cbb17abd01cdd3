//! Attributes, unit types, facilities and groups.

use super::Compiler;
use crate::diag::{Loc, Problem};
use crate::pack::grammar::Rule;
use crate::pack::layer::Row;
use crate::pack::tables::{CAPTURES, DOMAINS, REACHES, Reader};
use crate::pack::tree::{Name, Node};
use crate::rules::{
    AttrId, Blitz, Domain, Facility, Hold, HoldKind, Id, OnCapture, PowerSet, Production,
    RangeBonus, Reach, SpaceFilter, Table, UnitType, UnitTypeId, UnitTypeSet, UnitTypes, Value,
};
use std::collections::BTreeMap;

impl Compiler<'_> {
    /// Gives every attribute, unit type and group its id or set.
    pub(super) fn name_units(&mut self, rows: &mut [Row]) {
        let mut attrs = Table::default();
        for name in self.of(Rule::attributes) {
            if self.room(attrs.len(), 255, "attributes", name.loc) {
                let named = self.scope.attrs.define(name, AttrId::new(attrs.len()));
                if self.keep(named).is_some() {
                    attrs.push(name.text.clone());
                    self.places.attributes.push(name.loc);
                }
            }
        }
        let mut types = Table::default();
        for row in rows.iter_mut() {
            let loc = row.name.loc;
            if !self.room(types.len(), UnitTypeSet::CAPACITY, "unit types", loc) {
                break;
            }
            let id = UnitTypeId::new(types.len());
            let named = self.scope.units.define(&row.name, id);
            if self.keep(named).is_none() {
                continue;
            }
            let unit = plain_type(&row.name, &mut row.table, attrs.len());
            for also in row.table.names("also").unwrap_or_default() {
                let named = self.scope.units.define(&also, id);
                self.keep(named);
            }
            types.push(unit);
            self.places.units.push(loc);
        }
        self.rules.units = UnitTypes::new(types, attrs);
        self.groups(rows.first().map_or(Loc::START, |u| u.name.loc));
    }

    fn groups(&mut self, start: Loc) {
        let types = self.types();
        let builtin = [
            ("all units", self.all_units()),
            ("land units", types.land),
            ("air units", types.air),
            ("sea units", types.sea),
            ("facilities", types.facilities),
        ];
        for (name, set) in builtin {
            let named = self.scope.groups.define(&Name::new(name, start), set);
            self.keep(named);
        }
        for said in self.of(Rule::group) {
            let [name, list] = &said.kids[..] else {
                continue;
            };
            let set = self.unit_set(list);
            if let Some((_, first)) = self.scope.units.entry(&name.text) {
                let message = format!("`{}` is already the name of a unit type", name.text);
                let problem = Problem::error("pack/duplicate", message)
                    .at(name.loc, "a group of the same name")
                    .at(first, "the unit type");
                self.problems.push(problem);
            }
            let named = self.scope.groups.define(name, set);
            self.keep(named);
        }
    }

    /// Everything about unit types that names other things.
    pub(super) fn units(&mut self, rows: Vec<Row>) {
        let mut types: Vec<UnitType> = self.types().types.values().cloned().collect();
        let mut slots: BTreeMap<String, u8> = BTreeMap::new();
        for mut row in rows {
            if let Some(id) = self.scope.units.get(&row.name.text)
                && types[id.index()].name == row.name.text
            {
                self.fill(&mut types[id.index()], &mut row, &mut slots);
            }
            row.finish(self.problems);
        }
        self.sites(&mut types);
        let attrs = std::mem::take(&mut self.rules.units.attrs);
        self.rules.units = UnitTypes::new(Table::from_vec(types), attrs);
    }

    fn fill(&mut self, unit: &mut UnitType, row: &mut Row, slots: &mut BTreeMap<String, u8>) {
        let (name, table) = (&row.name, &mut row.table);
        unit.stopped_by = self.units_of(table, "stopped_by");
        unit.blitz = table.table("blitz", "the blitz", |t| Blitz {
            blockers: match t.units("blockers") {
                Some(list) => self.unit_set(&list),
                None => self.all_units(),
            },
            beside: self.units_of(t, "beside"),
        });
        for (key, kind) in [("cargo", HoldKind::Cargo), ("deck", HoldKind::Deck)] {
            let what = format!("the {key}");
            unit.holds
                .extend(table.table_list(key, &what, |t| self.hold(kind, t)));
        }
        if unit.domain == Domain::Facility {
            unit.facility = Some(self.facility(name, table, slots));
        }
        let known = table.known().to_vec();
        for (key, value) in table.rest() {
            match self.scope.attrs.get(&key.text) {
                Some(attr) => unit.values[attr] = value,
                None => {
                    let known = self.scope.attrs.shown().chain(known.iter().copied());
                    let message = format!("unit type `{}` has no key `{}`", name.text, key.text);
                    let problem = Problem::error("pack/unknown-key", message)
                        .at(key.loc, "neither a key of unit types nor an attribute")
                        .suggest(&key.text, known)
                        .help("attributes are listed in `attributes`");
                    self.problems.push(problem);
                }
            }
        }
    }

    /// The unit types that a key lists; none without it.
    fn units_of(&mut self, table: &mut Reader, key: &'static str) -> UnitTypeSet {
        let list = table.units(key);
        self.units_or(list.as_ref(), UnitTypeSet::EMPTY)
    }

    fn hold(&mut self, kind: HoldKind, table: &mut Reader) -> Hold {
        let slots = table.unit_lists("slots");
        if slots.is_none() {
            table.missing("slots");
        }
        let slots = slots.unwrap_or_default();
        Hold {
            kind,
            slots: slots.iter().map(|l| self.unit_set(l)).collect(),
            room: table.int("room"),
            powers: match table.names("powers") {
                Some(names) => names.iter().filter_map(|n| self.power(n)).collect(),
                None => self.rules.powers.powers.ids().collect::<PowerSet>(),
            },
            shut_at: table.int("shut_at"),
        }
    }

    fn facility(
        &mut self,
        name: &Name,
        table: &mut Reader,
        slots: &mut BTreeMap<String, u8>,
    ) -> Facility {
        let range_bonus = table.table_list("range_bonus", "the range bonus", |t| {
            let reach = t.word("reach", "reach", REACHES);
            let points = t.int("points").unwrap_or(1);
            let movers = t.units("movers");
            if movers.is_none() {
                t.missing("movers");
            }
            movers.map(|movers| RangeBonus {
                movers: self.unit_set(&movers),
                points,
                reach: reach.unwrap_or(Reach::Here),
            })
        });
        let upgrade = table.table("upgrade", "the upgrade", |t| {
            let from = t.needed("from");
            let cost = t.int("cost").unwrap_or(0);
            from.and_then(|from| self.facility_type(&from).map(|id| (id, cost)))
        });
        let units = table.int("builds").map(Production::Units);
        let income = table.flag("builds_income") == Some(true);
        let slot = table
            .text("slot")
            .map_or_else(|| name.text.clone(), |n| n.text);
        let next = u8::try_from(slots.len()).unwrap_or(u8::MAX);
        let facility = Facility {
            slot: *slots.entry(slot).or_insert(next),
            max_damage: table.int("max_damage").unwrap_or(0),
            disabled_at: table.int("disabled_at"),
            repair_cost: table.int("repair_cost").unwrap_or(1),
            production: units.or(income.then_some(Production::Income)),
            range_bonus: range_bonus.into_iter().flatten().collect(),
            repairs: self.units_of(table, "repairs"),
            upgrade: upgrade.flatten(),
            site: SpaceFilter::Any,
            captured_as: table
                .text("captured_as")
                .and_then(|name| self.facility_type(&name)),
        };
        let most = facility.max_damage;
        if let Some(disabled) = facility.disabled_at.filter(|d| *d > most) {
            let message = format!(
                "`{}` can never be disabled: {disabled} is more than its greatest damage",
                name.text
            );
            let problem = Problem::error("pack/damage", message);
            self.problems
                .push(problem.at(name.loc, format!("its `max_damage` is {most}")));
        }
        facility
    }

    fn facility_type(&mut self, name: &Name) -> Option<UnitTypeId> {
        let id = self.unit(name)?;
        if self.types()[id].domain != Domain::Facility {
            let message = format!("`{}` is no facility", name.text);
            let problem = Problem::error("pack/not-a-facility", message);
            self.problems
                .push(problem.at(name.loc, "a facility is needed here"));
        }
        Some(id)
    }

    /// Where facilities may be built.
    fn sites(&mut self, types: &mut [UnitType]) {
        let mut said: BTreeMap<UnitTypeId, Loc> = BTreeMap::new();
        for site in self.of(Rule::site) {
            let [list, places] = &site.kids[..] else {
                continue;
            };
            let filter = self.filter(places);
            for id in self.unit_set(list).iter() {
                let name = types[id.index()].name.clone();
                match &mut types[id.index()].facility {
                    Some(facility) => facility.site = filter.clone(),
                    None => {
                        let message = format!("`{name}` is no facility");
                        let problem = Problem::error("pack/not-a-facility", message);
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
        places: &Node,
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
fn plain_type(name: &Name, table: &mut Reader, attrs: usize) -> UnitType {
    if !table.has("domain") {
        table.missing("domain");
    }
    let domain = table.word("domain", "domain", DOMAINS);
    let domain = domain.unwrap_or(Domain::Land);
    let facility = domain == Domain::Facility;
    let on_capture = table.word("on_capture", "outcome of a capture", CAPTURES);
    let fallback = match domain {
        Domain::Facility => OnCapture::ChangesHands,
        _ => OnCapture::Holds,
    };
    let glyph = table.text("glyph");
    let also = table.peek_names("also");
    UnitType {
        name: name.text.clone(),
        aliases: also,
        domain,
        cost: table.int("cost"),
        moves: table.int("moves").unwrap_or(0),
        hits: table.int("hits").unwrap_or(u8::from(!facility)),
        values: Table::from_vec(vec![Value::default(); attrs]),
        size: table.int("size").unwrap_or(1),
        combat_move: table.flag("combat_move").unwrap_or(!facility),
        takes_ground: table.flag("takes_ground").unwrap_or(domain == Domain::Land),
        on_capture: on_capture.unwrap_or(fallback),
        stopped_by: UnitTypeSet::EMPTY,
        blitz: None,
        holds: Vec::new(),
        heals: table.flag("heals").unwrap_or(false),
        facility: None,
        glyph: glyph.map_or_else(|| initials(&name.text), |g| g.text),
    }
}

fn initials(name: &str) -> String {
    name.split(['_', ' ', '-'])
        .filter_map(|w| w.chars().next())
        .flat_map(char::to_uppercase)
        .take(2)
        .collect()
}
