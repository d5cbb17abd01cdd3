//! Losses: who can take which hit, whether a choice uses as many hits as possible and spares what
//! is chosen last, and what happens to the units chosen. Choices that are none are made at once.

use super::law::Group;
use super::law::end::ROLES;
use super::law::losses::{self, Hits};
use super::party::Field;
use super::subsets::interchangeable;
use crate::{
    Battle, Code, Cx, DecisionKind, Due, Event, Frame, Game, Marks, Order, Refusal, Unit, UnitIx,
    UnitsAt, Wait, tallies,
};
use sandtable_rules::{BattlePlan, Chooser, Losses, PowerId, PowerSet, SpaceId, UnitTypeSet};

const TOO_OFTEN: &str = "hits named for {unit}: {asked}; those there can take {have}";

/// Hits, and the units that can take them.
pub struct Claim<'a> {
    cx: Cx<'a>,
    hits: &'a [Hits],
    able: Vec<UnitIx>,
    /// How many they can take.
    room: losses::Room,
    /// The types of each level of losses, and how many hits fall on it.
    levels: Vec<(UnitTypeSet, u32)>,
}

/// The hits that are due in a battle.
pub fn claim<'a>(cx: Cx<'a>, battle: &Battle, due: &'a Due) -> Claim<'a> {
    let field = Field::new(cx, battle);
    let hit = field.side(due.role);
    let under = hit.filter(|(_, u)| due.over == UnitIx::NONE || u.link == due.over);
    Claim::new(
        cx,
        battle.plan(cx.rules),
        &due.hits,
        under.map(|(ix, _)| ix),
    )
}

impl<'a> Claim<'a> {
    /// Hits on some of these units, by the law of a plan.
    pub fn new(
        cx: Cx<'a>,
        plan: &BattlePlan,
        hits: &'a [Hits],
        units: impl Iterator<Item = UnitIx>,
    ) -> Self {
        let targets = hits
            .iter()
            .fold(UnitTypeSet::EMPTY, |all, h| all.union(h.targets));
        let takes = |ix: &UnitIx| {
            let group = group(cx, *ix);
            targets.has(group.kind) && !group.marks.any(Marks::DYING) && group.room(cx.rules) > 0
        };
        let able: Vec<UnitIx> = units.filter(takes).collect();
        let room = losses::room(cx.rules, able.iter().map(|ix| group(cx, *ix)));
        Self {
            cx,
            hits,
            levels: losses::levels(plan, hits, &room),
            able,
            room,
        }
    }

    /// How many hits are taken.
    fn count(&self) -> u32 {
        self.levels.iter().map(|(_, n)| n).sum()
    }

    /// The units of these types.
    fn of(&self, types: UnitTypeSet) -> Vec<UnitIx> {
        let able = self.able.iter().copied();
        able.filter(|ix| types.has(self.cx.state.unit(*ix).kind))
            .collect()
    }

    /// The losses where the rules leave no choice between units that are not alike.
    pub fn forced(&self, alike: &dyn Fn(&[UnitIx]) -> bool) -> Option<Vec<UnitIx>> {
        let mut chosen = Vec::new();
        for (types, count) in self.levels.iter().filter(|(_, n)| *n > 0) {
            chosen.extend(self.settled(&self.of(*types), *count, alike)?);
        }
        Some(chosen)
    }

    /// The losses of a level where its units leave no choice.
    fn settled(
        &self,
        level: &[UnitIx],
        count: u32,
        alike: &dyn Fn(&[UnitIx]) -> bool,
    ) -> Option<Vec<UnitIx>> {
        let room = |ix: &UnitIx| group(self.cx, *ix).room(self.cx.rules) as usize;
        let each = level.iter().map(|ix| std::iter::repeat_n(*ix, room(ix)));
        let mut every: Vec<UnitIx> = each.flatten().collect();
        let count = count as usize;
        let alike = || level.len() == 1 || every.len() == level.len() && alike(level);
        if count > 0 && every.len() != count && !alike() {
            return None;
        }
        every.truncate(count);
        Some(every)
    }

    /// Whether hits taken so far, by type, can be part of a choice that is allowed, if `rest` takes all others.
    pub fn completes(&self, taken: &losses::Room, rest: &losses::Room) -> bool {
        losses::completes(self.hits, &self.levels, &self.room, [taken, rest])
    }

