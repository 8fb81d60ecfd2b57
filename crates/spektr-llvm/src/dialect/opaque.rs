//! Typed pointers made opaque, as all versions since 15 have them.

use super::constants;
use super::tables::rebuild_types;
use crate::syntax::{CastOp, ConstExpr, Constant, Mentions, Module, Name, Type};

pub fn fit(module: &mut Module) {
    let types = rebuild_types(module, |types, kind| match kind {
        Type::Pointer { space, .. } => types.pointer(space),
        kind => types.intern(kind),
    });
    let rebuilt = constants::rebuild(module, |module, ty, mut constant| {
        let ty = types[ty.index()];
        Mentions { ty: &mut |ty| *ty = types[ty.index()], constant: &mut |_| {} }
            .constant_parts(&mut constant);
        if let Constant::Expr(expr) = &constant
            && let ConstExpr::Cast { op: CastOp::BitCast, value, .. } = **expr
            && module.constants.ty(value) == ty
        {
            // A cast between pointers is none any more.
            return Ok(value);
        }
        Ok(module.constants.intern(ty, constant))
    });
    // Nothing in this table can be refused.
    debug_assert!(rebuilt.is_ok());
    Mentions { ty: &mut |ty| *ty = types[ty.index()], constant: &mut |_| {} }.module(module);
    rename_intrinsics(module);
    module.use_list_orders.clear();
}

/// `llvm.memcpy.p0i8.p0i8.i64` becomes `llvm.memcpy.p0.p0.i64`, unless that is taken.
fn rename_intrinsics(module: &mut Module) {
    for at in 0..module.globals.len() {
        let Some(name) = &module.globals[at].name else { continue };
        if !name.bytes().starts_with(b"llvm.") {
            continue;
        }
        let text = name.text().into_owned();
        let parts: Vec<&str> = text.split('.').map(without_pointee).collect();
        let new = parts.join(".");
        if new != text && module.find(&new).is_none() {
            module.globals[at].name = Some(Name::new(new));
        }
    }
}

/// `p0i8` is `p0`, `v4p1f32` is `v4p1`; other words are as they were.
fn without_pointee(part: &str) -> &str {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let lanes = match part.strip_prefix("nxv").or_else(|| part.strip_prefix('v')) {
        Some(rest) if digits(rest) > 0 => part.len() - rest.len() + digits(rest),
        _ => 0,
    };
    match part[lanes..].strip_prefix('p') {
        Some(rest) if digits(rest) > 0 => &part[..lanes + 1 + digits(rest)],
        _ => part,
    }
}

#[cfg(test)]
mod tests {
    use super::without_pointee;

    #[test]
    fn pointees_leave_the_names_of_intrinsics() {
        let words = ["p0i8", "p0", "v4p1f32", "nxv2p0i64", "i64", "v4i32", "ptrmask", "p0sl_s"];
        let found: Vec<&str> = words.into_iter().map(without_pointee).collect();
        assert_eq!(found, ["p0", "p0", "v4p1", "nxv2p0", "i64", "v4i32", "ptrmask", "p0"]);
    }
}
