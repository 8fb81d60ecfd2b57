//! The decision stream: a xoshiro256++ generator whose state is filled by SplitMix64 from a
//! seed and, for independent sub-streams, a name. It must not know what is being decided.

/// A deterministic stream of decisions.
///
/// ```
/// use spektr_entropy::Entropy;
/// let mut types = Entropy::named(7, "types");
/// let mut names = Entropy::named(7, "names");
/// assert_eq!(types.below(100), Entropy::named(7, "types").below(100));
/// assert_ne!(types.next_u64(), names.next_u64());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entropy {
    state: [u64; 4],
}

/// One step of SplitMix64: advances `state` and returns a well mixed word.
#[inline]
fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut word = *state;
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// FNV-1a over the bytes of a name: names are short and few, any fixed mixing will do.
fn hash_name(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

impl Entropy {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        let mut filler = seed;
        Entropy { state: std::array::from_fn(|_| splitmix(&mut filler)) }
    }

    /// The stream of a seed that is set apart by a name: drawing more from one stream does
    /// not move the decisions of another.
    pub fn named(seed: u64, name: &str) -> Self {
        let mut mixer = hash_name(name);
        let salt = splitmix(&mut mixer);
        // Mixing the seed first keeps (seed, name) pairs apart that differ in few bits.
        let mut filler = seed;
        Entropy::new(splitmix(&mut filler) ^ salt)
    }

    /// A stream of its own, taken from the next word of this one.
    pub fn fork(&mut self) -> Self {
        Entropy::new(self.next_u64())
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let word = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        word
    }

    /// The next 128 bits.
    #[inline]
    pub fn next_u128(&mut self) -> u128 {
        let high = u128::from(self.next_u64());
        (high << 64) | u128::from(self.next_u64())
    }

    /// A number in `0..bound`, every one equally likely.
    ///
    /// # Panics
    /// If `bound` is 0: there is nothing to choose from.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound != 0, "below(0): nothing to choose from");
        let mut product = u128::from(self.next_u64()) * u128::from(bound);
        if (product as u64) < bound {
            // The low half falls into the short remainder of 2^64 / bound now and then;
            // those words are thrown away so that no number is favoured.
            let unfair = bound.wrapping_neg() % bound;
            while (product as u64) < unfair {
                product = u128::from(self.next_u64()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }

    /// An index into something of length `len`.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// A number in `low..=high`.
    #[inline]
    pub fn range(&mut self, low: u64, high: u64) -> u64 {
        assert!(low <= high, "range({low}, {high}): nothing to choose from");
        match (high - low).checked_add(1) {
            Some(count) => low + self.below(count),
            None => self.next_u64(),
        }
    }

    /// A number in `low..=high`, signed.
    #[inline]
    pub fn range_signed(&mut self, low: i64, high: i64) -> i64 {
        assert!(low <= high, "range_signed({low}, {high}): nothing to choose from");
        let offset = self.range(0, high.wrapping_sub(low) as u64);
        low.wrapping_add(offset as i64)
    }

    /// True in `numerator` of `denominator` cases.
    #[inline]
    pub fn chance(&mut self, numerator: u64, denominator: u64) -> bool {
        self.below(denominator) < numerator
    }

    /// True in `share` of 1000 cases.
    #[inline]
    pub fn permille(&mut self, share: u32) -> bool {
        self.below(1000) < u64::from(share)
    }

    /// A fair coin.
    #[inline]
    pub fn coin(&mut self) -> bool {
        self.next_u64() >> 63 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_words_are_pinned() {
        let mut stream = Entropy::new(0);
        let words: Vec<u64> = (0..4).map(|_| stream.next_u64()).collect();
        assert_eq!(
            words,
            [
                0x5317_5d61_490b_23df,
                0x61da_6f3d_c380_d507,
                0x5c0f_df91_ec9a_7bfc,
                0x02ee_bf8c_3bbe_5e1a
            ]
        );
    }

    #[test]
    fn splitmix_matches_its_published_first_words() {
        let mut state = 1_234_567;
        assert_eq!(splitmix(&mut state), 6_457_827_717_110_365_317);
        assert_eq!(splitmix(&mut state), 3_203_168_211_198_807_973);
    }

    #[test]
    fn below_is_fair_and_in_range() {
        let mut stream = Entropy::new(3);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[stream.index(6)] += 1;
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
    }

    #[test]
    fn below_redraws_words_that_would_favour_a_number() {
        // With a bound just above 2^63 almost half of all words have to be thrown away.
        let bound = (1 << 63) + 1;
        let mut stream = Entropy::new(9);
        assert!((0..1000).all(|_| stream.below(bound) < bound));
    }

    #[test]
    fn ranges_include_both_ends() {
        let mut stream = Entropy::new(4);
        let drawn: std::collections::BTreeSet<i64> =
            (0..200).map(|_| stream.range_signed(-2, 2)).collect();
        assert_eq!(drawn.into_iter().collect::<Vec<_>>(), [-2, -1, 0, 1, 2]);
        assert_eq!(stream.range(7, 7), 7);
        let full = stream.range_signed(i64::MIN, i64::MAX);
        assert_ne!(full, stream.range_signed(i64::MIN, i64::MAX));
    }

    #[test]
    fn names_and_seeds_set_streams_apart() {
        let mut firsts = std::collections::BTreeSet::new();
        for seed in 0..200 {
            for name in ["", "a", "b", "types"] {
                firsts.insert(Entropy::named(seed, name).next_u64());
            }
        }
        assert_eq!(firsts.len(), 800);
    }

    #[test]
    fn chances_keep_their_promise() {
        let mut stream = Entropy::new(5);
        let hits = (0..10_000).filter(|_| stream.permille(250)).count();
        assert!((2_300..2_700).contains(&hits), "{hits}");
        assert!((0..100).all(|_| !stream.chance(0, 3) && stream.chance(3, 3)));
    }
}
