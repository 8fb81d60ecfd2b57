//! Access to objects: what must hold before a scalar, a bit-field or an aggregate is read or
//! written (6.2.4, 6.3.2.1, 6.5p7, 6.5.3.2p4, 6.5.16, 6.7.3), and the bytes that it moves.

use super::Machine;
use super::code::{Access, CopyInfo, Scalar};
use super::effective::{leaf, may_access};
use super::memory::{Chunk, Object, ObjectId, flag, state};
use super::number::no_number;
use super::stop::{Step, Stop, Undefined};
use super::value::{Kind, Openness, Pointer, Value};
use crate::types::FloatKind;

/// A range of bytes of a live object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes {
    pub object: ObjectId,
    pub offset: u32,
    pub size: u32,
    /// The `restrict` pointer that the access is based on.
    pub basis: u32,
}

/// What is done to bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    Read,
    Write,
    /// Part of adding to an integer whose value nobody else uses.
    Raise,
    /// Part of subtracting from one.
    Lower,
}

impl Machine {
    /// 6.5.3.2p4: the bytes that an lvalue designates, if it designates any.
    #[inline]
    pub(super) fn reach(
        &self,
        pointer: Value,
        displacement: i32,
        size: u32,
        align: u32,
    ) -> Step<Bytes> {
        let Some(p) = pointer.pointer() else { return Err(self.no_pointer(pointer)) };
        let object = match self.memory.get(p.object) {
            Some(object) => object,
            None => return Err(Undefined::DeadObject { object: p.object }.into()),
        };
        let offset = i64::from(p.offset) + i64::from(displacement);
        if offset < i64::from(p.low) || offset + i64::from(size) > i64::from(p.high) {
            return Err(self.out_of_bounds(p, offset, size));
        }
        if offset as u32 & (align - 1) != 0 || align > object.align {
            self.misaligned(align)?;
        }
        Ok(Bytes { object: p.object, offset: offset as u32, size, basis: p.basis })
    }

    /// 6.5.3.2p4: `p->m` asks of `p` what its structure does, not what `m` does.
    #[inline]
    pub(super) fn aligned_record(&self, pointer: Value, displacement: i32, align: u32) -> Step<()> {
        // What is no pointer to an object is found out by the access.
        let Some(p) = pointer.pointer() else { return Ok(()) };
        let Some(object) = self.memory.get(p.object) else { return Ok(()) };
        let offset = i64::from(p.offset) + i64::from(displacement);
        if offset as u32 & (align - 1) != 0 || align > object.align {
            self.misaligned(align)?;
        }
        Ok(())
    }

    #[cold]
    fn misaligned(&self, required: u32) -> Step<()> {
        if self.shared.switches.alignment {
            return Err(Undefined::Misaligned { required }.into());
        }
        Ok(())
    }

    #[cold]
    fn out_of_bounds(&self, p: Pointer, offset: i64, size: u32) -> Box<Stop> {
        let limit = self.memory.get(p.object).map_or(0, |object| u64::from(object.size));
        let (object, size) = (p.object, u64::from(size));
        if offset >= 0 && offset as u64 + size <= limit {
            let (low, high) = (u64::from(p.low), u64::from(p.high));
            return Undefined::SubobjectBounds { object, offset, size, low, high }.into();
        }
        if offset as u64 == limit && i64::from(p.offset) == offset {
            return Undefined::PastTheEnd { object }.into();
        }
        Undefined::OutOfBounds { object, offset, size, limit }.into()
    }

    /// Why a value is no pointer to an object.
    #[cold]
    pub(super) fn no_pointer(&self, value: Value) -> Box<Stop> {
        match value.kind() {
            Kind::Number if value.lo == 0 => Undefined::NullDereference.into(),
            Kind::Number | Kind::Function | Kind::Label | Kind::Arguments | Kind::Fragment => {
                Undefined::InvalidPointer.into()
            }
            Kind::Object
            | Kind::Open
            | Kind::Uninit
            | Kind::Nan
            | Kind::Missing
            | Kind::Partial => no_number(value),
        }
    }

