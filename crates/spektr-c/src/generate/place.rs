//! Variables, and the scalar places that can be reached from them: elements by index, members,
//! what pointers point to. What a place holds is read from the machine's memory.

use super::Generator;
use super::operand::Operand;
use super::parameter::Which;
use crate::machine::number::make;
use crate::machine::{ObjectId, Origin, Value};
use crate::syntax::{Expr, ExprKind, Flat, FlatId, GlobalId, LocalId};
use crate::types::{Shape, Ty, Types};
use spektr_entropy::Entropy;
use spektr_text::Span;

/// What a variable is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Read, never written.
    Input,
    /// Read and written.
    Mixed,
    /// Written, never read.
    Output,
    /// A local variable.
    Local,
    /// What a loop counts with: from `low`, below `high`. Never written by its body.
    Counter { low: i64, high: i64 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    Global(GlobalId),
    Local(LocalId),
}

#[derive(Clone, Copy, Debug)]
pub struct Variable {
    pub base: Base,
    pub ty: Ty,
    pub role: Role,
}

/// What is known, the innermost last.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    all: Vec<Variable>,
    /// The places of those that can be reached in each [`Way`], ascending; floating ones, which are
    /// variables too, by themselves.
    reached: [Vec<u32>; 5],
}

const FLOATING: usize = 4;

impl Variables {
    pub fn push(&mut self, variable: Variable, types: &Types) {
        let way = match types.shape(variable.ty) {
            Shape::Array { .. } => Some(Way::Element as usize),
            Shape::Record(_) => Some(Way::Member as usize),
            Shape::Pointer(_) => Some(Way::Indirection as usize),
            Shape::Float(_) => Some(FLOATING),
            _ => types.is_integer(variable.ty).then_some(Way::Variable as usize),
        };
        if let Some(way) = way {
            self.reached[way].push(self.all.len() as u32);
        }
        self.all.push(variable);
    }

    pub fn truncate(&mut self, length: usize) {
        self.all.truncate(length);
        for places in &mut self.reached {
            while places.last().is_some_and(|&place| place as usize >= length) {
                places.pop();
            }
        }
    }

    /// Any that is reached so.
    fn draw(&self, way: Way, float: bool, entropy: &mut Entropy) -> Option<Variable> {
        let way = if float && way == Way::Variable { FLOATING } else { way as usize };
        entropy.pick(&self.reached[way]).map(|&place| self.all[place as usize])
    }
}

impl std::ops::Deref for Variables {
    type Target = [Variable];

    fn deref(&self) -> &[Variable] {
        &self.all
    }
}

/// An lvalue, and where it lies.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub node: FlatId,
    pub ty: Ty,
    pub object: ObjectId,
    pub offset: u64,
    /// Of a bit-field: its first bit within the object, and its width.
    pub bits: Option<(u64, u32)>,
    /// Whether a pointer led here.
    pub pointed: bool,
}

/// How a place is to be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Variable,
    Element,
    Member,
    Indirection,
}

/// So many variables are looked at before a wish is given up.
const TRIES: u32 = 12;
/// How often a path goes on.
const STEPS: u32 = 6;

impl Generator {
    pub(super) fn local_expr(&self, local: LocalId) -> Expr {
        let ty = self.program.function(self.function).local(local).ty;
        Expr::new(ExprKind::Local(local), ty, Span::default())
    }

    pub(super) fn base_expr(&self, variable: Variable) -> Expr {
        match variable.base {
            Base::Global(id) => Expr::new(ExprKind::Global(id), variable.ty, Span::default()),
            Base::Local(id) => Expr::new(ExprKind::Local(id), variable.ty, Span::default()),
        }
    }

    /// The whole variable as a place.
    pub(super) fn whole(&mut self, variable: Variable) -> Option<Place> {
        let object = self.whole_object(variable)?;
        let node = self.write(match variable.base {
            Base::Global(id) => Flat::Global(id),
            Base::Local(id) => Flat::Local(id),
        });
        Some(Place { node, ty: variable.ty, object, offset: 0, bits: None, pointed: false })
    }

    /// A variable that may be read, or written.
    pub(super) fn pick(
        &mut self,
        write: bool,
        fits: impl Fn(&Self, &Variable) -> bool,
    ) -> Option<Variable> {
        for _ in 0..TRIES {
            let variable = self.variables[self.entropy.index(self.variables.len())];
            if self.allows(variable, write) && fits(self, &variable) {
                return Some(variable);
            }
        }
        None
    }

    pub(super) fn allows(&self, variable: Variable, write: bool) -> bool {
        let global = matches!(variable.base, Base::Global(_));
        match (variable.role, write) {
            (Role::Output, false) | (Role::Input | Role::Counter { .. }, true) => false,
            (_, true) => !(global && self.pure),
            (_, false) => true,
        }
    }

