//! Every place of a module that names a type or a constant, for those who rebuild the tables
//! or move a function into another module; and registers numbered anew.

use super::{
    Argument, Attribute, BlockId, Body, Call, ConstExpr, ConstId, Constant, Field, Function,
    Global, GlobalKind, Instruction, Metadata, Module, Node, NodeKind, Op, Operand, Ty,
    UseListOwner, Value, ValueId,
};

/// What is done with each mention.
pub struct Mentions<'a> {
    pub ty: &'a mut dyn FnMut(&mut Ty),
    pub constant: &'a mut dyn FnMut(&mut ConstId),
}

impl Mentions<'_> {
    /// All mentions outside of the tables of types and constants.
    pub fn module(&mut self, module: &mut Module) {
        module.globals.iter_mut().for_each(|global| self.global(global));
        let groups = module.attribute_groups.iter_mut();
        groups.for_each(|group| self.attributes(&mut group.attributes));
        module.nodes.iter_mut().for_each(|node| self.node(node));
        let named = module.named_metadata.iter_mut().flat_map(|named| &mut named.operands);
        named.for_each(|operand| self.metadata(operand));
        module.use_list_orders.iter_mut().for_each(|item| self.owner(&mut item.order.of));
    }

    pub fn global(&mut self, global: &mut Global) {
        (self.ty)(&mut global.ty);
        (self.ty)(&mut global.pointer);
        match &mut global.kind {
            GlobalKind::Variable(variable) => {
                variable.initializer.iter_mut().for_each(|it| (self.constant)(it));
                self.attributes(&mut variable.attributes.own);
                variable.metadata.iter_mut().for_each(|it| self.metadata(&mut it.node));
            }
            GlobalKind::Alias(target) | GlobalKind::IFunc(target) => (self.constant)(target),
            GlobalKind::Function(function) => self.function(function),
        }
    }

    fn function(&mut self, function: &mut Function) {
        let parts = [&mut function.prefix, &mut function.prologue, &mut function.personality];
        parts.into_iter().flatten().for_each(|it| (self.constant)(it));
        self.attributes(&mut function.result_attributes);
        function.param_attributes.iter_mut().for_each(|it| self.attributes(it));
        self.attributes(&mut function.attributes.own);
        function.metadata.iter_mut().for_each(|it| self.metadata(&mut it.node));
        function.body.iter_mut().for_each(|body| self.body(body));
    }

    pub fn body(&mut self, body: &mut Body) {
        body.values.iter_mut().for_each(|value| (self.ty)(&mut value.ty));
        for block in &mut body.blocks {
            block.instructions.iter_mut().for_each(|it| self.instruction(it));
        }
        body.use_list_orders.iter_mut().for_each(|order| self.owner(&mut order.of));
    }

    fn owner(&mut self, owner: &mut UseListOwner) {
        if let UseListOwner::Value(Operand::Const(constant)) = owner {
            (self.constant)(constant);
        }
    }

    pub fn instruction(&mut self, instruction: &mut Instruction) {
        instruction.op.for_each_operand(&mut |operand| {
            if let Operand::Const(constant) = operand {
                (self.constant)(constant);
            }
        });
        match &mut instruction.op {
            Op::Switch { cases, .. } => cases.iter_mut().for_each(|it| (self.constant)(&mut it.0)),
            Op::ShuffleVector { mask, .. } => (self.constant)(mask),
            Op::Cast { to: ty, .. }
            | Op::Phi { ty, .. }
            | Op::Load { ty, .. }
            | Op::VaArg { ty, .. }
            | Op::LandingPad { ty, .. } => (self.ty)(ty),
            Op::Alloca(alloca) => {
                (self.ty)(&mut alloca.ty);
                (self.ty)(&mut alloca.pointer);
            }
            Op::Gep(gep) => {
                (self.ty)(&mut gep.source);
                (self.ty)(&mut gep.result);
            }
            Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => self.call(call),
            _ => {}
        }
        instruction.for_each_metadata(&mut |metadata| self.metadata(metadata));
    }

    fn call(&mut self, call: &mut Call) {
        (self.ty)(&mut call.ty);
        self.attributes(&mut call.result_attributes);
        self.attributes(&mut call.attributes.own);
        for argument in &mut call.args {
            if let Argument::Value { attributes, .. } = argument {
                self.attributes(attributes);
            }
        }
    }

    pub fn attributes(&mut self, attributes: &mut [Attribute]) {
        for attribute in attributes {
            match attribute {
                Attribute::Type(_, ty) => (self.ty)(ty),
                Attribute::Range(low, high) => {
                    (self.constant)(low);
                    (self.constant)(high);
                }
                _ => {}
            }
        }
    }

    pub fn metadata(&mut self, metadata: &mut Metadata) {
        match metadata {
            Metadata::Constant(constant) => (self.constant)(constant),
            Metadata::Inline(node) => self.node(node),
            Metadata::ArgList(list) => list.iter_mut().for_each(|it| self.metadata(it)),
            Metadata::Null | Metadata::Node(_) | Metadata::Text(_) | Metadata::Local(_) => {}
        }
    }

    pub fn node(&mut self, node: &mut Node) {
        match &mut node.kind {
            NodeKind::Tuple(operands) => operands.iter_mut().for_each(|it| self.metadata(it)),
            NodeKind::Record { fields, .. } => {
                for (_, field) in fields {
                    match field {
                        Field::Metadata(metadata) => self.metadata(metadata),
                        Field::List(list) => list.iter_mut().for_each(|it| self.metadata(it)),
                        Field::Text(_) | Field::Word(_) => {}
                    }
                }
            }
        }
    }

    /// What a constant itself consists of; its type stands beside it.
    pub fn constant_parts(&mut self, constant: &mut Constant) {
        match constant {
            Constant::Aggregate(parts) | Constant::PtrAuth(parts) => {
                parts.iter_mut().for_each(|it| (self.constant)(it));
            }
            Constant::Splat(part) => (self.constant)(part),
            Constant::Expr(expr) => self.expression(expr),
            _ => {}
        }
    }

    fn expression(&mut self, expr: &mut ConstExpr) {
        let parts: &mut [&mut ConstId] = match expr {
            ConstExpr::Cast { value, .. } | ConstExpr::Negate(value) => &mut [value],
            ConstExpr::Binary { left, right, .. }
            | ConstExpr::IntCompare { left, right, .. }
            | ConstExpr::FloatCompare { left, right, .. } => &mut [left, right],
            ConstExpr::Select { condition, yes, no } => &mut [condition, yes, no],
            ConstExpr::ExtractElement { vector, index } => &mut [vector, index],
            ConstExpr::InsertElement { vector, element, index } => &mut [vector, element, index],
            ConstExpr::ShuffleVector { left, right, mask } => &mut [left, right, mask],
            ConstExpr::ExtractValue { aggregate, .. } => &mut [aggregate],
            ConstExpr::InsertValue { aggregate, element, .. } => &mut [aggregate, element],
            ConstExpr::Gep(gep) => {
                (self.ty)(&mut gep.source);
                (self.constant)(&mut gep.base);
                gep.indices.iter_mut().for_each(|it| (self.constant)(it));
                &mut []
            }
        };
        parts.iter_mut().for_each(|it| (self.constant)(it));
    }
}

