//! What functions are tried on: border values, mined numbers, random ones, poison and undef;
//! pointers to objects that alias or do not. Objects start roomy; once a run has shown what
//! is accessed they are cut to fit, so that an access more is noticed.

use std::cell::Cell;

use spektr_entropy::Entropy;
use spektr_number::Format;

use crate::machine::{
    Code, Given, Kind, Link, Made, ObjectId, Outside, Pointer, ROOMY, Shown, Start, Value,
    initial_bytes,
};
use crate::syntax::{
    Attribute, Flag, Function, GlobalId, IntAttribute, Linkage, Ty, TypeAttribute,
};

/// Where the pointers that are passed point to in their roomy objects.
const MIDDLE: u64 = 96;

/// Where the first object lies, and how far apart they are.
const FIRST: u64 = 0x1000_0000;
const APART: u64 = 0x1000;

pub struct Inputs<'a, 'm> {
    pub code: &'a Code<'m>,
    pub entry: GlobalId,
    pub mined: &'a [u128],
    pub seed: u64,
    pub undef: bool,
    /// Parameters of which it turned out that poison is undefined behaviour, as bits: they get
    /// other values from then on.
    pub decisive: Cell<u64>,
}

impl Inputs<'_, '_> {
    fn function(&self) -> Option<&Function> {
        self.code.module.global(self.entry).function()
    }

    /// Globals are the first objects of a memory.
    fn is_global(&self, object: ObjectId) -> bool {
        (object.0 as usize) < self.code.module.globals.len()
    }

    fn params(&self) -> Vec<Ty> {
        let body = self.function().and_then(|function| function.body.as_ref());
        body.map_or(Vec::new(), |body| {
            body.values[..body.params as usize].iter().map(|value| value.ty).collect()
        })
    }

    /// Whether a pointer is passed at all.
    pub fn has_pointers(&self) -> bool {
        self.params().iter().any(|&ty| self.holds_pointer(ty))
    }

    fn holds_pointer(&self, ty: Ty) -> bool {
        match &self.code.shapes[ty].kind {
            Kind::Pointer { .. } => true,
            Kind::Vector { element, .. } | Kind::Array { element, .. } => {
                self.holds_pointer(*element)
            }
            Kind::Struct { fields } => fields.iter().any(|&(field, _)| self.holds_pointer(field)),
            _ => false,
        }
    }

    /// All inputs, if the parameters have few bits altogether.
    pub fn exhaustive(&self, limit: u64) -> Option<u64> {
        let mut bits = 0;
        for ty in self.params() {
            match self.code.shapes[ty].kind {
                Kind::Int(width) => bits += u64::from(width),
                _ => return None,
            }
        }
        (bits > 0 && bits < 16 && 1u64 << bits <= limit).then(|| 1 << bits)
    }

