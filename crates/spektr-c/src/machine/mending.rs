//! Arithmetic that a generator is about to write otherwise: where a step is undefined that can be
//! given a form which is defined for all values, a run may go on with what that form yields, and
//! says afterwards which steps it was. Nobody but a generator runs like this, and whoever does has
//! to write down the other forms.

use spektr_text::Span;

use super::Machine;
use super::code::{Code, IntTy};
use super::number::{self, extend, make};
use super::stop::{Step, Stop, Undefined};
use super::value::Value;
use crate::syntax::{BinOp, BitCount, FunctionId};

/// A step to be written otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Mend {
    pub function: FunctionId,
    /// The place of the step.
    pub span: Span,
    /// What is wrong with it.
    pub undefined: Undefined,
}

impl Mend {
    fn is(&self, span: Span, undefined: &Undefined) -> bool {
        self.span.start == span.start && self.undefined.rule() == undefined.rule()
    }
}

/// Where code is: the instruction before `pc`.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub code: &'a Code,
    pub pc: usize,
}

impl Machine {
    /// From here on such steps are noted instead of stopping the run.
    pub fn note_mends(&mut self) {
        self.mends = Some(Vec::new());
    }

    /// What was noted, in the order of first occurrence; steps stop the run again.
    pub fn take_mends(&mut self) -> Vec<Mend> {
        self.mends.take().unwrap_or_default()
    }

    fn note_mend(&mut self, here: Here<'_>, stop: Box<Stop>) -> Step<Undefined> {
        let (Some(mends), Stop::Undefined(undefined)) = (&mut self.mends, &*stop) else {
            return Err(stop);
        };
        let span = here.code.spans.get(here.pc.saturating_sub(1)).copied().unwrap_or_default();
        if !span.is_known() {
            return Err(stop);
        }
        if !mends.iter().any(|mend| mend.is(span, undefined)) {
            let function = FunctionId(here.code.function);
            mends.push(Mend { function, span, undefined: undefined.clone() });
        }
        Ok(undefined.clone())
    }

    /// The result of an operation that was refused, as its other form yields it.
    #[cold]
    pub(super) fn mended_integer(
        &mut self,
        here: Here<'_>,
        stop: Box<Stop>,
        (op, int, count): (BinOp, IntTy, IntTy),
        (x, y): (Value, Value),
    ) -> Step<Value> {
        if self.mends.is_none() || !x.is_number() || !y.is_number() {
            return Err(stop);
        }
        let right = if op.is_shift() { count } else { int };
        let (a, mut b) = (extend(int, x), extend(right, y));
        let mut stop = stop;
        // Each turn takes one kind of trouble away.
        for _ in 0..3 {
            let unsigned = IntTy { signed: false, ..int };
            match self.note_mend(here, stop)? {
                Undefined::SignedOverflow { .. } | Undefined::DivisionOverflow { .. } => {
                    let wrapped = match op {
                        BinOp::Add => a.wrapping_add(b),
                        BinOp::Sub => a.wrapping_sub(b),
                        BinOp::Mul => a.wrapping_mul(b),
                        BinOp::Div => a.wrapping_neg(),
                        _ => 0,
                    };
                    return Ok(make(int, int.wrap_wide(wrapped)));
                }
                Undefined::DivisionByZero => b = 1,
                Undefined::ShiftCount { bits, .. } => b &= u128::from(bits) - 1,
                Undefined::ShiftOfNegative | Undefined::ShiftOverflow { .. } => {
                    let shifted = unsigned.wrap_wide(a) << b;
                    return Ok(make(int, int.wrap_wide(shifted)));
                }
                other => return Err(other.into()),
            }
            let strict = self.shared.switches.left_shift;
            match number::exact(op, int, count, a, b, strict) {
                Ok(value) => return Ok(value),
                Err(next) => stop = next,
            }
        }
        Err(stop)
    }

    /// The least number negated, as its other form yields it.
    #[cold]
    pub(super) fn mended_negation(
        &mut self,
        here: Here<'_>,
        stop: Box<Stop>,
        int: IntTy,
        value: Value,
    ) -> Step<Value> {
        if self.mends.is_none() || !value.is_number() {
            return Err(stop);
        }
        match self.note_mend(here, stop)? {
            Undefined::SignedOverflow { .. } => {
                Ok(make(int, int.wrap_wide(extend(int, value).wrapping_neg())))
            }
            other => Err(other.into()),
        }
    }

    /// Zeros of zero counted, as the other form yields it: those of one.
    #[cold]
    pub(super) fn mended_count(
        &mut self,
        here: Here<'_>,
        stop: Box<Stop>,
        op: BitCount,
        int: IntTy,
    ) -> Step<Value> {
        match self.note_mend(here, stop)? {
            Undefined::CountOfZero => number::count_bits(op, int, Value::number(1)),
            other => Err(other.into()),
        }
    }
}
