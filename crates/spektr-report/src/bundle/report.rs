//! `report.md`: what a maintainer asks for, in the order they ask. Code first, two commands,
//! right and wrong output, why the program is valid, the pass, the versions. Exact and short;
//! notes to the person who files it are in a comment that trackers do not show.

use super::markdown::{cell, code, comment, fenced, plain};
use crate::case::{Case, Placed, build, differing};
use crate::facts::{Elsewhere, Exhibit, Failure, Guilt, Outcome, Testimony, Witness};
use crate::words::{count, visible};

/// Trackers take some 65,000 characters; a reader takes fewer.
const INLINE_PROGRAM_BYTES: usize = 16_000;
const INLINE_OUTPUT_LINES: usize = 40;
const INLINE_DIFF_LINES: usize = 80;
const INLINE_DIAGNOSTIC_LINES: usize = 40;

pub(super) fn text(case: &Case<'_>) -> String {
    let parts = [
        comment(&notes(case)),
        format!("# {}\n", plain(&case.title)),
        program(case),
        to_reproduce(case),
        what_happens(case),
        validity(case),
        guilty_pass(case),
        versions(case),
        origin(case),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

/// What the person has to do, which no tool can.
fn notes(case: &Case<'_>) -> String {
    let bug = case.bug;
    let mut notes = String::from(
        "For the person who files this. spektr posts nothing; please\n\
         - search the tracker for duplicates, ",
    );
    let terms = match &bug.guilt {
        Some(guilt) => format!("for instance for: {}\n", guilt.pass),
        None => format!("for instance for: {}\n", bug.signature),
    };
    notes.push_str(&terms);
    notes.push_str(
        "- run ./reproduce.sh with the newest version of the compiler\n\
         - read the program and this text, and stand behind them\n",
    );
    let must_be_valid = matches!(bug.failure, Failure::WrongCode { .. } | Failure::Rejected { .. });
    if must_be_valid && bug.witnesses.iter().any(disagrees) {
        notes.push_str("- WAIT: a witness disagrees (see below). Settle that before you file.\n");
    }
    if bug.by_pass > 0 {
        notes.push_str(&format!(
            "- note that {} of {} in spektr's store are here because of the pass only, and may\n  \
             show another bug of it\n",
            count(bug.by_pass, "finding"),
            bug.findings
        ));
    }
    if let Some(mute) = &bug.mute {
        let link = mute.link.as_ref().map(|link| format!(" ({link})")).unwrap_or_default();
        notes.push_str(&format!("- note that this bug is muted here: {}{link}\n", mute.reason));
    }
    notes
}

fn disagrees(witness: &Witness) -> bool {
    matches!(witness.testimony, Testimony::PrintsOtherwise | Testimony::Undefined(_))
}

fn program(case: &Case<'_>) -> String {
    let mut text = String::from("I tried this code:\n\n");
    text.push_str(&inline_files(case.shown()));
    if case.lifted.is_some() {
        let files: Vec<String> = case.reduced.files().map(|(path, _)| code(path)).collect();
        text.push_str(&format!(
            "\nThe same in the form in which it was reduced: {}.\n",
            files.join(", ")
        ));
    }
    text
}

fn inline_files(program: &Placed<'_>) -> String {
    let mut text = String::new();
    let several = program.files().count() > 1;
    for (path, source) in program.files() {
        if source.len() > INLINE_PROGRAM_BYTES {
            text.push_str(&format!("{} (too long to show here)\n", code(path)));
            continue;
        }
        if several {
            text.push_str(&format!("{}:\n", code(path)));
        }
        text.push_str(&fenced(language(path), source));
    }
    text
}

fn language(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("rs") => "rust",
        Some("c" | "h") => "c",
        Some("cpp" | "cc" | "hpp") => "cpp",
        Some("ll") => "llvm",
        _ => "text",
    }
}

fn to_reproduce(case: &Case<'_>) -> String {
    let bug = case.bug;
    let runs = matches!(bug.failure, Failure::WrongCode { .. });
    let line = |label: &str, flags: &[String], output: &str| {
        let run = if runs { format!(" && ./{output}") } else { String::new() };
        format!("# {label}\n{}{run}\n", build(case, flags, output).join(" "))
    };
    let mut commands = String::new();
    let mut lead = String::from("## To reproduce\n\n");
    if let Some(control) = &bug.control {
        commands.push_str(&line(if runs { "right" } else { "compiles" }, control, "right"));
        lead.push_str(&difference_of_flags(&bug.flags, control));
        lead.push('\n');
    }
    commands.push_str(&line(if runs { "wrong" } else { "fails" }, &bug.flags, "wrong"));
    format!(
        "{lead}{}\n`./reproduce.sh [COMPILER]` does this and compares; it exits with 0 if the bug \
         shows.\n",
        fenced("sh", &commands)
    )
}

fn difference_of_flags(wrong: &[String], right: &[String]) -> String {
    let spelled =
        |flags: &[&str]| flags.iter().map(|flag| code(flag)).collect::<Vec<_>>().join(" ");
    let (gone, new) = (differing(wrong, right), differing(right, wrong));
    match (gone.is_empty(), new.is_empty()) {
        (true, true) => String::new(),
        (true, false) => {
            format!("The commands differ in {}, which makes it right.\n", spelled(&new))
        }
        (false, true) => {
            format!("The commands differ in {}, which makes it wrong.\n", spelled(&gone))
        }
        (false, false) => {
            format!("The wrong command has {}, the right one {}.\n", spelled(&gone), spelled(&new))
        }
    }
}

fn what_happens(case: &Case<'_>) -> String {
    match &case.bug.failure {
        Failure::WrongCode { ending, .. } => outputs(case, ending.as_deref()),
        Failure::InternalError { diagnostics, .. } => format!(
            "## What happens\n\nThe compiler fails with an internal error:\n\n{}",
            first_lines(diagnostics, "text", INLINE_DIAGNOSTIC_LINES, "")
        ),
        Failure::Rejected { diagnostics, .. } => format!(
            "## What happens\n\nI expected the program to be accepted. The compiler says:\n\n{}",
            first_lines(diagnostics, "text", INLINE_DIAGNOSTIC_LINES, "")
        ),
        Failure::Hang { seconds } => format!(
            "## What happens\n\nThe compiler was stopped after {}.\n",
            count(*seconds, "second")
        ),
        Failure::OutOfMemory { megabytes, diagnostics } => {
            let mut text = format!(
                "## What happens\n\nThe compiler was given {megabytes} MB of memory and asked for \
                 more.\n"
            );
            if !diagnostics.trim().is_empty() {
                text.push('\n');
                text.push_str(&first_lines(diagnostics, "text", INLINE_DIAGNOSTIC_LINES, ""));
            }
            text
        }
    }
}

fn outputs(case: &Case<'_>, ending: Option<&str>) -> String {
    let Exhibit { expected, found, .. } = case.bug.shown();
    let (expected, found) = (visible(expected), visible(found.as_deref().unwrap_or_default()));
    let mut text = String::from("## What happens\n\n");
    if expected.lines().count().max(found.lines().count()) > INLINE_OUTPUT_LINES {
        let diff = crate::diff::unified(&expected, &found, "expected.txt", "wrong.txt");
        text.push_str("Expected and wrong output differ:\n\n");
        text.push_str(&first_lines(&diff, "diff", INLINE_DIFF_LINES, "expected.txt and wrong.txt"));
    } else {
        text.push_str(&format!("Expected output:\n\n{}", fenced("text", &expected)));
        text.push_str(&format!("\nWrong output:\n\n{}", fenced("text", &found)));
    }
    if let Some(ending) = ending {
        text.push_str(&format!("\nThe wrong build ends with {}.\n", code(ending)));
    }
    if let Failure::WrongCode { difference: Some(difference), .. } = &case.bug.failure {
        let found = match &difference.found {
            Some(found) => format!("is {}", code(found)),
            None => "is not printed any more".to_owned(),
        };
        text.push_str(&format!(
            "\nThe first difference: {} in {} {found}; it should be {}.\n",
            code(&difference.variable),
            code(&difference.function),
            code(&difference.wanted)
        ));
    }
    text
}

/// A fenced text, cut after `limit` lines with a word on where the rest is.
fn first_lines(text: &str, language: &str, limit: usize, whole: &str) -> String {
    let text = visible(text.as_bytes());
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() <= limit {
        return fenced(language, &text);
    }
    let rest = count((lines.len() - limit) as u64, "more line");
    let place = if whole.is_empty() { String::new() } else { format!(" in {whole}") };
    format!("{}\n({rest}{place})\n", fenced(language, &lines[..limit].join("\n")))
}

fn validity(case: &Case<'_>) -> String {
    let witnesses = &case.bug.witnesses;
    if witnesses.is_empty() {
        return String::new();
    }
    let runs = matches!(case.bug.failure, Failure::WrongCode { .. });
    let mut text = String::from("## Is the program valid?\n\n");
    text.push_str("| asked | answer |\n|---|---|\n");
    for witness in witnesses {
        let answer = match &witness.testimony {
            Testimony::Agrees if runs => {
                "no undefined behaviour; prints the expected output".to_owned()
            }
            Testimony::Agrees => "no undefined behaviour".to_owned(),
            Testimony::PrintsOtherwise => {
                "no undefined behaviour; prints **something else**".to_owned()
            }
            Testimony::Undefined(message) => format!("**undefined**: {}", cell(message)),
            Testimony::Silent(reason) => format!("cannot tell: {}", cell(reason)),
        };
        text.push_str(&format!("| {} | {answer} |\n", cell(&witness.name)));
    }
    text
}

fn guilty_pass(case: &Case<'_>) -> String {
    let bug = case.bug;
    let Some(guilt) = &bug.guilt else {
        return format!("## Flags\n\nThe smallest set that shows it: {}.\n", flags(&bug.flags));
    };
    // Not every compiler says what its passes work on.
    let on = match guilt.on.is_empty() {
        true => String::new(),
        false => format!(", when it works on {}", code(&guilt.on)),
    };
    let mut text = format!(
        "## Which pass\n\n{} {}{on}. The smallest set of flags that shows it: {}.\n",
        layer(guilt),
        code(&guilt.pass),
        flags(&bug.flags)
    );
    if !guilt.needs.is_empty() {
        text.push_str(&format!(
            "The program is right without {} too: either the earlier pass makes something \
             undefined, or the later one goes wrong on code that is defined. I do not know which.\n",
            guilt.needs.iter().map(|pass| code(pass)).collect::<Vec<_>>().join(" and ")
        ));
    }
    if let Some(change) = &bug.pass_change
        && let Some((old, new)) = crate::diff::single_replacement(&change.before, &change.after)
    {
        text.push_str(&format!("It replaces {} by {}.\n", code(&old), code(&new)));
    }
    if let Some(diff) = &case.pass_diff {
        text.push_str("\nWhat it changes:\n\n");
        text.push_str(&first_lines(diff, "diff", INLINE_DIFF_LINES, "pass.diff"));
    }
    text
}

fn layer(guilt: &Guilt) -> &'static str {
    match guilt.layer.to_lowercase().as_str() {
        "mir" => "MIR pass",
        "llvm" => "LLVM pass",
        "gcc" => "GCC pass",
        _ => "Pass",
    }
}

