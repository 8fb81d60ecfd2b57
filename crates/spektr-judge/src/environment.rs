//! The small environment that every sandboxed command gets: the same everywhere, so
//! that no setting of the user's changes a verdict.

use crate::compilers::Compiler;
use std::ffi::OsString;
use std::path::Path;

/// For a compiler at work in `directory`; `family` is what its kind needs besides.
pub(crate) fn of(
    compiler: &Compiler,
    family: &[(OsString, OsString)],
    directory: &Path,
) -> Vec<(OsString, OsString)> {
    let mut env = plain(directory);
    // Compilers call linkers and assemblers by name.
    let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/bin:/bin".into());
    env.push(("PATH".into(), path));
    env.extend(family.iter().cloned());
    for (key, value) in &compiler.env {
        env.retain(|(existing, _)| existing != key.as_str());
        env.push((key.into(), value.into()));
    }
    env
}

/// For a built program.
pub(crate) fn plain(directory: &Path) -> Vec<(OsString, OsString)> {
    vec![
        ("LC_ALL".into(), "C".into()),
        ("HOME".into(), directory.into()),
        ("TMPDIR".into(), directory.into()),
    ]
}
