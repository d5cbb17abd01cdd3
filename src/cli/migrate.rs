//! `sandtable migrate`: brings packs of older formats up to date.

use super::Exit;
use super::out::Out;
use crate::diag::Problem;
use crate::pack::{Folder, MANIFEST, migrate};
use std::path::{Path, PathBuf};

/// Brings every pack up to date.
pub(super) fn run(packs: &[PathBuf], out: &mut Out) -> Exit {
    let mut exit = Exit::Fine;
    for pack in packs {
        let done = one(pack, out);
        exit = if done == Exit::Fine { exit } else { done };
    }
    exit
}

fn one(pack: &Path, out: &mut Out) -> Exit {
    let folder = if pack.file_name().is_some_and(|f| f == MANIFEST) {
        pack.parent().unwrap_or(Path::new("."))
    } else {
        pack
    };
    let shown = pack.display();
    let done = match migrate(&Folder::new(folder)) {
        Ok(done) => done,
        Err(problems) => {
            out.problems(&problems);
            return Exit::AtFault;
        }
    };
    if done.from == done.to {
        out.say(&format!("{shown}: already format {}", done.to));
        return Exit::Fine;
    }
    for (name, text) in &done.files {
        let path = folder.join(name);
        #[expect(
            clippy::disallowed_methods,
            reason = "bringing a pack up to date means writing its files"
        )]
        if let Err(error) = std::fs::write(&path, text) {
            return out.problem(Problem::error(
                "cli/unwritable",
                format!("`{}` cannot be written: {error}", path.display()),
            ));
        }
    }
    out.say(&format!(
        "{shown}: from format {} to {}",
        done.from, done.to
    ));
    done.notes
        .iter()
        .for_each(|note| out.say(&format!("  {note}")));
    Exit::Fine
}
