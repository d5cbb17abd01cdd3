//! Attributes, unit types, facilities and groups.

use super::Compiler;
use super::facilities::FACILITY;
use crate::grammar::Rule;
use crate::layer::Row;
use crate::tables::{Key, Otherwise, Reader, Set, Shape, Words, by_name, schema};
use crate::tree::Name;
use sandtable_diag::{Loc, Problem};
use sandtable_rules::{
    AttrId, Blitz, Domain, Hold, HoldKind, OnCapture, Table, UnitType, UnitTypeId, UnitTypeSet,
    UnitTypes, Value,
};
use std::collections::BTreeMap;

type UnitKey = Key<UnitType>;
type BlitzKey = Key<Blitz>;
type HoldKey = Key<Hold>;

/// `[unit.NAME]`, whatever its domain.
const UNIT: Shape<UnitType> = Shape {
    title: "A unit type",
    keys: &[
        UnitKey::new("domain", Set::Word("domain", DOMAINS))
            .needed("`land`, `air`, `sea` or `facility`")
            .about("Where it moves and fights."),
        UnitKey::new("also", Set::Else(schema::names)).about("Other names for it."),
        UnitKey::new("without", Set::Else(schema::names))
            .about("In an overlay: the keys of the base that are taken away."),
        UnitKey::new("cost", Set::Medium(|u, n| u.cost = Some(n)))
            .about("The price in IPC; without it the type is never for sale."),
        UnitKey::new("moves", Set::Small(|u, n| u.moves = n))
            .otherwise(Otherwise::Number(0))
            .about("Movement points a turn."),
        UnitKey::new("hits", Set::Small(|u, n| u.hits = n))
            .otherwise(Otherwise::Number(1))
            .about("Hits that destroy it; with 0 it is never a casualty."),
        UnitKey::new("size", Set::Small(|u, n| u.size = n))
            .otherwise(Otherwise::Number(1))
            .about("How much room it takes in a hold measured by size."),
        UnitKey::new("combat_move", Set::Flag(|u, on| u.combat_move = on))
            .otherwise(Otherwise::Flag(true))
            .about("It may move in combat movement."),
        UnitKey::new("takes_ground", Set::Flag(|u, on| u.takes_ground = on)).about(
            "It takes and holds territory by entering it, as land units do unless they say no.",
        ),
        UnitKey::new("on_capture", Set::Word("outcome of a capture", OUTCOMES))
            .about("What becomes of it when its territory is taken."),
        UnitKey::new("stopped_by", Set::Units(|u, units| u.stopped_by = units))
            .about("Enemy unit types that end its move when it enters their zone."),
        UnitKey::new(
            "blitz",
            Set::One(
                || BLITZ.schema(),
                |c, u, table| {
                    let blitz = Blitz {
                        blockers: c.all_units(),
                        beside: UnitTypeSet::EMPTY,
                    };
                    u.blitz = Some(BLITZ.read(c, blitz, table));
                },
            ),
        )
        .about("It may run on through an empty hostile territory."),
        UnitKey::new(
            "cargo",
            Set::Each(
                || HOLD.schema(),
                |c, u, table| u.holds.push(c.hold(HoldKind::Cargo, table)),
            ),
        )
        .about("Holds for units that are loaded and unloaded; those of aircraft take land units."),
        UnitKey::new(
            "deck",
            Set::Each(
                || HOLD.schema(),
                |c, u, table| u.holds.push(c.hold(HoldKind::Deck, table)),
            ),
        )
        .about("Flight decks."),
        UnitKey::new("one_way", Set::Flag(|u, on| u.one_way = on))
            .otherwise(Otherwise::Flag(false))
            .about("Aircraft that fly laden into land battles only, where land units attack as well, and are gone once their load is off."),
        UnitKey::new("heals", Set::Flag(|u, on| u.heals = on))
            .otherwise(Otherwise::Flag(false))
            .about("Damage beyond a first hit heals when a battle ends."),
        UnitKey::new("glyph", Set::Text(|_, u, glyph| u.glyph = glyph.text))
            .about("A letter or two for pictures."),
    ],
};

/// Where a unit type moves and fights.
const DOMAINS: Words<UnitType> = &[
    ("land", |u| u.domain = Domain::Land),
    ("air", |u| u.domain = Domain::Air),
    ("sea", |u| u.domain = Domain::Sea),
    ("facility", |u| u.domain = Domain::Facility),
];

/// What becomes of units when their territory is taken.
const OUTCOMES: Words<UnitType> = &[
    ("holds", |u| u.on_capture = OnCapture::Holds),
    ("changes hands", |u| u.on_capture = OnCapture::ChangesHands),
];

const BLITZ: Shape<Blitz> = Shape {
    title: "A blitz",
    keys: &[
        BlitzKey::new("blockers", Set::Units(|b, units| b.blockers = units))
            .about("Enemy unit types that stop it in the first territory."),
        BlitzKey::new("beside", Set::Units(|b, units| b.beside = units))
            .about("Unit types of which one must make the same move."),
    ],
};

const HOLD: Shape<Hold> = Shape {
    title: "A hold",
    keys: &[
        HoldKey::new("slots", Set::UnitLists(|h, slots| h.slots = slots))
            .needed("a list with the unit types that fit each slot")
            .about("The unit types that fit each slot."),
        HoldKey::new("room", Set::Small(|h, n| h.room = Some(n)))
            .about("Instead of slots: the total size that fits."),
        HoldKey::new(
            "powers",
            Set::Names(|c, h, names| {
                h.powers = names.iter().filter_map(|n| c.power(n)).collect();
            }),
        )
        .about("The powers whose units have the hold."),
        HoldKey::new("shut_at", Set::Small(|h, n| h.shut_at = Some(n)))
            .about("With this much damage the hold is shut."),
    ],
};

