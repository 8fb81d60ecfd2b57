//! Literals: values at which arithmetic goes wrong, and a buffer of those already used, so
//! that related constants meet. It must not know where a literal is used.

use std::sync::LazyLock;

use spektr_entropy::Entropy;
use spektr_number::interesting;

use super::policy::Literals as Shares;
use crate::syntax::{FloatTy, IntTy};

/// Literals remembered for reuse.
const BUFFER: usize = 24;

static INTS: LazyLock<[Vec<u128>; 12]> =
    LazyLock::new(|| IntTy::ALL.map(|ty| interesting::ints(ty.number())));
static CHARS: LazyLock<Vec<u128>> = LazyLock::new(interesting::chars);

/// Draws literals and remembers them.
#[derive(Debug)]
pub struct Literals {
    shares: Shares,
    used: Vec<u128>,
    oldest: usize,
}

impl Literals {
    pub fn new(shares: Shares) -> Literals {
        Literals { shares, used: Vec::with_capacity(BUFFER), oldest: 0 }
    }

    /// The bits of an integer literal.
    pub fn int(&mut self, ty: IntTy, entropy: &mut Entropy) -> u128 {
        let roll = entropy.below(1000) as u32;
        let bits = if roll < self.shares.reuse && !self.used.is_empty() {
            let known = self.used[entropy.index(self.used.len())];
            ty.number().truncate(related(known, entropy))
        } else if roll < self.shares.reuse + self.shares.special {
            let values = &INTS[ty as usize];
            values[entropy.index(values.len())]
        } else if entropy.coin() {
            ty.number().truncate(entropy.range_signed(-9, 64) as i128 as u128)
        } else {
            ty.number().truncate(entropy.next_u128())
        };
        self.remember(bits);
        bits
    }

    pub fn char(&mut self, entropy: &mut Entropy) -> u128 {
        if entropy.permille(self.shares.special) {
            CHARS[entropy.index(CHARS.len())]
        } else {
            let scalar = entropy.below(0x11_0000 - 0x800) as u128;
            // Skips the surrogates.
            if scalar < 0xd800 { scalar } else { scalar + 0x800 }
        }
    }

    /// The bits of a float literal; never a NaN, whose bits a program may not show.
    pub fn float(&mut self, ty: FloatTy, entropy: &mut Entropy) -> u128 {
        let value = match entropy.below(4) {
            0 => *entropy.pick(&[0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, 1e10, -7.25]).unwrap_or(&0.0),
            1 => entropy.range_signed(-1000, 1000) as f64,
            2 => entropy.range_signed(-100_000, 100_000) as f64 / 64.0,
            _ => return special_float(ty, entropy),
        };
        match ty {
            FloatTy::F32 => u128::from((value as f32).to_bits()),
            FloatTy::F64 => u128::from(value.to_bits()),
            FloatTy::F16 | FloatTy::F128 => resized(ty, value),
        }
    }

    fn remember(&mut self, bits: u128) {
        if self.used.len() < BUFFER {
            self.used.push(bits);
        } else {
            self.used[self.oldest] = bits;
            self.oldest = (self.oldest + 1) % BUFFER;
        }
    }
}

/// The literal itself, its negation, complement, or a neighbour.
fn related(bits: u128, entropy: &mut Entropy) -> u128 {
    match entropy.below(6) {
        0 => bits.wrapping_neg(),
        1 => !bits,
        2 => bits.wrapping_add(1),
        3 => bits.wrapping_sub(1),
        _ => bits,
    }
}

/// A number in another format.
fn resized(ty: FloatTy, value: f64) -> u128 {
    FloatTy::F64.format().resize(ty.format(), u128::from(value.to_bits())).bits
}

/// Borders of the formats: smallest, largest, subnormal, infinite, just off one.
fn special_float(ty: FloatTy, entropy: &mut Entropy) -> u128 {
    let sign = u64::from(entropy.coin());
    match ty {
        FloatTy::F32 => {
            let bits: [u32; 10] = [
                0,
                1,
                0x007f_ffff,
                0x0080_0000,
                0x3f7f_ffff,
                0x3f80_0001,
                0x4b80_0000,
                0x4f00_0000,
                0x7f7f_ffff,
                0x7f80_0000,
            ];
            u128::from(bits[entropy.index(bits.len())] | (sign as u32) << 31)
        }
        FloatTy::F16 | FloatTy::F128 => {
            let (infinite, normal) = match ty {
                FloatTy::F16 => (0x7c00, 0x0400),
                _ => (0x7fff << 112, 1 << 112),
            };
            let one = resized(ty, 1.0);
            let bits = [0, 1, normal - 1, normal, one - 1, one + 1, infinite - 1, infinite];
            bits[entropy.index(bits.len())] | u128::from(sign) << (ty.bits() - 1)
        }
        FloatTy::F64 => {
            let bits: [u64; 10] = [
                0,
                1,
                0x000f_ffff_ffff_ffff,
                0x0010_0000_0000_0000,
                0x3fef_ffff_ffff_ffff,
                0x3ff0_0000_0000_0001,
                0x4340_0000_0000_0000,
                0x43e0_0000_0000_0000,
                0x7fef_ffff_ffff_ffff,
                0x7ff0_0000_0000_0000,
            ];
            u128::from(bits[entropy.index(bits.len())] | sign << 63)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_fit_their_type() {
        let mut literals = Literals::new(Shares::default());
        let mut entropy = Entropy::new(1);
        for ty in IntTy::ALL {
            for _ in 0..300 {
                let bits = literals.int(ty, &mut entropy);
                assert_eq!(ty.number().truncate(bits), bits);
            }
        }
        for _ in 0..500 {
            let bits = literals.char(&mut entropy);
            assert!(char::from_u32(bits as u32).is_some());
        }
    }

    #[test]
    fn no_float_literal_is_a_nan() {
        let mut literals = Literals::new(Shares::default());
        let mut entropy = Entropy::new(2);
        for _ in 0..2000 {
            let narrow = literals.float(FloatTy::F32, &mut entropy);
            assert!(!f32::from_bits(narrow as u32).is_nan());
            let wide = literals.float(FloatTy::F64, &mut entropy);
            assert!(!f64::from_bits(wide as u64).is_nan());
        }
    }
}
