//! tcc: one pass, no optimization, a compile in milliseconds. As a subject it shows its own
//! bugs; beside others it is a quick second opinion.

use super::{Family, Words, cc, is_stem_with_version};
use crate::compilers::{Bench, Compiler};
use crate::config::{Axis, AxisRow};
use std::io;

pub struct Tcc;

const ROWS: [AxisRow; 2] = [AxisRow::one("debuginfo", "-g{}"), AxisRow::few("flags", "{}")];

impl Family for Tcc {
    fn name(&self) -> &'static str {
        "tcc"
    }

    fn is_called(&self, file: &str) -> bool {
        is_stem_with_version(file, "tcc")
    }

    fn probe(&self, bench: &Bench<'_>, compiler: &mut Compiler) -> io::Result<()> {
        bench.ask_version(compiler, "-v")?;
        cc::probe(bench, compiler, &["-g", "-b"])?;
        // C++ is taken for C, and sanitizers for nothing.
        compiler.abilities.features.retain(|feature| feature == "c");
        compiler.abilities.sanitizers.clear();
        compiler.abilities.baseline = Some(Vec::new());
        Ok(())
    }

    fn parts(&self) -> &'static [&'static str] {
        &["tcc"]
    }

    fn axis_rows(&self) -> &'static [AxisRow] {
        &ROWS
    }

    fn usual(&self, _: &Compiler) -> Vec<(Vec<String>, u32)> {
        vec![(Vec::new(), 1)]
    }

    fn axes(&self, _: &Compiler) -> Vec<Axis> {
        vec![Axis::one("debuginfo", &[("", 90), ("-g", 10)])]
    }

    fn levels(&self, _: &Compiler) -> Vec<Vec<String>> {
        vec![Vec::new()]
    }

    fn words(&self, stderr: &str) -> Words {
        cc::read(stderr, |_| None)
    }

    /// Builtins that it does not know become calls of functions that are nowhere.
    fn lacks(&self, diagnostics: &str) -> Option<String> {
        let (_, rest) = diagnostics.split_once("undefined symbol '__builtin_")?;
        let name = rest.split('\'').next().unwrap_or(rest);
        Some(format!("__builtin_{name}"))
    }

    fn refuses_flags(&self, diagnostics: &str) -> bool {
        diagnostics.contains("invalid option")
    }
}
