//! Expressions (6.5).

use super::place::{InMemory, Place, is_trusted};
use super::{Lowerer, Scalar};
use crate::constant;
use crate::machine::access::Deed;
use crate::machine::code::{CONSTANT, IntTy, Op, Reg, Step};
use crate::machine::value::Value;
use crate::syntax::{BinOp, Block, Conversion, Expr, ExprKind, IncDec, StmtKind, UnOp};
use crate::types::{FloatKind, Shape, Ty, Types};

impl Lowerer<'_> {
    /// Evaluates for the side effects only.
    pub(super) fn effect(&mut self, expr: &Expr) {
        self.at(expr.span, |lowerer| match &expr.kind {
            ExprKind::Paren(inner) => lowerer.effect(inner),
            ExprKind::Convert { conversion: Conversion::ToVoid, operand, .. } => {
                lowerer.effect(operand);
            }
            ExprKind::IncDec { op, operand, compute } => {
                lowerer.increment(*op, operand, *compute, false);
            }
            ExprKind::CompoundAssign { op, target, value, compute } => {
                lowerer.compound_assign(*op, target, value, *compute, false);
            }
            ExprKind::Comma { left, right } => {
                let mark = lowerer.mark();
                lowerer.effect(left);
                lowerer.sequence(mark);
                lowerer.effect(right);
            }
            ExprKind::Conditional { condition, then: Some(then), otherwise }
                if lowerer.forks == 0 =>
            {
                let (other, end) = (lowerer.new_label(), lowerer.new_label());
                lowerer.jump_unless(condition, other);
                lowerer.effect(then);
                lowerer.emit(Op::Jump { to: end });
                lowerer.bind(other);
                lowerer.effect(otherwise);
                lowerer.bind(end);
            }
            _ if expr.is_lvalue() && !lowerer.is_aggregate(expr.ty) => {
                // `*p;` designates an object but does not read it, unless it is volatile.
                if lowerer.types().is_void(expr.ty) || lowerer.types().is_function(expr.ty) {
                    if let ExprKind::Deref(pointer) = &expr.kind {
                        lowerer.value(pointer);
                    }
                } else {
                    lowerer.place(expr);
                }
            }
            _ => {
                let value = lowerer.value(expr);
                // 6.3.2.1p2: to convert an lvalue is to read the variable, used or not.
                if value & CONSTANT == 0 && (value as usize) < lowerer.function.locals.len() {
                    let dst = lowerer.temp();
                    lowerer.emit(Op::Move { dst, src: value });
                }
            }
        });
    }

    /// The value of an expression: a scalar in a register, or a pointer to an aggregate.
    pub(super) fn value(&mut self, expr: &Expr) -> Reg {
        self.at(expr.span, |lowerer| {
            let src = lowerer.value_at(expr);
            lowerer.note(Some(expr.ty), src);
            src
        })
    }

    fn value_at(&mut self, expr: &Expr) -> Reg {
        match &expr.kind {
            ExprKind::Int(bits) => {
                let value = self.int_value(*bits, expr.ty);
                self.constant(value)
            }
            ExprKind::Float(bits) => self.constant(Value::wide(*bits)),
            ExprKind::Enumerator(id, index) => {
                let number = self.types().enumeration(*id).enumerators[*index as usize].value;
                let value = self.int_value(number as u128, expr.ty);
                self.constant(value)
            }
            ExprKind::Paren(inner) => self.value(inner),
            ExprKind::SizeOfType(ty) => self.number(self.types().step(*ty).unwrap_or(1)),
            ExprKind::SizeOfExpr(operand) => {
                self.number(self.types().step(operand.ty).unwrap_or(1))
            }
            ExprKind::AlignOfType(ty) => self.number(self.types().align_of(*ty)),
            ExprKind::AlignOfExpr(operand) => self.number(self.align_of_expr(operand)),
            ExprKind::OffsetOf { offset, .. } => self.number(*offset),
            ExprKind::AddressOf(operand) => self.address_of(operand),
            ExprKind::Unary { op, operand } => self.unary(*op, operand, expr.ty),
            ExprKind::IncDec { op, operand, compute } => {
                self.increment(*op, operand, *compute, true)
            }
            ExprKind::Binary { op, left, right } => self.binary(*op, left, right, expr.ty),
            ExprKind::PointerAdd { pointer, index, subtract } => {
                let (p, i) = self.operands(pointer, index);
                self.pointer_add(p, pointer.ty, i, index.ty, *subtract)
            }
            ExprKind::PointerDiff { left, right } => {
                let target = self.types().target(left.ty).unwrap_or(Types::CHAR);
                let size = self.types().step(target).unwrap_or(1) as u32;
                let (a, b) = self.operands(left, right);
                let dst = self.temp();
                self.emit_fresh(Op::PointerDiff { dst, a, b, size });
                dst
            }
            ExprKind::Logical { left, right, and } => self.logical(expr, *and, left, right),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.conditional(condition, then.as_deref(), otherwise, expr.ty)
            }
            ExprKind::Comma { left, right } => {
                let mark = self.mark();
                self.effect(left);
                self.sequence(mark);
                self.value(right)
            }
            ExprKind::Assign { target, value } => self.assign(target, value),
            ExprKind::CompoundAssign { op, target, value, compute } => {
                self.compound_assign(*op, target, value, *compute, true)
            }
            ExprKind::Convert { conversion, operand, .. } => {
                self.conversion(*conversion, operand, expr.ty)
            }
            ExprKind::Call { callee, args } => self.call(callee, args, expr.ty),
            ExprKind::Builtin { builtin, args } => self.builtin(*builtin, args, expr.ty),
            ExprKind::VaArg { list } => self.va_arg(list, expr.ty),
            ExprKind::Statements(block) => self.statements(block, expr.ty),
            ExprKind::LabelAddress(label) => self.constant(Value::label(label.0)),
            ExprKind::Flat(_) => self.unsupported("an expression that is written flat"),
            // A record value taken as a whole is where it lies.
            ExprKind::String(_)
            | ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Deref(_)
            | ExprKind::Index { .. }
            | ExprKind::Lane { .. }
            | ExprKind::Member { .. } => {
                let place = self.place(expr);
                self.load(place, expr.ty)
            }
            ExprKind::Function(id) => {
                let id = self.shared.function(*id);
                self.constant(Value::function(id.0))
            }
        }
    }

    /// A constant of an integer type as registers hold it.
    pub(super) fn int_value(&self, bits: u128, ty: Ty) -> Value {
        let int = self.int_ty(ty);
        if int.bits == 128 { Value::wide(bits) } else { Value::number(int.wrap(bits as u64)) }
    }

    /// 6.5.3.4 for an expression (GNU): of the object that it designates.
    fn align_of_expr(&self, expr: &Expr) -> u64 {
        let types = self.types();
        match &expr.peeled().kind {
            ExprKind::Local(id) => {
                let local = self.function.local(*id);
                types.align_of(local.ty).max(local.align.unwrap_or(1))
            }
            ExprKind::Global(id) => {
                let global = self.program.global(*id);
                types.align_of(global.ty).max(global.align.unwrap_or(1))
            }
            ExprKind::Member { base, field } => {
                let declared =
                    types.as_record(base.ty).map(|id| &types.fields(id)[*field as usize]);
                let wished = declared.and_then(|field| field.align).unwrap_or(1);
                let packed = types.as_record(base.ty).and_then(|id| types.record(id).body.as_ref());
                match packed {
                    Some(body) if body.packed => wished,
                    _ => types.align_of(expr.ty).max(wished),
                }
            }
            _ => types.align_of(expr.ty),
        }
    }
}

