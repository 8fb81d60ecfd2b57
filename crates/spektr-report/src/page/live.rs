//! The parts of a page that is served while hunts go on: who works, what waits, what was found
//! last, where the time goes now. All of it is there without a script; the script only looks
//! again.

use super::escape;
use crate::facts::{BugFacts, FindingRow, LiveFacts};
use crate::plot::stack;
use crate::words::{count, moment, number, short, span};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Seconds of silence after which a worker is doubted; it tells of itself every ten.
const DOUBTFUL: i64 = 45;

/// Rows of where the time goes.
const ROWS: usize = 12;

/// Longer tables are folded: what comes after them on the page should not be far away.
const UNFOLDED: usize = 25;

pub(super) fn sections(live: &LiveFacts) -> String {
    [
        "<section id=\"live\"><h2>Now</h2>".to_owned(),
        queue(live),
        workers(live),
        "</section>".to_owned(),
        findings(live),
        stages(live),
    ]
    .concat()
}

fn queue(live: &LiveFacts) -> String {
    format!(
        "<p class=\"lead\" id=\"queue\">{} for triage, {} for a reduction.</p>",
        wait(live.untriaged, "finding"),
        wait(live.unreduced, "bug"),
    )
}

fn wait(number_of: u64, what: &str) -> String {
    format!("{} wait{}", count(number_of, what), if number_of == 1 { "s" } else { "" })
}

fn table(label: &str, class: &str, columns: &[(&str, bool)]) -> String {
    let mut html = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\">\
         <table class=\"{class}\"><thead><tr>"
    );
    for (name, is_number) in columns {
        let class = if *is_number { " class=\"num\"" } else { "" };
        write!(html, "<th scope=\"col\"{class}>{name}</th>").expect("writing to a string");
    }
    html.push_str("</tr></thead><tbody>");
    html
}

fn workers(live: &LiveFacts) -> String {
    let at_work: Vec<_> = live.workers.iter().filter(|it| it.ended_at.is_none()).collect();
    if at_work.is_empty() {
        return "<p class=\"empty\">Nobody hunts now.</p>".to_owned();
    }
    let columns = [
        ("Worker", false),
        ("Campaign", true),
        ("Jobs", true),
        ("Seeds held", true),
        ("Looks at", true),
        ("Since", false),
        ("Heard of", false),
    ];
    let mut rows = Vec::new();
    for worker in at_work {
        let silence = (live.now - worker.heartbeat).max(0);
        let doubt = if silence > DOUBTFUL { " class=\"silent\"" } else { "" };
        rows.push(format!(
            "<tr><td>{}</td><td class=\"num\">{}</td><td class=\"num\">{}</td>\
             <td class=\"num\">{}</td><td class=\"num\">{}</td><td class=\"when\">{}</td>\
             <td{doubt}>{} ago</td></tr>",
            escape(&worker.name),
            worker.campaign,
            number(worker.jobs),
            number(worker.seeds),
            number(worker.claims),
            moment(worker.started_at),
            span(silence as u64)
        ));
    }
    folded("Workers", "workers", &columns, &rows, "More workers")
}

/// A table with its first rows, and the rest of them folded.
fn folded(
    label: &str,
    class: &str,
    columns: &[(&str, bool)],
    rows: &[String],
    rest: &str,
) -> String {
    let whole = |rows: &[String]| {
        format!("{}{}</tbody></table></div>", table(label, class, columns), rows.concat())
    };
    let (first, others) = rows.split_at(rows.len().min(UNFOLDED));
    match others.is_empty() {
        true => whole(first),
        false => format!(
            "{}<details class=\"rest\"><summary>{rest}</summary>{}</details>",
            whole(first),
            whole(others)
        ),
    }
}

