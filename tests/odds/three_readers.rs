//! The same battles in the three readings of a plan: the game, the sample, the exact one.

use super::support::{
    VARIANTS, exact, fight, force, kind, land, landed, position, sampled, stock, variant,
};
use sandtable::game::dice::Stream;
use sandtable::kernel::Dice;
use sandtable::odds::{Assault, Case, Force, How, Odds, Retreat, Runs, Setup, Stack};
use sandtable::rules::{Role, Rules, SiteKind};

const BATTLES: u64 = 160;
const SAMPLES: u64 = 2048;
const GAMES: u32 = 60;

pub fn some_force(rules: &Rules, kinds: &[&str], dice: &mut Stream) -> Force {
    let mut force = Force::default();
    while force.is_empty() {
        for name in kinds {
            let count = [0, 0, 0, 1, 1, 2][usize::from(dice.roll(6)) - 1];
            force = force.with(kind(rules, name), count);
            let tough = rules.units[kind(rules, name)].hits > 1;
            if tough && dice.roll(4) == 1 {
                force.add(Stack {
                    kind: kind(rules, name),
                    damage: 1,
                    seaborne: false,
                    count: 1,
                });
            }
        }
    }
    force
}

pub fn some_setup<'a>(rules: &'a Rules, number: u64) -> Setup<'a> {
    let mut dice = Stream::new(number);
    let sea = number % 2 == 1;
    let land = [
        "infantry",
        "artillery",
        "tank",
        "fighter",
        "tactical_bomber",
    ];
    let fleet = [
        "submarine",
        "destroyer",
        "fighter",
        "carrier",
        "battleship",
        "transport",
    ];
    let kinds: &[&str] = if sea { &fleet } else { &land };
    let (attacker, mut defender) = (
        some_force(rules, kinds, &mut dice),
        some_force(rules, kinds, &mut dice),
    );
    if !sea && dice.roll(3) == 1 {
        defender = defender.with(kind(rules, "aa_gun"), 1);
    }
    let site = if sea { SiteKind::Sea } else { SiteKind::Land };
    let mut setup = Setup::new(rules, site, attacker, defender).expect("the pack has both plans");
    if !sea && dice.roll(3) == 1 {
        setup.offshore = force(rules, "1 battleship, 1 cruiser");
    }
    setup
}

/// How many standard deviations a mean of `n` is off.
pub fn off(mean: f64, expected: f64, variance: f64, n: f64) -> f64 {
    if (mean - expected).abs() < 1e-9 {
        0.0
    } else {
        (mean - expected) / (variance / n).sqrt().max(1e-9)
    }
}

pub fn variance(odds: &Odds) -> f64 {
    odds.swings
        .iter()
        .map(|(ipc, p)| (*ipc as f64 - odds.swing()).powi(2) * p)
        .sum()
}

#[test]
fn three_readers_agree() {
    let editions = VARIANTS.map(variant);
    let (mut drift, mut count) = ([0.0; 4], 0.0);
    for number in 0..BATTLES {
        let which = (number / 2 % VARIANTS.len() as u64) as usize;
        let setup = some_setup(&editions[which], number);
        let name = format!("battle {number}, {}: {:?}", VARIANTS[which], setup.forces);
        let truth = exact(&setup).expect("these battles are small");
        assert!(
            (truth.win + truth.draw + truth.lose - 1.0).abs() < 1e-9,
            "{name}: {truth:?}"
        );
        let spread = variance(&truth);
        let chance = truth.win * (1.0 - truth.win);

        let runs = Runs {
            most: SAMPLES,
            precision: None,
            seed: number,
        };
        let sample = sampled(&setup, runs).expect("any battle can be sampled");
        let n = SAMPLES as f64;
        let offs = [
            off(sample.win, truth.win, chance, n),
            off(sample.swing(), truth.swing(), spread, n),
        ];
        assert!(
            offs.iter().all(|z| z.abs() < 4.5),
            "{name}: sampled {offs:?} off: {sample:?}, exact {truth:?}"
        );

        let start = position(&setup);
        let mut dice = Stream::new(number + 1000);
        let (mut wins, mut swing) = (0.0, 0.0);
        for _ in 0..GAMES {
            let outcome = fight(&setup, &start, &mut dice);
            wins += f64::from(u8::from(outcome.winner == Some(Role::Attacker)));
            swing += outcome.swing as f64;
        }
        let n = f64::from(GAMES);
        let game = [
            off(wins / n, truth.win, chance, n),
            off(swing / n, truth.swing(), spread, n),
        ];
        assert!(
            game.iter().all(|z| z.abs() < 6.0),
            "{name}: the game is {game:?} off: {} of {n} won, {truth:?}",
            wins
        );
        for (sum, z) in drift.iter_mut().zip(offs.into_iter().chain(game)) {
            *sum += z;
        }
        count += 1.0f64;
    }
    // Small errors that go the same way in every battle add up.
    let drift = drift.map(|sum| sum / count.sqrt());
    assert!(drift.iter().all(|z| z.abs() < 4.0), "{drift:?}");
}

