//! What C++ writes in other words: casts, references, containers, members of classes, templates
//! and lambda expressions. The tree is the same as that of the C program that means the same.

use super::expr::{ADD, ASSIGN, COMMA, POSTFIX};
use super::stmt::static_init;
use super::unit::{Printer, function_head};
use crate::syntax::{
    Container, Conversion, Expr, ExprKind, Function, Global, GlobalId, Init, Linkage, LocalId,
};
use crate::types::{FunctionTy, RecordId, Shape, Ty};

/// The class that a qualified name names.
fn holder(name: &str) -> Option<&str> {
    name.rsplit_once("::").map(|(class, _)| class)
}

impl Printer<'_> {
    /// The headers of the containers.
    pub fn includes(&mut self) {
        for container in Container::ALL {
            let own = |global: &&Global| global.unit == self.unit;
            let used = self.program.globals.iter().filter(own);
            if used.into_iter().any(|global| global.container == Some(container)) {
                self.out += &format!("#include <{}>\n", container.header());
            }
        }
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    /// Classes that hold the objects and functions with qualified names.
    pub fn holders(&mut self) {
        let program = self.program;
        if !self.cpp {
            return;
        }
        let mut classes: Vec<(String, Vec<String>)> = Vec::new();
        let mut add = |name: &str, text: String| {
            let Some(class) = holder(name) else { return };
            match classes.iter_mut().find(|(known, _)| known == class) {
                Some((_, members)) => members.push(text),
                None => classes.push((class.to_owned(), vec![text])),
            }
        };
        let last = |name: &str| name.rsplit("::").next().unwrap_or(name).to_owned();
        for global in program.globals.iter().filter(|global| global.unit == self.unit) {
            let declared = self.declaration(global.ty, &last(&global.name));
            add(&global.name, format!("static {declared}"));
        }
        let own = program.functions.iter().filter(|function| function.unit == self.unit);
        for function in own.filter(|function| function.object(&program.types).is_none()) {
            let declared = self.declaration(function.ty, &last(&function.name));
            let word = if function.is_member() { "" } else { "static " };
            add(&function.name, format!("{word}{declared}"));
        }
        for (class, members) in classes {
            self.out += &format!("struct {class} {{\n");
            for member in members {
                self.out += &format!("    {member};\n");
            }
            self.out += "};\n";
        }
    }

    /// Functions that are called on objects of a record.
    pub fn methods(&mut self, id: RecordId) {
        let (program, unit) = (self.program, self.unit);
        for function in program.functions.iter().filter(|function| function.unit == unit) {
            if function.object(&program.types) != Some(id) || function.body.is_none() {
                continue;
            }
            let param = |&id: &LocalId| {
                let local = function.local(id);
                self.param(local.ty, &local.name)
            };
            let params: Vec<String> = function.params[1..].iter().map(param).collect();
            let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
            let name = format!("{}({params})", own_name(&function.name));
            let result = function.signature(&program.types).result;
            let declared = self.declaration(result, &name);
            self.indented(&format!("{declared};\n"));
        }
    }

    /// Whether a function has no prototype of its own.
    pub fn is_declared_otherwise(&self, function: &Function) -> bool {
        function.name.contains("::")
            || function.is_lambda()
            || function.has_value()
            || function.captures() > 0
            || function.object(&self.program.types).is_some()
    }

    /// A global that C++ declares in a way of its own; false if it does not.
    pub fn cpp_global(&mut self, id: GlobalId, global: &Global) -> bool {
        let internal = global.linkage == Linkage::Internal;
        let Some(init) = static_init(&global.definition) else { return false };
        let name = self.names.globals.of(id.0).to_owned();
        if let (Some(container), Some(element)) =
            (global.container, self.program.types.element(global.ty))
        {
            return self.container(internal, container, element, global, &name, init);
        }
        if internal && self.is_constexpr(global.ty, init) {
            let declared = self.declaration(global.ty, &name);
            self.out += &format!("static constexpr {declared} = ");
            self.init(global.ty, init);
            self.out += ";\n";
            return true;
        }
        false
    }

    /// How a global is declared where it is not defined; members of classes are already.
    pub fn known_elsewhere(&self, global: &Global) -> Option<String> {
        if holder(&global.name).is_some() {
            return None;
        }
        if let (Some(container), Some(element)) =
            (global.container, self.program.types.element(global.ty))
        {
            let quals = if element.is_const() { "const " } else { "" };
            let ty = self.container_type(container, element, global.ty);
            return Some(format!("{quals}{ty} {}", global.name));
        }
        Some(self.declaration(global.ty, &global.name))
    }

    /// Whether an object is constant, with a value that is known when it is compiled.
    fn is_constexpr(&self, ty: Ty, init: &Init) -> bool {
        let mut innermost = ty;
        while let Some(element) = self.program.types.element(innermost) {
            innermost = element;
        }
        innermost.is_const()
            && !innermost.is_volatile()
            && self.program.types.is_arithmetic(innermost)
            && !init.exprs().is_empty()
    }

    fn container(
        &mut self,
        internal: bool,
        container: Container,
        element: Ty,
        global: &Global,
        name: &str,
        init: &Init,
    ) -> bool {
        let quals = if element.is_const() { "const " } else { "" };
        let ty = self.container_type(container, element, global.ty);
        let linkage = if internal { "static " } else { "" };
        self.out += &format!("{linkage}{quals}{ty} {name} = ");
        let braces = container == Container::Array;
        self.out += if braces { "{" } else { "" };
        self.init(global.ty, init);
        self.out += if braces { "};\n" } else { ";\n" };
        true
    }

    /// `std::array<int, 4>`.
    fn container_type(&self, container: Container, element: Ty, array: Ty) -> String {
        let element = self.type_name(element.unqualified());
        let class = container.class();
        match (container, self.program.types.shape(array)) {
            (Container::Array, Shape::Array { length, .. }) => {
                format!("{class}<{element}, {}>", length.unwrap_or(0))
            }
            _ => format!("{class}<{element}>"),
        }
    }

    /// The container that decays here into a pointer to its first element.
    pub fn container_of(&self, pointer: &Expr) -> Option<Container> {
        let ExprKind::Convert { conversion: Conversion::ArrayDecay, operand, .. } = &pointer.kind
        else {
            return None;
        };
        let ExprKind::Global(id) = operand.kind else { return None };
        self.program.global(id).container
    }

    /// `c.at(i)` where the index is computed and the container checks it, else `c[i]`.
    pub fn container_element(&mut self, pointer: &Expr, index: &Expr) {
        let checked = self.container_of(pointer).is_some_and(Container::has_members)
            && !matches!(index.written().kind, ExprKind::Int(_));
        if let ExprKind::Convert { operand, .. } = &pointer.kind {
            self.expr(operand, COMMA);
        }
        self.out += if checked { ".at(" } else { "[" };
        self.expr(index, COMMA);
        self.out.push(if checked { ')' } else { ']' });
    }

    /// The reference that an operand of `*` is, if it is one.
    pub fn reference(&self, pointer: &Expr) -> Option<LocalId> {
        let ExprKind::Convert { implicit: true, operand, .. } = &pointer.kind else { return None };
        let ExprKind::Local(id) = operand.kind else { return None };
        (self.cpp && operand.ty.is_reference()).then_some(id)
    }

    /// Whether a cast is between numbers.
    pub fn is_static_cast(&self, expr: &Expr) -> bool {
        let ExprKind::Convert { operand, implicit: false, .. } = &expr.kind else { return false };
        let types = &self.program.types;
        self.cpp && types.is_arithmetic(expr.ty) && types.is_arithmetic(operand.ty)
    }

    /// A call: its arguments, with those of the template and what is captured before them.
    pub fn cpp_call(&mut self, callee: &Expr, args: &[Expr]) {
        let program = self.program;
        let ExprKind::Function(id) = callee.written().kind else {
            self.expr(callee, POSTFIX);
            return self.args(args);
        };
        let function = program.function(id);
        let signature = function.signature(&program.types);
        let captured = function.captures().min(args.len());
        let first = match args {
            [object, ..] if function.object(&program.types).is_some() => {
                let place = match &object.kind {
                    ExprKind::AddressOf(place) => Some(&**place),
                    _ => None,
                };
                self.expr(place.unwrap_or(object), POSTFIX);
                self.out += if place.is_some() { "." } else { "->" };
                self.out += own_name(self.names.functions.get(id.0).unwrap_or(&function.name));
                1
            }
            [value, ..] if function.has_value() => {
                self.expr(callee, POSTFIX);
                self.out.push('<');
                self.expr(value, ADD);
                self.out.push('>');
                1
            }
            _ => {
                self.expr(callee, POSTFIX);
                captured
            }
        };
        if captured > 0 {
            self.bound_args(&args[..first], &signature.params);
        }
        if function.is_template() {
            let all: Vec<String> =
                template_types(signature).iter().map(|&ty| self.type_name(ty)).collect();
            self.out += &format!("<{}>", all.join(", "));
        }
        self.bound_args(&args[first..], signature.params.get(first..).unwrap_or_default());
    }

    /// Arguments; what is passed by reference is written without its address being taken.
    fn bound_args(&mut self, args: &[Expr], params: &[Ty]) {
        self.out.push('(');
        for (index, arg) in args.iter().enumerate() {
            if index > 0 {
                self.out += ", ";
            }
            let by_reference = params.get(index).is_some_and(|ty| ty.is_reference());
            match &arg.kind {
                ExprKind::AddressOf(place) if by_reference => self.expr(place, ASSIGN),
                _ => self.expr(arg, ASSIGN),
            }
        }
        self.out.push(')');
    }

    /// Everything before the body of a template or a lambda expression; false for other
    /// functions.
    pub fn cpp_head(&mut self, function: &Function, name: &str) -> bool {
        let Some(signature) = self.program.types.as_function(function.ty) else { return false };
        if function.is_lambda() {
            let params = self.param_list(function);
            let result = self.type_name(signature.result);
            self.out += &format!("static const auto {name} = []{params} -> {result}\n");
            return true;
        }
        if function.captures() > 0 {
            self.closure_head(function, name);
            return true;
        }
        if let Some(id) = function.object(&self.program.types) {
            let params = self.some_params(function, &function.params[1..]);
            let name = format!("{}::{}{params}", self.names.records[&id], own_name(name));
            let declared = self.declaration(signature.result, &name);
            self.out += &format!("{}{declared}\n", function_head(function));
            return true;
        }
        if function.has_value() {
            let value = self.defined_param(function, function.params[0]);
            let params = self.some_params(function, &function.params[1..]);
            let declared = self.declaration(signature.result, &format!("{name}{params}"));
            self.out += &format!("template <{value}>\n{}{declared}\n", function_head(function));
            return true;
        }
        if !function.is_template() {
            return false;
        }
        // Defaults say what it is an instance for.
        let names: Vec<String> = template_types(signature)
            .iter()
            .enumerate()
            .map(|(index, &ty)| format!("typename T{index} = {}", self.type_name(ty)))
            .collect();
        let mut params = Vec::new();
        let mut next = 1;
        for (&id, &ty) in function.params.iter().zip(&signature.params) {
            params.push(if by_template(ty) {
                let local = &self.local.locals[id.0 as usize];
                let text = format!("T{next} {local}");
                next += 1;
                text
            } else {
                self.defined_param(function, id)
            });
        }
        self.out += &format!("template <{}>\n", names.join(", "));
        self.out += &format!("{}T0 {name}({})\n", function_head(function), params.join(", "));
        true
    }
}

