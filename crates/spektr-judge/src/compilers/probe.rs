//! Turns a found path into a [`Compiler`] by running it: its version first, then what
//! it accepts. Each family knows what to try.

use super::{Compiler, Found};
use crate::families::{self, Families};
use crate::sandbox::{Job, Limits, Ran, Sandbox, Scratch, undisturbed};
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::time::Duration;

/// How long one trial may take: they are all tiny.
const TRIAL: Limits =
    Limits { cpu: Duration::from_secs(20), wall: Duration::from_secs(60), ..Limits::COMPILE };

/// Probes everything found, side by side, and gives each a unique name. What does not
/// start at all is left out; a compiler that was found twice under two names is kept
/// once.
pub fn probe(sandbox: &Sandbox, families: Families, found: &[Found]) -> Vec<Compiler> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let slots: Vec<_> = found.iter().map(|_| std::sync::Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..workers.min(found.len()) {
            scope.spawn(|| {
                loop {
                    let k = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(it) = found.get(k) else { break };
                    let result = probe_one(sandbox, families, it).ok();
                    *slots[k].lock().unwrap_or_else(|poison| poison.into_inner()) = result;
                }
            });
        }
    });
    let probed = slots
        .into_iter()
        .filter_map(|slot| slot.into_inner().unwrap_or_else(|poison| poison.into_inner()));
    distinct(probed)
}

fn probe_one(sandbox: &Sandbox, families: Families, found: &Found) -> io::Result<Compiler> {
    let mut compiler = Compiler::unprobed(found.label.as_deref().unwrap_or_default(), found.family);
    compiler.command = vec![found.path.to_string_lossy().into_owned()];
    complete(sandbox, families, compiler)
}

/// Fills in version, abilities and, if it has none, the name of a compiler of which
/// only the command is known.
pub(crate) fn complete(
    sandbox: &Sandbox,
    families: Families,
    mut compiler: Compiler,
) -> io::Result<Compiler> {
    let family = families::named(families, &compiler.family);
    let environment = family.environment();
    let bench = Bench { sandbox, scratch: sandbox.scratch()?, environment };
    family.probe(&bench, &mut compiler)?;
    if compiler.name.is_empty() {
        let release = compiler.version.release.clone().unwrap_or_default();
        compiler.name = format!("{}-{release}", compiler.family);
    }
    Ok(compiler)
}

/// Equal versions of one family are one compiler; equal names get a number.
fn distinct(compilers: impl Iterator<Item = Compiler>) -> Vec<Compiler> {
    let mut kept: Vec<Compiler> = Vec::new();
    for mut compiler in compilers {
        let same = |other: &Compiler| {
            other.family == compiler.family
                && other.version == compiler.version
                && other.abilities == compiler.abilities
        };
        if kept.iter().any(same) {
            continue;
        }
        let base = compiler.name.clone();
        let mut number = 2;
        while kept.iter().any(|other| other.name == compiler.name) {
            compiler.name = format!("{base}-{number}");
            number += 1;
        }
        kept.push(compiler);
    }
    kept
}

/// A directory in which a compiler is tried out.
pub struct Bench<'a> {
    sandbox: &'a Sandbox,
    scratch: Scratch,
    environment: Vec<(OsString, OsString)>,
}

