//! Unit types and facilities as tables.

use super::reader::{Reader, word};
use crate::diag::{Loc, Problems};
use crate::pack::ast::{Name, NameList};
use crate::rules::{Domain, HoldKind, OnCapture, Production, Reach, Value};

/// A unit type as a table says it.
pub struct UnitRow {
    pub name: Name,
    pub also: Vec<Name>,
    pub domain: Domain,
    pub cost: Option<u16>,
    pub moves: u8,
    pub hits: u8,
    pub size: u8,
    pub combat_move: bool,
    pub takes_ground: bool,
    pub on_capture: OnCapture,
    pub stopped_by: Option<NameList>,
    pub blitz: Option<(Option<NameList>, Option<NameList>)>,
    pub holds: Vec<HoldRow>,
    pub heals: bool,
    pub facility: Option<FacilityRow>,
    pub glyph: String,
    /// Everything else that is a number: values of attributes.
    pub values: Vec<(Name, Value)>,
    /// The keys that are not attributes, for suggestions.
    pub known: Vec<&'static str>,
}

/// A hold as a table says it.
pub struct HoldRow {
    pub kind: HoldKind,
    pub slots: Vec<NameList>,
    pub room: Option<u8>,
    pub powers: Option<Vec<Name>>,
    pub shut_at: Option<u8>,
}

/// Extra movement as a table says it.
pub struct RangeRow {
    pub movers: NameList,
    pub points: u8,
    pub reach: Reach,
}

/// A facility as a table says it.
pub struct FacilityRow {
    pub slot: Option<String>,
    pub max_damage: u8,
    pub disabled_at: Option<u8>,
    pub repair_cost: u16,
    pub production: Option<Production>,
    pub range: Vec<RangeRow>,
    pub repairs: Option<NameList>,
    pub upgrade: Option<(Name, u16)>,
    pub captured_as: Option<Name>,
    pub loc: Loc,
}

/// The words for domains.
pub const DOMAINS: &[(&str, Domain)] = &[
    ("land", Domain::Land),
    ("air", Domain::Air),
    ("sea", Domain::Sea),
    ("facility", Domain::Facility),
];

/// The words for what becomes of units on capture.
pub const CAPTURES: &[(&str, OnCapture)] = &[
    ("holds", OnCapture::Holds),
    ("changes hands", OnCapture::ChangesHands),
];

/// The words for where movers start.
pub const REACHES: &[(&str, Reach)] = &[("here", Reach::Here), ("offshore", Reach::Offshore)];

impl UnitRow {
    /// Reads `[unit.NAME]`.
    pub fn read(name: Name, mut table: Reader<'_>, problems: &mut Problems) -> Self {
        let domain = table.text("domain");
        if domain.is_none() {
            table.missing("domain");
        }
        let domain = domain
            .and_then(|d| word(&d, "domain", DOMAINS, problems))
            .unwrap_or(Domain::Land);
        let on_capture = table
            .text("on_capture")
            .and_then(|w| word(&w, "outcome of a capture", CAPTURES, problems));
        let facility = domain == Domain::Facility;
        let land = domain == Domain::Land;
        let fallback = if facility {
            OnCapture::ChangesHands
        } else {
            OnCapture::Holds
        };
        let mut row = Self {
            also: table.names("also").unwrap_or_default(),
            domain,
            cost: table.int("cost"),
            moves: table.int("moves").unwrap_or(0),
            hits: table.int("hits").unwrap_or(u8::from(!facility)),
            size: table.int("size").unwrap_or(1),
            combat_move: table.flag("combat_move").unwrap_or(!facility),
            takes_ground: table.flag("takes_ground").unwrap_or(land),
            on_capture: on_capture.unwrap_or(fallback),
            stopped_by: table.units("stopped_by", problems),
            blitz: table
                .table("blitz", "the blitz")
                .map(|t| read_blitz(t, problems)),
            holds: read_holds(&mut table, problems),
            heals: table.flag("heals").unwrap_or(false),
            facility: None,
            glyph: table
                .text("glyph")
                .map_or_else(|| initials(&name.text), |g| g.text),
            values: Vec::new(),
            known: Vec::new(),
            name,
        };
        if facility {
            row.facility = Some(FacilityRow::read(&mut table, row.name.loc, problems));
        }
        row.known = table.known().to_vec();
        row.values = table.rest();
        table.finish_partly(problems);
        row
    }
}

fn initials(name: &str) -> String {
    name.split(['_', ' ', '-'])
        .filter_map(|w| w.chars().next())
        .flat_map(char::to_uppercase)
        .take(2)
        .collect()
}

fn read_blitz(
    mut table: Reader<'_>,
    problems: &mut Problems,
) -> (Option<NameList>, Option<NameList>) {
    let read = (
        table.units("blockers", problems),
        table.units("beside", problems),
    );
    table.finish(problems);
    read
}

fn read_holds(table: &mut Reader<'_>, problems: &mut Problems) -> Vec<HoldRow> {
    let mut holds = Vec::new();
    for (key, kind) in [("cargo", HoldKind::Cargo), ("deck", HoldKind::Deck)] {
        for mut hold in table.table_list(key, &format!("the {key}")) {
            let slots = hold.unit_lists("slots", problems);
            if slots.is_none() {
                hold.missing("slots");
            }
            holds.push(HoldRow {
                kind,
                slots: slots.unwrap_or_default(),
                room: hold.int("room"),
                powers: hold.names("powers"),
                shut_at: hold.int("shut_at"),
            });
            hold.finish(problems);
        }
    }
    holds
}

impl FacilityRow {
    fn read(table: &mut Reader<'_>, loc: Loc, problems: &mut Problems) -> Self {
        let mut range = Vec::new();
        for mut bonus in table.table_list("range_bonus", "the range bonus") {
            let reach = bonus
                .text("reach")
                .and_then(|w| word(&w, "reach", REACHES, problems))
                .unwrap_or(Reach::Here);
            let points = bonus.int("points").unwrap_or(1);
            match bonus.units("movers", problems) {
                Some(movers) => range.push(RangeRow {
                    movers,
                    points,
                    reach,
                }),
                None => bonus.missing("movers"),
            }
            bonus.finish(problems);
        }
        let upgrade = table.table("upgrade", "the upgrade").and_then(|mut up| {
            let from = up.text("from");
            if from.is_none() {
                up.missing("from");
            }
            let cost = up.int("cost").unwrap_or(0);
            let read = from.map(|from| (from, cost));
            up.finish(problems);
            read
        });
        let units = table.int("builds").map(Production::Units);
        let income = table
            .flag("builds_income")
            .unwrap_or(false)
            .then_some(Production::Income);
        Self {
            slot: table.text("slot").map(|n| n.text),
            max_damage: table.int("max_damage").unwrap_or(0),
            disabled_at: table.int("disabled_at"),
            repair_cost: table.int("repair_cost").unwrap_or(1),
            production: units.or(income),
            range,
            repairs: table.units("repairs", problems),
            upgrade,
            captured_as: table.text("captured_as"),
            loc,
        }
    }
}
