//! Which edits are worth trying, and when: paths, the place of the observation and calls
//! first, then statements, then values, then shapes, types and names.

mod locals;

use std::collections::BTreeSet;

use crate::syntax::*;
use crate::typing;

use crate::shrink::aggregates;
use crate::shrink::apply::is_scalar;
use crate::shrink::calls;
use crate::shrink::edit::{Change, Kind};
use crate::shrink::facts::{Facts, Spot};
use crate::shrink::flow::{self, targets};
use crate::shrink::observe::{is_showable, stored_place};
use crate::shrink::operands::{operands_at, places_at};
use locals::{made_of_parts, marked_locals, mergeable_locals, narrowings};

/// Edits of one round, best first.
pub fn offers(program: &Program, facts: &Facts, round: u32) -> Vec<Change> {
    let mut offers = Offers { program, facts, changes: Vec::new() };
    offers.round(round);
    offers.changes
}

struct Offers<'a> {
    program: &'a Program,
    facts: &'a Facts,
    changes: Vec<Change>,
}

impl<'a> Offers<'a> {
    fn round(&mut self, number: u32) {
        match number {
            0 => self.paths(),
            1 => self.flow(),
            2 => self.observations(),
            3 => self.calls(),
            4 => self.functions_emptied(),
            5 => self.unneeded(),
            6 => self.statements(),
            7 => self.beginnings(),
            8 => self.inlinings(),
            9 => self.values(),
            10 => self.earlier_observations(),
            11 => self.loops(),
            12 => self.shapes(),
            13 => self.types(),
            14 => self.looks(),
            _ => {}
        }
    }

    fn offer(&mut self, kind: Kind, spot: Spot, extra: u32) {
        self.changes.push(Change { kind, spot, extra });
    }

    fn functions(&self) -> impl Iterator<Item = (FnId, &'a Function)> + use<'a> {
        self.program.functions.iter().enumerate().map(|(i, f)| (FnId(i as u32), f))
    }

    /// Every block with the spot of its terminator.
    fn blocks(&self) -> Vec<(Spot, &'a Block)> {
        let mut blocks = Vec::new();
        for (function, body) in self.functions() {
            for (i, block) in body.blocks.iter().enumerate() {
                let index = block.statements.len() as u32;
                blocks.push((Spot { function, block: BlockId(i as u32), index }, block));
            }
        }
        blocks
    }

    /// Every statement, those that ran first at the end: what uses a value goes before
    /// what makes it. What never ran comes before all others, in a block that an invalid
    /// program stopped in the middle of, too.
    fn spots_backwards(&self) -> Vec<(Spot, &'a Statement)> {
        let ran: BTreeSet<Spot> = self.facts.order.iter().copied().collect();
        let mut spots = Vec::new();
        for (spot, block) in self.blocks() {
            for (i, statement) in block.statements.iter().enumerate() {
                let spot = Spot { index: i as u32, ..spot };
                if !ran.contains(&spot) {
                    spots.push((spot, statement));
                }
            }
        }
        for spot in self.facts.order.iter().rev() {
            let function = &self.program.functions[spot.function.index()];
            let block = &function.blocks[spot.block.index()];
            if let Some(statement) = block.statements.get(spot.index as usize) {
                spots.push((*spot, statement));
            }
        }
        spots
    }

    /// Switches that always went the same way.
    fn paths(&mut self) {
        for (spot, block) in self.blocks() {
            let Some(taken) = self.facts.taken.get(&(spot.function, spot.block)) else { continue };
            let targets = targets(&block.terminator.kind);
            if let [only] = taken[..]
                && let Some(arm) = targets.iter().position(|target| *target == only)
            {
                self.offer(Kind::Straighten, spot, arm as u32);
            }
        }
    }

    /// Functions with empty blocks, or blocks that could be one.
    fn flow(&mut self) {
        for (function, body) in self.functions() {
            if !flow::is_simple(body) {
                self.offer(Kind::SimplifyFlow, whole(function), 0);
            }
        }
    }

    /// Functions that the program could start with; those that were called last do least.
    fn beginnings(&mut self) {
        /// More functions than this are dropped by other edits first.
        const MANY: usize = 16;
        let mut entered: Vec<FnId> = Vec::new();
        for spot in &self.facts.order {
            if !entered.contains(&spot.function) {
                entered.push(spot.function);
            }
        }
        // Of an invalid program not even the entry need run.
        let never = self.functions().map(|(id, _)| id).filter(|id| !self.facts.called(*id));
        let mut functions: Vec<FnId> = never.collect();
        functions.extend(entered.into_iter().rev());
        functions.retain(|function| *function != self.program.entry.function);
        for (rank, &function) in functions.iter().take(MANY).enumerate() {
            self.offer(Kind::StartHere, whole(function), rank as u32);
        }
    }

    /// Calls that are the only ones of their callee.
    fn inlinings(&mut self) {
        let called = |block: &Block| match block.terminator.kind {
            TerminatorKind::Call { callee: Callee::Function(callee), .. } => Some(callee),
            _ => None,
        };
        let blocks = self.blocks();
        let callees: Vec<FnId> = blocks.iter().filter_map(|(_, block)| called(block)).collect();
        for (spot, block) in blocks {
            if let Some(callee) = called(block)
                && callee != spot.function
                && callees.iter().filter(|other| **other == callee).count() == 1
            {
                self.offer(Kind::Inline, spot, 0);
            }
        }
    }

    /// A few points in time at which the last stored value could be the only one shown.
    fn earlier_observations(&mut self) {
        const POINTS: usize = 8;
        let order = &self.facts.order;
        let Some(last) = order.iter().rposition(|spot| self.observed(*spot).is_some()) else {
            return;
        };
        let mut showable: Vec<Spot> =
            order[..last].iter().copied().filter(|spot| self.shows(*spot)).collect();
        // What was stored last is shown already.
        if let (Some(stored), Some([Operand::Copy(shown)])) =
            (showable.last(), self.observed(order[last]))
            && stored_place(self.block(*stored), stored.index) == Some(shown)
        {
            showable.pop();
        }
        let count = showable.len();
        for point in 1..=POINTS.min(count) {
            let rank = if count <= POINTS { point - 1 } else { count * point / (POINTS + 1) };
            let (spot, when) = (showable[rank], rank.min(4095) as u32);
            self.offer(Kind::ObserveHere, spot, when);
            if self.facts.times(spot.function, spot.block) > 1 {
                self.offer(Kind::ObserveOnly, spot, when);
            }
        }
    }

    /// What is shown at a spot, if anything is.
    fn observed(&self, spot: Spot) -> Option<&'a [Operand]> {
        let block = self.block(spot);
        if (spot.index as usize) < block.statements.len() {
            return None;
        }
        match &block.terminator.kind {
            TerminatorKind::Call { callee: Callee::Observe, args, .. } => Some(args),
            _ => None,
        }
    }

