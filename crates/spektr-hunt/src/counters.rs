//! How often things happen, in two groups of repetitions: means with intervals, and in which
//! group something happens more often. Knows neither what is counted nor who counts.

use std::collections::BTreeMap;

/// How often each thing happened in one repetition, in units that the caller chose.
pub type Counts = BTreeMap<String, f64>;

/// A mean, and the half of its 95% interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    pub value: f64,
    pub around: f64,
}

/// For 95% of a normal distribution.
const DEVIATIONS: f64 = 1.96;

impl Mean {
    /// Of at least two values; fewer have no interval.
    pub fn of(values: &[f64]) -> Mean {
        let count = values.len().max(1) as f64;
        let value = values.iter().sum::<f64>() / count;
        let squares = values.iter().map(|it| (it - value).powi(2)).sum::<f64>();
        let variance = squares / (count - 1.0).max(1.0);
        Mean { value, around: DEVIATIONS * (variance / count).sqrt() }
    }

    pub fn low(self) -> f64 {
        self.value - self.around
    }

    pub fn high(self) -> f64 {
        self.value + self.around
    }
}

/// Which of two groups has more, if their intervals do not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum More {
    First,
    Second,
    Open,
}

/// One thing in both groups.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    pub name: String,
    pub first: Mean,
    pub second: Mean,
}

impl Comparison {
    pub fn more(&self) -> More {
        match (self.first, self.second) {
            (first, second) if first.low() > second.high() => More::First,
            (first, second) if second.low() > first.high() => More::Second,
            _ => More::Open,
        }
    }
}

/// Everything that happened in either group, in the order of its name. What is not named in a
/// repetition did not happen in it.
pub fn compare(first: &[Counts], second: &[Counts]) -> Vec<Comparison> {
    let mut names: Vec<&String> = first.iter().chain(second).flat_map(BTreeMap::keys).collect();
    names.sort();
    names.dedup();
    let mean = |group: &[Counts], name: &String| {
        let values: Vec<f64> =
            group.iter().map(|counts| counts.get(name).copied().unwrap_or(0.0)).collect();
        Mean::of(&values)
    };
    let compared = |name: &String| Comparison {
        name: name.clone(),
        first: mean(first, name),
        second: mean(second, name),
    };
    names.into_iter().map(compared).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(values: &[f64]) -> Vec<Counts> {
        values.iter().map(|value| Counts::from([("a".to_owned(), *value)])).collect()
    }

    #[test]
    fn groups_are_told_apart_where_intervals_do_not_meet() {
        let apart = compare(&group(&[10.0, 11.0, 12.0]), &group(&[1.0, 2.0, 3.0]));
        assert_eq!(apart[0].more(), More::First);
        assert!((apart[0].first.value - 11.0).abs() < 1e-9);
        assert!((apart[0].first.around - 1.96 / 3f64.sqrt()).abs() < 1e-9);
        let open = compare(&group(&[1.0, 9.0]), &group(&[2.0, 7.0]));
        assert_eq!(open[0].more(), More::Open);
    }

    #[test]
    fn what_one_group_lacks_counts_as_nothing() {
        let rows = compare(&[], &group(&[4.0, 4.0]));
        assert_eq!((rows[0].first.value, rows[0].more()), (0.0, More::Second));
    }
}
