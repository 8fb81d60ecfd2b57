//! Intrinsics that compute with integers. LangRef, "Standard C/C++ Library Intrinsics", "Bit
//! Manipulation Intrinsics", "Arithmetic with Overflow Intrinsics", "Saturation Arithmetic
//! Intrinsics".

use spektr_number::{Big, IntOp};

use super::super::address;
use super::super::arithmetic::{self, spread_of};
use super::super::compute::lanes;
use super::super::integer::{self, Function, mask};
use super::super::open;
use super::super::run::Machine;
use super::super::spread::Spread;
use super::super::stop::{Step, unsupported};
use super::super::value::Value;
use super::Intrinsic;
use crate::syntax::{BinaryOp, Call};

impl Machine<'_, '_> {
    pub(super) fn integer_intrinsic(&mut self, it: &Intrinsic, call: &Call) -> Step<Value> {
        let first = self.argument(call, 0)?;
        let width = self.code.width(self.lane_ty(first))?;
        let mut operands = Vec::with_capacity(3);
        for at in 0..call.args.len() {
            let operand = self.argument(call, at)?;
            let value = self.used(operand);
            let memory = &self.memory;
            let plain = lanes(&[&value], |of| Ok(address::plain(memory, width, of[0])))?;
            operands.push(plain);
        }
        let extreme = |at: usize| operands.get(at).and_then(Value::known) == Some(1);
        let function = match it {
            Intrinsic::Int(function) => *function,
            Intrinsic::Abs => Function::Abs(extreme(1)),
            Intrinsic::Ctlz => Function::Ctlz(extreme(1)),
            Intrinsic::Cttz => Function::Cttz(extreme(1)),
            Intrinsic::WithOverflow(op, is_signed) => {
                return with_overflow(*op, *is_signed, width, &operands[0], &operands[1]);
            }
            Intrinsic::Funnel(left) => return funnel(*left, width, &operands),
            Intrinsic::ThreeWay(is_signed) => {
                let Some((result, _, _)) = self.code.module.signature(call.ty) else {
                    return unsupported("a call without a signature");
                };
                let to = self.code.width(self.code.lane(result))?;
                return three_way(*is_signed, width, to, &operands[0], &operands[1]);
            }
            _ => return unsupported("this integer intrinsic"),
        };
        let unary = matches!(
            function,
            Function::Abs(_)
                | Function::Ctlz(_)
                | Function::Cttz(_)
                | Function::CtPop
                | Function::BSwap
                | Function::BitReverse
        );
        if unary {
            // The second operand is a number that plays no part.
            return lanes(&[&operands[0]], |of| {
                arithmetic::function(function, width, of[0], &Value::number(width.min(128), 0))
            });
        }
        lanes(&[&operands[0], &operands[1]], |of| {
            arithmetic::function(function, width, of[0], of[1])
        })
    }
}

/// The wrapped result and whether it wrapped, of vectors each a vector.
fn with_overflow(op: BinaryOp, is_signed: bool, width: u32, a: &Value, b: &Value) -> Step<Value> {
    let wrapped = lanes(&[a, b], |of| {
        arithmetic::binary(op, crate::syntax::Flags::NONE, width, of[0], of[1])
    })?;
    let overflow = lanes(&[a, b], |of| overflows(op, is_signed, width, of[0], of[1]))?;
    Ok(Value::list(vec![wrapped, overflow]))
}

fn overflows(op: BinaryOp, is_signed: bool, width: u32, a: &Value, b: &Value) -> Step<Value> {
    match (a, b) {
        (Value::Poison, _) | (_, Value::Poison) => return Ok(Value::Poison),
        (Value::Unknown(why), _) | (_, Value::Unknown(why)) => return Ok(Value::Unknown(*why)),
        (Value::Big(a), Value::Big(b)) => {
            let int_op = match op {
                BinaryOp::Add => IntOp::Add,
                BinaryOp::Sub => IntOp::Sub,
                _ => IntOp::Mul,
            };
            let wrapped = a.overflowing(int_op, b, is_signed).is_some_and(|(_, it)| it);
            return Ok(Value::bool(wrapped));
        }
        _ if width > 128 => return Ok(Value::Undef),
        _ => {}
    }
    let (Some((left, left_undef)), Some((right, right_undef))) =
        (spread_of(width, a), spread_of(width, b))
    else {
        return unsupported("overflow of another kind of value");
    };
    let wrapped = |a, b| Ok(u128::from(integer::with_overflow(op, is_signed, width, a, b).1));
    let spread = match open::pairs(width, &left, &right, wrapped) {
        Some(Ok(spread)) => spread,
        _ => Spread::of(vec![0, 1]),
    };
    Ok(Value::partial(1, left_undef || right_undef, spread))
}

