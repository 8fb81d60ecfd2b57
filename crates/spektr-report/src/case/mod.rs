//! A bug with its files in their places and its commands: what bundle and page are both
//! written from. Knows no format.

mod commands;
mod placed;

pub(crate) use commands::{build, differing, quoted, variable};
pub(crate) use placed::Placed;

use crate::facts::BugFacts;

pub(crate) struct Case<'a> {
    pub(crate) bug: &'a BugFacts,
    pub(crate) title: String,
    pub(crate) reduced: Placed<'a>,
    pub(crate) lifted: Option<Placed<'a>>,
    pub(crate) pass_diff: Option<String>,
}

impl<'a> Case<'a> {
    pub(crate) fn new(bug: &'a BugFacts) -> Case<'a> {
        Case {
            bug,
            title: crate::title(bug),
            reduced: Placed::new("reduced", &bug.reduced.source),
            lifted: bug.lifted.as_ref().map(|lifted| Placed::new("lifted", &lifted.source)),
            pass_diff: pass_diff(bug),
        }
    }

    /// The program that commands and texts are about.
    pub(crate) fn shown(&self) -> &Placed<'a> {
        self.lifted.as_ref().unwrap_or(&self.reduced)
    }

    pub(crate) fn sources(&self) -> impl Iterator<Item = (&str, &str)> {
        self.reduced.files().chain(self.lifted.iter().flat_map(Placed::files))
    }

    pub(crate) fn original_name(&self) -> String {
        format!("original.{}", self.reduced.extension())
    }
}

fn pass_diff(bug: &BugFacts) -> Option<String> {
    let change = bug.pass_change.as_ref()?;
    let pass = bug.guilt.as_ref().map_or("the pass", |guilt| guilt.pass.as_str());
    let (before, after) = (format!("before {pass}"), format!("after {pass}"));
    let (old, new) = (without_heading(&change.before), without_heading(&change.after));
    let diff = crate::diff::unified(old, new, &before, &after);
    (!diff.is_empty()).then_some(diff)
}

/// A dump without the comment that opens it: that one names the pass, always differs, and
/// says nothing.
fn without_heading(dump: &str) -> &str {
    match dump.split_once('\n') {
        Some((first, rest)) if first.starts_with("//") || first.starts_with(';') => rest,
        _ => dump,
    }
}
