//! Where everything stands: labels and chips inside their cells where they fit, islands as blobs
//! around theirs, and boxes on free water with a line to the space where a cell is too small.
//! Nothing overlaps anything placed before it.

use super::cells::{Grid, OUTSIDE, STEP};
use super::content::{Chip, Label, chips_in, kept, rows};
use super::ground::Ground;
use super::metrics::{bold, size};
use super::plane::{Point, Rect, point, rect};
use super::room::{Mask, cheapest, spots_within};
use super::spread::{Places, host};
use sandtable_kernel::State;
use sandtable_rules::{Id, Rules, SpaceId, Table};

/// A box beside the board's crowd, with a line to its space.
#[derive(Clone, PartialEq, Debug)]
pub struct CallOut {
    /// The box.
    pub frame: Rect,
    /// From the box …
    pub from: Point,
    /// … to the space.
    pub to: Point,
}

/// A space on the page, whoever stands in it.
#[derive(Clone, Debug)]
pub struct Site {
    /// Its words.
    pub label: Label,
    /// Where they stand.
    pub at: Rect,
    /// The room kept for its stacks, if there is any beside its words.
    pub room: Option<Rect>,
    /// What the shore of an island fills.
    pub shore: Option<Rect>,
}

/// The stacks of a space.
#[derive(Clone, Debug, Default)]
pub struct Stand {
    /// Its chips and where they stand.
    pub chips: Vec<(Chip, Rect)>,
    /// The box, if the chips stand in one.
    pub call_out: Option<CallOut>,
}

/// The gap between a label and its chips.
const BELOW: f64 = 2.0;
/// The room around an island's block that is still island.
const BEACH: f64 = 7.0;

/// Something to be placed as one: a label, chips, or both.
struct Block {
    w: f64,
    h: f64,
    label: Option<Rect>,
    chips: Vec<Rect>,
}

impl Block {
    fn new(label: Option<&Label>, chips: &[Chip], at_most: f64) -> Self {
        let (lw, lh) = label.map_or((0.0, 0.0), Label::extent);
        let (rects, cw, ch) = rows(chips, at_most);
        let w = lw.max(cw);
        let top = if lh > 0.0 && ch > 0.0 { lh + BELOW } else { lh };
        let shift = |r: &Rect| r.moved((w - cw) / 2.0, top);
        let label = label.map(|_| rect((w - lw) / 2.0, 0.0, lw, lh));
        Self {
            w,
            h: top + ch,
            label,
            chips: rects.iter().map(shift).collect(),
        }
    }
    /// The chips where the block puts them when it stands here.
    fn stand(&self, chips: Vec<Chip>, at: Point) -> Stand {
        let rects = self.chips.iter().map(|r| r.moved(at.x, at.y));
        Stand {
            chips: chips.into_iter().zip(rects).collect(),
            call_out: None,
        }
    }
    /// The ways the chips can be broken into rows: one block for each different shape.
    fn shapes(label: Option<&Label>, chips: &[Chip]) -> Vec<Self> {
        let base = label.map_or(0.0, |l| l.extent().0);
        let mut shapes: Vec<Self> = Vec::new();
        for width in [base, 30.0, 48.0, 64.0, 84.0, 104.0, 130.0, 160.0, 200.0] {
            let block = Self::new(label, chips, width);
            if !shapes.iter().any(|s| s.w == block.w && s.h == block.h) {
                shapes.push(block);
            }
        }
        shapes
    }
}

/// A found place.
#[derive(Clone, Copy)]
struct Found {
    shape: usize,
    at: Point,
    /// The part of the block that lies outside its cell.
    outside: f64,
}

struct Layout<'a> {
    rules: &'a Rules,
    places: &'a Places,
    masks: Vec<Option<Mask>>,
    grid: &'a Grid,
    taken: Vec<Rect>,
}

