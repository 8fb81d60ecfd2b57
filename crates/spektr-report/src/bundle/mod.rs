//! The bundle of one bug: a directory made to be filed by a person. Programs, outputs, the
//! pass's change, a script that reproduces, and `report.md`, which says it all.

mod makefile;
mod markdown;
mod report;
mod reproduce;
mod script;
mod write;

pub use write::{Conflict, Manifest, Plan, Present, WriteTrouble, digest, plan};

use crate::facts::BugFacts;
use crate::layout::{Layout, Shows, plain_name, role_paths};
use flate2::{Compression, GzBuilder};
use std::io::Write;

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

impl Bundle {
    /// Everything that is known about a bug, as files.
    pub fn of(bug: &BugFacts) -> Bundle {
        let layout = Layout::new(bug);
        let mut files = Vec::new();
        let mut add = |name: &str, bytes: &[u8], executable: bool| {
            files.push(BundleFile { name: name.to_owned(), bytes: bytes.to_vec(), executable });
        };
        add("report.md", report::text(&layout).as_bytes(), false);
        for (path, text) in layout.sources() {
            add(path, text.as_bytes(), false);
        }
        let names: Vec<&str> = bug.original.iter().map(|file| file.name.as_str()).collect();
        for (path, file) in role_paths("original", &names).iter().zip(&bug.original) {
            add(&format!("{path}.gz"), &compressed(file.text.as_bytes()), false);
        }
        for (path, behaviour) in layout.expected() {
            add(&path, &behaviour.stdout, false);
        }
        if let (Shows::Run, Some(seen)) = (layout.shows(), &bug.shown().seen) {
            add("wrong.txt", &seen.stdout, false);
        }
        for (path, file) in layout.wrong_files() {
            add(&path, &file.bytes, false);
        }
        if let Some(diff) = &layout.pass_diff {
            add("pass.diff", diff.as_bytes(), false);
        }
        for exhibit in &bug.exhibits {
            add(&plain_name(&exhibit.name), exhibit.text.as_bytes(), exhibit.executable);
        }
        add("reproduce.sh", reproduce::script(&layout).as_bytes(), true);
        add("Makefile", makefile::text(&layout).as_bytes(), false);
        Bundle { files }
    }

    /// The file with this name.
    pub fn file(&self, name: &str) -> Option<&BundleFile> {
        self.files.iter().find(|file| file.name == name)
    }
}

/// Programs as they were found are long, and few readers want them. No clock goes in: equal
/// programs give equal bytes.
fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut writer = GzBuilder::new().mtime(0).write(Vec::new(), Compression::default());
    writer.write_all(bytes).expect("writing to memory");
    writer.finish().expect("writing to memory")
}
