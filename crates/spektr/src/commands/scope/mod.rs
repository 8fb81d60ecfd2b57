//! `spektr scope`: which blocks of tools programs reach. Programs of generators go through the
//! judge's laboratory and its sandbox; a person's own command is started as it is.

mod blocks;
mod page;
mod table;
mod watch;

pub use watch::Watch;

use super::{maker, policy, wing};
use crate::Wings;
use crate::cli::ScopeArgs;
use crate::exit::{Exit, Failure};
use crate::room::prepare;
use crate::words::{complain, say};
use blocks::{Baseline, BlockSet};
use spektr_hunt::reach::{Experiments, Reach, measure, of_supply};
use spektr_hunt::supply::Generator;
use spektr_judge::sandbox::Sandbox;
use spektr_judge::{Configuration, Flag, Judge, Setup, Target, laboratory::Processes};
use spektr_scope::{Coverage, Library, Output, Scope, Wanted, stopped};
use spektr_wing::{Experiment, Wing};
use std::path::PathBuf;
use std::sync::Arc;

/// What one generator, or one command, reached in one tool.
pub struct Measured {
    pub generator: String,
    pub compiler: String,
    pub reach: Reach,
    pub modules: Vec<Coverage>,
    pub unwatched: Vec<String>,
}

pub fn run(args: &ScopeArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let baseline = match &args.baseline {
        Some(file) => Baseline::read(file)?,
        None => Baseline::default(),
    };
    let library = Arc::new(Library::new(cache()));
    let mut all = Vec::new();
    if args.command.is_empty() {
        for source in &args.generators {
            all.extend(Source::parse(source, wings)?.measure(args, wings, &library)?);
        }
    } else {
        all.push(of_command(args, library)?);
    }
    for it in all.iter().flat_map(|measured| &measured.unwatched) {
        complain(&format!("not watched: {it}"));
    }
    if let Some(file) = &args.save {
        BlockSet::of(&all).write(file)?;
    }
    if let Some(file) = &args.html {
        let text = page::page(&all);
        std::fs::write(file, text).map_err(|error| unwritten(file, &error))?;
    }
    match args.json {
        true => say(&table::json(&all, &baseline, args.parts)?),
        false => say(&table::text(&all, &baseline, args.parts)?),
    }
    Ok(Exit::Done)
}

fn unwritten(file: &std::path::Path, error: &std::io::Error) -> Failure {
    Failure::new(Exit::Usage, format!("cannot write {}: {error}", file.display()))
}

/// Trouble of the scope itself.
fn trouble(error: &std::io::Error) -> Failure {
    Failure::new(Exit::NoCompiler, format!("cannot watch: {error}"))
}

/// Where blocks that were found are kept.
pub fn cache() -> Option<PathBuf> {
    kept("blocks")
}

/// A directory of the user's cache.
pub fn kept(name: &str) -> Option<PathBuf> {
    let own = std::env::var_os("XDG_CACHE_HOME").filter(|it| !it.is_empty()).map(PathBuf::from);
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache"));
    own.or_else(home).map(|place| place.join("spektr").join(name))
}

fn of_command(args: &ScopeArgs, library: Arc<Library>) -> Result<Measured, Failure> {
    let wanted = match args.modules.is_empty() {
        true => Wanted::All,
        false => Wanted::Named(args.modules.clone()),
    };
    let copies = std::env::temp_dir().join(format!("spektr-scope-{}", std::process::id()));
    let scope = Scope::new(library, &copies, wanted).map_err(|error| trouble(&error))?;
    let traced = stopped(&args.command, &Output::default())
        .and_then(|pid| scope.trace(pid, &mut |_, _| {}))
        .map_err(|error| trouble(&error))?;
    if traced.executed == 0 {
        let name = args.command[0].to_string_lossy().into_owned();
        return Err(Failure::new(Exit::Usage, format!("{name} cannot be executed")));
    }
    if traced.status != 0 {
        complain("the command did not succeed");
    }
    let modules = scope.coverage();
    let reached = modules.iter().map(|it| it.reached.len() as u64).sum();
    let words: Vec<_> = args.command.iter().map(|word| word.to_string_lossy()).collect();
    let unwatched = scope.unwatched();
    drop(scope);
    // A directory that cannot be removed lies in the temporary directory and harms nobody.
    drop(std::fs::remove_dir_all(copies));
    Ok(Measured {
        generator: words.join(" "),
        compiler: String::new(),
        reach: Reach { programs: 1, growth: vec![reached], ..Reach::default() },
        modules,
        unwatched,
    })
}

/// Where programs come from.
struct Source<'a> {
    name: &'a str,
    wing: &'a dyn Wing,
    maker: &'a str,
    /// A command that prints programs, instead of a maker.
    command: Option<&'a str>,
}