/// Places every label, with room for stacks and shores around islands.
pub fn sites(rules: &Rules, places: &Places, grid: &Grid) -> Table<SpaceId, Site> {
    let mut layout = Layout::new(rules, places, grid, Vec::new());
    let content = |id: SpaceId| (id, Label::new(rules, id), kept(rules, id));
    let mut todo: Vec<(SpaceId, Label, Vec<Chip>)> =
        rules.board.spaces.ids().map(content).collect();
    // Islands first, for they cannot move; then the cells with the least room to spare.
    let slacks: Vec<f64> = todo.iter().map(|space| layout.slack(space)).collect();
    todo.sort_by(|(a, ..), (b, ..)| {
        let slack = |id: &SpaceId| slacks[id.index()];
        slack(a).total_cmp(&slack(b)).then(a.cmp(b))
    });
    let placed = todo.into_iter();
    let mut placed: Vec<(SpaceId, Site)> = placed
        .map(|(id, label, chips)| (id, layout.site(id, label, &chips)))
        .collect();
    placed.sort_by_key(|(id, _)| *id);
    placed.into_iter().map(|(_, site)| site).collect()
}

/// Places the chips of a position: in the room kept for them, elsewhere in their cells, or in boxes.
pub fn stands(rules: &Rules, state: &State, ground: &Ground) -> Table<SpaceId, Stand> {
    let mut taken: Vec<Rect> = ground.tabs.iter().map(|t| t.at).collect();
    let sites = ground.sites.values();
    taken.extend(sites.map(|s| s.shore.unwrap_or(s.at)));
    let (mut stands, mut crowds) = (Vec::new(), Vec::new());
    for (id, site) in ground.sites.iter() {
        let chips = chips_in(rules, state, id);
        let fits = |block: &Block, room: &Rect| block.w <= room.w && block.h <= room.h;
        let found = site.room.and_then(|room| {
            let mut shapes = Block::shapes(None, &chips).into_iter();
            Some((room, shapes.find(|block| fits(block, &room))?))
        });
        match found {
            Some((room, block)) => {
                let stand = block.stand(chips, point(room.centre().x - block.w / 2.0, room.y));
                taken.extend(stand.chips.iter().map(|(_, at)| *at));
                stands.push(stand);
            }
            None => {
                crowds.push((id, chips));
                stands.push(Stand::default());
            }
        }
    }
    crowds.retain(|(_, chips)| !chips.is_empty());
    if !crowds.is_empty() {
        let mut layout = Layout::new(rules, &ground.places, &ground.grid, taken);
        layout.crowds(ground, crowds, &mut stands);
    }
    stands.into_iter().collect()
}

/// The ends of the line from a box to the space it is of.
fn ends(frame: &Rect, home: &Rect) -> (Point, Point) {
    (frame.nearest(home.centre()), home.nearest(frame.centre()))
}

impl<'a> Layout<'a> {
    fn new(rules: &'a Rules, places: &'a Places, grid: &'a Grid, taken: Vec<Rect>) -> Self {
        let ids = rules.board.spaces.ids();
        let extents = grid.extents(ids.len());
        let mask = |(id, extent): (SpaceId, _)| {
            let cell = host(rules, id).is_none();
            cell.then(|| Mask::new(grid, id.0, extent))
        };
        Self {
            rules,
            places,
            masks: ids.zip(extents).map(mask).collect(),
            grid,
            taken,
        }
    }

    /// The room a cell has beyond its needs; islands before all else, the full ones first.
    fn slack(&self, (id, label, chips): &(SpaceId, Label, Vec<Chip>)) -> f64 {
        let block = Block::new(Some(label), chips, label.extent().0.max(80.0));
        let area = self.masks[id.index()].as_ref().map_or(-1.0e9, Mask::area);
        area - 2.0 * block.w * block.h
    }

