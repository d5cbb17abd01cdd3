//! The names of an edition, both ways: from what a script writes to an id, and from an id to a text
//! that is shared, not copied, every time a script asks for it.

use super::complaint::Complaint;
use crate::diag::fold_name;
use crate::rules::{
    AttrId, CounterId, Id, PhaseId, PowerId, Rules, SideId, SpaceId, TagId, UnitTypeId,
};
use rhai::ImmutableString;
use std::collections::BTreeMap;

/// The names of one kind of thing.
#[derive(Debug)]
pub struct Index<I> {
    what: &'static str,
    shown: Vec<ImmutableString>,
    ids: BTreeMap<String, I>,
}

impl<I: Id> Index<I> {
    fn new<'a>(what: &'static str, names: impl Iterator<Item = (&'a str, &'a [String])>) -> Self {
        let mut index = Self {
            what,
            shown: Vec::new(),
            ids: BTreeMap::new(),
        };
        for (nth, (name, aliases)) in names.enumerate() {
            index.shown.push(name.into());
            for name in std::iter::once(name).chain(aliases.iter().map(String::as_str)) {
                index.ids.entry(fold_name(name)).or_insert(I::new(nth));
            }
        }
        index
    }
    /// The name as people read it.
    pub fn name(&self, id: I) -> ImmutableString {
        self.shown.get(id.index()).cloned().unwrap_or_default()
    }
    /// What has this name.
    ///
    /// # Errors
    /// Nothing has.
    pub fn find(&self, name: &str) -> Result<I, Complaint> {
        let found = self.ids.get(&fold_name(name)).copied();
        found.ok_or_else(|| {
            let complaint = Complaint::new(format!(
                "there is no {} `{name}` in this edition",
                self.what
            ));
            complaint.suggest(name, &self.shown)
        })
    }
}

/// The names of an edition.
#[derive(Debug)]
pub struct Names {
    /// Spaces.
    pub spaces: Index<SpaceId>,
    /// Powers.
    pub powers: Index<PowerId>,
    /// Sides.
    pub sides: Index<SideId>,
    /// Unit types.
    pub units: Index<UnitTypeId>,
    /// Tags of spaces.
    pub tags: Index<TagId>,
    /// Values of units.
    pub attrs: Index<AttrId>,
    /// Phases.
    pub phases: Index<PhaseId>,
    /// Counters and flags of the pack.
    pub counters: Index<CounterId>,
}

impl Names {
    /// The names of an edition.
    pub fn new(rules: &Rules) -> Self {
        fn bare(name: &str) -> (&str, &[String]) {
            (name, &[])
        }
        Self {
            spaces: Index::new(
                "space",
                rules
                    .board
                    .spaces
                    .values()
                    .map(|s| (s.name.as_str(), &s.aliases[..])),
            ),
            powers: Index::new("power", rules.powers.powers.values().map(|p| bare(&p.name))),
            sides: Index::new("side", rules.powers.sides.values().map(|s| bare(s))),
            units: Index::new(
                "unit type",
                rules
                    .units
                    .types
                    .values()
                    .map(|t| (t.name.as_str(), &t.aliases[..])),
            ),
            tags: Index::new("mark of spaces", rules.board.tags.values().map(|s| bare(s))),
            attrs: Index::new(
                "value of units",
                rules.units.attrs.values().map(|s| bare(s)),
            ),
            phases: Index::new("phase", rules.turn.phases.values().map(|p| bare(&p.name))),
            counters: Index::new(
                "counter or flag",
                rules.counters.values().map(|c| bare(&c.name)),
            ),
        }
    }
}