/// A landing behind a battle at sea, with some who come overland; every other one breaks off early.
fn some_assault<'a>(rules: &'a Rules, number: u64) -> Assault<'a> {
    let mut dice = Stream::new(number);
    let ships = u16::from(dice.roll(2));
    let fleet = some_force(rules, &["submarine", "destroyer", "fighter"], &mut dice)
        .with(kind(rules, "transport"), ships);
    let guard = some_force(rules, &["submarine", "destroyer", "transport"], &mut dice);
    let overland = if dice.roll(4) == 1 {
        Force::default()
    } else {
        some_force(rules, &["infantry", "tank", "fighter"], &mut dice)
    };
    let garrison = some_force(rules, &["infantry", "artillery"], &mut dice);
    let setup = |site, attacker, defender| {
        Setup::new(rules, site, attacker, defender).expect("the pack has both plans")
    };
    let (mut sea, mut land) = (
        setup(SiteKind::Sea, fleet, guard),
        setup(SiteKind::Land, overland, garrison),
    );
    land.forces[0].add(landed(rules, "infantry", 2 * ships));
    if number % 2 == 1 {
        let retreat = Retreat {
            after: Some(1),
            ..Retreat::default()
        };
        (sea.tactics[0].retreat, land.tactics[0].retreat) = (retreat, retreat);
    }
    Assault { sea, land }
}

/// Who comes overland to a landing fights also if nobody lands, a round at least.
#[test]
fn landings_agree_with_the_game() {
    const ASSAULTS: u64 = 48;
    const GAMES: u32 = 150;
    let rules = stock();
    let (mut drift, mut fought_alone) = ([0.0; 4], 0);
    for number in 0..ASSAULTS {
        let assault = some_assault(&rules, number);
        let name = format!(
            "landing {number}: {:?}, {:?}",
            assault.sea.forces, assault.land.forces
        );
        let case = Case::Assault(Box::new(assault.clone()));
        let truth = case.odds(How::Exact).expect("these battles are small");
        assert!(
            (truth.win + truth.draw + truth.lose - 1.0).abs() < 1e-9,
            "{name}: {truth:?}"
        );
        let (spread, chance) = (variance(&truth), truth.win * (1.0 - truth.win));
        let sample = case
            .odds(How::Sampled(Runs {
                most: SAMPLES,
                precision: None,
                seed: number,
            }))
            .expect("any battle can be sampled");
        let n = SAMPLES as f64;
        let offs = [
            off(sample.win, truth.win, chance, n),
            off(sample.swing(), truth.swing(), spread, n),
        ];
        assert!(
            offs.iter().all(|z| z.abs() < 4.5),
            "{name}: sampled {offs:?} off: {sample:?}, exact {truth:?}"
        );
        let long: f64 = sample
            .lengths
            .iter()
            .enumerate()
            .map(|(n, p)| (n as f64 - truth.rounds).powi(2) * p)
            .sum();
        assert!(
            off(sample.rounds, truth.rounds, long, n).abs() < 4.5,
            "{name}: {} rounds, not {}",
            sample.rounds,
            truth.rounds
        );

        let mut dice = Stream::new(number + 5000);
        let (mut wins, mut swing) = (0.0, 0.0);
        for _ in 0..GAMES {
            let outcome = land(&assault, &mut dice);
            wins += f64::from(u8::from(outcome.winner == Some(Role::Attacker)));
            swing += outcome.swing as f64;
        }
        let n = f64::from(GAMES);
        let game = [
            off(wins / n, truth.win, chance, n),
            off(swing / n, truth.swing(), spread, n),
        ];
        assert!(
            game.iter().all(|z| z.abs() < 5.0),
            "{name}: the game is {game:?} off: {wins} of {n} won, {swing}, {truth:?}"
        );
        drift
            .iter_mut()
            .zip(offs.into_iter().chain(game))
            .for_each(|(sum, z)| *sum += z);
        fought_alone += u32::from(assault.land.forces[0].stacks().iter().any(|s| !s.seaborne));
    }
    let drift = drift.map(|sum| sum / (ASSAULTS as f64).sqrt());
    assert!(
        drift.iter().all(|z| z.abs() < 4.0) && fought_alone > 20,
        "{drift:?}, {fought_alone}"
    );
}
