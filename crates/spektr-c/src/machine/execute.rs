//! The loop that runs code. One arm per instruction; what takes more than a few lines is in the
//! file of its rule.

use std::sync::Arc;

use super::access::{Deed, check_overlap};
use super::code::{CONSTANT, Code, IntTy, Op, Reg, Scalar};
use super::memory::{Origin, Wish, state};
use super::mending::Here;
use super::number::{self, no_number};
use super::stop::{Step, Stop, Undefined, Unspecified};
use super::value::{Kind, Value};
use super::{Ending, Machine, float};
use crate::syntax::{BinOp, FloatTest, Program};

impl Machine {
    /// Runs until the program ends, the frames down to `floor` have returned, or something stops
    /// it.
    pub(super) fn run_frames(&mut self, program: &Program, floor: usize) -> Step<Option<Ending>> {
        let codes = Arc::clone(&self.codes);
        let Some(frame) = self.frames.get(floor..).and_then(<[_]>::last) else {
            return Ok(None);
        };
        let mut code = &codes[frame.code as usize];
        let mut base = frame.base as usize;
        let mut pc = frame.pc as usize;
        let mut fuel = self.fuel;

        // Another frame is on top now.
        macro_rules! go_on {
            () => {{
                let Some(frame) = self.frames.get(floor..).and_then(<[_]>::last) else {
                    return Ok(None);
                };
                code = &codes[frame.code as usize];
                base = frame.base as usize;
                pc = frame.pc as usize;
            }};
        }
        // The registers of this frame: by reference, since a copy of all three words waits for
        // the one that was stored last.
        macro_rules! at {
            ($reg:expr) => {{
                let reg: Reg = $reg;
                if reg & CONSTANT == 0 {
                    &self.stack[base + reg as usize]
                } else {
                    &self.shared.tables.constants[(reg & !CONSTANT) as usize]
                }
            }};
        }
        macro_rules! get {
            ($reg:expr) => {
                *at!($reg)
            };
        }
        macro_rules! set {
            ($reg:expr, $value:expr) => {{
                let value = $value;
                self.stack[base + $reg as usize] = value;
            }};
        }
        // Where the program was when it stopped.
        macro_rules! stop {
            ($stop:expr) => {{
                self.fuel = fuel;
                self.leave_at(pc);
                return Err($stop);
            }};
        }
        macro_rules! check {
            ($step:expr) => {
                match $step {
                    Ok(value) => value,
                    Err(stop) => stop!(stop),
                }
            };
        }
        macro_rules! integer {
            ($op:expr, $int:expr, $count:expr, $x:expr, $y:expr) => {
                match self.integer($op, $int, $count, $x, $y) {
                    Ok(value) => value,
                    Err(stop) => {
                        let (here, operands) = (Here { code, pc }, ($x, $y));
                        check!(self.mended_integer(here, stop, ($op, $int, $count), operands))
                    }
                }
            };
        }
        macro_rules! arithmetic {
            ($name:expr, $signed:expr, $bits:expr, $dst:expr, $a:expr, $b:expr, |$x:ident, $y:ident| $fast:expr) => {{
                let ($x, $y) = (at!($a), at!($b));
                let fast: Option<u64> = if $x.meta | $y.meta == 0 { $fast } else { None };
                match fast {
                    Some(word) => set!($dst, Value::number(word)),
                    None => {
                        let int = IntTy { bits: $bits, signed: $signed };
                        let (x, y) = (get!($a), get!($b));
                        set!($dst, integer!($name, int, int, x, y));
                    }
                }
            }};
        }
        macro_rules! compare {
            ($name:expr, $int:expr, $dst:expr, $a:expr, $b:expr, |$x:ident, $y:ident| $fast:expr) => {{
                let ($x, $y) = (at!($a), at!($b));
                if $x.meta | $y.meta == 0 {
                    set!($dst, Value::number(u64::from($fast)));
                } else {
                    set!($dst, check!(self.integer($name, $int, $int, get!($a), get!($b))));
                }
            }};
        }

        loop {
            let op = &code.ops[pc];
            pc += 1;
            if fuel == 0 {
                stop!(Box::new(Stop::OutOfFuel));
            }
            fuel -= 1;
            match *op {
                Op::Move { dst, src } => {
                    let &Value { lo, hi, meta } = at!(src);
                    if meta != 0 {
                        check!(self.check_value(Value { lo, hi, meta }));
                    }
                    set!(dst, Value { lo, hi, meta });
                }
                Op::Undef { first, count } => {
                    let first = base + first as usize;
                    self.stack[first..first + count as usize].fill(Value::UNINIT);
                }

                Op::AddS { bits, dst, a, b } => {
                    arithmetic!(BinOp::Add, true, bits, dst, a, b, |x, y| {
                        fitting((x.lo as i64).overflowing_add(y.lo as i64), bits)
                    });
                }
                Op::SubS { bits, dst, a, b } => {
                    arithmetic!(BinOp::Sub, true, bits, dst, a, b, |x, y| {
                        fitting((x.lo as i64).overflowing_sub(y.lo as i64), bits)
                    });
                }
                Op::MulS { bits, dst, a, b } => {
                    arithmetic!(BinOp::Mul, true, bits, dst, a, b, |x, y| {
                        fitting((x.lo as i64).overflowing_mul(y.lo as i64), bits)
                    });
                }
                Op::AddU { bits, dst, a, b } => {
                    arithmetic!(BinOp::Add, false, bits, dst, a, b, |x, y| {
                        Some(wrapped(x.lo.wrapping_add(y.lo), bits))
                    });
                }
                Op::SubU { bits, dst, a, b } => {
                    arithmetic!(BinOp::Sub, false, bits, dst, a, b, |x, y| {
                        Some(wrapped(x.lo.wrapping_sub(y.lo), bits))
                    });
                }
                Op::MulU { bits, dst, a, b } => {
                    arithmetic!(BinOp::Mul, false, bits, dst, a, b, |x, y| {
                        Some(wrapped(x.lo.wrapping_mul(y.lo), bits))
                    });
                }
                Op::And { int, dst, a, b } => {
                    arithmetic!(BinOp::BitAnd, int.signed, int.bits, dst, a, b, |x, y| {
                        Some(x.lo & y.lo)
                    });
                }
                Op::Or { int, dst, a, b } => {
                    arithmetic!(BinOp::BitOr, int.signed, int.bits, dst, a, b, |x, y| {
                        Some(x.lo | y.lo)
                    });
                }
                Op::Xor { int, dst, a, b } => {
                    arithmetic!(BinOp::BitXor, int.signed, int.bits, dst, a, b, |x, y| {
                        Some(x.lo ^ y.lo)
                    });
                }
                Op::LessS { dst, a, b } => {
                    compare!(BinOp::Less, IntTy::LONG, dst, a, b, |x, y| {
                        (x.lo as i64) < (y.lo as i64)
                    });
                }
                Op::LessU { dst, a, b } => {
                    compare!(BinOp::Less, IntTy::ULONG, dst, a, b, |x, y| x.lo < y.lo);
                }
                Op::LessEqualS { dst, a, b } => {
                    compare!(BinOp::LessEqual, IntTy::LONG, dst, a, b, |x, y| {
                        (x.lo as i64) <= (y.lo as i64)
                    });
                }
                Op::LessEqualU { dst, a, b } => {
                    compare!(BinOp::LessEqual, IntTy::ULONG, dst, a, b, |x, y| x.lo <= y.lo);
                }
                Op::Equal { dst, a, b } => {
                    compare!(BinOp::Equal, IntTy::ULONG, dst, a, b, |x, y| x.lo == y.lo);
                }
                Op::NotEqual { dst, a, b } => {
                    compare!(BinOp::NotEqual, IntTy::ULONG, dst, a, b, |x, y| x.lo != y.lo);
                }
                Op::Int { op, int, count, dst, a, b } => {
                    match number::quick(op, int, at!(a), at!(b)) {
                        Some(word) => set!(dst, Value::number(word)),
                        None => {
                            let (x, y) = (get!(a), get!(b));
                            set!(dst, integer!(op, int, count, x, y));
                        }
                    }
                }
                Op::Negate { int, dst, a } => {
                    let value = get!(a);
                    let negated = match self.negate(int, value) {
                        Err(stop) => self.mended_negation(Here { code, pc }, stop, int, value),
                        negated => negated,
                    };
                    set!(dst, check!(negated));
                }
                Op::Complement { int, dst, a } => {
                    let value = get!(a);
                    let ones = number::make(int, int.wrap_wide(u128::MAX));
                    if value.is_number() && int.bits <= 64 {
                        set!(dst, Value::number(value.lo ^ ones.lo));
                    } else {
                        set!(dst, check!(self.integer(BinOp::BitXor, int, int, value, ones)));
                    }
                }
                Op::IsZero { scalar, dst, a } => {
                    let zero = check!(self.is_zero(scalar, at!(a)));
                    set!(dst, Value::number(u64::from(zero)));
                }
                Op::ToBool { scalar, dst, a } => {
                    let zero = check!(self.is_zero(scalar, at!(a)));
                    set!(dst, Value::number(u64::from(!zero)));
                }
                Op::Float { op, kind, dst, a, b } => {
                    let (x, y) = (check!(real(get!(a))), check!(real(get!(b))));
                    set!(dst, float::binary(op, kind, x, y));
                }
                Op::FloatNegate { kind, dst, a } => {
                    let x = check!(real(get!(a)));
                    set!(dst, float::negate(kind, x));
                }
                Op::IntToInt { from, to, dst, a } => {
                    let value = at!(a);
                    if !value.is_number() {
                        set!(dst, check!(self.convert_odd(from, to, get!(a))));
                    } else if to.bits <= 64 {
                        set!(dst, Value::number(to.wrap(value.lo)));
                    } else {
                        set!(dst, Value::wide(number::extend(from, get!(a))));
                    }
                }
                Op::IntToFloat { from, to, dst, a } => {
                    let value = check!(plain(get!(a)));
                    set!(dst, float::from_int(from, to, value));
                }
                Op::FloatToInt { from, to, dst, a } => {
                    let value = check!(real(get!(a)));
                    set!(dst, check!(float::to_int(from, to, value)));
                }
                Op::FloatToFloat { from, to, dst, a } => {
                    let value = check!(real(get!(a)));
                    set!(dst, float::to_float(from, to, value));
                }
                Op::PointerToInt { to, dst, a } => {
                    set!(dst, check!(self.pointer_to_int(to, get!(a))));
                }
                Op::IntToPointer { from, dst, a } => {
                    set!(dst, check!(self.int_to_pointer(from, get!(a))));
                }
                Op::PointerToPointer { align, widen, dst, a } => {
                    set!(dst, check!(self.pointer_to_pointer(align, widen, get!(a))));
                }

                Op::Load { access, dst, pointer, offset } => {
                    let how = &self.shared.tables.accesses[access as usize];
                    if let Some(word) = self.load_quickly(how, at!(pointer), offset) {
                        set!(dst, Value::number(word));
                    } else {
                        let how = *how;
                        set!(dst, check!(self.load(how, get!(pointer), offset)));
                    }
                }
                Op::Store { access, src, pointer, offset } => {
                    let how = &self.shared.tables.accesses[access as usize];
                    let &Value { lo, meta, .. } = at!(src);
                    let place = self.place_quickly(how, at!(pointer), offset, meta);
                    if let Some((object, offset)) = place {
                        let size = u32::from(how.size);
                        self.side_effects += 1;
                        self.memory.change(object).store_word(offset, size, lo);
                    } else {
                        let how = *how;
                        let (pointer, value) = (get!(pointer), get!(src));
                        check!(self.store(how, pointer, offset, value));
                    }
                }
                Op::LoadBits { field, dst, pointer, offset } => {
                    let field = self.shared.tables.fields[field as usize];
                    let pointer = get!(pointer);
                    set!(dst, check!(self.load_bits(field, pointer, offset)));
                }
                Op::StoreBits { field, src, dst, pointer, offset } => {
                    let field = self.shared.tables.fields[field as usize];
                    let (pointer, value) = (get!(pointer), get!(src));
                    set!(dst, check!(self.store_bits(field, pointer, offset, value)));
                }
                Op::Copy { info, to, from, to_offset, from_offset } => {
                    let info = self.shared.tables.copies[info as usize];
                    let (to, from) = (get!(to), get!(from));
                    check!(self.copy_aggregate(info, (to, to_offset), (from, from_offset)));
                }
                Op::Clear { pointer, offset, size, open } => {
                    let bytes = check!(self.reach(get!(pointer), offset as i32, size, 1));
                    self.side_effects += 1;
                    let object = self.memory.change(bytes.object);
                    let range = bytes.offset..bytes.offset + size;
                    object.fill(range.clone(), 0);
                    if open {
                        object.set_state(range, state::PADDING);
                    }
                }
                Op::OpenBits { pointer, offset, mask } => {
                    let bytes = check!(self.reach(get!(pointer), offset as i32, 1, 1));
                    self.memory.change(bytes.object).open_bits(bytes.offset, mask);
                }
                Op::PointerAdd { step, dst, pointer, index } => {
                    let step = self.shared.tables.steps[step as usize];
                    let (pointer, index) = (get!(pointer), get!(index));
                    set!(dst, check!(self.pointer_add(step, pointer, index)));
                }
                Op::Member { narrow, dst, pointer, offset, size } => {
                    let pointer = get!(pointer);
                    set!(dst, check!(self.member(narrow, pointer, offset, size)));
                }
                Op::PointerDiff { dst, a, b, size } => {
                    let (a, b) = (get!(a), get!(b));
                    set!(dst, check!(self.pointer_diff(a, b, size)));
                }
                Op::PointerCompare { op, dst, a, b } => {
                    let (a, b) = (get!(a), get!(b));
                    set!(dst, check!(self.pointer_compare(op, a, b)));
                }

                Op::Jump { to } => pc = to as usize,
                Op::JumpIf { scalar, condition, to } => {
                    if !check!(self.is_zero(scalar, at!(condition))) {
                        pc = to as usize;
                    }
                }
                Op::JumpUnless { scalar, condition, to } => {
                    if check!(self.is_zero(scalar, at!(condition))) {
                        pc = to as usize;
                    }
                }
                Op::Switch { table, int, value } => {
                    let value = check!(plain(get!(value)));
                    let wanted = number::extend(int, value) as i128;
                    let table = &code.switches[table as usize];
                    let after = table.arms.partition_point(|arm| arm.first <= wanted);
                    let arm = after.checked_sub(1).map(|index| &table.arms[index]);
                    pc = match arm {
                        Some(arm) if wanted <= arm.last => arm.target,
                        _ => table.default,
                    } as usize;
                }
                Op::JumpLabel { table, value } => {
                    let value = get!(value);
                    if value.kind() != Kind::Label {
                        stop!(Undefined::InvalidPointer.into());
                    }
                    let labels = &code.labels[table as usize];
                    match labels.iter().find(|(label, _)| u64::from(*label) == value.lo) {
                        Some((_, to)) => pc = *to as usize,
                        None => stop!(Undefined::InvalidPointer.into()),
                    }
                }
                Op::Iterate { constant, to } => {
                    if fuel & 0xfff == 0 && !constant && self.repeats(pc, base, code) {
                        stop!(Undefined::EndlessLoop.into());
                    }
                    pc = to as usize;
                }

                Op::Live { declaration, slot } => {
                    let declared = self.shared.tables.declarations[declaration as usize];
                    set!(slot, check!(self.make_local(declared, code.function)));
                }
                Op::Temporary { declaration, slot } => {
                    let declared = self.shared.tables.declarations[declaration as usize];
                    // In a loop within the full expression there may be an older one.
                    self.end_object(get!(slot), code, pc);
                    let wish = Wish {
                        size: declared.size,
                        align: declared.align,
                        flags: declared.flags,
                        declared: declared.declared,
                        origin: Origin::Temporary,
                        made: declared.span,
                    };
                    let id = check!(self.memory.make(wish));
                    set!(slot, self.memory.whole(id));
                }
                Op::Forget { slot } => {
                    if let Some(pointer) = get!(slot).pointer()
                        && let Some(size) = self.memory.get(pointer.object).map(|o| o.size)
                    {
                        self.memory.change(pointer.object).set_state(0..size, state::UNINIT);
                    }
                }
                Op::Dead { slot } => {
                    self.end_object(get!(slot), code, pc);
                    set!(slot, Value::UNINIT);
                }
                Op::Restrict { slot, dst, src } => {
                    let value = get!(src);
                    set!(dst, check!(self.restrict(slot, value)));
                }
                Op::EndRestrict { first, .. } => self.end_restrict(first),

                Op::Call { info, dst } => {
                    self.fuel = fuel;
                    self.leave_at(pc);
                    if let Some(ending) = self.call(program, code, info, dst)? {
                        return Ok(Some(ending));
                    }
                    fuel = self.fuel;
                    if self.switched {
                        self.switched = false;
                        go_on!();
                    }
                }
                Op::Return { src } => {
                    let value = get!(src);
                    self.fuel = fuel;
                    self.leave_at(pc);
                    if let Some(ending) = self.return_from(code, value)? {
                        return Ok(Some(ending));
                    }
                    go_on!();
                }
                Op::ReturnNothing => {
                    self.fuel = fuel;
                    self.leave_at(pc);
                    if let Some(ending) = self.return_from(code, Value::MISSING)? {
                        return Ok(Some(ending));
                    }
                    go_on!();
                }

                Op::Fork { indeterminate } => self.fork(indeterminate),
                Op::NextBranch => self.next_branch(),
                Op::Join => check!(self.join()),
                Op::MarkPending { dst } => set!(dst, self.mark_pending()),
                Op::Sequence { mark } => self.sequence(get!(mark)),
                Op::NoteRead { var } => self.note_variable(var, Deed::Read),
                Op::NoteWrite { var } => self.note_variable(var, Deed::Write),
                Op::NoteLate { size, pointer, offset } => {
                    let pointer = get!(pointer);
                    check!(self.note_late(pointer, offset, size));
                }
                Op::CheckStore { size, pointer, offset } => {
                    let pointer = get!(pointer);
                    check!(self.check_store(pointer, offset, size));
                }
                Op::CheckOverlap { to, from, to_offset, from_offset, sizes, exact } => {
                    let (to, from) = (get!(to), get!(from));
                    check!(check_overlap((to, to_offset), (from, from_offset), sizes, exact));
                }
                Op::CheckBits { field, pointer, offset } => {
                    let field = self.shared.tables.fields[field as usize];
                    let pointer = get!(pointer);
                    check!(self.check_bits(&field, pointer, offset));
                }
                Op::CheckVar { var } => check!(self.check_variable(var)),

                Op::AlignedRecord { pointer, offset, align } => {
                    check!(self.aligned_record(get!(pointer), offset, align));
                }
                Op::LeastArray { pointer, size } => check!(self.least_array(get!(pointer), size)),
                Op::Allocate { dst, size } => {
                    let size = check!(plain(get!(size))).lo;
                    set!(dst, check!(self.allocate_in_frame(size, code.spans[pc - 1])));
                }
                Op::ReservedName { words } => {
                    let name = code.words[words as usize].clone();
                    stop!(Undefined::ReservedName { name }.into());
                }
                Op::FitsWidth { int, value } => {
                    let value = check!(plain(get!(value)));
                    if int.bits < 64 && int.wrap(value.lo) != value.lo {
                        stop!(Unspecified::BitFieldType.into());
                    }
                }
                Op::Bits { op, int, dst, a } => {
                    let value = check!(plain(get!(a)));
                    let counted = match number::count_bits(op, int, value) {
                        Err(stop) => self.mended_count(Here { code, pc }, stop, op, int),
                        counted => counted,
                    };
                    set!(dst, check!(counted));
                }
                Op::ByteSwap { bits, dst, a } => {
                    let value = check!(plain(get!(a)));
                    set!(dst, number::byte_swap(bits, value));
                }
                Op::Overflow { op, info, value, dst, a, b } => {
                    let info = self.shared.tables.overflows[info as usize];
                    let (x, y) = (check!(plain(get!(a))), check!(plain(get!(b))));
                    let (result, wrong) = number::overflow(op, info, x, y);
                    set!(value, result);
                    set!(dst, Value::number(u64::from(wrong)));
                }
                Op::Test { test, kind, dst, a, b } => {
                    let (x, y) = (check!(real(get!(a))), check!(real(get!(b))));
                    if test == FloatTest::SignBit && !x.is_number() {
                        stop!(Unspecified::NanBits.into());
                    }
                    set!(dst, float::test(test, kind, x, y));
                }
                Op::AssumeAligned { dst, pointer, align, offset } => {
                    let (p, align, offset) = (get!(pointer), get!(align), get!(offset));
                    set!(dst, check!(self.assume_aligned(p, align, offset)));
                }
                Op::Lanes { info, to, a, b, c } => {
                    let info = self.shared.tables.lanes[info as usize];
                    let (to, a, b, c) = (get!(to), get!(a), get!(b), get!(c));
                    check!(self.lanes(info, to, [a, b, c]));
                }
                Op::Lane { dst, vector, index, size, lanes } => {
                    let (vector, index) = (get!(vector), check!(plain(get!(index))));
                    set!(dst, check!(self.lane(vector, index, size, lanes)));
                }
                Op::VaStart { list } => {
                    let list = get!(list);
                    check!(self.va_start(list));
                }
                Op::VaEnd { list } => {
                    let list = get!(list);
                    check!(self.va_end(list));
                }
                Op::VaCopy { to, from } => {
                    let (to, from) = (get!(to), get!(from));
                    check!(self.va_copy(to, from));
                }
                Op::VaArg { passed, list, dst, ty } => {
                    let list = get!(list);
                    set!(dst, check!(self.va_arg(program, list, ty, passed)));
                }

                Op::Note { number, src } => {
                    let value = get!(src);
                    self.see(number, value);
                }
                Op::Unreachable => stop!(Undefined::Unreachable.into()),
                Op::Trap => {
                    self.fuel = fuel;
                    self.leave_at(pc);
                    return Ok(Some(Ending::Aborted));
                }
                Op::Unsupported { words } => {
                    stop!(Stop::unsupported(code.words[words as usize].clone()));
                }
            }
        }
    }

