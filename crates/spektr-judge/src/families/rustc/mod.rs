//! rustc: found among rustup's toolchains and on the PATH, tested with custom MIR, bisected in
//! its own passes and in LLVM's.

mod frames;
mod normal;
mod probe;
mod words;

use super::{Change, Family, Lookup, Timing, View, Words, is_stem_with_version};
use crate::compilers::{Advice, Bench, Compiler, Found, Places};
use crate::config::{Axis, AxisKind, AxisRow};
use spektr_wing::WitnessSpec;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

pub struct Rustc;

/// The layers that passes belong to.
const MIR: &str = "MIR";
const LLVM: &str = "LLVM";

/// Where the compiler puts its dumps, and the flag that says so.
const DUMP: &str = "dump";
const DUMPS: &str = "-Zdump-mir-dir=dump";

const ROWS: [AxisRow; 13] = [
    AxisRow::one("opt-level", "-Copt-level={}"),
    AxisRow::one("mir-opt-level", "-Zmir-opt-level={}"),
    AxisRow::few("passes", "-Zmir-enable-passes={}"),
    AxisRow::one("target-cpu", "-Ctarget-cpu={}"),
    AxisRow::one("randomize-layout", "-Zrandomize-layout"),
    AxisRow::one("codegen-units", "-Ccodegen-units={}"),
    AxisRow::one("lto", "-Clto={}"),
    AxisRow::one("llvm-writable", "-Zllvm-writable={}"),
    AxisRow::one("debuginfo", "-Cdebuginfo={}"),
    AxisRow::fixed(
        "overflow-checks",
        "-Coverflow-checks={}",
        &["no", "off", "false"],
        "overflow checks have to stay off: programs wrap where the language wraps",
    ),
    AxisRow::one("llvm-args", "-Cllvm-args={}"),
    AxisRow::one("sanitizer", "-Zsanitizer={}"),
    AxisRow::few("flags", "{}"),
];

