//! Facts, collected from one run on the machine, step by step. What the machine does on
//! its own between steps (dropping values) leaves no facts: they are hints, not truths.

use std::collections::BTreeMap;

use crate::layout::{Layouts, Shape};
use crate::machine::{Immediate, Machine, Owner, Scalar};
use crate::syntax::*;
use crate::typing;

use super::apply::is_scalar;
use super::facts::{Facts, Numbering, Seen, Spot};
use super::observe::stored_place;
use super::operands::{operands_at, places_at};

/// Longer paths are not worth a function of straight code.
const LONGEST_PATH: usize = 64;

/// Runs the program for at most so many steps and writes down what happens.
pub fn collect(program: &Program, fuel: u64) -> Facts {
    let numbering = Numbering::new(program);
    let facts = Facts {
        entered: program.functions.iter().map(|f| vec![0; f.blocks.len()]).collect(),
        stored: vec![None; numbering.spots()],
        operands: vec![Vec::new(); numbering.spots()],
        numbering,
        ..Facts::default()
    };
    // What a generic function does is told for all its types together.
    let Ok(made) = program.instances() else { return facts };
    let runs = made.as_ref().map_or(program, |made| &made.program);
    let Ok(mut machine) = Machine::new(runs) else { return facts };
    if machine.start(runs).is_err() {
        return facts;
    }
    let mut collector = Collector {
        program,
        runs,
        templates: made.as_ref().map(|made| &made.templates[..]),
        plans: (0..facts.numbering.spots()).map(|_| None).collect(),
        facts,
        machine,
        layouts: Layouts::new(&runs.types).unwrap_or_default(),
        waiting: Vec::new(),
        paths: BTreeMap::new(),
    };
    collector.run(fuel);
    collector.finish()
}

/// What to look at before and after a spot runs.
struct Plan {
    operands: Vec<Look>,
    /// The scalar that is stored.
    stored: Option<Place>,
    /// Dereferences: the position of the place, the pointer, and what it points to.
    dereferences: Vec<(u32, Local, Ty)>,
    /// Indices with the arrays they are used in.
    indices: Vec<(Ty, Local)>,
}

enum Look {
    Known(Option<u128>),
    At(Place),
}

/// A call that has not returned.
struct Waiting {
    spot: Spot,
    depth: usize,
}

struct Collector<'a> {
    program: &'a Program,
    /// What runs in its place, and what the functions of that were made from.
    runs: &'a Program,
    templates: Option<&'a [FnId]>,
    facts: Facts,
    machine: Machine,
    layouts: Layouts,
    plans: Vec<Option<Plan>>,
    waiting: Vec<Waiting>,
    /// `None` for functions that were called again or ran too long.
    paths: BTreeMap<FnId, Option<Vec<BlockId>>>,
}

