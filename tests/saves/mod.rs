//! Games that are kept: what a kill, a full disk, a second program or an old file can do to them, and what is kept of them.

mod files;
mod sealed;
mod seats;
mod standing;
mod undo;

use super::cli::sandtable;
use std::path::PathBuf;
use std::process::Output;

const PEOPLE: [&str; 6] = ["play", "--seat", "all=human", "--seed", "1", "--save"];

/// Japan attacks an infantry of China, which is rolled for.
pub const ATTACK: &str = "end\nmove 3 infantry from Kiangsi to Hunan\nend\n";

/// A file that is not there yet, in a folder of its own, for a game of people.
struct Kept {
    folder: tempfile::TempDir,
    file: PathBuf,
    path: String,
}

impl Kept {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = folder.path().join("game.save");
        let path = file.to_str().expect("a plain path").to_owned();
        Self { folder, file, path }
    }
    fn text(&self) -> String {
        std::fs::read_to_string(&self.file).expect("the save was written")
    }
    fn write(&self, text: &str) {
        std::fs::write(&self.file, text).expect("written");
    }
    fn play(&self, orders: &str) -> Output {
        play(&self.path, orders)
    }
    fn resume(&self, orders: &str) -> Output {
        self.resume_with(&[], orders)
    }
    fn resume_with(&self, more: &[&str], orders: &str) -> Output {
        let args = [&["resume", &self.path][..], more].concat();
        sandtable(&args, orders.as_bytes())
    }
    fn replay(&self, how: &str) -> Output {
        sandtable(&["replay", &self.path, how], b"")
    }
}

fn play(path: &str, orders: &str) -> Output {
    sandtable(&[&PEOPLE[..], &[path]].concat(), orders.as_bytes())
}

/// A save as the first format had it.
pub fn first_format(text: &str) -> String {
    let plain = |line: &str| {
        let ends = [",\"hash\"", ",\"dice\":[", ",\"round\"", ",\"packs\""];
        let kept = |line: &str, end: &str| match line.split_once(end) {
            Some((before, after)) if end == ",\"packs\"" => {
                let rest = after.split_once("],").map_or("", |(_, rest)| rest);
                format!("{before},{rest}")
            }
            Some((before, _)) => format!("{before}}}"),
            None => line.to_owned(),
        };
        ends.iter()
            .fold(line.to_owned(), |line, end| kept(&line, end))
            + "\n"
    };
    let old: String = text.lines().map(plain).collect();
    old.replace("sandtable_save\":2", "sandtable_save\":1")
}
