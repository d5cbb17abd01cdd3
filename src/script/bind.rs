//! From the scripts a pack uses to a host that can be asked: each is read and compiled once, its
//! parameters are checked against what it declares, its memory finds its place in the state, and the
//! hooks it has are entered into a table. All mistakes are reported in one run.

use super::api::{GameHandle, Library, MemoryHandle, Params, library};
use super::check::{Arities, Named, check, natives};
use super::engine::{SCRIPT_SIZE, sandbox};
use super::hooks::{Hook, HookId};
use super::host::{Bound, Host};
use super::library as bundled;
use super::memory::Layout;
use super::names::Names;
use super::params::{Declared, UsedAt, declared, map, values};
use super::report;
use super::text::Script;
use super::trace::Trace;
use super::world::Edition;
use rhai::{AST, CallFnOptions, Dynamic, Engine, Scope};
use sandtable_diag::{Problem, Problems, fold_name};
use sandtable_rules::{Id, Param, Rules, Special, SpecialId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A script as it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptText {
    /// How the file is called in messages.
    pub display: String,
    /// Its text.
    pub text: String,
}

/// Binds the scripts of an edition. `find` looks for a script by name among the pack's own before
/// those that come with the program. The edition that the host has gains the counters that scripts
/// remember in, and its digest takes the scripts in. `None` when there is an error.
pub fn bind(
    mut rules: Rules,
    places: &[UsedAt],
    find: &dyn Fn(&str) -> Option<ScriptText>,
    problems: &mut Problems,
) -> Option<Host> {
    let mut binder = Binder {
        library: library(),
        names: Names::new(&rules),
        natives: None,
        trace: Trace::default(),
        bound: Vec::new(),
        kept: 0,
        sound: true,
    };
    let specials: Vec<Special> = rules.specials.values().cloned().collect();
    let nowhere = UsedAt::default();
    for (nth, special) in specials.iter().enumerate() {
        let place = places.get(nth).unwrap_or(&nowhere);
        let before = errors(problems);
        let bound = binder.one(
            &mut rules,
            SpecialId::new(nth),
            special,
            place,
            find,
            problems,
        );
        binder.sound &= errors(problems) == before && bound.is_some();
        binder.bound.extend(bound);
    }
    if !binder.sound {
        return None;
    }
    let edition = Arc::new(Edition {
        rules: Arc::new(rules),
        names: binder.names,
    });
    Some(Host::new(
        edition,
        binder.bound,
        problems.sources().clone(),
        binder.trace,
    ))
}

fn errors(problems: &Problems) -> usize {
    problems
        .iter()
        .filter(|p| p.severity == sandtable_diag::Severity::Error)
        .count()
}

struct Binder {
    library: Library,
    names: Names,
    /// The functions of an engine, the same for every script.
    natives: Option<Arities>,
    trace: Trace,
    bound: Vec<Bound>,
    /// How much is remembered that is in no counter.
    kept: u16,
    sound: bool,
}

impl Binder {
    fn one(
        &mut self,
        rules: &mut Rules,
        id: SpecialId,
        special: &Special,
        place: &UsedAt,
        find: &dyn Fn(&str) -> Option<ScriptText>,
        problems: &mut Problems,
    ) -> Option<Bound> {
        let script = read(special, place, find, problems)?;
        let mut digest = blake3::Hasher::new();
        digest
            .update(&rules.digest)
            .update(special.name.as_bytes())
            .update(&[0])
            .update(script.text.as_bytes());
        rules.digest = *digest.finalize().as_bytes();
        let trace = self.trace.named(&special.name);
        let plain = sandbox(&self.library.module, BTreeMap::new(), &trace);
        let mut seen = Scope::new();
        ["game", "params", "memory"]
            .into_iter()
            .for_each(|name| _ = seen.push_constant(name, ()));
        let ast = match plain.compile_with_scope(&seen, &*script.text) {
            Ok(ast) => ast,
            Err(error) => {
                problems.push(report::syntax(&script, &error));
                return None;
            }
        };
        let known = declaration(&plain, &ast, &script, "params", problems);
        let known: Vec<Declared> = known
            .map(|map| declared(&script, map, problems))
            .unwrap_or_default();
        let given = values(&script, &known, special, place, &self.names, problems);
        let names: BTreeSet<String> = known.iter().map(|d| d.name.clone()).collect();
        let (mut own, mut scope) = (BTreeMap::new(), Scope::new());
        for (name, value) in [
            ("game", Dynamic::from(GameHandle)),
            ("memory", Dynamic::from(MemoryHandle)),
            ("params", Dynamic::from(Params(Arc::new(given.clone())))),
        ] {
            scope.push_constant_dynamic(name, value.clone());
            own.insert(name, value);
        }
        let engine = sandbox(&self.library.module, own, &trace);
        // What a missing parameter would break is not worth a second message.
        let whole = given.len() == known.len();
        let memory = if whole {
            remember(&engine, &ast, &script, (rules, &mut self.kept), problems)?
        } else {
            Layout::default()
        };
        let remembered: BTreeSet<String> = memory.names().map(str::to_owned).collect();
        let natives = self.natives.get_or_insert_with(|| natives(&engine));
        let named = check(
            &script,
            &ast,
            &self.library,
            natives,
            &self.names,
            (&names, &remembered),
            problems,
        );
        let functions: Vec<_> = ast.iter_functions().collect();
        let takes = |(id, hook): (HookId, &Hook)| {
            let function = functions.iter().find(|f| f.name == hook.name)?;
            Some((id, function.params.len()))
        };
        let hooks = HookId::all().filter_map(takes).collect();
        drop(functions);
        Some(Bound {
            special: id,
            script,
            engine,
            ast,
            scope,
            memory: Arc::new(memory),
            hooks,
            named: Named {
                names: all_named(named.names, special, rules),
                ..named
            },
        })
    }
}

/// What a script may mean by the texts that stand in it and what the pack gives it, folded.
fn all_named(texts: BTreeSet<String>, special: &Special, rules: &Rules) -> BTreeSet<String> {
    fn given(param: &Param, rules: &Rules, names: &mut BTreeSet<String>) {
        match param {
            Param::Text(text) => _ = names.insert(fold_name(text)),
            Param::Units(set) => {
                names.extend(set.iter().map(|kind| fold_name(&rules.units[kind].name)));
            }
            Param::List(items) => items.iter().for_each(|item| given(item, rules, names)),
            Param::Table(rows) => {
                names.extend(rows.iter().map(|(key, _)| fold_name(key)));
                rows.iter().for_each(|(_, item)| given(item, rules, names));
            }
            _ => {}
        }
    }
    let mut names: BTreeSet<String> = texts.iter().map(|text| fold_name(text)).collect();
    for (_, param) in &special.params {
        given(param, rules, &mut names);
    }
    names
}

fn read(
    special: &Special,
    place: &UsedAt,
    find: &dyn Fn(&str) -> Option<ScriptText>,
    problems: &mut Problems,
) -> Option<Script> {
    let at = |p: Problem| match place.name {
        Some(loc) => p.at(loc, "used here"),
        None => p,
    };
    let Some(found) = find(&special.name).or_else(|| bundled::find(&special.name)) else {
        let known = bundled::names();
        let problem = Problem::error(
            "script/missing",
            format!("there is no script `{}`", special.name),
        );
        let problem = at(problem).suggest(&special.name, &known);
        let help = format!(
            "a pack's own scripts lie beside it as `scripts/NAME.rhai`; with the program come {}",
            known
                .iter()
                .map(|n| format!("`{n}`"))
                .collect::<Vec<_>>()
                .join(", ")
        );
        problems.push(problem.help(help));
        return None;
    };
    if found.text.len() > SCRIPT_SIZE {
        let message = format!(
            "the script `{}` has more than {} KiB",
            special.name,
            SCRIPT_SIZE >> 10
        );
        problems.push(at(Problem::error("script/too-large", message)));
        return None;
    }
    let file = problems.sources_mut().add(found.display, found.text);
    let text = problems
        .sources()
        .get(file)
        .map(|s| s.text.clone())
        .unwrap_or_default();
    Some(Script {
        name: special.name.clone(),
        file,
        text,
    })
}

/// What a declaring function returns; `None` when there is none or it fails.
fn declaration(
    engine: &Engine,
    ast: &AST,
    script: &Script,
    name: &str,
    problems: &mut Problems,
) -> Option<Dynamic> {
    if !ast
        .iter_functions()
        .any(|f| f.name == name && f.params.is_empty())
    {
        return None;
    }
    let options = CallFnOptions::new().eval_ast(false);
    match engine.call_fn_with_options::<Dynamic>(options, &mut Scope::new(), ast, name, ()) {
        Ok(value) => Some(value),
        Err(error) => {
            problems.push(report::failure(script, name, &error, &[]));
            None
        }
    }
}

fn remember(
    engine: &Engine,
    ast: &AST,
    script: &Script,
    (rules, kept): (&mut Rules, &mut u16),
    problems: &mut Problems,
) -> Option<Layout> {
    let mut layout = Layout::default();
    let before = errors(problems);
    let Some(value) = declaration(engine, ast, script, "memory", problems) else {
        return (errors(problems) == before).then_some(layout);
    };
    let help = "it returns names with first values: `#{ used: 0, awake: false }`";
    for (name, first) in map(script, ("memory", "script/memory"), value, help, problems)? {
        if let Err(complaint) = layout.declare(rules, (&script.name, &name), &first, kept) {
            problems.push(script.problem("script/memory", complaint, script.key("memory", &name)));
        }
    }
    Some(layout)
}
