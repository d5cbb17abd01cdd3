//! Scripts: what is found when a pack is loaded, scripts that misbehave, the library at work in the
//! stock pack, and the README's examples.

mod data;
mod every_effect;
mod every_hook;
mod games;
mod library;
mod misbehave;
mod mistakes;
mod moments;
mod play;
mod readme;
mod theatre;

use crate::pack::small;
use sandtable::diag::{Problems, Style};
use sandtable::game::transcript::test;
use sandtable::game::{Opened, ready};
use sandtable::pack::{Choices, draft};
use sandtable::view::{Paint, describe_event};
use std::path::Path;

/// The small pack with a script of its own, taken into use by these lines.
pub fn opened(script: &str, lines: &str) -> Result<Opened, Problems> {
    let rest = format!("{}\n{lines}\n", small::REST);
    let files = small::pack()
        .with("rest.rules", rest)
        .with("scripts/rule.rhai", script);
    ready("duel", draft(&files, &Choices::default())?)
}

/// What is wrong with a script, as a person sees it.
pub fn report(script: &str, lines: &str) -> String {
    match opened(script, lines) {
        Ok(opened) => opened.warnings.render(Style::Plain, 100),
        Err(problems) => problems.render(Style::Plain, 100),
    }
}

/// Writes a file of a pack.
pub fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

/// The small pack with a script of its own, on disk.
pub fn on_disk(script: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "pack.toml", small::MANIFEST);
    write(folder.path(), "tables.toml", small::TABLES);
    write(folder.path(), "board.rules", small::BOARD);
    write(
        folder.path(),
        "rest.rules",
        &format!("{}\nuse rule\n", small::REST),
    );
    write(folder.path(), "scripts/rule.rhai", script);
    folder
}

/// What fails when a transcript is played in the small pack with a script.
pub fn failures(script: &str, play: &str) -> String {
    played(on_disk(script).path(), play)
}

/// What fails when a transcript is played in a pack on disk.
pub fn played(folder: &Path, play: &str) -> String {
    write(folder, "tests/rule.play", play);
    let describe = |rules: &_, event: &_| describe_event(rules, event, Paint::Off);
    let tested =
        test(&[folder.to_owned()], &Choices::default(), describe).expect("the folder is there");
    tested
        .failed
        .iter()
        .map(|(path, p)| format!("{path}\n{}", p.render(Style::Plain, 100)))
        .collect()
}

/// The names in code that head the entries of a chapter of the reference of scripts.
pub fn chapter(title: &str, entry: &str) -> Vec<String> {
    let reference = sandtable::script::reference();
    let (_, chapter) = reference
        .split_once(&format!("\n## {title}\n"))
        .expect("the reference has the chapter");
    let lines = chapter.lines().take_while(|line| !line.starts_with("## "));
    let named = lines.filter_map(|line| line.strip_prefix(entry)?.split('(').next());
    named.map(str::to_owned).collect()
}
