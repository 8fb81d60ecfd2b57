//! How a run treats what the language leaves open: it keeps the freedom, or it chooses. The
//! side before an optimization is run free, the side after with choices.

use spektr_entropy::Entropy;

use super::integer::mask;
use super::spread::Spread;

pub enum Side {
    /// Open values stay open; results are supersets of what is possible.
    Free,
    /// Every open value is chosen when it is used.
    Chosen(Chooser),
}

impl Side {
    #[inline]
    pub fn is_free(&self) -> bool {
        matches!(self, Side::Free)
    }
}

/// Chooses values for undef, frozen poison and NaN bits.
pub struct Chooser {
    pub entropy: Entropy,
    /// Numbers that the programs compare with.
    pub mined: Vec<u128>,
}

impl Chooser {
    /// Any number of a width: border values and mined ones are likelier.
    pub fn any(&mut self, width: u32) -> u128 {
        let all = mask(width.min(128));
        let number = match self.entropy.below(8) {
            0 => 0,
            1 => all,
            2 => 1,
            3 => all >> 1,
            4 => (all >> 1) + 1,
            5 | 6 if !self.mined.is_empty() => {
                let number = self.mined[self.entropy.index(self.mined.len())];
                number.wrapping_add(u128::from(self.entropy.below(3))).wrapping_sub(1)
            }
            _ => self.entropy.next_u128(),
        };
        number & all
    }

    /// One number of a spread.
    pub fn one_of(&mut self, width: u32, spread: &Spread) -> u128 {
        match spread {
            Spread::Few(numbers) => numbers[self.entropy.index(numbers.len())],
            Spread::Bits { ones, open } => ones | self.any(width) & open,
            Spread::Range { low, high } => match self.entropy.below(3) {
                0 => *low,
                1 => *high,
                _ => {
                    let span = high.wrapping_sub(*low) & mask(width);
                    let by = match span.checked_add(1) {
                        Some(count) => self.entropy.next_u128() % count,
                        None => self.entropy.next_u128(),
                    };
                    low.wrapping_add(by) & mask(width)
                }
            },
        }
    }
}

/// Branches on values that are open but fixed: each way is a run of its own. A run follows
/// the ways that were decided, takes the first way after them and remembers how many there
/// were.
#[derive(Clone, Debug, Default)]
pub struct Forks {
    /// Way taken and number of ways, in order.
    pub taken: Vec<(u32, u32)>,
    next: usize,
    /// How many forks a run may meet; 0 if such a branch is to stop it.
    pub limit: usize,
}

impl Forks {
    pub fn new(limit: usize) -> Forks {
        Forks { limit, ..Forks::default() }
    }

    /// The way to take at a fork; `None` if there are too many.
    pub fn way(&mut self, ways: u32) -> Option<u32> {
        if self.next >= self.limit {
            return None;
        }
        if self.next == self.taken.len() {
            self.taken.push((0, ways));
        }
        self.next += 1;
        Some(self.taken[self.next - 1].0)
    }

    /// How many forks were met so far.
    pub fn met(&self) -> usize {
        self.next
    }

    /// The forks of the next run, if there is a way left.
    pub fn advance(mut self) -> Option<Forks> {
        self.next = 0;
        while let Some((way, ways)) = self.taken.pop() {
            if way + 1 < ways {
                self.taken.push((way + 1, ways));
                return Some(self);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_are_taken_once() {
        let (mut forks, mut seen) = (Some(Forks::new(8)), Vec::new());
        while let Some(mut run) = forks {
            let first = run.way(2).unwrap();
            let second = if first == 1 { run.way(3).unwrap() } else { 9 };
            seen.push((first, second));
            forks = run.advance();
        }
        assert_eq!(seen, [(0, 9), (1, 0), (1, 1), (1, 2)]);
    }
}
