//! Atomic accesses. There is one thread, so they are accesses like others; orders say nothing.
//! They are written as calls of ordinary functions: while one runs, nobody may touch its return
//! place and what was moved into it (Miri: `protect_in_place_function_argument`).

use super::Call;
use crate::machine::Machine;
use crate::machine::access::known;
use crate::machine::copy::is_overlap;
use crate::machine::retag::Retag;
use crate::machine::stop::{Step, Undefined};
use crate::machine::terminator::Argument;
use crate::machine::types::Cx;
use crate::machine::value::Scalar;
use crate::syntax::{Atomic, TyKind};

impl Machine {
    pub(super) fn atomic(&mut self, cx: Cx, call: Call, atomic: Atomic) -> Step<()> {
        if atomic == Atomic::Fence {
            return Ok(());
        }
        let at = self.target(cx, call, 0)?;
        let moved = call
            .args
            .iter()
            .any(|arg| matches!(arg, Argument::InPlace(source) if is_overlap(cx, source, &at)));
        if moved || (atomic != Atomic::Store && is_overlap(cx, &at, call.dest)) {
            return Err(Undefined::Overlap.into());
        }
        match atomic {
            Atomic::Load => return self.copy(cx, &at, call.dest, Retag::Plain),
            Atomic::Store => return self.put(cx, &at, call.args[1].value(), Retag::Plain),
            _ => {}
        }
        let old = self.read(cx, &at)?.first();
        let given = self.argument(cx, call, 1)?.0.first();
        if atomic == Atomic::CompareExchange {
            let equal = known(old)? == known(given)?;
            // Processors write back what was there, so what it is used on has to be writable even
            // where it fails; Miri asks that only of successes.
            let new = self.argument(cx, call, 2)?.0;
            if equal {
                self.write(cx, &at, new)?;
            } else {
                self.write(cx, &at, old.into())?;
            }
            return self.write_pair(cx, call.dest, old, Scalar::from(equal));
        }
        let TyKind::Int(int) = cx.kind(at.ty) else { return Ok(()) };
        let number = int.number();
        let new = match atomic {
            Atomic::Exchange => given,
            _ => {
                let (a, b) = (known(old)?, known(given)?);
                Scalar::Bits(number.truncate(match atomic {
                    Atomic::Add => a.wrapping_add(b),
                    Atomic::Sub => a.wrapping_sub(b),
                    Atomic::And => a & b,
                    Atomic::Or => a | b,
                    Atomic::Xor => a ^ b,
                    _ => !(a & b),
                }))
            }
        };
        self.write(cx, &at, new.into())?;
        self.write(cx, call.dest, old.into())
    }
}
