//! Edits carried out: all of a group at once, on positions of the module that offered them.

use super::change::{Change, Kind};
use super::{cure, flow, inline, tidy};
use crate::syntax::{
    Argument, Attribute, Body, Callee, GlobalId, GlobalKind, Instruction, IntAttribute, Linkage,
    Module, Op, Operand, Type, ValueId, Visibility,
};
use crate::wellformed;

/// The module after the edits; `None` if they conflict or leave something that is no module.
pub fn apply(module: &Module, changes: &[Change]) -> Option<Module> {
    let mut edited = module.clone();
    let mut changes = changes.to_vec();
    changes.sort();
    let mut dropped = vec![false; module.globals.len()];
    for change in changes.iter().filter(|change| change.kind == Kind::DropGlobal) {
        dropped[change.global.index()] = true;
    }
    for change in &changes {
        match change.kind {
            Kind::DropDebug => drop_debug(&mut edited),
            Kind::DropExtras => drop_extras(&mut edited),
            Kind::DropBody => drop_body(&mut edited, change.global)?,
            Kind::ZeroVariable => zero_variable(&mut edited, change.global)?,
            Kind::DropProperties => drop_properties(&mut edited, change.global),
            Kind::DropAttributes | Kind::DropAttribute | Kind::DropParamAttributes => {
                drop_attributes(&mut edited, change)?;
            }
            _ => {}
        }
    }
    for at in 0..edited.globals.len() {
        let id = GlobalId::new(at);
        let own: Vec<Change> = changes.iter().filter(|it| it.global == id).copied().collect();
        if own.iter().any(|change| is_inside(change.kind)) {
            edit_body(&mut edited, id, &own)?;
        }
    }
    // From the last to the first, so that the numbers of the others stay right.
    for change in changes.iter().rev().filter(|change| change.kind == Kind::DropParam) {
        drop_param(&mut edited, change.global, change.extra as usize)?;
    }
    tidy::tidy(&mut edited, &dropped);
    wellformed::check(&edited).ok()?;
    Some(edited)
}

/// Whether a kind is about instructions.
fn is_inside(kind: Kind) -> bool {
    match kind {
        Kind::DropDebug
        | Kind::DropExtras
        | Kind::DropGlobal
        | Kind::DropBody
        | Kind::ZeroVariable
        | Kind::DropProperties
        | Kind::DropAttributes
        | Kind::DropAttribute
        | Kind::DropParamAttributes
        | Kind::DropParam => false,
        Kind::Straighten
        | Kind::CutBlock
        | Kind::Inline
        | Kind::DropInstruction
        | Kind::OneOperand
        | Kind::DropCase
        | Kind::ZeroOperand
        | Kind::OneConstant
        | Kind::ParamOperand
        | Kind::Uninvoke
        | Kind::PlainAccess
        | Kind::DropFlags
        | Kind::DropMetadata
        | Kind::DropCallAttributes
        | Kind::DropNames => true,
    }
}

fn drop_debug(module: &mut Module) {
    let is_debug = |name: &str| name.starts_with("llvm.dbg.");
    let callees: Vec<bool> = module
        .globals
        .iter()
        .map(|global| global.name.as_ref().is_some_and(|name| is_debug(&name.text())))
        .collect();
    let constants = &module.constants;
    let calls_debug = |instruction: &Instruction| match &instruction.op {
        Op::Call(call) => match call.callee {
            Callee::Value(Operand::Const(id)) => match constants[id] {
                crate::syntax::Constant::Global(id) => callees[id.index()],
                _ => false,
            },
            _ => false,
        },
        _ => false,
    };
    for global in &mut module.globals {
        match &mut global.kind {
            GlobalKind::Function(function) => {
                function.metadata.retain(|attachment| attachment.kind != "dbg");
                for block in function.body.iter_mut().flat_map(|body| &mut body.blocks) {
                    block.instructions.retain(|instruction| !calls_debug(instruction));
                    for instruction in &mut block.instructions {
                        instruction.records.clear();
                        instruction.metadata.retain(|attachment| attachment.kind != "dbg");
                    }
                }
            }
            GlobalKind::Variable(variable) => {
                variable.metadata.retain(|attachment| attachment.kind != "dbg");
            }
            GlobalKind::Alias(_) | GlobalKind::IFunc(_) => {}
        }
    }
    module.named_metadata.retain(|named| named.name != "llvm.dbg.cu");
}

fn drop_extras(module: &mut Module) {
    module.asm.clear();
    module.summaries.clear();
    module.named_metadata.clear();
    module.source_filename = None;
    module.use_list_orders.clear();
}

fn drop_body(module: &mut Module, id: GlobalId) -> Option<()> {
    let global = &mut module.globals[id.index()];
    global.linkage = Linkage::External;
    global.preemption = None;
    global.visibility = Visibility::Default;
    let function = global.function_mut()?;
    function.body = None;
    function.comdat = None;
    function.prefix = None;
    function.prologue = None;
    function.personality = None;
    function.metadata.clear();
    Some(())
}

