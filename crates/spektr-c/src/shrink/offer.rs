//! Which changes are worth trying, round by round: coarse ones first.

use std::collections::HashSet;

use super::change::{Change, Constant, Reshape};
use super::signature::has_zero;
use super::walk::{Mode, Walk};
use super::{Facts, Known, Offer, entity, names, objects};
use crate::syntax::{
    Definition, Expr, ExprKind, Function, FunctionId, GlobalId, Linkage, LocalId, Program, Visitor,
    walk_expr,
};
use crate::types::{RecordId, Shape, Types};

/// How many rounds there are.
pub const ROUNDS: u32 = 14;

/// The changes of one round.
pub fn offers(program: &Program, known: &Known, round: u32) -> Vec<Offer> {
    let changes = match round {
        0 => nodes(program, Some(known.of(program)), |it| matches!(it, Change::DropDead(_))),
        1 => functions(program),
        2 => nodes(program, None, |it| matches!(it, Change::DropStatement(_))),
        3 => nodes(program, None, is_flow),
        4 => nodes(program, None, is_layout),
        5 => objects_and_members(program),
        6 => nodes(program, None, |it| {
            matches!(it, Change::DropItem(_) | Change::Reshape(_, Reshape::WithoutInit))
        }),
        7 => nodes(program, None, |it| matches!(it, Change::Operand(..) | Change::Uncompound(_))),
        8 => nodes(program, Some(known.of(program)), |it| {
            matches!(it, Change::Known(_) | Change::Object(_))
        }),
        9 => nodes(program, None, |it| matches!(it, Change::Constant(..))),
        10 => nodes(program, None, |it| matches!(it, Change::Inline(_) | Change::InlineValue(_))),
        11 => fewer_objects(program),
        12 => simpler(program),
        13 if !names::are_tidy(program) => vec![Change::TidyNames],
        _ => Vec::new(),
    };
    changes.into_iter().map(|change| Offer { change, label: label(program, change) }).collect()
}

/// Control goes another way, or what is computed is shown by returning it.
fn is_flow(change: &Change) -> bool {
    match change {
        Change::Return(..) | Change::ReturnObject(..) | Change::Arm(..) => true,
        Change::Reshape(_, reshape) => matches!(
            reshape,
            Reshape::Body
                | Reshape::Else
                | Reshape::WithoutElse
                | Reshape::Condition
                | Reshape::ReturnCondition
                | Reshape::WithoutStart
                | Reshape::WithoutStep
                | Reshape::PlainCase
        ),
        _ => false,
    }
}

/// The same is done with fewer braces and shorter declarations.
fn is_layout(change: &Change) -> bool {
    matches!(change, Change::Reshape(_, Reshape::Splice | Reshape::Split))
}

/// Changes of bodies and initialisers.
fn nodes(
    program: &Program,
    facts: Option<&Facts>,
    wanted: impl Fn(&Change) -> bool,
) -> Vec<Change> {
    let mut found = Vec::new();
    let mut see = |change: Change| {
        if wanted(&change) {
            found.push(change);
        }
    };
    Walk::over(&mut program.clone(), program, facts, Mode::Offer(&mut see));
    found
}

/// What bodies and initialisers mention.
#[derive(Default)]
struct Mentioned {
    functions: HashSet<FunctionId>,
    /// Functions mentioned otherwise than by calling them.
    pointed: HashSet<FunctionId>,
    globals: HashSet<GlobalId>,
    members: HashSet<(RecordId, u32)>,
    locals: HashSet<LocalId>,
}

struct Mentions<'a> {
    types: &'a Types,
    found: Mentioned,
}

