//! How alive a program is: it is run once more, step by step, and watched from outside.

use super::constructs::Constructs;
use super::dataflow::{Dataflow, Node};
use super::habits::{Habits, Moment, Site};
use super::loops::Edges;
use crate::machine::{Ending, Immediate, Machine, Pointer, Scalar};
use crate::syntax::*;

/// The figures of one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Liveness {
    pub steps: u64,
    pub observations: u64,
    pub functions: u64,
    pub statements: u64,
    /// Statements that ran at least once.
    pub executed: u64,
    /// Assignments that ran.
    pub assignments: u64,
    /// Of these, how many reached an observation by data flow.
    pub observed: u64,
    /// Pointer parameters of functions that were called.
    pub pointer_params: u64,
    /// Of these, how many the callee looked behind.
    pub dereferenced: u64,
    /// Constructs that occur, and those that ran.
    pub present: Constructs,
    pub live: Constructs,
}

/// Runs a valid program and measures it. Steps beyond `fuel` are not looked at.
pub fn measure(program: &Program, fuel: u64) -> Liveness {
    let made = program.instances().expect("a program that was generated has few instances");
    let Some(made) = made else {
        let mut watch = Watch::new(program);
        watch.run(fuel);
        return watch.figures();
    };
    let mut watch = Watch::new(&made.program);
    watch.run(fuel);
    let own = program.functions.len();
    let entered = |index: &usize| watch.entries[*index] > 0;
    let ran: Vec<FnId> =
        (own..made.templates.len()).filter(entered).map(|index| made.templates[index]).collect();
    let several = ran.iter().enumerate().any(|(i, template)| ran[..i].contains(template));
    let mut figures = watch.figures();
    let mut name = |holds: bool, name: &str| {
        if holds {
            figures.live.names.insert(name.to_owned());
        }
    };
    name(!ran.is_empty(), "call.generic");
    name(several, "run.generic_at_several_types");
    figures.functions = own as u64;
    figures
}

/// Steps that dropping one value may take.
const DROPPING: u64 = 100_000;

struct Call {
    function: FnId,
    block: BlockId,
    /// Where the result goes, in the caller: its bytes, its place, and the call.
    destination: Option<(Pointer, u32)>,
    returns_to: Option<(Place, Site)>,
}

struct Watch<'a> {
    program: &'a Program,
    machine: Machine,
    flow: Dataflow,
    habits: Habits,
    calls: Vec<Call>,
    steps: u64,
    entries: Vec<u64>,
    ran: Vec<Vec<bool>>,
    edges: Vec<Edges>,
    recursive: bool,
    /// Per function and parameter: whether it was looked behind.
    looked_behind: Vec<Vec<bool>>,
}