    /// 6.5p7, 6.7.3p6: whether the object may be accessed as this type.
    #[inline]
    fn check_type(&self, object: &Object, bytes: Bytes, access: &Access, deed: Deed) -> Step<()> {
        if object.flags & flag::VOLATILE != 0 && !access.volatile && !access.init {
            self.check_volatile(object, bytes)?;
        }
        if access.named || matches!(access.leaf, leaf::CHARACTER | leaf::ANY) {
            return Ok(());
        }
        if object.flags & flag::TYPED_BYTES != 0 {
            return self.check_byte_types(object, bytes, access, deed);
        }
        if object.declared == 0 {
            return Ok(());
        }
        let declared = self.shared.effective.declared(object.declared);
        if declared.leaves.is_empty() {
            return Ok(());
        }
        let effective = declared.leaves[(bytes.offset % declared.period) as usize];
        if may_access(access.leaf, effective) {
            return Ok(());
        }
        Err(self.wrong_type(bytes.object, access.leaf, effective))
    }

    /// 6.7.3p6: an lvalue that is not volatile designates nothing that is defined so.
    #[cold]
    pub(super) fn check_volatile(&self, object: &Object, bytes: Bytes) -> Step<()> {
        let declared = self.shared.effective.declared(object.declared);
        let parts = &declared.volatile_members;
        let at = bytes.offset % declared.period.max(1);
        let meets = |part: &std::ops::Range<u32>| part.start < at + bytes.size && at < part.end;
        let all = parts.is_empty() || declared.volatile;
        if self.shared.switches.volatile_objects && (all || parts.iter().any(meets)) {
            return Err(Undefined::VolatileAccess { object: bytes.object }.into());
        }
        Ok(())
    }

    fn check_byte_types(
        &self,
        object: &Object,
        bytes: Bytes,
        access: &Access,
        deed: Deed,
    ) -> Step<()> {
        // 6.5p6: a store gives memory without a declared type a new one.
        if access.via_union || deed == Deed::Write {
            return Ok(());
        }
        let types = object.types(bytes.offset..bytes.offset + bytes.size).unwrap_or(&[]);
        match types.iter().find(|&&effective| !may_access(access.leaf, effective)) {
            Some(&effective) => Err(self.wrong_type(bytes.object, access.leaf, effective)),
            None => Ok(()),
        }
    }

    #[cold]
    pub(super) fn wrong_type(&self, object: ObjectId, accessed: u16, effective: u16) -> Box<Stop> {
        let name = |leaf| self.shared.effective.name(leaf).to_string();
        Undefined::EffectiveType { object, accessed: name(accessed), effective: name(effective) }
            .into()
    }

    /// 6.7.3p6, 6.4.5p7, 6.2.4p8: whether the object may be written at all.
    #[cold]
    pub(super) fn check_writable(&self, object: &Object, bytes: Bytes) -> Step<()> {
        let id = bytes.object;
        if object.flags & flag::LITERAL != 0 {
            return Err(Undefined::LiteralWrite { object: id }.into());
        }
        if object.flags & flag::CONST != 0 {
            return Err(Undefined::ConstWrite { object: id }.into());
        }
        Err(Undefined::TemporaryWrite { object: id }.into())
    }

    pub(super) fn check_constant_members(&self, object: &Object, bytes: Bytes) -> Step<()> {
        let declared = self.shared.effective.declared(object.declared);
        if declared.constant.is_empty() {
            return Ok(());
        }
        let at = bytes.offset % declared.period.max(1);
        let touched = at..at + bytes.size;
        let meets =
            |range: &std::ops::Range<u32>| range.start < touched.end && touched.start < range.end;
        if declared.constant.iter().any(meets) {
            return Err(Undefined::ConstWrite { object: bytes.object }.into());
        }
        Ok(())
    }

