//! A judge for a command, set up from what a person said: configuration file, names of
//! compilers, a wing. Only words and wiring; the work is done by judge and hunt.

use crate::Wings;
use crate::cli::CompilerArgs;
use crate::commands::scope;
use crate::exit::{Exit, Failure};
use crate::words::complain;
use spektr_judge::compilers::Places;
use spektr_judge::config::{ConfigFile, parse};
use spektr_judge::sandbox::Sandbox;
use spektr_judge::{Configuration, Flag, Health, Judge, Setup};
use spektr_wing::{Wing, WitnessSpec};
use std::path::Path;
use std::sync::Arc;

/// The configuration file that is used without being named.
pub const USUAL_FILE: &str = "spektr.toml";

/// Draws of a hunt that a thorough test tries for each compiler.
const THOROUGH: u64 = 40;

pub struct Room<'a> {
    pub judge: Judge<'a>,
}

impl<'a> Room<'a> {
    /// Finds compilers for `wing` and prepares them. Scratch files go below `scratch`.
    pub fn open(
        args: &CompilerArgs,
        wings: Wings<'a>,
        wing: &'a dyn Wing,
        scratch: &Path,
    ) -> Result<Room<'a>, Failure> {
        let (sandbox, setup) = prepare(args, wings, wing, scratch)?;
        Ok(Room { judge: Judge::new(wing, wings.families, Arc::new(sandbox), setup) })
    }

    /// The same with the compilers watched: judgements say which blocks of them a program has
    /// reached that none before it had.
    pub fn open_watched(
        args: &CompilerArgs,
        wings: Wings<'a>,
        wing: &'a dyn Wing,
        scratch: &Path,
    ) -> Result<Room<'a>, Failure> {
        let (sandbox, setup) = prepare(args, wings, wing, scratch)?;
        let sandbox = Arc::new(sandbox);
        let watch = scope::watch_all(wings, &setup, &sandbox)?;
        Ok(Room { judge: scope::watched(wing, wings, &sandbox, &setup, &watch) })
    }

    /// The witness of this name.
    pub fn witness(&self, name: &str) -> Result<WitnessSpec, Failure> {
        let witnesses = self.judge.wing().witnesses();
        let found = witnesses.iter().find(|spec| spec.name == name).cloned();
        found.ok_or_else(|| {
            let names: Vec<&str> = witnesses.iter().map(|spec| spec.name).collect();
            let names = names.join(", ");
            Failure::new(Exit::Usage, format!("no witness `{name}`; there are: {names}"))
        })
    }

    /// Every compiler that takes these flags, with them; without flags, at all of its levels.
    /// A slip of the hand must not look like a compiler that rejects a valid program, so flags
    /// are tried on the empty one.
    pub fn configurations(&self, flags: &[String]) -> Result<Vec<Configuration>, Failure> {
        if flags.is_empty() {
            return Ok(self.judge.levels());
        }
        let flags: Vec<Flag> = flags.iter().map(|flag| Flag::split(flag)).collect();
        let (mut taken, mut refused) = (Vec::new(), Vec::new());
        for target in self.judge.targets() {
            let configuration = Configuration::new(&target.compiler.name, flags.clone());
            match self.judge.health(&configuration)? {
                Health::RefusesFlags(why) => {
                    let (name, typed) = (&configuration.compiler, configuration.typed());
                    refused.push(format!("{name} does not take {typed}: {why}"));
                }
                Health::Works | Health::Broken(_) => taken.push(configuration),
            }
        }
        match taken.is_empty() {
            true => Err(Failure::new(Exit::Usage, refused.join("; "))),
            false => {
                refused.iter().for_each(|why| complain(why));
                Ok(taken)
            }
        }
    }

    /// All levels, and what a hunt draws besides.
    pub fn thorough_configurations(&self) -> Vec<Configuration> {
        let mut all = self.judge.levels();
        for target in self.judge.targets() {
            for seed in 0..THOROUGH {
                let drawn = target.draw(seed, 0);
                if !all.contains(&drawn) {
                    all.push(drawn);
                }
            }
        }
        all
    }

    /// Says so if a compiler that is needed is not here.
    pub fn must_have(&self, compiler: &str) -> Result<(), Failure> {
        let names: Vec<&str> =
            self.judge.targets().iter().map(|target| target.compiler.name.as_str()).collect();
        if names.contains(&compiler) {
            return Ok(());
        }
        let names = names.join(", ");
        Err(Failure::new(
            Exit::NoCompiler,
            format!("the compiler {compiler} is gone; there are: {names}"),
        ))
    }
}

