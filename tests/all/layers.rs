//! Rooms import only rooms to their left: each is a crate, whose manifest names those it sees.

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
    &["cli"],
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

#[test]
fn rooms_import_only_to_their_left() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for (own, room) in ROOMS
        .iter()
        .enumerate()
        .flat_map(|(n, g)| g.iter().map(move |r| (n, r)))
    {
        let manifest = src.join(room).join("Cargo.toml");
        let text = std::fs::read_to_string(manifest).expect("a room is a crate");
        let manifest: toml::Table = text.parse().expect("a manifest is TOML");
        let needs = ["dependencies", "dev-dependencies"].map(|kind| manifest.get(kind)?.as_table());
        let names = needs.into_iter().flatten().flat_map(|table| table.keys());
        let rooms = names.filter_map(|name| name.strip_prefix("sandtable-"));
        for import in rooms.filter(|import| rank(import).is_some_and(|other| other >= own)) {
            wrong.push(format!("{room} imports {import}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "imports run down only:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn every_room_has_its_place() {
    for entry in std::fs::read_dir("src").expect("the folder is there") {
        let entry = entry.expect("its entries can be read");
        let room = entry.file_name().into_string().expect("a name");
        let known = rank(&room).is_some();
        assert!(known || !entry.path().is_dir(), "src/{room} is not known");
    }
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
