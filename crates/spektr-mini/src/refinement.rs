//! Whether what the optimizer wrote does no more than the program may: both are run on the
//! machine, every way that is open.

use crate::experiment::OPTIMIZED;
use crate::machine;
use crate::program::MiniProgram;
use crate::syntax;
use spektr_wing::{Behaviour, Check, Difference, Ending, Fuel, Program, Reading, Seen, Symptom};

/// Enough for every program of tests by far.
const FUEL: Fuel = Fuel(100_000);

pub(crate) fn check(program: &MiniProgram, seen: &Seen) -> Check {
    let file = seen.files.iter().find(|file| file.name == OPTIMIZED);
    let Some(file) = file else {
        return Check::CannotTell("what the optimizer wrote is not here".to_owned());
    };
    let written = match syntax::parse(&String::from_utf8_lossy(&file.bytes)) {
        Ok(statements) => MiniProgram { statements, ..program.clone() },
        Err(complaint) => {
            let why = format!("what it wrote is no program: {complaint}");
            return Check::Wrong(Symptom::NoProgram { why });
        }
    };
    let allowed = machine::behaviours(program, FUEL);
    if allowed.is_empty() {
        return Check::CannotTell("the program may do too many things".to_owned());
    }
    match written.run(Reading::Reference, FUEL).ending {
        Ending::Finished(_) => compare(program, &allowed, &written),
        Ending::OutOfFuel => Check::CannotTell("what it wrote does not end".to_owned()),
        Ending::Undefined { diagnostic, .. }
        | Ending::Unspecified { diagnostic, .. }
        | Ending::Unsupported { diagnostic, .. } => wrong("definedness", "defined", &diagnostic),
    }
}

fn compare(program: &MiniProgram, allowed: &[Behaviour], written: &MiniProgram) -> Check {
    let shown = machine::behaviours(written, FUEL);
    if shown.is_empty() {
        return Check::CannotTell("what it wrote may do too many things".to_owned());
    }
    let Some(more) = shown.iter().find(|it| !allowed.contains(it)) else { return Check::Right };
    match program.explain(&allowed[0].stdout, &more.stdout) {
        Some(difference) => Check::Wrong(Symptom::Output { difference }),
        None => wrong("end", &format!("{:?}", allowed[0].end), &format!("{:?}", more.end)),
    }
}

fn wrong(variable: &str, wanted: &str, found: &str) -> Check {
    let difference = Difference {
        function: "main".into(),
        variable: variable.into(),
        wanted: wanted.into(),
        found: Some(found.into()),
    };
    Check::Wrong(Symptom::Output { difference })
}

#[cfg(test)]
mod tests {
    use super::*;
    use spektr_wing::{OutputFile, ProcessEnd};

    fn checked(source: &str, written: &str) -> Check {
        let file = OutputFile { name: OPTIMIZED.to_owned(), bytes: written.into() };
        let seen = Seen { files: vec![file], ..Seen::printed("", ProcessEnd::Status(0)) };
        check(&MiniProgram::of_text(source), &seen)
    }

    #[test]
    fn fewer_ways_are_right_and_more_are_wrong() {
        let is_wrong = |source: &str, written: &str| {
            matches!(checked(source, written), Check::Wrong(Symptom::Output { .. }))
        };
        assert_eq!(checked("any a\nprint a", "let a = 1\nprint a"), Check::Right);
        assert!(is_wrong("let a = 1\nprint a", "any a\nprint a"));
        assert!(is_wrong("any a\nprint a", "let a = 7\nprint a"));
        assert!(is_wrong("let a = 1\nprint a", "print a"), "undefined");
        assert!(is_wrong("exit 3", "exit 4") && is_wrong("abort", "exit 0"));
        assert_eq!(checked("exit 3", "exit 3\nprint q"), Check::Right);
    }

    #[test]
    fn nonsense_is_wrong_and_what_is_too_much_is_not_decided() {
        let nonsense = checked("exit 3", "so be it");
        assert!(matches!(nonsense, Check::Wrong(Symptom::NoProgram { .. })), "{nonsense:?}");
        let much = "loop 5 {\nany a\n}\nprint a";
        assert!(matches!(checked(much, much), Check::CannotTell(_)));
        let endless = "loop 9999999999 {\nlet a = 1\n}";
        assert!(matches!(checked("exit 3", endless), Check::CannotTell(_)));
    }
}
