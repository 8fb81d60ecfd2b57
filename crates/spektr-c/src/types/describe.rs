//! Types in words, as messages show them: `char *[3]`, `int (*)(long)`.

use std::fmt;

use super::{Quals, Shape, Ty, Types};

/// A type that can be displayed.
pub struct Described<'a> {
    types: &'a Types,
    ty: Ty,
}

impl Types {
    /// The type as a message shows it.
    pub fn describe(&self, ty: Ty) -> Described<'_> {
        Described { types: self, ty }
    }
}

impl fmt::Display for Described<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut inner = String::new();
        let mut ty = self.ty;
        // Declarators read inside out: what is nearest to the name comes first.
        loop {
            match self.types.shape(ty) {
                Shape::Pointer(target) => {
                    inner = format!("*{}{inner}", spaced(ty.quals));
                    let target = *target;
                    if self.types.is_array(target) || self.types.is_function(target) {
                        inner = format!("({inner})");
                    }
                    ty = target;
                }
                Shape::Array { element, length } => {
                    inner += &length.map_or("[]".to_string(), |length| format!("[{length}]"));
                    ty = *element;
                }
                Shape::Function(function) => {
                    let params: Vec<String> = function
                        .params
                        .iter()
                        .map(|&param| self.types.describe(param).to_string())
                        .chain(function.variadic.then(|| "...".to_string()))
                        .collect();
                    let params = match (params.is_empty(), function.prototyped) {
                        (true, true) => "void".to_string(),
                        _ => params.join(", "),
                    };
                    inner += &format!("({params})");
                    ty = function.result;
                }
                _ => break,
            }
        }
        f.write_str(&spaced(ty.quals))?;
        self.base(ty, f)?;
        if inner.is_empty() { Ok(()) } else { write!(f, " {inner}") }
    }
}

impl Described<'_> {
    fn base(&self, ty: Ty, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.types.shape(ty) {
            Shape::Void => f.write_str("void"),
            Shape::Bool => f.write_str("_Bool"),
            Shape::Int(kind) => f.write_str(kind.spelling()),
            Shape::Float(kind) => f.write_str(kind.spelling()),
            Shape::Enum(id) => write!(f, "enum {}", named(&self.types.enumeration(*id).tag)),
            Shape::Record(id) => {
                let record = self.types.record(*id);
                let word = if record.is_union { "union" } else { "struct" };
                write!(f, "{word} {}", named(&record.tag))
            }
            Shape::Vector { element, lanes } => {
                write!(f, "vector of {lanes} {}", self.types.describe(*element))
            }
            Shape::Pointer(_) | Shape::Array { .. } | Shape::Function(_) => {
                unreachable!("peeled off by the loop of `fmt`")
            }
        }
    }
}

fn named(tag: &str) -> &str {
    if tag.is_empty() { "(unnamed)" } else { tag }
}

fn spaced(quals: Quals) -> String {
    let mut out = String::new();
    for (qual, word) in
        [(Quals::CONST, "const "), (Quals::VOLATILE, "volatile "), (Quals::RESTRICT, "restrict ")]
    {
        if quals.has(qual) {
            out += word;
        }
    }
    out
}
