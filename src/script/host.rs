//! The kernel's questions, answered by scripts: for each hook a row of those who listen, so that a
//! hook nobody listens to costs a look at an empty row. A failing script is a fault with a report, kept
//! until somebody takes it; what it would have wanted is dropped.

use super::api::{hits_from, hits_to_array};
use super::asked::{arguments, shots, text_of, wanted};
use super::check::{Named, call_of};
use super::complaint::{Complaint, Res};
use super::convert::{choice_to, number_of, plain_to, unlike};
use super::hooks::HookId;
use super::memory::Layout;
use super::report;
use super::returned::{array, effects, given, lines};
use super::text::Script;
use super::trace::Trace;
use super::world::{Edition, Rolls, World};
use rhai::{AST, Array, CallFnOptions, Dynamic, Engine, Map, Scope};
use sandtable_diag::{Problem, Problems, Sources, Style, fold_name};
use sandtable_kernel::{
    Choice, Dice, Fault, Hits, Hooks, IncomeLine, Offer, Origin, Outcome, Plain, Ruling, View,
    VolleyView, Wants,
};
use sandtable_rules::{Moment, PowerId, Rules, SpecialId, UnitTypeId, Verdict};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Dice that one call may roll, and how often it may ask for them: it runs again each time.
const DICE: usize = 500;
const CASTS: usize = 100;
/// Columns of a report.
const WIDTH: usize = 100;
/// The highest price.
const PRICE: i64 = 10_000;
/// Faults kept; later ones are dropped until somebody takes these.
const FAULTS: usize = 1000;

/// Where scripts take part in battles, but for the values of a volley.
const IN_BATTLES: [HookId; 3] = [HookId::Hits, HookId::BattleBegin, HookId::BattleRound];

/// A script, ready to be called.
pub struct Bound {
    pub(super) special: SpecialId,
    pub(super) script: Script,
    pub(super) engine: Engine,
    pub(super) ast: AST,
    /// What closures take with them: they see nothing else of the outside.
    pub(super) scope: Scope<'static>,
    pub(super) memory: Arc<Layout>,
    /// What it may mean of the edition.
    pub(super) named: Named,
    /// The hooks it has, and how many values each takes.
    pub(super) hooks: BTreeMap<HookId, usize>,
}

impl Bound {
    /// Whether it has one of these hooks.
    fn hears(&self, hooks: &[HookId]) -> bool {
        hooks.iter().any(|hook| self.hooks.contains_key(hook))
    }
}

/// The scripts of an edition.
pub struct Host {
    edition: Arc<Edition>,
    bound: Vec<Bound>,
    listeners: Vec<Vec<usize>>,
    sources: Sources,
    trace: Trace,
    faults: Mutex<Vec<Fault>>,
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.bound.iter().map(|b| &b.script.name))
            .finish()
    }
}

impl Host {
    pub(super) fn new(
        edition: Arc<Edition>,
        bound: Vec<Bound>,
        sources: Sources,
        trace: Trace,
    ) -> Self {
        let listens = |id| {
            bound
                .iter()
                .enumerate()
                .filter(|(_, b)| b.hooks.contains_key(&id))
                .map(|(nth, _)| nth)
                .collect()
        };
        let listeners = HookId::all().map(|(id, _)| listens(id)).collect();
        Self {
            edition,
            bound,
            listeners,
            sources,
            trace,
            faults: Mutex::default(),
        }
    }

