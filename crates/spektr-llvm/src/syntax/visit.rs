//! What instructions use, in one place: registers and constants, blocks, metadata.

use super::{
    Argument, BlockId, Call, Callee, Clause, Field, FunctionAttributes, GlobalKind, Instruction,
    Metadata, Module, Node, NodeKind, Op, Operand, ValueId,
};

impl Op {
    /// All register and constant operands, in the order of the text. Constants that can be
    /// nothing else (shuffle masks, switch cases) and values inside metadata are not operands.
    pub fn operands(&self) -> Vec<Operand> {
        let mut all = Vec::new();
        self.walk(&mut |operand| all.push(operand));
        all
    }

    fn walk(&self, see: &mut dyn FnMut(Operand)) {
        match self {
            Op::Ret(None) | Op::Br(_) | Op::Unreachable | Op::Fence { .. } => {}
            Op::Ret(Some(it))
            | Op::Resume(it)
            | Op::Freeze(it)
            | Op::CondBr { condition: it, .. }
            | Op::Switch { value: it, .. }
            | Op::IndirectBr { address: it, .. }
            | Op::CatchSwitch { within: it, .. }
            | Op::CatchRet { pad: it, .. }
            | Op::CleanupRet { pad: it, .. }
            | Op::FNeg { value: it, .. }
            | Op::Cast { value: it, .. }
            | Op::Load { pointer: it, .. }
            | Op::ExtractValue { aggregate: it, .. }
            | Op::VaArg { list: it, .. } => see(*it),
            Op::Binary { left, right, .. }
            | Op::ICmp { left, right, .. }
            | Op::FCmp { left, right, .. }
            | Op::ShuffleVector { left, right, .. } => [*left, *right].into_iter().for_each(see),
            Op::Store { value, pointer, .. } => [*value, *pointer].into_iter().for_each(see),
            Op::ExtractElement { vector, index } => [*vector, *index].into_iter().for_each(see),
            Op::InsertValue { aggregate, element, .. } => {
                [*aggregate, *element].into_iter().for_each(see);
            }
            Op::Select { condition, yes, no, .. } => {
                [*condition, *yes, *no].into_iter().for_each(see);
            }
            Op::InsertElement { vector, element, index } => {
                [*vector, *element, *index].into_iter().for_each(see);
            }
            Op::Phi { incoming, .. } => incoming.iter().for_each(|(it, _)| see(*it)),
            Op::Alloca(alloca) => alloca.count.into_iter().for_each(see),
            Op::Gep(gep) => {
                see(gep.base);
                gep.indices.iter().copied().for_each(see);
            }
            Op::CmpXchg(it) => [it.pointer, it.expected, it.new].into_iter().for_each(see),
            Op::AtomicRmw(it) => [it.pointer, it.value].into_iter().for_each(see),
            Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => {
                if let Callee::Value(callee) = call.callee {
                    see(callee);
                }
                let inputs = call.bundles.iter().flat_map(|bundle| &bundle.inputs);
                call.args.iter().chain(inputs).filter_map(Argument::value).for_each(see);
            }
            Op::LandingPad { clauses, .. } => clauses.iter().for_each(|clause| match clause {
                Clause::Catch(it) | Clause::Filter(it) => see(*it),
            }),
            Op::CatchPad { within, args } | Op::CleanupPad { within, args } => {
                see(*within);
                args.iter().filter_map(Argument::value).for_each(see);
            }
        }
    }

