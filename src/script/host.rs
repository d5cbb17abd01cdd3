//! The kernel's questions, answered by scripts: for each hook a row of those who listen, so that a
//! hook nobody listens to costs a look at an empty row. A failing script is a fault with a report;
//! what it would have wanted is dropped.

use super::api::{Volley, hits_from, hits_to_array};
use super::complaint::{Complaint, Res};
use super::convert::{kind_of, number_of, plain_to};
use super::hooks::HookId;
use super::memory::Layout;
use super::report;
use super::text::Script;
use super::trace::Trace;
use super::wish::{lines, wishes};
use super::world::{Realm, Sight, Tray, World};
use crate::diag::{Problem, Problems, Sources, Style};
use crate::kernel::{
    Choice, Dice, Fault, Hits, Hooks, IncomeLine, Offer, Origin, Outcome, Plain, State, View,
    VolleyView,
};
use crate::rules::{Action, Moment, PowerId, SpaceId, SpecialId, Stage, UnitTypeId, Verdict};
use rhai::{AST, Array, CallFnOptions, Dynamic, Engine, Map, Scope};
use std::sync::{Arc, Mutex};

/// Dice that one call may roll, and how often it may ask for them: it runs again each time.
const DICE: usize = 500;
const CASTS: usize = 100;
/// Columns of a report.
const WIDTH: usize = 100;
/// The highest price and the highest value of a shot.
const PRICE: i64 = 10_000;
const VALUE: i64 = 100_000;

/// A script, ready to be called.
pub struct Bound {
    pub(super) special: SpecialId,
    pub(super) script: Script,
    pub(super) engine: Engine,
    pub(super) ast: AST,
    pub(super) memory: Arc<Layout>,
    pub(super) hooks: Vec<HookId>,
}

/// The scripts of an edition.
pub struct Host {
    realm: Arc<Realm>,
    bound: Vec<Bound>,
    listeners: Vec<Vec<usize>>,
    sources: Sources,
    trace: Trace,
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.bound.iter().map(|b| &b.script.name))
            .finish()
    }
}

/// What a call is about, besides its arguments.
struct Call<'d> {
    hook: HookId,
    args: Vec<Dynamic>,
    dice: Option<&'d mut dyn Dice>,
}

impl Host {
    pub(super) fn new(
        realm: Arc<Realm>,
        bound: Vec<Bound>,
        sources: Sources,
        trace: Trace,
    ) -> Self {
        let listens = |id| {
            bound
                .iter()
                .enumerate()
                .filter(|(_, b)| b.hooks.contains(&id))
                .map(|(nth, _)| nth)
                .collect()
        };
        let listeners = HookId::all().map(|(id, _)| listens(id)).collect();
        Self {
            realm,
            bound,
            listeners,
            sources,
            trace,
        }
    }

    /// What scripts have printed since this was last asked.
    pub fn take_trace(&self) -> Vec<String> {
        self.trace.take()
    }

    /// The names of the scripts, and the hooks that each has.
    pub fn scripts(&self) -> Vec<(String, Vec<&'static str>)> {
        self.bound
            .iter()
            .map(|b| {
                (
                    b.script.name.clone(),
                    b.hooks.iter().map(|h| h.hook().name).collect(),
                )
            })
            .collect()
    }

    fn row(&self, hook: HookId) -> &[usize] {
        &self.listeners[hook as usize]
    }

    fn of(&self, special: SpecialId, hook: HookId) -> Option<&Bound> {
        let nth = self
            .row(hook)
            .iter()
            .find(|nth| self.bound[**nth].special == special)?;
        self.bound.get(*nth)
    }

    /// Calls a hook of a script and reads what it returns.
    fn call<T>(
        &self,
        bound: &Bound,
        state: &Arc<State>,
        mut call: Call<'_>,
        read: impl Fn(&World, &Dynamic) -> Res<T>,
    ) -> Result<T, Fault> {
        let mut rolled = Vec::new();
        for _ in 0..CASTS {
            let tray = call.dice.as_ref().map(|_| {
                Mutex::new(Tray {
                    rolled: std::mem::take(&mut rolled),
                    ..Tray::default()
                })
            });
            let (realm, memory) = (self.realm.clone(), bound.memory.clone());
            let world = World::new(Sight {
                realm,
                state: state.clone(),
                special: bound.special,
                memory,
                tray,
            });
            let options = CallFnOptions::new().eval_ast(false).with_tag(world.clone());
            let name = call.hook.hook().name;
            let result = bound.engine.call_fn_with_options(
                options,
                &mut Scope::new(),
                &bound.ast,
                name,
                call.args.clone(),
            );
            let (dice, wanted) = world
                .with_tray(|t| (std::mem::take(&mut t.rolled), t.wanted))
                .unwrap_or_default();
            match (result, wanted, &mut call.dice) {
                (Err(_), Some((more, sides)), Some(source)) => {
                    rolled = dice;
                    if rolled.len() + more > DICE {
                        let complaint = Complaint::new(format!("a hook rolls at most {DICE} dice"));
                        return Err(self.fault(bound, call.hook, complaint));
                    }
                    rolled.extend((0..more).map(|_| (source.roll(sides), sides)));
                }
                (Err(error), ..) => {
                    return Err(self.report(bound, report::failure(&bound.script, name, &error)));
                }
                (Ok(value), ..) => {
                    return read(&world, &value)
                        .map_err(|e| self.report(bound, report::failure(&bound.script, name, &e)));
                }
            }
        }
        let complaint = Complaint::new(format!("a hook casts dice at most {CASTS} times"));
        Err(self.fault(
            bound,
            call.hook,
            complaint.help("roll many dice at once: `roll(10, 6)`"),
        ))
    }

