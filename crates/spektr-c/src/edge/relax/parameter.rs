//! Addresses of parameters passed on: a pointer that is an argument points to a parameter of the
//! function that calls.

use super::Sites;
use crate::syntax::{Expr, ExprKind, LocalId, Program, VisitorMut, walk_expr_mut};
use crate::types::{Ty, Types};
use crate::typing;
use spektr_text::Span;

pub fn apply(program: &mut Program, sites: &mut Sites<'_>) {
    let Program { types, functions, .. } = program;
    for function in functions.iter_mut().filter(|it| it.name.starts_with("func_")) {
        let params: Vec<(LocalId, Ty)> =
            function.params.iter().map(|&id| (id, function.local(id).ty)).collect();
        if let Some(body) = &mut function.body {
            Parameters { types, sites, params: &params }.block(body);
        }
    }
}

struct Parameters<'a, 'b> {
    types: &'a mut Types,
    sites: &'a mut Sites<'b>,
    params: &'a [(LocalId, Ty)],
}

impl VisitorMut for Parameters<'_, '_> {
    fn expr(&mut self, expr: &mut Expr) {
        walk_expr_mut(self, expr);
        let ExprKind::Call { args, .. } = &mut expr.kind else { return };
        for arg in args {
            let Some(target) = self.types.target(arg.ty) else { continue };
            let fits =
                |ty: Ty| ty.unqualified() == target.unqualified() && target.quals.has(ty.quals);
            let found: Vec<_> = self.params.iter().filter(|(_, ty)| fits(*ty)).collect();
            if found.is_empty() {
                continue;
            }
            let span = arg.span;
            let Some(mut entropy) = self.sites.here(span) else { continue };
            let &&(id, ty) = &found[entropy.index(found.len())];
            let place = Expr::new(ExprKind::Local(id), ty, Span::default());
            let address = typing::address_of(self.types, place)
                .and_then(|it| typing::assignment_conversion(self.types, it, arg.ty));
            if let Ok(address) = address {
                *arg = address;
                self.sites.done(span);
            }
        }
    }
}
