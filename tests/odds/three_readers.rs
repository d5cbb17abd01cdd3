//! The same battles in the three readings of a plan: the game, the sample, the exact one.

use super::support::{VARIANTS, fight, force, kind, position, variant};
use sandtable::game::dice::Stream;
use sandtable::kernel::Dice;
use sandtable::odds::{Force, Odds, Runs, Setup, Stack, exact, sampled};
use sandtable::rules::{Role, Rules, SiteKind};

const BATTLES: u64 = 320;
const SAMPLES: u64 = 2048;
const GAMES: u32 = 60;

fn some_force(rules: &Rules, kinds: &[&str], dice: &mut Stream) -> Force {
    let mut force = Force::default();
    while force.is_empty() {
        for name in kinds {
            let count = [0, 0, 0, 1, 1, 2][usize::from(dice.roll(6)) - 1];
            force = force.with(kind(rules, name), count);
            let tough = rules.units[kind(rules, name)].hits > 1;
            if tough && dice.roll(4) == 1 {
                force.add(Stack { kind: kind(rules, name), damage: 1, seaborne: false, count: 1 });
            }
        }
    }
    force
}

fn some_setup<'a>(rules: &'a Rules, number: u64) -> Setup<'a> {
    let mut dice = Stream::new(number);
    let sea = number % 2 == 1;
    let land = ["infantry", "artillery", "tank", "fighter", "tactical_bomber"];
    let fleet = ["submarine", "destroyer", "fighter", "carrier", "battleship", "transport"];
    let kinds: &[&str] = if sea { &fleet } else { &land };
    let (attacker, mut defender) = (some_force(rules, kinds, &mut dice), some_force(rules, kinds, &mut dice));
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
fn off(mean: f64, expected: f64, variance: f64, n: f64) -> f64 {
    if (mean - expected).abs() < 1e-9 { 0.0 } else { (mean - expected) / (variance / n).sqrt().max(1e-9) }
}

fn variance(odds: &Odds) -> f64 {
    odds.swings.iter().map(|(ipc, p)| (*ipc as f64 - odds.swing()).powi(2) * p).sum()
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
        assert!((truth.win + truth.draw + truth.lose - 1.0).abs() < 1e-9, "{name}: {truth:?}");
        let spread = variance(&truth);
        let chance = truth.win * (1.0 - truth.win);

        let runs = Runs { most: SAMPLES, precision: None, seed: number };
        let sample = sampled(&setup, runs).expect("any battle can be sampled");
        let n = SAMPLES as f64;
        let offs = [off(sample.win, truth.win, chance, n), off(sample.swing(), truth.swing(), spread, n)];
        assert!(offs.iter().all(|z| z.abs() < 4.5), "{name}: sampled {offs:?} off: {sample:?}, exact {truth:?}");

        let start = position(&setup);
        let mut dice = Stream::new(number + 1000);
        let (mut wins, mut swing) = (0.0, 0.0);
        for _ in 0..GAMES {
            let outcome = fight(&setup, &start, &mut dice);
            wins += f64::from(u8::from(outcome.winner == Some(Role::Attacker)));
            swing += outcome.swing as f64;
        }
        let n = f64::from(GAMES);
        let game = [off(wins / n, truth.win, chance, n), off(swing / n, truth.swing(), spread, n)];
        assert!(game.iter().all(|z| z.abs() < 6.0), "{name}: the game is {game:?} off: {} of {n} won, {truth:?}", wins);
        for (sum, z) in drift.iter_mut().zip(offs.into_iter().chain(game)) {
            *sum += z;
        }
        count += 1.0f64;
    }
    // Small errors that go the same way in every battle add up.
    let drift = drift.map(|sum| sum / count.sqrt());
    assert!(drift.iter().all(|z| z.abs() < 4.0), "{drift:?}");
}
