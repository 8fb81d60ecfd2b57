//! Instructions and flags that a version knows.

use spektr_text::Complaint;

use super::refuse;
use crate::print::Version;
use crate::syntax::{AtomicOp, Body, CastOp, Flags, Module, Op, Operand, Type};

pub fn fit(module: &mut Module, version: Version) -> Result<(), Complaint> {
    let mut globals = std::mem::take(&mut module.globals);
    let mut result = Ok(());
    for body in globals.iter_mut().filter_map(|global| global.function_mut()?.body.as_mut()) {
        result = result.and_then(|()| fit_body(module, body, version));
    }
    module.globals = globals;
    result
}

fn fit_body(module: &Module, body: &mut Body, version: Version) -> Result<(), Complaint> {
    let values = std::mem::take(&mut body.values);
    let ty = |operand: Operand| match operand {
        Operand::Local(value) => values[value.index()].ty,
        Operand::Const(constant) => module.constants.ty(constant),
    };
    let mut result = Ok(());
    for instruction in body.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
        if version < Version(19) {
            // Debug records say nothing about what a program does.
            instruction.records.clear();
        }
        fit_flags(&mut instruction.op, version);
        match &instruction.op {
            Op::Cast { op: CastOp::PtrToAddr, .. } if version < Version(22) => {
                result = refuse("`ptrtoaddr`", version);
            }
            Op::AtomicRmw(update) => {
                let pointer = matches!(module.types[ty(update.value)], Type::Pointer { .. });
                if version < atomic_since(update.op) {
                    result = refuse(&format!("`atomicrmw {}`", update.op.word()), version);
                }
                if pointer && version < Version(15) {
                    result = refuse("`atomicrmw xchg` of pointers", version);
                }
            }
            _ => {}
        }
    }
    body.values = values;
    result
}

fn atomic_since(op: AtomicOp) -> Version {
    Version(match op {
        AtomicOp::FMax | AtomicOp::FMin => 15,
        AtomicOp::UIncWrap | AtomicOp::UDecWrap => 16,
        AtomicOp::USubCond | AtomicOp::USubSat => 20,
        AtomicOp::FMaximum | AtomicOp::FMinimum => 21,
        _ => 13,
    })
}

/// Flags only make more executions poison; without them there are fewer.
fn fit_flags(op: &mut Op, version: Version) {
    match op {
        Op::Binary { flags, .. } if version < Version(18) => {
            *flags = flags.without(Flags::DISJOINT);
        }
        Op::ICmp { flags, .. } if version < Version(20) => {
            *flags = flags.without(Flags::SAME_SIGN);
        }
        Op::Cast { op, flags, .. } => {
            let since = match op {
                CastOp::ZExt => 18,
                CastOp::UiToFp | CastOp::Trunc => 19,
                _ => 20,
            };
            if version < Version(since) {
                *flags = Flags::NONE;
            }
        }
        Op::Gep(gep) => {
            gep.flags = gep_flags(gep.flags, version);
            if version >= Version(19) {
                gep.in_range = None;
            }
        }
        _ => {}
    }
}

/// `nusw` and `nuw` came with 19.
pub fn gep_flags(flags: Flags, version: Version) -> Flags {
    if version < Version(19) { flags.and(Flags::INBOUNDS) } else { flags }
}
