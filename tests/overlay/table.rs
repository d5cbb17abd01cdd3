//! Everything a pack can say, changed, added to and taken away by an overlay: a row each, and what all layers say
//! together before and after.

use crate::memory::Memory;
use crate::pack::small::{BOARD, MANIFEST, REST, TABLES, changed};
use sandtable::diag::Style;
use sandtable::pack::{Pack, language, load};
use std::collections::BTreeSet;

/// A base that says something of every kind.
pub fn base() -> Memory {
    let manifest =
        format!("{MANIFEST}militia = \"infantry\"\n[cites]\n\"buy/too-poor\" = \"D-1\"\n");
    let tables = changed(
        TABLES,
        "[unit.infantry]\n",
        "[unit.infantry]\nalso = [\"inf\"]\n",
    );
    let tables = changed(
        &tables,
        "sides = [\"North\", \"South\"]",
        "sides = [\"North\", \"South\", \"East\"]\n[groups]\nships = \"carrier\"",
    );
    let more = "[power.Green]\nplays = false\neconomy.West = { treasury = 5 }\neconomy.East = { treasury = 7 }\n\n\
                [positions]\n\"Red Hills\" = [1, 2]\n\"Middle Ground\" = [3, 4]\n";
    let board = changed(
        BOARD,
        "territory Middle Ground { income 1 ",
        "territory Middle Ground { income 1  marked oil  also the Middle ",
    );
    Memory::default()
        .with("pack.toml", manifest)
        .with("tables.toml", format!("{tables}\n{more}"))
        .with("board.rules", board)
        .with("rest.rules", format!("{REST}{MORE}"))
}

const MORE: &str = r#"
marks oil, monsoon
flag provoked
counter tokens starts at 6
chart "Feats": "Rockets", "Bonds"
region heartland: Red Hills, Middle Ground
strait "The Cut" { joins Red Hills, 1  for land units  open to holders of Blue Plain }
turn { starts in round 2 }
as one Blue, Green
guardians Red of Green
relations { Red neutral to Green }
rule "shut": forbid Blue to enter Red Hills
rule "for sale": forbid Blue to buy carrier
rule "yard": permit Blue to place carrier in sea zones
rule "peace": forbid Red to declare war on Green
site of factory: Red Hills
movement { attackers may ignore carrier }
capture { no liberation of Green }
battles { escorts fighter }
rule "guns": support by infantry: attack of attacking fighter gains 1
rule "fog": modifier: attack of attacking fighter loses 1
trigger "Loot" on capture of Red Hills by Blue then give 1 to Blue
victory "All of it" for North at end of round when Red controls all of Blue Plain
use toll { amount: 3 }
option winter = mild of mild, harsh
in battle "land battle" { at most 5 rounds }
"#;

const OVERRIDE: &str = "override";
const ADD: &str = "add";
const REMOVE: &str = "remove";

/// What is changed, how, the overlay, a line that only counts with it, a line that only counts without it. Lines are found
/// by their beginning.
pub type Row = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

