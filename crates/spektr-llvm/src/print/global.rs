//! Variables, aliases, ifuncs and headers of functions as text.

use std::fmt::Write;

use super::{Printer, put};
use crate::syntax::{
    CallingConvention, ComdatId, ConstId, Function, Global, GlobalId, GlobalKind, Linkage,
    ModuleUseListOrder, Name, Quoted, ThreadLocal, Type, UseListOwner, Variable, Visibility,
};

impl Printer<'_> {
    pub fn globals(&mut self) {
        for at in 0..self.module.globals.len() {
            let id = GlobalId::new(at);
            let global = self.module.global(id);
            match &global.kind {
                GlobalKind::Variable(variable) => self.variable(id, global, variable),
                GlobalKind::Alias(target) => self.indirection("alias", id, global, *target),
                GlobalKind::IFunc(target) => self.indirection("ifunc", id, global, *target),
                GlobalKind::Function(function) => {
                    self.paragraph();
                    self.function(id, global, function);
                }
            }
        }
    }

    /// Words that all kinds share, each with a blank behind.
    fn header(&mut self, global: &Global) {
        if global.linkage != Linkage::External {
            put!(self, "{} ", global.linkage.word());
        }
        if let Some(preemption) = global.preemption {
            put!(self, "{} ", preemption.word());
        }
        if global.visibility != Visibility::Default {
            put!(self, "{} ", global.visibility.word());
        }
        if let Some(dll) = global.dll {
            put!(self, "{} ", dll.word());
        }
    }

    fn value_header(&mut self, id: GlobalId, global: &Global) {
        self.global_name(id);
        self.push(" = ");
        let declared = global.variable().is_some_and(|it| it.initializer.is_none());
        if declared && global.linkage == Linkage::External {
            self.push("external ");
        }
        self.header(global);
        match global.thread_local {
            None => {}
            Some(ThreadLocal::General) => self.push("thread_local "),
            Some(model) => put!(self, "thread_local({}) ", model.word()),
        }
        if let Some(unnamed) = global.unnamed_addr {
            put!(self, "{} ", unnamed.word());
        }
    }

    fn variable(&mut self, id: GlobalId, global: &Global, variable: &Variable) {
        self.value_header(id, global);
        if global.space > 0 {
            put!(self, "addrspace({}) ", global.space);
        }
        if variable.externally_initialized {
            self.push("externally_initialized ");
        }
        self.push(if variable.constant { "constant " } else { "global " });
        self.ty(global.ty);
        if let Some(initializer) = variable.initializer {
            self.push(" ");
            self.constant(initializer);
        }
        if let Some(section) = &variable.section {
            put!(self, ", section {}", Quoted(section.bytes()));
        }
        self.partition(", ", global);
        if let Some(model) = &variable.code_model {
            put!(self, ", code_model {}", Quoted(model.bytes()));
        }
        for word in &variable.sanitizer {
            put!(self, ", {}", word.word());
        }
        if let Some(comdat) = variable.comdat {
            self.push(",");
            self.comdat(comdat);
        }
        if let Some(align) = variable.align {
            put!(self, ", align {align}");
        }
        self.attachments(", ", &variable.metadata, None);
        self.function_attributes(&variable.attributes);
        self.push("\n");
    }

    fn comdat(&mut self, id: ComdatId) {
        put!(self, " comdat(${})", self.module.comdats[id.index()].name);
    }

    fn partition(&mut self, before: &str, global: &Global) {
        if let Some(partition) = &global.partition {
            put!(self, "{before}partition {}", Quoted(partition.bytes()));
        }
    }

    fn indirection(&mut self, word: &str, id: GlobalId, global: &Global, target: ConstId) {
        self.value_header(id, global);
        put!(self, "{word} ");
        self.ty(global.ty);
        self.push(", ");
        self.typed_constant(target);
        self.partition(", ", global);
        self.push("\n");
    }

    pub fn convention(&mut self, convention: CallingConvention) {
        if convention == CallingConvention::C {
            return;
        }
        match convention.word() {
            Some(word) => put!(self, "{word} "),
            None => put!(self, "cc{} ", convention.0),
        }
    }

    fn function(&mut self, id: GlobalId, global: &Global, function: &Function) {
        self.push(if function.body.is_some() { "define " } else { "declare " });
        if function.body.is_none() {
            self.attachments("", &function.metadata, None);
            if !function.metadata.is_empty() {
                self.push(" ");
            }
        }
        self.header(global);
        self.convention(function.convention);
        self.attributes_before(&function.result_attributes);
        self.signature(id, global, function);
        self.function_properties(global, function);
        if let Some(body) = &function.body {
            self.attachments(" ", &function.metadata, None);
            self.push(" {\n");
            self.body(global, function, body);
            self.push("}\n");
        } else {
            self.push("\n");
        }
    }

    fn function_properties(&mut self, global: &Global, function: &Function) {
        if let Some(unnamed) = global.unnamed_addr {
            put!(self, " {}", unnamed.word());
        }
        if global.space != self.module.program_space() {
            put!(self, " addrspace({})", global.space);
        }
        self.function_attributes(&function.attributes);
        let text = |printer: &mut Self, word: &str, text: &Option<Name>| {
            if let Some(text) = text {
                put!(printer, " {word} {}", Quoted(text.bytes()));
            }
        };
        text(self, "section", &function.section);
        self.partition(" ", global);
        if let Some(comdat) = function.comdat {
            self.comdat(comdat);
        }
        if let Some(align) = function.align {
            put!(self, " align {align}");
        }
        text(self, "gc", &function.gc);
        let parts = [
            ("prefix", function.prefix),
            ("prologue", function.prologue),
            ("personality", function.personality),
        ];
        for (word, constant) in parts {
            if let Some(constant) = constant {
                put!(self, " {word} ");
                self.typed_constant(constant);
            }
        }
    }

    pub fn module_use_list_order(&mut self, item: &ModuleUseListOrder) {
        match (item.function, item.order.of) {
            (Some(function), UseListOwner::Block(block)) => {
                self.push("uselistorder_bb ");
                self.global_name(function);
                self.push(", ");
                self.foreign_block(function, block);
            }
            (_, UseListOwner::Value(crate::syntax::Operand::Const(constant))) => {
                self.push("uselistorder ");
                self.typed_constant(constant);
            }
            _ => return,
        }
        self.push(", { ");
        self.list(&item.order.indexes, |printer, index| put!(printer, "{index}"));
        self.push(" }\n");
    }

    /// Whether the function takes more than its parameters.
    pub fn is_variadic(&self, global: &Global) -> bool {
        matches!(self.module.types[global.ty], Type::Function { variadic: true, .. })
    }
}
