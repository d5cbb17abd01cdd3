//! What `view/svg/chains.rs` promises: every cell has a closed outline.

use std::collections::BTreeMap;

use serde_json::Value;

use super::BOARD;

/// The points of a line, which is told by its first point and the steps from there.
fn points(line: &Value) -> Vec<(i64, i64)> {
    let steps: Vec<i64> = serde_json::from_value(line["steps"].clone()).expect("whole numbers");
    let pairs = steps.chunks(2).map(|pair| (pair[0], pair[1]));
    let walk = pairs.scan((0, 0), |at, (x, y)| {
        *at = (at.0 + x, at.1 + y);
        Some(*at)
    });
    walk.collect()
}

#[test]
fn every_cell_has_a_closed_outline() {
    let lines = BOARD["lines"].as_array().expect("lines");
    let rings = |space: usize| -> Vec<Vec<i64>> {
        serde_json::from_value(BOARD["spaces"][space]["rings"].clone()).expect("rings of lines")
    };
    let mut walked: BTreeMap<usize, usize> = BTreeMap::new();
    for cell in [0, 1, 2, 4, 5] {
        let rings = rings(cell);
        assert!(!rings.is_empty(), "{cell}");
        for ring in rings {
            let mut outline: Vec<(i64, i64)> = Vec::new();
            for line in ring {
                let back = line < 0;
                let nth = usize::try_from(if back { -1 - line } else { line }).expect("a line");
                *walked.entry(nth).or_default() += 1;
                let mut next = points(&lines[nth]);
                if back {
                    next.reverse();
                }
                if let Some(end) = outline.pop() {
                    assert_eq!(Some(&end), next.first(), "{cell}");
                }
                outline.extend(next);
            }
            assert!(
                outline.first() == outline.last() && outline.len() > 3,
                "{cell}"
            );
        }
    }
    // An island has no cell of its own: its shore is one line, and all others part two cells or a cell and the outside.
    let shore = rings(3).concat();
    assert_eq!(shore, [lines.len() as i64 - 1]);
    for (nth, line) in lines.iter().enumerate().take(lines.len() - 1) {
        let cells = if line["of"] == "edge" { 1 } else { 2 };
        assert_eq!(walked.get(&nth), Some(&cells), "{nth}: {line}");
    }
}