impl<'a> Watch<'a> {
    fn new(program: &'a Program) -> Watch<'a> {
        let functions = &program.functions;
        let machine = Machine::new(program).expect("a program that was generated has layouts");
        Watch {
            program,
            machine,
            flow: Dataflow::new(),
            habits: Habits::default(),
            calls: Vec::new(),
            steps: 0,
            entries: vec![0; functions.len()],
            ran: functions.iter().map(|function| vec![false; function.blocks.len()]).collect(),
            edges: functions.iter().map(all_edges).collect(),
            recursive: false,
            looked_behind: functions.iter().map(|f| vec![false; f.params as usize + 1]).collect(),
        }
    }

    fn run(&mut self, fuel: u64) {
        if self.machine.start(self.program).is_err() {
            return;
        }
        let function = self.program.entry.function;
        self.entered(function, None, None);
        while self.machine.ending().is_none() && self.steps < fuel {
            if !self.block() {
                return;
            }
        }
    }

    fn entered(
        &mut self,
        function: FnId,
        destination: Option<(Pointer, u32)>,
        returns_to: Option<(Place, Site)>,
    ) {
        self.entries[function.index()] += 1;
        self.recursive |= self.calls.iter().any(|call| call.function == function);
        let from = self.calls.last().map(|call| (call.function, call.block));
        self.habits.enter(&self.program.functions[function.index()], function, from);
        self.calls.push(Call { function, block: BlockId(0), destination, returns_to });
    }

    /// Runs the current block. False if the machine stops.
    fn block(&mut self) -> bool {
        let program = self.program;
        if self.machine.is_dropping() {
            let depth = self.machine.depth() - 1;
            let dropped = self.machine.run_to_depth(program, depth, DROPPING).is_ok();
            self.moved_on();
            return dropped;
        }
        // A panic leaves frames without a word.
        while self.calls.len() > self.machine.depth() {
            self.calls.pop();
            self.habits.leave();
        }
        let Some((function, id)) = self.machine.position() else { return false };
        let block = &program.functions[function.index()].blocks[id.index()];
        self.ran[function.index()][id.index()] = true;
        for (index, statement) in block.statements.iter().enumerate() {
            self.steps += 1;
            if !self.statement(statement, (id, index as u32)) {
                return false;
            }
        }
        self.steps += 1;
        self.terminator(&block.terminator, (id, block.statements.len() as u32))
    }

    /// What habits are seen in, and the habits themselves. Only while a frame is running.
    fn moment(&mut self, site: Site) -> Option<(Moment<'_>, &mut Habits)> {
        let (function, _) = self.machine.position()?;
        let function = &self.program.functions[function.index()];
        let machine = &mut self.machine;
        Some((Moment { program: self.program, function, machine, site }, &mut self.habits))
    }

    fn statement(&mut self, statement: &Statement, site: Site) -> bool {
        let (place, sources, counted) = match &statement.kind {
            StatementKind::Assign(place, rvalue) => {
                if let Some((mut moment, habits)) = self.moment(site) {
                    habits.assign(&mut moment, place, rvalue);
                }
                let mut sources = Vec::new();
                self.rvalue_sources(rvalue, &mut sources);
                self.address_sources(place, &mut sources);
                (place, sources, true)
            }
            StatementKind::SetDiscriminant(place, _) => {
                let mut sources = Vec::new();
                self.place_sources(place, &mut sources);
                (place, sources, false)
            }
            _ => return self.machine.step_statement(self.program, statement).is_ok(),
        };
        let before = self.locate(place);
        if self.machine.step_statement(self.program, statement).is_err() {
            return false;
        }
        let assignment = self.machine.position().filter(|_| counted).map(|(it, _)| (it, site));
        let node = self.flow.write(&sources, assignment);
        // A local gets its memory with the first write.
        if let Some((pointer, size)) = before.or_else(|| self.locate(place)) {
            self.flow.claim(&pointer, size, node);
        }
        let partial = !place.projection.is_empty() || !counted;
        if partial && let Some((moment, habits)) = self.moment(site) {
            habits.after_part(&moment, place);
        }
        true
    }

    fn terminator(&mut self, terminator: &Terminator, site: Site) -> bool {
        match &terminator.kind {
            TerminatorKind::Call { destination, callee, args, .. } => {
                self.call(terminator, destination, callee, args, site)
            }
            TerminatorKind::Return => self.leave(terminator),
            TerminatorKind::TailCall { .. } => {
                let left = self.calls.pop();
                self.habits.leave();
                if self.machine.step_terminator(self.program, terminator).is_err() {
                    return false;
                }
                let function = self.machine.position().map_or(FnId(0), |(function, _)| function);
                let (to, at) =
                    left.map_or((None, None), |call| (call.destination, call.returns_to));
                self.entered(function, to, at);
                true
            }
            _ => {
                if let TerminatorKind::Switch { subject, .. } = &terminator.kind {
                    self.habits.switch(subject);
                }
                let stepped = self.machine.step_terminator(self.program, terminator).is_ok();
                self.moved_on();
                stepped
            }
        }
    }

    /// Control went to another block of the same frame.
    fn moved_on(&mut self) {
        let Some((function, block)) = self.machine.position() else { return };
        if let Some(call) = self.calls.last_mut() {
            let from = std::mem::replace(&mut call.block, block);
            self.edges[function.index()].taken.insert((from.0, block.0));
        }
    }

    fn call(
        &mut self,
        terminator: &Terminator,
        destination: &Place,
        callee: &Callee,
        args: &[Operand],
        site: Site,
    ) -> bool {
        let habit = match self.moment(site) {
            Some((moment, habits)) => habits.call(&moment, callee, args),
            None => return false,
        };
        let passed: Vec<Vec<Node>> = args.iter().map(|arg| self.operand_sources(arg)).collect();
        let behind = self.behind_arguments(args);
        let target = self.locate(destination);
        let depth = self.machine.depth();
        if self.machine.step_terminator(self.program, terminator).is_err() {
            return false;
        }
        if self.machine.depth() > depth {
            let function = self.machine.position().map_or(FnId(0), |(function, _)| function);
            self.entered(function, target, Some((destination.clone(), site)));
            for (index, sources) in passed.iter().enumerate() {
                let node = self.flow.write(sources, None);
                if let Some((pointer, size)) = self.locate(&Place::local(Local(index as u32 + 1))) {
                    self.flow.claim(&pointer, size, node);
                }
            }
            return true;
        }
        self.moved_on();
        if let Some((moment, habits)) = self.moment(site) {
            habits.after_call(&moment, destination, habit);
        }
        self.after_builtin(
            callee,
            args,
            passed,
            behind,
            target.or_else(|| self.locate(destination)),
        );
        true
    }

    /// An observation or an intrinsic: it has run.
    fn after_builtin(
        &mut self,
        callee: &Callee,
        args: &[Operand],
        passed: Vec<Vec<Node>>,
        behind: Vec<Option<(Pointer, u32)>>,
        target: Option<(Pointer, u32)>,
    ) {
        if *callee == Callee::Observe {
            passed.iter().for_each(|sources| self.flow.show(sources));
            return;
        }
        self.note_looks(args);
        let mut sources: Vec<Node> = passed.into_iter().flatten().collect();
        for (pointer, size) in behind.iter().flatten() {
            self.flow.writers_of(pointer, *size, &mut sources);
        }
        let node = self.flow.write(&sources, None);
        if let Some((pointer, size)) = target {
            self.flow.claim(&pointer, size, node);
        }
        for (arg, place) in args.iter().zip(&behind) {
            if let Some((pointer, size)) = place
                && self.is_mut_pointer(arg)
            {
                self.flow.claim(pointer, *size, node);
            }
        }
    }

    fn leave(&mut self, terminator: &Terminator) -> bool {
        let mut sources = Vec::new();
        self.place_sources(&Place::local(Local::RETURN), &mut sources);
        let call = self.calls.pop();
        if self.machine.step_terminator(self.program, terminator).is_err() {
            return false;
        }
        self.habits.leave();
        let node = self.flow.write(&sources, None);
        if let Some(call) = call {
            if let Some((pointer, size)) = call.destination {
                self.flow.claim(&pointer, size, node);
            }
            if let Some((place, site)) = call.returns_to {
                self.habits.returned(&place, site);
            }
        }
        self.moved_on();
        true
    }

    fn function(&self) -> Option<&'a Function> {
        let (function, _) = self.machine.position()?;
        Some(&self.program.functions[function.index()])
    }

