//! The spektr binary, and the one table that registers the languages it speaks.

use spektr::Wings;
use spektr_judge::families;
use spektr_wing::Wing;
use std::process::ExitCode;

/// Every language, the default first. A new wing is one more row.
const WINGS: &[&dyn Wing] = &[
    &spektr_mir::MirWing,
    &spektr_mir::MirPasses,
    &spektr_c::CWing,
    &spektr_c::CppWing,
    &spektr_llvm::LlvmWing,
];

fn main() -> ExitCode {
    if let Ok(own) = std::env::current_exe() {
        families::set_holder(own);
    }
    spektr::run(std::env::args_os(), Wings { all: WINGS, families: families::ALL })
}
