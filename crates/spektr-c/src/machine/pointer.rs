//! Pointers as values: arithmetic (6.5.6), comparison (6.5.8, 6.5.9), conversion (6.3.2.3).

use super::Machine;
use super::code::{IntTy, Step as Stride};
use super::memory::flag;
use super::number::{extend, no_number};
use super::stop::{Step, Stop, Undefined, Unspecified};
use super::value::{Kind, Openness, Pointer, Value};
use crate::syntax::BinOp;

impl Machine {
    /// 6.5.6p8: the result points into the same array, or one past its end.
    #[inline]
    pub(super) fn pointer_add(&self, stride: Stride, pointer: Value, index: Value) -> Step<Value> {
        let (Some(p), true) = (pointer.pointer(), index.is_number()) else {
            return self.pointer_add_odd(stride, pointer, index);
        };
        let moved = if stride.int.bits == 128 {
            None
        } else {
            let index = index.lo as i64;
            if !stride.int.signed && index < 0 { None } else { index.checked_mul(stride.bytes) }
        };
        let offset = moved.and_then(|moved| moved.checked_add(i64::from(p.offset)));
        let offset = offset.unwrap_or(i64::MAX);
        if offset < i64::from(p.low) || offset > i64::from(p.high) || !self.memory.is_live(p.object)
        {
            return self.bad_move(p, offset);
        }
        Ok(Pointer { offset: offset as i32, ..p }.value())
    }

    #[cold]
    fn bad_move(&self, p: Pointer, offset: i64) -> Step<Value> {
        self.check_live(p.value())?;
        let (low, high) = (u64::from(p.low), u64::from(p.high));
        Err(Undefined::PointerArithmetic { object: p.object, offset, low, high }.into())
    }

    #[cold]
    fn pointer_add_odd(&self, stride: Stride, pointer: Value, index: Value) -> Step<Value> {
        if !index.is_number() {
            return Err(no_number(index));
        }
        let nothing = extend(stride.int, index) == 0;
        match pointer.kind() {
            Kind::Number
                if nothing && (pointer.lo != 0 || !self.shared.switches.null_plus_zero) =>
            {
                Ok(pointer)
            }
            Kind::Number if pointer.lo == 0 => Err(Undefined::NullArithmetic.into()),
            Kind::Label => Err(Stop::unsupported("arithmetic on the address of a label")),
            Kind::Number | Kind::Function => Err(Undefined::InvalidPointer.into()),
            _ => Err(self.no_pointer(pointer)),
        }
    }

    /// 6.7.6.3p7: an argument for `a[static n]` points to the first of at least `n` elements.
    #[cold]
    pub(super) fn least_array(&self, pointer: Value, size: u32) -> Step<()> {
        let there = match pointer.pointer() {
            Some(p) => i64::from(p.high) - i64::from(p.offset),
            None => 0,
        };
        if there >= i64::from(size) { Ok(()) } else { Err(Undefined::ShortArray.into()) }
    }

    /// A member of the record that the pointer is to.
    #[inline]
    pub(super) fn member(
        &self,
        narrow: bool,
        pointer: Value,
        offset: u32,
        size: u32,
    ) -> Step<Value> {
        let Some(p) = pointer.pointer() else {
            // `&p->m` of a null pointer: 6.5.3.2p3 excuses only `&*p` and `&a[i]`.
            return match pointer.kind() {
                Kind::Number
                    if pointer.lo == 0 && offset == 0 && !self.shared.switches.null_plus_zero =>
                {
                    Ok(pointer)
                }
                Kind::Number if pointer.lo == 0 => Err(Undefined::NullArithmetic.into()),
                _ => Err(self.no_pointer(pointer)),
            };
        };
        let at = i64::from(p.offset) + i64::from(offset);
        if at > i64::from(p.high) || at < i64::from(p.low) || !self.memory.is_live(p.object) {
            return self.bad_move(p, at);
        }
        let mut member = Pointer { offset: at as i32, ..p };
        if narrow {
            let is_array = size != u32::MAX && size > 0;
            if is_array && at == i64::from(p.high) && self.shared.switches.arrays_past_the_end {
                return Err(Undefined::PastTheEnd { object: p.object }.into());
            }
            member.low = at as u32;
            if size != u32::MAX {
                member.high = (at as u64 + u64::from(size)).min(u64::from(p.high)) as u32;
            }
        }
        Ok(member.value())
    }

