//! Which constructs occur in a program, by name, for coverage tables.

use std::collections::BTreeSet;

use crate::syntax::*;

/// The names of all constructs of a program, sorted.
pub fn of(program: &Program) -> Vec<String> {
    let mut names = BTreeSet::new();
    for function in &program.functions {
        for block in &function.blocks {
            for statement in &block.statements {
                statement_name(&statement.kind, &mut names);
            }
            terminator_name(&block.terminator.kind, &mut names);
        }
    }
    for (_, def) in program.types.adts() {
        names.insert(format!("type {}", kind_name(def)));
    }
    if !program.statics.is_empty() {
        names.insert("static".to_owned());
    }
    names.into_iter().collect()
}

fn kind_name(def: &AdtDef) -> &'static str {
    match (def.kind, def.repr.packed.is_some(), def.repr.c) {
        (AdtKind::Struct, true, _) => "packed struct",
        (AdtKind::Struct, _, true) => "repr(C) struct",
        (AdtKind::Struct, ..) => "struct",
        (AdtKind::Enum, ..) => "enum",
        (AdtKind::Union, ..) => "union",
    }
}

fn statement_name(kind: &StatementKind, names: &mut BTreeSet<String>) {
    let name = match kind {
        StatementKind::Assign(place, rvalue) => {
            if place.is_indirect() {
                names.insert("store through pointer".to_owned());
            }
            rvalue_name(rvalue)
        }
        StatementKind::StorageLive(_) => "StorageLive".to_owned(),
        StatementKind::StorageDead(_) => "StorageDead".to_owned(),
        StatementKind::SetDiscriminant(..) => "SetDiscriminant".to_owned(),
        StatementKind::Assume(_) => "Assume".to_owned(),
    };
    names.insert(name);
}

fn rvalue_name(rvalue: &Rvalue) -> String {
    match rvalue {
        Rvalue::Use(Operand::Copy(_)) => "copy".to_owned(),
        Rvalue::Use(Operand::Move(_)) => "move".to_owned(),
        Rvalue::Use(Operand::Const(_)) => "constant".to_owned(),
        Rvalue::Repeat(..) => "repeat".to_owned(),
        Rvalue::Ref(Mutability::Mut, _) => "&mut".to_owned(),
        Rvalue::Ref(Mutability::Not, _) => "&".to_owned(),
        Rvalue::RawRef(..) => "&raw".to_owned(),
        Rvalue::Unary(op, _) => format!("unary {op:?}"),
        Rvalue::Binary(op, ..) => format!("binary {op:?}"),
        Rvalue::Checked(op, ..) => format!("checked {op:?}"),
        Rvalue::Cast(kind, ..) => format!("cast {kind:?}"),
        Rvalue::Discriminant(_) => "Discriminant".to_owned(),
        Rvalue::Len(_) => "Len".to_owned(),
        Rvalue::Aggregate(AggregateKind::Tuple, _) => "aggregate tuple".to_owned(),
        Rvalue::Aggregate(AggregateKind::Array(_), _) => "aggregate array".to_owned(),
        Rvalue::Aggregate(AggregateKind::Adt(..), _) => "aggregate ADT".to_owned(),
        Rvalue::Aggregate(AggregateKind::Union(..), _) => "aggregate union".to_owned(),
    }
}

fn terminator_name(kind: &TerminatorKind, names: &mut BTreeSet<String>) {
    let name = match kind {
        TerminatorKind::Goto(_) => "Goto".to_owned(),
        TerminatorKind::Switch { .. } => "switch".to_owned(),
        TerminatorKind::Call { callee, .. } => match callee {
            Callee::Function(_) => "call".to_owned(),
            Callee::Pointer(_) => "call through pointer".to_owned(),
            Callee::Intrinsic(intrinsic, _) => format!("intrinsic {}", intrinsic.name()),
            Callee::Observe => "observation".to_owned(),
            Callee::Panic => "panic".to_owned(),
        },
        TerminatorKind::TailCall { .. } => "TailCall".to_owned(),
        TerminatorKind::Drop { .. } => "Drop".to_owned(),
        TerminatorKind::Return => "Return".to_owned(),
        TerminatorKind::Unreachable => "Unreachable".to_owned(),
        TerminatorKind::UnwindResume | TerminatorKind::UnwindTerminate(_) => "unwinding".to_owned(),
    };
    names.insert(name);
}
