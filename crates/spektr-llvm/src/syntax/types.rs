//! Types, interned: equal types have equal ids, so that comparing is comparing numbers.
//! Knows no sizes and no alignments; those are the data layout's.

use std::collections::HashMap;

use super::{Name, StructId, Ty};

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Void,
    Label,
    Token,
    Metadata,
    /// `iN`, 1 to 2^23.
    Int(u32),
    Float(FloatKind),
    /// `x86_mmx`, gone since 20.
    X86Mmx,
    /// `x86_amx`.
    X86Amx,
    /// `ptr addrspace(N)`, or `T addrspace(N)*` with what it points to (up to 16).
    Pointer {
        space: u32,
        to: Option<Ty>,
    },
    Vector {
        scalable: bool,
        length: u32,
        element: Ty,
    },
    Array {
        length: u64,
        element: Ty,
    },
    /// A struct without a name: equal when the fields are.
    Struct {
        packed: bool,
        fields: Box<[Ty]>,
    },
    /// A struct with a name or number of its own, possibly opaque or recursive.
    Named(StructId),
    Function {
        result: Ty,
        params: Box<[Ty]>,
        variadic: bool,
    },
    /// `target("name", types…, integers…)`.
    Target {
        name: Name,
        types: Box<[Ty]>,
        integers: Box<[u32]>,
    },
}

/// The floating-point formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatKind {
    Half,
    BFloat,
    Float,
    Double,
    X86Fp80,
    Fp128,
    PpcFp128,
}

impl FloatKind {
    pub const ALL: [FloatKind; 7] = [
        FloatKind::Half,
        FloatKind::BFloat,
        FloatKind::Float,
        FloatKind::Double,
        FloatKind::X86Fp80,
        FloatKind::Fp128,
        FloatKind::PpcFp128,
    ];

    pub fn word(self) -> &'static str {
        match self {
            FloatKind::Half => "half",
            FloatKind::BFloat => "bfloat",
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::X86Fp80 => "x86_fp80",
            FloatKind::Fp128 => "fp128",
            FloatKind::PpcFp128 => "ppc_fp128",
        }
    }

    /// The bits of a value; memory may take more.
    pub fn width(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Float => 32,
            FloatKind::Double => 64,
            FloatKind::X86Fp80 => 80,
            FloatKind::Fp128 | FloatKind::PpcFp128 => 128,
        }
    }
}

/// `%name = type …`. Without a name it is printed with a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedStruct {
    pub name: Option<Name>,
    /// `None` is `opaque`.
    pub body: Option<StructBody>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructBody {
    pub packed: bool,
    pub fields: Box<[Ty]>,
}

/// All types of a module.
///
/// ```
/// use spektr_llvm::syntax::{Type, Types};
/// let mut types = Types::default();
/// let byte = types.int(8);
/// assert_eq!(byte, types.intern(Type::Int(8)));
/// assert_eq!(types[byte], Type::Int(8));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Types {
    kinds: Vec<Type>,
    /// How deep each type is nested as text.
    depths: Vec<u32>,
    index: HashMap<Type, Ty>,
    structs: Vec<NamedStruct>,
}

impl Types {
    /// The id of a type, new if nobody asked for it before.
    pub fn intern(&mut self, kind: Type) -> Ty {
        if let Some(&ty) = self.index.get(&kind) {
            return ty;
        }
        let ty = Ty::new(self.kinds.len());
        let deepest = kind.parts().map(|part| self.depths[part.index()]).max();
        self.depths.push(deepest.map_or(0, |depth| depth + 1));
        self.index.insert(kind.clone(), ty);
        self.kinds.push(kind);
        ty
    }

    /// How deep the type is nested as text: named structs count as one word.
    pub fn depth(&self, ty: Ty) -> u32 {
        self.depths[ty.index()]
    }

    /// A named struct that contains itself, or that is nested more than `limit` deep.
    pub fn struct_fault(&self, limit: u32) -> Option<(StructId, String)> {
        Nesting { types: self, limit, depths: vec![None; self.len()] }.first_fault()
    }

    /// Numbers the named structs anew; `order` has the old ids in the new order.
    pub fn reorder_structs(&mut self, order: &[StructId]) {
        let mut new_ids = vec![StructId(0); order.len()];
        for (new, old) in order.iter().enumerate() {
            new_ids[old.index()] = StructId::new(new);
        }
        self.structs = order.iter().map(|old| self.structs[old.index()].clone()).collect();
        for kind in &mut self.kinds {
            if let Type::Named(id) = kind {
                *id = new_ids[id.index()];
            }
        }
        let all = self.kinds.iter().enumerate();
        self.index = all.map(|(at, kind)| (kind.clone(), Ty::new(at))).collect();
    }

    /// The id of a type that may not be in use.
    pub fn find(&self, kind: &Type) -> Option<Ty> {
        self.index.get(kind).copied()
    }

    pub fn int(&mut self, width: u32) -> Ty {
        self.intern(Type::Int(width))
    }

    /// The opaque pointer of an address space.
    pub fn pointer(&mut self, space: u32) -> Ty {
        self.intern(Type::Pointer { space, to: None })
    }

    pub fn void(&mut self) -> Ty {
        self.intern(Type::Void)
    }

    /// A new named struct and its type.
    pub fn add_struct(&mut self, declared: NamedStruct) -> (StructId, Ty) {
        let id = StructId::new(self.structs.len());
        self.structs.push(declared);
        (id, self.intern(Type::Named(id)))
    }