    /// The rules for writing raw bytes, as library functions do.
    pub(super) fn may_write(&self, bytes: Bytes) -> Step<()> {
        let Some(object) = self.memory.get(bytes.object) else {
            return Err(Undefined::DeadObject { object: bytes.object }.into());
        };
        if object.flags & flag::GUARDED != 0 {
            self.check_writable(object, bytes)?;
        }
        if object.declared != 0 {
            self.check_constant_members(object, bytes)?;
        }
        Ok(())
    }
}

/// Whether some of it is what padding happens to hold.
fn is_padding(value: Value) -> bool {
    match value.kind() {
        Kind::Open => value.openness() == Openness::Padding,
        kind => kind == Kind::Partial,
    }
}

/// What most accesses are: a number in a plain object, reached by its name or as its declared
/// type, while nobody watches. Everything else takes the long way, which has all the rules.
impl Machine {
    /// Where a number is, if nothing about the access is unusual.
    #[inline(always)]
    fn usual(
        &self,
        access: &Access,
        pointer: &Value,
        displacement: i32,
        guards: u8,
    ) -> Option<(ObjectId, &Object, u32)> {
        let p = pointer.pointer()?;
        let object = self.memory.get(p.object)?;
        let offset = i64::from(p.offset) + i64::from(displacement);
        let end = offset + i64::from(access.size);
        let fits = offset >= i64::from(p.low) && end <= i64::from(p.high);
        let aligned = offset as u32 & (access.align - 1) == 0 && access.align <= object.align;
        let plain = object.flags & guards == 0 && !access.volatile && !self.watching;
        if !(fits && aligned && plain) {
            return None;
        }
        if !access.named && access.leaf != leaf::CHARACTER {
            let declared = self.shared.effective.declared(object.declared);
            let at = offset as u32 % declared.period.max(1);
            if declared.leaves.get(at as usize) != Some(&access.leaf) {
                return None;
            }
        }
        Some((p.object, object, offset as u32))
    }

    /// The number that an integer has.
    #[inline(always)]
    pub(super) fn load_quickly(
        &self,
        access: &Access,
        pointer: &Value,
        displacement: i32,
    ) -> Option<u64> {
        let Scalar::Int(int) = access.scalar else { return None };
        let odd = flag::VOLATILE | flag::TYPED_BYTES;
        let (_, object, offset) = self.usual(access, pointer, displacement, odd)?;
        let word = object.load(offset, u32::from(access.size))?;
        (int.bits <= 64).then(|| int.wrap(word))
    }

    /// Where to store a number; `meta` says whether it is one.
    #[inline(always)]
    pub(super) fn place_quickly(
        &self,
        access: &Access,
        pointer: &Value,
        displacement: i32,
        meta: u64,
    ) -> Option<(ObjectId, u32)> {
        if meta != 0 || access.size > 8 {
            return None;
        }
        let odd = flag::VOLATILE | flag::TYPED_BYTES | flag::GUARDED;
        let (id, object, offset) = self.usual(access, pointer, displacement, odd)?;
        let constant =
            !access.named && !self.shared.effective.declared(object.declared).constant.is_empty();
        (!constant).then_some((id, offset))
    }
}

