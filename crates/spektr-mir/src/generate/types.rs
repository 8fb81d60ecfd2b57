//! The typing context: a pool of types that a program's locals, fields and signatures are
//! drawn from, made once per program by weights. It must not know values or memory.

use spektr_entropy::{Entropy, Weights};

use super::facts::{Class, FactTable};
use super::policy::TypeMix;
use crate::syntax::{
    AdtDef, AdtId, AdtKind, AdtOrigin, Field, FloatTy, IntTy, Mutability, Repr, Span, Ty, Types,
    Variant, VariantShape,
};

/// By-value leaves of one type, at most: larger ones only make copies slow.
const MAX_LEAVES: u32 = 24;

/// The types a program draws from.
#[derive(Debug)]
pub struct Pool {
    members: Vec<Ty>,
    weights: Weights,
    ints: Vec<Ty>,
    int_weights: Weights,
    floats: Vec<Ty>,
}

impl Pool {
    /// Any type of the pool.
    pub fn any(&self, entropy: &mut Entropy) -> Ty {
        self.members[self.weights.draw(entropy)]
    }

    pub fn int(&self, entropy: &mut Entropy) -> Ty {
        self.ints[self.int_weights.draw(entropy)]
    }

    /// `None` if the program has no floats.
    pub fn float(&self, entropy: &mut Entropy) -> Option<Ty> {
        entropy.pick(&self.floats).copied()
    }

    /// One of the floats that every function of the library takes; they come first.
    pub fn usual_float(&self, entropy: &mut Entropy) -> Option<Ty> {
        entropy.pick(&self.floats[..self.floats.len().min(2)]).copied()
    }

    pub fn members(&self) -> &[Ty] {
        &self.members
    }
}

/// Makes the pool and all types in it.
pub fn make_pool(
    types: &mut Types,
    facts: &mut FactTable,
    mix: &TypeMix,
    entropy: Entropy,
) -> Pool {
    let mut maker = Maker { types, facts, mix, entropy, members: Vec::new() };
    let (ints, int_weights) = maker.ints();
    let floats = maker.floats();
    maker.scalars(&ints, &int_weights, &floats);
    maker.composites();
    let (members, weights): (Vec<Ty>, Vec<u32>) = maker.members.into_iter().unzip();
    // The integers are always there with a weight above 0, so the draws exist.
    let weights = Weights::new(&weights).expect("integers have weight");
    let int_weights = Weights::new(&int_weights).expect("integers have weight");
    Pool { members, weights, ints, int_weights, floats }
}

struct Maker<'a> {
    types: &'a mut Types,
    facts: &'a mut FactTable,
    mix: &'a TypeMix,
    entropy: Entropy,
    members: Vec<(Ty, u32)>,
}

/// A way to make one type.
type Make<'a> = fn(&mut Maker<'a>) -> Ty;

impl<'a> Maker<'a> {
    fn intern(&mut self, ty: Ty) -> Ty {
        self.facts.extend(self.types);
        ty
    }

    fn add(&mut self, ty: Ty, weight: u32) {
        if weight > 0 && !self.members.iter().any(|&(member, _)| member == ty) {
            self.members.push((ty, weight));
        }
    }

    /// Every integer type, each with a weight of its own per program; `usize` never rare,
    /// because indices are made of it.
    fn ints(&mut self) -> (Vec<Ty>, Vec<u32>) {
        IntTy::ALL
            .into_iter()
            .map(|int| {
                let ty = self.types.int(int);
                let base = if int == IntTy::Usize { 4 } else { 1 };
                (self.intern(ty), base + self.entropy.below(9) as u32)
            })
            .unzip()
    }

    fn floats(&mut self) -> Vec<Ty> {
        if self.mix.float == 0 {
            return Vec::new();
        }
        let mut floats = vec![FloatTy::F32, FloatTy::F64];
        if self.mix.wide_float > 0 {
            floats.extend([FloatTy::F16, FloatTy::F128]);
        }
        let tys: Vec<Ty> = floats.into_iter().map(|float| self.types.float(float)).collect();
        tys.into_iter().map(|ty| self.intern(ty)).collect()
    }

