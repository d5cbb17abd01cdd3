//! Armies as a program counts them, and what a battle between two of them will probably come to, by the pack's plan:
//! the same answer on every machine.

use std::sync::{Arc, Mutex, PoisonError};

use sandtable_diag::Lookup;
use sandtable_kernel::Unit;
use sandtable_kernel::law::end;
use sandtable_kernel::law::roll::Dist;
use sandtable_odds::{Field, Force, Luck, Setup, Stack, Xoshiro};
use sandtable_rules::{Role, Rules, SiteKind, UnitTypeId};

/// Units, and the ships that bombard for them.
#[derive(Clone, Default, Debug)]
pub struct Army {
    /// Those that fight.
    pub units: Force,
    /// Ships offshore.
    pub guns: Force,
}

/// What a battle comes to on average; pairs are the attacker's first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forecast {
    /// The chance that the attacker wins: ashore with somebody who takes the ground.
    pub chance: f64,
    /// The chance that the defender does not hold the place any more.
    pub beaten: f64,
    /// Hits that each side can still take.
    pub left: [f64; 2],
    /// What each side lost, in IPC.
    pub lost: [f64; 2],
}

impl Forecast {
    /// What the defender loses beyond what that costs the attacker, in IPC.
    pub fn drain(&self) -> f64 {
        (self.lost[1] - self.lost[0]).max(0.0)
    }
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

/// Forecasts that were made, by what was asked: most are asked for many times.
#[derive(Clone, Default, Debug)]
pub struct Forecasts(Arc<Mutex<(Lookup<Asked, Forecast>, usize)>>);

/// Whether it is at sea, who attacks, the ships that bombard for them, who defends.
type Asked = (bool, Vec<Stack>, Vec<Stack>, Vec<Stack>);

impl Forecasts {
    /// So many are kept; then all are forgotten.
    const KEPT: usize = 50_000;

    /// What a battle between these comes to.
    pub fn of(&self, rules: &Rules, sea: bool, attacker: &Army, defender: &Army) -> Forecast {
        let stacks = |force: &Force| {
            let mut stacks = force.stacks().to_vec();
            stacks.sort_unstable();
            stacks
        };
        let asked = (
            sea,
            stacks(&attacker.units),
            stacks(&attacker.guns),
            stacks(&defender.units),
        );
        let made = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = made().0.get(&asked) {
            return *known;
        }
        let new = forecast(rules, asked.clone());
        let mut made = made();
        if made.1 == Self::KEPT {
            *made = Default::default();
        }
        made.0.add(asked, new);
        made.1 += 1;
        new
    }
}

/// What a battle comes to: every end of a small one, and of a larger one those of some battles that are fought with the
/// same dice every time. As things stand where the pack has no such battles.
fn forecast(rules: &Rules, (sea, attackers, guns, defenders): Asked) -> Forecast {
    /// Ways in which hits may be shared out, up to which all are followed.
    const FEW: u64 = 64;
    let kind = match sea {
        true => SiteKind::Sea,
        false => SiteKind::Land,
    };
    let forces = [attackers, defenders].map(Force::of);
    let field = Setup::new(rules, kind, Force::default(), Force::default()).and_then(|setup| {
        let fighting = setup.plan().participants;
        let mut setup = Setup {
            forces: forces.clone().map(|force| force.only(fighting)),
            offshore: Force::of(guns),
            ..setup
        };
        setup.tactics[0].losses.keep_takers = 1;
        Field::new(setup).ok()
    });
    let mut sum = Forecast::default();
    let holders = end::holders(&rules.units);
    let mut add = |left: &[Force; 2], lost: [i64; 2], share: f64| {
        let [some, held] = [0, 1].map(|i| !left[i].only(holders).is_empty());
        let stays = sea || !left[0].only(rules.units.takers).is_empty();
        let wins = stays && end::winner([some, held]) == Some(Role::Attacker);
        sum.chance += if wins { share } else { 0.0 };
        sum.beaten += if held { 0.0 } else { share };
        for i in [0, 1] {
            sum.left[i] += share * f64::from(left[i].hits(rules));
            sum.lost[i] += share * lost[i] as f64;
        }
    };
    let Some(mut field) = field else {
        add(&forces, [0; 2], 1.0);
        return sum;
    };
    let start = [0, 1].map(|i| field.sides[i].start());
    let states = field
        .setup
        .forces
        .iter()
        .map(|f| u64::from(f.hits(rules)) + 1);
    if states.product::<u64>() <= FEW && field.close() {
        for ending in field.solve(&[(start, 1.0)]).endings {
            let fate = field.fate(&field.setup.forces, ending.live);
            add(&fate.left, fate.lost, ending.chance);
        }
        return sum;
    }
    for number in 0..FOUGHT {
        let mut luck = Paired::of(number);
        let live = field.fight(start, &mut luck).live;
        let fate = field.fate(&field.setup.forces, live);
        add(&fate.left, fate.lost, 1.0 / f64::from(FOUGHT));
    }
    sum
}

/// So many battles tell what a large one comes to.
const FOUGHT: u32 = 40;

/// Dice of battles that are compared: every other battle has the opposite luck of the one before it.
struct Paired {
    words: Xoshiro,
    turned: bool,
}

impl Paired {
    fn of(number: u32) -> Self {
        Self {
            words: Xoshiro::new(u64::from(number / 2)),
            turned: number % 2 == 1,
        }
    }
}

impl Luck for Paired {
    fn hits(&mut self, _: Role, dist: &Dist) -> u32 {
        let share = self.words.share();
        dist.at(if self.turned { 1.0 - share } else { share })
    }
}
