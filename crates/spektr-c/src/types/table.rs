//! The table of types of one program.

use super::{
    Enum, EnumId, Field, FloatKind, FunctionTy, IntKind, Layout, Quals, Record, RecordBody,
    RecordId, Shape, Ty, layout,
};
use crate::hash::FastMap;

/// All types of a program. Shapes are shared; records and enumerations are declared once each.
#[derive(Clone, Debug)]
pub struct Types {
    shapes: Vec<Shape>,
    /// How deep each shape nests; records and enumerations count as names.
    depths: Vec<u32>,
    known: FastMap<Shape, u32>,
    records: Vec<Record>,
    enums: Vec<Enum>,
}

impl Default for Types {
    fn default() -> Types {
        Types::new()
    }
}

impl PartialEq for Types {
    fn eq(&self, other: &Types) -> bool {
        self.shapes == other.shapes && self.records == other.records && self.enums == other.enums
    }
}

impl Types {
    pub const VOID: Ty = Ty { shape: 0, quals: Quals::NONE, align: 0 };
    pub const BOOL: Ty = Ty { shape: 1, quals: Quals::NONE, align: 0 };
    pub const CHAR: Ty = Types::int(IntKind::Char);
    pub const INT: Ty = Types::int(IntKind::Int);
    pub const UINT: Ty = Types::int(IntKind::UInt);
    pub const LONG: Ty = Types::int(IntKind::Long);
    /// `size_t`.
    pub const SIZE: Ty = Types::int(IntKind::ULong);
    /// `ptrdiff_t`.
    pub const PTRDIFF: Ty = Types::int(IntKind::Long);
    pub const FLOAT: Ty = Types::float(FloatKind::Float);
    pub const DOUBLE: Ty = Types::float(FloatKind::Double);
    pub const LONG_DOUBLE: Ty = Types::float(FloatKind::LongDouble);
    /// `void *`.
    pub const VOID_POINTER: Ty = Ty { shape: FIRST_DERIVED, quals: Quals::NONE, align: 0 };
    /// `char *`.
    pub const CHAR_POINTER: Ty = Ty { shape: FIRST_DERIVED + 1, quals: Quals::NONE, align: 0 };

    /// A table with the basic types and the record behind `va_list`.
    pub fn new() -> Types {
        let mut types = Types {
            shapes: Vec::new(),
            depths: Vec::new(),
            known: FastMap::default(),
            records: Vec::new(),
            enums: Vec::new(),
        };
        types.intern(Shape::Void);
        types.intern(Shape::Bool);
        for kind in IntKind::ALL {
            types.intern(Shape::Int(kind));
        }
        for kind in FLOATS {
            types.intern(Shape::Float(kind));
        }
        types.pointer(Types::VOID);
        types.pointer(Types::CHAR);
        types.declare_va_list();
        types
    }

    pub const fn int(kind: IntKind) -> Ty {
        Ty { shape: 2 + kind as u32, quals: Quals::NONE, align: 0 }
    }

    pub const fn float(kind: FloatKind) -> Ty {
        Ty { shape: FIRST_FLOAT + kind as u32, quals: Quals::NONE, align: 0 }
    }

    pub fn shape(&self, ty: Ty) -> &Shape {
        &self.shapes[ty.shape as usize]
    }

    pub fn intern(&mut self, shape: Shape) -> Ty {
        let next = self.shapes.len() as u32;
        let index = *self.known.entry(shape).or_insert_with_key(|shape| {
            let depth = |ty: &Ty| self.depths[ty.shape as usize];
            let inner = match shape {
                Shape::Pointer(ty) | Shape::Array { element: ty, .. } => depth(ty),
                Shape::Function(function) => {
                    function.params.iter().map(depth).fold(depth(&function.result), u32::max)
                }
                _ => 0,
            };
            self.depths.push(inner + 1);
            self.shapes.push(shape.clone());
            next
        });
        Ty { shape: index, quals: Quals::NONE, align: 0 }
    }

    /// How many types are nested in each other, for whoever has to bound it.
    pub fn depth(&self, ty: Ty) -> u32 {
        self.depths[ty.shape as usize]
    }

    pub fn pointer(&mut self, target: Ty) -> Ty {
        self.intern(Shape::Pointer(target))
    }

    pub fn array(&mut self, element: Ty, length: Option<u64>) -> Ty {
        self.intern(Shape::Array { element, length })
    }

