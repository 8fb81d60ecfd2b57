//! What backs a bug up: pass, flags, witnesses, versions, sizes, signature.

use super::escape::with_code;
use super::{code, escape, kinds};
use crate::facts::Failure;
use crate::layout::Layout;
use crate::words::{count, moment, number, size};
use spektr_judge::Agreement;
use spektr_judge::verdict::symptom_words;
use spektr_wing::{Expect, Symptom};
use std::fmt::Write;

pub(super) fn section(layout: &Layout<'_>) -> String {
    [
        "<div class=\"evidence\">".to_owned(),
        facts(layout),
        testimonies(layout),
        versions(layout),
        "</div>".to_owned(),
        pass_change(layout),
        further_programs(layout),
    ]
    .concat()
}

fn facts(layout: &Layout<'_>) -> String {
    let bug = layout.bug;
    let code = |text: &str| format!("<code>{}</code>", escape(text));
    let mut rows: Vec<(&str, String)> = Vec::new();
    if let Some(guilt) = bug.guilty_pass() {
        let on = match guilt.on.is_empty() {
            true => String::new(),
            false => format!(" on {}", code(&guilt.on)),
        };
        rows.push(("Pass", format!("{} ({}){on}", code(&guilt.pass), escape(&guilt.layer))));
    }
    if let Failure::WrongCode { symptom } = &bug.failure
        && !matches!(symptom, Symptom::Output { .. })
    {
        rows.push(("Symptom", escape(&symptom_words(symptom))));
    }
    if let Failure::WrongCode { symptom: Symptom::Output { difference } } = &bug.failure {
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
    let flags: Vec<String> = bug.flags.iter().map(|flag| code(&flag.to_string())).collect();
    let flags = if flags.is_empty() { "none at all".to_owned() } else { flags.join(" ") };
    rows.push(("Smallest flags", flags));
    if let (Some(before), Some(after)) = (bug.original_size, bug.reduced_size) {
        rows.push(("Reduced", format!("from {} to {}", size(before), size(after))));
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

fn testimonies(layout: &Layout<'_>) -> String {
    if layout.bug.testimonies.is_empty() {
        return String::new();
    }
    let mut html = String::from(
        "<table><caption>Is the program valid?</caption><thead><tr><th scope=\"col\">Asked</th>\
         <th scope=\"col\">Answer</th></tr></thead><tbody>",
    );
    let means_nothing = layout.bug.shown().expect == Expect::NoCrash;
    for testimony in &layout.bug.testimonies {
        let (class, answer) = match &testimony.agreement {
            Agreement::Agrees if means_nothing => ("other", "undefined".to_owned()),
            Agreement::Agrees => ("fine", "valid".to_owned()),
            Agreement::Disagrees(how) => ("wrong", format!("disagrees: {how}")),
            Agreement::CannotTell(reason) => ("other", format!("cannot tell: {reason}")),
        };
        write!(
            html,
            "<tr><td>{}</td><td><span class=\"dot {class}\">{}</span></td></tr>",
            escape(format!("{} {}", testimony.who, testimony.flags).trim_end()),
            escape(&answer)
        )
        .expect("writing to a string");
    }
    html.push_str("</tbody></table>");
    html
}

fn versions(layout: &Layout<'_>) -> String {
    let bug = layout.bug;
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
    row(&bug.compiler.command, &bug.compiler.version, kinds::kind(bug.failure.class()));
    for other in &bug.elsewhere {
        row(&other.compiler, &other.version, kinds::elsewhere(other, bug.failure.class()));
    }
    html.push_str("</tbody></table>");
    html
}

fn pass_change(layout: &Layout<'_>) -> String {
    let Some(diff) = &layout.pass_diff else { return String::new() };
    let pass = layout.bug.guilty_pass().map_or("the pass", |guilt| guilt.pass.as_str());
    let label = format!("What {pass} changes");
    format!(
        "<details open class=\"more\"><summary>{}</summary>{}</details>",
        escape(&label),
        code::diff(&label, diff)
    )
}

fn further_programs(layout: &Layout<'_>) -> String {
    let mut html = String::new();
    if layout.lifted.is_some() {
        write!(
            html,
            "<details class=\"more\"><summary>The program as it was reduced</summary>{}</details>",
            code::program("Reduced program", &layout.reduced, &layout.bug.notation)
        )
        .expect("writing to a string");
    }
    if let Some(mute) = &layout.bug.mute {
        let link =
            mute.link.as_ref().map(|link| format!(" ({})", escape(link))).unwrap_or_default();
        write!(html, "<p class=\"mute\">Muted: {}{link}</p>", with_code(&mute.reason))
            .expect("writing to a string");
    }
    write!(
        html,
        "<p class=\"next\">Joined from {} finding{}. <code>spektr report {}</code> writes a bundle to \
         file, with a script that reproduces it.</p>",
        number(layout.bug.findings),
        if layout.bug.findings == 1 { "" } else { "s" },
        layout.bug.finding
    )
    .expect("writing to a string");
    html
}