/// Scalars.
impl Machine {
    /// 6.3.2.1p2: lvalue conversion.
    #[inline]
    pub(super) fn load(
        &mut self,
        access: Access,
        pointer: Value,
        displacement: i32,
    ) -> Step<Value> {
        let bytes = self.reach(pointer, displacement, u32::from(access.size), access.align)?;
        if self.watching {
            self.note(bytes, self.deed(&access, Deed::Read), access.volatile)?;
        }
        // It was just found alive.
        let Some(object) = self.memory.get(bytes.object) else {
            return Err(Undefined::DeadObject { object: bytes.object }.into());
        };
        if !access.named || object.flags & flag::VOLATILE != 0 {
            self.check_type(object, bytes, &access, Deed::Read)?;
        }
        if access.volatile {
            self.side_effects += 1;
        }
        let Some(object) = self.memory.get(bytes.object) else {
            return Err(Undefined::DeadObject { object: bytes.object }.into());
        };
        match access.scalar {
            Scalar::Int(int) if int.bits <= 64 => {
                if let Some(word) = object.load(bytes.offset, bytes.size) {
                    return Ok(Value::number(int.wrap(word)));
                }
                self.load_odd(access, bytes)
            }
            Scalar::Pointer => {
                if let Some(number) = object.load_pointer(bytes.offset) {
                    return self.loaded_pointer(number, access.released);
                }
                match object.load(bytes.offset, 8) {
                    Some(word) => Ok(Value::number(word)),
                    None => self.load_odd(access, bytes),
                }
            }
            Scalar::Float(FloatKind::Double | FloatKind::Float) => {
                match object.load(bytes.offset, bytes.size) {
                    Some(word) => Ok(Value::number(word)),
                    None => self.load_odd(access, bytes),
                }
            }
            _ => self.load_odd(access, bytes),
        }
    }

    #[inline]
    fn loaded_pointer(&self, number: u64, released: bool) -> Step<Value> {
        let Some(value) = self.memory.pointer_numbered(number) else {
            return Ok(Value::open(Openness::Address));
        };
        if let Some(p) = value.pointer()
            && !released
            && !self.memory.is_live(p.object)
        {
            return Err(Undefined::DanglingPointer { object: p.object }.into());
        }
        Ok(value)
    }

    /// Bytes that are not all plain numbers, `_Bool`, and what needs more than 64 bits.
    #[cold]
    fn load_odd(&self, access: Access, bytes: Bytes) -> Step<Value> {
        let Some(object) = self.memory.get(bytes.object) else {
            return Err(Undefined::DeadObject { object: bytes.object }.into());
        };
        // The last six bytes of x87's format are padding.
        let size = match access.scalar {
            Scalar::Float(FloatKind::LongDouble) => 10,
            _ => bytes.size,
        };
        if bytes.size == 8
            && let Some(number) = object.load_pointer(bytes.offset)
        {
            // An integer that is a pointer's bytes: 6.2.6.1p4, and what was cast.
            let value = self.loaded_pointer(number, access.released)?;
            return Ok(match access.scalar {
                Scalar::Float(_) => Value::open(Openness::Address),
                _ => value,
            });
        }
        let float = matches!(access.scalar, Scalar::Float(_));
        let value = object.load_doubtful(bytes.offset, size, float);
        if value.kind() == Kind::Uninit {
            return self.uninitialised(access, bytes);
        }
        if self.shared.switches.padding_values && is_padding(value) {
            return Err(no_number(value));
        }
        match access.scalar {
            Scalar::Bool if value.is_number() && value.lo > 1 => {
                Err(Undefined::TrapRepresentation { byte: value.lo as u8 }.into())
            }
            Scalar::Bool if !value.is_number() => Err(no_number(value)),
            Scalar::Int(int) if value.is_number() => {
                Ok(super::number::make(int, int.wrap_wide(value.bits())))
            }
            _ => Ok(value),
        }
    }

    /// 6.3.2.1p2 and J.2. A byte of an object that has an address may be read as `unsigned
    /// char`: its value is then unspecified (6.2.6.1p4 has no trap representations for it).
    fn uninitialised(&self, access: Access, bytes: Bytes) -> Step<Value> {
        let byte = access.scalar == Scalar::Int(super::code::IntTy::BYTE);
        if byte && !self.shared.switches.uninitialised_bytes {
            return Ok(Value::open(Openness::Other));
        }
        Err(Undefined::Uninitialised { object: Some(bytes.object) }.into())
    }