    fn fault(&self, bound: &Bound, hook: HookId, complaint: Complaint) -> Fault {
        let at = bound.script.function(hook.hook().name);
        self.report(bound, bound.script.problem("script/failed", complaint, at))
    }

    fn report(&self, bound: &Bound, problem: Problem) -> Fault {
        let mut problems = Problems::default();
        *problems.sources_mut() = self.sources.clone();
        problems.push(problem);
        Fault {
            special: bound.special,
            report: problems.render(Style::Unicode, WIDTH),
        }
    }

    /// The first verdict of those who listen.
    fn verdict(
        &self,
        hook: HookId,
        args: &dyn Fn() -> Vec<Dynamic>,
        view: View<'_>,
    ) -> Result<Option<Verdict>, Fault> {
        let row = self.row(hook);
        if row.is_empty() {
            return Ok(None);
        }
        let state = Arc::new(view.state.clone());
        for nth in row {
            let call = Call {
                hook,
                args: args(),
                dice: None,
            };
            let verdict = self.call(&self.bound[*nth], &state, call, |_, value| {
                if value.is_unit() {
                    return Ok(None);
                }
                let words = HookId::MayBuy.hook().gives.words();
                let flag = value.as_bool().map_err(|_| {
                    Complaint::new(format!("{words} is wanted, not {}", kind_of(value)))
                })?;
                Ok(Some(if flag {
                    Verdict::Allow
                } else {
                    Verdict::Forbid
                }))
            })?;
            if verdict.is_some() {
                return Ok(verdict);
            }
        }
        Ok(None)
    }

    fn effects(
        &self,
        bound: &Bound,
        call: Call<'_>,
        view: View<'_>,
    ) -> Result<Vec<Outcome>, Fault> {
        self.call(bound, &Arc::new(view.state.clone()), call, |_, value| {
            wishes(value)
        })
    }
}

fn text_of(realm: &Realm, line: &IncomeLine) -> String {
    match line {
        IncomeLine::Territories { .. } => "territories".to_owned(),
        IncomeLine::Objective { objective: id, .. } => {
            realm.rules.acts.objectives[*id].name.clone()
        }
        IncomeLine::Script { name: text, .. } => text.clone(),
    }
}

fn arguments(moment: Moment) -> Vec<Dynamic> {
    match moment {
        Moment::PhaseBegin(phase) | Moment::PhaseEnd(phase) => vec![Dynamic::from(phase)],
        Moment::WarDeclared(by, on) => vec![Dynamic::from(by), Dynamic::from(on)],
        Moment::Captured(space, power) | Moment::Entered(space, power) => {
            vec![Dynamic::from(space), Dynamic::from(power)]
        }
        Moment::BattleBegin(space) | Moment::BattleRound(space) | Moment::BattleEnd(space) => {
            vec![Dynamic::from(space)]
        }
        Moment::StageBegin(stage) | Moment::StageEnd(stage) => {
            let word = match stage {
                Stage::Raids => "raids",
                Stage::Assaults => "assaults",
                Stage::Others => "others",
            };
            vec![word.into()]
        }
        Moment::SetupDone
        | Moment::TurnBegin
        | Moment::TurnEnd
        | Moment::MovesCommitted
        | Moment::RoundEnd => Vec::new(),
    }
}

impl Hooks for Host {
    fn listens(&self, moment: Moment) -> bool {
        !self.row(HookId::of_moment(moment)).is_empty()
    }

    fn at(
        &self,
        special: SpecialId,
        moment: Moment,
        dice: &mut dyn Dice,
        view: View<'_>,
    ) -> Result<Vec<Outcome>, Fault> {
        let hook = HookId::of_moment(moment);
        let Some(bound) = self.of(special, hook) else {
            return Ok(Vec::new());
        };
        self.effects(
            bound,
            Call {
                hook,
                args: arguments(moment),
                dice: Some(dice),
            },
            view,
        )
    }

