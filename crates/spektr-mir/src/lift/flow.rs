//! Control flow as surface Rust: a chain of blocks becomes plain statements, a tree of
//! switches becomes nested `match`es, anything with a cycle a loop over a block number.

use std::fmt::Write;

use crate::syntax::visit::Visitor;
use crate::syntax::*;
use crate::typing;

use super::expression::Expressions;
use crate::print::Observers;

/// How many blocks a tree of matches may have, joins repeated, before the loop form is
/// the shorter one.
const TREE_LIMIT: u32 = 40;

/// Whether no block of the function branches or repeats.
pub fn is_straight(function: &Function) -> bool {
    let switch = |block: &Block| matches!(block.terminator.kind, TerminatorKind::Switch { .. });
    !function.blocks.iter().any(switch) && tree_size(function, BlockId(0), 0).is_some()
}

/// Whether the first mention of a local, in the order of blocks, assigns all of it.
pub fn assigned_first(function: &Function, local: Local) -> bool {
    let mut block = BlockId(0);
    for _ in 0..function.blocks.len() {
        let body = &function.blocks[block.index()];
        for statement in &body.statements {
            if let Some(whole) = first_mention(statement, local) {
                return whole;
            }
        }
        match &body.terminator.kind {
            TerminatorKind::Goto(next) => block = *next,
            TerminatorKind::Call { destination, target, .. } => {
                if *destination == Place::local(local) {
                    return true;
                }
                block = *target;
            }
            _ => return false,
        }
    }
    false
}

/// `Some(true)` if the statement assigns the whole local, `Some(false)` if it mentions
/// it in any other way.
fn first_mention(statement: &Statement, local: Local) -> Option<bool> {
    struct Mentions(Local, u32);
    impl Visitor for Mentions {
        fn local(&mut self, local: &mut Local) {
            self.1 += u32::from(*local == self.0);
        }
    }
    if matches!(statement.kind, StatementKind::StorageLive(_) | StatementKind::StorageDead(_)) {
        return None;
    }
    let mut mentions = Mentions(local, 0);
    crate::syntax::visit::walk_statement(&mut statement.clone(), &mut mentions);
    let whole = matches!(&statement.kind, StatementKind::Assign(place, _)
        if *place == Place::local(local) && mentions.1 == 1);
    (mentions.1 > 0).then_some(whole)
}

/// The statements of a function body.
pub fn body(
    expressions: &Expressions<'_>,
    observers: &Observers,
    sites: &[Option<u32>],
) -> Option<String> {
    let flow = Flow { expressions, observers, sites };
    if tree_size(expressions.function, BlockId(0), 0).is_some() {
        return flow.tree(BlockId(0), 1);
    }
    let mut out = String::from("    let mut block = 0_u32;\n    loop {\n        match block {\n");
    for (i, _) in expressions.function.blocks.iter().enumerate() {
        writeln!(out, "            {i} => {{").ok()?;
        out.push_str(&flow.block(BlockId(i as u32), 4, &|target| {
            Some(format!("                block = {};\n", target.0))
        })?);
        out.push_str("            }\n");
    }
    out.push_str("            _ => core::hint::unreachable_unchecked(),\n        }\n    }\n");
    Some(out)
}

/// The number of blocks of the tree below a block; `None` if there is a cycle or it
/// grows beyond the limit.
fn tree_size(function: &Function, block: BlockId, depth: u32) -> Option<u32> {
    if depth > TREE_LIMIT {
        return None;
    }
    let mut size = 1;
    for next in function.blocks.get(block.index())?.terminator.kind.successors() {
        size += tree_size(function, next, depth + 1)?;
        if size > TREE_LIMIT {
            return None;
        }
    }
    Some(size)
}

struct Flow<'a> {
    expressions: &'a Expressions<'a>,
    observers: &'a Observers,
    sites: &'a [Option<u32>],
}

