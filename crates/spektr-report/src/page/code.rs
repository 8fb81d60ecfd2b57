//! Panels of code: programs with line numbers, outputs side by side with what differs marked,
//! commands with the flag that matters marked, diffs.

use super::highlight;
use super::{escape, kinds};
use crate::case::{Case, Placed, build, differing, quoted};
use crate::diff::{Marked, sides};
use crate::facts::Failure;
use crate::words::{count, visible};
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
pub(super) fn program(heading: &str, program: &Placed<'_>) -> String {
    let mut html = String::new();
    for (path, text) in program.files() {
        let (text, rest) = cut(text);
        let note = format!("{path} · {}", count(text.lines().count() as u64, "line"));
        let inner = highlight::lines(&text);
        let body = pre("code numbered", &format!("{heading}, {path}"), &inner) + &rest;
        html.push_str(&panel("program", &escape(heading), &note, &body));
    }
    html
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

/// What stands beside the program: right and wrong output, or what the compiler said.
pub(super) fn effect(case: &Case<'_>) -> String {
    let quote = |heading: &str, text: &str| {
        let (text, rest) = cut(text);
        let inner = escape(&text);
        panel("found", heading, "", &(pre("code said", heading, &inner) + &rest))
    };
    match &case.bug.failure {
        Failure::WrongCode { ending, .. } => outputs(case, ending.as_deref()),
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

fn outputs(case: &Case<'_>, ending: Option<&str>) -> String {
    let shown = case.bug.shown();
    let Some(found) = &shown.found else {
        let right = sides(&visible(&shown.expected), "").0;
        let unknown = "<p>The compiler was not here to try it.</p>";
        return panel("right", "Right output", "", &output("Right output", &right))
            + &panel("found", "Wrong output", "", unknown);
    };
    let (right, wrong) = sides(&visible(&shown.expected), &visible(found));
    let ending = ending.map(|ending| format!("ends with {ending}")).unwrap_or_default();
    panel("right", "Right output", "", &output("Right output", &right))
        + &panel("found", "Wrong output", &ending, &output("Wrong output", &wrong))
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

/// The commands; words that only one of them has are marked.
pub(super) fn commands(case: &Case<'_>) -> String {
    let bug = case.bug;
    let runs = matches!(bug.failure, Failure::WrongCode { .. });
    let mut html = String::from("<div class=\"commands\">");
    let mut add = |class: &str, label: &str, flags: &[String], others: &[String], output: &str| {
        let own: Vec<String> = differing(flags, others).into_iter().map(quoted).collect();
        let words: Vec<String> = build(case, flags, output)
            .iter()
            .map(|word| match own.contains(word) {
                true => format!("<mark class=\"w\">{}</mark>", escape(word)),
                false => format!("<span class=\"w\">{}</span>", escape(word)),
            })
            .collect();
        let run = if runs { format!(" &amp;&amp; ./{output}") } else { String::new() };
        write!(
            html,
            "<div class=\"command {class}\"><span class=\"label\">{label}</span>{}</div>",
            pre("code", &format!("Command, {label}"), &format!("{}{run}", words.join(" ")))
        )
        .expect("writing to a string");
    };
    let (fails, fine) =
        if runs { ("wrong", "right") } else { (kinds::kind(&bug.failure).1, "compiles") };
    match &bug.control {
        Some(control) => {
            add("right", fine, control, &bug.flags, "right");
            add("found", fails, &bug.flags, control, "wrong");
        }
        None => add("found", fails, &bug.flags, &bug.flags, "wrong"),
    }
    html.push_str("</div>");
    html
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
