//! The made-up edition of the tests, a pack under `tests/edition/`: its things by name, and what
//! tests of single files (`tests/rooms/`) do with it. A new fact of a unit or a space is said there,
//! where a test is about it.

use sandtable_rules::*;
use std::sync::OnceLock;

/// The units, in the order of the pack.
pub const WALKER: UnitTypeId = UnitTypeId(0);
pub const FLYER: UnitTypeId = UnitTypeId(1);
pub const SHIP: UnitTypeId = UnitTypeId(2);
pub const GUN: UnitTypeId = UnitTypeId(4);
pub const WORKS: UnitTypeId = UnitTypeId(5);
pub const RUNNER: UnitTypeId = UnitTypeId(6);
pub const RIDER: UnitTypeId = UnitTypeId(7);
pub const HEAVY: UnitTypeId = UnitTypeId(8);
pub const BOAT: UnitTypeId = UnitTypeId(9);
pub const HUNTER: UnitTypeId = UnitTypeId(10);
pub const LURKER: UnitTypeId = UnitTypeId(11);
pub const BARGE: UnitTypeId = UnitTypeId(12);
pub const DECK: UnitTypeId = UnitTypeId(13);
pub const FIELD: UnitTypeId = UnitTypeId(14);
pub const PORT: UnitTypeId = UnitTypeId(15);
/// In the bay alone: built upon the works, builds ten.
pub const BIG_WORKS: UnitTypeId = UnitTypeId(16);

pub const RED: PowerId = PowerId(0);
pub const BLUE: PowerId = PowerId(1);
/// In the bay, one with blue.
pub const CYAN: PowerId = PowerId(2);

/// Two islands and the mainland between them, everything that a whole game needs.
pub fn isles() -> Rules {
    static ISLES: OnceLock<Rules> = OnceLock::new();
    ISLES.get_or_init(|| load("")).clone()
}

/// A row of territories and a row of zones, four powers, the pieces that move in different ways.
pub fn straits() -> Rules {
    static STRAITS: OnceLock<Rules> = OnceLock::new();
    STRAITS.get_or_init(|| load("/straits")).clone()
}

/// Three lands and two zones, what money is spent on.
pub fn bay() -> Rules {
    static BAY: OnceLock<Rules> = OnceLock::new();
    BAY.get_or_init(|| load("/bay")).clone()
}

/// Two shores and an island, with names, signs and places for pictures.
pub fn shore() -> Rules {
    static SHORE: OnceLock<Rules> = OnceLock::new();
    SHORE.get_or_init(|| load("/shore")).clone()
}

/// A plan for battles in sites of a kind, in which nothing happens.
pub fn bare_plan(kind: SiteKind, participants: UnitTypeSet) -> BattlePlan {
    BattlePlan {
        name: String::new(),
        kind,
        spaces: SpaceFilter::Any,
        when: Cond::Always,
        start: Vec::new(),
        round: Vec::new(),
        after: Vec::new(),
        max_rounds: None,
        last: Vec::new(),
        participants,
    }
}

/// Two sides and ships that bombard.
pub fn theatre() -> Rules {
    load("/theatre")
}

fn load(of: &str) -> Rules {
    let folder = format!("{}{of}", env!("CARGO_MANIFEST_DIR"));
    let pack = sandtable_pack::open(&folder).unwrap_or_else(|problems| {
        panic!("{}", problems.render(sandtable_diag::Style::Plain, 100))
    });
    pack.rules
}

/// A set of everything in this list.
pub fn set<I: Id, const W: usize>(ids: &[I]) -> IdSet<I, W> {
    ids.iter().copied().collect()
}
