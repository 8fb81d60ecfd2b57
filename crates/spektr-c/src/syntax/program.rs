//! Programs, their translation units, functions and objects.

use spektr_text::{Sources, Span};

use super::{Block, Expr, Flats};
use crate::types::{FunctionTy, RecordId, Ty, Types};

/// A whole program: one or more translation units, linked by name ([`Program::link`]).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    pub types: Types,
    pub units: Vec<Unit>,
    /// Objects with static storage duration of all units.
    pub globals: Vec<Global>,
    /// Functions declared or defined, of all units. A unit has at most one entry per function.
    pub functions: Vec<Function>,
    /// Expressions of a generator that have no trees yet.
    pub flats: Flats,
    /// What the spans point into; empty for a generated program.
    pub sources: Sources,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// An index into [`Function::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// An index into [`Function::labels`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelId(pub u32);

/// A translation unit. Its globals and functions are those of the program that name it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    /// The name of its file, which also says what language it is in.
    pub name: String,
    /// The flags that it is compiled with, whatever the others are (`#pragma spektr flags`).
    pub flags: Option<Vec<String>>,
}

impl Unit {
    /// Whether the unit is C++: the part of it that means what the same tree means in C.
    pub fn is_cpp(&self) -> bool {
        [".cc", ".cpp", ".cxx"].iter().any(|end| self.name.ends_with(end))
    }
}

/// What C++ keeps an array in, instead of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Container {
    /// `std::array`.
    Array,
    /// `std::vector`.
    Vector,
    /// `std::valarray`.
    Valarray,
}

impl Container {
    pub const ALL: [Container; 3] = [Container::Array, Container::Vector, Container::Valarray];

    /// The name of the class template.
    pub const fn class(self) -> &'static str {
        match self {
            Container::Array => "std::array",
            Container::Vector => "std::vector",
            Container::Valarray => "std::valarray",
        }
    }

    /// The header that declares it.
    pub const fn header(self) -> &'static str {
        match self {
            Container::Array => "array",
            Container::Vector => "vector",
            Container::Valarray => "valarray",
        }
    }

    /// Whether it has `at()` and `data()`.
    pub const fn has_members(self) -> bool {
        !matches!(self, Container::Valarray)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Linkage {
    External,
    Internal,
    /// Static within a function.
    None,
}

/// An object with static storage duration: of file scope, `static` in a function, or a compound
/// literal of file scope (with an empty name).
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    pub name: String,
    pub ty: Ty,
    pub unit: u32,
    pub linkage: Linkage,
    pub definition: Definition,
    /// `_Alignas` or `__attribute__((aligned(n)))`, if larger than the type's.
    pub align: Option<u64>,
    /// `__attribute__((weak))`.
    pub weak: bool,
    /// Of an array in C++.
    pub container: Option<Container>,
    pub span: Span,
}

/// How far a global is defined in its unit.
#[derive(Clone, Debug, PartialEq)]
pub enum Definition {
    /// `extern int x;`
    Declared,
    /// `int x;`: zero unless another declaration initialises it (6.9.2p2).
    Tentative,
    Initialized(Init),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub name: String,
    /// A [`FunctionTy`] in the table of types; see [`Function::signature`].
    pub ty: Ty,
    pub unit: u32,
    pub linkage: Linkage,
    pub inline: InlineKind,
    pub noinline: bool,
    /// `_Noreturn` or `__attribute__((noreturn))`.
    pub noreturn: bool,
    pub weak: bool,
    /// Called without a declaration (C89), or a library function that the compiler knows.
    pub implicit: bool,
    /// Other attributes that the text gave and that must be printed: `noipa`, `pure`, …; each as
    /// written, without the double underscores. In C++ those of
    /// [`is_mark`] are among them.
    pub attributes: Vec<String>,
    /// The name that `asm("…")` gave it.
    pub asm_name: Option<String>,
    pub params: Vec<LocalId>,
    /// All objects of the function with automatic storage, parameters included.
    pub locals: Vec<Local>,
    pub labels: Vec<Label>,
    /// `None` if it is only declared here.
    pub body: Option<Block>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum InlineKind {
    #[default]
    None,
    /// `inline`. With external linkage this is no external definition (6.7.4p7).
    Inline,
    /// `extern inline`: an external definition that should be inlined.
    Extern,
    /// `__attribute__((always_inline))`, with `inline` or without.
    Always,
}

/// An attribute of a function that C++ writes as a variable with a lambda expression.
pub const LAMBDA: &str = "lambda";
/// An attribute of a function that C++ writes as a template, of which it is the only instance.
pub const TEMPLATE: &str = "template";
/// An attribute of a function with a qualified name that C++ calls on an object of its class,
/// which has nothing in it.
pub const MEMBER: &str = "member";
/// An attribute of a function that C++ calls on the object that its first parameter points to.
pub const METHOD: &str = "method";
/// An attribute of a function whose first parameter C++ takes as an argument of a template: calls
/// with other numbers are other instances.
pub const VALUE: &str = "value";
/// The beginning of an attribute, behind which a number is: so many of its first parameters C++
/// passes to a function that returns a lambda expression, which captures them.
pub const CAPTURES: &str = "captures ";

/// Whether an attribute is a word of ours.
pub fn is_mark(attribute: &str) -> bool {
    [LAMBDA, TEMPLATE, MEMBER, METHOD, VALUE].contains(&attribute)
        || attribute.starts_with(CAPTURES)
}

impl Function {
    pub fn is_lambda(&self) -> bool {
        self.attributes.iter().any(|it| it == LAMBDA)
    }

