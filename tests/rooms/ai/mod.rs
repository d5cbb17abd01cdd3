//! What files of `ai` promise.

mod army;
mod dealt;
mod facts;
mod program;
mod random;
mod value;
