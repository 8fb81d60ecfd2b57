//! Types, statics, constants, names and the entry.

use std::collections::HashSet;

use super::Error;
use crate::syntax::*;

/// Larger types would not fit into anybody's stack.
const MAX_SIZE: u64 = 1 << 26;
/// By-value nesting beyond this is nobody's program.
const MAX_NESTING: u32 = 128;

pub(super) fn check(program: &Program) -> Vec<Error> {
    let mut checker =
        Checker { program, errors: Vec::new(), sizes: vec![Size::Unknown; program.types.len()] };
    checker.names();
    for (id, def) in program.types.adts() {
        checker.definition(id, def);
    }
    for (ty, _) in program.types.all() {
        checker.extent(ty, 0);
        if !checker.errors.is_empty() {
            // One endless type makes all that hold it endless.
            return checker.errors;
        }
    }
    checker.values();
    checker.entry();
    checker.errors
}

#[derive(Clone, Copy, PartialEq)]
enum Size {
    Unknown,
    InProgress,
    Known(Extent),
}

/// How large and how deeply nested a type is at most.
#[derive(Clone, Copy, PartialEq)]
struct Extent {
    size: u64,
    nesting: u32,
}

struct Checker<'a> {
    program: &'a Program,
    errors: Vec<Error>,
    sizes: Vec<Size>,
}

impl<'a> Checker<'a> {
    fn error(&mut self, context: &str, message: String) {
        self.errors.push(Error { message, at: None, context: context.to_owned() });
    }

    fn names(&mut self) {
        let program = self.program;
        let own = program.types.adts().filter(|(_, def)| def.origin == AdtOrigin::Local);
        let mut seen = HashSet::new();
        let names = own
            .map(|(_, def)| &def.name)
            .chain(program.statics.iter().map(|item| &item.name))
            .chain(program.consts.iter().map(|item| &item.name))
            .chain(program.functions.iter().map(|function| &function.name));
        let generics = program.functions.iter().map(|function| function.generics).max();
        let params: Vec<String> = (0..generics.unwrap_or(0)).map(|i| format!("T{i}")).collect();
        for name in names {
            if params.contains(name) {
                self.error("", format!("`{name}` is the name of a type parameter"));
            }
            if !is_name(name) {
                self.error("", format!("`{name}` cannot be the name of an item"));
            }
            if !seen.insert(name) {
                self.error("", format!("two items are called `{name}`"));
            }
        }
    }

    fn definition(&mut self, id: AdtId, def: &'a AdtDef) {
        let name = &def.name;
        if def.kind != AdtKind::Enum && def.variants.len() != 1 {
            return self.error(name, "a struct or union has exactly one list of fields".into());
        }
        for field in def.variants.iter().flat_map(|variant| &variant.fields) {
            if self.program.types.is_unsized(field.ty) {
                self.error(name, format!("field `{}` has no size", field.name));
            }
            if def.copy && !self.program.types.is_copy(field.ty) {
                self.error(name, format!("field `{}` of a `Copy` type is not", field.name));
            }
        }
        self.member_names(def);
        self.repr(def);
        if def.kind == AdtKind::Enum {
            self.discriminants(def);
        }
        if let Some(function) = def.drop {
            self.drop_function(id, def, function);
        }
    }

    fn member_names(&mut self, def: &AdtDef) {
        let mut variants = HashSet::new();
        for variant in &def.variants {
            let named = def.kind == AdtKind::Enum;
            if named && (!is_word(&variant.name) || !variants.insert(&variant.name)) {
                self.error(&def.name, format!("`{}` cannot name a variant", variant.name));
            }
            let mut fields = HashSet::new();
            for (i, field) in variant.fields.iter().enumerate() {
                let fits = match variant.shape {
                    VariantShape::Named => is_word(&field.name) && fields.insert(&field.name),
                    VariantShape::Tuple => field.name == i.to_string(),
                    VariantShape::Unit => false,
                };
                if !fits {
                    self.error(&def.name, format!("`{}` cannot name a field", field.name));
                }
            }
        }
    }

