//! What players do badly, counted: ships without guards, aircraft thrown away, capitals left open, money left
//! lying, wars that wait.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use sandtable_ai::Watch;
use sandtable_kernel::{Count, Cx, Event, Hooks, Order, State, Unit, UnitsAt, check};
use sandtable_rules::{Id, PhaseKind, PowerId, Rules, SpaceId, UnitTypeSet};

/// How a side played; amounts are in IPC.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Conduct {
    /// Turns that its powers played.
    pub turns: u32,
    /// Lost where transports were attacked that no warship guarded.
    pub unescorted: u32,
    /// Lost in battles that aircraft from elsewhere joined.
    pub scrambled: u32,
    /// Aircraft lost for want of a landing place, or where nobody on the ground was beside them.
    pub grounded: u32,
    /// Capitals and dear territories that could be taken when a turn of their owner was over.
    pub exposed: u32,
    /// Left in treasuries after purchases.
    pub unspent: u32,
    /// Turns in which a war could have been declared and was not.
    pub waited: u32,
    /// Units bought, by type.
    pub bought: BTreeMap<String, u32>,
}

impl Conduct {
    /// Both together.
    pub fn add(&mut self, other: &Self) {
        self.turns += other.turns;
        self.unescorted += other.unescorted;
        self.scrambled += other.scrambled;
        self.grounded += other.grounded;
        self.exposed += other.exposed;
        self.unspent += other.unspent;
        self.waited += other.waited;
        for (kind, count) in &other.bought {
            *self.bought.entry(kind.clone()).or_default() += count;
        }
    }
}

/// Watches a game.
pub struct Observer<'r> {
    rules: &'r Rules,
    hooks: &'r dyn Hooks,
    watch: Watch,
    /// By side.
    conduct: Vec<Conduct>,
    /// Battles in which transports of a power were alone.
    lonely: BTreeSet<(SpaceId, PowerId)>,
    /// Battles in which aircraft of a power were alone on land.
    bare: BTreeSet<(SpaceId, PowerId)>,
    /// Battles that aircraft from elsewhere joined.
    joined: BTreeSet<SpaceId>,
    /// A war could be declared in this turn, and has not been.
    waits: bool,
}

impl<'r> Observer<'r> {
    /// Of a game that begins.
    pub fn new(rules: &'r Rules, hooks: &'r dyn Hooks) -> Self {
        Self {
            rules,
            hooks,
            watch: Watch::new(rules),
            conduct: vec![Conduct::default(); rules.powers.sides.len()],
            lonely: BTreeSet::new(),
            bare: BTreeSet::new(),
            joined: BTreeSet::new(),
            waits: false,
        }
    }

    /// What was counted, by side.
    pub fn end(self) -> Vec<Conduct> {
        self.conduct
    }

    /// Notes what came of an order.
    pub fn note(&mut self, before: &State, events: &[Event], after: &State) {
        let active = before.active(self.rules);
        for event in events {
            match event {
                Event::BattleBegan(site) => self.begun(before, site.space),
                Event::Scrambled(shift) => _ = self.joined.insert(shift.to),
                Event::Lost(lost) => self.lost(lost, active),
                Event::Crashed(lost) => {
                    let ipc = self.cost(&lost.units, self.rules.units.air);
                    self.add(lost.power, |c| c.grounded += ipc);
                }
                Event::Bought { power, units, .. } => {
                    let rules = self.rules;
                    self.add(*power, |c| {
                        for (kind, count) in units {
                            let name = rules.units[*kind].name.clone();
                            *c.bought.entry(name).or_default() += u32::from(*count);
                        }
                    });
                }
                Event::Declared { power, .. } if *power == active => self.waits = false,
                Event::Phase { .. } => self.phase(before, after),
                Event::Turn { .. } => self.turn(active, after),
                _ => {}
            }
        }
    }

    fn add(&mut self, power: PowerId, count: impl FnOnce(&mut Conduct)) {
        if let Some(side) = self.rules.powers[power].side {
            count(&mut self.conduct[side.index()]);
        }
    }

