//! Carrying edits out. In-place edits come first, then those that add or remove
//! statements, then those that change blocks, signatures and types; so numbers in later
//! edits still mean what they meant when they were offered.

use std::collections::{BTreeMap, BTreeSet};

use crate::syntax::*;
use crate::typing;

use super::destructors::{call_destructor, drop_destructor};
use super::edit::{Change, Kind};
use super::facts::{Facts, Spot};
use super::flow::{self, targets};
use super::inline::{Arguments, inline_call};
use super::needed::unneeded;
use super::observe::{self, After};
use super::operands::{nth_operand, nth_place};
use super::pointers::{drop_pointer_parameter, drop_pointer_return};
use super::records::{drop_field, drop_tuple_field, shorten_array};
use super::signature::{drop_parameter, drop_return};
use super::variants::drop_variant;
use super::{aggregates, calls, entry, polish, tidy};

/// The program with all the changes made, tidied; `None` if one of them cannot be made.
/// Well-formedness of the result is the caller's to check.
pub fn apply(before: &Program, facts: &Facts, changes: &[Change]) -> Option<Program> {
    let changes = without_conflicts(changes);
    let mut editor = Editor {
        program: before.clone(),
        facts,
        tails: BTreeMap::new(),
        pointless: BTreeSet::new(),
    };
    for change in changes.iter().filter(|change| change.kind.stage() == Stage::InPlace) {
        editor.in_place(change)?;
    }
    editor.statements(&changes)?;
    // From the back, so that what is still to come keeps its numbers.
    for change in changes.iter().rev().filter(|change| change.kind.stage() == Stage::Structural) {
        editor.structural(change)?;
    }
    let mut program = editor.program;
    // What was simple stays simple without edits of its own.
    for (old, new) in before.functions.iter().zip(&mut program.functions) {
        if flow::is_simple(old) {
            flow::simplify(new);
        }
    }
    tidy(&mut program);
    if changes.iter().any(|change| change.kind == Kind::Polish) {
        polish(&mut program);
    }
    Some(program)
}

/// The changes in the order in which they are made, without those that others make
/// pointless: where a statement goes, its operands need no care.
fn without_conflicts(changes: &[Change]) -> Vec<Change> {
    let mut changes = changes.to_vec();
    // Several arguments of one observation go from the last to the first.
    changes.sort_by_key(|change| {
        let backwards = change.kind == Kind::ObserveLess;
        (change.kind, change.spot, if backwards { u32::MAX - change.extra } else { change.extra })
    });
    let lonely = |kind| changes.iter().filter(move |it| it.kind == kind).min_by_key(|it| it.extra);
    if let Some(only) = Kind::LONELY.into_iter().find_map(lonely) {
        return vec![*only];
    }
    let spots = |kinds: &[Kind]| -> BTreeSet<Spot> {
        changes.iter().filter(|it| kinds.contains(&it.kind)).map(|it| it.spot).collect()
    };
    let emptied: BTreeSet<FnId> =
        spots(&[Kind::EmptyFunction]).into_iter().map(|spot| spot.function).collect();
    let cut: BTreeSet<(FnId, BlockId)> =
        spots(&[Kind::CutDecoy]).into_iter().map(|spot| (spot.function, spot.block)).collect();
    let replaced = spots(&Kind::REPLACING);
    let mut taken: BTreeSet<Spot> = BTreeSet::new();
    changes.retain(|change| {
        let spot = change.spot;
        let in_body = matches!(change.kind.stage(), Stage::InPlace | Stage::Statements);
        if !in_body || change.kind.is_about_locals() {
            return true;
        }
        match change.kind {
            Kind::EmptyFunction => true,
            _ if emptied.contains(&spot.function) => false,
            Kind::CutDecoy => true,
            _ if cut.contains(&(spot.function, spot.block)) => false,
            kind if Kind::REPLACING.contains(&kind) => taken.insert(spot),
            _ => !replaced.contains(&spot),
        }
    });
    changes
}

