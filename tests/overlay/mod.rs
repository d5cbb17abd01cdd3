//! Overlays and options: what they change, how they combine, and every mistake in them as people see it.

mod changes;
mod combined;
mod games;
mod house_rules;
mod mistakes;
mod mutated;
mod parts;
mod readme;
mod table;

use crate::memory::Memory;
use crate::pack::small::pack;
use crate::scripts::write;
use sandtable::diag::Style;
use sandtable::pack::{Choices, Pack, load_with};
use std::path::Path;

/// An overlay of the small pack.
pub fn over(text: &str) -> Memory {
    named("over", text).beside("duel", pack())
}

/// An overlay of the small pack with another name, without its base.
pub fn named(name: &str, text: &str) -> Memory {
    extending("\"duel\"", name, "", text)
}

/// A pack that changes others, which its manifest names; and what else that says.
pub fn extending(bases: &str, name: &str, more: &str, text: &str) -> Memory {
    let manifest = format!(
        "format = 1\nname = \"{name}\"\nextends = {bases}\nfiles = [\"changes.rules\"]\n{more}\n"
    );
    Memory::default()
        .with("pack.toml", manifest)
        .with("changes.rules", text)
}

/// Writes an overlay into a folder; where it is.
pub fn on_disk(folder: &Path, name: &str, base: &str, rules: &str) -> String {
    let manifest =
        format!("format = 1\nname = \"{name}\"\nextends = '{base}'\nfiles = [\"{name}.rules\"]\n");
    write(folder, "pack.toml", &manifest);
    write(folder, &format!("{name}.rules"), rules);
    folder.to_str().expect("a plain path").to_owned()
}

fn choices(with: &[&str], set: &[(&str, &str)]) -> Choices {
    let with = with.iter().map(|w| (*w).to_owned()).collect();
    let set = set
        .iter()
        .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
        .collect();
    Choices {
        with,
        set,
        ..Choices::default()
    }
}

fn chosen(files: &Memory, with: &[&str], set: &[(&str, &str)]) -> Pack {
    load_with(files, &choices(with, set))
        .unwrap_or_else(|p| panic!("{}", p.render(Style::Unicode, 100)))
}

fn unit<'a>(pack: &'a Pack, name: &str) -> &'a sandtable::rules::UnitType {
    pack.rules
        .units
        .types
        .values()
        .find(|t| t.name == name)
        .expect("the type is there")
}

fn treasury(pack: &Pack, name: &str) -> i32 {
    pack.rules
        .powers
        .economies
        .values()
        .find(|e| e.name == name)
        .expect("the economy is there")
        .treasury
}

fn space<'a>(pack: &'a Pack, name: &str) -> &'a sandtable::rules::Space {
    pack.rules
        .board
        .spaces
        .values()
        .find(|s| s.name == name)
        .expect("the space is there")
}
