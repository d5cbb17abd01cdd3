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
