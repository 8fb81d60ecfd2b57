//! Panels of code: programs with line numbers, outputs side by side with what differs marked,
//! commands with the flag that matters marked, diffs.

use super::highlight;
use super::{escape, kinds};
use crate::diff::{Marked, sides};
use crate::facts::{Failure, Notation};
use crate::layout::{Command, Layout, Placed, Shows, typed};
use crate::words::{self, count, visible};
use spektr_judge::verdict::symptom_words;
use spektr_wing::{Expect, Symptom};
use std::fmt::Write;

/// Longer texts are cut on the page; the store has them whole.
const LINES: usize = 400;

/// One panel: a heading and something to read.
fn panel(class: &str, heading: &str, note: &str, body: &str) -> String {
    format!(
        "<section class=\"panel {class}\"><h4>{heading}<span class=\"note\">{}</span></h4>{body}\
         </section>",
        escape(note)
    )
}

/// Scrolls by itself, so that it must be reachable by keyboard.
fn pre(class: &str, label: &str, inner: &str) -> String {
    format!(
        "<pre class=\"{class}\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><code>{inner}\
         </code></pre>",
        escape(label)
    )
}

/// The files of a program, one panel each.
pub(super) fn program(heading: &str, program: &Placed<'_>, notation: &Notation) -> String {
    program.files().map(|(path, text)| file("program", heading, path, text, notation)).collect()
}

/// A file with line numbers.
fn file(class: &str, heading: &str, path: &str, text: &str, notation: &Notation) -> String {
    let note = format!("{path} · {}", count(text.lines().count() as u64, "line"));
    let (text, rest) = cut(text);
    let inner = highlight::lines(&text, notation);
    let body = pre("code numbered", &format!("{heading}, {path}"), &inner) + &rest;
    panel(class, &escape(heading), &note, &body)
}

fn cut(text: &str) -> (String, String) {
    let lines = text.lines().count();
    if lines <= LINES {
        return (text.to_owned(), String::new());
    }
    let kept = text.lines().take(LINES).collect::<Vec<_>>().join("\n");
    let rest = count((lines - LINES) as u64, "more line");
    (kept, format!("<p class=\"cut\">{rest}</p>"))
}

/// What stands beside the program: right and wrong output, what a tool wrote, or what the
/// compiler said.
pub(super) fn effect(layout: &Layout<'_>) -> String {
    let quote = |heading: &str, text: &str| {
        let (text, rest) = cut(text);
        let inner = escape(&text);
        panel("found", heading, "", &(pre("code said", heading, &inner) + &rest))
    };
    match &layout.bug.failure {
        Failure::WrongCode { symptom } => match layout.shows() {
            Shows::Files => written_files(layout, symptom),
            Shows::Run | Shows::Compile => outputs(layout),
        },
        Failure::InternalError { diagnostics, .. } | Failure::Rejected { diagnostics, .. } => {
            quote("The compiler says", diagnostics)
        }
        Failure::Hang { seconds } => panel(
            "found",
            "What happens",
            "",
            &format!("<p>The compiler was stopped after {}.</p>", count(*seconds, "second")),
        ),
        Failure::OutOfMemory { megabytes, diagnostics } => {
            let text =
                format!("More than {megabytes} MB of memory were asked for.\n\n{diagnostics}");
            quote("The compiler says", text.trim_end())
        }
    }
}

fn outputs(layout: &Layout<'_>) -> String {
    let shown = layout.bug.shown();
    let end = |end: Option<String>| end.map(|end| format!("ends with {end}"));
    let mut notes: Vec<String> = Vec::new();
    if let Expect::OneOf(behaviours) = &shown.expect {
        notes.push(format!("one of {}", count(behaviours.len() as u64, "right behaviour")));
    }
    notes.extend(end(shown.expect.end().and_then(words::end)));
    let note = notes.join(", ");
    let expected = visible(shown.expect.stdout());
    let Some(seen) = &shown.seen else {
        let right = sides(&expected, "").0;
        let unknown = "<p>The compiler was not here to try it.</p>";
        return panel("right", "Right output", &note, &output("Right output", &right))
            + &panel("found", "Wrong output", "", unknown);
    };
    let (right, wrong) = sides(&expected, &visible(&seen.stdout));
    let wrong_note = end(words::process_end(seen.end)).unwrap_or_default();
    panel("right", "Right output", &note, &output("Right output", &right))
        + &panel("found", "Wrong output", &wrong_note, &output("Wrong output", &wrong))
}