    fn ty(&self, operand: &Operand) -> Option<Ty> {
        crate::typing::operand_ty(self.program, self.function()?, operand).ok()
    }

    /// Where a place is, and how many bytes it has.
    fn locate(&self, place: &Place) -> Option<(Pointer, u32)> {
        let pointer = self.machine.glance_at(self.program, place)?;
        let ty = crate::typing::place_ty(&self.program.types, self.function()?, place).ok()?;
        Some((pointer, self.machine.layout(ty)?.size))
    }

    fn place_sources(&self, place: &Place, sources: &mut Vec<Node>) {
        if let Some((pointer, size)) = self.locate(place) {
            self.flow.writers_of(&pointer, size, sources);
        }
    }

    /// Who wrote the pointers and indices that lead to a place.
    fn address_sources(&mut self, place: &Place, sources: &mut Vec<Node>) {
        if place.is_indirect() {
            self.place_sources(&Place::local(place.local), sources);
            self.look_behind(place.local);
        }
        for step in &place.projection {
            if let Projection::Index(local) = step {
                self.place_sources(&Place::local(*local), sources);
            }
        }
    }

    fn look_behind(&mut self, local: Local) {
        if let Some((function, _)) = self.machine.position()
            && let Some(seen) = self.looked_behind[function.index()].get_mut(local.index())
        {
            *seen = true;
        }
    }

    /// Pointers that were handed to an intrinsic that looks behind them.
    fn note_looks(&mut self, args: &[Operand]) {
        for arg in args {
            if let Operand::Copy(place) | Operand::Move(place) = arg
                && place.projection.is_empty()
            {
                self.look_behind(place.local);
            }
        }
    }

    fn operand_sources(&mut self, operand: &Operand) -> Vec<Node> {
        let mut sources = Vec::new();
        if let Operand::Copy(place) | Operand::Move(place) = operand {
            self.place_sources(place, &mut sources);
            self.address_sources(place, &mut sources);
        }
        sources
    }

    fn rvalue_sources(&mut self, rvalue: &Rvalue, sources: &mut Vec<Node>) {
        let operands: Vec<&Operand> = match rvalue {
            Rvalue::Use(operand)
            | Rvalue::Repeat(operand, _)
            | Rvalue::Unary(_, operand)
            | Rvalue::Cast(_, operand, _) => vec![operand],
            Rvalue::Binary(_, left, right) | Rvalue::Checked(_, left, right) => vec![left, right],
            Rvalue::Aggregate(_, operands) => operands.iter().collect(),
            Rvalue::Ref(_, place) | Rvalue::RawRef(_, place) => {
                self.address_sources(place, sources);
                return;
            }
            Rvalue::Discriminant(place) | Rvalue::Len(place) => {
                self.place_sources(place, sources);
                self.address_sources(place, sources);
                return;
            }
        };
        for operand in operands {
            sources.extend(self.operand_sources(operand));
        }
    }

