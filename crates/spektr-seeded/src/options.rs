//! The part of rustc's command line that the judge uses.

use std::path::PathBuf;

use crate::bug::{self, Bug, Layer};

/// What one compilation is asked for.
#[derive(Default)]
pub struct Options {
    pub bugs: Vec<&'static Bug>,
    /// All bugs are in one pass of this name.
    pub one_pass: Option<String>,
    pub source: Option<PathBuf>,
    pub output: Option<PathBuf>,
    /// A library is asked for, or only what the compiler thinks of the program.
    pub no_program: bool,
    pub version: bool,
    /// The compiler that builds what the wrong passes have made of a program; without one
    /// the machine's answer is written into a script.
    pub behind: Option<PathBuf>,
    opt_level: Option<String>,
    mir_opt_level: Option<u32>,
    /// Passes that may run, by layer; `None` is no limit and no list.
    mir_limit: Option<u64>,
    llvm_limit: Option<u64>,
    off: Vec<String>,
}

impl Options {
    /// Reads arguments. An argument that rustc does not know either is an error.
    pub fn read<S: AsRef<str>>(args: &[S]) -> Result<Options, String> {
        let mut options = Options::default();
        let mut args = args.iter().map(AsRef::as_ref);
        while let Some(arg) = args.next() {
            match arg {
                "-vV" | "-V" | "--version" => options.version = true,
                "-o" => options.output = args.next().map(PathBuf::from),
                "-O" => options.opt_level = Some("3".to_owned()),
                "-C" => options.codegen(args.next().unwrap_or_default()),
                "-Z" => options.unstable(args.next().unwrap_or_default())?,
                _ => options.joined(arg)?,
            }
        }
        Ok(options)
    }

    fn joined(&mut self, arg: &str) -> Result<(), String> {
        if let Some(name) = arg.strip_prefix("--bug=") {
            let bug = bug::named(name).ok_or_else(|| format!("there is no bug `{name}`"))?;
            self.bugs.push(bug);
        } else if let Some(pass) = arg.strip_prefix("--one-pass=") {
            self.one_pass = Some(pass.to_owned());
        } else if let Some(path) = arg.strip_prefix("--behind=") {
            self.behind = Some(PathBuf::from(path));
        } else if let Some(option) = arg.strip_prefix("-C") {
            self.codegen(option);
        } else if let Some(option) = arg.strip_prefix("-Z") {
            self.unstable(option)?;
        } else if let Some(kind) = arg.strip_prefix("--crate-type=") {
            self.no_program |= kind != "bin";
        } else if let Some(kinds) = arg.strip_prefix("--emit=") {
            self.no_program |= kinds != "link";
        } else if !arg.starts_with('-') {
            self.source = Some(PathBuf::from(arg));
        } else if !["--edition", "--crate-name", "--extern", "--cfg", "--cap-lints", "-A"]
            .iter()
            .any(|known| arg.starts_with(known))
        {
            return Err(format!("Unrecognized option: '{arg}'"));
        }
        Ok(())
    }

    fn codegen(&mut self, option: &str) {
        if let Some(level) = option.strip_prefix("opt-level=") {
            self.opt_level = Some(level.to_owned());
        } else if let Some(arg) = option.strip_prefix("llvm-args=") {
            if let Some(limit) = arg.strip_prefix("-opt-bisect-limit=") {
                self.llvm_limit = limit.parse().ok();
            } else if let Some(pass) = arg.strip_prefix("-opt-disable=") {
                self.off.push(pass.to_owned());
            }
        }
    }

    fn unstable(&mut self, option: &str) -> Result<(), String> {
        if let Some(level) = option.strip_prefix("mir-opt-level=") {
            self.mir_opt_level = level.parse().ok();
        } else if let Some(limit) = option.strip_prefix("mir-opt-bisect-limit=") {
            self.mir_limit = limit.parse().ok();
        } else if let Some(passes) = option.strip_prefix("mir-enable-passes=") {
            let off = passes.split(',').filter_map(|pass| pass.strip_prefix('-'));
            self.off.extend(off.map(str::to_owned));
        } else if option.starts_with("nonsense") {
            return Err(format!("unknown unstable option: `{option}`"));
        }
        Ok(())
    }

    /// What the compiler behind is told: everything but bugs, and limits on passes that it
    /// does not have.
    pub fn forwarded<S: AsRef<str>>(args: &[S]) -> Vec<&str> {
        const OWN: [&str; 6] = [
            "--bug=",
            "--one-pass=",
            "--behind=",
            "-Zmir-opt-bisect-limit=",
            "-Zmir-enable-passes=",
            "-Cllvm-args=-opt-",
        ];
        let own = |arg: &&str| OWN.iter().any(|start| arg.starts_with(start));
        args.iter().map(AsRef::as_ref).filter(|arg| !own(arg)).collect()
    }

    /// Whether the passes of a layer run at all.
    pub fn optimizes(&self, layer: Layer) -> bool {
        let optimized = self.opt_level.as_deref().is_some_and(|level| level != "0");
        match layer {
            Layer::Llvm => optimized,
            Layer::Mir => self.mir_opt_level.map_or(optimized, |level| level > 0),
        }
    }

    pub fn limit(&self, layer: Layer) -> Option<u64> {
        match layer {
            Layer::Mir => self.mir_limit,
            Layer::Llvm => self.llvm_limit,
        }
    }

    pub fn is_off(&self, pass: &str) -> bool {
        self.off.iter().any(|off| off == pass)
    }
}
