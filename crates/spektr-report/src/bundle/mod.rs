//! The bundle of one bug: a directory made to be filed by a person. Programs, outputs, the
//! pass's change, a script that reproduces, and `report.md`, which says it all.

mod makefile;
mod markdown;
mod report;
mod reproduce;

use crate::case::Case;
use crate::facts::{BugFacts, Failure};
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
            if let Some(found) = &bug.shown().found {
                add("wrong.txt", found.clone(), false);
            }
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