    /// A scalar place that arithmetic can read or write, reached in the wished way.
    pub(super) fn scalar_place(&mut self, way: Way, write: bool, float: bool) -> Option<Place> {
        // A pointer is only read, whatever is done with what it points to.
        let write_itself = write && way != Way::Indirection;
        let variable = (0..TRIES).find_map(|_| {
            let variable = self.variables.draw(way, float, &mut self.entropy)?;
            self.allows(variable, write_itself).then_some(variable)
        })?;
        let place = self.whole(variable)?;
        let place = if way == Way::Variable { place } else { self.descend(place)? };
        let types = &self.program.types;
        let ty = place.ty;
        let fits = if float { types.is_float(ty) } else { types.is_integer(ty) };
        // C++ converts no number to an enumeration by itself.
        let enumeration = self.is_cpp() && matches!(types.shape(ty), Shape::Enum(_));
        if !fits || write && (ty.is_const() || enumeration) {
            return None;
        }
        // Where a pointer leads, other rules may hold than at the pointer.
        let forbidden = place.pointed
            && if write { self.is_input(place.object) } else { self.is_output(place.object) };
        (!forbidden).then_some(place)
    }

    fn role_of(&self, object: ObjectId) -> Option<Role> {
        // Globals are known first, and in their order.
        if let Origin::Static(global) = self.machine.memory().get(object)?.origin {
            return self.variables.get(global as usize).map(|variable| variable.role);
        }
        let locals = self.variables.iter().rev();
        locals
            .take_while(|variable| matches!(variable.base, Base::Local(_)))
            .find(|&&variable| self.whole_object(variable) == Some(object))
            .map(|variable| variable.role)
    }

    fn whole_object(&self, variable: Variable) -> Option<ObjectId> {
        let pointer = match variable.base {
            Base::Global(id) => self.machine.global(id)?,
            Base::Local(id) => self.machine.local(id)?,
        };
        Some(pointer.pointer()?.object)
    }

    /// Whether a pointer leads to what must not be written.
    fn is_input(&self, object: ObjectId) -> bool {
        let role = self.role_of(object);
        matches!(role, Some(Role::Input | Role::Counter { .. }))
            || (self.pure && role != Some(Role::Local))
    }

    /// Whether a pointer leads to what must not be read.
    fn is_output(&self, object: ObjectId) -> bool {
        self.role_of(object) == Some(Role::Output)
    }

    /// From a place to a scalar within or behind it.
    pub(super) fn descend(&mut self, mut place: Place) -> Option<Place> {
        for _ in 0..STEPS {
            match *self.program.types.shape(place.ty) {
                Shape::Array { element, length } => {
                    let (index, at) = self.index_of(length?)?;
                    place.offset += at * self.program.types.size_of(element)?;
                    place.node = self.write(Flat::Index(place.node, index.node));
                    place.ty = element;
                }
                Shape::Record(id) => {
                    // C++ [class.union]: only the member that was stored last is alive.
                    let one = self.is_cpp() && self.program.types.record(id).is_union;
                    let fields = self.program.types.fields(id);
                    let field = if one { 0 } else { self.entropy.index(fields.len()) };
                    let named = fields[field].name.is_some();
                    if !named {
                        continue;
                    }
                    place = self.member_of(place, field as u32)?;
                }
                Shape::Pointer(_) => place = self.pointee(place)?,
                Shape::Bool | Shape::Int(_) | Shape::Enum(_) | Shape::Float(_) => {
                    return Some(place);
                }
                _ => return None,
            }
        }
        None
    }

    pub(super) fn member_of(&mut self, place: Place, field: u32) -> Option<Place> {
        let id = self.program.types.as_record(place.ty)?;
        let bits = self.program.types.fields(id)[field as usize].bits;
        let at = self.program.types.layout(id)?.places[field as usize];
        let declared = self.program.types.fields(id)[field as usize].ty;
        let ty = self.program.types.qualified(declared, place.ty.quals);
        let node = self.write(Flat::Member(place.node, id, field));
        Some(match bits {
            Some(width) => {
                Place { node, ty, bits: Some((place.offset * 8 + at.bit, width)), ..place }
            }
            None => Place { node, ty, offset: place.offset + at.byte(), ..place },
        })
    }

    /// What a pointer in memory points to, if that can be used.
    pub(super) fn pointee(&mut self, place: Place) -> Option<Place> {
        let object = self.machine.memory().get(place.object)?;
        let number = object.load_pointer(place.offset as u32)?;
        let pointer = self.machine.memory().pointer_numbered(number)?.pointer()?;
        let target = self.program.types.target(place.ty)?;
        let size = self.program.types.size_of(target)?;
        let offset = u64::try_from(pointer.offset).ok()?;
        let live = self.machine.memory().is_live(pointer.object);
        if !live || offset + size > u64::from(pointer.high) {
            return None;
        }
        let node = self.write(Flat::Deref(place.node));
        let ty = target;
        Some(Place { node, ty, object: pointer.object, offset, bits: None, pointed: true })
    }

