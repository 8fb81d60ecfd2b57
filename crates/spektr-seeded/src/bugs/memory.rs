//! Wrong beliefs about memory: stores lost, values kept, copies outliving their source.

use spektr_mir::syntax::visit::{Visitor, walk_rvalue, walk_statement, walk_terminator};
use spektr_mir::syntax::*;

use crate::body::{Body, assign, assigned_local, changes_directly, copy, read_place};

pub fn lost_store_in_loop(
    body: &mut Body<'_>,
    block: BlockId,
    kind: &StatementKind,
) -> Option<Vec<StatementKind>> {
    let StatementKind::Assign(place, Rvalue::Binary(..)) = kind else { return None };
    let pointer = body.function.locals[place.local.index()].ty;
    let raw = matches!(body.types.kind(pointer), TyKind::RawPtr(..));
    (place.is_indirect() && raw && body.in_loop(block)).then(Vec::new)
}

/// Locals that an rvalue reads, the indices of its places included.
fn locals_of(rvalue: &Rvalue) -> Vec<Local> {
    struct Locals(Vec<Local>);
    impl Visitor for Locals {
        fn local(&mut self, local: &mut Local) {
            self.0.push(*local);
        }
    }
    let mut locals = Locals(Vec::new());
    walk_rvalue(&mut rvalue.clone(), &mut locals);
    locals.0
}

/// `a = x op y; x = …; b = x op y` becomes `…; b = a`.
pub fn stale_value(
    _: &mut Body<'_>,
    _: BlockId,
    old: &[StatementKind],
) -> Option<Vec<StatementKind>> {
    let mut new = old.to_vec();
    for (i, kind) in old.iter().enumerate() {
        let StatementKind::Assign(first, rvalue @ Rvalue::Binary(..)) = kind else { continue };
        let computed = first.projection.is_empty() && !locals_of(rvalue).is_empty();
        if !computed {
            continue;
        }
        for (j, later) in old.iter().enumerate().skip(i + 1) {
            if let StatementKind::Assign(place, again) = later
                && again == rvalue
                && place != first
            {
                new[j] = assign(place, Rvalue::Use(copy(first)));
            }
            if changes_directly(later, first.local) {
                break;
            }
        }
    }
    Some(new)
}

/// `b = a; StorageDead(a); … b …` becomes `… a …`.
pub fn copy_of_dead_local(
    _: &mut Body<'_>,
    _: BlockId,
    old: &[StatementKind],
) -> Option<Vec<StatementKind>> {
    struct Rename(Local, Local);
    impl Visitor for Rename {
        fn operand(&mut self, operand: &mut Operand) {
            if *operand == Operand::Copy(Place::local(self.0)) {
                *operand = Operand::Copy(Place::local(self.1));
            }
        }
    }
    let mut new = old.to_vec();
    for (i, kind) in old.iter().enumerate() {
        let StatementKind::Assign(to, Rvalue::Use(Operand::Copy(from))) = kind else { continue };
        if !to.projection.is_empty() || !from.projection.is_empty() {
            continue;
        }
        let mut dead = false;
        for (j, later) in old.iter().enumerate().skip(i + 1) {
            if dead {
                let mut statement = Statement { kind: new[j].clone(), span: Span::default() };
                walk_statement(&mut statement, &mut Rename(to.local, from.local));
                new[j] = statement.kind;
            }
            dead |= matches!(later, StatementKind::StorageDead(local) if *local == from.local);
            if changes_directly(later, to.local) {
                break;
            }
        }
    }
    Some(new)
}

/// Locals whose address a function takes.
fn addressed(function: &Function) -> Vec<Local> {
    let statements = function.blocks.iter().flat_map(|block| &block.statements);
    let taken = statements.filter_map(|statement| match &statement.kind {
        StatementKind::Assign(_, Rvalue::Ref(_, place) | Rvalue::RawRef(_, place)) => {
            (!place.is_indirect()).then_some(place.local)
        }
        _ => None,
    });
    taken.collect()
}

/// Whether a statement names a local, as itself or as an index.
fn names(kind: &StatementKind, local: Local) -> bool {
    struct Names(Local, bool);
    impl Visitor for Names {
        fn local(&mut self, local: &mut Local) {
            self.1 |= *local == self.0;
        }
    }
    let mut names = Names(local, false);
    walk_statement(&mut Statement { kind: kind.clone(), span: Span::default() }, &mut names);
    names.1
}

