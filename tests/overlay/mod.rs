//! Overlays and options: what they change, how they combine, and every mistake in them as people see it.

mod games;
mod house_rules;
mod mistakes;
mod mutated;
mod readme;
mod table;

use crate::memory::Memory;
use crate::pack::small::pack;
use sandtable::diag::Style;
use sandtable::pack::{Choices, Pack, load, load_with};
use sandtable::rules::{Param, Roll, Value};

/// An overlay of the small pack.
pub fn over(text: &str) -> Memory {
    named("over", text).beside("duel", pack())
}

/// An overlay of the small pack with another name, without its base.
pub fn named(name: &str, text: &str) -> Memory {
    let manifest =
        format!("format = 1\nname = \"{name}\"\nextends = \"duel\"\nfiles = [\"changes.rules\"]\n");
    Memory::default()
        .with("pack.toml", manifest)
        .with("changes.rules", text)
}

fn good(files: &Memory) -> Pack {
    load(files).unwrap_or_else(|p| panic!("{}", p.render(Style::Unicode, 100)))
}

fn chosen(files: &Memory, with: &[&str], set: &[(&str, &str)]) -> Pack {
    let with = with.iter().map(|w| (*w).to_owned()).collect();
    let set = set
        .iter()
        .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
        .collect();
    load_with(
        files,
        &Choices {
            with,
            set,
            ..Choices::default()
        },
    )
    .unwrap_or_else(|p| panic!("{}", p.render(Style::Unicode, 100)))
}

fn unit<'a>(pack: &'a Pack, name: &str) -> &'a sandtable::rules::UnitType {
    pack.rules
        .units
        .types
        .values()
        .find(|t| t.name == name)
        .expect("the type is there")
}

fn treasury(pack: &Pack, name: &str) -> i32 {
    pack.rules
        .powers
        .economies
        .values()
        .find(|e| e.name == name)
        .expect("the economy is there")
        .treasury
}

fn space<'a>(pack: &'a Pack, name: &str) -> &'a sandtable::rules::Space {
    pack.rules
        .board
        .spaces
        .values()
        .find(|s| s.name == name)
        .expect("the space is there")
}

fn standing(pack: &Pack) -> String {
    let rules = &pack.rules;
    let row = |u: &sandtable::rules::SetupUnits| {
        format!(
            "{} {} {} in {}",
            rules.powers[u.owner].name,
            u.count,
            rules.units[u.kind].name,
            rules.board.spaces[u.space].name
        )
    };
    rules
        .setup
        .units
        .iter()
        .map(row)
        .collect::<Vec<_>>()
        .join("; ")
}

#[test]
fn only_the_facts_named_change() {
    let pack = good(&over(
        "unit infantry { cost 4  attack +1 }\npower Red { treasury +5 }\nterritory Middle Ground { income +1  borders -Blue Plain }\n",
    ));
    let infantry = unit(&pack, "infantry");
    assert_eq!((infantry.cost, infantry.moves), (Some(4), 1));
    let attack = pack
        .rules
        .units
        .attrs
        .iter()
        .find(|(_, a)| *a == "attack")
        .expect("there is an attack")
        .0;
    assert_eq!(infantry.values[attack], Value::whole(2));
    assert_eq!((treasury(&pack, "Red"), treasury(&pack, "Blue")), (15, 10));
    assert_eq!(space(&pack, "Middle Ground").income, 2);
    assert_eq!(space(&pack, "Middle Ground").borders.len(), 1);
    assert_eq!(
        space(&pack, "Blue Plain").borders.len(),
        1,
        "a border goes on both sides"
    );
}

#[test]
fn tables_of_an_overlay_change_only_their_keys() {
    let manifest = "format = 1\nname = \"over\"\nextends = \"duel\"\nfiles = [\"t.toml\"]\n";
    let table = "[unit.infantry]\ncost = 5\n\n[unit.fighter]\nwithout = [\"cost\"]\n\n[unit.tank]\ndomain = \"land\"\ncost = 6\n";
    let files = Memory::default()
        .with("pack.toml", manifest)
        .with("t.toml", table)
        .beside("duel", pack());
    let pack = good(&files);
    assert_eq!(unit(&pack, "infantry").cost, Some(5));
    assert_eq!(unit(&pack, "fighter").cost, None);
    assert_eq!(unit(&pack, "tank").cost, Some(6));
}

