//! Signatures and bodies of functions as text.

use std::fmt::Write;

use super::names::LocalNames;
use super::{Printer, put};
use crate::syntax::{
    BlockId, Body, Function, Global, GlobalId, Instruction, Op, Operand, Ty, UseListOwner, ValueId,
};

/// The function that is being written.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    pub body: &'a Body,
    pub names: &'a LocalNames,
    pub variadic: bool,
}

impl Printer<'_> {
    /// `T @name(…)`
    pub fn signature(&mut self, id: GlobalId, global: &Global, function: &Function) {
        let module = self.module;
        let Some((result, params, variadic)) = module.signature(global.ty) else { return };
        let names = function.body.as_ref().map(LocalNames::new);
        self.ty(result);
        self.push(" ");
        self.global_name(id);
        self.push("(");
        for (at, param) in params.iter().enumerate() {
            if at > 0 {
                self.push(", ");
            }
            self.ty(*param);
            self.attributes(function.param_attributes.get(at).map_or(&[], Vec::as_slice));
            if let (Some(body), Some(names)) = (&function.body, &names) {
                self.push(" ");
                self.register(body, names, ValueId::new(at));
            }
        }
        if variadic {
            self.push(if params.is_empty() { "..." } else { ", ..." });
        }
        self.push(")");
    }

    pub fn body(&mut self, global: &Global, _function: &Function, body: &Body) {
        let names = LocalNames::new(body);
        let scope = Scope { body, names: &names, variadic: self.is_variadic(global) };
        for (at, block) in body.blocks.iter().enumerate() {
            if at > 0 {
                self.push("\n");
            }
            match &block.name {
                Some(name) => put!(self, "{name}:\n"),
                None if at > 0 => put!(self, "{}:\n", names.blocks[at]),
                None => {}
            }
            for instruction in &block.instructions {
                self.instruction_line(scope, instruction);
            }
        }
        for order in &body.use_list_orders {
            self.push("  uselistorder ");
            match order.of {
                UseListOwner::Value(operand) => self.typed(scope, operand),
                UseListOwner::Block(block) => self.label(scope, block),
            }
            self.push(", { ");
            self.list(&order.indexes, |printer, index| put!(printer, "{index}"));
            self.push(" }\n");
        }
    }

    pub fn instruction_line(&mut self, scope: Scope<'_>, instruction: &Instruction) {
        let local = Some((scope.body, scope.names));
        for record in &instruction.records {
            put!(self, "    #dbg_{}(", record.kind.text());
            self.list(&record.operands, |printer, operand| printer.metadata(operand, local));
            self.push(")\n");
        }
        self.push("  ");
        if let Some(result) = instruction.result {
            self.register(scope.body, scope.names, result);
            self.push(" = ");
        }
        self.operation(scope, &instruction.op);
        self.attachments(", ", &instruction.metadata, local);
        self.push("\n");
    }

    pub fn register(&mut self, body: &Body, names: &LocalNames, value: ValueId) {
        match &body.values[value.index()].name {
            Some(name) => put!(self, "%{name}"),
            None => put!(self, "%{}", names.values[value.index()]),
        }
    }

    pub fn operand(&mut self, scope: Scope<'_>, operand: Operand) {
        match operand {
            Operand::Local(value) => self.register(scope.body, scope.names, value),
            Operand::Const(constant) => self.constant(constant),
        }
    }

    pub fn operand_ty(&self, scope: Scope<'_>, operand: Operand) -> Ty {
        self.module.operand_ty(scope.body, operand)
    }

    /// `T operand`
    pub fn typed(&mut self, scope: Scope<'_>, operand: Operand) {
        self.ty(self.operand_ty(scope, operand));
        self.push(" ");
        self.operand(scope, operand);
    }

    pub fn block_name(&mut self, scope: Scope<'_>, block: BlockId) {
        match &scope.body.blocks[block.index()].name {
            Some(name) => put!(self, "%{name}"),
            None => put!(self, "%{}", scope.names.blocks[block.index()]),
        }
    }

    pub fn label(&mut self, scope: Scope<'_>, block: BlockId) {
        self.push("label ");
        self.block_name(scope, block);
    }

    /// Blocks in brackets.
    pub fn labels(&mut self, scope: Scope<'_>, blocks: &[BlockId]) {
        self.push("[");
        self.list(blocks, |printer, block| printer.label(scope, *block));
        self.push("]");
    }

    pub fn unwind(&mut self, scope: Scope<'_>, to: Option<BlockId>) {
        self.push(" unwind ");
        match to {
            Some(block) => self.label(scope, block),
            None => self.push("to caller"),
        }
    }

    /// Terminators, except those that call.
    pub fn terminator(&mut self, scope: Scope<'_>, op: &Op) {
        match op {
            Op::Ret(None) => self.push("ret void"),
            Op::Ret(Some(value)) => {
                self.push("ret ");
                self.typed(scope, *value);
            }
            Op::Br(to) => {
                self.push("br ");
                self.label(scope, *to);
            }
            Op::CondBr { condition, yes, no } => {
                self.push("br ");
                self.typed(scope, *condition);
                self.push(", ");
                self.label(scope, *yes);
                self.push(", ");
                self.label(scope, *no);
            }
            Op::Switch { value, default, cases } => {
                self.push("switch ");
                self.typed(scope, *value);
                self.push(", ");
                self.label(scope, *default);
                self.push(" [\n");
                for (case, to) in cases {
                    self.push("    ");
                    self.typed_constant(*case);
                    self.push(", ");
                    self.label(scope, *to);
                    self.push("\n");
                }
                self.push("  ]");
            }
            Op::IndirectBr { address, targets } => {
                self.push("indirectbr ");
                self.typed(scope, *address);
                self.push(", ");
                self.labels(scope, targets);
            }
            Op::Resume(value) => {
                self.push("resume ");
                self.typed(scope, *value);
            }
            Op::CatchSwitch { within, handlers, unwind } => {
                self.push("catchswitch within ");
                self.operand(scope, *within);
                self.push(" ");
                self.labels(scope, handlers);
                self.unwind(scope, *unwind);
            }
            Op::CatchRet { pad, to } => {
                self.push("catchret from ");
                self.operand(scope, *pad);
                self.push(" to ");
                self.label(scope, *to);
            }
            Op::CleanupRet { pad, unwind } => {
                self.push("cleanupret from ");
                self.operand(scope, *pad);
                self.unwind(scope, *unwind);
            }
            _ => self.push("unreachable"),
        }
    }
}
