//! Dice with which programs try things out.

use sandtable_kernel::Dice;
use sandtable_odds::Xoshiro;

/// Dice for plans to be compared by: those that are thrown one after the other are spread evenly over the faces, so
/// chance decides less than in the game, and the same deal serves every plan.
pub struct Dealt(u32);

impl Dealt {
    /// A deal.
    pub fn new(seed: u64) -> Self {
        // The upper half is kept.
        Self((Xoshiro::new(seed).word() >> 32) as u32)
    }
}

impl Dice for Dealt {
    /// The whole range is gone through in steps of the golden ratio: any number of them falls evenly into it.
    fn roll(&mut self, sides: u8) -> u8 {
        const STEP: u32 = 0x9e37_79b9;
        self.0 = self.0.wrapping_add(STEP);
        // Less than the number of sides, which is a byte.
        let face = (u64::from(self.0) * u64::from(sides.max(1))) >> 32;
        face as u8 + 1
    }
}
