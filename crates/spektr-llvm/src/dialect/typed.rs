//! Opaque pointers given a type, as versions before 15 need it: every pointer is `i8*`, and is
//! cast where memory, addresses or calls ask for another one. More casts than a person would
//! write, but they say the same.

use spektr_text::{Complaint, Span};

use super::tables::rebuild_types;
use super::{constants, refuse};
use crate::print::Version;
use crate::syntax::{
    Argument, Attribute, Body, Call, Callee, CastOp, ConstExpr, ConstId, Constant, Flags, Function,
    Gep, GlobalKind, Instruction, Mentions, Module, Name, Op, Operand, Ty, Type, TypeAttribute,
    Value, ValueId,
};
use crate::typing;

/// What has typed pointers of its own that are not worth inventing.
const REFUSED: [&str; 9] = [
    "llvm.masked.",
    "llvm.invariant.start",
    "llvm.invariant.end",
    "llvm.experimental.gc",
    "llvm.vp.",
    "llvm.matrix.",
    "llvm.global_ctors",
    "llvm.global_dtors",
    "llvm.coro.",
];

/// Whether a function has a pointer among its operands or results, or vectors of them. Of what is
/// no function nothing is known.
fn mentions_pointer(module: &Module, ty: Ty) -> bool {
    let Some((result, params, _)) = module.signature(ty) else { return true };
    let is_pointer = |&ty: &Ty| match &module.types[ty] {
        Type::Pointer { .. } => true,
        Type::Vector { element, .. } => matches!(module.types[*element], Type::Pointer { .. }),
        Type::Struct { .. } | Type::Array { .. } | Type::Named(_) => true,
        _ => false,
    };
    params.iter().chain([&result]).any(is_pointer)
}

pub fn fit(module: &mut Module) -> Result<(), Complaint> {
    for global in &module.globals {
        let name = global.name.as_ref().map(Name::text).unwrap_or_default();
        let refused = REFUSED.iter().find(|prefix| name.starts_with(**prefix));
        if let Some(prefix) = refused.filter(|_| mentions_pointer(module, global.ty)) {
            return refuse(
                &format!("way to write `{prefix}…` without its pointer types"),
                Version(14),
            );
        }
        if matches!(global.kind, GlobalKind::IFunc(_)) {
            return refuse("way to write an ifunc without its pointer types", Version(14));
        }
    }
    let types = rebuild_types(module, |types, kind| match kind {
        Type::Pointer { space, to: None } => {
            let byte = types.int(8);
            types.intern(Type::Pointer { space, to: Some(byte) })
        }
        kind => types.intern(kind),
    });
    Mentions { ty: &mut |ty| *ty = types[ty.index()], constant: &mut |_| {} }.module(module);
    type_globals(module);
    constants::rebuild(module, |module, ty, mut constant| {
        let ty = types[ty.index()];
        Mentions { ty: &mut |ty| *ty = types[ty.index()], constant: &mut |_| {} }
            .constant_parts(&mut constant);
        type_constant(module, ty, constant)
    })?;
    type_aliases(module);
    let mut globals = std::mem::take(&mut module.globals);
    let pointers: Vec<(Ty, Ty)> =
        globals.iter().map(|global| (global.ty, global.pointer)).collect();
    for function in globals.iter_mut().filter_map(|global| global.function_mut()) {
        type_body(module, &pointers, function);
    }
    module.globals = globals;
    rename_intrinsics(module);
    module.use_list_orders.clear();
    Ok(())
}

/// Parameters whose attribute names the type that they point to, as `byval(T)` does.
fn pointee(attributes: &[Attribute]) -> Option<Ty> {
    attributes.iter().find_map(|attribute| match attribute {
        Attribute::Type(
            TypeAttribute::ByVal
            | TypeAttribute::ByRef
            | TypeAttribute::StructRet
            | TypeAttribute::InAlloca
            | TypeAttribute::Preallocated
            | TypeAttribute::ElementType,
            ty,
        ) => Some(*ty),
        _ => None,
    })
}

