//! Carrying edits out. In-place edits come first, then those that add or remove
//! statements, then those that change signatures and types; so numbers in later edits
//! still mean what they meant when they were offered.

use std::collections::BTreeSet;

use crate::syntax::visit::{Visitor, walk_function, walk_statement, walk_terminator};
use crate::syntax::*;
use crate::typing;

use super::edit::{Change, Kind};
use super::facts::{Facts, Spot};
use super::inline::inline_call;
use super::offer::targets;
use super::signature::{drop_field, drop_parameter};
use super::tidy;

/// The program with all the changes made, tidied; `None` if one of them cannot be made.
/// Well-formedness of the result is the caller's to check.
pub fn apply(program: &Program, facts: &Facts, changes: &[Change]) -> Option<Program> {
    let mut editor = Editor { program: program.clone(), facts };
    let mut changes = changes.to_vec();
    changes.sort_by_key(|change| change.kind);
    for change in changes.iter().filter(|change| change.kind.is_in_place()) {
        editor.in_place(change)?;
    }
    editor.statements(&changes)?;
    // From the back, so that what is still to come keeps its numbers.
    for change in changes.iter().rev().filter(|change| change.kind.is_structural()) {
        editor.structural(change)?;
    }
    let mut program = editor.program;
    tidy(&mut program);
    if changes.iter().any(|change| change.kind == Kind::Polish) {
        polish(&mut program);
    }
    Some(program)
}

impl Kind {
    fn is_in_place(self) -> bool {
        matches!(
            self,
            Kind::EmptyFunction
                | Kind::Straighten
                | Kind::DropCall
                | Kind::ConstCall
                | Kind::ConstAssign
                | Kind::ConstOperand
                | Kind::Unreference
                | Kind::CopyOperand
                | Kind::ZeroOperand
                | Kind::OneOperand
                | Kind::DropInline
                | Kind::ObserveOne
        )
    }

    fn is_structural(self) -> bool {
        matches!(
            self,
            Kind::InlineCall
                | Kind::MergeBlocks
                | Kind::DropParameter
                | Kind::MergeLocals
                | Kind::NarrowLocal
                | Kind::DropField
        )
    }
}

struct Editor<'a> {
    program: Program,
    facts: &'a Facts,
}