impl Body {
    /// Numbers the registers in the order of the text, after instructions came or went.
    /// Registers that no instruction defines any more must not be used.
    pub fn renumber(&mut self) {
        let mut new_ids: Vec<Option<ValueId>> = vec![None; self.values.len()];
        let mut values: Vec<Value> = Vec::with_capacity(self.values.len());
        let results = self.blocks.iter().flat_map(|block| &block.instructions);
        let results = results.filter_map(|instruction| instruction.result);
        for old in self.param_values().chain(results) {
            new_ids[old.index()] = Some(ValueId::new(values.len()));
            values.push(self.values[old.index()].clone());
        }
        self.values = values;
        let change = |id: &mut ValueId| {
            if let Some(new) = new_ids[id.index()] {
                *id = new;
            }
        };
        for instruction in self.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
            instruction.result.iter_mut().for_each(change);
            instruction.op.for_each_operand(&mut |operand| {
                if let Operand::Local(id) = operand {
                    change(id);
                }
            });
            instruction.for_each_metadata(&mut |metadata| {
                metadata.for_each_local(&mut |id| change(id));
            });
        }
        self.use_list_orders.clear();
    }

    /// Every block that an instruction names.
    pub fn for_each_block_mention(&mut self, see: &mut dyn FnMut(&mut BlockId)) {
        for instruction in self.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
            instruction.op.for_each_successor(see);
            if let Op::Phi { incoming, .. } = &mut instruction.op {
                incoming.iter_mut().for_each(|(_, from)| see(from));
            }
        }
    }
}