fn zero_variable(module: &mut Module, id: GlobalId) -> Option<()> {
    let ty = module.global(id).ty;
    let zero = cure::zero(module, ty)?;
    module.globals[id.index()].variable_mut()?.initializer = Some(zero);
    Some(())
}

fn drop_properties(module: &mut Module, id: GlobalId) {
    let global = &mut module.globals[id.index()];
    global.partition = None;
    global.unnamed_addr = None;
    global.preemption = None;
    global.dll = None;
    global.visibility = Visibility::Default;
    match &mut global.kind {
        GlobalKind::Variable(variable) => {
            variable.section = None;
            variable.comdat = None;
            variable.align = None;
            variable.code_model = None;
            variable.metadata.clear();
            variable.sanitizer.clear();
        }
        GlobalKind::Function(function) => {
            if function.body.is_some() {
                global.linkage = Linkage::External;
            }
            function.section = None;
            function.comdat = None;
            function.align = None;
            function.gc = None;
            function.prefix = None;
            function.prologue = None;
            function.metadata.clear();
        }
        GlobalKind::Alias(_) | GlobalKind::IFunc(_) => {}
    }
}

fn drop_attributes(module: &mut Module, change: &Change) -> Option<()> {
    let function = module.globals[change.global.index()].function()?;
    let mut all: Vec<_> = module.attributes(&function.attributes).cloned().collect();
    let function = module.globals[change.global.index()].function_mut()?;
    let at = change.extra as usize;
    match change.kind {
        Kind::DropAttributes => function.attributes = Default::default(),
        Kind::DropAttribute if at < all.len() => {
            all.remove(at);
            // Outside of groups an alignment is a property of the function.
            let align = all.iter().find_map(|attribute| match attribute {
                Attribute::Int(IntAttribute::Align, align) => Some(*align),
                _ => None,
            });
            function.align = function.align.or(align);
            all.retain(|attribute| !matches!(attribute, Attribute::Int(IntAttribute::Align, _)));
            function.attributes.own = all;
            function.attributes.groups.clear();
        }
        Kind::DropParamAttributes => {
            let list = match at == function.param_attributes.len() {
                true => &mut function.result_attributes,
                false => function.param_attributes.get_mut(at)?,
            };
            // How an argument is passed is not for one side to change.
            list.retain(|attribute| matches!(attribute, Attribute::Type(..)));
        }
        _ => return None,
    }
    Some(())
}

/// What becomes of the registers and instructions of a body.
struct Draft<'a> {
    module: &'a mut Module,
    body: Body,
    replaced: Vec<Option<Operand>>,
}

fn edit_body(module: &mut Module, id: GlobalId, changes: &[Change]) -> Option<()> {
    let function = module.globals[id.index()].function_mut()?;
    let mut body = function.body.take()?;
    if changes.iter().any(|change| change.kind == Kind::DropNames) {
        body.values.iter_mut().for_each(|value| value.name = None);
        body.blocks.iter_mut().for_each(|block| block.name = None);
    }
    let replaced = vec![None; body.values.len()];
    let result = module.signature(module.global(id).ty)?.0;
    let mut draft = Draft { module, body, replaced };
    let mut blocks = std::mem::take(&mut draft.body.blocks);
    let mut at = 0;
    for block in &mut blocks {
        let mut kept = Vec::with_capacity(block.instructions.len());
        for mut instruction in std::mem::take(&mut block.instructions) {
            let own = changes.iter().filter(|change| change.at == at && is_inside(change.kind));
            let mut stays = true;
            for change in own {
                if change.kind == Kind::Inline {
                    kept.extend(draft.inline(&instruction)?);
                    stays = false;
                } else if change.kind == Kind::Uninvoke {
                    kept.push(uninvoked(&mut instruction)?);
                } else {
                    stays &= draft.edit(&mut instruction, change, result)?;
                }
            }
            if stays {
                kept.push(instruction);
            }
            at += 1;
        }
        block.instructions = kept;
    }
    draft.body.blocks = blocks;
    let Draft { mut body, replaced, .. } = draft;
    flow::replace(&mut body, &replaced);
    flow::mend_phis(&mut body);
    module.globals[id.index()].function_mut()?.body = Some(body);
    Some(())
}

/// The call of an invoke; the invoke itself becomes a branch.
fn uninvoked(instruction: &mut Instruction) -> Option<Instruction> {
    let Op::Invoke { call, normal, .. } = &instruction.op else { return None };
    let (op, to) = (Op::Call(call.clone()), *normal);
    let records = std::mem::take(&mut instruction.records);
    let metadata = std::mem::take(&mut instruction.metadata);
    let result = instruction.result.take();
    instruction.op = Op::Br(to);
    Some(Instruction { result, op, metadata, records, span: instruction.span })
}

