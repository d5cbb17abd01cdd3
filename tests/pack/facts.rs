//! The stock pack against the figures of the printed game, written down here once more.

use sandtable::diag::Style;
use sandtable::pack::{Pack, open};
use sandtable::rules::{Cond, Count, Id, PowerId, Relation, SiteKind, SpaceId, Value};

fn stock() -> Pack {
    let pack = open("pacific-1940").unwrap_or_else(|p| panic!("{}", p.render(Style::Unicode, 120)));
    assert!(
        pack.warnings.is_empty(),
        "{}",
        pack.warnings.render(Style::Unicode, 120)
    );
    pack
}

impl Facts for Pack {}
pub trait Facts: std::borrow::Borrow<Pack> {
    fn space(&self, name: &str) -> SpaceId {
        let spaces = &self.borrow().rules.board.spaces;
        spaces
            .iter()
            .find(|(_, s)| s.name == name)
            .unwrap_or_else(|| panic!("no space {name}"))
            .0
    }
    fn power(&self, name: &str) -> PowerId {
        let powers = &self.borrow().rules.powers.powers;
        powers
            .iter()
            .find(|(_, p)| p.name == name)
            .unwrap_or_else(|| panic!("no power {name}"))
            .0
    }
    fn borders(&self, a: &str, b: &str) -> bool {
        self.borrow()
            .rules
            .board
            .adjacent(self.space(a), self.space(b))
    }
    fn marked(&self, mark: &str) -> Vec<u32> {
        let board = &self.borrow().rules.board;
        let tag = board
            .tags
            .iter()
            .find(|(_, t)| *t == mark)
            .expect("the mark is declared")
            .0;
        let number = |s: SpaceId| {
            board.spaces[s]
                .name
                .strip_prefix("sz ")
                .and_then(|n| n.parse().ok())
                .expect("a sea zone")
        };
        let mut zones: Vec<u32> = board.tagged(tag).iter().map(number).collect();
        zones.sort_unstable();
        zones
    }
}

#[test]
fn the_board() {
    let pack = stock();
    let board = &pack.rules.board;
    assert_eq!(
        (board.spaces.len(), board.land.len(), board.sea.len()),
        (147, 84, 63)
    );
    assert_eq!(
        board
            .spaces
            .values()
            .map(|s| s.borders.len())
            .sum::<usize>(),
        2 * 330
    );
    for (a, b) in [
        ("sz 5", "Amur"),
        ("sz 6", "Korea"),
        ("Amur", "Korea"),
        ("sz 5", "sz 6"),
        ("sz 10", "Western United States"),
        ("sz 10", "Mexico"),
        ("Alaska", "sz 1"),
        ("Alaska", "sz 2"),
        ("India", "Burma"),
        ("Burma", "Yunnan"),
        ("Yunnan", "Szechwan"),
        ("New Zealand", "sz 63"),
        ("Japan", "sz 6"),
        ("sz 30", "sz 31"),
    ] {
        assert!(pack.borders(a, b) && pack.borders(b, a), "{a} borders {b}");
    }
    for (a, b) in [
        ("sz 5", "Korea"),
        ("sz 6", "Amur"),
        ("sz 6", "Manchuria"),
        ("sz 1", "Western United States"),
    ] {
        assert!(!pack.borders(a, b), "{a} does not border {b}");
    }
    for island in ["New Zealand", "Japan", "Ceylon", "Hainan"] {
        assert!(
            board.spaces[pack.space(island)].island,
            "{island} is an island"
        );
    }
    for mainland in [
        "Queensland",
        "Western United States",
        "New Guinea",
        "Dutch New Guinea",
    ] {
        assert!(
            !board.spaces[pack.space(mainland)].island,
            "{mainland} is no island"
        );
    }
    assert!(board.spaces.values().all(|s| s.at != (0, 0)));
    assert_eq!(board.spaces.values().filter(|s| s.closed).count(), 10);
    assert_eq!(
        board
            .spaces
            .values()
            .map(|s| u32::from(s.militia))
            .sum::<u32>(),
        6
    );
}

