//! A module made ready to run: layouts of all types, values of all constants, addresses of
//! all globals. Made once for many runs.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::address;
use super::arithmetic;
use super::floating;
use super::intrinsic::Intrinsic;
use super::library;
use super::memory::byte::{Bytes, Shadow};
use super::memory::{GLOBALS, Memory, Origin, Plan, encode, exactly_aligned};
use super::shape::{Kind, Shapes};
use super::stop::{Step, Unspecified, unsupported};
use super::value::{Pointer, Tag, Value};
use crate::syntax::{
    Attribute, Callee, CastOp, ConstExpr, ConstId, Constant, Flag, FloatKind, Function, Global,
    GlobalId, GlobalKind, Instruction, Linkage, Module, Operand, Ty, UnnamedAddr, ValueId,
};

/// What a call of a global leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    Defined,
    Intrinsic(Intrinsic),
    External,
    /// No function, or one that cannot be called.
    Refused(&'static str),
}

impl Target {
    fn is_external(&self) -> bool {
        *self == Target::External
    }
}

/// Addresses of globals that are to be the same in several modules, by name.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    addresses: BTreeMap<Vec<u8>, (u64, u64)>,
}

impl Layout {
    /// Addresses for all globals of some modules: what has the same name lies at the same
    /// place, with room and alignment for all of them.
    pub fn of(modules: &[(&Module, &Shapes)]) -> Layout {
        let mut wanted: BTreeMap<Vec<u8>, (u64, u64)> = BTreeMap::new();
        for (module, shapes) in modules {
            for id in (0..module.globals.len()).map(GlobalId::new) {
                let (size, align) = extent(module, shapes, id);
                let entry = wanted.entry(key(module, id)).or_insert((0, 1));
                *entry = (entry.0.max(size), entry.1.max(align));
            }
        }
        let mut next = GLOBALS;
        for (size, align) in wanted.values_mut() {
            let address = exactly_aligned(next, *align);
            next = address + (*size).min(1 << 24) + 16;
            (*size, *align) = (address, *align);
        }
        Layout { addresses: wanted }
    }

    /// Address and alignment.
    fn place(&self, key: &[u8]) -> (u64, u64) {
        self.addresses.get(key).copied().unwrap_or((GLOBALS, 1))
    }
}

/// The name by which a global is known to others; those without one are known by number.
fn key(module: &Module, id: GlobalId) -> Vec<u8> {
    match &module.global(id).name {
        Some(name) => name.bytes().to_vec(),
        None => format!("\0{}", id.0).into_bytes(),
    }
}

fn extent(module: &Module, shapes: &Shapes, id: GlobalId) -> (u64, u64) {
    let global = module.global(id);
    match &global.kind {
        GlobalKind::Variable(variable) => {
            let shape = &shapes[global.ty];
            // LangRef, "Global Variables": without an alignment, the target chooses one that
            // it likes for what is defined here.
            let liked = if variable.initializer.is_some() { 16 } else { 1 };
            (shape.size, variable.align.unwrap_or(shape.align.max(liked)).max(1))
        }
        _ => (1, 16),
    }
}

/// What is known of a function that has no body here: what its declaration says, and what that
/// of the other module says too. The function itself is the same one, and keeps to both.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    pub function: Vec<Attribute>,
    pub result: Vec<Attribute>,
    pub params: Vec<Vec<Attribute>>,
    /// Whether optimizers know a function of its name, and whether the machine executes it.
    pub is_library: bool,
    pub is_executed: bool,
}

impl Facts {
    fn of(module: &Module, global: &Global, function: &Function) -> Facts {
        let name = global.name.as_ref().map(|name| name.text().into_owned()).unwrap_or_default();
        Facts {
            is_library: library::is_known(&name),
            is_executed: library::is_executed(&name),
            function: module.attributes(&function.attributes).cloned().collect(),
            result: function.result_attributes.clone(),
            params: function.param_attributes.clone(),
        }
    }

