//! What `ai/value.rs` promises: what a position is worth.

use sandtable::ai::{Profile, value};
use sandtable::kernel::{Cx, NoHooks, Scripted, begin};
use sandtable_testing::isles;

#[test]
fn what_foes_have_counts_as_many_times_as_is_said() {
    let rules = isles();
    let (state, _) = begin(&rules, &mut Scripted::default(), &NoHooks).expect("it begins");
    let cx = Cx::new(&rules, &state, &NoHooks);
    let profile = Profile::new(&rules, &rules.weights);
    let side = rules.powers[rules.turn.order[0]]
        .side
        .expect("it has a side");
    let [none, once, thrice] = [0.0, 1.0, 3.0].map(|edge| value(cx, &profile, side, edge));
    let theirs = none - once;
    assert!(
        theirs > 0.0 && (none - thrice - 3.0 * theirs).abs() < 1e-6,
        "{none} {once} {thrice}"
    );
}