#[test]
fn units_more_and_less() {
    let pack = good(&over(
        "setup Red in red_hills: +2 infantry, -1 factory\nsetup Blue in Blue Plain: 1 fighter\nremove setup Red in 1\n",
    ));
    assert_eq!(
        standing(&pack),
        "Red 5 infantry in Red Hills; Blue 1 fighter in Blue Plain"
    );
}

#[test]
fn what_is_removed_is_gone_with_what_stands_on_it() {
    let pack = good(&over(
        "remove sea zone 1\nremove unit carrier\nremove objective \"middle\"\nremove phase purchase\n",
    ));
    assert_eq!(pack.rules.board.spaces.len(), 3);
    assert_eq!(
        standing(&pack),
        "Red 1 factory in Red Hills; Red 3 infantry in Red Hills"
    );
    assert_eq!(pack.rules.acts.objectives.len(), 0);
    assert_eq!(pack.rules.turn.phases.len(), 4);
}

#[test]
fn steps_of_plans_and_phases_of_turns() {
    let text = "in battle \"land battle\" { at most 2 rounds  remove fire \"defense\"  before fire \"attack\" { submerge attacker fighter } }\n\
                turn { before combat: phase council does nothing }\nrelations { Red neutral to Blue }\n";
    let pack = good(&over(text));
    let plan = pack
        .rules
        .battles
        .usual(sandtable::rules::SiteKind::Land)
        .map(|p| &pack.rules.battles.plans[p])
        .expect("there is a plan");
    assert_eq!((plan.max_rounds, plan.round.len()), (Some(2), 3));
    assert!(matches!(plan.round[0], sandtable::rules::Step::Submerge(_)));
    let phases: Vec<&str> = pack
        .rules
        .turn
        .phases
        .values()
        .map(|p| p.name.as_str())
        .collect();
    assert_eq!(
        phases,
        [
            "purchase",
            "combat move",
            "council",
            "combat",
            "mobilize",
            "income"
        ]
    );
}

#[test]
fn permissions_of_an_overlay_are_asked_first() {
    let base = pack().with(
        "rest.rules",
        format!(
            "{}\nrule \"shut\": forbid Red to enter Middle Ground\n",
            crate::pack::small::REST
        ),
    );
    let files = named("over", "permit Red to enter Middle Ground when round > 3\n")
        .beside("duel", base.clone());
    let rows = good(&files).rules.movement.permissions;
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0].verdict, sandtable::rules::Verdict::Allow);
    let without = good(&named("over", "remove rule \"shut\"\n").beside("duel", base));
    assert!(without.rules.movement.permissions.is_empty());
}

#[test]
fn single_files_may_be_taken_of_a_base() {
    let takes = |takes: &str, text: &str| {
        let manifest = format!(
            "format = 1\nname = \"over\"\nextends = \"duel\"\ntakes = {takes}\nfiles = [\"changes.rules\"]\n"
        );
        Memory::default()
            .with("pack.toml", manifest)
            .with("changes.rules", text)
            .beside("duel", pack())
    };
    let board = "territory Far Red { income 2  owner Red  capital  borders 7 }\nterritory Far Blue { income 2  owner Blue  capital  borders 7 }\n\
                 sea zone 7 { borders Far Red, Far Blue }\n";
    let pack = good(&takes(
        "[\"tables.toml\", \"rest.rules\"]",
        &format!("{board}remove objective \"Middle\"\n"),
    ));
    let names: Vec<&str> = pack
        .rules
        .board
        .spaces
        .values()
        .map(|s| s.name.as_str())
        .collect();
    assert_eq!(names, ["Far Red", "Far Blue", "sz 7"]);
    assert_eq!(pack.rules.units.types.len(), 4);
    let problems = load(&takes("[\"tabels.toml\"]", board))
        .unwrap_err()
        .render(Style::Unicode, 100);
    assert!(
        problems.contains("no pack below has a file `tabels.toml` to take"),
        "{problems}"
    );
    assert!(
        problems.contains("did you mean `tables.toml`?"),
        "{problems}"
    );
}

