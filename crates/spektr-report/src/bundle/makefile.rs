//! The bundle's `Makefile`: `make reproduce` for the answer, `make wrong` and `make right` to
//! look at the builds oneself.

use super::reproduce::VARIABLE;
use crate::layout::{Layout, Shows, Spelling, environment, file_in_bundle, lines, made};
use crate::words::one_line;
use spektr_judge::Flag;
use spektr_judge::config::quoted;
use spektr_wing::By;
use std::fmt::Write;

pub(super) fn text(layout: &Layout<'_>) -> String {
    let bug = layout.bug;
    let mut text = String::from("# make reproduce  says whether the bug shows\n");
    text.push_str("# make wrong      builds with the flags that show it\n");
    if bug.control.is_some() {
        text.push_str("# make right      builds with flags that do not\n");
    }
    let command = value(&bug.compiler.command);
    write!(text, "\n# The compiler: make {VARIABLE}=...\n{VARIABLE} ?= {command}\n")
        .expect("writing to a string");
    for (name, setting) in environment(layout) {
        writeln!(text, "export {name} := {}", value(setting)).expect("writing to a string");
    }
    text.push_str("\nreproduce:\n\t@sh ./reproduce.sh\n\n");
    rule(layout, "wrong", &bug.flags, &mut text);
    let mut kinds = vec!["wrong"];
    if let Some(control) = &bug.control {
        rule(layout, "right", control, &mut text);
        kinds.push("right");
    }
    let results: Vec<String> = kinds.iter().flat_map(|kind| results(layout, kind)).collect();
    write!(
        text,
        "clean:\n\trm -f {}\n\n.PHONY: reproduce {} clean\n",
        results.join(" "),
        kinds.join(" ")
    )
    .expect("writing to a string");
    text
}

/// Builds into files called after `kind`; a build that comes about is run too.
fn rule(layout: &Layout<'_>, kind: &str, flags: &[Flag], text: &mut String) {
    let spelling = Spelling {
        subject: format!("$({VARIABLE})"),
        word: &word,
        file: &|name| file_in_bundle(layout.shown(), kind, name),
        program: &|name| format!("./{}", made(layout.shown(), kind, name)),
        others: flags,
    };
    writeln!(text, "{kind}:").expect("writing to a string");
    for (step, command) in lines(layout, flags, &spelling) {
        let words: Vec<&str> = command.iter().map(|word| word.text.as_str()).collect();
        // A wrong program may well end as it should not.
        let goes_on = if matches!(step.by, By::Built(_)) { "-" } else { "" };
        writeln!(text, "\t{goes_on}{}", words.join(" ")).expect("writing to a string");
    }
    text.push('\n');
}

/// What the steps of a build leave behind.
fn results(layout: &Layout<'_>, kind: &str) -> Vec<String> {
    let steps = &layout.bug.shown().experiment().steps;
    let outputs = steps.iter().filter_map(|step| step.output.as_deref());
    let mut names: Vec<String> =
        outputs.map(|output| word(&made(layout.shown(), kind, output))).collect();
    if layout.shows() == Shows::Run && names.is_empty() {
        names.push(kind.to_owned());
    }
    names
}

/// A word of a recipe: make reads `$` for itself, and a line ends where it ends.
fn word(word: &str) -> String {
    quoted(&word.replace(['\n', '\r'], " ")).replace('$', "$$")
}

/// What a variable is set to.
fn value(text: &str) -> String {
    one_line(text, 1_000).replace('$', "$$").replace('#', "\\#")
}
