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
        self.index.insert(kind.clone(), ty);
        self.kinds.push(kind);
        ty
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

impl std::ops::Index<Ty> for Types {
    type Output = Type;

    #[inline]
    fn index(&self, ty: Ty) -> &Type {
        &self.kinds[ty.index()]
    }
}