    /// The edition, with what its scripts remember.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.edition.rules
    }

    /// What scripts have printed since this was last asked.
    pub fn take_trace(&self) -> Vec<String> {
        self.trace.take()
    }

    /// Whether a script may mean the unit type of this name.
    pub fn names_unit_type(&self, name: &str) -> bool {
        self.name(name, |named| named.any_unit_type)
    }
    /// Whether a script may mean the counter or flag of this name.
    pub fn names_counter(&self, name: &str) -> bool {
        self.name(name, |named| named.any_counter)
    }
    fn name(&self, name: &str, any: fn(&Named) -> bool) -> bool {
        let name = fold_name(name);
        let mut named = self.bound.iter().map(|b| &b.named);
        named.any(|named| any(named) || named.names.contains(&name))
    }

    fn listeners(&self, hook: HookId) -> impl Iterator<Item = &Bound> {
        self.listeners[hook as usize]
            .iter()
            .map(|nth| &self.bound[*nth])
    }

    /// A script with a hook that the pack counts on.
    fn must(&self, special: SpecialId, hook: HookId, why: &str) -> Option<&Bound> {
        let bound = self.bound.iter().find(|b| b.special == special)?;
        if bound.hooks.contains_key(&hook) {
            return Some(bound);
        }
        let signature = call_of(hook.hook());
        let complaint = Complaint::raised(format!("{why}, but it has no `fn {signature}`"));
        self.fault(bound, hook, complaint)
    }

    /// Calls a hook of a script, with dice where something happens, and reads what it returns; `None`: it failed.
    fn call<T>(
        &self,
        bound: &Bound,
        (hook, mut args): (HookId, Vec<Dynamic>),
        (view, mut dice): (View<'_>, Option<&mut dyn Dice>),
        read: impl Fn(&World, &Dynamic) -> Res<T>,
    ) -> Option<T> {
        let name = hook.hook().name;
        args.truncate(bound.hooks[&hook]);
        let mut rolled = Vec::new();
        for _ in 0..CASTS {
            let rolls = dice.as_ref().map(|_| {
                Mutex::new(Rolls {
                    rolled: std::mem::take(&mut rolled),
                    ..Rolls::default()
                })
            });
            let world = Arc::new(World {
                edition: self.edition.clone(),
                state: view.state.clone(),
                special: bound.special,
                memory: bound.memory.clone(),
                rolls,
            });
            let options = CallFnOptions::new().eval_ast(false).with_tag(world.clone());
            let result = bound.engine.call_fn_with_options(
                options,
                &mut bound.scope.clone(),
                &bound.ast,
                name,
                args.clone(),
            );
            let (faces, more) = world
                .with_rolls(|r| (std::mem::take(&mut r.rolled), r.wanted))
                .unwrap_or_default();
            match (result, more, &mut dice) {
                (Err(_), Some((more, sides)), Some(source)) => {
                    rolled = faces;
                    if rolled.len() + more > DICE {
                        let complaint =
                            Complaint::raised(format!("a hook rolls at most {DICE} dice"));
                        return self.fault(bound, hook, complaint);
                    }
                    rolled.extend((0..more).map(|_| (source.roll(sides), sides)));
                }
                (result, ..) => {
                    return result
                        .and_then(|value: Dynamic| read(&world, &value))
                        .map_err(|e| {
                            let gave = report::given(&bound.ast, name);
                            let problem = report::failure(&bound.script, name, &e, &gave);
                            self.report(bound, hook, problem)
                        })
                        .ok();
                }
            }
        }
        let complaint = Complaint::raised(format!("a hook casts dice at most {CASTS} times"));
        let help = "roll many dice at once: `roll(10, 6)`";
        self.fault(bound, hook, complaint.help(help))
    }

    fn fault<T>(&self, bound: &Bound, hook: HookId, complaint: Complaint) -> Option<T> {
        let at = bound.script.function(hook.hook().name);
        let problem = bound.script.problem("script/failed", complaint, at);
        self.report(bound, hook, problem);
        None
    }

    /// Keeps what is to be told of a failure; what its message says of values may be new each time.
    fn report(&self, bound: &Bound, hook: HookId, problem: Problem) {
        let at = problem.labels.first().map(|l| l.loc);
        let at = at.and_then(|loc| self.sources.position(loc));
        let (file, line, _) = at.unwrap_or_default();
        let mut problems = Problems::default();
        *problems.sources_mut() = self.sources.clone();
        problems.push(problem);
        let fault = Fault {
            special: bound.special,
            place: format!("{file}:{line} {}", hook.hook().name),
            report: problems.render(Style::Unicode, WIDTH),
        };
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let again = |f: &Fault| f.special == fault.special && f.place == fault.place;
        if faults.len() < FAULTS && !faults.iter().any(again) {
            faults.push(fault);
        }
    }
}

