//! The stars that the board is divided among: a space's rooms, and its arms towards its neighbours.

use super::bend::BENT;
use super::cells::OUTSIDE;
use super::plane::{Line, Point, Rect};
use super::spread::{Places, host, islands};
use sandtable_rules::{Rules, SpaceId, SpaceSet, Terrain};

/// Rooms and arms.
#[derive(Clone, Default)]
struct Parts {
    rooms: Vec<Rect>,
    arms: Vec<Line>,
}

/// What a space claims of the board.
#[derive(Clone)]
pub struct Star<'a> {
    /// Which.
    pub space: u16,
    sea: bool,
    /// A shore that only one sea zone touches: it ends soon, and that zone lies all around it.
    wrapped: bool,
    own: Parts,
    /// What a zone has around wrapped shores: counts against other zones, not against land.
    surf: Parts,
    borders: &'a [SpaceId],
    /// All of that lies in here.
    bounds: Rect,
    /// By so much less than the distance from that a distance may count.
    less: f64,
}

/// How far a wrapped shore reaches out to sea, and its zone around that.
const SHORE: f64 = 12.0;
const SURF: f64 = 27.0;

impl Parts {
    fn is_empty(&self) -> bool {
        self.rooms.is_empty() && self.arms.is_empty()
    }
    /// The squares of the distances from rooms and from arms.
    fn squares(&self, p: Point) -> (f64, f64) {
        let least = |least: f64, next: f64| if next < least { next } else { least };
        let rooms = self.rooms.iter().map(|r| r.square_from(p));
        let arms = self.arms.iter().map(|a| a.square_from(p));
        (rooms.fold(f64::MAX, least), arms.fold(f64::MAX, least))
    }
    fn distance(&self, p: Point) -> f64 {
        let (rooms, arms) = self.squares(p);
        rooms.min(arms).sqrt()
    }
    /// Those no farther from a point than so.
    fn within(&self, p: Point, most: f64) -> Self {
        let square = most * most;
        let rooms = self.rooms.iter().filter(|r| r.square_from(p) <= square);
        let arms = self.arms.iter().filter(|a| a.square_from(p) <= square);
        Self {
            rooms: rooms.copied().collect(),
            arms: arms.copied().collect(),
        }
    }
    fn bounds(&self) -> impl Iterator<Item = Rect> {
        let arms = self.arms.iter().map(Line::bounds);
        self.rooms.iter().copied().chain(arms)
    }
}

impl<'a> Star<'a> {
    fn new(of: (u16, bool, bool), borders: &'a [SpaceId], own: Parts, surf: Parts) -> Self {
        let (space, sea, wrapped) = of;
        let all = own.bounds().chain(surf.bounds());
        let bounds = all.reduce(|all, next| all.and(&next)).unwrap_or_default();
        // Rooms count for a little less at sea than they are, and surf is seen from the point that the board's
        // bending leads to.
        let less = 1.0 + if surf.is_empty() { 0.0 } else { BENT };
        Self {
            space,
            sea,
            wrapped,
            own,
            surf,
            borders,
            bounds,
            less,
        }
    }
    /// What of it lies no farther from a point than so.
    fn within(&self, p: Point, most: f64) -> Self {
        let (own, surf) = (self.own.within(p, most), self.surf.within(p, most));
        Self::new(
            (self.space, self.sea, self.wrapped),
            self.borders,
            own,
            surf,
        )
    }
    /// No distance from it is less.
    fn least(&self, p: Point) -> f64 {
        self.bounds.from(p) - self.less
    }
    fn distance(&self, p: Point) -> f64 {
        self.own.distance(p)
    }
    /// The distance from other zones' point of view: surf gives way to rooms, but not to arms.
    fn at_sea(&self, p: Point, bent: Point) -> f64 {
        let (rooms, arms) = self.own.squares(p);
        let inside = f64::from(u8::from(rooms == 0.0));
        let own = rooms.min(arms).sqrt() - inside;
        match self.surf.is_empty() {
            true => own,
            false => own.min(self.surf.distance(bent) - 0.5),
        }
    }
}

/// Where the arms of two neighbours meet: the middle of the gap between their rooms.
fn meeting(a: &Rect, b: &Rect) -> Point {
    let (from, to) = (a.centre(), b.centre());
    let inside = |rect: &Rect, back: bool| {
        let steps = 40;
        let hit = (0..=steps)
            .map(|i| f64::from(i) / f64::from(steps))
            .take_while(|t| {
                let (here, there) = if back { (to, from) } else { (from, to) };
                rect.from(here.towards(there, *t)) == 0.0
            });
        hit.last().unwrap_or(0.0)
    };
    let (out, back) = (inside(a, false), 1.0 - inside(b, true));
    from.towards(to, (out + back) / 2.0)
}

/// The rooms of a space: its own and those of its islands.
fn rooms(rules: &Rules, places: &Places, id: SpaceId) -> Vec<Rect> {
    let own = std::iter::once(places.room[id].grown(2.0));
    own.chain(islands(rules, id).map(|b| places.room[b].grown(11.0)))
        .collect()
}

/// The surf of a sea zone.
fn surf(rules: &Rules, places: &Places, wrapped: SpaceSet, id: SpaceId) -> Vec<Rect> {
    let space = &rules.board.spaces[id];
    let shore = |b: &&SpaceId| space.terrain == Terrain::Sea && wrapped.has(**b);
    let shores = space.borders.iter().filter(shore);
    shores.map(|b| places.room[*b].grown(SURF)).collect()
}

