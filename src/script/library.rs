//! The scripts that come with the program: everything in `scripts/` when it was built.

use super::bind::ScriptText;
use sandtable_diag::fold_name;

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
pub fn find(name: &str) -> Option<ScriptText> {
    let name = names()
        .into_iter()
        .find(|n| fold_name(n) == fold_name(name))?;
    let file = Scripts::get(&format!("{name}{SUFFIX}"))?;
    let text = String::from_utf8(file.data.into_owned()).ok()?;
    Some(ScriptText {
        display: format!("scripts/{name}{SUFFIX}"),
        text,
    })
}
