//! Finds compilers: rustup's toolchains, what is on the PATH, and directories that the
//! user names. It only looks; whether a compiler works is for the probe to say.

use std::collections::BTreeSet;
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
    pub rustup_home: Option<PathBuf>,
    pub path: Vec<PathBuf>,
    /// Directories (or compilers themselves) named by the user.
    pub named: Vec<PathBuf>,
}

impl Places {
    /// The environment's places: `RUSTUP_HOME`, `PATH` and `SPEKTR_COMPILERS`, both
    /// lists separated by colons.
    pub fn of_environment() -> Places {
        let list = |name| -> Vec<PathBuf> {
            std::env::var_os(name)
                .map(|value| std::env::split_paths(&value).filter(|p| p.is_absolute()).collect())
                .unwrap_or_default()
        };
        let rustup_home = std::env::var_os("RUSTUP_HOME")
            .map(PathBuf::from)
            .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".rustup")));
        Places { rustup_home, path: list("PATH"), named: list("SPEKTR_COMPILERS") }
    }
}

/// Everything found, each compiler once, in an order that depends on names only.
pub fn discover(places: &Places) -> Vec<Found> {
    let mut found = Vec::new();
    if let Some(home) = &places.rustup_home {
        found.extend(rustup_toolchains(home));
    }
    for place in &places.named {
        found.extend(named(place));
    }
    for directory in &places.path {
        found.extend(in_directory(directory).into_iter().filter(|it| !is_rustup_proxy(&it.path)));
    }
    let mut seen = BTreeSet::new();
    found.retain(|it| seen.insert(it.path.canonicalize().unwrap_or_else(|_| it.path.clone())));
    found
}

/// Toolchains by name; a version number comes last, since it is usually another name
/// for one of the channels.
fn rustup_toolchains(home: &Path) -> Vec<Found> {
    let Ok(entries) = fs::read_dir(home.join("toolchains")) else { return Vec::new() };
    let mut found: Vec<Found> = entries
        .flatten()
        .map(|entry| (entry.file_name(), entry.path().join("bin/rustc")))
        .filter(|(_, path)| path.is_file())
        .map(|(name, path)| Found {
            family: "rustc",
            path,
            label: Some(channel(&name.to_string_lossy())),
        })
        .collect();
    found.sort_by_key(|it| {
        let label = it.label.clone().unwrap_or_default();
        (label.starts_with(|c: char| c.is_ascii_digit()), label)
    });
    found
}

/// `nightly` of `nightly-x86_64-unknown-linux-gnu`; dates stay.
fn channel(toolchain: &str) -> String {
    const ARCHITECTURES: [&str; 8] =
        ["x86_64", "i686", "aarch64", "arm", "armv7", "riscv64gc", "powerpc64le", "s390x"];
    let parts: Vec<&str> = toolchain.split('-').collect();
    let end = parts.iter().position(|part| ARCHITECTURES.contains(part)).unwrap_or(parts.len());
    parts[..end].join("-")
}

/// A compiler itself, or a directory that holds some, directly or in the usual places.
fn named(place: &Path) -> Vec<Found> {
    if place.is_file() {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let family = family_of(&name).unwrap_or("rustc");
        return vec![Found { family, path: place.to_owned(), label: None }];
    }
    // Beside a wrapper that knows the way, the bare program does not start.
    ["bin", "usr/bin", "."]
        .iter()
        .map(|inner| in_directory(&place.join(inner)))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

fn in_directory(directory: &Path) -> Vec<Found> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let mut found: Vec<Found> = entries
        .flatten()
        .filter_map(|entry| {
            let family = family_of(&entry.file_name().to_string_lossy())?;
            Some(Found { family, path: entry.path(), label: None })
        })
        .filter(|it| it.path.is_file())
        .collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// `rustc`, `gcc`, `gcc-12`, `clang`, `clang-19`, `tcc`; not `gcc-ar-12`.
fn family_of(name: &str) -> Option<&'static str> {
    let (stem, version) = name.split_once('-').unwrap_or((name, "0"));
    if !version.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return None;
    }
    ["rustc", "gcc", "clang", "tcc"].into_iter().find(|family| *family == stem)
}

/// A rustup proxy decides itself which toolchain to start; all of them are found
/// where they are, and without the proxy's start-up time.
fn is_rustup_proxy(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let resolved = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if resolved.file_name().is_some_and(|name| name == "rustup") {
        return true;
    }
    let rustup = path.with_file_name("rustup");
    match (fs::metadata(path), fs::metadata(rustup)) {
        (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()) || a.len() == b.len(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_compilers() {
        assert_eq!(family_of("gcc-12"), Some("gcc"));
        assert_eq!(family_of("clang"), Some("clang"));
        assert_eq!(family_of("gcc-ar-12"), None);
        assert_eq!(family_of("rustc"), Some("rustc"));
        assert_eq!(family_of("rustc-wrapper"), None);
    }

    #[test]
    fn names_of_toolchains() {
        assert_eq!(channel("nightly-2025-01-02-x86_64-unknown-linux-gnu"), "nightly-2025-01-02");
        assert_eq!(channel("stable-aarch64-apple-darwin"), "stable");
        assert_eq!(channel("1.95.0-x86_64-unknown-linux-gnu"), "1.95.0");
        assert_eq!(channel("mine"), "mine");
    }

    #[test]
    fn wrappers_hide_what_they_wrap() {
        let base = std::env::temp_dir().join(format!("spektr-discover-{}", std::process::id()));
        for directory in ["old/bin", "old/usr/bin", "home/toolchains/dev-x86_64-linux/bin"] {
            fs::create_dir_all(base.join(directory)).unwrap();
            fs::write(base.join(directory).join("rustc"), "").unwrap();
        }
        let places = Places {
            rustup_home: Some(base.join("home")),
            named: vec![base.join("old")],
            path: vec![base.join("old/bin")],
        };
        let found: Vec<_> = discover(&places).into_iter().map(|it| (it.label, it.path)).collect();
        assert_eq!(
            found,
            [
                (Some("dev".to_owned()), base.join("home/toolchains/dev-x86_64-linux/bin/rustc")),
                (None, base.join("old/bin/rustc")),
            ]
        );
        fs::remove_dir_all(base).unwrap();
    }
}
