//! Pack text to rules.
mod ast;
mod grammar;
mod words;
