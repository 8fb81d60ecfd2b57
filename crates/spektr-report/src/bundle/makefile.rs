//! The bundle's `Makefile`: `make reproduce` for the verdict, `make wrong` and `make right` to
//! look at the builds oneself.

use crate::case::{Case, quoted, variable};
use crate::facts::Failure;
use std::fmt::Write;

pub(super) fn text(case: &Case<'_>) -> String {
    let variable = variable(case);
    let mut text = String::from("# make reproduce  says whether the bug shows\n");
    text.push_str("# make wrong      builds with the flags that show it\n");
    if case.bug.control.is_some() {
        text.push_str("# make right      builds with flags that do not\n");
    }
    let command = dollars(&case.bug.compiler.command);
    write!(text, "\n# The compiler: make {variable}=...\n{variable} ?= {command}\n")
        .expect("a string");
    for (name, value) in &case.bug.compiler.environment {
        writeln!(text, "export {name} := {}", dollars(value)).expect("a string");
    }
    write!(text, "\nreproduce:\n\t@{variable}='$({variable})' sh ./reproduce.sh\n\n")
        .expect("a string");
    rule(case, "wrong", &case.bug.flags, &mut text);
    if let Some(control) = &case.bug.control {
        rule(case, "right", control, &mut text);
    }
    text.push_str("clean:\n\trm -f wrong right\n\n.PHONY: reproduce wrong right clean\n");
    text
}

/// Builds into `target`; a build that comes about is run too.
fn rule(case: &Case<'_>, target: &str, flags: &[String], text: &mut String) {
    let variable = variable(case);
    let mut words = vec![format!("$({variable})")];
    let quoted = |word: &str| dollars(&quoted(word));
    words.extend(case.shown().recipe(quoted, quoted, target));
    words.extend(flags.iter().map(|flag| quoted(flag)));
    writeln!(text, "{target}:\n\t{}", words.join(" ")).expect("a string");
    if let Failure::WrongCode { .. } = case.bug.failure {
        writeln!(text, "\t./{target}").expect("a string");
    }
    text.push('\n');
}

/// Make reads `$` for itself.
fn dollars(word: &str) -> String {
    word.replace('$', "$$")
}