    /// 6.5.6p9: the number of elements between two pointers into one array.
    pub(super) fn pointer_diff(&self, a: Value, b: Value, size: u32) -> Step<Value> {
        for value in [a, b] {
            if matches!(value.kind(), Kind::Uninit | Kind::Missing | Kind::Open) {
                return Err(no_number(value));
            }
            self.check_live(value)?;
        }
        match (a.pointer(), b.pointer()) {
            (Some(p), Some(q)) if p.object == q.object => {
                let strict = self.shared.switches.narrow_members;
                if strict && (p.low, p.high) != (q.low, q.high) {
                    return Err(Undefined::PointerDifference.into());
                }
                let bytes = i64::from(p.offset) - i64::from(q.offset);
                let size = i64::from(size.max(1));
                if bytes % size != 0 {
                    return Err(Undefined::PointerDifference.into());
                }
                Ok(Value::number((bytes / size) as u64))
            }
            _ if a.is_null() && b.is_null() => Ok(Value::ZERO),
            _ if a.kind() == Kind::Label && b.kind() == Kind::Label => {
                Err(Stop::unsupported("the difference of the addresses of labels"))
            }
            _ => Err(Undefined::PointerDifference.into()),
        }
    }

    /// 6.5.8p5 and 6.5.9p6.
    pub(super) fn pointer_compare(&self, op: BinOp, a: Value, b: Value) -> Step<Value> {
        for value in [a, b] {
            if matches!(value.kind(), Kind::Uninit | Kind::Missing) {
                return Err(no_number(value));
            }
            self.check_live(value)?;
        }
        let truth = |truth: bool| Ok(Value::number(u64::from(truth)));
        match op {
            BinOp::Equal => truth(self.same_address(a, b)?),
            BinOp::NotEqual => truth(!self.same_address(a, b)?),
            _ => {
                let (one, other) = match (a.pointer(), b.pointer()) {
                    (Some(p), Some(q)) if p.object == q.object => {
                        (i64::from(p.offset), i64::from(q.offset))
                    }
                    _ if a.is_number() && b.is_number() && a.lo == b.lo => (0, 0),
                    _ => return Err(Undefined::PointerComparison.into()),
                };
                truth(match op {
                    BinOp::Less => one < other,
                    BinOp::Greater => one > other,
                    BinOp::LessEqual => one <= other,
                    _ => one >= other,
                })
            }
        }
    }

    /// Whether two addresses are equal, if that does not depend on where objects lie.
    pub(super) fn same_address(&self, a: Value, b: Value) -> Step<bool> {
        match (a.kind(), b.kind()) {
            (Kind::Number, Kind::Number) => Ok(a.lo == b.lo),
            (Kind::Object, Kind::Object) => match (a.pointer(), b.pointer()) {
                (Some(p), Some(q)) => self.same_place(p, q),
                _ => Ok(false),
            },
            (Kind::Function, Kind::Function) | (Kind::Label, Kind::Label) => Ok(a.lo == b.lo),
            (Kind::Open | Kind::Nan, _) => Err(no_number(a)),
            (_, Kind::Open | Kind::Nan) => Err(no_number(b)),
            (Kind::Number, _) if a.lo == 0 => Ok(false),
            (_, Kind::Number) if b.lo == 0 => Ok(false),
            (Kind::Number, Kind::Object) => self.same_number(b, a.lo),
            (Kind::Object, Kind::Number) => self.same_number(a, b.lo),
            // A number other than null that nobody made from a pointer.
            (Kind::Number, _) | (_, Kind::Number) => Err(Unspecified::Address.into()),
            _ => Ok(false),
        }
    }

