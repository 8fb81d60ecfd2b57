//! Terminators: calls, jumps and endings.

use super::super::ast::{Expr, ExprKind, TerminatorAst};
use super::super::fault::{Result, fault};
use super::super::scalar::read_scalar;
use super::call::CallParts;
use super::{Lowering, not_mir};
use crate::syntax::*;

impl<'a> Lowering<'a, '_> {
    pub(super) fn terminator(&mut self, ast: &TerminatorAst<'a>) -> Result<Terminator> {
        match ast {
            TerminatorAst::Match { subject, arms, otherwise, span } => {
                let kind = self.switch(subject, arms, *otherwise)?;
                Ok(Terminator { kind, span: *span })
            }
            TerminatorAst::Expr(expr) => {
                Ok(Terminator { kind: self.terminator_call(expr)?, span: expr.span })
            }
        }
    }

    fn switch(
        &mut self,
        subject: &Expr<'a>,
        arms: &[(Expr<'a>, &'a str, Span)],
        otherwise: (&'a str, Span),
    ) -> Result<TerminatorKind> {
        let (subject, ty) = self.operand(subject, None)?;
        let mut targets = Vec::with_capacity(arms.len());
        for (pattern, block, span) in arms {
            let bits = match read_scalar(pattern)? {
                Some(scalar) => scalar.expect(self.around.types.kind(ty))?,
                None => None,
            };
            match bits {
                Some((bits, kind)) if kind == *self.around.types.kind(ty) => {
                    targets.push((bits, self.block(block, *span)?));
                }
                _ => {
                    let ty = self.around.types.display(ty);
                    return fault(pattern.span, format!("expected a literal of type `{ty}`"));
                }
            }
        }
        let otherwise = self.block(otherwise.0, otherwise.1)?;
        Ok(TerminatorKind::Switch { subject, arms: targets, otherwise })
    }

    fn terminator_call(&mut self, expr: &Expr<'a>) -> Result<TerminatorKind> {
        let (callee, args) = match &expr.kind {
            ExprKind::Call(callee, args) => (callee, args),
            ExprKind::Method(_, name, _) => return not_mir(name, expr.span),
            _ => return fault(expr.span, "expected a terminator"),
        };
        let name = callee.last_segment().unwrap_or("");
        match (name, &args[..]) {
            ("Return", []) => Ok(TerminatorKind::Return),
            ("Unreachable", []) => Ok(TerminatorKind::Unreachable),
            ("UnwindResume", []) => Ok(TerminatorKind::UnwindResume),
            ("UnwindTerminate", [reason]) => {
                Ok(TerminatorKind::UnwindTerminate(terminate_reason(reason)?))
            }
            ("Goto", [block]) => Ok(TerminatorKind::Goto(self.target(block)?)),
            ("Drop", [place, target, rest @ ..]) => {
                let (place, _) = self.place(place)?;
                let target = self.target(target)?;
                Ok(TerminatorKind::Drop { place, target, unwind: self.unwind(rest)? })
            }
            ("Call", [call, target, rest @ ..]) => self.call_terminator(call, target, rest),
            ("TailCall", [call]) => {
                let CallParts { callee, args, .. } = self.call(call, self.tys[0])?;
                Ok(TerminatorKind::TailCall { callee, args })
            }
            _ => fault(expr.span, format!("`{name}` is not a terminator that spektr knows")),
        }
    }

    fn call_terminator(
        &mut self,
        call: &Expr<'a>,
        target: &Expr<'a>,
        rest: &[Expr<'a>],
    ) -> Result<TerminatorKind> {
        let (destination, call, rest) = match (&call.kind, rest) {
            (ExprKind::Assign(sides), _) => (&sides[0], &sides[1], rest),
            // The oldest way to write it: `Call(destination, block, call)`.
            (_, [old_call]) if matches!(old_call.kind, ExprKind::Call(..)) => {
                (call, old_call, &[][..])
            }
            _ => return fault(call.span, "expected `destination = callee(arguments)`"),
        };
        let unwind = self.unwind(rest)?;
        let (place, parts) = if let Some(local) = self.bare_untyped(destination) {
            let parts = self.call(call, None)?;
            if let Some(ty) = parts.ret {
                self.learn(local, ty);
            }
            (Place::local(local), parts)
        } else {
            let (place, ty) = self.place(destination)?;
            (place, self.call(call, Some(ty))?)
        };
        Ok(TerminatorKind::Call {
            destination: place,
            callee: parts.callee,
            args: parts.args,
            target: self.target(target)?,
            unwind,
        })
    }

    /// `ReturnTo(block)`, or just the block.
    fn target(&self, expr: &Expr<'a>) -> Result<BlockId> {
        match &expr.kind {
            ExprKind::Name(name) => self.block(name, expr.span),
            ExprKind::Call(callee, args) => match (callee.last_segment(), &args[..]) {
                (Some("ReturnTo"), [block]) => match block.kind {
                    ExprKind::Name(name) => self.block(name, block.span),
                    _ => fault(block.span, "expected the name of a block"),
                },
                _ => fault(expr.span, "expected `ReturnTo(block)`"),
            },
            _ => fault(expr.span, "expected `ReturnTo(block)`"),
        }
    }

    /// What follows the target. Where nothing follows, unwinding continues: that is what
    /// it meant when it could be left out.
    fn unwind(&self, rest: &[Expr<'a>]) -> Result<Unwind> {
        let action = match rest {
            [] => return Ok(Unwind::Continue),
            [action] => action,
            [_, more, ..] => return fault(more.span, "unexpected argument"),
        };
        let ExprKind::Call(callee, args) = &action.kind else {
            return fault(action.span, "expected an unwind action");
        };
        match (callee.last_segment(), &args[..]) {
            (Some("UnwindContinue"), []) => Ok(Unwind::Continue),
            (Some("UnwindUnreachable"), []) => Ok(Unwind::Unreachable),
            (Some("UnwindTerminate"), [reason]) => Ok(Unwind::Terminate(terminate_reason(reason)?)),
            (Some("UnwindCleanup"), [block]) => Ok(Unwind::Cleanup(self.target(block)?)),
            _ => fault(action.span, "expected an unwind action"),
        }
    }
}

fn terminate_reason(expr: &Expr<'_>) -> Result<TerminateReason> {
    match expr.last_segment() {
        Some("ReasonAbi" | "Abi") => Ok(TerminateReason::Abi),
        Some("ReasonInCleanup" | "InCleanup") => Ok(TerminateReason::InCleanup),
        _ => fault(expr.span, "expected `ReasonAbi` or `ReasonInCleanup`"),
    }
}