#[test]
fn what_is_forbidden_in_an_overlay_is_asked_first() {
    use sandtable::rules::Verdict::{Allow, Forbid};
    let pack = good(&over(
        "forbid Red to buy fighter when round < 3 because \"Later.\"\nforbid Blue to declare war on Red when round < 2\n",
    ));
    let rows: Vec<_> = pack
        .rules
        .economy
        .purchases
        .iter()
        .map(|p| (p.verdict, p.reason.as_str()))
        .collect();
    assert_eq!(rows, [(Forbid, "Later."), (Allow, "")]);
    assert_eq!(
        pack.rules
            .politics
            .declarations
            .iter()
            .map(|d| d.verdict)
            .collect::<Vec<_>>(),
        [Forbid]
    );
}

#[test]
fn retreats_may_be_due() {
    let text = "in battle \"land battle\" { after remove losses { retreat attacker all units to where they came from at the latest in round 2 } }\n";
    let pack = good(&over(text));
    let plan = pack
        .rules
        .battles
        .usual(sandtable::rules::SiteKind::Land)
        .map(|p| &pack.rules.battles.plans[p])
        .expect("there is a plan");
    let due = plan.round.iter().find_map(|s| {
        if let sandtable::rules::Step::Retreat(r) = s {
            Some(r.latest)
        } else {
            None
        }
    });
    assert_eq!(due, Some(Some(2)));
}

#[test]
fn options_decide_what_counts() {
    let text = "option low luck = no \"Added up.\"\noption bid.red = 0 from 0 to 30\noption winter = mild of mild, harsh\n\
                if low luck { in battle \"land battle\" { dice low luck d6 } }\nif winter = harsh { territory Middle Ground { income 9 } }\n\
                power Red { treasury +[bid.red + 1] }\nif bid.red > 5 { remove objective \"Middle\" }\n";
    let files = over(text);
    let (plain, other) = (
        good(&files),
        chosen(
            &files,
            &["low-luck"],
            &[("bid.red", "6"), ("Winter", "harsh")],
        ),
    );
    let roll = |p: &Pack| match &p.rules.battles.plans.values().next().expect("a plan").round[0] {
        sandtable::rules::Step::Fire(fire) => fire.roll,
        _ => panic!("the first step is a volley"),
    };
    assert_eq!(
        (roll(&plain), roll(&other)),
        (Roll::AtOrLess { sides: 6 }, Roll::LowLuck { sides: 6 })
    );
    assert_eq!((treasury(&plain, "Red"), treasury(&other, "Red")), (11, 17));
    assert_eq!(
        (
            space(&plain, "Middle Ground").income,
            space(&other, "Middle Ground").income
        ),
        (1, 9)
    );
    assert_eq!(
        (
            plain.rules.acts.objectives.len(),
            other.rules.acts.objectives.len()
        ),
        (1, 0)
    );
    assert_ne!(plain.rules.digest, other.rules.digest);
}

#[test]
fn overlays_combine_in_their_order_and_conflicts_are_told() {
    let both = |top: &str| {
        let manifest = "format = 1\nname = \"top\"\nextends = [\"duel\", \"cheap\", \"dear\"]\nfiles = [\"top.rules\"]\n";
        Memory::default()
            .with("pack.toml", manifest)
            .with("top.rules", top)
            .beside("duel", pack())
            .beside(
                "cheap",
                named(
                    "cheap",
                    "unit infantry { cost 2 }\nunit fighter { cost 9 }\n",
                ),
            )
            .beside(
                "dear",
                named(
                    "dear",
                    "unit infantry { cost 8 }\nunit fighter { cost 9 }\n",
                ),
            )
    };
    let unsettled = good(&both("\n"));
    assert_eq!(
        unit(&unsettled, "infantry").cost,
        Some(8),
        "the later one counts"
    );
    let told: Vec<_> = unsettled
        .warnings
        .iter()
        .map(|p| (p.code, p.labels.len()))
        .collect();
    assert_eq!(
        told,
        [("overlay/conflict", 2)],
        "equal values are no conflict"
    );
    let settled = good(&both("unit infantry { cost 5 }\n"));
    assert_eq!(
        (unit(&settled, "infantry").cost, settled.warnings.len()),
        (Some(5), 0)
    );
}

/// The messages of the warnings that two overlays over the small pack raise together.
fn told_of(first: Memory, second: Memory) -> Vec<String> {
    let manifest = "format = 1\nname = \"top\"\nextends = [\"duel\", \"one\", \"two\"]\nfiles = [\"top.rules\"]\n";
    let files = Memory::default()
        .with("pack.toml", manifest)
        .with("top.rules", "\n")
        .beside("duel", pack())
        .beside("one", first)
        .beside("two", second);
    let warnings = good(&files).warnings;
    let conflicts = warnings.iter().filter(|p| p.code == "overlay/conflict");
    conflicts.map(|p| p.message.clone()).collect()
}

