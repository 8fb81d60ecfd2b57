//! Parameters that C++ binds before the call: the object of a member function, what a lambda
//! expression captures, and the number that a template is instantiated with. Each is a mark on a
//! function that means the same in C; which functions can have it is seen in the finished program.

use super::Generator;
use crate::syntax::{
    CAPTURES, Conversion, Expr, ExprKind, Function, FunctionId, InlineKind, Linkage, LocalId,
    METHOD, VALUE, Visitor, walk_expr,
};
use crate::types::{Shape, Types};

impl Generator {
    /// Functions whose first parameter points to a struct become its member functions.
    pub(super) fn make_methods(&mut self) {
        for index in 0..self.program.functions.len() {
            let function = &self.program.functions[index];
            if !self.is_called_on_an_object(function) || !self.chance(700) {
                continue;
            }
            let function = &mut self.program.functions[index];
            function.attributes.push(METHOD.to_owned());
            function.linkage = Linkage::External;
            let first = function.params[0];
            function.locals[first.0 as usize].name = "this".to_owned();
            self.made.surface.methods += 1;
        }
    }

    fn is_called_on_an_object(&self, function: &Function) -> bool {
        let types = &self.program.types;
        let [first, rest @ ..] = function.params.as_slice() else { return false };
        let ty = function.local(*first).ty;
        let record = types.target(ty).and_then(|target| types.as_record(target));
        let is_struct = record.is_some_and(|id| !types.record(id).is_union);
        // The record is declared before most other types.
        let is_plain = |&id: &LocalId| {
            let ty = function.local(id).ty;
            let pointed = types.target(ty).unwrap_or(ty);
            matches!(types.shape(pointed), Shape::Bool | Shape::Int(_) | Shape::Float(_))
        };
        is_struct
            && ty.quals.is_empty()
            && function.inline == InlineKind::None
            && rest.iter().all(is_plain)
            && Uses::of(*first, function).are_reads()
    }

    /// Functions whose first parameter is a constant in all calls become templates, with an
    /// instance for each number.
    pub(super) fn make_value_templates(&mut self) {
        for index in 0..self.program.functions.len() {
            let function = &self.program.functions[index];
            let Some(&first) = function.params.first() else { continue };
            let fits = function.attributes.is_empty()
                && function.local(first).ty == Types::INT
                && Uses::of(first, function).are_reads();
            if !fits {
                continue;
            }
            let mut calls =
                Numbers { function: FunctionId(index as u32), all: true, seen: Vec::new() };
            self.visit_bodies(&mut calls);
            if !calls.all || calls.seen.is_empty() || !self.chance(700) {
                continue;
            }
            self.program.functions[index].attributes.push(VALUE.to_owned());
            let surface = &mut self.made.surface;
            *match calls.seen.len() {
                1 => &mut surface.value_templates,
                _ => &mut surface.instances,
            } += 1;
        }
    }

    /// The first parameters of a function are captured by a lambda expression that it returns:
    /// as many as it takes to have a reference among them, if there is one.
    pub(super) fn capture(&mut self, index: usize) {
        let function = &mut self.program.functions[index];
        let is_reference = |id: LocalId| function.local(id).ty.is_reference();
        let referring = function.params.iter().position(|&id| is_reference(id));
        let least = referring.map_or(1, |at| at as u64 + 1);
        let captured = self.entropy.range(least, function.params.len() as u64) as usize;
        let references = function.params[..captured].iter().filter(|&&id| is_reference(id));
        let references = references.count() as u32;
        self.made.surface.captures_by_reference += references;
        self.made.surface.captures += captured as u32 - references;
        function.linkage = Linkage::Internal;
        function.attributes.push(format!("{CAPTURES}{captured}"));
    }
}

/// How a local is used: all uses, and those that read it.
struct Uses {
    local: LocalId,
    all: u32,
    reads: u32,
}

impl Uses {
    fn of(local: LocalId, function: &Function) -> Uses {
        let mut uses = Uses { local, all: 0, reads: 0 };
        if let Some(body) = &function.body {
            uses.block(body);
        }
        uses
    }

    fn are_reads(&self) -> bool {
        self.all > 0 && self.all == self.reads
    }
}

impl Visitor for Uses {
    fn expr(&mut self, expr: &Expr) {
        let is_it = |expr: &Expr| matches!(expr.kind, ExprKind::Local(id) if id == self.local);
        if let ExprKind::Convert { conversion: Conversion::Load, operand, .. } = &expr.kind
            && is_it(operand)
        {
            self.reads += 1;
        }
        self.all += u32::from(is_it(expr));
        walk_expr(self, expr);
    }
}

/// The different constants that calls of a function pass first, if all do.
struct Numbers {
    function: FunctionId,
    all: bool,
    seen: Vec<u128>,
}

impl Visitor for Numbers {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Call { callee, args } = &expr.kind
            && let ExprKind::Function(id) = callee.written().kind
            && id == self.function
        {
            match args.first().map(|arg| &arg.kind) {
                Some(ExprKind::Int(bits)) => {
                    if !self.seen.contains(bits) {
                        self.seen.push(*bits);
                    }
                }
                _ => self.all = false,
            }
        }
        walk_expr(self, expr);
    }
}
