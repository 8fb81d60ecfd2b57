//! The inlining crossover: the body of one function is put into another, in the place of an
//! operand, with registers that are there as its arguments. Algorithm 1 of the paper on FLUX,
//! with phis as places too, and with functions that return nothing.

use std::collections::BTreeSet;

use spektr_entropy::Entropy;

use super::graft::free_name;
use super::place::{Ground, Place, Stitch};
use crate::syntax::{
    Block, BlockId, Body, ConstId, Flags, GlobalId, Instruction, Module, Name, Op, Operand,
    TailKind, Ty, Type, Value, ValueId,
};
use spektr_text::Span;

/// The body that is put somewhere, in terms of the module it is put into.
pub struct Giver {
    pub body: Body,
    pub result: Ty,
    pub personality: Option<ConstId>,
}

/// Places that are looked at before a pair is said not to fit.
const MOST_PLACES: usize = 48;

/// Puts a body into a function. `None` if there is no place for it.
pub fn inline(
    module: &mut Module,
    id: GlobalId,
    giver: &Giver,
    entropy: &mut Entropy,
) -> Option<()> {
    let function = module.global(id).function()?;
    let body = function.body.as_ref()?;
    let personality = match (function.personality, giver.personality) {
        (Some(own), Some(other)) if own != other => return None,
        (own, other) => own.or(other),
    };
    let is_void = module.types[giver.result] == Type::Void;
    let ground = Ground::new(module, body);
    let mut places = ground.places((!is_void).then_some(giver.result));
    entropy.shuffle(&mut places);
    let (place, arguments) = places
        .into_iter()
        .take(MOST_PLACES)
        .find_map(|place| Some((place, arguments(&ground, place, &giver.body, entropy)?)))?;
    let spliced = Splice::new(body, giver, place).make(&arguments);
    let function = module.globals[id.index()].function_mut()?;
    function.body = Some(spliced);
    function.personality = personality;
    Some(())
}

/// A register for each parameter; `None` if there is one without.
fn arguments(
    ground: &Ground<'_>,
    place: Place,
    giver: &Body,
    entropy: &mut Entropy,
) -> Option<Vec<Operand>> {
    let there = ground.suppliers(place);
    let of = |ty: Ty| -> Vec<ValueId> {
        let fits = |value: &&ValueId| ground.body.values[value.index()].ty == ty;
        there.iter().filter(fits).copied().collect()
    };
    let choose = |param: ValueId| entropy.pick(&of(giver.values[param.index()].ty)).copied();
    giver.param_values().map(choose).map(|it| it.map(Operand::Local)).collect()
}

/// One body being put into another.
struct Splice<'a> {
    giver: &'a Body,
    place: Place,
    body: Body,
    /// The register of what the giver returns.
    returned: ValueId,
    names: BTreeSet<Name>,
}