    /// Adds what another module says, as far as that means something in this one too.
    fn add(&mut self, other: Facts) {
        let means_the_same = |it: &Attribute| {
            matches!(
                it,
                Attribute::Flag(_)
                    | Attribute::Int(..)
                    | Attribute::Memory(_)
                    | Attribute::AllocSize(..)
                    | Attribute::Captures(_)
            )
        };
        let add = |own: &mut Vec<Attribute>, other: Vec<Attribute>| {
            let more = other.into_iter().filter(|it| means_the_same(it) && !own.contains(it));
            let more: Vec<Attribute> = more.collect();
            own.extend(more);
        };
        add(&mut self.function, other.function);
        add(&mut self.result, other.result);
        self.params.resize(self.params.len().max(other.params.len()), Vec::new());
        self.params.iter_mut().zip(other.params).for_each(|(own, other)| add(own, other));
    }

    pub fn has(&self, flag: Flag) -> bool {
        self.function.iter().any(|it| it.is(flag))
    }
}

pub struct Code<'m> {
    pub module: &'m Module,
    pub shapes: Shapes,
    constants: Vec<Value>,
    pub targets: Vec<Target>,
    /// Memory with all globals in place, as every run starts.
    pub memory: Memory,
    /// Allocas whose lifetime starts with an intrinsic, by function.
    later: Vec<BTreeSet<ValueId>>,
    /// Number of the first edge of each block, by function; for coverage.
    pub edges: Vec<Vec<u32>>,
    pub edge_count: u32,
    /// By global; empty for what is no function, or has a body.
    facts: Vec<Facts>,
}

/// The function that a pointer is the address of.
pub fn function_at(memory: &Memory, pointer: Pointer) -> Option<GlobalId> {
    let object = memory.object_of(pointer.tag)?;
    let start = memory.object(object);
    let is_function = start.origin == Origin::Function && start.address == pointer.address;
    is_function.then_some(GlobalId(object.0))
}

