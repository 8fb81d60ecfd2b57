//! Calls (6.5.2.2).

use super::Typed;
use super::convert::{assignment_conversion, default_promotion};
use crate::syntax::{Expr, ExprKind};
use crate::types::Types;

/// The callee as a pointer to function.
pub fn check_callee(types: &mut Types, callee: Expr) -> Typed {
    let callee = callee.decayed(types);
    match types.pointed_function(callee.ty) {
        Some(_) => Ok(callee),
        None => Err(format!("`{}` is not a function", types.describe(callee.ty))),
    }
}

/// A call with its arguments converted to the parameters' types, or promoted.
pub fn call(types: &mut Types, callee: Expr, args: Vec<Expr>) -> Typed {
    let callee = check_callee(types, callee)?;
    let function = types.pointed_function(callee.ty).expect("just checked").clone();
    let (wanted, given) = (function.params.len(), args.len());
    if function.prototyped && (given < wanted || (given > wanted && !function.variadic)) {
        return Err(format!("the function takes {wanted} arguments, not {given}"));
    }
    let mut converted = Vec::with_capacity(given);
    for (index, arg) in args.into_iter().enumerate() {
        let arg = match function.params.get(index) {
            Some(&param) if function.prototyped => {
                let words = |why| format!("argument {}: {why}", index + 1);
                assignment_conversion(types, arg, param).map_err(words)?
            }
            _ => default_promotion(types, arg),
        };
        if types.is_void(arg.ty) {
            return Err(format!("argument {} has no value", index + 1));
        }
        converted.push(arg);
    }
    let result = function.result;
    if !types.is_void(result) && !types.is_complete(result) {
        return Err(format!("the function returns incomplete `{}`", types.describe(result)));
    }
    let span = callee.span;
    let kind = ExprKind::Call { callee: Box::new(callee), args: converted };
    Ok(Expr::new(kind, result.unqualified(), span))
}
