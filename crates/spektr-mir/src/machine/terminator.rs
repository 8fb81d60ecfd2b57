//! Terminators: where execution goes next.

use crate::syntax::{
    Block, BlockId, Callee, Function, Operand, Place, Terminator, TerminatorKind, Unwind,
};

use super::Machine;
use super::call::Target;
use super::frame::move_to;
use super::intrinsic::writes_nothing;
use super::operand::Value;
use super::place::{At, Spot};
use super::stop::{Step, Undefined};
use super::types::Cx;
use super::{Ending, access};
use crate::syntax::Local;

/// An evaluated argument of a call.
#[derive(Clone, Copy, Debug)]
pub(super) enum Argument {
    Copy(Value),
    /// Moved: the callee works on the caller's own memory, so nobody else may.
    InPlace(Spot),
}

impl Argument {
    /// The argument without the claim on the caller's memory.
    pub(super) fn value(self) -> Value {
        match self {
            Argument::Copy(value) => value,
            Argument::InPlace(spot) => Value::Spot(spot),
        }
    }
}

impl Machine {
    pub(super) fn terminator(&mut self, cx: Cx, terminator: &Terminator) -> Step<()> {
        match &terminator.kind {
            TerminatorKind::Goto(target) => {
                self.go_to(*target);
                Ok(())
            }
            TerminatorKind::Switch { subject, arms, otherwise } => {
                let target = self.switch(cx, subject, arms, *otherwise)?;
                self.go_to(target);
                Ok(())
            }
            TerminatorKind::Call { destination, callee, args, target, unwind } => {
                self.call(cx, destination, callee, args, *target, *unwind)
            }
            TerminatorKind::TailCall { callee, args } => self.tail_call(cx, callee, args),
            TerminatorKind::Drop { place, target, unwind } => {
                self.drop_place(cx, place, *target, *unwind)
            }
            TerminatorKind::Return => self.return_from_call(cx),
            TerminatorKind::Unreachable => Err(Undefined::Unreachable.into()),
            TerminatorKind::UnwindResume => self.unwind(Unwind::Continue),
            TerminatorKind::UnwindTerminate(_) => {
                self.ending = Some(Ending::Aborted);
                Ok(())
            }
        }
    }

    #[inline]
    pub(super) fn go_to(&mut self, target: BlockId) {
        move_to(&mut self.stack, target, 0);
    }

    /// Takes the arm of the subject's value. An open value must not decide. Where all arms
    /// lead to one block there is nothing to decide, and the subject is not looked at.
    fn switch(
        &mut self,
        cx: Cx,
        subject: &Operand,
        arms: &[(u128, BlockId)],
        otherwise: BlockId,
    ) -> Step<BlockId> {
        if !self.switches.strict_reads {
            let body = &cx.program.functions[self.stack.top().function.index()];
            let destination = leads_to(body, otherwise);
            if arms.iter().all(|&(_, target)| leads_to(body, target) == destination) {
                return Ok(otherwise);
            }
        }
        let value = match self.quick_operand(cx, subject) {
            Some((bits, _)) => bits,
            None => access::known(self.scalar(cx, subject)?.0)?,
        };
        let arm = arms.iter().find(|(arm, _)| *arm == value);
        Ok(arm.map_or(otherwise, |(_, target)| *target))
    }

    /// Finds the arguments of a call, in order. Moved ones are passed in place if they are
    /// in memory; they are forced there if two of them, or the destination, may overlap.
    pub(super) fn arguments(
        &mut self,
        cx: Cx,
        args: &[Operand],
        destination: Option<&Place>,
    ) -> Step<Vec<Argument>> {
        let apart = moved_apart(args, destination);
        let mut found = Vec::with_capacity(args.len());
        for arg in args {
            found.push(match arg {
                Operand::Move(place) => {
                    let spot = self.place(cx, place)?;
                    let in_memory = self.moved_in_memory(&spot, apart)?;
                    if in_memory {
                        Argument::InPlace(spot)
                    } else {
                        Argument::Copy(Value::Spot(spot))
                    }
                }
                other => Argument::Copy(self.operand(cx, other)?),
            });
        }
        Ok(found)
    }

    fn moved_in_memory(&mut self, spot: &Spot, apart: bool) -> Step<bool> {
        let At::Memory(pointer) = spot.at else { return Ok(true) };
        if !apart || self.switches.strict_moves {
            if let Ok(allocation) = self.memory.get_mut(pointer.alloc) {
                allocation.in_memory = true;
            }
            return Ok(true);
        }
        Ok(self.memory.get(pointer.alloc)?.in_memory)
    }

    /// A destination in which nothing is written: a local need not be live for that.
    fn unwritten(&mut self, cx: Cx, destination: &Place) -> Step<Spot> {
        if !destination.projection.is_empty() {
            return self.place(cx, destination);
        }
        let body = &cx.program.functions[self.stack.top().function.index()];
        let ty = body.locals[destination.local.index()].ty;
        Ok(Spot::sized(At::Memory(self.nothing()), ty))
    }

    fn call(
        &mut self,
        cx: Cx,
        destination: &Place,
        callee: &Callee,
        args: &[Operand],
        target: BlockId,
        unwind: Unwind,
    ) -> Step<()> {
        let callee = self.resolve(cx, callee)?;
        let args = self.arguments(cx, args, Some(destination))?;
        let dest = match callee {
            Target::Intrinsic(intrinsic, _) if writes_nothing(intrinsic) => {
                self.unwritten(cx, destination)?
            }
            _ => self.place(cx, destination)?,
        };
        if dest.through_shared {
            self.claim(cx, destination, true)?;
        }
        self.dispatch(cx, callee, &args, dest, target, unwind)
    }
}

/// Longer chains of jumps are not followed: some never end.
const MAX_JUMPS: u32 = 100;

/// Where a jump ends up after blocks that only jump on.
fn leads_to(body: &Function, target: BlockId) -> BlockId {
    let mut at = target;
    for _ in 0..MAX_JUMPS {
        match body.blocks.get(at.index()) {
            Some(Block { statements, terminator, .. }) if statements.is_empty() => {
                match terminator.kind {
                    TerminatorKind::Goto(next) => at = next,
                    _ => break,
                }
            }
            _ => break,
        }
    }
    at
}

/// Whether no two moved arguments, and none of them and the destination, can overlap.
fn moved_apart(args: &[Operand], destination: Option<&Place>) -> bool {
    let moved = args.iter().filter_map(|arg| match arg {
        Operand::Move(place) => Some(place),
        _ => None,
    });
    let mut seen: Vec<Local> = Vec::new();
    for place in moved.chain(destination) {
        if place.is_indirect() || seen.contains(&place.local) {
            return false;
        }
        seen.push(place.local);
    }
    true
}
