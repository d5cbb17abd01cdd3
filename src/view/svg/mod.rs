//! The picture of the board: spaces as cells around their positions in the pack, pushed apart until
//! names and stacks have room; every border is a shared edge or a drawn link, every edge that is no
//! border a wall. Where things are comes from the rules alone, so a board looks the same all game.

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

pub use odds::odds_svg;
pub use plane::{Point, Rect};
pub use plot::sim_svg;

use cells::{Grid, OUTSIDE};
use chains::Chain;
use layout::Placed;
use legend::{Legend, Shown};
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
        for (id, placed) in self.placed.iter() {
            let name = &rules.board.spaces[id].name;
            pieces.push(Piece {
                name: name.clone(),
                at: placed.at,
            });
            match &placed.call_out {
                Some(call_out) => pieces.push(Piece {
                    name: format!("box of {name}"),
                    at: call_out.frame,
                }),
                None => pieces.extend(placed.chips.iter().map(|(c, r)| Piece {
                    name: format!("{} in {name}", c.glyph),
                    at: *r,
                })),
            }
        }
        pieces.extend(self.tabs.iter().map(|t| Piece {
            name: format!("way to {}", t.text),
            at: t.at,
        }));
        pieces.push(Piece {
            name: "title".to_owned(),
            at: self.legend.title.1,
        });
        pieces.extend(self.legend.entries.iter().map(|e| Piece {
            name: format!("legend: {}", e.text),
            at: e.at,
        }));
        pieces
    }

    /// Borders of the board that are drawn as links, for want of a shared edge.
    pub fn links(&self) -> &[(SpaceId, SpaceId)] {
        &self.links
    }

    /// How many spaces have their units in a box of their own.
    pub fn boxes(&self) -> usize {
        self.placed
            .values()
            .filter(|p| p.call_out.is_some())
            .count()
    }

    /// The cells that touch the cell of a space.
    fn touching(&self, id: SpaceId) -> Vec<SpaceId> {
        let other = |c: &Chain| match (c.left == id.0, c.right == id.0) {
            (true, false) => Some(c.right),
            (false, true) => Some(c.left),
            _ => None,
        };
        self.chains
            .iter()
            .filter_map(other)
            .filter(|c| *c != OUTSIDE)
            .map(SpaceId)
            .collect()
    }

    /// Where two cells come nearest: a point of each one's outline.
    fn gap(&self, a: SpaceId, b: SpaceId) -> (Point, Point) {
        let corners = |id: SpaceId| -> Vec<Point> {
            let own = self
                .chains
                .iter()
                .filter(|c| c.left == id.0 || c.right == id.0);
            let points: Vec<Point> = own.flat_map(|c| c.points.iter().copied()).collect();
            if points.is_empty() {
                vec![self.places.room[id].centre()]
            } else {
                points
            }
        };
        let (ours, theirs) = (corners(a), corners(b));
        let pairs = ours
            .iter()
            .flat_map(|p| theirs.iter().map(move |q| (*p, *q)));
        let nearest = pairs.min_by(|(p, q), (r, s)| p.to(*q).total_cmp(&r.to(*s)));
        nearest.unwrap_or_default()
    }

    /// The lines of the board that are so.
    fn lines(&self, is: impl Fn(&Chain) -> bool) -> impl Iterator<Item = &[Point]> {
        let chains = self.chains.iter().filter(move |c| is(c));
        chains.map(|c| c.points.as_slice())
    }

    /// Lines between cells that touch without a border. Around closed spaces their hatching says it.
    fn walls<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = &'a Chain> {
        let closed = |cell: u16| cell == OUTSIDE || rules.board.spaces[SpaceId(cell)].closed;
        let inner = self
            .chains
            .iter()
            .filter(move |c| !closed(c.left) && !closed(c.right));
        inner.filter(|c| !rules.board.adjacent(SpaceId(c.left), SpaceId(c.right)))
    }
}

#[cfg(test)]
mod tests;