impl Family for Rustc {
    fn name(&self) -> &'static str {
        "rustc"
    }

    fn is_called(&self, file: &str) -> bool {
        is_stem_with_version(file, "rustc")
    }

    /// rustup's toolchains by name; a version number comes last, since it is usually another
    /// name for one of the channels.
    fn installed(&self, places: &Places) -> Vec<Found> {
        let home = places.variable("RUSTUP_HOME").or_else(|| Some(places.home()?.join(".rustup")));
        let Some(entries) = home.and_then(|home| fs::read_dir(home.join("toolchains")).ok()) else {
            return Vec::new();
        };
        let mut found: Vec<Found> = entries
            .flatten()
            .map(|entry| (entry.file_name(), entry.path().join("bin/rustc")))
            .filter(|(_, path)| path.is_file())
            .map(|(name, path)| {
                let label = Some(channel(&name.to_string_lossy()));
                Found { family: self.name(), path, label }
            })
            .collect();
        found.sort_by_key(|it| {
            let label = it.label.clone().unwrap_or_default();
            (label.starts_with(|c: char| c.is_ascii_digit()), label)
        });
        found
    }

    /// A rustup proxy decides itself which toolchain to start; all of them are found where
    /// they are, and without the proxy's start-up time.
    fn is_proxy(&self, path: &Path) -> bool {
        use std::os::unix::fs::MetadataExt;
        let resolved = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if resolved.file_name().is_some_and(|name| name == "rustup") {
            return true;
        }
        let rustup = path.with_file_name("rustup");
        match (fs::metadata(path), fs::metadata(rustup)) {
            (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()) || a.len() == b.len(),
            _ => false,
        }
    }

    fn probe(&self, bench: &Bench<'_>, compiler: &mut Compiler) -> io::Result<()> {
        probe::complete(bench, compiler)
    }

    /// `rustc +nightly` finds its toolchains, although it is not at home; what is not there it
    /// must not try to download. A panicking rustc would spend seconds on a backtrace; its own
    /// words name the place.
    fn environment(&self) -> Vec<(OsString, OsString)> {
        let home = std::env::var_os("HOME").map(PathBuf::from);
        let place = |name: &str, folder: &str| {
            let usual = || home.as_ref().map(|home| home.join(folder).into_os_string());
            Some((OsString::from(name), std::env::var_os(name).or_else(usual)?))
        };
        let places = [place("RUSTUP_HOME", ".rustup"), place("CARGO_HOME", ".cargo")];
        let fixed = [("RUSTUP_AUTO_INSTALL", "0"), ("RUST_BACKTRACE", "0"), ("RUSTC_ICE", "0")];
        let fixed = fixed.map(|(name, value)| (OsString::from(name), OsString::from(value)));
        places.into_iter().flatten().chain(fixed).collect()
    }

    fn companions(&self) -> &'static [&'static str] {
        &["miri"]
    }

    fn parts(&self) -> &'static [&'static str] {
        &["librustc_driver", "libLLVM"]
    }

    fn axis_rows(&self) -> &'static [AxisRow] {
        &ROWS
    }

    /// Release builds at level 3, size and the levels between, MIR passes as they come; for the
    /// processor at hand; and what LLVM makes of code that no MIR pass has touched, which
    /// otherwise hardly ever reaches it.
    fn usual(&self, compiler: &Compiler) -> Vec<(Vec<String>, u32)> {
        let levels = [("3", 45), ("2", 18), ("s", 12), ("1", 8)];
        let mut usual =
            levels.map(|(level, weight)| (vec![format!("-Copt-level={level}")], weight)).to_vec();
        let extra = [
            ("-Zmir-opt-level=4", "-Zmir-opt-level=0", 9),
            ("-Ctarget-cpu=native", "-Ctarget-cpu=native", 8),
        ];
        for (probed, flag, weight) in extra {
            if compiler.accepts(probed) {
                usual.push((vec!["-Copt-level=3".to_owned(), flag.to_owned()], weight));
            }
        }
        usual
    }

    fn axes(&self, compiler: &Compiler) -> Vec<Axis> {
        axes(compiler)
    }

    fn levels(&self, compiler: &Compiler) -> Vec<Vec<String>> {
        let level = |level: &str| vec![format!("-Copt-level={level}")];
        let mut levels: Vec<Vec<String>> = compiler.abilities.baseline.iter().cloned().collect();
        levels.extend(["1", "2", "3", "s", "z"].map(level));
        if compiler.accepts("-Zmir-opt-level=4") {
            for optimized in ["0", "1", "3"] {
                levels.push(vec![format!("-Copt-level={optimized}"), "-Zmir-opt-level=4".into()]);
            }
        }
        levels
    }

    fn words(&self, stderr: &str) -> Words {
        words::read(stderr)
    }

    fn blames_the_input(&self, signature: &str) -> bool {
        words::blames_the_input(signature)
    }

    fn lacks(&self, diagnostics: &str) -> Option<String> {
        words::unknown_name(diagnostics)
    }

    fn refuses_flags(&self, diagnostics: &str) -> bool {
        let phrases = ["unknown unstable option", "unknown codegen option", "incorrect value"];
        phrases.iter().any(|phrase| diagnostics.contains(phrase))
    }

    /// `DeadStoreElimination` for `DeadStoreElimination-initial`, and for that together with
    /// its other runs.
    fn pass_name(&self, pass: &str) -> String {
        let mut names: Vec<&str> = pass.split('+').map(without_place).collect();
        names.sort_unstable();
        names.dedup();
        names.join("+")
    }

    /// `fn1` of `program[f0c2]::fn1`: crates carry a hash of this build.
    fn function_name(&self, on: &str) -> String {
        match on.split_once("]::") {
            Some((root, rest)) if root.contains('[') && !root.contains(' ') => rest.to_owned(),
            _ => on.to_owned(),
        }
    }

    fn view(&self, compiler: &Compiler, layer: &str, pass: &str) -> Option<View> {
        let file = "view.txt".to_owned();
        match layer {
            MIR if compiler.accepts(DUMPS) => Some(View::Dumps {
                flags: vec![DUMPS.to_owned(), format!("-Zdump-mir={pass}")],
                directory: DUMP.to_owned(),
            }),
            MIR => Some(View::Snapshot { flags: vec![format!("--emit=mir={file}")], file }),
            LLVM => Some(View::Snapshot { flags: vec![format!("--emit=llvm-ir={file}")], file }),
            _ => None,
        }
    }

    /// The latest run that changed the function: passes run often with nothing to do.
    fn dumped(&self, on: &str, files: &[(String, String)]) -> Option<Change> {
        let function = on.rsplit("::").next().unwrap_or_default();
        let text = |name: &str| files.iter().find(|(it, _)| it == name).map(|(_, text)| text);
        let body = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        let mut changes = files.iter().filter_map(|(name, after)| {
            let stem = name.strip_suffix(".after.mir")?;
            let wanted = function.is_empty() || name.split('.').any(|part| part == function);
            let before = text(&format!("{stem}.before.mir"))?;
            let changed = wanted && body(before) != body(after);
            changed.then(|| Change { before: before.clone(), after: after.clone() })
        });
        changes.next_back()
    }

    fn timing(&self, compiler: &Compiler) -> Option<Timing> {
        let flag = "-Ztime-passes".to_owned();
        compiler.accepts(&flag).then_some(Timing { flag, read: timed_stage })
    }

    /// A toolchain of rustup is called by its name, everything else by its file's.
    fn typed(&self, compiler: &Compiler) -> String {
        let program = compiler.command.first().map(PathBuf::from).unwrap_or_default();
        let parts: Vec<String> =
            program.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let toolchain = parts.windows(2).find(|pair| pair[0] == "toolchains");
        let typed = super::typed_by_file(compiler);
        match (toolchain, typed.split_once(' ')) {
            (Some(pair), Some((file, rest))) => format!("{file} +{} {rest}", channel(&pair[1])),
            (Some(pair), None) => format!("{typed} +{}", channel(&pair[1])),
            (None, _) => typed,
        }
    }

    fn full_version(&self, compiler: &Compiler) -> String {
        let version = &compiler.version;
        let mut text = format!("{}\n", version.text);
        let llvm = version.built_on.as_ref().map(|it| it.replace("LLVM ", ""));
        let rows = [
            ("commit-hash", &version.commit),
            ("host", &version.host),
            ("release", &version.release),
            ("LLVM version", &llvm),
        ];
        for (name, value) in rows {
            if let Some(value) = value {
                text.push_str(&format!("{name}: {value}\n"));
            }
        }
        text
    }

    fn script_lookup(&self, compiler: &Compiler) -> Lookup {
        let mut commands = vec![self.typed(compiler)];
        if let Some(release) = &compiler.version.release {
            commands.push(format!("rustc +{release}"));
            commands.push(format!("rustc-{release}"));
        }
        commands.extend(["rustc +nightly", "rustc +stable", "rustc"].map(str::to_owned));
        let mut seen = Vec::new();
        commands.retain(|command| {
            !seen.contains(command) && {
                seen.push(command.clone());
                true
            }
        });
        Lookup { commands, version_argument: "--version".to_owned() }
    }

    fn lend(&self, compiler: &Compiler, witness: &WitnessSpec) -> Result<Compiler, String> {
        if witness.name != "miri" {
            return match compiler.can(witness.name) {
                true => Ok(compiler.clone()),
                false => Err(format!("{} has no {}", compiler.name, witness.title)),
            };
        }
        let Some(miri) = compiler.abilities.companions.get("miri") else {
            return Err("Miri is not installed".to_owned());
        };
        let Some(sysroot) = miri_sysroot() else {
            return Err("Miri has no standard library yet: run `cargo miri setup` once".to_owned());
        };
        let mut host = compiler.clone();
        host.name = format!("Miri of {}", host.name);
        let sysroot = sysroot.to_string_lossy().into_owned();
        host.command = vec![miri.clone(), "--sysroot".into(), sysroot];
        host.abilities.always.clear();
        Ok(host)
    }

    fn advice(&self, found: &[&Compiler]) -> Vec<Advice> {
        let testable: Vec<&&Compiler> = found.iter().filter(|it| it.can("custom-mir")).collect();
        let has_companion =
            |name: &str| testable.iter().any(|it| it.abilities.companions.contains_key(name));
        let mut advice = Vec::new();
        let mut advise = |missing: bool, install: &str, gain: &str| {
            if missing {
                advice.push(Advice { install: install.into(), gain: gain.into() });
            }
        };
        advise(
            testable.is_empty(),
            "a rustc of 1.73 or later (rustup toolchain install nightly)",
            "without one there is no MIR to test",
        );
        advise(
            testable.len() == 1,
            "a second rustc (rustup, or an older one unpacked and named in SPEKTR_COMPILERS)",
            "with two compilers spektr can tell a compiler's fault from its own, and say which \
             versions are affected",
        );
        advise(
            !testable.is_empty() && !has_companion("miri"),
            "Miri (rustup component add miri --toolchain nightly)",
            "a second witness that also judges aliasing",
        );
        advise(
            !testable.is_empty() && testable.iter().all(|it| it.abilities.backends.is_empty()),
            "rustup component add rustc-codegen-cranelift-preview --toolchain nightly",
            "a second code generator to test, and to compare LLVM with",
        );
        advice
    }
}