    fn cost(&self, units: &[Count], kinds: UnitTypeSet) -> u32 {
        let counted = units.iter().filter(|(k, _)| kinds.has(*k)).copied();
        self.rules.units.worth(&counted.collect::<Vec<Count>>())
    }

    /// Who stands alone where a battle begins.
    fn begun(&mut self, state: &State, space: SpaceId) {
        let types = &self.rules.units;
        let sea = self.rules.board.is_sea(space);
        let side = |u: &Unit| self.rules.powers[u.owner].side;
        let (guards, weak) = match sea {
            true => (types.warships(), types.transports),
            false => (types.takers, types.air),
        };
        let units: Vec<&Unit> = state.units_in(space).map(|(_, u)| u).collect();
        let guarded = |of: &Unit| {
            let mut guards = units.iter().filter(|u| guards.has(u.kind));
            guards.any(|u| side(u) == side(of))
        };
        let alone = units.iter().filter(|u| weak.has(u.kind) && !guarded(u));
        let alone = alone.map(|u| (space, u.owner));
        match sea {
            true => self.lonely.extend(alone),
            false => self.bare.extend(alone),
        }
    }

    fn lost(&mut self, lost: &UnitsAt, active: PowerId) {
        let at = (lost.space, lost.power);
        let types = &self.rules.units;
        let (all, air) = (
            self.cost(&lost.units, types.mortal),
            self.cost(&lost.units, types.air),
        );
        let unescorted = self.lonely.contains(&at);
        let scrambled = self.joined.contains(&lost.space) && lost.power == active;
        let bare = self.bare.contains(&at) && lost.power != active;
        self.add(lost.power, |c| {
            c.unescorted += if unescorted { all } else { 0 };
            c.scrambled += if scrambled { all } else { 0 };
            c.grounded += if bare { air } else { 0 };
        });
    }

    fn phase(&mut self, before: &State, after: &State) {
        let power = before.active(self.rules);
        if after.active(self.rules) != power {
            return;
        }
        let kind = |state: &State| self.rules.turn.phases[state.phase].kind;
        if kind(before) == PhaseKind::Purchase {
            let left = u32::try_from(after.funds(self.rules, power)).unwrap_or(0);
            self.add(power, |c| c.unspent += left);
        }
        if kind(after) == PhaseKind::CombatMove {
            let cx = Cx::new(self.rules, after, self.hooks);
            let mut others = self.rules.powers.powers.ids();
            let side = |p: PowerId| self.rules.powers[p].side;
            self.waits = others.any(|on| {
                let rival = side(on).is_some() && side(on) != side(power);
                rival && check(cx, &Order::Declare(on)).is_ok()
            });
        }
    }

    /// A power's turn is over.
    fn turn(&mut self, power: PowerId, after: &State) {
        let exposed = self
            .watch
            .exposed(Cx::new(self.rules, after, self.hooks), power);
        let waited = u32::from(std::mem::take(&mut self.waits));
        self.add(power, |c| {
            c.turns += 1;
            c.exposed += exposed;
            c.waited += waited;
        });
        self.lonely.clear();
        self.bare.clear();
        self.joined.clear();
    }
}

/// How a side played, over games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Played {
    /// The side.
    pub side: String,
    /// How.
    #[serde(flatten)]
    pub conduct: Conduct,
}

/// How the sides played, over those games that were watched; nothing where none was.
pub fn conduct(sides: &[String], rows: &[&super::Row]) -> Vec<Played> {
    let watched: Vec<&[Conduct]> = rows.iter().map(|r| &r.conduct[..]).collect();
    let of = |(nth, side): (usize, &String)| {
        let mut each = watched.iter().filter_map(|sides| sides.get(nth)).peekable();
        each.peek()?;
        let mut conduct = Conduct::default();
        each.for_each(|one| conduct.add(one));
        let side = side.clone();
        Some(Played { side, conduct })
    };
    sides.iter().enumerate().filter_map(of).collect()
}
