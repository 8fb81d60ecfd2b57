//! Writing LLVM assembly, in the words of a version.
//!
//! What is written reads back to an equal module. Registers, blocks, globals and types
//! without a name are numbered anew. Fitting a module into an older or newer version is
//! `dialect`'s job; the rest only chooses between ways to write the same.

mod attribute;
mod body;
mod call;
mod constant;
mod global;
mod instruction;
mod metadata;
mod names;
mod types;

use std::fmt::Write;

use spektr_text::Complaint;

use crate::syntax::{Body, Instruction, Module, Quoted, Ty};
use names::Names;

/// A version of LLVM, by its major number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u8);

impl Version {
    pub const OLDEST: Version = Version(13);
    pub const NEWEST: Version = Version(22);

    /// A version whose assembly is known here.
    pub fn new(major: u8) -> Option<Version> {
        (Self::OLDEST..=Self::NEWEST).contains(&Version(major)).then_some(Version(major))
    }
}

/// The module as text that `version` reads, or what it cannot say.
pub fn for_version(module: &Module, version: Version) -> Result<String, Complaint> {
    Ok(text(&crate::dialect::fit(module, version)?, version))
}

/// The module as text, with nothing left out; `version` only chooses between ways to write the
/// same.
pub fn text(module: &Module, version: Version) -> String {
    let mut printer = Printer { module, version, names: Names::new(module), out: String::new() };
    printer.module();
    printer.out
}

/// How a type is written.
pub fn type_text(module: &Module, ty: Ty) -> String {
    let names = Names::of_types(module);
    let mut printer = Printer { module, version: Version::NEWEST, names, out: String::new() };
    printer.ty(ty);
    printer.out
}

/// How an instruction of a function is written, on one line.
pub fn instruction_text(module: &Module, body: &Body, instruction: &Instruction) -> String {
    let names = Names::new(module);
    let mut printer = Printer { module, version: Version::NEWEST, names, out: String::new() };
    let names = names::LocalNames::new(body);
    printer.instruction_line(body::Scope { body, names: &names, variadic: false }, instruction);
    printer.out.trim().to_owned()
}

struct Printer<'a> {
    module: &'a Module,
    version: Version,
    names: Names,
    out: String,
}

/// Appends formatted text; writing to a string cannot fail.
macro_rules! put {
    ($printer:expr, $($format:tt)*) => {{
        let _ = write!($printer.out, $($format)*);
    }};
}
use put;

impl Printer<'_> {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Items with commas between.
    fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut put: impl FnMut(&mut Self, T)) {
        for (at, item) in items.into_iter().enumerate() {
            if at > 0 {
                self.push(", ");
            }
            put(self, item);
        }
    }

    /// An empty line between paragraphs, if there was one before.
    fn paragraph(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.push("\n");
        }
    }

    fn module(&mut self) {
        let module = self.module;
        if let Some(name) = &module.source_filename {
            put!(self, "source_filename = {}\n", Quoted(name.bytes()));
        }
        if let Some(layout) = &module.data_layout {
            put!(self, "target datalayout = {}\n", Quoted(layout.bytes()));
        }
        if let Some(triple) = &module.target_triple {
            put!(self, "target triple = {}\n", Quoted(triple.bytes()));
        }
        self.paragraph();
        for line in &module.asm {
            put!(self, "module asm {}\n", Quoted(line.bytes()));
        }
        self.paragraph();
        self.structs();
        self.paragraph();
        for comdat in &module.comdats {
            put!(self, "${} = comdat {}\n", comdat.name, comdat.kind.word());
        }
        self.paragraph();
        self.globals();
        self.paragraph();
        for group in &module.attribute_groups {
            put!(self, "attributes #{} = {{", group.number);
            for attribute in &group.attributes {
                self.attribute(attribute, true);
            }
            self.push(" }\n");
        }
        self.paragraph();
        for order in &module.use_list_orders {
            self.module_use_list_order(order);
        }
        self.named_metadata();
        for entry in &module.summaries {
            put!(self, "{}\n", entry.text());
        }
        while self.out.ends_with("\n\n") {
            self.out.pop();
        }
    }
}