fn flags(flags: &[String]) -> String {
    match flags.is_empty() {
        true => "none at all".to_owned(),
        false => flags.iter().map(|flag| code(flag)).collect::<Vec<_>>().join(" "),
    }
}

fn versions(case: &Case<'_>) -> String {
    let compiler = &case.bug.compiler;
    let mut text = String::from("## Versions\n\n| compiler | version | result |\n|---|---|---|\n");
    let own = Elsewhere {
        compiler: compiler.command.clone(),
        version: compiler.version.clone(),
        outcome: own_outcome(&case.bug.failure),
    };
    for row in std::iter::once(&own).chain(&case.bug.elsewhere) {
        let outcome = outcome(&row.outcome);
        text.push_str(&format!(
            "| {} | {} | {outcome} |\n",
            cell(&row.compiler),
            cell(&row.version)
        ));
    }
    if let Some(full) = &compiler.full_version {
        text.push_str(&format!("\n{}", fenced("text", full)));
    }
    text
}

fn own_outcome(failure: &Failure) -> Outcome {
    match failure {
        Failure::WrongCode { .. } => Outcome::WrongCode,
        Failure::InternalError { .. } => Outcome::InternalError,
        Failure::Rejected { .. } => Outcome::Rejected,
        Failure::Hang { .. } => Outcome::Hang,
        Failure::OutOfMemory { .. } => Outcome::OutOfMemory,
    }
}

