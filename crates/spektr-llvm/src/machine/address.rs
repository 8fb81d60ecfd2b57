//! Addresses as numbers: pointer arithmetic, comparison of pointers, and integers that were
//! made from pointers. LangRef, "'getelementptr' Instruction", "Pointer Aliasing Rules".
//! Addresses that the language does not fix stay open, except for what follows from their
//! alignment and from offsets within one object.

use super::arithmetic;
use super::code::Code;
use super::integer::{mask, signed};
use super::memory::{Life, Memory, Origin};
use super::shape::Kind;
use super::spread::Spread;
use super::stop::{Step, Unspecified, unsupported};
use super::value::{Pointer, Tag, Value};
use crate::syntax::{BinaryOp, Flags, IntPredicate, Ty};

/// The number of an address: known, or open above the bits that alignment fixes.
pub fn number(memory: &Memory, pointer: Pointer, width: u32) -> Value {
    let object = memory.object_of(pointer.tag).map(|id| memory.object(id));
    match object {
        Some(object) if object.open_address => {
            let low = object.align.trailing_zeros().min(width);
            let ones = u128::from(pointer.address) & mask(low);
            Value::partial(width, false, Spread::bits(ones, mask(width) & !mask(low)))
        }
        _ => Value::number(width, u128::from(pointer.address) & mask(width)),
    }
}

/// A value without provenance.
pub fn plain(memory: &Memory, width: u32, value: &Value) -> Value {
    match value {
        Value::Pointer(pointer) => number(memory, *pointer, width),
        value => value.clone(),
    }
}

fn object(memory: &Memory, value: &Value) -> Option<super::memory::ObjectId> {
    match value {
        Value::Pointer(pointer) => memory.object_of(pointer.tag),
        _ => None,
    }
}

/// A binary operation on integers that may carry provenance: moving by a number keeps it,
/// the distance within one object is known.
pub fn integer(
    memory: &Memory,
    op: BinaryOp,
    flags: Flags,
    width: u32,
    a: &Value,
    b: &Value,
) -> Step<Value> {
    let moved = |pointer: &Pointer, by: u64| {
        let address = pointer.address.wrapping_add(by) & mask(width) as u64;
        Ok(Value::Pointer(Pointer { tag: pointer.tag, address }))
    };
    match (op, a, b) {
        (BinaryOp::Add, Value::Pointer(pointer), Value::Int(by))
        | (BinaryOp::Add, Value::Int(by), Value::Pointer(pointer))
            if flags.is_empty() && pointer.tag != Tag::NONE =>
        {
            return moved(pointer, *by);
        }
        (BinaryOp::Sub, Value::Pointer(pointer), Value::Int(by))
            if flags.is_empty() && pointer.tag != Tag::NONE =>
        {
            return moved(pointer, by.wrapping_neg());
        }
        (BinaryOp::Sub, Value::Pointer(left), Value::Pointer(right))
            if left.tag != Tag::NONE && object(memory, a) == object(memory, b) =>
        {
            let (left, right) = (u128::from(left.address), u128::from(right.address));
            let exact = arithmetic::binary(
                op,
                Flags::NONE,
                width,
                &Value::number(width, left),
                &Value::number(width, right),
            );
            // Whether the subtraction of the addresses wraps as a signed or unsigned number
            // depends on where the object lies, unless the distance itself tells.
            let fixed = object(memory, a).is_some_and(|id| !memory.object(id).open_address);
            if flags.is_empty() {
                return exact;
            }
            if !fixed {
                return Ok(Value::Poison);
            }
        }
        _ => {}
    }
    let (a, b) = (plain(memory, width, a), plain(memory, width, b));
    arithmetic::binary(op, flags, width, &a, &b)
}

/// `icmp`, of pointers too. `fixed`: addresses are as the machine has them.
pub fn compare(
    memory: &Memory,
    predicate: IntPredicate,
    flags: Flags,
    width: u32,
    a: &Value,
    b: &Value,
    fixed: bool,
) -> Step<Value> {
    if let (Value::Pointer(left), Value::Pointer(right)) = (a, b)
        && !fixed
    {
        if flags.has(Flags::SAME_SIGN) && may_differ_in_sign(memory, width, *left, *right) {
            return Ok(Value::Poison);
        }
        return Ok(compare_pointers(memory, predicate, width, *left, *right));
    }
    let number = |value: &Value| match value {
        Value::Pointer(pointer) if fixed => Value::number(width, u128::from(pointer.address)),
        value => plain(memory, width, value),
    };
    arithmetic::compare(predicate, flags, width, &number(a), &number(b))
}

