//! Miri as a witness: the program as people read it, executed under Tree Borrows. Prints
//! and reads only; whether there is a Miri, and where, is the judge's business.

use spektr_wing::{Arg, Experiment, SourceFile};

use super::answer::{cannot_tell, remark};
use super::{Answer, MAIN, remark_at};
use crate::print::{self, Dialect};
use crate::syntax::{Callee, Intrinsic, Program, TerminatorKind};
use crate::wellformed::Location;

const UNDEFINED: &str = "error: Undefined Behavior: ";

/// How to ask Miri about a program. `line` says in which line of the program's own text
/// something stands; answers use it.
pub fn plan(program: &Program, dialect: &Dialect, line: impl Fn(Location) -> u32) -> Experiment {
    let args = vec![
        Arg::text("--edition=2021"),
        Arg::text("--crate-name=program"),
        Arg::text("--crate-type=bin"),
        Arg::text("--color=never"),
        Arg::text("-Zmiri-tree-borrows"),
        Arg::file(MAIN),
    ];
    let remark = |at: Location| remark_at(at, line(at));
    let text = print::remarked(program, dialect, Some(&remark));
    let text = if may_stop_early(program) { text } else { in_one_write(&text) };
    Experiment::words(vec![SourceFile::new(MAIN, text)], args, None)
}

/// Whether a program may end before its `main` does.
fn may_stop_early(program: &Program) -> bool {
    let mut blocks = program.functions.iter().flat_map(|function| &function.blocks);
    print::needs_unwinding(program)
        || blocks.any(|block| {
            let early = [Intrinsic::Abort, Intrinsic::AssertInhabited];
            matches!(&block.terminator.kind,
                TerminatorKind::Call { callee: Callee::Intrinsic(name, _), .. }
                    if early.contains(name))
        })
}

/// The same program with all that it prints handed over at its end: to write a line takes Miri
/// longer than most programs do.
fn in_one_write(text: &str) -> String {
    const MAIN: &str = "\nfn main() {\n";
    const IMPORT: &str = "use core::intrinsics::mir::*;\n";
    let (Some((head, items)), true) = (text.split_once(IMPORT), text.contains(MAIN)) else {
        return text.to_owned();
    };
    let items = items.replacen(MAIN, "\nfn spektr_main() {\n", 1);
    format!("{head}{IMPORT}{COLLECTING}{items}{HANDING_OVER}")
}

/// Takes the place of the macros that print.
const COLLECTING: &str = "static SPEKTR_SHOWN: std::sync::Mutex<String> = \
    std::sync::Mutex::new(String::new());
macro_rules! print {
    ($($all:tt)*) => { core::fmt::Write::write_fmt(&mut *SPEKTR_SHOWN.lock().unwrap(), \
    format_args!($($all)*)).unwrap() };
}
macro_rules! println {
    () => { SPEKTR_SHOWN.lock().unwrap().push('\\n') };
}
";

const HANDING_OVER: &str = "
fn main() {
    spektr_main();
    std::print!(\"{}\", SPEKTR_SHOWN.lock().unwrap());
}
";

/// Reads what Miri said while it ran a program.
pub fn read_answer(success: bool, stdout: &str, stderr: &str) -> Answer {
    let mut lines = stderr.lines().skip_while(|line| !line.starts_with("error"));
    let head = lines.next().unwrap_or("");
    if let Some(message) = head.strip_prefix(UNDEFINED) {
        // The first source that is quoted is where it happened.
        let quoted = lines.find_map(remark);
        let (line, at) = quoted.unwrap_or((0, None));
        return Answer::Undefined { message: message.to_owned(), line, at };
    }
    // A program that panics or aborts was executed all the same.
    let ended = success
        || head.starts_with("error: abnormal termination")
        || stderr.lines().any(|line| line.starts_with("thread ") && line.contains("panicked at"));
    match ended {
        true => Answer::Finished { trace: stdout.to_owned() },
        false if head.is_empty() => cannot_tell("Miri said nothing"),
        false => cannot_tell(&format!("Miri said: {head}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_prints_is_handed_over_at_its_end() {
        let mut all =
            (0..).map(|seed| crate::generate::generate(seed, &Default::default(), Some(20)));
        let ends = all.find(|generated| !may_stop_early(&generated.program));
        let generated = ends.expect("most programs come to the end of `main`");
        let text = &plan(&generated.program, &Dialect::default(), |_| 0).files[0].text;
        let once = |part: &str| text.matches(part).count() == 1;
        assert!(once("fn main() {") && once("fn spektr_main() {") && once("std::print!"), "{text}");
    }

    #[test]
    fn a_program_that_ends_has_a_trace() {
        let answer = read_answer(true, "0 1\n", "warning: something\n");
        assert_eq!(answer, Answer::Finished { trace: "0 1\n".to_owned() });
    }

    #[test]
    fn undefined_behaviour_is_where_the_first_remark_is() {
        let stderr = "error: Undefined Behavior: reading memory at alloc1\n  --> main.rs:9:3\n   |\n\
                      9 |   x = y; // @31 0:1:2\n   |   ^^^^^ Undefined Behavior occurred here\n   \
                      = note: inside `f`\n5 | Call(u = f(), … // @12 1:0:0\n";
        let Answer::Undefined { message, line, at } = read_answer(false, "", stderr) else {
            panic!("it is undefined");
        };
        assert_eq!((message.as_str(), line), ("reading memory at alloc1", 31));
        assert_eq!(at.map(|at| at.statement), Some(2));
    }

    #[test]
    fn what_it_does_not_support_is_told() {
        let stderr = "error: unsupported operation: can't call foreign function\n";
        let wanted = "Miri said: error: unsupported operation: can't call foreign function";
        let answer = read_answer(false, "0 1\n", stderr);
        assert_eq!(answer, Answer::CannotTell { reason: wanted.to_owned() });
    }

    #[test]
    fn a_panic_is_an_end() {
        let stderr = "thread 'main' panicked at main.rs:3:5:\nexplicit panic\n";
        let answer = read_answer(false, "0 1\n", stderr);
        assert_eq!(answer, Answer::Finished { trace: "0 1\n".to_owned() });
    }
}
