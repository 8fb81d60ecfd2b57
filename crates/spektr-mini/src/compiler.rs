//! The compiler as a file on disk. The script itself is beside this file.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Every bug that can be chosen with a flag `-B…`, and what it does.
pub const BUGS: [(&str, &str); 14] = [
    ("-Bwrong=mul", "pass strength-reduction adds one to products"),
    ("-Bwrong=add", "pass const-fold adds one to sums"),
    ("-Bwrong=loop", "pass loop-opt runs loops once less"),
    ("-Bwrong=long-loop", "the same for loops that run three times or more"),
    ("-Bice=loop", "pass loop-opt panics at a loop"),
    ("-Bice=mul", "pass strength-reduction panics at a product"),
    ("-Bhang=mul", "pass strength-reduction never ends at a product"),
    ("-Breject=loop", "loops are rejected, at every level"),
    ("-Black=mul", "products are unknown, as if the compiler were too old"),
    ("-Bsegv=add", "the compiler dies of SIGSEGV at a sum"),
    ("-Bdie=mul", "programs with products die of SIGABRT"),
    ("-Bendless=loop", "programs with loops do not end"),
    ("-Bflaky", "programs are wrong in their first run only"),
    ("-Bchildren", "the compiler leaves a daemon behind"),
];

/// Writes the compiler into `directory` and returns its path.
pub fn install(directory: &Path) -> io::Result<PathBuf> {
    let path = directory.join("minic");
    std::fs::write(&path, include_str!("minic.sh"))?;
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
    Ok(path)
}