/// Weights per 100 or so; an empty text is "as it is".
fn axes(compiler: &Compiler) -> Vec<Axis> {
    // LLVM at full strength finds most; the lower levels have pipelines of their own,
    // and level 0 shows what MIR passes do to code that LLVM leaves alone.
    let mut axes = vec![Axis::one(
        "opt-level",
        &[
            ("-Copt-level=3", 60),
            ("-Copt-level=2", 15),
            ("-Copt-level=1", 10),
            ("-Copt-level=s", 8),
            ("-Copt-level=0", 7),
        ],
    )];
    if compiler.accepts("-Zmir-opt-level=4") {
        axes.push(Axis::one(
            "mir-opt-level",
            &[
                ("-Zmir-opt-level=4", 45),
                ("-Zmir-opt-level=3", 15),
                ("-Zmir-opt-level=2", 20),
                // What LLVM does to code that no MIR pass has touched.
                ("-Zmir-opt-level=0", 10),
                ("", 10),
            ],
        ));
    }
    if let Some(toggles) = &compiler.abilities.toggles {
        // A pass that always runs hides what the next one would do with its input.
        let of = toggles.passes.iter().map(|pass| vec![toggles.off.replace("{}", pass)]).collect();
        let kind = AxisKind::Few { permille: 250, most: 3, of };
        axes.push(Axis { name: "passes".into(), kind });
    }
    let mut sometimes = |name: &str, probed: &str, flags: &str, percent: u32| {
        if compiler.accepts(probed) {
            axes.push(Axis::one(name, &[("", 100 - percent), (flags, percent)]));
        }
    };
    sometimes(
        "inline-mir",
        "-Zinline-mir-threshold=500",
        "-Zinline-mir=yes -Zinline-mir-threshold=500 -Zinline-mir-hint-threshold=500",
        15,
    );
    sometimes("target-cpu", "-Ctarget-cpu=native", "-Ctarget-cpu=native", 15);
    sometimes("randomize-layout", "-Zrandomize-layout", "-Zrandomize-layout", 8);
    sometimes("vectorize", "-Cno-vectorize-slp", "-Cno-vectorize-slp -Cno-vectorize-loops", 5);
    sometimes("codegen-units", "-Ccodegen-units=4", "-Ccodegen-units=4", 4);
    sometimes("debuginfo", "-Cdebuginfo=2", "-Cdebuginfo=2", 4);
    sometimes("lto", "-Clto=fat", "-Clto=fat", 2);
    // Only for programs that bear it.
    sometimes("llvm-writable", "-Zllvm-writable=yes", "-Zllvm-writable=yes", 10);
    axes
}

