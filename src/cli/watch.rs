//! `check --watch`: looks at packs again whenever one of their files changes.

use super::check::{Args, once};
use super::files::folder_of;
use super::out::Out;
use super::{Done, check};
use sandtable_diag::Problem;
use sandtable_game::transcript::files;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long it takes at most until a change is seen.
const PAUSE: Duration = Duration::from_millis(300);

/// How long files keep still before they are read.
const STILL: Duration = Duration::from_millis(50);

/// Checks, waits for a change, and checks again until the program is interrupted.
pub(super) fn run(args: &Args, out: &mut Out) -> Done {
    let folders: Vec<PathBuf> = args.paths.iter().map(|p| folder(p)).collect();
    if let Some(path) = folders.iter().find(|f| !f.is_dir()) {
        let path = path.display();
        let message = format!("`{path}` is no folder, so there is nothing to watch");
        let help = "packs inside the program never change; name the folder of a pack";
        return Err(Problem::error("cli/no-watch", message).help(help).into());
    }
    let lints = check::levels(args)?;
    loop {
        let mut seen = stamps(&folders);
        if std::io::stdout().is_terminal() {
            // Clears the screen and goes to its upper left corner.
            out.say("\u{1b}[2J\u{1b}[H");
        }
        once(args, &lints, out);
        if !args.json {
            out.say("watching; Ctrl-C ends");
        }
        let mut now = stamps(&folders);
        while now == seen {
            std::thread::sleep(PAUSE);
            now = stamps(&folders);
        }
        // A file may be written by halves: only what keeps still is looked at.
        while now != seen {
            seen = now;
            std::thread::sleep(STILL);
            now = stamps(&folders);
        }
    }
}

fn folder(argument: &str) -> PathBuf {
    let path = Path::new(argument);
    match path.is_file() {
        true => folder_of(path).to_owned(),
        false => path.to_owned(),
    }
}

/// The files below some folders, each with its length and when it was changed.
fn stamps(folders: &[PathBuf]) -> Vec<impl PartialEq + use<>> {
    let all = folders
        .iter()
        .flat_map(|f| files(f, &|_| true).unwrap_or_default());
    let stamp = |path: PathBuf| {
        let meta = std::fs::metadata(&path).ok()?;
        let changed = meta.modified().ok()?;
        Some((path, meta.len(), changed))
    };
    all.filter_map(stamp).collect::<Vec<_>>()
}
