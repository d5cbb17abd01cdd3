//! Sentences about what a layer below says, and options.

use super::{Item, Name, NameList, PlanPart, StepSaid};
use crate::diag::Loc;
use crate::rules::{Cmp, Role};

/// A sentence of a `.rules` file with what stands around it.
#[derive(Clone, Debug)]
pub struct Statement {
    pub what: What,
    pub loc: Loc,
    /// Where its rows stand, if it is a block of rows.
    pub rows: Vec<Loc>,
    /// The name an overlay may call it by, where it has none of its own.
    pub label: Option<Name>,
    pub must: Must,
}

/// Whether something of the same name must be there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Must {
    Either,
    BeNew,
    Exist,
}

#[derive(Clone, Debug)]
pub enum What {
    Item(Box<Item>),
    Option(OptionItem),
    If(Vec<GuardAst>, Vec<Statement>),
    Remove(Target),
    /// The only spaces that stay.
    Keep(Vec<Name>),
    /// The only powers that stay.
    KeepPowers(Vec<Name>),
    Plan(Name, Vec<PlanEdit>),
    Row(RowItem),
}

#[derive(Clone, Debug)]
pub struct OptionItem {
    pub name: Name,
    pub kind: OptionKind,
    pub about: String,
}

/// What an option may be, and what it is unless somebody says otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    Flag(bool),
    Number { usual: i64, least: i64, most: i64 },
    Word { usual: String, of: Vec<String> },
}

#[derive(Clone, Debug)]
pub struct GuardAst {
    pub not: bool,
    pub name: Name,
    pub is: Option<(Cmp, Name)>,
}

/// What an overlay takes away.
#[derive(Clone, Debug)]
pub enum Target {
    Setup(Name, Option<Name>),
    Row(&'static str, Name),
    Site(NameList),
    Guardians(NameList),
    Relations(NameList, NameList),
    AsOne(NameList),
    /// The word for its kind, then its names.
    Named(String, Vec<Name>),
}

#[derive(Clone, Debug)]
pub enum PlanEdit {
    Part(PlanPart, Loc),
    Remove(StepRef),
    /// A part goes, by its word.
    Without(&'static str, Loc),
    Put(Where, StepRef, Vec<StepSaid>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    Instead,
    Before,
    After,
}

/// A step as an overlay points at it.
#[derive(Clone, Debug)]
pub struct StepRef {
    /// The name of a volley, if it is one.
    pub volley: Option<Name>,
    /// Its first word otherwise.
    pub word: String,
    pub role: Option<Role>,
    pub loc: Loc,
}

/// A row of a table as a sentence.
#[derive(Clone, Debug)]
pub struct RowItem {
    /// `unit` or `power`.
    pub table: &'static str,
    pub name: Name,
    pub facts: Vec<RowFact>,
}

#[derive(Clone, Debug)]
pub struct RowFact {
    pub key: Name,
    /// The value, as TOML.
    pub value: Name,
    /// Added to the value of the layer below.
    pub relative: bool,
}
