//! The HTML page of a store: one file that loads nothing. Style and script are inside; a
//! content security policy keeps everything else out, so that no text of a program or a
//! compiler can do more than be read.

mod bugs;
mod code;
mod counters;
mod coverage;
mod escape;
mod evidence;
mod highlight;
mod kinds;
mod live;
mod progress;
mod reach;
mod summary;
mod timeline;

pub use counters::counters_page;
pub(crate) use escape::escape;
pub use reach::reach_page;

use crate::facts::{BugFacts, CampaignFacts, LiveFacts, PageFacts};
use crate::words::moment;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// SHA-256 of the script, as browsers want it. No other script runs on the page; a test in a
/// browser fails if this is not the script's.
const SCRIPT_HASH: &str = "sha256-opMnGAVkoPnJHkE7rvjxgGICq9bNGxQEkvuMA3Uynbs=";

/// What a live page loads besides: a script that looks again when something has changed.
pub const LIVE_SCRIPT: &str = include_str!("live.js");

/// The page of a store.
pub fn page(facts: &PageFacts) -> String {
    render(facts, None)
}

/// The same page while hunts go on, as somebody serves it: with who works, what waits and what
/// comes, and with forms that mute bugs.
pub fn live_page(facts: &PageFacts, live: &LiveFacts) -> String {
    render(facts, Some(live))
}

fn render(facts: &PageFacts, live: Option<&LiveFacts>) -> String {
    let campaigns: String =
        facts.campaigns.iter().enumerate().map(|row| campaign(row, &facts.bugs)).collect();
    let title = format!("spektr: {}", summary::headline(facts));
    [
        head(&title, live.is_some()),
        summary::section(facts, live.is_some()),
        "<main id=\"main\">".to_owned(),
        live.map(live::sections).unwrap_or_default(),
        bugs::section(&facts.bugs, live),
        campaigns,
        "</main>".to_owned(),
        footer(facts),
        format!("<script>{SCRIPT}</script>{}</body></html>\n", live.map_or("", |_| LOAD_LIVE)),
    ]
    .concat()
}

const LOAD_LIVE: &str = "<script src=\"/live.js\" defer></script>";

fn head(title: &str, live: bool) -> String {
    // A live page asks whoever serves it, and nobody else.
    let (also, asks, forms) = match live {
        true => (" 'self'", "connect-src 'self'; ", "'self'"),
        false => ("", "", "'none'"),
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src '{SCRIPT_HASH}'{also}; {asks}base-uri 'none'; \
         form-action {forms}\">\
         <meta name=\"referrer\" content=\"no-referrer\">\
         <meta name=\"color-scheme\" content=\"light dark\">\
         <title>{}</title><style>{STYLE}</style></head><body>\
         <a class=\"skip\" href=\"#main\">Skip to the bugs</a>",
        escape(title)
    )
}

/// The first campaign is open; older ones are there to be opened.
fn campaign((index, campaign): (usize, &CampaignFacts), bugs: &[BugFacts]) -> String {
    let suffix = if index == 0 { String::new() } else { format!("-{}", campaign.number) };
    let body = progress::section(campaign, bugs, &suffix) + &coverage::section(campaign, &suffix);
    if index == 0 {
        return format!("<div class=\"campaign\">{body}</div>");
    }
    format!(
        "<details class=\"campaign older\"><summary>Campaign {} · {} · from {}</summary>{body}\
         </details>",
        campaign.number,
        escape(&campaign.wing.to_uppercase()),
        moment(campaign.started_at)
    )
}

fn footer(facts: &PageFacts) -> String {
    format!(
        "<footer><p>Written by spektr {} on {}. Nothing was sent anywhere, and this page loads \
         nothing. Before a bug is filed, a person should look for duplicates and stand behind \
         the report; <code>spektr report FINDING</code> writes it.</p></footer>",
        escape(&facts.spektr_version),
        moment(facts.written_at)
    )
}
