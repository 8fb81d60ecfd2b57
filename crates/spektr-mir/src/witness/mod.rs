//! rustc's const evaluator as an independent witness of the machine, and Miri as another.
//!
//! A program is rendered as `const fn`s that thread a trace through a pointer argument;
//! the trace comes out as the message of a constant that panics. This module renders and
//! reads; the judge runs the compiler.

mod answer;
mod limits;
pub mod miri;

use std::fmt::Write as _;

use spektr_wing::{Arg, Experiment, SourceFile};

use crate::print::{Dialect, Form, Printer};
use crate::syntax::*;
use crate::wellformed::Location;

pub use answer::{Answer, read_answer};
pub use limits::cannot_judge;

const TRACE: &str = include_str!("trace.rs.txt");
const ROOTS: &str = include_str!("roots.rs.txt");
const MAIN: &str = "main.rs";
/// What stands around a trace in the compiler's words.
const BEGIN: &str = "spektr-trace[";
const END: &str = "]spektr-end";

/// How to ask the const evaluator about a program, or why that makes no sense. `line`
/// says in which line of the program's own text something stands; answers use it.
pub fn plan(
    program: &Program,
    dialect: &Dialect,
    line: impl Fn(Location) -> u32,
) -> Result<Experiment, String> {
    if let Some(reason) = cannot_judge(program) {
        return Err(reason);
    }
    let args = vec![
        Arg::text("--edition=2021"),
        Arg::text("--crate-name=program"),
        Arg::text("--crate-type=lib"),
        Arg::text("--emit=metadata"),
        Arg::text("-Zmir-opt-level=0"),
        Arg::text("-Zextra-const-ub-checks"),
        // Function pointers, `Offset` and some intrinsics are evaluated well, but are not
        // allowed in constant functions.
        Arg::text("-Zunleash-the-miri-inside-of-you"),
        Arg::text("-o"),
        Arg::Output,
        Arg::file(MAIN),
    ];
    let files = vec![SourceFile::new(MAIN, render(program, dialect, line))];
    Ok(Experiment::words(files, args, Some("program.rmeta")))
}

/// What is written behind a statement, so that an answer can name it.
fn remark_at(at: Location, line: u32) -> String {
    format!("@{line} {}:{}:{}", at.function.0, at.block.0, at.statement)
}

/// The program as constant functions.
pub fn render(program: &Program, dialect: &Dialect, line: impl Fn(Location) -> u32) -> String {
    let remark = |at: Location| remark_at(at, line(at));
    let mut printer = Printer::new(program, Form::Witness).speaking(dialect);
    printer.remark = Some(&remark);
    let _ = writeln!(
        printer.out,
        "#![recursion_limit = \"65536\"]\n#![allow(long_running_const_eval)]"
    );
    printer.allowances();
    printer.line("#![no_std]\nuse core::intrinsics::mir::*;");
    printer.items();
    printer.detour_helpers();
    printer.out.push_str(ROOTS);
    let initial = state_fields(&mut printer);
    let call = printer.entry_call();
    let _ = writeln!(
        printer.out,
        "\nconst SPEKTR_RESULT: ([u8; SPEKTR_ROOM], usize) = unsafe {{\n    let mut trace = \
         SpektrTrace {{ length: 0, bytes: [0; SPEKTR_ROOM]{initial} }};\n    \
         trace.text(b\"{BEGIN}\");\n    {call};\n    trace.text(b\"{END}\");\n    (trace.bytes, \
         trace.length)\n}};\nconst SPEKTR_TEXT: &str = {{\n    let (bytes, length) = \
         &SPEKTR_RESULT;\n    let length = if *length < SPEKTR_ROOM {{ *length }} else {{ \
         SPEKTR_ROOM }};\n    let (text, _) = bytes.split_at(length);\n    match \
         core::str::from_utf8(text) {{\n        Ok(text) => text,\n        Err(_) => \"\",\n    \
         }}\n}};\nconst _: () = panic!(\"{{}}\", SPEKTR_TEXT);"
    );
    printer.out
}

/// Writes the type of the trace, with a field for every mutable static, and gives the
/// initial values of these fields.
fn state_fields(printer: &mut Printer<'_>) -> String {
    let (before, after) = TRACE.split_once("    // STATICS\n").unwrap_or((TRACE, ""));
    printer.line("");
    printer.out.push_str(before);
    let program = printer.program;
    let mut initial = String::new();
    for item in program.statics.iter().filter(|item| item.mutable) {
        let _ = write!(printer.out, "    s_{}: ", item.name);
        printer.ty(item.ty);
        printer.line(",");
        let outer = std::mem::take(&mut printer.out);
        printer.value(&item.init, item.ty);
        let value = std::mem::replace(&mut printer.out, outer);
        let _ = write!(initial, ", s_{}: {value}", item.name);
    }
    printer.out.push_str(after);
    initial
}