    pub fn function(&mut self, function: FunctionTy) -> Ty {
        self.intern(Shape::Function(function))
    }

    pub fn vector(&mut self, element: Ty, lanes: u32) -> Ty {
        self.intern(Shape::Vector { element: element.unqualified(), lanes })
    }

    pub fn record_ty(&mut self, id: RecordId) -> Ty {
        self.intern(Shape::Record(id))
    }

    pub fn enum_ty(&mut self, id: EnumId) -> Ty {
        self.intern(Shape::Enum(id))
    }

    /// The type with more qualifiers; those of an array go to its elements (6.7.3p9).
    pub fn qualified(&mut self, ty: Ty, quals: Quals) -> Ty {
        if quals.is_empty() {
            return ty;
        }
        match *self.shape(ty) {
            Shape::Array { element, length } => {
                let element = self.qualified(element, quals);
                Ty { align: ty.align, ..self.array(element, length) }
            }
            _ => ty.with(quals),
        }
    }

    pub fn records(&self) -> &[Record] {
        &self.records
    }

    pub fn enums(&self) -> &[Enum] {
        &self.enums
    }

    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    pub fn enumeration(&self, id: EnumId) -> &Enum {
        &self.enums[id.0 as usize]
    }

    /// Declares a record without members.
    pub fn declare_record(
        &mut self,
        tag: impl Into<String>,
        is_union: bool,
        unit: u32,
    ) -> RecordId {
        let tag = tag.into();
        self.records.push(Record { tag, is_union, body: None, transparent: false, unit });
        RecordId(self.records.len() as u32 - 1)
    }

    pub fn record_mut(&mut self, id: RecordId) -> &mut Record {
        &mut self.records[id.0 as usize]
    }

    /// Gives a record its members and computes where they lie. The error is one that a person
    /// can act on.
    pub fn complete_record(&mut self, id: RecordId, wish: RecordWish) -> Result<(), String> {
        let RecordWish { fields, packed, align, pack } = wish;
        let mut body = RecordBody { fields, packed, align, pack, layout: Layout::default() };
        body.layout = layout::of_record(self, &body, self.record(id).is_union)?;
        self.records[id.0 as usize].body = Some(body);
        Ok(())
    }

    pub fn declare_enum(&mut self, tag: impl Into<String>, unit: u32) -> EnumId {
        self.enums.push(Enum {
            tag: tag.into(),
            underlying: IntKind::UInt,
            enumerators: Vec::new(),
            packed: false,
            complete: false,
            unit,
        });
        EnumId(self.enums.len() as u32 - 1)
    }

    /// Gives every tag and enumerator that has a name another one.
    pub fn rename_tags(&mut self, rename: impl Fn(&mut String)) {
        for record in self.records.iter_mut().skip(1).filter(|record| !record.tag.is_empty()) {
            rename(&mut record.tag);
        }
        for declared in &mut self.enums {
            if !declared.tag.is_empty() {
                rename(&mut declared.tag);
            }
            declared.enumerators.iter_mut().for_each(|one| rename(&mut one.name));
        }
    }

    pub fn enum_mut(&mut self, id: EnumId) -> &mut Enum {
        &mut self.enums[id.0 as usize]
    }

    /// The record of which `__builtin_va_list` is an array of one.
    pub const fn va_list_record(&self) -> RecordId {
        RecordId(0)
    }

    /// `va_list`: `struct __va_list_tag[1]` (System V ABI, AMD64 supplement, 3.5.7).
    pub fn va_list(&mut self) -> Ty {
        let record = self.record_ty(self.va_list_record());
        self.array(record, Some(1))
    }

    fn declare_va_list(&mut self) {
        let id = self.declare_record("__va_list_tag", false, 0);
        let field = |name: &str, ty| Field {
            name: Some(name.to_string()),
            ty,
            bits: None,
            packed: false,
            align: None,
        };
        let fields = vec![
            field("gp_offset", Types::UINT),
            field("fp_offset", Types::UINT),
            field("overflow_arg_area", Types::VOID_POINTER),
            field("reg_save_area", Types::VOID_POINTER),
        ];
        let wish = RecordWish { fields, packed: false, align: None, pack: None };
        self.complete_record(id, wish).expect("four scalars have a layout");
    }
}

