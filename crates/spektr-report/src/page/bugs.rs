//! The bugs: a table of all, then a card each. Muted ones are folded away at the end.

use super::escape::with_code;
use super::live::mute_form;
use super::{code, escape, evidence, kinds};
use crate::facts::{BugFacts, LiveFacts};
use crate::layout::Layout;
use crate::words::{count, moment, number};
use std::fmt::Write;

/// With more bugs than this, cards are closed: the table is the way in.
const OPEN_CARDS: usize = 8;

pub(super) fn section(bugs: &[BugFacts], live: Option<&LiveFacts>) -> String {
    let (shown, muted): (Vec<_>, Vec<_>) =
        bugs.iter().map(Layout::new).partition(|layout| layout.bug.mute.is_none());
    let mut html = String::from("<section id=\"bugs\"><h2>Bugs</h2>");
    if bugs.is_empty() {
        html.push_str("<p class=\"empty\">None found yet.</p></section>");
        return html;
    }
    if bugs.len() > 1 {
        html.push_str(&table(shown.iter().chain(&muted)));
    }
    for layout in &shown {
        html.push_str(&card(layout, shown.len() <= OPEN_CARDS, live));
    }
    if !muted.is_empty() {
        write!(
            html,
            "<details class=\"muted-bugs\" id=\"muted\"><summary>{} muted</summary>",
            count(muted.len() as u64, "bug")
        )
        .expect("writing to a string");
        for layout in &muted {
            html.push_str(&card(layout, true, live));
        }
        html.push_str("</details>");
    }
    html.push_str("</section>");
    html
}

fn table<'a>(layouts: impl Iterator<Item = &'a Layout<'a>>) -> String {
    let mut html = String::from(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"All bugs\">\
         <table class=\"index\"><thead><tr><th scope=\"col\">No.</th><th scope=\"col\">Kind</th>\
         <th scope=\"col\">Bug</th><th scope=\"col\">Pass</th><th scope=\"col\" class=\"num\">\
         Findings</th><th scope=\"col\">First seen</th></tr></thead><tbody>",
    );
    for layout in layouts {
        let (class, kind) = kinds::kind(layout.bug.failure.class());
        let pass = layout.bug.guilty_pass().map_or("none", |guilt| guilt.pass.as_str());
        let muted =
            if layout.bug.mute.is_some() { " <span class=\"note\">muted</span>" } else { "" };
        write!(
            html,
            "<tr><td class=\"num\">{number}</td><td><span class=\"dot {class}\">{kind}</span></td>\
             <td><a href=\"#bug-{number}\">{}</a>{muted}</td><td><code>{}</code></td>\
             <td class=\"num\">{}</td><td class=\"when\">{}</td></tr>",
            with_code(&layout.title),
            escape(pass),
            crate::words::number(layout.bug.findings),
            moment(layout.bug.first_seen),
            number = layout.bug.number,
        )
        .expect("writing to a string");
    }
    html.push_str("</tbody></table></div>");
    html
}

fn card(layout: &Layout<'_>, open: bool, live: Option<&LiveFacts>) -> String {
    let bug = layout.bug;
    let (class, kind) = kinds::kind(bug.failure.class());
    let heading =
        if bug.lifted.is_some() { "Program, in the surface language" } else { "Reduced program" };
    format!(
        "<article class=\"bug {class}\" id=\"bug-{number}\"><details{open}><summary>\
         <span class=\"tag {class}\">{kind}</span><h3>{title}</h3>\
         <span class=\"note\">bug {number} · {findings}</span></summary>\
         <div class=\"demonstration\">{program}<div class=\"effect\">{effect}</div></div>\
         {commands}{evidence}{form}</details></article>",
        number = bug.number,
        open = if open { " open" } else { "" },
        title = with_code(&layout.title),
        findings = format_args!(
            "{} finding{}",
            number(bug.findings),
            if bug.findings == 1 { "" } else { "s" }
        ),
        program = format_args!(
            "<div class=\"programs\">{}</div>",
            code::program(heading, layout.shown(), &bug.notation)
        ),
        effect = code::effect(layout),
        commands = code::commands(layout),
        evidence = evidence::section(layout),
        form = live.map(|live| mute_form(bug, live)).unwrap_or_default(),
    )
}
