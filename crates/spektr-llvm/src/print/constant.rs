//! Constants as text.

use std::fmt::Write;

use super::{Printer, put};
use crate::number::shortest_double;
use crate::syntax::{
    BlockId, ConstExpr, ConstGep, ConstId, Constant, FloatKind, GlobalId, InRange, Quoted, Ty, Type,
};

impl Printer<'_> {
    /// `T constant`
    pub fn typed_constant(&mut self, id: ConstId) {
        self.ty(self.module.constants.ty(id));
        self.push(" ");
        self.constant(id);
    }

    pub fn constant(&mut self, id: ConstId) {
        let module = self.module;
        let ty = module.constants.ty(id);
        match &module.constants[id] {
            Constant::Int(value) => self.integer(ty, *value),
            Constant::Wide(limbs) => {
                self.push("u0x");
                limbs.iter().rev().for_each(|limb| put!(self, "{limb:016X}"));
            }
            Constant::Float(bits) => self.float(ty, *bits),
            Constant::Null => self.push("null"),
            Constant::Zero => self.push("zeroinitializer"),
            Constant::None => self.push("none"),
            Constant::Undef => self.push("undef"),
            Constant::Poison => self.push("poison"),
            Constant::Aggregate(elements) => self.aggregate(ty, elements),
            Constant::Splat(element) => {
                self.push("splat (");
                self.typed_constant(*element);
                self.push(")");
            }
            Constant::Text(bytes) => put!(self, "c{}", Quoted(bytes.bytes())),
            Constant::Global(id) => self.global_name(*id),
            Constant::BlockAddress { function, block } => {
                self.push("blockaddress(");
                self.global_name(*function);
                self.push(", ");
                self.foreign_block(*function, *block);
                self.push(")");
            }
            Constant::DsoLocalEquivalent(id) => {
                self.push("dso_local_equivalent ");
                self.global_name(*id);
            }
            Constant::NoCfi(id) => {
                self.push("no_cfi ");
                self.global_name(*id);
            }
            Constant::PtrAuth(operands) => {
                self.push("ptrauth (");
                self.typed_constants(operands);
                self.push(")");
            }
            Constant::Expr(expr) => self.expression(ty, expr),
        }
    }

    fn typed_constants(&mut self, ids: &[ConstId]) {
        self.list(ids.iter(), |printer, id| printer.typed_constant(*id));
    }

    fn integer(&mut self, ty: Ty, value: u128) {
        match self.module.types[ty] {
            Type::Int(1) => self.push(if value == 1 { "true" } else { "false" }),
            Type::Int(width) => {
                let unused = 128 - width.min(128);
                put!(self, "{}", ((value << unused) as i128) >> unused);
            }
            _ => put!(self, "{value}"),
        }
    }

    fn float(&mut self, ty: Ty, bits: u128) {
        let kind = self.module.types.float_kind(ty).unwrap_or(FloatKind::Double);
        match kind {
            FloatKind::Half => put!(self, "0xH{bits:04X}"),
            FloatKind::BFloat => put!(self, "0xR{bits:04X}"),
            FloatKind::X86Fp80 => put!(self, "0xK{bits:020X}"),
            FloatKind::Fp128 => put!(self, "0xL{:016X}{:016X}", bits as u64, bits >> 64),
            FloatKind::PpcFp128 => put!(self, "0xM{:016X}{:016X}", bits as u64, bits >> 64),
            FloatKind::Float | FloatKind::Double => {
                // The other formats are written above.
                let double = crate::number::widen(bits, kind).unwrap_or(0);
                match shortest_double(double) {
                    Some(text) => self.push(&text),
                    None => put!(self, "0x{double:016X}"),
                }
            }
        }
    }

    fn aggregate(&mut self, ty: Ty, elements: &[ConstId]) {
        let (open, close) = match &self.module.types[ty] {
            Type::Array { .. } => ("[", "]"),
            Type::Vector { .. } => ("<", ">"),
            _ => match self.module.types.fields(ty) {
                Some((_, true)) => ("<{ ", " }>"),
                _ => ("{ ", " }"),
            },
        };
        self.push(open);
        self.typed_constants(elements);
        self.push(close);
    }

    pub fn global_name(&mut self, id: GlobalId) {
        match &self.module.global(id).name {
            Some(name) => put!(self, "@{name}"),
            None => put!(self, "@{}", self.names.global(id)),
        }
    }

    /// A block of another function than the one that is being written.
    pub fn foreign_block(&mut self, function: GlobalId, block: BlockId) {
        let body = self.module.global(function).function().and_then(|it| it.body.as_ref());
        let Some(body) = body else { return };
        match body.blocks.get(block.index()).and_then(|block| block.name.as_ref()) {
            Some(name) => put!(self, "%{name}"),
            None => {
                let number = super::names::LocalNames::new(body).blocks.get(block.index()).copied();
                put!(self, "%{}", number.unwrap_or(0));
            }
        }
    }

    fn expression(&mut self, ty: Ty, expr: &ConstExpr) {
        match expr {
            ConstExpr::Cast { op, flags, value } => {
                self.push(op.word());
                self.flags(*flags);
                self.push(" (");
                self.typed_constant(*value);
                self.push(" to ");
                self.ty(ty);
                self.push(")");
            }
            ConstExpr::Binary { op, flags, left, right } => {
                self.push(op.word());
                self.flags(*flags);
                self.push(" (");
                self.typed_constants(&[*left, *right]);
                self.push(")");
            }
            ConstExpr::Negate(value) => self.call_like("fneg", &[*value]),
            ConstExpr::IntCompare { predicate, left, right } => {
                put!(self, "icmp ");
                self.call_like(predicate.word(), &[*left, *right]);
            }
            ConstExpr::FloatCompare { predicate, left, right } => {
                put!(self, "fcmp ");
                self.call_like(predicate.word(), &[*left, *right]);
            }
            ConstExpr::Select { condition, yes, no } => {
                self.call_like("select", &[*condition, *yes, *no]);
            }
            ConstExpr::Gep(gep) => self.const_gep(gep),
            ConstExpr::ExtractElement { vector, index } => {
                self.call_like("extractelement", &[*vector, *index]);
            }
            ConstExpr::InsertElement { vector, element, index } => {
                self.call_like("insertelement", &[*vector, *element, *index]);
            }
            ConstExpr::ShuffleVector { left, right, mask } => {
                self.call_like("shufflevector", &[*left, *right, *mask]);
            }
            ConstExpr::ExtractValue { aggregate, indices } => {
                self.call_like("extractvalue", &[*aggregate]);
                self.inner_indices(indices);
            }
            ConstExpr::InsertValue { aggregate, element, indices } => {
                self.call_like("insertvalue", &[*aggregate, *element]);
                self.inner_indices(indices);
            }
        }
    }

    fn call_like(&mut self, word: &str, operands: &[ConstId]) {
        put!(self, "{word} (");
        self.typed_constants(operands);
        self.push(")");
    }

    /// Indices before the parenthesis that was closed last.
    fn inner_indices(&mut self, indices: &[u32]) {
        self.out.pop();
        indices.iter().for_each(|index| put!(self, ", {index}"));
        self.push(")");
    }

    fn const_gep(&mut self, gep: &ConstGep) {
        self.push("getelementptr");
        self.flags(gep.flags);
        if let Some(InRange::Offsets(low, high)) = &gep.in_range {
            put!(self, " inrange({}, {})", low.text(), high.text());
        }
        self.push(" (");
        self.ty(gep.source);
        self.push(", ");
        self.typed_constant(gep.base);
        for (at, index) in gep.indices.iter().enumerate() {
            self.push(", ");
            if gep.in_range == Some(InRange::Index(at as u32)) {
                self.push("inrange ");
            }
            self.typed_constant(*index);
        }
        self.push(")");
    }
}
