//! `report.md`: what a maintainer asks for, in the order they ask. Code first, two commands,
//! right and wrong output, why the program is valid, the pass, the versions. Exact and short;
//! notes to the person who files it are in a comment that trackers do not show.

use super::markdown::{cell, code, comment, fenced, plain};
use crate::facts::Failure;
use crate::layout::{Layout, Placed, Shows, differing, extension, plain_name, typed};
use crate::words::{self, count, visible};
use spektr_judge::verdict::symptom_words;
use spektr_judge::{Agreement, Elsewhere, Flag, Testimony, Verdict, VerdictClass};
use spektr_wing::{Difference, Expect, Symptom};

/// Trackers take some 65,000 characters; a reader takes fewer.
const INLINE_PROGRAM_BYTES: usize = 16_000;
const INLINE_OUTPUT_LINES: usize = 40;
const INLINE_FILE_LINES: usize = 120;
const INLINE_DIFF_LINES: usize = 80;
const INLINE_DIAGNOSTIC_LINES: usize = 40;

pub(super) fn text(layout: &Layout<'_>) -> String {
    let parts = [
        comment(&notes(layout)),
        format!("# {}\n", plain(&layout.title)),
        program(layout),
        to_reproduce(layout),
        what_happens(layout),
        validity(layout),
        guilty_pass(layout),
        exhibits(layout),
        versions(layout),
        origin(layout),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

/// What the person has to do, which no tool can.
fn notes(layout: &Layout<'_>) -> String {
    let bug = layout.bug;
    let mut notes = String::from(
        "For the person who files this. spektr posts nothing; please\n\
         - search the tracker for duplicates, ",
    );
    let terms = bug.guilty_pass().map_or(&bug.signature, |guilt| &guilt.pass);
    notes.push_str(&format!("for instance for: {}\n", words::one_line(terms, 300)));
    notes.push_str(
        "- run ./reproduce.sh with the newest version of the compiler\n\
         - read the program and this text, and stand behind them\n",
    );
    let disagrees = |it: &Testimony| matches!(it.agreement, Agreement::Disagrees(_));
    if bug.failure.class().needs_validity() && bug.testimonies.iter().any(disagrees) {
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
        let reason = words::one_line(&format!("{}{link}", mute.reason), 300);
        notes.push_str(&format!("- note that this bug is muted here: {reason}\n"));
    }
    notes
}

fn program(layout: &Layout<'_>) -> String {
    let mut text = String::from("I tried this code:\n\n");
    text.push_str(&inline_files(layout.shown()));
    if layout.lifted.is_some() {
        let files: Vec<String> = layout.reduced.files().map(|(path, _)| code(path)).collect();
        text.push_str(&format!(
            "\nThe same in the form in which it was reduced: {}.\n",
            files.join(", ")
        ));
    }
    text
}

fn inline_files(program: &Placed<'_>) -> String {
    let several = program.files().count() > 1;
    let shown = program.files().map(|(path, source)| {
        if source.len() > INLINE_PROGRAM_BYTES {
            return format!("{} (too long to show here)\n", code(path));
        }
        let name = if several { format!("{}:\n\n", code(path)) } else { String::new() };
        name + &fenced(extension(path), &visible(source.as_bytes()))
    });
    shown.collect::<Vec<_>>().join("\n")
}

fn to_reproduce(layout: &Layout<'_>) -> String {
    let bug = layout.bug;
    let (right, wrong) = match layout.shows() {
        Shows::Run | Shows::Files => ("right", "wrong"),
        Shows::Compile => ("compiles", "fails"),
    };
    let build = |label: &str, kind: &str, flags: &[Flag]| {
        let lines: Vec<String> = typed(layout, kind, flags, flags)
            .iter()
            .map(|line| line.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "))
            .collect();
        let lines = match lines.len() {
            0..=2 => lines.join(" && "),
            _ => lines.join("\n"),
        };
        format!("# {label}\n{lines}\n")
    };
    let mut commands = String::new();
    let mut lead = String::from("## To reproduce\n\n");
    if let Some(control) = &bug.control {
        commands.push_str(&build(right, "right", control));
        lead.push_str(&difference_of_flags(&bug.flags, control));
        lead.push('\n');
    }
    commands.push_str(&build(wrong, "wrong", &bug.flags));
    format!(
        "{lead}{}\n`./reproduce.sh [COMPILER]` finds the compiler, does this and compares; it exits \
         with 0 if the bug shows.\n",
        fenced("sh", &visible(commands.as_bytes()))
    )
}

fn difference_of_flags(wrong: &[Flag], right: &[Flag]) -> String {
    let (gone, new) = (differing(wrong, right), differing(right, wrong));
    match (gone.is_empty(), new.is_empty()) {
        (true, true) => String::new(),
        (true, false) => {
            format!("The commands differ in {}, which makes it right.\n", flags(new))
        }
        (false, true) => {
            format!("The commands differ in {}, which makes it wrong.\n", flags(gone))
        }
        (false, false) => {
            format!("The wrong command has {}, the right one {}.\n", flags(gone), flags(new))
        }
    }
}

fn flags<'a>(flags: impl IntoIterator<Item = &'a Flag>) -> String {
    let flags: Vec<String> = flags.into_iter().map(|flag| code(&flag.to_string())).collect();
    match flags.is_empty() {
        true => "none at all".to_owned(),
        false => flags.join(" "),
    }
}

fn what_happens(layout: &Layout<'_>) -> String {
    let said = |diagnostics: &str| first_lines(diagnostics, "text", INLINE_DIAGNOSTIC_LINES, "");
    let text = match &layout.bug.failure {
        Failure::WrongCode { symptom } => match layout.shows() {
            Shows::Files => written_files(layout, symptom),
            Shows::Run | Shows::Compile => outputs(layout, symptom),
        },
        Failure::InternalError { diagnostics, .. } => {
            format!("The compiler fails with an internal error:\n\n{}", said(diagnostics))
        }
        Failure::Rejected { diagnostics, .. } => format!(
            "I expected the program to be accepted. The compiler says:\n\n{}",
            said(diagnostics)
        ),
        Failure::Hang { seconds } => {
            format!("The compiler was stopped after {}.\n", count(*seconds, "second"))
        }
        Failure::OutOfMemory { megabytes, diagnostics } => {
            let lead =
                format!("The compiler was given {megabytes} MB of memory and asked for more.\n");
            match diagnostics.trim().is_empty() {
                true => lead,
                false => format!("{lead}\n{}", said(diagnostics)),
            }
        }
    };
    format!("## What happens\n\n{text}")
}

fn outputs(layout: &Layout<'_>, symptom: &Symptom) -> String {
    let shown = layout.bug.shown();
    let expected = visible(shown.expect.stdout());
    let found = shown.seen.as_ref().map(|seen| visible(&seen.stdout)).unwrap_or_default();
    let mut text = String::new();
    if expected == found {
        text.push_str("What is printed is right:\n\n");
        text.push_str(&first_lines(&found, "text", INLINE_OUTPUT_LINES, "wrong.txt"));
    } else if expected.lines().count().max(found.lines().count()) > INLINE_OUTPUT_LINES {
        let diff = crate::diff::unified(&expected, &found, "expected.txt", "wrong.txt");
        text.push_str("Expected and wrong output differ:\n\n");
        text.push_str(&first_lines(&diff, "diff", INLINE_DIFF_LINES, "expected.txt and wrong.txt"));
    } else {
        text.push_str(&format!("Expected output:\n\n{}", fenced("text", &expected)));
        text.push_str(&format!("\nWrong output:\n\n{}", fenced("text", &found)));
    }
    if let Expect::OneOf(behaviours) = &shown.expect {
        text.push_str(&format!(
            "\nThe language leaves a choice: {} are right, and the first is shown.\n",
            count(behaviours.len() as u64, "behaviour")
        ));
    }
    if let Some(end) = shown.expect.end().and_then(words::end) {
        text.push_str(&format!("\nThe program must end with {end}.\n"));
    }
    match symptom {
        Symptom::Output { difference } => text.push_str(&first_difference(difference)),
        other => text.push_str(&format!("\nWhat is wrong: {}.\n", plain(&symptom_words(other)))),
    }
    text
}

fn first_difference(difference: &Difference) -> String {
    let found = match &difference.found {
        Some(found) => format!("is {}", code(found)),
        None => "is not printed any more".to_owned(),
    };
    format!(
        "\nThe first difference: {} in {} {found}; it should be {}.\n",
        code(&difference.variable),
        code(&difference.function),
        code(&difference.wanted)
    )
}

/// What a tool wrote is judged by what it means, and this is how that differs.
fn written_files(layout: &Layout<'_>, symptom: &Symptom) -> String {
    let mut text = String::from("What the tool writes does not mean what it was given:\n\n");
    match symptom {
        Symptom::Output { difference } => {
            let found = difference.found.as_deref().map_or("nothing".to_owned(), code);
            text.push_str(&format!(
                "- where: {} in {}\n- before, it can only be: {}\n- afterwards, it is: {found}\n",
                code(&difference.variable),
                code(&difference.function),
                code(&difference.wanted),
            ));
        }
        other => text.push_str(&format!("- {}\n", plain(&symptom_words(other)))),
    }
    for (path, file) in layout.wrong_files() {
        let written = String::from_utf8_lossy(&file.bytes).into_owned();
        text.push_str(&format!("\nThe tool writes ({}):\n\n", code(&path)));
        text.push_str(&first_lines(&written, extension(&path), INLINE_FILE_LINES, &path));
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

const UNDEFINED: &str = "Not to run: it would have undefined behaviour then. The crash does not depend \
    on it: it is not run, and no compiler should break while it translates it.\n";

fn validity(layout: &Layout<'_>) -> String {
    let bug = layout.bug;
    let mut text = String::from("## Is the program valid?\n\n");
    let means_nothing = bug.shown().expect == Expect::NoCrash;
    if means_nothing {
        text.push_str(UNDEFINED);
    }
    if bug.testimonies.is_empty() {
        return if means_nothing { text } else { String::new() };
    }
    if means_nothing {
        text.push('\n');
    }
    text.push_str("| asked | answer |\n|---|---|\n");
    for testimony in &bug.testimonies {
        let answer = match &testimony.agreement {
            Agreement::Agrees if means_nothing => {
                "undefined, which the crash does not depend on".to_owned()
            }
            Agreement::Agrees if layout.shows() == Shows::Run => {
                "no undefined behaviour; prints the expected output".to_owned()
            }
            Agreement::Agrees => "no undefined behaviour".to_owned(),
            Agreement::Disagrees(how) if means_nothing => {
                format!("{}, which the crash does not depend on", cell(how))
            }
            Agreement::Disagrees(how) => format!("**disagrees**: {}", cell(how)),
            Agreement::CannotTell(reason) => format!("cannot tell: {}", cell(reason)),
        };
        let asked = format!("{} {}", testimony.who, testimony.flags);
        text.push_str(&format!("| {} | {answer} |\n", cell(&asked)));
    }
    text
}

fn guilty_pass(layout: &Layout<'_>) -> String {
    let bug = layout.bug;
    let Some(guilt) = bug.guilty_pass() else {
        return format!(
            "## Which flags\n\nThe smallest set of flags that shows it: {}.\n",
            flags(&bug.flags)
        );
    };
    let on = match guilt.on.is_empty() {
        true => String::new(),
        false => format!(", when it works on {}", code(&guilt.on)),
    };
    let mut text = format!(
        "## Which pass\n\n{} pass {}{on}. The smallest set of flags that shows it: {}.\n",
        plain(&guilt.layer),
        code(&guilt.pass),
        flags(&bug.flags)
    );
    if !guilt.narrower.is_empty() {
        let flags: Vec<String> =
            guilt.narrower.iter().map(|flag| code(&flag.to_string())).collect();
        text.push_str(&format!("It is enough to compile with {}.\n", flags.join(", or with ")));
    }
    if !guilt.needs.is_empty() {
        let needs: Vec<String> = guilt.needs.iter().map(|pass| code(pass)).collect();
        text.push_str(&format!(
            "The program is right without {} too, so one of them may be to blame; I do not know \
             which.\n",
            needs.join(" and ")
        ));
    }
    if let Some(change) = &bug.change
        && let Some((old, new)) = crate::diff::single_replacement(&change.before, &change.after)
    {
        text.push_str(&format!("It replaces {} by {}.\n", code(&old), code(&new)));
    }
    if let Some(diff) = &layout.pass_diff {
        text.push_str("\nWhat it changes:\n\n");
        text.push_str(&first_lines(diff, "diff", INLINE_DIFF_LINES, "pass.diff"));
    }
    text
}

fn versions(layout: &Layout<'_>) -> String {
    let compiler = &layout.bug.compiler;
    let class = layout.bug.failure.class();
    let mut text = String::from("## Versions\n\n| compiler | version | result |\n|---|---|---|\n");
    let own = Elsewhere {
        compiler: compiler.command.clone(),
        version: compiler.version.clone(),
        affected: Some(true),
        said: String::new(),
    };
    for row in std::iter::once(&own).chain(&layout.bug.elsewhere) {
        text.push_str(&format!(
            "| {} | {} | {} |\n",
            cell(&row.compiler),
            cell(&row.version),
            result(row, class)
        ));
    }
    if let Some(full) = &compiler.full_version {
        text.push_str(&format!("\n{}", fenced("text", &visible(full.as_bytes()))));
    }
    text
}

fn result(row: &Elsewhere, class: VerdictClass) -> String {
    match row.affected {
        Some(true) => format!("**{}**", words::class(class)),
        Some(false) if row.said == Verdict::Pass.to_string() => "right".to_owned(),
        Some(false) => cell(&row.said),
        None => "these flags do not exist there".to_owned(),
    }
}

/// What is in the bundle for other people's tools.
fn exhibits(layout: &Layout<'_>) -> String {
    let rows = layout.bug.exhibits.iter().map(|exhibit| {
        let about = plain(&words::one_line(&exhibit.about, 300));
        format!("- {}: {about}\n", code(&plain_name(&exhibit.name)))
    });
    let rows: String = rows.collect();
    if rows.is_empty() { rows } else { format!("## For other tools\n\n{rows}") }
}

fn origin(layout: &Layout<'_>) -> String {
    let bug = layout.bug;
    let language = words::language(bug);
    let version = words::one_line(&bug.origin.spektr_version, 100);
    let maker = match bug.origin.maker.as_str() {
        "" => String::new(),
        maker => format!("{}, ", code(maker)),
    };
    let mut text = match bug.origin.seed {
        Some(seed) => format!(
            "## Origin\n\nFound by spektr {version}, a fuzzer, in a random {language} program \
             ({maker}seed {seed})"
        ),
        None => format!(
            "## Origin\n\nThis {language} program was given to spektr {version} by a person"
        ),
    };
    if let (Some(before), Some(after)) = (bug.original_size, bug.reduced_size) {
        text.push_str(&format!("; reduced from {} to {}", words::size(before), words::size(after)));
    }
    text.push_str(".\n");
    text
}
