//! From the scripts a pack uses to a host that can be asked: each is read and compiled once, its
//! parameters are checked against what it declares, its memory finds its place in the state, and the
//! hooks it has are entered into a table. All mistakes are reported in one run.

use super::api::{GameHandle, Library, MemoryHandle, Params, library};
use super::check::{Arities, Named, check, natives};
use super::complaint::Complaint;
use super::engine::{SCRIPT_SIZE, sandbox};
use super::hooks::{Hook, HookId};
use super::host::{Bound, Host};
use super::library as bundled;
use super::memory::Layout;
use super::names::Names;
use super::params::{Declared, UsedAt, declare, values};
use super::report;
use super::text::Script;
use super::trace::Trace;
use super::world::Edition;
use rhai::{AST, CallFnOptions, Dynamic, Engine, Map, Scope};
use sandtable_diag::{Problem, Problems, Severity, Source, fold_name, quoted};
use sandtable_rules::{Id, Param, Rules, Special, SpecialId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What declares things, the code of what is wrong with it, and what it returns.
const PARAMS: (&str, &str, &str) = (
    "params",
    "script/params",
    "it returns one entry a parameter: `#{ amount: #{ type: \"number\", otherwise: 6, doc: \"…\" } }`",
);
const MEMORY: (&str, &str, &str) = (
    "memory",
    "script/memory",
    "it returns names with first values: `#{ used: 0, awake: false }`",
);

/// Binds the scripts of an edition. `find` looks for a script by name among the pack's own before
/// those that come with the program. The edition that the host has gains the counters that scripts
/// remember in, and its digest takes the scripts in. `None` when there is an error.
pub fn bind(
    mut rules: Rules,
    places: &[UsedAt],
    find: &dyn Fn(&str) -> Option<Source>,
    problems: &mut Problems,
) -> Option<Host> {
    let mut binder = Binder {
        library: library(),
        names: Names::new(&rules),
        natives: None,
        trace: Trace::default(),
        kept: 0,
    };
    let (mut all, mut sound) = (Vec::new(), true);
    let specials: Vec<Special> = rules.specials.values().cloned().collect();
    for (nth, special) in specials.iter().enumerate() {
        let place = places.get(nth);
        let before = problems.count(Severity::Error);
        let bound = binder.one(
            &mut rules,
            SpecialId::new(nth),
            special,
            place,
            find,
            problems,
        );
        sound &= problems.count(Severity::Error) == before && bound.is_some();
        all.extend(bound);
    }
    if !sound {
        return None;
    }
    let edition = Arc::new(Edition {
        rules: Arc::new(rules),
        names: binder.names,
    });
    Some(Host::new(
        edition,
        all,
        problems.sources().clone(),
        binder.trace,
    ))
}

struct Binder {
    library: Library,
    names: Names,
    /// The functions of an engine, the same for every script.
    natives: Option<Arities>,
    trace: Trace,
    /// How much is remembered that is in no counter.
    kept: u16,
}

impl Binder {
    fn one(
        &mut self,
        rules: &mut Rules,
        id: SpecialId,
        special: &Special,
        place: Option<&UsedAt>,
        find: &dyn Fn(&str) -> Option<Source>,
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
        let mut known: Vec<Declared> = Vec::new();
        declared((&plain, &ast, &script), PARAMS, problems, |name, entry| {
            known.push(declare(name, entry)?);
            Ok(())
        });
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
        let mut memory = Layout::default();
        if whole {
            let own = (&engine, &ast, &script);
            declared(own, MEMORY, problems, |name, first| {
                memory.declare(rules, (&script.name, name), &first, &mut self.kept)
            })?;
        }
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
    place: Option<&UsedAt>,
    find: &dyn Fn(&str) -> Option<Source>,
    problems: &mut Problems,
) -> Option<Script> {
    let at = |p: Problem| match place {
        Some((loc, _)) => p.at(*loc, "used here"),
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
            quoted(&known)
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
    let sources = problems.sources_mut();
    Some(Script {
        name: special.name.clone(),
        file: sources.add(found.name, found.text.clone()),
        text: found.text,
    })
}

/// Reads each entry of the map that a declaring function returns, if a script has it; `None`: it fails, or returns
/// something else.
fn declared(
    (engine, ast, script): (&Engine, &AST, &Script),
    (function, code, help): (&str, &'static str, &str),
    problems: &mut Problems,
    mut declare: impl FnMut(&str, Dynamic) -> Result<(), Complaint>,
) -> Option<()> {
    let mut functions = ast.iter_functions();
    if !functions.any(|f| f.name == function && f.params.is_empty()) {
        return Some(());
    }
    let options = CallFnOptions::new().eval_ast(false);
    let given = engine.call_fn_with_options(options, &mut Scope::new(), ast, function, ());
    let given: Dynamic = given
        .map_err(|error| problems.push(report::failure(script, function, &error, &[])))
        .ok()?;
    let Some(map) = given.try_cast::<Map>() else {
        let problem = Problem::error(code, format!("`{function}` does not return a map"));
        let problem = problem.at(script.function(function), "declared here");
        problems.push(problem.help(help));
        return None;
    };
    for (name, entry) in map {
        if let Err(complaint) = declare(&name, entry) {
            problems.push(script.problem(code, complaint, script.key(function, &name)));
        }
    }
    Some(())
}