pub const ROWS: &[Row] = &[
    (
        "territory",
        OVERRIDE,
        "territory Red Hills { income 5 }",
        "territory Red Hills: income 5",
        "territory Red Hills: income 3",
    ),
    (
        "territory",
        ADD,
        "territory Rock { income 9  borders Red Hills }",
        "territory Rock: income 9",
        "",
    ),
    (
        "territory",
        REMOVE,
        "remove territory Middle Ground\nremove region heartland\nremove objective \"Middle\"",
        "",
        "territory Middle Ground",
    ),
    (
        "sea_zone",
        OVERRIDE,
        "sea zone 1 { marked monsoon }",
        "sea zone sz 1: marked monsoon",
        "",
    ),
    (
        "sea_zone",
        ADD,
        "sea zone 2 { borders 1 }",
        "sea zone sz 2: borders 1",
        "",
    ),
    ("sea_zone", REMOVE, "remove sea zone 1", "", "sea zone sz 1"),
    (
        "fact of a space",
        OVERRIDE,
        "territory Red Hills { owner Blue }",
        "territory Red Hills: owner Blue",
        "territory Red Hills: owner Red",
    ),
    (
        "fact of a space",
        ADD,
        "territory Middle Ground { city \"Mill\" }",
        "territory Middle Ground: city \"Mill\"",
        "",
    ),
    (
        "fact of a space",
        REMOVE,
        "territory Red Hills { no capital }",
        "",
        "territory Red Hills: capital",
    ),
    (
        "border",
        OVERRIDE,
        "territory Red Hills { borders 1 }",
        "territory Red Hills: borders 1",
        "territory Red Hills: borders Middle Ground, 1",
    ),
    (
        "border",
        ADD,
        "territory Red Hills { borders +Blue Plain }",
        "territory Red Hills: borders +Blue Plain",
        "",
    ),
    (
        "border",
        REMOVE,
        "territory Middle Ground { borders -Blue Plain }",
        "",
        "territory Middle Ground: borders Blue Plain",
    ),
    (
        "mark of a space",
        OVERRIDE,
        "territory Middle Ground { marked monsoon }",
        "territory Middle Ground: marked monsoon",
        "territory Middle Ground: marked oil",
    ),
    (
        "mark of a space",
        ADD,
        "territory Red Hills { marked +oil }",
        "territory Red Hills: marked +oil",
        "",
    ),
    (
        "mark of a space",
        REMOVE,
        "territory Middle Ground { marked -oil }",
        "",
        "territory Middle Ground: marked oil",
    ),
    (
        "name of a space",
        OVERRIDE,
        "territory Middle Ground { no also }\nterritory Red Hills { also Reds }",
        "territory Red Hills: also Reds",
        "territory Middle Ground: also the Middle",
    ),
    (
        "name of a space",
        ADD,
        "territory Red Hills { also +Highland }",
        "territory Red Hills: also +Highland",
        "",
    ),
    (
        "name of a space",
        REMOVE,
        "territory Middle Ground { also -the Middle }",
        "",
        "territory Middle Ground: also the Middle",
    ),
    ("marks", ADD, "marks fog", "mark fog: marks fog", ""),
    (
        "marks",
        REMOVE,
        "remove mark monsoon",
        "",
        "mark monsoon: marks monsoon",
    ),
    (
        "gate",
        OVERRIDE,
        "strait \"The Cut\" { joins Red Hills, 1  open to holders of Red Hills }",
        "gate The Cut: strait \"The Cut\" { joins Red Hills, 1  open to holders of Red Hills }",
        "gate The Cut: strait \"The Cut\" { joins Red Hills, 1  for land units",
    ),
    (
        "gate",
        ADD,
        "canal Ditch { joins Blue Plain, 1  open to holders of Red Hills }",
        "gate Ditch",
        "",
    ),
    (
        "gate",
        REMOVE,
        "remove strait \"The Cut\"",
        "",
        "gate The Cut",
    ),
    (
        "region",
        OVERRIDE,
        "region heartland: Red Hills",
        "region heartland: region heartland: Red Hills",
        "region heartland: region heartland: Red Hills, Middle Ground",
    ),
    (
        "region",
        ADD,
        "region coast: Red Hills, Blue Plain",
        "region coast",
        "",
    ),
    (
        "region",
        REMOVE,
        "remove region heartland",
        "",
        "region heartland",
    ),
    (
        "position",
        OVERRIDE,
        "position Red Hills: 8, -9",
        "position Red Hills: position Red Hills: 8, -9",
        "position Red Hills: position Red Hills: 1, 2",
    ),
    (
        "position",
        ADD,
        "position Blue Plain: 0, 0",
        "position Blue Plain: position Blue Plain: 0, 0",
        "",
    ),
    (
        "position",
        REMOVE,
        "remove position Red Hills",
        "",
        "position Red Hills",
    ),
    ("attributes", ADD, "attributes flak", "attribute flak", ""),
    (
        "attributes",
        REMOVE,
        "remove attribute defense\nunit infantry { without [\"defense\"] }\nunit fighter { without [\"defense\"] }\nunit carrier { without [\"defense\"] }\nin battle \"land battle\" { remove fire \"defense\" }\nin battle \"sea battle\" { remove fire \"defense\" }",
        "",
        "attribute defense",
    ),
    ("sides", ADD, "sides West", "side West", ""),
    ("sides", REMOVE, "remove side East", "", "side East"),
    (
        "group",
        OVERRIDE,
        "group ships: carrier, fighter",
        "group ships: group ships: carrier, fighter",
        "",
    ),
    (
        "group",
        ADD,
        "group troops: infantry",
        "group troops: group troops: infantry",
        "",
    ),
    ("group", REMOVE, "remove group ships", "", "group ships"),
    (
        "unit",
        OVERRIDE,
        "unit infantry { cost 4 }",
        "unit infantry: cost = 4",
        "unit infantry: cost = 3",
    ),
    (
        "unit",
        ADD,
        "unit tank { domain \"land\"  cost 6 }",
        "unit tank: cost = 6",
        "",
    ),
    (
        "unit",
        REMOVE,
        "remove unit carrier\nremove setup Red in 1\nremove group ships\nremove rule \"yard\"\nremove rule \"for sale\"\nremove movement \"attackers may ignore\"",
        "",
        "unit carrier",
    ),
    (
        "key of a unit",
        OVERRIDE,
        "unit infantry { also [\"foot\"] }",
        "unit infantry: also = [\"foot\"]",
        "unit infantry: also = [\"inf\"]",
    ),
    (
        "key of a unit",
        ADD,
        "unit infantry { hits 2 }",
        "unit infantry: hits = 2",
        "",
    ),
    (
        "key of a unit",
        REMOVE,
        "unit infantry { without [\"cost\"] }",
        "",
        "unit infantry: cost",
    ),
    (
        "power",
        OVERRIDE,
        "power Red { treasury +5 }",
        "power Red: treasury = 10 +5",
        "",
    ),
    (
        "power",
        ADD,
        "power Grey { side \"South\"  plays false }",
        "power Grey: side = \"South\"",
        "",
    ),
    (
        "power",
        REMOVE,
        "remove power Green\nremove as one Blue, Green\nremove guardians of Green\nremove relations of Red and Green\nremove rule peace\nremove capture \"no liberation\"",
        "",
        "power Green",
    ),
    (
        "economy of a power",
        OVERRIDE,
        "power Green { economy { West = { treasury = 9 } } }",
        "treasury West 9",
        "treasury West 5",
    ),
    (
        "economy of a power",
        ADD,
        "power Green { economy { South = { treasury = 1 } } }",
        "treasury South 1",
        "",
    ),
    (
        "economy of a power",
        REMOVE,
        "power Green { without [\"economy.West\"] }",
        "",
        "treasury West 5",
    ),
    (
        "setup",
        OVERRIDE,
        "setup Red in Red Hills: 1 fighter",
        "setup red in red hills: 1 fighter",
        "setup red in red hills: 3 infantry",
    ),
    (
        "setup",
        ADD,
        "setup Red in Red Hills: +1 fighter\nsetup Blue { Blue Plain: 2 infantry }",
        "setup blue in blue plain: 2 infantry",
        "",
    ),
    (
        "setup",
        REMOVE,
        "remove setup Red in 1\nsetup Red in Red Hills: -3 infantry",
        "",
        "setup red in red hills: 3 infantry",
    ),
    (
        "order of play",
        OVERRIDE,
        "turn { order Blue, Red }",
        "turn order: order Blue, Red",
        "turn order: order Red, Blue",
    ),
    (
        "order of play",
        ADD,
        "power Green { plays true }\nturn { order +Green }",
        "turn order: order Red, Blue, Green",
        "turn order: order Red, Blue",
    ),
    (
        "order of play",
        REMOVE,
        "turn { order -Blue }",
        "turn order: order Red",
        "turn order: order Red, Blue",
    ),
    (
        "first round",
        OVERRIDE,
        "turn { starts in round 5 }",
        "turn starts in round: starts in round 5",
        "turn starts in round: starts in round 2",
    ),
    (
        "first round",
        REMOVE,
        "remove turn \"starts in round\"",
        "",
        "turn starts in round",
    ),
    (
        "turn",
        OVERRIDE,
        "turn { phase income does nothing }",
        "phase income: phase income does nothing",
        "phase income: phase income        does collect income",
    ),
    (
        "turn",
        ADD,
        "turn { after combat: phase council does nothing }",
        "phase council",
        "",
    ),
    (
        "turn",
        REMOVE,
        "remove phase purchase, mobilize",
        "",
        "phase purchase",
    ),
    (
        "relations",
        OVERRIDE,
        "relations { Red allied with Green }",
        "relation green and red: Red allied with Green",
        "relation green and red: Red neutral to Green",
    ),
    (
        "relations",
        ADD,
        "relations { Green at war with Blue }",
        "relation blue and green: Green at war with Blue",
        "",
    ),
    (
        "relations",
        REMOVE,
        "remove relations of Blue and Red",
        "",
        "relation blue and red",
    ),
    (
        "as_one",
        OVERRIDE,
        "as one Green, Blue",
        "as one blue, green: as one Green, Blue",
        "as one blue, green: as one Blue, Green",
    ),
    ("as_one", ADD, "as one Red, Green", "as one green, red", ""),
    (
        "as_one",
        REMOVE,
        "remove as one Green, Blue",
        "",
        "as one blue, green",
    ),
    (
        "guardians",
        OVERRIDE,
        "guardians Blue of Green",
        "guardians of green: guardians Blue of Green",
        "guardians of green: guardians Red of Green",
    ),
    (
        "guardians",
        ADD,
        "guardians Red of Blue",
        "guardians of blue",
        "",
    ),
    (
        "guardians",
        REMOVE,
        "remove guardians of Green",
        "",
        "guardians of green",
    ),
    ("flags", ADD, "flag fresh", "flag fresh: flag fresh", ""),
    ("flags", REMOVE, "remove flag provoked", "", "flag provoked"),
    (
        "counter",
        OVERRIDE,
        "counter tokens starts at 9",
        "counter tokens: counter tokens starts at 9",
        "counter tokens: counter tokens starts at 6",
    ),
    (
        "counter",
        ADD,
        "counter tons starts at 1",
        "counter tons",
        "",
    ),
    (
        "counter",
        REMOVE,
        "remove counter tokens",
        "",
        "counter tokens",
    ),
    (
        "chart",
        OVERRIDE,
        "chart \"Feats\": \"Rockets\", \"Radar\"",
        "chart Feats: chart \"Feats\": \"Rockets\", \"Radar\"",
        "chart Feats: chart \"Feats\": \"Rockets\", \"Bonds\"",
    ),
    ("chart", ADD, "chart \"More\": \"Radar\"", "chart More", ""),
    ("chart", REMOVE, "remove chart \"Feats\"", "", "chart Feats"),
    (
        "permit",
        OVERRIDE,
        "rule shut: forbid Blue to enter Middle Ground",
        "rule shut: rule shut: forbid Blue to enter Middle Ground",
        "rule shut: rule \"shut\": forbid Blue to enter Red Hills",
    ),
    (
        "permit",
        ADD,
        "forbid Red to enter Blue Plain",
        "rule : forbid Red to enter Blue Plain",
        "",
    ),
    ("permit", REMOVE, "remove rule shut", "", "rule shut"),
    (
        "purchase",
        OVERRIDE,
        "rule \"for sale\": forbid Blue to buy fighter",
        "rule for sale: rule \"for sale\": forbid Blue to buy fighter",
        "rule for sale: rule \"for sale\": forbid Blue to buy carrier",
    ),
    (
        "purchase",
        ADD,
        "forbid Red to buy carrier",
        "rule : forbid Red to buy carrier",
        "",
    ),
    (
        "purchase",
        REMOVE,
        "remove rule \"for sale\"",
        "",
        "rule for sale",
    ),
    (
        "placement",
        OVERRIDE,
        "rule yard: permit Blue to place carrier at producers",
        "rule yard: rule yard: permit Blue to place carrier at producers",
        "rule yard: rule \"yard\": permit Blue to place carrier in sea zones",
    ),
    (
        "placement",
        ADD,
        "permit Red to place carrier in sea zones",
        "rule : permit Red to place carrier in sea zones",
        "",
    ),
    ("placement", REMOVE, "remove rule yard", "", "rule yard"),
    (
        "declaration",
        OVERRIDE,
        "rule peace: permit Red to declare war on Green",
        "rule peace: rule peace: permit Red",
        "rule peace: rule \"peace\": forbid Red",
    ),
    (
        "declaration",
        ADD,
        "permit Blue to declare war on Red",
        "rule : permit Blue to declare war on Red",
        "",
    ),
    ("declaration", REMOVE, "remove rule peace", "", "rule peace"),
    (
        "site",
        OVERRIDE,
        "site of factory: Blue Plain",
        "site of factory: site of factory: Blue Plain",
        "site of factory: site of factory: Red Hills",
    ),
    (
        "site",
        ADD,
        "unit port { domain \"facility\"  cost 5 }\nsite of port: Red Hills",
        "site of port",
        "",
    ),
    (
        "site",
        REMOVE,
        "remove site of factory",
        "",
        "site of factory",
    ),
    (
        "movement",
        OVERRIDE,
        "movement { attackers may ignore fighter }",
        "movement attackers may ignore: attackers may ignore fighter",
        "movement attackers may ignore: attackers may ignore carrier",
    ),
    (
        "movement",
        ADD,
        "movement { stranded aircraft go 1 }",
        "movement stranded aircraft go",
        "",
    ),
    (
        "movement",
        REMOVE,
        "remove movement \"attackers\"",
        "",
        "movement attackers may ignore",
    ),
    (
        "capture",
        OVERRIDE,
        "capture { no liberation of Blue }",
        "capture no liberation of: no liberation of Blue",
        "capture no liberation of: no liberation of Green",
    ),
    (
        "capture",
        ADD,
        "capture { capital yields treasury }",
        "capture capital yields treasury",
        "",
    ),
    (
        "capture",
        REMOVE,
        "remove capture \"no liberation\"",
        "",
        "capture no liberation of",
    ),
    (
        "battles",
        OVERRIDE,
        "battles { escorts carrier }",
        "battles escorts: escorts carrier",
        "battles escorts: escorts fighter",
    ),
    (
        "battles",
        ADD,
        "battles { disputed losses chosen by firer }",
        "battles disputed losses",
        "",
    ),
    (
        "battles",
        REMOVE,
        "remove battles \"escorts\"",
        "",
        "battles escorts",
    ),
    (
        "plan",
        OVERRIDE,
        "battle \"land battle\" on land { takes part land units\neach round { retreat attacker land units to where they came from } }",
        "battle land battle: each round: retreat",
        "battle land battle: each round: fire \"attack\"",
    ),
    (
        "plan",
        ADD,
        "battle \"raid\" in raids { takes part fighter\neach round { divide raiders } }",
        "battle raid",
        "",
    ),
    (
        "plan",
        REMOVE,
        "remove battle \"sea battle\"",
        "",
        "battle sea battle",
    ),
    (
        "part of a plan",
        OVERRIDE,
        "in battle \"land battle\" { takes part land units }",
        "battle land battle: takes part land units",
        "battle land battle: takes part land units, air units",
    ),
    (
        "part of a plan",
        ADD,
        "in battle \"land battle\" { at most 2 rounds }",
        "battle land battle: at most 2 rounds",
        "",
    ),
    (
        "part of a plan",
        REMOVE,
        "in battle \"land battle\" { remove at most rounds }",
        "",
        "battle land battle: at most 5 rounds",
    ),
    (
        "step of a plan",
        OVERRIDE,
        "in battle \"land battle\" { instead of fire \"attack\" { submerge attacker fighter } }",
        "battle land battle: each round: submerge",
        "battle land battle: each round: fire \"attack\"",
    ),
    (
        "step of a plan",
        ADD,
        "in battle \"land battle\" { before remove losses { submerge attacker fighter } }",
        "battle land battle: each round: submerge",
        "",
    ),
    (
        "step of a plan",
        REMOVE,
        "in battle \"land battle\" { remove remove losses }",
        "",
        "battle land battle: each round: remove losses",
    ),
    (
        "support",
        OVERRIDE,
        "rule guns: support by infantry: attack of attacking fighter gains 2",
        "rule guns: rule guns: support",
        "rule guns: rule \"guns\": support",
    ),
    (
        "support",
        ADD,
        "rule \"more guns\": support by fighter: attack of attacking infantry gains 2",
        "rule more guns",
        "",
    ),
    ("support", REMOVE, "remove rule guns", "", "rule guns"),
    (
        "modifier",
        OVERRIDE,
        "rule fog: modifier: attack of attacking fighter loses 2",
        "rule fog: rule fog: modifier",
        "rule fog: rule \"fog\": modifier",
    ),
    (
        "modifier",
        ADD,
        "modifier: attack of attacking carrier gains 2",
        "rule : modifier: attack of attacking carrier",
        "",
    ),
    ("modifier", REMOVE, "remove rule fog", "", "rule fog"),
    (
        "objective",
        OVERRIDE,
        "objective \"Middle\" for Red gains 9 when round > 1",
        "objective Middle: objective \"Middle\" for Red gains 9",
        "objective Middle: objective \"Middle\" for Red gains 2",
    ),
    (
        "objective",
        ADD,
        "objective \"Plain\" for Red gains 9 when round > 1",
        "objective Plain",
        "",
    ),
    (
        "objective",
        REMOVE,
        "remove objective \"Middle\"",
        "",
        "objective Middle",
    ),
    (
        "trigger",
        OVERRIDE,
        "trigger \"Loot\" at end of turn then give 2 to Red",
        "trigger Loot: trigger \"Loot\" at end of turn",
        "trigger Loot: trigger \"Loot\" on capture",
    ),
    (
        "trigger",
        ADD,
        "trigger \"Tax\" at end of turn then give 2 to Red",
        "trigger Tax",
        "",
    ),
    (
        "trigger",
        REMOVE,
        "remove trigger \"Loot\"",
        "",
        "trigger Loot",
    ),
    (
        "victory",
        OVERRIDE,
        "victory \"All of it\" for South at end of round when round > 9",
        "victory All of it: victory \"All of it\" for South",
        "victory All of it: victory \"All of it\" for North",
    ),
    (
        "victory",
        ADD,
        "victory \"Late\" for South at end of round when round > 9",
        "victory Late",
        "",
    ),
    (
        "victory",
        REMOVE,
        "remove victory \"All of it\"",
        "",
        "victory All of it",
    ),
    (
        "use_script",
        OVERRIDE,
        "use toll with amount 5",
        "use toll: amount 5",
        "use toll: amount: 3",
    ),
    (
        "use_script",
        ADD,
        "use weather { harsh: yes }",
        "use weather: harsh: yes",
        "",
    ),
    ("use_script", REMOVE, "remove use toll", "", "use toll"),
    (
        "parameter of a script",
        OVERRIDE,
        "use toll { amount: 7 }",
        "use toll: amount: 7",
        "use toll: amount: 3",
    ),
    (
        "parameter of a script",
        ADD,
        "use toll { payer: powers Red }",
        "use toll: payer: powers Red",
        "",
    ),
    (
        "parameter of a script",
        REMOVE,
        "use toll { no amount }",
        "",
        "use toll: amount: 3",
    ),
    (
        "option",
        OVERRIDE,
        "option winter = harsh of mild, harsh, none",
        "option winter = harsh of mild, harsh, none",
        "option winter = mild of mild, harsh",
    ),
    (
        "option",
        ADD,
        "option summer = no",
        "option summer = no",
        "",
    ),
    (
        "option",
        REMOVE,
        "remove option winter",
        "",
        "option winter",
    ),
];

