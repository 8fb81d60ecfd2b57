//! A bug with its files in their places and its commands: what bundle and page are both
//! written from. Knows no format.

mod commands;
mod placed;

pub(crate) use commands::{
    Command, Spelling, differing, environment, file_in_bundle, lines, made, typed,
};
pub(crate) use placed::{Placed, extension, plain_name, role_paths};

use crate::facts::BugFacts;
use spektr_wing::{Behaviour, By, Evidence, Expect, OutputFile};

pub(crate) struct Layout<'a> {
    pub(crate) bug: &'a BugFacts,
    pub(crate) title: String,
    pub(crate) reduced: Placed<'a>,
    pub(crate) lifted: Option<Placed<'a>>,
    pub(crate) pass_diff: Option<String>,
}

/// What the commands of a bug come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shows {
    /// Something is built and run.
    Run,
    /// Files are written, which say for themselves what they are worth.
    Files,
    /// The compiler does not come that far.
    Compile,
}

impl<'a> Layout<'a> {
    pub(crate) fn new(bug: &'a BugFacts) -> Layout<'a> {
        Layout {
            bug,
            title: crate::title(bug),
            reduced: Placed::new("reduced", &bug.reduced),
            lifted: bug.lifted.as_ref().map(|lifted| Placed::new("lifted", lifted)),
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

    pub(crate) fn shows(&self) -> Shows {
        let experiment = self.bug.shown().experiment();
        let runs = experiment.steps.iter().any(|step| matches!(step.by, By::Built(_)));
        match &experiment.evidence {
            _ if !self.bug.failure.is_wrong_code() => Shows::Compile,
            Evidence::Files(_) => Shows::Files,
            _ if runs => Shows::Run,
            _ => Shows::Compile,
        }
    }

    /// What the program may do: where its output lies inside the bundle, and all of it.
    pub(crate) fn expected(&self) -> Vec<(String, &'a Behaviour)> {
        let behaviours = match &self.bug.shown().expect {
            _ if self.shows() != Shows::Run => &[],
            Expect::Exactly(behaviour) => std::slice::from_ref(behaviour),
            Expect::OneOf(behaviours) => behaviours.as_slice(),
            Expect::Refinement | Expect::NoCrash => &[],
        };
        let path = |k: usize| match behaviours.len() {
            1 => "expected.txt".to_owned(),
            _ => format!("expected-{}.txt", k + 1),
        };
        behaviours.iter().enumerate().map(|(k, behaviour)| (path(k), behaviour)).collect()
    }

    /// The evidence files of the wrong build: path inside the bundle, and the file.
    pub(crate) fn wrong_files(&self) -> Vec<(String, &'a OutputFile)> {
        let seen = self.bug.shown().seen.as_ref().filter(|_| self.shows() == Shows::Files);
        let files: &[OutputFile] = seen.map_or(&[], |seen| &seen.files);
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        role_paths("wrong", &names).into_iter().zip(files).collect()
    }
}

fn pass_diff(bug: &BugFacts) -> Option<String> {
    let change = bug.change.as_ref()?;
    let pass = bug.guilty_pass().map_or("the pass", |guilt| guilt.pass.as_str());
    let (before, after) = (format!("before {pass}"), format!("after {pass}"));
    let (old, new) = (without_heading(&change.before), without_heading(&change.after));
    let diff = crate::diff::unified(old, new, &before, &after);
    (!diff.is_empty()).then_some(diff)
}

/// A dump without the comment that opens it: that one names the pass, always differs, and
/// says nothing.
fn without_heading(dump: &str) -> &str {
    match dump.split_once('\n') {
        Some((first, rest)) if crate::diff::is_comment(first) => rest,
        _ => dump,
    }
}