impl Visitor for Mentions<'_> {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Function(id) => {
                self.found.functions.insert(*id);
                self.found.pointed.insert(*id);
            }
            ExprKind::Global(id) => drop(self.found.globals.insert(*id)),
            ExprKind::Local(id) => drop(self.found.locals.insert(*id)),
            ExprKind::Member { base, field } => {
                if let Some(id) = self.types.as_record(base.ty) {
                    self.found.members.insert((id, *field));
                }
            }
            ExprKind::Call { callee, args } => {
                if let ExprKind::Function(id) = callee.written().kind {
                    self.found.functions.insert(id);
                    args.iter().for_each(|arg| self.expr(arg));
                    return;
                }
            }
            _ => {}
        }
        walk_expr(self, expr);
    }
}

fn mentioned_by(program: &Program, function: &Function) -> Mentioned {
    let mut mentions = Mentions { types: &program.types, found: Mentioned::default() };
    if let Some(body) = &function.body {
        mentions.block(body);
    }
    mentions.found
}

/// What is mentioned anywhere; a function's mention of itself does not count.
fn mentioned(program: &Program) -> Mentioned {
    let mut all = Mentioned::default();
    for (function, id) in program.functions.iter().zip(program.function_ids()) {
        let mut own = mentioned_by(program, function);
        own.functions.remove(&id);
        all.functions.extend(own.functions);
        all.pointed.extend(own.pointed);
        all.globals.extend(own.globals);
        all.members.extend(own.members);
    }
    let mut mentions = Mentions { types: &program.types, found: all };
    for global in &program.globals {
        if let Definition::Initialized(init) = &global.definition {
            mentions.init(init);
        }
    }
    mentions.found
}

fn functions(program: &Program) -> Vec<Change> {
    let mentioned = mentioned(program);
    let defined = || {
        program.function_ids().filter(|&id| {
            let function = program.function(id);
            function.body.is_some() && function.name != "main"
        })
    };
    let result = |id| program.function(id).signature(&program.types).result;
    let mut changes = Vec::new();
    for id in defined() {
        if !mentioned.functions.contains(&id) {
            changes.push(Change::DropFunction(id.0));
        } else if has_zero(&program.types, result(id)) {
            changes.push(Change::Silence(id.0));
        }
    }
    for id in defined() {
        let body = program.function(id).body.as_ref();
        let long = body.is_some_and(|body| body.stmts.len() > 1);
        if long && has_zero(&program.types, result(id)) {
            changes.push(Change::EmptyBody(id.0));
        }
    }
    changes
}

fn objects_and_members(program: &Program) -> Vec<Change> {
    let mentioned = mentioned(program);
    let mut changes = Vec::new();
    for (global, id) in program.globals.iter().zip(program.global_ids()) {
        let linked = global.linkage != Linkage::None;
        if linked && global.is_defined() && !mentioned.globals.contains(&id) {
            changes.push(Change::DropGlobal(id.0));
        } else if matches!(global.definition, Definition::Initialized(_)) {
            changes.push(Change::DropInit(id.0));
        }
    }
    for (function, id) in program.functions.iter().zip(program.function_ids()) {
        if function.body.is_none() || mentioned.pointed.contains(&id) || function.params.is_empty()
        {
            continue;
        }
        let own = mentioned_by(program, function);
        let unused = |param: &LocalId| !own.locals.contains(param);
        if function.name == "main" {
            if function.params.iter().all(unused) {
                changes.push(Change::DropParams(id.0));
            }
            continue;
        }
        // The last first, so that those before keep their numbers.
        for (index, param) in function.params.iter().enumerate().rev() {
            changes.extend(unused(param).then_some(Change::DropParam(id.0, index as u32)));
        }
    }
    for (record, index) in program.types.records().iter().zip(0..).skip(1) {
        let fields = record.body.as_ref().map_or(0, |body| body.fields.len() as u32);
        for field in (0..fields).rev() {
            if !mentioned.members.contains(&(RecordId(index), field)) {
                changes.push(Change::DropField(index, field));
            }
        }
    }
    changes
}

