//! Histograms: sums with their chances, put together in bars of a round width.

/// Bars of equal width.
pub struct Bars {
    /// How wide each is.
    pub width: i64,
    /// Where the first begins.
    first: i64,
    /// The chance of each.
    pub chances: Vec<f64>,
}

impl Bars {
    /// At most so many bars for sums, which stand in order; at either end so much may be left out.
    pub fn of(sums: &[(i64, f64)], most: usize, least: f64) -> Self {
        let (low, high) = (end(sums.iter(), least), end(sums.iter().rev(), least));
        let fits = |width: &i64| ((high - low) / width + 2) as usize <= most;
        let width = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
            .into_iter()
            .find(fits)
            .unwrap_or((high - low) / 20 + 1);
        let first = low.div_euclid(width) * width;
        let mut chances = vec![0.0; ((high - first) / width + 1) as usize];
        for (sum, p) in sums.iter().filter(|(sum, _)| (low..=high).contains(sum)) {
            chances[((sum - first) / width) as usize] += p;
        }
        Self {
            width,
            first,
            chances,
        }
    }

    /// The least sum in a bar.
    pub fn from(&self, bar: usize) -> i64 {
        self.first + bar as i64 * self.width
    }
}

/// The first sum before which there is no more than this chance.
fn end<'s>(sums: impl Iterator<Item = &'s (i64, f64)>, least: f64) -> i64 {
    let mut tail = 0.0;
    let mut later = sums.skip_while(|(_, p)| {
        tail += p;
        tail <= least
    });
    later.next().map_or(0, |(sum, _)| *sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_hold_everything_that_is_likely() {
        let sums: Vec<(i64, f64)> = (-70..70).map(|sum| (sum, 1.0 / 140.0)).collect();
        let bars = Bars::of(&sums, 48, 1e-6);
        assert!(
            bars.chances.len() <= 48 && bars.width == 5,
            "{} of {}",
            bars.chances.len(),
            bars.width
        );
        assert!((bars.chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(
            bars.from(0) <= -70
                && bars.from(0) % bars.width == 0
                && bars.from(1) == bars.from(0) + 5
        );
    }

    #[test]
    fn tails_are_left_out_together() {
        let sums = [
            (-900, 0.004),
            (-800, 0.004),
            (0, 0.5),
            (3, 0.489),
            (1000, 0.003),
        ];
        let bars = Bars::of(&sums, 10, 0.01);
        assert_eq!((bars.from(0), bars.width, bars.chances.len()), (0, 1, 4));
    }

    #[test]
    fn one_sum_is_one_bar() {
        assert_eq!(Bars::of(&[(12, 1.0)], 48, 1e-6).chances, [1.0]);
        assert_eq!(Bars::of(&[], 48, 1e-6).chances.len(), 1);
    }
}
