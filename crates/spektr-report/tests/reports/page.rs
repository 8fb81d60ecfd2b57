//! What can be said about a page without a browser: it loads nothing, links lead somewhere,
//! equal facts give equal bytes, and no text becomes markup.

use super::{hostile, specimen};
use spektr_report::facts::*;
use std::collections::BTreeSet;

/// The values of an attribute, wherever it stands.
fn attribute<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let opening = format!(" {name}=\"");
    html.split(&opening)
        .skip(1)
        .map(|rest| rest.split_once('"').expect("attributes are closed").0)
        .collect()
}

#[test]
fn a_page_loads_nothing() {
    let html = spektr_report::page(&specimen::store());
    for name in ["src", "srcset", "data", "action", "xlink:href", "poster", "background"] {
        assert_eq!(attribute(&html, name), [""; 0], "{name}");
    }
    for href in attribute(&html, "href") {
        assert!(href.starts_with('#'), "{href}");
    }
    for word in
        ["http:", "https:", "url(", "@import", "<link", "<iframe", "<img", "fetch(", "import("]
    {
        assert!(!html.contains(word), "{word}");
    }
    assert!(html.contains("default-src 'none'"));
}

#[test]
fn links_lead_somewhere_and_names_are_unique() {
    let mut store = specimen::store();
    // A second campaign must not repeat the names of the first.
    store.campaigns.push(CampaignFacts { number: 2, ..specimen::campaign() });
    let html = spektr_report::page(&store);
    let ids = attribute(&html, "id");
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len());
    for href in attribute(&html, "href") {
        assert!(unique.contains(href.trim_start_matches('#')), "{href}");
    }
    for id in attribute(&html, "aria-labelledby") {
        assert!(unique.contains(id), "{id}");
    }
}

#[test]
fn equal_facts_give_equal_bytes() {
    assert_eq!(spektr_report::page(&specimen::store()), spektr_report::page(&specimen::store()));
}

#[test]
fn everything_asked_for_is_there() {
    let html = spektr_report::page(&specimen::store());
    for text in [
        "6 bugs in 145,783 programs, 1 finding not looked at",
        "1 bug muted",
        "MIR pass GVN miscompiles <code>fn1</code>: <code>RET</code> is 0, should be 4",
        "<mark>fn1 RET = 4</mark>",
        "<mark>fn1 RET = 0</mark>",
        "<mark class=\"w\">-Zmir-enable-passes=-GVN</mark>",
        "What GVN changes",
        "miscompiled: MIR pass GVN",
        "14% of it for triage and reduction",
        "2,429 of them for triage and reduction",
        "the result of @f(i8 255) is i8 1, should be i8 0",
        "wrong.ll · 6 lines",
        "no variant index for `e` in layout &lt;Niche &amp; Tag&gt;",
        "53 of 55 known constructs occurred",
        "Never: <code>f128</code> <code>unwind</code>",
        "14 of 15 flags used",
        "Muted: known, being worked on (the tracker, number 1234)",
        "cannot tell: not installed",
        "<td><span class=\"swatch part-0\"></span>compile</td><td class=\"num\">4 h 44 min</td>",
    ] {
        assert!(html.contains(text), "{text}");
    }
}

#[test]
fn no_text_becomes_markup() {
    let html = spektr_report::page(&hostile::store());
    assert_eq!(html.matches("<script").count(), 1);
    assert_eq!(html.matches("</script").count(), 1);
    assert_eq!(html.matches("</style").count(), 1);
    assert_eq!(html.matches("</title>").count(), html.matches("<title>").count());
    for word in ["<img", "<iframe", "\u{202e}", "\0"] {
        assert!(!html.contains(word), "{word:?}");
    }
    // Outside of our own script, `window.` occurs only in text.
    assert!(html.contains("&lt;script&gt;window.hacked=1&lt;/script&gt;"));
}

#[test]
fn an_empty_store_has_a_page_too() {
    let store = PageFacts {
        spektr_version: "0.1.0".into(),
        written_at: specimen::START,
        bugs: Vec::new(),
        campaigns: Vec::new(),
    };
    let html = spektr_report::page(&store);
    assert!(html.contains("No open bugs in 0 programs") && html.contains("None found yet."));
    let campaigns =
        vec![CampaignFacts { number: 1, wing: "mir".into(), ..CampaignFacts::default() }];
    let html = spektr_report::page(&PageFacts { campaigns, ..store });
    assert!(
        html.contains("No program was judged yet.") && html.contains("No CPU time was recorded.")
    );
}
