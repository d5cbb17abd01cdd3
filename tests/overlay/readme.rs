//! The road of `scenarios/README.md`, walked: its files are written, its commands run, in its order.

use super::games::{out, sandtable};
use crate::scripts::write;
use std::path::Path;

const README: &str = include_str!("../../scenarios/README.md");

/// Something to do.
enum Deed<'a> {
    Write(&'a str, String),
    Add(&'a str, String),
    Run(Vec<String>),
}

/// The words of a command; blanks may stand in quotes, and `#` begins a comment.
fn words(line: &str) -> Vec<String> {
    let line = line.split('#').next().unwrap_or_default();
    let mut words = Vec::new();
    for (nth, part) in line.split('"').enumerate() {
        if nth % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// The file that the line before a block names.
fn named(line: &str) -> Option<(&str, &str)> {
    let (before, file) = line.strip_suffix("`:")?.rsplit_once('`')?;
    let how = ["File ", "Add to "]
        .into_iter()
        .find(|how| before.ends_with(how))?;
    Some((how, file))
}

fn deeds() -> Vec<Deed<'static>> {
    let (mut deeds, mut before) = (Vec::new(), "");
    let mut lines = README.lines();
    while let Some(line) = lines.next() {
        let Some(kind) = line.strip_prefix("```") else {
            before = if line.is_empty() { before } else { line };
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|l| *l != "```").collect();
        if kind == "sh" {
            deeds.extend(block.iter().map(|l| Deed::Run(words(l))));
            continue;
        }
        if kind == "markdown" {
            continue;
        }
        let text = block.join("\n") + "\n";
        match named(before) {
            Some(("File ", file)) => deeds.push(Deed::Write(file, text)),
            Some((_, file)) => deeds.push(Deed::Add(file, text)),
            None => panic!("no file is named before a block of {kind}: {before}"),
        }
    }
    deeds
}

#[test]
fn the_road_of_the_readme_can_be_walked() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let (mut files, mut commands) = (0, 0);
    for deed in deeds() {
        match deed {
            Deed::Write(file, text) => write(folder.path(), file, &text),
            Deed::Add(file, text) => {
                let before = std::fs::read_to_string(folder.path().join(file))
                    .expect("there is something to add to");
                write(folder.path(), file, &(before + &text));
            }
            Deed::Run(words) => {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let ["sandtable", args @ ..] = &words[..] else {
                    panic!("{words:?} is no command of the program")
                };
                let done = sandtable(folder.path(), args);
                assert_eq!(done.status.code(), Some(0), "{words:?}\n{}", out(&done));
                commands += 1;
                continue;
            }
        }
        files += 1;
    }
    assert!(
        files >= 15 && commands >= 20,
        "{files} files, {commands} commands"
    );
}

#[test]
fn every_pack_is_named_where_people_look() {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    for entry in std::fs::read_dir(scenarios).expect("there are packs") {
        let path = entry.expect("entries can be read").path();
        let name = path
            .file_name()
            .expect("it has a name")
            .to_string_lossy()
            .into_owned();
        assert!(
            path.is_file() || README.contains(&format!("`{name}/`")),
            "{name}"
        );
    }
}