    /// Whether what is stored at a spot can be shown.
    fn shows(&self, spot: Spot) -> bool {
        let function = &self.program.functions[spot.function.index()];
        let place = stored_place(&function.blocks[spot.block.index()], spot.index);
        let ty = place.and_then(|p| typing::place_ty(&self.program.types, function, p).ok());
        ty.is_some_and(|ty| is_showable(&self.program.types, ty))
    }

    /// Observations and their arguments, the latest first: the earliest wrong value is the
    /// one to keep.
    fn observations(&mut self) {
        let mut observing: Vec<(Spot, usize)> = Vec::new();
        for (spot, _) in self.blocks() {
            if let Some(args) = self.observed(spot)
                && !self.facts.ran(spot.function, spot.block)
            {
                observing.push((spot, args.len()));
            }
        }
        for &spot in self.facts.order.iter().rev() {
            observing.extend(self.observed(spot).map(|args| (spot, args.len())));
        }
        for &(spot, _) in &observing {
            self.offer(Kind::DropCall, spot, 0);
        }
        for (spot, count) in observing {
            if count > 1 {
                (0..count as u32).for_each(|arg| self.offer(Kind::ObserveLess, spot, arg));
            }
        }
    }

    /// Calls, by what they return where that is known.
    fn calls(&mut self) {
        for (spot, block) in self.blocks().into_iter().rev() {
            let TerminatorKind::Call { callee, .. } = &block.terminator.kind else { continue };
            if *callee == Callee::Observe {
                continue;
            }
            let known = self.facts.stored(spot).and_then(|seen| seen.always());
            let kind = if known.is_some() { Kind::ConstCall } else { Kind::DropCall };
            self.offer(kind, spot, 0);
        }
    }

    fn functions_emptied(&mut self) {
        for (function, _) in self.functions() {
            if function != self.program.entry.function {
                self.offer(Kind::EmptyFunction, whole(function), 0);
            }
        }
    }

