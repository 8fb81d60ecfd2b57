//! Lvalues (6.3.2.1p1): which object an expression designates, and reading and writing it.

use super::Lowerer;
use crate::constant;
use crate::machine::access::Deed;
use crate::machine::code::{
    Access, BitField, CONSTANT, CopyInfo, Declaration, Op, Reg, Scalar, Step,
};
use crate::machine::memory::{Origin, Wish, flag, state};
use crate::syntax::{Conversion, Expr, ExprKind, Linkage, StringLiteral};
use crate::types::{RecordId, Shape, Ty, Types};

/// What an lvalue designates.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// A variable in a register.
    Var(Reg),
    Memory(InMemory),
    /// A bit-field, by its number, of the record there.
    Bits(InMemory, u32),
}

/// An object or part of one in memory.
#[derive(Clone, Copy, Debug)]
pub struct InMemory {
    pub pointer: Reg,
    pub offset: i32,
    /// No pointer was followed: the declaration says what is there.
    pub named: bool,
    /// A member of a union was named on the way.
    pub via_union: bool,
    /// What the address is a multiple of, if the types on the way are right.
    pub align: u32,
    /// All of the object that the pointer is for.
    pub whole: bool,
    /// An initialiser: `const` does not forbid it.
    pub init: bool,
    /// A counter, and in which direction it goes.
    pub counts: Option<Deed>,
}

impl InMemory {
    pub fn variable(pointer: Reg, align: u64) -> InMemory {
        InMemory {
            pointer,
            offset: 0,
            named: true,
            via_union: false,
            align: align as u32,
            whole: true,
            init: false,
            counts: None,
        }
    }

    fn pointed(pointer: Reg, align: u64) -> InMemory {
        InMemory { named: false, whole: false, ..InMemory::variable(pointer, align) }
    }

    /// The part at `offset`.
    pub fn part(self, offset: u64) -> InMemory {
        let align = match offset {
            0 => self.align,
            _ => self.align.min(1 << offset.trailing_zeros().min(31)),
        };
        InMemory { offset: self.offset.saturating_add(offset as i32), align, whole: false, ..self }
    }
}

/// Beyond this no object of the machine reaches.
const FARTHEST: u64 = i32::MAX as u64;
/// The size of a member that reaches to the end of its object.
pub const TO_THE_END: u32 = u32::MAX;

/// Whether the type of an aggregate value is known to be right: it has no other object, or is
/// reached by a name or through a union (6.5.2.3p3).
pub fn is_trusted(types: &Types, expr: &Expr) -> bool {
    let mut expr = expr;
    loop {
        if expr.ty.may_alias() {
            return true;
        }
        expr = match &expr.kind {
            ExprKind::Paren(inner) => inner,
            ExprKind::Convert {
                conversion: Conversion::Load | Conversion::SameRecord,
                operand,
                ..
            } => operand,
            ExprKind::Member { base, .. } => {
                if types.as_record(base.ty).is_some_and(|id| types.record(id).is_union) {
                    return true;
                }
                base
            }
            ExprKind::Index { pointer, .. } => match &pointer.kind {
                ExprKind::Convert { conversion: Conversion::ArrayDecay, operand, .. } => operand,
                _ => return false,
            },
            ExprKind::Deref(_) => return false,
            _ => return true,
        };
    }
}

/// Which bits of the first and last byte of a bit-field are members of its record: of a union
/// the field alone, as its store leaves the others unspecified.
fn members_beside(types: &Types, id: RecordId, field: usize) -> [u8; 2] {
    let Some(layout) = types.layout(id) else { return [u8::MAX; 2] };
    let place = layout.places[field];
    let is_union = types.record(id).is_union;
    let mut masks = [0; 2];
    let last = (place.bit + place.width).saturating_sub(1) / 8;
    for (mask, byte) in masks.iter_mut().zip([place.byte(), last]) {
        for (index, other) in layout.places.iter().enumerate() {
            if is_union && index != field {
                continue;
            }
            let (first, end) = (byte * 8, byte * 8 + 8);
            let low = other.bit.clamp(first, end) - first;
            let high = (other.bit + other.width).clamp(first, end) - first;
            *mask |= ((1u32 << high) - (1u32 << low)) as u8;
        }
    }
    masks
}

