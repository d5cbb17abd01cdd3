//! Dice are handed in. The kernel asks for one die at a time and never knows where it comes from.

use std::collections::VecDeque;

/// A source of dice.
pub trait Dice {
    /// A roll from 1 to `sides`.
    fn roll(&mut self, sides: u8) -> u8;
    /// Whether there are no more: what goes on stops where it is.
    fn ran_out(&self) -> bool {
        false
    }
}

/// Dice written down beforehand, for tests and replays; an empty script falls back to a fixed face.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scripted {
    faces: VecDeque<u8>,
    /// How often more dice were asked for than were written down.
    pub missing: usize,
}

impl Scripted {
    /// These faces, in this order.
    pub fn new(faces: impl IntoIterator<Item = u8>) -> Self {
        Self {
            faces: faces.into_iter().collect(),
            missing: 0,
        }
    }
    /// Adds faces behind those that are left.
    pub fn push(&mut self, faces: impl IntoIterator<Item = u8>) {
        self.faces.extend(faces);
    }
    /// The faces not rolled yet.
    pub fn left(&self) -> usize {
        self.faces.len()
    }
}

impl Dice for Scripted {
    fn roll(&mut self, sides: u8) -> u8 {
        let face = self.faces.pop_front();
        self.missing += usize::from(face.is_none());
        // A face beyond the die counts as its highest: a script cannot make an impossible roll.
        face.unwrap_or(sides).clamp(1, sides)
    }
}