    /// The start of a number; with few bits, numbers below `exhaustive` are bit patterns.
    pub fn start(&self, number: u64, exhaustive: u64) -> Start {
        let mut draw = Entropy::named(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a), "input");
        let mut start = Start::default();
        let mut pattern = number;
        let single = self.single_open(number, exhaustive);
        // Where it is mostly undefined, some other argument may make it matter less.
        let single =
            single.filter(|(at, _)| !self.is_decisive(*at) || (number / 8).is_multiple_of(3));
        let all_open = match number.checked_sub(exhaustive) {
            Some(6) => Some(Value::Poison),
            Some(7 | 8) if self.undef => Some(Value::Undef),
            _ => None,
        };
        for (at, ty) in self.params().into_iter().enumerate() {
            if number < exhaustive
                && let Kind::Int(width) = self.code.shapes[ty].kind
            {
                let bits = u128::from(pattern) & ((1 << width) - 1);
                pattern >>= width;
                start.arguments.push(Given::Value(Value::number(width, bits)));
                continue;
            }
            let given = match &all_open {
                _ if single.as_ref().is_some_and(|(it, _)| *it == at) => {
                    let value = single.as_ref().map_or(Value::Poison, |(_, value)| value.clone());
                    self.all(ty, &value)
                }
                Some(value) if !self.holds_pointer(ty) => self.all(ty, value),
                _ => self.given(&mut draw, number, at, ty, &mut start),
            };
            start.arguments.push(given);
        }
        self.globals(&mut draw, number, &mut start);
        start
    }

    /// One argument alone that is poison, or undef, by its number.
    pub fn single_open(&self, number: u64, exhaustive: u64) -> Option<(usize, Value)> {
        let after = number.wrapping_sub(exhaustive);
        let count = self.params().len() as u64;
        let value = match after {
            9.. if after % 4 == 1 => Value::Poison,
            9.. if after % 4 == 3 && self.undef => Value::Undef,
            _ => return None,
        };
        (count > 0).then(|| ((after / 4 % count) as usize, value))
    }

    /// No value is wasted on a parameter any more for which poison is undefined behaviour.
    pub fn mark_decisive(&self, at: usize) {
        self.decisive.set(self.decisive.get() | 1u64.checked_shl(at as u32).unwrap_or(0));
    }

    fn is_decisive(&self, at: usize) -> bool {
        self.decisive.get() & 1u64.checked_shl(at as u32).unwrap_or(0) != 0
    }

    fn attributes(&self, at: usize) -> Vec<&Attribute> {
        let declared = self.function().and_then(|it| it.param_attributes.get(at));
        declared.into_iter().flatten().collect()
    }

    fn given(
        &self,
        draw: &mut Entropy,
        number: u64,
        at: usize,
        ty: Ty,
        start: &mut Start,
    ) -> Given {
        let attributes = self.attributes(at);
        let plain = number < 6;
        let noundef = attributes.iter().any(|it| it.is(Flag::NoUndef));
        if !plain && !noundef && !self.is_decisive(at) {
            match draw.below(24) {
                0 => return self.all(ty, &Value::Poison),
                1 if self.undef => return self.all(ty, &Value::Undef),
                _ => {}
            }
        }
        match &self.code.shapes[ty].kind {
            Kind::Pointer { .. } => self.pointer(draw, number, at, start),
            Kind::Vector { element, length } => {
                let lanes = (0..*length).map(|_| self.lane(draw, number, at, *element, start));
                Given::List(lanes.collect())
            }
            Kind::Array { element, length } if *length <= 64 => {
                let parts = (0..*length).map(|_| self.given(draw, number, at, *element, start));
                Given::List(parts.collect())
            }
            Kind::Struct { fields } => {
                let parts = fields.iter().map(|&(it, _)| self.given(draw, number, at, it, start));
                Given::List(parts.collect())
            }
            _ => Given::Value(self.scalar(draw, number, at, ty)),
        }
    }

    /// One lane of a vector: poison or undef now and then on its own.
    fn lane(&self, draw: &mut Entropy, number: u64, at: usize, ty: Ty, start: &mut Start) -> Given {
        let attributes = self.attributes(at);
        match &self.code.shapes[ty].kind {
            Kind::Pointer { .. } => self.pointer(draw, number, at, start),
            _ => match draw.below(16) {
                0 if number >= 6 && !attributes.iter().any(|it| it.is(Flag::NoUndef)) => {
                    let undef = self.undef && draw.coin();
                    Given::Value(if undef { Value::Undef } else { Value::Poison })
                }
                _ => Given::Value(self.scalar(draw, number, at, ty)),
            },
        }
    }

    fn all(&self, ty: Ty, scalar: &Value) -> Given {
        Given::Value(self.code.uniform(ty, scalar).unwrap_or(scalar.clone()))
    }

    fn scalar(&self, draw: &mut Entropy, number: u64, at: usize, ty: Ty) -> Value {
        match self.code.shapes[ty].kind {
            Kind::Int(width) if width > 128 => {
                let big = match draw.below(3) {
                    0 => spektr_number::Big::from_i128(width, i128::from(draw.below(5) as i64) - 2),
                    1 => spektr_number::Big::from_u128(width, draw.next_u128()),
                    _ => {
                        let limbs = (0..width.div_ceil(64)).map(|_| draw.next_u64()).collect();
                        spektr_number::Big::from_limbs(width, limbs)
                    }
                };
                Value::Big(Box::new(big))
            }
            Kind::Int(width) => {
                let bits = self.integer(draw, number, at, width);
                let bits = self.within(bits, number, draw, &self.attributes(at));
                Value::number(width, bits & all_ones(width))
            }
            Kind::Float(_) => match self.code.format(ty) {
                Ok(format) => Value::number(format.bits(), self.float(draw, number, format)),
                Err(_) => Value::Undef,
            },
            _ => Value::Undef,
        }
    }

    /// A mined number, or one beside it, for one of the parameters: each in its turn.
    fn mined_in_turn(&self, number: u64, at: usize) -> Option<u128> {
        let turn = number.checked_sub(18).filter(|_| number.is_multiple_of(2))? as usize / 2;
        let params = self.params().len().max(1);
        if self.mined.is_empty() || turn % params != at % params {
            return None;
        }
        let turn = turn / params;
        let mined = self.mined[turn % self.mined.len()];
        Some(match turn / self.mined.len() % 4 {
            0 => mined.wrapping_neg(),
            1 => mined,
            2 => mined.wrapping_add(1),
            _ => mined.wrapping_sub(1),
        })
    }

    fn integer(&self, draw: &mut Entropy, number: u64, at: usize, width: u32) -> u128 {
        let all = all_ones(width);
        if let Some(mined) = self.mined_in_turn(number, at) {
            return mined & all;
        }
        match number {
            0 => return 0,
            1 => return 1,
            2 => return all,
            3 => return all >> 1,
            4 => return (all >> 1) + 1,
            _ => {}
        }
        match draw.below(16) {
            0 => 0,
            1 => 1,
            2 => all,
            3 => all >> 1,
            4 => (all >> 1) + 1,
            5 => 1u128 << draw.below(u64::from(width)),
            6 => u128::from(draw.below(20)),
            7 => all.wrapping_sub(u128::from(draw.below(20))),
            8..=11 if !self.mined.is_empty() => {
                let mined = self.mined[draw.index(self.mined.len())];
                match draw.below(6) {
                    0 => mined.wrapping_add(1),
                    1 => mined.wrapping_sub(1),
                    2 => mined.wrapping_neg(),
                    3 => !mined,
                    _ => mined,
                }
            }
            12 => all_ones(draw.range(1, u64::from(width)) as u32),
            _ => draw.next_u128(),
        }
    }

    /// A number that a `range` attribute allows, most of the time.
    fn within(
        &self,
        bits: u128,
        number: u64,
        draw: &mut Entropy,
        attributes: &[&Attribute],
    ) -> u128 {
        let range = attributes.iter().find_map(|attribute| match attribute {
            Attribute::Range(low, high) => {
                Some((self.code.constant(*low).known()?, self.code.constant(*high).known()?))
            }
            _ => None,
        });
        match range {
            Some((low, high)) if low < high && number == 10 => high - 1,
            Some((low, high)) if low < high && number == 12 => low,
            Some((low, high)) if low < high && !draw.chance(1, 10) => low + bits % (high - low),
            _ => bits,
        }
    }

    fn float(&self, draw: &mut Entropy, number: u64, format: Format) -> u128 {
        let one = format.from_int(spektr_number::Int::signed(8), 1);
        let special = [
            0,
            format.sign_mask(),
            one,
            format.neg(one),
            format.infinity(),
            format.neg(format.infinity()),
            format.preferred_nan(),
            format.largest(),
            format.smallest_normal(),
            1,
        ];
        match number {
            0..6 => return special[number as usize],
            // Between inputs with an argument that is poison or undef.
            10 | 12 | 14 | 16 => return special[6 + (number as usize - 10) / 2],
            _ => {}
        }
        let kind = if number % 3 == 2 { 12 } else { draw.below(14) };
        match kind {
            12 | 13 => {
                // Ordinary numbers with all their digits.
                let bias = one & !format.fraction_mask();
                let step = 1u128 << format.fraction_bits();
                let exponent = u128::from(draw.below(6)) * step;
                let fraction = draw.next_u128() & format.fraction_mask();
                let bits = (bias + exponent) | fraction;
                let bits = if format == Format::X87 { one } else { bits };
                if draw.coin() { format.neg(bits) } else { bits }
            }
            0..=4 => special[draw.index(special.len())],
            5 => format.neg(special[draw.index(special.len())]),
            6 | 7 => {
                let small = u128::from(draw.next_u64() as u8);
                format.from_int(spektr_number::Int::signed(8), small)
            }
            8 | 9 if !self.mined.is_empty() => {
                let mined = self.mined[draw.index(self.mined.len())];
                mined & all_ones(format.bits())
            }
            10 => {
                let wide = u128::from(draw.next_u64());
                format.from_int(spektr_number::Int::signed(64), wide)
            }
            _ => {
                let bits = draw.next_u128() & all_ones(format.bits());
                // Patterns that no operation gives are left out.
                if format == Format::X87 { one } else { bits }
            }
        }
    }

    fn pointer(&self, draw: &mut Entropy, number: u64, at: usize, start: &mut Start) -> Given {
        let attributes = self.attributes(at);
        let has = |flag| attributes.iter().any(|it| it.is(flag));
        let needed = |attribute: &&Attribute| match attribute {
            Attribute::Int(IntAttribute::Dereferenceable, size) => Some(*size),
            Attribute::Type(
                TypeAttribute::ByVal | TypeAttribute::StructRet | TypeAttribute::ByRef,
                ty,
            ) => Some(self.code.shapes[*ty].size),
            _ => None,
        };
        let needed = attributes.iter().find_map(needed);
        let alone = has(Flag::NoAlias) || needed.is_some();
        if number > 2 && !has(Flag::NonNull) && needed.is_none() && draw.chance(1, 10) {
            return Given::Value(Value::NULL);
        }
        // An address that no object lies at, near either end of all addresses.
        let mined = self.mined_in_turn(number, at).filter(|_| number % 8 == 2);
        let bare = needed.is_none() && !self.is_decisive(at);
        if bare && number > 8 && (mined.is_some() || draw.chance(1, 8)) {
            let address = match mined {
                Some(mined) => mined as u64,
                None => [1u64, 2, 4, 8, 16][draw.index(5)].wrapping_neg(),
            };
            let width = self.code.shapes.layout.pointer_width(0);
            let bare = Pointer::bare(address & all_ones(width) as u64);
            return Given::Value(Value::Pointer(bare));
        }
        if number > 0 && !alone && !start.objects.is_empty() && draw.chance(1, 3) {
            let object = draw.index(start.objects.len());
            let shared = !start.objects[object].alone;
            if shared {
                let step = [0, 0, 1, 2, 4, 8, -4, -8, 16][draw.index(9)];
                return Given::Pointer { object, offset: MIDDLE as i64 + step };
            }
        }
        let object = start.objects.len();
        let size = ROOMY.max(MIDDLE + needed.unwrap_or(0) + 32);
        let address = FIRST + object as u64 * APART * size.div_ceil(APART);
        start.objects.push(Outside {
            address,
            align: 32,
            bytes: self.contents(draw, number, size),
            links: Vec::new(),
            alone,
            name: format!("object {}", object + 1).into(),
        });
        // Now and then the end of the object; mostly where it stays as large as it is.
        let chance = if number % 8 == 6 { 8 } else { 1 };
        let end = number > 6 && needed.is_none() && draw.chance(chance, 12);
        Given::Pointer { object, offset: if end { size } else { MIDDLE } as i64 }
    }

    /// Bytes that look like small numbers, zeros, or anything.
    fn contents(&self, draw: &mut Entropy, number: u64, size: u64) -> Vec<u8> {
        match (number, draw.below(4)) {
            (0, _) => vec![0; size as usize],
            (_, 0) => {
                (0..size).map(|at| if at % 4 == 0 { draw.below(8) as u8 } else { 0 }).collect()
            }
            (_, 1) => (0..size).map(|_| [0, 1, 0xff, 0x80][draw.index(4)]).collect(),
            _ => (0..size).map(|_| draw.next_u64() as u8).collect(),
        }
    }

    /// Contents of variables that the module does not fix.
    fn globals(&self, draw: &mut Entropy, number: u64, start: &mut Start) {
        let main = self.code.name(self.entry) == "main";
        for (at, global) in self.code.module.globals.iter().enumerate() {
            let Some(variable) = global.variable() else { continue };
            let visible = !global.is_local();
            let unknown =
                variable.initializer.is_none() || visible && variable.externally_initialized;
            let changed = visible
                && !variable.constant
                && !main
                && global.linkage == Linkage::External
                && number % 2 == 1;
            if !unknown && !changed {
                continue;
            }
            let size = self.code.shapes[global.ty].size;
            if size == 0 || size > 4096 {
                continue;
            }
            let bytes = self.contents(draw, number, size);
            start.globals.push((self.code.name(GlobalId::new(at)), bytes));
        }
    }
}