/// When an edit is made.
#[derive(PartialEq, Eq)]
enum Stage {
    /// Leaves every statement and block where it is.
    InPlace,
    /// Adds or removes statements.
    Statements,
    Structural,
    /// After tidying.
    Last,
}

impl Kind {
    /// Kinds of which only one can be made at a time, and nothing else beside it.
    const LONELY: [Kind; 3] = [Kind::StartHere, Kind::ObserveHere, Kind::ObserveOnly];

    /// Kinds that leave nothing of the statement or terminator for others to edit, the
    /// most thorough first.
    const REPLACING: [Kind; 7] = [
        Kind::Straighten,
        Kind::DropCall,
        Kind::ConstCall,
        Kind::PlainCall,
        Kind::DropStatement,
        Kind::Forward,
        Kind::ConstAssign,
    ];

    /// Whether the spot's index is a local, or the spot a function as a whole.
    fn is_about_locals(self) -> bool {
        matches!(self, Kind::DropStorage | Kind::DropUnneeded | Kind::DropInline)
    }

    fn stage(self) -> Stage {
        match self {
            Kind::EmptyFunction
            | Kind::Straighten
            | Kind::DropArm
            | Kind::JumpAhead
            | Kind::CutDecoy
            | Kind::DropCall
            | Kind::ConstCall
            | Kind::PlainCall
            | Kind::DirectCall
            | Kind::UntailCall
            | Kind::DropUnwind
            | Kind::ConstAssign
            | Kind::ConstOperand
            | Kind::FirstOperand
            | Kind::LastOperand
            | Kind::Unreference
            | Kind::Forward
            | Kind::OneSide
            | Kind::CopyOperand
            | Kind::ZeroOperand
            | Kind::OneOperand
            | Kind::HalfOperand
            | Kind::DropInline
            | Kind::ObserveLess
            | Kind::ObserveField => Stage::InPlace,
            Kind::DropUnneeded | Kind::DropStatement | Kind::DropStorage | Kind::SplitAggregate => {
                Stage::Statements
            }
            Kind::StartHere
            | Kind::ObserveHere
            | Kind::ObserveOnly
            | Kind::Instantiate
            | Kind::Inline
            | Kind::InlineCopying
            | Kind::Unroll
            | Kind::SimplifyFlow
            | Kind::MergeBlocks
            | Kind::ThreadJump
            | Kind::DropParameter
            | Kind::DropReturn
            | Kind::DropPointerParameter
            | Kind::DropPointerReturn
            | Kind::MergeLocals
            | Kind::NarrowLocal
            | Kind::OneElement
            | Kind::DropField
            | Kind::DropVariant
            | Kind::CallDestructor
            | Kind::DropDestructor
            | Kind::DropTupleField
            | Kind::ShortenArray => Stage::Structural,
            Kind::Polish => Stage::Last,
        }
    }
}

struct Editor<'a> {
    program: Program,
    facts: &'a Facts,
    /// Statements to be added at the ends of blocks.
    tails: BTreeMap<(FnId, BlockId), Vec<StatementKind>>,
    /// Statements that edits of others have made pointless.
    pointless: BTreeSet<Spot>,
}

