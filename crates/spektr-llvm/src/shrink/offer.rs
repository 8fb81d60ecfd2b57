//! Which edits a module offers.

use super::change::{Change, Kind};
use super::{cure, inline};
use crate::syntax::{
    Body, Constant, Function, Global, GlobalId, GlobalKind, Instruction, Linkage, Module, Op,
    Operand, Visibility,
};

/// The edits of a round, most promising first.
pub fn offers(module: &Module, round: u32) -> Vec<Change> {
    let mentioned = mentioned(module);
    let mut all = module_wide(module);
    for (at, global) in module.globals.iter().enumerate() {
        let id = GlobalId::new(at);
        let mut offer = |kind: Kind, at: u32, extra: u32| {
            all.push(Change::new(kind, id, at, extra));
        };
        if !mentioned[at] {
            offer(Kind::DropGlobal, 0, 0);
        }
        offer_global(module, global, &mut offer);
        if let Some(function) = global.function() {
            offer_function(module, global, function, &mut offer);
        }
    }
    all.retain(|change| change.kind.round() == round && change.key().is_some());
    // Later instructions first: what they used is then free to go.
    all.sort_by_key(|change| {
        (change.kind, change.global, std::cmp::Reverse(change.at), change.extra)
    });
    all
}

fn module_wide(module: &Module) -> Vec<Change> {
    let mut all = Vec::new();
    let mut offer = |kind: Kind| all.push(Change::new(kind, GlobalId(0), 0, 0));
    if cure::has_debug(module) {
        offer(Kind::DropDebug);
    }
    let extras = !module.asm.is_empty()
        || !module.summaries.is_empty()
        || !module.named_metadata.is_empty()
        || module.source_filename.is_some()
        || !module.use_list_orders.is_empty();
    if extras {
        offer(Kind::DropExtras);
    }
    all
}

/// Which globals another one mentions.
pub fn mentioned(module: &Module) -> Vec<bool> {
    let mut used = vec![false; module.globals.len()];
    for (_, _, constant) in module.constants.iter() {
        match constant {
            Constant::Global(id)
            | Constant::DsoLocalEquivalent(id)
            | Constant::NoCfi(id)
            | Constant::BlockAddress { function: id, .. } => used[id.index()] = true,
            _ => {}
        }
    }
    used
}

fn offer_global(module: &Module, global: &Global, offer: &mut dyn FnMut(Kind, u32, u32)) {
    let plain = global.partition.is_none()
        && global.unnamed_addr.is_none()
        && global.preemption.is_none()
        && global.dll.is_none()
        && global.visibility == Visibility::Default;
    match &global.kind {
        GlobalKind::Variable(variable) => {
            let bare = variable.section.is_none()
                && variable.comdat.is_none()
                && variable.align.is_none()
                && variable.code_model.is_none()
                && variable.metadata.is_empty()
                && variable.sanitizer.is_empty();
            if !plain || !bare {
                offer(Kind::DropProperties, 0, 0);
            }
            let zero = variable.initializer.is_none_or(|id| cure::is_zero(module, id));
            if !zero {
                offer(Kind::ZeroVariable, 0, 0);
            }
        }
        GlobalKind::Function(function) => {
            let bare = function.section.is_none()
                && function.comdat.is_none()
                && function.align.is_none()
                && function.gc.is_none()
                && function.prefix.is_none()
                && function.prologue.is_none()
                && function.metadata.is_empty();
            if !plain || !bare || global.linkage != Linkage::External {
                offer(Kind::DropProperties, 0, 0);
            }
        }
        GlobalKind::Alias(_) | GlobalKind::IFunc(_) => {}
    }
}

