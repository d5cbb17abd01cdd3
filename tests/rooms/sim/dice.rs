//! What `sim/dice.rs` promises: a report is what a hand counts.

use sandtable::kernel::{Event, Expected, Site, UnitsAt};
use sandtable::rules::{Id, PlanId, PowerId, Role, SiteKind, SpaceId, StepId};
use sandtable::sim::{DiceCount, chi_squared_tail};
use sandtable_testing::{BLUE, FLYER, RED, straits};

fn fired(power: PowerId, dice: &[u8], hits: u32, faces: i64) -> Event {
    Event::Fired {
        power,
        space: SpaceId::new(12),
        role: Role::Attacker,
        step: StepId {
            plan: PlanId(0),
            at: 0,
        },
        shots: Vec::new(),
        dice: dice.to_vec(),
        hits,
        expected: Expected { faces, sides: 6 },
    }
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-3
}

#[test]
fn a_report_is_what_a_hand_counts() {
    let rules = straits();
    let mut count = DiceCount::new(&rules);
    let site = Site {
        space: SpaceId::new(12),
        kind: SiteKind::Sea,
        assault: false,
    };
    let red = [[1; 10].as_slice(), &[2, 3, 4, 5, 6].repeat(4)].concat();
    let lost = UnitsAt::new(BLUE, vec![(FLYER, 2)], site.space);
    count.note(&[
        Event::Round { round: 3 },
        Event::BattleBegan(site),
        fired(RED, &red, 4, 15),
        fired(BLUE, &[6, 6], 0, 4),
        Event::Lost(lost),
        Event::BattleEnded {
            space: site.space,
            kind: site.kind,
            winner: None,
        },
        fired(RED, &[1], 1, 1),
    ]);
    let report = count.end(40);
    let of = |power| {
        report
            .faces
            .iter()
            .find(|f| f.power == power)
            .expect("it rolled")
    };
    // 31 dice, of which 11 ones and four of each other face: 31/6 of each are to be expected.
    let each: f64 = 31.0 / 6.0;
    let uneven = ((11.0 - each).powi(2) + 5.0 * (4.0 - each).powi(2)) / each;
    let own = of(Some(RED));
    assert_eq!((own.dice, &*own.faces), (31, &[11, 4, 4, 4, 4, 4][..]));
    assert!(near(own.chi_squared, uneven), "{own:?}");
    // With five degrees of freedom erfc(√(x/2)) + √(2x/π) e^(-x/2) (1 + x/3), which is 0.1616.
    assert!(own.even.is_some_and(|p| near(p, 0.1616)), "{own:?}");
    assert_eq!(
        (of(Some(BLUE)).even, of(None).dice, report.others),
        (None, 33, 7)
    );
    // Twice the distances from the middle have the variance 35/3.
    let off = |face: u8| 2.0 * f64::from(face) - 7.0;
    let all = [&red[..], &[1]].concat();
    let sum: f64 = all.windows(2).map(|w| off(w[0]) * off(w[1])).sum();
    let normal = sum / (35.0 / 3.0) / 30.0_f64.sqrt();
    let free = own.free.expect("there are enough");
    assert!(near(free, chi_squared_tail(normal * normal, 1)), "{own:?}");
    // Two aircraft for four hits.
    let price = f64::from(rules.units.worth(&[(FLYER, 1)])) / 2.0;
    assert!(near(report.hit_worth, price));
    let lucky = report
        .luck
        .iter()
        .find(|l| l.power == RED)
        .expect("it fired");
    assert_eq!((lucky.volleys, lucky.hits), (2, 5));
    assert!(near(lucky.luck, 5.0 - 16.0 / 6.0) && near(lucky.worth, lucky.luck * price));
    let [battle] = &*report.battles else {
        panic!("there was one battle: {report:?}");
    };
    assert_eq!((battle.round, battle.powers.len()), (3, 2));
    let own = battle.powers.iter().find(|l| l.power == RED);
    assert!(own.is_some_and(|l| near(l.luck, 1.5)), "{battle:?}");
}
