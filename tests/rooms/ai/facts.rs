//! What `ai/facts.rs` promises: what foes lose counts for more, and aircraft are feared that can come down somewhere.

use sandtable::ai::{Watch, edge, rivals, side, strength};
use sandtable::kernel::{Cx, NoHooks, Scripted, begin};
use sandtable::rules::{Rules, Weights};
use sandtable_testing::{BLUE, FLYER, RED, isles};

#[test]
fn what_foes_lose_counts_for_more_the_stronger_a_side_is_and_for_a_little_more_in_any_case() {
    let rules = isles();
    let (state, _) = begin(&rules, &mut Scripted::default(), &NoHooks).expect("it begins");
    let cx = Cx::new(&rules, &state, &NoHooks);
    let weights = Weights {
        ahead_strikes: 0.25,
        ahead_most: 100.0,
        ..Weights::default()
    };
    let of = |powers| strength(cx, &weights, powers);
    let (mut weaker, mut stronger) = (0, 0);
    for &power in &rules.turn.order {
        let times = of(side(cx, power)) / of(rivals(cx, power));
        match times > 1.0 {
            true => stronger += 1,
            false => weaker += 1,
        }
        assert_eq!(edge(cx, &weights, power), times.max(1.0) + 0.25);
        let bounded = Weights {
            ahead_most: 1.1,
            ..weights.clone()
        };
        assert_eq!(edge(cx, &bounded, power), 1.1);
    }
    assert!(weaker > 0 && stronger > 0, "{weaker} {stronger}");
}

#[test]
fn what_foes_lose_counts_for_more_with_each_round_of_a_long_war() {
    let rules = isles();
    let (mut state, _) = begin(&rules, &mut Scripted::default(), &NoHooks).expect("it begins");
    let weights = Weights {
        ahead_long: 6.0,
        ahead_late: 0.5,
        ..Weights::default()
    };
    let mut at = |round| {
        state.round = round;
        edge(Cx::new(&rules, &state, &NoHooks), &weights, RED)
    };
    let (short, long) = (at(1), at(9));
    assert_eq!(at(6), short);
    assert_eq!(long, short + 1.5);
}

#[test]
fn aircraft_are_feared_by_who_holds_where_they_can_come_down_unless_they_fly_one_way() {
    let exposed = |change: &dyn Fn(&mut Rules)| {
        let mut rules = isles();
        let flyers = rules.setup.units.iter_mut();
        let flyers = flyers.filter(|u| u.owner == BLUE && u.kind == FLYER);
        flyers.for_each(|u| u.count = 12);
        rules.units.types[FLYER].moves = 5;
        change(&mut rules);
        let (state, _) = begin(&rules, &mut Scripted::default(), &NoHooks).expect("it begins");
        Watch::new(&rules).exposed(Cx::new(&rules, &state, &NoHooks), RED)
    };
    // Three steps away, and ground of theirs is as far behind it.
    assert_eq!(exposed(&|_| {}), 0);
    assert_eq!(exposed(&|rules| rules.units.types[FLYER].moves = 6), 1);
    assert_eq!(exposed(&|rules| rules.units.types[FLYER].one_way = true), 1);
}
