//! Which edits are worth trying, and when: whole functions, paths and calls first, then
//! statements, then values, then types and names.

use crate::syntax::visit::{Visitor, walk_function, walk_statement, walk_terminator};
use crate::syntax::*;

use super::edit::{Change, Kind};
use super::facts::{Facts, Spot};

/// The number of rounds there are.
pub const ROUNDS: u32 = 6;

/// Edits of one round, in the order of the program.
pub fn offers(program: &Program, facts: &Facts, round: u32) -> Vec<Change> {
    let mut offers = Offers { program, facts, changes: Vec::new() };
    match round {
        0 => offers.paths(),
        1 => offers.statements(),
        2 => offers.results(),
        3 => offers.values(),
        4 => offers.types(),
        5 => offers.looks(),
        _ => {}
    }
    offers.changes
}

/// Distinct targets of a switch, in the order of its arms.
pub(super) fn targets(terminator: &TerminatorKind) -> Vec<BlockId> {
    let TerminatorKind::Switch { arms, otherwise, .. } = terminator else { return Vec::new() };
    let mut targets = Vec::new();
    for target in arms.iter().map(|(_, target)| *target).chain([*otherwise]) {
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    targets
}

struct Offers<'a> {
    program: &'a Program,
    facts: &'a Facts,
    changes: Vec<Change>,
}

impl Offers<'_> {
    fn offer(&mut self, kind: Kind, spot: Spot, extra: u32) {
        self.changes.push(Change { kind, spot, extra });
    }

    fn functions(&self) -> impl Iterator<Item = (FnId, &Function)> + use<'_> {
        self.program.functions.iter().enumerate().map(|(i, f)| (FnId(i as u32), f))
    }

    /// Every block with the spot of its terminator.
    fn blocks(&self) -> Vec<(Spot, &Block)> {
        let mut blocks = Vec::new();
        for (function, body) in self.functions() {
            for (i, block) in body.blocks.iter().enumerate() {
                let index = block.statements.len() as u32;
                blocks.push((Spot { function, block: BlockId(i as u32), index }, block));
            }
        }
        blocks
    }

    fn paths(&mut self) {
        let mut found = Vec::new();
        for (function, _) in self.functions() {
            if function != self.program.entry.function {
                found.push((Kind::EmptyFunction, whole(function), 0));
            }
        }
        for (spot, block) in self.blocks() {
            let targets = targets(&block.terminator.kind);
            let taken = self.facts.taken.get(&(spot.function, spot.block));
            for (i, target) in targets.iter().enumerate() {
                if taken.is_none_or(|taken| taken.contains(target)) {
                    found.push((Kind::Straighten, spot, i as u32));
                }
            }
            if matches!(block.terminator.kind, TerminatorKind::Call { .. }) {
                found.push((Kind::DropCall, spot, 0));
            }
        }
        found.sort_by_key(|(kind, ..)| *kind);
        found.into_iter().for_each(|(kind, spot, extra)| self.offer(kind, spot, extra));
    }

    fn statements(&mut self) {
        let mut spots = Vec::new();
        for (spot, block) in self.blocks() {
            spots.extend((0..block.statements.len() as u32).map(|index| Spot { index, ..spot }));
        }
        spots.into_iter().for_each(|spot| self.offer(Kind::DropStatement, spot, 0));
    }

    fn results(&mut self) {
        let mut found = Vec::new();
        for (spot, block) in self.blocks() {
            for (i, statement) in block.statements.iter().enumerate() {
                let spot = Spot { index: i as u32, ..spot };
                let StatementKind::Assign(_, rvalue) = &statement.kind else { continue };
                let literal = matches!(rvalue, Rvalue::Use(Operand::Const(_)));
                if !literal && self.facts.stored.get(&spot).is_some_and(|c| c.bits().is_some()) {
                    found.push((Kind::ConstAssign, spot, 0));
                }
            }
            if let TerminatorKind::Call { callee, args, .. } = &block.terminator.kind {
                if self.facts.stored.get(&spot).is_some_and(|c| c.bits().is_some()) {
                    found.push((Kind::ConstCall, spot, 0));
                }
                match callee {
                    Callee::Function(callee) if *callee != spot.function => {
                        found.push((Kind::InlineCall, spot, 0));
                    }
                    Callee::Observe if args.len() > 1 => {
                        let each = (0..args.len() as u32).map(|i| (Kind::ObserveOne, spot, i));
                        found.extend(each);
                    }
                    _ => {}
                }
            }
            if matches!(block.terminator.kind, TerminatorKind::Goto(_)) {
                found.push((Kind::MergeBlocks, spot, 0));
            }
        }
        found.sort_by_key(|(kind, ..)| *kind);
        found.into_iter().for_each(|(kind, spot, extra)| self.offer(kind, spot, extra));
    }

    fn values(&mut self) {
        let constants = self.facts.operands.iter();
        let constants = constants.filter(|(_, constancy)| constancy.bits().is_some());
        let constants: Vec<(Spot, u32)> = constants.map(|(key, _)| *key).collect();
        let direct = self.facts.targets.iter().filter(|(_, target)| target.is_some());
        let direct: Vec<(Spot, u32)> = direct.map(|(key, _)| *key).collect();
        direct.into_iter().for_each(|(spot, i)| self.offer(Kind::Unreference, spot, i));
        constants.into_iter().for_each(|(spot, i)| self.offer(Kind::ConstOperand, spot, i));
        let moved = self.operands(|operand| matches!(operand, Operand::Move(_)));
        moved.into_iter().for_each(|(spot, i)| self.offer(Kind::CopyOperand, spot, i));
    }

    fn types(&mut self) {
        let mut found = Vec::new();
        for (function, body) in self.functions() {
            for param in 0..body.params {
                found.push((Kind::DropParameter, whole(function), param));
            }
            for (spot, _) in aggregates(function, body) {
                found.push((Kind::SplitAggregate, spot, 0));
            }
            found.extend(narrowings(function, body));
            found.extend(mergeable_locals(function, body));
        }
        for (id, def) in self.program.types.adts() {
            if def.origin != AdtOrigin::Local {
                continue;
            }
            for (v, variant) in def.variants.iter().enumerate() {
                for field in 0..variant.fields.len() as u32 {
                    let spot = Spot { function: FnId(0), block: BlockId(id.0), index: v as u32 };
                    found.push((Kind::DropField, spot, field));
                }
            }
        }
        found.into_iter().for_each(|(kind, spot, extra)| self.offer(kind, spot, extra));
    }

    fn looks(&mut self) {
        let literals = self.operands(|operand| match operand {
            Operand::Const(Const::Scalar { bits, .. }) => *bits > 1,
            _ => false,
        });
        for &(spot, i) in &literals {
            self.offer(Kind::ZeroOperand, spot, i);
        }
        for &(spot, i) in &literals {
            self.offer(Kind::OneOperand, spot, i);
        }
        let inline: Vec<FnId> = self
            .functions()
            .filter(|(_, body)| body.inline != Inline::Default)
            .map(|(function, _)| function)
            .collect();
        inline.into_iter().for_each(|f| self.offer(Kind::DropInline, whole(f), 0));
        self.offer(Kind::Polish, whole(FnId(0)), 0);
    }

    /// Operands that satisfy a condition, with their position in the statement.
    fn operands(&self, wanted: impl Fn(&Operand) -> bool) -> Vec<(Spot, u32)> {
        struct Positions<F>(Vec<u32>, u32, F);
        impl<F: Fn(&Operand) -> bool> Visitor for Positions<F> {
            fn operand(&mut self, operand: &mut Operand) {
                if self.2(operand) {
                    self.0.push(self.1);
                }
                self.1 += 1;
            }
        }
        let mut found = Vec::new();
        for (spot, block) in self.blocks() {
            let mut block = block.clone();
            for (i, statement) in block.statements.iter_mut().enumerate() {
                let mut positions = Positions(Vec::new(), 0, &wanted);
                walk_statement(statement, &mut positions);
                let spot = Spot { index: i as u32, ..spot };
                found.extend(positions.0.into_iter().map(|position| (spot, position)));
            }
            let mut positions = Positions(Vec::new(), 0, &wanted);
            walk_terminator(&mut block.terminator, &mut positions);
            found.extend(positions.0.into_iter().map(|position| (spot, position)));
        }
        found
    }
}