/// `x = 1; … *p …; x = 2` loses the first store.
pub fn store_seen_through_pointer(
    body: &mut Body<'_>,
    _: BlockId,
    old: &[StatementKind],
) -> Option<Vec<StatementKind>> {
    let addressed = addressed(body.function);
    let is_dead = |i: usize, local: Local| {
        let mut later = old[i + 1..].iter();
        let next = later.find(|kind| names(kind, local));
        let again = |kind: &StatementKind| match kind {
            StatementKind::Assign(_, rvalue) => {
                assigned_local(kind) == Some(local) && !locals_of(rvalue).contains(&local)
            }
            _ => false,
        };
        addressed.contains(&local) && next.is_some_and(again)
    };
    let kept = old.iter().enumerate().filter(|(i, kind)| match kind {
        StatementKind::Assign(_, rvalue) => {
            let effect = matches!(rvalue, Rvalue::Use(Operand::Move(_)));
            effect || !assigned_local(kind).is_some_and(|local| is_dead(*i, local))
        }
        _ => true,
    });
    Some(kept.map(|(_, kind)| kind.clone()).collect())
}

/// `*p = v; …; y = *p` becomes `y = v`, whatever else was stored in between.
pub fn forwarded_past_alias(
    body: &mut Body<'_>,
    _: BlockId,
    old: &[StatementKind],
) -> Option<Vec<StatementKind>> {
    let mut new = old.to_vec();
    for (i, kind) in old.iter().enumerate() {
        let StatementKind::Assign(stored, Rvalue::Use(value)) = kind else { continue };
        let scalar = body.place_ty(stored).is_some_and(|ty| body.is_scalar(ty));
        if !stored.is_indirect() || !scalar || matches!(value, Operand::Move(_)) {
            continue;
        }
        let indices = stored.projection.iter().filter_map(|projection| match projection {
            Projection::Index(local) => Some(*local),
            _ => None,
        });
        let mut needed: Vec<Local> = indices.collect();
        needed.push(stored.local);
        needed.extend(read_place(value).map(|place| place.local));
        for (j, later) in old.iter().enumerate().skip(i + 1) {
            if let StatementKind::Assign(place, Rvalue::Use(Operand::Copy(read))) = later
                && read == stored
            {
                new[j] = assign(place, Rvalue::Use(value.clone()));
            }
            let again = matches!(later, StatementKind::Assign(place, _) if place == stored);
            if again || needed.iter().any(|&local| changes_directly(later, local)) {
                break;
            }
        }
    }
    Some(new)
}

/// The value that a local got last in a block and has at its end, where a copy can say it.
fn last_value(block: &Block, local: Local) -> Option<Const> {
    let last = block.statements.iter().rev().find(|s| changes_directly(&s.kind, local))?;
    match &last.kind {
        StatementKind::Assign(place, Rvalue::Use(Operand::Const(value)))
            if place.projection.is_empty() =>
        {
            Some(value.clone())
        }
        _ => None,
    }
}

/// `x = 1; f(p); y = x` becomes `…; y = 1`.
pub fn value_kept_across_call(program: &mut Program, id: FnId) -> bool {
    let function = &program.functions[id.index()];
    let mut believed = Vec::new();
    for block in &function.blocks {
        let TerminatorKind::Call { destination, target, .. } = &block.terminator.kind else {
            continue;
        };
        for local in addressed(function) {
            let free = destination.local != local;
            if let (true, Some(value)) = (free, last_value(block, local)) {
                believed.push((*target, local, value));
            }
        }
    }
    for (target, local, value) in believed {
        believe(&mut program.functions[id.index()].blocks[target.index()], local, &value);
    }
    true
}

/// Replaces reads of a local by a constant, as far as the local is not changed.
fn believe(block: &mut Block, local: Local, value: &Const) {
    struct Believe<'a>(Local, &'a Const);
    impl Visitor for Believe<'_> {
        fn operand(&mut self, operand: &mut Operand) {
            if *operand == Operand::Copy(Place::local(self.0)) {
                *operand = Operand::Const(self.1.clone());
            }
        }
    }
    for statement in &mut block.statements {
        walk_statement(statement, &mut Believe(local, value));
        if changes_directly(&statement.kind, local) {
            return;
        }
    }
    walk_terminator(&mut block.terminator, &mut Believe(local, value));
}
