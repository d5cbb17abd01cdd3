//! Dice with which programs try things out.

use std::collections::BTreeMap;

use sandtable_kernel::Dice;
use sandtable_odds::Xoshiro;

/// Dice for plans to be compared by: every face comes up once before any comes up again, so chance decides
/// less than in the game, and the same deal serves every plan.
pub struct Dealt {
    words: Xoshiro,
    decks: BTreeMap<u8, Vec<u8>>,
}

impl Dealt {
    /// A deal.
    pub fn new(seed: u64) -> Self {
        Self {
            words: Xoshiro::new(seed),
            decks: BTreeMap::new(),
        }
    }
}

impl Dice for Dealt {
    fn roll(&mut self, sides: u8) -> u8 {
        let deck = self.decks.entry(sides).or_default();
        if deck.is_empty() {
            deck.extend(1..=sides.max(1));
        }
        // A deck has at most 255 cards.
        let drawn = self.words.roll(deck.len() as u8) - 1;
        deck.swap_remove(usize::from(drawn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_comes_up_before_any_does_again() {
        let mut dice = Dealt::new(7);
        for _ in 0..5 {
            let mut faces: Vec<u8> = (0..6).map(|_| dice.roll(6)).collect();
            faces.sort_unstable();
            assert_eq!(faces, [1, 2, 3, 4, 5, 6]);
        }
    }
}
