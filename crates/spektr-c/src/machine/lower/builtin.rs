//! Builtins of gcc and clang with rules of their own.

use super::Lowerer;
use super::effects::Touch;
use crate::constant;
use crate::machine::code::{IntTy, Op, OverflowInfo, Reg, Scalar};
use crate::machine::value::{Openness, Value};
use crate::syntax::{BinOp, Builtin, Expr, ExprKind};
use crate::types::{FloatKind, Ty, Types};

impl Lowerer<'_> {
    pub(super) fn builtin(&mut self, builtin: Builtin, args: &[Expr], ty: Ty) -> Reg {
        match builtin {
            Builtin::AddOverflow | Builtin::AddOverflowP => {
                self.overflow(builtin, BinOp::Add, args)
            }
            Builtin::SubOverflow | Builtin::SubOverflowP => {
                self.overflow(builtin, BinOp::Sub, args)
            }
            Builtin::MulOverflow | Builtin::MulOverflowP => {
                self.overflow(builtin, BinOp::Mul, args)
            }
            Builtin::Bits(op, kind) => {
                let a = self.value(&args[0]);
                let int = IntTy { bits: kind.bits() as u8, signed: kind.is_signed() };
                self.result(|dst| Op::Bits { op, int, dst, a })
            }
            Builtin::ByteSwap(kind) => {
                let a = self.value(&args[0]);
                self.result(|dst| Op::ByteSwap { bits: kind.bits() as u8, dst, a })
            }
            Builtin::Expect => self.operands(&args[0], &args[1]).0,
            Builtin::ExpectWithProbability => self.values(args)[0],
            Builtin::Unreachable => {
                self.emit(Op::Unreachable);
                self.constant(Value::ZERO)
            }
            Builtin::Trap => {
                self.emit(Op::Trap);
                self.constant(Value::ZERO)
            }
            Builtin::ConstantP => self.constant_p(&args[0]),
            Builtin::AssumeAligned => {
                let values = self.values(args);
                let zero = self.constant(Value::ZERO);
                let offset = values.get(2).copied().unwrap_or(zero);
                let (pointer, align) = (values[0], values[1]);
                self.result(|dst| Op::AssumeAligned { dst, pointer, align, offset })
            }
            Builtin::Prefetch => {
                args.iter().for_each(|arg| self.effect(arg));
                self.constant(Value::ZERO)
            }
            // What a compiler can tell depends on the optimiser.
            Builtin::ObjectSize => self.constant(Value::open(Openness::Other)),
            Builtin::VaStart => {
                let list = self.list(&args[0]);
                self.emit(Op::VaStart { list });
                self.constant(Value::ZERO)
            }
            Builtin::VaEnd => {
                let list = self.list(&args[0]);
                self.emit(Op::VaEnd { list });
                self.constant(Value::ZERO)
            }
            Builtin::VaCopy => {
                let (to, from) = (self.list(&args[0]), self.list(&args[1]));
                self.emit(Op::VaCopy { to, from });
                self.constant(Value::ZERO)
            }
            Builtin::Alloca => {
                let size = self.value(&args[0]);
                self.result(|dst| Op::Allocate { dst, size })
            }
            Builtin::FrameAddress => self.unsupported("`__builtin_frame_address`"),
            Builtin::ReturnAddress => self.unsupported("`__builtin_return_address`"),
            Builtin::Shuffle => self.shuffle(args, ty),
            Builtin::ShuffleVector => self.unsupported("`__builtin_shufflevector`"),
            Builtin::ConvertVector => self.convert_vector(&args[0], ty),
            Builtin::Infinity(kind) | Builtin::HugeVal(kind) => {
                self.constant(Value::wide(infinity(kind)))
            }
            Builtin::Nan { kind, quiet } => self.nan(kind, quiet, args),
            Builtin::Test(test) => {
                let values = self.values(args);
                let kind = self.types().as_float(args[0].ty).unwrap_or(FloatKind::Double);
                let (a, b) = (values[0], values.get(1).copied().unwrap_or(values[0]));
                self.result(|dst| Op::Test { test, kind, dst, a, b })
            }
            Builtin::FloatClassify => self.classify(args),
            Builtin::ClassifyType => self.classify_type(args),
        }
    }

    fn result(&mut self, op: impl FnOnce(Reg) -> Op) -> Reg {
        let dst = self.temp();
        self.emit(op(dst));
        dst
    }

    /// The values of operands that have no order between them.
    fn values(&mut self, args: &[Expr]) -> Vec<Reg> {
        let watch = self.may_conflict(args);
        self.fork(watch, false);
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.value(arg));
            self.next_branch(watch);
        }
        self.join(watch);
        values
    }

    /// Exact arithmetic (GCC 6.56), stored wrapped; the value tells whether that changed it.
    fn overflow(&mut self, builtin: Builtin, op: BinOp, args: &[Expr]) -> Reg {
        let stores =
            matches!(builtin, Builtin::AddOverflow | Builtin::SubOverflow | Builtin::MulOverflow);
        let values = self.values(args);
        let result_ty =
            if stores { self.types().target(args[2].ty).unwrap_or(Types::INT) } else { args[2].ty };
        let info = self.shared.overflow(OverflowInfo {
            a: self.int_ty(args[0].ty),
            b: self.int_ty(args[1].ty),
            result: self.int_ty(result_ty),
        });
        let (value, dst) = (self.temp(), self.temp());
        let (a, b) = (values[0], values[1]);
        self.emit(Op::Overflow { op, info, value, dst, a, b });
        if stores {
            let align = self.types().align_of(result_ty);
            let place = super::place::Place::Memory(super::place::InMemory {
                named: false,
                whole: false,
                ..super::place::InMemory::variable(values[2], align)
            });
            self.store(place, result_ty, value);
        }
        dst
    }

    /// 1 for constant expressions and string literals, 0 for addresses of objects and what has
    /// side effects, which is not evaluated; what else is constant the optimiser decides.
    fn constant_p(&mut self, arg: &Expr) -> Reg {
        let written = arg.written();
        if matches!(written.kind, ExprKind::String(_)) {
            return self.number(1);
        }
        if constant::value(self.types(), arg).is_ok() {
            return self.number(1);
        }
        let effects = self.effects(arg);
        let is_quiet = effects.writes == Touch::default();
        if is_quiet && !self.types().is_pointer(arg.ty) && self.shared.switches.open_constants {
            return self.constant(Value::open(Openness::Other));
        }
        self.number(0)
    }

    fn nan(&mut self, kind: FloatKind, quiet: bool, args: &[Expr]) -> Reg {
        let payload = match args.first().map(|arg| &arg.written().kind) {
            Some(ExprKind::String(literal)) => {
                let text: String = literal
                    .units
                    .iter()
                    .filter_map(|&unit| char::from_u32(unit))
                    .filter(|&c| c != '\0')
                    .collect();
                text.is_empty()
            }
            _ => false,
        };
        if !payload || !quiet {
            return self.unsupported("a NaN with a payload or that signals");
        }
        let bits = match kind {
            FloatKind::Float => u128::from(f32::NAN.to_bits()),
            FloatKind::Double => u128::from(f64::NAN.to_bits()),
            FloatKind::LongDouble => 0x7fff_c000_0000_0000_0000,
            FloatKind::Float128 => 0x7fff_8000 << 96,
        };
        self.constant(Value::wide(bits))
    }

    /// `__builtin_fpclassify(nan, infinite, normal, subnormal, zero, value)`.
    fn classify(&mut self, args: &[Expr]) -> Reg {
        use crate::syntax::FloatTest;
        let [nan, infinite, normal, subnormal, zero, value] = args else {
            return self.unsupported("`__builtin_fpclassify` of other operands");
        };
        let kind = self.types().as_float(value.ty).unwrap_or(FloatKind::Double);
        let a = self.value(value);
        let result = self.temp();
        let end = self.new_label();
        let tests = [
            (Some(FloatTest::IsNan), nan),
            (Some(FloatTest::IsInfinite), infinite),
            (Some(FloatTest::IsNormal), normal),
        ];
        for (test, class) in tests {
            let Some(test) = test else { continue };
            let class = self.value(class);
            let next = self.new_label();
            let is = self.result(|dst| Op::Test { test, kind, dst, a, b: a });
            let scalar = Scalar::Int(IntTy::INT);
            self.emit(Op::JumpUnless { scalar, condition: is, to: next });
            self.emit(Op::Move { dst: result, src: class });
            self.emit(Op::Jump { to: end });
            self.bind(next);
        }
        let (other, zero) = (self.value(subnormal), self.value(zero));
        self.emit(Op::Move { dst: result, src: other });
        self.emit(Op::JumpIf { scalar: Scalar::Float(kind), condition: a, to: end });
        self.emit(Op::Move { dst: result, src: zero });
        self.bind(end);
        result
    }

    /// gcc's `typeclass.h`.
    fn classify_type(&mut self, args: &[Expr]) -> Reg {
        let types = self.types();
        let class = match args.first().map(|arg| arg.ty) {
            Some(ty) if types.is_integer(ty) => 1,
            Some(ty) if types.is_pointer(ty) || types.is_array(ty) => 5,
            Some(ty) if types.is_float(ty) => 8,
            Some(ty) if types.is_record(ty) => {
                if types.as_record(ty).is_some_and(|id| types.record(id).is_union) {
                    13
                } else {
                    12
                }
            }
            _ => 0,
        };
        self.number(class)
    }
}

fn infinity(kind: FloatKind) -> u128 {
    match kind {
        FloatKind::Float => u128::from(f32::INFINITY.to_bits()),
        FloatKind::Double => u128::from(f64::INFINITY.to_bits()),
        FloatKind::LongDouble => 0x7fff_8000_0000_0000_0000,
        FloatKind::Float128 => 0x7fff << 112,
    }
}