    pub fn is_template(&self) -> bool {
        self.attributes.iter().any(|it| it == TEMPLATE)
    }

    pub fn is_member(&self) -> bool {
        self.attributes.iter().any(|it| it == MEMBER)
    }

    /// Whether its first parameter is an argument of a template.
    pub fn has_value(&self) -> bool {
        !self.params.is_empty() && self.attributes.iter().any(|it| it == VALUE)
    }

    /// How many of its first parameters are captured.
    pub fn captures(&self) -> usize {
        let number = |it: &String| it.strip_prefix(CAPTURES)?.parse::<usize>().ok();
        self.attributes.iter().find_map(number).unwrap_or(0).min(self.params.len())
    }

    /// The record that its first parameter points to, if it is called on that.
    pub fn object(&self, types: &Types) -> Option<RecordId> {
        let first =
            self.params.first().filter(|_| self.attributes.iter().any(|it| it == METHOD))?;
        types.as_record(types.target(self.local(*first).ty)?)
    }

    /// The function's type.
    pub fn signature<'a>(&self, types: &'a Types) -> &'a FunctionTy {
        types.as_function(self.ty).expect("a function has a function type")
    }

    /// The name of the library function this stands for, if it is one at all: `memcpy` for
    /// `__builtin_memcpy`.
    pub fn library_name(&self) -> &str {
        let name = self.asm_name.as_deref().unwrap_or(&self.name);
        name.strip_prefix("__builtin_").unwrap_or(name)
    }

    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.0 as usize]
    }
}

/// An object with automatic storage duration.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// Empty for a compound literal.
    pub name: String,
    pub ty: Ty,
    pub kind: LocalKind,
    pub align: Option<u64>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LocalKind {
    /// `promoted`: of a K&R definition, so that the argument comes promoted and is converted.
    Param {
        promoted: bool,
    },
    /// `T name[static least]`: the argument points to that many elements (6.7.6.3p7).
    ArrayParam {
        least: u64,
    },
    Auto,
    Register,
    CompoundLiteral,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub name: String,
    pub span: Span,
}

/// What an object starts with (6.7.9). Whatever a list leaves out is zero.
#[derive(Clone, Debug, PartialEq)]
pub enum Init {
    /// A value of the object's type; for an array, the string literal (an lvalue) it is filled
    /// from.
    Expr(Expr),
    /// Elements of an array or vector, ascending and apart from each other.
    Array(Vec<ArrayInit>),
    /// Members of a record, ascending; at most one of a union.
    Record(Vec<RecordInit>),
}

/// `first` to `last` of an array, each initialised with the same value, evaluated once.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayInit {
    pub first: u64,
    pub last: u64,
    pub init: Init,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RecordInit {
    pub field: u32,
    pub init: Init,
}

impl Init {
    /// All expressions of the initialiser, in order.
    pub fn exprs(&self) -> Vec<&Expr> {
        let mut found = Vec::new();
        let mut left = vec![self];
        while let Some(init) = left.pop() {
            match init {
                Init::Expr(expr) => found.push(expr),
                Init::Array(items) => left.extend(items.iter().rev().map(|item| &item.init)),
                Init::Record(items) => left.extend(items.iter().rev().map(|item| &item.init)),
            }
        }
        found
    }
}

impl Program {
    /// Whether it is written in C++.
    pub fn is_cpp(&self) -> bool {
        self.units.iter().any(Unit::is_cpp)
    }

    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.0 as usize]
    }

    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    pub fn global_ids(&self) -> impl Iterator<Item = GlobalId> + use<> {
        (0..self.globals.len() as u32).map(GlobalId)
    }

    pub fn function_ids(&self) -> impl Iterator<Item = FunctionId> + use<> {
        (0..self.functions.len() as u32).map(FunctionId)
    }
}
