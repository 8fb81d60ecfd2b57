//! A campaign over time: findings, throughput, and where the CPU time went. Every plot has the
//! same numbers as a table beside it.

use super::escape;
use super::kinds::kind;
use super::timeline::Timeline;
use crate::facts::{BugFacts, CampaignFacts};
use crate::plot::{Hover, Marker, Shape, TimePlot, stack};
use crate::words::{count, cpu, number, percent, short, span};
use spektr_judge::Stage;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Points of a curve: more than a screen can show is noise.
const POINTS: u64 = 90;
/// Rows of the table beside a plot.
const ROWS: u64 = 16;

/// `suffix` keeps the identifiers of several campaigns apart.
pub(super) fn section(campaign: &CampaignFacts, bugs: &[BugFacts], suffix: &str) -> String {
    let timeline = Timeline::new(campaign);
    format!(
        "<section id=\"progress{suffix}\"><h2>Over time</h2><div class=\"pair\">{}{}</div></section>\
         <section id=\"cpu{suffix}\"><h2>CPU time per stage</h2>{}</section>",
        findings(campaign, bugs, &timeline, suffix),
        throughput(campaign, &timeline, suffix),
        stages(campaign),
    )
}

fn figure(heading: &str, note: &str, plot: &str, table: &str) -> String {
    format!(
        "<figure class=\"card\"><figcaption><h3>{heading}</h3><p class=\"note\">{}</p>\
         </figcaption>{plot}<details class=\"data\"><summary>As a table</summary>{table}</details>\
         </figure>",
        escape(note)
    )
}

fn findings(
    campaign: &CampaignFacts,
    bugs: &[BugFacts],
    timeline: &Timeline,
    suffix: &str,
) -> String {
    let mut curve = vec![(0.0, 0.0)];
    for (finding, total) in campaign.findings.iter().zip(1u32..) {
        curve.push((timeline.since_start(finding.at), f64::from(total)));
    }
    curve.push((timeline.seconds as f64, campaign.findings.len() as f64));
    let total = campaign.findings.len() as u64;
    let markers = first_sights(campaign, bugs, timeline);
    let note = format!("{} so far; a dot marks the first of each bug", count(total, "finding"));
    let plot = TimePlot {
        id: format!("plot-findings{suffix}"),
        description: format!(
            "Findings over time: {} within {}, {} of them the first of a bug.",
            number(total),
            span(timeline.seconds),
            markers.len()
        ),
        class: "findings",
        shape: Shape::Steps,
        seconds: timeline.seconds,
        curves: vec![curve],
        markers,
        pauses: timeline.pauses(),
        hovers: finding_hovers(campaign, timeline),
        level: None,
        whole: true,
    };
    figure("Findings", &note, &plot.svg(), &table(timeline))
}

/// The first finding of every bug.
fn first_sights(campaign: &CampaignFacts, bugs: &[BugFacts], timeline: &Timeline) -> Vec<Marker> {
    let mut seen = BTreeMap::new();
    for (finding, total) in campaign.findings.iter().zip(1u32..) {
        if let Some(number) = finding.bug {
            seen.entry(number).or_insert((finding.at, total));
        }
    }
    let mut markers: Vec<Marker> = seen
        .into_iter()
        .map(|(number, (at, total))| {
            let bug = bugs.iter().find(|bug| bug.number == number);
            Marker {
                at: timeline.since_start(at),
                value: f64::from(total),
                label: format!("bug {number}"),
                tooltip: bug.map_or_else(|| format!("bug {number}"), crate::title),
                class: match bug {
                    Some(bug) if bug.mute.is_none() => kind(bug.failure.class()).0,
                    Some(_) => "muted",
                    None => "other",
                },
            }
        })
        .collect();
    markers.sort_by(|a, b| a.at.total_cmp(&b.at));
    markers
}

fn finding_hovers(campaign: &CampaignFacts, timeline: &Timeline) -> Vec<Hover> {
    let width = timeline.seconds as f64 / POINTS as f64;
    let times: Vec<f64> =
        campaign.findings.iter().map(|finding| timeline.since_start(finding.at)).collect();
    (0..POINTS)
        .map(|index| {
            let (from, to) = (index as f64 * width, (index + 1) as f64 * width);
            let so_far = times.iter().filter(|at| **at <= to).count() as u64;
            let text = format!("after {}: {}", span(to as u64), count(so_far, "finding"));
            Hover { from, to, text }
        })
        .collect()
}

