//! Names to ids: the tables and trees of a pack become [`Rules`]. Every step goes on after a
//! mistake, with the mistaken part left out, so that one run reports them all.

mod acts;
mod advances;
mod battles;
mod board;
mod cites;
mod conds;
mod facilities;
mod policy;
mod powers;
mod setup;
mod units;

pub use conds::compare;
pub use powers::power_schema;
pub use units::unit_schema;

use super::grammar::Rule;
use super::layer::{CutOff, Ledger, Piece, Row, space_key};
use super::names::{Names, Scope};
use super::parse::Unread;
use super::tables::Manifest;
use super::tree::{self, Name, Node};
use sandtable_diag::{Loc, Problem, Problems, fold_name};
use sandtable_rules::{
    AttrId, Board, CounterId, Id, IdSet, PlanId, PowerId, PowerSet, Role, Roll, Rules, SpaceId,
    SpaceSet, Table, TagId, UnitTypeId, UnitTypeSet, UnitTypes,
};

/// Where the named things of a pack were named, by id.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Spaces.
    pub spaces: Table<SpaceId, Loc>,
    /// Spaces that have a position on the map.
    pub positioned: SpaceSet,
    /// Unit types.
    pub units: Table<UnitTypeId, Loc>,
    /// Powers.
    pub powers: Table<PowerId, Loc>,
    /// Objectives.
    pub objectives: Vec<Loc>,
    /// Triggers.
    pub triggers: Vec<Loc>,
    /// Ways to win.
    pub victories: Vec<Loc>,
    /// Rows of the opening position.
    pub setup: Vec<Loc>,
    /// Scripts taken into use, each with the names of its parameters.
    pub specials: Vec<(Loc, Vec<Loc>)>,
    /// Marks; none where only spaces bear it that a smaller map leaves out.
    pub tags: Table<TagId, Option<Loc>>,
    /// Flags and counters.
    pub counters: Table<CounterId, Loc>,
    /// Battle plans.
    pub plans: Table<PlanId, Loc>,
    /// Steps of battle plans that roll dice.
    pub dice: Vec<DiceStep>,
    /// Values that change with the circumstances.
    pub lifts: Vec<Loc>,
    /// Numbers of types that circumstances change.
    pub figures: Vec<Loc>,
    /// Fire at passing units.
    pub shots: Vec<Loc>,
    /// Names after `but` that take nothing away.
    pub idle_exceptions: Vec<Name>,
    /// Attributes.
    pub attributes: Table<AttrId, Loc>,
    /// Permissions of movement, row by row.
    pub permissions: Vec<Loc>,
    /// Permissions to buy.
    pub purchases: Vec<Loc>,
    /// Permissions to declare war.
    pub declarations: Vec<Loc>,
}

/// Where a step that rolls dice was written.
#[derive(Clone, Debug)]
pub struct DiceStep {
    /// In which plan.
    pub plan: PlanId,
    /// What reports call it.
    pub name: String,
    /// Who rolls.
    pub role: Role,
    /// Where.
    pub loc: Loc,
}

/// A pack while it is being compiled.
pub struct Compiler<'p> {
    /// Everything the layers say together.
    pub(super) pieces: &'p [Piece],
    /// Where overlays took something away.
    ledger: &'p Ledger,
    /// Every spelling of what a smaller game leaves out.
    pub(super) cut_off: CutOff,
    /// The item being read speaks only of what a smaller game leaves out.
    pub(super) hollow: bool,
    pub(super) problems: &'p mut Problems,
    pub(super) scope: Scope,
    pub(super) rules: Rules,
    pub(super) places: Places,
    unread: Unread,
    /// The dice of plans that say no others.
    pub(super) roll: Roll,
    /// The treasury and the economies of each power, read when there is a board.
    pub(super) treasuries: Vec<powers::Said>,
}

/// Compiles what was read; what could not be, what overlays took away and what a smaller game leaves out is not there to
/// be found. The result is only good if no error was reported.
pub fn compile<'p>(
    manifest: &Manifest,
    rows: Vec<Row>,
    pieces: &'p [Piece],
    ledger: &'p Ledger,
    cut_off: CutOff,
    unread: Unread,
    problems: &'p mut Problems,
) -> (Rules, Places) {
    let mut c = Compiler {
        pieces,
        ledger,
        cut_off,
        hollow: false,
        problems,
        scope: Scope::default(),
        rules: Rules::default(),
        places: Places::default(),
        unread,
        roll: Roll::AtOrLess { sides: 6 },
        treasuries: Vec::new(),
    };
    c.rules.name.clone_from(&manifest.name.text);
    c.rules.title.clone_from(&manifest.title);
    let (units, powers): (Vec<_>, Vec<_>) = rows.into_iter().partition(|r| r.kind == "unit");
    c.name_powers(powers);
    c.units(units);
    c.name_marks_and_counters();
    c.charts();
    if let Some(currency) = &manifest.currency {
        c.rules.economy.currency.clone_from(&currency.text);
    }
    if let Some(die) = &manifest.die {
        c.roll = c.usual_roll(die);
    }
    c.name_phases();
    c.spaces();
    c.regions();
    c.powers();
    c.sites();
    c.scripts();
    c.turn(manifest);
    c.gates();
    c.policy();
    c.battles();
    c.acts();
    c.setup();
    c.rules.militia = manifest.militia.as_ref().and_then(|name| c.unit(name));
    c.rules.weights = c.rules.weights.under(&manifest.weights);
    c.cites(&manifest.cites);
    (c.rules, c.places)
}