/// The function type in which some parameters point to what their attributes say.
fn typed_signature(module: &mut Module, ty: Ty, pointees: &[Option<Ty>]) -> Ty {
    let Type::Function { result, params, variadic } = module.types[ty].clone() else { return ty };
    let mut params = params.into_vec();
    for (param, to) in params.iter_mut().zip(pointees) {
        if let (Some(to), Type::Pointer { space, .. }) = (to, &module.types[*param]) {
            let space = *space;
            *param = module.types.intern(Type::Pointer { space, to: Some(*to) });
        }
    }
    module.types.intern(Type::Function { result, params: params.into(), variadic })
}

fn type_globals(module: &mut Module) {
    for at in 0..module.globals.len() {
        let mut ty = module.globals[at].ty;
        if let Some(function) = module.globals[at].function() {
            let pointees: Vec<_> =
                function.param_attributes.iter().map(|attributes| pointee(attributes)).collect();
            ty = typed_signature(module, ty, &pointees);
        }
        let space = module.globals[at].space;
        let pointer = module.types.intern(Type::Pointer { space, to: Some(ty) });
        (module.globals[at].ty, module.globals[at].pointer) = (ty, pointer);
    }
}

/// The constant with another pointer type.
fn const_as(module: &mut Module, id: ConstId, ty: Ty) -> ConstId {
    let mut id = id;
    while module.constants.ty(id) != ty {
        match &module.constants[id] {
            Constant::Expr(expr) => match **expr {
                ConstExpr::Cast { op: CastOp::BitCast, value, .. } => id = value,
                _ => return const_cast(module, id, ty),
            },
            _ => return const_cast(module, id, ty),
        }
    }
    id
}

fn const_cast(module: &mut Module, value: ConstId, ty: Ty) -> ConstId {
    let cast = ConstExpr::Cast { op: CastOp::BitCast, flags: Flags::NONE, value };
    module.constants.intern(ty, Constant::Expr(Box::new(cast)))
}

fn type_constant(module: &mut Module, ty: Ty, constant: Constant) -> Result<ConstId, Complaint> {
    match constant {
        Constant::Global(id) | Constant::DsoLocalEquivalent(id) | Constant::NoCfi(id) => {
            let pointer = module.global(id).pointer;
            let raw = module.constants.intern(pointer, constant);
            Ok(const_as(module, raw, ty))
        }
        Constant::Expr(expr) => match *expr {
            ConstExpr::Gep(mut gep) => {
                let base_ty = module.constants.ty(gep.base);
                let wanted = pointer_like(module, base_ty, gep.source);
                gep.base = const_as(module, gep.base, wanted);
                let indices: Vec<_> = gep
                    .indices
                    .iter()
                    .map(|&index| (module.constants.ty(index), Some(index)))
                    .collect();
                let rule =
                    typing::gep(&mut module.types, &module.constants, gep.source, wanted, &indices);
                let found = rule.map_err(Complaint::whole)?;
                let raw = Constant::Expr(Box::new(ConstExpr::Gep(gep)));
                let raw = module.constants.intern(found, raw);
                Ok(const_as(module, raw, ty))
            }
            expr => Ok(module.constants.intern(ty, Constant::Expr(Box::new(expr)))),
        },
        constant => Ok(module.constants.intern(ty, constant)),
    }
}

/// A pointer to `to`, in the address space and with the lanes of `like`.
fn pointer_like(module: &mut Module, like: Ty, to: Ty) -> Ty {
    let scalar = module.types.scalar(like);
    let space = module.types.pointer_space(scalar).unwrap_or(0);
    let pointer = module.types.intern(Type::Pointer { space, to: Some(to) });
    module.types.with_shape_of(like, pointer)
}

fn type_aliases(module: &mut Module) {
    for at in 0..module.globals.len() {
        let wanted = module.globals[at].pointer;
        if let GlobalKind::Alias(target) = module.globals[at].kind {
            module.globals[at].kind = GlobalKind::Alias(const_as(module, target, wanted));
        }
    }
}