    fn unneeded(&mut self) {
        let mut program = self.program.clone();
        if !crate::shrink::needed::unneeded(&mut program, self.facts).is_empty() {
            self.offer(Kind::DropUnneeded, whole(FnId(0)), 0);
        }
    }

    fn statements(&mut self) {
        for (spot, _) in self.spots_backwards() {
            self.offer(Kind::DropStatement, spot, 0);
        }
        for (function, body) in self.functions() {
            for local in marked_locals(body) {
                let spot = Spot { function, block: BlockId(0), index: local.0 };
                self.offer(Kind::DropStorage, spot, 0);
            }
        }
    }

    fn values(&mut self) {
        let mut accesses = Vec::new();
        let mut copies = Vec::new();
        for (spot, statement) in self.spots_backwards() {
            let StatementKind::Assign(_, rvalue) = &statement.kind else { continue };
            let literal = matches!(rvalue, Rvalue::Use(Operand::Const(_)));
            let known = self.facts.stored(spot).and_then(|seen| seen.always());
            if !literal && known.is_some() {
                self.offer(Kind::ConstAssign, spot, 0);
            }
            if aggregates::copied(&statement.kind).is_some() {
                copies.push(spot);
            }
        }
        for spot in self.every_spot() {
            let block = self.block(spot);
            for (i, operand) in operands_at(block, spot.index).iter().enumerate() {
                let known = self.facts.operand(spot, i as u32).and_then(|seen| seen.always());
                if !matches!(operand, Operand::Const(_)) && known.is_some() {
                    accesses.push((Kind::ConstOperand, spot, i as u32));
                }
            }
            for (i, _) in places_at(block, spot.index).iter().enumerate() {
                if let Some(Some(_)) = self.facts.targets.get(&(spot, i as u32)) {
                    accesses.push((Kind::Unreference, spot, i as u32));
                }
            }
        }
        copies.into_iter().for_each(|spot| self.offer(Kind::Forward, spot, 0));
        accesses.sort_by_key(|(kind, ..)| *kind);
        accesses.into_iter().for_each(|(kind, spot, extra)| self.offer(kind, spot, extra));
        for (spot, block) in self.blocks() {
            let terminator = &block.terminator.kind;
            if calls::plain(terminator).is_some() {
                self.offer(Kind::PlainCall, spot, 0);
            }
            let callees = self.facts.callees.get(&(spot.function, spot.block));
            if callees.is_some_and(|callees| callees.len() == 1) {
                self.offer(Kind::DirectCall, spot, 0);
            }
        }
    }

