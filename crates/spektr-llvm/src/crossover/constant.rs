//! Constants for what nothing supplies, and other constants for those that are there.

use spektr_entropy::Entropy;

use crate::syntax::{ConstId, Constant, FloatKind, Module, Ty, Type};

/// Wide enough for everything people write by hand.
const MOST_LANES: u32 = 64;

/// A constant of a type; `None` for types whose constants say nothing.
pub fn draw(module: &mut Module, ty: Ty, entropy: &mut Entropy) -> Option<ConstId> {
    let constant = match module.types[ty].clone() {
        Type::Int(width) if width <= 128 => Constant::Int(integer(width, entropy)),
        Type::Int(width) => Constant::Wide(vec![0; width.div_ceil(64) as usize].into()),
        Type::Float(FloatKind::PpcFp128) => Constant::Float(0),
        Type::Float(kind) => Constant::Float(float(kind, entropy)),
        Type::Pointer { .. } => Constant::Null,
        Type::Vector { scalable: false, length, element } if length <= MOST_LANES => {
            let first = draw(module, element, entropy)?;
            let same = entropy.coin();
            let lanes: Option<Vec<ConstId>> = (0..length)
                .map(|_| if same { Some(first) } else { draw(module, element, entropy) })
                .collect();
            Constant::Aggregate(lanes?.into())
        }
        Type::Vector { .. } | Type::Array { .. } | Type::Struct { .. } => Constant::Zero,
        Type::Named(id) if module.types.named(id).body.is_some() => Constant::Zero,
        _ => return None,
    };
    Some(module.constants.intern(ty, constant))
}

/// An integer of a width: small, at a border, a power of two or one beside it, or any.
pub fn integer(width: u32, entropy: &mut Entropy) -> u128 {
    let mask = u128::MAX >> (128 - width);
    let value = match entropy.below(8) {
        0 | 1 => u128::from(entropy.below(5)),
        2 => (u128::from(entropy.below(4)) + 1).wrapping_neg(),
        3 => 1 << entropy.below(u64::from(width)),
        4 => (1u128 << entropy.below(u64::from(width))).wrapping_sub(1),
        5 => (mask >> 1).wrapping_add(u128::from(entropy.below(2))),
        6 => u128::from(entropy.below(256)),
        _ => entropy.next_u128(),
    };
    value & mask
}

/// The bits of a float: a small number, a border of the format, or what is no number.
fn float(kind: FloatKind, entropy: &mut Entropy) -> u128 {
    let (exponent, fraction) = match kind {
        FloatKind::Half => (5, 10),
        FloatKind::BFloat => (8, 7),
        FloatKind::Float => (8, 23),
        FloatKind::Double => (11, 52),
        FloatKind::Fp128 => (15, 112),
        // The leading bit is written out; zero has none.
        FloatKind::X86Fp80 => return [0, 0x3fff_8000_0000_0000_0000][entropy.index(2)],
        FloatKind::PpcFp128 => return 0,
    };
    let sign = u128::from(entropy.below(2)) << (exponent + fraction);
    let all_ones = (1u128 << exponent) - 1;
    let bias = all_ones >> 1;
    let scaled = |exponent: u128, rest: u128| (exponent << fraction) | rest;
    sign | match entropy.below(8) {
        0 => 0,
        1 | 2 => scaled(bias, 0),
        3 => scaled(bias + 1, 0),
        4 => scaled(bias - 1, 0),
        5 => scaled(all_ones, 0),
        6 => scaled(all_ones, 1 << (fraction - 1)),
        _ => scaled(bias + 1, u128::from(entropy.below(8)) << (fraction - 3)),
    }
}