fn offer_function(
    module: &Module,
    global: &Global,
    function: &Function,
    offer: &mut dyn FnMut(Kind, u32, u32),
) {
    let count = module.attributes(&function.attributes).count() as u32;
    if count > 0 {
        offer(Kind::DropAttributes, 0, 0);
        (0..count).for_each(|at| offer(Kind::DropAttribute, 0, at));
    }
    let lists = function.param_attributes.iter().chain([&function.result_attributes]);
    for (at, attributes) in lists.enumerate() {
        if !attributes.is_empty() {
            offer(Kind::DropParamAttributes, 0, at as u32);
        }
    }
    let Some(body) = &function.body else { return };
    offer(Kind::DropBody, 0, 0);
    if body.values.iter().any(|value| value.name.is_some())
        || body.blocks.iter().any(|block| block.name.is_some())
    {
        offer(Kind::DropNames, 0, 0);
    }
    if cure::can_lose_params(module, global) {
        let used = cure::used_values(body);
        let unused = (0..body.params).filter(|&at| !used[at as usize]);
        unused.for_each(|at| offer(Kind::DropParam, 0, at));
    }
    let mut at = 0;
    for block in &body.blocks {
        for instruction in &block.instructions {
            offer_instruction(module, body, instruction, &mut |kind, extra| offer(kind, at, extra));
            at += 1;
        }
    }
}

fn offer_instruction(
    module: &Module,
    body: &Body,
    instruction: &Instruction,
    offer: &mut dyn FnMut(Kind, u32),
) {
    let op = &instruction.op;
    let successors = op.successors();
    if op.is_terminator() {
        let distinct = |at: &usize| !successors[..*at].contains(&successors[*at]);
        let count = (0..successors.len()).filter(distinct).count();
        if !matches!(
            op,
            Op::Br(_) | Op::CatchSwitch { .. } | Op::CatchRet { .. } | Op::CleanupRet { .. }
        ) {
            let targets = (0..successors.len()).filter(distinct);
            targets.for_each(|at| offer(Kind::Straighten, at as u32));
        }
        if !matches!(op, Op::Ret(_) | Op::Unreachable) && count > 0 {
            offer(Kind::CutBlock, 0);
        }
    } else if !cure::is_pad(op) {
        offer(Kind::DropInstruction, 0);
    }
    match op {
        Op::Invoke { .. } => offer(Kind::Uninvoke, 0),
        Op::Switch { cases, .. } => {
            (0..cases.len() as u32).for_each(|at| offer(Kind::DropCase, at));
        }
        Op::Call(call) if inline::callee(module, call).is_some() => offer(Kind::Inline, 0),
        _ => {}
    }
    if let Some(call) = op.call()
        && cure::has_call_attributes(call)
    {
        offer(Kind::DropCallAttributes, 0);
    }
    if cure::is_special_access(op) {
        offer(Kind::PlainAccess, 0);
    }
    if !cure::flags(op).is_empty() {
        offer(Kind::DropFlags, 0);
    }
    if !instruction.metadata.is_empty() || !instruction.records.is_empty() {
        offer(Kind::DropMetadata, 0);
    }
    offer_operands(module, body, instruction, offer);
}

fn offer_operands(
    module: &Module,
    body: &Body,
    instruction: &Instruction,
    offer: &mut dyn FnMut(Kind, u32),
) {
    let result = instruction.result.map(|value| body.values[value.index()].ty);
    for (at, operand) in instruction.op.operands().into_iter().enumerate() {
        let (at, ty) = (at as u32, module.operand_ty(body, operand));
        if Some(ty) == result && !matches!(instruction.op, Op::Phi { .. }) {
            offer(Kind::OneOperand, at);
        }
        match operand {
            Operand::Local(value) => {
                offer(Kind::ZeroOperand, at);
                offer(Kind::OneConstant, at);
                let is_param = value.0 < body.params;
                if !is_param && body.values[..body.params as usize].iter().any(|it| it.ty == ty) {
                    offer(Kind::ParamOperand, at);
                }
            }
            Operand::Const(id) if !cure::is_zero(module, id) => offer(Kind::ZeroOperand, at),
            Operand::Const(_) => {}
        }
    }
}
