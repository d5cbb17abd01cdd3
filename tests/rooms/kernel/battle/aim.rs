//! What `kernel/battle/aim.rs` promises: raiders are divided among facilities.

use sandtable::kernel::{Battle, Code, Frame, Marks, Order, Shot, Site, UnitIx, Wait};
use sandtable::rules::{BattlePlan, SiteKind, Step};

use super::super::straits::*;

/// Lets the raiders in bravo be asked.
fn ask(kit: &mut Kit) {
    let plan = kit.rules.battles.plans.push(BattlePlan {
        start: vec![Step::Divide],
        ..bare_plan(SiteKind::Raid, set(&[HEAVY]))
    });
    let site = Site {
        space: BRAVO,
        kind: SiteKind::Raid,
        assault: false,
    };
    kit.state.agenda.push(Frame::Battle(Battle {
        site,
        plan,
        round: 0,
        step: 1,
        wait: Wait::Asked(0),
        ways: Vec::new(),
        fired: false,
        over: false,
    }));
}

#[test]
fn every_division_is_listed_once() {
    let mut kit = Kit::new();
    let (works, field) = (kit.put(WORKS, BLUE, BRAVO), kit.put(FIELD, BLUE, BRAVO));
    let raiders = [
        kit.put(HEAVY, RED, BRAVO),
        kit.put(HEAVY, RED, BRAVO),
        kit.put(HEAVY, RED, BRAVO),
    ];
    for raider in raiders {
        kit.state.unit_mut(raider).link = works;
        kit.state.unit_mut(raider).marks.set(Marks::RAIDING);
    }
    kit.state.unit_mut(raiders[2]).link = field;
    ask(&mut kit);
    let options = kit.legal();
    // None, one or both of the first two change their target, and so may the third.
    assert_eq!(options.len(), 6);
    assert!(
        options
            .iter()
            .all(|order| matches!(order, Order::Aim(_)) && kit.refused(order).is_none())
    );
    let shot = |raider, target| Shot { raider, target };
    for (shots, code) in [
        (vec![shot(works, field)], Code::NoRaider),
        (vec![shot(raiders[0], raiders[1])], Code::RaidWhat),
        (
            vec![shot(raiders[0], works), shot(raiders[0], field)],
            Code::Twice,
        ),
        (vec![shot(raiders[0], UnitIx::NONE)], Code::NoSuchUnit),
    ] {
        assert_eq!(
            kit.refused(&Order::Aim(shots.clone())),
            Some(code),
            "{shots:?}"
        );
    }
}