/// Operators.
impl Lowerer<'_> {
    fn unary(&mut self, op: UnOp, operand: &Expr, ty: Ty) -> Reg {
        if self.types().is_vector(operand.ty) {
            return self.vector_unary(op, operand, ty);
        }
        let a = self.value(operand);
        let Some(scalar) = self.scalar(operand.ty) else { return a };
        let dst = self.temp();
        let op = match (op, scalar) {
            (UnOp::Plus, _) => Op::Move { dst, src: a },
            (UnOp::Negate, Scalar::Float(kind)) => Op::FloatNegate { kind, dst, a },
            (UnOp::Negate, _) => Op::Negate { int: self.int_ty(operand.ty), dst, a },
            (UnOp::Complement, _) => Op::Complement { int: self.int_ty(operand.ty), dst, a },
            (UnOp::Not, _) => Op::IsZero { scalar, dst, a },
        };
        self.emit_fresh(op);
        if let Op::Negate { .. } | Op::Complement { .. } = op {
            let width = self.own_width(operand);
            self.fits(width, dst);
        }
        dst
    }

    fn binary(&mut self, op: BinOp, left: &Expr, right: &Expr, ty: Ty) -> Reg {
        if self.types().is_vector(left.ty) {
            return self.vector_binary(op, left, right, ty);
        }
        let (a, b) = self.operands(left, right);
        let width = self.common_width(op, left, right);
        let is_shift = matches!(op, BinOp::Shl | BinOp::Shr);
        if !is_shift {
            self.fits(width, a);
            self.fits(width, b);
        }
        let result = self.arithmetic(op, a, b, left.ty, right.ty);
        if !op.is_comparison() {
            self.fits(width, result);
        }
        result
    }

    /// One operator on scalars; `right` matters for shifts.
    pub(super) fn arithmetic(&mut self, op: BinOp, a: Reg, b: Reg, left: Ty, right: Ty) -> Reg {
        let dst = self.temp();
        let lowered = match self.scalar(left) {
            Some(Scalar::Float(kind)) => Op::Float { op, kind, dst, a, b },
            Some(Scalar::Pointer) => Op::PointerCompare { op, dst, a, b },
            _ => integer(op, self.int_ty(left), self.int_ty(right), dst, a, b),
        };
        self.emit_fresh(lowered);
        dst
    }

    /// 6.5.6p8: a pointer moved by an index.
    pub(super) fn pointer_add(
        &mut self,
        pointer: Reg,
        pointer_ty: Ty,
        index: Reg,
        index_ty: Ty,
        subtract: bool,
    ) -> Reg {
        let target = self.types().target(pointer_ty).unwrap_or(Types::CHAR);
        let size = self.types().step(target).unwrap_or(1) as i64;
        let bytes = if subtract { -size } else { size };
        let step = self.shared.step(Step { bytes, int: self.int_ty(index_ty) });
        let dst = self.temp();
        self.emit_fresh(Op::PointerAdd { step, dst, pointer, index });
        dst
    }

    /// 6.5.13, 6.5.14: there is a sequence point after the first operand.
    fn logical(&mut self, expr: &Expr, and: bool, left: &Expr, right: &Expr) -> Reg {
        if self.forks == 0 {
            return self.truth(expr);
        }
        let result = self.temp();
        let end = self.new_label();
        let mark = self.mark();
        let a = self.value(left);
        self.sequence(mark);
        let scalar = self.scalar(left.ty).unwrap_or(Scalar::Bool);
        self.emit(Op::ToBool { scalar, dst: result, a });
        self.emit(if and {
            Op::JumpUnless { scalar: Scalar::Bool, condition: result, to: end }
        } else {
            Op::JumpIf { scalar: Scalar::Bool, condition: result, to: end }
        });
        let b = self.value(right);
        let scalar = self.scalar(right.ty).unwrap_or(Scalar::Bool);
        self.emit(Op::ToBool { scalar, dst: result, a: b });
        self.bind(end);
        result
    }

    /// 6.5.15p4: a sequence point, then one of the two.
    fn conditional(
        &mut self,
        condition: &Expr,
        then: Option<&Expr>,
        otherwise: &Expr,
        ty: Ty,
    ) -> Reg {
        if self.types().is_vector(condition.ty) {
            return self.vector_select(condition, then, otherwise, ty);
        }
        let is_void = self.types().is_void(ty);
        let result = self.temp();
        let (other, end) = (self.new_label(), self.new_label());
        let mark = self.mark();
        let test = self.value(condition);
        self.sequence(mark);
        let scalar = self.scalar(condition.ty).unwrap_or(Scalar::Bool);
        self.emit(Op::JumpUnless { scalar, condition: test, to: other });
        match then {
            Some(then) if is_void => self.effect(then),
            Some(then) => {
                let value = self.value(then);
                self.settle(value, result);
            }
            None => self.emit(Op::Move { dst: result, src: test }),
        }
        self.emit(Op::Jump { to: end });
        self.bind(other);
        if is_void {
            self.effect(otherwise);
        } else {
            let value = self.value(otherwise);
            self.settle(value, result);
        }
        self.bind(end);
        result
    }

    /// GNU's statement expression: the value of the last expression, taken before the objects
    /// of the block end.
    fn statements(&mut self, block: &Block, ty: Ty) -> Reg {
        let outer = self.pending_mark;
        self.pending_mark = self.mark();
        let result = if self.is_aggregate(ty) { self.temporary() } else { self.temp() };
        let kept = self.next;
        let zero = self.constant(Value::ZERO);
        self.within(&block.locals, |lowerer| {
            let Some((last, before)) = block.stmts.split_last() else { return };
            before.iter().for_each(|stmt| lowerer.statement(stmt));
            let value = match &last.kind {
                StmtKind::Expr(expr) if !lowerer.types().is_void(expr.ty) => expr,
                _ => return lowerer.statement(last),
            };
            let first = lowerer.temporaries.len();
            let src = lowerer.value(value);
            if lowerer.is_aggregate(ty) {
                lowerer.make_temporary(ty, result);
                lowerer.copy(ty, result, src, is_trusted(lowerer.types(), value));
            } else {
                lowerer.emit(Op::Move { dst: result, src });
            }
            lowerer.end_full_expression(first);
        });
        self.next = kept;
        self.pending_mark = outer;
        if self.types().is_void(ty) { zero } else { result }
    }
}