#[test]
fn incomes_and_treasuries() {
    let pack = stock();
    for (name, income) in [
        ("Japan", 26),
        ("USA", 17),
        ("China", 12),
        ("UK", 16),
        ("ANZAC", 10),
        ("Dutch", 11),
        ("France", 2),
        ("USSR", 9),
    ] {
        let power = pack.power(name);
        let held = pack
            .rules
            .board
            .spaces
            .values()
            .filter(|s| s.start == Some(power));
        assert_eq!(held.map(|s| s.income).sum::<u16>(), income, "{name}");
        let economy = pack.rules.powers[power].economies[0];
        let treasury = if pack.rules.powers[power].plays {
            i32::from(income)
        } else {
            0
        };
        assert_eq!(
            pack.rules.powers.economies[economy].treasury, treasury,
            "{name}"
        );
    }
    for (name, income) in [
        ("Western United States", 10),
        ("Mexico", 2),
        ("Yukon Territory", 0),
    ] {
        assert_eq!(pack.rules.board.spaces[pack.space(name)].income, income);
    }
}

#[test]
fn cities_capitals_marks_and_emblems() {
    let pack = stock();
    let board = &pack.rules.board;
    let mut cities: Vec<_> = board
        .spaces
        .values()
        .filter_map(|s| Some((s.city.as_deref()?, s.name.as_str())))
        .collect();
    cities.sort_unstable();
    assert_eq!(
        cities,
        [
            ("Calcutta", "India"),
            ("Hong Kong", "Kwangtung"),
            ("Honolulu", "Hawaiian Islands"),
            ("Manila", "Philippines"),
            ("San Francisco", "Western United States"),
            ("Shanghai", "Kiangsu"),
            ("Sydney", "New South Wales"),
            ("Tokyo", "Japan"),
        ]
    );
    for (power, capital) in [
        ("Japan", "Japan"),
        ("USA", "Western United States"),
        ("UK", "India"),
        ("ANZAC", "New South Wales"),
    ] {
        let economy = pack.rules.powers[pack.power(power)].economies[0];
        assert_eq!(
            pack.rules.powers.economies[economy].capital,
            Some(pack.space(capital))
        );
    }
    assert_eq!(
        board
            .spaces
            .values()
            .filter(|s| s.capital_of.is_some())
            .count(),
        4
    );
    assert_eq!(
        pack.marked("convoy"),
        [
            1, 6, 10, 19, 20, 26, 35, 36, 37, 39, 41, 42, 43, 44, 54, 62, 63
        ]
    );
    assert_eq!(pack.marked("kamikaze"), [6, 17, 19, 20, 22, 35]);
    let (china, japan) = (pack.power("China"), pack.power("Japan"));
    let mut emblems: Vec<_> = board
        .spaces
        .values()
        .filter(|s| s.original == Some(china))
        .map(|s| s.name.as_str())
        .collect();
    emblems.sort_unstable();
    assert_eq!(
        emblems,
        [
            "Anhwe",
            "Chahar",
            "Hopei",
            "Hunan",
            "Jehol",
            "Kansu",
            "Kiangsi",
            "Kiangsu",
            "Kwangsi",
            "Kweichow",
            "Manchuria",
            "Shantung",
            "Shensi",
            "Sikang",
            "Suiyuan",
            "Szechwan",
            "Tsinghai",
            "Yunnan",
        ]
    );
    assert_eq!(
        board
            .spaces
            .values()
            .filter(|s| s.original == Some(china) && s.start == Some(japan))
            .count(),
        6
    );
}

