//! A module fitted into a version of LLVM: said in the words of that version, or refused by
//! name.
//!
//! What only promises or hints (flags, attributes, debug records) is left out where a version
//! does not know it: the program then has fewer undefined executions, never more. What cannot
//! be left out and cannot be said otherwise is a complaint.

mod attributes;
pub(crate) mod constants;
mod instructions;
mod intrinsics;
mod opaque;
pub(crate) mod tables;
mod typed;

use spektr_text::Complaint;

use crate::print::Version;
use crate::syntax::{Module, Type};

/// The first version whose pointers are all opaque.
const OPAQUE: Version = Version(15);

/// The module as `version` would say it.
///
/// ```
/// use spektr_llvm::{dialect, parse, print::{self, Version}};
/// let text = "define i8 @f(ptr %p) {\n  %x = load i32, ptr %p\n  %y = trunc nuw i32 %x to i8\n  ret i8 %y\n}\n";
/// let module = parse::module("f.ll", text).unwrap();
/// let old = print::text(&dialect::fit(&module, Version(14)).unwrap(), Version(14));
/// assert!(old.contains("load i32, i32* %1") && old.contains("trunc i32 %x to i8"), "{old}");
/// ```
pub fn fit(module: &Module, version: Version) -> Result<Module, Complaint> {
    let mut fitted = module.clone();
    intrinsics::fit(&mut fitted, version);
    instructions::fit(&mut fitted, version)?;
    attributes::fit(&mut fitted, version);
    check_types(&fitted, version)?;
    constants::fit(&mut fitted, version)?;
    let typed = |kind: &Type| matches!(kind, Type::Pointer { to: Some(_), .. });
    let opaque = |kind: &Type| matches!(kind, Type::Pointer { to: None, .. });
    if version >= OPAQUE && fitted.types.iter().any(|(_, kind)| typed(kind)) {
        opaque::fit(&mut fitted);
    }
    if version < OPAQUE && fitted.types.iter().any(|(_, kind)| opaque(kind)) {
        typed::fit(&mut fitted)?;
    }
    Ok(fitted)
}

fn refuse<T>(what: &str, version: Version) -> Result<T, Complaint> {
    Err(Complaint::whole(format!("LLVM {} has no {what}", version.0)))
}

fn check_types(module: &Module, version: Version) -> Result<(), Complaint> {
    for (_, kind) in module.types.iter() {
        match kind {
            Type::Target { .. } if version < Version(16) => return refuse("target types", version),
            Type::X86Mmx if version >= Version(20) => return refuse("type `x86_mmx`", version),
            _ => {}
        }
    }
    Ok(())
}
