//! Finds compilers: what a family knows to be installed, what is on the PATH, and directories
//! that the user names. It only looks; whether a compiler works is for the probe to say.

use crate::families::{self, Families};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A compiler that seems to be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub family: &'static str,
    pub path: PathBuf,
    /// A toolchain's name, where it has one.
    pub label: Option<String>,
}

/// Where to look.
#[derive(Clone, Debug, Default)]
pub struct Places {
    pub path: Vec<PathBuf>,
    /// Directories (or compilers themselves) named by the user.
    pub named: Vec<PathBuf>,
    /// Variables that say where a family's tools are installed.
    pub variables: BTreeMap<String, PathBuf>,
}

impl Places {
    /// The environment's places: `PATH` and `SPEKTR_COMPILERS`, both lists separated by
    /// colons, and whatever else is set.
    pub fn of_environment() -> Places {
        let list = |name| -> Vec<PathBuf> {
            std::env::var_os(name)
                .map(|value| std::env::split_paths(&value).filter(|p| p.is_absolute()).collect())
                .unwrap_or_default()
        };
        let variables = std::env::vars_os()
            .filter(|(name, _)| name == "HOME" || name.to_string_lossy().ends_with("_HOME"))
            .map(|(name, value)| (name.to_string_lossy().into_owned(), PathBuf::from(value)))
            .collect();
        Places { path: list("PATH"), named: list("SPEKTR_COMPILERS"), variables }
    }

    pub fn variable(&self, name: &str) -> Option<PathBuf> {
        self.variables.get(name).cloned()
    }

    pub fn home(&self) -> Option<PathBuf> {
        self.variable("HOME")
    }

    /// Places that the user named and that are not there, or hold no compiler.
    pub fn without_compilers(&self, families: Families) -> Vec<&Path> {
        let empty = |place: &&PathBuf| named(families, place).is_empty();
        self.named.iter().filter(empty).map(PathBuf::as_path).collect()
    }
}

/// Everything found, each compiler once, in an order that depends on names only.
pub fn discover(families: Families, places: &Places) -> Vec<Found> {
    let mut found: Vec<Found> =
        families.iter().flat_map(|family| family.installed(places)).collect();
    for place in &places.named {
        found.extend(named(families, place));
    }
    for directory in &places.path {
        let is_proxy = |it: &Found| families::named(families, it.family).is_proxy(&it.path);
        found.extend(in_directory(families, directory).into_iter().filter(|it| !is_proxy(it)));
    }
    let mut seen = BTreeSet::new();
    found.retain(|it| seen.insert(it.path.canonicalize().unwrap_or_else(|_| it.path.clone())));
    found
}

/// A compiler itself, or a directory that holds some, directly or in the usual places.
fn named(families: Families, place: &Path) -> Vec<Found> {
    if place.is_file() {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let family = family_of(families, &name);
        let found = |family| Found { family, path: place.to_owned(), label: None };
        return family.map(found).into_iter().collect();
    }
    // Beside a wrapper that knows the way, the bare program does not start.
    ["bin", "usr/bin", "."]
        .iter()
        .map(|inner| in_directory(families, &place.join(inner)))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

fn in_directory(families: Families, directory: &Path) -> Vec<Found> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let mut found: Vec<Found> = entries
        .flatten()
        .filter_map(|entry| {
            let family = family_of(families, &entry.file_name().to_string_lossy())?;
            Some(Found { family, path: entry.path(), label: None })
        })
        .filter(|it| it.path.is_file())
        .collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn family_of(families: Families, file: &str) -> Option<&'static str> {
    families.iter().find(|family| family.is_called(file)).map(|family| family.name())
}
