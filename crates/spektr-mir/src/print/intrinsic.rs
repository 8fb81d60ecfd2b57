//! How library functions are written, so that every supported compiler knows them.
//!
//! Names in `core::intrinsics` come and go. Where a stable function has the same meaning
//! it is printed instead: `core::mem::size_of` where the intrinsic may not be called,
//! `f32::abs` where one version says `fabsf32` and the next `fabs`. What remains apart:
//! `round_ties_even` and `disjoint_bitor` are unknown to 1.85, and so is a call of
//! `abort`.

use std::fmt::Write as _;

use super::Printer;
use crate::syntax::{Intrinsic, Ty, TyKind};

/// Older compilers have the absolute value of a float in `std` only.
const ABS: &str = "core-abs";

/// Older compilers count bits in numbers of the operand's own type.
const COUNTS: &str = "u32-counts";

impl Printer<'_> {
    /// Writes the method that counts bits as the intrinsic does today.
    fn counting(&mut self, intrinsic: Intrinsic, generics: &[Ty]) -> bool {
        let method = match intrinsic {
            Intrinsic::Ctpop => "count_ones",
            Intrinsic::Ctlz => "leading_zeros",
            Intrinsic::Cttz => "trailing_zeros",
            Intrinsic::RotateLeft => "rotate_left",
            Intrinsic::RotateRight => "rotate_right",
            _ => return false,
        };
        generics.iter().for_each(|&ty| self.ty(ty));
        let _ = write!(self.out, "::{method}");
        true
    }

    pub fn intrinsic(&mut self, intrinsic: Intrinsic, generics: &[Ty]) {
        if intrinsic.atomic().is_some() {
            let _ = write!(self.out, "spektr_{}", intrinsic.name());
            for &ty in generics {
                self.out.push('_');
                self.ty(ty);
            }
            return;
        }
        if let (Some(_), [ty]) = (intrinsic.simd(), generics) {
            let name = self.vector_function(intrinsic, *ty);
            self.out.push_str(&name);
            return;
        }
        if self.detour_intrinsic(intrinsic, generics) {
            return;
        }
        let float = match generics.first().map(|&ty| self.types.kind(ty)) {
            Some(TyKind::Float(float)) => float.name(),
            _ => "",
        };
        let method = match intrinsic {
            Intrinsic::Fabs if self.dialect.knows(ABS) => "abs",
            Intrinsic::Minnum => "min",
            Intrinsic::Maxnum => "max",
            Intrinsic::Minimum => "minimum",
            Intrinsic::Maximum => "maximum",
            _ => "",
        };
        if !self.dialect.knows(COUNTS) && self.counting(intrinsic, generics) {
            return;
        }
        if !method.is_empty() {
            let _ = write!(self.out, "{float}::{method}");
            return;
        }
        let name = intrinsic.name();
        let _ = match intrinsic {
            Intrinsic::Fabs
            | Intrinsic::Sqrt
            | Intrinsic::Fma
            | Intrinsic::Floor
            | Intrinsic::Ceil
            | Intrinsic::Trunc
            | Intrinsic::Round
            | Intrinsic::Copysign => write!(self.out, "core::intrinsics::{name}{float}"),
            Intrinsic::RoundTiesEven => write!(self.out, "core::intrinsics::{name}_{float}"),
            _ => {
                let (module, name) = match intrinsic {
                    Intrinsic::SizeOf | Intrinsic::AlignOf | Intrinsic::NeedsDrop => ("mem", name),
                    Intrinsic::WriteViaMove => ("ptr", "write"),
                    _ => ("intrinsics", name),
                };
                let written = write!(self.out, "core::{module}::{name}");
                self.generics(generics);
                written
            }
        };
    }

    pub fn generics(&mut self, generics: &[Ty]) {
        for (i, &ty) in generics.iter().enumerate() {
            self.out.push_str(if i > 0 { ", " } else { "::<" });
            self.ty(ty);
        }
        if !generics.is_empty() {
            self.out.push('>');
        }
    }
}
