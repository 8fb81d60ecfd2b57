//! Callees and their arguments.

use super::super::ast::{Builtin, Expr, ExprKind};
use super::super::fault::{Result, fault};
use super::super::helpers::HelperKind;
use super::super::names::{atomic_function, reached_function, simd_function};
use super::super::types::primitive;
use super::Lowering;
use crate::syntax::*;
use crate::typing::{Signature, intern_intrinsic_signature, intrinsic_arity, intrinsic_generics};

/// A call without its destination and its targets.
pub(super) struct CallParts {
    pub callee: Callee,
    pub args: Vec<Operand>,
    /// `None`: it never returns, or the destination decides.
    pub ret: Option<Ty>,
}

impl<'a> Lowering<'a, '_> {
    /// `callee(args)`; the type of the destination helps to find generic arguments.
    pub(super) fn call(&mut self, expr: &Expr<'a>, destination: Option<Ty>) -> Result<CallParts> {
        let ExprKind::Call(callee, args) = &expr.kind else {
            return fault(expr.span, "expected a call");
        };
        if let ExprKind::Builtin(builtin) = callee.kind {
            return self.builtin_call(builtin, args);
        }
        let name = match callee.kind {
            ExprKind::Name(name) if self.names.contains_key(name) => None,
            _ => callee.segments(),
        };
        let Some(segments) = name else { return self.pointer_call(callee, args) };
        if let [single] = segments {
            let behind = reached_function(single).map_or(*single, |(_, name)| name);
            if let Some(&id) = self.around.names.functions.get(behind) {
                let signature = &self.around.signatures[id.index()];
                let (params, ret) = (signature.params.clone(), signature.ret);
                if self.around.generics.get(id.index()).is_some_and(|&count| count > 0) {
                    return self.generic_call(id, callee, args, destination);
                }
                let args = self.arguments(args, &params, expr.span)?;
                return Ok(CallParts { callee: Callee::Function(id), args, ret });
            }
            if let Some((intrinsic, ty)) = atomic_function(single) {
                return self.intrinsic_call(intrinsic, ty, callee, args, destination);
            }
            if let Some(intrinsic) = simd_function(single) {
                return self.intrinsic_call(intrinsic, None, callee, args, destination);
            }
            if let Some(&index) = self.around.names.helpers.get(single) {
                return self.helper_call(index, callee.span, args);
            }
            if self.around.names.values.contains_key(single) {
                return self.pointer_call(callee, args);
            }
        }
        if segments == ["Move"] {
            return self.pointer_call(callee, args);
        }
        match self.around.names.intrinsic(segments) {
            Some((intrinsic, float)) => {
                self.intrinsic_call(intrinsic, float, callee, args, destination)
            }
            None => {
                let name = segments.join("::");
                fault(callee.span, format!("function `{name}` is not known"))
            }
        }
    }

    /// A call of a generic function, whose types are written or follow from the arguments.
    fn generic_call(
        &mut self,
        id: FnId,
        callee: &Expr<'a>,
        args: &[Expr<'a>],
        destination: Option<Ty>,
    ) -> Result<CallParts> {
        let around = &self.around;
        let count = around.generics[id.index()] as usize;
        let Signature { params, ret } = around.signatures[id.index()].clone();
        let mut found: Vec<Option<Ty>> = callee.generics().iter().copied().map(Some).collect();
        if found.len() != count {
            found = vec![None; count];
            for (arg, &param) in args.iter().zip(&params) {
                if let Ok((_, ty)) = self.operand(arg, None) {
                    self.around.types.match_params(param, ty, &mut found);
                }
            }
            if let (Some(ret), Some(ty)) = (ret, destination) {
                self.around.types.match_params(ret, ty, &mut found);
            }
        }
        let Some(generics) = found.into_iter().collect::<Option<Vec<Ty>>>() else {
            return fault(callee.span, "the generic arguments of this call cannot be inferred");
        };
        let types = &mut self.around.types;
        let params: Vec<Ty> = params.iter().map(|&param| types.fill(param, &generics)).collect();
        let ret = ret.map(|ret| types.fill(ret, &generics));
        let args = self.arguments(args, &params, callee.span)?;
        Ok(CallParts { callee: Callee::Generic(id, generics), args, ret })
    }

    fn arguments(&mut self, args: &[Expr<'a>], params: &[Ty], span: Span) -> Result<Vec<Operand>> {
        if args.len() != params.len() {
            let message = format!("{} arguments for {} parameters", args.len(), params.len());
            return fault(span, message);
        }
        args.iter().zip(params).map(|(arg, &ty)| Ok(self.operand(arg, Some(ty))?.0)).collect()
    }

    fn pointer_call(&mut self, callee: &Expr<'a>, args: &[Expr<'a>]) -> Result<CallParts> {
        let (pointer, ty) = self.operand(callee, None)?;
        let TyKind::FnPtr { params, ret } = self.around.types.kind(ty).clone() else {
            let ty = self.around.types.display(ty);
            return fault(callee.span, format!("`{ty}` is not a function pointer"));
        };
        let args = self.arguments(args, &params, callee.span)?;
        Ok(CallParts { callee: Callee::Pointer(pointer), args, ret: Some(ret) })
    }

    fn helper_call(&mut self, index: usize, span: Span, args: &[Expr<'a>]) -> Result<CallParts> {
        let helpers = self.around.helpers;
        let helper = &helpers[index];
        let callee = match &helper.kind {
            HelperKind::Observe => Callee::Observe,
            HelperKind::Panic => Callee::Panic,
            HelperKind::Other(reason) => return fault(span, reason.message.clone()),
        };
        let number = usize::from(helper.numbered);
        let mut operands = Vec::with_capacity(args.len());
        for (i, arg) in args.iter().enumerate().skip(number) {
            let hint = helper.params.get(i).copied().flatten();
            operands.push(self.operand(arg, hint)?.0);
        }
        Ok(CallParts { callee, args: operands, ret: Some(self.around.types.unit()) })
    }

    fn builtin_call(&mut self, builtin: Builtin, args: &[Expr<'a>]) -> Result<CallParts> {
        let callee = match builtin {
            Builtin::Observe => Callee::Observe,
            Builtin::Panic => Callee::Panic,
        };
        let args = args.iter().map(|arg| Ok(self.operand(arg, None)?.0)).collect::<Result<_>>()?;
        Ok(CallParts { callee, args, ret: Some(self.around.types.unit()) })
    }

    fn intrinsic_call(
        &mut self,
        intrinsic: Intrinsic,
        float: Option<&str>,
        callee: &Expr<'a>,
        args: &[Expr<'a>],
        destination: Option<Ty>,
    ) -> Result<CallParts> {
        let (arity, params) = intrinsic_arity(intrinsic);
        if args.len() != params {
            let message = format!("{} arguments for {params} parameters", args.len());
            return fault(callee.span, message);
        }
        let written: Vec<Ty> = match float.and_then(primitive) {
            Some(kind) => vec![self.around.types.intern(kind)],
            None => callee.generics().to_vec(),
        };
        let generics = if written.len() == arity {
            written
        } else {
            self.inferred_generics(intrinsic, callee, args, destination)?
        };
        let signature = intern_intrinsic_signature(self.around.types, intrinsic, &generics);
        let signature = match signature {
            Ok(signature) => signature,
            Err(error) => return fault(callee.span, error.describe(self.around.types)),
        };
        let args = self.arguments(args, &signature.params, callee.span)?;
        Ok(CallParts { callee: Callee::Intrinsic(intrinsic, generics), args, ret: signature.ret })
    }

    fn inferred_generics(
        &mut self,
        intrinsic: Intrinsic,
        callee: &Expr<'a>,
        args: &[Expr<'a>],
        destination: Option<Ty>,
    ) -> Result<Vec<Ty>> {
        let defaulting = std::mem::replace(&mut self.defaulting, false);
        let known = |this: &mut Self| -> Vec<Option<Ty>> {
            args.iter().map(|arg| this.operand(arg, None).ok().map(|(_, ty)| ty)).collect()
        };
        let tys = known(self);
        self.defaulting = defaulting;
        let mut generics = intrinsic_generics(self.around.types, intrinsic, &tys, destination);
        if generics.contains(&None) && defaulting {
            let tys = known(self);
            generics = intrinsic_generics(self.around.types, intrinsic, &tys, destination);
        }
        match generics.into_iter().collect() {
            Some(generics) => Ok(generics),
            None => fault(callee.span, "the generic arguments of this call cannot be inferred"),
        }
    }
}
