//! The small environment that every sandboxed command gets: the same everywhere, so
//! that no setting of the user's changes a verdict.

use crate::compilers::Compiler;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// For a compiler at work in `directory`.
pub(crate) fn of(compiler: &Compiler, directory: &Path) -> Vec<(OsString, OsString)> {
    let mut env = plain(directory);
    // Compilers call linkers and assemblers by name.
    let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/bin:/bin".into());
    env.push(("PATH".into(), path));
    env.extend(rustup_homes());
    // A panicking rustc would spend seconds on a backtrace; its own words name the place.
    env.push(("RUST_BACKTRACE".into(), "0".into()));
    env.push(("RUSTC_ICE".into(), "0".into()));
    for (key, value) in &compiler.env {
        env.retain(|(existing, _)| existing != key.as_str());
        env.push((key.into(), value.into()));
    }
    env
}

/// Where `rustc +nightly` finds its toolchains, although it is not at home. What is not there
/// it must not try to download.
fn rustup_homes() -> Vec<(OsString, OsString)> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let place = |name: &str, folder: &str| {
        let usual = || home.as_ref().map(|home| home.join(folder).into_os_string());
        Some((name.into(), std::env::var_os(name).or_else(usual)?))
    };
    let never = (OsString::from("RUSTUP_AUTO_INSTALL"), OsString::from("0"));
    let places = [place("RUSTUP_HOME", ".rustup"), place("CARGO_HOME", ".cargo")];
    places.into_iter().flatten().chain([never]).collect()
}

/// For a built program.
pub(crate) fn plain(directory: &Path) -> Vec<(OsString, OsString)> {
    vec![
        ("LC_ALL".into(), "C".into()),
        ("HOME".into(), directory.into()),
        ("TMPDIR".into(), directory.into()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxies_of_rustup_find_their_toolchains_and_download_none() {
        let places = rustup_homes();
        let value = |name: &str| {
            places.iter().find(|(key, _)| key == name).map(|(_, value)| PathBuf::from(value))
        };
        assert_eq!(value("RUSTUP_AUTO_INSTALL"), Some(PathBuf::from("0")));
        if std::env::var_os("HOME").is_some() {
            let homes = ["RUSTUP_HOME", "CARGO_HOME"].map(|name| value(name).expect("a home"));
            assert!(homes.iter().all(|home| home.is_absolute()), "{homes:?}");
        }
    }
}
