//! Generic functions. Passes of a compiler work on them before any type is known, so they see
//! what no other function shows: sizes that cannot be asked for, copies of they know not what.
//! One is written as a whole, in terms of its parameters; for each list of types that it is
//! called with there is an ordinary function while the program grows, which the machine judges.
//! At the end the calls of these become calls of the generic one.

mod body;
mod region;

use super::generator::Generator;
use crate::syntax::{Callee, ConstTree, FnId, Function, Inline, Place, Program, Ty};

/// A generic function. Its own calls of generic functions name templates by their number.
pub struct Template {
    function: Function,
    instances: Vec<(Vec<Ty>, FnId)>,
}

/// Generic functions of one program, at most.
const MOST_TEMPLATES: usize = 4;

/// Functions for types of one program, at most.
const MOST_INSTANCES: usize = 12;

/// Steps that one call may take.
const MOST_STEPS: u64 = 400;

impl Generator {
    pub fn may_call_generic(&self) -> bool {
        let made: usize = self.templates.iter().map(|template| template.instances.len()).sum();
        made < MOST_INSTANCES && self.budget.statements > 60 && self.may_run(MOST_STEPS)
    }

    /// Calls a generic function with types that it was not called with before.
    pub fn make_generic(&mut self) -> bool {
        let count = self.templates.len();
        let anew = count == 0 || (count < MOST_TEMPLATES && self.entropy.chance(1, 3));
        let number = if anew { self.new_template() } else { self.entropy.index(count) };
        let called = self.call_generic(number);
        // One that no type fits is forgotten, unless another one calls it by now.
        if anew && self.templates[number].instances.is_empty() {
            self.templates.truncate(number);
            return false;
        }
        // Two types at least: what is right for one may be wrong for the other.
        if anew {
            self.call_generic(number);
        }
        called
    }

    fn call_generic(&mut self, number: usize) -> bool {
        let generics = self.templates[number].function.generics;
        let args: Vec<Ty> = (0..generics).map(|_| self.generic_argument()).collect();
        let before = self.stage.program.functions.len();
        let function = self.instantiate(number, args);
        let called = function.index() >= before && self.call_instance(function);
        if !called && function.index() >= before {
            self.forget_instances(before);
        }
        called
    }

    /// A type that may stand for a parameter.
    fn generic_argument(&mut self) -> Ty {
        for _ in 0..4 {
            let ty = self.pool.any(&mut self.entropy);
            let facts = self.facts(ty);
            if facts.copy && facts.leaves <= 8 && !facts.references {
                return ty;
            }
        }
        self.pool.int(&mut self.entropy)
    }

    fn call_instance(&mut self, function: FnId) -> bool {
        let Some(args) = self.matching_arguments(function) else { return false };
        let ret = self.stage.program.functions[function.index()].locals[0].ty;
        let destination = Place::local(self.declare(ret));
        let steps = self.budget.steps;
        let callee = Callee::Function(function);
        if !self.call_finished(callee, args, destination, ret, MOST_STEPS) {
            return false;
        }
        let draft = &mut self.drafts[function.index()];
        draft.finished = true;
        draft.cost = steps.saturating_sub(self.budget.steps);
        self.make_observe();
        true
    }

    /// The function for these types, and those for the types that it calls others with.
    fn instantiate(&mut self, number: usize, args: Vec<Ty>) -> FnId {
        let known = &self.templates[number].instances;
        if let Some((_, id)) = known.iter().find(|(types, _)| *types == args) {
            return *id;
        }
        let types = &mut self.stage.program.types;
        let mut body = self.templates[number].function.instance(types, &args);
        self.facts.extend(&self.stage.program.types);
        self.stage.extend_types();
        for block in &mut body.blocks {
            if let Some(callee) = block.terminator.kind.callee_mut()
                && let Callee::Generic(other, types) = callee
            {
                *callee = Callee::Function(self.instantiate(other.index(), types.clone()));
            }
        }
        let tys: Vec<Ty> = body.locals.iter().map(|local| local.ty).collect();
        let params = body.params as usize;
        let id = self.new_function(&tys[1..=params], tys[0], body.inline);
        for &ty in &tys[params + 1..] {
            self.add_local(id, ty, false);
        }
        self.drafts[id.index()].sealed = vec![true; body.blocks.len()];
        self.stage.program.functions[id.index()].blocks = body.blocks;
        self.templates[number].instances.push((args, id));
        id
    }

