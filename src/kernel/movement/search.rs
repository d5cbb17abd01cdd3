//! Looking for paths: everything a group can get to, and the shortest way to a space. Ties go to the
//! smallest ids.

use super::super::order::Intent;
use super::super::refusal::{Code, Refusal};
use super::law::Law;
use super::path::{Party, Stride};
use sandtable_rules::{SpaceId, SpaceSet};

/// A space that a group can get to, and how.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The group there.
    pub stride: Stride,
    /// The node before, by index; the first node is its own.
    pub parent: u16,
    /// Steps from the start.
    pub steps: u8,
}

impl Law<'_> {
    /// Everything a group can get to from where it starts.
    pub fn roam(&self, party: &Party) -> Vec<Node> {
        self.explore(party, Stride::start(party.start), party.slowest().0)
    }

    /// Everything a group can get to within so many steps, nearest first; the first node is the start.
    fn explore(&self, party: &Party, from: Stride, limit: u8) -> Vec<Node> {
        let mut nodes = vec![Node {
            stride: from,
            parent: 0,
            steps: 0,
        }];
        let mut seen = [SpaceSet::EMPTY, SpaceSet::EMPTY];
        seen[usize::from(from.blitzed)].insert(from.at);
        let mut head = 0;
        while let Some(&node) = nodes.get(head) {
            if node.steps < limit && node.stride.halt.is_none() {
                for &to in &self.cx.rules.board.spaces[node.stride.at].borders {
                    if seen[usize::from(node.stride.blitzed || node.stride.through)].has(to) {
                        continue;
                    }
                    if let Ok(stride) = self.step(party, node.stride, to) {
                        seen[usize::from(stride.blitzed)].insert(to);
                        // At most two nodes a space, and a space's id has 16 bits less its set's limit.
                        nodes.push(Node {
                            stride,
                            parent: head as u16,
                            steps: node.steps + 1,
                        });
                    }
                }
            }
            head += 1;
        }
        nodes
    }

    /// The shortest way of a group to a space, over others in between, on which its move may end.
    pub fn way(
        &self,
        party: &Party,
        to: SpaceId,
        via: &[SpaceId],
        intent: Intent,
    ) -> Result<Vec<SpaceId>, Refusal> {
        let (points, slowest) = party.slowest();
        let mut path = vec![party.start];
        let mut stride = Stride::start(party.start);
        for (leg, goal) in via.iter().chain([&to]).enumerate() {
            let last = leg == via.len();
            let nodes = self.explore(party, stride, u8::MAX);
            let mut refusal = None;
            let mut found = None;
            for (i, node) in nodes
                .iter()
                .enumerate()
                .filter(|(i, n)| n.stride.at == *goal && (*i > 0 || !last))
            {
                let steps = u8::try_from(path.len() - 1)
                    .unwrap_or(u8::MAX)
                    .saturating_add(node.steps);
                let ends = if last {
                    self.arrive(party, node.stride, steps, intent).err()
                } else {
                    None
                };
                let far = Code::OutOfRange.refuse().of(slowest).numbers(steps, points);
                match ends.or((steps > points).then_some(far)) {
                    Some(why) => refusal = refusal.or(Some(why)),
                    None => {
                        found = Some(i);
                        break;
                    }
                }
            }
            let Some(found) = found else {
                return Err(refusal.unwrap_or_else(|| self.why_not(party, &nodes, *goal)));
            };
            path.extend(&trace(&nodes, found)[1..]);
            stride = nodes[found].stride;
        }
        Ok(path)
    }

    fn why_not(&self, party: &Party, nodes: &[Node], to: SpaceId) -> Refusal {
        let borders = |n: &&Node| self.cx.rules.board.adjacent(n.stride.at, to);
        let tried = nodes
            .iter()
            .filter(borders)
            .find_map(|n| self.step(party, n.stride, to).err());
        tried.unwrap_or(Code::NoPath.refuse().at(party.start))
    }
}

/// The path to a node.
pub fn trace(nodes: &[Node], at: usize) -> Vec<SpaceId> {
    let node = |at: usize| (nodes[at].stride.at, usize::from(nodes[at].parent));
    path_to(at, node)
}

/// The path to a place in a list of such, of each of which is said where it is and which comes before it.
pub fn path_to(mut at: usize, place: impl Fn(usize) -> (SpaceId, usize)) -> Vec<SpaceId> {
    let mut path = vec![place(at).0];
    while at != 0 {
        at = place(at).1;
        path.push(place(at).0);
    }
    path.reverse();
    path
}
