//! What is tested, and how: targets (a compiler with flags that vary), limits, shares, places
//! to search. Comes from `spektr.toml`, or from what discovery found.

mod axes;
mod file;
mod flags;

pub use axes::{Axis, AxisKind, AxisRow, Choice};
use file::WishedTarget;
pub use file::{ConfigError, ConfigFile, parse, store_of};
pub use flags::{Configuration, Flag, quoted};

use crate::compilers::{Compiler, Places, discover, probe, probe::complete};
use crate::families::{self, Families};
use crate::sandbox::{Limits, Sandbox};
use serde::{Deserialize, Serialize};
use spektr_entropy::Entropy;
use spektr_wing::Wing;
use std::io;

/// A compiler under test with the flags to vary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    pub compiler: Compiler,
    /// Flags as people use them; one of these for most programs.
    pub usual: Vec<Choice>,
    /// What varies for the others.
    pub axes: Vec<Axis>,
}

impl Target {
    /// The flags of this target that belong to `seed`; `usual` of 1000 are as people use them.
    pub fn draw(&self, seed: u64, usual: u32) -> Configuration {
        let name = &self.compiler.name;
        let is_usual = !self.usual.is_empty()
            && Entropy::named(seed, &format!("{name}/usual")).permille(usual);
        let flags = match is_usual {
            true => axes::choose(&self.usual, seed, &format!("{name}/usual flags")),
            false => axes::draw(&self.axes, seed, name),
        };
        Configuration::new(name, flags)
    }

    /// The heaviest choice on every axis that has exactly one.
    pub fn strongest(&self) -> Configuration {
        let heaviest = self.axes.iter().filter_map(|axis| match &axis.kind {
            AxisKind::One(choices) => choices.iter().rev().max_by_key(|choice| choice.weight),
            AxisKind::Few { .. } | AxisKind::List { .. } => None,
        });
        let chosen = heaviest.filter(|choice| !choice.args.is_empty());
        let flags = chosen.map(|choice| Flag::of_words(choice.args.clone())).collect();
        Configuration::new(&self.compiler.name, flags)
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

/// Of 1000, how much of a hunt is spent on what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shares {
    /// Programs judged at flags that people use; the rest at what the axes give.
    pub usual: u32,
    /// Programs judged with the cures of known bugs on, so that these hide no others.
    pub cured: u32,
    /// CPU time for triage and reduction while there is something to judge.
    pub examine: u32,
}

impl Default for Shares {
    fn default() -> Self {
        Shares { usual: 600, cured: 300, examine: 300 }
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
    pub shares: Shares,
}

impl Setup {
    /// Finds and probes compilers for `wing` as `file` says; if it names none, every one that
    /// is found and can be tested becomes a target.
    pub fn prepare(
        sandbox: &Sandbox,
        families: Families,
        mut places: Places,
        file: Option<&ConfigFile>,
        wing: &dyn Wing,
    ) -> io::Result<Setup> {
        if let Some(file) = file {
            places.named.extend(file.search.iter().cloned());
        }
        let mut found = discover(families, &places);
        found.retain(|it| wing.families().contains(&it.family));
        let is_testable = |compiler: &Compiler| wing.needs().is_none_or(|it| compiler.can(it));
        let compilers: Vec<Compiler> =
            probe(sandbox, families, &found).into_iter().filter(is_testable).collect();
        // Compilers of other families are for other languages.
        let wished = file.into_iter().flat_map(|file| &file.targets);
        let is_ours = |it: &&WishedTarget| wing.families().contains(&it.family.as_str());
        let wished: Vec<&WishedTarget> = wished.filter(is_ours).collect();
        let targets = match wished.is_empty() {
            true => compilers.iter().map(|it| by_default(families, it, wing)).collect(),
            false => named_targets(sandbox, families, &wished, &compilers, wing)?,
        };
        let mut bystanders = compilers;
        for target in &targets {
            if !bystanders.iter().any(|it| it.name == target.compiler.name) {
                bystanders.push(target.compiler.clone());
            }
        }
        let limits = file.map(|file| file.limits).unwrap_or_default();
        let shares = file.map(|file| file.shares).unwrap_or_default();
        Ok(Setup { targets, bystanders, limits, shares })
    }
}

fn by_default(families: Families, compiler: &Compiler, wing: &dyn Wing) -> Target {
    let family = families::named(families, &compiler.family);
    let choice = |(args, weight)| Choice { args, weight };
    let mut usual: Vec<Choice> = family.usual(compiler).into_iter().map(choice).collect();
    let mut axes = family.axes(compiler);
    if !wing.editions().is_empty() {
        // Whatever else is drawn, any edition may go with it.
        usual = usual.iter().flat_map(|it| in_all_editions(it, wing.editions())).collect();
        axes.push(Axis::one("edition", wing.editions()));
    }
    Target { compiler: compiler.clone(), usual, axes }
}

fn in_all_editions(usual: &Choice, editions: &[(&str, u32)]) -> Vec<Choice> {
    let with = |&(flag, weight): &(&str, u32)| {
        let own = flag.split_ascii_whitespace().map(str::to_owned);
        let args = usual.args.iter().cloned().chain(own).collect();
        Choice { args, weight: usual.weight * weight }
    };
    editions.iter().map(with).collect()
}

impl ConfigFile {
    /// What the file says of compilers that are found without it.
    pub fn amend(&self, found: &mut [Compiler]) {
        for wish in self.targets.iter().filter(|it| it.command.is_none()) {
            found.iter_mut().filter(|it| it.name == wish.name).for_each(|it| wish.amend(it));
        }
    }

    /// The compilers that have a command in the file, probed.
    pub fn compilers(&self, sandbox: &Sandbox, families: Families) -> Vec<io::Result<Compiler>> {
        let own = self.targets.iter().filter(|it| it.command.is_some());
        own.map(|wish| commanded(sandbox, families, wish)).collect()
    }
}

/// A compiler of which a configuration file has the command.
fn commanded(sandbox: &Sandbox, families: Families, wish: &WishedTarget) -> io::Result<Compiler> {
    let mut compiler = complete(sandbox, families, wish.compiler())
        .map_err(|error| io::Error::other(format!("compiler {}: {error}", wish.name)))?;
    wish.amend(&mut compiler);
    Ok(compiler)
}

fn named_targets(
    sandbox: &Sandbox,
    families: Families,
    wished: &[&WishedTarget],
    found: &[Compiler],
    wing: &dyn Wing,
) -> io::Result<Vec<Target>> {
    let mut targets = Vec::new();
    for wish in wished {
        let compiler = match (&wish.command, found.iter().find(|it| it.name == wish.name)) {
            (None, Some(compiler)) => {
                let mut compiler = compiler.clone();
                wish.amend(&mut compiler);
                compiler
            }
            (None, None) => return Err(unknown_compiler(&wish.name, found)),
            (Some(_), _) => commanded(sandbox, families, wish)?,
        };
        let mut target = by_default(families, &compiler, wing);
        if !wish.axes.is_empty() {
            // Whoever names axes wants these and nothing else.
            target.usual.clear();
            target.axes.clone_from(&wish.axes);
        }
        targets.push(target);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_choice_goes_with_every_edition() {
        let usual = Choice { args: vec!["-O2".into()], weight: 5 };
        let all = in_all_editions(&usual, &[("", 3), ("--old --strict", 2)]);
        let seen: Vec<(String, u32)> =
            all.iter().map(|it| (it.args.join(" "), it.weight)).collect();
        assert_eq!(seen, [("-O2".to_owned(), 15), ("-O2 --old --strict".to_owned(), 10)]);
    }
}
