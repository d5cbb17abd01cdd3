//! The best part of a force for a price.

use super::command::odds as command;
use super::support::{kind, of, runs, setup, stock};
use sandtable::odds::{Force, How, Setup, Sought, best_part};
use sandtable::rules::SiteKind;

/// Every part of a battle's attackers, with what it costs and its chance to take the territory.
fn parts(whole: &Setup<'_>) -> Vec<(i64, f64)> {
    let mut parts = vec![Force::default()];
    for stack in whole.forces[0].stacks() {
        let with = |part: &Force, count| {
            let mut part = part.clone();
            part.add(sandtable::odds::Stack { count, ..*stack });
            part
        };
        let grown = parts
            .iter()
            .flat_map(|part| (0..=stack.count).map(move |n| with(part, n)));
        parts = grown.collect();
    }
    let chance = |force: Force| {
        let cost = force.cost(whole.rules);
        let forces = [force, whole.forces[1].clone()];
        let part = Setup {
            forces,
            ..whole.clone()
        };
        (cost, of(&part).takes)
    };
    let some = parts.into_iter().filter(|force| !force.is_empty());
    some.map(chance).collect()
}

#[test]
fn the_likeliest_part_for_a_price_is_that_of_all_parts() {
    let rules = stock();
    let army = "5 infantry, 3 artillery, 2 tank, 2 fighter";
    let whole = setup(&rules, SiteKind::Land, army, "4 infantry");
    let all = parts(&whole);
    assert_eq!(all.len(), 6 * 4 * 3 * 3 - 1);
    for price in [3, 8, 15, 20, 26, 31, 40, 999] {
        let found = best_part(&whole, Sought::Price(price), How::Exact).expect("it is small");
        let found = found.expect("somebody wins");
        let can_be_had = || all.iter().filter(|(cost, _)| *cost <= price);
        let top = can_be_had().map(|(_, chance)| *chance).fold(0.0, f64::max);
        let as_good = can_be_had().filter(|(_, chance)| *chance >= top - 1e-9);
        let cheapest = as_good.map(|(cost, _)| *cost).min();
        assert!(
            (found.chance - top).abs() <= 1e-9,
            "{price}: {found:?} is not {top}"
        );
        assert_eq!(Some(found.cost), cheapest, "{price}: {found:?}");
        assert!(found.proved);
    }
    let nothing = best_part(&whole, Sought::Price(2), How::Exact).expect("it is small");
    assert!(nothing.is_none(), "{nothing:?}");
}

#[test]
fn who_adds_nothing_is_not_paid_for() {
    let rules = stock();
    // There is one round for nobody: transports alone win nothing, and lose nothing with others.
    let hunt = setup(
        &rules,
        SiteKind::Sea,
        "1 cruiser, 2 transport",
        "1 transport",
    );
    let found = best_part(&hunt, Sought::Price(99), How::Exact).expect("it is small");
    assert_eq!(found.map(|found| found.cost), Some(12));
}

#[test]
fn battles_that_are_fought_find_the_same_part() {
    let rules = stock();
    let whole = setup(&rules, SiteKind::Land, "4 infantry, 2 tank", "2 infantry");
    let truth = best_part(&whole, Sought::Price(12), How::Exact).expect("it is small");
    let found = best_part(&whole, Sought::Price(12), How::Sampled(runs(40_000, 3)));
    let found = found.expect("it can be fought");
    let (truth, found) = (truth.expect("it wins"), found.expect("it wins"));
    assert_eq!(found.force, truth.force);
    let (low, high) = found.interval.expect("it is a sample");
    assert!(low < truth.chance && truth.chance < high, "{found:?}");
}

#[test]
fn the_cheapest_force_is_found() {
    let rules = stock();
    let whole = setup(&rules, SiteKind::Land, "4 infantry, 3 tank", "2 infantry");
    let found = best_part(&whole, Sought::Needed(0.8), How::Exact)
        .expect("it is small")
        .expect("all of them win");
    let mut best = i64::MAX;
    for infantry in 0..=4u16 {
        for tanks in 0..=3u16 {
            let force = Force::default()
                .with(kind(&rules, "infantry"), infantry)
                .with(kind(&rules, "tank"), tanks);
            let part = Setup {
                forces: [force, whole.forces[1].clone()],
                ..whole.clone()
            };
            if !part.forces[0].is_empty() && of(&part).takes >= 0.8 {
                best = best.min(part.forces[0].cost(&rules));
            }
        }
    }
    assert_eq!(found.cost, best);
    assert!(found.chance >= 0.8);
    assert!(
        best_part(&whole, Sought::Needed(0.999_999_9), How::Exact)
            .expect("it is small")
            .is_none()
    );
}

#[test]
fn a_large_army_is_cut_to_what_is_enough() {
    // Twelve thousand parts without the infantry, half a million with it.
    let rules = stock();
    let army = "40 infantry, 12 artillery, 10 tank, 8 fighter, 8 strategic_bomber";
    let whole = setup(&rules, SiteKind::Land, army, "2 infantry");
    let found = best_part(&whole, Sought::Needed(0.9), How::Exact)
        .expect("there are few enough parts")
        .expect("all of them win");
    assert!(found.chance >= 0.9 && found.cost < 30, "{found:?}");
}

#[test]
fn an_army_of_seven_types_is_searched_too() {
    // More than a million parts without the most numerous type.
    let rules = stock();
    let army = "12 infantry, 10 artillery, 10 mech_infantry, 10 tank, 10 fighter, 10 tactical_bomber, 10 strategic_bomber";
    let whole = setup(&rules, SiteKind::Land, army, "3 infantry");
    let found = best_part(&whole, Sought::Needed(0.9), How::Exact)
        .expect("it is reckoned")
        .expect("all of them win");
    let few = "12 infantry, 10 artillery, 1 tank";
    let few = setup(&rules, SiteKind::Land, few, "3 infantry");
    let plain = best_part(&few, Sought::Needed(0.9), How::Exact)
        .expect("it is reckoned")
        .expect("all of them win");
    assert!(plain.proved && found.chance >= 0.9);
    assert!(found.cost <= plain.cost, "{found:?} {plain:?}");
}

#[test]
fn a_price_is_asked_for_at_the_command_line() {
    let army = [
        "pacific-1940",
        "6 infantry, 3 artillery, 3 tanks, 2 fighters",
        "4 infantry",
    ];
    let said = |more: &[&str]| {
        let done = command(&[&army[..], more].concat());
        [done.stdout, done.stderr]
            .map(|text| String::from_utf8_lossy(&text).into_owned())
            .concat()
    };
    let json: serde_json::Value =
        serde_json::from_str(&said(&["--price", "25", "--json"])).expect("it is JSON");
    assert!(json["takes"].as_f64() > Some(0.5), "{json}");
    let all = [
        said(&["--price", "25"]),
        said(&["--price", "2"]),
        said(&["--price", "25", "--needed", "0.5"]),
        said(&["--price", "0"]),
        said(&["--price", "25", "--counter-attack", "1 tank"]),
    ];
    insta::assert_snapshot!(all.join("----\n"));
}