    fn repr(&mut self, def: &AdtDef) {
        let name = &def.name;
        let repr = &def.repr;
        let power = |n: Option<u32>| n.is_none_or(|n| n.is_power_of_two() && n <= 1 << 16);
        if !power(repr.packed) || !power(repr.align) {
            self.error(name, "alignments are powers of two up to 65536".into());
        }
        if repr.packed.is_some() && (repr.align.is_some() || def.kind == AdtKind::Enum) {
            self.error(name, "`packed` is for structs and unions without `align`".into());
        }
        if repr.int.is_some() && def.kind != AdtKind::Enum {
            self.error(name, "an integer representation is for enums".into());
        }
        let others = repr.c || repr.packed.is_some() || repr.align.is_some() || repr.int.is_some();
        let library = def.origin != AdtOrigin::Local;
        let one_variant = def.variants.len() == 1 && def.kind != AdtKind::Union;
        if repr.transparent && !library && (others || !one_variant) {
            self.error(name, "`transparent` stands alone, on a struct or one variant".into());
        }
    }

    fn discriminants(&mut self, def: &AdtDef) {
        let name = &def.name;
        let width = def.repr.int.unwrap_or(IntTy::Isize).bits();
        let mut seen = HashSet::new();
        for variant in &def.variants {
            if width < 128 && variant.discriminant >> width != 0 {
                self.error(name, format!("discriminant of `{}` is too wide", variant.name));
            }
            if !seen.insert(variant.discriminant) {
                self.error(name, format!("discriminant of `{}` is taken", variant.name));
            }
        }
        let explicit = def.variants.iter().any(|variant| variant.explicit);
        let fields = def.variants.iter().any(|variant| variant.shape != VariantShape::Unit);
        if explicit && fields && def.repr.int.is_none() {
            self.error(name, "discriminants beside fields need `repr(inttype)`".into());
        }
        if def.variants.is_empty() && (def.repr.int.is_some() || def.repr.c) {
            self.error(name, "an enum without variants has no representation".into());
        }
    }

    fn drop_function(&mut self, id: AdtId, def: &AdtDef, function: FnId) {
        if def.copy {
            self.error(&def.name, "a `Copy` type cannot have a `Drop`".into());
        }
        let types = &self.program.types;
        let fits = self.program.functions.get(function.index()).is_some_and(|function| {
            let takes_self = function.locals.get(1).and_then(|param| types.pointee(param.ty));
            let takes_self = takes_self.is_some_and(|ty| *types.kind(ty) == TyKind::Adt(id));
            let returns_unit = function
                .locals
                .first()
                .is_some_and(|ret| *types.kind(ret.ty) == TyKind::Tuple(Vec::new()));
            function.params == 1 && takes_self && returns_unit
        });
        if !fits {
            self.error(&def.name, "a `Drop` function takes `&mut` its type, gives `()`".into());
        }
    }

    /// The extent of a type, by value; reports types that contain themselves.
    fn extent(&mut self, ty: Ty, depth: u32) -> Extent {
        let none = Extent { size: 0, nesting: 0 };
        match self.sizes[ty.index()] {
            Size::Known(extent) => return extent,
            Size::InProgress => {
                let name = self.program.types.display(ty).to_string();
                self.error("", format!("type `{name}` contains itself and has no size"));
                return none;
            }
            Size::Unknown => {}
        }
        if depth > MAX_NESTING {
            self.too_deep();
            return none;
        }
        self.sizes[ty.index()] = Size::InProgress;
        let program = self.program;
        let mut extent = match program.types.kind(ty) {
            TyKind::Tuple(fields) => self.sum(fields.iter().copied(), depth),
            TyKind::Array(element, len) => {
                let Extent { size, nesting } = self.extent(*element, depth + 1);
                Extent { size: size.saturating_mul(*len), nesting }
            }
            TyKind::Slice(element) => Extent { size: 0, ..self.extent(*element, depth + 1) },
            TyKind::Adt(id) => self.adt_extent(program.types.adt(*id), depth),
            _ => Extent { size: 16, nesting: 0 },
        };
        extent.nesting += 1;
        if extent.nesting > MAX_NESTING {
            self.too_deep();
        }
        if extent.size > MAX_SIZE {
            let name = program.types.display(ty).to_string();
            self.error("", format!("type `{name}` may need more than {MAX_SIZE} bytes"));
        }
        self.sizes[ty.index()] = Size::Known(extent);
        extent
    }

    fn too_deep(&mut self) {
        self.error("", format!("types nest more than {MAX_NESTING} levels deep"));
    }

