//! A finished program in the words of C++: pointers that only ever stand for one object become
//! references, functions become templates, lambda expressions and static members, arrays become
//! containers. Nothing changes its meaning; what the tree must look like for each is checked here.

use super::Generator;
use crate::syntax::{
    Container, Conversion, Declared, Definition, Expr, ExprKind, FunctionId, GlobalId, Init,
    InlineKind, LAMBDA, Linkage, LocalId, LocalKind, MEMBER, Stmt, StmtKind, TEMPLATE, Visitor,
    VisitorMut, walk_expr, walk_expr_mut, walk_stmt,
};
use crate::types::{Quals, Shape, Types};

/// How often each form was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Surface {
    references: u32,
    reference_parameters: u32,
    lambdas: u32,
    pub(super) captures: u32,
    pub(super) captures_by_reference: u32,
    templates: u32,
    pub(super) value_templates: u32,
    pub(super) instances: u32,
    pub(super) methods: u32,
    member_functions: u32,
    static_functions: u32,
    static_members: u32,
    constexpr: u32,
    arrays: u32,
    vectors: u32,
    valarrays: u32,
    checked: u32,
}

impl Surface {
    pub const NAMES: [&str; 17] = [
        "reference",
        "reference parameter",
        "lambda expression",
        "captured by value",
        "captured by reference",
        "template",
        "template of a number",
        "several instances",
        "member function with an object",
        "member function",
        "static member function",
        "static member",
        "constexpr",
        "std::array",
        "std::vector",
        "std::valarray",
        "at()",
    ];

    /// In the order of [`Surface::NAMES`].
    pub fn counts(&self) -> [u32; 17] {
        [
            self.references,
            self.reference_parameters,
            self.lambdas,
            self.captures,
            self.captures_by_reference,
            self.templates,
            self.value_templates,
            self.instances,
            self.methods,
            self.member_functions,
            self.static_functions,
            self.static_members,
            self.constexpr,
            self.arrays,
            self.vectors,
            self.valarrays,
            self.checked,
        ]
    }
}

impl Generator {
    pub(super) fn write_as_cpp(&mut self) {
        self.make_methods();
        self.make_references();
        self.make_value_templates();
        self.make_lambdas_and_templates();
        self.make_containers();
        self.make_members();
        let constant = |global: &crate::syntax::Global, types: &Types| {
            global.linkage == Linkage::Internal
                && global.container.is_none()
                && global.ty.is_const()
                && types.is_arithmetic(global.ty)
        };
        let types = &self.program.types;
        self.made.surface.constexpr +=
            self.program.globals.iter().filter(|global| constant(global, types)).count() as u32;
    }

    /// Bodies of all functions, one after the other.
    pub(super) fn visit_bodies(&self, visitor: &mut dyn Visitor) {
        for function in &self.program.functions {
            if let Some(body) = &function.body {
                visitor.block(body);
            }
        }
    }

    fn make_references(&mut self) {
        for index in 0..self.program.functions.len() {
            let function = &self.program.functions[index];
            let Some(body) = &function.body else { continue };
            let mut uses = PointerUses::new(function.locals.len());
            uses.block(body);
            let mut chosen: Vec<LocalId> = Vec::new();
            let locals: Vec<LocalId> = (0..function.locals.len() as u32).map(LocalId).collect();
            for id in locals {
                let local = &self.program.functions[index].locals[id.0 as usize];
                let pointer = self.program.types.is_pointer(local.ty);
                let is_param = matches!(local.kind, LocalKind::Param { .. });
                if local.name == "this" {
                    continue;
                }
                let fits = pointer && uses.only_dereferenced(id) && local.ty.quals.is_empty();
                let bound = match is_param {
                    true => self.always_gets_addresses(FunctionId(index as u32), id),
                    false => uses.bound[id.0 as usize] && local.kind == LocalKind::Auto,
                };
                if fits && bound && self.chance(750) {
                    chosen.push(id);
                    match is_param {
                        true => self.made.surface.reference_parameters += 1,
                        false => self.made.surface.references += 1,
                    }
                }
            }
            self.turn_into_references(index, &chosen);
        }
        self.renew_function_types();
    }

    /// Whether all calls pass the address of something that is named.
    fn always_gets_addresses(&self, function: FunctionId, param: LocalId) -> bool {
        let params = &self.program.function(function).params;
        let Some(index) = params.iter().position(|&it| it == param) else { return false };
        let mut arguments = Arguments { function, index, addresses: true };
        self.visit_bodies(&mut arguments);
        arguments.addresses
    }