/// Pieces at the start: power, then every type with its number.
const PIECES: &[(&str, &str)] = &[
    (
        "Japan",
        "3 aa_gun, 2 airbase, 6 artillery, 2 battleship, 3 carrier, 2 cruiser, 4 destroyer, 14 fighter, 29 infantry, 1 major_ic, \
         1 mech_infantry, 2 naval_base, 4 strategic_bomber, 2 submarine, 10 tactical_bomber, 1 tank, 3 transport",
    ),
    (
        "USA",
        "1 aa_gun, 6 airbase, 1 artillery, 1 battleship, 1 carrier, 1 cruiser, 2 destroyer, 4 fighter, 7 infantry, 1 major_ic, \
         1 mech_infantry, 3 naval_base, 3 strategic_bomber, 1 submarine, 3 tactical_bomber, 1 tank, 3 transport",
    ),
    ("China", "1 fighter, 12 infantry"),
    (
        "UK",
        "1 aa_gun, 1 airbase, 1 artillery, 1 battleship, 1 cruiser, 1 destroyer, 4 fighter, 11 infantry, 1 major_ic, \
         3 naval_base, 1 tactical_bomber, 2 transport",
    ),
    (
        "ANZAC",
        "2 airbase, 1 artillery, 1 destroyer, 4 fighter, 5 infantry, 1 minor_ic, 2 naval_base, 1 submarine, 1 transport",
    ),
    ("Dutch", ""),
    ("France", ""),
    ("USSR", ""),
];

#[test]
fn the_opening_position() {
    let pack = stock();
    let rules = &pack.rules;
    assert_eq!(rules.setup.units.len(), 132);
    for (name, pieces) in PIECES {
        let power = pack.power(name);
        let mut counts: Vec<(String, u16)> = Vec::new();
        for units in rules.setup.units.iter().filter(|u| u.owner == power) {
            let kind = &rules.units[units.kind].name;
            match counts.iter_mut().find(|(k, _)| k == kind) {
                Some((_, count)) => *count += units.count,
                None => counts.push((kind.clone(), units.count)),
            }
        }
        counts.sort();
        let text: Vec<String> = counts
            .iter()
            .map(|(kind, count)| format!("{count} {kind}"))
            .collect();
        assert_eq!(text.join(", "), *pieces, "{name}");
    }
    let count = |power: &str, space: &str, kind: &str| {
        let (power, space) = (pack.power(power), pack.space(space));
        let here = rules
            .setup
            .units
            .iter()
            .filter(|u| u.owner == power && u.space == space);
        here.filter(|u| rules.units[u.kind].name == kind)
            .map(|u| u.count)
            .sum::<u16>()
    };
    assert_eq!(count("USA", "Philippines", "airbase"), 1);
    assert_eq!(count("USA", "Philippines", "naval_base"), 1);
    assert_eq!(count("ANZAC", "New South Wales", "minor_ic"), 1);
    assert_eq!(count("ANZAC", "New Zealand", "minor_ic"), 0);
    assert_eq!(count("China", "Szechwan", "fighter"), 1);
}

/// Name, cost, attack, defense, moves, hits.
const UNITS: &[(&str, u16, i32, i32, u8, u8)] = &[
    ("infantry", 3, 1, 2, 1, 1),
    ("artillery", 4, 2, 2, 1, 1),
    ("mech_infantry", 4, 1, 2, 2, 1),
    ("tank", 6, 3, 3, 2, 1),
    ("aa_gun", 6, 0, 0, 1, 0),
    ("fighter", 10, 3, 4, 4, 1),
    ("tactical_bomber", 11, 3, 3, 4, 1),
    ("strategic_bomber", 12, 4, 1, 6, 1),
    ("submarine", 6, 2, 1, 2, 1),
    ("destroyer", 8, 2, 2, 2, 1),
    ("cruiser", 12, 3, 3, 2, 1),
    ("carrier", 16, 0, 2, 2, 2),
    ("battleship", 20, 4, 4, 2, 2),
    ("transport", 7, 0, 0, 2, 1),
    ("major_ic", 30, 0, 0, 0, 0),
    ("minor_ic", 12, 0, 0, 0, 0),
    ("airbase", 15, 0, 0, 0, 0),
    ("naval_base", 15, 0, 0, 0, 0),
];