impl Flow<'_> {
    fn tree(&self, block: BlockId, depth: usize) -> Option<String> {
        self.block(block, depth, &|target| self.tree(target, depth))
    }

    /// One block; `go` says how control reaches another.
    fn block(
        &self,
        id: BlockId,
        depth: usize,
        go: &dyn Fn(BlockId) -> Option<String>,
    ) -> Option<String> {
        let function = self.expressions.function;
        let block = function.blocks.get(id.index())?;
        let pad = "    ".repeat(depth);
        let mut out = String::new();
        for statement in &block.statements {
            if let Some(text) = self.statement(&statement.kind)? {
                writeln!(out, "{pad}{text}").ok()?;
            }
        }
        match &block.terminator.kind {
            TerminatorKind::Goto(target) => out.push_str(&go(*target)?),
            TerminatorKind::Return => writeln!(out, "{pad}return ret;").ok()?,
            TerminatorKind::Unreachable => {
                writeln!(out, "{pad}core::hint::unreachable_unchecked()").ok()?;
            }
            TerminatorKind::Switch { subject, arms, otherwise } => {
                out.push_str(&self.switch(subject, arms, *otherwise, &pad, go)?);
            }
            TerminatorKind::Call { destination, callee, args, target, .. } => {
                let text = self.call(id, destination, callee, args)?;
                writeln!(out, "{pad}{text}").ok()?;
                out.push_str(&go(*target)?);
            }
            _ => return None,
        }
        Some(out)
    }

    /// `Some(None)` for what surface Rust leaves unsaid.
    fn statement(&self, kind: &StatementKind) -> Option<Option<String>> {
        match kind {
            StatementKind::StorageLive(_) | StatementKind::StorageDead(_) => Some(None),
            StatementKind::SetDiscriminant(..) => None,
            StatementKind::Assume(operand) => {
                let text = self.expressions.operand(operand)?;
                Some(Some(format!("core::hint::assert_unchecked({text});")))
            }
            StatementKind::Assign(place, rvalue) => {
                let value = self.expressions.rvalue(rvalue)?;
                Some(Some(format!("{} = {value};", self.expressions.place(place)?)))
            }
        }
    }

    fn switch(
        &self,
        subject: &Operand,
        arms: &[(u128, BlockId)],
        otherwise: BlockId,
        pad: &str,
        go: &dyn Fn(BlockId) -> Option<String>,
    ) -> Option<String> {
        let ty = self.expressions.operand_ty(subject)?;
        let mut out = format!("{pad}match {} {{\n", self.expressions.operand(subject)?);
        for (bits, target) in arms {
            let value = Operand::Const(Const::Scalar { bits: *bits, ty });
            let value = self.expressions.operand(&value)?;
            let value = value.trim_start_matches('(').trim_end_matches(')');
            write!(out, "{pad}{value} => {{\n{}{pad}}}\n", go(*target)?).ok()?;
        }
        write!(out, "{pad}_ => {{\n{}{pad}}}\n{pad}}}\n", go(otherwise)?).ok()?;
        Some(out)
    }

    fn call(
        &self,
        block: BlockId,
        destination: &Place,
        callee: &Callee,
        args: &[Operand],
    ) -> Option<String> {
        let expressions = self.expressions;
        let program = expressions.program;
        let texts: Option<Vec<String>> = args.iter().map(|arg| expressions.operand(arg)).collect();
        let texts = texts?.join(", ");
        let name = match callee {
            Callee::Observe => return self.observe(block, destination, args),
            Callee::Panic => return None,
            Callee::Generic(..) => return None,
            Callee::Function(function) => program.functions.get(function.index())?.name.clone(),
            Callee::Pointer(operand) => format!("({})", expressions.operand(operand)?),
            Callee::Intrinsic(Intrinsic::BlackBox, _) => "core::hint::black_box".to_owned(),
            Callee::Intrinsic(..) => return None,
        };
        Some(format!("{} = {name}({texts});", expressions.place(destination)?))
    }

    fn observe(&self, block: BlockId, destination: &Place, args: &[Operand]) -> Option<String> {
        let site = (*self.sites.get(block.index())?)?;
        let Expressions { program, function } = self.expressions;
        let mut tys = Vec::new();
        let mut text = String::new();
        for arg in args {
            tys.push(typing::operand_ty(program, function, arg).ok()?);
            write!(text, ", {}", self.expressions.operand(arg)?).ok()?;
        }
        let observer = self.observers.index_of(&tys);
        let destination = self.expressions.place(destination)?;
        Some(format!("{destination} = spektr_observe_{observer}({site}{text});"))
    }
}