/// The spot that stands for a function as a whole.
fn whole(function: FnId) -> Spot {
    Spot { function, block: BlockId(0), index: 0 }
}

/// Assignments of tuples and structs, which can be split into their fields.
fn aggregates(function: FnId, body: &Function) -> Vec<(Spot, &Vec<Operand>)> {
    let mut found = Vec::new();
    for (b, block) in body.blocks.iter().enumerate() {
        for (i, statement) in block.statements.iter().enumerate() {
            let StatementKind::Assign(_, rvalue) = &statement.kind else { continue };
            if let Rvalue::Aggregate(AggregateKind::Tuple | AggregateKind::Adt(_, 0), parts) =
                rvalue
                && !parts.is_empty()
            {
                found.push((Spot { function, block: BlockId(b as u32), index: i as u32 }, parts));
            }
        }
    }
    found
}

/// Locals of which every mention goes into one and the same field.
fn narrowings(function: FnId, body: &Function) -> Vec<(Kind, Spot, u32)> {
    #[derive(Clone, Copy, PartialEq)]
    enum Use {
        Never,
        Field(u32),
        Other,
    }
    struct Uses(Vec<Use>);
    impl Visitor for Uses {
        fn place(&mut self, place: &mut Place) {
            let now = match place.projection.first() {
                Some(Projection::Field(field)) => Use::Field(*field),
                _ => Use::Other,
            };
            let before = &mut self.0[place.local.index()];
            *before = if *before == Use::Never || *before == now { now } else { Use::Other };
            for projection in &place.projection {
                if let Projection::Index(local) = projection {
                    self.0[local.index()] = Use::Other;
                }
            }
        }
    }
    let mut uses = Uses(vec![Use::Never; body.locals.len()]);
    walk_function(&mut body.clone(), &mut uses);
    let own = uses.0.iter().enumerate().skip(body.params as usize + 1);
    own.filter_map(|(local, usage)| match usage {
        Use::Field(field) => {
            let spot = Spot { function, block: BlockId(0), index: local as u32 };
            Some((Kind::NarrowLocal, spot, *field))
        }
        Use::Never | Use::Other => None,
    })
    .collect()
}

/// Pairs of locals of one type, the later to be replaced by the earlier.
fn mergeable_locals(function: FnId, body: &Function) -> Vec<(Kind, Spot, u32)> {
    let mut found = Vec::new();
    for later in body.params as usize + 1..body.locals.len() {
        for earlier in 0..later {
            if body.locals[earlier].ty == body.locals[later].ty {
                let spot = Spot { function, block: BlockId(0), index: later as u32 };
                found.push((Kind::MergeLocals, spot, earlier as u32));
            }
        }
    }
    // With many locals the pairs are too many to try, and statements will go first.
    found.truncate(400);
    found
}