impl<'a> Splice<'a> {
    fn new(body: &Body, giver: &'a Giver, place: Place) -> Splice<'a> {
        let mut body = body.clone();
        let names = body.values.iter().filter_map(|value| value.name.clone());
        let names = names.chain(body.blocks.iter().filter_map(|block| block.name.clone()));
        let names = names.collect();
        let returned = ValueId::new(body.values.len());
        body.values.push(Value { ty: giver.result, name: None });
        Splice { giver: &giver.body, place, body, returned, names }
    }

    fn make(mut self, arguments: &[Operand]) -> Body {
        self.stitch();
        let mut given = self.given(arguments);
        let allocas = static_allocas(&mut given);
        let answers = if given.len() == 1 { self.one(given) } else { self.several(given) };
        self.settle(&answers);
        let entry = &mut self.body.blocks[0].instructions;
        entry.splice(0..0, allocas);
        self.body.renumber();
        self.body
    }

    /// Lets the operand be what the giver returns.
    fn stitch(&mut self) {
        let Place { block, index, stitch } = self.place;
        let returned = Operand::Local(self.returned);
        match stitch {
            None => {}
            Some(Stitch::Operand(wanted)) => {
                let mut number = 0;
                self.body.blocks[block.index()].instructions[index].op.for_each_operand(
                    &mut |it| {
                        if number == wanted {
                            *it = returned;
                        }
                        number += 1;
                    },
                );
            }
            Some(Stitch::Phi { block: at, index }) => {
                let phi = &mut self.body.blocks[at.index()].instructions[index].op;
                if let Op::Phi { incoming, .. } = phi {
                    incoming.iter_mut().filter(|it| it.1 == block).for_each(|it| it.0 = returned);
                }
            }
        }
    }

    fn fresh(&mut self, name: &Option<Name>) -> Option<Name> {
        let name = name.as_ref()?;
        let wanted = Name::new([name.bytes(), b".i"].concat());
        let name = free_name(&wanted, |name| self.names.contains(name));
        self.names.insert(name.clone());
        Some(name)
    }

    /// The giver's blocks with registers of the receiver; their own blocks still have the
    /// giver's numbers.
    fn given(&mut self, arguments: &[Operand]) -> Vec<Block> {
        let mut map = arguments.to_vec();
        for value in &self.giver.values[self.giver.params as usize..] {
            map.push(Operand::Local(ValueId::new(self.body.values.len())));
            let name = self.fresh(&value.name);
            self.body.values.push(Value { ty: value.ty, name });
        }
        let mut blocks = self.giver.blocks.clone();
        for block in &mut blocks {
            block.name = self.fresh(&block.name);
            for instruction in &mut block.instructions {
                instruction.op.for_each_operand(&mut |operand| {
                    if let Operand::Local(value) = operand {
                        *operand = map[value.index()];
                    }
                });
                if let Some(result) = instruction.result
                    && let Operand::Local(value) = map[result.index()]
                {
                    instruction.result = Some(value);
                }
                if let Some(call) = instruction.op.call_mut()
                    && call.tail != Some(TailKind::NoTail)
                {
                    // Here it is no longer what its function ends with.
                    call.tail = None;
                }
            }
        }
        blocks
    }

    /// A giver of one block goes between two instructions.
    fn one(&mut self, mut given: Vec<Block>) -> Vec<(Option<Operand>, BlockId)> {
        let mut instructions = given.pop().map(|block| block.instructions).unwrap_or_default();
        let last = instructions.pop();
        let Place { block, index, .. } = self.place;
        self.body.blocks[block.index()].instructions.splice(index..index, instructions);
        match last.map(|last| last.op) {
            Some(Op::Ret(value)) => vec![(value, block)],
            _ => Vec::new(),
        }
    }

    /// A giver of several blocks splits the block in two.
    fn several(&mut self, given: Vec<Block>) -> Vec<(Option<Operand>, BlockId)> {
        let Place { block: head, index, .. } = self.place;
        let (added, tail) = (given.len() as u32, BlockId(head.0 + given.len() as u32));
        let moved = |it: BlockId| if it <= head { it } else { BlockId(it.0 + added) };
        for instruction in self.body.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
            instruction.op.for_each_successor(&mut |to| *to = moved(*to));
            if let Op::Phi { incoming, .. } = &mut instruction.op {
                let arrives = |from: BlockId| if from == head { tail } else { moved(from) };
                incoming.iter_mut().for_each(|(_, from)| *from = arrives(*from));
            }
        }
        let mut answers = Vec::new();
        let mut new_blocks = Vec::with_capacity(given.len());
        for (at, mut block) in given.into_iter().enumerate() {
            let here = BlockId(head.0 + at as u32);
            for instruction in &mut block.instructions {
                let inside = |to: &mut BlockId| to.0 += head.0;
                instruction.op.for_each_successor(&mut |to| inside(to));
                if let Op::Phi { incoming, .. } = &mut instruction.op {
                    incoming.iter_mut().for_each(|(_, from)| inside(from));
                }
                if let Op::Ret(value) = instruction.op {
                    answers.push((value, here));
                    *instruction = plain(None, Op::Br(tail));
                }
            }
            new_blocks.push(block);
        }
        let mut new_blocks = new_blocks.into_iter();
        let entry = new_blocks.next().unwrap_or_default();
        let rest = self.body.blocks[head.index()].instructions.split_off(index);
        self.body.blocks[head.index()].instructions.extend(entry.instructions);
        let name = self.fresh(&self.body.blocks[head.index()].name.clone());
        let tail = Block { name, instructions: rest };
        let at = head.index() + 1;
        self.body.blocks.splice(at..at, new_blocks.chain([tail]));
        answers
    }

    /// Gives the operand its value: what is returned, or a phi of what several returns return.
    fn settle(&mut self, answers: &[(Option<Operand>, BlockId)]) {
        if self.place.stitch.is_none() {
            return;
        }
        let values: Vec<(Operand, BlockId)> =
            answers.iter().filter_map(|(value, from)| Some(((*value)?, *from))).collect();
        let Some(&(first, _)) = values.first() else { return };
        if values.len() > 1 {
            let ty = self.body.values[self.returned.index()].ty;
            let tail = self.place.block.index() + self.giver.blocks.len();
            let phi = Op::Phi { flags: Flags::NONE, ty, incoming: values };
            self.body.blocks[tail].instructions.insert(0, plain(Some(self.returned), phi));
            return;
        }
        let returned = self.returned;
        for instruction in self.body.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
            instruction.op.for_each_operand(&mut |operand| {
                if *operand == Operand::Local(returned) {
                    *operand = first;
                }
            });
        }
    }
}

fn plain(result: Option<ValueId>, op: Op) -> Instruction {
    Instruction { result, op, metadata: Vec::new(), records: Vec::new(), span: Span::default() }
}

/// Takes out what the entry allocates once: it belongs to the entry of the receiver, or every
/// pass through a loop would allocate anew.
fn static_allocas(given: &mut [Block]) -> Vec<Instruction> {
    let Some(entry) = given.first_mut() else { return Vec::new() };
    let is_static = |it: &Instruction| match &it.op {
        Op::Alloca(alloca) => !matches!(alloca.count, Some(Operand::Local(_))),
        _ => false,
    };
    let (allocas, rest) = std::mem::take(&mut entry.instructions).into_iter().partition(is_static);
    entry.instructions = rest;
    allocas
}