    /// Takes back functions that were made for types.
    fn forget_instances(&mut self, before: usize) {
        self.stage.program.functions.truncate(before);
        self.drafts.truncate(before);
        for template in &mut self.templates {
            template.instances.retain(|(_, id)| id.index() < before);
        }
    }

    /// Whether a function was made for types: it has no address of its own.
    pub fn is_instance(&self, function: FnId) -> bool {
        let mut made = self.templates.iter().flat_map(|template| &template.instances);
        made.any(|(_, id)| *id == function)
    }

    fn template_inline(&mut self) -> Inline {
        match self.entropy.below(4) {
            0 => Inline::Never,
            1 => Inline::Always,
            _ => Inline::Default,
        }
    }
}

/// What became of a function.
#[derive(Clone)]
enum Fate {
    Stays(FnId),
    /// It is the generic function of this number with these types.
    Instance(usize, Vec<Ty>),
}

/// Puts generic functions in the place of the functions that were made from them.
pub fn generalize(program: &mut Program, templates: Vec<Template>) {
    if templates.iter().all(|template| template.instances.is_empty()) {
        return;
    }
    let mut fates: Vec<Fate> = vec![Fate::Stays(FnId(0)); program.functions.len()];
    for (number, template) in templates.iter().enumerate() {
        for (types, id) in &template.instances {
            fates[id.index()] = Fate::Instance(number, types.clone());
        }
    }
    // Where each generic function stands: in the place of its first instance.
    let mut numbers = vec![FnId(0); templates.len()];
    let mut functions: Vec<Function> = Vec::new();
    let mut seen = vec![false; templates.len()];
    for (function, fate) in std::mem::take(&mut program.functions).into_iter().zip(&mut fates) {
        let next = FnId(functions.len() as u32);
        match fate {
            Fate::Stays(id) => {
                *id = next;
                functions.push(function);
            }
            Fate::Instance(number, _) if !std::mem::replace(&mut seen[*number], true) => {
                numbers[*number] = next;
                let template = templates[*number].function.clone();
                functions.push(Function { name: function.name, ..template });
            }
            Fate::Instance(..) => {}
        }
    }
    program.functions = functions;
    let walk = Renumber { fates: &fates, numbers: &numbers };
    for function in &mut program.functions {
        let generic = function.generics > 0;
        for block in &mut function.blocks {
            if let Some(callee) = block.terminator.kind.callee_mut() {
                walk.callee(callee, generic);
            }
        }
    }
    program.consts.iter_mut().for_each(|item| walk.tree(&mut item.value));
    program.statics.iter_mut().for_each(|item| walk.tree(&mut item.init));
    program.entry.args.iter_mut().for_each(|arg| walk.tree(arg));
    walk.function(&mut program.entry.function);
    let adts: Vec<_> = program.types.adts().map(|(id, _)| id).collect();
    for id in adts {
        if let Some(function) = &mut program.types.adt_mut(id).drop {
            walk.function(function);
        }
    }
}

struct Renumber<'a> {
    fates: &'a [Fate],
    numbers: &'a [FnId],
}

impl Renumber<'_> {
    fn callee(&self, callee: &mut Callee, in_template: bool) {
        match callee {
            Callee::Generic(number, _) if in_template => *number = self.numbers[number.index()],
            Callee::Function(id) => match &self.fates[id.index()] {
                Fate::Stays(new) => *id = *new,
                Fate::Instance(number, types) => {
                    *callee = Callee::Generic(self.numbers[*number], types.clone());
                }
            },
            _ => {}
        }
    }

    /// A function that is named without being called: never one that was made for types.
    fn function(&self, id: &mut FnId) {
        if let Fate::Stays(new) = &self.fates[id.index()] {
            *id = *new;
        }
    }

    fn tree(&self, tree: &mut ConstTree) {
        match tree {
            ConstTree::Function(id) => self.function(id),
            ConstTree::Fields(parts) | ConstTree::Variant(_, parts) => {
                parts.iter_mut().for_each(|part| self.tree(part));
            }
            ConstTree::Repeat(part, _) | ConstTree::Union(_, part) => self.tree(part),
            _ => {}
        }
    }
}