impl Printer<'_> {
    /// `static const auto f = [](T a, U &b) { return [a, &b](V p) mutable -> R`
    fn closure_head(&mut self, function: &Function, name: &str) {
        let (captured, rest) = function.params.split_at(function.captures());
        let outer = self.some_params(function, captured);
        let inner = self.some_params(function, rest);
        let list = captured.iter().map(|&id| {
            let by_reference = function.local(id).ty.is_reference();
            let mark = if by_reference { "&" } else { "" };
            format!("{mark}{}", self.local.locals[id.0 as usize])
        });
        let list = list.collect::<Vec<String>>().join(", ");
        let result = self.type_name(function.signature(&self.program.types).result);
        self.out += &format!("static const auto {name} = []{outer} {{ ");
        self.out += &format!("return [{list}]{inner} mutable -> {result}\n");
    }
}

/// The last part of a qualified name.
fn own_name(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// Whether a template has the type of a parameter as an argument.
fn by_template(ty: Ty) -> bool {
    !ty.is_reference()
}

/// The arguments of the template: what it returns, and the types of its parameters.
pub fn template_types(signature: &FunctionTy) -> Vec<Ty> {
    let params = signature.params.iter().copied().filter(|&ty| by_template(ty));
    std::iter::once(signature.result).chain(params).collect()
}
