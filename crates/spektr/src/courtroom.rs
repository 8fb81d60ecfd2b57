//! The court a command needs, set up from what a person said: configuration file, names of
//! compilers, a wing. Only words and wiring; the court's work is done by judge and hunt.

use crate::cli::CompilerArgs;
use crate::exit::{Exit, Failure};
use crate::words::complain;
use spektr_hunt::court::{Case, Configuration, Cost, Court};
use spektr_hunt::tribunal::Tribunal;
use spektr_judge::compilers::Places;
use spektr_judge::config::{ConfigFile, Setup, parse};
use spektr_judge::sandbox::Sandbox;
use spektr_judge::{Testimony, VerdictClass};
use spektr_wing::{Fuel, Program, Wing, WitnessSpec};
use std::path::Path;

/// The configuration file that is used without being named.
const USUAL_FILE: &str = "spektr.toml";

pub struct Courtroom<'a> {
    wing: &'a dyn Wing,
    tribunal: Tribunal<'a>,
}

impl<'a> Courtroom<'a> {
    /// Finds compilers for `wing` and prepares them. Scratch files go below `scratch`.
    pub fn open(
        args: &CompilerArgs,
        wing: &'a dyn Wing,
        scratch: &Path,
    ) -> Result<Courtroom<'a>, Failure> {
        let sandbox = sandbox(scratch)?;
        let file = configuration(args)?;
        let places = Places::of_environment();
        let mut setup = Setup::prepare(&sandbox, places, file.as_ref(), wing.family())
            .map_err(|error| Failure::new(Exit::NoCompiler, error))?;
        keep_named(&mut setup, &args.compilers)?;
        if setup.targets.is_empty() {
            let family = wing.family();
            return Err(Failure::new(
                Exit::NoCompiler,
                format!(
                    "no {family} that can be tested was found: `spektr doctor` says what is here and what to install"
                ),
            ));
        }
        Ok(Courtroom { wing, tribunal: Tribunal::new(wing, sandbox, setup) })
    }

    pub fn tribunal(&self) -> &Tribunal<'a> {
        &self.tribunal
    }

    pub fn court(&self) -> &dyn Court {
        &self.tribunal
    }

    /// The witness of this name.
    pub fn witness(&self, name: &str) -> Result<WitnessSpec, Failure> {
        let witnesses = self.wing.witnesses();
        let found = witnesses.iter().find(|spec| spec.name == name).cloned();
        found.ok_or_else(|| {
            let names: Vec<&str> = witnesses.iter().map(|spec| spec.name).collect();
            let names = names.join(", ");
            Failure::new(Exit::Usage, format!("no witness `{name}`; there are: {names}"))
        })
    }

    /// What a witness says about a program.
    pub fn testimony(
        &self,
        program: &dyn Program,
        witness: &WitnessSpec,
    ) -> Result<Testimony, Failure> {
        Ok(self.tribunal.testimony(program, witness)?)
    }

    /// Every compiler that takes these flags, with them; without flags, unoptimised and as
    /// strong as it gets. A slip of the hand must not look like a compiler that rejects a valid
    /// program, so flags are tried on the empty one.
    pub fn configurations(&self, flags: &[String]) -> Result<Vec<Configuration>, Failure> {
        if flags.is_empty() {
            return Ok(self.tribunal.usual_configurations());
        }
        let empty = self.wing.empty();
        let execution = empty.trial(Fuel::default());
        let case = Case { program: empty.as_ref(), execution: &execution };
        let (mut taken, mut refused) = (Vec::new(), Vec::new());
        for (compiler, _) in self.tribunal.compilers() {
            let configuration = Configuration { compiler, flags: flags.to_vec() };
            let opinion = self.tribunal.glance(case, &configuration, &mut Cost::default())?;
            match opinion.class() {
                VerdictClass::Rejected => {
                    let Configuration { compiler, flags } = configuration;
                    let flags = flags.join(" ");
                    refused.push(format!("{compiler} does not take {flags}: {}", opinion.mark()));
                }
                _ => taken.push(configuration),
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

    /// Says so if a compiler that is needed is not here.
    pub fn must_have(&self, compiler: &str) -> Result<(), Failure> {
        let compilers = self.tribunal.compilers();
        if compilers.iter().any(|(name, _)| name == compiler) {
            return Ok(());
        }
        let names: Vec<String> = compilers.into_iter().map(|(name, _)| name).collect();
        let names = names.join(", ");
        Err(Failure::new(
            Exit::NoCompiler,
            format!("the compiler {compiler} is gone; there are: {names}"),
        ))
    }
}

/// A sandbox below `scratch`.
pub fn sandbox(scratch: &Path) -> Result<Sandbox, Failure> {
    Sandbox::new(scratch).map_err(|error| {
        let place = scratch.display();
        Failure::new(Exit::NoCompiler, format!("cannot set up the sandbox in {place}: {error}"))
    })
}

/// The configuration file a person named, or the usual one if it is there.
pub fn configuration(args: &CompilerArgs) -> Result<Option<ConfigFile>, Failure> {
    let file = match &args.config {
        Some(file) => file.as_path(),
        None if Path::new(USUAL_FILE).exists() => Path::new(USUAL_FILE),
        None => return Ok(None),
    };
    let text = crate::commands::read(file)?;
    parse(&text).map(Some).map_err(|error| {
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