/// Parameters and objects that could be less, or not there.
fn fewer_objects(program: &Program) -> Vec<Change> {
    let mentioned = mentioned(program);
    let mut changes = Vec::new();
    for (function, id) in program.functions.iter().zip(program.function_ids()) {
        if function.body.is_none() {
            continue;
        }
        if function.name != "main" && !mentioned.pointed.contains(&id) {
            let params = 0..function.params.len() as u32;
            let fixed = params.rev().map(|param| Change::FixParam(id.0, param));
            changes.extend(fixed);
            let result = function.signature(&program.types).result;
            if program.types.is_scalar(result) {
                changes.push(Change::VoidResult(id.0));
                if result.unqualified() != Types::INT {
                    changes.push(Change::IntResult(id.0));
                }
            }
        }
        for (local, number) in function.locals.iter().zip(0..) {
            if objects::has_one_part(&program.types, local.ty) && !local.name.is_empty() {
                changes.push(Change::ElementLocal(id.0, number));
            }
        }
        let initialised = objects::initialised(function).into_iter();
        changes.extend(initialised.map(|local| Change::SubstituteLocal(id.0, local.0)));
    }
    for (global, index) in program.globals.iter().zip(0..) {
        if objects::has_one_part(&program.types, global.ty) && !global.name.is_empty() {
            changes.push(Change::ElementGlobal(index));
        }
    }
    changes
}

/// Simpler types and fewer attributes.
fn simpler(program: &Program) -> Vec<Change> {
    let types = &program.types;
    let mut changes = Vec::new();
    for (global, index) in program.globals.iter().zip(0..) {
        let simple = entity::plain(&mut types.clone(), global.ty) == global.ty;
        if !simple || global.align.is_some() || global.weak {
            changes.push(Change::PlainGlobal(index));
        }
        if types.is_arithmetic(global.ty) && global.ty.unqualified() != Types::INT {
            changes.push(Change::IntGlobal(index));
        }
        if global.linkage == Linkage::Internal {
            changes.push(Change::ExternGlobal(index));
        }
        if let Shape::Array { length: Some(length @ 2..), .. } = types.shape(global.ty) {
            changes.push(Change::ShortGlobal(index, true));
            if *length > 3 {
                changes.push(Change::ShortGlobal(index, false));
            }
        }
    }
    for (function, index) in program.functions.iter().zip(0..) {
        if function.body.is_some() {
            simpler_function(types, function, index, &mut changes);
        }
    }
    for (record, index) in types.records().iter().zip(0..).skip(1) {
        let Some(body) = &record.body else { continue };
        if body.packed || body.align.is_some() || body.pack.is_some() {
            changes.push(Change::PlainRecord(index));
        }
        for (field, number) in body.fields.iter().zip(0..) {
            if field.bits.is_some() || field.align.is_some() || field.packed {
                changes.push(Change::PlainField(index, number));
            }
        }
    }
    changes
}

fn simpler_function(types: &Types, function: &Function, index: u32, changes: &mut Vec<Change>) {
    use crate::syntax::InlineKind;
    let marked = function.noinline || function.noreturn || function.weak;
    if marked || !function.attributes.is_empty() || function.inline != InlineKind::None {
        changes.push(Change::PlainFunction(index));
    }
    if function.linkage == Linkage::Internal {
        changes.push(Change::ExternFunction(index));
    }
    for (local, number) in function.locals.iter().zip(0..) {
        if local.name.is_empty() {
            continue;
        }
        let simple = entity::plain(&mut types.clone(), local.ty) == local.ty;
        if !simple || local.align.is_some() {
            changes.push(Change::PlainLocal(index, number));
        }
        if types.is_arithmetic(local.ty) && local.ty.unqualified() != Types::INT {
            changes.push(Change::IntLocal(index, number));
        }
        if let Shape::Array { length: Some(length @ 2..), .. } = types.shape(local.ty) {
            changes.push(Change::ShortLocal(index, number, true));
            if *length > 3 {
                changes.push(Change::ShortLocal(index, number, false));
            }
        }
    }
}