impl Lowerer<'_> {
    /// Evaluates an lvalue down to what it designates.
    pub(super) fn place(&mut self, expr: &Expr) -> Place {
        self.at(expr.span, |lowerer| lowerer.place_at(expr))
    }

    fn place_at(&mut self, expr: &Expr) -> Place {
        let align = self.types().align_of(expr.ty);
        match &expr.kind {
            ExprKind::Paren(inner) => self.place(inner),
            ExprKind::Local(id) if self.is_promoted(*id) => Place::Var(id.0),
            ExprKind::Local(id) => {
                let wished = self.function.local(*id).align.unwrap_or(1);
                Place::Memory(InMemory::variable(id.0, align.max(wished)))
            }
            ExprKind::Global(id) => match self.shared.global(*id) {
                Some(pointer) => {
                    let wished = self.program.global(*id).align.unwrap_or(1);
                    let pointer = self.constant(pointer);
                    Place::Memory(InMemory::variable(pointer, align.max(wished)))
                }
                None => {
                    let name = &self.program.global(*id).name;
                    let words = format!("the object `{name}`, which nothing defines");
                    let pointer = self.unsupported(words);
                    Place::Memory(InMemory::variable(pointer, align))
                }
            },
            ExprKind::String(literal) => {
                let pointer = self.literal(literal, expr.ty);
                Place::Memory(InMemory::variable(pointer, align))
            }
            ExprKind::CompoundLiteral { local, init } => {
                self.emit(Op::Forget { slot: local.0 });
                self.initialise(*local, init);
                Place::Memory(InMemory::variable(local.0, align))
            }
            ExprKind::Deref(pointer) => {
                let reg = self.value(pointer);
                Place::Memory(InMemory::pointed(reg, align))
            }
            ExprKind::Index { pointer, index } => self.element(pointer, index, expr.ty),
            ExprKind::Lane { vector, index } => self.lane(vector, index, expr.ty),
            ExprKind::Member { base, field } => self.member(base, *field),
            // A value of aggregate type has temporary lifetime (6.2.4p8).
            _ => {
                let reg = self.value(expr);
                Place::Memory(InMemory::variable(reg, align))
            }
        }
    }

    /// The memory of an lvalue that is no register.
    pub(super) fn in_memory(&mut self, expr: &Expr) -> InMemory {
        match self.place(expr) {
            Place::Memory(memory) | Place::Bits(memory, _) => memory,
            // Only scalars are registers, and nobody asks for parts of those.
            Place::Var(reg) => InMemory::variable(reg, 1),
        }
    }

    /// 6.5.2.1: `p[i]`.
    fn element(&mut self, pointer: &Expr, index: &Expr, ty: Ty) -> Place {
        let size = self.types().step(ty).unwrap_or(1);
        let natural = self.types().align_of(ty);
        let array = match &pointer.kind {
            ExprKind::Convert { conversion: Conversion::ArrayDecay, operand, .. } => Some(operand),
            _ => None,
        };
        let Some(array) = array else {
            let (p, i) = self.operands(pointer, index);
            let reg = self.pointer_add(p, pointer.ty, i, index.ty, false);
            return Place::Memory(InMemory::pointed(reg, natural));
        };
        if let Some(offset) = self.constant_element(array, index, size) {
            let mut memory = self.in_memory(array);
            if self.shared.switches.arrays_past_the_end && self.is_computed(array) {
                let pointer = self.array_start(memory, array);
                memory = InMemory { pointer, offset: 0, whole: false, ..memory };
            }
            return Place::Memory(memory.part(offset));
        }
        let watch = self.may_conflict([&**array, index]);
        self.fork(watch, false);
        let memory = self.in_memory(array);
        let start = self.array_start(memory, array);
        self.next_branch(watch);
        let i = self.value(index);
        self.join(watch);
        let step = self.shared.step(Step { bytes: size as i64, int: self.int_ty(index.ty) });
        let dst = self.temp();
        self.emit_fresh(Op::PointerAdd { step, dst, pointer: start, index: i });
        let align = memory.align.min(natural as u32);
        Place::Memory(InMemory { pointer: dst, offset: 0, align, whole: false, ..memory })
    }

    /// Whether it is found out by running where an array lies: it may be behind the end of another.
    fn is_computed(&self, array: &Expr) -> bool {
        match &array.peeled().kind {
            ExprKind::Deref(_) => true,
            ExprKind::Member { base, .. } => self.is_computed(base),
            ExprKind::Index { pointer, index } => match &pointer.kind {
                ExprKind::Convert { conversion: Conversion::ArrayDecay, operand, .. } => {
                    self.constant_element(operand, index, 1).is_none() || self.is_computed(operand)
                }
                _ => true,
            },
            _ => false,
        }
    }

    /// The offset of an element whose index is a literal within the array.
    fn constant_element(&self, array: &Expr, index: &Expr, size: u64) -> Option<u64> {
        let ExprKind::Int(index) = index.written().kind else { return None };
        let Shape::Array { length: Some(length), .. } = self.types().shape(array.ty) else {
            return None;
        };
        let offset = (index as u64).checked_mul(size)?;
        (index < u128::from(*length) && offset < FARTHEST).then_some(offset)
    }

    /// 6.5.2.3: `s.f`.
    fn member(&mut self, base: &Expr, field: u32) -> Place {
        let types = self.types();
        let memory = self.in_memory(base);
        let Some(id) = types.as_record(base.ty) else { return Place::Memory(memory) };
        let Some(layout) = types.layout(id) else { return Place::Memory(memory) };
        let place = layout.places[field as usize];
        let declared = &types.fields(id)[field as usize];
        // What a member is part of was looked at where that was named.
        let is_followed = !memory.named && !matches!(base.peeled().kind, ExprKind::Member { .. });
        if is_followed && memory.align > 1 && declared.bits.is_none() {
            let (pointer, offset, align) = (memory.pointer, memory.offset, memory.align);
            self.emit(Op::AlignedRecord { pointer, offset, align });
        }
        let types = self.types();
        let declared = &types.fields(id)[field as usize];
        let memory =
            InMemory { via_union: memory.via_union || types.record(id).is_union, ..memory };
        if declared.bits.is_none() {
            return Place::Memory(memory.part(place.byte()));
        }
        let bits = BitField {
            volatile: declared.ty.is_volatile() || base.ty.is_volatile(),
            init: memory.init,
            align: memory.align.min(types.align_of(base.ty) as u32),
            named: memory.named,
            ..self.bit_field(id, field as usize)
        };
        let number = self.shared.field(bits);
        Place::Bits(InMemory { whole: false, ..memory }, number)
    }

    /// A bit-field as an initialiser sees it.
    pub(super) fn bit_field(&mut self, id: RecordId, field: usize) -> BitField {
        let types = self.types();
        let declared = &types.fields(id)[field];
        let place = types.layout(id).map(|layout| layout.places[field]).unwrap_or_default();
        BitField {
            leaf: self.shared.effective.leaf(types, declared.ty),
            bit: place.bit,
            width: declared.bits.unwrap_or(0) as u8,
            int: self.int_ty(declared.ty),
            is_bool: matches!(types.shape(declared.ty), Shape::Bool),
            volatile: false,
            init: true,
            align: 1,
            named: true,
            members: members_beside(types, id, field),
        }
    }

    /// 6.3.2.1p3: a pointer to the first element, for the elements of this array only.
    pub(super) fn decay(&mut self, array: &Expr) -> Reg {
        if let Some(offset) = self.null_offset(array.peeled()) {
            return self.number(offset);
        }
        let memory = self.in_memory(array);
        self.array_start(memory, array)
    }

    fn array_start(&mut self, memory: InMemory, array: &Expr) -> Reg {
        if memory.whole && memory.offset == 0 {
            return memory.pointer;
        }
        let size = self.reach(array);
        self.address(memory, size, true)
    }

    /// How many bytes a pointer into an array may reach: to the end of the object for a
    /// flexible member (6.7.2.1p18), and for what was used before there were such.
    fn reach(&self, array: &Expr) -> u32 {
        let types = self.types();
        let size = types.size_of(array.ty).unwrap_or(0) as u32;
        let Shape::Array { length, .. } = types.shape(array.ty) else { return size };
        let last = match &array.peeled().kind {
            ExprKind::Member { base, field } => {
                let id = types.as_record(base.ty);
                id.is_some_and(|id| {
                    types.record(id).is_union || types.fields(id).len() == *field as usize + 1
                })
            }
            _ => false,
        };
        let strict = self.shared.switches.trailing_arrays;
        match length {
            None | Some(0) => TO_THE_END,
            Some(1) if last && !strict => TO_THE_END,
            _ => size,
        }
    }

    /// A pointer to part of an object.
    pub(super) fn address(&mut self, memory: InMemory, size: u32, narrow: bool) -> Reg {
        if memory.offset == 0 && (!narrow || memory.whole) {
            return memory.pointer;
        }
        let dst = self.temp();
        let (pointer, offset) = (memory.pointer, memory.offset as u32);
        self.emit_fresh(Op::Member { narrow, dst, pointer, offset, size });
        dst
    }

    /// `&` (6.5.3.2).
    pub(super) fn address_of(&mut self, operand: &Expr) -> Reg {
        let operand = operand.peeled();
        if let Some(offset) = self.null_offset(operand) {
            return self.number(offset);
        }
        if self.types().is_function(operand.ty) {
            return match &operand.kind {
                ExprKind::Deref(pointer) => self.value(pointer),
                _ => self.value(operand),
            };
        }
        // 6.5.3.2p3: `&*p` and `&p[i]` evaluate neither operator.
        match &operand.kind {
            ExprKind::Deref(pointer) => self.value(pointer),
            _ => {
                let memory = self.in_memory(operand);
                let size = self.size(operand.ty) as u32;
                let narrow = self.shared.switches.narrow_members
                    && matches!(operand.kind, ExprKind::Member { .. })
                    && size > 0;
                self.address(memory, size, narrow)
            }
        }
    }

    /// A hand-written `offsetof`: compilers take the address of a member of a null pointer's
    /// record for a constant.
    fn null_offset(&self, place: &Expr) -> Option<u64> {
        let is_part = matches!(place.kind, ExprKind::Member { .. } | ExprKind::Index { .. });
        if self.shared.switches.null_plus_zero || !is_part {
            return None;
        }
        constant::address(self.types(), place).ok()
    }

    /// An object for a string literal (6.4.5p6).
    fn literal(&mut self, literal: &StringLiteral, ty: Ty) -> Reg {
        let element = self.types().element(ty).unwrap_or(Types::CHAR);
        let unit = self.size(element) as u32;
        let size = self.size(ty).max(u64::from(unit) * literal.units.len() as u64);
        let declared = self.shared.effective.declare(self.types(), ty);
        let wish = Wish {
            size,
            align: self.types().align_of(element) as u32,
            flags: flag::LITERAL,
            declared,
            origin: Origin::Literal,
            made: self.span,
        };
        let Ok(id) = self.memory.make(wish) else {
            return self.unsupported("so large a string literal");
        };
        let object = self.memory.change(id);
        object.set_state(0..size as u32, state::INIT);
        for (index, &character) in literal.units.iter().enumerate() {
            object.store(index as u32 * unit, unit, u128::from(character));
        }
        let pointer = self.memory.whole(id);
        self.constant(pointer)
    }
}

