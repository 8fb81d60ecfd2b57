//! Wrong beliefs about memory: stores lost, values kept, copies outliving their source.

use spektr_mir::syntax::visit::{
    Visitor, walk_function, walk_rvalue, walk_statement, walk_terminator,
};
use spektr_mir::syntax::*;

use crate::body::{
    Body, assign, assigned_local, changes_directly, copy, read_place, replace_operands,
};

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

/// How often each local of a function is assigned, as a whole or in part; a parameter is by
/// the call.
fn assignments(function: &Function) -> Vec<u32> {
    let is_param = |index: usize| (1..=function.params as usize).contains(&index);
    let mut counts: Vec<u32> =
        (0..function.locals.len()).map(|index| u32::from(is_param(index))).collect();
    for block in &function.blocks {
        for statement in &block.statements {
            if let StatementKind::Assign(place, _) = &statement.kind
                && !place.is_indirect()
            {
                counts[place.local.index()] += 1;
            }
        }
        if let TerminatorKind::Call { destination, .. } = &block.terminator.kind {
            counts[destination.local.index()] += 1;
        }
    }
    counts
}

/// `b = a; StorageDead(a); … b …` becomes `… a …`, if each is assigned only here.
pub fn copy_of_dead_local(program: &mut Program, id: FnId) -> bool {
    struct Rename(Local, Local);
    impl Visitor for Rename {
        fn operand(&mut self, operand: &mut Operand) {
            if *operand == Operand::Copy(Place::local(self.0)) {
                *operand = Operand::Copy(Place::local(self.1));
            }
        }
    }
    let function = &mut program.functions[id.index()];
    let (counts, addressed) = (assignments(function), addressed(function));
    let once = |local: Local| counts[local.index()] == 1 && !addressed.contains(&local);
    let statements = function.blocks.iter().flat_map(|block| &block.statements);
    let copies: Vec<(Local, Local)> = statements
        .filter_map(|statement| match &statement.kind {
            StatementKind::Assign(to, Rvalue::Use(Operand::Copy(from)))
                if to.projection.is_empty() && from.projection.is_empty() =>
            {
                (once(to.local) && once(from.local)).then_some((to.local, from.local))
            }
            _ => None,
        })
        .collect();
    for &(to, from) in &copies {
        walk_function(function, &mut Rename(to, from));
    }
    !copies.is_empty()
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

/// Whether a statement reads a local itself; taking its address is no reading.
fn reads(kind: &StatementKind, local: Local) -> bool {
    struct Reads(Local, bool);
    impl Visitor for Reads {
        fn operand(&mut self, operand: &mut Operand) {
            self.1 |= read_place(operand).is_some_and(|place| place.local == self.0);
        }
        fn place(&mut self, place: &mut Place) {
            let index = Projection::Index(self.0);
            let behind = place.local == self.0 && place.is_indirect();
            self.1 |= behind || place.projection.contains(&index);
        }
    }
    let asks = match kind {
        StatementKind::Assign(_, Rvalue::Discriminant(place) | Rvalue::Len(place)) => {
            place.local == local
        }
        _ => false,
    };
    let mut reads = Reads(local, asks);
    walk_statement(&mut Statement { kind: kind.clone(), span: Span::default() }, &mut reads);
    reads.1
}

/// `x = 1; r = &x; … *r …` loses the store if nothing names `x` to read it.
pub fn store_seen_through_pointer(program: &mut Program, id: FnId) -> bool {
    let function = &mut program.functions[id.index()];
    let kinds: Vec<StatementKind> = function
        .blocks
        .iter()
        .flat_map(|block| block.statements.iter().map(|statement| statement.kind.clone()))
        .collect();
    let in_terminators = terminator_locals(function);
    let borrowed = kinds.iter().filter_map(|kind| match kind {
        StatementKind::Assign(_, Rvalue::Ref(Mutability::Not, place)) if !place.is_indirect() => {
            Some(place.local)
        }
        _ => None,
    });
    let unread: Vec<Local> = borrowed
        .filter(|local| {
            let read = kinds.iter().any(|kind| reads(kind, *local));
            *local != Local::RETURN && !read && !in_terminators.contains(local)
        })
        .collect();
    for block in &mut function.blocks {
        block.statements.retain(|statement| {
            let effect =
                matches!(&statement.kind, StatementKind::Assign(_, Rvalue::Use(Operand::Move(_))));
            effect || !assigned_local(&statement.kind).is_some_and(|local| unread.contains(&local))
        });
    }
    !unread.is_empty()
}

fn terminator_locals(function: &mut Function) -> Vec<Local> {
    struct Locals(Vec<Local>);
    impl Visitor for Locals {
        fn local(&mut self, local: &mut Local) {
            self.0.push(*local);
        }
    }
    let mut locals = Locals(Vec::new());
    for block in &mut function.blocks {
        walk_terminator(&mut block.terminator, &mut locals);
    }
    locals.0
}

/// `*p = v; …; y = *p` becomes `y = v`, whatever else was stored in between.
pub fn forwarded_past_alias(
    body: &mut Body<'_>,
    _: BlockId,
    old: &[StatementKind],
) -> Option<Vec<StatementKind>> {
    let mut new = Vec::new();
    // Places behind pointers with the locals that hold what was stored there.
    let mut known: Vec<(Place, Place)> = Vec::new();
    for kind in old {
        let mut kind = kind.clone();
        for (stored, value) in &known {
            replace_operands(&mut kind, stored, value);
        }
        known.retain(|(stored, _)| !overwrites(&kind, stored));
        match kind {
            StatementKind::Assign(place, rvalue)
                if place.is_indirect()
                    && body.place_ty(&place).is_some_and(|ty| body.is_scalar(ty)) =>
            {
                // A scalar place has a type.
                let ty = body.place_ty(&place)?;
                let value = body.fresh(ty);
                new.push(assign(&value, rvalue));
                new.push(assign(&place, Rvalue::Use(copy(&value))));
                known.push((place, value));
            }
            other => new.push(other),
        }
    }
    Some(new)
}

/// Whether a statement stores to this very place, or changes a local that it is made of.
fn overwrites(kind: &StatementKind, stored: &Place) -> bool {
    let same = matches!(kind, StatementKind::Assign(place, _) if place == stored);
    let mut locals = vec![stored.local];
    locals.extend(stored.projection.iter().filter_map(|projection| match projection {
        Projection::Index(local) => Some(*local),
        _ => None,
    }));
    same || locals.into_iter().any(|local| changes_directly(kind, local))
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
