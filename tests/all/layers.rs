//! Rooms import only rooms to their left.

use std::path::{Path, PathBuf};

/// The rooms from left to right; rooms of one group do not import each other.
const ROOMS: &[&[&str]] = &[
    &["diag", "rules"],
    &["kernel"],
    &["pack", "script"],
    &["odds"],
    &["game"],
    &["ai"],
    &["sim"],
    &["view"],
    &["protocol"],
    &["web"],
    &["cli", "serve", "lsp", "import"],
];

fn rank(room: &str) -> Option<usize> {
    ROOMS.iter().position(|group| group.contains(&room))
}

/// Every Rust file below a folder.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("its entries can be read").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The rooms a file names behind `crate::`, also in groups.
fn imports(text: &str) -> Vec<String> {
    let mut rooms = Vec::new();
    let code: String = text
        .lines()
        .filter(|l| !l.trim_start().starts_with("//"))
        .map(|l| format!("{l}\n"))
        .collect();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let word = |s: &str| {
            s.chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect::<String>()
        };
        match rest.strip_prefix('{') {
            Some(group) => {
                let mut depth = 0usize;
                let mut item = String::new();
                for c in group.chars() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => rooms.push(word(std::mem::take(&mut item).trim())),
                        _ => {}
                    }
                    if depth == 0 && c != ',' {
                        item.push(c);
                    }
                }
                rooms.push(word(item.trim()));
            }
            None => rooms.push(word(rest)),
        }
    }
    rooms
}

#[test]
fn rooms_import_only_to_their_left() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for file in sources(&src) {
        let inside = file.strip_prefix(&src).expect("sources are below src");
        let room = inside
            .components()
            .next()
            .and_then(|c| c.as_os_str().to_str())
            .unwrap_or_default();
        let Some(own) = rank(room) else {
            assert!(
                room.ends_with(".rs"),
                "src/{room} is a room that this test does not know"
            );
            continue;
        };
        let text = std::fs::read_to_string(&file).expect("sources are UTF-8");
        for import in imports(&text).iter().filter(|i| *i != room) {
            match rank(import) {
                Some(other) if other < own => {}
                Some(_) => wrong.push(format!("{} imports {import}", inside.display())),
                None => {}
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "imports run down only:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn imports_are_found() {
    let text = "use crate::kernel::{State, Order};\n// crate::view\nuse crate::{diag::{Loc, Problem}, rules};\nlet x = crate::pack::open;";
    assert_eq!(imports(text), ["kernel", "diag", "rules", "pack"]);
}

#[test]
fn every_file_is_part_of_the_house() {
    for path in sources(Path::new("src")) {
        let name = path.file_stem().and_then(|s| s.to_str()).expect("a name");
        if ["lib", "main", "mod"].contains(&name) {
            continue;
        }
        let folder = path.parent().expect("it lies in one");
        let parents = [
            folder.join("mod.rs"),
            folder.with_extension("rs"),
            folder.join("lib.rs"),
        ];
        let declared = parents.iter().any(|parent| {
            let text = std::fs::read_to_string(parent).unwrap_or_default();
            text.contains(&format!("mod {name};"))
        });
        assert!(declared, "{} is no module of anything", path.display());
    }
}