/// Assignments (6.5.16).
impl Lowerer<'_> {
    fn assign(&mut self, target: &Expr, value: &Expr) -> Reg {
        let written = self.touch(target);
        let (to, from) = (self.effects(target), self.effects(value));
        let unfinished = to.pending.meets(written) || from.pending.meets(written);
        let watch = to.conflict(from) || unfinished;
        self.fork(watch, false);
        let place = self.place(target);
        self.next_branch(watch);
        let first = self.code.ops.len();
        let src = self.value(value);
        self.check_overlap(place, target.ty, value, first);
        self.join(watch);
        if unfinished {
            self.check_pending(place, target.ty);
        }
        self.trusted = is_trusted(self.types(), value);
        self.store(place, target.ty, src)
    }

    /// 6.5.16.1p3: a scalar that is read from an object which overlaps the target must be all of
    /// it and of its type. `first` is where the code of the value begins.
    fn check_overlap(&mut self, place: Place, ty: Ty, value: &Expr, first: usize) {
        let (Place::Memory(to), Some(source)) = (place, loaded(value)) else { return };
        let load = self.code.ops[first..].iter().rev().find_map(|op| match *op {
            Op::Load { access, pointer, offset, .. } => Some((access, pointer, offset)),
            _ => None,
        });
        let (Some((access, from, from_offset)), Some(scalar)) = (load, self.scalar(ty)) else {
            return;
        };
        let access = self.shared.tables.accesses[access as usize];
        let (size, from_size) = (scalar.size() as u8, access.size);
        let same = self.types().compatible_unqualified(ty, source.ty);
        let aligned = u32::from(size) <= to.align && u32::from(from_size) <= access.align;
        let apart = to.named && !to.via_union || access.named && !access.via_union;
        if apart || same && aligned {
            return;
        }
        // Signed and unsigned of one type are not compatible, but no compiler minds.
        let exact = same || size == from_size && !self.shared.switches.overlapping_types;
        let (to, to_offset) = (to.pointer, to.offset);
        let sizes = [size, from_size];
        self.emit(Op::CheckOverlap { to, from, to_offset, from_offset, sizes, exact });
    }

    /// The write must not meet a side effect that is not ordered before it.
    fn check_pending(&mut self, place: Place, ty: Ty) {
        match place {
            Place::Var(var) => self.emit(Op::CheckVar { var }),
            Place::Memory(memory) => {
                let size = self.size(ty) as u32;
                let (pointer, offset) = (memory.pointer, memory.offset);
                self.emit(Op::CheckStore { size, pointer, offset });
            }
            Place::Bits(memory, field) => {
                let (pointer, offset) = (memory.pointer, memory.offset);
                self.emit(Op::CheckBits { field, pointer, offset });
            }
        }
    }

    /// 6.5.16.2p3: the target is evaluated once, read, and written.
    fn compound_assign(
        &mut self,
        op: BinOp,
        target: &Expr,
        value: &Expr,
        compute: Ty,
        used: bool,
    ) -> Reg {
        let written = self.touch(target);
        let (mut to, from) = (self.effects(target), self.effects(value));
        to.reads.named |= written.named;
        to.reads.exposed |= written.exposed;
        to.reads.pointed |= written.pointed;
        let unfinished = to.pending.meets(written) || from.pending.meets(written);
        let watch = to.conflict(from) || unfinished;
        self.fork(watch, false);
        let place = self.place(target);
        let by = constant::integer(self.types(), value).unwrap_or(0);
        let place = match op {
            BinOp::Add | BinOp::Sub if !used && by > 0 => {
                self.counter(place, target.ty, op == BinOp::Add)
            }
            _ => place,
        };
        if watch {
            self.note_late(place, target.ty);
        }
        self.next_branch(watch);
        let operand = self.value(value);
        self.join(watch);
        if unfinished {
            self.check_pending(place, target.ty);
        }
        // A call within the operand comes before the whole of it (6.5.16.2p3).
        let old = self.load(place, target.ty);
        let width = self.target_width(target, value, compute);
        if matches!(op, BinOp::Div | BinOp::Rem) {
            self.fits(width, operand);
        }
        let result = self.apply(op, old, target.ty, operand, value.ty, compute);
        self.fits(width.filter(|int| int.signed), result);
        self.store(place, target.ty, result)
    }

    /// The target is read without an order to the side effects of the operand, but not in the
    /// middle of a call.
    fn note_late(&mut self, place: Place, ty: Ty) {
        match place {
            Place::Var(var) => self.emit(Op::NoteRead { var }),
            Place::Memory(memory) => {
                let size = self.size(ty) as u32;
                let (pointer, offset) = (memory.pointer, memory.offset);
                self.emit(Op::NoteLate { size, pointer, offset });
            }
            // Its bits are looked at when it is read.
            Place::Bits(..) => {}
        }
    }

    /// `old op operand` in the type `compute`, then converted to `ty`.
    fn apply(
        &mut self,
        op: BinOp,
        old: Reg,
        ty: Ty,
        operand: Reg,
        operand_ty: Ty,
        compute: Ty,
    ) -> Reg {
        if self.types().is_vector(ty) {
            return self.vector_apply(op, old, operand, ty);
        }
        if self.types().is_pointer(compute) {
            return self.pointer_add(old, compute, operand, operand_ty, op == BinOp::Sub);
        }
        let a = self.convert(old, ty, compute);
        let result = self.arithmetic(op, a, operand, compute, operand_ty);
        self.convert(result, compute, ty)
    }

    /// 6.5.2.4, 6.5.3.1.
    fn increment(&mut self, op: IncDec, operand: &Expr, compute: Ty, used: bool) -> Reg {
        let written = self.touch(operand);
        let unfinished = self.effects(operand).pending.meets(written);
        self.fork(unfinished, false);
        let place = self.place(operand);
        let place = if used { place } else { self.counter(place, operand.ty, op.is_increment()) };
        let mut old = self.load(place, operand.ty);
        self.join(unfinished);
        if unfinished {
            self.check_pending(place, operand.ty);
        }
        if used && !op.is_prefix() && matches!(place, Place::Var(_)) {
            let dst = self.temp();
            self.emit(Op::Move { dst, src: old });
            old = dst;
        }
        let direction = if op.is_increment() { BinOp::Add } else { BinOp::Sub };
        let one = self.one(compute);
        let one_ty = if self.types().is_pointer(compute) { Types::INT } else { compute };
        let new = self.apply(direction, old, operand.ty, one, one_ty, compute);
        let width = self.target_width(operand, operand, compute);
        self.fits(width.filter(|int| int.signed), new);
        let stored = self.store(place, operand.ty, new);
        if op.is_prefix() { stored } else { old }
    }

    /// A place to which a constant is added and whose value is not used: where two calls do so,
    /// their order changes nothing.
    fn counter(&self, place: Place, ty: Ty, up: bool) -> Place {
        match (place, self.scalar(ty)) {
            (Place::Memory(memory), Some(Scalar::Int(_))) if !ty.is_volatile() => {
                let counts = Some(if up { Deed::Raise } else { Deed::Lower });
                Place::Memory(InMemory { counts, ..memory })
            }
            _ => place,
        }
    }

    fn one(&mut self, ty: Ty) -> Reg {
        let value = match self.types().shape(ty) {
            Shape::Float(FloatKind::Float) => Value::number(u64::from(1f32.to_bits())),
            Shape::Float(FloatKind::Double) => Value::number(1f64.to_bits()),
            Shape::Float(FloatKind::LongDouble) => Value::wide(0x3fff_8000_0000_0000_0000),
            Shape::Float(FloatKind::Float128) => Value::wide(0x3fff << 112),
            _ => Value::number(1),
        };
        self.constant(value)
    }
}

