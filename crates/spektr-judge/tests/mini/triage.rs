//! Triage on the miniature wing: from a verdict to a pass, flags and versions.

use crate::court::{Court, EVERYTHING};
use spektr_judge::triage::{blame, exposure, last_pass, observe, smallest_flags};
use spektr_judge::{Case, Compiler, Configuration, Layer, Verdict, VerdictClass};

fn is(class: VerdictClass) -> impl Fn(&Verdict) -> bool {
    move |verdict| verdict.class() == class
}

/// Runs `ask` with a closure that looks at configurations of `compiler`.
fn looking<R>(
    court: &Court,
    compiler: &Compiler,
    class: VerdictClass,
    ask: impl FnOnce(&mut spektr_judge::triage::Look<'_>) -> R,
) -> R {
    let (program, execution) = court.program(EVERYTHING);
    let case = Case { program: program.as_ref(), execution: &execution };
    ask(&mut |configuration| {
        observe(&court.judge, &court.wing, case, compiler, configuration, &is(class))
    })
}

fn flags() -> Configuration {
    Configuration::of_flags(&["-Bchildren", "-O2", "-Bwrong=mul", "--off=const-fold"])
}

#[test]
fn the_guilty_pass_is_named() {
    let court = Court::new();
    let compiler = court.compiler("suspect", &[]);
    let culprits = looking(&court, &compiler, VerdictClass::Miscompiled, |look| {
        blame(look, &compiler, &flags()).unwrap()
    });
    // Counted and switched off: two knobs, one answer.
    let names: Vec<&str> = culprits.iter().map(|it| it.pass.as_str()).collect();
    assert_eq!(names, ["strength-reduction", "strength-reduction"]);
    assert_eq!((culprits[1].layer, culprits[1].function.as_str()), (Layer::Llvm, "line 4"));
    assert_eq!(culprits[1].index, 2);
}

#[test]
fn a_crash_is_bisected_too() {
    let court = Court::new();
    let compiler = court.compiler("suspect", &["-Bice=loop"]);
    let o2 = Configuration::of_flags(&["-O2"]);
    let culprits = looking(&court, &compiler, VerdictClass::CompilerCrash, |look| {
        blame(look, &compiler, &o2).unwrap()
    });
    assert_eq!(culprits[1].pass, "loop-opt");
}

#[test]
fn a_bug_without_passes_is_in_code_generation() {
    let court = Court::new();
    let compiler = court.compiler("suspect", &["-Bdie=mul"]);
    let o2 = Configuration::of_flags(&["-O2"]);
    let culprits = looking(&court, &compiler, VerdictClass::Miscompiled, |look| {
        blame(look, &compiler, &o2).unwrap()
    });
    assert_eq!(culprits.len(), 1);
    assert_eq!(culprits[0].layer, Layer::Codegen);
}

#[test]
fn flags_that_do_not_matter_are_dropped() {
    let court = Court::new();
    let compiler = court.compiler("suspect", &[]);
    let smallest = looking(&court, &compiler, VerdictClass::Miscompiled, |look| {
        smallest_flags(look, &flags()).unwrap()
    });
    assert_eq!(smallest.to_string(), "-O2 -Bwrong=mul");
}

#[test]
fn a_hang_is_placed_by_the_last_pass_started() {
    let court = Court::new();
    let compiler = court.compiler("suspect", &["-Bhang=mul"]);
    let o2 = Configuration::of_flags(&["-O2"]);
    let stuck = looking(&court, &compiler, VerdictClass::CompilerHang, |look| {
        last_pass(look, &compiler, &o2).unwrap()
    });
    let (layer, run) = stuck.expect("it names its passes");
    assert_eq!((layer, run.pass.as_str()), (Layer::Llvm, "strength-reduction"));
}

#[test]
fn affected_compilers_are_listed() {
    let court = Court::with_bystanders(&[("old", &["-Bwrong=mul"]), ("new", &[])]);
    let (program, execution) = court.program(EVERYTHING);
    let case = Case { program: program.as_ref(), execution: &execution };
    let o2 = Configuration::of_flags(&["-O2"]);
    let seen = exposure(&court.judge, &court.wing, case, &o2, &is(VerdictClass::Miscompiled));
    let affected: Vec<_> = seen.unwrap().into_iter().map(|it| (it.compiler, it.affected)).collect();
    assert_eq!(affected, [("old".to_owned(), Some(true)), ("new".to_owned(), Some(false))]);
}
