//! The law suite on the machine: verdict, rule, line and output of every program.

use std::collections::BTreeSet;

use crate::suite::{Case, Offence, Verdict, Witness};
use spektr_c::machine::{Ending, Machine, Stop, Switches, Undefined, Unspecified};
use spektr_c::parse;

/// Far more than any program of the suite needs that ends at all.
const FUEL: u64 = 1_000_000;

#[test]
fn the_machine_says_what_the_headers_say() {
    let cases = crate::suite::cases();
    let wrong: Vec<String> = cases.iter().filter_map(disagreement).collect();
    let (count, list) = (wrong.len(), wrong.join("\n"));
    assert!(wrong.is_empty(), "{count} of {} disagree:\n{list}", cases.len());
}

fn disagreement(case: &Case) -> Option<String> {
    let found = run(case);
    let (name, wanted) = (&case.name, &case.verdict);
    (found.as_ref() != Ok(wanted))
        .then(|| format!("{name}:\n  wanted {wanted:?}\n  found  {found:?}"))
}

fn run(case: &Case) -> Result<Verdict, String> {
    let program =
        parse::read(&[("law.c", &case.source)]).map_err(|complaint| complaint.to_string())?;
    let switches = if case.strict { Switches::STRICT } else { Switches::DEFAULT };
    let mut machine =
        Machine::new(&program, switches).map_err(|complaint| complaint.to_string())?;
    let result = machine.start(&program).and_then(|()| machine.run(&program, FUEL));
    let stop = match result {
        Ok(Ending::Exit(status)) => {
            let prints = String::from_utf8_lossy(machine.stdout()).into_owned();
            return Ok(Verdict::Ok { prints, status: status & 0xff });
        }
        Ok(Ending::Aborted) => return Err("aborted".to_owned()),
        Err(stop) => stop,
    };
    let diagnostic = machine.diagnose(&program, &stop);
    let line = diagnostic.span.map_or(0, |span| program.sources.position(span).line);
    let offence = Offence { rule: stop.rule().to_owned(), line };
    match *stop {
        Stop::Undefined(_) => Ok(Verdict::Undefined(offence)),
        Stop::Unspecified(_) => Ok(Verdict::Unspecified(offence)),
        Stop::OutOfFuel | Stop::Unsupported { .. } => Err(stop.to_string()),
    }
}

#[test]
fn every_rule_of_the_machine_is_broken_by_a_program() {
    let cases = crate::suite::cases();
    let broken: BTreeSet<&str> = cases
        .iter()
        .filter_map(|case| match &case.verdict {
            Verdict::Undefined(offence) | Verdict::Unspecified(offence) => Some(&*offence.rule),
            Verdict::Ok { .. } => None,
        })
        .collect();
    let rules = Undefined::RULES.iter().chain(Unspecified::RULES).copied();
    assert_eq!(broken, rules.collect());
}

#[test]
fn every_program_that_fails_has_a_twin_that_passes() {
    let cases = crate::suite::cases();
    let names: BTreeSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    let alone: Vec<&str> = names
        .iter()
        .filter_map(|name| name.strip_prefix("fail/"))
        .filter(|name| !names.contains(format!("pass/{name}").as_str()))
        .collect();
    assert_eq!(alone, [""; 0]);
    assert!(names.len() >= 350, "only {} programs", names.len());
}

#[test]
fn every_program_names_its_paragraph() {
    for case in crate::suite::cases() {
        let named = case
            .source
            .lines()
            .any(|line| line.starts_with("// C17 ") || line.starts_with("// GCC "));
        assert!(named, "{}", case.name);
    }
}

#[test]
fn blind_witnesses_have_a_reason() {
    for case in crate::suite::cases() {
        match &case.witness {
            Witness::Blind(why) => assert!(why.len() > 10, "{}", case.name),
            Witness::Silent => assert!(case.name.starts_with("pass/"), "{}", case.name),
            Witness::See(_) => {}
        }
    }
}

#[test]
fn diagnostics_show_the_place_and_the_history_of_the_object() {
    let text = "int *p;\nint main(void) {\n    {\n        int x = 1;\n        p = &x;\n    }\n    return *p;\n}\n";
    let program = parse::read(&[("a.c", text)]).expect("it is C");
    let mut machine = Machine::new(&program, Switches::DEFAULT).expect("it links");
    let stop = machine
        .start(&program)
        .and_then(|()| machine.run(&program, FUEL))
        .expect_err("the object is dead");
    let words = machine.diagnose(&program, &stop).render(&program.sources);
    for part in [
        "undefined[dangling-pointer]",
        "--> a.c:7:13 (in `main`)",
        "7 |     return *p;\n  |             ^",
        "see C17 6.2.4p2",
        "the object was `x` of type `int` in `main`",
        "its lifetime ended here",
    ] {
        assert!(words.contains(part), "{part:?} in\n{words}");
    }
}
