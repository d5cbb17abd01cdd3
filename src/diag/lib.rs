//! What is wrong, where and what to do about it: sources and places in them, problems, nearest
//! names, and their rendering for people and programs. Packs, scripts and orders all report
//! through this room; it knows none of them.

mod lines;
mod lookup;
mod problem;
mod render;
mod source;
mod suggest;

pub use lines::{from_line, lines, to_line};
pub use lookup::Lookup;
pub use problem::{Label, Problem, Problems, Severity};
pub use render::Style;
pub use source::{
    FileId, Loc, ReadError, Source, Sources, is_file, is_folder, list_files, read_file, real_path,
    without_mark,
};
pub use suggest::{fold_name, nearest, quoted, singulars};