    /// All operands, to be changed; the same ones in the same order as [`Op::operands`].
    pub fn for_each_operand(&mut self, see: &mut dyn FnMut(&mut Operand)) {
        match self {
            Op::Ret(None) | Op::Br(_) | Op::Unreachable | Op::Fence { .. } => {}
            Op::Ret(Some(it))
            | Op::Resume(it)
            | Op::Freeze(it)
            | Op::CondBr { condition: it, .. }
            | Op::Switch { value: it, .. }
            | Op::IndirectBr { address: it, .. }
            | Op::CatchSwitch { within: it, .. }
            | Op::CatchRet { pad: it, .. }
            | Op::CleanupRet { pad: it, .. }
            | Op::FNeg { value: it, .. }
            | Op::Cast { value: it, .. }
            | Op::Load { pointer: it, .. }
            | Op::ExtractValue { aggregate: it, .. }
            | Op::VaArg { list: it, .. } => see(it),
            Op::Binary { left, right, .. }
            | Op::ICmp { left, right, .. }
            | Op::FCmp { left, right, .. }
            | Op::ShuffleVector { left, right, .. } => [left, right].into_iter().for_each(see),
            Op::Store { value, pointer, .. } => [value, pointer].into_iter().for_each(see),
            Op::ExtractElement { vector, index } => [vector, index].into_iter().for_each(see),
            Op::InsertValue { aggregate, element, .. } => {
                [aggregate, element].into_iter().for_each(see);
            }
            Op::Select { condition, yes, no, .. } => [condition, yes, no].into_iter().for_each(see),
            Op::InsertElement { vector, element, index } => {
                [vector, element, index].into_iter().for_each(see);
            }
            Op::Phi { incoming, .. } => incoming.iter_mut().for_each(|(it, _)| see(it)),
            Op::Alloca(alloca) => alloca.count.iter_mut().for_each(see),
            Op::Gep(gep) => {
                see(&mut gep.base);
                gep.indices.iter_mut().for_each(see);
            }
            Op::CmpXchg(it) => {
                [&mut it.pointer, &mut it.expected, &mut it.new].into_iter().for_each(see);
            }
            Op::AtomicRmw(it) => [&mut it.pointer, &mut it.value].into_iter().for_each(see),
            Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => {
                call.for_each_operand(see);
            }
            Op::LandingPad { clauses, .. } => clauses.iter_mut().for_each(|clause| match clause {
                Clause::Catch(it) | Clause::Filter(it) => see(it),
            }),
            Op::CatchPad { within, args } | Op::CleanupPad { within, args } => {
                see(within);
                args.iter_mut().filter_map(Argument::value_mut).for_each(see);
            }
        }
    }

    /// Where control may go from here, in the order of the text, with repetitions.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Op::Br(to) | Op::CatchRet { to, .. } => vec![*to],
            Op::CondBr { yes, no, .. } => vec![*yes, *no],
            Op::Switch { default, cases, .. } => {
                std::iter::once(*default).chain(cases.iter().map(|case| case.1)).collect()
            }
            Op::IndirectBr { targets, .. } => targets.clone(),
            Op::Invoke { normal, unwind, .. } => vec![*normal, *unwind],
            Op::CallBr { fallthrough, indirect, .. } => {
                std::iter::once(*fallthrough).chain(indirect.iter().copied()).collect()
            }
            Op::CatchSwitch { handlers, unwind, .. } => {
                handlers.iter().copied().chain(*unwind).collect()
            }
            Op::CleanupRet { unwind, .. } => unwind.iter().copied().collect(),
            _ => Vec::new(),
        }
    }

    /// The blocks that a terminator names, to be changed.
    pub fn for_each_successor(&mut self, see: &mut dyn FnMut(&mut BlockId)) {
        match self {
            Op::Br(to) | Op::CatchRet { to, .. } => see(to),
            Op::CondBr { yes, no, .. } => [yes, no].into_iter().for_each(see),
            Op::Switch { default, cases, .. } => {
                see(default);
                cases.iter_mut().for_each(|case| see(&mut case.1));
            }
            Op::IndirectBr { targets, .. } => targets.iter_mut().for_each(see),
            Op::Invoke { normal, unwind, .. } => [normal, unwind].into_iter().for_each(see),
            Op::CallBr { fallthrough, indirect, .. } => {
                see(fallthrough);
                indirect.iter_mut().for_each(see);
            }
            Op::CatchSwitch { handlers, unwind, .. } => {
                handlers.iter_mut().chain(unwind).for_each(see);
            }
            Op::CleanupRet { unwind, .. } => unwind.iter_mut().for_each(see),
            _ => {}
        }
    }
}

impl Call {
    fn for_each_operand(&mut self, see: &mut dyn FnMut(&mut Operand)) {
        if let Callee::Value(callee) = &mut self.callee {
            see(callee);
        }
        let inputs = self.bundles.iter_mut().flat_map(|bundle| &mut bundle.inputs);
        self.args.iter_mut().chain(inputs).filter_map(Argument::value_mut).for_each(see);
    }
}