fn all_ones(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// How objects are cut to fit.
#[derive(Clone, Copy)]
pub struct Fit {
    /// No more alignment than was relied on.
    pub tight: bool,
    /// What was not accessed stays as large as it was.
    pub roomy: bool,
    /// The seed of the world that the run was made in.
    pub seed: u64,
}

/// Cuts objects to what a run has accessed and lays the pointers into memory that it asked
/// for.
pub fn fitted(start: &Start, shown: &Shown<'_>, inputs: &Inputs<'_, '_>, fit: Fit) -> Start {
    let mut start = start.clone();
    let mut ids: Vec<ObjectId> = shown.objects.clone();
    let fresh = shown.fresh.as_ref();
    for made in fresh.map_or(&[][..], |fresh| &fresh.made) {
        let Made::Pointer { to, .. } = made else { continue };
        let object = shown.memory.object(*to);
        start.objects.push(Outside {
            address: object.address,
            align: object.align,
            bytes: initial_bytes(fit.seed, object.address, object.bytes.len() as u64),
            links: Vec::new(),
            alone: false,
            name: format!("object {}", start.objects.len() + 1).into(),
        });
        ids.push(*to);
    }
    let place = |ids: &[ObjectId], id: ObjectId| ids.iter().position(|&it| it == id);
    for made in fresh.map_or(&[][..], |fresh| &fresh.made) {
        match made {
            Made::Pointer { object, offset, to } => {
                let to = place(&ids, *to);
                match (place(&ids, *object), to) {
                    (Some(at), Some(to)) => {
                        start.objects[at].links.push(Link { offset: *offset, to, inside: 0 });
                    }
                    (None, Some(to)) if inputs.is_global(*object) => {
                        let name = inputs.code.name(GlobalId(object.0));
                        start.global_links.push((name, Link { offset: *offset, to, inside: 0 }));
                    }
                    _ => {}
                }
            }
            Made::Number { object, offset, bytes } => {
                let range = *offset as usize..*offset as usize + bytes.len();
                if let Some(at) = place(&ids, *object) {
                    start.objects[at].bytes[range].copy_from_slice(bytes);
                } else if inputs.is_global(*object) {
                    let name = inputs.code.name(GlobalId(object.0));
                    let global = start.globals.iter_mut().find(|(it, _)| *it == name);
                    if let Some((_, contents)) = global {
                        contents[range].copy_from_slice(bytes);
                    }
                }
            }
        }
    }
    for (at, &id) in ids.iter().enumerate() {
        cut(&mut start, at, shown, id, inputs, fit);
    }
    start
}

/// Cuts one object.
fn cut(
    start: &mut Start,
    at: usize,
    shown: &Shown<'_>,
    id: ObjectId,
    inputs: &Inputs<'_, '_>,
    fit: Fit,
) {
    let object = shown.memory.object(id);
    let size = start.objects[at].bytes.len() as u64;
    let (mut first, mut end, mut align) = match object.touched {
        Some((first, last)) => (first, last + 1, object.relied_align),
        None if fit.roomy => (0, size, object.relied_align),
        None => (size, 0, object.relied_align),
    };
    // What attributes promise stays.
    for (param, given) in start.arguments.iter().enumerate() {
        let Given::Pointer { object, offset } = given else { continue };
        if *object != at {
            continue;
        }
        for attribute in inputs.attributes(param) {
            let (needed, wanted) = match attribute {
                Attribute::Int(
                    IntAttribute::Dereferenceable | IntAttribute::DereferenceableOrNull,
                    size,
                ) => (*size, 1),
                Attribute::Type(
                    TypeAttribute::ByVal | TypeAttribute::StructRet | TypeAttribute::ByRef,
                    ty,
                ) => (inputs.code.shapes[*ty].size, inputs.code.shapes[*ty].align),
                Attribute::Int(IntAttribute::Align, align) => (0, *align),
                _ => continue,
            };
            align = align.max(wanted);
            if needed > 0 {
                first = first.min(*offset as u64);
                end = end.max(*offset as u64 + needed);
            }
        }
    }
    if first >= end {
        // Nothing was accessed: an object of no size, where the pointer points.
        first = MIDDLE.min(size);
        end = first;
    }
    let (first, end) = (first.min(size), end.min(size));
    let shift = if fit.tight && align < 32 { align } else { 0 };
    let outside = &mut start.objects[at];
    outside.bytes = outside.bytes[first as usize..end as usize].to_vec();
    outside.address += first + shift;
    outside.align = 1;
    outside.links.retain(|link| link.offset >= first && link.offset < end);
    outside.links.iter_mut().for_each(|link| link.offset -= first);
    for link in start.objects.iter_mut().flat_map(|object| &mut object.links) {
        if link.to == at {
            link.inside -= first as i64;
        }
    }
    for (_, link) in &mut start.global_links {
        if link.to == at {
            link.inside -= first as i64;
        }
    }
    for given in &mut start.arguments {
        recut(given, at, first);
    }
}

fn recut(given: &mut Given, at: usize, first: u64) {
    match given {
        Given::Pointer { object, offset } if *object == at => *offset -= first as i64,
        Given::List(parts) => parts.iter_mut().for_each(|part| recut(part, at, first)),
        _ => {}
    }
}
