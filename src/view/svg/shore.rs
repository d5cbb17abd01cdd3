//! The shores of islands: round shapes, each a little uneven in its own way.

use super::chains::thinned;
use super::plane::{Point, Rect, point};

/// So many straight lines make a bend.
const BENDS: usize = 6;

/// A round shape that fills a rectangle, a little different for each number; closed.
pub fn shore(r: &Rect, number: usize) -> Vec<Point> {
    let dent = |i: usize| ((number * 31 + i * 17 + i * i * 7) % 7) as f64 * 0.75;
    let (l, t, rt, b) = (r.x, r.y, r.right(), r.bottom());
    let round = (r.h * 0.32).min(14.0);
    let third = r.w / 3.0;
    let corners = [
        point(l + round, t + dent(0)),
        point(l + third, t - 2.0 + dent(1)),
        point(rt - third, t + dent(2) * 0.7),
        point(rt - round, t - 1.0 + dent(3)),
        point(rt - dent(4) * 0.6, t + round),
        point(rt + 2.0 - dent(5), b - round),
        point(rt - round, b - dent(6)),
        point(rt - third, b + 2.0 - dent(7)),
        point(l + third, b - dent(8) * 0.7),
        point(l + round, b + 1.0 - dent(9)),
        point(l + dent(10) * 0.6, b - round),
        point(l - 2.0 + dent(11), t + round),
    ];
    // A closed curve through the middles of the sides, bent by the corners.
    let n = corners.len();
    let middle = |i: usize| corners[i % n].towards(corners[(i + 1) % n], 0.5);
    let mut points = vec![middle(n - 1)];
    for (i, corner) in corners.iter().enumerate() {
        let (from, to) = (middle(i + n - 1), middle(i));
        points.extend((1..=BENDS).map(|step| {
            let t = step as f64 / BENDS as f64;
            from.towards(*corner, t).towards(corner.towards(to, t), t)
        }));
    }
    thinned(&points)
}
