//! What `view/svg/room.rs` promises: spots fill an area.

use sandtable::view::svg::plane::{Point, point, rect};
use sandtable::view::svg::room::{spots, spots_within};

#[test]
fn spots_fill_an_area_and_no_more_than_a_window() {
    let area = rect(10.0, 20.0, 40.0, 30.0);
    let all: Vec<Point> = spots(&area, (10.0, 10.0), 5.0).collect();
    assert_eq!(all.len(), 7 * 5);
    let inside = |p: &Point| area.holds(&rect(p.x, p.y, 10.0, 10.0));
    assert!(all.iter().all(inside));
    let window = (point(18.0, f64::NEG_INFINITY), point(31.0, 27.0));
    let some: Vec<Point> = spots_within(&area, (10.0, 10.0), 5.0, window).collect();
    let seen = |p: &&Point| (18.0..=31.0).contains(&p.x) && p.y <= 27.0;
    assert!(all.iter().filter(seen).all(|p| some.contains(p)));
    assert!(some.len() < all.len() / 2 && some.iter().all(|p| all.contains(p)));
}
