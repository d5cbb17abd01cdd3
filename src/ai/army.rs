//! Armies as a program counts them, and what a battle between two of them will probably come to: fought
//! by the pack's plan, with as many hits as are to be expected. No dice: the same answer on every machine.

use crate::kernel::Unit;
use crate::odds::{Field, Force, Setup, Stack, Xoshiro, expected};
use crate::rules::{Rules, SiteKind, UnitTypeId};

/// Units, and the ships that bombard for them.
#[derive(Clone, Default, Debug)]
pub struct Army {
    /// Those that fight.
    pub units: Force,
    /// Ships offshore.
    pub guns: Force,
}

/// What is left after a battle; pairs are the attacker's first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forecast {
    /// Hits that each side can still take.
    pub left: [f64; 2],
    /// What each side lost, in IPC.
    pub lost: [f64; 2],
    /// Attacking units left that can take ground.
    pub takers: u32,
}

impl Army {
    /// These units; facilities do not fight.
    pub fn of<'a>(rules: &Rules, units: impl IntoIterator<Item = &'a Unit>) -> Self {
        let mut army = Self::default();
        units.into_iter().for_each(|u| army.add(rules, u));
        army
    }

    /// One more unit.
    pub fn add(&mut self, rules: &Rules, unit: &Unit) {
        if !rules.units.facilities.has(unit.kind) {
            self.units.add(Stack {
                seaborne: false,
                ..Stack::of(unit)
            });
        }
    }

    /// So many more of a type.
    pub fn push(&mut self, kind: UnitTypeId, count: u16) {
        self.units = std::mem::take(&mut self.units).with(kind, count);
    }

    /// These ships bombard for it.
    pub fn shelled(self, guns: Force) -> Self {
        Self { guns, ..self }
    }

    /// Whether there is nobody that could fight or be hit.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// What it is worth, in IPC.
    pub fn cost(&self, rules: &Rules) -> f64 {
        self.units.cost(rules) as f64
    }

    /// Hits it can take.
    pub fn hits(&self, rules: &Rules) -> f64 {
        f64::from(self.units.hits(rules))
    }
}

/// What a battle will probably come to; as things stand where the pack has no such battles.
pub fn forecast(rules: &Rules, sea: bool, attacker: &Army, defender: &Army) -> Forecast {
    let kind = match sea {
        true => SiteKind::Sea,
        false => SiteKind::Land,
    };
    let forces = [attacker.units.clone(), defender.units.clone()];
    let fought = Setup::new(rules, kind, Force::default(), Force::default()).and_then(|setup| {
        let fighting = setup.plan().participants;
        let mut setup = Setup {
            forces: forces.clone().map(|force| force.only(fighting)),
            offshore: attacker.guns.clone(),
            ..setup
        };
        setup.tactics[0].losses.keep_takers = 1;
        expected(setup).ok()
    });
    let (left, lost) = fought.map_or((forces, [0; 2]), |fate| (fate.left, fate.lost));
    Forecast {
        takers: left[0].only(rules.units.takers).units(),
        left: left.map(|force| f64::from(force.hits(rules))),
        lost: lost.map(|ipc| ipc as f64),
    }
}

/// The chance that an attack is won: of battles fought with the same dice every time.
pub fn chance(rules: &Rules, sea: bool, attacker: &Army, defender: &Army) -> f64 {
    const FOUGHT: u32 = 200;
    let kind = match sea {
        true => SiteKind::Sea,
        false => SiteKind::Land,
    };
    if attacker.is_empty() || defender.is_empty() {
        return f64::from(u8::from(!attacker.is_empty()));
    }
    let field = Setup::new(rules, kind, Force::default(), Force::default()).and_then(|setup| {
        let fighting = setup.plan().participants;
        let forces = [attacker, defender].map(|army| army.units.only(fighting));
        Field::new(Setup { forces, ..setup }).ok()
    });
    let Some(mut field) = field else {
        return 0.5;
    };
    let start = [0, 1].map(|i| field.sides[i].start());
    let mut dice = Xoshiro::new(1);
    let mut won = 0;
    for _ in 0..FOUGHT {
        let live = field.fight(start, &mut dice).live;
        let left = field.fate(&field.setup.forces, live).left;
        won += u32::from(!left[0].is_empty() && left[1].is_empty());
    }
    f64::from(won) / f64::from(FOUGHT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FLYER, GUN, SHIP, WALKER, isles, theatre};

    fn army(units: &[(UnitTypeId, u16)]) -> Army {
        let mut army = Army::default();
        units.iter().for_each(|(kind, n)| army.push(*kind, *n));
        army
    }

    fn fight(attacker: &[(UnitTypeId, u16)], defender: &[(UnitTypeId, u16)]) -> Forecast {
        let sea = attacker.iter().any(|(k, _)| *k == SHIP);
        forecast(&isles(), sea, &army(attacker), &army(defender))
    }

    #[test]
    fn the_stronger_army_wins_and_loses_less_the_stronger_it_is() {
        let even = fight(&[(WALKER, 4)], &[(WALKER, 4)]);
        assert!(even.left[0] < 0.1 && even.left[1] > 1.0, "{even:?}");
        let (more, many) = (
            fight(&[(WALKER, 10)], &[(WALKER, 4)]),
            fight(&[(WALKER, 30)], &[(WALKER, 4)]),
        );
        assert!(more.left[1] < 0.1 && more.takers > 3, "{more:?}");
        assert!(many.lost[0] < more.lost[0]);
        assert!((more.lost[1] - 12.0).abs() < 0.1);
    }

    #[test]
    fn nobody_left_to_fight_is_a_walk() {
        let walk = fight(&[(WALKER, 1)], &[]);
        assert!(walk.takers == 1 && walk.lost[0] == 0.0);
    }

    #[test]
    fn hits_to_spare_cost_nothing() {
        let ships = fight(&[(SHIP, 2)], &[(SHIP, 1)]);
        assert!(ships.lost[0] < 8.0 * 0.5, "{ships:?}");
    }

    #[test]
    fn the_last_that_takes_ground_is_kept() {
        let won = fight(&[(WALKER, 2), (FLYER, 6)], &[(WALKER, 6)]);
        assert!(won.left[1] < 0.1 && won.takers > 0, "{won:?}");
    }

    #[test]
    fn shells_hit_before_the_battle() {
        let rules = theatre();
        let bombards = rules.battles.bombardment.as_ref().map(|rule| rule.ships);
        let ship = bombards.and_then(|ships| ships.iter().next());
        let walker = rules.units.takers.iter().next();
        let (ship, walker) = ship.zip(walker).expect("the theatre has both");
        let (some, foes) = (army(&[(walker, 3)]), army(&[(walker, 4)]));
        let plain = forecast(&rules, false, &some, &foes);
        let guns = Force::default().with(ship, 6);
        let shelled = forecast(&rules, false, &some.shelled(guns), &foes);
        assert!(
            plain.left[1] > 0.1 && shelled.left[1] < 0.1 && shelled.lost[0] < plain.lost[0],
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
}
