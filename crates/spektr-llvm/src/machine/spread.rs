//! Sets of numbers that a value may have where the language leaves it open: a few numbers, a
//! circular range, or known and open bits. Every operation gives a superset of what is
//! possible, so that a number outside of the set is certainly wrong. Widths up to 128 bits.
//! Knows nothing of why a value is open.

use super::integer::{mask, maximum, minimum, signed};

/// More numbers than this are a range or open bits.
const FEW: usize = 32;

/// Which numbers are possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spread {
    /// These, in ascending order, at least one.
    Few(Vec<u128>),
    /// From `low` upwards to `high`, both included, wrapping around.
    Range { low: u128, high: u128 },
    /// The bits of `open` are anything, the others are those of `ones`.
    Bits { ones: u128, open: u128 },
}

impl Spread {
    /// Every number of a width.
    pub fn all(width: u32) -> Spread {
        Spread::Bits { ones: 0, open: mask(width) }.small()
    }

    /// Whether every number of a width is possible.
    pub fn is_all(&self, width: u32) -> bool {
        match self {
            Spread::Few(numbers) => width < 8 && numbers.len() == 1 << width && numbers[0] == 0,
            Spread::Range { low, high } => high.wrapping_add(1) & mask(width) == *low,
            Spread::Bits { open, .. } => *open == mask(width),
        }
    }

    pub fn one(number: u128) -> Spread {
        Spread::Few(vec![number])
    }

    /// The set of some numbers, widened if they are many.
    pub fn of(mut numbers: Vec<u128>) -> Spread {
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.len() <= FEW {
            return Spread::Few(numbers);
        }
        Spread::Range { low: numbers[0], high: numbers[numbers.len() - 1] }
    }

    /// Open bits, listed if they make few numbers.
    pub fn bits(ones: u128, open: u128) -> Spread {
        Spread::Bits { ones: ones & !open, open }.small()
    }

    fn small(self) -> Spread {
        match self.list(128, FEW) {
            Some(numbers) => Spread::of(numbers),
            None => self,
        }
    }

    /// The one possible number, if there is just one.
    pub fn single(&self) -> Option<u128> {
        match self {
            Spread::Few(numbers) if numbers.len() == 1 => Some(numbers[0]),
            _ => None,
        }
    }

    pub fn contains(&self, number: u128) -> bool {
        match self {
            Spread::Few(numbers) => numbers.binary_search(&number).is_ok(),
            Spread::Range { low, high } if low <= high => (*low..=*high).contains(&number),
            Spread::Range { low, high } => number >= *low || number <= *high,
            Spread::Bits { ones, open } => number & !open == *ones,
        }
    }

    /// All numbers, if they are at most `limit`.
    pub fn list(&self, width: u32, limit: usize) -> Option<Vec<u128>> {
        match self {
            Spread::Few(numbers) => (numbers.len() <= limit).then(|| numbers.clone()),
            Spread::Range { low, high } => {
                let last = high.wrapping_sub(*low) & mask(width);
                let count = usize::try_from(last).ok().filter(|&last| last < limit)?;
                Some((0..=count as u128).map(|at| low.wrapping_add(at) & mask(width)).collect())
            }
            Spread::Bits { ones, open } => {
                if open.count_ones() >= 16 || 1usize << open.count_ones() > limit {
                    return None;
                }
                // The subsets of a mask, by the usual step.
                let (mut subset, mut numbers) = (0u128, Vec::new());
                loop {
                    numbers.push(ones | subset);
                    subset = subset.wrapping_sub(*open) & open;
                    if subset == 0 {
                        return Some(numbers);
                    }
                }
            }
        }
    }

    /// Known ones and open bits of a superset.
    pub fn as_bits(&self, width: u32) -> (u128, u128) {
        match self {
            Spread::Few(numbers) => {
                let ones = numbers.iter().fold(mask(width), |all, number| all & number);
                let any = numbers.iter().fold(0, |all, number| all | number);
                (ones, ones ^ any)
            }
            Spread::Range { low, high } if low <= high => {
                // What lies above the highest bit that differs is common to all.
                let differing = 128 - (low ^ high).leading_zeros();
                let open = mask(differing);
                (low & !open, open)
            }
            Spread::Range { .. } => (0, mask(width)),
            Spread::Bits { ones, open } => (*ones, *open),
        }
    }

    /// The least and greatest number of a superset, unsigned.
    pub fn unsigned(&self, width: u32) -> (u128, u128) {
        match self {
            Spread::Few(numbers) => (numbers[0], numbers[numbers.len() - 1]),
            Spread::Range { low, high } if low <= high => (*low, *high),
            Spread::Range { .. } => (0, mask(width)),
            Spread::Bits { ones, open } => (*ones, ones | open),
        }
    }

    /// The least and greatest number of a superset, signed.
    pub fn signed(&self, width: u32) -> (i128, i128) {
        let number = |bits| signed(width, bits);
        match self {
            Spread::Few(numbers) => {
                let all = numbers.iter().map(|&bits| number(bits));
                (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
            }
            Spread::Range { low, high } if number(*low) <= number(*high) => {
                (number(*low), number(*high))
            }
            Spread::Range { .. } => (number(minimum(width)), number(maximum(width))),
            Spread::Bits { ones, open } => {
                let sign = minimum(width);
                (number(ones | open & sign), number(ones | open & !sign))
            }
        }
    }

    /// What one of two sets has, or more.
    pub fn union(&self, other: &Spread, width: u32) -> Spread {
        if let (Some(mut a), Some(b)) = (self.list(width, FEW), other.list(width, FEW)) {
            a.extend(b);
            return Spread::of(a);
        }
        let ((low, high), (other_low, other_high)) = (self.signed(width), other.signed(width));
        let signed = (low.min(other_low), high.max(other_high));
        let ((low, high), (other_low, other_high)) = (self.unsigned(width), other.unsigned(width));
        let unsigned = (low.min(other_low), high.max(other_high));
        if (signed.1.wrapping_sub(signed.0) as u128) < unsigned.1 - unsigned.0 {
            return from_signed(width, signed);
        }
        range(unsigned.0, unsigned.1)
    }
}

/// A range that does not wrap.
pub fn range(low: u128, high: u128) -> Spread {
    Spread::Range { low, high }.small()
}

/// A range of signed numbers.
pub fn from_signed(width: u32, (low, high): (i128, i128)) -> Spread {
    let bits = |number: i128| number as u128 & mask(width);
    match high.checked_sub(low) {
        Some(span) if (span as u128) < mask(width) => {
            let spread = Spread::Range { low: bits(low), high: bits(high) };
            match spread.list(width, FEW) {
                Some(numbers) => Spread::of(numbers),
                None => spread,
            }
        }
        _ => Spread::all(width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn supersets_hold_what_they_came_from() {
        let sets = [
            Spread::Few(vec![1, 14]),
            Spread::Range { low: 12, high: 3 },
            Spread::Range { low: 2, high: 9 },
            Spread::Bits { ones: 4, open: 0b1010 },
        ];
        for set in &sets {
            let (ones, open) = set.as_bits(4);
            let (low, high) = set.unsigned(4);
            let (slow, shigh) = set.signed(4);
            for number in (0..16).filter(|&number| set.contains(number)) {
                assert_eq!(number & !open, ones & !open, "{set:?}");
                assert!(
                    (low..=high).contains(&number) && (slow..=shigh).contains(&signed(4, number))
                );
                for other in &sets {
                    assert!(set.union(other, 4).contains(number), "{set:?} {other:?}");
                }
            }
        }
    }
}
