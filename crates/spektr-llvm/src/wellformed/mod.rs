//! Whether a module is one that LLVM's verifier takes, as far as edits and crossovers can
//! spoil it: registers defined once and before their use, types, phis, terminators, callees,
//! pads, immediate arguments. What only debug info or single targets require is not checked.

mod blocks;
mod calls;
mod dominance;
pub mod immediate;
mod operations;

use spektr_text::{Complaint, Sources, Span};

use crate::flow::Flow;
use crate::parse;
use crate::syntax::{
    Body, ConstExpr, Constant, Function, Global, GlobalId, GlobalKind, Instruction, Linkage,
    Module, Ty, Type, Types,
};
use crate::typing;

/// Why a module is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    pub function: Option<GlobalId>,
    pub message: String,
    pub span: Span,
}

/// Checks a module.
///
/// ```
/// use spektr_llvm::{parse, wellformed};
/// let text = "define i32 @f() { br label %b a: %x = add i32 1, 2 br label %b b: ret i32 %x }";
/// let module = parse::module("f.ll", text).unwrap();
/// let fault = wellformed::check(&module).unwrap_err();
/// assert_eq!(fault.message, "`%x` is used where it may not be defined");
/// ```
pub fn check(module: &Module) -> Result<(), Fault> {
    for (_, ty, constant) in module.constants.iter() {
        check_expression(module, ty, constant).map_err(|message| Fault {
            function: None,
            message,
            span: Span::default(),
        })?;
    }
    let called = calls::intrinsics(module);
    for (at, global) in module.globals.iter().enumerate() {
        let result = check_global(module, global, &called);
        result.map_err(|(message, span)| Fault {
            function: global.function().map(|_| GlobalId::new(at)),
            message,
            span,
        })?;
    }
    Ok(())
}

/// Reads a module that somebody wrote by hand: what LLVM's verifier would refuse is refused.
///
/// ```
/// let text = "define void @f(i8 %x) { switch i8 %x, label %a [ i8 1, label %a i8 1, label %a ] a: ret void }";
/// let complaint = spektr_llvm::wellformed::read("f.ll", text).unwrap_err();
/// assert_eq!(complaint.message, "a case stands there twice");
/// ```
pub fn read(name: &str, text: &str) -> Result<Module, Complaint> {
    let module = parse::module(name, text)?;
    match check(&module) {
        Ok(()) => Ok(module),
        Err(fault) => Err(Sources::one(name, text).complaint(fault.span, fault.message)),
    }
}

/// A constant expression whose type or operands were changed may be none any more.
fn check_expression(module: &Module, ty: Ty, constant: &Constant) -> Result<(), String> {
    let Constant::Expr(expression) = constant else { return Ok(()) };
    match &**expression {
        ConstExpr::Cast { op, value, .. } => {
            typing::cast(&module.types, *op, module.constants.ty(*value), ty)
        }
        ConstExpr::Binary { op, .. } => typing::binary(&module.types, *op, ty),
        _ => Ok(()),
    }
}

type Checked = Result<(), (String, Span)>;

fn check_global(module: &Module, global: &Global, intrinsics: &[bool]) -> Checked {
    let bad = |message: &str| Err((message.to_string(), global.span));
    match &global.kind {
        GlobalKind::Variable(variable) => {
            let Some(initializer) = variable.initializer else {
                return match global.linkage {
                    Linkage::External | Linkage::ExternWeak => Ok(()),
                    _ => bad("a variable without initializer is external"),
                };
            };
            if module.constants.ty(initializer) != global.ty {
                return bad("the initializer has another type than its variable");
            }
            let is_named = matches!(module.types[global.ty], Type::Named(_));
            if is_named && module.types.fields(global.ty).is_none() {
                // Versions up to 19 took `zeroinitializer`.
                return bad("an opaque type has no values");
            }
            if global.linkage == Linkage::Common && !is_zero(module, initializer) {
                return bad("a common variable is zero");
            }
            Ok(())
        }
        GlobalKind::Alias(target) | GlobalKind::IFunc(target) => {
            match module.types[module.constants.ty(*target)] {
                Type::Pointer { .. } => Ok(()),
                _ => bad("an alias or ifunc stands for an address"),
            }
        }
        GlobalKind::Function(function) => match &function.body {
            Some(body) => Checker::new(module, global, function, body, intrinsics).check(),
            None => match global.linkage {
                Linkage::External | Linkage::ExternWeak => Ok(()),
                _ => bad("a function without body is external"),
            },
        },
    }
}

fn is_zero(module: &Module, id: crate::syntax::ConstId) -> bool {
    matches!(
        module.constants[id],
        Constant::Zero | Constant::Null | Constant::Int(0) | Constant::Float(0)
    ) || match &module.constants[id] {
        Constant::Aggregate(parts) => parts.iter().all(|&part| is_zero(module, part)),
        Constant::Wide(limbs) => limbs.iter().all(|&limb| limb == 0),
        Constant::Text(text) => text.bytes().iter().all(|&byte| byte == 0),
        _ => false,
    }
}

/// Whether values of the type can lie in memory.
pub fn is_sized(types: &Types, ty: Ty) -> bool {
    match &types[ty] {
        Type::Int(_)
        | Type::Float(_)
        | Type::Pointer { .. }
        | Type::X86Mmx
        | Type::X86Amx
        | Type::Target { .. }
        | Type::Vector { .. } => true,
        Type::Array { element, .. } => is_sized(types, *element),
        // What was read is not nested deeper than the reader allows.
        Type::Struct { .. } | Type::Named(_) => types
            .fields(ty)
            .is_some_and(|(fields, _)| fields.iter().all(|&field| is_sized(types, field))),
        Type::Void | Type::Label | Type::Token | Type::Metadata | Type::Function { .. } => false,
    }
}

/// One function and what is known of it.
struct Checker<'a> {
    module: &'a Module,
    global: &'a Global,
    function: &'a Function,
    body: &'a Body,
    /// Which globals are intrinsics.
    intrinsics: &'a [bool],
    flow: Flow,
}

impl<'a> Checker<'a> {
    fn new(
        module: &'a Module,
        global: &'a Global,
        function: &'a Function,
        body: &'a Body,
        intrinsics: &'a [bool],
    ) -> Self {
        Checker { module, global, function, body, intrinsics, flow: Flow::new(body) }
    }

    fn check(&self) -> Checked {
        self.check_signature()?;
        self.check_blocks()?;
        for block in &self.body.blocks {
            for instruction in &block.instructions {
                let rule = self.check_operation(instruction);
                rule.map_err(|message| (message, instruction.span))?;
            }
        }
        self.check_dominance()
    }

    fn check_signature(&self) -> Checked {
        let bad = |message: &str| Err((message.to_string(), self.global.span));
        let Some((_, params, _)) = self.module.signature(self.global.ty) else {
            return bad("a function has a function type");
        };
        let values = &self.body.values;
        let types = values.iter().take(params.len()).map(|value| value.ty);
        if self.body.params as usize != params.len() || !types.eq(params.iter().copied()) {
            return bad("the parameters do not have the types of the signature");
        }
        if matches!(self.global.linkage, Linkage::Common | Linkage::Appending | Linkage::ExternWeak)
        {
            return bad("a function with a body cannot have this linkage");
        }
        Ok(())
    }

    fn ty(&self, operand: crate::syntax::Operand) -> Ty {
        self.module.operand_ty(self.body, operand)
    }

    fn fault(&self, instruction: &Instruction, message: impl Into<String>) -> Checked {
        Err((message.into(), instruction.span))
    }
}