    fn block(&self, spot: Spot) -> &'a Block {
        &self.program.functions[spot.function.index()].blocks[spot.block.index()]
    }

    /// All spots of the program, terminators included.
    fn every_spot(&self) -> Vec<Spot> {
        let blocks = self.blocks();
        let each = blocks
            .into_iter()
            .flat_map(|(end, _)| (0..=end.index).map(move |index| Spot { index, ..end }));
        each.collect()
    }

    /// Ways to make repetition and decision simpler.
    fn loops(&mut self) {
        for (spot, block) in self.blocks() {
            let ran = self.facts.ran(spot.function, spot.block);
            if !ran && !matches!(block.terminator.kind, TerminatorKind::Unreachable) {
                self.offer(Kind::CutDecoy, spot, 0);
            }
            let TerminatorKind::Switch { arms, .. } = &block.terminator.kind else { continue };
            for arm in 0..targets(&block.terminator.kind).len() as u32 {
                self.offer(Kind::Straighten, spot, arm);
            }
            for arm in 0..arms.len() as u32 {
                self.offer(Kind::DropArm, spot, arm);
            }
        }
        for spot in self.every_spot() {
            for (i, seen) in self.facts.operands(spot).iter().enumerate() {
                if !seen.same && seen.first.is_some() {
                    self.offer(Kind::FirstOperand, spot, i as u32);
                    self.offer(Kind::LastOperand, spot, i as u32);
                }
            }
            let repeats = self.facts.times(spot.function, spot.block) > 1;
            for (i, operand) in operands_at(self.block(spot), spot.index).iter().enumerate() {
                if let Operand::Const(Const::Scalar { bits, .. }) = operand
                    && repeats
                    && (2..=64).contains(bits)
                {
                    self.offer(Kind::HalfOperand, spot, i as u32);
                }
            }
        }
        self.jumps_ahead();
        let repeats = |path: &Vec<BlockId>| {
            path.iter().enumerate().any(|(i, block)| path[..i].contains(block))
        };
        let paths: Vec<FnId> =
            self.facts.paths.iter().filter(|(_, path)| repeats(path)).map(|(f, _)| *f).collect();
        paths.into_iter().for_each(|function| self.offer(Kind::Unroll, whole(function), 0));
    }

    /// Jumps that could skip a part of what happened then.
    fn jumps_ahead(&mut self) {
        /// With more blocks there are other edits to begin with.
        const MANY: usize = 32;
        for (&function, path) in &self.facts.paths {
            let body = &self.program.functions[function.index()];
            let mut offered = Vec::new();
            for (step, &block) in path.iter().enumerate() {
                let TerminatorKind::Goto(next) = body.blocks[block.index()].terminator.kind else {
                    continue;
                };
                for &later in path.iter().skip(step + 2) {
                    if later != next && later != BlockId(0) && !offered.contains(&(block, later)) {
                        offered.push((block, later));
                    }
                }
            }
            if body.blocks.len() <= MANY {
                for (block, later) in offered {
                    let index = body.blocks[block.index()].statements.len() as u32;
                    self.offer(Kind::JumpAhead, Spot { function, block, index }, later.0);
                }
            }
        }
    }

    fn shapes(&mut self) {
        let mut found = Vec::new();
        for (spot, block) in self.blocks() {
            match &block.terminator.kind {
                TerminatorKind::Call { callee: Callee::Function(callee), .. }
                    if *callee != spot.function =>
                {
                    found.push((Kind::Inline, spot, 0));
                    found.push((Kind::InlineCopying, spot, 0));
                }
                TerminatorKind::Call { callee: Callee::Observe, args, .. } => {
                    found.extend(self.narrower_observations(spot, args));
                }
                TerminatorKind::Goto(target) if *target != spot.block => {
                    found.push((Kind::MergeBlocks, spot, 0));
                    if block.statements.is_empty() {
                        found.push((Kind::ThreadJump, spot, 0));
                    }
                }
                TerminatorKind::Call { callee: Callee::Generic(..), .. } => {
                    found.push((Kind::Instantiate, spot, 0));
                }
                TerminatorKind::TailCall { .. } => found.push((Kind::UntailCall, spot, 0)),
                TerminatorKind::Drop { .. } => found.push((Kind::CallDestructor, spot, 0)),
                _ => {}
            }
            match &block.terminator.kind {
                TerminatorKind::Call { unwind, .. } if *unwind == Unwind::Unreachable => {}
                TerminatorKind::Call { .. } | TerminatorKind::Drop { .. } => {
                    found.push((Kind::DropUnwind, spot, 0));
                }
                _ => {}
            }
        }
        for (spot, statement) in self.spots_backwards() {
            found.extend(self.one_sides(spot, statement));
        }
        found.sort_by_key(|(kind, ..)| *kind);
        found.dedup();
        found.into_iter().for_each(|(kind, spot, extra)| self.offer(kind, spot, extra));
        for spot in self.every_spot() {
            for (i, operand) in operands_at(self.block(spot), spot.index).iter().enumerate() {
                if matches!(operand, Operand::Move(_)) {
                    self.offer(Kind::CopyOperand, spot, i as u32);
                }
            }
        }
    }

    /// The fields of the only argument of an observation.
    fn narrower_observations(&self, spot: Spot, args: &[Operand]) -> Vec<(Kind, Spot, u32)> {
        let function = &self.program.functions[spot.function.index()];
        let [Operand::Copy(place) | Operand::Move(place)] = args else { return Vec::new() };
        let Ok(ty) = typing::place_ty(&self.program.types, function, place) else {
            return Vec::new();
        };
        let fields = match self.program.types.kind(ty) {
            TyKind::Tuple(fields) => fields.len(),
            TyKind::Adt(id) if self.program.types.adt(*id).kind == AdtKind::Struct => {
                self.program.types.adt(*id).variants[0].fields.len()
            }
            _ => 0,
        };
        (0..fields as u32).map(|field| (Kind::ObserveField, spot, field)).collect()
    }

    /// Operations whose operand has the type of the result.
    fn one_sides(&self, spot: Spot, statement: &Statement) -> Vec<(Kind, Spot, u32)> {
        let StatementKind::Assign(place, rvalue) = &statement.kind else { return Vec::new() };
        let sides: Vec<&Operand> = match rvalue {
            Rvalue::Binary(_, left, right) => vec![left, right],
            Rvalue::Unary(_, operand) | Rvalue::Cast(_, operand, _) => vec![operand],
            _ => Vec::new(),
        };
        let function = &self.program.functions[spot.function.index()];
        let ty = typing::place_ty(&self.program.types, function, place);
        let fits = |operand: &&Operand| {
            ty.is_ok() && typing::operand_ty(self.program, function, operand) == ty
        };
        let fitting = (0..).zip(&sides).filter(|(_, operand)| fits(operand));
        fitting.map(|(i, _)| (Kind::OneSide, spot, i)).collect()
    }

    fn types(&mut self) {
        let unit = self.program.types.lookup(&TyKind::Tuple(Vec::new()));
        let mut found = Vec::new();
        for (function, body) in self.functions() {
            for param in 0..body.params {
                found.push((Kind::DropParameter, whole(function), param));
            }
            if Some(body.locals[0].ty) != unit {
                found.push((Kind::DropReturn, whole(function), 0));
            }
            for spot in made_of_parts(function, body) {
                found.push((Kind::SplitAggregate, spot, 0));
            }
            found.extend(narrowings(function, body));
            found.extend(mergeable_locals(function, body));
        }
        found.extend(self.fields_and_elements());
        found.into_iter().for_each(|(kind, spot, extra)| self.offer(kind, spot, extra));
    }

    fn fields_and_elements(&self) -> Vec<(Kind, Spot, u32)> {
        let mut found = Vec::new();
        let of = |number: u32, index| Spot { function: FnId(0), block: BlockId(number), index };
        for (id, def) in self.program.types.adts() {
            if def.origin != AdtOrigin::Local {
                continue;
            }
            if def.drop.is_some() {
                found.push((Kind::DropDestructor, of(id.0, 0), 0));
            }
            for (v, variant) in def.variants.iter().enumerate() {
                if def.kind == AdtKind::Enum {
                    found.push((Kind::DropVariant, of(id.0, 0), v as u32));
                }
                for field in 0..variant.fields.len() as u32 {
                    found.push((Kind::DropField, of(id.0, v as u32), field));
                }
            }
        }
        for (ty, kind) in self.program.types.all() {
            match kind {
                TyKind::Tuple(fields) => {
                    for field in 0..fields.len() as u32 {
                        found.push((Kind::DropTupleField, of(ty.0, 0), field));
                    }
                }
                TyKind::Array(_, len) if *len > 1 => {
                    let used = self.facts.indices.get(&ty).map_or(1, |index| index + 1);
                    for shorter in [1, used, len / 2] {
                        if shorter < *len && shorter < 4096 {
                            found.push((Kind::ShortenArray, of(ty.0, 0), shorter as u32));
                        }
                    }
                }
                TyKind::FnPtr { params, .. } => {
                    for param in 0..params.len() as u32 {
                        found.push((Kind::DropPointerParameter, of(ty.0, 0), param));
                    }
                    found.push((Kind::DropPointerReturn, of(ty.0, 0), 0));
                }
                _ => {}
            }
        }
        found
    }

    fn looks(&mut self) {
        let mut literals = Vec::new();
        for spot in self.every_spot() {
            for (i, operand) in operands_at(self.block(spot), spot.index).iter().enumerate() {
                if let Operand::Const(Const::Scalar { bits, ty }) = operand
                    && *bits > 1
                    && is_scalar(&self.program.types, *ty)
                {
                    literals.push((spot, i as u32));
                }
            }
        }
        for kind in [Kind::ZeroOperand, Kind::OneOperand] {
            literals.iter().for_each(|&(spot, i)| self.offer(kind, spot, i));
        }
        for (function, body) in self.functions() {
            if body.inline != Inline::Default || body.cold || body.abi != Abi::Rust {
                self.offer(Kind::DropInline, whole(function), 0);
            }
            if body.reached != Reached::Directly {
                self.offer(Kind::DropInline, whole(function), 1);
            }
        }
        self.offer(Kind::Polish, whole(FnId(0)), 0);
    }
}

/// The spot that stands for a function as a whole.
fn whole(function: FnId) -> Spot {
    Spot { function, block: BlockId(0), index: 0 }
}