    pub fn named(&self, id: StructId) -> &NamedStruct {
        &self.structs[id.index()]
    }

    pub fn named_mut(&mut self, id: StructId) -> &mut NamedStruct {
        &mut self.structs[id.index()]
    }

    /// All named structs, in the order in which they are printed.
    pub fn structs(&self) -> &[NamedStruct] {
        &self.structs
    }

    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// All types with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (Ty, &Type)> {
        self.kinds.iter().enumerate().map(|(index, kind)| (Ty::new(index), kind))
    }

    /// Fields of a struct, named or not; `None` for opaque ones and for other types.
    pub fn fields(&self, ty: Ty) -> Option<(&[Ty], bool)> {
        match &self[ty] {
            Type::Struct { packed, fields } => Some((fields, *packed)),
            Type::Named(id) => {
                self.named(*id).body.as_ref().map(|body| (&*body.fields, body.packed))
            }
            _ => None,
        }
    }

    /// The type of element `index` of an aggregate or vector.
    pub fn element(&self, ty: Ty, index: u64) -> Option<Ty> {
        match self[ty] {
            Type::Array { length, element } => (index < length).then_some(element),
            Type::Vector { element, .. } => Some(element),
            _ => self.fields(ty)?.0.get(usize::try_from(index).ok()?).copied(),
        }
    }

    /// The element of a vector, or the type itself: what arithmetic works on.
    pub fn scalar(&self, ty: Ty) -> Ty {
        match self[ty] {
            Type::Vector { element, .. } => element,
            _ => ty,
        }
    }

    /// The address space of a pointer.
    pub fn pointer_space(&self, ty: Ty) -> Option<u32> {
        match self[ty] {
            Type::Pointer { space, .. } => Some(space),
            _ => None,
        }
    }

    /// The width of an integer type.
    pub fn int_width(&self, ty: Ty) -> Option<u32> {
        match self[ty] {
            Type::Int(width) => Some(width),
            _ => None,
        }
    }

    pub fn float_kind(&self, ty: Ty) -> Option<FloatKind> {
        match self[ty] {
            Type::Float(kind) => Some(kind),
            _ => None,
        }
    }

    /// The vector of the same shape as `like` with other elements, or the scalar itself.
    pub fn with_shape_of(&mut self, like: Ty, scalar: Ty) -> Ty {
        match self[like] {
            Type::Vector { scalable, length, .. } => {
                self.intern(Type::Vector { scalable, length, element: scalar })
            }
            _ => scalar,
        }
    }
}

impl Type {
    /// The types that this one is made of, as text: not the fields of named structs.
    pub fn parts(&self) -> impl Iterator<Item = Ty> {
        let (one, many): (Option<Ty>, &[Ty]) = match self {
            Type::Pointer { to, .. } => (*to, &[]),
            Type::Vector { element, .. } | Type::Array { element, .. } => (Some(*element), &[]),
            Type::Struct { fields, .. } => (None, fields),
            Type::Function { result, params, .. } => (Some(*result), params),
            Type::Target { types, .. } => (None, types),
            _ => (None, &[]),
        };
        one.into_iter().chain(many.iter().copied())
    }
}

/// How deep types lie in one another in memory, without recursion.
struct Nesting<'a> {
    types: &'a Types,
    limit: u32,
    depths: Vec<Option<u32>>,
}

impl Nesting<'_> {
    fn first_fault(mut self) -> Option<(StructId, String)> {
        for at in 0..self.types.structs.len() {
            let id = StructId::new(at);
            let Some(ty) = self.types.find(&Type::Named(id)) else { continue };
            if let Err(message) = self.measure(ty) {
                return Some((id, message));
            }
        }
        None
    }

    fn measure(&mut self, root: Ty) -> Result<(), String> {
        // A type is opened, its parts are measured, then it is closed.
        let mut open = vec![false; self.types.len()];
        let mut stack = vec![root];
        while let Some(&ty) = stack.last() {
            if self.depths[ty.index()].is_some() {
                stack.pop();
                continue;
            }
            let parts = self.contained(ty);
            let missing = parts.iter().filter(|part| self.depths[part.index()].is_none());
            if !open[ty.index()] {
                open[ty.index()] = true;
                let before = stack.len();
                stack.extend(missing);
                if stack[before..].iter().any(|part| open[part.index()]) {
                    return Err("this type contains itself".into());
                }
                continue;
            }
            if missing.count() > 0 {
                return Err("this type contains itself".into());
            }
            let deepest = parts.iter().filter_map(|part| self.depths[part.index()]).max();
            let depth = deepest.map_or(0, |depth| depth + 1);
            if depth > self.limit {
                return Err(format!("types are nested more than {} deep", self.limit));
            }
            self.depths[ty.index()] = Some(depth);
            stack.pop();
        }
        Ok(())
    }

    fn contained(&self, ty: Ty) -> Vec<Ty> {
        match &self.types[ty] {
            Type::Named(_) | Type::Struct { .. } => {
                self.types.fields(ty).map_or(Vec::new(), |(fields, _)| fields.to_vec())
            }
            Type::Array { element, .. } | Type::Vector { element, .. } => vec![*element],
            _ => Vec::new(),
        }
    }
}

impl std::ops::Index<Ty> for Types {
    type Output = Type;

    #[inline]
    fn index(&self, ty: Ty) -> &Type {
        &self.kinds[ty.index()]
    }
}
