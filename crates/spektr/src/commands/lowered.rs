//! Programs of other languages as LLVM IR: made by spektr's generators or a stranger's, and
//! lowered by a compiler that is told not to optimize, nor to forbid it later.

use spektr_judge::compilers::Places;
use spektr_judge::families::{Families, named};

/// A shell command that prints a module for `{seed}`.
pub struct Lowering {
    pub name: &'static str,
    pub command: String,
}

/// All that are known; those of C are lowered with the clang of this release. Not every command
/// they call need be installed.
pub fn all(release: &str, families: Families) -> Vec<Lowering> {
    let own = std::env::current_exe().unwrap_or_else(|_| "spektr".into());
    let own = own.display();
    let clang =
        format!("clang-{release} -w -O0 -Xclang -disable-O0-optnone -S -emit-llvm -o - program.c");
    // What lies on the PATH may be a proxy that needs a home; the sandbox has none.
    let installed = named(families, "rustc").installed(&Places::of_environment());
    let rustc =
        installed.first().map_or_else(|| "rustc".into(), |it| it.path.display().to_string());
    // Custom MIR wants a nightly compiler, or one that is told to be.
    let rustc = format!(
        "RUSTC_BOOTSTRAP=1 '{rustc}' --edition 2021 -Awarnings -Copt-level=0 -Zmir-opt-level=0 \
                 -Ccodegen-units=1 --emit=llvm-ir -o program.ll program.rs && cat program.ll"
    );
    vec![
        Lowering {
            name: "spektr-c",
            command: format!("'{own}' gen c --form text --seed {{seed}} > program.c && {clang}"),
        },
        Lowering {
            name: "spektr-mir",
            command: format!(
                "'{own}' gen mir --form pretty --seed {{seed}} > program.rs && {rustc}"
            ),
        },
        Lowering {
            name: "csmith",
            command: format!("csmith --seed {{seed}} > program.c && {clang} -I/usr/include/csmith"),
        },
    ]
}

/// The release that a compiler's name ends in: 19 of `opt-19.1.7`.
pub fn release(name: &str) -> String {
    let digits = name.rsplit('-').next().unwrap_or(name);
    digits.split('.').next().unwrap_or(digits).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_of_names() {
        assert_eq!(release("opt-19.1.7"), "19");
        assert_eq!(release("opt"), "opt");
    }

    #[test]
    fn every_command_takes_a_seed() {
        for Lowering { name, command } in all("19", spektr_judge::families::ALL) {
            assert!(command.contains("{seed}"), "{name}: {command}");
        }
    }
}
