//! Comparing samples: means with their errors.

/// A sum of numbers and of their squares.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    pub(crate) count: f64,
    sum: f64,
    squares: f64,
}

impl Sample {
    pub(crate) fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    pub(crate) fn join(self, other: Sample) -> Sample {
        Sample {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }

    pub(crate) fn mean(self) -> f64 {
        self.sum / self.count
    }

    /// The standard error of the mean.
    pub(crate) fn error(self) -> f64 {
        let mean = self.mean();
        ((self.squares / self.count - mean * mean).max(0.0) / self.count).sqrt()
    }

    /// How many standard errors lie between two means.
    pub(crate) fn apart(self, other: Sample) -> f64 {
        let error = self.error().hypot(other.error());
        let apart = (self.mean() - other.mean()).abs();
        if apart < 1e-9 {
            0.0
        } else {
            apart / error.max(1e-9)
        }
    }
}

/// Pearson's sum over the cells of two samples, with its degrees of freedom; cells of few are joined.
pub(crate) fn chi_square(one: &[f64], two: &[f64]) -> (f64, f64) {
    let (all_one, all_two): (f64, f64) = (one.iter().sum(), two.iter().sum());
    let (mut sum, mut cells) = (0.0, 0.0);
    let (mut a, mut b) = (0.0, 0.0);
    for (one, two) in one.iter().zip(two) {
        a += one;
        b += two;
        let expected = (a + b) / (all_one + all_two);
        if expected * all_one.min(all_two) < 8.0 {
            continue;
        }
        let (e, f) = (expected * all_one, expected * all_two);
        sum += (a - e) * (a - e) / e + (b - f) * (b - f) / f;
        cells += 1.0;
        (a, b) = (0.0, 0.0);
    }
    (sum, cells - 1.0)
}