/// LangRef, "'llvm.fshl.*' Intrinsic": the amount counts modulo the width.
fn funnel(left: bool, width: u32, operands: &[Value]) -> Step<Value> {
    let [a, b, amount] = operands else { return unsupported("a funnel shift of two") };
    lanes(&[a, b, amount], |of| {
        if of.iter().any(|value| matches!(value, Value::Poison)) {
            return Ok(Value::Poison);
        }
        if let Some(why) = of.iter().find_map(|value| value.unknown()) {
            return Ok(Value::Unknown(why));
        }
        if let (Value::Big(a), Value::Big(b), Value::Big(amount)) = (of[0], of[1], of[2]) {
            let result = if left { a.funnel_left(b, amount) } else { a.funnel_right(b, amount) };
            return Ok(Value::Big(Box::new(result)));
        }
        if width > 128 {
            return Ok(Value::Undef);
        }
        match (of[0].known(), of[1].known(), of[2].known()) {
            (Some(a), Some(b), Some(amount)) => {
                Ok(Value::number(width, integer::funnel_shift(left, width, a, b, amount)))
            }
            (_, _, Some(amount)) => Ok(funnel_bits(left, width, of[0], of[1], amount)),
            _ => {
                let undef = of.iter().any(|value| value.has_undef_or_poison());
                Ok(Value::partial(width, undef, Spread::all(width)))
            }
        }
    })
}

/// A funnel shift by a known amount moves known and open bits alike.
fn funnel_bits(left: bool, width: u32, a: &Value, b: &Value, amount: u128) -> Value {
    let (Some((first, first_undef)), Some((second, second_undef))) =
        (spread_of(width, a), spread_of(width, b))
    else {
        return Value::Poison;
    };
    let ((a, a_open), (b, b_open)) = (first.as_bits(width), second.as_bits(width));
    let ones = integer::funnel_shift(left, width, a & !a_open, b & !b_open, amount);
    let open = integer::funnel_shift(left, width, a_open, b_open, amount);
    Value::partial(width, first_undef || second_undef, Spread::bits(ones, open))
}

/// LangRef, "'llvm.scmp.*' and 'llvm.ucmp.*' Intrinsics": -1, 0 or 1.
fn three_way(is_signed: bool, width: u32, to: u32, a: &Value, b: &Value) -> Step<Value> {
    lanes(&[a, b], |of| {
        let order = match (of[0], of[1]) {
            (Value::Poison, _) | (_, Value::Poison) => return Ok(Value::Poison),
            (Value::Unknown(why), _) | (_, Value::Unknown(why)) => {
                return Ok(Value::Unknown(*why));
            }
            (Value::Big(a), Value::Big(b)) => a.order(b, is_signed),
            (a, b) => match (a.known(), b.known()) {
                (Some(a), Some(b)) if is_signed => {
                    integer::signed(width, a).cmp(&integer::signed(width, b))
                }
                (Some(a), Some(b)) => a.cmp(&b),
                _ => {
                    let undef = a.has_undef_or_poison() || b.has_undef_or_poison();
                    let spread = Spread::of(vec![0, 1, mask(to.min(128))]);
                    return Ok(Value::partial(to.min(128), undef, spread));
                }
            },
        };
        let number = order as i128;
        Ok(match to > 128 {
            true => Value::Big(Box::new(Big::from_i128(to, number))),
            false => Value::number(to, number as u128 & mask(to)),
        })
    })
}
