//! The bundle of one bug: a directory made to be filed by a person. Programs, outputs, the
//! pass's change, a script that reproduces, and `report.md`, which says it all.

mod commands;
mod makefile;
mod markdown;
mod placed;
mod report;
mod reproduce;

use crate::facts::{BugFacts, Failure};
use placed::Placed;
use std::io;
use std::path::Path;

/// A file of a bundle; its name may hold one `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleFile {
    pub name: String,
    pub bytes: Vec<u8>,
    pub executable: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    pub files: Vec<BundleFile>,
}

/// Files that not every bundle has. A bundle written over another removes those it lacks: a
/// diff of last week must not lie beside a report of today.
const OPTIONAL: [&str; 3] = ["expected.txt", "wrong.txt", "pass.diff"];

impl Bundle {
    /// Everything that is known about a bug, as files.
    pub fn of(bug: &BugFacts) -> Bundle {
        let case = Case::new(bug);
        let mut files = Vec::new();
        let mut add = |name: &str, bytes: Vec<u8>, executable: bool| {
            files.push(BundleFile { name: name.to_owned(), bytes, executable });
        };
        add("report.md", report::text(&case).into_bytes(), false);
        for (path, text) in case.sources() {
            add(path, text.as_bytes().to_vec(), false);
        }
        if let Some(original) = &bug.original {
            add(&case.original_name(), original.as_bytes().to_vec(), false);
        }
        if let Failure::WrongCode { .. } = bug.failure {
            add("expected.txt", bug.shown().expected.clone(), false);
            add("wrong.txt", bug.shown().found.clone(), false);
        }
        if let Some(diff) = &case.pass_diff {
            add("pass.diff", diff.clone().into_bytes(), false);
        }
        add("reproduce.sh", reproduce::script(&case).into_bytes(), true);
        add("Makefile", makefile::text(&case).into_bytes(), false);
        Bundle { files }
    }

    /// The file with this name.
    pub fn file(&self, name: &str) -> Option<&BundleFile> {
        self.files.iter().find(|file| file.name == name)
    }

    /// Writes the bundle into a directory, which is made if need be.
    pub fn write_to(&self, directory: &Path) -> io::Result<()> {
        std::fs::create_dir_all(directory)?;
        for name in OPTIONAL.into_iter().filter(|name| self.file(name).is_none()) {
            match std::fs::remove_file(directory.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        for file in &self.files {
            write(&directory.join(&file.name), file)?;
        }
        Ok(())
    }
}

fn write(path: &Path, file: &BundleFile) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::write(path, &file.bytes)?;
    #[cfg(unix)]
    if file.executable {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

/// A bug with its files in their places: what the parts of a bundle are written from.
struct Case<'a> {
    bug: &'a BugFacts,
    title: String,
    reduced: Placed<'a>,
    lifted: Option<Placed<'a>>,
    pass_diff: Option<String>,
}

impl<'a> Case<'a> {
    fn new(bug: &'a BugFacts) -> Case<'a> {
        Case {
            bug,
            title: crate::title(bug),
            reduced: Placed::new("reduced", &bug.reduced.source),
            lifted: bug.lifted.as_ref().map(|lifted| Placed::new("lifted", &lifted.source)),
            pass_diff: pass_diff(bug),
        }
    }

    /// The program that commands and texts are about.
    fn shown(&self) -> &Placed<'a> {
        self.lifted.as_ref().unwrap_or(&self.reduced)
    }

    fn sources(&self) -> impl Iterator<Item = (&str, &str)> {
        self.reduced.files().chain(self.lifted.iter().flat_map(Placed::files))
    }

    fn original_name(&self) -> String {
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
