//! What scripts can call. Every function is registered with its signature and its sentence, which
//! the reference, the editor's definition files and the checks at loading read too: nothing can be
//! called that is not documented. Handles are plain ids; what they answer comes from the world of
//! the call.

mod board;
mod effects;
mod game;
mod powers;
mod sets;
mod units;
mod volleys;

pub use board::GateHandle;
pub use game::{GameHandle, MemoryHandle, Params};
pub use volleys::{hits_from, hits_to_array};

use super::complaint::Res;
use super::engine::standard;
use super::world::{World, world};
use rhai::{FuncRegistration, Module, NativeCallContext, RhaiNativeFunc, Variant};
use std::collections::BTreeMap;
use std::marker::PhantomData;

/// A function or property of the API.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The type it belongs to; empty for functions that stand alone.
    pub on: String,
    /// Read without parentheses.
    pub property: bool,
    /// Its name.
    pub name: String,
    /// Its parameters, each as `name: Type`.
    pub params: Vec<String>,
    /// What it gives.
    pub gives: String,
    /// All of that as people read it.
    pub signature: String,
    /// What it is for.
    pub doc: &'static str,
}

/// A type of the API.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Type {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub doc: &'static str,
}

/// The API while it is put together.
pub struct Api {
    module: Module,
    /// Its functions and properties.
    pub entries: Vec<Entry>,
    /// Its types.
    pub types: Vec<Type>,
}

/// The API, ready for engines.
pub struct Library {
    /// With the standard library in it.
    pub module: std::sync::Arc<Module>,
    /// Its functions and properties.
    pub entries: Vec<Entry>,
    /// Its types.
    pub types: Vec<Type>,
    /// Which of the functions and properties have a name.
    by_name: BTreeMap<String, Vec<usize>>,
}

impl Library {
    /// The functions and properties of a name.
    pub fn named(&self, name: &str) -> impl Iterator<Item = &Entry> {
        let places = self.by_name.get(name).into_iter().flatten();
        places.map(|nth| &self.entries[*nth])
    }
}

/// The whole library of scripts.
pub fn library() -> Library {
    let mut api = Api {
        module: standard(),
        entries: Vec::new(),
        types: Vec::new(),
    };
    game::register(&mut api);
    board::register(&mut api);
    powers::register(&mut api);
    units::register(&mut api);
    sets::register(&mut api);
    volleys::register(&mut api);
    effects::register(&mut api);
    let mut by_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (nth, entry) in api.entries.iter().enumerate() {
        by_name.entry(entry.name.clone()).or_default().push(nth);
    }
    Library {
        module: api.module.into(),
        entries: api.entries,
        types: api.types,
        by_name,
    }
}

impl Api {
    /// Names a type, to say what can be asked of it.
    pub fn kind<T: Variant + Clone>(&mut self, name: &'static str, doc: &'static str) -> Of<'_, T> {
        self.module.set_custom_type::<T>(name);
        self.types.push(Type { name, doc });
        Of {
            api: self,
            name,
            kind: PhantomData,
        }
    }

    /// Adds a function, a method (`Type.name(…)`) or a property (`Type.name`), by its signature.
    pub fn add<A: 'static, const N: usize, const X: bool, R, const F: bool, FUNC>(
        &mut self,
        signature: &str,
        doc: &'static str,
        run: FUNC,
    ) where
        R: Variant + Clone,
        FUNC: RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
    {
        let entry = Entry::parse(signature, doc);
        let function = if entry.property {
            FuncRegistration::new_getter(&entry.name)
        } else {
            FuncRegistration::new(&entry.name)
        };
        function.set_into_module(&mut self.module, run);
        self.entries.push(entry);
    }

    /// Adds a function of one value.
    pub fn get<T, R>(
        &mut self,
        signature: &str,
        doc: &'static str,
        run: impl Fn(&World, T) -> Res<R> + Send + Sync + 'static,
    ) where
        T: Variant + Clone,
        R: Variant + Clone,
    {
        self.add(signature, doc, move |c: NativeCallContext, of: T| {
            world(&c, |w| run(w, of))
        });
    }

    /// Adds a function of two values.
    pub fn ask<T, A, R>(
        &mut self,
        signature: &str,
        doc: &'static str,
        run: impl Fn(&World, T, A) -> Res<R> + Send + Sync + 'static,
    ) where
        T: Variant + Clone,
        A: Variant + Clone,
        R: Variant + Clone,
    {
        self.add(
            signature,
            doc,
            move |c: NativeCallContext, of: T, with: A| world(&c, |w| run(w, of, with)),
        );
    }

    /// Adds an operator or a conversion that needs no entry in the reference.
    pub fn operator<A: 'static, const N: usize, const X: bool, R, const F: bool, FUNC>(
        &mut self,
        name: &str,
        run: FUNC,
    ) where
        R: Variant + Clone,
        FUNC: RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
    {
        FuncRegistration::new(name).set_into_module(&mut self.module, run);
    }

    /// Adds equality.
    pub fn compare<T: Variant + Clone + Eq>(&mut self) {
        self.operator("==", |a: T, b: T| a == b);
        self.operator("!=", |a: T, b: T| a != b);
    }
}

/// What can be asked of a type: a row for each property and method, with its signature without the type's
/// name. `try_` says that reading a property may fail.
pub struct Of<'a, T> {
    /// Where it is added.
    pub api: &'a mut Api,
    name: &'static str,
    kind: PhantomData<T>,
}

impl<T: Variant + Clone> Of<'_, T> {
    /// Adds equality.
    pub fn compare(self) -> Self
    where
        T: Eq,
    {
        self.api.compare::<T>();
        self
    }

    /// Adds a property, or a method without parameters.
    pub fn get<R: Variant + Clone>(
        &mut self,
        signature: &str,
        doc: &'static str,
        run: impl Fn(&World, T) -> R + Send + Sync + 'static,
    ) {
        self.try_get(signature, doc, move |w, of| Ok(run(w, of)));
    }

    /// The same, where it may fail.
    pub fn try_get<R: Variant + Clone>(
        &mut self,
        signature: &str,
        doc: &'static str,
        run: impl Fn(&World, T) -> Res<R> + Send + Sync + 'static,
    ) {
        self.api
            .get(&format!("{}.{signature}", self.name), doc, run);
    }

    /// Adds a method with a parameter, which may fail.
    pub fn ask<A: Variant + Clone, R: Variant + Clone>(
        &mut self,
        signature: &str,
        doc: &'static str,
        run: impl Fn(&World, T, A) -> Res<R> + Send + Sync + 'static,
    ) {
        self.api
            .ask(&format!("{}.{signature}", self.name), doc, run);
    }
}

impl Entry {
    /// Reads `name(a: A) -> R`, `Type.name(a: A) -> R` or `Type.name -> R`.
    fn parse(signature: &str, doc: &'static str) -> Self {
        let (head, gives) = signature.split_once(" -> ").unwrap_or((signature, "()"));
        let (path, params) = match head.split_once('(') {
            Some((path, params)) => (path, Some(params.trim_end_matches(')'))),
            None => (head, None),
        };
        let (on, name) = path.split_once('.').unwrap_or(("", path));
        let all = params.into_iter().flat_map(|all| all.split(", "));
        Self {
            on: on.to_owned(),
            property: params.is_none(),
            name: name.to_owned(),
            params: all.filter(|p| !p.is_empty()).map(str::to_owned).collect(),
            gives: gives.to_owned(),
            signature: signature.to_owned(),
            doc,
        }
    }
}