    fn turn_into_references(&mut self, index: usize, chosen: &[LocalId]) {
        if chosen.is_empty() {
            return;
        }
        let function = &mut self.program.functions[index];
        for id in chosen {
            let local = &mut function.locals[id.0 as usize];
            local.ty = local.ty.with(Quals::REFERENCE);
        }
        if let Some(body) = &mut function.body {
            Referring(chosen).block(body);
        }
        let mut signature = function.signature(&self.program.types).clone();
        for (at, param) in function.params.iter().enumerate() {
            if chosen.contains(param) {
                signature.params[at] = signature.params[at].with(Quals::REFERENCE);
            }
        }
        self.program.functions[index].ty = self.program.types.function(signature);
    }

    /// Calls know the types of the functions as they are now.
    fn renew_function_types(&mut self) {
        let functions: Vec<_> = self.program.functions.iter().map(|function| function.ty).collect();
        let pointers: Vec<_> = functions.iter().map(|&ty| self.program.types.pointer(ty)).collect();
        let mut renewal = Renewal { functions, pointers };
        for function in &mut self.program.functions {
            if let Some(body) = &mut function.body {
                renewal.block(body);
            }
        }
    }

    fn make_lambdas_and_templates(&mut self) {
        for index in 0..self.program.functions.len() {
            let function = &self.program.functions[index];
            let Some(body) = &function.body else { continue };
            if function.params.is_empty() || !function.attributes.is_empty() {
                continue;
            }
            let mut calls = Calls { of: FunctionId(index as u32), found: false };
            calls.block(body);
            let restrict = function.locals.iter().any(|local| local.ty.is_restrict());
            let plain = function.inline == InlineKind::None && !function.noinline;
            let may_be_lambda = plain && function.linkage == Linkage::Internal && !calls.found;
            // References are rare enough.
            let refers = function.params.iter().any(|&id| function.local(id).ty.is_reference());
            let captures = if refers { 700 } else { 250 };
            let mark = if plain && !calls.found && self.chance(captures) {
                self.capture(index);
                continue;
            } else if may_be_lambda && self.chance(500) {
                self.made.surface.lambdas += 1;
                LAMBDA
            } else if !restrict && self.chance(350) {
                self.made.surface.templates += 1;
                TEMPLATE
            } else {
                continue;
            };
            self.program.functions[index].attributes.push(mark.to_owned());
        }
    }

    /// Arrays of numbers and structs in containers, if this program has any: their headers take
    /// compilers longer than a small program does.
    fn make_containers(&mut self) {
        if !self.chance(350) {
            return;
        }
        let mut uses =
            ArrayUses { bare: vec![false; self.program.globals.len()], computed: Vec::new() };
        self.visit_bodies(&mut uses);
        for global in &self.program.globals {
            if let Definition::Initialized(init) = &global.definition {
                uses.init(init);
            }
        }
        for index in 0..self.program.globals.len() {
            let global = &self.program.globals[index];
            let Shape::Array { element, .. } = *self.program.types.shape(global.ty) else {
                continue;
            };
            let types = &self.program.types;
            let number = types.is_arithmetic(element) && element.unqualified() != Types::BOOL;
            let fits = number || types.is_record(element);
            if !fits || element.is_volatile() || !self.chance(500) {
                continue;
            }
            let container = match self.entropy.index(3) {
                1 => Container::Vector,
                2 if number && !uses.bare[index] => Container::Valarray,
                _ => Container::Array,
            };
            self.program.globals[index].container = Some(container);
            let surface = &mut self.made.surface;
            match container {
                Container::Array => surface.arrays += 1,
                Container::Vector => surface.vectors += 1,
                Container::Valarray => surface.valarrays += 1,
            }
            if container.has_members() && uses.computed.contains(&GlobalId(index as u32)) {
                surface.checked += 1;
            }
        }
    }

    /// Objects and functions with external linkage as members of classes.
    fn make_members(&mut self) {
        for index in 0..self.program.globals.len() {
            let global = &self.program.globals[index];
            let fits = global.linkage == Linkage::External && global.container.is_none();
            if fits && self.chance(150) {
                let class = self.entropy.index(2);
                let name = &mut self.program.globals[index].name;
                name.insert_str(0, &format!("K{class}::"));
                self.made.surface.static_members += 1;
            }
        }
        for index in 0..self.program.functions.len() {
            let function = &self.program.functions[index];
            let fits = function.body.is_some()
                && function.linkage == Linkage::External
                && function.attributes.is_empty()
                && function.name != "main";
            if fits && self.chance(250) {
                let class = self.entropy.index(2);
                let name = &mut self.program.functions[index].name;
                name.insert_str(0, &format!("K{class}::"));
                if self.chance(500) {
                    self.program.functions[index].attributes.push(MEMBER.to_owned());
                    self.made.surface.member_functions += 1;
                } else {
                    self.made.surface.static_functions += 1;
                }
            }
        }
    }
}

