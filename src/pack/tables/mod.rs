//! The TOML tables of a pack, read loosely: every wrong type, unknown key and missing key is
//! reported, and names stay names until everything has been read.

mod manifest;
mod reader;
pub mod schema;
mod shape;
mod value;
mod weights;

pub use manifest::{CiteRow, FORMAT, Manifest, read_manifest, wrong_format};
pub use reader::Reader;
pub use schema::{by_name, schemas};
pub use shape::{Key, Otherwise, Set, Shape, Words};
pub use value::{Entry, Value, parse_toml};
pub use weights::{named_weight, open_weights};
