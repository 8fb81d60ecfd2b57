//! The rules of integers over one machine word. Most programs compute in 64 bits or less,
//! and 128-bit arithmetic costs a multiple of that; so every rule is written once, in a
//! macro, for a narrow and for a wide word. Operands are zero above the width, and so are
//! results.

macro_rules! rules_over_word {
    ($module:ident, $unsigned:ty, $signed:ty) => {
        pub mod $module {
            use crate::int::{Int, IntOp};
            use crate::{Compare, Fault};

            #[inline]
            pub fn mask(ty: Int) -> $unsigned {
                <$unsigned>::MAX >> (<$unsigned>::BITS - ty.bits())
            }

            #[inline]
            pub fn sign_extended(ty: Int, bits: $unsigned) -> $signed {
                let above = <$unsigned>::BITS - ty.bits();
                (bits << above) as $signed >> above
            }

            #[inline]
            fn min(ty: Int) -> $unsigned {
                1 << (ty.bits() - 1)
            }

            /// Wraps a result, and tells whether wrapping changed it.
            #[inline]
            fn fit_signed(ty: Int, (value, over): ($signed, bool)) -> ($unsigned, bool) {
                let bits = value as $unsigned & mask(ty);
                (bits, over | (sign_extended(ty, bits) != value))
            }

            #[inline]
            fn fit_unsigned(ty: Int, (value, over): ($unsigned, bool)) -> ($unsigned, bool) {
                let bits = value & mask(ty);
                (bits, over | (bits != value))
            }

            #[inline]
            pub fn add(ty: Int, a: $unsigned, b: $unsigned) -> ($unsigned, bool) {
                if ty.is_signed() {
                    let b = sign_extended(ty, b);
                    fit_signed(ty, sign_extended(ty, a).overflowing_add(b))
                } else {
                    fit_unsigned(ty, a.overflowing_add(b))
                }
            }

            #[inline]
            pub fn sub(ty: Int, a: $unsigned, b: $unsigned) -> ($unsigned, bool) {
                if ty.is_signed() {
                    let b = sign_extended(ty, b);
                    fit_signed(ty, sign_extended(ty, a).overflowing_sub(b))
                } else {
                    fit_unsigned(ty, a.overflowing_sub(b))
                }
            }

            #[inline]
            pub fn mul(ty: Int, a: $unsigned, b: $unsigned) -> ($unsigned, bool) {
                if ty.is_signed() {
                    let b = sign_extended(ty, b);
                    fit_signed(ty, sign_extended(ty, a).overflowing_mul(b))
                } else {
                    fit_unsigned(ty, a.overflowing_mul(b))
                }
            }

            #[inline]
            fn div(ty: Int, a: $unsigned, b: $unsigned) -> Result<$unsigned, Fault> {
                if b == 0 {
                    return Err(Fault::DivisionByZero);
                }
                if !ty.is_signed() {
                    return Ok(a / b);
                }
                if b == mask(ty) && a == min(ty) {
                    return Err(Fault::DivisionOverflow);
                }
                let quotient = sign_extended(ty, a).wrapping_div(sign_extended(ty, b));
                Ok(quotient as $unsigned & mask(ty))
            }

            #[inline]
            fn rem(ty: Int, a: $unsigned, b: $unsigned) -> Result<$unsigned, Fault> {
                if b == 0 {
                    return Err(Fault::RemainderByZero);
                }
                if !ty.is_signed() {
                    return Ok(a % b);
                }
                if b == mask(ty) && a == min(ty) {
                    return Err(Fault::RemainderOverflow);
                }
                let remainder = sign_extended(ty, a).wrapping_rem(sign_extended(ty, b));
                Ok(remainder as $unsigned & mask(ty))
            }

            #[inline]
            fn shl(ty: Int, a: $unsigned, amount: $unsigned) -> $unsigned {
                (a << ty.modulo_width(amount.into())) & mask(ty)
            }

            #[inline]
            fn shr(ty: Int, a: $unsigned, amount: $unsigned) -> $unsigned {
                let amount = ty.modulo_width(amount.into());
                if ty.is_signed() {
                    (sign_extended(ty, a) >> amount) as $unsigned & mask(ty)
                } else {
                    a >> amount
                }
            }

            #[inline]
            pub fn less(ty: Int, a: $unsigned, b: $unsigned) -> bool {
                // Flipping the sign bit maps the signed order onto the unsigned one.
                let flip = if ty.is_signed() { min(ty) } else { 0 };
                (a ^ flip) < (b ^ flip)
            }

            #[inline]
            pub fn compare(op: Compare, ty: Int, a: $unsigned, b: $unsigned) -> bool {
                match op {
                    Compare::Eq => a == b,
                    Compare::Ne => a != b,
                    Compare::Lt => less(ty, a, b),
                    Compare::Ge => !less(ty, a, b),
                    Compare::Gt => less(ty, b, a),
                    Compare::Le => !less(ty, b, a),
                }
            }

            #[inline]
            pub fn binary(
                op: IntOp,
                ty: Int,
                a: $unsigned,
                b: $unsigned,
            ) -> Result<$unsigned, Fault> {
                Ok(match op {
                    IntOp::Add => a.wrapping_add(b) & mask(ty),
                    IntOp::Sub => a.wrapping_sub(b) & mask(ty),
                    IntOp::Mul => a.wrapping_mul(b) & mask(ty),
                    IntOp::Div => div(ty, a, b)?,
                    IntOp::Rem => rem(ty, a, b)?,
                    IntOp::Xor => a ^ b,
                    IntOp::And => a & b,
                    IntOp::Or => a | b,
                    IntOp::Shl => shl(ty, a, b),
                    IntOp::Shr => shr(ty, a, b),
                })
            }
        }
    };
}

rules_over_word!(narrow, u64, i64);
rules_over_word!(wide, u128, i128);