impl Editor<'_> {
    fn block(&mut self, spot: Spot) -> Option<&mut Block> {
        let function = self.program.functions.get_mut(spot.function.index())?;
        function.blocks.get_mut(spot.block.index())
    }

    fn function(&mut self, spot: Spot) -> Option<&mut Function> {
        self.program.functions.get_mut(spot.function.index())
    }

    fn terminator(&mut self, spot: Spot) -> Option<&mut TerminatorKind> {
        Some(&mut self.block(spot)?.terminator.kind)
    }

    fn in_place(&mut self, change: &Change) -> Option<()> {
        let (spot, extra) = (change.spot, change.extra);
        let seen = || self.facts.operand(spot, extra);
        match change.kind {
            Kind::EmptyFunction => self.empty_function(spot),
            Kind::Straighten => {
                let terminator = self.terminator(spot)?;
                let target = *targets(terminator).get(extra as usize)?;
                *terminator = TerminatorKind::Goto(target);
                Some(())
            }
            Kind::DropArm => flow::drop_arm(self.terminator(spot)?, extra),
            Kind::JumpAhead => {
                let TerminatorKind::Goto(target) = self.terminator(spot)? else { return None };
                *target = BlockId(extra);
                Some(())
            }
            Kind::CutDecoy => {
                let block = self.block(spot)?;
                block.statements.clear();
                block.terminator.kind = TerminatorKind::Unreachable;
                Some(())
            }
            Kind::DropCall => self.replace_call(spot, None),
            Kind::ConstCall => {
                let bits = self.facts.stored(spot)?.always()?;
                self.replace_call(spot, Some(bits))
            }
            Kind::PlainCall => {
                let (kinds, next) = calls::plain(self.terminator(spot)?)?;
                self.tails.entry((spot.function, spot.block)).or_default().extend(kinds);
                *self.terminator(spot)? = next;
                Some(())
            }
            Kind::DirectCall => {
                let callees = self.facts.callees.get(&(spot.function, spot.block))?;
                let [callee] = callees[..] else { return None };
                calls::direct(self.terminator(spot)?, callee)
            }
            Kind::UntailCall => calls::untail(self.function(spot)?, spot.block),
            Kind::DropUnwind => calls::without_unwinding(self.terminator(spot)?),
            Kind::ConstAssign => self.constant_assignment(spot),
            Kind::ConstOperand => self.constant_operand(spot, extra, seen()?.always()?),
            Kind::FirstOperand => self.constant_operand(spot, extra, seen()?.first?),
            Kind::LastOperand => self.constant_operand(spot, extra, seen()?.last?),
            Kind::ZeroOperand => self.constant_operand(spot, extra, 0),
            Kind::OneOperand => self.constant_operand(spot, extra, 1),
            Kind::HalfOperand => self.half_operand(spot, extra),
            Kind::Unreference => {
                let target = self.facts.targets.get(&(spot, extra))?.clone()?;
                self.unreference(spot, extra, &target)
            }
            Kind::Forward => {
                let statement = self.block(spot)?.statements.get(spot.index as usize)?;
                let (copy, source) = aggregates::copied(&statement.kind)?;
                self.pointless.insert(spot);
                aggregates::forward(self.function(spot)?, &copy, &source);
                Some(())
            }
            Kind::OneSide => {
                let statement = self.block(spot)?.statements.get_mut(spot.index as usize)?;
                aggregates::one_side(&mut statement.kind, extra)
            }
            Kind::CopyOperand => {
                nth_operand(self.block(spot)?, spot.index, extra, &mut |operand| {
                    if let Operand::Move(place) = operand {
                        *operand = Operand::Copy(place.clone());
                    }
                });
                Some(())
            }
            Kind::DropInline => {
                let function = self.function(spot)?;
                match extra {
                    0 => {
                        (function.inline, function.abi, function.cold) =
                            (Inline::Default, Abi::Rust, false);
                    }
                    _ => function.reached = Reached::Directly,
                }
                Some(())
            }
            Kind::ObserveLess => observe::less(self.terminator(spot)?, extra),
            Kind::ObserveField => observe::field(self.terminator(spot)?, extra),
            _ => None,
        }
    }

    fn structural(&mut self, change: &Change) -> Option<()> {
        let (spot, extra) = (change.spot, change.extra);
        let program = &mut self.program;
        match change.kind {
            Kind::StartHere => entry::start_here(program, self.facts, spot.function),
            Kind::ObserveHere => observe::here(program, spot, After::End),
            Kind::ObserveOnly => observe::here(program, spot, After::GoOn),
            // A call that is gone already, or inlined by the other kind, is left out.
            Kind::Inline => {
                inline_call(program, spot, Arguments::Themselves);
                Some(())
            }
            Kind::InlineCopying => {
                inline_call(program, spot, Arguments::Copied);
                Some(())
            }
            Kind::Instantiate => {
                calls::instantiate(program, spot);
                Some(())
            }
            Kind::Unroll => {
                let path = self.facts.paths.get(&spot.function)?;
                flow::unroll(self.function(spot)?, path)
            }
            // Edits of the flow that others have made pointless are left out.
            Kind::SimplifyFlow => {
                flow::simplify(self.function(spot)?);
                Some(())
            }
            Kind::MergeBlocks => {
                flow::merge_blocks(self.function(spot)?, spot.block);
                Some(())
            }
            Kind::ThreadJump => {
                flow::thread_jump(self.function(spot)?, spot.block);
                Some(())
            }
            Kind::DropParameter => drop_parameter(program, spot.function, extra),
            Kind::DropReturn => drop_return(program, spot.function),
            Kind::DropPointerParameter => drop_pointer_parameter(program, Ty(spot.block.0), extra),
            Kind::DropPointerReturn => drop_pointer_return(program, Ty(spot.block.0)),
            Kind::MergeLocals => {
                let (from, to) = (Local(spot.index), Local(extra));
                aggregates::merge_locals(self.function(spot)?, from, to);
                Some(())
            }
            Kind::NarrowLocal => {
                let part = Projection::Field(extra);
                aggregates::narrow_local(program, spot.function, Local(spot.index), part)
            }
            Kind::OneElement => {
                let (local, part) = (Local(spot.index), Projection::Index(Local(spot.index)));
                aggregates::narrow_local(program, spot.function, local, part)
            }
            Kind::DropField => drop_field(program, AdtId(spot.block.0), spot.index, extra),
            Kind::DropVariant => drop_variant(program, AdtId(spot.block.0), extra),
            Kind::CallDestructor => call_destructor(program, spot.function, spot.block),
            Kind::DropDestructor => drop_destructor(program, AdtId(spot.block.0)),
            Kind::DropTupleField => drop_tuple_field(program, Ty(spot.block.0), extra),
            Kind::ShortenArray => shorten_array(program, Ty(spot.block.0), u64::from(extra)),
            _ => None,
        }
    }

    fn empty_function(&mut self, spot: Spot) -> Option<()> {
        let ty = self.function(spot)?.locals.first()?.ty;
        let zero = Rvalue::Use(Operand::Const(Const::Scalar { bits: 0, ty }));
        let kind = StatementKind::Assign(Place::local(Local::RETURN), zero);
        let statements = match is_scalar(&self.program.types, ty) {
            true => vec![Statement { kind, span: Span::default() }],
            false => Vec::new(),
        };
        self.function(spot)?.blocks = vec![Block {
            name: "bb0".to_owned(),
            cleanup: false,
            statements,
            terminator: Terminator { kind: TerminatorKind::Return, span: Span::default() },
        }];
        Some(())
    }

    /// The call goes; its destination gets the constant, if there is one.
    fn replace_call(&mut self, spot: Spot, bits: Option<u128>) -> Option<()> {
        let (destination, target) = match self.terminator(spot)? {
            TerminatorKind::Call { destination, target, .. } => (destination.clone(), *target),
            TerminatorKind::Drop { place, target, .. } => (place.clone(), *target),
            _ => return None,
        };
        if let Some(bits) = bits {
            let ty = self.place_ty(spot, &destination)?;
            let value = Rvalue::Use(Operand::Const(Const::Scalar { bits, ty }));
            let tail = self.tails.entry((spot.function, spot.block)).or_default();
            tail.push(StatementKind::Assign(destination, value));
        }
        *self.terminator(spot)? = TerminatorKind::Goto(target);
        Some(())
    }

    fn constant_assignment(&mut self, spot: Spot) -> Option<()> {
        let bits = self.facts.stored(spot)?.always()?;
        let kind = &self.block(spot)?.statements.get(spot.index as usize)?.kind;
        let StatementKind::Assign(place, _) = kind.clone() else { return None };
        let ty = self.place_ty(spot, &place)?;
        let value = Rvalue::Use(Operand::Const(Const::Scalar { bits, ty }));
        self.block(spot)?.statements.get_mut(spot.index as usize)?.kind =
            StatementKind::Assign(place, value);
        Some(())
    }

    fn constant_operand(&mut self, spot: Spot, position: u32, bits: u128) -> Option<()> {
        let mut found = None;
        nth_operand(self.block(spot)?, spot.index, position, &mut |operand| {
            found = Some(operand.clone());
        });
        let function = self.program.functions.get(spot.function.index())?;
        let ty = typing::operand_ty(&self.program, function, &found?).ok()?;
        nth_operand(self.block(spot)?, spot.index, position, &mut |operand| {
            *operand = Operand::Const(Const::Scalar { bits, ty });
        });
        Some(())
    }

    fn half_operand(&mut self, spot: Spot, position: u32) -> Option<()> {
        nth_operand(self.block(spot)?, spot.index, position, &mut |operand| {
            if let Operand::Const(Const::Scalar { bits, .. }) = operand {
                *bits /= 2;
            }
        });
        Some(())
    }

    fn unreference(&mut self, spot: Spot, position: u32, target: &Place) -> Option<()> {
        nth_place(self.block(spot)?, spot.index, position, &mut |place| {
            let rest = place.projection.iter().skip(1).copied();
            let projection = target.projection.iter().copied().chain(rest).collect();
            *place = Place { local: target.local, projection };
        });
        Some(())
    }

    fn place_ty(&self, spot: Spot, place: &Place) -> Option<Ty> {
        let function = self.program.functions.get(spot.function.index())?;
        typing::place_ty(&self.program.types, function, place).ok()
    }

    /// Removes, splits and adds statements, block by block.
    fn statements(&mut self, changes: &[Change]) -> Option<()> {
        let chosen = |kind: Kind| -> BTreeSet<Spot> {
            changes.iter().filter(|change| change.kind == kind).map(|change| change.spot).collect()
        };
        let mut dropped = chosen(Kind::DropStatement);
        dropped.append(&mut self.pointless);
        if !chosen(Kind::DropUnneeded).is_empty() {
            dropped.extend(unneeded(&mut self.program, self.facts));
        }
        for unmarked in chosen(Kind::DropStorage) {
            dropped.extend(aggregates::markers(
                self.program.functions.get(unmarked.function.index())?,
                unmarked.function,
                Local(unmarked.index),
            ));
        }
        let split = chosen(Kind::SplitAggregate);
        let edited = dropped.iter().chain(&split).map(|spot| (spot.function, spot.block));
        let touched: BTreeSet<(FnId, BlockId)> = edited.chain(self.tails.keys().copied()).collect();
        let mut tails = std::mem::take(&mut self.tails);
        for (function, block) in touched {
            let spot = Spot { function, block, index: 0 };
            let old = std::mem::take(&mut self.block(spot)?.statements);
            let mut new = Vec::with_capacity(old.len());
            for (i, statement) in old.into_iter().enumerate() {
                let spot = Spot { index: i as u32, ..spot };
                if dropped.contains(&spot) {
                    continue;
                }
                match split.contains(&spot) {
                    true => new.extend(aggregates::split(statement)?),
                    false => new.push(statement),
                }
            }
            let tail = tails.remove(&(function, block)).unwrap_or_default();
            new.extend(tail.into_iter().map(|kind| Statement { kind, span: Span::default() }));
            self.block(spot)?.statements = new;
        }
        Some(())
    }
}

/// Types whose values a literal can say.
pub(super) fn is_scalar(types: &Types, ty: Ty) -> bool {
    matches!(types.kind(ty), TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Float(_))
}