#[test]
fn unit_types() {
    let pack = stock();
    let units = &pack.rules.units;
    let attr = |name: &str| {
        units
            .attrs
            .iter()
            .find(|(_, a)| *a == name)
            .expect("the attribute is there")
            .0
    };
    let (attack, defense) = (attr("attack"), attr("defense"));
    let rows: Vec<_> = units
        .types
        .values()
        .map(|u| {
            (
                &*u.name,
                u.cost.unwrap_or(0),
                u.values[attack],
                u.values[defense],
                u.moves,
                u.hits,
            )
        })
        .collect();
    let printed: Vec<_> = UNITS
        .iter()
        .map(|u| (u.0, u.1, Value::whole(u.2), Value::whole(u.3), u.4, u.5))
        .collect();
    assert_eq!(rows, printed);
    let caps: Vec<_> = units
        .types
        .values()
        .filter_map(|u| Some((&*u.name, u.facility.as_ref()?)))
        .collect();
    let caps: Vec<_> = caps
        .into_iter()
        .map(|(name, f)| (name, f.max_damage, f.disabled_at))
        .collect();
    assert_eq!(
        caps,
        [
            ("major_ic", 20, None),
            ("minor_ic", 6, None),
            ("airbase", 6, Some(3)),
            ("naval_base", 6, Some(3))
        ]
    );
}

#[test]
fn politics_turns_and_objectives() {
    let pack = stock();
    let rules = &pack.rules;
    let order: Vec<&str> = rules
        .turn
        .order
        .iter()
        .map(|p| &*rules.powers[*p].name)
        .collect();
    assert_eq!(order, ["Japan", "USA", "China", "UK", "ANZAC"]);
    assert_eq!(rules.turn.phases.len(), 6);
    let mut wars = Vec::new();
    for (a, x) in rules.powers.powers.iter() {
        for (b, y) in rules.powers.powers.iter().filter(|(b, _)| *b > a) {
            if rules.powers.relations[rules.powers.pair(a, b)] == Relation::War {
                wars.push((&*x.name, &*y.name));
            }
        }
    }
    assert_eq!(wars, [("Japan", "China"), ("Japan", "France")]);
    let gains: Vec<_> = rules
        .acts
        .objectives
        .values()
        .map(|o| (&*rules.powers[o.power].name, o.gains, o.once))
        .collect();
    assert_eq!(gains.iter().filter(|(p, ..)| *p == "Japan").count(), 5);
    assert_eq!(gains.iter().filter(|(p, ..)| *p == "UK").count(), 2);
    assert_eq!(
        gains
            .iter()
            .filter(|(p, ..)| *p == "USA")
            .map(|g| g.1)
            .collect::<Vec<_>>(),
        [40, 5, 5]
    );
    assert_eq!(
        gains
            .iter()
            .filter(|(p, ..)| *p == "ANZAC")
            .map(|g| g.2)
            .collect::<Vec<_>>(),
        [false, true]
    );
    let japan_once = rules
        .acts
        .objectives
        .values()
        .find(|o| o.once)
        .expect("one objective pays once");
    let Cond::Any(ways) = &japan_once.when else {
        panic!("two ways to meet it")
    };
    let Cond::Have(Count { spaces, .. }) = &ways[0] else {
        panic!("the first is control")
    };
    let names: Vec<&str> = spaces
        .iter()
        .map(|s| &*rules.board.spaces[s].name)
        .collect();
    assert!(
        names.contains(&"Iwo Jima") && names.contains(&"Siam") && !names.contains(&"Manchuria"),
        "{names:?}"
    );
    assert_eq!(rules.acts.victories.len(), 2);
    assert_eq!(rules.powers.sides.len(), 2);
    let plan = |id: Option<sandtable::rules::PlanId>| {
        rules.battles.plans[id.expect("there is a plan")].kind
    };
    assert_eq!(plan(rules.battles.usual(SiteKind::Land)), SiteKind::Land);
    assert_eq!(plan(rules.battles.usual(SiteKind::Sea)), SiteKind::Sea);
    assert_eq!(plan(rules.battles.usual(SiteKind::Raid)), SiteKind::Raid);
    assert_eq!(rules.militia.map(|m| m.index()), Some(0));
}
