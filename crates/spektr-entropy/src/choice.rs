//! Choosing among things: weighted choice, small counts and shuffles over integer weights.
//! It must not know what the weights stand for.

use crate::Entropy;

/// Integer weights prepared for many draws: each draw costs a binary search.
///
/// ```
/// use spektr_entropy::{Entropy, Weights};
/// let weights = Weights::new(&[0, 3, 1]).expect("one weight is not zero");
/// assert_ne!(weights.draw(&mut Entropy::new(1)), 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Running sums; the last one is the total.
    sums: Vec<u64>,
}

impl Weights {
    /// `None` if every weight is 0.
    pub fn new(weights: &[u32]) -> Option<Self> {
        let mut total = 0;
        let sums: Vec<u64> = weights
            .iter()
            .map(|&weight| {
                total += u64::from(weight);
                total
            })
            .collect();
        (total > 0).then_some(Weights { sums })
    }

    /// An index, as likely as its weight.
    #[inline]
    pub fn draw(&self, entropy: &mut Entropy) -> usize {
        let total = self.sums.last().copied().unwrap_or(0);
        let ticket = entropy.below(total);
        self.sums.partition_point(|&sum| sum <= ticket)
    }
}

impl Entropy {
    /// One of `items`; `None` if there are none.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.index(items.len())]) }
    }

    /// An index into `weights`, as likely as its weight; `None` if all are 0. For one or
    /// few draws; [`Weights`] is faster for many.
    #[inline]
    pub fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        if total == 0 {
            return None;
        }
        let mut ticket = self.below(total);
        for (index, &weight) in weights.iter().enumerate() {
            match ticket.checked_sub(u64::from(weight)) {
                Some(rest) => ticket = rest,
                None => return Some(index),
            }
        }
        None
    }

    /// A small count, at most `max`: each further one is as likely as `permille` of 1000.
    #[inline]
    pub fn count(&mut self, permille: u32, max: u32) -> u32 {
        let mut count = 0;
        while count < max && self.permille(permille) {
            count += 1;
        }
        count
    }

    /// Puts `items` into a random order, every order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.index(last + 1);
            items.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_weighted_draws_agree_and_follow_the_weights() {
        let weights = [5, 0, 1, 4];
        let prepared = Weights::new(&weights).expect("not all are zero");
        let (mut left, mut right) = (Entropy::new(1), Entropy::new(1));
        let mut counts = [0u32; 4];
        for _ in 0..10_000 {
            let drawn = prepared.draw(&mut left);
            assert_eq!(Some(drawn), right.weighted(&weights));
            counts[drawn] += 1;
        }
        assert!((4_800..5_200).contains(&counts[0]), "{counts:?}");
        assert_eq!(counts[1], 0);
        assert!((850..1_150).contains(&counts[2]), "{counts:?}");
    }

    #[test]
    fn nothing_to_choose_from_is_none() {
        let mut stream = Entropy::new(1);
        assert_eq!(stream.weighted(&[]), None);
        assert_eq!(stream.weighted(&[0, 0]), None);
        assert_eq!(stream.pick::<u8>(&[]), None);
        assert!(Weights::new(&[0]).is_none());
    }

    #[test]
    fn counts_are_bounded() {
        let mut stream = Entropy::new(2);
        assert_eq!(stream.count(1000, 5), 5);
        assert_eq!(stream.count(0, 5), 0);
        assert!((0..1000).all(|_| stream.count(900, 3) <= 3));
    }

    #[test]
    fn shuffles_are_permutations_and_pinned() {
        let mut items: Vec<u32> = (0..8).collect();
        Entropy::new(11).shuffle(&mut items);
        assert_eq!(items, [4, 0, 2, 1, 3, 7, 5, 6]);
        items.sort_unstable();
        assert_eq!(items, (0..8).collect::<Vec<_>>());
    }
}
