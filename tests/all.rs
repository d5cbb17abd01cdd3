//! Every integration test in one binary.

#[path = "movement/mod.rs"]
mod movement;
#[path = "pack/mod.rs"]
mod pack;