    /// What the pointers among the arguments lead to.
    fn behind_arguments(&self, args: &[Operand]) -> Vec<Option<(Pointer, u32)>> {
        let behind = |arg: &Operand| {
            let (Operand::Copy(place) | Operand::Move(place)) = arg else { return None };
            let pointee = self.program.types.pointee(self.ty(arg)?)?;
            let size = self.machine.layout(pointee)?.size;
            match self.machine.glance(self.program, place)? {
                Immediate::Scalar(Scalar::Pointer(pointer)) => Some((pointer, size)),
                _ => None,
            }
        };
        args.iter().map(behind).collect()
    }

    fn is_mut_pointer(&self, arg: &Operand) -> bool {
        let kind = self.ty(arg).map(|ty| self.program.types.kind(ty));
        matches!(kind, Some(TyKind::RawPtr(Mutability::Mut, _)))
    }

    fn figures(self) -> Liveness {
        let mut figures = Liveness {
            steps: self.steps,
            observations: self.machine.trace().lines().count() as u64,
            functions: self.program.functions.len() as u64,
            present: Constructs::of_program(self.program),
            ..Liveness::default()
        };
        (figures.assignments, figures.observed) = self.flow.count();
        for (index, function) in self.program.functions.iter().enumerate() {
            for (block, ran) in function.blocks.iter().zip(&self.ran[index]) {
                let statements = block.statements.len() as u64;
                figures.statements += statements;
                if *ran {
                    figures.executed += statements;
                    figures.live.block(self.program, function, block);
                }
            }
            if self.entries[index] > 0 {
                self.count_params(function, &self.looked_behind[index], &mut figures);
            }
        }
        self.name_dynamic(&mut figures.live);
        figures
    }

    fn count_params(&self, function: &Function, looked: &[bool], figures: &mut Liveness) {
        let params = function.locals.iter().zip(looked).skip(1).take(function.params as usize);
        for (param, &looked) in params {
            if self.program.types.pointee(param.ty).is_some() {
                figures.pointer_params += 1;
                figures.dereferenced += u64::from(looked);
            }
        }
    }

    /// What only a run can show.
    fn name_dynamic(&self, live: &mut Constructs) {
        let mut name = |holds: bool, name: &str| {
            if holds {
                live.names.insert(name.to_owned());
            }
        };
        name(self.entries.iter().any(|&entries| entries > 1), "run.function_entered_again");
        name(self.recursive, "run.recursion");
        name(self.machine.ending() == Some(Ending::Panicked), "run.panic");
        name(!self.program.entry.args.is_empty(), "run.arguments_black_boxed");
        for habit in &self.habits.names {
            name(true, habit);
        }
        for edges in self.edges.iter().filter(|edges| !edges.taken.is_empty()) {
            let loops = edges.loops();
            name(loops.iterating, "run.loop_iterating");
            name(loops.nested, "run.loop_nested");
            name(loops.several_exits, "run.loop_several_exits");
        }
        for (function, ran) in self.program.functions.iter().zip(&self.ran) {
            self.name_decoys(function, ran, &mut name);
        }
    }

    /// What stands on paths that do not run, in functions that do.
    fn name_decoys(&self, function: &Function, ran: &[bool], name: &mut impl FnMut(bool, &str)) {
        let is_decoy = |block: BlockId| ran[0] && !ran[block.index()];
        for (index, block) in function.blocks.iter().enumerate() {
            if !is_decoy(BlockId(index as u32)) {
                let switches = matches!(block.terminator.kind, TerminatorKind::Switch { .. });
                let arms = block.terminator.kind.successors();
                name(switches && arms.into_iter().any(is_decoy), "run.decoy_arm");
                continue;
            }
            name(!block.statements.is_empty(), "run.decoy_block");
            for statement in &block.statements {
                match statement.kind {
                    StatementKind::StorageLive(_) => name(true, "run.storage_live_in_decoy"),
                    StatementKind::StorageDead(_) => name(true, "run.storage_dead_in_decoy"),
                    _ => {}
                }
            }
            let back = block.terminator.kind.successors().into_iter().any(|to| !is_decoy(to));
            name(back, "run.decoy_leads_back");
        }
    }
}

fn all_edges(function: &Function) -> Edges {
    let mut edges = Edges::default();
    for (index, block) in function.blocks.iter().enumerate() {
        for to in block.terminator.kind.successors() {
            edges.all.insert((index as u32, to.0));
        }
    }
    edges
}
