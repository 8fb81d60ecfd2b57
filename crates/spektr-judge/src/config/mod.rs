//! What is tested, and how: targets (a compiler with axes of flags), limits, places to
//! search. Comes from `spektr.toml`, or from what discovery found.

mod axes;
mod defaults;
mod file;

pub use axes::{Axis, AxisKind, Choice, Configuration, Setting};
pub use defaults::default_axes;
use file::WishedTarget;
pub use file::{ConfigError, ConfigFile, parse};

use crate::compilers::{Compiler, Places, discover, probe, probe::complete};
use crate::sandbox::{Limits, Sandbox};
use serde::{Deserialize, Serialize};
use std::io;

/// A compiler under test with the flags to vary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    pub compiler: Compiler,
    pub axes: Vec<Axis>,
}

impl Target {
    /// The configuration of this target that belongs to `seed`.
    pub fn draw(&self, seed: u64) -> Configuration {
        axes::draw(&self.axes, seed, &self.compiler.name)
    }
}

/// What the two stages may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageLimits {
    pub compile: Limits,
    pub run: Limits,
}

impl Default for StageLimits {
    fn default() -> Self {
        StageLimits { compile: Limits::COMPILE, run: Limits::RUN }
    }
}

/// Everything that a hunt needs to know about compilers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    pub targets: Vec<Target>,
    /// Compilers that are only asked to settle who is wrong, and whether they show a
    /// bug too: the targets' own and all others found.
    pub bystanders: Vec<Compiler>,
    pub limits: StageLimits,
}

impl Setup {
    /// Finds and probes compilers as `file` says; if it names none of `family`, every one
    /// that is found and can be tested becomes a target.
    pub fn prepare(
        sandbox: &Sandbox,
        mut places: Places,
        file: Option<&ConfigFile>,
        family: &str,
    ) -> io::Result<Setup> {
        if let Some(file) = file {
            places.named.extend(file.search.iter().cloned());
        }
        let mut found = discover(&places);
        found.retain(|it| it.family == family);
        let compilers: Vec<Compiler> =
            probe(sandbox, &found).into_iter().filter(is_testable).collect();
        // Compilers of other families are for other languages.
        let wished = file.into_iter().flat_map(|file| &file.targets);
        let wished: Vec<&WishedTarget> = wished.filter(|it| it.family == family).collect();
        let targets = match wished.is_empty() {
            true => compilers.iter().map(by_default).collect(),
            false => named_targets(sandbox, &wished, &compilers)?,
        };
        let mut bystanders = compilers;
        for target in &targets {
            if !bystanders.iter().any(|it| it.name == target.compiler.name) {
                bystanders.push(target.compiler.clone());
            }
        }
        let limits = file.map(|file| file.limits).unwrap_or_default();
        Ok(Setup { targets, bystanders, limits })
    }
}

/// A rustc without custom MIR is of no use; of other families nothing is asked yet.
fn is_testable(compiler: &Compiler) -> bool {
    compiler.family != "rustc" || compiler.can("custom-mir")
}

fn by_default(compiler: &Compiler) -> Target {
    Target { compiler: compiler.clone(), axes: default_axes(compiler) }
}

fn named_targets(
    sandbox: &Sandbox,
    wished: &[&WishedTarget],
    found: &[Compiler],
) -> io::Result<Vec<Target>> {
    let mut targets = Vec::new();
    for wish in wished {
        let mut compiler = match (&wish.command, found.iter().find(|it| it.name == wish.name)) {
            (None, Some(compiler)) => compiler.clone(),
            (None, None) => return Err(unknown_compiler(&wish.name, found)),
            (Some(_), _) => complete(sandbox, wish.compiler())
                .map_err(|error| io::Error::other(format!("compiler {}: {error}", wish.name)))?,
        };
        compiler.env.extend(wish.env.clone());
        compiler.abilities.always.extend(wish.always.iter().cloned());
        wish.bisect_into(&mut compiler.abilities);
        if let Some(miri) = &wish.miri {
            compiler.abilities.miri = Some(miri.clone());
        }
        let axes = if wish.axes.is_empty() { default_axes(&compiler) } else { wish.axes.clone() };
        targets.push(Target { compiler, axes });
    }
    Ok(targets)
}

fn unknown_compiler(name: &str, found: &[Compiler]) -> io::Error {
    let names: Vec<&str> = found.iter().map(|it| it.name.as_str()).collect();
    io::Error::new(
        io::ErrorKind::NotFound,
        format!(
            "no compiler {name} was found (there are: {}); give it a command",
            names.join(", ")
        ),
    )
}
