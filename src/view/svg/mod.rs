//! The picture of the board: spaces as cells around their positions in the pack, pushed apart until
//! names and stacks have room; every border is a shared edge or a drawn link, every edge that is no
//! border a wall. Where things are comes from the rules alone, so a board looks the same all game.

mod bend;
mod cells;
mod chains;
mod content;
mod draw;
mod ink;
mod layout;
mod legend;
mod marks;
mod metrics;
mod odds;
mod plane;
mod plot;
mod seam;
mod spread;
mod stars;

pub use odds::odds_svg;
pub use plane::{Point, Rect};
pub use plot::{game_svg, sim_svg};

use cells::{Grid, OUTSIDE};
use chains::Chain;
use layout::Placed;
use legend::{Legend, Shown};
use plane::nearest_pair;
use seam::Tab;
use spread::Places;

use crate::kernel::State;
use crate::rules::{Rules, SpaceId, Table};

/// A board laid out, before it is drawn.
#[derive(Clone, Debug)]
pub struct Sheet {
    page: Rect,
    places: Places,
    chains: Vec<Chain>,
    placed: Table<SpaceId, Placed>,
    /// Borders without a shared edge.
    links: Vec<(SpaceId, SpaceId)>,
    /// Borders over the edge of the page.
    tabs: Vec<Tab>,
    legend: Legend,
}

/// Something on the page that nothing else may cover.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// What it is, for reports.
    pub name: String,
    /// Its rectangle.
    pub at: Rect,
}

/// The picture of a position as an SVG document.
pub fn board_svg(rules: &Rules, state: &State) -> String {
    draw::draw(rules, state, &Sheet::new(rules, state))
}

impl Sheet {
    /// Lays a position out.
    pub fn new(rules: &Rules, state: &State) -> Self {
        let places = spread::places(rules);
        let grid = Grid::new(rules, &places);
        let chains = chains::chains(&grid);
        let placed = layout::layout(rules, state, &places, &grid);
        let links = grid.apart(rules);
        let mut sheet = Self {
            page: places.board,
            legend: Legend {
                frame: Rect::default(),
                title: (String::new(), Rect::default()),
                entries: Vec::new(),
            },
            places,
            chains,
            placed,
            links,
            tabs: Vec::new(),
        };
        seam::tabs(rules, &mut sheet);
        let shown = Shown {
            walls: sheet.walls(rules).next().is_some(),
            links: !sheet.links.is_empty(),
            tabs: !sheet.tabs.is_empty(),
        };
        sheet.legend = legend::legend(rules, state, &sheet.places.board, shown);
        sheet.page.h += sheet.legend.frame.h;
        sheet
    }

    /// The page.
    pub fn page(&self) -> Rect {
        self.page
    }

    /// Everything that must not overlap: labels, chips, boxes, entries of the legend.
    pub fn pieces(&self, rules: &Rules) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut piece = |name: String, at: Rect| pieces.push(Piece { name, at });
        for (id, placed) in self.placed.iter() {
            let name = &rules.board.spaces[id].name;
            piece(name.clone(), placed.at);
            if let Some(call_out) = &placed.call_out {
                piece(format!("box of {name}"), call_out.frame);
                continue;
            }
            for (chip, at) in &placed.chips {
                piece(format!("{} in {name}", chip.glyph), *at);
            }
        }
        for tab in &self.tabs {
            piece(format!("way to {}", tab.text), tab.at);
        }
        piece("title".to_owned(), self.legend.title.1);
        for entry in &self.legend.entries {
            piece(format!("legend: {}", entry.text), entry.at);
        }
        pieces
    }

    /// Borders of the board that are drawn as links, for want of a shared edge.
    pub fn links(&self) -> &[(SpaceId, SpaceId)] {
        &self.links
    }

    /// How many spaces have their units in a box of their own.
    pub fn boxes(&self) -> usize {
        let placed = self.placed.values();
        placed.filter(|p| p.call_out.is_some()).count()
    }

    /// The cells that touch the cell of a space.
    fn touching(&self, id: SpaceId) -> Vec<SpaceId> {
        let other = |c: &Chain| match (c.left == id.0, c.right == id.0) {
            (true, false) => Some(c.right),
            (false, true) => Some(c.left),
            _ => None,
        };
        let others = self.chains.iter().filter_map(other);
        others.filter(|c| *c != OUTSIDE).map(SpaceId).collect()
    }

    /// Where two cells come nearest: a point of each one's outline.
    fn gap(&self, a: SpaceId, b: SpaceId) -> (Point, Point) {
        let corners = |id: SpaceId| -> Vec<Point> {
            let own = self.lines(|c| c.left == id.0 || c.right == id.0);
            let points: Vec<Point> = own.flatten().copied().collect();
            if points.is_empty() {
                vec![self.places.room[id].centre()]
            } else {
                points
            }
        };
        nearest_pair(&corners(a), &corners(b)).unwrap_or_default()
    }

    /// The lines of the board that are so.
    fn lines(&self, is: impl Fn(&Chain) -> bool) -> impl Iterator<Item = &[Point]> {
        let chains = self.chains.iter().filter(move |c| is(c));
        chains.map(|c| c.points.as_slice())
    }

    /// Lines between cells that touch without a border. Around closed spaces their hatching says it.
    fn walls<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = &'a Chain> {
        let closed = |cell: u16| cell == OUTSIDE || rules.board.spaces[SpaceId(cell)].closed;
        let open = move |c: &&Chain| !closed(c.left) && !closed(c.right);
        let inner = self.chains.iter().filter(open);
        inner.filter(|c| !rules.board.adjacent(SpaceId(c.left), SpaceId(c.right)))
    }
}

#[cfg(test)]
mod tests;
