//! The source of a package as a Debian-like system has it: fetched with apt into a directory of
//! our own, unpacked in part and kept. Nothing of the system's lists, caches or packages changes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where an installed system says what it gets its packages from.
const APT: &str = "/etc/apt";

/// A package, and the directory in it that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePackage {
    pub name: String,
    pub inside: &'static str,
}

impl SourcePackage {
    /// The wanted directory, below `place`: fetched now, unless it was before.
    pub fn fetch(&self, place: &Path) -> io::Result<PathBuf> {
        let kept = place.join(&self.name);
        let wanted = kept.join(self.inside);
        if wanted.is_dir() {
            return Ok(wanted);
        }
        let work = place.join(format!("{}.{}", self.name, std::process::id()));
        let fetched = self.fetch_into(&work).and_then(|()| {
            let unpacked = work.join("unpacked");
            match unpacked.join(self.inside).is_dir() {
                true => fs::rename(&unpacked, &kept),
                false => Err(io::Error::other(format!("{} has no {}", self.name, self.inside))),
            }
        });
        let _ = fs::remove_dir_all(&work);
        fetched.map(|()| wanted)
    }

    fn fetch_into(&self, work: &Path) -> io::Result<()> {
        for directory in ["sources", "lists/partial", "cache/archives/partial", "unpacked"] {
            fs::create_dir_all(work.join(directory))?;
        }
        with_sources(Path::new(APT), &work.join("sources"))?;
        run(apt(work).arg("update"))?;
        run(apt(work).args(["source", "--download-only"]).arg(&self.name))?;
        let archive = fs::read_dir(work)?.flatten().map(|entry| entry.path()).find(|path| {
            path.file_name().is_some_and(|it| it.to_string_lossy().contains(".orig.tar."))
        });
        let Some(archive) = archive else {
            return Err(io::Error::other(format!("the source of {} has no archive", self.name)));
        };
        let mut tar = Command::new("tar");
        tar.arg("-xf").arg(archive).arg("-C").arg(work.join("unpacked"));
        // The first directory in it is called after the version.
        tar.args(["--strip-components=1", "--wildcards"]).arg(format!("*/{}", self.inside));
        run(&mut tar)
    }
}

/// `apt-get` with everything that it writes in a directory of our own.
fn apt(work: &Path) -> Command {
    let mut apt = Command::new("apt-get");
    let at = |name: &str| work.join(name).display().to_string();
    let settings = [
        ("Dir::Etc::sourcelist", "/dev/null".to_owned()),
        ("Dir::Etc::sourceparts", at("sources")),
        ("Dir::State::lists", at("lists")),
        ("Dir::Cache", at("cache")),
        ("APT::Sandbox::User", "root".to_owned()),
    ];
    for (name, value) in settings {
        apt.arg("-o").arg(format!("{name}={value}"));
    }
    apt.arg("--quiet").current_dir(work);
    apt
}

fn run(command: &mut Command) -> io::Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let ran = command.stdin(Stdio::null()).stdout(Stdio::null()).output();
    let ran = ran.map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))?;
    if ran.status.success() {
        return Ok(());
    }
    let words = String::from_utf8_lossy(&ran.stderr);
    let last = words.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it failed");
    Err(io::Error::other(format!("{name}: {last}")))
}

/// Copies what a system says of its sources, with the sources of packages beside the packages.
fn with_sources(apt: &Path, to: &Path) -> io::Result<()> {
    let parts = fs::read_dir(apt.join("sources.list.d")).into_iter().flatten().flatten();
    let all = parts.map(|entry| entry.path()).chain([apt.join("sources.list")]);
    for path in all {
        let Some(name) = path.file_name() else { continue };
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let text = match path.extension().is_some_and(|it| it == "sources") {
            true => in_stanzas(&text),
            false => in_lines(&text),
        };
        fs::write(to.join(name), text)?;
    }
    Ok(())
}

/// `Types: deb` in stanzas of fields.
fn in_stanzas(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix("Types:") {
        Some(_) => "Types: deb deb-src\n".to_owned(),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// `deb …`, a line for each source.
fn in_lines(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix("deb ") {
        Some(rest) => format!("{line}\ndeb-src {rest}\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_stand_beside_packages() {
        assert_eq!(
            in_stanzas("Types: deb\nURIs: https://example.org/\nSuites: one two\n"),
            "Types: deb deb-src\nURIs: https://example.org/\nSuites: one two\n"
        );
        assert_eq!(
            in_lines("# ours\ndeb https://example.org/ one main\n"),
            "# ours\ndeb https://example.org/ one main\ndeb-src https://example.org/ one main\n"
        );
    }

    #[test]
    fn what_was_fetched_before_is_there() {
        let place = std::env::temp_dir().join(format!("spektr-source-{}", std::process::id()));
        let package = SourcePackage { name: "some-package".into(), inside: "its/tests" };
        let wanted = place.join("some-package/its/tests");
        fs::create_dir_all(&wanted).unwrap();
        assert_eq!(package.fetch(&place).unwrap(), wanted);
        fs::remove_dir_all(&place).unwrap();
    }
}