impl<'p> Compiler<'p> {
    /// What is said in items of a kind, and in the rows of them.
    pub(super) fn of(&self, kind: Rule) -> impl Iterator<Item = &'p Node> + use<'p> {
        let said = self.pieces.iter().filter(move |p| p.kind == kind);
        said.map(|p| &p.node)
    }

    /// A whole number that must fit its type; 0 if it does not.
    pub(super) fn number<T: TryFrom<i64> + Default>(&mut self, said: &Node) -> T {
        let number = tree::number(said);
        self.keep(number).unwrap_or_default()
    }

    pub(super) fn keep<T>(&mut self, result: Result<T, Problem>) -> Option<T> {
        result.map_err(|problem| self.complain(problem)).ok()
    }

    /// What a name stands for that is not of the kind wanted, in a sentence.
    fn something_else(&self, name: &str) -> Option<String> {
        let called = |city: &String| fold_name(city) == fold_name(name);
        let mut spaces = self.rules.board.spaces.values();
        match spaces.find(|space| space.city.as_ref().is_some_and(called)) {
            Some(space) => Some(format!("`{name}` is the city of `{}`", space.name)),
            None => Some(format!("`{name}` is {}", self.scope.kind_of(name)?)),
        }
    }

    /// Reports a problem, unless it only follows from something that could not be read.
    pub(super) fn complain(&mut self, problem: Problem) {
        let sources = self.problems.sources();
        let unknown = problem.labels.first();
        let unknown = unknown.filter(|_| problem.code == "pack/unknown-name");
        let name = unknown.map(|l| sources.text(l.loc).trim_matches('"'));
        if name.is_some_and(|name| self.unread.may_define(name)) {
            return;
        }
        let gone = name.and_then(|name| self.ledger.removed_name(name));
        let other = name.filter(|_| problem.help.is_none());
        let other = other.and_then(|name| self.something_else(name));
        self.problems.push(match (gone, other) {
            (Some(loc), _) => problem
                .at(loc, "an overlay takes it away here")
                .help("take away or change what still speaks of it, too"),
            (None, Some(other)) => problem.help(other),
            (None, None) => problem,
        });
    }

    /// Whether one more fits; if not, says so once.
    pub(super) fn room(&mut self, count: usize, limit: usize, what: &str, loc: Loc) -> bool {
        if count < limit {
            return true;
        }
        let message = format!("a pack has at most {limit} {what}");
        if self.problems.iter().all(|p| p.message != message) {
            let problem = Problem::error("pack/too-many", message).at(loc, "this is one too many");
            self.problems.push(problem);
        }
        false
    }

    /// What a name stands for; that it stands for nothing is reported.
    pub(super) fn find<T: Copy>(
        &mut self,
        of: fn(&mut Scope) -> &mut Names<T>,
        name: &Name,
    ) -> Option<T> {
        let found = of(&mut self.scope).find(name);
        self.keep(found)
    }

    /// Gives a name to something; `None`: it has been given already, which is reported.
    pub(super) fn define<T: Copy>(
        &mut self,
        of: fn(&mut Scope) -> &mut Names<T>,
        name: &Name,
        id: T,
    ) -> Option<T> {
        let named = of(&mut self.scope).define(name, id);
        self.keep(named).map(|()| id)
    }

    /// Gives a name to one more of its kind; `None`: a pack has no more of them, or the name is taken.
    pub(super) fn define_next<T: Id>(
        &mut self,
        of: fn(&mut Scope) -> &mut Names<T>,
        name: &Name,
    ) -> Option<T> {
        let names = of(&mut self.scope);
        let (count, (most, together)) = (names.count, names.most);
        let room = self.room(count, most, together, name.loc);
        let named = room.then(|| self.define(of, name, T::new(count)))?;
        of(&mut self.scope).count += usize::from(named.is_some());
        named
    }

    pub(super) fn board(&self) -> &Board {
        &self.rules.board
    }
    pub(super) fn types(&self) -> &UnitTypes {
        &self.rules.units
    }

