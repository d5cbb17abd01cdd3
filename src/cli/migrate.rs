//! `sandtable migrate`: brings packs of older formats up to date.

use super::out::Out;
use super::{Done, Exit, files};
use sandtable_pack::{Folder, MANIFEST, migrate};
use std::path::{Path, PathBuf};

/// Brings every pack up to date.
pub(super) fn run(packs: &[PathBuf], out: &mut Out) -> Done {
    Ok(out.each(packs, |pack, out| one(pack, out)))
}

fn one(pack: &Path, out: &mut Out) -> Done {
    let folder = if pack.file_name().is_some_and(|f| f == MANIFEST) {
        pack.parent().unwrap_or(Path::new("."))
    } else {
        pack
    };
    let shown = pack.display();
    let done = migrate(&Folder::new(folder))?;
    if done.from == done.to {
        out.say(&format!("{shown}: already format {}", done.to));
        return Ok(Exit::Fine);
    }
    for (name, text) in &done.files {
        files::correct(&folder.join(name), text)?;
    }
    out.say(&format!(
        "{shown}: from format {} to {}",
        done.from, done.to
    ));
    done.notes
        .iter()
        .for_each(|note| out.say(&format!("  {note}")));
    Ok(Exit::Fine)
}
