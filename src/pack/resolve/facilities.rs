//! What unit types that are facilities say besides: damage, production, upgrades, and where they may be built.

use super::Compiler;
use crate::grammar::Rule;
use crate::tables::{Key, Otherwise, Reader, Set, Shape, Words, schema};
use crate::tree::Name;
use sandtable_diag::{Loc, Problem};
use sandtable_rules::{Domain, Facility, Production, RangeBonus, Reach, UnitTypeId, UnitTypeSet};
use std::collections::BTreeMap;

type FacilityKey = Key<Facility>;
type RangeKey = Key<RangeBonus>;
type UpgradeKey = Key<(Option<UnitTypeId>, u16)>;

/// What else `[unit.NAME]` says of a facility.
pub const FACILITY: Shape<Facility> = Shape {
    title: "A facility",
    keys: &[
        FacilityKey::new("slot", Set::Else(schema::text))
            .about("Facilities of one slot exclude each other on a space."),
        FacilityKey::new("max_damage", Set::Small(|f, n| f.max_damage = n))
            .otherwise(Otherwise::Number(0))
            .about("Damage on a facility never exceeds this."),
        FacilityKey::new("disabled_at", Set::Small(|f, n| f.disabled_at = Some(n)))
            .about("With this much damage a facility serves nobody."),
        FacilityKey::new("repair_cost", Set::Medium(|f, n| f.repair_cost = n))
            .otherwise(Otherwise::Number(1))
            .about("The price of removing a point of damage of a facility, in IPC."),
        FacilityKey::new(
            "builds_income",
            Set::Flag(|f, on| f.production = on.then_some(Production::Income)),
        )
        .about("A facility mobilizes as many units as its territory's income."),
        FacilityKey::new(
            "builds",
            Set::Small(|f, n| f.production = Some(Production::Units(n))),
        )
        .about("Units a facility mobilizes a turn."),
        FacilityKey::new(
            "range_bonus",
            Set::Each(
                || RANGE.schema(),
                |c, f, table| {
                    let bonus = RangeBonus {
                        movers: UnitTypeSet::EMPTY,
                        points: 1,
                        reach: Reach::Here,
                    };
                    f.range_bonus.push(RANGE.read(c, bonus, table));
                },
            ),
        )
        .about("Extra movement for units that start near a facility."),
        FacilityKey::new("repairs", Set::Units(|f, units| f.repairs = units))
            .about("Unit types that a facility repairs for free."),
        FacilityKey::new(
            "upgrade",
            Set::One(
                || UPGRADE.schema(),
                |c, f, table| {
                    let (from, cost) = UPGRADE.read(c, (None, 0), table);
                    f.upgrade = from.map(|from| (from, cost));
                },
            ),
        )
        .about("The facility it may be built upon."),
        FacilityKey::new(
            "captured_as",
            Set::Text(|c, f, name| f.captured_as = c.facility_type(&name)),
        )
        .about("The type a facility becomes on capture."),
    ],
};

const RANGE: Shape<RangeBonus> = Shape {
    title: "Extra movement",
    keys: &[
        RangeKey::new("movers", Set::Units(|r, units| r.movers = units))
            .needed("the unit types that gain movement")
            .about("The unit types that gain movement."),
        RangeKey::new("points", Set::Small(|r, n| r.points = n))
            .otherwise(Otherwise::Number(1))
            .about("The movement points gained."),
        RangeKey::new("reach", Set::Word("reach", REACHES))
            .otherwise(Otherwise::Text("here"))
            .about("Where they start: in its space, or in zones beside it."),
    ],
};

/// Whom a facility serves.
const REACHES: Words<RangeBonus> = &[
    ("here", |r| r.reach = Reach::Here),
    ("offshore", |r| r.reach = Reach::Offshore),
];

const UPGRADE: Shape<(Option<UnitTypeId>, u16)> = Shape {
    title: "An upgrade",
    keys: &[
        UpgradeKey::new(
            "from",
            Set::Text(|c, up, name| up.0 = c.facility_type(&name)),
        )
        .needed("the type it is built upon")
        .about("The type it is built upon."),
        UpgradeKey::new("cost", Set::Medium(|up, n| up.1 = n)).about("The price then, in IPC."),
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
        let slot = table.text("slot").map(|n| n.text);
        let slot = slot.unwrap_or_else(|| name.text.clone());
        let next = u8::try_from(slots.len()).unwrap_or(u8::MAX);
        let plain = Facility {
            slot: *slots.entry(slot).or_insert(next),
            repair_cost: 1,
            ..Facility::default()
        };
        let facility = FACILITY.read(self, plain, table);
        let most = facility.max_damage;
        if let Some(disabled) = facility.disabled_at.filter(|d| *d > most) {
            let why = format!("{disabled} is more than its greatest damage");
            let message = format!("`{}` can never be disabled: {why}", name.text);
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
            let [list, places] = site.parts();
            let filter = self.filter(places);
            let (land, all) = (self.board().land, self.all_spaces());
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
                    let problem = Problem::twice(message, places.loc, first);
                    self.problems.push(problem);
                }
            }
        }
    }
}
