//! The names of an edition, both ways: from what a script writes to an id, and from an id to a text
//! that is shared, not copied, every time a script asks for it.

use super::complaint::Complaint;
use rhai::ImmutableString;
use sandtable_diag::{Lookup, fold_name, nearest};
use sandtable_rules::{
    AttrId, CounterId, Id, IdSet, PhaseId, PowerId, PowerSet, Rules, SideId, SpaceId, SpaceSet,
    TagId, UnitTypeId, UnitTypeSet,
};
use std::collections::BTreeMap;

/// The names of one kind of thing.
#[derive(Debug)]
pub struct Index<I> {
    what: &'static str,
    shown: Vec<ImmutableString>,
    ids: Lookup<String, I>,
}

impl<I: Id> Index<I> {
    fn new<'a>(what: &'static str, names: impl Iterator<Item = (&'a str, &'a [String])>) -> Self {
        let mut index = Self {
            what,
            shown: Vec::new(),
            ids: Lookup::default(),
        };
        for (nth, (name, aliases)) in names.enumerate() {
            index.shown.push(name.into());
            for name in std::iter::once(name).chain(aliases.iter().map(String::as_str)) {
                index.ids.add(fold_name(name), I::new(nth));
            }
        }
        index
    }
    /// The name as people read it.
    pub fn name(&self, id: I) -> ImmutableString {
        self.shown.get(id.index()).cloned().unwrap_or_default()
    }
    /// The name that is folded to this.
    fn spelt(&self, folded: &str) -> Option<ImmutableString> {
        self.ids.get(folded).map(|id| self.name(*id))
    }
    /// What has this name, alone or together.
    fn find_set<const W: usize>(
        &self,
        name: &str,
        sets: &BTreeMap<String, IdSet<I, W>>,
    ) -> Result<IdSet<I, W>, Complaint> {
        let set = sets.get(&fold_name(name)).copied();
        let found = |mut wrong: Complaint| {
            let nearer = &mut wrong.0.nearest;
            *nearer = nearer
                .take()
                .or_else(|| nearest(name, sets.keys().map(String::as_str)));
            set.ok_or(wrong)
        };
        self.find(name).map(IdSet::only).or_else(found)
    }
    /// What has this name.
    ///
    /// # Errors
    /// Nothing has.
    pub fn find(&self, name: &str) -> Result<I, Complaint> {
        let found = self.ids.get(&fold_name(name)).copied();
        found.ok_or_else(|| {
            let complaint = Complaint::raised(format!(
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
    /// Groups of unit types, regions, and sides as sets, by their folded names.
    groups: BTreeMap<String, UnitTypeSet>,
    regions: BTreeMap<String, SpaceSet>,
    parties: BTreeMap<String, PowerSet>,
}

impl Names {
    /// The unit type of this name, or the group.
    ///
    /// # Errors
    /// There is none.
    pub fn unit_set(&self, name: &str) -> Result<UnitTypeSet, Complaint> {
        self.units.find_set(name, &self.groups)
    }
    /// The space of this name, or the region.
    ///
    /// # Errors
    /// There is none.
    pub fn space_set(&self, name: &str) -> Result<SpaceSet, Complaint> {
        self.spaces.find_set(name, &self.regions)
    }
    /// The power of this name, or the side.
    ///
    /// # Errors
    /// There is none.
    pub fn power_set(&self, name: &str) -> Result<PowerSet, Complaint> {
        self.powers.find_set(name, &self.parties)
    }
    /// A word as the edition spells it, if it names a power, a unit type or a space.
    pub fn spelt(&self, word: &str) -> ImmutableString {
        let folded = fold_name(word);
        let found = self.powers.spelt(&folded);
        let found = found.or_else(|| self.units.spelt(&folded));
        let found = found.or_else(|| self.spaces.spelt(&folded));
        found.unwrap_or_else(|| word.into())
    }
    /// The names of an edition.
    pub fn new(rules: &Rules) -> Self {
        fn bare(name: &str) -> (&str, &[String]) {
            (name, &[])
        }
        fn folded<T: Copy>(sets: &[(String, T)]) -> BTreeMap<String, T> {
            let sets = sets.iter();
            sets.map(|(name, set)| (fold_name(name), *set)).collect()
        }
        let sides = rules.powers.sides.iter();
        let spaces = rules.board.spaces.values();
        let spaces = spaces.map(|s| (s.name.as_str(), &s.aliases[..]));
        let types = rules.units.types.values();
        let types = types.map(|t| (t.name.as_str(), &t.aliases[..]));
        let powers = rules.powers.powers.values().map(|p| bare(&p.name));
        let (sided, tags) = (rules.powers.sides.values(), rules.board.tags.values());
        let attrs = rules.units.attrs.values().map(|s| bare(s));
        let phases = rules.turn.phases.values().map(|p| bare(&p.name));
        let counters = rules.counters.values().map(|c| bare(&c.name));
        Self {
            spaces: Index::new("space", spaces),
            powers: Index::new("power", powers),
            sides: Index::new("side", sided.map(|s| bare(s))),
            units: Index::new("unit type", types),
            tags: Index::new("mark of spaces", tags.map(|s| bare(s))),
            attrs: Index::new("value of units", attrs),
            phases: Index::new("phase", phases),
            counters: Index::new("counter or flag", counters),
            groups: folded(&rules.groups),
            regions: folded(&rules.regions),
            parties: sides
                .map(|(id, name)| (fold_name(name), rules.powers.of_side(id)))
                .collect(),
        }
    }
}
