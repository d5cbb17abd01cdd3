//! Dice: how many are rolled, and how they become hits.

/// How dice become hits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Roll {
    /// One die a shot; a hit at the value or less.
    AtOrLess {
        /// Sides of the die.
        sides: u8,
    },
    /// Values added up; a hit for each full `sides`, the remainder rolled on one die.
    LowLuck {
        /// Sides of the die.
        sides: u8,
    },
    /// Values added up as expected hits; the whole part hits, the fraction is rolled on one die.
    Pooled {
        /// Sides of the die.
        sides: u8,
    },
}

impl Roll {
    /// Sides of the die.
    pub const fn sides(self) -> u8 {
        match self {
            Self::AtOrLess { sides } | Self::LowLuck { sides } | Self::Pooled { sides } => sides,
        }
    }
    /// The scoring faces to be expected, hits times the sides of a die: of one die at this value in
    /// hundredths, or of a sum of values where they are added up.
    pub const fn scoring(self, value: i64) -> i64 {
        match self {
            Self::AtOrLess { sides } => {
                let (faces, sides) = (value / 100, sides as i64);
                if faces > sides { sides } else { faces }
            }
            Self::LowLuck { .. } | Self::Pooled { .. } => {
                let (whole, threshold, sides) = self.expectation(value);
                whole * sides as i64 + threshold
            }
        }
    }
    /// Certain hits, the face at or under which one more is scored, and the die for it, from a sum of
    /// values in hundredths.
    pub const fn expectation(self, sum: i64) -> (i64, i64, u8) {
        match self {
            Self::AtOrLess { sides } | Self::LowLuck { sides } => {
                let full = sides as i64 * 100;
                (sum / full, (sum % full) / 100, sides)
            }
            // Thresholds are rounded half up to whole faces.
            Self::Pooled { sides } => (sum / 100, (sum % 100 * sides as i64 + 50) / 100, sides),
        }
    }
}

/// How many dice a step rolls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DicePer {
    /// So many a shooter.
    Shooter(u8),
    /// So many a shooter, no two of the volley at the same target.
    Apart(u8),
    /// One a target, whatever the number of shooters; each die is aimed at a type beforehand.
    Target,
}

impl DicePer {
    /// Whether each die is aimed at a type beforehand, with the surest shooter's value.
    pub const fn is_aimed(self) -> bool {
        matches!(self, Self::Target)
    }
    /// Whether it matters how many targets there are.
    pub const fn counts_targets(self) -> bool {
        matches!(self, Self::Target | Self::Apart(_))
    }
    /// The dice of so many like shooters, where so many targets have no die yet.
    pub fn dice(self, shooters: u32, targets: u32) -> u32 {
        match self {
            Self::Shooter(each) => shooters * u32::from(each),
            Self::Apart(each) => targets.min(shooters * u32::from(each)),
            Self::Target => targets,
        }
    }
}