fn findings(live: &LiveFacts) -> String {
    let mut html = String::from("<section id=\"findings\"><h2>Findings as they come</h2>");
    if live.findings.is_empty() {
        html.push_str("<p class=\"empty\">None yet.</p></section>");
        return html;
    }
    let mut of: BTreeMap<&str, u64> = BTreeMap::new();
    live.findings.iter().for_each(|it| *of.entry(&it.compiler).or_default() += 1);
    let of: Vec<String> =
        of.iter().map(|(name, found)| format!("{} {}", escape(name), number(*found))).collect();
    write!(html, "<p class=\"note\">By compiler: {}</p>", of.join(" · "))
        .expect("writing to a string");
    let columns = [
        ("No.", true),
        ("When", false),
        ("Compiler", false),
        ("Verdict", false),
        ("State", false),
        ("Bug", true),
        ("What", false),
    ];
    let rows: Vec<String> = live.findings.iter().map(row).collect();
    html.push_str(&folded("Findings", "index findings", &columns, &rows, "Older findings"));
    html + "</section>"
}

fn row(finding: &FindingRow) -> String {
    let bug =
        finding.bug.map_or_else(String::new, |bug| format!("<a href=\"#bug-{bug}\">{bug}</a>"));
    format!(
        "<tr id=\"finding-{}\"><td class=\"num\">{}</td><td class=\"when\">{}</td><td>{}</td>\
         <td>{}</td><td>{}</td><td class=\"num\">{bug}</td>\
         <td>{} <span class=\"note\">seed {}</span></td></tr>",
        finding.number,
        finding.number,
        moment(finding.at),
        escape(&finding.compiler),
        escape(&finding.verdict),
        escape(&finding.state),
        escape(&finding.summary),
        finding.seed
    )
}

/// CPU time by stage between moments, the newest first.
fn stages(live: &LiveFacts) -> String {
    let mut html = String::from("<section id=\"stages\"><h2>CPU time by stage over time</h2>");
    let mut rows = String::new();
    for pair in live.stages.windows(2).rev().take(ROWS) {
        let [(before, from), (after, to)] = pair else { continue };
        let mut parts = Vec::new();
        for (stage, micros) in to {
            let spent = micros.saturating_sub(from.get(stage).copied().unwrap_or(0));
            parts.push((spent, format!("{stage}: {} s", short(spent as f64 / 1e6))));
        }
        let seconds = (after - before).max(1) as f64;
        let all: u64 = parts.iter().map(|(spent, _)| spent).sum();
        write!(
            rows,
            "<tr><td class=\"when\">{}</td><td class=\"num\">{}</td><td class=\"wide\">{}</td></tr>",
            moment(*after),
            short(all as f64 / 1e6 / seconds),
            stack("CPU time by stage", &parts)
        )
        .expect("writing to a string");
    }
    if rows.is_empty() {
        html.push_str("<p class=\"empty\">Not enough is known yet.</p></section>");
        return html;
    }
    let stages = live.stages.last().map(|(_, stages)| stages.keys()).into_iter().flatten();
    html.push_str("<p class=\"note\">");
    for (index, stage) in stages.enumerate() {
        write!(html, "<span class=\"swatch part-{index}\"></span>{} ", escape(stage))
            .expect("writing to a string");
    }
    html.push_str("</p>");
    let columns = [("Until", false), ("Cores busy", true), ("Stages", false)];
    html.push_str(&table("CPU time by stage over time", "stages", &columns));
    html.push_str(&rows);
    html.push_str("</tbody></table></div></section>");
    html
}

/// What a person may change: whether a bug is muted.
pub(super) fn mute_form(bug: &BugFacts, live: &LiveFacts) -> String {
    let (number, token) = (bug.number, escape(&live.form_token));
    let begin = |action: &str| {
        format!(
            "<form class=\"mute\" method=\"post\" action=\"/bugs/{number}/{action}\">\
             <input type=\"hidden\" name=\"form_token\" value=\"{token}\">"
        )
    };
    match bug.mute {
        Some(_) => format!("{}<button>Show this bug again</button></form>", begin("unmute")),
        None => format!(
            "{}<label>Mute it, because <input name=\"reason\" required maxlength=\"500\"></label>\
             <label>reported at <input name=\"link\" maxlength=\"500\"></label>\
             <button>Mute</button></form>",
            begin("mute")
        ),
    }
}