    fn adt_extent(&mut self, def: &AdtDef, depth: u32) -> Extent {
        let mut extent = Extent { size: 16, nesting: 0 };
        for variant in &def.variants {
            let fields = self.sum(variant.fields.iter().map(|field| field.ty), depth);
            extent.size = extent.size.max(fields.size);
            extent.nesting = extent.nesting.max(fields.nesting);
        }
        let padding = u64::from(def.repr.align.unwrap_or(16));
        Extent { size: extent.size.saturating_add(padding), ..extent }
    }

    fn sum(&mut self, fields: impl Iterator<Item = Ty>, depth: u32) -> Extent {
        let mut sum = Extent { size: 0, nesting: 0 };
        for field in fields {
            let extent = self.extent(field, depth + 1);
            sum.size = sum.size.saturating_add(extent.size).saturating_add(16);
            sum.nesting = sum.nesting.max(extent.nesting);
            if !self.errors.is_empty() {
                break;
            }
        }
        sum
    }

    fn values(&mut self) {
        let program = self.program;
        for item in program.statics.iter().filter(|item| !item.mutable) {
            if !is_sync(&program.types, item.ty) {
                self.error(&item.name, "a static without `mut` must be `Sync`".into());
            }
        }
        let statics = program.statics.iter().map(|item| (&item.name, item.ty, &item.init));
        let consts = program.consts.iter().map(|item| (&item.name, item.ty, &item.value));
        for (name, ty, tree) in statics.chain(consts) {
            if !tree_fits(program, tree, ty) {
                let ty = program.types.display(ty).to_string();
                self.error(name, format!("the value is not one of type `{ty}`"));
            }
        }
    }

    fn entry(&mut self) {
        let program = self.program;
        let entry = &program.entry;
        let Some(function) = program.functions.get(entry.function.index()) else {
            return self.error("main", "there is no function to start with".into());
        };
        if function.generics > 0 || function.abi != Abi::Rust {
            let message = "the program starts with an ordinary function, no generic or C one";
            return self.error("main", message.into());
        }
        if program.instances().is_err() {
            return self.error("main", "generic functions are called with too many types".into());
        }
        if entry.args.len() != function.params as usize {
            return self.error("main", "wrong number of arguments".into());
        }
        for (arg, param) in entry.args.iter().zip(function.locals.iter().skip(1)) {
            if !tree_fits(program, arg, param.ty) {
                let ty = program.types.display(param.ty).to_string();
                self.error("main", format!("argument `{}` is not a `{ty}`", param.name));
            }
        }
    }
}

/// Whether the compiler lets threads share values of this type.
fn is_sync(types: &Types, ty: Ty) -> bool {
    match types.kind(ty) {
        TyKind::RawPtr(..) => false,
        TyKind::Tuple(fields) => fields.iter().all(|&field| is_sync(types, field)),
        TyKind::Array(inner, _) | TyKind::Slice(inner) => is_sync(types, *inner),
        // What a reference leads to may lead back here; pointers inside are rare enough.
        TyKind::Ref(_, to) => !matches!(types.kind(*to), TyKind::RawPtr(..)),
        TyKind::Adt(id) => {
            let def = types.adt(*id);
            let shared = !matches!(
                def.origin,
                AdtOrigin::Core(CoreAdt::UnsafeCell | CoreAdt::Cell | CoreAdt::NonNull)
            );
            let mut fields = def.variants.iter().flat_map(|variant| &variant.fields);
            shared && fields.all(|field| is_sync(types, field.ty))
        }
        _ => true,
    }
}

/// Whether bits are a value of a primitive type.
pub(super) fn scalar_fits(types: &Types, bits: u128, ty: Ty) -> bool {
    let within = |width: u32| width == 128 || bits >> width == 0;
    match types.kind(ty) {
        TyKind::Bool => bits <= 1,
        TyKind::Char => u32::try_from(bits).is_ok_and(|bits| char::from_u32(bits).is_some()),
        TyKind::Int(int) => within(int.bits()),
        TyKind::Float(float) => within(float.bits()),
        _ => false,
    }
}

