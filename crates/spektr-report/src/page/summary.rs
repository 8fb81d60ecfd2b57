//! The top of the page: what came out in one sentence, every finding as a line of a spectrum,
//! and the figures.

use super::escape;
use super::kinds::kind;
use crate::facts::{BugFacts, CampaignFacts, FindingMark, FindingState, PageFacts};
use crate::words::{count, cpu, moment, number, percent, short, span};
use std::collections::BTreeMap;
use std::fmt::Write;

pub(super) fn section(facts: &PageFacts, live: bool) -> String {
    let now = if live { "<a href=\"#live\">Now</a><a href=\"#findings\">Findings</a>" } else { "" };
    let mut html = format!(
        "<header class=\"top\"><div class=\"bar-top\"><span class=\"wordmark\">spektr</span>\
         <nav aria-label=\"Sections\">{now}<a href=\"#bugs\">Bugs</a><a href=\"#progress\">Over time\
         </a><a href=\"#constructs\">Constructs</a><a href=\"#flags\">Flags</a></nav>\
         <button type=\"button\" class=\"theme\" id=\"theme\" aria-label=\"Switch between light \
         and dark\" title=\"Light or dark\"></button></div>",
    );
    write!(
        html,
        "<h1>{}</h1><p class=\"lead\">{}</p>",
        escape(&headline(facts)),
        escape(&subline(facts))
    )
    .expect("writing to a string");
    if let Some(campaign) = facts.campaigns.first() {
        html.push_str(&spectrum(campaign, &facts.bugs));
    }
    html.push_str(&figures(facts));
    html.push_str("</header>");
    html
}

/// The outcome in one sentence. What nobody has looked at may be anything, and is said.
pub(super) fn headline(facts: &PageFacts) -> String {
    let shown = facts.bugs.iter().filter(|bug| bug.mute.is_none()).count() as u64;
    let programs = facts.campaigns.iter().map(|campaign| campaign.programs).sum();
    let bugs = match shown {
        0 => "No open bugs".to_owned(),
        shown => count(shown, "bug"),
    };
    let open = in_state(facts, FindingState::New);
    let open = match open {
        0 => String::new(),
        open => format!(", {} not looked at", count(open, "finding")),
    };
    format!("{bugs} in {}{open}", count(programs, "program"))
}

/// How many findings are in a state.
fn in_state(facts: &PageFacts, state: FindingState) -> u64 {
    let marks = facts.campaigns.iter().flat_map(|campaign| &campaign.findings);
    marks.filter(|mark| mark.state == state).count() as u64
}

fn subline(facts: &PageFacts) -> String {
    let mut parts = Vec::new();
    let muted = facts.bugs.iter().filter(|bug| bug.mute.is_some()).count();
    if muted > 0 {
        parts.push(format!("{muted} more muted"));
    }
    match facts.campaigns.as_slice() {
        [] => parts.push("no campaign yet".to_owned()),
        [campaign] => {
            parts.push(format!("campaign {}", campaign.number));
            parts.push(format!("{} wing", campaign.wing.to_uppercase()));
            parts.push(seeds(campaign));
            parts.push(moment(campaign.started_at));
        }
        campaigns => parts.push(count(campaigns.len() as u64, "campaign")),
    }
    parts.join(" · ")
}

fn seeds(campaign: &CampaignFacts) -> String {
    match campaign.end_seed {
        Some(end) => format!("seeds {}..{end}", campaign.first_seed),
        None => format!("seeds from {}", campaign.first_seed),
    }
}

/// How many places along the spectrum a line can have.
const PLACES: i64 = 600;