/// Reading and writing.
impl Lowerer<'_> {
    /// 6.3.2.1p2: the value of the designated object; for an aggregate, where it is.
    pub(super) fn load(&mut self, place: Place, ty: Ty) -> Reg {
        match place {
            Place::Var(var) => {
                if self.forks > 0 {
                    self.emit(Op::NoteRead { var });
                }
                var
            }
            Place::Bits(memory, field) => {
                let dst = self.temp();
                let (pointer, offset) = (memory.pointer, memory.offset);
                self.emit_fresh(Op::LoadBits { field, dst, pointer, offset });
                dst
            }
            Place::Memory(memory) => match self.scalar(ty) {
                Some(scalar) => {
                    let access = self.access_of(memory, scalar, ty);
                    let dst = self.temp();
                    let (pointer, offset) = (memory.pointer, memory.offset);
                    self.emit_fresh(Op::Load { access, dst, pointer, offset });
                    dst
                }
                None => {
                    let size = self.size(ty) as u32;
                    self.address(memory, size, false)
                }
            },
        }
    }

    /// Writes, and returns the value that the object then has (6.5.16p3).
    pub(super) fn store(&mut self, place: Place, ty: Ty, src: Reg) -> Reg {
        match place {
            Place::Var(var) => {
                if ty.is_restrict() {
                    self.emit(Op::Restrict { slot: var, dst: var, src });
                } else {
                    self.settle(src, var);
                }
                if self.forks > 0 {
                    self.emit(Op::NoteWrite { var });
                }
                var
            }
            Place::Bits(memory, field) => {
                let dst = self.temp();
                let (pointer, offset) = (memory.pointer, memory.offset);
                self.emit(Op::StoreBits { field, src, dst, pointer, offset });
                dst
            }
            Place::Memory(memory) => {
                let Some(scalar) = self.scalar(ty) else {
                    let trusted = std::mem::take(&mut self.trusted);
                    self.copy_to(memory, ty, src, trusted);
                    return src;
                };
                let access = self.access_of(memory, scalar, ty);
                let mut src = src;
                if ty.is_restrict() && memory.whole && self.is_watched(memory.pointer) {
                    let dst = self.temp();
                    self.emit(Op::Restrict { slot: memory.pointer, dst, src });
                    src = dst;
                }
                let (pointer, offset) = (memory.pointer, memory.offset);
                self.emit(Op::Store { access, src, pointer, offset });
                src
            }
        }
    }

    /// Whether `restrict` of this variable counts: for its block, or, at file scope, for the whole
    /// program (6.7.3.1p2). Of variables that are `static` in a block nothing is said.
    fn is_watched(&self, pointer: Reg) -> bool {
        if pointer & CONSTANT == 0 {
            return true;
        }
        let constant = self.shared.tables.constants[(pointer & !CONSTANT) as usize];
        let object = constant.pointer().and_then(|p| self.memory.get(p.object));
        let Some(Origin::Static(global)) = object.map(|object| object.origin) else { return false };
        self.program.globals[global as usize].linkage != Linkage::None
    }

    fn access_of(&mut self, memory: InMemory, scalar: Scalar, ty: Ty) -> u32 {
        let leaf = self.shared.effective.leaf(self.types(), ty);
        let natural = self.types().align_of(ty) as u32;
        self.access(Access {
            scalar,
            size: scalar.size() as u8,
            align: natural.min(memory.align),
            leaf,
            named: memory.named,
            via_union: memory.via_union,
            volatile: ty.is_volatile(),
            init: memory.init,
            released: false,
            counts: memory.counts,
        })
    }

    /// 7.22.3.3p2: the pointer that is to be released, of which nothing else is asked.
    pub(super) fn released(&mut self, pointer: &Expr) -> Reg {
        let ExprKind::Convert { conversion: Conversion::Load, operand, .. } =
            &pointer.written_pointer().kind
        else {
            return self.value(pointer);
        };
        let place = self.place(operand);
        let loaded = self.load(place, operand.ty);
        if let Some(Op::Load { access, .. }) = self.code.ops.last_mut()
            && matches!(place, Place::Memory(_))
        {
            let released =
                Access { released: true, ..self.shared.tables.accesses[*access as usize] };
            *access = self.shared.access(released);
        }
        loaded
    }

    /// An aggregate from where `from` points.
    fn copy_to(&mut self, memory: InMemory, ty: Ty, from: Reg, trusted: bool) {
        let declared = self.shared.effective.declare(self.types(), ty.unqualified());
        let info = self.shared.copy(CopyInfo {
            size: self.size(ty) as u32,
            align: memory.align.min(self.types().align_of(ty) as u32),
            declared,
            volatile: ty.is_volatile(),
            named: memory.named,
            init: memory.init,
            trusted,
        });
        let (to, to_offset) = (memory.pointer, memory.offset);
        self.emit(Op::Copy { info, to, from, to_offset, from_offset: 0 });
    }

    /// All of an aggregate object, as its first value.
    pub(super) fn copy(&mut self, ty: Ty, to: Reg, from: Reg, trusted: bool) {
        let align = self.types().align_of(ty);
        let memory = InMemory { init: true, ..InMemory::variable(to, align) };
        self.copy_to(memory, ty, from, trusted);
    }

    /// An object with temporary lifetime for a value of aggregate type.
    pub(super) fn make_temporary(&mut self, ty: Ty, slot: Reg) {
        let declared = self.shared.effective.declare(self.types(), ty.unqualified());
        let typed = self.shared.flags_of(self.types(), declared, ty) & flag::TYPED_BYTES;
        let declaration = self.shared.declaration(Declaration {
            size: self.size(ty),
            align: self.types().align_of(ty) as u32,
            flags: flag::TEMPORARY | typed,
            declared,
            local: u32::MAX,
            span: self.span,
        });
        self.emit(Op::Temporary { declaration, slot });
    }
}