    fn resolve(
        &self,
        offer: &Offer,
        answer: &[u16],
        dice: &mut dyn Dice,
        view: View<'_>,
    ) -> Result<Vec<Outcome>, Fault> {
        let Origin::Special(special, carry) = &offer.origin else {
            return Ok(Vec::new());
        };
        let runs = offer.choices.is_empty() && *carry == Plain::Nothing;
        let hook = if runs { HookId::Run } else { HookId::Resolve };
        let Some(bound) = self.of(*special, hook) else {
            let Some(bound) = self.bound.iter().find(|b| b.special == *special) else {
                return Ok(Vec::new());
            };
            let complaint = Complaint::new(format!(
                "the pack runs this script, but it has no `fn {}`",
                super::check::call_of(hook.hook())
            ));
            return Err(self.report(
                bound,
                bound
                    .script
                    .problem("script/failed", complaint, bound.script.start()),
            ));
        };
        let chosen = |nth: &u16| match offer.choices.get(usize::from(*nth)) {
            Some(Choice::Word(word)) => word.as_str().into(),
            Some(Choice::Unit(ix)) => Dynamic::from(*ix),
            Some(Choice::Space(id)) => Dynamic::from(*id),
            None => Dynamic::UNIT,
        };
        let answer: Array = answer.iter().map(chosen).collect();
        let args = if runs {
            Vec::new()
        } else {
            vec![plain_to(carry), answer.into()]
        };
        self.effects(
            bound,
            Call {
                hook,
                args,
                dice: Some(dice),
            },
            view,
        )
    }

    fn may(
        &self,
        action: Action,
        power: PowerId,
        unit: UnitTypeId,
        space: SpaceId,
        view: View<'_>,
    ) -> Result<Option<Verdict>, Fault> {
        let hook = HookId::of_action(action);
        // Asked for every unit and space of every move, and mostly nobody listens.
        if self.row(hook).is_empty() {
            return Ok(None);
        }
        self.verdict(
            hook,
            &|| {
                vec![
                    Dynamic::from(power),
                    Dynamic::from(unit),
                    Dynamic::from(space),
                ]
            },
            view,
        )
    }

    fn may_buy(
        &self,
        power: PowerId,
        unit: UnitTypeId,
        view: View<'_>,
    ) -> Result<Option<Verdict>, Fault> {
        self.verdict(
            HookId::MayBuy,
            &|| vec![Dynamic::from(power), Dynamic::from(unit)],
            view,
        )
    }

    fn may_place(
        &self,
        power: PowerId,
        unit: UnitTypeId,
        space: SpaceId,
        view: View<'_>,
    ) -> Result<Option<Verdict>, Fault> {
        self.verdict(
            HookId::MayPlace,
            &|| {
                vec![
                    Dynamic::from(power),
                    Dynamic::from(unit),
                    Dynamic::from(space),
                ]
            },
            view,
        )
    }

    fn price(
        &self,
        power: PowerId,
        unit: UnitTypeId,
        cost: u16,
        view: View<'_>,
    ) -> Result<u16, Fault> {
        let row = self.row(HookId::Price);
        if row.is_empty() {
            return Ok(cost);
        }
        let state = Arc::new(view.state.clone());
        row.iter().try_fold(cost, |cost, nth| {
            let args = vec![
                Dynamic::from(power),
                Dynamic::from(unit),
                i64::from(cost).into(),
            ];
            self.call(
                &self.bound[*nth],
                &state,
                Call {
                    hook: HookId::Price,
                    args,
                    dice: None,
                },
                |_, value| {
                    if value.is_unit() {
                        return Ok(cost);
                    }
                    let price = value.as_int().map_err(|_| {
                        Complaint::new(format!("a price is a number, not {}", kind_of(value)))
                    })?;
                    Ok(number_of(price, "price in IPC", 0, PRICE)? as u16)
                },
            )
        })
    }

    fn in_battles(&self) -> Vec<SpecialId> {
        let says = [
            HookId::Values,
            HookId::Hits,
            HookId::BattleBegin,
            HookId::BattleRound,
        ];
        let listeners = self
            .bound
            .iter()
            .filter(|b| says.iter().any(|hook| b.hooks.contains(hook)));
        listeners.map(|b| b.special).collect()
    }

