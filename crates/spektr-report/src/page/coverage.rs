//! What took part: constructs, flags grouped by what they set, compilers. What never did is
//! said first, because it is what a person can change.

use super::escape;
use crate::facts::{CampaignFacts, Counted};
use crate::plot::bar;
use crate::words::{count, number, percent};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Longer lists are folded.
const ROWS: usize = 90;

/// Longer lists of passes are folded.
const FEW_PASSES: usize = 24;

pub(super) fn section(campaign: &CampaignFacts, suffix: &str) -> String {
    format!(
        "<section id=\"constructs{suffix}\"><h2>Constructs</h2>{}</section>\
         <section id=\"flags{suffix}\"><h2>Flags</h2>{}</section>\
         {}\
         <section id=\"compilers{suffix}\"><h2>Compilers</h2>{}</section>",
        constructs(campaign),
        flags(campaign),
        passes(campaign, suffix),
        compilers(campaign),
    )
}

fn constructs(campaign: &CampaignFacts) -> String {
    if campaign.constructs.is_empty() {
        return "<p class=\"empty\">No program was judged yet.</p>".to_owned();
    }
    let mut rows: Vec<&Counted> = campaign.constructs.iter().collect();
    rows.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
    let covered = rows.iter().filter(|row| row.count > 0).count();
    let known = match covered == rows.len() {
        true => count(covered as u64, "construct"),
        false => format!("{covered} of {}", count(rows.len() as u64, "known construct")),
    };
    let mut html = format!(
        "<p class=\"note\">{known} occurred. The bar is the share of programs that have the \
         construct.</p>"
    );
    html.push_str(&never(rows.iter().copied()));
    let occurring: Vec<&Counted> = rows.into_iter().filter(|row| row.count > 0).collect();
    let most = occurring.iter().map(|row| row.count).max().unwrap_or(0).max(campaign.programs);
    let list = |rows: &[&Counted]| {
        let rows: String =
            rows.iter().map(|counted| row(&counted.name, counted.count, most)).collect();
        format!("<ul class=\"bars columns\">{rows}</ul>")
    };
    let (first, rest) = occurring.split_at(occurring.len().min(ROWS));
    html.push_str(&format!("<div class=\"card\">{}", list(first)));
    if !rest.is_empty() {
        let summary = count(rest.len() as u64, "rarer construct");
        write!(html, "<details><summary>{summary}</summary>{}</details>", list(rest))
            .expect("writing to a string");
    }
    html.push_str("</div>");
    html
}

fn never<'a>(rows: impl Iterator<Item = &'a Counted>) -> String {
    let names: Vec<String> = rows
        .filter(|row| row.count == 0)
        .map(|row| format!("<code>{}</code>", escape(&row.name)))
        .collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("<p class=\"never\">Never: {}</p>", names.join(" ")),
    }
}

fn row(name: &str, value: u64, whole: u64) -> String {
    let name = escape(name);
    format!(
        "<li title=\"{}\"><span class=\"name\">{name}</span>{}<span class=\"share\">{}</span></li>",
        count(value, "program"),
        bar(value as f64 / whole.max(1) as f64),
        percent(value, whole)
    )
}

fn flags(campaign: &CampaignFacts) -> String {
    if campaign.flags.is_empty() {
        return "<p class=\"empty\">No flag was used yet.</p>".to_owned();
    }
    let used = campaign.flags.iter().filter(|flag| flag.count > 0).count();
    let known = match used == campaign.flags.len() {
        true => count(used as u64, "flag"),
        false => format!("{used} of {}", count(campaign.flags.len() as u64, "flag")),
    };
    let mut html = format!(
        "<p class=\"note\">{known} used. The bar is the share of programs compiled with the \
         flag.</p>"
    );
    html.push_str(&never(campaign.flags.iter()));
    html.push_str("<div class=\"card axes\">");
    for (axis, values) in axes(&campaign.flags) {
        let rows: String = values
            .iter()
            .take(ROWS)
            .map(|(value, count)| row(value, *count, campaign.programs))
            .collect();
        let more = values.len().saturating_sub(ROWS) as u64;
        let more = match more {
            0 => String::new(),
            more => format!("<p class=\"note\">and {}</p>", count(more, "rarer one")),
        };
        write!(
            html,
            "<div class=\"axis-group\"><h3><code>{}</code></h3><ul class=\"bars\">{rows}</ul>{more}\
             </div>",
            escape(axis)
        )
        .expect("writing to a string");
    }
    html.push_str("</div>");
    html
}

