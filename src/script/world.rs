//! What a running script can see: the edition, the state, its memory and its dice. It travels as the
//! call's tag, so that the handles scripts hold are plain ids. The state is shared, not copied.

use super::complaint::{Complaint, Res, advise};
use super::memory::Layout;
use super::names::Names;
use rhai::{Dynamic, EvalAltResult, NativeCallContext, Position};
use sandtable_kernel::{Cx, NoHooks, State, Unit, UnitIx};
use sandtable_rules::{Rules, Space, SpaceId, SpecialId, UnitType, UnitTypeId};
use std::sync::{Arc, Mutex, PoisonError};

/// What never changes while a game is played.
#[derive(Debug)]
pub struct Edition {
    /// The edition.
    pub rules: Arc<Rules>,
    /// Its names.
    pub names: Names,
}

/// What a call sees.
pub struct World {
    /// The edition and its names.
    pub edition: Arc<Edition>,
    /// The game.
    pub state: State,
    /// Which script runs.
    pub special: SpecialId,
    /// Where its memory is.
    pub memory: Arc<Layout>,
    /// Its dice, where a hook may roll.
    pub rolls: Option<Mutex<Rolls>>,
}

/// Dice rolled for a call. A script runs on the dice that are there; when it wants more it is
/// stopped, they are rolled, and it runs again: hooks are pure, so it comes to the same point.
#[derive(Debug, Default)]
pub struct Rolls {
    /// What was rolled, with the sides of each die.
    pub rolled: Vec<(u8, u8)>,
    /// How many of them this run has seen.
    pub seen: usize,
    /// What it stopped for: how many dice of how many sides.
    pub wanted: Option<(usize, u8)>,
}

impl World {
    /// Runs something on the dice.
    pub fn with_rolls<T>(&self, run: impl FnOnce(&mut Rolls) -> T) -> Option<T> {
        let rolls = self.rolls.as_ref()?;
        let mut rolls = rolls.lock().unwrap_or_else(PoisonError::into_inner);
        Some(run(&mut rolls))
    }
    /// The edition.
    pub fn rules(&self) -> &Rules {
        &self.edition.rules
    }
    /// A space.
    pub fn space(&self, id: SpaceId) -> &Space {
        &self.rules().board.spaces[id]
    }
    /// A unit type.
    pub fn kind(&self, id: UnitTypeId) -> &UnitType {
        &self.rules().units[id]
    }
    /// The names of the edition.
    pub fn names(&self) -> &Names {
        &self.edition.names
    }
    /// The game, to ask questions about.
    pub fn cx(&self) -> Cx<'_> {
        Cx::new(self.rules(), &self.state, &NoHooks)
    }
    /// A unit, alive or not.
    ///
    /// # Errors
    /// There is no such unit: the script kept it from another turn.
    pub fn unit(&self, ix: UnitIx) -> Res<&Unit> {
        let unit = self.state.units.get(usize::from(ix.0));
        unit.ok_or_else(|| {
            Complaint::raised("this unit does not exist any more")
                .help("units are not kept from turn to turn")
                .into()
        })
    }
    /// `n` dice.
    ///
    /// # Errors
    /// No dice are rolled here, or they must be rolled first.
    pub fn roll(&self, n: usize, sides: u8) -> Res<Vec<u8>> {
        let faces = self.with_rolls(|rolls| {
            let ready = rolls
                .rolled
                .get(rolls.seen..rolls.seen + n)
                .filter(|dice| dice.iter().all(|(_, s)| *s == sides));
            let faces: Option<Vec<u8>> =
                ready.map(|dice| dice.iter().map(|(face, _)| *face).collect());
            match faces {
                Some(faces) => {
                    rolls.seen += n;
                    Ok(faces)
                }
                None => {
                    rolls.wanted = Some((n, sides));
                    Err(EvalAltResult::ErrorTerminated(Dynamic::UNIT, Position::NONE).into())
                }
            }
        });
        faces.unwrap_or_else(|| {
            let help = "dice are rolled where something happens or is resolved, not where the rules are only asked";
            advise("no dice can be rolled here", help)
        })
    }
}

/// Runs something on the world of a call.
///
/// # Errors
/// There is none: the script asks while it is being loaded.
pub fn world<T>(ctx: &NativeCallContext<'_>, run: impl FnOnce(&World) -> Res<T>) -> Res<T> {
    match ctx.tag().and_then(Dynamic::read_lock::<Arc<World>>) {
        Some(world) => run(&world),
        None => advise(
            "there is no game to look at yet",
            "parameters and memory are declared without one",
        ),
    }
}