/// What a pack says, a line each.
fn lines(pack: &Pack) -> BTreeSet<String> {
    let (rules, info) = (&pack.rules, &pack.info);
    let parts = info
        .resolved()
        .iter()
        .flat_map(|r| r.parts.iter().map(move |p| (r, p)));
    let mut lines: BTreeSet<String> = parts
        .map(|(r, p)| format!("{} {}: {}", r.kind, r.name, p.text))
        .collect();
    lines.extend(
        info.resolved()
            .iter()
            .filter(|r| r.parts.is_empty())
            .map(|r| format!("{} {}", r.kind, r.name)),
    );
    lines.extend(
        info.settings
            .all
            .iter()
            .map(|s| format!("option {} = {} of {}", s.name, s.usual, s.may_be)),
    );
    lines.extend(
        rules
            .powers
            .economies
            .values()
            .map(|e| format!("treasury {} {}", e.name, e.treasury)),
    );
    lines.extend(
        rules
            .militia
            .map(|m| format!("militia {}", rules.units[m].name)),
    );
    lines.extend(
        rules
            .cites
            .rows
            .iter()
            .map(|(code, cite)| format!("{code} cites {}", cite.otherwise.join(", "))),
    );
    lines
}

fn overlay(manifest: &str, text: &str) -> Memory {
    let manifest = format!(
        "format = 1\nname = \"over\"\nextends = \"duel\"\nfiles = [\"changes.rules\"]\n{manifest}"
    );
    Memory::default()
        .with("pack.toml", manifest)
        .with("changes.rules", format!("{text}\n"))
        .beside("duel", base())
}

