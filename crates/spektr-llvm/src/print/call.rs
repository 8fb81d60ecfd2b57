//! Calls and pads as text.

use std::fmt::Write;

use super::body::Scope;
use super::{Printer, put};
use crate::syntax::{
    Argument, Call, Callee, Clause, InlineAsm, Op, Operand, Quoted, TailKind, Type,
};

impl Printer<'_> {
    pub fn calling(&mut self, scope: Scope<'_>, op: &Op) {
        match op {
            Op::Call(call) => {
                if let Some(tail) = call.tail {
                    put!(self, "{} ", tail.word());
                }
                self.push("call");
                self.flags(call.flags);
                self.call(scope, call);
            }
            Op::Invoke { call, normal, unwind } => {
                self.push("invoke");
                self.call(scope, call);
                self.push(" to ");
                self.label(scope, *normal);
                self.unwind(scope, Some(*unwind));
            }
            Op::CallBr { call, fallthrough, indirect } => {
                self.push("callbr");
                self.call(scope, call);
                self.push(" to ");
                self.label(scope, *fallthrough);
                self.push(" ");
                self.labels(scope, indirect);
            }
            // Nothing else calls.
            _ => {}
        }
    }

    fn call(&mut self, scope: Scope<'_>, call: &Call) {
        let module = self.module;
        self.push(" ");
        self.convention(call.convention);
        self.attributes_before(&call.result_attributes);
        if let Some(space) = call.space {
            put!(self, "addrspace({space}) ");
        }
        // The full function type where the arguments do not tell it.
        let Some((result, _, variadic)) = module.signature(call.ty) else { return };
        let function = match module.types[result] {
            Type::Pointer { to: Some(to), .. } => module.signature(to).is_some(),
            _ => false,
        };
        // A constant that is called has no type of its own to tell.
        let constant = match call.callee {
            Callee::Value(callee @ Operand::Const(_)) => {
                let ty = &module.types[self.operand_ty(scope, callee)];
                matches!(ty, Type::Pointer { to: Some(_), .. })
                    && module.global_of(callee).is_none()
            }
            _ => false,
        };
        let full = variadic || function || constant;
        self.ty(if full { call.ty } else { result });
        self.push(" ");
        match &call.callee {
            Callee::Value(callee) => self.operand(scope, *callee),
            Callee::Asm(asm) => self.inline_asm(asm),
        }
        self.push("(");
        self.list(&call.args, |printer, argument| printer.argument(scope, argument));
        if call.tail == Some(TailKind::MustTail) && scope.variadic && variadic {
            self.push(if call.args.is_empty() { "..." } else { ", ..." });
        }
        self.push(")");
        self.function_attributes(&call.attributes);
        if !call.bundles.is_empty() {
            self.push(" [ ");
            self.list(&call.bundles, |printer, bundle| {
                put!(printer, "{}(", Quoted(bundle.tag.bytes()));
                printer.list(&bundle.inputs, |printer, input| printer.argument(scope, input));
                printer.push(")");
            });
            self.push(" ]");
        }
    }

    fn argument(&mut self, scope: Scope<'_>, argument: &Argument) {
        match argument {
            Argument::Value { value, attributes } => {
                self.ty(self.operand_ty(scope, *value));
                self.attributes(attributes);
                self.push(" ");
                self.operand(scope, *value);
            }
            Argument::Metadata(metadata) => {
                self.push("metadata ");
                self.metadata(metadata, Some((scope.body, scope.names)));
            }
        }
    }

    fn inline_asm(&mut self, asm: &InlineAsm) {
        self.push("asm ");
        let words = [
            (asm.side_effect, "sideeffect "),
            (asm.align_stack, "alignstack "),
            (asm.intel_dialect, "inteldialect "),
            (asm.unwind, "unwind "),
        ];
        for (set, word) in words {
            if set {
                self.push(word);
            }
        }
        put!(self, "{}, {}", Quoted(asm.template.bytes()), Quoted(asm.constraints.bytes()));
    }

    pub fn pad(&mut self, scope: Scope<'_>, op: &Op) {
        match op {
            Op::LandingPad { ty, cleanup, clauses } => {
                self.push("landingpad ");
                self.ty(*ty);
                if *cleanup {
                    self.push(" cleanup");
                }
                for clause in clauses {
                    let (word, operand) = match clause {
                        Clause::Catch(operand) => ("catch", operand),
                        Clause::Filter(operand) => ("filter", operand),
                    };
                    put!(self, " {word} ");
                    self.typed(scope, *operand);
                }
            }
            Op::CatchPad { within, args } => {
                self.push("catchpad within ");
                self.operand(scope, *within);
                self.pad_arguments(scope, args);
            }
            Op::CleanupPad { within, args } => {
                self.push("cleanuppad within ");
                self.operand(scope, *within);
                self.pad_arguments(scope, args);
            }
            // There are no other pads.
            _ => {}
        }
    }

    fn pad_arguments(&mut self, scope: Scope<'_>, args: &[Argument]) {
        self.push(" [");
        self.list(args, |printer, argument| printer.argument(scope, argument));
        self.push("]");
    }
}
