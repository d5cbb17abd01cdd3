//! What `view/svg/plane.rs` promises: distances and crossings.

use sandtable::view::svg::plane::{Rect, point};

#[test]
fn distances_and_crossings() {
    let rect = Rect {
        x: 10.0,
        y: 10.0,
        w: 20.0,
        h: 10.0,
    };
    assert_eq!(rect.from(point(15.0, 15.0)), 0.0);
    assert_eq!(rect.from(point(33.0, 24.0)), 5.0);
    assert_eq!(
        point(0.0, 5.0).to_line(point(-5.0, 0.0), point(5.0, 0.0)),
        5.0
    );
    assert!(rect.crossed(point(0.0, 15.0), point(50.0, 15.0)));
    assert!(!rect.crossed(point(0.0, 15.0), point(9.0, 15.0)));
    assert!(!rect.crossed(point(0.0, 9.0), point(50.0, 9.0)));
    assert!(rect.holds(&rect) && rect.meets(&rect.grown(1.0)));
}