    fn scalars(&mut self, ints: &[Ty], int_weights: &[u32], floats: &[Ty]) {
        // Scalars together weigh what the mix says; scaled up so that shares stay integers.
        let total: u32 = int_weights.iter().sum();
        for (&ty, &weight) in ints.iter().zip(int_weights) {
            self.add(ty, (self.mix.int.max(1) * 16 * weight / total).max(1));
        }
        for &ty in floats {
            self.add(ty, self.mix.float * 8);
        }
        let boolean = self.types.bool();
        let character = self.types.char();
        let unit = self.types.unit();
        for ty in [boolean, character, unit] {
            self.intern(ty);
        }
        self.add(boolean, self.mix.boolean * 16);
        self.add(character, self.mix.character * 16);
        self.add(unit, self.mix.zero_sized * 4);
    }

    fn composites(&mut self) {
        let makers: [(u32, Make<'a>); 9] = [
            (self.mix.tuple, Self::tuple),
            (self.mix.array, Self::array),
            (self.mix.structure, Self::structure),
            (self.mix.enumeration, Self::enumeration),
            (self.mix.union, Self::union),
            (self.mix.raw_pointer, Self::raw_pointer),
            (self.mix.reference, Self::reference),
            (self.mix.slice, Self::slice_pointer),
            (self.mix.recursive, Self::recursive),
        ];
        let weights = makers.map(|(weight, _)| weight);
        if self.mix.zero_sized > 0 && self.entropy.coin() {
            let empty = self.zero_sized_struct();
            self.add(empty, self.mix.zero_sized * 4);
        }
        let count = self.entropy.range(u64::from(self.mix.count) / 2, u64::from(self.mix.count));
        for _ in 0..count {
            let Some(choice) = self.entropy.weighted(&weights) else { return };
            let (weight, make) = makers[choice];
            let ty = make(self);
            self.add(ty, weight * 4);
        }
    }

    /// A part of an aggregate: small enough, and not too deep.
    fn part(&mut self, room: u32) -> Ty {
        for _ in 0..4 {
            let weights: Vec<u32> = self.members.iter().map(|&(_, weight)| weight).collect();
            let Some(choice) = self.entropy.weighted(&weights) else { break };
            let ty = self.members[choice].0;
            let facts = self.facts.of(ty);
            if facts.depth + 1 < self.mix.depth + 1 && facts.leaves <= room {
                return ty;
            }
        }
        self.members[self.entropy.index(IntTy::ALL.len())].0
    }

    fn parts(&mut self, least: u64) -> Vec<Ty> {
        let most = u64::from(self.mix.fields.max(1));
        let count = self.entropy.range(least.min(most), most) as u32;
        let room = MAX_LEAVES / count.max(1);
        (0..count).map(|_| self.part(room)).collect()
    }

    fn tuple(&mut self) -> Ty {
        let fields = self.parts(1);
        let ty = self.types.tuple(fields);
        self.intern(ty)
    }

    fn array(&mut self) -> Ty {
        let count = self.entropy.range(1, u64::from(self.mix.elements.max(1)));
        let element = self.part(MAX_LEAVES / count as u32);
        let ty = self.types.array(element, count);
        self.intern(ty)
    }

    fn zero_sized_struct(&mut self) -> Ty {
        let name = self.next_name('S');
        self.define(name, AdtKind::Struct, Repr::default(), vec![unit_variant("", 0, false)])
    }

    fn structure(&mut self) -> Ty {
        let name = self.next_name('S');
        let mut fields = self.parts(1);
        let repr = match self.entropy.below(20) {
            0..=8 => Repr::default(),
            9..=13 => Repr { c: true, ..Repr::default() },
            14 | 15 if !fields.iter().any(|&field| self.facts.of(field).aligned) => Repr {
                c: self.entropy.coin(),
                packed: Some(1 << self.entropy.below(3)),
                ..Repr::default()
            },
            16 | 17 => Repr {
                c: self.entropy.coin(),
                align: Some(1 << self.entropy.range(1, 6)),
                ..Repr::default()
            },
            18 => {
                fields.truncate(1);
                Repr { transparent: true, ..Repr::default() }
            }
            _ => Repr { c: true, ..Repr::default() },
        };
        let variant = self.variant(String::new(), &fields, 0, false);
        self.define(name, AdtKind::Struct, repr, vec![variant])
    }

    fn union(&mut self) -> Ty {
        let name = self.next_name('U');
        let mut fields = self.parts(2);
        fields.retain(|&field| self.facts.of(field).copy);
        if self.mix.pointer_bytes == 0 {
            fields.retain(|&field| !self.facts.of(field).pointers);
        }
        if fields.is_empty() {
            fields.push(self.members[0].0);
        }
        let repr = Repr { c: self.entropy.chance(2, 3), ..Repr::default() };
        let mut variant = self.variant(String::new(), &fields, 0, false);
        // Unions have no tuple shape.
        variant.shape = VariantShape::Named;
        name_fields(&mut variant);
        self.define(name, AdtKind::Union, repr, vec![variant])
    }

    fn enumeration(&mut self) -> Ty {
        let name = self.next_name('E');
        let fieldless = self.entropy.chance(1, 4);
        let int = self.entropy.chance(2, 5).then(|| self.tag());
        let c = self.entropy.chance(1, 5);
        // Explicit discriminants need a primitive representation where there are fields.
        let explicit = (fieldless || int.is_some()) && self.entropy.chance(3, 5);
        let count = self.entropy.range(1, 4) as u32;
        let mut values = Discriminants::new(int.unwrap_or(IntTy::Isize), c);
        let mut variants = Vec::new();
        for index in 0..count {
            let fields = match fieldless || self.entropy.chance(1, 4) {
                true => Vec::new(),
                false => self.parts(1),
            };
            let written = explicit && self.entropy.coin();
            let (value, written) = values.next(written, &mut self.entropy);
            variants.push(self.variant(format!("V{index}"), &fields, value, written));
        }
        // An enum without fields takes one of the two representations only.
        let has_fields = variants.iter().any(|variant| !variant.fields.is_empty());
        let repr = Repr { c: c && (has_fields || int.is_none()), int, ..Repr::default() };
        self.define(name, AdtKind::Enum, repr, variants)
    }

    fn tag(&mut self) -> IntTy {
        let tags = [IntTy::U8, IntTy::I8, IntTy::U16, IntTy::I16, IntTy::I32, IntTy::U32];
        let wide = [IntTy::I64, IntTy::U64, IntTy::Isize, IntTy::Usize];
        if self.entropy.chance(4, 5) {
            tags[self.entropy.index(tags.len())]
        } else {
            wide[self.entropy.index(wide.len())]
        }
    }

    /// A list or tree: nodes that hold pointers to nodes.
    fn recursive(&mut self) -> Ty {
        let id = AdtId(self.types.adts().count() as u32);
        let is_enum = self.entropy.coin();
        let name = self.next_name(if is_enum { 'E' } else { 'S' });
        let placeholder = self.definition(name.clone(), AdtKind::Struct, Repr::default(), vec![]);
        let reserved = self.types.add_adt(placeholder);
        debug_assert_eq!(id, reserved);
        let mutability = self.mutability();
        let value = self.part(MAX_LEAVES / 4);
        // The node's own type is interned before its definition is known; nothing may ask
        // for its facts until then.
        let node = self.types.adt_ty(id);
        let link = self.types.raw(mutability, node);
        let repr = Repr { c: !is_enum && self.entropy.coin(), ..Repr::default() };
        let (kind, variants) = if is_enum {
            let fields = vec![("0", value), ("1", link)];
            let full = Variant { discriminant: 1, ..shaped("V1", VariantShape::Tuple, &fields) };
            (AdtKind::Enum, vec![unit_variant("V0", 0, false), full])
        } else {
            let fields = vec![("f0", value), ("f1", link)];
            (AdtKind::Struct, vec![shaped("", VariantShape::Named, &fields)])
        };
        *self.types.adt_mut(id) = self.definition(name, kind, repr, variants);
        self.intern(link);
        self.add(link, self.mix.recursive * 2);
        node
    }

    fn raw_pointer(&mut self) -> Ty {
        let pointee = self.pointee();
        let mutability = self.mutability();
        let ty = self.types.raw(mutability, pointee);
        self.intern(ty)
    }

    fn reference(&mut self) -> Ty {
        let pointee = self.pointee();
        let mutability = self.mutability();
        let ty = self.types.reference(mutability, pointee);
        self.intern(ty)
    }

    fn slice_pointer(&mut self) -> Ty {
        let element = self.part(4);
        let array = self.types.array(element, self.entropy.range(2, 6));
        self.intern(array);
        self.add(array, self.mix.slice * 4);
        let slice = self.types.slice(element);
        let mutability = self.mutability();
        let ty = match self.entropy.coin() {
            true => self.types.raw(mutability, slice),
            false => self.types.reference(mutability, slice),
        };
        self.intern(ty)
    }

    fn pointee(&mut self) -> Ty {
        let weights: Vec<u32> = self.members.iter().map(|&(_, weight)| weight).collect();
        let choice = self.entropy.weighted(&weights).unwrap_or(0);
        self.members[choice].0
    }

    fn mutability(&mut self) -> Mutability {
        if self.entropy.chance(2, 3) { Mutability::Mut } else { Mutability::Not }
    }

    fn next_name(&self, letter: char) -> String {
        format!("{letter}{}", self.types.adts().count())
    }

    fn variant(&mut self, name: String, fields: &[Ty], bits: u128, explicit: bool) -> Variant {
        let shape = match (fields.is_empty(), self.entropy.coin()) {
            (true, _) => VariantShape::Unit,
            (false, true) => VariantShape::Tuple,
            (false, false) => VariantShape::Named,
        };
        let fields = fields.iter().map(|&ty| Field { name: String::new(), ty }).collect();
        let mut variant = Variant { name, shape, fields, discriminant: bits, explicit };
        name_fields(&mut variant);
        variant
    }

    fn define(&mut self, name: String, kind: AdtKind, repr: Repr, variants: Vec<Variant>) -> Ty {
        let def = self.definition(name, kind, repr, variants);
        let id = self.types.add_adt(def);
        let ty = self.types.adt_ty(id);
        self.intern(ty)
    }

    fn definition(
        &self,
        name: String,
        kind: AdtKind,
        repr: Repr,
        variants: Vec<Variant>,
    ) -> AdtDef {
        let mut fields = variants.iter().flat_map(|variant| &variant.fields);
        let copy = fields.all(|field| self.facts.peek(self.types, field.ty).copy);
        AdtDef {
            name,
            args: Vec::new(),
            origin: AdtOrigin::Local,
            kind,
            repr,
            variants,
            copy,
            drop: None,
            span: Span::default(),
        }
    }
}

fn name_fields(variant: &mut Variant) {
    let tuple = variant.shape == VariantShape::Tuple;
    for (index, field) in variant.fields.iter_mut().enumerate() {
        field.name = if tuple { index.to_string() } else { format!("f{index}") };
    }
}

fn unit_variant(name: &str, discriminant: u128, explicit: bool) -> Variant {
    let shape = VariantShape::Unit;
    Variant { name: name.to_owned(), shape, fields: Vec::new(), discriminant, explicit }
}

fn shaped(name: &str, shape: VariantShape, fields: &[(&str, Ty)]) -> Variant {
    let field = |&(name, ty): &(&str, Ty)| Field { name: name.to_owned(), ty };
    let fields = fields.iter().map(field).collect();
    Variant { name: name.to_owned(), shape, fields, discriminant: 0, explicit: false }
}

/// Discriminant values as the language assigns them: written, or one more than the last.
struct Discriminants {
    int: IntTy,
    /// `repr(C)` values stay within a C `int`, as the layout of larger ones is debated.
    small: bool,
    used: Vec<i128>,
    next: i128,
}

impl Discriminants {
    fn new(int: IntTy, small: bool) -> Self {
        Discriminants { int, small, used: Vec::new(), next: 0 }
    }

    fn bounds(&self) -> (i128, i128) {
        let bits = if self.small { self.int.bits().min(32) } else { self.int.bits() };
        if self.int.is_signed() {
            (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
        } else if self.small {
            (0, (1 << bits.min(31)) - 1)
        } else {
            (0, (1 << bits) - 1)
        }
    }

    /// The next value, and whether it has to be written.
    fn next(&mut self, written: bool, entropy: &mut Entropy) -> (u128, bool) {
        let (low, high) = self.bounds();
        // Leave room above for the implicit ones that may follow.
        let candidates = [low, -1, 1, 2, 7, 100, high - 4, high / 2];
        let mut value = self.next;
        if written {
            let wanted = *entropy.pick(&candidates).unwrap_or(&0);
            if (low..=high - 4).contains(&wanted) {
                value = wanted;
            }
        }
        while self.used.contains(&value) {
            value += 1;
        }
        self.used.push(value);
        let written = written || value != self.next;
        self.next = value + 1;
        (self.int.number().truncate(value as u128), written)
    }
}

/// Whether values of the class are plain numbers that arithmetic and switches take.
pub fn is_scalar(class: Class) -> bool {
    matches!(class, Class::Bool | Class::Char | Class::Int(_) | Class::Float(_))
}
