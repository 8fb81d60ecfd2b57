//! Metadata as text.

use std::fmt::Write;

use super::{Printer, put};
use crate::syntax::{Attachment, Body, Field, Metadata, Name, Node, NodeKind, Quoted};

use super::names::LocalNames;

/// The function that registers in metadata belong to.
pub type Local<'a> = Option<(&'a Body, &'a LocalNames)>;

impl Printer<'_> {
    pub fn named_metadata(&mut self) {
        let module = self.module;
        self.paragraph();
        for named in &module.named_metadata {
            self.push("!");
            self.metadata_name(&named.name);
            self.push(" = !{");
            self.list(&named.operands, |printer, operand| printer.metadata(operand, None));
            self.push("}\n");
        }
        self.paragraph();
        for (at, node) in module.nodes.iter().enumerate() {
            put!(self, "!{at} = ");
            if node.distinct {
                self.push("distinct ");
            }
            self.node(node, None);
            self.push("\n");
        }
        self.paragraph();
    }

    /// A name behind `!`: other bytes than letters are escaped.
    fn metadata_name(&mut self, name: &Name) {
        for (at, &byte) in name.bytes().iter().enumerate() {
            let plain = byte.is_ascii_alphabetic()
                || b"-$._".contains(&byte)
                || (at > 0 && byte.is_ascii_digit());
            if plain {
                self.out.push(char::from(byte));
            } else {
                put!(self, "\\{byte:02X}");
            }
        }
    }

    pub fn metadata(&mut self, metadata: &Metadata, local: Local<'_>) {
        match metadata {
            Metadata::Null => self.push("null"),
            Metadata::Node(id) => put!(self, "!{}", id.0),
            Metadata::Inline(node) => self.node(node, local),
            Metadata::Text(text) => put!(self, "!{}", Quoted(text.bytes())),
            Metadata::Constant(constant) => self.typed_constant(*constant),
            Metadata::Local(value) => {
                let Some((body, names)) = local else { return };
                self.ty(body.values[value.index()].ty);
                self.push(" ");
                self.register(body, names, *value);
            }
            Metadata::ArgList(list) => {
                self.push("!DIArgList(");
                self.list(list.iter(), |printer, it| printer.metadata(it, local));
                self.push(")");
            }
        }
    }

    fn node(&mut self, node: &Node, local: Local<'_>) {
        match &node.kind {
            NodeKind::Tuple(operands) => {
                self.push("!{");
                self.list(operands, |printer, operand| printer.metadata(operand, local));
                self.push("}");
            }
            NodeKind::Record { name, fields } => {
                put!(self, "!{}(", name.text());
                self.list(fields, |printer, (key, field)| {
                    if let Some(key) = key {
                        put!(printer, "{}: ", key.text());
                    }
                    printer.field(field, local);
                });
                self.push(")");
            }
        }
    }

    fn field(&mut self, field: &Field, local: Local<'_>) {
        match field {
            Field::Metadata(metadata) => self.metadata(metadata, local),
            Field::Text(text) => put!(self, "{}", Quoted(text.bytes())),
            Field::Word(word) => self.push(&word.text()),
            Field::List(list) => {
                self.push("{");
                self.list(list, |printer, it| printer.metadata(it, local));
                self.push("}");
            }
        }
    }

    /// `!kind !7`, each behind `before`.
    pub fn attachments(&mut self, before: &str, attachments: &[Attachment], local: Local<'_>) {
        for attachment in attachments {
            put!(self, "{before}!");
            self.metadata_name(&attachment.kind);
            self.push(" ");
            self.metadata(&attachment.node, local);
        }
    }
}