fn throughput(campaign: &CampaignFacts, timeline: &Timeline, suffix: &str) -> String {
    let runs = timeline.stretches(POINTS);
    let busy: f64 = runs.iter().flatten().map(|stretch| stretch.to - stretch.from).sum();
    let programs: u64 = runs.iter().flatten().map(|stretch| stretch.programs).sum();
    let mean = if busy > 0.0 { programs as f64 / busy } else { 0.0 };
    let curve = |run: &Vec<super::timeline::Stretch>| {
        run.iter().map(|stretch| ((stretch.from + stretch.to) / 2.0, stretch.rate())).collect()
    };
    let hover = |stretch: &super::timeline::Stretch| Hover {
        from: stretch.from,
        to: stretch.to,
        text: format!(
            "after {}: {} programs per second",
            span(stretch.to as u64),
            short(stretch.rate())
        ),
    };
    let plot = TimePlot {
        id: format!("plot-throughput{suffix}"),
        description: format!(
            "Programs per second over {}: {} on average.",
            span(timeline.seconds),
            short(mean)
        ),
        class: "rate",
        shape: Shape::Line,
        seconds: timeline.seconds,
        curves: runs.iter().map(curve).collect(),
        markers: Vec::new(),
        pauses: timeline.pauses(),
        hovers: runs.iter().flatten().map(hover).collect(),
        level: (mean > 0.0).then(|| (mean, format!("mean {}", short(mean)))),
        whole: false,
    };
    let note = format!(
        "programs judged per second; {} in {} of hunting",
        number(campaign.programs),
        span(busy as u64)
    );
    figure("Throughput", &note, &plot.svg(), &table(timeline))
}

/// The numbers behind both plots.
fn table(timeline: &Timeline) -> String {
    let mut html = String::from(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Figures over time\">\
         <table><thead><tr><th scope=\"col\">Until</th><th scope=\"col\" class=\"num\">Programs\
         </th><th scope=\"col\" class=\"num\">Per second</th><th scope=\"col\" class=\"num\">\
         Findings</th></tr></thead><tbody>",
    );
    for stretch in timeline.stretches(ROWS).iter().flatten() {
        write!(
            html,
            "<tr><td>{}</td><td class=\"num\">{}</td><td class=\"num\">{}</td>\
             <td class=\"num\">{}</td></tr>",
            span(stretch.to as u64),
            number(stretch.programs),
            short(stretch.rate()),
            number(stretch.findings)
        )
        .expect("writing to a string");
    }
    html.push_str("</tbody></table></div>");
    html
}

fn stages(campaign: &CampaignFacts) -> String {
    let whole = campaign.spent.total_micros();
    if whole == 0 {
        return "<p class=\"empty\">No CPU time was recorded.</p>".to_owned();
    }
    let mut stages: Vec<(Stage, u64)> =
        campaign.spent.by_stage().filter(|(_, micros)| *micros > 0).collect();
    stages.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let parts: Vec<(u64, String)> = stages
        .iter()
        .map(|(stage, micros)| {
            let share = percent(*micros, whole);
            (*micros, format!("{}: {} ({share})", stage.name(), cpu(*micros)))
        })
        .collect();
    let mut html = format!(
        "<div class=\"card cpu\">{}<div class=\"scroll\" tabindex=\"0\" role=\"region\" \
         aria-label=\"CPU time per stage\"><table><thead><tr><th scope=\"col\">Stage</th><th scope=\"col\" \
         class=\"num\">CPU time</th><th scope=\"col\" class=\"num\">Share</th><th scope=\"col\" \
         class=\"num\">Per program</th></tr></thead><tbody>",
        stack("CPU time per stage; the table below has the numbers", &parts)
    );
    for (index, (stage, micros)) in stages.iter().enumerate() {
        let each = *micros as f64 / campaign.programs.max(1) as f64 / 1_000.0;
        write!(
            html,
            "<tr><td><span class=\"swatch part-{index}\"></span>{}</td><td class=\"num\">{}</td>\
             <td class=\"num\">{}</td><td class=\"num\">{} ms</td></tr>",
            stage.name(),
            cpu(*micros),
            percent(*micros, whole),
            short(each)
        )
        .expect("writing to a string");
    }
    html.push_str("</tbody></table></div></div>");
    html
}
