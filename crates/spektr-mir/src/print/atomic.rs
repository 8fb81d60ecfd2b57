//! Functions that access memory atomically, one for each way and type that a program uses.
//! Intrinsics would do, but their names and parameters differ between compilers.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{Form, Printer};
use crate::syntax::{Atomic, Callee, IntTy, Intrinsic, TyKind};

impl Printer<'_> {
    pub fn atomic_helpers(&mut self) {
        for (intrinsic, int) in self.atomics() {
            self.atomic_helper(intrinsic, int);
        }
    }

    fn atomics(&self) -> BTreeSet<(Intrinsic, Option<IntTy>)> {
        let blocks = self.program.functions.iter().flat_map(|function| &function.blocks);
        let callees = blocks.filter_map(|block| block.terminator.kind.callee());
        let used = callees.filter_map(|callee| match callee {
            Callee::Intrinsic(intrinsic, generics) if intrinsic.atomic().is_some() => {
                let int = generics.first().map(|&ty| self.types.kind(ty));
                Some((*intrinsic, int.and_then(TyKind::as_int)))
            }
            _ => None,
        });
        used.collect()
    }

    fn atomic_helper(&mut self, intrinsic: Intrinsic, int: Option<IntTy>) {
        let (Some(atomic), name) = (intrinsic.atomic(), intrinsic.name()) else { return };
        let word = name.rsplit('_').next().unwrap_or_default();
        let order = match word {
            "relaxed" => "Relaxed",
            "acquire" => "Acquire",
            "release" => "Release",
            "acqrel" => "AcqRel",
            _ => "SeqCst",
        };
        let order = format!("core::sync::atomic::Ordering::{order}");
        let constant = if self.form == Form::Witness { "const " } else { "" };
        let ty = int.map_or("", IntTy::name);
        // Where passes are looked at, what they would make of these is not.
        let inline = if self.hollow { "#[inline(never)]\n" } else { "" };
        let head = format!("\n{inline}{constant}fn spektr_{name}");
        let _ = match atomic {
            Atomic::Fence => write!(self.out, "{head}() {{ "),
            Atomic::Load => write!(self.out, "{head}_{ty}(p: *const {ty}) -> {ty} {{ "),
            Atomic::Store => write!(self.out, "{head}_{ty}(p: *mut {ty}, x: {ty}) {{ "),
            Atomic::CompareExchange => {
                write!(self.out, "{head}_{ty}(p: *mut {ty}, x: {ty}, y: {ty}) -> ({ty}, bool) {{ ")
            }
            _ => write!(self.out, "{head}_{ty}(p: *mut {ty}, x: {ty}) -> {ty} {{ "),
        };
        match self.form {
            _ if self.hollow => self.out.push_str("loop {}"),
            Form::Witness => self.out.push_str(in_one_thread(atomic)),
            _ => self.atomic_body(atomic, int, &order),
        }
        self.line(" }");
    }

    fn atomic_body(&mut self, atomic: Atomic, int: Option<IntTy>, order: &str) {
        let _ = match (atomic, int) {
            (Atomic::Fence, _) | (_, None) => {
                write!(self.out, "core::sync::atomic::fence({order})")
            }
            (_, Some(int)) => {
                let mut name = int.name().to_owned();
                name[..1].make_ascii_uppercase();
                let method = match atomic {
                    Atomic::Load => format!("load({order})"),
                    Atomic::Store => format!("store(x, {order})"),
                    Atomic::Exchange => format!("swap(x, {order})"),
                    Atomic::Add => format!("fetch_add(x, {order})"),
                    Atomic::Sub => format!("fetch_sub(x, {order})"),
                    Atomic::And => format!("fetch_and(x, {order})"),
                    Atomic::Or => format!("fetch_or(x, {order})"),
                    Atomic::Xor => format!("fetch_xor(x, {order})"),
                    Atomic::Nand => format!("fetch_nand(x, {order})"),
                    _ => format!("compare_exchange(x, y, {order}, {order})"),
                };
                let access = format!(
                    "unsafe {{ (*(p as *const core::sync::atomic::Atomic{name})).{method} }}"
                );
                match atomic {
                    Atomic::CompareExchange => write!(
                        self.out,
                        "match {access} {{ Ok(old) => (old, true), Err(old) => (old, false) }}"
                    ),
                    _ => write!(self.out, "{access}"),
                }
            }
        };
    }
}

/// What an access does where nobody looks on: the const evaluator has no others.
fn in_one_thread(atomic: Atomic) -> &'static str {
    match atomic {
        Atomic::Load => "unsafe { *p }",
        Atomic::Store => "unsafe { *p = x; }",
        Atomic::Exchange => "unsafe { let old = *p; *p = x; old }",
        Atomic::Add => "unsafe { let old = *p; *p = old.wrapping_add(x); old }",
        Atomic::Sub => "unsafe { let old = *p; *p = old.wrapping_sub(x); old }",
        Atomic::And => "unsafe { let old = *p; *p = old & x; old }",
        Atomic::Or => "unsafe { let old = *p; *p = old | x; old }",
        Atomic::Xor => "unsafe { let old = *p; *p = old ^ x; old }",
        Atomic::Nand => "unsafe { let old = *p; *p = !(old & x); old }",
        Atomic::CompareExchange => {
            "unsafe { let old = *p; let same = old == x; *p = if same { y } else { old }; (old, same) }"
        }
        Atomic::Fence => "",
    }
}