    #[inline]
    pub(super) fn store(
        &mut self,
        access: Access,
        pointer: Value,
        displacement: i32,
        value: Value,
    ) -> Step<()> {
        let bytes = self.reach(pointer, displacement, u32::from(access.size), access.align)?;
        if self.watching {
            self.note(bytes, self.deed(&access, Deed::Write), access.volatile)?;
        }
        let Some(object) = self.memory.get(bytes.object) else {
            return Err(Undefined::DeadObject { object: bytes.object }.into());
        };
        if !access.init {
            if object.flags & flag::GUARDED != 0 {
                self.check_writable(object, bytes)?;
            }
            if !access.named || object.flags & flag::VOLATILE != 0 {
                self.check_type(object, bytes, &access, Deed::Write)?;
                if object.declared != 0 {
                    self.check_constant_members(object, bytes)?;
                }
            }
        }
        self.side_effects += 1;
        let typed = object.flags & flag::TYPED_BYTES != 0;
        if value.is_number() && bytes.size <= 8 {
            let object = self.memory.change(bytes.object);
            object.store_word(bytes.offset, bytes.size, value.lo);
        } else {
            self.store_odd(access, bytes, value)?;
        }
        if typed {
            self.set_types(access, bytes);
        }
        Ok(())
    }

    #[cold]
    fn set_types(&mut self, access: Access, bytes: Bytes) {
        // 6.5p6: characters leave the effective type as it was.
        if !matches!(access.leaf, leaf::CHARACTER | leaf::ANY) {
            let range = bytes.offset..bytes.offset + bytes.size;
            self.memory.change(bytes.object).set_types(range, access.leaf);
        }
    }

    /// A value that is more than a number of up to 64 bits.
    #[cold]
    fn store_odd(&mut self, access: Access, bytes: Bytes, value: Value) -> Step<()> {
        let (offset, size) = (bytes.offset, bytes.size);
        let kind = value.kind();
        if matches!(kind, Kind::Uninit | Kind::Missing) {
            return Err(no_number(value));
        }
        let number = match kind {
            Kind::Object | Kind::Function | Kind::Arguments | Kind::Label if size == 8 => {
                self.check_live(value)?;
                Some(self.memory.pointer_number(value))
            }
            _ => None,
        };
        let object = self.memory.change(bytes.object);
        match kind {
            Kind::Number if access.scalar == Scalar::Float(FloatKind::LongDouble) => {
                object.store(offset, 10, value.bits());
                object.set_state(offset + 10..offset + 16, state::PADDING);
            }
            Kind::Number => object.store(offset, size, value.bits()),
            Kind::Nan => {
                object.store(offset, size, value.bits());
                object.set_state(offset..offset + size, state::NAN);
                if access.scalar == Scalar::Float(FloatKind::LongDouble) {
                    object.set_state(offset + 10..offset + 16, state::PADDING);
                }
            }
            Kind::Fragment if size == 1 => {
                object.store_byte(offset, value.lo as u8, state::POINTER + value.hi as u8);
            }
            Kind::Partial if size == 1 => {
                let (byte, known) = value.partly();
                object.store_partly(offset, byte, known);
            }
            Kind::Partial => object.set_state(offset..offset + size, state::PADDING),
            Kind::Open => {
                let byte = match value.openness() {
                    Openness::Padding => state::PADDING,
                    Openness::Address => state::ADDRESS,
                    Openness::NanBits => state::NAN,
                    Openness::Result | Openness::Other => state::OPEN,
                };
                object.set_state(offset..offset + size, byte);
            }
            _ => match number {
                Some(number) => object.store_pointer(offset, number),
                None => object.set_state(offset..offset + size, state::ADDRESS),
            },
        }
        Ok(())
    }

    /// 6.2.4p2: a pointer to an object that is no more has no value to copy or compare.
    #[inline]
    pub(super) fn check_live(&self, value: Value) -> Step<()> {
        match value.pointer() {
            Some(p) if !self.memory.is_live(p.object) => {
                Err(Undefined::DanglingPointer { object: p.object }.into())
            }
            _ => Ok(()),
        }
    }
}

