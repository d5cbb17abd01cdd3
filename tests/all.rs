//! Every integration test in one binary.

#[path = "pack/mod.rs"]
mod pack;
#[path = "view/mod.rs"]
mod view;
