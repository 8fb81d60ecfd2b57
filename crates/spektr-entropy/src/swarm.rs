//! Swarm testing: leaving a random part of the features out of each program, and giving the
//! rest new weights, reaches states that a fixed mix never reaches. Features are numbers
//! here; what they mean is the caller's affair.

use crate::Entropy;

/// Which of a number of features are on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    on: Vec<bool>,
}

impl Mask {
    /// Everything on.
    pub fn full(features: usize) -> Self {
        Mask { on: vec![true; features] }
    }

    /// Each feature on in `permille` of 1000 cases, independently.
    pub fn draw(entropy: &mut Entropy, features: usize, permille: u32) -> Self {
        Mask { on: (0..features).map(|_| entropy.permille(permille)).collect() }
    }

    /// Turns one feature on, whatever was drawn: for features nothing works without.
    pub fn require(&mut self, feature: usize) {
        self.on[feature] = true;
    }

    /// Turns one feature off, whatever was drawn.
    pub fn forbid(&mut self, feature: usize) {
        self.on[feature] = false;
    }

    #[inline]
    pub fn has(&self, feature: usize) -> bool {
        self.on[feature]
    }

    /// The weights with those of features that are off set to 0.
    pub fn apply(&self, weights: &[u32]) -> Vec<u32> {
        weights.iter().zip(&self.on).map(|(&weight, &on)| if on { weight } else { 0 }).collect()
    }
}

/// New weights around given ones: each is multiplied by a factor between 1/8 and 8 that is
/// uniform on powers of two. A weight that is not 0 stays above 0, and 0 stays 0.
pub fn redraw_weights(entropy: &mut Entropy, weights: &[u32]) -> Vec<u32> {
    weights
        .iter()
        .map(|&weight| {
            let shift = entropy.range_signed(-3, 3);
            match (weight, shift) {
                (0, _) => 0,
                (_, 0..) => weight.saturating_mul(1 << shift),
                (_, _) => (weight >> -shift).max(1),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_leave_out_about_the_share_asked_for() {
        let mask = Mask::draw(&mut Entropy::new(1), 10_000, 700);
        let on = (0..10_000).filter(|&feature| mask.has(feature)).count();
        assert!((6_800..7_200).contains(&on), "{on}");
    }

    #[test]
    fn masks_silence_weights() {
        let mut mask = Mask::draw(&mut Entropy::new(1), 3, 0);
        mask.require(1);
        assert_eq!(mask.apply(&[4, 5, 6]), [0, 5, 0]);
        let mut mask = Mask::full(3);
        assert_eq!(mask.apply(&[4, 5, 6]), [4, 5, 6]);
        mask.forbid(0);
        assert_eq!(mask.apply(&[4, 5, 6]), [0, 5, 6]);
    }

    #[test]
    fn redrawn_weights_stay_alive_and_bounded() {
        let mut stream = Entropy::new(2);
        for _ in 0..500 {
            let redrawn = redraw_weights(&mut stream, &[0, 1, 100]);
            assert_eq!(redrawn[0], 0);
            assert!((1..=8).contains(&redrawn[1]));
            assert!((12..=800).contains(&redrawn[2]));
        }
    }

    #[test]
    fn redraws_are_pinned() {
        assert_eq!(redraw_weights(&mut Entropy::new(6), &[16; 6]), [32, 32, 16, 4, 64, 16]);
    }
}