/// The function whose instructions are given casts.
struct Caster<'a> {
    module: &'a mut Module,
    /// Types of globals and of their addresses.
    pointers: &'a [(Ty, Ty)],
    values: Vec<Value>,
    out: Vec<Instruction>,
    span: Span,
}

fn type_body(module: &mut Module, pointers: &[(Ty, Ty)], function: &mut Function) {
    let pointees: Vec<_> =
        function.param_attributes.iter().map(|attributes| pointee(attributes)).collect();
    let Some(body) = &mut function.body else { return };
    let values = std::mem::take(&mut body.values);
    let mut caster = Caster { module, pointers, values, out: Vec::new(), span: Span::default() };
    caster.type_params(body, &pointees);
    for block in &mut body.blocks {
        for instruction in std::mem::take(&mut block.instructions) {
            caster.instruction(instruction);
        }
        block.instructions = std::mem::take(&mut caster.out);
    }
    body.values = caster.values;
    body.renumber();
}

impl Caster<'_> {
    /// Parameters that point to what an attribute says are cast at the start.
    fn type_params(&mut self, body: &mut Body, pointees: &[Option<Ty>]) {
        for (at, to) in pointees.iter().enumerate() {
            let (Some(to), old) = (to, self.values[at].ty) else { continue };
            let typed = pointer_like(self.module, old, *to);
            if typed == old {
                continue;
            }
            self.values[at].ty = typed;
            let param = Operand::Local(ValueId::new(at));
            let cast = self.new_value(old);
            let replace = |operand: &mut Operand| {
                if *operand == param {
                    *operand = Operand::Local(cast);
                }
            };
            for instruction in body.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
                instruction.op.for_each_operand(&mut { replace });
            }
            self.push_cast(param, old, cast);
        }
    }

    fn new_value(&mut self, ty: Ty) -> ValueId {
        self.values.push(Value { ty, name: None });
        ValueId::new(self.values.len() - 1)
    }

    fn push_cast(&mut self, value: Operand, to: Ty, result: ValueId) {
        let op = Op::Cast { op: CastOp::BitCast, flags: Flags::NONE, value, to };
        self.push(Some(result), op);
    }

    fn push(&mut self, result: Option<ValueId>, op: Op) {
        let (metadata, records) = (Vec::new(), Vec::new());
        self.out.push(Instruction { result, op, metadata, records, span: self.span });
    }

    fn ty(&self, operand: Operand) -> Ty {
        match operand {
            Operand::Local(value) => self.values[value.index()].ty,
            Operand::Const(constant) => self.module.constants.ty(constant),
        }
    }

    /// The operand with another pointer type.
    fn cast(&mut self, operand: &mut Operand, ty: Ty) {
        if self.ty(*operand) == ty {
            return;
        }
        *operand = match *operand {
            Operand::Const(constant) => Operand::Const(const_as(self.module, constant, ty)),
            Operand::Local(_) => {
                let result = self.new_value(ty);
                self.push_cast(*operand, ty, result);
                Operand::Local(result)
            }
        };
    }

    /// The operand as a pointer to `to`.
    fn point(&mut self, operand: &mut Operand, to: Ty) {
        let wanted = pointer_like(self.module, self.ty(*operand), to);
        self.cast(operand, wanted);
    }

    fn instruction(&mut self, mut instruction: Instruction) {
        self.span = instruction.span;
        // What the instruction yields, where that is another pointer type than `i8*`.
        let mut yields = None;
        match &mut instruction.op {
            Op::Load { ty, pointer, .. } => self.point(pointer, *ty),
            Op::Store { value, pointer, .. } => {
                let ty = self.ty(*value);
                self.point(pointer, ty);
            }
            Op::CmpXchg(exchange) => {
                let ty = self.ty(exchange.new);
                self.point(&mut exchange.pointer, ty);
            }
            Op::AtomicRmw(update) => {
                let ty = self.ty(update.value);
                self.point(&mut update.pointer, ty);
            }
            Op::Alloca(alloca) => {
                alloca.pointer = pointer_like(self.module, alloca.pointer, alloca.ty);
                yields = Some(alloca.pointer);
            }
            Op::Gep(gep) => yields = self.gep(gep),
            Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => self.call(call),
            _ => {}
        }
        let result = instruction.result;
        if let (Some(result), Some(ty)) = (result, yields)
            && self.values[result.index()].ty != ty
        {
            let raw = self.new_value(ty);
            instruction.result = Some(raw);
            self.out.push(instruction);
            let wanted = self.values[result.index()].ty;
            self.push_cast(Operand::Local(raw), wanted, result);
            return;
        }
        self.out.push(instruction);
    }

    fn gep(&mut self, gep: &mut Gep) -> Option<Ty> {
        self.point(&mut gep.base, gep.source);
        let indices: Vec<_> = gep
            .indices
            .iter()
            .map(|&index| {
                let constant = match index {
                    Operand::Const(constant) => Some(constant),
                    Operand::Local(_) => None,
                };
                (self.ty(index), constant)
            })
            .collect();
        let base = self.ty(gep.base);
        let module = &mut *self.module;
        let rule = typing::gep(&mut module.types, &module.constants, gep.source, base, &indices);
        // The same indices were right before pointers had types.
        gep.result = rule.unwrap_or(gep.result);
        Some(gep.result)
    }

    fn call(&mut self, call: &mut Call) {
        let pointees: Vec<_> = call
            .args
            .iter()
            .map(|argument| match argument {
                Argument::Value { attributes, .. } => pointee(attributes),
                Argument::Metadata(_) => None,
            })
            .collect();
        call.ty = typed_signature(self.module, call.ty, &pointees);
        let params = self.module.signature(call.ty).map_or(Vec::new(), |it| it.1.to_vec());
        for (argument, param) in call.args.iter_mut().zip(params) {
            if let Argument::Value { value, .. } = argument {
                self.cast(value, param);
            }
        }
        let ty = call.ty;
        if let Callee::Value(callee) = &mut call.callee {
            let direct = match *callee {
                Operand::Const(constant) => self.stripped(constant),
                Operand::Local(_) => None,
            };
            match direct {
                Some((raw, pointee)) if pointee == ty => *callee = Operand::Const(raw),
                _ => self.point(callee, ty),
            }
        }
    }

    /// The global below the casts of a constant, and its type.
    fn stripped(&self, constant: ConstId) -> Option<(ConstId, Ty)> {
        let mut id = constant;
        loop {
            match &self.module.constants[id] {
                Constant::Global(global) => return Some((id, self.pointers[global.index()].0)),
                Constant::Expr(expr) => match **expr {
                    ConstExpr::Cast { op: CastOp::BitCast, value, .. } => id = value,
                    _ => return None,
                },
                _ => return None,
            }
        }
    }
}

/// `llvm.memcpy.p0.p0.i64` becomes `llvm.memcpy.p0i8.p0i8.i64`.
fn rename_intrinsics(module: &mut Module) {
    for global in &mut module.globals {
        let Some(name) = &global.name else { continue };
        if !name.bytes().starts_with(b"llvm.") {
            continue;
        }
        let text = name.text().into_owned();
        let parts: Vec<String> = text.split('.').map(with_pointee).collect();
        global.name = Some(Name::new(parts.join(".")));
    }
}

fn with_pointee(part: &str) -> String {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    match part.rsplit_once('p') {
        Some((before, space)) if is_digits(space) && is_lanes(before) => format!("{part}i8"),
        _ => part.to_string(),
    }
}

/// Nothing, `v4` or `nxv4`.
fn is_lanes(text: &str) -> bool {
    let count = text.strip_prefix("nxv").or_else(|| text.strip_prefix('v'));
    text.is_empty() || count.is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_digit()))
}