impl Bench<'_> {
    pub fn put(&self, name: &str, text: &str) -> io::Result<()> {
        self.scratch.write(name, text.as_bytes())
    }

    pub fn run<S: AsRef<str>>(&self, compiler: &Compiler, args: &[S]) -> io::Result<Ran> {
        let mut job = Job::new(Path::new(&compiler.command[0]), self.scratch.path()).limits(TRIAL);
        job.args = compiler.command[1..].iter().map(OsString::from).collect();
        job.args.extend(args.iter().map(|arg| OsString::from(arg.as_ref())));
        job.env = crate::environment::of(compiler, &self.environment, self.scratch.path());
        let ran = undisturbed(|| self.sandbox.run(&job), Ran::was_disturbed)?;
        match ran.was_disturbed() {
            // What it would have said is not known, so nothing may be concluded.
            true => Err(io::Error::new(io::ErrorKind::Interrupted, ran.complaint())),
            false => Ok(ran),
        }
    }

    /// Everything a command that must succeed prints.
    pub fn words<S: AsRef<str>>(&self, compiler: &Compiler, args: &[S]) -> io::Result<String> {
        let ran = self.run(compiler, args)?;
        match ran.success() {
            true => Ok(String::from_utf8_lossy(&ran.stdout).into_owned()),
            false => Err(io::Error::other(ran.complaint())),
        }
    }

    /// The first line of what the compiler says about itself, and the last word in it that
    /// looks like a version.
    pub fn ask_version(&self, compiler: &mut Compiler, flag: &str) -> io::Result<()> {
        let text = self
            .words(compiler, &[flag])
            .map_err(|error| io::Error::other(format!("{flag} failed: {error}")))?;
        let text = text.lines().next().unwrap_or_default().trim().to_owned();
        compiler.version.release = release(&text);
        compiler.version.text = text;
        Ok(())
    }
}

/// The last word of a line that is a release: `19.1.7`, or a package's `13.0.1-11+b2`.
fn release(line: &str) -> Option<String> {
    let is_release =
        |word: &str| word.contains('.') && word.chars().all(|c| c.is_ascii_digit() || c == '.');
    let of_package = |word: &'_ str| -> Option<String> {
        let (release, package) = word.split_once('-')?;
        let numbered = package.starts_with(|c: char| c.is_ascii_digit());
        (numbered && is_release(release)).then(|| release.to_owned())
    };
    let mut words = line.split([' ', '(', ')', ',']).rev();
    let plain = words.clone().find(|word| is_release(word)).map(str::to_owned);
    plain.or_else(|| words.find_map(of_package))
}

/// Which of `flags` a compiler accepts, by trying them all at once and halving what
/// fails: one compile in the good case. `accepts` returns the reason if it does not.
pub(crate) fn sift(
    flags: &[&str],
    accepts: &mut dyn FnMut(&[&str]) -> Result<(), String>,
) -> Vec<super::Ability> {
    let ability = |flag: &str, reason: Option<String>| super::Ability {
        flag: flag.to_owned(),
        accepted: reason.is_none(),
        reason: reason.unwrap_or_default(),
    };
    match accepts(flags) {
        Ok(()) => flags.iter().map(|flag| ability(flag, None)).collect(),
        Err(reason) if flags.len() == 1 => vec![ability(flags[0], Some(reason))],
        Err(_) => {
            let (left, right) = flags.split_at(flags.len() / 2);
            let mut result = sift(left, accepts);
            result.extend(sift(right, accepts));
            result
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_is_found_where_packagers_add_their_own() {
        let found = |line: &str| release(line).unwrap_or_default();
        assert_eq!(found("tool (Debian 12.2.0-14+deb12u1) 12.2.0"), "12.2.0");
        assert_eq!(found("Debian tool version 19.1.7 (3~deb12u1)"), "19.1.7");
        assert_eq!(found("Debian tool version 13.0.1-11+b2"), "13.0.1");
        assert_eq!(found("tool 1.97.0-nightly (e50aa6fba 2026-05-19)"), "");
    }

    #[test]
    fn sifting_finds_every_refused_flag() {
        let flags: Vec<String> = (0..20).map(|k| format!("-f{k}")).collect();
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let refused = ["-f3", "-f17"];
        let mut compiles = 0;
        let result = sift(&flags, &mut |some| {
            compiles += 1;
            match some.iter().find(|flag| refused.contains(flag)) {
                None => Ok(()),
                Some(flag) => Err(format!("unknown option {flag}")),
            }
        });
        let bad: Vec<_> = result.iter().filter(|it| !it.accepted).map(|it| &*it.flag).collect();
        assert_eq!(bad, refused);
        assert_eq!(result.len(), flags.len());
        assert!(compiles < 20);
    }
}
