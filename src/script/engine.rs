//! The sandbox, all of it: a raw engine with a chosen library, every limit said out loud, nothing
//! that waits, reads, writes or evaluates text. Bounded by work, never by a clock: a clock would let
//! the same game fail on a slow machine and go on on a fast one, and replays would differ.

use super::trace::Trace;
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
    BasicStringPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{Array, Dynamic, Engine, ImmutableString, Map, Module, OptimizationLevel};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Steps that one call may take; a hook that reads the whole board takes some ten thousand.
pub const OPERATIONS: u64 = 500_000;
/// Items of an array or map, or bytes of a text, that one step looks at: a variable that holds more takes
/// more steps to read, since whatever is done with it takes longer.
pub const ITEMS: u64 = 32;
/// Functions that may be inside each other at one time.
pub const CALL_LEVELS: usize = 24;
/// Expressions that may be inside each other, outside and inside functions.
pub const EXPRESSION_DEPTHS: (usize, usize) = (48, 48);
/// Bytes of a text.
pub const TEXT_SIZE: usize = 4096;
/// Items of an array, those of arrays in it included.
pub const ARRAY_SIZE: usize = 4096;
/// Entries of a map, those of maps in it included.
pub const MAP_SIZE: usize = 512;
/// Variables alive at one time.
pub const VARIABLES: usize = 128;
/// Functions of a script.
pub const FUNCTIONS: usize = 128;
/// Bytes of a script.
pub const SCRIPT_SIZE: usize = 256 << 10;

/// The parts of the standard library that scripts get, in one module so that look-ups are short.
pub fn standard() -> Module {
    let mut library = Module::new();
    // Not the core package: it can sleep, exit and parse.
    ArithmeticPackage::init(&mut library);
    LogicPackage::init(&mut library);
    BasicStringPackage::init(&mut library);
    MoreStringPackage::init(&mut library);
    BasicIteratorPackage::init(&mut library);
    BasicFnPackage::init(&mut library);
    BasicArrayPackage::init(&mut library);
    BasicMapPackage::init(&mut library);
    // Looked up by hash, not by walking the list of all functions at each first call.
    library.register_lazy_functions().build_index();
    library
}

/// An engine for one script: the library, and the values that every function of the script sees.
pub fn sandbox(
    library: &Arc<Module>,
    own: BTreeMap<&'static str, Dynamic>,
    trace: &Trace,
) -> Engine {
    let mut engine = Engine::new_raw();
    engine.register_global_module(library.clone());
    // A variable without a place of its own is one of these. Each time it is a value of its own, so
    // that a closure may use what the method is called on.
    #[expect(deprecated, reason = "it is not: the crate marks what may change so")]
    engine.on_var(move |name, place, mut call| {
        let seen = place.checked_sub(1);
        let seen = seen.and_then(|nth| call.scope().iter_raw().nth(nth));
        let steps = seen.map_or(0, |(.., value)| size(value) / ITEMS);
        call.global_runtime_state_mut().num_operations += steps;
        Ok(own.get(name).filter(|_| place == 0).cloned())
    });
    engine.set_optimization_level(OptimizationLevel::None);
    engine.set_strict_variables(true);
    engine.set_fail_on_invalid_map_property(true);
    engine.set_allow_shadowing(true);
    engine.set_max_operations(OPERATIONS);
    engine.set_max_call_levels(CALL_LEVELS);
    engine.set_max_expr_depths(EXPRESSION_DEPTHS.0, EXPRESSION_DEPTHS.1);
    engine.set_max_string_size(TEXT_SIZE);
    engine.set_max_array_size(ARRAY_SIZE);
    engine.set_max_map_size(MAP_SIZE);
    engine.set_max_variables(VARIABLES);
    engine.set_max_functions(FUNCTIONS);
    engine.disable_symbol("eval");
    let (said, debugged) = (trace.clone(), trace.clone());
    engine.on_print(move |text| said.push(text));
    engine.on_debug(move |text, _, at| match at.line() {
        Some(line) => debugged.push(&format!("line {line}: {text}")),
        None => debugged.push(text),
    });
    engine
}

/// How much a value holds.
fn size(value: &Dynamic) -> u64 {
    let array = value.read_lock::<Array>().map(|all| all.len());
    let text = || value.read_lock::<ImmutableString>().map(|t| t.len());
    let map = || value.read_lock::<Map>().map(|all| all.len());
    array.or_else(text).or_else(map).unwrap_or(0) as u64
}
