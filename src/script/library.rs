//! The scripts that come with the program: everything in `scripts/` when it was built.

use sandtable_diag::{Source, fold_name};

#[derive(rust_embed::RustEmbed)]
#[folder = "../../scripts/"]
struct Scripts;

const SUFFIX: &str = ".rhai";

/// Their names, in the order of the alphabet.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = Scripts::iter()
        .filter_map(|f| f.strip_suffix(SUFFIX).map(str::to_owned))
        .collect();
    names.sort();
    names
}

/// The script of this name.
pub fn find(name: &str) -> Option<Source> {
    let name = names()
        .into_iter()
        .find(|n| fold_name(n) == fold_name(name))?;
    let file = Scripts::get(&format!("{name}{SUFFIX}"))?;
    let text = String::from_utf8(file.data.into_owned()).ok()?;
    Some(Source {
        name: format!("scripts/{name}{SUFFIX}"),
        text: text.into(),
    })
}
