//! What files of `view` promise, mostly on the shore of the tests' edition.

mod bars;
mod brief;
mod complete;
mod explain;
mod paint;
mod sample;
mod sim;
mod svg;
mod text;
mod written;
