//! Types as text.

use std::fmt::Write;

use super::{Printer, put};
use crate::syntax::{Quoted, StructId, Ty, Type};

impl Printer<'_> {
    pub fn ty(&mut self, ty: Ty) {
        match &self.module.types[ty] {
            Type::Void => self.push("void"),
            Type::Label => self.push("label"),
            Type::Token => self.push("token"),
            Type::Metadata => self.push("metadata"),
            Type::Int(width) => put!(self, "i{width}"),
            Type::Float(kind) => self.push(kind.word()),
            Type::X86Mmx => self.push("x86_mmx"),
            Type::X86Amx => self.push("x86_amx"),
            Type::Pointer { space, to } => {
                match to {
                    Some(to) => self.ty(*to),
                    None => self.push("ptr"),
                }
                if *space > 0 {
                    put!(self, " addrspace({space})");
                }
                if to.is_some() {
                    self.push("*");
                }
            }
            Type::Vector { scalable, length, element } => {
                let scale = if *scalable { "vscale x " } else { "" };
                put!(self, "<{scale}{length} x ");
                self.ty(*element);
                self.push(">");
            }
            Type::Array { length, element } => {
                put!(self, "[{length} x ");
                self.ty(*element);
                self.push("]");
            }
            Type::Struct { packed, fields } => self.fields(*packed, fields),
            Type::Named(id) => self.struct_name(*id),
            Type::Function { result, params, variadic } => {
                self.ty(*result);
                self.push(" (");
                self.list(params.iter(), |printer, param| printer.ty(*param));
                if *variadic {
                    self.push(if params.is_empty() { "..." } else { ", ..." });
                }
                self.push(")");
            }
            Type::Target { name, types, integers } => {
                put!(self, "target({}", Quoted(name.bytes()));
                for ty in types {
                    self.push(", ");
                    self.ty(*ty);
                }
                for integer in integers {
                    put!(self, ", {integer}");
                }
                self.push(")");
            }
        }
    }

    fn fields(&mut self, packed: bool, fields: &[Ty]) {
        self.push(if packed { "<{ " } else { "{ " });
        self.list(fields.iter(), |printer, field| printer.ty(*field));
        if fields.is_empty() {
            self.out.pop();
        } else {
            self.push(" ");
        }
        self.push(if packed { "}>" } else { "}" });
    }

    fn struct_name(&mut self, id: StructId) {
        match &self.module.types.named(id).name {
            Some(name) => put!(self, "%{name}"),
            None => put!(self, "%{}", self.names.structure(id)),
        }
    }

    /// `%name = type …` for all of them.
    pub fn structs(&mut self) {
        for (at, declared) in self.module.types.structs().iter().enumerate() {
            self.struct_name(StructId::new(at));
            self.push(" = type ");
            match &declared.body {
                Some(body) => self.fields(body.packed, &body.fields),
                None => self.push("opaque"),
            }
            self.push("\n");
        }
    }
}
