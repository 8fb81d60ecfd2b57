//! Functions on vectors, one for each that a program uses. Vector types stay inside them: bodies
//! may not take such values apart, and nothing else of the language knows them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{Form, Printer};
use crate::syntax::{BinOp, Callee, IntTy, Intrinsic, Simd, Ty, TyKind};

impl Printer<'_> {
    /// Which functions on which arrays the program uses.
    pub fn vectors(&self) -> BTreeSet<(Intrinsic, Ty)> {
        let blocks = self.program.functions.iter().flat_map(|function| &function.blocks);
        let callees = blocks.filter_map(|block| block.terminator.kind.callee());
        let used = callees.filter_map(|callee| match callee {
            Callee::Intrinsic(intrinsic, generics) if intrinsic.simd().is_some() => {
                Some((*intrinsic, *generics.first()?))
            }
            _ => None,
        });
        used.collect()
    }

    pub fn vector_helpers(&mut self) {
        for (intrinsic, ty) in self.vectors() {
            if let Some(simd) = intrinsic.simd() {
                self.vector_helper(intrinsic, simd, ty);
            }
        }
    }

    pub fn vector_function(&self, intrinsic: Intrinsic, ty: Ty) -> String {
        let (lane, count) = self.lanes(ty);
        format!("spektr_{}_{lane}x{count}", intrinsic.name())
    }

    /// What a vector is made of, and how often.
    fn lanes(&self, ty: Ty) -> (&'static str, u64) {
        let TyKind::Array(lane, count) = self.types.kind(ty) else { return ("", 0) };
        let lane = match self.types.kind(*lane) {
            TyKind::Int(int) => int.name(),
            TyKind::Float(float) => float.name(),
            _ => "",
        };
        (lane, *count)
    }

    fn vector_helper(&mut self, intrinsic: Intrinsic, simd: Simd, ty: Ty) {
        let (lane, count) = self.lanes(ty);
        let reduces = simd.vectors() == 1;
        let constant = if self.form == Form::Witness { "const " } else { "" };
        // Where passes are looked at, what they would make of these is not.
        let inline = if self.hollow { "#[inline(never)]\n" } else { "" };
        let params = ["a", "b", "c"].iter().take(simd.vectors());
        let params: Vec<String> = params.map(|name| format!("{name}: [{lane}; {count}]")).collect();
        let result = if reduces { lane.to_owned() } else { format!("[{lane}; {count}]") };
        let function = self.vector_function(intrinsic, ty);
        let _ = writeln!(
            self.out,
            "\n{inline}{constant}fn {function}({}) -> {result} {{",
            params.join(", ")
        );
        if self.hollow {
            self.line("    loop {}\n}");
            return;
        }
        let vector = |name: &str, lane: &str| {
            format!("    #[repr(simd)] #[derive(Clone, Copy)] struct {name}([{lane}; {count}]);")
        };
        self.line(&vector("V", lane));
        let taken = |name: &str| format!("core::mem::transmute::<_, V>({name})");
        let name = match simd {
            Simd::Reduce(BinOp::Add) => "simd_reduce_add_ordered",
            _ => intrinsic.name(),
        };
        let call = match simd {
            Simd::Select => {
                // A mask is made of signed numbers.
                self.line(&vector("M", signed(lane)));
                let mask = "core::mem::transmute::<_, M>(a)";
                format!("{name}::<M, V>({mask}, {}, {})", taken("b"), taken("c"))
            }
            Simd::Lanes(BinOp::Eq | BinOp::Lt) => {
                format!("{name}::<V, V>({}, {})", taken("a"), taken("b"))
            }
            Simd::Lanes(_) | Simd::SaturatingAdd | Simd::SaturatingSub => {
                format!("{name}::<V>({}, {})", taken("a"), taken("b"))
            }
            Simd::Reduce(BinOp::Add) => format!("{name}::<V, {lane}>({}, 0)", taken("a")),
            Simd::Reduce(_) | Simd::ReduceMin | Simd::ReduceMax => {
                format!("{name}::<V, {lane}>({})", taken("a"))
            }
        };
        let call = format!("core::intrinsics::simd::{call}");
        let _ = match reduces {
            true => writeln!(self.out, "    unsafe {{ {call} }}\n}}"),
            false => writeln!(self.out, "    unsafe {{ core::mem::transmute({call}) }}\n}}"),
        };
    }
}

/// The signed integer of the same width.
fn signed(lane: &str) -> &'static str {
    let int = IntTy::ALL.into_iter().find(|int| int.name() == lane);
    match int.map(IntTy::bits) {
        Some(8) => "i8",
        Some(16) => "i16",
        Some(32) => "i32",
        _ => "i64",
    }
}
