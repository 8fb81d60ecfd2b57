//! A program as C text, one file per unit: what a person would write. Implicit conversions are
//! left out, parentheses stand where precedence needs them or where the tree has them, types
//! are declared before they are used. Printing what was read from a printed text gives that text.
//!
//! Knows how C is spelled, and no rule of what it means.

mod cpp;
mod declarator;
mod expr;
mod flat;
mod init;
mod literal;
mod names;
mod order;
mod split;
mod stmt;
mod unit;

use crate::syntax::Program;

/// One source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub name: String,
    pub text: String,
}

pub use split::split;

/// The program as source files, one per unit.
///
/// ```
/// let text = "int x = 3;\n\nint main(void)\n{\n    return x - (2 + 1);\n}\n";
/// let program = spektr_c::parse::read(&[("a.c", text)]).unwrap();
/// assert_eq!(spektr_c::print::print(&program)[0].text, text);
/// ```
pub fn print(program: &Program) -> Vec<File> {
    print_with(program, "")
}

/// The same with a prefix before every name that a program in the same file could have too. Not for
/// C++, where names have parts.
pub fn print_with(program: &Program, prefix: &str) -> Vec<File> {
    let units = program.units.iter().zip(0..);
    units
        .map(|(unit, index)| {
            let flags = unit.flags.as_deref().map(crate::parse::flags_line);
            let mut printer = unit::Printer::new(program, index);
            if !prefix.is_empty() {
                printer.names.prefix(program, prefix);
            }
            let text = printer.unit();
            File { name: unit.name.clone(), text: flags.unwrap_or_default() + &text }
        })
        .collect()
}