impl<'m> Code<'m> {
    pub fn new(module: &'m Module) -> Step<Code<'m>> {
        let shapes = Shapes::of(module)?;
        let layout = Layout::of(&[(module, &shapes)]);
        Code::with_layout(module, shapes, &layout)
    }

    pub fn with_layout(module: &'m Module, shapes: Shapes, layout: &Layout) -> Step<Code<'m>> {
        let targets = (0..module.globals.len()).map(|at| target(module, &shapes, at)).collect();
        let mut code = Code {
            module,
            shapes,
            constants: Vec::with_capacity(module.constants.len()),
            targets,
            memory: Memory::new(),
            later: Vec::new(),
            edges: Vec::new(),
            edge_count: 0,
            facts: module.globals.iter().map(|global| facts(module, global)).collect(),
        };
        for (at, global) in module.globals.iter().enumerate() {
            code.declare(GlobalId::new(at), layout)?;
            let mut edges = Vec::new();
            if let Some(body) = global.function().and_then(|function| function.body.as_ref()) {
                for block in &body.blocks {
                    edges.push(code.edge_count);
                    let count = block.terminator().map_or(0, |end| end.op.successors().len());
                    code.edge_count += count as u32;
                }
            }
            code.edges.push(edges);
            code.later.push(code.started(global));
        }
        for (id, ty, _) in module.constants.iter() {
            let value = code.evaluate(id, ty).unwrap_or(Value::Unknown(Unspecified::Environment));
            code.constants.push(value);
        }
        code.resolve_aliases();
        code.initialize()?;
        code.memory.settle();
        Ok(code)
    }

    /// Functions that the side before does not even declare are not called by the program that
    /// was written: an optimizer knows them as variants of others.
    pub fn refuse_unknown(&mut self, before: &Code<'_>) {
        for (at, global) in self.module.globals.iter().enumerate() {
            let known = global.name.as_ref().is_some_and(|name| {
                let name = name.text();
                before.module.find(&name).is_some() || library::is_executed(&name)
            });
            if self.targets[at].is_external() && !known {
                self.targets[at] = Target::Refused("a function that only the side after calls");
            }
        }
    }

    /// Takes over what another module says of functions that neither has a body of.
    pub fn learn(&mut self, other: &Code<'_>) {
        for (at, global) in other.module.globals.iter().enumerate() {
            let Some(name) = &global.name else { continue };
            let Some(own) = self.module.find(&name.text()) else { continue };
            self.forget(own, global);
            let target = &mut self.targets[own.index()];
            match &other.targets[at] {
                Target::External if target.is_external() => {
                    self.facts[own.index()].add(other.facts[at].clone());
                }
                Target::Defined if target.is_external() => {
                    *target = Target::Refused("a function whose body only the other side has");
                }
                _ => {}
            }
        }
    }

    /// What a variable contains is not known if only the other module says it.
    fn forget(&mut self, own: GlobalId, other: &Global) {
        let initializer = |global: &Global| global.variable().and_then(|it| it.initializer);
        if initializer(other).is_some() && initializer(self.module.global(own)).is_none() {
            self.blur(own);
        }
    }

    /// Nobody knows what lies there.
    fn blur(&mut self, variable: GlobalId) {
        let bytes = self.memory.bytes_mut(super::memory::ObjectId(variable.0));
        let unknown = Shadow { unknown: Some(Unspecified::Environment), ..Shadow::KNOWN };
        bytes.fill(0, bytes.len(), 0, unknown);
    }

    /// The functions that run before anything else does, by name, in their order.
    pub fn constructors(&self) -> Vec<String> {
        let list = self.module.find("llvm.global_ctors").map(|id| self.module.global(id));
        let initializer = list.and_then(|it| it.variable()?.initializer);
        let rows = initializer.and_then(|id| self.constant(id).elements());
        let function = |row: &Value| match row.elements()?.get(1)? {
            Value::Pointer(pointer) => Some(self.name(function_at(&self.memory, *pointer)?)),
            _ => None,
        };
        rows.map_or(Vec::new(), |rows| rows.iter().filter_map(function).collect())
    }

    pub fn facts(&self, function: GlobalId) -> &Facts {
        &self.facts[function.index()]
    }

    /// Allocas of a function that `llvm.lifetime.start` is called for.
    fn started(&self, global: &Global) -> BTreeSet<ValueId> {
        let body = global.function().and_then(|function| function.body.as_ref());
        let instructions =
            body.iter().flat_map(|body| &body.blocks).flat_map(|it| &it.instructions);
        let calls = instructions.filter_map(|instruction| instruction.op.call());
        let started = calls.filter_map(|call| {
            let Callee::Value(callee) = call.callee else { return None };
            let target = &self.targets[self.module.global_of(callee)?.index()];
            if *target != Target::Intrinsic(Intrinsic::LifetimeStart) {
                return None;
            }
            match call.args.last()?.value()? {
                Operand::Local(id) => Some(id),
                Operand::Const(_) => None,
            }
        });
        started.collect()
    }

    /// Whether an alloca is dead until its lifetime starts.
    pub fn starts_later(&self, function: GlobalId, alloca: &Instruction) -> bool {
        alloca.result.is_some_and(|id| self.later[function.index()].contains(&id))
    }

    /// The type of a part of an aggregate or vector.
    pub fn element(&self, ty: Ty, at: usize) -> Ty {
        match &self.shapes[ty].kind {
            Kind::Struct { fields } => fields.get(at).map_or(ty, |&(field, _)| field),
            Kind::Array { element, .. } | Kind::Vector { element, .. } => *element,
            _ => ty,
        }
    }

    #[inline]
    pub fn constant(&self, id: ConstId) -> &Value {
        &self.constants[id.index()]
    }

    /// The address of a global. Rights to globals are granted first, in their order.
    pub fn address(&self, id: GlobalId) -> Pointer {
        let tag = Tag(id.0 + 1);
        let object = self.memory.object_of(tag);
        Pointer { tag, address: object.map_or(0, |object| self.memory.object(object).address) }
    }

    fn declare(&mut self, id: GlobalId, layout: &Layout) -> Step<()> {
        let global = self.module.global(id);
        let (size, own_align) = extent(self.module, &self.shapes, id);
        let (address, align) = layout.place(&key(self.module, id));
        // Lists for the linker and others are no memory that a program looks at.
        let list = global.name.as_ref().is_some_and(|name| name.text().starts_with("llvm."));
        let local = list || global.is_local();
        let (origin, constant) = match &global.kind {
            GlobalKind::Variable(variable) => {
                (Origin::Global { visible: !local }, variable.constant)
            }
            _ => (Origin::Function, true),
        };
        if size > 1 << 22 {
            return unsupported("a global variable of that size");
        }
        let plan = Plan {
            origin,
            align: align.max(own_align),
            bytes: Bytes::known(vec![0; size as usize]),
            constant,
            // Nobody outside knows where a variable without a name lies.
            open_address: global.unnamed_addr == Some(UnnamedAddr::Global)
                || local && global.name.is_none(),
            name: format!("@{}", global.name.as_ref().map_or(String::new(), |it| it.to_string()))
                .into(),
        };
        self.memory.place(address, plan)?;
        Ok(())
    }

    /// What an alias of a whole global stands for; the global itself for all others.
    fn aliased(&self, global: GlobalId) -> GlobalId {
        let mut at = global;
        for _ in 0..16 {
            let it = self.module.global(at);
            match it.kind {
                GlobalKind::Alias(to) if !it.is_interposable() => match self.module.constants[to] {
                    Constant::Global(next) => at = next,
                    _ => return at,
                },
                _ => return at,
            }
        }
        at
    }

    /// Aliases are the address of what they alias.
    fn resolve_aliases(&mut self) {
        for (at, global) in self.module.globals.iter().enumerate() {
            if let GlobalKind::Alias(aliased) = global.kind
                && let Value::Pointer(pointer) = self.constants[aliased.index()]
                && !global.is_interposable()
            {
                for (id, _, constant) in self.module.constants.iter() {
                    if *constant == Constant::Global(GlobalId::new(at)) {
                        self.constants[id.index()] = Value::Pointer(pointer);
                    }
                }
            }
        }
    }

    fn initialize(&mut self) -> Step<()> {
        for (at, global) in self.module.globals.iter().enumerate() {
            let Some(initializer) = global.variable().and_then(|it| it.initializer) else {
                continue;
            };
            let local = matches!(global.linkage, Linkage::Private | Linkage::Internal);
            if local && global.variable().is_some_and(|it| it.externally_initialized) {
                self.blur(GlobalId::new(at));
                continue;
            }
            let zero = matches!(self.module.constants[initializer], Constant::Zero);
            if zero {
                continue;
            }
            let value = &self.constants[initializer.index()];
            let bytes = encode(&self.shapes, global.ty, value, false)?;
            let object = super::memory::ObjectId(at as u32);
            let whole = Rc::make_mut(&mut self.memory.object_mut(object).bytes);
            whole.paste(0, &bytes);
        }
        Ok(())
    }

    /// The value of undef, poison or zero for a type.
    pub fn uniform(&self, ty: Ty, scalar: &Value) -> Step<Value> {
        let shape = &self.shapes[ty];
        let repeat = |element: Ty, count: u64| {
            if count > 1 << 16 {
                return unsupported("an aggregate of that size");
            }
            let one = self.uniform(element, scalar)?;
            Ok(Value::list(vec![one; count as usize]))
        };
        match &shape.kind {
            Kind::Vector { length, element } => repeat(*element, u64::from(*length)),
            Kind::Array { length, element } => repeat(*element, *length),
            Kind::Struct { fields } => {
                let fields = fields.iter().map(|&(field, _)| self.uniform(field, scalar));
                Ok(Value::list(fields.collect::<Step<_>>()?))
            }
            Kind::Refused(what) => unsupported(*what),
            Kind::Int(width) if *width > 128 && *scalar == Value::Int(0) => {
                Ok(Value::Big(Box::new(spektr_number::Big::zero(*width))))
            }
            Kind::Pointer { .. } if *scalar == Value::Int(0) => Ok(Value::NULL),
            _ if shape.bits > 64 && *scalar == Value::Int(0) => {
                Ok(Value::number(shape.bits as u32, 0))
            }
            _ => Ok(scalar.clone()),
        }
    }

    fn evaluate(&self, id: ConstId, ty: Ty) -> Step<Value> {
        let constants = &self.module.constants;
        let shape = &self.shapes[ty];
        let at = |id: ConstId| self.constants.get(id.index()).cloned();
        let part = |id: ConstId| match at(id) {
            Some(value) => Ok(value),
            None => unsupported("a constant before its parts"),
        };
        match &constants[id] {
            Constant::Int(number) => match shape.kind {
                Kind::Int(width) if width > 128 => {
                    let big = spektr_number::Big::from_u128(width, *number);
                    Ok(Value::Big(Box::new(big)))
                }
                _ => Ok(Value::number(shape.bits as u32, *number)),
            },
            Constant::Wide(limbs) => {
                let big = spektr_number::Big::from_limbs(shape.bits as u32, limbs.to_vec());
                Ok(Value::Big(Box::new(big)))
            }
            Constant::Float(bits) => Ok(Value::number(shape.bits as u32, *bits)),
            Constant::Null => Ok(Value::NULL),
            Constant::Zero => self.uniform(ty, &Value::Int(0)),
            Constant::Undef => self.uniform(ty, &Value::Undef),
            Constant::Poison => self.uniform(ty, &Value::Poison),
            Constant::Aggregate(parts) => {
                Ok(Value::list(parts.iter().map(|&id| part(id)).collect::<Step<_>>()?))
            }
            Constant::Splat(one) => match shape.kind {
                Kind::Vector { length, .. } => Ok(Value::list(vec![part(*one)?; length as usize])),
                _ => unsupported("a splat of another type"),
            },
            Constant::Text(text) => {
                Ok(Value::list(text.bytes().iter().map(|&it| Value::Int(it.into())).collect()))
            }
            Constant::Global(global) => {
                let global = &self.aliased(*global);
                let kind = &self.module.global(*global).kind;
                if matches!(kind, GlobalKind::IFunc(_)) {
                    return unsupported("an ifunc");
                }
                if self.module.global(*global).thread_local.is_some() {
                    return unsupported("a thread-local variable");
                }
                Ok(Value::Pointer(self.address(*global)))
            }
            Constant::DsoLocalEquivalent(global) => Ok(Value::Pointer(self.address(*global))),
            // LangRef, "No CFI": the same address as the function's or not, as the module is built.
            Constant::NoCfi(_) => Ok(Value::Unknown(Unspecified::Address)),
            Constant::None => unsupported("a token"),
            Constant::BlockAddress { .. } => unsupported("a block address"),
            Constant::PtrAuth(_) => unsupported("a signed pointer"),
            Constant::Expr(expression) => self.expression(expression, ty, &part),
        }
    }

    fn expression(
        &self,
        expression: &ConstExpr,
        ty: Ty,
        part: &dyn Fn(ConstId) -> Step<Value>,
    ) -> Step<Value> {
        let constants = &self.module.constants;
        match expression {
            ConstExpr::Gep(gep) => {
                let base = part(gep.base)?;
                let mut indices = Vec::with_capacity(gep.indices.len());
                for &index in &gep.indices {
                    indices.push((part(index)?, constants.ty(index)));
                }
                address::gep(self, &self.memory, gep.flags, gep.source, &base, &indices, true)
            }
            ConstExpr::Cast { op, flags, value } => {
                let from = constants.ty(*value);
                let operand = part(*value)?;
                match op {
                    CastOp::BitCast
                    | CastOp::AddrSpaceCast
                    | CastOp::IntToPtr
                    | CastOp::PtrToInt
                    | CastOp::PtrToAddr => {
                        let is_vector = |ty| matches!(self.shapes[ty].kind, Kind::Vector { .. });
                        let scalar = matches!(operand, Value::Pointer(_) | Value::Int(_));
                        if !scalar || is_vector(from) || is_vector(ty) {
                            return super::cast::bitcast(self, &operand, from, ty);
                        }
                        Ok(super::cast::reinterpret(self, &self.memory, &operand, from, ty))
                    }
                    _ => {
                        let (from, to) = (self.width(from)?, self.width(ty)?);
                        arithmetic::resize(*op, *flags, from, to, &operand)
                    }
                }
            }
            ConstExpr::Binary { op, flags, left, right } if !op.is_float() => {
                let width = self.width(ty)?;
                let (left, right) = (part(*left)?, part(*right)?);
                address::integer(&self.memory, *op, *flags, width, &left, &right)
            }
            ConstExpr::IntCompare { predicate, left, right } => {
                let width = self.scalar_width(constants.ty(*left))?;
                let (left, right) = (part(*left)?, part(*right)?);
                address::compare(
                    &self.memory,
                    *predicate,
                    crate::syntax::Flags::NONE,
                    width,
                    &left,
                    &right,
                    true,
                )
            }
            _ => unsupported("this constant expression"),
        }
    }

    /// The width of an integer type.
    pub fn width(&self, ty: Ty) -> Step<u32> {
        match self.shapes[ty].kind {
            Kind::Int(width) => Ok(width),
            Kind::Refused(what) => unsupported(what),
            _ => unsupported("a type that is no integer"),
        }
    }

    /// The bits of a scalar type.
    pub fn scalar_width(&self, ty: Ty) -> Step<u32> {
        match self.shapes[ty].kind {
            Kind::Int(width) | Kind::Pointer { width, .. } => Ok(width),
            Kind::Float(kind) => Ok(kind.width()),
            Kind::Refused(what) => unsupported(what),
            _ => unsupported("a type that is no scalar"),
        }
    }

    /// The element of a vector type, or the type itself.
    #[inline]
    pub fn lane(&self, ty: Ty) -> Ty {
        match self.shapes[ty].kind {
            Kind::Vector { element, .. } => element,
            _ => ty,
        }
    }

    pub fn float_kind(&self, ty: Ty) -> Option<FloatKind> {
        match self.shapes[self.lane(ty)].kind {
            Kind::Float(kind) => Some(kind),
            _ => None,
        }
    }

    pub fn format(&self, ty: Ty) -> Step<spektr_number::Format> {
        match self.float_kind(ty) {
            Some(kind) => floating::format(kind),
            None => match self.shapes[ty].kind {
                Kind::Refused(what) => unsupported(what),
                _ => unsupported("a type that is no float"),
            },
        }
    }

    pub fn name(&self, id: GlobalId) -> String {
        self.module.global(id).name.as_ref().map_or(format!("{}", id.0), |it| it.text().into())
    }
}

fn facts(module: &Module, global: &Global) -> Facts {
    match global.function() {
        Some(function) if function.body.is_none() => Facts::of(module, global, function),
        _ => Facts::default(),
    }
}

fn target(module: &Module, shapes: &Shapes, at: usize) -> Target {
    let global = &module.globals[at];
    let GlobalKind::Function(function) = &global.kind else {
        return Target::Refused("a call of something that is no plain function");
    };
    let denormal = |attribute: &Attribute| match attribute {
        Attribute::Text(key, Some(value)) => {
            let key = key.text();
            // What a whole function may do to floats, beside what its instructions say.
            let loose = key.ends_with("-fp-math") && &*value.text() == "true";
            let ieee = matches!(&*value.text(), "ieee" | "ieee,ieee");
            loose || key.starts_with("denormal-fp-math") && !ieee
        }
        Attribute::Flag(Flag::StrictFp) => true,
        _ => false,
    };
    if module.attributes(&function.attributes).any(denormal) {
        return Target::Refused("a function with another floating-point environment");
    }
    if let Some(body) = &function.body {
        if super::loops::may_reorder(module, &body.blocks) {
            return Target::Refused("a loop whose additions of floats may change their order");
        }
        let refused = body.values.iter().find_map(|value| match shapes[value.ty].kind {
            Kind::Refused(what) => Some(what),
            _ => None,
        });
        return refused.map_or(Target::Defined, Target::Refused);
    }
    // LangRef, "'callback' Metadata": what such a function passes on it need not look at.
    if function.metadata.iter().any(|it| it.kind == "callback") {
        return Target::Refused("a function that calls back");
    }
    let name = global.name.as_ref().map(|name| name.text().into_owned()).unwrap_or_default();
    match name.strip_prefix("llvm.") {
        Some(name) => Target::Intrinsic(Intrinsic::of(name)),
        None => Target::External,
    }
}