/// Aggregates.
impl Machine {
    /// 6.5.16.1p2f: all members; padding becomes unspecified (6.2.6.1p6).
    pub(super) fn copy_aggregate(
        &mut self,
        info: CopyInfo,
        to: (Value, i32),
        from: (Value, i32),
    ) -> Step<()> {
        if info.size == 0 {
            return Ok(());
        }
        let source = self.reach(from.0, from.1, info.size, 1)?;
        let target = self.reach(to.0, to.1, info.size, info.align)?;
        if source.object == target.object && source.offset == target.offset {
            return Ok(());
        }
        if source.object == target.object && source.offset.abs_diff(target.offset) < info.size {
            return Err(Undefined::OverlappingAssignment.into());
        }
        if self.watching {
            self.note(source, Deed::Read, false)?;
            self.note(target, Deed::Write, false)?;
        }
        if !info.init {
            self.may_write(target)?;
        }
        self.check_aggregate(source, info)?;
        self.side_effects += 1;
        let mut chunk = Chunk::default();
        let range = source.offset..source.offset + source.size;
        if let Some(object) = self.memory.get(source.object) {
            object.copy_out(range, &mut chunk);
        }
        let declared = self.shared.effective.declared(info.declared);
        if !declared.leaves.is_empty() {
            let padding = declared.leaves.iter().cycle().zip(&mut chunk.states);
            for (_, byte) in padding.filter(|(leaf, _)| **leaf == leaf::NONE) {
                *byte = state::PADDING;
            }
            for start in (0..info.size).step_by(declared.period.max(1) as usize) {
                for &(byte, mask) in &declared.padding_bits {
                    chunk.open_bits((start + byte) as usize, mask);
                }
            }
        }
        let leaves = if declared.leaves.is_empty() || declared.has_union {
            Vec::new()
        } else {
            declared.leaves.iter().copied().cycle().take(info.size as usize).collect()
        };
        let object = self.memory.change(target.object);
        object.paste(target.offset, &chunk);
        if object.flags & flag::TYPED_BYTES != 0 {
            let types = if chunk.types.is_empty() { &leaves } else { &chunk.types };
            object.set_types_from(target.offset, types);
        }
        Ok(())
    }

    /// 6.5p7 for an aggregate: every member is what the source has there.
    fn check_aggregate(&self, source: Bytes, info: CopyInfo) -> Step<()> {
        let Some(object) = self.memory.get(source.object) else { return Ok(()) };
        if info.trusted || object.declared == info.declared {
            return Ok(());
        }
        let declared = self.shared.effective.declared(info.declared);
        let own = (object.declared != 0 && object.flags & flag::TYPED_BYTES == 0)
            .then(|| self.shared.effective.declared(object.declared))
            .filter(|own| !own.leaves.is_empty());
        let types = object.types(source.offset..source.offset + source.size);
        for (index, &wanted) in declared.leaves.iter().cycle().take(info.size as usize).enumerate()
        {
            let effective = match (own, types) {
                (Some(own), _) => {
                    own.leaves[((source.offset + index as u32) % own.period) as usize]
                }
                (None, Some(types)) => types[index],
                (None, None) => break,
            };
            let free = matches!(wanted, leaf::NONE | leaf::UNION);
            if !free && !may_access(wanted, effective) {
                return Err(self.wrong_type(source.object, wanted, effective));
            }
        }
        Ok(())
    }
}

/// 6.5.16.1p3: whether a scalar may be assigned from one place to the other.
pub(super) fn check_overlap(
    to: (Value, i32),
    from: (Value, i32),
    sizes: [u8; 2],
    exact: bool,
) -> Step<()> {
    let (Some(target), Some(source)) = (to.0.pointer(), from.0.pointer()) else { return Ok(()) };
    let first = i64::from(target.offset) + i64::from(to.1);
    let second = i64::from(source.offset) + i64::from(from.1);
    let meet = first < second + i64::from(sizes[1]) && second < first + i64::from(sizes[0]);
    let one = exact && first == second && sizes[0] == sizes[1];
    if target.object == source.object && meet && !one {
        return Err(Undefined::OverlappingAssignment.into());
    }
    Ok(())
}