/// `nightly` of `nightly-x86_64-unknown-linux-gnu`; dates stay.
fn channel(toolchain: &str) -> String {
    const ARCHITECTURES: [&str; 8] =
        ["x86_64", "i686", "aarch64", "arm", "armv7", "riscv64gc", "powerpc64le", "s390x"];
    let parts: Vec<&str> = toolchain.split('-').collect();
    let end = parts.iter().position(|part| ARCHITECTURES.contains(part)).unwrap_or(parts.len());
    parts[..end].join("-")
}

/// Only names in camel case carry a place behind a hyphen; in `early-cse` it is part of the
/// name.
fn without_place(name: &str) -> &str {
    match name.split_once('-') {
        Some((head, place))
            if head.starts_with(|c: char| c.is_ascii_uppercase())
                && head.chars().all(|c| c.is_ascii_alphanumeric())
                && place.starts_with(|c: char| c.is_ascii_alphanumeric()) =>
        {
            head
        }
        _ => name,
    }
}

/// Where `cargo miri setup` puts the library it builds.
fn miri_sysroot() -> Option<PathBuf> {
    let explicit = std::env::var_os("MIRI_SYSROOT").map(PathBuf::from);
    let cache = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")));
    explicit.or_else(|| Some(cache?.join("miri"))).filter(|path| path.join("lib/rustlib").is_dir())
}