impl<'a> Source<'a> {
    fn parse(name: &'a str, wings: Wings<'a>) -> Result<Source<'a>, Failure> {
        if let Some((language, command)) = name.split_once('=') {
            let wing = wing(wings, Some(language))?;
            return Ok(Source { name, wing, maker: "", command: Some(command) });
        }
        let (language, style) = name.split_once(':').unwrap_or((name, ""));
        let wing = wing(wings, Some(language))?;
        maker(wing, style)?;
        Ok(Source { name, wing, maker: style, command: None })
    }

    /// Measures every compiler that the language can be tried on.
    fn measure(
        &self,
        args: &ScopeArgs,
        wings: Wings<'a>,
        library: &Arc<Library>,
    ) -> Result<Vec<Measured>, Failure> {
        let scratch = std::env::temp_dir();
        let (sandbox, setup) = prepare(&args.compilers, wings, self.wing, &scratch)?;
        let sandbox = Arc::new(sandbox);
        let policy = policy(self.wing, args.policy.as_deref())?;
        let mut all = Vec::new();
        for (number, target) in setup.targets.iter().enumerate() {
            let wanted = wanted(args, wings, target);
            let copies = sandbox.root().join(format!("scope-{number}"));
            let scope =
                Scope::new(library.clone(), &copies, wanted).map_err(|error| trouble(&error))?;
            let watch = Arc::new(Watch(scope));
            let judge = watched(self.wing, wings, &sandbox, &setup, &watch);
            let generator = Generator::new(self.wing, self.maker, policy.clone(), args.size);
            let compiler = target.compiler.name.as_str();
            let made = |seed| of_supply(&judge, &generator, compiler, seed);
            let printed = |seed| self.printed(&judge, target, seed);
            let experiments: Experiments<'_> =
                if self.command.is_some() { &printed } else { &made };
            let flags = |seed| flags(args, &setup, target, seed);
            let seeds = args.seeds.first..args.seeds.end.unwrap_or(args.seeds.first + 100);
            let reach = measure(&judge, experiments, &flags, seeds)?;
            all.push(Measured {
                generator: self.name.to_owned(),
                compiler: compiler.to_owned(),
                reach,
                modules: watch.0.coverage(),
                unwatched: watch.0.unwatched(),
            });
        }
        Ok(all)
    }

    /// What somebody's command prints, as it is.
    fn printed(&self, judge: &Judge<'_>, target: &Target, seed: u64) -> Result<Experiment, String> {
        let files = judge.external(self.command.unwrap_or_default(), seed)?;
        let given = self.wing.as_given(&files, &target.compiler.audience());
        match given {
            Some(experiment) => Ok(experiment.without_running()),
            None => {
                let program = self.wing.read(&files).map_err(|it| it.to_string())?;
                let programs = [program.as_ref()];
                let purpose = spektr_wing::Purpose::Judge;
                let audience = target.compiler.audience();
                Ok(self.wing.experiment(&programs, purpose, &audience).without_running())
            }
        }
    }
}

/// A judge whose tools are watched.
pub fn watched<'w>(
    wing: &'w dyn Wing,
    wings: Wings<'_>,
    sandbox: &Arc<Sandbox>,
    setup: &Setup,
    watch: &Arc<Watch>,
) -> Judge<'w> {
    let tools = setup.bystanders.clone();
    let lab = Processes::new(sandbox.clone(), wings.families, setup.limits, tools);
    let lab = lab.watched_by(watch.clone());
    Judge::with_laboratory(wing, wings.families, Box::new(lab), setup.clone())
}

/// Somebody who watches all compilers on trial.
pub fn watch_all(
    wings: Wings<'_>,
    setup: &Setup,
    sandbox: &Arc<Sandbox>,
) -> Result<Arc<Watch>, Failure> {
    let library = Arc::new(Library::new(cache()));
    let copies = sandbox.root().join("scope");
    let scope = Scope::new(library, &copies, parts(wings, &setup.targets));
    scope.map(|scope| Arc::new(Watch(scope))).map_err(|error| trouble(&error))
}

/// The files that are these tools themselves.
pub fn parts(wings: Wings<'_>, targets: &[Target]) -> Wanted {
    let mut all = Vec::new();
    for target in targets {
        let family = spektr_judge::families::named(wings.families, &target.compiler.family);
        if family.parts().is_empty() {
            return Wanted::All;
        }
        all.extend(family.parts().iter().map(|&part| part.to_owned()));
    }
    Wanted::Named(all)
}

fn wanted(args: &ScopeArgs, wings: Wings<'_>, target: &Target) -> Wanted {
    match args.modules.is_empty() {
        true => parts(wings, std::slice::from_ref(target)),
        false => Wanted::Named(args.modules.clone()),
    }
}

fn flags(args: &ScopeArgs, setup: &Setup, target: &Target, seed: u64) -> Configuration {
    match args.flags.is_empty() {
        true => target.draw(seed, setup.shares.usual),
        false => {
            let flags = args.flags.iter().map(|flag| Flag::split(flag)).collect();
            Configuration::new(&target.compiler.name, flags)
        }
    }
}
