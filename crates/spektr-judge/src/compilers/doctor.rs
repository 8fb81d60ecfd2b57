//! The diagnosis: everything found on this machine, what it is good for, what stands
//! between untrusted commands and the machine, and what one could install. Data and
//! words; the command line decides how to show them.

use super::{Compiler, Places, discover, probe};
use crate::config::ConfigFile;
use crate::families::Families;
use crate::sandbox::{Enforcement, Sandbox};
use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnosis {
    pub compilers: Vec<Compiler>,
    /// What commands cannot do here, and what they can.
    pub enforcement: Enforcement,
    pub advice: Vec<Advice>,
    /// Named places in which there is no compiler, and compilers that are not used.
    #[serde(default)]
    pub remarks: Vec<String>,
}

/// Something that is not there, and what it would bring.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advice {
    pub install: String,
    pub gain: String,
}

/// Looks at everything in `places`, and at the compilers that a configuration file names.
pub fn diagnose(
    sandbox: &Sandbox,
    families: Families,
    places: &Places,
    file: Option<&ConfigFile>,
) -> Diagnosis {
    let mut compilers = probe(sandbox, families, &discover(families, places));
    if let Some(file) = file {
        file.amend(&mut compilers);
    }
    let named = file.map(|file| file.compilers(sandbox, families)).unwrap_or_default();
    let (named, failed): (Vec<_>, Vec<_>) = named.into_iter().partition(Result::is_ok);
    compilers.extend(named.into_iter().flatten());
    let advice = advice(families, &compilers);
    let nothing = |place: &std::path::Path| {
        format!("{}: named as a place with compilers, but there is none", place.display())
    };
    let mut remarks: Vec<String> =
        places.without_compilers(families).into_iter().map(nothing).collect();
    remarks.extend(failed.into_iter().filter_map(Result::err).map(|error| error.to_string()));
    Diagnosis { compilers, enforcement: sandbox.enforcement(), advice, remarks }
}

fn advice(families: Families, compilers: &[Compiler]) -> Vec<Advice> {
    families
        .iter()
        .flat_map(|family| {
            let own: Vec<&Compiler> =
                compilers.iter().filter(|it| it.family == family.name()).collect();
            family.advice(&own)
        })
        .collect()
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
        write!(f, "{}", self.enforcement)?;
        if !self.remarks.is_empty() {
            writeln!(f, "\nTo be noticed")?;
        }
        for remark in &self.remarks {
            writeln!(f, "  {remark}")?;
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
        if let Some(built_on) = &self.version.built_on {
            writeln!(f, "    built on    {built_on}")?;
        }
        let list = |f: &mut fmt::Formatter<'_>, name: &str, items: &[String]| {
            if items.is_empty() {
                Ok(())
            } else {
                writeln!(f, "    {name:<11} {}", items.join(" "))
            }
        };
        match self.abilities.features.is_empty() {
            true => writeln!(f, "    tests       nothing: it does not do what spektr needs")?,
            false => list(f, "tests", &self.abilities.features)?,
        }
        list(f, "lacks", &self.abilities.lacks)?;
        let flags = |accepted: bool| -> Vec<String> {
            let chosen = self.abilities.flags.iter().filter(|it| it.accepted == accepted);
            chosen.map(|it| it.flag.clone()).collect()
        };
        list(f, "accepts", &flags(true))?;
        list(f, "refuses", &flags(false))?;
        let layers: Vec<String> =
            self.abilities.bisects.iter().map(|it| it.layer.clone()).collect();
        list(f, "bisects", &layers)?;
        if let Some(toggles) = &self.abilities.toggles {
            writeln!(f, "    toggles     {} {} passes", toggles.passes.len(), toggles.layer)?;
        }
        list(f, "backends", &self.abilities.backends)?;
        list(f, "sanitizers", &self.abilities.sanitizers)?;
        for (name, path) in &self.abilities.companions {
            writeln!(f, "    {name:<11} {path}")?;
        }
        Ok(())
    }
}