    pub(super) fn space(&mut self, name: &Name) -> Option<SpaceId> {
        let found = self.scope.space(name);
        if found.is_err() && self.is_cut_off(name) {
            self.hollow = true;
            return None;
        }
        self.keep(found)
    }
    /// Reads an item; `None`: a smaller game leaves nothing of what it speaks of.
    pub(super) fn unless_hollow<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.hollow = false;
        let read = read(self);
        (!self.hollow).then_some(read)
    }
    /// Whether a smaller map leaves out what this names.
    pub(super) fn is_cut_off(&self, name: &Name) -> bool {
        !self.cut_off.spaces.is_empty() && self.cut_off.spaces.contains(&space_key(&name.text))
    }
    /// Whether a smaller game leaves out the power that this names.
    pub(super) fn is_cut_power(&self, name: &Name) -> bool {
        !self.cut_off.powers.is_empty() && self.cut_off.powers.contains(&fold_name(&name.text))
    }
    pub(super) fn unit(&mut self, name: &Name) -> Option<UnitTypeId> {
        let found = self.scope.unit(name);
        self.keep(found)
    }
    pub(super) fn power(&mut self, name: &Name) -> Option<PowerId> {
        let found = self.scope.powers.find(name);
        if found.is_err() && self.is_cut_power(name) {
            self.hollow = true;
            return None;
        }
        self.keep(found)
    }

    /// Powers out of names of powers, of sides, and `everyone`.
    pub(super) fn power_set(&mut self, list: &Node) -> PowerSet {
        let [take, but] = list.lists();
        let set = self.power_names(take);
        // A list of which a smaller game leaves nothing says nothing.
        self.hollow |= set.is_empty() && take.iter().any(|n| self.is_cut_power(n));
        self.except(set, but, |c, name| {
            c.power_names(std::slice::from_ref(name))
        })
    }

    /// A set without what is named; names that take nothing away are kept for a word.
    pub(super) fn except<I: Id, const W: usize>(
        &mut self,
        set: IdSet<I, W>,
        but: &[Node],
        mut of: impl FnMut(&mut Self, &Node) -> IdSet<I, W>,
    ) -> IdSet<I, W> {
        let mut left = set;
        for name in but {
            let taken = of(self, name);
            self.note_idle(name, set, taken);
            left = left.minus(taken);
        }
        left
    }

    /// Keeps what stands after `but` and takes nothing away.
    pub(super) fn note_idle<I: Id, const W: usize>(
        &mut self,
        name: &Node,
        set: IdSet<I, W>,
        taken: IdSet<I, W>,
    ) {
        let known = &mut self.places.idle_exceptions;
        if !taken.is_empty() && !set.meets(&taken) && known.iter().all(|n| n.loc != name.loc) {
            known.push(name.said.clone());
        }
    }

    fn power_names(&mut self, names: &[Node]) -> PowerSet {
        let mut set = PowerSet::EMPTY;
        for name in names {
            if let Some(id) = self.scope.powers.get(&name.text) {
                set.insert(id);
            } else if let Some(more) = self.scope.power_sets.get(&name.text) {
                set = set.union(more);
            } else if !self.is_cut_power(name) {
                let sides = self.scope.power_sets.shown();
                let problem = self.scope.powers.unknown(name, sides);
                self.complain(problem);
            }
        }
        set
    }

    /// Unit types out of names of unit types and of groups.
    pub(super) fn unit_set(&mut self, list: &Node) -> UnitTypeSet {
        let [take, but] = list.lists();
        let set = self.unit_names(take);
        self.except(set, but, |c, name| c.unit_names(std::slice::from_ref(name)))
    }

    /// The unit types of a list, or these if there is none.
    pub(super) fn units_or(&mut self, list: Option<&Node>, otherwise: UnitTypeSet) -> UnitTypeSet {
        list.map_or(otherwise, |l| self.unit_set(l))
    }

    fn unit_names(&mut self, names: &[Node]) -> UnitTypeSet {
        let mut set = UnitTypeSet::EMPTY;
        for name in names {
            if let Some(group) = self.scope.groups.get(&name.text) {
                set = set.union(group);
            } else if let Some(id) = self.unit(name) {
                set.insert(id);
            }
        }
        set
    }

    pub(super) fn all_powers(&self) -> PowerSet {
        self.rules.powers.powers.ids().collect()
    }
    pub(super) fn all_units(&self) -> UnitTypeSet {
        self.types().types.ids().collect()
    }
    pub(super) fn all_spaces(&self) -> SpaceSet {
        self.board().spaces.ids().collect()
    }

    /// Takes note of a title of its kind; a second of the same name is reported.
    pub(super) fn title(&mut self, kind: &'static str, name: &Name) {
        let titles = self.scope.titles.entry(kind);
        let noted = titles.or_insert_with(|| Names::new(kind)).define(name, ());
        self.keep(noted);
    }
}