/// The unit types of a pack, for editors.
pub fn unit_schema() -> serde_json::Value {
    by_name(UNIT.schema_with(&FACILITY))
}

impl Compiler<'_> {
    /// Attributes, unit types and groups.
    pub(super) fn units(&mut self, rows: Vec<Row>) {
        let mut attrs: Table<AttrId, String> = Table::default();
        for name in self.of(Rule::attributes) {
            if self.define_next(|s| &mut s.attrs, name).is_some() {
                attrs.push(name.text.clone());
                self.places.attributes.push(name.loc);
            }
        }
        let mut types: Table<UnitTypeId, UnitType> = Table::default();
        let start = rows.first().map_or(Loc::START, |u| u.name.loc);
        let mut kept = Vec::new();
        for row in rows {
            if self.define_next(|s| &mut s.units, &row.name).is_some() {
                types.push(plain_type(&row, attrs.len()));
                self.places.units.push(row.name.loc);
                kept.push(row);
            }
        }
        self.rules.units = UnitTypes::new(types, attrs);
        // Other names must be known before anything is said of types.
        for (row, id) in kept.iter_mut().zip(self.rules.units.types.ids()) {
            for also in row.table.names("also").unwrap_or_default() {
                self.define(|s| &mut s.units, &also, id);
            }
        }
        self.groups(start);
        let mut slots = BTreeMap::new();
        let mut types = Vec::new();
        for (mut row, id) in kept.into_iter().zip(self.rules.units.types.ids()) {
            types.push(self.unit_type(id, &mut row, &mut slots));
            row.finish(self.problems);
        }
        let attrs = std::mem::take(&mut self.rules.units.attrs);
        self.rules.units = UnitTypes::new(Table::from_vec(types), attrs);
        self.check_aircraft();
    }

    /// Aircraft with a hold carry land units, and take no deck, so that nothing is ever aboard of
    /// something that is aboard itself.
    fn check_aircraft(&mut self) {
        let units = &self.rules.units;
        let decks = units.types.values().flat_map(|t| &t.holds);
        let decks = decks.filter(|h| h.kind == HoldKind::Deck);
        let seated = union(decks.flat_map(|h| &h.slots));
        let mut problems = Vec::new();
        for id in units.air.intersect(units.carriers).iter() {
            let holds = &units[id].holds;
            let fit = union(holds.iter().flat_map(|h| &h.slots));
            let (name, at) = (&units[id].name, self.places.units[id]);
            let stranger = fit.minus(units.land).iter().next();
            let said = if holds.iter().any(|h| h.kind == HoldKind::Deck) {
                (format!("aircraft `{name}` has a deck"), "give it `cargo`")
            } else if let Some(kind) = stranger {
                let kind = &units[kind].name;
                let message = format!("aircraft `{name}` has room for `{kind}`");
                (message, "name land units only in its slots")
            } else if seated.has(id) {
                let message = format!("aircraft `{name}` has a hold and takes decks");
                (message, "leave it out of the slots of decks")
            } else {
                continue;
            };
            let problem = Problem::error("pack/hold", said.0).at(at, "aircraft carry land units");
            problems.push(problem.help(said.1));
        }
        self.problems.extend(problems);
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
            self.group(&Name::new(name, start), set);
        }
        for said in self.of(Rule::group) {
            let [name, list] = said.parts();
            let set = self.unit_set(list);
            let again = "a group of the same name";
            let clash = self.scope.units.clash(name, again, "the unit type");
            self.problems.extend(clash);
            self.group(name, set);
        }
    }

    fn group(&mut self, name: &Name, set: UnitTypeSet) {
        self.rules.groups.push((name.text.clone(), set));
        self.define(|s| &mut s.groups, name, set);
    }

    /// A unit type with everything its table says.
    fn unit_type(
        &mut self,
        id: UnitTypeId,
        row: &mut Row,
        slots: &mut BTreeMap<String, u8>,
    ) -> UnitType {
        let (name, table) = (&row.name, &mut row.table);
        let plain = self.types()[id].clone();
        let mut unit = UNIT.read(self, plain, table);
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
        unit
    }

    fn hold(&mut self, kind: HoldKind, table: &mut Reader) -> Hold {
        let hold = Hold {
            kind,
            powers: self.all_powers(),
            ..Hold::default()
        };
        HOLD.read(self, hold, table)
    }
}

/// What a type is where its table says no more than its domain.
fn plain_type(row: &Row, attrs: usize) -> UnitType {
    let mut unit = UnitType {
        name: row.name.text.clone(),
        aliases: row.table.peek_names("also"),
        hits: 1,
        values: Table::from_vec(vec![Value::default(); attrs]),
        size: 1,
        combat_move: true,
        glyph: initials(&row.name.text),
        ..UnitType::default()
    };
    // The last that is said counts, as everywhere.
    let said = row.table.peek_names("domain");
    let mut domains = DOMAINS.iter();
    if let Some((_, set)) = domains.find(|(word, _)| said.last().is_some_and(|s| s == word)) {
        set(&mut unit);
    }
    unit.takes_ground = unit.domain == Domain::Land;
    if unit.domain == Domain::Facility {
        (unit.hits, unit.combat_move) = (0, false);
        unit.on_capture = OnCapture::ChangesHands;
    }
    unit
}

fn union<'a>(sets: impl Iterator<Item = &'a UnitTypeSet>) -> UnitTypeSet {
    sets.fold(UnitTypeSet::EMPTY, |all, set| all.union(*set))
}

fn initials(name: &str) -> String {
    let words = name.split(['_', ' ', '-']);
    let first = words.filter_map(|w| w.chars().next());
    first.flat_map(char::to_uppercase).take(2).collect()
}
