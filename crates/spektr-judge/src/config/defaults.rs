//! Axes for compilers that nobody configured: mostly the strongest optimization, now
//! and then everything else that the compiler was seen to accept. No flag here is known
//! to be unsound.

use super::axes::{Axis, AxisKind, Choice};
use crate::compilers::Compiler;

pub fn default_axes(compiler: &Compiler) -> Vec<Axis> {
    match compiler.family.as_str() {
        "rustc" => rustc_axes(compiler),
        _ => vec![one("opt-level", &[("-O3", 4), ("-O2", 2), ("-O1", 1), ("-Os", 1)])],
    }
}

/// Weights per 100 or so; an empty text is "as it is".
fn one(name: &str, choices: &[(&str, u32)]) -> Axis {
    let choice = |&(text, weight): &(&str, u32)| Choice {
        args: text.split_ascii_whitespace().map(str::to_owned).collect(),
        weight,
    };
    Axis { name: name.to_owned(), kind: AxisKind::One(choices.iter().map(choice).collect()) }
}

fn rustc_axes(compiler: &Compiler) -> Vec<Axis> {
    // LLVM at full strength finds most; the lower levels have pipelines of their own,
    // and level 0 shows what MIR passes do to code that LLVM leaves alone.
    let mut axes = vec![one(
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
        axes.push(one(
            "mir-opt-level",
            &[
                ("-Zmir-opt-level=4", 55),
                ("-Zmir-opt-level=3", 15),
                ("-Zmir-opt-level=2", 20),
                ("", 10),
            ],
        ));
    }
    if let Some(toggles) = &compiler.abilities.toggles {
        // A pass that always runs hides what the next one would do with its input.
        let of = toggles.passes.iter().map(|pass| vec![toggles.off.replace("{}", pass)]).collect();
        axes.push(Axis {
            name: "passes".into(),
            kind: AxisKind::Few { permille: 250, most: 3, of },
        });
    }
    let mut sometimes = |name: &str, probed: &str, flags: &str, percent: u32| {
        if compiler.accepts(probed) {
            axes.push(one(name, &[("", 100 - percent), (flags, percent)]));
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
    axes
}