    /// The powers that have units among which there is a choice, as far as somebody plays them.
    fn concerned(&self) -> PowerSet {
        let cx = self.cx;
        let alike = |units: &[UnitIx]| interchangeable(cx, units);
        let choice = |types: UnitTypeSet, count| {
            let level = self.of(types);
            self.settled(&level, count, &alike).is_none()
        };
        let open = self.levels.iter().filter(|(types, n)| choice(*types, *n));
        let types = open.fold(UnitTypeSet::EMPTY, |all, (types, _)| all.union(*types));
        let owners = self.of(types).into_iter().map(|ix| cx.state.unit(ix).owner);
        owners.filter(|p| cx.rules.powers[*p].plays).collect()
    }

    /// The decision on losses.
    pub fn decision(&self, space: SpaceId) -> DecisionKind {
        let needed = self.levels.iter().filter(|(_, n)| *n > 0);
        DecisionKind::Casualties {
            space,
            hits: self.hits.to_vec(),
            candidates: needed.flat_map(|(types, _)| self.of(*types)).collect(),
            count: u16::try_from(self.count()).unwrap_or(u16::MAX),
        }
    }

    /// Whether these losses may be chosen.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, chosen: &[UnitIx]) -> Result<(), Refusal> {
        let cx = self.cx;
        let mut taken = losses::Room::new();
        for (i, ix) in chosen.iter().enumerate() {
            let unit = cx.state.named(*ix)?;
            let before = chosen[..i].iter().filter(|other| *other == ix).count();
            let refusal = || Code::CannotTakeHit.refuse().of(unit.kind);
            if !self.able.contains(ix) {
                return Err(refusal());
            }
            if before >= Group::of(unit).room(cx.rules) as usize {
                let same = |ix: &&UnitIx| cx.state.get(**ix).is_some_and(|u| u.kind == unit.kind);
                let room = |ix: &UnitIx| Group::of(cx.state.unit(*ix)).room(cx.rules);
                let asked = chosen.iter().filter(same).count();
                let have: u32 = self.able.iter().filter(same).map(room).sum();
                return Err(refusal().because(TOO_OFTEN).numbers(asked, have));
            }
            losses::widen(&mut taken, unit.kind, 1);
        }
        let count = self.count();
        if chosen.len() != count as usize {
            return Err(Code::WrongCount.refuse().numbers(chosen.len(), count));
        }
        if losses::absorbed(self.hits, &taken, UnitTypeSet::FULL) != count {
            return Err(Code::BetterAssignment.refuse());
        }
        for (nth, (types, needed)) in self.levels.iter().enumerate() {
            let named = taken.iter().filter(|(kind, _)| types.has(*kind));
            if named.clone().map(|(_, n)| n).sum::<u32>() > *needed {
                // Behind the first level come those that are chosen last.
                let code = if nth > 0 || *needed == 0 {
                    Code::ChosenLast
                } else {
                    Code::BetterAssignment
                };
                let late = named.map(|(kind, _)| *kind).min();
                return Err(late.map_or(code.refuse(), |t| code.refuse().of(t)));
            }
        }
        Ok(())
    }
}

fn group(cx: Cx<'_>, ix: UnitIx) -> Group {
    Group::of(cx.state.unit(ix))
}

/// Assigns the hits of a volley: at once where there is no choice, else after a decision.
pub fn assign(game: &mut Game<'_>, battle: &mut Battle, field: &Field, due: Due, by: Chooser) {
    let cx = game.cx();
    let claim = claim(cx, battle, &due);
    if let Some(forced) = claim.forced(&|units| interchangeable(cx, units)) {
        return suffer(game, battle.site.space, &forced, due.fate);
    }
    let mut chooser = match by {
        Chooser::Owner => field.speaker(cx, battle, due.role),
        Chooser::Firer => field.speaker(cx, battle, due.role.other()),
    };
    if by == Chooser::Owner && cx.rules.battles.disputes.is_some() {
        // A choice between units of one power is that power's alone.
        let mut concerned = claim.concerned().iter();
        if let (Some(only), None) = (concerned.next(), concerned.next()) {
            chooser = only;
        }
    }
    battle.wait = Wait::Casualties { chooser, due };
}

/// Losses have been chosen: they are suffered, unless other owners of the units among which there was
/// a choice are to be heard first. What the battle waits for then.
pub fn propose(
    game: &mut Game<'_>,
    battle: &Battle,
    losses: &[UnitIx],
    chooser: PowerId,
    due: Due,
) -> Wait {
    let cx = game.cx();
    let mut left = Vec::new();
    let hit = Field::new(cx, battle);
    if cx.rules.battles.disputes == Some(Chooser::Firer)
        && hit.side(due.role).any(|(_, u)| u.owner == chooser)
    {
        let others = claim(cx, battle, &due).concerned();
        left = others.iter().filter(|p| *p != chooser).collect();
        left.reverse();
    }
    if left.is_empty() {
        suffer(game, battle.site.space, losses, due.fate);
        return Wait::No;
    }
    Wait::Agree {
        due,
        losses: losses.to_vec(),
        left,
    }
}