impl Collector<'_> {
    fn run(&mut self, fuel: u64) {
        let mut left = fuel;
        while self.machine.ending().is_none() {
            if self.machine.is_dropping() {
                let depth = self.machine.depth() - 1;
                if self.machine.run_to_depth(self.runs, depth, left).is_err() {
                    return;
                }
                continue;
            }
            self.note_returns();
            let Some((function, block)) = self.machine.position() else { return };
            let steps = self.runs.functions[function.index()].blocks[block.index()].statements.len()
                as u64
                + 1;
            if left < steps || self.run_block(function, block).is_none() {
                return;
            }
            left -= steps;
        }
    }

    fn finish(mut self) -> Facts {
        let complete = self.machine.ending().is_some();
        let paths = self.paths.into_iter().filter(|_| complete);
        self.facts.paths = paths.filter_map(|(function, path)| Some((function, path?))).collect();
        self.facts
    }

    fn run_block(&mut self, running: FnId, block: BlockId) -> Option<()> {
        let function = self.templates.map_or(running, |templates| templates[running.index()]);
        self.enter(function, block);
        let program = self.runs;
        let body = &program.functions[running.index()].blocks[block.index()];
        for (index, statement) in body.statements.iter().enumerate() {
            let spot = Spot { function, block, index: index as u32 };
            self.before(spot);
            self.machine.step_statement(program, statement).ok()?;
            self.after(spot);
        }
        let spot = Spot { function, block, index: body.statements.len() as u32 };
        self.before(spot);
        let depth = self.machine.depth();
        self.machine.step_terminator(program, &body.terminator).ok()?;
        match &body.terminator.kind {
            TerminatorKind::Switch { .. } => {
                let (_, target) = self.machine.position()?;
                let taken = self.facts.taken.entry((function, block)).or_default();
                if !taken.contains(&target) {
                    taken.push(target);
                }
            }
            TerminatorKind::Call { .. } if self.machine.depth() > depth => {
                self.waiting.push(Waiting { spot, depth });
            }
            TerminatorKind::Call { .. } => self.after(spot),
            _ => {}
        }
        Some(())
    }

    fn enter(&mut self, function: FnId, block: BlockId) {
        self.facts.entered[function.index()][block.index()] += 1;
        if block == BlockId(0) && self.facts.times(function, block) == 1 {
            self.paths.insert(function, Some(Vec::new()));
        }
        if let Some(path) = self.paths.get_mut(&function) {
            // A loop back to the first block looks like a second call: no path then.
            let again = self.facts.entered[function.index()][0] > 1;
            match path {
                Some(blocks) if !again && blocks.len() < LONGEST_PATH => blocks.push(block),
                _ => *path = None,
            }
        }
    }

    /// Calls that have returned by now: what they returned.
    fn note_returns(&mut self) {
        while self.waiting.last().is_some_and(|call| self.machine.depth() <= call.depth) {
            if let Some(call) = self.waiting.pop()
                && self.machine.depth() == call.depth
            {
                self.after(call.spot);
            }
        }
    }

    fn plan(&mut self, spot: Spot) -> usize {
        let number = self.facts.numbering.of(spot);
        if self.plans[number].is_none() {
            self.plans[number] = Some(make_plan(self.program, spot));
            self.facts.order.push(spot);
        }
        number
    }

    fn before(&mut self, spot: Spot) {
        let number = self.plan(spot);
        let Some(plan) = self.plans[number].take() else { return };
        for (i, look) in plan.operands.iter().enumerate() {
            let bits = match look {
                Look::Known(bits) => *bits,
                Look::At(place) => self.bits(place),
            };
            let seen = &mut self.facts.operands[number];
            match seen.get_mut(i) {
                Some(seen) => seen.again(bits),
                None => seen.push(Seen::once(bits)),
            }
        }
        for &(position, pointer, pointee) in &plan.dereferences {
            let target = self.target(pointer, pointee);
            let known =
                self.facts.targets.entry((spot, position)).or_insert_with(|| target.clone());
            if *known != target {
                *known = None;
            }
        }
        for &(array, index) in &plan.indices {
            let index = self.bits(&Place::local(index)).unwrap_or(0) as u64;
            let largest = self.facts.indices.entry(array).or_insert(0);
            *largest = (*largest).max(index);
        }
        self.note_callee(spot);
        self.plans[number] = Some(plan);
    }

    fn after(&mut self, spot: Spot) {
        let number = self.plan(spot);
        let place = self.plans[number].as_ref().and_then(|plan| plan.stored.clone());
        let Some(place) = place else { return };
        let bits = self.bits(&place);
        match &mut self.facts.stored[number] {
            Some(seen) => seen.again(bits),
            none => *none = Some(Seen::once(bits)),
        }
    }

    fn bits(&mut self, place: &Place) -> Option<u128> {
        match self.machine.peek(self.runs, place).ok()?.value? {
            Immediate::Scalar(Scalar::Bits(bits)) => Some(bits),
            _ => None,
        }
    }

    fn note_callee(&mut self, spot: Spot) {
        let body = &self.program.functions[spot.function.index()].blocks[spot.block.index()];
        if spot.index as usize != body.statements.len() {
            return;
        }
        let (TerminatorKind::Call { callee: Callee::Pointer(pointer), .. }
        | TerminatorKind::TailCall { callee: Callee::Pointer(pointer), .. }) =
            &body.terminator.kind
        else {
            return;
        };
        let (Operand::Copy(place) | Operand::Move(place)) = pointer else { return };
        let value = self.machine.peek(self.runs, place).ok().and_then(|peek| peek.value);
        if let Some(Immediate::Scalar(Scalar::Function(function))) = value {
            let callees = self.facts.callees.entry((spot.function, spot.block)).or_default();
            if !callees.contains(&function) {
                callees.push(function);
            }
        }
    }

    /// The place of the running function that a pointer leads to.
    fn target(&mut self, pointer: Local, pointee: Ty) -> Option<Place> {
        let peek = self.machine.peek(self.runs, &Place::local(pointer)).ok()?;
        let Some(Owner::Local { call: here, .. }) = peek.at?.owner else { return None };
        let led = self.machine.points_to(peek.value?)?;
        let Some(Owner::Local { call, function, local }) = led.owner else { return None };
        if call != here {
            return None;
        }
        let ty = self.runs.functions[function.index()].locals[local.index()].ty;
        let offset = u32::try_from(led.pointer.offset).ok()?;
        let mut place = Place::local(local);
        self.descend(&mut place, ty, offset, pointee)?;
        Some(place)
    }

    /// Extends a place to the part of it that lies at an offset and has the wanted type.
    fn descend(&self, place: &mut Place, ty: Ty, offset: u32, wanted: Ty) -> Option<()> {
        if ty == wanted && offset == 0 {
            return Some(());
        }
        let Shape::Fields(offsets) = &self.layouts.get(ty)?.shape else { return None };
        for (field, &start) in offsets.iter().enumerate() {
            let projection = Projection::Field(field as u32);
            let part = typing::projected_ty(&self.runs.types, ty, projection).ok()?;
            let size = self.layouts.get(part)?.size;
            if offset >= start && offset < start + size.max(1) {
                place.projection.push(projection);
                return self.descend(place, part, offset - start, wanted);
            }
        }
        None
    }
}

fn make_plan(program: &Program, spot: Spot) -> Plan {
    let function = &program.functions[spot.function.index()];
    let block = &function.blocks[spot.block.index()];
    let scalar = |place: &Place| {
        let ty = typing::place_ty(&program.types, function, place);
        ty.is_ok_and(|ty| is_scalar(&program.types, ty))
    };
    let look = |operand: Operand| match operand {
        Operand::Copy(place) | Operand::Move(place) if scalar(&place) => Look::At(place),
        Operand::Const(Const::Scalar { bits, .. }) => Look::Known(Some(bits)),
        _ => Look::Known(None),
    };
    let mut dereferences = Vec::new();
    let mut indices = Vec::new();
    for (position, place) in places_at(block, spot.index).iter().enumerate() {
        let mut ty = function.locals[place.local.index()].ty;
        if place.is_indirect()
            && let Some(pointee) = program.types.pointee(ty)
        {
            dereferences.push((position as u32, place.local, pointee));
        }
        for &projection in &place.projection {
            if let Projection::Index(index) = projection {
                indices.push((ty, index));
            }
            match typing::projected_ty(&program.types, ty, projection) {
                Ok(next) => ty = next,
                Err(_) => break,
            }
        }
    }
    Plan {
        operands: operands_at(block, spot.index).into_iter().map(look).collect(),
        stored: stored_place(block, spot.index).filter(|place| scalar(place)).cloned(),
        dereferences,
        indices,
    }
}
