//! What unit types that are facilities say besides: damage, production, upgrades, and where they may be built.

use super::Compiler;
use crate::diag::{Loc, Problem};
use crate::pack::grammar::Rule;
use crate::pack::tables::{Many, Reader, Set, Shape, key, needed, schema};
use crate::pack::tree::Name;
use crate::rules::{
    Domain, Facility, Production, RangeBonus, Reach, SpaceFilter, UnitTypeId, UnitTypeSet,
};
use std::collections::BTreeMap;

/// What else `[unit.NAME]` says of a facility.
pub const FACILITY: Shape<Facility> = Shape {
    title: "A facility",
    keys: &[
        key(
            "slot",
            Set::Else(schema::text),
            "Facilities of one slot exclude each other on a space.",
        ),
        key(
            "max_damage",
            Set::Small(|f, n| f.max_damage = n),
            "Damage on a facility never exceeds this.",
        ),
        key(
            "disabled_at",
            Set::Small(|f, n| f.disabled_at = Some(n)),
            "With this much damage a facility serves nobody.",
        ),
        key(
            "repair_cost",
            Set::Medium(|f, n| f.repair_cost = n),
            "The price of removing a point of damage, in IPC.",
        ),
        key(
            "builds_income",
            Set::Flag(|f, on| f.production = on.then_some(Production::Income)),
            "A facility mobilizes as many units as its territory's income.",
        ),
        key(
            "builds",
            Set::Small(|f, n| f.production = Some(Production::Units(n))),
            "Units a facility mobilizes a turn.",
        ),
        key(
            "range_bonus",
            Set::Table(
                Many::List,
                || RANGE.schema(),
                |c, f, table| {
                    let mut bonus = RangeBonus {
                        movers: UnitTypeSet::EMPTY,
                        points: 1,
                        reach: Reach::Here,
                    };
                    RANGE.read(c, &mut bonus, table);
                    f.range_bonus.push(bonus);
                },
            ),
            "Extra movement for units that start near a facility.",
        ),
        key(
            "repairs",
            Set::Units(|f, units| f.repairs = units),
            "Unit types that a facility repairs for free.",
        ),
        key(
            "upgrade",
            Set::Table(
                Many::One,
                || UPGRADE.schema(),
                |c, f, table| {
                    let mut upgrade = (None, 0);
                    UPGRADE.read(c, &mut upgrade, table);
                    f.upgrade = upgrade.0.map(|from| (from, upgrade.1));
                },
            ),
            "The facility it may be built upon.",
        ),
        key(
            "captured_as",
            Set::Text(|c, f, name| f.captured_as = c.facility_type(&name)),
            "The type a facility becomes on capture.",
        ),
    ],
};

const RANGE: Shape<RangeBonus> = Shape {
    title: "Extra movement",
    keys: &[
        needed(
            "movers",
            Set::Units(|r, units| r.movers = units),
            "the unit types that gain movement",
            "The unit types that gain movement.",
        ),
        key(
            "points",
            Set::Small(|r, n| r.points = n),
            "The movement points gained.",
        ),
        key(
            "reach",
            Set::Word(
                "reach",
                &[
                    ("here", |r| r.reach = Reach::Here),
                    ("offshore", |r| r.reach = Reach::Offshore),
                ],
            ),
            "Where they start: in its space, or in zones beside it.",
        ),
    ],
};

const UPGRADE: Shape<(Option<UnitTypeId>, u16)> = Shape {
    title: "An upgrade",
    keys: &[
        needed(
            "from",
            Set::Text(|c, up, name| up.0 = c.facility_type(&name)),
            "the type it is built upon",
            "The type it is built upon.",
        ),
        key(
            "cost",
            Set::Medium(|up, n| up.1 = n),
            "The price then, in IPC.",
        ),
    ],
};

impl Compiler<'_> {
    /// A facility with everything its table says.
    pub(super) fn facility(
        &mut self,
        name: &Name,
        table: &mut Reader,
        slots: &mut BTreeMap<String, u8>,
    ) -> Facility {
        let slot = table
            .text("slot")
            .map_or_else(|| name.text.clone(), |n| n.text);
        let next = u8::try_from(slots.len()).unwrap_or(u8::MAX);
        let mut facility = Facility {
            slot: *slots.entry(slot).or_insert(next),
            max_damage: 0,
            disabled_at: None,
            repair_cost: 1,
            production: None,
            range_bonus: Vec::new(),
            repairs: UnitTypeSet::EMPTY,
            upgrade: None,
            site: SpaceFilter::Any,
            captured_as: None,
        };
        FACILITY.read(self, &mut facility, table);
        let most = facility.max_damage;
        if let Some(disabled) = facility.disabled_at.filter(|d| *d > most) {
            let message = format!(
                "`{}` can never be disabled: {disabled} is more than its greatest damage",
                name.text
            );
            let problem = Problem::error("pack/damage", message)
                .at(name.loc, format!("its `max_damage` is {most}"));
            self.problems.push(problem);
        }
        facility
    }

    fn facility_type(&mut self, name: &Name) -> Option<UnitTypeId> {
        let id = self.unit(name)?;
        if self.types()[id].domain != Domain::Facility {
            let message = format!("`{}` is no facility", name.text);
            let problem = Problem::error("pack/not-a-facility", message)
                .at(name.loc, "a facility is needed here");
            self.problems.push(problem);
        }
        Some(id)
    }

    /// Where facilities may be built.
    pub(super) fn sites(&mut self) {
        let mut said: BTreeMap<UnitTypeId, Loc> = BTreeMap::new();
        for site in self.of(Rule::site) {
            let [list, places] = &site.kids[..] else {
                continue;
            };
            let filter = self.filter(places);
            let (land, all) = (self.board().land, self.board().spaces.ids().collect());
            if filter.among(land).is_empty() && !filter.among(all).is_empty() {
                let message = "facilities stand on land, and these are sea zones";
                let problem = Problem::error("pack/site", message).at(places.loc, "");
                self.problems.push(problem);
            }
            for id in self.unit_set(list).iter() {
                let unit = &mut self.rules.units.types[id];
                let name = unit.name.clone();
                match &mut unit.facility {
                    Some(facility) => facility.site = filter.clone(),
                    None => {
                        let message = format!("`{name}` is no facility");
                        let problem = Problem::error("pack/not-a-facility", message)
                            .at(list.loc, "only facilities have building sites");
                        self.problems.push(problem);
                    }
                }
                if let Some(first) = said.insert(id, places.loc) {
                    let message = format!("the site of `{name}` is said twice");
                    self.problems
                        .push(Problem::twice(message, places.loc, first));
                }
            }
        }
    }
}
