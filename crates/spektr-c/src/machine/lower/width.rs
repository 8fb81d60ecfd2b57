//! Bit-fields wider than `int` (6.7.2.1p5): gcc gives them a type of just their width, clang the
//! declared one, and the standard says neither. Arithmetic is done in the declared type; where a
//! type of the width would lead to something else, code asks.

use super::Lowerer;
use crate::machine::code::{IntTy, Op, Reg};
use crate::syntax::{BinOp, Conversion, Expr, ExprKind, StmtKind, UnOp};
use crate::types::{IntKind, Ty};

/// What counts as `int`: no type of a width is narrower.
const INT: u8 = 32;

/// Bits of an operand's type as gcc has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Width {
    bits: u8,
    signed: bool,
    /// Of a bit-field, so that clang has another.
    special: bool,
}

impl Width {
    /// 6.3.1.8: of the type that both are converted to.
    fn with(self, other: Width) -> Width {
        let bits = self.bits.max(other.bits);
        let special = self.bits == bits && self.special || other.bits == bits && other.special;
        Width { bits, signed: self.signed && other.signed, special }
    }
}

impl Lowerer<'_> {
    /// The width of the type that an expression has for gcc, implicit conversions apart.
    fn width_of(&self, expr: &Expr) -> Option<Width> {
        let own = match &expr.kind {
            ExprKind::Paren(inner) => return self.width_of(inner),
            ExprKind::Convert { conversion: Conversion::IntToInt, operand, implicit: true } => {
                return self.width_of(operand);
            }
            ExprKind::Convert { conversion: Conversion::Load, operand: place, .. }
            | ExprKind::Assign { target: place, .. }
            | ExprKind::CompoundAssign { target: place, .. }
            | ExprKind::IncDec { operand: place, .. } => place.bit_field_width(self.types()),
            ExprKind::Unary { op: UnOp::Negate | UnOp::Complement | UnOp::Plus, operand } => {
                return self.width_of(operand);
            }
            ExprKind::Binary { op: BinOp::Shl | BinOp::Shr, left, .. } => {
                return self.width_of(left);
            }
            ExprKind::Binary { op, left, right } if !op.is_comparison() => {
                return Some(self.width_of(left)?.with(self.width_of(right)?));
            }
            ExprKind::Conditional { then: Some(then), otherwise, .. } => {
                return Some(self.width_of(then)?.with(self.width_of(otherwise)?));
            }
            ExprKind::Comma { right, .. } => return self.width_of(right),
            _ => None,
        };
        let declared = self.types().int_kind(expr.ty)?;
        let bits = (declared.bits() as u8).max(INT);
        let signed = declared.is_signed() || (declared.bits() as u8) < INT;
        match own.map(|width| width as u8) {
            Some(width) if width > INT && width < bits => {
                Some(Width { bits: width, signed, special: true })
            }
            _ => Some(Width { bits, signed, special: false }),
        }
    }

    /// The type in which gcc does what clang does in a wider one.
    fn special(&self, width: Option<Width>, ty: Ty) -> Option<IntTy> {
        let width = width.filter(|width| width.special)?;
        let int = self.int_ty(ty);
        // Signed in gcc's type, unsigned in the declared one: the highest bit stays clear.
        let bits = if width.signed && !int.signed { width.bits - 1 } else { width.bits };
        Some(IntTy { bits, signed: int.signed })
    }

    /// The type of a width that both operands are converted to, if they are.
    pub(super) fn common_width(&self, op: BinOp, left: &Expr, right: &Expr) -> Option<IntTy> {
        if self.int_ty(left.ty).bits <= INT {
            return match self.types().int_kind(left.ty) {
                Some(IntKind::UInt) if op.is_shift() => self.half_promoted(left),
                Some(IntKind::UInt) => self.half_promoted_pair(left, right),
                _ => None,
            };
        }
        let one = self.width_of(left)?;
        let width = match op {
            BinOp::Shl | BinOp::Shr => one,
            _ => one.with(self.width_of(right)?),
        };
        self.special(Some(width), left.ty)
    }

    /// The type of a width that an operator with one operand works in.
    pub(super) fn own_width(&self, operand: &Expr) -> Option<IntTy> {
        if self.int_ty(operand.ty).bits <= INT {
            return self.half_promoted(operand);
        }
        self.special(self.width_of(operand), operand.ty)
    }

    /// The type of a width that `target op= value` is computed in.
    pub(super) fn target_width(&self, target: &Expr, value: &Expr, compute: Ty) -> Option<IntTy> {
        let declared = self.int_ty(target.ty);
        let bits = target.bit_field_width(self.types())? as u8;
        if bits <= INT || bits >= declared.bits {
            return None;
        }
        let own = Width { bits, signed: declared.signed, special: true };
        self.special(Some(own.with(self.width_of(value)?)), compute)
    }

    /// An unsigned bit-field narrower than `int` that gcc promotes and clang does not: what is
    /// done with it is the same for both as long as nothing is negative.
    pub(super) fn half_promoted(&self, expr: &Expr) -> Option<IntTy> {
        let types = self.types();
        let written = expr.written();
        let width = match &written.kind {
            ExprKind::IncDec { op, operand, .. } if !op.is_prefix() => {
                operand.bit_field_width(types)
            }
            ExprKind::Statements(block) => match block.stmts.last().map(|stmt| &stmt.kind) {
                Some(StmtKind::Expr(last)) => last.value_bit_field_width(types),
                _ => None,
            },
            ExprKind::Comma { right: inner, .. }
            | ExprKind::Binary { op: BinOp::Shl | BinOp::Shr, left: inner, .. }
            | ExprKind::Unary { operand: inner, .. } => return self.half_promoted(inner),
            ExprKind::Binary { op, left, right } if !op.is_comparison() => {
                return self.half_promoted_pair(left, right);
            }
            ExprKind::Conditional { then: Some(then), otherwise, .. } => {
                return self.half_promoted_pair(then, otherwise);
            }
            _ => None,
        };
        let declared = types.int_kind(written.ty)?;
        let narrow = width.is_some_and(|width| width < u32::from(INT));
        let differs = narrow && !declared.is_signed() && declared.bits() == u32::from(INT);
        differs.then_some(IntTy { bits: INT - 1, signed: false })
    }

    /// Two operands of which gcc makes `int` and clang `unsigned int`.
    fn half_promoted_pair(&self, left: &Expr, right: &Expr) -> Option<IntTy> {
        let (one, other) = (self.half_promoted(left), self.half_promoted(right));
        let is_int = |expr: &Expr| {
            let kind = self.types().int_kind(expr.written().ty);
            kind.is_some_and(|kind| kind.bits() < u32::from(INT) || kind == IntKind::Int)
        };
        match (one, other) {
            (Some(int), Some(_)) => Some(int),
            (Some(int), None) => is_int(right).then_some(int),
            (None, Some(int)) => is_int(left).then_some(int),
            (None, None) => None,
        }
    }

    /// The value must be the same in a type of fewer bits.
    pub(super) fn fits(&mut self, int: Option<IntTy>, value: Reg) {
        if let Some(int) = int {
            self.emit(Op::FitsWidth { int, value });
        }
    }
}