/// What [`Types::complete_record`] is asked for; see [`RecordBody`].
#[derive(Clone, Debug, Default)]
pub struct RecordWish {
    pub fields: Vec<Field>,
    pub packed: bool,
    pub align: Option<u64>,
    pub pack: Option<u64>,
}

const FLOATS: [FloatKind; 4] =
    [FloatKind::Float, FloatKind::Double, FloatKind::LongDouble, FloatKind::Float128];
const FIRST_FLOAT: u32 = 2 + IntKind::ALL.len() as u32;
const FIRST_DERIVED: u32 = FIRST_FLOAT + FLOATS.len() as u32;

/// Questions about one type.
impl Types {
    pub fn is_void(&self, ty: Ty) -> bool {
        matches!(self.shape(ty), Shape::Void)
    }

    /// `_Bool`, `char`, the integer types and enumerations (6.2.5p17).
    pub fn is_integer(&self, ty: Ty) -> bool {
        matches!(self.shape(ty), Shape::Bool | Shape::Int(_) | Shape::Enum(_))
    }

    pub fn is_float(&self, ty: Ty) -> bool {
        matches!(self.shape(ty), Shape::Float(_))
    }

    pub fn is_arithmetic(&self, ty: Ty) -> bool {
        self.is_integer(ty) || self.is_float(ty)
    }

    pub fn is_scalar(&self, ty: Ty) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    pub fn is_pointer(&self, ty: Ty) -> bool {
        matches!(self.shape(ty), Shape::Pointer(_))
    }

    pub fn is_record(&self, ty: Ty) -> bool {
        matches!(self.shape(ty), Shape::Record(_))
    }

    pub fn is_array(&self, ty: Ty) -> bool {
        matches!(self.shape(ty), Shape::Array { .. })
    }

    pub fn is_function(&self, ty: Ty) -> bool {
        matches!(self.shape(ty), Shape::Function(_))
    }

    pub fn is_vector(&self, ty: Ty) -> bool {
        matches!(self.shape(ty), Shape::Vector { .. })
    }

    /// What a pointer points to.
    pub fn target(&self, ty: Ty) -> Option<Ty> {
        match self.shape(ty) {
            Shape::Pointer(target) => Some(*target),
            _ => None,
        }
    }

    /// The element of an array or vector.
    pub fn element(&self, ty: Ty) -> Option<Ty> {
        match self.shape(ty) {
            Shape::Array { element, .. } | Shape::Vector { element, .. } => Some(*element),
            _ => None,
        }
    }

    pub fn as_record(&self, ty: Ty) -> Option<RecordId> {
        match self.shape(ty) {
            Shape::Record(id) => Some(*id),
            _ => None,
        }
    }

    pub fn as_function(&self, ty: Ty) -> Option<&FunctionTy> {
        match self.shape(ty) {
            Shape::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The function type behind a pointer to function.
    pub fn pointed_function(&self, ty: Ty) -> Option<&FunctionTy> {
        self.as_function(self.target(ty)?)
    }

    pub fn as_float(&self, ty: Ty) -> Option<FloatKind> {
        match self.shape(ty) {
            Shape::Float(kind) => Some(*kind),
            _ => None,
        }
    }

    /// The integer type by which values of an integer type are held: `_Bool` as `unsigned char`
    /// (of which it uses 0 and 1), an enumeration as its compatible type.
    pub fn int_kind(&self, ty: Ty) -> Option<IntKind> {
        match self.shape(ty) {
            Shape::Int(kind) => Some(*kind),
            Shape::Bool => Some(IntKind::UChar),
            Shape::Enum(id) => Some(self.enumeration(*id).underlying),
            _ => None,
        }
    }

    /// The members of a complete record.
    pub fn fields(&self, id: RecordId) -> &[Field] {
        self.record(id).body.as_ref().map_or(&[], |body| &body.fields)
    }

    /// Where the members of a complete record lie.
    pub fn layout(&self, id: RecordId) -> Option<&Layout> {
        self.record(id).body.as_ref().map(|body| &body.layout)
    }

    /// Whether the type has a size (6.2.5p1). `void` and functions have none, although GNU C
    /// counts them as 1 in `sizeof` and pointer arithmetic: see [`Types::step`].
    pub fn is_complete(&self, ty: Ty) -> bool {
        self.size_of(ty).is_some()
    }
}