impl Draft<'_> {
    /// The instructions of the function that is called.
    fn inline(&mut self, instruction: &Instruction) -> Option<Vec<Instruction>> {
        let Op::Call(call) = &instruction.op else { return None };
        let values = &mut self.body.values;
        let expanded = inline::expand(self.module, values, call)?;
        self.replaced.resize(values.len(), None);
        if let (Some(result), Some(value)) = (instruction.result, expanded.returned) {
            self.replaced[result.index()] = Some(value);
        }
        Some(expanded.instructions)
    }

    /// One edit of one instruction; whether it stays. `None` if it cannot be done.
    fn edit(
        &mut self,
        instruction: &mut Instruction,
        change: &Change,
        result: crate::syntax::Ty,
    ) -> Option<bool> {
        match change.kind {
            Kind::Straighten => {
                let to = *instruction.op.successors().get(change.extra as usize)?;
                self.forget(instruction.result)?;
                instruction.result = None;
                instruction.op = Op::Br(to);
            }
            Kind::CutBlock => {
                self.forget(instruction.result)?;
                instruction.result = None;
                instruction.op = match self.module.types[result] {
                    Type::Void => Op::Ret(None),
                    _ => Op::Ret(Some(Operand::Const(cure::zero(self.module, result)?))),
                };
            }
            Kind::DropInstruction => {
                self.forget(instruction.result)?;
                return Some(false);
            }
            Kind::OneOperand => {
                let operand = *instruction.op.operands().get(change.extra as usize)?;
                let value = instruction.result?;
                if operand == Operand::Local(value) {
                    return None;
                }
                self.replaced[value.index()] = Some(operand);
                return Some(false);
            }
            Kind::DropCase => match &mut instruction.op {
                Op::Switch { cases, .. } if (change.extra as usize) < cases.len() => {
                    cases.remove(change.extra as usize);
                }
                _ => return None,
            },
            Kind::ZeroOperand | Kind::OneConstant | Kind::ParamOperand => {
                self.operand(instruction, change)?;
            }
            Kind::PlainAccess => cure::make_plain(&mut instruction.op),
            Kind::DropFlags => cure::drop_flags(&mut instruction.op),
            Kind::DropMetadata => {
                instruction.metadata.clear();
                instruction.records.clear();
            }
            Kind::DropCallAttributes => cure::drop_call_attributes(instruction.op.call_mut()?),
            _ => {}
        }
        Some(true)
    }

    /// Who used the register uses zero.
    fn forget(&mut self, result: Option<ValueId>) -> Option<()> {
        if let Some(value) = result {
            let ty = self.body.values[value.index()].ty;
            self.replaced[value.index()] = Some(Operand::Const(cure::zero(self.module, ty)?));
        }
        Some(())
    }

    fn operand(&mut self, instruction: &mut Instruction, change: &Change) -> Option<()> {
        let old = *instruction.op.operands().get(change.extra as usize)?;
        let ty = self.module.operand_ty(&self.body, old);
        let new = match change.kind {
            Kind::ZeroOperand => Operand::Const(cure::zero(self.module, ty)?),
            Kind::OneConstant => Operand::Const(cure::one(self.module, ty)?),
            _ => {
                let params = &self.body.values[..self.body.params as usize];
                let at = params.iter().position(|value| value.ty == ty)?;
                Operand::Local(ValueId::new(at))
            }
        };
        let mut at = 0;
        instruction.op.for_each_operand(&mut |operand| {
            if at == change.extra {
                *operand = new;
            }
            at += 1;
        });
        Some(())
    }
}

/// A parameter goes, and what direct calls pass for it.
fn drop_param(module: &mut Module, id: GlobalId, at: usize) -> Option<()> {
    let old = module.global(id).ty;
    let Type::Function { result, params, variadic } = module.types[old].clone() else {
        return None;
    };
    let mut params = params.into_vec();
    if at >= params.len() {
        return None;
    }
    params.remove(at);
    let ty = Type::Function { result, params: params.into(), variadic };
    let ty = module.types.intern(ty);
    module.globals[id.index()].ty = ty;
    let function = module.globals[id.index()].function_mut()?;
    if at < function.param_attributes.len() {
        function.param_attributes.remove(at);
    }
    let body = function.body.as_mut()?;
    remove_param_value(body, at)?;
    let mut globals = std::mem::take(&mut module.globals);
    let bodies = globals.iter_mut().filter_map(|global| global.function_mut()?.body.as_mut());
    for instruction in bodies.flat_map(|it| &mut it.blocks).flat_map(|it| &mut it.instructions) {
        let Some(call) = instruction.op.call_mut() else { continue };
        let direct = match call.callee {
            Callee::Value(callee) => module.global_of(callee) == Some(id),
            Callee::Asm(_) => false,
        };
        if direct && call.ty == old && at < call.args.len() {
            call.ty = ty;
            let _: Argument = call.args.remove(at);
        }
    }
    module.globals = globals;
    Some(())
}

fn remove_param_value(body: &mut Body, at: usize) -> Option<()> {
    if cure::used_values(body)[at] {
        return None;
    }
    let shift = |value: &mut ValueId| {
        if value.index() > at {
            value.0 -= 1;
        }
    };
    body.values.remove(at);
    body.params -= 1;
    for instruction in body.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
        instruction.result.iter_mut().for_each(shift);
        instruction.op.for_each_operand(&mut |operand| {
            if let Operand::Local(value) = operand {
                shift(value);
            }
        });
        instruction.for_each_metadata(&mut |metadata| {
            metadata.for_each_local(&mut |value| shift(value));
        });
    }
    Some(())
}