    /// No object lies in the first page, and each lies at a multiple of its alignment.
    fn same_number(&self, pointer: Value, number: u64) -> Step<bool> {
        const FIRST_PAGE: u64 = 4096;
        let Some(p) = pointer.pointer() else { return Ok(false) };
        let align = self.memory.get(p.object).map_or(1, |object| u64::from(object.align));
        let fits = number % align == i64::from(p.offset).rem_euclid(align as i64) as u64;
        if number >= FIRST_PAGE && fits { Err(Unspecified::Address.into()) } else { Ok(false) }
    }

    fn same_place(&self, p: Pointer, q: Pointer) -> Step<bool> {
        if p.object == q.object {
            return Ok(p.offset == q.offset);
        }
        let size = |p: Pointer| self.memory.get(p.object).map_or(0, |object| object.size);
        let literal = |p: Pointer| {
            self.memory.get(p.object).is_some_and(|object| object.flags & flag::LITERAL != 0)
        };
        if literal(p) && literal(q) {
            return Err(Unspecified::LiteralIdentity.into());
        }
        // One past the end of the one may be the start of the other (6.5.9p6).
        let end = |p: Pointer| p.offset as u32 == size(p);
        if end(p) && q.offset == 0 || end(q) && p.offset == 0 {
            return Err(Unspecified::Adjacency.into());
        }
        Ok(false)
    }

    /// 6.3.2.3p6: an integer that is a pointer stays one; its number is open.
    pub(super) fn pointer_to_int(&self, to: IntTy, value: Value) -> Step<Value> {
        match value.kind() {
            Kind::Number => Ok(super::number::make(to, to.wrap_wide(u128::from(value.lo)))),
            Kind::Uninit | Kind::Missing => Err(no_number(value)),
            Kind::Object | Kind::Function | Kind::Label => {
                self.check_live(value)?;
                if to.bits >= 64 { Ok(value) } else { Ok(Value::open(Openness::Address)) }
            }
            _ => Ok(Value::open(Openness::Address)),
        }
    }

    /// 6.3.2.3p5: back to the pointer that it was, null, or a pointer to nothing.
    pub(super) fn int_to_pointer(&self, from: IntTy, value: Value) -> Step<Value> {
        match value.kind() {
            Kind::Number => Ok(Value::number(extend(from, value) as u64)),
            Kind::Object => {
                self.check_live(value)?;
                // An address outside of its object is no pointer into it.
                match value.pointer() {
                    Some(p)
                        if p.offset < p.low as i32 || i64::from(p.offset) > i64::from(p.high) =>
                    {
                        Ok(Value::open(Openness::Address))
                    }
                    _ => Ok(value),
                }
            }
            Kind::Function | Kind::Label => Ok(value),
            _ => Err(no_number(value)),
        }
    }

    /// 6.3.2.3p7.
    pub(super) fn pointer_to_pointer(&self, align: u32, widen: bool, value: Value) -> Step<Value> {
        let Some(p) = value.pointer() else {
            return match value.kind() {
                Kind::Uninit | Kind::Missing => Err(no_number(value)),
                _ => Ok(value),
            };
        };
        let Some(object) = self.memory.get(p.object) else {
            return Err(Undefined::DanglingPointer { object: p.object }.into());
        };
        if p.offset as u32 & (align - 1) != 0 || align > object.align {
            return Err(Undefined::MisalignedConversion { required: align }.into());
        }
        if widen {
            return Ok(Pointer { low: 0, high: object.size, ..p }.value());
        }
        Ok(value)
    }

    /// Whether a scalar compares equal to 0, for what is no plain number.
    #[cold]
    pub(super) fn odd_is_zero(&self, value: Value) -> Step<bool> {
        match value.kind() {
            Kind::Number => Ok(value.bits() == 0),
            Kind::Object => {
                self.check_live(value)?;
                Ok(false)
            }
            Kind::Function | Kind::Label | Kind::Nan | Kind::Arguments => Ok(false),
            Kind::Open if value.known_sign().is_some() => Ok(false),
            Kind::Uninit | Kind::Missing | Kind::Open | Kind::Fragment | Kind::Partial => {
                Err(no_number(value))
            }
        }
    }
}
