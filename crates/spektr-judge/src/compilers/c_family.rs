//! gcc, clang and tcc, and compilers of which nothing is known but how to start them.

use super::probe::{Bench, sift};
use super::{Bisect, Compiler, Layer};
use crate::sandbox::Sandbox;
use std::io;

const PROGRAM: &str =
    "int f(int x) { int s = 0; for (int i = 0; i < x; i++) s += i * x; return s; }\n";

/// Flags worth an axis, tried on every C compiler.
const FLAGS: [&str; 9] = [
    "-O1",
    "-O2",
    "-O3",
    "-Os",
    "-march=native",
    "-flto",
    "-g",
    "-fsanitize=undefined",
    "-fsanitize=address",
];

pub(super) fn complete(sandbox: &Sandbox, compiler: &mut Compiler) -> io::Result<()> {
    ask_version(sandbox, compiler)?;
    let bench = Bench::new(sandbox)?;
    bench.put("probe.c", PROGRAM)?;
    compiler.abilities.flags = sift(&FLAGS, &mut |flags| {
        let mut args = vec!["-c", "probe.c", "-o", "probe.o"];
        args.extend(flags);
        let ran = bench.run(compiler, &args).map_err(|error| error.to_string())?;
        if ran.success() { Ok(()) } else { Err(first_line(&ran.stderr)) }
    });
    compiler.abilities.unoptimised = vec!["-O0".into()];
    if compiler.family == "clang" {
        let args = ["-c", "probe.c", "-o", "probe.o", "-O2", "-mllvm", "-opt-bisect-limit=1"];
        let ran = bench.run(compiler, &args)?;
        if String::from_utf8_lossy(&ran.stderr).contains("BISECT: ") {
            compiler.abilities.bisects.push(Bisect {
                layer: Layer::Llvm,
                limit: "-mllvm -opt-bisect-limit={}".into(),
                also: Vec::new(),
                leave_out: Some("-mllvm -opt-disable={}".into()),
            });
        }
    }
    Ok(())
}

/// The first line of `--version`, and the last word in it that looks like a version.
pub(super) fn ask_version(sandbox: &Sandbox, compiler: &mut Compiler) -> io::Result<()> {
    let bench = Bench::new(sandbox)?;
    let flag = if compiler.family == "tcc" { "-v" } else { "--version" };
    let ran = bench.run(compiler, &[flag])?;
    if !ran.success() {
        return Err(io::Error::other(format!("{flag} failed: {}", ran.complaint())));
    }
    let text = first_line(&ran.stdout);
    compiler.version.release = text
        .split([' ', '(', ')', ','])
        .rfind(|word| word.contains('.') && word.chars().all(|c| c.is_ascii_digit() || c == '.'))
        .map(str::to_owned);
    if compiler.family == "clang" {
        compiler.version.llvm = compiler.version.release.clone();
    }
    compiler.version.text = text;
    Ok(())
}

pub(super) fn first_line(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).lines().next().unwrap_or_default().trim().to_owned()
}