    /// An index into an array of this length: a constant, or what a loop counts with.
    fn index_of(&mut self, length: u64) -> Option<(Operand, u64)> {
        if length == 0 {
            return None;
        }
        if self.loops > 0
            && self.chance(750)
            && let Some(found) = self.counted_index(length)
        {
            return Some(found);
        }
        if self.chance(80)
            && let Some(found) = self.computed_index(length)
        {
            return Some(found);
        }
        let at = self.entropy.below(length);
        Some((self.int_constant(at as i64), at))
    }

    /// A counter, or its neighbour, that stays within the array.
    fn counted_index(&mut self, length: u64) -> Option<(Operand, u64)> {
        let counter =
            self.pick(false, |_, variable| matches!(variable.role, Role::Counter { .. }))?;
        let Role::Counter { low, high } = counter.role else { return None };
        let place = self.whole(counter)?;
        let counted = self.loaded(place)?;
        let now = self.program.types.int_kind(counter.ty)?.value(counted.value.bits()) as i64;
        let reach = |by: i64| low + by >= 0 && high + by <= length as i64;
        let by = match self.entropy.index(4) {
            0 if reach(1) => 1,
            1 if reach(-1) => -1,
            2 if reach(2) => 2,
            _ if reach(0) => 0,
            _ => return None,
        };
        // After its loop a counter may be anywhere.
        let at = u64::try_from(now.checked_add(by)?).ok().filter(|&at| at < length)?;
        if by == 0 {
            return Some((counted, at));
        }
        let by = self.int_constant(by);
        Some((self.binary(crate::syntax::BinOp::Add, counted, by), at))
    }

    /// Arithmetic whose value, known as it is, is brought within the array by a constant.
    fn computed_index(&mut self, length: u64) -> Option<(Operand, u64)> {
        let operand = self.leaf_variable()?;
        if self.program.types.is_float(operand.ty) || self.int(operand.ty).bits > 64 {
            return None;
        }
        let mask = length.next_power_of_two() / if length.is_power_of_two() { 1 } else { 2 } - 1;
        let mask = self.int_constant(mask as i64);
        let masked = self.binary(crate::syntax::BinOp::BitAnd, operand, mask);
        let at = masked.value.lo;
        (at < length).then_some((masked, at))
    }

    /// What a place holds.
    pub(super) fn read(&self, place: &Place) -> Option<Value> {
        let object = self.machine.memory().get(place.object)?;
        let types = &self.program.types;
        if let Some((bit, width)) = place.bits {
            let first = (bit / 8) as u32;
            let last = ((bit + u64::from(width) - 1) / 8) as u32;
            let mut word = 0u64;
            let mut known = 0u64;
            for byte in first..=last {
                let at = 8 * (byte - first);
                word |= u64::from(object.bytes(byte..byte + 1)[0]) << at;
                known |= u64::from(object.known_bits(byte).set) << at;
            }
            // Neighbours need not have a value.
            let own = (u64::MAX >> (64 - width)) << (bit % 8);
            if known & own != own {
                return None;
            }
            let int = self.int(place.ty);
            let narrow = crate::machine::IntTy { bits: width as u8, signed: int.signed };
            return Some(Value::number(narrow.wrap(word >> (bit % 8))));
        }
        let size = types.size_of(place.ty)? as u32;
        let bits = object.load(place.offset as u32, size.min(8))?;
        if types.is_float(place.ty) {
            return Some(Value::number(bits));
        }
        Some(make(self.int(place.ty), u128::from(bits)))
    }

    /// A place as an operand.
    pub(super) fn loaded(&mut self, place: Place) -> Option<Operand> {
        let value = self.read(&place)?;
        let width = place.bits.map(|(_, width)| width);
        Some(Operand { node: place.node, ty: place.ty.unqualified(), width, value })
    }

    /// Draws a way to read.
    pub(super) fn leaf_variable(&mut self) -> Option<Operand> {
        let way = match self.draw(Which::Leaf) {
            2 => Way::Element,
            3 => Way::Member,
            4 => Way::Indirection,
            _ => Way::Variable,
        };
        let place = self
            .scalar_place(way, false, false)
            .or_else(|| self.scalar_place(Way::Variable, false, false))?;
        self.loaded(place)
    }

    /// Draws where a result goes.
    pub(super) fn target(&mut self, float: bool) -> Option<Place> {
        let way = match self.draw(Which::Target) {
            3 => Way::Element,
            4 => Way::Member,
            5 => Way::Indirection,
            _ => Way::Variable,
        };
        self.scalar_place(way, true, float)
            .or_else(|| self.scalar_place(Way::Variable, true, float))
    }
}
