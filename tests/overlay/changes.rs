//! What an overlay changes, adds and takes away: what it names and nothing else.

use super::{named, over, space, treasury, unit};
use crate::memory::Memory;
use crate::pack::small::{REST, good, pack};
use sandtable::diag::Style;
use sandtable::pack::{Pack, load, open};
use sandtable::rules::Verdict::{Allow, Forbid};
use sandtable::rules::{BattlePlan, SiteKind, Step, Value};

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

/// How battles on land are fought.
fn land_battle(pack: &Pack) -> &BattlePlan {
    let plan = pack.rules.battles.usual(SiteKind::Land);
    plan.map(|p| &pack.rules.battles.plans[p])
        .expect("there is a plan")
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
    let plan = land_battle(&pack);
    assert_eq!((plan.max_rounds, plan.round.len()), (Some(2), 3));
    assert!(matches!(plan.round[0], Step::Submerge(_)));
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
            REST
        ),
    );
    let files = named("over", "permit Red to enter Middle Ground when round > 3\n")
        .beside("duel", base.clone());
    let rows = good(&files).rules.movement.permissions;
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0].verdict, Allow);
    let without = good(&named("over", "remove rule \"shut\"\n").beside("duel", base));
    assert!(without.rules.movement.permissions.is_empty());
}

#[test]
fn what_is_forbidden_in_an_overlay_is_asked_first() {
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
    let plan = land_battle(&pack);
    let due = plan.round.iter().find_map(|s| {
        if let Step::Retreat(r) = s {
            Some(r.latest)
        } else {
            None
        }
    });
    assert_eq!(due, Some(Some(2)));
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
fn every_row_of_the_stock_packs_has_a_name() {
    for name in ["pacific-1940", "1941"] {
        let pack = open(name).unwrap_or_else(|p| panic!("{}", p.render(Style::Unicode, 100)));
        let nameless = pack.info.resolved().iter().filter(|r| r.name.is_empty());
        let texts: Vec<&str> = nameless
            .flat_map(|r| &r.parts)
            .map(|p| p.text.as_str())
            .collect();
        assert!(texts.is_empty(), "{name}: {texts:?}");
    }
}
