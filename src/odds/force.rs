//! What fights: counts of units, told apart by type, damage and the way they came.

use sandtable_kernel::law::Group;
use sandtable_kernel::{Marks, Unit};
use sandtable_rules::{Role, Rules, UnitTypeId, UnitTypeSet};

/// Units that differ in nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stack {
    /// Their type.
    pub kind: UnitTypeId,
    /// Hits that each of them has taken.
    pub damage: u8,
    /// Whether they come ashore from the sea.
    pub seaborne: bool,
    /// How many there are.
    pub count: u16,
}

impl Stack {
    /// A unit by itself.
    pub fn of(unit: &Unit) -> Self {
        Self {
            kind: unit.kind,
            damage: unit.damage,
            seaborne: unit.marks.any(Marks::SEABORNE),
            count: 1,
        }
    }

    /// Units of a type without damage that do not come from the sea.
    pub const fn fresh(kind: UnitTypeId, count: u16) -> Self {
        Self {
            kind,
            damage: 0,
            seaborne: false,
            count,
        }
    }

    /// So many units like these.
    #[must_use]
    pub fn many(self, count: u16) -> Self {
        Self { count, ..self }
    }

    /// Its units as the law sees them.
    pub fn group(&self) -> Group {
        Group {
            kind: self.kind,
            damage: self.damage,
            marks: match self.seaborne {
                true => Marks::SEABORNE,
                false => Marks::default(),
            },
            count: self.count.into(),
        }
    }
}

/// The units of one side, in the order in which they were named.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Force {
    stacks: Vec<Stack>,
}

impl FromIterator<Stack> for Force {
    fn from_iter<I: IntoIterator<Item = Stack>>(stacks: I) -> Self {
        let mut force = Self::default();
        stacks.into_iter().for_each(|stack| force.add(stack));
        force
    }
}

impl Force {
    /// Adds units; equal ones become one stack.
    pub fn add(&mut self, stack: Stack) {
        if stack.count == 0 {
            return;
        }
        let alike = |s: &&mut Stack| {
            (s.kind, s.damage, s.seaborne) == (stack.kind, stack.damage, stack.seaborne)
        };
        match self.stacks.iter_mut().find(alike) {
            Some(same) => same.count = same.count.saturating_add(stack.count),
            None => self.stacks.push(stack),
        }
    }

    /// These stacks, each different from the others.
    pub fn of(stacks: Vec<Stack>) -> Self {
        Self { stacks }
    }

    /// Fresh units of a type.
    #[must_use]
    pub fn with(mut self, kind: UnitTypeId, count: u16) -> Self {
        self.add(Stack::fresh(kind, count));
        self
    }

    /// One unit of a type less.
    pub fn lose(&mut self, kind: UnitTypeId) {
        let of = |s: &&mut Stack| s.kind == kind;
        self.stacks
            .iter_mut()
            .find(of)
            .into_iter()
            .for_each(|s| s.count -= 1);
        self.stacks.retain(|s| s.count > 0);
    }

    /// What is left without another force, however its units came.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let mut left = self.clone();
        for stack in other.stacks() {
            let mut count = stack.count;
            let alike = |s: &&mut Stack| (s.kind, s.damage) == (stack.kind, stack.damage);
            for same in left.stacks.iter_mut().filter(alike) {
                let gone = same.count.min(count);
                (same.count, count) = (same.count - gone, count - gone);
            }
        }
        left.stacks.retain(|s| s.count > 0);
        left
    }

    /// The stacks.
    pub fn stacks(&self) -> &[Stack] {
        &self.stacks
    }

    /// Its units as the law sees them.
    pub fn groups(&self) -> impl Iterator<Item = Group> {
        self.stacks.iter().map(Stack::group)
    }

    /// Everything of another force too.
    pub fn join(&mut self, other: &Self) {
        other.stacks.iter().for_each(|s| self.add(*s));
    }

    /// Its units of these types.
    #[must_use]
    pub fn only(&self, kinds: UnitTypeSet) -> Self {
        let own = self.stacks.iter().filter(|s| kinds.has(s.kind));
        own.copied().collect()
    }

    /// The first so many units.
    #[must_use]
    pub fn first(&self, most: u32) -> Self {
        let mut room = most;
        let mut take = |stack: &Stack| {
            let count = u32::from(stack.count).min(room);
            room -= count;
            // At most the count of the stack.
            stack.many(count as u16)
        };
        self.stacks.iter().map(&mut take).collect()
    }

    /// Whether nobody is in it.
    pub fn is_empty(&self) -> bool {
        self.stacks.is_empty()
    }

    /// The types in it.
    pub fn kinds(&self) -> UnitTypeSet {
        self.stacks.iter().map(|s| s.kind).collect()
    }

    /// How many units of a type.
    pub fn count(&self, kind: UnitTypeId) -> u16 {
        self.stacks
            .iter()
            .filter(|s| s.kind == kind)
            .map(|s| s.count)
            .sum()
    }

    /// How many units there are.
    pub fn units(&self) -> u32 {
        self.stacks.iter().map(|s| u32::from(s.count)).sum()
    }

    /// Hits that it can take.
    pub fn hits(&self, rules: &Rules) -> u32 {
        self.groups().map(|group| group.room(rules)).sum()
    }

    /// What it is worth, in IPC; what is never for sale counts nothing.
    pub fn cost(&self, rules: &Rules) -> i64 {
        self.stacks
            .iter()
            .map(|s| i64::from(s.count) * i64::from(rules.units.price(s.kind)))
            .sum()
    }
}

/// The index of a role in a pair, the attacker's first.
pub const fn at(role: Role) -> usize {
    role as usize
}
