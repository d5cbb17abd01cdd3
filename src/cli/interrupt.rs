//! What an interruption does to long work: the first one lets it sum up, the second ends the program.

use super::Exit;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by an interruption.
static STOP: AtomicBool = AtomicBool::new(false);

/// From now on an interruption only asks to stop.
pub(super) fn catch() -> &'static AtomicBool {
    // Without a handler an interruption ends the program at once, which is all that is lost.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
    });
    &STOP
}

/// Whether there was one.
pub(super) fn came() -> bool {
    STOP.load(Ordering::Relaxed)
}
