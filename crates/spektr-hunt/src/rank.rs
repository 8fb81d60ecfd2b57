//! Whether one row of figures is larger than another by more than chance: the rank test of Mann
//! and Whitney, exactly, by going through every way to deal the figures out. Made for a handful
//! of repetitions.

/// Beyond this many figures, dealing them out takes too long.
pub const MOST: usize = 20;

/// How likely rows that differ in nothing look at least as different as these; `None` for rows
/// that are empty or too long.
pub fn chance(one: &[u64], other: &[u64]) -> Option<f64> {
    let all: Vec<u64> = one.iter().chain(other).copied().collect();
    if one.is_empty() || other.is_empty() || all.len() > MOST {
        return None;
    }
    // Twice the statistic, so that ties are whole.
    let wins = |is_one: &dyn Fn(usize) -> bool| -> i64 {
        let pairs = (0..all.len()).flat_map(|a| (0..all.len()).map(move |b| (a, b)));
        let pairs = pairs.filter(|(a, b)| is_one(*a) && !is_one(*b));
        pairs.map(|(a, b)| 1 + all[a].cmp(&all[b]) as i64).sum()
    };
    let middle = (one.len() * other.len()) as i64;
    let seen = (wins(&|k| k < one.len()) - middle).abs();
    let (mut ways, mut as_far) = (0u64, 0u64);
    for deal in 0u32..1 << all.len() {
        if deal.count_ones() as usize == one.len() {
            ways += 1;
            as_far += u64::from((wins(&|k| deal >> k & 1 == 1) - middle).abs() >= seen);
        }
    }
    Some(as_far as f64 / ways as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five against five without overlap is 2 of 252 ways; equal rows are no evidence.
    #[test]
    fn known_chances() {
        let close = |found: Option<f64>, wanted: f64| {
            assert!(found.is_some_and(|it| (it - wanted).abs() < 1e-9), "{found:?} {wanted}");
        };
        close(chance(&[1, 2, 3, 4, 5], &[6, 7, 8, 9, 10]), 2.0 / 252.0);
        close(chance(&[6, 7, 8, 9, 10], &[1, 2, 3, 4, 5]), 2.0 / 252.0);
        close(chance(&[1, 1, 1], &[1, 1, 1]), 1.0);
        close(chance(&[1, 3], &[2, 4]), 4.0 / 6.0);
        assert_eq!(chance(&[], &[1]), None);
        assert_eq!(chance(&[0; 11], &[0; 11]), None);
    }
}