/// Reads a line of `-Ztime-passes`: seconds first, the name of the stage last.
fn timed_stage(line: &str) -> Option<(String, f64)> {
    let (seconds, rest) = line.trim_start().strip_prefix("time:")?.split_once(';')?;
    let name = rest.rsplit([')', '\t']).next()?.trim();
    Some((name.to_owned(), seconds.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_toolchains() {
        assert_eq!(channel("nightly-2025-01-02-x86_64-unknown-linux-gnu"), "nightly-2025-01-02");
        assert_eq!(channel("stable-aarch64-apple-darwin"), "stable");
        assert_eq!(channel("1.95.0-x86_64-unknown-linux-gnu"), "1.95.0");
        assert_eq!(channel("mine"), "mine");
    }

    #[test]
    fn names_of_passes_without_their_place() {
        assert_eq!(Rustc.pass_name("SimplifyCfg-final"), "SimplifyCfg");
        let twice = "DeadStoreElimination-initial+DeadStoreElimination-final";
        assert_eq!(Rustc.pass_name(twice), "DeadStoreElimination");
        assert_eq!(Rustc.pass_name("GVN+CopyProp"), "CopyProp+GVN");
        assert_eq!(Rustc.pass_name("loop-unroll"), "loop-unroll");
        let selection = "X86 DAG->DAG Instruction Selection";
        assert_eq!(Rustc.pass_name(selection), selection);
    }

    #[test]
    fn functions_lose_the_hash_of_their_crate() {
        assert_eq!(Rustc.function_name("program[f0c2]::fn1"), "fn1");
        assert_eq!(Rustc.function_name("program[f0c2]::m::fn1"), "m::fn1");
        assert_eq!(Rustc.function_name("line 3"), "line 3");
        assert_eq!(Rustc.function_name("[module]"), "[module]");
    }

    #[test]
    fn it_is_called_as_people_call_it() {
        let typed = |path: &str| {
            let mut compiler = Compiler::unprobed("x", "rustc");
            compiler.command = vec![path.to_owned()];
            Rustc.typed(&compiler)
        };
        let nightly = "/x/toolchains/nightly-x86_64-unknown-linux-gnu/bin/rustc";
        assert_eq!(typed(nightly), "rustc +nightly");
        assert_eq!(typed("/opt/bin/rustc-1.85"), "rustc-1.85");
    }

    #[test]
    fn proxies_of_rustup_find_their_toolchains_and_download_none() {
        let places = Rustc.environment();
        let value = |name: &str| {
            places.iter().find(|(key, _)| key == name).map(|(_, value)| PathBuf::from(value))
        };
        assert_eq!(value("RUSTUP_AUTO_INSTALL"), Some(PathBuf::from("0")));
        if std::env::var_os("HOME").is_some() {
            let homes = ["RUSTUP_HOME", "CARGO_HOME"].map(|name| value(name).expect("a home"));
            assert!(homes.iter().all(|home| home.is_absolute()), "{homes:?}");
        }
    }

    #[test]
    fn stages_are_read() {
        let line = "time:   0.012; rss:   40MB ->   42MB (   +2MB)\texpand_crate";
        assert_eq!(timed_stage(line), Some(("expand_crate".into(), 0.012)));
        assert_eq!(timed_stage("warning: x"), None);
    }
}