/// A power agrees to losses, or objects: then the side that fired chooses. What the battle waits for.
pub fn consent(game: &mut Game<'_>, battle: &Battle, order: &Order, wait: Wait) -> Wait {
    let Wait::Agree {
        due,
        losses,
        mut left,
    } = wait
    else {
        return wait;
    };
    let by = left.pop();
    let space = battle.site.space;
    if *order == Order::Object {
        let cx = game.cx();
        let chooser = Field::new(cx, battle).speaker(cx, battle, due.role.other());
        game.tell(Event::Disputed {
            by: by.unwrap_or(chooser),
            chooser,
            space,
        });
        return Wait::Casualties { chooser, due };
    }
    if !left.is_empty() {
        return Wait::Agree { due, losses, left };
    }
    suffer(game, space, &losses, due.fate);
    Wait::No
}

/// The hits for which losses are awaited; nothing where none are.
pub fn awaited(cx: Cx<'_>) -> Option<Claim<'_>> {
    match cx.state.agenda.last()? {
        Frame::Voyage(voyage) => Some(voyage.claim(cx)),
        Frame::Battle(battle) => match &battle.wait {
            Wait::Casualties { due, .. } => Some(claim(cx, battle, due)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether these losses may be chosen.
///
/// # Errors
/// Why not.
pub fn check(cx: Cx<'_>, chosen: &[UnitIx]) -> Result<(), Refusal> {
    if let Some(Frame::Battle(battle)) = cx.state.agenda.last() {
        let field = Field::new(cx, battle);
        let fights = |ix: &UnitIx| field.both().any(|(other, _)| other == *ix);
        let carried = |ix: &&UnitIx| cx.state.get(**ix).is_some_and(|u| u.carrier().is_some());
        if let Some(ix) = chosen.iter().filter(carried).find(|ix| !fights(ix)) {
            return Err(Code::NotInBattle.refuse().of(cx.state.unit(*ix).kind));
        }
    }
    awaited(cx).ok_or(Code::NotNow.refuse())?.check(chosen)
}

/// The units that die of these losses, each once; a unit is named once for each hit.
pub fn dying(cx: Cx<'_>, chosen: &[UnitIx]) -> Vec<UnitIx> {
    let mut dying: Vec<UnitIx> = Vec::new();
    for (i, ix) in chosen.iter().enumerate() {
        let taken = chosen[..=i].iter().filter(|other| *other == ix).count();
        if taken == group(cx, *ix).room(cx.rules) as usize {
            dying.push(*ix);
        }
    }
    dying
}

/// Carries out losses, in a battle or not: damage, and destruction at once or after they have answered.
pub fn suffer(game: &mut Game<'_>, space: SpaceId, chosen: &[UnitIx], fate: Losses) {
    let mut lost = Vec::new();
    for ix in chosen {
        let hits = game.rules.units[game.state.unit(*ix).kind].hits;
        let unit = game.state.unit_mut(*ix);
        if unit.damage + 1 < hits {
            unit.damage += 1;
            let (owner, kind) = (unit.owner, unit.kind);
            game.tell(Event::Damaged {
                power: owner,
                unit: kind,
                space,
                points: 1,
            });
        } else if fate == Losses::Answer {
            unit.marks.set(Marks::DYING);
        } else {
            lost.push(*ix);
        }
    }
    destroy(game, space, &lost);
}

/// Removes the losses that were allowed to answer.
pub fn remove(game: &mut Game<'_>, battle: &Battle, field: &Field) {
    let dying = |u: &Unit| u.marks.any(Marks::DYING);
    let lost = ROLES.map(|role| field.those(role, dying)).concat();
    destroy(game, battle.site.space, &lost);
}

/// Destroys units with all they carry, and tells it power by power.
pub fn destroy(game: &mut Game<'_>, space: SpaceId, lost: &[UnitIx]) {
    let everyone = game.state.with_loads(lost);
    let everyone = everyone.iter().map(|ix| game.state.unit(*ix));
    for (owner, gone) in tallies(everyone.map(|u| (u.owner, u.kind))) {
        game.tell(Event::Lost(UnitsAt::new(owner, gone, space)));
    }
    for ix in lost {
        game.state.destroy(*ix);
    }
}