/// A sentence that a hook returned, if it is one.
fn text(value: &Dynamic) -> Option<String> {
    value.clone().into_string().ok()
}

impl Hooks for Host {
    fn take_faults(&self) -> Vec<Fault> {
        std::mem::take(&mut *self.faults.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn listens(&self, moment: Moment) -> bool {
        self.listeners(HookId::of_moment(moment)).next().is_some()
    }

    fn at(
        &self,
        special: SpecialId,
        moment: Moment,
        dice: &mut dyn Dice,
        view: View<'_>,
    ) -> Vec<Outcome> {
        let hook = HookId::of_moment(moment);
        let Some(bound) = self.listeners(hook).find(|b| b.special == special) else {
            return Vec::new();
        };
        let call = (hook, arguments(moment));
        self.call(bound, call, (view, Some(dice)), |_, value| effects(value))
            .unwrap_or_default()
    }

    fn resolve(
        &self,
        offer: &Offer,
        answer: &[u16],
        dice: &mut dyn Dice,
        view: View<'_>,
    ) -> Vec<Outcome> {
        let Origin::Special(special, carry) = &offer.origin else {
            return Vec::new();
        };
        let chosen = |nth: &u16| {
            let choice = offer.choices.get(usize::from(*nth));
            choice.map_or(Dynamic::UNIT, choice_to)
        };
        let runs = offer.choices.is_empty() && *carry == Plain::Nothing;
        let (hook, args) = if runs {
            (HookId::Run, Vec::new())
        } else {
            let answer: Array = answer.iter().map(chosen).collect();
            (HookId::Resolve, vec![plain_to(carry), answer.into()])
        };
        let Some(bound) = self.must(*special, hook, "the pack runs this script") else {
            return Vec::new();
        };
        let call = (hook, args);
        self.call(bound, call, (view, Some(dice)), |_, value| effects(value))
            .unwrap_or_default()
    }

    fn why_not(&self, offer: &Offer, named: &Choice, view: View<'_>) -> Option<String> {
        let Origin::Special(special, carry) = &offer.origin else {
            return None;
        };
        let hook = HookId::WhyNot;
        let bound = self.listeners(hook).find(|b| b.special == *special)?;
        let call = (hook, vec![plain_to(carry), choice_to(named)]);
        let reason = self.call(bound, call, (view, None), |_, value| {
            given(hook, value, |value| text(value).map(Ok))
        });
        reason.flatten()
    }

    // Asked for every unit and space of every move, and mostly nobody listens.
    fn may(
        &self,
        wants: Wants,
        power: PowerId,
        unit: UnitTypeId,
        view: View<'_>,
    ) -> Option<Ruling<'static>> {
        let hook = HookId::of_wants(wants);
        self.listeners(hook).find_map(|bound| {
            let call = (hook, wanted(wants, power, unit));
            let name = &bound.script.name;
            let ruling = |value: &Dynamic| {
                let (verdict, reason) = match value.as_bool() {
                    Ok(true) => (Verdict::Allow, String::new()),
                    Ok(false) => (Verdict::Forbid, format!("the script “{name}” forbids it")),
                    Err(_) => (Verdict::Forbid, text(value)?),
                };
                let reason = Cow::Owned(reason);
                Some(Ok(Ruling { verdict, reason }))
            };
            let read = |_: &World, value: &Dynamic| given(hook, value, ruling);
            self.call(bound, call, (view, None), read).flatten()
        })
    }

    fn price(&self, power: PowerId, unit: UnitTypeId, cost: u16, view: View<'_>) -> u16 {
        self.listeners(HookId::Price).fold(cost, |cost, bound| {
            let so_far = Dynamic::from(i64::from(cost));
            let args = vec![Dynamic::from(power), Dynamic::from(unit), so_far];
            let call = (HookId::Price, args);
            let price = |value: &Dynamic| {
                let price = value.as_int().ok()?;
                Some(number_of(price, "price in IPC", 0, PRICE))
            };
            let read = |_: &World, value: &Dynamic| given(HookId::Price, value, price);
            let price = self.call(bound, call, (view, None), read).flatten();
            price.map_or(cost, |price| price as u16)
        })
    }

    fn in_battles(&self) -> Vec<SpecialId> {
        let hears = |b: &&Bound| b.hears(&[HookId::Values]) || b.hears(&IN_BATTLES);
        let listeners = self.bound.iter().filter(hears);
        listeners.map(|b| b.special).collect()
    }

    fn by_shooters(&self, special: SpecialId) -> bool {
        let mut bound = self.bound.iter().filter(|b| b.special == special);
        bound.all(|b| !b.named.looks_around && !b.hears(&IN_BATTLES))
    }

    fn battle_turns(&self) -> Vec<u16> {
        let bound = self.bound.iter().flat_map(|b| &b.named.turns);
        bound.copied().collect()
    }

    fn values(&self, volley: &VolleyView, values: &mut [i32], view: View<'_>) {
        for bound in self.listeners(HookId::Values) {
            let now: Array = values.iter().map(|v| i64::from(*v).into()).collect();
            let args = vec![Dynamic::from(volley.clone()), now.into()];
            let call = (HookId::Values, args);
            let changed = self.call(bound, call, (view, None), |_, value| {
                let read = |items: &[Dynamic]| shots(items, values.len());
                given(HookId::Values, value, |value| array(value, read))
            });
            if let Some(changed) = changed.flatten() {
                values.copy_from_slice(&changed);
            }
        }
    }

    fn hits(&self, volley: &VolleyView, hits: &mut Vec<Hits>, view: View<'_>) {
        for bound in self.listeners(HookId::Hits) {
            let args = vec![Dynamic::from(volley.clone()), hits_to_array(hits).into()];
            let call = (HookId::Hits, args);
            let changed = self.call(bound, call, (view, None), |w, value| {
                let read = |items: &[Dynamic]| hits_from(w, items);
                given(HookId::Hits, value, |value| array(value, read))
            });
            if let Some(changed) = changed.flatten() {
                *hits = changed;
            }
        }
    }

    fn income(
        &self,
        power: PowerId,
        account: &mut Vec<IncomeLine>,
        dice: &mut dyn Dice,
        view: View<'_>,
    ) {
        for bound in self.listeners(HookId::Income) {
            let line = |line: &IncomeLine| {
                Dynamic::from_map(Map::from([
                    ("text".into(), text_of(&self.edition, line).into()),
                    ("amount".into(), i64::from(line.amount()).into()),
                ]))
            };
            let so_far: Array = account.iter().map(line).collect();
            let args = vec![Dynamic::from(power), so_far.into()];
            let call = (HookId::Income, args);
            let more = self.call(bound, call, (view, Some(&mut *dice)), |_, value| {
                lines(value)
            });
            let more = more.unwrap_or_default().into_iter();
            account.extend(more.map(|line| IncomeLine::Script {
                script: bound.special,
                name: line.text,
                seat: line.seat,
                ipc: line.amount,
            }));
        }
    }

    fn holds(&self, special: SpecialId, power: PowerId, view: View<'_>) -> bool {
        let hook = HookId::Holds;
        let why = "a condition of the pack asks this script";
        let Some(bound) = self.must(special, hook, why) else {
            return false;
        };
        let call = (hook, vec![Dynamic::from(power)]);
        let holds = self.call(bound, call, (view, None), |_, value| {
            match value.as_bool() {
                Ok(flag) => Ok(flag),
                Err(_) => unlike(hook.hook().gives, value),
            }
        });
        holds.unwrap_or(false)
    }
}
