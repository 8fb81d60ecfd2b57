//! Whether a tool makes the same of files when it is watched, and what watching costs.
//!
//! `equal MODULES COMMAND… -- FILE…`: modules to watch, separated by commas; the command with
//! `{in}` and `{out}` for files. Each file goes through the tool watched and unwatched. Then all
//! go through once more watched, now that nothing is new.

use spektr_scope::{Library, Output, Scope, Wanted, stopped};
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

struct Trial {
    words: Vec<String>,
    scope: Scope,
    place: PathBuf,
}

/// Time, status and what was written.
type Made = (Duration, i32, Vec<u8>);

impl Trial {
    fn command(&self, file: &str, out: &Path) -> Vec<OsString> {
        let out = out.to_string_lossy();
        let words = self.words.iter().map(|it| it.replace("{in}", file).replace("{out}", &out));
        words.map(OsString::from).collect()
    }

    fn watched(&self, file: &str, hits: &mut u64) -> io::Result<Made> {
        let (out, start) = (self.fresh(), Instant::now());
        let quiet = || File::options().write(true).open("/dev/null").ok();
        let output = Output { stdout: quiet(), stderr: quiet() };
        let traced =
            self.scope.trace(stopped(&self.command(file, &out), &output)?, &mut |_, _| {})?;
        *hits += traced.hits;
        Ok((start.elapsed(), traced.status, std::fs::read(out).unwrap_or_default()))
    }

    fn plain(&self, file: &str) -> io::Result<Made> {
        use std::os::unix::process::ExitStatusExt;
        let (out, start) = (self.fresh(), Instant::now());
        let words = self.command(file, &out);
        let mut command = Command::new(&words[0]);
        let command = command.args(&words[1..]).stdout(Stdio::null()).stderr(Stdio::null());
        let status = command.status()?.into_raw();
        Ok((start.elapsed(), status, std::fs::read(out).unwrap_or_default()))
    }

    /// Where a result goes; what was there is gone.
    fn fresh(&self) -> PathBuf {
        let out = self.place.join("out");
        drop(std::fs::remove_file(&out));
        out
    }
}

fn main() -> io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut halves = args.splitn(2, |word| word == "--");
    let (Some([modules, words @ ..]), Some(files)) = (halves.next(), halves.next()) else {
        return Err(io::Error::other("equal MODULES COMMAND… -- FILE…"));
    };
    let place = std::env::temp_dir().join(format!("spektr-equal-{}", std::process::id()));
    let wanted = Wanted::Named(modules.split(',').map(str::to_owned).collect());
    let scope = Scope::new(Arc::new(Library::new(None)), &place, wanted)?;
    let trial = Trial { words: words.to_vec(), scope, place: place.clone() };
    let (mut hits, mut different) = (0, 0);
    let (mut cold, mut plain, mut warm) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    for file in files {
        let watched = trial.watched(file, &mut hits)?;
        let alone = trial.plain(file)?;
        cold += watched.0;
        plain += alone.0;
        if (watched.1, &watched.2) != (alone.1, &alone.2) {
            println!("differs: {file}");
            different += 1;
        }
    }
    let mut warm_hits = 0;
    for file in files {
        warm += trial.watched(file, &mut warm_hits)?.0;
    }
    println!("{} files, {different} differ", files.len());
    println!("watched {cold:?} with {hits} hits, then {warm:?} with {warm_hits}; alone {plain:?}");
    for it in trial.scope.coverage() {
        let (module, reached) = (&it.module, it.reached.len());
        let leaders = &module.leaders;
        println!(
            "{}: {} functions, {} watched at the entry only, {} blocks, {reached} reached",
            module.name,
            leaders.functions,
            leaders.distrusted,
            module.blocks()
        );
    }
    std::fs::remove_dir_all(place)
}
