//! `spektr findings`: what was found, or the bugs it was joined into.

use crate::cli::FindingsArgs;
use crate::exit::{Exit, Failure};
use crate::words::{count, note, say};
use spektr_hunt::dedup::{SortedBy, sorting_of};
use spektr_hunt::store::{Bug, Finding, FindingFilter, FindingState, Store};

pub fn run(args: &FindingsArgs) -> Result<Exit, Failure> {
    let state = args.state.as_deref().map(state).transpose()?;
    let store = Store::open_existing(&args.store.place())?;
    if args.bugs {
        let bugs = store.bugs()?;
        let (hidden, shown): (Vec<&Bug>, Vec<&Bug>) =
            bugs.iter().partition(|bug| bug.mute.is_some() && !args.muted);
        for bug in &shown {
            say(&if args.json { bug_json(bug) } else { bug_line(bug) });
        }
        if shown.is_empty() {
            nothing("bug", hidden.len());
        }
        return Ok(Exit::Done);
    }
    if let Some(bug) = args.bug {
        store.bug(bug)?;
    }
    let muted = args.muted || args.bug.is_some();
    let findings = store.findings(FindingFilter { state, bug: args.bug, muted })?;
    for finding in &findings {
        say(&if args.json { json(finding) } else { line(finding) });
    }
    if findings.is_empty() {
        let all = store.findings(FindingFilter { state, bug: args.bug, muted: true })?;
        nothing("finding", all.len());
    }
    Ok(Exit::Done)
}

/// An empty list might look like a command that did not work.
fn nothing(what: &str, hidden: usize) {
    note(&match hidden {
        0 => format!("no {what}s"),
        _ => format!("no {what}s but {hidden} of muted bugs: --muted shows them"),
    });
}

fn state(name: &str) -> Result<FindingState, Failure> {
    FindingState::ALL.into_iter().find(|state| state.name() == name).ok_or_else(|| {
        let names: Vec<&str> = FindingState::ALL.iter().map(|state| state.name()).collect();
        let names = names.join(", ");
        Failure::new(Exit::Usage, format!("no state `{name}`; there are: {names}"))
    })
}

fn line(finding: &Finding) -> String {
    // A question mark where only the pass speaks for this bug.
    let by_pass = sorting_of(finding).is_some_and(|sorting| sorting.by == SortedBy::Pass);
    let doubt = if by_pass { "?" } else { "" };
    let bug = finding
        .bug
        .map_or_else(|| finding.state.name().to_owned(), |bug| format!("bug {bug}{doubt}"));
    format!(
        "{:>5}  {bug:<9}  {:<12}  seed {:<8}  {} {}\n       {}\n",
        finding.id,
        finding.verdict,
        finding.seed,
        finding.compiler,
        finding.configuration().typed(),
        finding.summary
    )
}

fn json(finding: &Finding) -> String {
    let value = serde_json::json!({
        "finding": finding.id,
        "campaign": finding.campaign,
        "bug": finding.bug,
        "state": finding.state.name(),
        "verdict": finding.verdict,
        "wing": finding.wing,
        "seed": finding.seed,
        "compiler": finding.compiler,
        "compiler_version": finding.compiler_version,
        "flags": finding.flags,
        "summary": finding.summary,
        "signature": finding.signature,
        "sorted_by": sorting_of(finding).map(|sorting| sorting.by.name()),
        "statements": finding.statements,
        "reduced": finding.reduced.is_some(),
    });
    format!("{value}\n")
}

fn bug_line(bug: &Bug) -> String {
    let mut text = format!(
        "{:>5}  {} ({}; shortest: finding {})\n",
        bug.id,
        bug.title,
        count(bug.findings, "finding"),
        bug.representative
    );
    if bug.by_pass > 0 {
        let of = if bug.is_perhaps_several() { ": perhaps several bugs" } else { "" };
        text.push_str(&format!("       {} sorted by the pass only{of}\n", bug.by_pass));
    } else if bug.is_perhaps_several() {
        text.push_str("       the reduced programs differ much: perhaps several bugs\n");
    }
    if let Some(mute) = &bug.mute {
        let link = mute.link.as_ref().map(|link| format!(", {link}")).unwrap_or_default();
        text.push_str(&format!("       muted: {}{link}\n", mute.reason));
    }
    text
}

fn bug_json(bug: &Bug) -> String {
    let value = serde_json::json!({
        "bug": bug.id,
        "wing": bug.wing,
        "title": bug.title,
        "signature": bug.signature,
        "findings": bug.findings,
        "sorted_by_pass": bug.by_pass,
        "perhaps_several": bug.is_perhaps_several(),
        "representative": bug.representative,
        "muted": bug.mute.as_ref().map(|mute| &mute.reason),
        "link": bug.mute.as_ref().and_then(|mute| mute.link.as_ref()),
    });
    format!("{value}\n")
}