/// Whether where a pointer points to is left open.
fn is_open(memory: &Memory, pointer: Pointer) -> bool {
    memory.object_of(pointer.tag).is_some_and(|id| memory.object(id).open_address)
}

/// Where an address is open, so is its sign.
fn may_differ_in_sign(memory: &Memory, width: u32, a: Pointer, b: Pointer) -> bool {
    let sign = |pointer: Pointer| pointer.address >> (width - 1) & 1;
    is_open(memory, a) || is_open(memory, b) || sign(a) != sign(b)
}

/// Two pointers, of which one may be null or without provenance.
fn compare_pointers(
    memory: &Memory,
    predicate: IntPredicate,
    width: u32,
    a: Pointer,
    b: Pointer,
) -> Value {
    let open = |pointer: Pointer| is_open(memory, pointer);
    let exact = || {
        let (a, b) = (u128::from(a.address), u128::from(b.address));
        Value::bool(super::integer::compare(predicate, width, a, b))
    };
    if !open(a) && !open(b) {
        return exact();
    }
    let either = || Value::partial(1, false, Spread::of(vec![0, 1]));
    let (left, right) = (memory.object_of(a.tag), memory.object_of(b.tag));
    let equality = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
    if left == right {
        // Within one object offsets decide; where the sign changes is open.
        let offset = |pointer: Pointer| {
            left.map_or(0, |id| pointer.address.wrapping_sub(memory.object(id).address))
        };
        let inside = |pointer| left.is_some_and(|id| offset(pointer) <= memory.object(id).size());
        if equality || inside(a) && inside(b) && !arithmetic::is_signed(predicate) {
            return exact();
        }
        return either();
    }
    if equality && apart(memory, a, b) {
        return Value::bool(predicate == IntPredicate::Ne);
    }
    either()
}

/// Whether two pointers to different objects certainly differ: both are inside of live
/// objects, or one is and the other is null.
fn apart(memory: &Memory, a: Pointer, b: Pointer) -> bool {
    let inside = |pointer: Pointer| {
        memory.object_of(pointer.tag).is_some_and(|id| {
            let object = memory.object(id);
            let offset = pointer.address.wrapping_sub(object.address);
            object.life == Life::Live && offset < object.size()
        })
    };
    match (a == Pointer::NULL, b == Pointer::NULL) {
        (true, _) => inside(b),
        (_, true) => inside(a),
        _ => inside(a) && inside(b),
    }
}

/// `getelementptr` for scalars and vectors. `fixed`: a bare address gets no poison from
/// `inbounds`, because the machine cannot know its object.
pub fn gep(
    code: &Code<'_>,
    memory: &Memory,
    flags: Flags,
    source: Ty,
    base: &Value,
    indices: &[(Value, Ty)],
    fixed: bool,
) -> Step<Value> {
    let lanes = std::iter::once(base)
        .chain(indices.iter().map(|(value, _)| value))
        .find_map(|value| value.elements().map(<[Value]>::len));
    let walk = Walk { code, memory, flags, fixed };
    let Some(lanes) = lanes else {
        return walk.scalar(source, base, indices);
    };
    let lane = |value: &Value, at: usize| match value.elements() {
        Some(values) => values[at].clone(),
        None => value.clone(),
    };
    let mut results = Vec::with_capacity(lanes);
    for at in 0..lanes {
        let indices: Vec<(Value, Ty)> =
            indices.iter().map(|(value, ty)| (lane(value, at), code.lane(*ty))).collect();
        results.push(walk.scalar(source, &lane(base, at), &indices)?);
    }
    Ok(Value::list(results))
}

struct Walk<'a, 'm> {
    code: &'a Code<'m>,
    memory: &'a Memory,
    flags: Flags,
    fixed: bool,
}

impl Walk<'_, '_> {
    fn scalar(&self, source: Ty, base: &Value, indices: &[(Value, Ty)]) -> Step<Value> {
        if indices.iter().any(|(index, _)| matches!(index, Value::Poison)) {
            return Ok(Value::Poison);
        }
        let pointer = match base {
            Value::Pointer(pointer) => *pointer,
            Value::Int(address) => Pointer::bare(*address),
            Value::Poison => return Ok(Value::Poison),
            other => return Ok(self.open_base(other)),
        };
        let mut steps = Vec::with_capacity(indices.len());
        let mut ty = source;
        for (at, (index, index_ty)) in indices.iter().enumerate() {
            let scale = self.step(&mut ty, at == 0, index)?;
            match scale {
                Scale::Bytes(bytes) => steps.push((bytes, 1)),
                Scale::Times(size) => {
                    let width = self.code.width(*index_ty)?;
                    let plain = plain(self.memory, width, index);
                    let Some(number) = plain.known() else {
                        return Ok(self.open_index(&plain));
                    };
                    if width > 64 {
                        return unsupported("an index of more than 64 bits");
                    }
                    steps.push((signed(width, number), size));
                }
            }
        }
        Ok(self.go(pointer, &steps))
    }

