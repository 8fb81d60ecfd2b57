//! What backs a bug up: pass, flags, witnesses, versions, sizes, signature.

use super::escape::with_code;
use super::{code, escape, kinds};
use crate::case::Case;
use crate::facts::{Failure, Testimony};
use crate::words::{count, moment, number};
use std::fmt::Write;

pub(super) fn section(case: &Case<'_>) -> String {
    [
        "<div class=\"evidence\">".to_owned(),
        facts(case),
        witnesses(case),
        versions(case),
        "</div>".to_owned(),
        pass_change(case),
        further_programs(case),
    ]
    .concat()
}

fn facts(case: &Case<'_>) -> String {
    let bug = case.bug;
    let code = |text: &str| format!("<code>{}</code>", escape(text));
    let mut rows: Vec<(&str, String)> = Vec::new();
    if let Some(guilt) = &bug.guilt {
        let layer = escape(&guilt.layer.to_uppercase());
        rows.push(("Pass", format!("{} ({layer}) on {}", code(&guilt.pass), code(&guilt.on))));
    }
    if let Failure::WrongCode { difference: Some(difference), .. } = &bug.failure {
        let found = match &difference.found {
            Some(found) => format!("is {}", code(found)),
            None => "is not printed".to_owned(),
        };
        let (variable, function) = (code(&difference.variable), code(&difference.function));
        let wanted = code(&difference.wanted);
        rows.push((
            "First difference",
            format!("{variable} in {function} {found}, should be {wanted}"),
        ));
    }
    let flags: Vec<String> = bug.flags.iter().map(|flag| code(flag)).collect();
    let flags = if flags.is_empty() { "none at all".to_owned() } else { flags.join(" ") };
    rows.push(("Smallest flags", flags));
    if let (Some(before), Some(after)) = (bug.original_size, bug.reduced_size) {
        rows.push((
            "Reduced",
            format!(
                "from {} in {} to {} in {}",
                count(before.statements, "statement"),
                count(before.functions, "function"),
                count(after.statements, "statement"),
                count(after.functions, "function")
            ),
        ));
    }
    rows.push(("Signature", code(&bug.signature)));
    if let Some(sorted_by) = &bug.sorted_by {
        rows.push(("Sorted by", escape(sorted_by)));
    }
    if bug.by_pass > 0 {
        let by_pass = count(bug.by_pass, "finding");
        let text = format!("{by_pass} of {} by the pass only", bug.findings);
        rows.push(("Perhaps other bugs", text));
    }
    let seed = bug.origin.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
    rows.push(("First seen", format!("{}, finding {}{seed}", moment(bug.first_seen), bug.finding)));
    let mut html = String::from("<dl class=\"facts\">");
    for (name, value) in rows {
        write!(html, "<dt>{name}</dt><dd>{value}</dd>").expect("writing to a string");
    }
    html.push_str("</dl>");
    html
}

fn witnesses(case: &Case<'_>) -> String {
    if case.bug.witnesses.is_empty() {
        return String::new();
    }
    let mut html = String::from(
        "<table><caption>Is the program valid?</caption><thead><tr><th scope=\"col\">Asked</th>\
         <th scope=\"col\">Answer</th></tr></thead><tbody>",
    );
    for witness in &case.bug.witnesses {
        let (class, answer) = match &witness.testimony {
            Testimony::Agrees => ("fine", "valid".to_owned()),
            Testimony::PrintsOtherwise => ("wrong", "valid, but prints something else".to_owned()),
            Testimony::Undefined(message) => ("wrong", format!("undefined: {message}")),
            Testimony::Silent(reason) => ("other", format!("cannot tell: {reason}")),
        };
        write!(
            html,
            "<tr><td>{}</td><td><span class=\"dot {class}\">{}</span></td></tr>",
            escape(&witness.name),
            escape(&answer)
        )
        .expect("writing to a string");
    }
    html.push_str("</tbody></table>");
    html
}

fn versions(case: &Case<'_>) -> String {
    let bug = case.bug;
    let mut html = String::from(
        "<table class=\"versions\"><caption>Which versions?</caption><thead><tr><th scope=\"col\">Compiler</th>\
         <th scope=\"col\">Result</th></tr></thead><tbody>",
    );
    let mut row = |compiler: &str, version: &str, (class, name): (&str, &str)| {
        write!(
            html,
            "<tr><td>{}<span class=\"note\">{}</span></td><td><span class=\"dot {class}\">{}\
             </span></td></tr>",
            escape(compiler),
            escape(version),
            escape(name)
        )
        .expect("writing to a string");
    };
    row(&bug.compiler.command, &bug.compiler.version, kinds::kind(&bug.failure));
    for other in &bug.elsewhere {
        row(&other.compiler, &other.version, kinds::outcome(&other.outcome));
    }
    html.push_str("</tbody></table>");
    html
}

fn pass_change(case: &Case<'_>) -> String {
    let Some(diff) = &case.pass_diff else { return String::new() };
    let pass = case.bug.guilt.as_ref().map_or("the pass", |guilt| guilt.pass.as_str());
    let label = format!("What {pass} changes");
    format!(
        "<details open class=\"more\"><summary>{}</summary>{}</details>",
        escape(&label),
        code::diff(&label, diff)
    )
}

fn further_programs(case: &Case<'_>) -> String {
    let mut html = String::new();
    if case.lifted.is_some() {
        write!(
            html,
            "<details class=\"more\"><summary>The program as it was reduced</summary>{}</details>",
            code::program("Reduced program", &case.reduced)
        )
        .expect("writing to a string");
    }
    if let Some(mute) = &case.bug.mute {
        let link =
            mute.link.as_ref().map(|link| format!(" ({})", escape(link))).unwrap_or_default();
        write!(html, "<p class=\"mute\">Muted: {}{link}</p>", with_code(&mute.reason))
            .expect("writing to a string");
    }
    write!(
        html,
        "<p class=\"next\">Joined from {} finding{}. <code>spektr report {}</code> writes a bundle to \
         file, with a script that reproduces it.</p>",
        number(case.bug.findings),
        if case.bug.findings == 1 { "" } else { "s" },
        case.bug.finding
    )
    .expect("writing to a string");
    html
}