/// What a tool wrote, and why that is wrong.
fn written_files(layout: &Layout<'_>, symptom: &Symptom) -> String {
    let why = format!("<p>{}</p>", escape(&symptom_words(symptom)));
    let mut html = panel("found", "What differs", "", &why);
    for (path, written) in layout.wrong_files() {
        let text = visible(&written.bytes);
        html.push_str(&file("found", "The tool writes", &path, &text, &layout.bug.notation));
    }
    html
}

fn output(label: &str, lines: &[Marked]) -> String {
    if lines.is_empty() {
        return "<p class=\"empty\">Nothing is printed.</p>".to_owned();
    }
    let mut inner = String::new();
    for line in lines.iter().take(LINES) {
        let text = escape(&line.text);
        match line.differs {
            true => writeln!(inner, "<mark>{text}</mark>"),
            false => writeln!(inner, "{text}"),
        }
        .expect("writing to a string");
    }
    let rest = lines.len().saturating_sub(LINES) as u64;
    let rest = match rest {
        0 => String::new(),
        rest => format!("<p class=\"cut\">{}</p>", count(rest, "more line")),
    };
    pre("code", label, &inner) + &rest
}

/// The commands; words of flags that only one of them has are marked.
pub(super) fn commands(layout: &Layout<'_>) -> String {
    let bug = layout.bug;
    let (fails, fine) = match layout.shows() {
        Shows::Run | Shows::Files => ("wrong", "right"),
        Shows::Compile => (kinds::kind(bug.failure.class()).1, "compiles"),
    };
    let mut html = String::from("<div class=\"commands\">");
    if let Some(control) = &bug.control {
        let commands = typed(layout, "right", control, &bug.flags);
        html.push_str(&command("right", fine, &commands));
    }
    let others = bug.control.as_ref().unwrap_or(&bug.flags);
    html.push_str(&command("found", fails, &typed(layout, "wrong", &bug.flags, others)));
    html.push_str("</div>");
    html
}

fn command(class: &str, label: &str, lines: &[Command]) -> String {
    let spelled = |line: &Command| -> String {
        let words = line.iter().map(|word| match word.own {
            true => format!("<mark class=\"w\">{}</mark>", escape(&word.text)),
            false => format!("<span class=\"w\">{}</span>", escape(&word.text)),
        });
        words.collect::<Vec<_>>().join(" ")
    };
    let lines: Vec<String> = lines.iter().map(spelled).collect();
    // A build and its run go on one line; what takes more steps has one line for each.
    let text = if lines.len() > 2 { lines.join("\n") } else { lines.join(" &amp;&amp; ") };
    format!(
        "<div class=\"command {class}\"><span class=\"label\">{label}</span>{}</div>",
        pre("code", &format!("Command, {label}"), &text)
    )
}

/// A unified diff, coloured.
pub(super) fn diff(label: &str, text: &str) -> String {
    let (text, rest) = cut(text);
    let mut inner = String::new();
    for line in text.lines() {
        let class = match line.as_bytes().first() {
            _ if line.starts_with("--- ") || line.starts_with("+++ ") => "hunk",
            Some(b'+') => "add",
            Some(b'-') => "del",
            Some(b'@') => "hunk",
            _ => "same",
        };
        write!(inner, "<span class=\"{class}\">{}\n</span>", escape(line))
            .expect("writing to a string");
    }
    pre("code diff", label, &inner) + &rest
}
