//! Instructions as text.

use std::fmt::Write;

use super::body::Scope;
use super::{Printer, put};
use crate::syntax::{Alloca, AtomicRmw, CmpXchg, Gep, MemoryAccess, Name, Op, Operand, Quoted};

impl Printer<'_> {
    pub fn operation(&mut self, scope: Scope<'_>, op: &Op) {
        match op {
            Op::Ret(_)
            | Op::Br(_)
            | Op::CondBr { .. }
            | Op::Switch { .. }
            | Op::IndirectBr { .. }
            | Op::Resume(_)
            | Op::Unreachable
            | Op::CatchSwitch { .. }
            | Op::CatchRet { .. }
            | Op::CleanupRet { .. } => self.terminator(scope, op),
            Op::Call(_) | Op::Invoke { .. } | Op::CallBr { .. } => self.calling(scope, op),
            Op::LandingPad { .. } | Op::CatchPad { .. } | Op::CleanupPad { .. } => {
                self.pad(scope, op);
            }
            Op::Alloca(alloca) => self.alloca(scope, alloca),
            Op::Load { ty, pointer, access } => {
                self.push("load ");
                self.access_before(access);
                self.ty(*ty);
                self.push(", ");
                self.typed(scope, *pointer);
                self.access_after(access);
            }
            Op::Store { value, pointer, access } => {
                self.push("store ");
                self.access_before(access);
                self.typed_list(scope, &[*value, *pointer]);
                self.access_after(access);
            }
            Op::Gep(gep) => self.gep(scope, gep),
            Op::Fence { ordering, scope: sync } => {
                self.push("fence");
                self.sync_scope(sync.as_ref());
                put!(self, " {}", ordering.word());
            }
            Op::CmpXchg(exchange) => self.compare_exchange(scope, exchange),
            Op::AtomicRmw(update) => self.atomic_update(scope, update),
            Op::VaArg { list, ty } => {
                self.push("va_arg ");
                self.typed(scope, *list);
                self.push(", ");
                self.ty(*ty);
            }
            _ => self.computation(scope, op),
        }
    }

    fn computation(&mut self, scope: Scope<'_>, op: &Op) {
        match op {
            Op::FNeg { flags, value } => {
                self.push("fneg");
                self.flags(*flags);
                self.push(" ");
                self.typed(scope, *value);
            }
            Op::Binary { op, flags, left, right } => {
                self.push(op.word());
                self.flags(*flags);
                self.pair(scope, *left, *right);
            }
            Op::ICmp { flags, predicate, left, right } => {
                self.push("icmp");
                self.flags(*flags);
                put!(self, " {}", predicate.word());
                self.pair(scope, *left, *right);
            }
            Op::FCmp { flags, predicate, left, right } => {
                self.push("fcmp");
                self.flags(*flags);
                put!(self, " {}", predicate.word());
                self.pair(scope, *left, *right);
            }
            Op::Cast { op, flags, value, to } => {
                self.push(op.word());
                self.flags(*flags);
                self.push(" ");
                self.typed(scope, *value);
                self.push(" to ");
                self.ty(*to);
            }
            Op::Select { flags, condition, yes, no } => {
                self.push("select");
                self.flags(*flags);
                self.push(" ");
                self.typed_list(scope, &[*condition, *yes, *no]);
            }
            Op::Freeze(value) => {
                self.push("freeze ");
                self.typed(scope, *value);
            }
            Op::Phi { flags, ty, incoming } => {
                self.push("phi");
                self.flags(*flags);
                self.push(" ");
                self.ty(*ty);
                self.push(" ");
                self.list(incoming, |printer, (value, from)| {
                    printer.push("[ ");
                    printer.operand(scope, *value);
                    printer.push(", ");
                    printer.block_name(scope, *from);
                    printer.push(" ]");
                });
            }
            Op::ExtractElement { vector, index } => {
                self.push("extractelement ");
                self.typed_list(scope, &[*vector, *index]);
            }
            Op::InsertElement { vector, element, index } => {
                self.push("insertelement ");
                self.typed_list(scope, &[*vector, *element, *index]);
            }
            Op::ShuffleVector { left, right, mask } => {
                self.push("shufflevector ");
                self.typed_list(scope, &[*left, *right, Operand::Const(*mask)]);
            }
            Op::ExtractValue { aggregate, indices } => {
                self.push("extractvalue ");
                self.typed(scope, *aggregate);
                indices.iter().for_each(|index| put!(self, ", {index}"));
            }
            Op::InsertValue { aggregate, element, indices } => {
                self.push("insertvalue ");
                self.typed_list(scope, &[*aggregate, *element]);
                indices.iter().for_each(|index| put!(self, ", {index}"));
            }
            // Everything else has been written by `operation`.
            _ => {}
        }
    }

    /// ` T left, right`
    fn pair(&mut self, scope: Scope<'_>, left: Operand, right: Operand) {
        self.push(" ");
        self.typed(scope, left);
        self.push(", ");
        self.operand(scope, right);
    }

    fn typed_list(&mut self, scope: Scope<'_>, operands: &[Operand]) {
        self.list(operands, |printer, operand| printer.typed(scope, *operand));
    }

    fn alloca(&mut self, scope: Scope<'_>, alloca: &Alloca) {
        self.push("alloca ");
        if alloca.in_alloca {
            self.push("inalloca ");
        }
        if alloca.swift_error {
            self.push("swifterror ");
        }
        self.ty(alloca.ty);
        if let Some(count) = alloca.count {
            self.push(", ");
            self.typed(scope, count);
        }
        self.align(alloca.align);
        if let Some(space) = alloca.space {
            put!(self, ", addrspace({space})");
        }
    }

    fn align(&mut self, align: Option<u64>) {
        if let Some(align) = align {
            put!(self, ", align {align}");
        }
    }

    fn access_before(&mut self, access: &MemoryAccess) {
        if access.atomic.is_some() {
            self.push("atomic ");
        }
        if access.volatile {
            self.push("volatile ");
        }
    }

    fn access_after(&mut self, access: &MemoryAccess) {
        if let Some(atomic) = &access.atomic {
            self.sync_scope(atomic.scope.as_ref());
            put!(self, " {}", atomic.ordering.word());
        }
        self.align(access.align);
    }

    fn sync_scope(&mut self, scope: Option<&Name>) {
        if let Some(scope) = scope {
            put!(self, " syncscope({})", Quoted(scope.bytes()));
        }
    }

    fn gep(&mut self, scope: Scope<'_>, gep: &Gep) {
        self.push("getelementptr");
        self.flags(gep.flags);
        self.push(" ");
        self.ty(gep.source);
        self.push(", ");
        self.typed(scope, gep.base);
        for (at, index) in gep.indices.iter().enumerate() {
            self.push(", ");
            if gep.in_range == Some(at as u32) {
                self.push("inrange ");
            }
            self.typed(scope, *index);
        }
    }

    fn compare_exchange(&mut self, scope: Scope<'_>, exchange: &CmpXchg) {
        self.push("cmpxchg ");
        if exchange.weak {
            self.push("weak ");
        }
        if exchange.volatile {
            self.push("volatile ");
        }
        self.typed_list(scope, &[exchange.pointer, exchange.expected, exchange.new]);
        self.sync_scope(exchange.scope.as_ref());
        put!(self, " {} {}", exchange.success.word(), exchange.failure.word());
        self.align(exchange.align);
    }

    fn atomic_update(&mut self, scope: Scope<'_>, update: &AtomicRmw) {
        self.push("atomicrmw ");
        if update.volatile {
            self.push("volatile ");
        }
        put!(self, "{} ", update.op.word());
        self.typed_list(scope, &[update.pointer, update.value]);
        self.sync_scope(update.scope.as_ref());
        put!(self, " {}", update.ordering.word());
        self.align(update.align);
    }
}
