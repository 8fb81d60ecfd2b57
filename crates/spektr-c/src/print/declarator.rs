//! Types and declarators: what is written before, around and after a name.

use super::order::{alias_of, needs_alias};
use super::unit::Printer;
use crate::types::{FunctionTy, Quals, Shape, Ty};

impl Printer<'_> {
    /// A type without a name, as in casts.
    pub fn type_name(&self, ty: Ty) -> String {
        let (base, declarator) = self.parts(ty, String::new());
        if declarator.is_empty() { base } else { format!("{base} {declarator}") }
    }

    /// Appends a type without a name.
    pub fn push_type_name(&mut self, ty: Ty) {
        let plain = ty == ty.unqualified() && !needs_alias(&self.program.types, ty);
        match self.program.types.shape(ty) {
            Shape::Int(kind) if plain => self.out += kind.spelling(),
            _ => self.out += &self.type_name(ty),
        }
    }

    /// `T name` with everything where it belongs.
    pub fn declaration(&self, ty: Ty, name: &str) -> String {
        let (base, declarator) = self.parts(ty, name.to_string());
        if declarator.is_empty() { base } else { format!("{base} {declarator}") }
    }

    /// The base type and the declarator around `inner`.
    pub fn parts(&self, ty: Ty, inner: String) -> (String, String) {
        let types = &self.program.types;
        let mut declarator = inner;
        let mut ty = ty;
        loop {
            if needs_alias(types, ty) {
                let name = &self.names.aliases[&alias_of(ty)];
                return (format!("{}{name}", self.qualifiers(ty.quals)), declarator);
            }
            match types.shape(ty) {
                Shape::Pointer(target) => {
                    let quals = self.qualifiers(ty.quals);
                    let mark = if ty.is_reference() { '&' } else { '*' };
                    let star = format!("{mark}{quals}{declarator}");
                    let star = if declarator.is_empty() { star.trim_end() } else { &star };
                    let wraps = !needs_alias(types, *target)
                        && (types.is_array(*target) || types.is_function(*target));
                    declarator = if wraps { format!("({star})") } else { star.to_string() };
                    ty = *target;
                }
                Shape::Array { element, length } => {
                    if let Some(name) = self.va_list_name(ty) {
                        return (name, declarator);
                    }
                    declarator += &length.map_or("[]".to_string(), |length| format!("[{length}]"));
                    ty = *element;
                }
                Shape::Function(function) => {
                    declarator += &self.params(function);
                    ty = function.result;
                }
                _ => return (self.base(ty), declarator),
            }
        }
    }

    /// `__builtin_va_list` cannot be said in other words.
    fn va_list_name(&self, ty: Ty) -> Option<String> {
        let types = &self.program.types;
        let Shape::Array { element, length: Some(1) } = types.shape(ty) else { return None };
        let is_list = types.as_record(*element) == Some(types.va_list_record());
        is_list.then(|| format!("{}__builtin_va_list", self.qualifiers(element.quals)))
    }

    fn params(&self, function: &FunctionTy) -> String {
        if !function.prototyped {
            return "()".to_string();
        }
        let mut params: Vec<String> =
            function.params.iter().map(|&param| self.param_type(param)).collect();
        if function.variadic {
            params.push("...".to_string());
        }
        if params.is_empty() {
            params.push("void".to_string());
        }
        format!("({})", params.join(", "))
    }

    fn param_type(&self, ty: Ty) -> String {
        self.param(ty, "")
    }

    /// A parameter; what is left of a `va_list` is written as one.
    pub fn param(&self, ty: Ty, name: &str) -> String {
        let types = &self.program.types;
        let pointed = types.target(ty).and_then(|target| types.as_record(target));
        if pointed == Some(types.va_list_record()) {
            let space = if name.is_empty() { "" } else { " " };
            return format!("__builtin_va_list{space}{name}");
        }
        self.declaration(ty, name)
    }

    fn base(&self, ty: Ty) -> String {
        let types = &self.program.types;
        let quals = self.qualifiers(ty.quals);
        match types.shape(ty) {
            Shape::Void => format!("{quals}void"),
            Shape::Bool => format!("{quals}{}", if self.cpp { "bool" } else { "_Bool" }),
            Shape::Int(kind) => format!("{quals}{}", kind.spelling()),
            Shape::Float(kind) => format!("{quals}{}", kind.spelling()),
            Shape::Enum(id) => match self.names.enums.get(id).map(String::as_str) {
                // Without a tag it is only known as its compatible type.
                None | Some("") => {
                    format!("{quals}{}", types.enumeration(*id).underlying.spelling())
                }
                Some(tag) => format!("{quals}enum {tag}"),
            },
            Shape::Record(id) => {
                let word = if types.record(*id).is_union { "union" } else { "struct" };
                let tag = self.names.records.get(id).map_or("__va_list_tag", String::as_str);
                format!("{quals}{word} {tag}")
            }
            Shape::Pointer(_) | Shape::Array { .. } | Shape::Function(_) | Shape::Vector { .. } => {
                unreachable!("taken apart by `parts`")
            }
        }
    }

    /// The declaration of a typedef for a type that cannot be named in place.
    pub fn alias(&self, ty: Ty) -> String {
        let types = &self.program.types;
        let name = &self.names.aliases[&ty];
        let plain = ty.unqualified();
        let mut attributes = Vec::new();
        let base = match types.shape(ty) {
            Shape::Vector { element, .. } if ty == plain => {
                let size = types.size_of(ty).unwrap_or(0);
                attributes.push(format!("vector_size({size})"));
                *element
            }
            _ => plain,
        };
        if let Some(align) = ty.given_align() {
            attributes.push(format!("aligned({align})"));
        }
        if ty.may_alias() {
            attributes.push("may_alias".to_string());
        }
        let declared = self.declaration(base, name);
        format!("typedef {declared} __attribute__(({}));\n", attributes.join(", "))
    }

    /// Qualifiers with a space behind each.
    pub fn qualifiers(&self, quals: Quals) -> String {
        let restrict = if self.cpp { "__restrict__ " } else { "restrict " };
        let mut out = String::new();
        for (qual, word) in
            [(Quals::CONST, "const "), (Quals::VOLATILE, "volatile "), (Quals::RESTRICT, restrict)]
        {
            if quals.has(qual) {
                out += word;
            }
        }
        out
    }
}