impl Editor<'_> {
    fn block(&mut self, spot: Spot) -> Option<&mut Block> {
        let function = self.program.functions.get_mut(spot.function.index())?;
        function.blocks.get_mut(spot.block.index())
    }

    fn function(&mut self, spot: Spot) -> Option<&mut Function> {
        self.program.functions.get_mut(spot.function.index())
    }

    fn in_place(&mut self, change: &Change) -> Option<()> {
        let spot = change.spot;
        match change.kind {
            Kind::EmptyFunction => self.empty_function(spot),
            Kind::Straighten => {
                let terminator = &mut self.block(spot)?.terminator.kind;
                let target = *targets(terminator).get(change.extra as usize)?;
                *terminator = TerminatorKind::Goto(target);
                Some(())
            }
            Kind::DropCall => self.replace_call(spot, None),
            Kind::ConstCall => {
                let bits = self.facts.stored.get(&spot)?.bits()?;
                self.replace_call(spot, Some(bits))
            }
            Kind::ConstAssign => self.constant_assignment(spot),
            Kind::ConstOperand => {
                let bits = self.facts.operands.get(&(spot, change.extra))?.bits()?;
                self.constant_operand(spot, change.extra, |_| Some(bits))
            }
            Kind::ZeroOperand => self.constant_operand(spot, change.extra, |_| Some(0)),
            Kind::OneOperand => self.constant_operand(spot, change.extra, |_| Some(1)),
            Kind::Unreference => {
                let target = self.facts.targets.get(&(spot, change.extra))?.clone()?;
                self.unreference(spot, change.extra, &target)
            }
            Kind::CopyOperand => self.with_operand(spot, change.extra, |operand| {
                if let Operand::Move(place) = operand {
                    *operand = Operand::Copy(place.clone());
                }
            }),
            Kind::DropInline => {
                self.function(spot)?.inline = Inline::Default;
                Some(())
            }
            Kind::ObserveOne => {
                let TerminatorKind::Call { args, .. } = &mut self.block(spot)?.terminator.kind
                else {
                    return None;
                };
                let arg = args.get(change.extra as usize)?.clone();
                *args = vec![arg];
                Some(())
            }
            _ => None,
        }
    }

    fn structural(&mut self, change: &Change) -> Option<()> {
        let spot = change.spot;
        match change.kind {
            Kind::InlineCall => inline_call(&mut self.program, spot),
            Kind::MergeBlocks => merge_blocks(self.function(spot)?, spot.block),
            Kind::DropParameter => drop_parameter(&mut self.program, spot.function, change.extra),
            Kind::MergeLocals => {
                let (from, to) = (Local(spot.index), Local(change.extra));
                rename_local(self.function(spot)?, from, to);
                Some(())
            }
            Kind::NarrowLocal => self.narrow_local(spot, change.extra),
            Kind::DropField => {
                drop_field(&mut self.program, AdtId(spot.block.0), spot.index, change.extra)
            }
            _ => None,
        }
    }

    fn empty_function(&mut self, spot: Spot) -> Option<()> {
        let ty = self.function(spot)?.locals.first()?.ty;
        let literal = is_scalar(&self.program.types, ty)
            .then_some(Operand::Const(Const::Scalar { bits: 0, ty }));
        let function = self.function(spot)?;
        let kind = literal.map(|literal| {
            StatementKind::Assign(Place::local(Local::RETURN), Rvalue::Use(literal))
        });
        let statements = kind.map(|kind| Statement { kind, span: Span::default() });
        function.blocks = vec![Block {
            name: "bb0".to_owned(),
            cleanup: false,
            statements: statements.into_iter().collect(),
            terminator: Terminator { kind: TerminatorKind::Return, span: Span::default() },
        }];
        Some(())
    }

    /// The call goes; its destination gets the constant, if there is one.
    fn replace_call(&mut self, spot: Spot, bits: Option<u128>) -> Option<()> {
        let TerminatorKind::Call { destination, target, .. } = &self.block(spot)?.terminator.kind
        else {
            return None;
        };
        let (destination, target) = (destination.clone(), *target);
        let ty = self.place_ty(spot, &destination)?;
        let block = self.block(spot)?;
        block.terminator.kind = TerminatorKind::Goto(target);
        if let Some(bits) = bits {
            let value = Rvalue::Use(Operand::Const(Const::Scalar { bits, ty }));
            let kind = StatementKind::Assign(destination, value);
            block.statements.push(Statement { kind, span: Span::default() });
        }
        Some(())
    }

    fn constant_assignment(&mut self, spot: Spot) -> Option<()> {
        let bits = self.facts.stored.get(&spot)?.bits()?;
        let statement = self.block(spot)?.statements.get(spot.index as usize)?.clone();
        let StatementKind::Assign(place, _) = statement.kind else { return None };
        let ty = self.place_ty(spot, &place)?;
        let value = Rvalue::Use(Operand::Const(Const::Scalar { bits, ty }));
        let kind = StatementKind::Assign(place, value);
        *self.block(spot)?.statements.get_mut(spot.index as usize)? =
            Statement { kind, span: statement.span };
        Some(())
    }

    fn constant_operand(
        &mut self,
        spot: Spot,
        position: u32,
        bits: impl Fn(Ty) -> Option<u128>,
    ) -> Option<()> {
        let mut ty = None;
        let function = self.program.functions.get(spot.function.index())?.clone();
        let program = &self.program;
        let mut found = None;
        let mut look = |operand: &mut Operand| found = Some(operand.clone());
        let mut block = function.blocks.get(spot.block.index())?.clone();
        nth_operand(&mut block, spot.index, position, &mut look);
        if let Some(operand) = &found {
            ty = Some(typing::operand_ty(program, &function, operand).ok()?);
        }
        let ty = ty?;
        let bits = bits(ty)?;
        self.with_operand(spot, position, |operand| {
            *operand = Operand::Const(Const::Scalar { bits, ty });
        })
    }

    fn with_operand(
        &mut self,
        spot: Spot,
        position: u32,
        mut edit: impl FnMut(&mut Operand),
    ) -> Option<()> {
        nth_operand(self.block(spot)?, spot.index, position, &mut edit);
        Some(())
    }

    fn unreference(&mut self, spot: Spot, position: u32, target: &Place) -> Option<()> {
        let mut edit = |place: &mut Place| {
            let rest = place.projection.iter().skip(1).copied();
            let projection = target.projection.iter().copied().chain(rest).collect();
            *place = Place { local: target.local, projection };
        };
        nth_place(self.block(spot)?, spot.index, position, &mut edit);
        Some(())
    }

    fn place_ty(&self, spot: Spot, place: &Place) -> Option<Ty> {
        let function = self.program.functions.get(spot.function.index())?;
        typing::place_ty(&self.program.types, function, place).ok()
    }

    /// Removes statements and splits aggregates, block by block.
    fn statements(&mut self, changes: &[Change]) -> Option<()> {
        let chosen = |kind: Kind| -> BTreeSet<Spot> {
            changes.iter().filter(|change| change.kind == kind).map(|change| change.spot).collect()
        };
        let dropped = chosen(Kind::DropStatement);
        let split = chosen(Kind::SplitAggregate);
        let touched: BTreeSet<(FnId, BlockId)> =
            dropped.iter().chain(&split).map(|spot| (spot.function, spot.block)).collect();
        for (function, block) in touched {
            let spot = Spot { function, block, index: 0 };
            let old = std::mem::take(&mut self.block(spot)?.statements);
            let mut new = Vec::with_capacity(old.len());
            for (i, statement) in old.into_iter().enumerate() {
                let spot = Spot { index: i as u32, ..spot };
                if split.contains(&spot) {
                    new.extend(split_aggregate(statement)?);
                } else if !dropped.contains(&spot) {
                    new.push(statement);
                }
            }
            self.block(spot)?.statements = new;
        }
        Some(())
    }

    fn narrow_local(&mut self, spot: Spot, field: u32) -> Option<()> {
        struct Narrow(Local);
        impl Visitor for Narrow {
            fn place(&mut self, place: &mut Place) {
                if place.local == self.0 {
                    place.projection.remove(0);
                }
            }
        }
        let local = Local(spot.index);
        let ty = self.place_ty(spot, &Place::local(local).then(Projection::Field(field)))?;
        let function = self.function(spot)?;
        function.locals.get_mut(local.index())?.ty = ty;
        walk_function(function, &mut Narrow(local));
        Some(())
    }
}

