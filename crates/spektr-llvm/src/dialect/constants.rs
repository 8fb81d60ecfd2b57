//! Constants that a version knows: expressions that came and went, splats, `inrange`.

use spektr_text::Complaint;

use super::instructions::gep_flags;
use super::refuse;
use crate::print::Version;
use crate::syntax::{
    BinaryOp, CastOp, ConstExpr, ConstId, Constant, Flags, InRange, Mentions, Module, Ty, Type,
};

pub fn fit(module: &mut Module, version: Version) -> Result<(), Complaint> {
    if module.constants.iter().all(|(_, _, constant)| is_known(constant, version)) {
        return Ok(());
    }
    rebuild(module, |module, ty, mut constant| {
        match &mut constant {
            Constant::Splat(element) if version < SPLAT => {
                return Ok(spread(module, ty, *element));
            }
            Constant::PtrAuth(_) if version < Version(19) => return refuse("`ptrauth`", version),
            Constant::NoCfi(_) if version < Version(15) => return refuse("`no_cfi`", version),
            Constant::Expr(expr) => fit_expression(expr, version)?,
            _ => {}
        }
        Ok(module.constants.intern(ty, constant))
    })
}

/// The first version that reads `splat (…)`.
const SPLAT: Version = Version(19);

fn is_known(constant: &Constant, version: Version) -> bool {
    match constant {
        Constant::Splat(_) => version >= SPLAT,
        Constant::PtrAuth(_) | Constant::NoCfi(_) | Constant::Expr(_) => false,
        _ => true,
    }
}

/// Builds the table of constants anew, parts before what they are part of, and points all
/// mentions to the new ones.
pub fn rebuild(
    module: &mut Module,
    mut make: impl FnMut(&mut Module, Ty, Constant) -> Result<ConstId, Complaint>,
) -> Result<(), Complaint> {
    let old = std::mem::take(&mut module.constants);
    let mut ids: Vec<ConstId> = Vec::with_capacity(old.len());
    for (_, ty, constant) in old.iter() {
        let mut constant = constant.clone();
        Mentions { ty: &mut |_| {}, constant: &mut |id| *id = ids[id.index()] }
            .constant_parts(&mut constant);
        ids.push(make(module, ty, constant)?);
    }
    let mut constant = |id: &mut ConstId| *id = ids[id.index()];
    Mentions { ty: &mut |_| {}, constant: &mut constant }.module(module);
    Ok(())
}

/// A splat as older versions write it: all elements, or a shuffle for scalable vectors.
fn spread(module: &mut Module, ty: Ty, element: ConstId) -> ConstId {
    let Type::Vector { scalable, length, .. } = module.types[ty] else { return element };
    if !scalable {
        let elements = vec![element; length as usize].into();
        return module.constants.intern(ty, Constant::Aggregate(elements));
    }
    let int = module.types.int(32);
    let mask_ty = module.types.intern(Type::Vector { scalable, length, element: int });
    let poison = module.constants.intern(ty, Constant::Poison);
    let index = module.constants.intern(int, Constant::Int(0));
    let insert = ConstExpr::InsertElement { vector: poison, element, index };
    let first = module.constants.intern(ty, Constant::Expr(Box::new(insert)));
    let mask = module.constants.intern(mask_ty, Constant::Zero);
    let shuffle = ConstExpr::ShuffleVector { left: first, right: poison, mask };
    module.constants.intern(ty, Constant::Expr(Box::new(shuffle)))
}

fn fit_expression(expr: &mut ConstExpr, version: Version) -> Result<(), Complaint> {
    let (word, last) = last_version(expr);
    if version.0 > last {
        return refuse(&format!("constant expression `{word}`"), version);
    }
    match expr {
        ConstExpr::Gep(gep) => {
            gep.flags = gep_flags(gep.flags, version);
            // Which bytes may be reached is a promise of the older or of the newer kind.
            let fits = match gep.in_range {
                Some(InRange::Index(_)) => version < Version(19),
                Some(InRange::Offsets(..)) => version >= Version(19),
                None => true,
            };
            if !fits {
                gep.in_range = None;
            }
        }
        ConstExpr::Cast { op: CastOp::PtrToAddr, .. } if version < Version(22) => {
            return refuse("`ptrtoaddr`", version);
        }
        ConstExpr::Cast { flags, .. } => *flags = Flags::NONE,
        ConstExpr::Binary { op: BinaryOp::Or, flags, .. } => *flags = Flags::NONE,
        _ => {}
    }
    Ok(())
}

/// The last version with an expression. Checked against `opt` 14, 16, 19 and 22.
fn last_version(expr: &ConstExpr) -> (&'static str, u8) {
    match expr {
        ConstExpr::Binary { op, .. } => {
            let last = match op {
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Xor => Version::NEWEST.0,
                BinaryOp::Mul => 19,
                BinaryOp::Shl => 18,
                BinaryOp::And | BinaryOp::Or | BinaryOp::LShr | BinaryOp::AShr => 17,
                _ => 14,
            };
            (op.word(), last)
        }
        ConstExpr::Cast { op, .. } => {
            let last = match op {
                CastOp::Trunc
                | CastOp::PtrToInt
                | CastOp::PtrToAddr
                | CastOp::IntToPtr
                | CastOp::BitCast
                | CastOp::AddrSpaceCast => Version::NEWEST.0,
                _ => 17,
            };
            (op.word(), last)
        }
        ConstExpr::Negate(_) => ("fneg", 14),
        ConstExpr::IntCompare { .. } => ("icmp", 18),
        ConstExpr::FloatCompare { .. } => ("fcmp", 18),
        ConstExpr::Select { .. } => ("select", 16),
        ConstExpr::ExtractValue { .. } => ("extractvalue", 14),
        ConstExpr::InsertValue { .. } => ("insertvalue", 14),
        ConstExpr::Gep(_) => ("getelementptr", Version::NEWEST.0),
        ConstExpr::ExtractElement { .. } => ("extractelement", Version::NEWEST.0),
        ConstExpr::InsertElement { .. } => ("insertelement", Version::NEWEST.0),
        ConstExpr::ShuffleVector { .. } => ("shufflevector", Version::NEWEST.0),
    }
}
