//! `spektr show`: one finding with everything that is known about it.

use super::shrinking::figures;
use super::triage::in_words;
use crate::cli::ShowArgs;
use crate::exit::{Exit, Failure};
use crate::words::say;
use spektr_hunt::dedup::sorting_of;
use spektr_hunt::examine::Reduction;
use spektr_hunt::store::{Finding, Store};
use spektr_hunt::triage::Triage;
use spektr_wing::SourceFile;

/// Lines of output and diagnostics that are shown; the store holds the rest.
const SHOWN_LINES: usize = 20;

pub fn run(args: &ShowArgs) -> Result<Exit, Failure> {
    let store = Store::open_existing(&args.store.place())?;
    let finding = store.finding(args.id)?;
    let program = match &finding.reduced {
        Some(reduced) if !args.original => reduced,
        _ => &finding.files,
    };
    let program = text(program);
    if args.program {
        say(&program);
        return Ok(Exit::Done);
    }
    say(&head(&finding));
    let kind = if finding.reduced.is_some() { "reduced program" } else { "program" };
    say(&format!("\n{kind}:\n{program}\n"));
    Ok(Exit::Done)
}

/// The files of a program; each with its name if there are several.
fn text(files: &[SourceFile]) -> String {
    let named = |file: &SourceFile| format!("==> {} <==\n{}", file.name, file.text);
    match files {
        [one] => one.text.clone(),
        several => several.iter().map(named).collect(),
    }
}

fn head(finding: &Finding) -> String {
    let mut text = format!(
        "finding {}: {}\n  {}\n  compiler    {} ({})\n  flags       {}\n  seed        {} ({}, spektr {})\n  state       {}\n",
        finding.id,
        finding.verdict,
        finding.summary,
        finding.compiler,
        finding.compiler_version,
        finding.configuration().typed(),
        finding.seed,
        finding.wing,
        finding.spektr_version,
        finding.state.name(),
    );
    if !finding.origin.maker.is_empty() {
        text.push_str(&format!("  made by     {}\n", finding.origin.maker));
    }
    if let Some(bug) = finding.bug {
        text.push_str(&format!("  bug         {bug}\n"));
    }
    if let Some(signature) = &finding.signature {
        text.push_str(&format!("  signature   {signature}\n"));
    }
    if let Some(sorting) = sorting_of(finding) {
        text.push_str(&format!("  sorted by   {}\n", sorting.words()));
    }
    if let Some(difference) = &finding.difference {
        let found = difference.found.as_deref().unwrap_or("nothing: the output ended");
        text.push_str(&format!(
            "  differs     {} in {}\n  wanted      {}\n  found       {found}\n",
            difference.variable, difference.function, difference.wanted
        ));
    }
    text.push_str(&closer_looks(finding));
    text.push_str(&excerpt("expected output", &String::from_utf8_lossy(&finding.expected)));
    text.push_str(&excerpt("found output", &String::from_utf8_lossy(&finding.found)));
    text.push_str(&excerpt("diagnostics", &finding.diagnostics));
    text
}

/// What triage and reduction came to; where they came to nothing, why.
fn closer_looks(finding: &Finding) -> String {
    let mut text = String::new();
    if let Some(json) = &finding.triage {
        match serde_json::from_str::<Triage>(json) {
            Ok(triage) => text.push_str(&format!("\ntriage:\n{}", indented(&in_words(&triage)))),
            Err(_) => text.push_str(&format!("  set apart   {}\n", reason(json))),
        }
    }
    if let Some(json) = &finding.reduction {
        match serde_json::from_str::<Reduction>(json) {
            Ok(reduction) => {
                text.push_str(&format!("\nreduction:\n{}", indented(&figures(&reduction))));
            }
            Err(_) => text.push_str(&format!("\nnot reduced: {}\n", reason(json))),
        }
    }
    text
}

/// A reason is kept as a JSON string.
fn reason(json: &str) -> String {
    serde_json::from_str(json).unwrap_or_else(|_| json.to_owned())
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

fn excerpt(title: &str, content: &str) -> String {
    if content.is_empty() {
        return String::new();
    }
    let lines: Vec<&str> = content.lines().collect();
    let mut text = format!("\n{title}:\n");
    for line in lines.iter().take(SHOWN_LINES) {
        text.push_str(&format!("  {line}\n"));
    }
    if lines.len() > SHOWN_LINES {
        text.push_str(&format!("  ... {} more lines\n", lines.len() - SHOWN_LINES));
    }
    text
}
