//! The statistics that a run needs: shares and means with 95 % intervals, and the exact sign test.

use sandtable_odds::{NORMAL as Z, wilson};
use serde::Serialize;

/// Where a figure lies with 95 % confidence.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// From.
    pub low: f64,
    /// To.
    pub high: f64,
}

/// A mean of measured values.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Mean {
    /// How many values.
    pub n: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
    /// Where the true mean lies.
    pub interval: Interval,
}

/// The 97.5 % point of Student's distribution (an expansion in the degrees of freedom, good to 1 %
/// from 3 on).
fn t(freedom: f64) -> f64 {
    let (z3, z5, z7) = (Z.powi(3), Z.powi(5), Z.powi(7));
    let second = (5.0 * z5 + 16.0 * z3 + 3.0 * Z) / (96.0 * freedom.powi(2));
    let third = (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * Z) / (384.0 * freedom.powi(3));
    Z + (z3 + Z) / (4.0 * freedom) + second + third
}

/// The mean of values; `None` without any.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<Mean> {
    let values: Vec<f64> = values.into_iter().collect();
    let n = values.len();
    if n == 0 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / n as f64;
    let freedom = (n - 1) as f64;
    let squares = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>();
    let variance = squares / freedom.max(1.0);
    // One value says nothing about where others lie.
    let reach = match n {
        1 => f64::INFINITY,
        _ => t(freedom) * (variance / n as f64).sqrt(),
    };
    Some(Mean {
        n,
        mean,
        deviation: variance.sqrt(),
        interval: Interval {
            low: mean - reach,
            high: mean + reach,
        },
    })
}

/// Where a share seen `hits` times among `n` lies (Wilson's interval).
pub fn share(hits: usize, n: usize) -> Interval {
    let (low, high) = match n {
        0 => (0.0, 1.0),
        n => wilson(hits as f64, n as f64),
    };
    Interval { low, high }
}

/// How likely it is, if `a` and `b` were as likely as each other, that they differ so much or more
/// (the exact two-sided sign test; among pairs that differ, McNemar's).
pub fn sign_test(a: usize, b: usize) -> f64 {
    let (n, few) = (a + b, a.min(b));
    // Weights relative to the middle of the distribution, so that nothing underflows where it matters.
    let middle = n / 2;
    let (mut tail, mut total) = (0.0, 0.0);
    let mut weight = 1.0;
    for k in (0..=middle).rev() {
        let twice = if 2 * k == n { 1.0 } else { 2.0 };
        total += weight * twice;
        if k <= few {
            tail += weight * twice;
        }
        weight *= k as f64 / (n - k + 1) as f64;
    }
    if total > 0.0 {
        (tail / total).min(1.0)
    } else {
        1.0
    }
}

/// How likely it is that the squares of so many independent normal figures add up to `x` or more.
pub fn chi_squared_tail(x: f64, freedom: u32) -> f64 {
    /// Beyond this the chance is less than any that is told.
    const FAR: f64 = 1_000.0;
    if freedom == 0 || x <= 0.0 {
        return 1.0;
    }
    if x > FAR {
        return 0.0;
    }
    // One less the series of the lower incomplete gamma function.
    let (half, a) = (x / 2.0, f64::from(freedom) / 2.0);
    let root = if freedom % 2 == 1 {
        std::f64::consts::PI.sqrt().ln()
    } else {
        0.0
    };
    let steps = (0..freedom.div_ceil(2)).map(|n| a - f64::from(n));
    let gamma = root + steps.map(f64::ln).sum::<f64>();
    let (mut term, mut sum, mut n) = (1.0, 0.0, a);
    while term > sum * f64::EPSILON {
        sum += term;
        n += 1.0;
        term *= half / n;
    }
    (1.0 - (a * half.ln() - half - gamma + sum.ln()).exp()).clamp(0.0, 1.0)
}