    fn values(
        &self,
        volley: VolleyView<'_>,
        values: &mut [i32],
        view: View<'_>,
    ) -> Result<(), Fault> {
        let row = self.row(HookId::Values);
        if row.is_empty() {
            return Ok(());
        }
        let state = Arc::new(view.state.clone());
        for nth in row {
            let now: Array = values.iter().map(|v| i64::from(*v).into()).collect();
            let args = vec![Dynamic::from(owned(volley)), now.into()];
            let call = Call {
                hook: HookId::Values,
                args,
                dice: None,
            };
            let changed = self.call(&self.bound[*nth], &state, call, |_, value| {
                shots(value, values.len())
            })?;
            values
                .iter_mut()
                .zip(changed.into_iter().flatten())
                .for_each(|(old, new)| *old = new);
        }
        Ok(())
    }

    fn hits(
        &self,
        volley: VolleyView<'_>,
        hits: &mut Vec<Hits>,
        view: View<'_>,
    ) -> Result<(), Fault> {
        let row = self.row(HookId::Hits);
        if row.is_empty() {
            return Ok(());
        }
        let state = Arc::new(view.state.clone());
        for nth in row {
            let args = vec![Dynamic::from(owned(volley)), hits_to_array(hits).into()];
            let call = Call {
                hook: HookId::Hits,
                args,
                dice: None,
            };
            let changed = self.call(&self.bound[*nth], &state, call, |w, value| {
                match value.read_lock::<Array>() {
                    Some(items) => Ok(Some(hits_from(w, &items)?)),
                    None if value.is_unit() => Ok(None),
                    None => Err(Complaint::new(format!(
                        "an array of hits or nothing is wanted, not {}",
                        kind_of(value)
                    ))
                    .into()),
                }
            })?;
            if let Some(changed) = changed {
                *hits = changed;
            }
        }
        Ok(())
    }

    fn income(
        &self,
        power: PowerId,
        account: &mut Vec<IncomeLine>,
        dice: &mut dyn Dice,
        view: View<'_>,
    ) -> Result<(), Fault> {
        let row = self.row(HookId::Income);
        if row.is_empty() {
            return Ok(());
        }
        let state = Arc::new(view.state.clone());
        for nth in row {
            let bound = &self.bound[*nth];
            let line = |line: &IncomeLine| {
                let amount = ("amount".into(), i64::from(line.amount()).into());
                Dynamic::from_map(Map::from([
                    ("text".into(), text_of(&self.realm, line).into()),
                    amount,
                ]))
            };
            let so_far: Array = account.iter().map(line).collect();
            let args = vec![Dynamic::from(power), so_far.into()];
            let call = Call {
                hook: HookId::Income,
                args,
                dice: Some(&mut *dice),
            };
            let more = self.call(bound, &state, call, |_, value| lines(value))?;
            account.extend(more.into_iter().map(|line| IncomeLine::Script {
                script: bound.special,
                name: line.text,
                ipc: line.amount,
            }));
        }
        Ok(())
    }

    fn holds(&self, special: SpecialId, power: PowerId, view: View<'_>) -> Result<bool, Fault> {
        let Some(bound) = self.of(special, HookId::Holds) else {
            let Some(bound) = self.bound.iter().find(|b| b.special == special) else {
                return Ok(false);
            };
            let complaint = Complaint::new(
                "a condition of the pack asks this script, but it has no `fn holds(power)`",
            );
            return Err(self.report(
                bound,
                bound
                    .script
                    .problem("script/failed", complaint, bound.script.start()),
            ));
        };
        let call = Call {
            hook: HookId::Holds,
            args: vec![Dynamic::from(power)],
            dice: None,
        };
        self.call(bound, &Arc::new(view.state.clone()), call, |_, value| {
            Ok(value.as_bool().map_err(|_| {
                Complaint::new(format!(
                    "`true` or `false` is wanted, not {}",
                    kind_of(value)
                ))
            })?)
        })
    }
}

fn owned(volley: VolleyView<'_>) -> Volley {
    let VolleyView {
        space,
        role,
        round,
        value,
        shooters,
    } = volley;
    Volley {
        space,
        role,
        round,
        value,
        shooters: shooters.to_vec(),
    }
}

/// The values that `values` returned.
fn shots(value: &Dynamic, wanted: usize) -> Res<Option<Vec<i32>>> {
    if value.is_unit() {
        return Ok(None);
    }
    let Some(items) = value.read_lock::<Array>() else {
        return Err(Complaint::new(format!(
            "an array of values or nothing is wanted, not {}",
            kind_of(value)
        ))
        .into());
    };
    if items.len() != wanted {
        let message = format!("{} values came back for {wanted} shooters", items.len());
        return Err(Complaint::new(message)
            .help("return one value for each, in the same order")
            .into());
    }
    let one = |item: &Dynamic| {
        let n = item
            .as_int()
            .map_err(|_| Complaint::new(format!("a value is a number, not {}", kind_of(item))))?;
        Ok(number_of(n, "value of a shot", 0, VALUE)? as i32)
    };
    Ok(Some(items.iter().map(one).collect::<Res<Vec<i32>>>()?))
}
