//! Preprocessed C into a typed tree. One pass: C cannot be parsed without knowing which names
//! are types, so declarations take effect as they are read, and expressions are typed as they are
//! built (by [`crate::typing`]).
//!
//! What is not understood is a [`Complaint`] with file, line and column as the preprocessor's line
//! marks name them; nothing is guessed. What gcc accepts with a warning is accepted.

mod asm;
mod attribute;
mod builtin;
mod cpp;
mod cursor;
mod declaration;
mod declarator;
mod directive;
mod enumeration;
mod expression;
mod function;
mod initializer;
mod keyword;
mod lex;
mod library;
mod literal;
mod operand;
mod record;
mod scope;
mod specifier;
mod statement;
mod tidy;

use spektr_text::{Complaint, Sources, Span};

pub(crate) use directive::{flags_line, own_flags};

use crate::syntax::{Program, Unit};
use cursor::Parser;

pub use tidy::tidy;

/// How deep brackets, statements and declarators may nest: as deep as clang takes them.
pub(crate) const DEEPEST: usize = 256;

/// How tall an expression may get, long chains of operators included. Whoever walks a tree that
/// was read may do so by recursion on the stack of an ordinary thread.
pub(crate) const TALLEST: usize = 400;

/// Deep nesting needs a deep stack while it is read and thrown away.
const STACK: usize = 1 << 29;

/// Offsets in spans are 32 bits wide.
const LONGEST: usize = 1 << 30;

/// Reads the translation units of one program, each a name and its preprocessed text. A text
/// without directives is its own preprocessed form.
///
/// ```
/// let program = spektr_c::parse::read(&[("a.c", "int main(void) { return 0; }")]).unwrap();
/// assert_eq!(program.functions[0].name, "main");
/// let complaint = spektr_c::parse::read(&[("b.c", "int main(void) { return x; }")]).unwrap_err();
/// assert_eq!(complaint.to_string(), "b.c:1:25: `x` is not declared");
/// ```
pub fn read(files: &[(&str, &str)]) -> Result<Program, Complaint> {
    let length: usize = files.iter().map(|(_, text)| text.len() + 1).sum();
    if length > LONGEST {
        return Err(Complaint::whole(format!("{length} bytes of text are too much to read")));
    }
    std::thread::scope(|scope| {
        let reader = std::thread::Builder::new().stack_size(STACK);
        match reader.spawn_scoped(scope, || read_here(files)) {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(error) => Err(Complaint::whole(format!("no thread to read with: {error}"))),
        }
    })
}

fn read_here(files: &[(&str, &str)]) -> Result<Program, Complaint> {
    let mut program = Program::default();
    let mut sources = Sources::default();
    for (name, text) in files {
        let start = sources.add(*name, *text);
        let result = read_unit(&mut program, &mut sources, name, text, start);
        result.map_err(|failure| sources.complaint(failure.span, failure.message))?;
    }
    program.sources = sources;
    let program = tidy(program);
    check_links(&program)?;
    Ok(program)
}

fn read_unit(
    program: &mut Program,
    sources: &mut Sources,
    name: &str,
    text: &str,
    start: u32,
) -> Read<()> {
    let unit = Unit { name: name.to_string(), flags: own_flags(text) };
    let (tokens, marks) = lex::lex(text, start, unit.is_cpp());
    sources.mark_lines(marks);
    program.units.push(unit);
    Parser::new(program, tokens?).unit()
}

/// Units that cannot be linked are no program.
fn check_links(program: &Program) -> Result<(), Complaint> {
    match program.link() {
        Ok(_) => Ok(()),
        Err(fault) => {
            let (span, words) = fault.words(program);
            Err(program.sources.complaint(span, words))
        }
    }
}

/// Why and where reading ended. Boxed: it is rare, and results are returned all the time.
#[derive(Debug)]
pub(crate) struct Failure {
    span: Span,
    message: String,
}

pub(crate) type Read<T> = Result<T, Box<Failure>>;

fn fail<T>(span: Span, message: impl Into<String>) -> Read<T> {
    Err(failure(span, message))
}

fn failure(span: Span, message: impl Into<String>) -> Box<Failure> {
    Box::new(Failure { span, message: message.into() })
}