/// Every finding as a line at its time, coloured by what it turned out to be.
fn spectrum(campaign: &CampaignFacts, bugs: &[BugFacts]) -> String {
    let end =
        [campaign.samples.last().map(|sample| sample.at), campaign.findings.last().map(|m| m.at)]
            .into_iter()
            .flatten()
            .max()
            .unwrap_or(campaign.started_at);
    let span = (end - campaign.started_at).max(1);
    let mut lines: BTreeMap<(i64, &'static str), Vec<&FindingMark>> = BTreeMap::new();
    for mark in &campaign.findings {
        let place = ((mark.at - campaign.started_at).max(0) * PLACES / span).min(PLACES);
        lines.entry((place, class(mark, bugs))).or_default().push(mark);
    }
    let mut svg = format!(
        "<figure class=\"spectrum\"><svg viewBox=\"0 0 {PLACES} 40\" preserveAspectRatio=\"none\" \
         role=\"img\" aria-label=\"Every finding of campaign {} as a line, in the order of time\">",
        campaign.number
    );
    for ((place, class), marks) in &lines {
        write!(
            svg,
            "<path class=\"{class}\" d=\"M{place} 0V40\"><title>{}</title></path>",
            escape(&tooltip(marks, campaign.started_at))
        )
        .expect("writing to a string");
    }
    write!(
        svg,
        "</svg><figcaption><p class=\"ends\"><span>{}</span><span>after {}</span></p>",
        moment(campaign.started_at),
        crate::words::span(span as u64)
    )
    .expect("writing to a string");
    svg.push_str(&legend(lines.keys().map(|(_, class)| *class)));
    svg.push_str("</figcaption></figure>");
    svg
}

/// Muted bugs are as grey as findings that are nobody's bug.
fn class(mark: &FindingMark, bugs: &[BugFacts]) -> &'static str {
    let bug =
        bugs.iter().find(|bug| Some(bug.number) == mark.bug && mark.state == FindingState::Triaged);
    match bug {
        Some(bug) if bug.mute.is_none() => kind(bug.failure.class()).0,
        Some(_) => "muted",
        None => "other",
    }
}

fn tooltip(marks: &[&FindingMark], start: i64) -> String {
    let at = span(marks.first().map_or(0, |mark| (mark.at - start).max(0) as u64));
    let what: Vec<String> = marks
        .iter()
        .take(4)
        .map(|mark| match mark.bug {
            Some(bug) => format!("bug {bug}: {}", mark.summary),
            None => mark.summary.clone(),
        })
        .collect();
    let more = marks.len().saturating_sub(what.len());
    let more = if more > 0 { format!("\nand {more} more") } else { String::new() };
    format!("after {at}\n{}{more}", what.join("\n"))
}

fn legend(classes: impl Iterator<Item = &'static str>) -> String {
    let present: std::collections::BTreeSet<&str> = classes.collect();
    let names = [
        ("wrong", "wrong code"),
        ("crash", "internal error"),
        ("rejected", "rejected"),
        ("stuck", "hang or out of memory"),
        ("muted", "muted bug"),
        ("other", "not a bug, or nobody has looked at it"),
    ];
    if present.is_empty() {
        return "<p>Nothing was found yet; each finding will be a line here.</p>".to_owned();
    }
    let mut html = String::from("<p>Each line is a finding. ");
    for (class, name) in names.into_iter().filter(|(class, _)| present.contains(class)) {
        write!(html, "<span class=\"key {class}\">{name}</span> ").expect("writing to a string");
    }
    html.push_str("</p>");
    html
}

fn figures(facts: &PageFacts) -> String {
    let sum = |of: fn(&CampaignFacts) -> u64| facts.campaigns.iter().map(of).sum::<u64>();
    let cpu_micros = sum(|campaign| campaign.spent.total_micros());
    let examining = sum(|campaign| {
        let stages = campaign.spent.by_stage().filter(|(stage, _)| stage.examines());
        stages.map(|(_, micros)| micros).sum()
    });
    let apart = format!(
        "{} not looked at yet, {} flaky, {} our own fault",
        number(in_state(facts, FindingState::New)),
        number(in_state(facts, FindingState::Flaky)),
        number(in_state(facts, FindingState::OurFault))
    );
    let shared = match cpu_micros {
        0 => "none measured".to_owned(),
        whole => format!("{} of it for triage and reduction", percent(examining, whole)),
    };
    let examining_compiles = sum(|campaign| campaign.examining_compiles);
    let compiles = format!("{} of them for triage and reduction", number(examining_compiles));
    let rows = [
        ("Findings", number(sum(|campaign| campaign.findings.len() as u64)), apart),
        (
            "Programs",
            number(sum(|campaign| campaign.programs)),
            format!("{} gave none", count(sum(|campaign| campaign.skipped), "seed")),
        ),
        (
            "Statements executed",
            short(sum(|campaign| campaign.statements) as f64),
            "on the machine, each checked".to_owned(),
        ),
        ("Compilations", number(sum(|campaign| campaign.spent.compiles)), compiles),
        ("CPU time", cpu(cpu_micros), shared),
    ];
    let mut html = String::from("<dl class=\"figures\">");
    for (name, value, note) in rows {
        write!(
            html,
            "<div><dt>{name}</dt><dd>{}</dd><dd class=\"note\">{}</dd></div>",
            escape(&value),
            escape(&note)
        )
        .expect("writing to a string");
    }
    html.push_str("</dl>");
    html
}
