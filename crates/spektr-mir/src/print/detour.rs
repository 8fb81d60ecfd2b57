//! Ways around what the const evaluator cannot do, for the witness form: pointers are
//! compared by their distance, volatile accesses are plain ones, roots are computed, and
//! an unchecked conversion of a float checks what it is unchecked for.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{Form, Printer};
use crate::syntax::*;
use crate::typing::operand_ty;
use crate::wellformed::Location;

/// In the names of functions that compare pointers. Where they fail, the pointers belong
/// to different allocations, which is no fault of the program.
pub(crate) const COMPARE: &str = "spektr_compare";

impl Printer<'_> {
    /// The function that stands for a comparison of thin pointers.
    fn comparison(&self, function: &Function, statement: &StatementKind) -> Option<&'static str> {
        let StatementKind::Assign(_, Rvalue::Binary(op, left, _)) = statement else { return None };
        let name = match op {
            BinOp::Eq => "spektr_compare_eq",
            BinOp::Ne => "spektr_compare_ne",
            BinOp::Lt => "spektr_compare_lt",
            BinOp::Le => "spektr_compare_le",
            BinOp::Gt => "spektr_compare_gt",
            BinOp::Ge => "spektr_compare_ge",
            _ => return None,
        };
        let ty = operand_ty(self.program, function, left).ok()?;
        match *self.types.kind(ty) {
            TyKind::RawPtr(_, to) if !self.types.is_unsized(to) => Some(name),
            _ => None,
        }
    }

    /// A comparison is a call here, and a call ends its block: every one needs another
    /// block to go on in.
    pub fn detour_blocks(&mut self, function: &Function, index: usize, block: &Block) {
        let statements = block.statements.iter();
        let calls = statements.filter(|s| self.comparison(function, &s.kind).is_some()).count();
        let kind = if block.cleanup { "Cleanup" } else { "Normal" };
        for i in 0..calls {
            let _ = writeln!(self.out, "let spektr_{index}_{i} = BasicBlock::{kind};");
        }
    }

    /// Writes a comparison of pointers as a call and opens the next block.
    pub fn detour(&mut self, function: &Function, statement: &StatementKind, at: Location) -> bool {
        if self.form != Form::Witness {
            return false;
        }
        let (Some(name), StatementKind::Assign(place, Rvalue::Binary(_, left, right))) =
            (self.comparison(function, statement), statement)
        else {
            return false;
        };
        self.out.push_str("Call(");
        self.target_place(function, place);
        let _ = write!(self.out, " = {name}(");
        self.operand(function, left);
        self.out.push_str(", ");
        self.operand(function, right);
        let next = self.detours;
        self.detours += 1;
        let target = self.dialect.return_to(&format!("spektr_{}_{next}", at.block.0));
        let _ = write!(self.out, "), {target}, UnwindUnreachable())");
        self.end_line(at);
        self.line("};\n{");
        true
    }

    /// The function that stands for an intrinsic here, if there is one.
    pub fn detour_intrinsic(&mut self, intrinsic: Intrinsic, generics: &[Ty]) -> bool {
        let path = match intrinsic {
            _ if self.form != Form::Witness => return false,
            Intrinsic::VolatileLoad => "core::intrinsics::read_via_copy",
            Intrinsic::VolatileStore => "core::ptr::write",
            Intrinsic::UnalignedVolatileLoad => "core::ptr::read_unaligned",
            Intrinsic::UnalignedVolatileStore => "core::ptr::write_unaligned",
            Intrinsic::Sqrt => {
                self.out.push_str("spektr_sqrt_");
                generics.iter().for_each(|&ty| self.ty(ty));
                return true;
            }
            Intrinsic::FloatToIntUnchecked => {
                let _ = write!(self.out, "spektr_to_int");
                for &ty in generics {
                    self.out.push('_');
                    self.ty(ty);
                }
                return true;
            }
            _ => return false,
        };
        self.out.push_str(path);
        self.generics(generics);
        true
    }

    /// The functions that the detours lead to.
    pub fn detour_helpers(&mut self) {
        self.line(
            "\nconst fn spektr_compare<P: Copy>(a: P, b: P) -> isize { unsafe {\n    let a = \
             *(&raw const a as *const *const u8);\n    let b = *(&raw const b as *const *const \
             u8);\n    core::intrinsics::ptr_offset_from(a, b)\n} }",
        );
        for (name, op) in
            [("eq", "=="), ("ne", "!="), ("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">=")]
        {
            let _ = writeln!(
                self.out,
                "const fn spektr_compare_{name}<P: Copy>(a: P, b: P) -> bool {{ \
                 spektr_compare(a, b) {op} 0 }}"
            );
        }
        for (float, int) in self.conversions() {
            let (f, i) = (float.name(), int.name());
            // A type whose largest value is no float can only be hit by saturating.
            let _ = writeln!(
                self.out,
                "const fn spektr_to_int_{f}_{i}(x: {f}) -> {i} {{ unsafe {{\n    let y = x as \
                 {i};\n    let cut = y == {i}::MAX && (y as {f}) as u128 != y as u128;\n    if \
                 !(y as {f} == core::intrinsics::trunc{f}(x)) || cut {{\n        \
                 core::hint::unreachable_unchecked()\n    }}\n    y\n}} }}"
            );
        }
    }

    fn conversions(&self) -> BTreeSet<(FloatTy, IntTy)> {
        let blocks = self.program.functions.iter().flat_map(|function| &function.blocks);
        let callees = blocks.filter_map(|block| match &block.terminator.kind {
            TerminatorKind::Call { callee, .. } => Some(callee),
            _ => None,
        });
        callees
            .filter_map(|callee| match callee {
                Callee::Intrinsic(Intrinsic::FloatToIntUnchecked, generics) => {
                    match generics.iter().map(|&ty| self.types.kind(ty)).collect::<Vec<_>>()[..] {
                        [TyKind::Float(float), TyKind::Int(int)] => Some((*float, *int)),
                        _ => None,
                    }
                }
                _ => None,
            })
            .collect()
    }
}
