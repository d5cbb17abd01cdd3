//! Packs ready to play: the pack's rules with their names and scripts, and what is to be said about it.

use super::language::Names;
use super::session::SharedHooks;
use crate::diag::Problems;
use crate::kernel::NoHooks;
use crate::pack::{self, PackInfo};
use crate::rules::Rules;
use std::sync::Arc;

/// A pack ready to play.
#[derive(Clone)]
pub struct Opened {
    /// The pack as it was asked for: a path or the name of a bundled pack.
    pub pack: String,
    /// The edition.
    pub rules: Arc<Rules>,
    /// Its names.
    pub names: Arc<Names>,
    /// Its scripts.
    pub hooks: SharedHooks,
    /// What people may want to know about it.
    pub info: Arc<PackInfo>,
    /// What is probably not meant, but does no harm.
    pub warnings: Problems,
}

/// Opens the pack that an argument means.
///
/// # Errors
/// Everything that is wrong with it.
pub fn open(argument: &str) -> Result<Opened, Problems> {
    let loaded = pack::open(argument)?;
    Ok(Opened {
        pack: argument.to_owned(),
        names: Arc::new(Names::new(&loaded.rules)),
        rules: Arc::new(loaded.rules),
        hooks: Arc::new(NoHooks),
        info: Arc::new(loaded.info),
        warnings: loaded.warnings,
    })
}
