//! The reference of the script language, made from the tables by which scripts are bound and called:
//! hooks, types with what can be read of them, functions, effects, limits.

use super::api::{Entry, library};
use super::check::{LITERAL, call_of};
use super::engine::{
    ARRAY_SIZE, CALL_LEVELS, EXPRESSION_DEPTHS, FUNCTIONS, ITEMS as READ, MAP_SIZE, OPERATIONS,
    SCRIPT_SIZE, TEXT_SIZE, VARIABLES,
};
use super::hooks::HOOKS;
use super::library as bundled;
use super::memory::ITEMS as REMEMBERED;
use super::params::KINDS;
use sandtable_diag::quoted;
use std::fmt::Write as _;

/// The reference as Markdown.
pub fn reference() -> String {
    let mut text = String::from(
        "# Scripts: the reference\n\n\
         A script is a file of functions in the language Rhai. Functions with the names below are hooks: the game calls them\n\
         when it comes to that point. They read the game and return what they want; they cannot change anything themselves.\n\
         Every function sees `game`, `params` (what the pack gave) and `memory` (what the script remembers).\n",
    );
    hooks(&mut text);
    params(&mut text);
    api(&mut text);
    limits(&mut text);
    text
}

fn hooks(text: &mut String) {
    text.push_str("\n## Hooks\n");
    for hook in HOOKS {
        let _ = writeln!(
            text,
            "\n### `{}`\n\n{}\n\nReturns {}.",
            call_of(hook),
            hook.doc,
            hook.gives
        );
        let _ = writeln!(text, "\n```rhai\n{}\n```", hook.example);
    }
}

fn params(text: &mut String) {
    text.push_str("\n## Parameters\n\n`fn params()` returns one entry for each parameter: `#{ type, of, doc, otherwise, optional, min, max }`.\n\n");
    text.push_str("| type | the pack writes |\n| --- | --- |\n");
    for (kind, words) in KINDS {
        let _ = writeln!(text, "| `{kind}` | {words} |");
    }
    text.push_str(
        "\n`otherwise` is the value when the pack gives none; places, powers and units can only have the empty set `[]`, tables the empty map `#{}`. An\n\
         `optional` parameter that is not given is `()`. Without either the pack must give the parameter.\n",
    );
}

fn api(text: &mut String) {
    let library = library();
    let list = |text: &mut String, are: &dyn Fn(&Entry) -> bool| {
        for entry in library.entries.iter().filter(|e| are(e)) {
            let _ = writeln!(text, "- `{}`: {}", entry.signature, entry.doc);
        }
    };
    let effect = |e: &Entry| e.gives == "Effect" || e.gives == "Line";
    text.push_str("\n## Effects\n\nThe only things a script can want done; each is checked where it is made.\n\n");
    list(text, &effect);
    text.push_str("\n## Functions\n\n");
    list(text, &|e| e.on.is_empty() && !effect(e));
    text.push_str(
        "\n## Types\n\nPlus numbers, flags (`true`, `false`), texts, arrays and maps with everything Rhai has for them.\n",
    );
    for kind in &library.types {
        let _ = writeln!(text, "\n### {}\n\n{}\n", kind.name, kind.doc);
        list(text, &|e| e.on == kind.name);
    }
}

fn limits(text: &mut String) {
    let _ = write!(
        text,
        "\n## Limits\n\n\
         A call takes at most {OPERATIONS} steps, and to read a variable takes one more for every {READ} items or bytes it holds; functions lie {CALL_LEVELS} deep in each other, expressions {}; texts have \
         {TEXT_SIZE} bytes ({LITERAL} where they are written out), arrays {ARRAY_SIZE} items, maps {MAP_SIZE} entries; memory has {REMEMBERED} items under each name; {VARIABLES} variables are alive at one time; a script has \
         {FUNCTIONS} functions and {} KiB. Work is counted in steps and not in seconds, so that a game goes the same way on \
         every machine. Scripts have no files, no clock, no `eval`, no `import` and no fractions; values of units come in \
         hundredths.\n\n## Scripts that come with the program\n\n{}\n",
        EXPRESSION_DEPTHS.1,
        SCRIPT_SIZE >> 10,
        quoted(bundled::names()),
    );
}

/// The library as a Rhai definition file, for editors: a method takes what it belongs to first, a
/// property is a getter.
pub fn definitions() -> String {
    let mut text = String::from("module static;\n");
    for entry in &library().entries {
        let on = (!entry.on.is_empty()).then(|| format!("self: {}", entry.on));
        let params: Vec<String> = on.into_iter().chain(entry.params.clone()).collect();
        let getter = if entry.property { "get$" } else { "" };
        let _ = write!(
            text,
            "\n/// {}\nfn {getter}{}({}) -> {};\n",
            entry.doc,
            entry.name,
            params.join(", "),
            entry.gives
        );
    }
    text
}