    /// Places the words of a space, with room for its stacks below them if the cell has any.
    fn site(&mut self, id: SpaceId, label: Label, kept: &[Chip]) -> Site {
        let island = host(self.rules, id).is_some();
        let beach = if island { BEACH } else { 1.5 };
        let most = if island { 0.03 } else { 0.08 };
        let mut shapes = Block::shapes(Some(&label), kept);
        let whole = self.find(id, &shapes, beach, true);
        let found = whole.filter(|f| f.outside < most).or_else(|| {
            shapes = Block::shapes(Some(&label), &[]);
            let near = self.find(id, &shapes, beach, true);
            near.or_else(|| self.find(id, &shapes, beach, false))
        });
        // Somewhere on the page there is room for a name: `find` looks everywhere in the end.
        let at = found.map_or(self.places.room[id].centre(), |f| f.at);
        let block = &shapes[found.map_or(0, |f| f.shape)];
        let frame = rect(at.x, at.y, block.w, block.h);
        let words = block.label.unwrap_or_default().moved(at.x, at.y);
        let below = words.bottom() + BELOW;
        let shore = island.then(|| frame.grown(BEACH));
        self.taken.push(shore.unwrap_or(frame));
        Site {
            label,
            at: words,
            room: (!block.chips.is_empty())
                .then(|| rect(frame.x, below, frame.w, frame.bottom() - below)),
            shore,
        }
    }

    /// Places stacks that have outgrown their room: beside it, or in boxes.
    fn crowds(&mut self, ground: &Ground, crowds: Vec<(SpaceId, Vec<Chip>)>, stands: &mut [Stand]) {
        let mut boxes = Vec::new();
        for (id, chips) in crowds {
            let shapes = Block::shapes(None, &chips);
            let cell = host(self.rules, id).is_none();
            let beside = cell.then(|| self.find(id, &shapes, 1.5, true)).flatten();
            match beside.filter(|f| f.outside < 0.10) {
                Some(found) => {
                    let block = &shapes[found.shape];
                    self.taken
                        .push(rect(found.at.x, found.at.y, block.w, block.h));
                    stands[id.index()] = block.stand(chips, found.at);
                }
                None => boxes.push((id, chips)),
            }
        }
        for (id, chips) in boxes {
            let site = &ground.sites[id];
            let home = site.shore.unwrap_or(site.at.grown(2.0));
            let (call_out, rects) = self.call_out(home, &site.label.name, &chips);
            stands[id.index()] = Stand {
                chips: chips.into_iter().zip(rects).collect(),
                call_out: Some(call_out),
            };
        }
    }

    /// The best place for one of the shapes: inside the cell, near the space's room, free.
    fn find(&self, id: SpaceId, shapes: &[Block], margin: f64, near: bool) -> Option<Found> {
        /// What each step away from the space's middle costs.
        const FAR: f64 = 0.35;
        let cell = host(self.rules, id).unwrap_or(id);
        let mask = self.masks[cell.index()].as_ref()?;
        let home = self.places.room[id].centre();
        let page = self.places.board.grown(-2.0);
        let around = if !near {
            page
        } else if host(self.rules, id).is_some() {
            self.places.room[id].grown(70.0)
        } else {
            mask.bounds().grown(24.0)
        };
        // Only what lies there already can be in the way.
        let area = around.grown(margin);
        let taken = self.taken.iter().map(|t| t.grown(2.0));
        let taken: Vec<Rect> = taken.filter(|t| t.meets(&area)).collect();
        let best = cheapest(|limit, best| {
            for (shape, block) in shapes.iter().enumerate() {
                // Low blocks read better than high ones, small ones better than wide ones.
                let shape_cost = (block.w + block.h * 2.2) * 0.05;
                let most = (limit - shape_cost) / FAR;
                let corner = point(home.x - block.w / 2.0, home.y - block.h / 2.0);
                let window = (
                    point(corner.x - most, corner.y - most),
                    point(corner.x + most, corner.y + most),
                );
                for at in spots_within(&around, (block.w, block.h), STEP, window) {
                    let rect = rect(at.x, at.y, block.w, block.h);
                    let far = rect.centre().to(home) * FAR + shape_cost;
                    let least = best.map_or(f64::INFINITY, |(cost, _)| cost);
                    let footprint = rect.grown(margin);
                    if far >= least || !page.holds(&footprint) {
                        continue;
                    }
                    let outside = mask.outside(&footprint);
                    let cost = far + outside * 900.0;
                    if cost < least && !taken.iter().any(|t| t.meets(&footprint)) {
                        *best = Some((cost, Found { shape, at, outside }));
                    }
                }
            }
        });
        best.map(|(_, found)| found)
    }