/// Finds compilers for `wing`, and a sandbox below `scratch` to try them in.
pub fn prepare(
    args: &CompilerArgs,
    wings: Wings<'_>,
    wing: &dyn Wing,
    scratch: &Path,
) -> Result<(Sandbox, Setup), Failure> {
    let sandbox = sandbox(scratch, args.require_sandbox)?;
    let file = configuration(args, wings)?;
    let places = Places::of_environment();
    for place in places.without_compilers(wings.families) {
        complain(&format!("SPEKTR_COMPILERS names {}: no compiler is there", place.display()));
    }
    let mut setup = Setup::prepare(&sandbox, wings.families, places, file.as_ref(), wing)
        .map_err(|error| Failure::new(Exit::NoCompiler, error))?;
    keep_named(&mut setup, &args.compilers)?;
    if setup.targets.is_empty() {
        let families = wing.families().join(" or ");
        return Err(Failure::new(
            Exit::NoCompiler,
            format!(
                "no {families} that can be tested was found: `spektr doctor` says what is here and what to install"
            ),
        ));
    }
    Ok((sandbox, setup))
}

/// A sandbox below `scratch`; where all of its means are required, one that has them.
pub fn sandbox(scratch: &Path, required: bool) -> Result<Sandbox, Failure> {
    let place = scratch.display();
    let sandbox = Sandbox::new(scratch).map_err(|error| {
        Failure::new(Exit::NoCompiler, format!("cannot set up the sandbox in {place}: {error}"))
    })?;
    if required {
        sandbox.require().map_err(|lacking| {
            Failure::new(Exit::NoCompiler, format!("--require-sandbox: {lacking}"))
        })?;
    }
    Ok(sandbox)
}

/// The configuration file a person named, or the usual one if it is there.
pub fn configuration(args: &CompilerArgs, wings: Wings<'_>) -> Result<Option<ConfigFile>, Failure> {
    let file = match &args.config {
        Some(file) => file.as_path(),
        None if Path::new(USUAL_FILE).exists() => Path::new(USUAL_FILE),
        None => return Ok(None),
    };
    let text = crate::commands::read(file)?;
    parse(&text, wings.families).map(Some).map_err(|error| {
        let exit = if error.program_gone { Exit::NoCompiler } else { Exit::Usage };
        Failure::new(exit, format!("{}: {error}", file.display()))
    })
}

/// Leaves only the compilers a person named, in that order.
fn keep_named(setup: &mut Setup, names: &[String]) -> Result<(), Failure> {
    if names.is_empty() {
        return Ok(());
    }
    let mut kept = Vec::new();
    for (at, name) in names.iter().enumerate() {
        if names[..at].contains(name) {
            continue;
        }
        match setup.targets.iter().find(|target| target.compiler.name == *name) {
            Some(target) => kept.push(target.clone()),
            None => {
                let known: Vec<&str> =
                    setup.targets.iter().map(|target| target.compiler.name.as_str()).collect();
                let known = known.join(", ");
                return Err(Failure::new(
                    Exit::NoCompiler,
                    format!("no compiler `{name}` is here; there are: {known}"),
                ));
            }
        }
    }
    setup.targets = kept;
    Ok(())
}
