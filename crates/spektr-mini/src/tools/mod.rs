//! The tools as files on disk: two compilers and an optimizer. The scripts themselves are
//! beside this file.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Every bug of the compiler that can be chosen with a flag `-B…`, and what it does.
pub const BUGS: [(&str, &str); 26] = [
    ("-Bwrong=mul", "pass strength-reduction adds one to products"),
    ("-Bwrong=add", "pass const-fold adds one to sums"),
    ("-Bwrong=loop", "pass loop-opt runs loops once less"),
    ("-Bwrong=long-loop", "the same for loops that run three times or more"),
    ("-Bwrong=both", "the same behind a sum that const-fold has worked on"),
    ("-Bwrong=any", "what is open becomes 7"),
    ("-Bwrong=exit", "programs exit with one more"),
    ("-Bwrong=abort", "programs that should abort exit with 0"),
    ("-Bice=loop", "pass loop-opt breaks at a loop"),
    ("-Bice=mul", "pass strength-reduction breaks at a product"),
    ("-Bice=company", "the compiler breaks on every batch"),
    ("-Bhang=mul", "pass strength-reduction never ends at a product"),
    ("-Breject=loop", "loops are rejected, at every level"),
    ("-Black=mul", "products are unknown, as if the compiler were too old"),
    ("-Bsegv=add", "the compiler dies of SIGSEGV at a sum"),
    ("-Bdie=mul", "programs with products die of SIGABRT"),
    ("-Bendless=loop", "programs with loops do not end"),
    ("-Bchatty", "programs print without end"),
    ("-Bflaky", "programs are wrong in their first run only"),
    ("-Bcompany", "batches are wrong, their programs alone are not"),
    ("-Bnoexec", "what is built cannot be executed"),
    ("-Bnothing", "nothing is built, and that is called a success"),
    ("-Bbroken", "the compiler breaks on everything"),
    ("-Bnocount", "the compiler cannot count its passes"),
    ("-Bchildren", "the compiler leaves a daemon behind"),
    ("-Bkilled", "somebody kills the compiler, once for each text"),
];

/// The optimizer's bugs.
pub const OPTIMIZER_BUGS: [(&str, &str); 8] = [
    ("-Bwrong=mul", "products are folded to one more"),
    ("-Bwrong=any", "what is open becomes 7"),
    ("-Bundefine", "the first variable that is set no longer is"),
    ("-Bnonsense", "what is written is no program"),
    ("-Bnothing", "nothing is written, and that is called a success"),
    ("-Bcrash=mul", "it breaks at a product"),
    ("-Bsegv=mul", "it dies of SIGSEGV at a product"),
    ("-Bhang=mul", "it never ends at a product"),
];

/// Writes the compiler into `directory` and returns its path.
pub fn install(directory: &Path) -> io::Result<PathBuf> {
    write(directory, "minic", include_str!("minic.sh"))
}

/// Writes the other compiler.
pub fn install_other(directory: &Path) -> io::Result<PathBuf> {
    write(directory, "mini2", include_str!("mini2.sh"))
}

/// Writes the optimizer.
pub fn install_optimizer(directory: &Path) -> io::Result<PathBuf> {
    write(directory, "minopt", include_str!("minopt.sh"))
}

fn write(directory: &Path, name: &str, script: &str) -> io::Result<PathBuf> {
    let path = directory.join(name);
    std::fs::write(&path, script)?;
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
    Ok(path)
}
