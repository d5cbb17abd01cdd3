//! Every integration test in one binary.

#[path = "pack/mod.rs"]
mod pack;