fn tree_fits(program: &Program, tree: &ConstTree, ty: Ty) -> bool {
    let types = &program.types;
    let all = |trees: &[ConstTree], tys: &mut dyn ExactSizeIterator<Item = Ty>| {
        trees.len() == tys.len() && trees.iter().zip(tys).all(|(t, ty)| tree_fits(program, t, ty))
    };
    match (tree, types.kind(ty)) {
        (ConstTree::Scalar { bits, ty: own }, _) => *own == ty && scalar_fits(types, *bits, ty),
        (ConstTree::Fields(trees), TyKind::Tuple(tys)) => all(trees, &mut tys.iter().copied()),
        (ConstTree::Fields(trees), TyKind::Array(element, len)) => {
            trees.len() as u64 == *len && trees.iter().all(|t| tree_fits(program, t, *element))
        }
        (ConstTree::Fields(trees), TyKind::Adt(id)) => {
            let def = types.adt(*id);
            def.kind == AdtKind::Struct
                && all(trees, &mut def.variants[0].fields.iter().map(|field| field.ty))
        }
        (ConstTree::Repeat(tree, n), TyKind::Array(element, len)) => {
            n == len && tree_fits(program, tree, *element)
        }
        (ConstTree::Variant(variant, trees), TyKind::Adt(id)) => {
            let def = types.adt(*id);
            let variant = def.variants.get(*variant as usize);
            def.kind == AdtKind::Enum
                && variant.is_some_and(|v| all(trees, &mut v.fields.iter().map(|field| field.ty)))
        }
        (ConstTree::Union(field, tree), TyKind::Adt(id)) => {
            let def = types.adt(*id);
            let field = def.variants[0].fields.get(*field as usize);
            def.kind == AdtKind::Union && field.is_some_and(|f| tree_fits(program, tree, f.ty))
        }
        (ConstTree::Function(id), TyKind::FnPtr { params, ret }) => {
            program.functions.get(id.index()).is_some_and(|function| {
                function.generics == 0 && function.abi == Abi::Rust && {
                    let tys: Vec<Ty> = function.locals.iter().map(|local| local.ty).collect();
                    tys.first() == Some(ret)
                        && tys.get(1..1 + function.params as usize) == Some(&params[..])
                }
            })
        }
        (ConstTree::StaticAddress(id), TyKind::RawPtr(_, to) | TyKind::Ref(_, to)) => {
            program.statics.get(id.index()).is_some_and(|item| item.ty == *to)
        }
        (ConstTree::Nan, TyKind::Float(_)) => true,
        (ConstTree::Null, TyKind::RawPtr(_, to)) => !types.is_unsized(*to),
        (ConstTree::Uninit, TyKind::Adt(id)) => {
            types.adt(*id).origin == AdtOrigin::Core(CoreAdt::MaybeUninit)
        }
        (ConstTree::Str(_), TyKind::Ref(Mutability::Not, to)) => *types.kind(*to) == TyKind::Str,
        _ => false,
    }
}

const KEYWORDS: [&str; 53] = [
    "as", "async", "await", "box", "break", "const", "continue", "crate", "dyn", "else", "enum",
    "extern", "false", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match",
    "mod", "move", "mut", "priv", "pub", "ref", "return", "self", "Self", "static", "struct",
    "super", "trait", "true", "try", "type", "typeof", "union", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield", "abstract", "become", "do", "final", "override",
];

/// What `core::intrinsics::mir` calls its own.
const RESERVED: [&str; 42] = [
    "Abi",
    "Assume",
    "BasicBlock",
    "Call",
    "CastPtrToPtr",
    "CastTransmute",
    "CastUnsize",
    "Checked",
    "CopyForDeref",
    "Discriminant",
    "Drop",
    "Field",
    "Goto",
    "InCleanup",
    "Len",
    "Move",
    "None",
    "Offset",
    "Option",
    "PtrMetadata",
    "ReasonAbi",
    "ReasonInCleanup",
    "Return",
    "ReturnTo",
    "SetDiscriminant",
    "Some",
    "SpektrTrace",
    "Static",
    "StaticMut",
    "StorageDead",
    "StorageLive",
    "TailCall",
    "Unreachable",
    "UnwindCleanup",
    "UnwindContinue",
    "UnwindResume",
    "UnwindTerminate",
    "UnwindUnreachable",
    "Variant",
    "core",
    "mir",
    "place",
];

/// Whether a word can be the name of a field or variant.
fn is_word(name: &str) -> bool {
    let mut bytes = name.bytes();
    let starts = bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_');
    starts
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && name != "_"
        && !KEYWORDS.contains(&name)
}

/// Whether a word can be printed as the name of an item or local and read back as one.
pub(super) fn is_name(name: &str) -> bool {
    is_word(name)
        && name != "main"
        && !name.starts_with("spektr_")
        && !name.starts_with("__")
        && !RESERVED.contains(&name)
}
