//! The law suite on the machine: verdict, rule, line, words and trace of every program.

mod suite;

use std::collections::BTreeSet;

use spektr_mir::machine::{self, Machine, Stop, Undefined, Unspecified};
use spektr_mir::parse::parse;
use spektr_mir::syntax::{Callee, Intrinsic, Program, TerminatorKind};
use suite::{Case, Ending, Offence, Verdict, Witness};

/// Far more than any program of the suite needs that ends at all.
const FUEL: u64 = 100_000;

/// What the machine found, in the words of a header.
#[derive(Debug)]
struct Found {
    verdict: Verdict,
    /// The whole message, of which a header quotes a part.
    message: String,
}

#[test]
fn the_machine_says_what_the_headers_say() {
    let cases = suite::cases();
    let wrong: Vec<String> = cases.iter().filter_map(disagreement).collect();
    let (count, list) = (wrong.len(), wrong.join("\n"));
    assert!(wrong.is_empty(), "{count} of {} disagree:\n{list}", cases.len());
}

fn disagreement(case: &Case) -> Option<String> {
    let program = match parse(&case.source) {
        Ok(program) => program,
        Err(complaint) => return Some(format!("{}: {complaint}", case.name)),
    };
    let found = run(&program, &case.source);
    if matches(&case.verdict, &found) {
        return None;
    }
    let (name, wanted) = (&case.name, &case.verdict);
    Some(format!("{name}:\n  wanted {wanted:?}\n  found  {found:?}"))
}

fn run(program: &Program, source: &str) -> Found {
    let mut machine = match Machine::new(program) {
        Ok(machine) => machine,
        Err(error) => panic!("types of the suite have layouts: {error:?}"),
    };
    let result = machine.start(program).and_then(|()| machine.run(program, FUEL));
    match result {
        Ok(ending) => {
            let trace = machine.trace().lines().map(str::to_owned).collect();
            let verdict = Verdict::Ok { trace, ending: in_header_words(ending) };
            Found { verdict, message: String::new() }
        }
        Err(stop) => {
            let span = machine.location(program).map(|location| location.span);
            let line = span.map_or(0, |span| line_at(source, span.start as usize));
            let offence = Offence { rule: stop.rule().to_owned(), says: None, line };
            let verdict = match *stop {
                Stop::Undefined(_) => Verdict::Undefined(offence),
                Stop::Unspecified(_) => Verdict::Unspecified(offence),
                Stop::OutOfFuel => Verdict::OutOfFuel,
            };
            Found { verdict, message: stop.to_string() }
        }
    }
}

fn in_header_words(ending: machine::Ending) -> Ending {
    match ending {
        machine::Ending::Finished => Ending::Finished,
        machine::Ending::Panicked => Ending::Panicked,
        machine::Ending::Aborted => Ending::Aborted,
    }
}

fn line_at(source: &str, offset: usize) -> u32 {
    let before = &source.as_bytes()[..offset.min(source.len())];
    before.iter().filter(|&&byte| byte == b'\n').count() as u32 + 1
}

fn matches(wanted: &Verdict, found: &Found) -> bool {
    let same = |wanted: &Offence, offence: &Offence| {
        let says = wanted.says.as_deref().unwrap_or("");
        wanted.rule == offence.rule && wanted.line == offence.line && found.message.contains(says)
    };
    match (wanted, &found.verdict) {
        (Verdict::Undefined(wanted), Verdict::Undefined(offence)) => same(wanted, offence),
        (Verdict::Unspecified(wanted), Verdict::Unspecified(offence)) => same(wanted, offence),
        (wanted, found) => wanted == found,
    }
}

#[test]
fn every_rule_of_the_machine_is_broken_by_a_program() {
    let cases = suite::cases();
    let broken: BTreeSet<&str> = cases
        .iter()
        .filter_map(|case| match &case.verdict {
            Verdict::Undefined(offence) | Verdict::Unspecified(offence) => Some(&*offence.rule),
            Verdict::Ok { .. } | Verdict::OutOfFuel => None,
        })
        .collect();
    let rules = Undefined::RULES.iter().chain(Unspecified::RULES).copied();
    assert_eq!(broken, rules.collect());
}

/// Intrinsics whose name is not the same in all compilers that must read the suite.
const RENAMED: [Intrinsic; 3] = [Intrinsic::Fabs, Intrinsic::Minnum, Intrinsic::Maxnum];

#[test]
fn every_intrinsic_is_called_by_a_program() {
    let mut called: BTreeSet<Intrinsic> = RENAMED.into();
    for case in suite::cases() {
        let program = match parse(&case.source) {
            Ok(program) => program,
            Err(complaint) => panic!("{}: {complaint}", case.name),
        };
        let blocks = program.functions.iter().flat_map(|function| &function.blocks);
        called.extend(blocks.filter_map(|block| match block.terminator.kind {
            TerminatorKind::Call { callee: Callee::Intrinsic(intrinsic, _), .. } => Some(intrinsic),
            _ => None,
        }));
    }
    assert_eq!(called, Intrinsic::ALL.iter().copied().collect());
}

#[test]
fn every_program_that_fails_has_a_twin_that_passes() {
    let cases = suite::cases();
    let names: BTreeSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    let alone: Vec<&str> = names
        .iter()
        .filter_map(|name| name.strip_prefix("fail/"))
        .filter(|name| !names.contains(format!("pass/{name}").as_str()))
        .collect();
    assert_eq!(alone, [""; 0]);
    assert!(names.len() >= 280, "only {} programs", names.len());
}

#[test]
fn the_witness_is_excused_only_where_it_has_to_be() {
    let cases = suite::cases();
    let excused: Vec<&str> = cases
        .iter()
        .filter(|case| case.witness != Witness::Agrees)
        .map(|case| case.name.as_str())
        .collect();
    let blind_and_fine = cases.iter().find(|case| {
        matches!((&case.witness, &case.verdict), (Witness::Blind(_), Verdict::Ok { .. }))
    });
    assert!(blind_and_fine.is_none(), "nothing to be blind to in a program without offence");
    assert!(excused.len() * 3 < cases.len(), "{} of {} excused", excused.len(), cases.len());
}
