//! The board: spaces, borders and the gates on them, and distances that never change.

use super::cond::Cond;
use super::ids::{PowerId, SpaceId, SpaceSet, Table, TagId, TagSet, UnitTypeSet};

/// Land or sea.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Terrain {
    /// A territory.
    #[default]
    Land,
    /// A sea zone.
    Sea,
}

/// A territory or sea zone.
#[derive(Clone, Debug, Default)]
pub struct Space {
    /// The name as people write it.
    pub name: String,
    /// Other names that orders and packs may use (`sz 6` for `sea zone 6`).
    pub aliases: Vec<String>,
    /// Land or sea.
    pub terrain: Terrain,
    /// The income it is worth, in IPC a turn.
    pub income: u16,
    /// The power whose emblem it bears: where it returns to when liberated.
    pub original: Option<PowerId>,
    /// The power that controls it when the game starts.
    pub start: Option<PowerId>,
    /// The powers whose capital it is.
    pub capital_of: Option<PowerId>,
    /// The victory city in it.
    pub city: Option<String>,
    /// An island: a territory that touches exactly one sea zone and no other territory.
    pub island: bool,
    /// No unit may ever enter it or fly over it.
    pub closed: bool,
    /// How many units of the pack's militia type appear when it is first attacked.
    pub militia: u8,
    /// The tags the pack puts on it (an emblem, a theatre, …).
    pub tags: TagSet,
    /// Where a picture draws it, in the pack's own picture units; x grows rightwards, y down.
    pub at: (i32, i32),
    /// Every space it borders, ascending.
    pub borders: Vec<SpaceId>,
}

/// A gate on the border between two spaces: a canal or a strait.
#[derive(Clone, Debug)]
pub struct Gate {
    /// The name as people write it.
    pub name: String,
    /// The two spaces it joins.
    pub joins: [SpaceId; 2],
    /// The unit types that need it open; all others pass freely.
    pub movers: UnitTypeSet,
    /// The spaces that must all be held by the mover's side, at the start of the turn and now.
    pub held: SpaceSet,
    /// What opens it as well; the mover is who it is about.
    pub when: Option<Cond>,
}

/// Every space, border and gate.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// The spaces.
    pub spaces: Table<SpaceId, Space>,
    /// The gates.
    pub gates: Vec<Gate>,
    /// The names of tags.
    pub tags: Table<TagId, String>,
    /// All land spaces.
    pub land: SpaceSet,
    /// All sea spaces.
    pub sea: SpaceSet,
    /// Steps over borders from each space to each space; `u8::MAX` where there is no way.
    distances: Vec<u8>,
}

impl Board {
    /// Completes a board from its parts: fills the sets and the distances.
    pub fn new(
        spaces: Table<SpaceId, Space>,
        gates: Vec<Gate>,
        tags: Table<TagId, String>,
    ) -> Self {
        let of = |terrain| spaces.those(|s| s.terrain == terrain);
        let (land, sea) = (of(Terrain::Land), of(Terrain::Sea));
        let distances = distances(&spaces);
        Self {
            spaces,
            gates,
            tags,
            land,
            sea,
            distances,
        }
    }

    /// Steps over any borders but those of closed spaces, terrain aside; `None` where there is no way.
    pub fn distance(&self, from: SpaceId, to: SpaceId) -> Option<u8> {
        let steps = self.distances[usize::from(from.0) * self.spaces.len() + usize::from(to.0)];
        (steps != u8::MAX).then_some(steps)
    }

    /// Whether the two share a border.
    #[inline]
    pub fn adjacent(&self, a: SpaceId, b: SpaceId) -> bool {
        self.distances[usize::from(a.0) * self.spaces.len() + usize::from(b.0)] == 1
    }

    /// Whether the space is a sea zone.
    #[inline]
    pub fn is_sea(&self, space: SpaceId) -> bool {
        self.sea.has(space)
    }

    /// The spaces that bear a tag.
    pub fn tagged(&self, tag: TagId) -> SpaceSet {
        self.spaces.those(|s| s.tags.has(tag))
    }

    /// What spaces are worth together, in IPC a turn.
    pub fn income(&self, spaces: SpaceSet) -> u32 {
        let each = spaces.iter().map(|s| u32::from(self.spaces[s].income));
        each.sum()
    }

    /// The spaces to which something comes from some others over borders, nearest first and those first, each with its
    /// steps: it goes on from a space where `on` says so, to a space that `may` be entered from there.
    pub fn spread(
        &self,
        from: impl IntoIterator<Item = SpaceId>,
        on: impl Fn(SpaceId, u8) -> bool,
        may: impl Fn(SpaceId, SpaceId) -> bool,
    ) -> Vec<(SpaceId, u8)> {
        let mut found: Vec<(SpaceId, u8)> = from.into_iter().map(|space| (space, 0)).collect();
        let mut seen: SpaceSet = found.iter().map(|(space, _)| *space).collect();
        let mut head = 0;
        while let Some(&(at, steps)) = found.get(head) {
            head += 1;
            if !on(at, steps) {
                continue;
            }
            for &to in &self.spaces[at].borders {
                if !seen.has(to) && may(at, to) {
                    seen.insert(to);
                    found.push((to, steps.saturating_add(1)));
                }
            }
        }
        found
    }

    /// The gate on this border, if there is one.
    pub fn gate(&self, a: SpaceId, b: SpaceId) -> Option<&Gate> {
        self.gates
            .iter()
            .find(|g| g.joins == [a, b] || g.joins == [b, a])
    }
}

fn distances(spaces: &Table<SpaceId, Space>) -> Vec<u8> {
    let n = spaces.len();
    let near = |space: &Space| space.borders.iter().copied().collect();
    // A closed space is a border, never a way through.
    let ways = spaces.values().map(|s| match s.closed {
        true => SpaceSet::EMPTY,
        false => near(s),
    });
    let ways: Table<SpaceId, SpaceSet> = ways.collect();
    let mut all = vec![u8::MAX; n * n];
    for (start, space) in spaces.iter() {
        let row = &mut all[usize::from(start.0) * n..][..n];
        row[usize::from(start.0)] = 0;
        let (mut reached, mut front) = (SpaceSet::only(start), near(space));
        for steps in 1..u8::MAX {
            reached = reached.union(front);
            let mut next = SpaceSet::EMPTY;
            for at in front.iter() {
                row[usize::from(at.0)] = steps;
                next = next.union(ways[at]);
            }
            front = next.minus(reached);
            if front.is_empty() {
                break;
            }
        }
    }
    all
}