/// Conversions (6.3).
impl Lowerer<'_> {
    fn conversion(&mut self, conversion: Conversion, operand: &Expr, ty: Ty) -> Reg {
        match conversion {
            Conversion::Load => {
                let place = self.place(operand);
                self.load(place, operand.ty)
            }
            Conversion::ArrayDecay => self.decay(operand),
            Conversion::FunctionDecay => self.designated_function(operand),
            Conversion::ToVoid => {
                self.effect(operand);
                self.constant(Value::ZERO)
            }
            Conversion::NullPointer => {
                self.effect(operand);
                self.constant(Value::ZERO)
            }
            Conversion::SameRecord => self.value(operand),
            Conversion::Bits => self.reinterpret(operand, ty),
            Conversion::Splat => self.splat(operand, ty),
            Conversion::ToUnion(_) => self.union_of(operand, ty),
            Conversion::IntToInt
            | Conversion::ToBool
            | Conversion::IntToFloat
            | Conversion::FloatToInt
            | Conversion::FloatToFloat
            | Conversion::PointerToPointer
            | Conversion::PointerToInt
            | Conversion::IntToPointer => {
                let a = self.value(operand);
                self.convert(a, operand.ty, ty)
            }
        }
    }

    fn designated_function(&mut self, operand: &Expr) -> Reg {
        match &operand.peeled().kind {
            // `*f` of a pointer to function is that pointer again.
            ExprKind::Deref(pointer) => self.value(pointer),
            _ => self.value(operand),
        }
    }

    /// A scalar converted from one type to another.
    pub(super) fn convert(&mut self, a: Reg, from: Ty, to: Ty) -> Reg {
        let (Some(source), Some(target)) = (self.scalar(from), self.scalar(to)) else { return a };
        let dst = self.next;
        let (from_int, to_int) = (self.int_ty(from), self.int_ty(to));
        let op = match (source, target) {
            (Scalar::Bool, Scalar::Bool) => return a,
            (scalar, Scalar::Bool) => Op::ToBool { scalar, dst, a },
            (Scalar::Int(one), Scalar::Int(other)) if one == other => return a,
            (Scalar::Int(_) | Scalar::Bool, Scalar::Int(_)) => {
                if is_widening(from_int, to_int) && to_int.bits <= 64 {
                    return a;
                }
                Op::IntToInt { from: from_int, to: to_int, dst, a }
            }
            (Scalar::Int(_) | Scalar::Bool, Scalar::Float(to)) => {
                Op::IntToFloat { from: from_int, to, dst, a }
            }
            (Scalar::Float(from), Scalar::Int(to)) => Op::FloatToInt { from, to, dst, a },
            (Scalar::Float(one), Scalar::Float(other)) if one == other => return a,
            (Scalar::Float(from), Scalar::Float(to)) => Op::FloatToFloat { from, to, dst, a },
            (Scalar::Pointer, Scalar::Int(to)) => Op::PointerToInt { to, dst, a },
            (Scalar::Int(_) | Scalar::Bool, Scalar::Pointer) => {
                Op::IntToPointer { from: from_int, dst, a }
            }
            (Scalar::Pointer, Scalar::Pointer) => return self.pointer_to_pointer(a, from, to),
            (Scalar::Pointer, Scalar::Float(_)) | (Scalar::Float(_), Scalar::Pointer) => return a,
        };
        self.temp();
        self.emit_fresh(op);
        dst
    }

    fn pointer_to_pointer(&mut self, a: Reg, from: Ty, to: Ty) -> Reg {
        let types = self.types();
        let (Some(source), Some(target)) = (types.target(from), types.target(to)) else { return a };
        if types.is_function(source) || types.is_function(target) {
            return a;
        }
        let is_byte =
            |ty| types.is_void(ty) || matches!(types.size_of(ty), Some(1)) && types.is_integer(ty);
        let widen = is_byte(target)
            && (!is_byte(source) || types.is_void(target))
            && !self.shared.switches.narrow_characters;
        let align = if self.shared.switches.misaligned_conversion {
            types.align_of(target) as u32
        } else {
            1
        };
        if !widen && align == 1 {
            return a;
        }
        let dst = self.temp();
        self.emit(Op::PointerToPointer { align, widen, dst, a });
        dst
    }
}