/// Flags by what they set, in the order of names; values in the order of use. Flags without a
/// value stand together.
fn axes(flags: &[Counted]) -> Vec<(&str, Vec<(&str, u64)>)> {
    let mut axes: BTreeMap<&str, Vec<(&str, u64)>> = BTreeMap::new();
    let mut switches = Vec::new();
    for flag in flags.iter().filter(|flag| flag.count > 0) {
        match flag.name.split_once('=') {
            Some((axis, value)) => axes.entry(axis).or_default().push((value, flag.count)),
            None => switches.push((flag.name.as_str(), flag.count)),
        }
    }
    let mut all: Vec<_> = axes.into_iter().collect();
    if !switches.is_empty() {
        all.push(("on or off", switches));
    }
    for (_, values) in &mut all {
        values.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    }
    all
}

/// Passes by compiler, where compilers can name them.
fn passes(campaign: &CampaignFacts, suffix: &str) -> String {
    let told: Vec<_> = campaign.compilers.iter().filter(|it| it.asked_for_passes > 0).collect();
    if told.is_empty() {
        return String::new();
    }
    let mut html = format!(
        "<section id=\"passes{suffix}\"><h2>Passes</h2><p class=\"note\">Now and then a compiler is \
         asked which passes run on a program. The bar is the share of these programs.</p>\
         <div class=\"card axes\">"
    );
    for compiler in told {
        let (asked, mut rows) = (compiler.asked_for_passes, compiler.passes.clone());
        rows.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
        let list = |rows: &[Counted]| {
            let rows: String = rows.iter().map(|it| row(&it.name, it.count, asked)).collect();
            format!("<ul class=\"bars\">{rows}</ul>")
        };
        let (first, rest) = rows.split_at(rows.len().min(FEW_PASSES));
        let rest = match rest.len() as u64 {
            0 => String::new(),
            more => format!(
                "<details><summary>{}</summary>{}</details>",
                format_args!("{} rarer", passes_in_words(more)),
                list(rest)
            ),
        };
        write!(
            html,
            "<div class=\"axis-group\"><h3>{}: {} in {}</h3>{}{rest}</div>",
            escape(&compiler.name),
            passes_in_words(rows.len() as u64),
            count(asked, "program"),
            list(first)
        )
        .expect("writing to a string");
    }
    html + "</div></section>"
}

fn passes_in_words(number_of: u64) -> String {
    format!("{} pass{}", number(number_of), if number_of == 1 { "" } else { "es" })
}

fn compilers(campaign: &CampaignFacts) -> String {
    let watched = campaign.compilers.iter().any(|it| it.reached > 0);
    let reached = if watched { "<th scope=\"col\" class=\"num\">Reached</th>" } else { "" };
    let mut html = format!(
        "<div class=\"scroll card\" tabindex=\"0\" role=\"region\" aria-label=\"Compilers\"><table>\
         <thead><tr><th scope=\"col\">Compiler</th><th scope=\"col\">Version</th>\
         <th scope=\"col\" class=\"num\">Programs</th>{reached}</tr></thead><tbody>",
    );
    for compiler in &campaign.compilers {
        let reached = match watched {
            true => format!("<td class=\"num\">{}</td>", number(compiler.reached)),
            false => String::new(),
        };
        write!(
            html,
            "<tr><td>{}</td><td>{}</td><td class=\"num\">{}</td>{reached}</tr>",
            escape(&compiler.name),
            escape(&compiler.version),
            number(compiler.programs)
        )
        .expect("writing to a string");
    }
    html.push_str("</tbody></table></div>");
    if watched {
        html.push_str(
            "<p class=\"note\">Reached: parts of the compiler that programs reached, where it was \
             watched; the most that one worker has seen.</p>",
        );
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_grouped_by_what_they_set() {
        let flag = |name: &str, count| Counted { name: name.into(), count };
        let flags = [flag("-Ca=1", 2), flag("-Zx", 1), flag("-Ca=2", 5), flag("-Cb=0", 0)];
        assert_eq!(
            axes(&flags),
            [("-Ca", vec![("2", 5), ("1", 2)]), ("on or off", vec![("-Zx", 1)])]
        );
    }

    #[test]
    fn what_never_occurred_is_named() {
        let rows = [
            Counted { name: "<f128>".into(), count: 0 },
            Counted { name: "copy".into(), count: 1 },
        ];
        assert_eq!(never(rows.iter()), "<p class=\"never\">Never: <code>&lt;f128&gt;</code></p>");
    }
}