impl Argument {
    fn value_mut(&mut self) -> Option<&mut Operand> {
        match self {
            Argument::Value { value, .. } => Some(value),
            Argument::Metadata(_) => None,
        }
    }
}

impl Instruction {
    /// All metadata that hangs on the instruction or is an argument of it.
    pub fn for_each_metadata(&mut self, see: &mut dyn FnMut(&mut Metadata)) {
        for attachment in &mut self.metadata {
            see(&mut attachment.node);
        }
        for record in &mut self.records {
            record.operands.iter_mut().for_each(&mut *see);
        }
        let Some(call) = self.op.call_mut() else { return };
        let inputs = call.bundles.iter_mut().flat_map(|bundle| &mut bundle.inputs);
        for argument in call.args.iter_mut().chain(inputs) {
            if let Argument::Metadata(metadata) = argument {
                see(metadata);
            }
        }
    }
}

impl Metadata {
    /// The registers in metadata: directly, or in a list of arguments.
    pub fn for_each_local(&mut self, see: &mut dyn FnMut(&mut ValueId)) {
        match self {
            Metadata::Local(id) => see(id),
            Metadata::ArgList(list) => list.iter_mut().for_each(|it| it.for_each_local(see)),
            _ => {}
        }
    }

    /// This, and everything that is written inside of it.
    pub fn walk(&mut self, see: &mut dyn FnMut(&mut Metadata)) {
        see(self);
        match self {
            Metadata::Inline(node) => node.walk(see),
            Metadata::ArgList(list) => list.iter_mut().for_each(|it| it.walk(see)),
            _ => {}
        }
    }
}

impl Node {
    /// All metadata that is written inside of the node.
    pub fn walk(&mut self, see: &mut dyn FnMut(&mut Metadata)) {
        match &mut self.kind {
            NodeKind::Tuple(operands) => operands.iter_mut().for_each(|it| it.walk(see)),
            NodeKind::Record { fields, .. } => {
                for (_, field) in fields {
                    match field {
                        Field::Metadata(metadata) => metadata.walk(see),
                        Field::List(list) => list.iter_mut().for_each(|it| it.walk(see)),
                        Field::Text(_) | Field::Word(_) => {}
                    }
                }
            }
        }
    }
}

impl Module {
    /// Attributes of functions, variables and call sites.
    pub fn for_each_function_attributes(&mut self, see: &mut dyn FnMut(&mut FunctionAttributes)) {
        for global in &mut self.globals {
            match &mut global.kind {
                GlobalKind::Variable(variable) => see(&mut variable.attributes),
                GlobalKind::Function(function) => {
                    see(&mut function.attributes);
                    let blocks = function.body.iter_mut().flat_map(|body| &mut body.blocks);
                    for instruction in blocks.flat_map(|block| &mut block.instructions) {
                        if let Some(call) = instruction.op.call_mut() {
                            see(&mut call.attributes);
                        }
                    }
                }
                GlobalKind::Alias(_) | GlobalKind::IFunc(_) => {}
            }
        }
    }

    /// All metadata of the module, nodes within nodes included.
    pub fn for_each_metadata(&mut self, see: &mut dyn FnMut(&mut Metadata)) {
        self.nodes.iter_mut().for_each(|node| node.walk(see));
        for named in &mut self.named_metadata {
            named.operands.iter_mut().for_each(|it| it.walk(see));
        }
        for global in &mut self.globals {
            match &mut global.kind {
                GlobalKind::Variable(variable) => {
                    variable.metadata.iter_mut().for_each(|it| it.node.walk(see));
                }
                GlobalKind::Function(function) => {
                    function.metadata.iter_mut().for_each(|it| it.node.walk(see));
                    let blocks = function.body.iter_mut().flat_map(|body| &mut body.blocks);
                    for instruction in blocks.flat_map(|block| &mut block.instructions) {
                        instruction.for_each_metadata(&mut |it| it.walk(see));
                    }
                }
                GlobalKind::Alias(_) | GlobalKind::IFunc(_) => {}
            }
        }
    }
}