fn outcome(outcome: &Outcome) -> String {
    let word = match outcome {
        Outcome::Right => "right",
        Outcome::WrongCode => "**wrong code**",
        Outcome::InternalError => "**internal error**",
        Outcome::Rejected => "**rejected**",
        Outcome::Hang => "**does not end**",
        Outcome::OutOfMemory => "**out of memory**",
        Outcome::Otherwise(words) => return cell(words),
        Outcome::NotTried => "these flags do not exist there",
    };
    word.to_owned()
}

/// Wings are called as they are typed; people write their languages otherwise.
fn language_name(wing: &str) -> String {
    match wing {
        "cpp" => "C++".to_owned(),
        other => other.to_uppercase(),
    }
}

fn origin(case: &Case<'_>) -> String {
    let bug = case.bug;
    let mut text = match bug.origin.seed {
        Some(seed) => format!(
            "## Origin\n\nFound by spektr {}, a fuzzer, in a random {} program (seed {seed})",
            bug.origin.spektr_version,
            language_name(&bug.wing)
        ),
        None => format!(
            "## Origin\n\nThis {} program was given to spektr {} by a person",
            language_name(&bug.wing),
            bug.origin.spektr_version
        ),
    };
    if let (Some(before), Some(after)) = (bug.original_size, bug.reduced_size) {
        text.push_str(&format!(
            "; reduced from {} in {} to {} in {}",
            count(before.statements, "statement"),
            count(before.functions, "function"),
            count(after.statements, "statement"),
            count(after.functions, "function")
        ));
    }
    text.push_str(".\n");
    text
}
