//! The picture of the board: spaces as cells around their positions in the pack, pushed apart until
//! names and stacks have room; every border is a shared edge or a drawn link, every edge that is no
//! border a wall. Where things are comes from the rules alone, so a board looks the same all game.

mod bend;
mod cells;
mod chains;
mod contacts;
mod content;
mod divide;
mod draw;
mod geometry;
mod ground;
pub mod ink;
mod layout;
mod legend;
mod marks;
mod metrics;
mod odds;
pub mod plane;
mod plot;
pub mod room;
mod seam;
mod shore;
mod spread;
mod stars;

pub use odds::odds_svg;
pub use plane::Rect;
pub use plot::{game_svg, sim_svg};

pub use geometry::board_json;

use ground::Ground;
use layout::Stand;
use legend::Legend;

use sandtable_kernel::State;
use sandtable_rules::{Rules, SpaceId, Table};

/// A position laid out on the board, before it is drawn.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The page.
    pub page: Rect,
    ground: Ground,
    stands: Table<SpaceId, Stand>,
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
        let ground = Ground::new(rules);
        let stands = layout::stands(rules, state, &ground);
        let legend = legend::legend(rules, state, &ground);
        let board = ground.places.board;
        let h = board.h + legend.frame.h;
        Self {
            page: Rect { h, ..board },
            ground,
            stands,
            legend,
        }
    }

    /// Everything that must not overlap: labels, chips, boxes, entries of the legend.
    pub fn pieces(&self, rules: &Rules) -> Vec<Piece> {
        let mut pieces = self.ground.pieces();
        let mut piece = |name: String, at: Rect| pieces.push(Piece { name, at });
        for (id, stand) in self.stands.iter() {
            let name = &rules.board.spaces[id].name;
            if let Some(call_out) = &stand.call_out {
                piece(format!("box of {name}"), call_out.frame);
                continue;
            }
            for (chip, at) in &stand.chips {
                piece(format!("{} in {name}", chip.glyph), *at);
            }
        }
        piece("title".to_owned(), self.legend.title.1);
        for entry in &self.legend.entries {
            piece(format!("legend: {}", entry.text), entry.at);
        }
        pieces
    }

    /// Borders of the board that are drawn as links, for want of a shared edge.
    pub fn links(&self) -> &[(SpaceId, SpaceId)] {
        &self.ground.links
    }
}