#[test]
fn a_unit_that_two_overlays_bring_is_compared_attribute_by_attribute() {
    let unit = |cost, attack, more: &str| {
        format!(
            "unit marine {{ domain \"land\"  cost {cost}  moves 1  attack {attack}  defense 2 {more}}}\n"
        )
    };
    let one = named("one", &unit(5, 2, ""));
    let two = named("two", &unit(4, 1, "\n also \"marines\" "));
    assert_eq!(
        told_of(one, two),
        [
            "`one` and `two` both change `cost` of the unit `marine`",
            "`one` and `two` both change `attack` of the unit `marine`",
        ]
    );
}

#[test]
fn an_option_that_two_overlays_bring_is_told_unless_it_is_the_same() {
    let bid = |name: &str, most| named(name, &format!("option bid = 4 from 0 to {most}\n"));
    assert_eq!(
        told_of(bid("one", 30), bid("two", 40)),
        ["`one` and `two` both declare the option `bid`"]
    );
    assert_eq!(told_of(bid("one", 30), bid("two", 30)), [""; 0]);
}

#[test]
fn a_script_that_two_overlays_bring_is_told_unless_it_is_the_same() {
    let boost = |name: &str, by: u8| {
        let text = format!("fn income(power, lines) {{ lines.add(\"boost\", {by}) }}\n");
        named(name, "use boost\n").with("scripts/boost.rhai", text.as_str())
    };
    assert_eq!(
        told_of(boost("one", 1), boost("two", 2)),
        ["`one` and `two` both have a script `scripts/boost.rhai`"]
    );
    assert_eq!(told_of(boost("one", 1), boost("two", 1)), [""; 0]);
}

#[test]
fn every_item_knows_who_said_it_and_who_changed_it() {
    let pack = good(&over(
        "unit infantry { cost 4 }\nobjective \"Middle\" for Blue gains 1 when round > 1\n",
    ));
    let find = |kind: &str, name: &str| {
        pack.info
            .resolved()
            .iter()
            .find(|r| r.kind == kind && r.name == name)
            .expect("it is there")
    };
    let cost = find("unit", "infantry")
        .parts
        .iter()
        .find(|p| p.text.starts_with("cost"))
        .expect("it has a cost");
    assert_eq!(
        (
            cost.text.as_str(),
            pack.info.layers[cost.pack].as_str(),
            cost.before.len()
        ),
        ("cost = 4", "over", 1)
    );
    let objective = &find("objective", "Middle").parts[0];
    assert_eq!(
        pack.info
            .sources
            .position(objective.loc)
            .map(|(file, line, _)| (file, line)),
        Some(("changes.rules", 2))
    );
    assert_eq!(
        pack.info
            .sources
            .position(objective.before[0])
            .map(|(file, ..)| file),
        Some("duel/rest.rules")
    );
}

#[test]
fn three_overlays_on_the_stock_pack() {
    let stock = |name: &str, text: &str| {
        let manifest = format!(
            "format = 1\nname = \"{name}\"\nextends = \"pacific-1940\"\nfiles = [\"changes.rules\"]\n"
        );
        Memory::default()
            .with("pack.toml", manifest)
            .with("changes.rules", text)
    };
    let files = stock("a", "use kamikaze with tokens 8\n")
        .beside("b", stock("b", "unit tank { cost 5 }\n"))
        .beside(
            "c",
            stock("c", "setup USA in \"Hawaiian Islands\": +1 fighter\n"),
        );
    let pack = chosen(&files, &["b", "c"], &[]);
    assert_eq!(unit(&pack, "tank").cost, Some(5));
    let kamikaze = pack
        .rules
        .specials
        .values()
        .find(|s| s.name == "kamikaze")
        .expect("the script is in use");
    assert!(
        kamikaze
            .params
            .contains(&("tokens".to_owned(), Param::Number(8)))
    );
    assert_eq!(pack.info.layers, ["pacific-1940", "a", "b", "c"]);
}

