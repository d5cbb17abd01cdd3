//! What `ai/army.rs` promises: what battles come to.

use sandtable::ai::{Army, Forecast, Forecasts};
use sandtable::odds::Force;
use sandtable::rules::UnitTypeId;
use sandtable_testing::{FLYER, GUN, SHIP, WALKER, isles, theatre};

fn army(units: &[(UnitTypeId, u16)]) -> Army {
    let mut army = Army::default();
    units.iter().for_each(|(kind, n)| army.push(*kind, *n));
    army
}

fn fight(attacker: &[(UnitTypeId, u16)], defender: &[(UnitTypeId, u16)]) -> Forecast {
    let sea = attacker.iter().any(|(k, _)| *k == SHIP);
    Forecasts::default().of(&isles(), sea, &army(attacker), &army(defender))
}

#[test]
fn the_stronger_army_wins_and_loses_less_the_stronger_it_is() {
    let even = fight(&[(WALKER, 4)], &[(WALKER, 4)]);
    assert!(even.chance < 0.3 && even.left[1] > 1.0, "{even:?}");
    let (more, many) = (
        fight(&[(WALKER, 10)], &[(WALKER, 4)]),
        fight(&[(WALKER, 30)], &[(WALKER, 4)]),
    );
    assert!(more.chance > 0.9 && more.left[0] > 3.0, "{more:?}");
    assert!(many.lost[0] < more.lost[0]);
    assert!((many.lost[1] - 12.0).abs() < 0.1);
}

#[test]
fn nobody_left_to_fight_is_a_walk() {
    let walk = fight(&[(WALKER, 1)], &[]);
    assert!(walk.chance == 1.0 && walk.lost[0] == 0.0);
}

#[test]
fn what_changes_hands_holds_nothing() {
    let won = fight(&[(WALKER, 20)], &[(WALKER, 2), (GUN, 1)]);
    assert!(won.chance > 0.9 && won.beaten > 0.9, "{won:?}");
    let walk = fight(&[(WALKER, 1)], &[(GUN, 1)]);
    assert!(walk.chance == 1.0 && walk.beaten == 1.0, "{walk:?}");
}

#[test]
fn what_is_even_is_not_forecast_as_won() {
    let one = fight(&[(WALKER, 1)], &[(WALKER, 1)]);
    assert!(one.chance < 0.5 && one.beaten < 0.75, "{one:?}");
    // A larger battle is fought a few times: about as often won as it would be.
    let many = |n| fight(&[(WALKER, 2 * n)], &[(WALKER, n)]).chance;
    assert!((0.6..1.0).contains(&many(4)), "{}", many(4));
    assert!(many(12) > many(4) - 0.15, "{} {}", many(12), many(4));
}

#[test]
fn hits_to_spare_cost_nothing() {
    let ships = fight(&[(SHIP, 2)], &[(SHIP, 1)]);
    assert!(ships.lost[0] < 8.0 * 0.5, "{ships:?}");
}

#[test]
fn the_last_that_takes_ground_is_kept() {
    let won = fight(&[(WALKER, 2), (FLYER, 6)], &[(WALKER, 6)]);
    assert!(won.beaten - won.chance < 0.2, "{won:?}");
}

#[test]
fn shells_hit_before_the_battle() {
    let rules = theatre();
    let bombards = rules.battles.bombardment.as_ref().map(|rule| rule.ships);
    let ship = bombards.and_then(|ships| ships.iter().next());
    let walker = rules.units.takers.iter().next();
    let (ship, walker) = ship.zip(walker).expect("the theatre has both");
    let (some, foes) = (army(&[(walker, 3)]), army(&[(walker, 4)]));
    let forecasts = Forecasts::default();
    let plain = forecasts.of(&rules, false, &some, &foes);
    let guns = Force::default().with(ship, 6);
    let shelled = forecasts.of(&rules, false, &some.shelled(guns), &foes);
    assert!(
        shelled.chance > plain.chance + 0.2 && shelled.lost[0] < plain.lost[0],
        "{plain:?} {shelled:?}"
    );
}

#[test]
fn guns_take_their_toll_of_what_flies() {
    let with = fight(&[(FLYER, 6), (WALKER, 1)], &[(WALKER, 1), (GUN, 1)]);
    let without = fight(&[(FLYER, 6), (WALKER, 1)], &[(WALKER, 1)]);
    assert!(
        (with.lost[0] - without.lost[0] - 10.0).abs() < 0.5,
        "{with:?} {without:?}"
    );
}
