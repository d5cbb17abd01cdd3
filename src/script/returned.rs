//! What a hook returns: effects, one or many, flattened and counted.

use super::complaint::{Complaint, Res, fail};
use super::convert::{kind_of, unlike};
use super::hooks::HookId;
use rhai::{Array, Dynamic};
use sandtable_kernel::Outcome;
use sandtable_rules::SpaceId;

/// Effects that one hook may ask for.
const MOST: usize = 1000;

/// One effect as scripts hold it; some are several in the kernel.
#[derive(Clone, PartialEq, Debug)]
pub struct Effects(pub Vec<Outcome>);

/// A line of an account as scripts hold it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountLine {
    /// What it is for.
    pub text: String,
    /// The amount in IPC.
    pub amount: i32,
    /// The treasury of whose region this is gets it or pays it.
    pub seat: Option<SpaceId>,
}

/// What a hook returned, if `read` says what it is; nothing where it has returned nothing.
///
/// # Errors
/// It is something else, or not as it should be.
pub fn given<T>(
    hook: HookId,
    value: &Dynamic,
    read: impl FnOnce(&Dynamic) -> Option<Res<T>>,
) -> Res<Option<T>> {
    if value.is_unit() {
        return Ok(None);
    }
    match read(value) {
        Some(read) => read.map(Some),
        None => unlike(hook.hook().gives, value),
    }
}

/// An array that a hook returned, read so.
pub fn array<T>(value: &Dynamic, read: impl FnOnce(&[Dynamic]) -> Res<T>) -> Option<Res<T>> {
    value.read_lock::<Array>().map(|items| read(&items))
}

/// The effects in what a hook returned: nothing, one, or an array of them, arrays in it included.
///
/// # Errors
/// Something else is in it.
pub fn effects(value: &Dynamic) -> Res<Vec<Outcome>> {
    let mut all = Vec::new();
    gather(value, 0, &mut all)?;
    if all.len() > MOST {
        return fail(format!(
            "{} effects are too many: {MOST} at most",
            all.len()
        ));
    }
    Ok(all)
}

fn gather(value: &Dynamic, depth: usize, all: &mut Vec<Outcome>) -> Res<()> {
    if value.is_unit() {
        return Ok(());
    }
    if let Some(effects) = value.read_lock::<Effects>() {
        all.extend(effects.0.iter().cloned());
        return Ok(());
    }
    if let Some(items) = value.read_lock::<Array>() {
        if depth < 8 {
            return items
                .iter()
                .try_for_each(|item| gather(item, depth + 1, all));
        }
        return fail("the effects lie too deep in arrays");
    }
    unlike("an effect, an array of effects or nothing", value)
}

/// The lines that `income` returned.
///
/// # Errors
/// Something else is in it.
pub fn lines(value: &Dynamic) -> Res<Vec<AccountLine>> {
    if value.is_unit() {
        return Ok(Vec::new());
    }
    let wrong = |found: &Dynamic| {
        let message = format!("lines of an account are wanted, not {}", kind_of(found));
        Box::<rhai::EvalAltResult>::from(
            Complaint::raised(message).help("a line is made by `line(text, amount)`"),
        )
    };
    let line = |value: &Dynamic| value.read_lock::<AccountLine>().map(|line| line.clone());
    if let Some(line) = line(value) {
        return Ok(vec![line]);
    }
    let Some(items) = value.read_lock::<Array>() else {
        return Err(wrong(value));
    };
    let lines = items.iter();
    let lines = lines.map(|item| line(item).ok_or_else(|| wrong(item)));
    lines.collect()
}
