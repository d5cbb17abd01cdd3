//! What `kernel/battle/law/roll.rs` promises: chances of hits.

use sandtable::kernel::law::fire::Shots;
use sandtable::kernel::law::roll::{Dist, faces, score, sum};
use sandtable::rules::{Roll, UnitTypeId, UnitTypeSet};

/// The hits of dice that share their targets.
fn chances(roll: Roll, pool: &[(i32, u8, u32)]) -> Dist {
    if let Roll::AtOrLess { sides } = roll {
        let dice = pool
            .iter()
            .map(|(value, tries, dice)| Dist::dice(sides, faces(sides, *value), *tries, *dice));
        return dice.fold(Dist::certain(0), |all, some| all.and(&some));
    }
    Dist::added(roll, sum(roll, pool))
}

fn close(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-12)
}

#[test]
fn no_number_of_dice_is_too_many() {
    let shots = |value, dice| {
        [Shots {
            kind: UnitTypeId(0),
            value,
            tries: 1,
            targets: UnitTypeSet::FULL,
            shooters: 300,
            dice,
        }]
    };
    let each = score(Roll::AtOrLess { sides: 6 }, &shots(100, 76_500), &mut |_| 1);
    assert_eq!(each[0].count, 76_500);
    let sums = score(
        Roll::LowLuck { sides: 6 },
        &shots(i32::MAX, 76_500),
        &mut |_| 6,
    );
    assert!(sums[0].count > 76_500);
}

#[test]
fn dice_at_a_value() {
    let two = chances(Roll::AtOrLess { sides: 6 }, &[(200, 1, 2)]);
    assert!(two.from == 0 && close(&two.chances, &[4.0 / 9.0, 4.0 / 9.0, 1.0 / 9.0]));
    let mixed = chances(Roll::AtOrLess { sides: 6 }, &[(100, 1, 1), (300, 1, 1)]);
    assert!(close(&mixed.chances, &[5.0 / 12.0, 0.5, 1.0 / 12.0]));
    assert_eq!(
        chances(Roll::AtOrLess { sides: 6 }, &[(700, 1, 3)]),
        Dist::certain(3)
    );
    assert_eq!(
        chances(Roll::AtOrLess { sides: 6 }, &[(50, 1, 3)]),
        Dist::certain(0)
    );
}

#[test]
fn the_best_of_several_dice() {
    // Two dice at 4 of 6 both miss once in nine times.
    let each = chances(Roll::AtOrLess { sides: 6 }, &[(400, 2, 1)]);
    assert!(each.from == 0 && close(&each.chances, &[1.0 / 9.0, 8.0 / 9.0]));
    let low = Roll::LowLuck { sides: 6 };
    let worth = |value, tries| sum(low, &[(value, tries, 1)]);
    assert_eq!([1, 2, 3].map(|tries| worth(400, tries)), [400, 533, 577]);
    assert_eq!(worth(800, 2), 800, "more than certain");
    assert!(close(&Dist::highest(2, 2).chances, &[0.25, 0.75]));
}

#[test]
fn added_values() {
    let low = chances(Roll::LowLuck { sides: 6 }, &[(300, 1, 3), (100, 1, 1)]);
    assert!(low.from == 1 && close(&low.chances, &[1.0 / 3.0, 2.0 / 3.0]));
    let pooled = chances(Roll::Pooled { sides: 10 }, &[(25, 1, 3)]);
    // 0.75 hits: the fraction is rolled on ten sides, rounded half up to 8.
    assert!(pooled.from == 0 && close(&pooled.chances, &[0.2, 0.8]));
}

#[test]
fn many_dice_add_up_to_one() {
    for (shots, chance) in [(1, 0.5), (60, 1.0 / 6.0), (3000, 0.5), (500, 5.0 / 6.0)] {
        let dist = Dist::binomial(shots, chance);
        let sum: f64 = dist.chances.iter().sum();
        let mean: f64 = dist
            .chances
            .iter()
            .enumerate()
            .map(|(k, p)| (dist.from + k) as f64 * p)
            .sum();
        assert!(
            (sum - 1.0).abs() < 1e-11 && (mean - shots as f64 * chance).abs() < 1e-6,
            "{shots} {chance}: {sum} {mean}"
        );
    }
}
