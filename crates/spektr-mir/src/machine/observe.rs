//! Observation: what a program shows to the world, one line per observing call.
//!
//! A line is the number of the call among all observing calls of the program, in program
//! order, and the leaves of the arguments, in order: numbers as their bits in hexadecimal
//! without leading zeros, any NaN as `nan`, an enum as `v` and its variant's index and
//! then its fields, every pointer as `p`, every union as `u`.

use std::fmt::Write;

use crate::layout::Shape;
use crate::syntax::{Callee, Program, TerminatorKind, Ty};

use super::Machine;
use super::access::{known, load};
use super::memory::Owner;
use super::operand::Value;
use super::place::{At, Spot, whole};
use super::retag::Retag;
use super::stop::{Step, Stop};
use super::terminator::Argument;
use super::types::Cx;
use super::value::{AllocId, Scalar};

const MAX_BYTES_PER_STEP: u64 = 1 << 16;

impl Machine {
    /// Shows the leaves of the arguments, which are passed as to any function.
    pub(super) fn observe(&mut self, cx: Cx, args: &[Argument]) -> Step<()> {
        self.spend_on_leaves(cx, args)?;
        let before = self.stack.top().protected.len();
        let start = self.trace.len();
        let site = self.site();
        // Writing to a string cannot fail.
        let _ = write!(self.trace, "{site}");
        let shown = args.iter().try_for_each(|arg| self.observe_argument(cx, *arg));
        if let Err(stop) = shown {
            self.trace.truncate(start);
            return Err(stop);
        }
        self.trace.push('\n');
        if self.stack.top().protected.len() > before {
            let ended = self.stack.top_mut().protected.split_off(before);
            self.release_all(&ended)?;
        }
        Ok(())
    }

    /// What is shown costs time and memory: at most so many bytes of it per step that is left.
    fn spend_on_leaves(&mut self, cx: Cx, args: &[Argument]) -> Step<()> {
        let size = |arg: &Argument| match arg.value() {
            Value::Unit => 0,
            Value::Immediate(_, ty) => u64::from(cx.layout(ty).size),
            Value::Spot(spot) => u64::from(cx.layout(spot.ty).size),
        };
        let bytes: u64 = args.iter().map(size).sum();
        if bytes / MAX_BYTES_PER_STEP > self.fuel {
            return Err(Box::new(Stop::OutOfFuel));
        }
        self.fuel = self.fuel.saturating_sub(bytes / 16);
        Ok(())
    }

    fn observe_argument(&mut self, cx: Cx, arg: Argument) -> Step<()> {
        let (ty, value) = match arg.value() {
            Value::Unit => return Ok(()),
            Value::Immediate(_, ty) => (ty, arg.value()),
            Value::Spot(spot) => (spot.ty, arg.value()),
        };
        let layout = cx.layout(ty);
        let alloc = self.memory.allocate(layout.size, layout.align, Owner::Argument)?;
        let dest = Spot::sized(At::Memory(whole(alloc, layout)), ty);
        self.put(cx, &dest, value, Retag::Entry)?;
        if let Argument::InPlace(source) = arg {
            self.forget(cx, &source)?;
        }
        self.show(cx, alloc, 0, ty)?;
        self.memory.free(alloc)
    }

    fn show(&mut self, cx: Cx, alloc: AllocId, offset: u32, ty: Ty) -> Step<()> {
        let layout = cx.layout(ty);
        match &layout.shape {
            Shape::Bool | Shape::Char | Shape::Int(_) | Shape::Float(_) => {
                let value = load(self.memory.get(alloc)?, offset, ty, &layout.shape)?;
                let nan = match (&layout.shape, value.first()) {
                    (Shape::Float(_), Scalar::Nan) => true,
                    (Shape::Float(kind), Scalar::Bits(bits)) => kind.format().is_nan(bits),
                    _ => false,
                };
                let _ = if nan {
                    write!(self.trace, " nan")
                } else {
                    write!(self.trace, " {:x}", known(value.first())?)
                };
                Ok(())
            }
            Shape::Thin | Shape::Wide => self.show_word(" p"),
            Shape::Union(_) if layout.size > 0 => self.show_word(" u"),
            Shape::Union(_) => Ok(()),
            Shape::Fields(offsets) => {
                for (field, &at) in offsets.iter().enumerate() {
                    self.show(cx, alloc, offset + at, cx.field(ty, 0, field as u32))?;
                }
                Ok(())
            }
            Shape::Array { element, stride, count } => {
                for index in 0..*count as u32 {
                    self.show(cx, alloc, offset + index * stride, *element)?;
                }
                Ok(())
            }
            Shape::Enum { variants, .. } => {
                let variant = self.variant_in(cx, alloc, offset, ty)?;
                let _ = write!(self.trace, " v{variant}");
                for (field, &at) in variants[variant as usize].iter().enumerate() {
                    self.show(cx, alloc, offset + at, cx.field(ty, variant, field as u32))?;
                }
                Ok(())
            }
        }
    }

    fn show_word(&mut self, word: &str) -> Step<()> {
        self.trace.push_str(word);
        Ok(())
    }

    /// The number of the observing call that runs.
    fn site(&self) -> u32 {
        let frame = self.stack.top();
        let blocks = self.sites.get(frame.function.index());
        blocks.and_then(|blocks| blocks.get(frame.block.index())).copied().unwrap_or(0)
    }
}

/// For each block of each function, the number of the observing call at its end.
pub(crate) fn number_sites(program: &Program) -> Vec<Vec<u32>> {
    let mut next = 0;
    let mut number = |kind: &TerminatorKind| {
        let callee = match kind {
            TerminatorKind::Call { callee, .. } | TerminatorKind::TailCall { callee, .. } => callee,
            _ => return next,
        };
        let own = next;
        next += u32::from(*callee == Callee::Observe);
        own
    };
    let blocks = |f: &crate::syntax::Function| {
        f.blocks.iter().map(|block| number(&block.terminator.kind)).collect()
    };
    program.functions.iter().map(blocks).collect()
}