#[test]
fn what_a_neighbour_says_of_a_new_space_is_enough() {
    let pack = good(&over(
        "sea zone 2 { }\nterritory Rock { income 2 }\nsea zone 1 { borders +2, +Rock }\n",
    ));
    assert_eq!(
        (
            space(&pack, "sz 2").borders.len(),
            space(&pack, "Rock").income
        ),
        (1, 2)
    );
    let problems =
        load(&over("territory Midle Ground { income 2 }\n")).expect_err("nobody speaks of it");
    assert!(problems.iter().any(|p| p.code == "overlay/not-there"));
}

#[test]
fn a_smaller_map_keeps_some_spaces_and_what_speaks_of_them() {
    let rest = "region west: Red Hills, Middle Ground\nregion east: Blue Plain\nmarks oil\n\
                objective \"West\" for Red gains 1 when Red controls all of west\n\
                objective \"East\" for Red gains 1 when Red controls all of east\n\
                strait Narrows { joins Red Hills, 1  for land units  open to holders of Blue Plain }\n\
                trigger \"Gift\" on capture of Blue Plain by Red then add 1 infantry of Red in here\n\
                forbid Red to enter Blue Plain\nforbid Blue to enter west\n\
                use toll { where: places west }\nuse tithe { where: places east }\n";
    let base = pack().with("rest.rules", format!("{}{rest}", crate::pack::small::REST));
    let pack = good(&named("over", "keep only Red Hills, Middle Ground, 1\n").beside("duel", base));
    let rules = &pack.rules;
    assert_eq!(
        rules
            .board
            .spaces
            .values()
            .map(|s| s.name.as_str())
            .collect::<Vec<_>>(),
        ["Red Hills", "Middle Ground", "sz 1"]
    );
    assert_eq!(
        (
            space(&pack, "sz 1").borders.len(),
            space(&pack, "Middle Ground").borders.len()
        ),
        (1, 1)
    );
    let names: Vec<&str> = rules
        .acts
        .objectives
        .values()
        .map(|o| o.name.as_str())
        .collect();
    assert_eq!(
        names,
        ["Middle", "West"],
        "an objective about lost places only is gone"
    );
    assert_eq!(
        (
            rules.acts.triggers.len(),
            rules.board.gates.len(),
            rules.movement.permissions.len()
        ),
        (0, 0, 1)
    );
    assert_eq!(
        rules
            .specials
            .values()
            .map(|s| s.name.as_str())
            .collect::<Vec<_>>(),
        ["toll"]
    );
    let problems = load(&over("keep only Red Hill, 1\n"))
        .expect_err("there is no such space")
        .render(Style::Unicode, 100);
    assert!(problems.contains("did you mean `Red Hills`?"), "{problems}");
}

#[test]
fn every_row_of_the_stock_packs_has_a_name() {
    for name in ["pacific-1940", "1941"] {
        let pack = sandtable::pack::open(name)
            .unwrap_or_else(|p| panic!("{}", p.render(Style::Unicode, 100)));
        let nameless = pack.info.resolved().iter().filter(|r| r.name.is_empty());
        let texts: Vec<&str> = nameless
            .flat_map(|r| &r.parts)
            .map(|p| p.text.as_str())
            .collect();
        assert!(texts.is_empty(), "{name}: {texts:?}");
    }
}

#[test]
fn a_smaller_game_keeps_some_powers_and_what_speaks_of_them() {
    let rest = "relations { Grey at war with Red }\nas one Grey, Blue\nguardians Blue of Grey\nforbid Red, Grey to enter Blue Plain\n\
                forbid Grey to enter anywhere\nobjective \"Grey\" for Red gains 1 when Grey is at war\nturn { starts in round 2 }\n\
                capture { no liberation of Grey }\n";
    let rest = format!(
        "{}{rest}",
        crate::pack::small::REST.replace("order Red, Blue", "order Red, Grey, Blue")
    );
    let tables = format!(
        "{}\n[power.Grey]\nalso = [\"the Greys\"]\nside = \"South\"\n",
        crate::pack::small::TABLES
    );
    let base = pack().with("rest.rules", rest).with("tables.toml", tables);
    let pack = good(&named("over", "keep only powers Red, Blue\n").beside("duel", base));
    let rules = &pack.rules;
    assert_eq!(
        (
            rules.powers.powers.len(),
            rules.turn.order.len(),
            rules.politics.as_one.len()
        ),
        (2, 2, 1)
    );
    assert_eq!(
        (
            rules.politics.guardianships.len(),
            rules.movement.permissions.len(),
            rules.acts.objectives.len()
        ),
        (0, 1, 1)
    );
}
