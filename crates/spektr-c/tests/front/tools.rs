//! Starting compilers and generators, where they are installed.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs a program; `None` if it is not installed.
pub fn run(program: &str, args: &[&str], directory: &Path) -> Option<Output> {
    Command::new(program).args(args).current_dir(directory).stdin(Stdio::null()).output().ok()
}

pub fn is_installed(program: &str) -> bool {
    run(program, &["--version"], Path::new(".")).is_some_and(|output| output.status.success())
}

/// The compilers that tests compare with, as far as they are installed.
pub fn compilers() -> Vec<&'static str> {
    ["gcc-12", "clang-19"].into_iter().filter(|name| is_installed(name)).collect()
}

/// Compiles a text and runs it: what it printed and its status. The error is what the compiler
/// said.
pub fn compile_and_run(compiler: &str, text: &str) -> Result<(Vec<u8>, String), String> {
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = directory.path().join("program.c");
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    let args = ["-w", "-O0", "-std=gnu17", "-o", "program", "program.c", "-lm"];
    let built = run(compiler, &args, directory.path()).ok_or("no compiler")?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned());
    }
    let ran = run("timeout", &["10", "./program"], directory.path()).ok_or("cannot be run")?;
    Ok((ran.stdout, ran.status.to_string()))
}

/// A text after gcc's preprocessor.
pub fn preprocess(path: &Path) -> Option<String> {
    let path = path.to_str()?;
    let output = run("gcc-12", &["-E", "-w", path], Path::new("."))?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