/// Whether every value of the one type is one of the other, with the same bits in a register.
fn is_widening(from: IntTy, to: IntTy) -> bool {
    from.bits <= 64
        && (from.bits < to.bits && (to.signed || !from.signed)
            || from.bits == to.bits && from.signed == to.signed)
}

/// An integer operator by the type of its operands (and of a shift's count).
fn integer(op: BinOp, int: IntTy, count: IntTy, dst: Reg, a: Reg, b: Reg) -> Op {
    let bits = int.bits;
    if bits == 128 {
        return Op::Int { op, int, count, dst, a, b };
    }
    match (op, int.signed) {
        (BinOp::Add, true) => Op::AddS { bits, dst, a, b },
        (BinOp::Add, false) => Op::AddU { bits, dst, a, b },
        (BinOp::Sub, true) => Op::SubS { bits, dst, a, b },
        (BinOp::Sub, false) => Op::SubU { bits, dst, a, b },
        (BinOp::Mul, true) => Op::MulS { bits, dst, a, b },
        (BinOp::Mul, false) => Op::MulU { bits, dst, a, b },
        (BinOp::BitAnd, _) => Op::And { int, dst, a, b },
        (BinOp::BitOr, _) => Op::Or { int, dst, a, b },
        (BinOp::BitXor, _) => Op::Xor { int, dst, a, b },
        (BinOp::Less, true) => Op::LessS { dst, a, b },
        (BinOp::Less, false) => Op::LessU { dst, a, b },
        (BinOp::Greater, true) => Op::LessS { dst, a: b, b: a },
        (BinOp::Greater, false) => Op::LessU { dst, a: b, b: a },
        (BinOp::LessEqual, true) => Op::LessEqualS { dst, a, b },
        (BinOp::LessEqual, false) => Op::LessEqualU { dst, a, b },
        (BinOp::GreaterEqual, true) => Op::LessEqualS { dst, a: b, b: a },
        (BinOp::GreaterEqual, false) => Op::LessEqualU { dst, a: b, b: a },
        (BinOp::Equal, _) => Op::Equal { dst, a, b },
        (BinOp::NotEqual, _) => Op::NotEqual { dst, a, b },
        (BinOp::Div | BinOp::Rem | BinOp::Shl | BinOp::Shr, _) => {
            Op::Int { op, int, count, dst, a, b }
        }
    }
}

/// The lvalue whose value this is, converted or not.
fn loaded(value: &Expr) -> Option<&Expr> {
    match &value.kind {
        ExprKind::Paren(inner) => loaded(inner),
        ExprKind::Convert { conversion: Conversion::Load, operand, .. } => Some(operand),
        ExprKind::Convert { operand, .. } => loaded(operand),
        _ => None,
    }
}
