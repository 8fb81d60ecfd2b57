//! Intrinsics whose name or signature changed: lifetimes lost their size with 22, masked
//! accesses their alignment; some names have come to tell the pointer's address space. Newer
//! readers know the older forms, so only older versions need help.

use crate::print::Version;
use crate::syntax::{
    Argument, Attribute, Callee, Constant, GlobalId, IntAttribute, Module, Name, Op, Operand, Type,
};

/// The first version with the new forms.
const NEW: Version = Version(22);

/// An argument that older versions have: where, what, and how long the new signature is.
struct Missing {
    prefix: &'static str,
    arguments: usize,
    at: usize,
    kind: Kind,
}

enum Kind {
    /// `i64 -1`: of unknown size.
    Size,
    /// `i32 N`: the alignment that the pointer argument of this number has.
    Alignment(usize),
}

const TABLE: [Missing; 6] = [
    Missing { prefix: "llvm.lifetime.start.", arguments: 1, at: 0, kind: Kind::Size },
    Missing { prefix: "llvm.lifetime.end.", arguments: 1, at: 0, kind: Kind::Size },
    Missing { prefix: "llvm.masked.load.", arguments: 3, at: 1, kind: Kind::Alignment(0) },
    Missing { prefix: "llvm.masked.gather.", arguments: 3, at: 1, kind: Kind::Alignment(0) },
    Missing { prefix: "llvm.masked.store.", arguments: 3, at: 2, kind: Kind::Alignment(1) },
    Missing { prefix: "llvm.masked.scatter.", arguments: 3, at: 2, kind: Kind::Alignment(1) },
];

pub fn fit(module: &mut Module, version: Version) {
    if version >= NEW {
        return;
    }
    rename(module, version);
    for at in 0..module.globals.len() {
        let Some(name) = module.globals[at].name.clone() else { continue };
        let found = TABLE.iter().find(|it| name.bytes().starts_with(it.prefix.as_bytes()));
        let Some(missing) = found else { continue };
        let Some((_, params, _)) = module.signature(module.globals[at].ty) else { continue };
        if params.len() == missing.arguments {
            add_argument(module, GlobalId::new(at), missing);
        }
    }
}

/// Names that tell the address space since the version beside them.
const RENAMED: [(&str, Version); 6] = [
    ("llvm.stacksave", Version(18)),
    ("llvm.stackrestore", Version(18)),
    ("llvm.va_start", Version(19)),
    ("llvm.va_end", Version(19)),
    ("llvm.va_copy", Version(19)),
    ("llvm.eh.typeid.for", Version(19)),
];

fn rename(module: &mut Module, version: Version) {
    for global in &mut module.globals {
        let name = global.name.as_ref().map(Name::text).unwrap_or_default();
        let found = RENAMED.iter().find(|(old, since)| {
            version < *since && name.strip_prefix(old).is_some_and(|rest| rest == ".p0")
        });
        if let Some((old, _)) = found {
            global.name = Some(Name::new(old));
        }
    }
}

fn add_argument(module: &mut Module, id: GlobalId, missing: &Missing) {
    let width = if matches!(missing.kind, Kind::Size) { 64 } else { 32 };
    let int = module.types.int(width);
    let global = &mut module.globals[id.index()];
    let Type::Function { result, params, variadic } = module.types[global.ty].clone() else {
        return;
    };
    let mut params = params.into_vec();
    params.insert(missing.at, int);
    let params = params.into_boxed_slice();
    let ty = module.types.intern(Type::Function { result, params, variadic });
    let pointer = match module.types[global.pointer] {
        Type::Pointer { space, to } => {
            module.types.intern(Type::Pointer { space, to: to.map(|_| ty) })
        }
        _ => global.pointer,
    };
    (global.ty, global.pointer) = (ty, pointer);
    if let Some(function) = global.function_mut() {
        function.param_attributes.insert(missing.at, Vec::new());
    }
    let unknown = module.constants.intern(int, Constant::Int(u128::from(u64::MAX)));
    let callee = module.constants.intern(pointer, Constant::Global(id));
    let mut globals = std::mem::take(&mut module.globals);
    let bodies = globals.iter_mut().filter_map(|global| global.function_mut()?.body.as_mut());
    for block in bodies.flat_map(|body| &mut body.blocks) {
        for instruction in &mut block.instructions {
            let Op::Call(call) = &mut instruction.op else { continue };
            let Callee::Value(target) = call.callee else { continue };
            if module.global_of(target) != Some(id) || call.args.len() != missing.arguments {
                continue;
            }
            let value = match missing.kind {
                Kind::Size => unknown,
                Kind::Alignment(of) => {
                    let align = alignment(call.args.get(of)).unwrap_or(1);
                    module.constants.intern(int, Constant::Int(u128::from(align)))
                }
            };
            let value = Operand::Const(value);
            call.args.insert(missing.at, Argument::Value { value, attributes: Vec::new() });
            call.ty = ty;
            call.callee = Callee::Value(Operand::Const(callee));
        }
    }
    module.globals = globals;
}

fn alignment(argument: Option<&Argument>) -> Option<u64> {
    let Argument::Value { attributes, .. } = argument? else { return None };
    attributes.iter().find_map(|attribute| match attribute {
        Attribute::Int(IntAttribute::Align, align) => Some(*align),
        _ => None,
    })
}