    #[inline]
    pub(super) fn leave_at(&mut self, pc: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc as u32;
        }
    }

    /// A value that is copied must be one.
    #[cold]
    fn check_value(&self, value: Value) -> Step<()> {
        match value.kind() {
            Kind::Uninit | Kind::Missing => Err(no_number(value)),
            Kind::Object => self.check_live(value),
            _ => Ok(()),
        }
    }

    #[inline]
    fn is_zero(&self, scalar: Scalar, value: &Value) -> Step<bool> {
        if value.meta != 0 {
            return self.odd_is_zero(*value);
        }
        Ok(match scalar {
            Scalar::Float(kind) => float::is_zero(kind, *value),
            _ => value.lo | value.hi == 0,
        })
    }

    fn negate(&self, int: IntTy, value: Value) -> Step<Value> {
        if value.is_number() {
            return number::negate(int, value);
        }
        self.integer(BinOp::Sub, int, int, Value::ZERO, value)
    }

    fn end_object(&mut self, slot: Value, code: &Code, pc: usize) {
        if let Some(pointer) = slot.pointer()
            && self.memory.is_live(pointer.object)
        {
            let span = code.spans[pc - 1];
            self.memory.end(pointer.object, span);
        }
    }
}

/// A signed result, if it is one of the type.
#[inline]
fn fitting((result, overflowed): (i64, bool), bits: u8) -> Option<u64> {
    let above = 64 - u32::from(bits);
    (!overflowed && result << above >> above == result).then_some(result as u64)
}

#[inline]
fn wrapped(result: u64, bits: u8) -> u64 {
    let above = 64 - u32::from(bits);
    result << above >> above
}

/// A number, or a NaN with open bits.
#[inline]
fn real(value: Value) -> Step<Value> {
    match value.kind() {
        Kind::Number | Kind::Nan => Ok(value),
        _ => Err(no_number(value)),
    }
}

#[inline]
pub(super) fn plain(value: Value) -> Step<Value> {
    if value.is_number() { Ok(value) } else { Err(no_number(value)) }
}
