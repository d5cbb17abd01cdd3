//! What a program tells of its thinking: what it tried, what it attacks and with what chance, what it fears.

use super::army::Army;
use super::campaign::Campaign;
use super::facts::Facts;
use super::invasion::Invasion;
use super::look::Look;
use super::profile::Profile;
use super::raid::Raid;
use super::scratch::Scratch;
use super::stance::Stance;
use super::support::{self, Battle};
use sandtable_kernel::{Cx, Order};
use sandtable_odds::Force;
use sandtable_rules::{PhaseKind, PowerId, Rules, SpaceId};

/// An attack that is planned.
#[derive(Clone, PartialEq, Debug)]
pub struct Clash {
    /// Where.
    pub space: SpaceId,
    /// Both sides, the attacker's first; what answers an attack from elsewhere is not among them.
    pub forces: [Force; 2],
    /// The chance that it is won.
    pub chance: f64,
    /// What each side should lose, in IPC.
    pub lost: [f64; 2],
}

/// A place that may be lost.
#[derive(Clone, PartialEq, Debug)]
pub struct Fear {
    /// Where.
    pub space: SpaceId,
    /// The chance that it falls if all comes against it that can.
    pub chance: f64,
}

/// How a phase was thought about.
#[derive(Clone, PartialEq, Debug)]
pub struct Account {
    /// Whose phase.
    pub power: PowerId,
    /// Of which kind it is.
    pub phase: PhaseKind,
    /// How many turns were played on copies of the game.
    pub turns: u32,
    /// What was tried, the usual first, and what it comes to in IPC, to be compared; nothing where there was no choice.
    pub tried: Vec<(Stance, f64)>,
    /// What was chosen.
    pub chosen: Stance,
    /// The orders for the phase.
    pub orders: Vec<Order>,
    /// The attacks.
    pub battles: Vec<Clash>,
    /// The raids.
    pub raids: Vec<Raid>,
    /// What may be lost.
    pub fears: Vec<Fear>,
    /// Where the ships are bound and the money goes.
    pub campaign: Option<Campaign>,
    /// The landing in one go that money goes into or is saved for.
    pub invasion: Option<Invasion>,
    /// The harbour that money is saved for: for what is to be built there.
    pub saved: Option<SpaceId>,
}

/// The attacks that stand after the orders of a plan: ships that pass others by do not fight.
pub fn battles(scratch: &Scratch<'_>) -> Vec<Clash> {
    let look = scratch.look();
    let clash = |battle: Battle| {
        let (space, sea) = (battle.space, scratch.rules.board.is_sea(battle.space));
        let end = look.forecast(sea, &battle.attackers, &battle.defenders);
        Clash {
            space,
            chance: end.chance,
            lost: end.lost,
            forces: [battle.attackers.units, battle.defenders.units],
        }
    };
    let fought =
        |b: &Battle| !scratch.rules.board.is_sea(b.space) || scratch.cx().sea_battle(b.space);
    let battles = support::battles(scratch).into_iter();
    battles.filter(fought).map(clash).collect()
}

/// What the power holds dear and may lose after a plan.
pub fn fears(scratch: &Scratch<'_>) -> Vec<Fear> {
    /// Less than this is no fear.
    const SMALL: f64 = 0.1;
    let (rules, look) = (scratch.rules, scratch.look());
    let own = |s: &SpaceId| scratch.state.owner(*s) == Some(scratch.me);
    let dear = rules.board.land.iter().filter(own);
    let fear = |space: SpaceId| Fear {
        space,
        chance: falls(&look, space, look.peril(space)),
    };
    let dear = dear.filter(|s| look.is_capital(*s) || look.dear(*s));
    let threatened = dear.filter(|s| !look.peril(*s).is_empty());
    threatened.map(fear).filter(|f| f.chance > SMALL).collect()
}

/// The chance that a territory falls to an army.
fn falls(look: &Look<'_>, space: SpaceId, threat: &Army) -> f64 {
    look.forecast(false, threat, &look.guard(space)).chance
}

/// Looks at how powers stand in a game.
pub struct Watch(Profile);

impl Watch {
    /// At games of an edition.
    pub fn new(rules: &Rules) -> Self {
        Self(Profile::new(rules, &rules.weights))
    }

    /// How many capitals and other dear territories of a power the most dangerous foe could take with even chances.
    pub fn exposed(&self, cx: Cx<'_>, power: PowerId) -> u32 {
        let facts = Facts::new(cx, power);
        let look = Look::new(cx, &self.0, power, &facts);
        let own = cx.rules.board.land.iter();
        let own = own.filter(|s| cx.state.owner(*s) == Some(power) && look.dear(*s));
        let open = |s: &SpaceId| falls(&look, *s, look.threat(*s)) >= 0.5;
        own.filter(open).count() as u32
    }
}
