//! Functions: signatures, locals, blocks, statements and terminators.

use std::fmt::Write as _;

use super::{Form, Printer};
use crate::syntax::*;
use crate::typing::operand_ty;
use crate::wellformed::Location;

/// What compilers lack that have the word for tail calls and nothing behind it.
const TAILS: &str = "tail-calls";

/// The block that a call returns to which should have been a tail call.
const AFTER_TAIL: &str = "spektr_after_tail";

impl Printer<'_> {
    pub fn function(&mut self, id: FnId, function: &Function) {
        match function.inline {
            Inline::Default => {}
            Inline::Never => self.line("#[inline(never)]"),
            Inline::Always => self.line("#[inline(always)]"),
        }
        if function.cold {
            self.line("#[cold]");
        }
        self.line("#[custom_mir(dialect = \"runtime\", phase = \"initial\")]");
        self.out.push_str(match (self.form, function.abi) {
            (Form::Witness, _) => "const fn ",
            (_, Abi::Rust) => "pub fn ",
            (_, Abi::C) => "pub extern \"C\" fn ",
        });
        self.out.push_str(&function.name);
        for index in 0..function.generics {
            // References in types are `'static`, so what they lead to has to be.
            let open = if index == 0 { "<" } else { ", " };
            let _ = write!(self.out, "{open}T{index}: Copy + 'static");
        }
        self.out.push_str(if function.generics > 0 { ">(" } else { "(" });
        let params = &function.locals[1..=function.params as usize];
        if self.form == Form::Witness {
            self.out.push_str("spektr_trace: *mut SpektrTrace");
            self.out.push_str(if params.is_empty() { "" } else { ", " });
        }
        for (i, param) in params.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            let _ = write!(self.out, "{comma}mut {}: ", param.name);
            self.ty(param.ty);
        }
        self.out.push(')');
        let ret = function.locals[0].ty;
        if *self.types.kind(ret) != TyKind::Tuple(Vec::new()) {
            self.out.push_str(" -> ");
            self.ty(ret);
        }
        match self.form {
            Form::Pretty => self.macro_body(id, function),
            Form::Judge | Form::Witness => self.expanded_body(id, function),
        }
    }

    /// Whether the function has tail calls that have to be written as calls and returns.
    fn lacks_tails(&self, function: &Function) -> bool {
        let is_tail =
            |block: &Block| matches!(block.terminator.kind, TerminatorKind::TailCall { .. });
        !self.dialect.knows(TAILS) && function.blocks.iter().any(is_tail)
    }

    fn macro_body(&mut self, id: FnId, function: &Function) {
        self.line(" {\n    mir! {");
        self.out.push_str("        type RET = ");
        self.ty(function.locals[0].ty);
        self.line(";");
        for local in &function.locals[1 + function.params as usize..] {
            let _ = write!(self.out, "        let {}: ", local.name);
            self.ty(local.ty);
            self.line(";");
        }
        for (i, block) in function.blocks.iter().enumerate() {
            self.out.push_str("        ");
            if i > 0 {
                let cleanup = if block.cleanup { " (cleanup)" } else { "" };
                let _ = write!(self.out, "{}{cleanup} = ", block.name);
            }
            self.line("{");
            let at = Location { function: id, block: BlockId(i as u32), statement: 0 };
            self.block(function, block, at, "            ");
            self.line("        }");
        }
        if self.lacks_tails(function) {
            let _ =
                writeln!(self.out, "        {AFTER_TAIL} = {{\n            Return()\n        }}");
        }
        self.line("    }\n}");
    }

    fn expanded_body(&mut self, id: FnId, function: &Function) {
        self.line(" {{");
        for (i, block) in function.blocks.iter().enumerate() {
            let kind = if block.cleanup { "Cleanup" } else { "Normal" };
            if i > 0 {
                let _ = writeln!(self.out, "let {} = BasicBlock::{kind};", block.name);
            }
            if self.form == Form::Witness {
                self.detour_blocks(function, i, block);
            }
        }
        if self.lacks_tails(function) {
            let _ = writeln!(self.out, "let {AFTER_TAIL} = BasicBlock::Normal;");
        }
        self.out.push_str("{ ");
        let own = &function.locals[1 + function.params as usize..];
        for local in function.locals[..1].iter().chain(own) {
            let _ = write!(self.out, "let {}: ", local.name);
            self.ty(local.ty);
            self.line(";");
        }
        if self.form == Form::Witness {
            self.state_locals(function);
        }
        self.line("{{");
        for (i, block) in function.blocks.iter().enumerate() {
            self.line("{");
            if self.form == Form::Witness && i == 0 {
                self.state_prologue(function);
            }
            let at = Location { function: id, block: BlockId(i as u32), statement: 0 };
            self.block(function, block, at, "");
            self.line("};");
        }
        if self.lacks_tails(function) {
            self.line("{\nReturn()\n};");
        }
        self.line("RET\n}} }\n}}");
    }

    fn block(&mut self, function: &Function, block: &Block, mut at: Location, indent: &str) {
        self.detours = 0;
        // A defined program does the same where all of its storage lives all the time.
        let unmarked = !self.dialect.knows("loose-storage");
        for statement in &block.statements {
            let marks = matches!(
                statement.kind,
                StatementKind::StorageLive(_) | StatementKind::StorageDead(_)
            );
            if marks && unmarked {
                at.statement += 1;
                continue;
            }
            self.out.push_str(indent);
            if !self.detour(function, &statement.kind, at) {
                self.statement(function, &statement.kind);
                self.out.push(';');
                self.end_line(at);
            }
            at.statement += 1;
        }
        self.out.push_str(indent);
        self.terminator(function, &block.terminator.kind, at, indent);
        if !matches!(block.terminator.kind, TerminatorKind::Switch { .. }) {
            self.end_line(at);
        }
    }

    pub fn end_line(&mut self, at: Location) {
        if let Some(remark) = self.remark {
            let _ = write!(self.out, " // {}", remark(at));
        }
        self.out.push('\n');
    }

    fn statement(&mut self, function: &Function, statement: &StatementKind) {
        let local = |local: Local| &function.locals[local.index()].name;
        match statement {
            StatementKind::Assign(place, rvalue) => {
                self.target_place(function, place);
                self.out.push_str(" = ");
                self.rvalue(function, rvalue);
            }
            StatementKind::StorageLive(l) => {
                let _ = write!(self.out, "StorageLive({})", local(*l));
            }
            StatementKind::StorageDead(l) => {
                let _ = write!(self.out, "StorageDead({})", local(*l));
            }
            StatementKind::SetDiscriminant(place, variant) => {
                self.out.push_str("SetDiscriminant(");
                self.value_place(function, place);
                let _ = write!(self.out, ", {variant})");
            }
            StatementKind::Assume(operand) => {
                self.out.push_str("Assume(");
                self.operand(function, operand);
                self.out.push(')');
            }
        }
    }

    fn rvalue(&mut self, function: &Function, rvalue: &Rvalue) {
        match rvalue {
            Rvalue::Use(operand) => self.operand(function, operand),
            Rvalue::Repeat(operand, len) => {
                self.out.push('[');
                self.operand(function, operand);
                let _ = write!(self.out, "; {len}]");
            }
            Rvalue::Ref(mutability, place) => {
                self.out.push_str(if *mutability == Mutability::Mut { "&mut " } else { "&" });
                self.target_place(function, place);
            }
            Rvalue::RawRef(mutability, place) => {
                let mutable = *mutability == Mutability::Mut;
                self.out.push_str(if mutable { "&raw mut " } else { "&raw const " });
                self.target_place(function, place);
            }
            Rvalue::Unary(op, operand) => self.unary(function, *op, operand),
            Rvalue::Binary(BinOp::Offset, left, right) => {
                self.out.push_str("Offset(");
                self.operand(function, left);
                self.out.push_str(", ");
                self.operand(function, right);
                self.out.push(')');
            }
            Rvalue::Binary(op, left, right) => self.binary(function, *op, left, right),
            Rvalue::Checked(op, left, right) => {
                self.out.push_str("Checked(");
                self.binary(function, *op, left, right);
                self.out.push(')');
            }
            Rvalue::Cast(kind, operand, ty) => self.cast(function, *kind, operand, *ty),
            Rvalue::Discriminant(place) => self.of_place(function, "Discriminant", place),
            Rvalue::Len(place) => self.of_place(function, "Len", place),
            Rvalue::Aggregate(kind, operands) => self.aggregate(function, kind, operands),
        }
    }

    fn of_place(&mut self, function: &Function, name: &str, place: &Place) {
        let _ = write!(self.out, "{name}(");
        self.value_place(function, place);
        self.out.push(')');
    }

    fn unary(&mut self, function: &Function, op: UnOp, operand: &Operand) {
        match op {
            UnOp::Not => self.out.push('!'),
            UnOp::Neg => self.out.push('-'),
            UnOp::PtrMetadata => self.out.push_str("PtrMetadata("),
        }
        // A minus before a literal would become part of it.
        let fold = op == UnOp::Neg && matches!(operand, Operand::Const(Const::Scalar { .. }));
        let before = self.out.len();
        self.operand(function, operand);
        if fold && !self.out[before..].starts_with("const") {
            self.out.insert_str(before, "const { ");
            self.out.push_str(" }");
        }
        if op == UnOp::PtrMetadata {
            self.out.push(')');
        }
    }

    fn binary(&mut self, function: &Function, op: BinOp, left: &Operand, right: &Operand) {
        self.operand(function, left);
        let _ = write!(self.out, " {} ", op.symbol());
        self.operand(function, right);
    }

    fn cast(&mut self, function: &Function, kind: CastKind, operand: &Operand, ty: Ty) {
        let name = match kind {
            CastKind::As => {
                self.operand(function, operand);
                self.out.push_str(" as ");
                return self.ty(ty);
            }
            CastKind::Transmute => "CastTransmute",
            // Thin pointers only: those without the word have no way to make others.
            CastKind::PtrToPtr if !self.dialect.knows("CastPtrToPtr") => "CastTransmute",
            CastKind::PtrToPtr => "CastPtrToPtr",
            CastKind::Unsize => "CastUnsize",
        };
        let _ = write!(self.out, "{name}(");
        self.operand(function, operand);
        self.out.push(')');
    }

    fn aggregate(&mut self, function: &Function, kind: &AggregateKind, operands: &[Operand]) {
        match kind {
            AggregateKind::Tuple => {
                self.out.push('(');
                self.operands(function, operands);
                self.out.push_str(if operands.len() == 1 { ",)" } else { ")" });
            }
            AggregateKind::Array(_) => {
                self.out.push('[');
                self.operands(function, operands);
                self.out.push(']');
            }
            AggregateKind::Adt(id, variant) => {
                self.constructor(*id, *variant);
                let variant = &self.types.adt(*id).variants[*variant as usize];
                match variant.shape {
                    VariantShape::Unit => {}
                    VariantShape::Tuple => {
                        self.out.push('(');
                        self.operands(function, operands);
                        self.out.push(')');
                    }
                    VariantShape::Named => self.named(function, &variant.fields, operands),
                }
            }
            AggregateKind::Union(id, field) => {
                let def = self.types.adt(*id);
                self.out.push_str(&def.name);
                let fields = &def.variants[0].fields[*field as usize..];
                self.named(function, fields, operands);
            }
        }
    }

    fn named(&mut self, function: &Function, fields: &[Field], operands: &[Operand]) {
        self.out.push_str(" { ");
        for (i, (field, operand)) in fields.iter().zip(operands).enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            let _ = write!(self.out, "{comma}{}: ", field.name);
            self.operand(function, operand);
        }
        self.out.push_str(" }");
    }

    fn terminator(
        &mut self,
        function: &Function,
        terminator: &TerminatorKind,
        at: Location,
        indent: &str,
    ) {
        let block = |block: BlockId| &function.blocks[block.index()].name;
        match terminator {
            TerminatorKind::Goto(target) => {
                let _ = write!(self.out, "Goto({})", block(*target));
            }
            TerminatorKind::Switch { subject, arms, otherwise } => {
                self.out.push_str("match ");
                self.operand(function, subject);
                self.out.push_str(" {");
                self.end_line(at);
                let ty = operand_ty(self.program, function, subject).ok();
                for &(bits, target) in arms {
                    let _ = write!(self.out, "{indent}    ");
                    self.pattern(bits, ty);
                    let _ = writeln!(self.out, " => {},", block(target));
                }
                let _ = writeln!(self.out, "{indent}    _ => {},\n{indent}}}", block(*otherwise));
            }
            TerminatorKind::Call { destination, callee, args, target, unwind } => {
                self.out.push_str("Call(");
                self.target_place(function, destination);
                self.out.push_str(" = ");
                self.call(function, callee, args);
                let _ = write!(self.out, ", {}, ", self.dialect.return_to(block(*target)));
                self.unwind(function, *unwind);
                self.out.push(')');
            }
            TerminatorKind::TailCall { callee, args } if self.dialect.knows(TAILS) => {
                self.out.push_str("TailCall(");
                self.call(function, callee, args);
                self.out.push(')');
            }
            TerminatorKind::TailCall { callee, args } => {
                self.out.push_str("Call(RET = ");
                self.call(function, callee, args);
                let _ = write!(self.out, ", {}, ", self.dialect.return_to(AFTER_TAIL));
                let unwinds = super::needs_unwinding(self.program);
                let unwind = if unwinds { Unwind::Continue } else { Unwind::Unreachable };
                self.unwind(function, unwind);
                self.out.push(')');
            }
            TerminatorKind::Drop { place, target, unwind } => {
                self.out.push_str("Drop(");
                self.value_place(function, place);
                let _ = write!(self.out, ", {}, ", self.dialect.return_to(block(*target)));
                self.unwind(function, *unwind);
                self.out.push(')');
            }
            TerminatorKind::Return => self.out.push_str("Return()"),
            TerminatorKind::Unreachable => self.out.push_str("Unreachable()"),
            TerminatorKind::UnwindResume => self.out.push_str("UnwindResume()"),
            TerminatorKind::UnwindTerminate(reason) => {
                let _ = write!(self.out, "UnwindTerminate({})", reason_name(*reason));
            }
        }
    }

    fn call(&mut self, function: &Function, callee: &Callee, args: &[Operand]) {
        let mut first = "";
        match callee {
            Callee::Function(id) => {
                let callee = &self.program.functions[id.index()];
                self.out.push_str(self.way_to(callee));
                self.out.push_str(&callee.name);
                first = self.trace_argument();
            }
            Callee::Generic(id, types) => {
                self.out.push_str(&self.program.functions[id.index()].name);
                self.generics(types);
                first = self.trace_argument();
            }
            Callee::Pointer(Operand::Copy(place)) if !place.projection.is_empty() => {
                self.out.push('(');
                self.value_place(function, place);
                self.out.push(')');
                first = self.trace_argument();
            }
            Callee::Pointer(operand) => {
                self.operand(function, operand);
                first = self.trace_argument();
            }
            Callee::Intrinsic(intrinsic, generics) => self.intrinsic(*intrinsic, generics),
            Callee::Observe => return self.observation(function, args),
            Callee::Panic => self.out.push_str("spektr_panic"),
        }
        self.out.push('(');
        self.out.push_str(first);
        if !first.is_empty() && !args.is_empty() {
            self.out.push_str(", ");
        }
        self.operands(function, args);
        self.out.push(')');
    }

    /// What every function of the witness form is passed first.
    fn trace_argument(&self) -> &'static str {
        if self.form == Form::Witness { "spektr_trace" } else { "" }
    }

    fn observation(&mut self, function: &Function, args: &[Operand]) {
        let tys: Vec<Ty> = args
            .iter()
            // Operands of a well-formed program have types.
            .filter_map(|arg| operand_ty(self.program, function, arg).ok())
            .collect();
        let _ = write!(self.out, "spektr_observe_{}(", self.observers.index_of(&tys));
        if self.form == Form::Witness {
            self.out.push_str("spektr_trace, ");
        }
        let _ = write!(self.out, "{}_u32", self.site);
        self.site += 1;
        if !args.is_empty() {
            self.out.push_str(", ");
        }
        self.operands(function, args);
        self.out.push(')');
    }

    fn unwind(&mut self, function: &Function, unwind: Unwind) {
        let _ = match unwind {
            Unwind::Continue => write!(self.out, "UnwindContinue()"),
            Unwind::Unreachable => write!(self.out, "UnwindUnreachable()"),
            Unwind::Terminate(reason) => {
                write!(self.out, "UnwindTerminate({})", reason_name(reason))
            }
            Unwind::Cleanup(block) => {
                write!(self.out, "UnwindCleanup({})", function.blocks[block.index()].name)
            }
        };
    }
}

fn reason_name(reason: TerminateReason) -> &'static str {
    match reason {
        TerminateReason::Abi => "ReasonAbi",
        TerminateReason::InCleanup => "ReasonInCleanup",
    }
}
