//! The choices of losses, listed: one for each way they differ.

use super::casualty::{Claim, awaited};
use super::law::Group;
use super::law::losses::{self, Room};
use super::subsets::{Class, classes};
use crate::{Cx, UnitIx};

/// At most so many different choices are listed as legal orders; any other may still be given.
const LISTED: usize = 256;

/// The choices of losses that are awaited, of which these are the candidates.
pub fn options(cx: Cx<'_>, candidates: &[UnitIx], count: u16) -> Vec<Vec<UnitIx>> {
    let Some(claim) = awaited(cx) else {
        return Vec::new();
    };
    let mut listing = Listing {
        cx,
        claim,
        classes: classes(cx, candidates),
        chosen: Vec::new(),
        options: Vec::new(),
    };
    listing.fill(0, usize::from(count), &Room::new());
    listing.options
}

/// A list in the making.
struct Listing<'a> {
    cx: Cx<'a>,
    claim: Claim<'a>,
    classes: Vec<Class>,
    chosen: Vec<UnitIx>,
    options: Vec<Vec<UnitIx>>,
}

impl Listing<'_> {
    /// Lists the choices that go on from what is chosen with so many hits on the classes from one on. Only what can be
    /// completed is gone into, so that every way leads to a choice.
    fn fill(&mut self, from: usize, left: usize, taken: &Room) {
        if self.options.len() >= LISTED {
            return;
        }
        let Some(class) = self.classes.get(from).cloned() else {
            let fits = left == 0 && self.claim.check(&self.chosen).is_ok();
            self.options.extend(fits.then(|| self.chosen.clone()));
            return;
        };
        let group = |ix: &UnitIx| Group::of(self.cx.state.unit(*ix));
        let rest = self.classes[from + 1..].iter().flatten();
        let rest = losses::room(self.cx.rules, rest.map(group));
        let (kind, each) = (group(&class[0]).kind, group(&class[0]).room(self.cx.rules));
        let start = self.chosen.len();
        // Hits spread over a class before they pile up on one of it: damage first, losses then.
        for take in 0..=left.min(class.len() * each as usize) {
            let mut more = taken.clone();
            losses::widen(&mut more, kind, u32::try_from(take).unwrap_or(u32::MAX));
            if self.claim.completes(&more, &rest) {
                let members = (0..take).map(|i| class[i % class.len()]);
                self.chosen.extend(members);
                self.fill(from + 1, left - take, &more);
                self.chosen.truncate(start);
            }
        }
    }
}