/// What is wrong with a row, if anything.
fn wrong(before: &BTreeSet<String>, (kind, verb, text, with, without): Row) -> Option<String> {
    let after = match load(&overlay("", text)) {
        Ok(pack) => lines(&pack),
        Err(problems) => {
            return Some(format!(
                "{kind}, {verb}:\n{}",
                problems.render(Style::Unicode, 120)
            ));
        }
    };
    // A whole line may begin like another one, so it is looked for as it stands.
    let whole = |words: &str| before.contains(words) || after.contains(words);
    let has = |lines: &BTreeSet<String>, words: &str| {
        if whole(words) {
            lines.contains(words)
        } else {
            lines.iter().any(|l| l.starts_with(words))
        }
    };
    let new = with.is_empty() || !has(before, with) && has(&after, with);
    let gone = without.is_empty() || has(before, without) && !has(&after, without);
    let differ: Vec<&String> = before.symmetric_difference(&after).collect();
    (!new || !gone || with.len() + without.len() == 0)
        .then(|| format!("{kind}, {verb}: {text}\nwith `{with}`, without `{without}`: {differ:#?}"))
}

#[test]
fn everything_can_be_changed_added_and_removed() {
    let before =
        lines(&load(&base()).unwrap_or_else(|p| panic!("{}", p.render(Style::Unicode, 120))));
    let wrong: Vec<String> = ROWS.iter().filter_map(|row| wrong(&before, *row)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Kinds that are only names: to change one is to take it away and add another.
const NAMES: &[&str] = &["marks", "attributes", "sides", "flags"];

#[test]
fn every_kind_has_a_row_for_each_change() {
    let kinds: BTreeSet<&str> = ROWS.iter().map(|row| row.0).collect();
    for kind in &kinds {
        for verb in [OVERRIDE, ADD, REMOVE] {
            let there = ROWS.iter().any(|row| (row.0, row.1) == (*kind, verb));
            // There always is a first round, so none can be added.
            let needed = !(verb == OVERRIDE && NAMES.contains(kind)
                || verb == ADD && *kind == "first round");
            assert_eq!(there, needed, "{kind}, {verb}");
        }
    }
    let language = language();
    let items = language
        .split("## Items")
        .nth(1)
        .and_then(|t| t.split("## Parts").next())
        .expect("items are listed");
    for item in items
        .lines()
        .filter(|l| l.starts_with(|c: char| c.is_ascii_lowercase()))
    {
        assert!(kinds.contains(item), "no row is about `{item}`");
    }
}

#[test]
fn what_the_manifest_says_can_be_changed() {
    let said = |manifest: &str| {
        lines(
            &load(&overlay(manifest, ""))
                .unwrap_or_else(|p| panic!("{}", p.render(Style::Unicode, 120))),
        )
    };
    let (plain, has) = (said(""), |lines: &BTreeSet<String>, line: &str| {
        lines.contains(line)
    });
    assert!(has(&plain, "militia infantry") && has(&plain, "buy/too-poor cites D-1"));
    assert!(has(&said("militia = \"fighter\""), "militia fighter"));
    assert!(
        !said("militia = \"\"")
            .iter()
            .any(|l| l.starts_with("militia"))
    );
    assert!(has(
        &said("[cites]\n\"buy/too-poor\" = \"D-2\""),
        "buy/too-poor cites D-2"
    ));
    assert!(has(
        &said("[cites]\n\"war/already\" = \"D-2\""),
        "war/already cites D-2"
    ));
    assert!(has(
        &said("[cites]\n\"buy/too-poor\" = []"),
        "buy/too-poor cites "
    ));
}
