//! Every name of a pack and the id it stands for. One generic table a vocabulary: it refuses
//! doubles, finds names in any spelling that counts as the same, and knows what is near.

use super::layer::space_key;
use super::tree::Name;
use sandtable_diag::{Loc, Lookup, Problem, fold_name, singulars};
use sandtable_rules::{
    AdvanceId, AdvanceSet, AttrId, ChartId, CounterId, EconomyId, PhaseId, PowerId, PowerSet,
    SideId, SpaceId, SpaceSet, SpecialId, TagId, TagSet, UnitTypeId, UnitTypeSet,
};
use std::collections::BTreeMap;

/// The names of one vocabulary.
pub struct Names<T> {
    /// What they name, with its article: "a space".
    kind: &'static str,
    known: Lookup<String, (T, Loc)>,
    shown: Vec<String>,
    /// How many of them a pack has at most, and what they are called together.
    pub most: (usize, &'static str),
    /// How many there are.
    pub count: usize,
}

impl<T: Copy> Names<T> {
    /// No names of such things yet; there may be any number.
    pub fn new(kind: &'static str) -> Self {
        Self {
            kind,
            known: Lookup::default(),
            shown: Vec::new(),
            most: (usize::MAX, ""),
            count: 0,
        }
    }
    fn at_most(kind: &'static str, most: usize, together: &'static str) -> Self {
        Self {
            most: (most, together),
            ..Self::new(kind)
        }
    }
    /// Gives a name to something; a name given twice is a problem with both places.
    pub fn define(&mut self, name: &Name, id: T) -> Result<(), Problem> {
        let folded = fold_name(&name.text);
        if folded.is_empty() {
            let message = "a name needs at least one letter or digit";
            let problem = Problem::error("pack/empty-name", message);
            return Err(problem.at(name.loc, "this name is empty"));
        }
        if let Some((_, first)) = self.known.get(&folded) {
            let again = (name.loc, "named again here");
            let first = (*first, "named first here");
            return Err(Problem::taken(&name.text, self.kind, again, first));
        }
        self.shown.push(name.text.clone());
        self.known.add(folded, (id, name.loc));
        Ok(())
    }
    /// What a text names, in any spelling.
    pub fn get(&self, text: &str) -> Option<T> {
        self.entry(text).map(|(id, _)| id)
    }
    /// What such a thing is called, if a text names one.
    fn kind_of(&self, text: &str) -> Option<&'static str> {
        self.get(text).map(|_| self.kind)
    }
    /// What a text names, and where it was named.
    pub fn entry(&self, text: &str) -> Option<(T, Loc)> {
        self.known.get(&fold_name(text)).copied()
    }
    /// The problem that a name is one of these as well as a name of something else.
    pub fn clash(&self, name: &Name, again: &str, first: &str) -> Option<Problem> {
        let (_, named) = self.entry(&name.text)?;
        let (again, first) = ((name.loc, again), (named, first));
        Some(Problem::taken(&name.text, self.kind, again, first))
    }
    /// What a name stands for, or the problem that it stands for nothing.
    pub fn find(&self, name: &Name) -> Result<T, Problem> {
        self.get(&name.text)
            .ok_or_else(|| self.unknown(name, std::iter::empty()))
    }
    /// The problem that a name stands for nothing; other vocabularies may offer names too.
    pub fn unknown<'a>(&'a self, name: &Name, more: impl Iterator<Item = &'a str>) -> Problem {
        let noun = self.kind.split_once(' ');
        let what = noun.map_or(self.kind, |(_, noun)| noun);
        let message = format!("there is no {what} `{}`", name.text);
        let problem = Problem::error("pack/unknown-name", message);
        problem
            .at(name.loc, format!("no {what} has this name"))
            .suggest(&name.text, self.shown().chain(more))
    }
    /// The names as they were written.
    pub fn shown(&self) -> impl Iterator<Item = &str> {
        self.shown.iter().map(String::as_str)
    }
}

/// All vocabularies of a pack.
pub struct Scope {
    pub spaces: Names<SpaceId>,
    pub regions: Names<SpaceSet>,
    pub units: Names<UnitTypeId>,
    pub groups: Names<UnitTypeSet>,
    pub powers: Names<PowerId>,
    pub sides: Names<SideId>,
    /// The powers of each side and a few fixed words.
    pub power_sets: Names<PowerSet>,
    pub attrs: Names<AttrId>,
    pub tags: Names<TagId>,
    pub phases: Names<PhaseId>,
    pub counters: Names<CounterId>,
    pub advances: Names<AdvanceId>,
    pub charts: Names<ChartId>,
    pub scripts: Names<SpecialId>,
    pub economies: Names<EconomyId>,
    /// Names that only must not be given twice.
    pub titles: BTreeMap<&'static str, Names<()>>,
}

impl Default for Scope {
    fn default() -> Self {
        Self {
            spaces: Names::new("a space"),
            regions: Names::new("a region"),
            units: Names::at_most("a unit type", UnitTypeSet::CAPACITY, "unit types"),
            groups: Names::new("a group of unit types"),
            powers: Names::at_most("a power", PowerSet::CAPACITY, "powers"),
            sides: Names::at_most("a side", 64, "sides"),
            power_sets: Names::new("a side"),
            attrs: Names::at_most("an attribute", 255, "attributes"),
            tags: Names::at_most("a mark", TagSet::CAPACITY, "marks"),
            phases: Names::at_most("a phase", 64, "phases"),
            counters: Names::at_most("a flag or counter", 250, "flags and counters"),
            advances: Names::at_most("an advance", AdvanceSet::CAPACITY, "advances"),
            charts: Names::at_most("a chart", 64, "charts"),
            scripts: Names::at_most("a script in use", 250, "scripts"),
            economies: Names::at_most("an economy", 64, "economies"),
            titles: BTreeMap::new(),
        }
    }
}

impl Scope {
    /// The kind of thing that a text names, with its article.
    pub fn kind_of(&self, text: &str) -> Option<&'static str> {
        let unit = singulars(text).find_map(|text| self.units.kind_of(&text));
        unit.or(self.spaces.kind_of(text))
            .or(self.regions.kind_of(text))
            .or(self.groups.kind_of(text))
            .or(self.powers.kind_of(text))
            .or(self.power_sets.kind_of(text))
            .or(self.tags.kind_of(text))
            .or(self.phases.kind_of(text))
            .or(self.counters.kind_of(text))
            .or(self.advances.kind_of(text))
            .or(self.charts.kind_of(text))
    }

    /// A space; a bare number means the sea zone of that number.
    pub fn space(&self, name: &Name) -> Result<SpaceId, Problem> {
        let found = self.spaces.get(&name.text);
        let found = found.or_else(|| self.spaces.get(&space_key(&name.text)));
        found.ok_or_else(|| self.spaces.unknown(name, self.regions.shown()))
    }

    /// A unit type; plurals are understood.
    pub fn unit(&self, name: &Name) -> Result<UnitTypeId, Problem> {
        let found = singulars(&name.text).find_map(|text| self.units.get(&text));
        found.ok_or_else(|| self.units.unknown(name, self.groups.shown()))
    }
}
