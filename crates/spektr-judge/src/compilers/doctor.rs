//! The diagnosis: everything found on this machine, what it is good for, what stands
//! between untrusted commands and the machine, and what one could install. Data and
//! words; the command line decides how to show them.

use super::{Compiler, Layer, Places, discover, probe};
use crate::sandbox::{Confinement, Sandbox};
use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnosis {
    pub compilers: Vec<Compiler>,
    pub confinement: Confinement,
    pub advice: Vec<Advice>,
}

/// Something that is not there, and what it would bring.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advice {
    pub install: String,
    pub gain: String,
}

/// Looks at everything in `places`.
pub fn diagnose(sandbox: &Sandbox, places: &Places) -> Diagnosis {
    let compilers = probe(sandbox, &discover(places));
    let advice = advice(&compilers, sandbox.confinement());
    Diagnosis { compilers, confinement: sandbox.confinement().clone(), advice }
}

fn advice(compilers: &[Compiler], confinement: &Confinement) -> Vec<Advice> {
    let mut advice = Vec::new();
    let mut advise = |missing: bool, install: &str, gain: &str| {
        if missing {
            advice.push(Advice { install: install.into(), gain: gain.into() });
        }
    };
    let rustcs: Vec<&Compiler> = compilers.iter().filter(|it| it.family == "rustc").collect();
    let testable = rustcs.iter().filter(|it| it.can("custom-mir")).count();
    advise(
        testable == 0,
        "a rustc of 1.73 or later (rustup toolchain install nightly)",
        "without one there is nothing to test",
    );
    advise(
        testable == 1,
        "a second rustc (rustup, or an older one unpacked and named in SPEKTR_COMPILERS)",
        "with two compilers spektr can tell a compiler's fault from its own, and say which \
         versions are affected",
    );
    advise(
        testable > 0 && rustcs.iter().all(|it| it.abilities.miri.is_none()),
        "Miri (rustup component add miri --toolchain nightly)",
        "a second witness that also judges aliasing",
    );
    advise(
        testable > 0 && rustcs.iter().all(|it| it.abilities.backends.is_empty()),
        "rustup component add rustc-codegen-cranelift-preview --toolchain nightly",
        "a second code generator to test, and to compare LLVM with",
    );
    advise(
        !compilers.iter().any(|it| it.family == "clang"),
        "clang",
        "C programs and LLVM's own passes without rustc (when these wings are there)",
    );
    advise(
        !confinement.gaps.is_empty(),
        "permission for user namespaces (sysctl kernel.apparmor_restrict_unprivileged_userns=0, \
         or docker run --security-opt seccomp=unconfined)",
        "a stronger sandbox",
    );
    advice
}

impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Compilers")?;
        if self.compilers.is_empty() {
            writeln!(f, "  none found")?;
        }
        for compiler in &self.compilers {
            write!(f, "{compiler}")?;
        }
        writeln!(f, "\nSandbox")?;
        for means in self.confinement.means() {
            let by = if means.by.is_empty() { "NOT ENFORCED".into() } else { means.by.join(", ") };
            writeln!(f, "  {:<38} {by}", means.against)?;
        }
        for gap in &self.confinement.gaps {
            writeln!(f, "  not permitted here: {gap}")?;
        }
        if !self.advice.is_empty() {
            writeln!(f, "\nWhat could be installed")?;
        }
        for advice in &self.advice {
            writeln!(f, "  {}\n    {}", advice.install, advice.gain)?;
        }
        Ok(())
    }
}

impl fmt::Display for Compiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  {}: {}", self.name, self.version.text)?;
        writeln!(f, "    command     {}", self.command.join(" "))?;
        if let Some(llvm) = &self.version.llvm {
            writeln!(f, "    LLVM        {llvm}")?;
        }
        let list = |f: &mut fmt::Formatter<'_>, name: &str, items: &[String]| {
            if items.is_empty() {
                Ok(())
            } else {
                writeln!(f, "    {name:<11} {}", items.join(" "))
            }
        };
        match self.family.as_str() {
            "rustc" if !self.can("custom-mir") => {
                writeln!(f, "    tests       nothing: it does not accept custom MIR")?;
            }
            "rustc" => list(f, "tests", &self.abilities.features)?,
            _ => writeln!(f, "    tests       nothing yet: there is no wing for it")?,
        }
        let flags = |accepted: bool| -> Vec<String> {
            let chosen = self.abilities.flags.iter().filter(|it| it.accepted == accepted);
            chosen.map(|it| it.flag.clone()).collect()
        };
        list(f, "accepts", &flags(true))?;
        list(f, "refuses", &flags(false))?;
        let layers: Vec<String> =
            self.abilities.bisects.iter().map(|it| it.layer.to_string()).collect();
        list(f, "bisects", &layers)?;
        if let Some(toggles) = &self.abilities.toggles {
            writeln!(f, "    toggles     {} {} passes", toggles.passes.len(), toggles.layer)?;
        }
        list(f, "backends", &self.abilities.backends)?;
        list(f, "sanitizers", &self.abilities.sanitizers)?;
        if let Some(miri) = &self.abilities.miri {
            writeln!(f, "    Miri        {miri}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Layer::Mir => "MIR",
            Layer::Llvm => "LLVM",
            Layer::Codegen => "codegen",
        })
    }
}
