//! The board as it is whoever stands where: cells, their lines, names, shores, links and gates. It comes
//! from the rules alone, so it looks the same all game.

use super::Piece;
use super::cells::{Grid, OUTSIDE};
use super::chains::{Chain, chains, outlines};
use super::layout::{Site, sites};
use super::plane::{Point, nearest_pair};
use super::seam::{Tab, tabs};
use super::shore::shore;
use super::spread::{Places, places};
use sandtable_rules::{Id, Rules, SpaceId, Table};

/// A board laid out.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Where spaces lie.
    pub places: Places,
    /// Which space each square belongs to.
    pub grid: Grid,
    /// The lines between cells.
    pub chains: Vec<Chain>,
    /// Names and shores.
    pub sites: Table<SpaceId, Site>,
    /// Borders without a shared edge.
    pub links: Vec<(SpaceId, SpaceId)>,
    /// Borders over the edge of the page.
    pub tabs: Vec<Tab>,
}

/// What a line of the board parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Parts {
    /// Land and sea.
    Coast,
    /// Two territories.
    Land,
    /// Two sea zones.
    Sea,
    /// The board and what is outside.
    Edge,
}

/// Whether the cells that a line parts do not border each other. Around closed spaces their hatching says it.
pub fn wall(rules: &Rules, chain: &Chain) -> bool {
    let sides = [chain.left, chain.right];
    let open = |cell: &u16| *cell != OUTSIDE && !rules.board.spaces[SpaceId(*cell)].closed;
    sides.iter().all(open)
        && !rules
            .board
            .adjacent(SpaceId(chain.left), SpaceId(chain.right))
}

impl Ground {
    /// Lays a board out.
    pub fn new(rules: &Rules) -> Self {
        let places = places(rules);
        let grid = Grid::new(rules, &places);
        let mut ground = Self {
            chains: chains(&grid),
            sites: sites(rules, &places, &grid),
            links: grid.apart(rules),
            tabs: Vec::new(),
            places,
            grid,
        };
        tabs(rules, &mut ground);
        ground
    }

    /// Names and tabs, which nothing may cover.
    pub fn pieces(&self) -> Vec<Piece> {
        let named = |name: &str, at| Piece {
            name: name.to_owned(),
            at,
        };
        let sites = self.sites.values();
        let names = sites.map(|s| named(&s.label.name, s.at));
        let tabs = self.tabs.iter();
        let tabs = tabs.map(|t| named(&format!("way to {}", t.text), t.at));
        names.chain(tabs).collect()
    }

    /// The outlines of a space: its cell's, or its shore.
    pub fn outlines(&self, id: SpaceId) -> Vec<Vec<Point>> {
        match &self.sites[id].shore {
            Some(frame) => vec![shore(frame, id.index())],
            None => outlines(&self.chains, id.0),
        }
    }

    /// What a line parts.
    pub fn parts(&self, rules: &Rules, chain: &Chain) -> Parts {
        if [chain.left, chain.right].contains(&OUTSIDE) {
            return Parts::Edge;
        }
        let sea = [chain.left, chain.right].map(|cell| rules.board.is_sea(SpaceId(cell)));
        match sea {
            [true, true] => Parts::Sea,
            [false, false] => Parts::Land,
            _ => Parts::Coast,
        }
    }

    /// The lines of the board that part this.
    pub fn lines<'a>(
        &'a self,
        rules: &'a Rules,
        parts: Parts,
    ) -> impl Iterator<Item = &'a [Point]> {
        let chains = self.chains.iter();
        let chains = chains.filter(move |c| self.parts(rules, c) == parts);
        chains.map(|c| c.points.as_slice())
    }

    /// Lines between cells that touch without a border.
    pub fn walls<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = &'a Chain> {
        let chains = self.chains.iter();
        chains.filter(|c| wall(rules, c))
    }

    /// The cells that touch the cell of a space.
    pub fn touching(&self, id: SpaceId) -> Vec<SpaceId> {
        let other = |c: &Chain| match (c.left == id.0, c.right == id.0) {
            (true, false) => Some(c.right),
            (false, true) => Some(c.left),
            _ => None,
        };
        let others = self.chains.iter().filter_map(other);
        others.filter(|c| *c != OUTSIDE).map(SpaceId).collect()
    }

    /// The ends of a link: where two cells come nearest and a little way into both, so that it is seen
    /// where it leads.
    pub fn link(&self, a: SpaceId, b: SpaceId) -> (Point, Point) {
        let corners = |id: SpaceId| -> Vec<Point> {
            let points = self.outlines(id).concat();
            if points.is_empty() {
                vec![self.places.room[id].centre()]
            } else {
                points
            }
        };
        let (from, to) = nearest_pair(&corners(a), &corners(b)).unwrap_or_default();
        let into = |p: Point, id: SpaceId| {
            let home = self.places.room[id].centre();
            p.towards(home, (10.0 / p.to(home).max(10.0)).min(1.0))
        };
        (into(from, a), into(to, b))
    }

    /// Where the gate between two spaces stands.
    pub fn gate(&self, [a, b]: [SpaceId; 2]) -> Point {
        let between =
            |c: &&Chain| (c.left, c.right) == (a.0, b.0) || (c.left, c.right) == (b.0, a.0);
        let middle = |c: &Chain| c.points[c.points.len() / 2];
        let at = self.chains.iter().find(between).map(middle);
        let home = |id: SpaceId| self.places.room[id].centre();
        at.unwrap_or_else(|| home(a).towards(home(b), 0.5))
    }
}