/// The local that an expression reads.
fn loaded_local(expr: &Expr) -> Option<LocalId> {
    let ExprKind::Convert { conversion: Conversion::Load, operand, implicit: true } = &expr.kind
    else {
        return None;
    };
    match operand.kind {
        ExprKind::Local(id) => Some(id),
        _ => None,
    }
}

/// How the locals of a function are used.
struct PointerUses {
    /// All uses, and those as the operand of `*`.
    counts: Vec<(u32, u32)>,
    /// Declared with an address.
    bound: Vec<bool>,
}

impl PointerUses {
    fn new(locals: usize) -> PointerUses {
        PointerUses { counts: vec![(0, 0); locals], bound: vec![false; locals] }
    }

    fn only_dereferenced(&self, id: LocalId) -> bool {
        let (all, dereferenced) = self.counts[id.0 as usize];
        all == dereferenced && all > 0
    }
}

impl Visitor for PointerUses {
    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Declare(declared) = &stmt.kind {
            for one in declared {
                if let Declared::Local { local, init: Some(Init::Expr(expr)) } = one
                    && matches!(expr.kind, ExprKind::AddressOf(_))
                {
                    self.bound[local.0 as usize] = true;
                }
            }
        }
        walk_stmt(self, stmt);
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Local(id) => self.counts[id.0 as usize].0 += 1,
            ExprKind::Deref(pointer) => {
                if let Some(id) = loaded_local(pointer) {
                    self.counts[id.0 as usize].1 += 1;
                }
            }
            _ => {}
        }
        walk_expr(self, expr);
    }
}

/// Whether an argument of all calls of a function is an address.
struct Arguments {
    function: FunctionId,
    index: usize,
    addresses: bool,
}

impl Visitor for Arguments {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Call { callee, args } = &expr.kind
            && let ExprKind::Function(id) = callee.written().kind
            && id == self.function
        {
            let arg = args.get(self.index);
            self.addresses &= arg.is_some_and(|arg| matches!(arg.kind, ExprKind::AddressOf(_)));
        }
        walk_expr(self, expr);
    }
}

/// Gives uses of locals the type that those have.
struct Referring<'a>(&'a [LocalId]);

impl VisitorMut for Referring<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Local(id) = expr.kind
            && self.0.contains(&id)
        {
            expr.ty = expr.ty.with(Quals::REFERENCE);
        }
        walk_expr_mut(self, expr);
    }
}

/// Gives uses of functions the types that those have.
struct Renewal {
    functions: Vec<crate::types::Ty>,
    pointers: Vec<crate::types::Ty>,
}

impl VisitorMut for Renewal {
    fn expr(&mut self, expr: &mut Expr) {
        match &expr.kind {
            ExprKind::Function(id) => expr.ty = self.functions[id.0 as usize],
            ExprKind::Convert { conversion: Conversion::FunctionDecay, operand, .. } => {
                if let ExprKind::Function(id) = operand.kind {
                    expr.ty = self.pointers[id.0 as usize];
                }
            }
            _ => {}
        }
        walk_expr_mut(self, expr);
    }
}

/// Whether a function is named.
struct Calls {
    of: FunctionId,
    found: bool,
}

impl Visitor for Calls {
    fn expr(&mut self, expr: &Expr) {
        self.found |= matches!(expr.kind, ExprKind::Function(id) if id == self.of);
        walk_expr(self, expr);
    }
}

/// Which arrays decay to pointers without an index at once, and which get a computed one.
struct ArrayUses {
    bare: Vec<bool>,
    computed: Vec<GlobalId>,
}

fn decayed_global(expr: &Expr) -> Option<GlobalId> {
    let ExprKind::Convert { conversion: Conversion::ArrayDecay, operand, .. } = &expr.kind else {
        return None;
    };
    match operand.kind {
        ExprKind::Global(id) => Some(id),
        _ => None,
    }
}

impl Visitor for ArrayUses {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Index { pointer, index } = &expr.kind
            && let Some(id) = decayed_global(pointer)
        {
            if !matches!(index.written().kind, ExprKind::Int(_)) {
                self.computed.push(id);
            }
            return self.expr(index);
        }
        if let Some(id) = decayed_global(expr) {
            self.bare[id.0 as usize] = true;
        }
        walk_expr(self, expr);
    }
}