/// The stars of the board, of all spaces but islands.
pub fn stars<'a>(rules: &'a Rules, places: &Places, wrapped: SpaceSet) -> Vec<Star<'a>> {
    let spaces = &rules.board.spaces;
    let rooms: Vec<Vec<Rect>> = spaces.ids().map(|id| rooms(rules, places, id)).collect();
    let surfs = spaces.ids().map(|id| surf(rules, places, wrapped, id));
    let surfs: Vec<Vec<Rect>> = surfs.collect();
    let mut stars = Vec::new();
    for (id, space) in spaces.iter().filter(|(id, _)| host(rules, *id).is_none()) {
        let (own, surf) = (&rooms[usize::from(id.0)], &surfs[usize::from(id.0)]);
        let middle = places.room[id].centre();
        let to_middle = |r: &Rect| Line::between(middle, r.centre());
        let mut arms: Vec<Line> = own[1..].iter().map(to_middle).collect();
        let mut surf_arms: Vec<Line> = surf.iter().map(to_middle).collect();
        for other in space.borders.iter().filter(|b| host(rules, **b).is_none()) {
            let (theirs, far_surf) = (&rooms[usize::from(other.0)], &surfs[usize::from(other.0)]);
            let far = || theirs.iter().chain(far_surf);
            let pairs = own
                .iter()
                .chain(surf)
                .enumerate()
                .flat_map(|(n, a)| far().map(move |b| (n, a, b)));
            // Where the two come nearest; a shore and the zone around it touch anyway.
            let gap = |(_, a, b): &(usize, &Rect, &Rect)| {
                b.from(a.nearest(b.centre()))
                    .min(a.from(b.nearest(a.centre())))
            };
            let nearest =
                pairs.reduce(|best, pair| if gap(&pair) < gap(&best) { pair } else { best });
            if let Some((n, a, b)) = nearest.filter(|pair| gap(pair) > 0.0) {
                let arm = Line::between(a.centre(), meeting(a, b));
                if n < own.len() {
                    arms.push(arm)
                } else {
                    surf_arms.push(arm)
                }
            }
        }
        let of = (id.0, space.terrain == Terrain::Sea, wrapped.has(id));
        let [own, surf] = [(own, arms), (surf, surf_arms)].map(|(rooms, arms)| Parts {
            rooms: rooms.clone(),
            arms,
        });
        stars.push(Star::new(of, &space.borders, own, surf));
    }
    stars
}

/// The stars that may be nearest, of all or of those at sea, to some point within reach of this one; the nearest first:
/// whoever looks for it need not look far. Of each, how far away its parts may be that count.
pub fn near<'s, 'a>(
    stars: impl IntoIterator<Item = &'s Star<'a>>,
    middle: Point,
    reach: f64,
) -> Vec<(f64, &'s Star<'a>)> {
    let (mut best, mut best_sea) = (f64::MAX, f64::MAX);
    let mut found: Vec<(f64, &Star<'_>)> = Vec::new();
    for star in stars {
        let most = if star.sea { best.max(best_sea) } else { best };
        if star.least(middle) > most + reach {
            continue;
        }
        let far = star.at_sea(middle, middle);
        best = best.min(far);
        if star.sea {
            best_sea = best_sea.min(far);
        }
        found.push((far, star));
    }
    let most = |star: &Star<'_>| reach + if star.sea { best.max(best_sea) } else { best };
    found.retain(|(far, star)| *far <= most(star));
    found.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let near = found.into_iter();
    near.map(|(_, star)| (most(star), star)).collect()
}

/// What of these stars counts around a point.
pub fn around<'a>(near: &[(f64, &Star<'a>)], middle: Point) -> Vec<Star<'a>> {
    let seen = near.iter().map(|(most, star)| star.within(middle, *most));
    seen.collect()
}

/// The star nearest to a point. Coasts and land borders follow a slightly bent board, so that they
/// look grown; borders at sea stay straight.
pub fn nearest(stars: &[(f64, &Star<'_>)], p: Point, bent: Point) -> u16 {
    let all = || stars.iter().map(|(_, star)| *star);
    let land = |s: &Star<'_>, p| s.distance(p);
    let Some((d, mut star)) = best(all(), bent, land) else {
        return OUTSIDE;
    };
    if star.wrapped && d > SHORE {
        // What lies beyond a wrapped shore is sea, unless it hangs together with more land there.
        let others = || all().filter(|s| s.space != star.space);
        let bridged = best(others(), bent, land)
            .is_some_and(|(_, s)| !s.sea && s.borders.contains(&SpaceId(star.space)));
        if let Some((_, sea)) = best(others().filter(|s| s.sea), bent, land).filter(|_| !bridged) {
            star = sea;
        }
    }
    if !star.sea {
        return star.space;
    }
    best(all().filter(|s| s.sea), p, |s, p| s.at_sea(p, bent)).map_or(star.space, |(_, s)| s.space)
}

/// The nearest of some stars, and how far it is.
fn best<'a, 'b: 'a>(
    stars: impl Iterator<Item = &'a Star<'b>>,
    p: Point,
    distance: impl Fn(&Star<'_>, Point) -> f64,
) -> Option<(f64, &'a Star<'b>)> {
    let mut best: Option<(f64, &Star<'_>)> = None;
    for star in stars {
        if best.is_some_and(|(least, _)| star.least(p) >= least) {
            continue;
        }
        let d = distance(star, p);
        if best.is_none_or(|(least, _)| d < least) {
            best = Some((d, star));
        }
    }
    best
}