/// A few words for progress and logs.
fn label(program: &Program, change: Change) -> String {
    let function = |id: u32| &program.functions[id as usize].name;
    let global = |id: u32| &program.globals[id as usize].name;
    let local = |id: u32, local: u32| &program.functions[id as usize].locals[local as usize].name;
    let tag = |id: u32| &program.types.record(RecordId(id)).tag;
    match change {
        Change::DropStatement(n) => format!("drop statement {n}"),
        Change::DropDead(n) => format!("drop statement {n}, which is never reached"),
        Change::Arm(n, arm) => format!("statement {n}: case {arm}"),
        Change::ReturnObject(n, object) => format!("statement {n} returns object {object}"),
        Change::Uncompound(n) => format!("no assignment in value {n}"),
        Change::InlineValue(n) => format!("inline the call that is value {n}"),
        Change::Known(n) => format!("what value {n} always is"),
        Change::Object(n) => format!("what pointer {n} always leads to"),
        Change::DropParams(id) => format!("drop the parameters of {}", function(id)),
        Change::FixParam(id, n) => format!("parameter {n} of {} is an object", function(id)),
        Change::IntResult(id) => format!("{} returns an int", function(id)),
        Change::VoidResult(id) => format!("{} returns nothing", function(id)),
        Change::ExternFunction(id) => format!("{} is not static", function(id)),
        Change::ExternGlobal(id) => format!("{} is not static", global(id)),
        Change::ElementGlobal(id) => format!("{} is one part of itself", global(id)),
        Change::ElementLocal(id, n) => format!("{} is one part of itself", local(id, n)),
        Change::SubstituteLocal(id, n) => format!("the initialiser for {}", local(id, n)),
        Change::Reshape(n, reshape) => format!("statement {n}: {reshape:?}").to_lowercase(),
        Change::Return(n, operand) => format!("statement {n} returns operand {operand}"),
        Change::Inline(n) => format!("inline the call of statement {n}"),
        Change::Constant(n, Constant::Zero) => format!("0 for value {n}"),
        Change::Constant(n, Constant::One) => format!("1 for value {n}"),
        Change::Constant(n, Constant::Plain) => format!("no suffix of value {n}"),
        Change::Constant(n, Constant::Half) => format!("half of value {n}"),
        Change::Operand(n, operand) => format!("operand {operand} for value {n}"),
        Change::DropItem(n) => format!("drop initialiser {n}"),
        Change::Silence(id) => format!("drop function {} and its calls", function(id)),
        Change::DropFunction(id) => format!("drop function {}", function(id)),
        Change::EmptyBody(id) => format!("empty function {}", function(id)),
        Change::DropParam(id, n) => format!("drop parameter {n} of {}", function(id)),
        Change::PlainFunction(id) => format!("no attributes of {}", function(id)),
        Change::DropGlobal(id) => format!("drop {}", global(id)),
        Change::DropInit(id) => format!("drop the initialiser of {}", global(id)),
        Change::PlainGlobal(id) => format!("no qualifiers of {}", global(id)),
        Change::IntGlobal(id) => format!("{} is an int", global(id)),
        Change::ShortGlobal(id, _) => format!("{} is shorter", global(id)),
        Change::PlainLocal(id, n) => format!("no qualifiers of {}", local(id, n)),
        Change::IntLocal(id, n) => format!("{} is an int", local(id, n)),
        Change::ShortLocal(id, n, _) => format!("{} is shorter", local(id, n)),
        Change::DropField(id, n) => format!("drop member {n} of {}", tag(id)),
        Change::PlainField(id, n) => format!("member {n} of {} is a plain one", tag(id)),
        Change::PlainRecord(id) => format!("no attributes of {}", tag(id)),
        Change::TidyNames => "tidy names".to_string(),
    }
}