/// Types whose values a literal can say.
pub(super) fn is_scalar(types: &Types, ty: Ty) -> bool {
    matches!(types.kind(ty), TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Float(_))
}

fn split_aggregate(statement: Statement) -> Option<Vec<Statement>> {
    let StatementKind::Assign(place, Rvalue::Aggregate(_, parts)) = statement.kind else {
        return None;
    };
    let part = |(field, operand)| {
        let place = place.clone().then(Projection::Field(field));
        let kind = StatementKind::Assign(place, Rvalue::Use(operand));
        Statement { kind, span: statement.span }
    };
    Some((0..).zip(parts).map(part).collect())
}

/// Calls `edit` on the operand at a position of a statement or terminator.
fn nth_operand(block: &mut Block, index: u32, position: u32, edit: &mut dyn FnMut(&mut Operand)) {
    struct Nth<'a>(u32, &'a mut dyn FnMut(&mut Operand));
    impl Visitor for Nth<'_> {
        fn operand(&mut self, operand: &mut Operand) {
            if self.0 == 0 {
                (self.1)(operand);
            }
            self.0 = self.0.wrapping_sub(1);
        }
    }
    walk_spot(block, index, &mut Nth(position, edit));
}

/// Calls `edit` on the place at a position of a statement or terminator.
fn nth_place(block: &mut Block, index: u32, position: u32, edit: &mut dyn FnMut(&mut Place)) {
    struct Nth<'a>(u32, &'a mut dyn FnMut(&mut Place));
    impl Visitor for Nth<'_> {
        fn place(&mut self, place: &mut Place) {
            if self.0 == 0 {
                (self.1)(place);
            }
            self.0 = self.0.wrapping_sub(1);
        }
    }
    walk_spot(block, index, &mut Nth(position, edit));
}

/// Walks one statement, or the terminator if the index is past the last.
pub(super) fn walk_spot(block: &mut Block, index: u32, visitor: &mut impl Visitor) {
    match block.statements.get_mut(index as usize) {
        Some(statement) => walk_statement(statement, visitor),
        None => walk_terminator(&mut block.terminator, visitor),
    }
}

pub(super) fn rename_local(function: &mut Function, from: Local, to: Local) {
    struct Rename(Local, Local);
    impl Visitor for Rename {
        fn local(&mut self, local: &mut Local) {
            if *local == self.0 {
                *local = self.1;
            }
        }
    }
    walk_function(function, &mut Rename(from, to));
}

/// A block and its `Goto` target become one, if nobody else goes there.
fn merge_blocks(function: &mut Function, block: BlockId) -> Option<()> {
    struct Count(BlockId, u32);
    impl Visitor for Count {
        fn block(&mut self, block: &mut BlockId) {
            self.1 += u32::from(*block == self.0);
        }
    }
    let TerminatorKind::Goto(target) = function.blocks.get(block.index())?.terminator.kind else {
        return None;
    };
    let mut count = Count(target, 0);
    walk_function(function, &mut count);
    if count.1 != 1 || target == block || target == BlockId(0) {
        return None;
    }
    let unreachable = Terminator { kind: TerminatorKind::Unreachable, span: Span::default() };
    let next = &mut function.blocks[target.index()];
    let statements = std::mem::take(&mut next.statements);
    let terminator = std::mem::replace(&mut next.terminator, unreachable);
    let block = &mut function.blocks[block.index()];
    block.statements.extend(statements);
    block.terminator = terminator;
    Some(())
}

/// Short, regular names for everything that has one.
fn polish(program: &mut Program) {
    for (i, function) in program.functions.iter_mut().enumerate() {
        function.name = format!("f{i}");
        for (i, local) in function.locals.iter_mut().enumerate().skip(1) {
            local.name = format!("_{i}");
        }
        for (i, block) in function.blocks.iter_mut().enumerate() {
            block.name = format!("bb{i}");
        }
    }
    for (i, item) in program.statics.iter_mut().enumerate() {
        item.name = format!("S{i}");
    }
    for (i, item) in program.consts.iter_mut().enumerate() {
        item.name = format!("K{i}");
    }
    let local = |def: &&AdtDef| def.origin == AdtOrigin::Local;
    let ids: Vec<AdtId> =
        program.types.adts().filter(|(_, def)| local(def)).map(|(id, _)| id).collect();
    for (i, id) in ids.into_iter().enumerate() {
        program.types.adt_mut(id).name = format!("T{i}");
    }
}