    /// A box for chips that found no room in their cell.
    fn call_out(&mut self, home: Rect, name: &str, chips: &[Chip]) -> (CallOut, Vec<Rect>) {
        let head = bold(name, size::SMALL) + 2.0;
        let page = self.places.board.grown(-3.0);
        let taken: Vec<Rect> = self.taken.iter().map(|t| t.grown(3.0)).collect();
        let best = cheapest(|limit, best: &mut Option<(f64, (Rect, Vec<Rect>))>| {
            for width in [head, 90.0, 130.0, 180.0, 240.0, 320.0] {
                let (rects, w, h) = rows(chips, width);
                let (w, h) = (w.max(head) + 10.0, h + 25.0);
                let most = limit - call_out_size(w, h);
                let window = (
                    point(home.x - most - w, home.y - most - h),
                    point(home.right() + most, home.bottom() + most),
                );
                let near = spots_within(&page, (w, h), 8.0, window);
                for Point { x, y } in near.take_while(|_| most > 0.0) {
                    let frame = Rect { x, y, w, h };
                    let least = best.as_ref().map_or(f64::INFINITY, |(cost, _)| *cost);
                    // Most are too far away, which is soon seen.
                    if call_out_reach(&frame, &home) >= least
                        || taken.iter().any(|t| t.meets(&frame))
                    {
                        continue;
                    }
                    if let Some(cost) = self.call_out_cost(&frame, &home, least) {
                        *best = Some((cost, (frame, rects.clone())));
                    }
                }
            }
        });
        // A page so full that no box fits anywhere gets it where the space is.
        let (frame, rects) = best.map(|(_, found)| found).unwrap_or_else(|| {
            let (rects, w, h) = rows(chips, 90.0);
            let frame = Rect::around(home.centre(), w.max(head) + 10.0, h + 25.0);
            (frame, rects)
        });
        self.taken.push(frame);
        let row_width = rects.iter().map(Rect::right).fold(0.0, f64::max);
        let left = frame.x + (frame.w - row_width) / 2.0;
        let shift = |r: &Rect| r.moved(left, frame.y + 20.0);
        let (from, to) = ends(&frame, &home);
        let call_out = CallOut { frame, from, to };
        (call_out, rects.iter().map(shift).collect())
    }

    /// What a box costs, if that is less than so much.
    fn call_out_cost(&self, frame: &Rect, home: &Rect, most: f64) -> Option<f64> {
        let (from, to) = ends(frame, home);
        let corners = [
            point(frame.x, frame.y),
            point(frame.right(), frame.bottom()),
            frame.centre(),
        ];
        let cell = |p: &Point| self.grid.square(*p).map(|(x, y)| self.grid.at(x, y));
        let dry = |p: &&Point| cell(p).is_none_or(|cell| !self.sea(cell));
        let land = corners.iter().filter(dry).count();
        let mut cost = call_out_reach(frame, home) + land as f64 * 90.0;
        let across = |t: &&Rect| t.crossed(from, to) && !t.meets(home);
        let mut crossed = self.taken.iter();
        while cost < most && crossed.find(across).is_some() {
            cost += 70.0;
        }
        (cost < most).then_some(cost)
    }

    fn sea(&self, cell: u16) -> bool {
        cell != OUTSIDE && self.rules.board.is_sea(SpaceId(cell))
    }
}

/// What the size of a box and the length of its line cost.
fn call_out_reach(frame: &Rect, home: &Rect) -> f64 {
    let (from, to) = ends(frame, home);
    call_out_size(frame.w, frame.h) + from.to(to)
}

fn call_out_size(w: f64, h: f64) -> f64 {
    (w + h * 1.8) * 0.3
}