    /// From a base that is not a known address.
    fn open_base(&self, base: &Value) -> Value {
        match base {
            _ if !self.flags.is_empty() => Value::Poison,
            Value::Unknown(why) => Value::Unknown(*why),
            Value::Undef => Value::Undef,
            _ => Value::Unknown(Unspecified::OpenPointer),
        }
    }

    fn open_index(&self, index: &Value) -> Value {
        match index {
            _ if !self.flags.is_empty() => Value::Poison,
            Value::Unknown(why) => Value::Unknown(*why),
            index if index.has_undef_or_poison() => Value::Undef,
            _ => Value::Unknown(Unspecified::OpenPointer),
        }
    }

    /// What an index counts, and the type behind it.
    fn step(&self, ty: &mut Ty, first: bool, index: &Value) -> Step<Scale> {
        let shapes = &self.code.shapes;
        if first {
            return match shapes[*ty].kind {
                Kind::Refused(what) => unsupported(what),
                _ => Ok(Scale::Times(shapes[*ty].size)),
            };
        }
        match &shapes[*ty].kind {
            Kind::Struct { fields } => {
                let field = index.known().and_then(|at| fields.get(at as usize));
                let Some(&(inner, offset)) = field else {
                    return unsupported("a field that the struct does not have");
                };
                *ty = inner;
                Ok(Scale::Bytes(i128::from(offset)))
            }
            Kind::Array { element, .. } => {
                *ty = *element;
                Ok(Scale::Times(shapes[*element].size))
            }
            Kind::Vector { element, .. } => {
                *ty = *element;
                if !shapes[*element].bits.is_multiple_of(8) {
                    return unsupported("an address inside a vector of bits");
                }
                Ok(Scale::Times(shapes[*element].bits / 8))
            }
            _ => unsupported("an index into a scalar"),
        }
    }

    /// Adds the steps up; flags that do not hold give poison.
    fn go(&self, base: Pointer, steps: &[(i128, u64)]) -> Value {
        let width = self.code.shapes.layout.pointer_width(0);
        let inbounds = self.flags.has(Flags::INBOUNDS);
        let nusw = inbounds || self.flags.has(Flags::NUSW);
        let nuw = self.flags.has(Flags::NUW);
        let fits = |number: i128| signed(width, number as u128 & mask(width)) == number;
        let mut at = i128::from(base.address);
        let limit = mask(width) as i128;
        let mut total = 0i128;
        // For `nuw`, every number counts without its sign.
        let mut upward = u128::from(base.address);
        for &(count, size) in steps {
            let by = count.saturating_mul(i128::from(size));
            let unsigned = (count as u128 & mask(width)).saturating_mul(u128::from(size));
            upward = upward.saturating_add(unsigned);
            total = total.saturating_add(by);
            at = at.saturating_add(by);
            let broken = nusw && (!fits(by) || !fits(total) || at < 0 || at > limit)
                || nuw && (unsigned > mask(width) || upward > mask(width))
                || inbounds && by != 0 && !self.inside(base, at);
            if broken {
                return Value::Poison;
            }
        }
        if inbounds && total != 0 && !self.inside(base, i128::from(base.address)) {
            return Value::Poison;
        }
        let offset = steps.iter().fold(0u128, |sum, &(count, size)| {
            sum.wrapping_add((count as u128).wrapping_mul(u128::from(size)))
        });
        let address = u128::from(base.address).wrapping_add(offset) & mask(width);
        Value::Pointer(Pointer { tag: base.tag, address: address as u64 })
    }

    /// Whether an address lies in the object of a pointer, or just behind it.
    fn inside(&self, base: Pointer, address: i128) -> bool {
        match self.memory.object_of(base.tag) {
            Some(id) => {
                let object = self.memory.object(id);
                let start = i128::from(object.address);
                // What is defined elsewhere may be larger there: after, nothing is held against that.
                let global = self.code.module.globals.get(id.0 as usize);
                let elsewhere = object.origin == (Origin::Global { visible: true })
                    && global
                        .and_then(|it| it.variable())
                        .is_some_and(|it| it.initializer.is_none());
                if self.fixed && elsewhere {
                    return address >= start;
                }
                address >= start && address <= start + i128::from(object.size())
            }
            None => self.fixed && base.address != 0,
        }
    }
}

enum Scale {
    /// A field: its offset.
    Bytes(i128),
    /// Elements of this size.
    Times(u64),
}
