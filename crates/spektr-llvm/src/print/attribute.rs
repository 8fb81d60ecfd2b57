//! Attributes and flags as text, each behind a blank.

use std::fmt::Write;

use super::{Printer, Version, put};
use crate::syntax::{
    Access, Attribute, CaptureParts, Captures, Flags, FpClasses, FunctionAttributes, IntAttribute,
    MemoryEffects, MemoryLocation, Quoted, UnwindTable,
};

impl Printer<'_> {
    pub fn flags(&mut self, flags: Flags) {
        let mut flags = flags;
        if flags.has(Flags::FAST) {
            self.push(" fast");
            flags = flags.without(Flags::FAST);
        }
        // `inbounds` implies `nusw`.
        if flags.has(Flags::INBOUNDS) {
            flags = flags.without(Flags::NUSW);
        }
        for (flag, word) in Flags::WORDS {
            if flags.has(flag) {
                put!(self, " {word}");
            }
        }
    }

    pub fn attributes(&mut self, attributes: &[Attribute]) {
        attributes.iter().for_each(|attribute| self.attribute(attribute, false));
    }

    /// Attributes of a result: they stand before its type.
    pub fn attributes_before(&mut self, attributes: &[Attribute]) {
        if attributes.is_empty() {
            return;
        }
        // Each attribute begins with a blank; here they end with one.
        self.out.pop();
        self.attributes(attributes);
        self.push(" ");
    }

    pub fn function_attributes(&mut self, attributes: &FunctionAttributes) {
        self.attributes(&attributes.own);
        for group in &attributes.groups {
            put!(self, " #{}", self.module.attribute_groups[group.index()].number);
        }
    }

    pub fn attribute(&mut self, attribute: &Attribute, in_group: bool) {
        self.push(" ");
        match attribute {
            Attribute::Flag(flag) => self.push(flag.word()),
            Attribute::Int(kind, number) => match kind {
                IntAttribute::Align | IntAttribute::AlignStack if in_group => {
                    put!(self, "{}={number}", kind.word());
                }
                IntAttribute::Align => put!(self, "align {number}"),
                _ => put!(self, "{}({number})", kind.word()),
            },
            Attribute::Type(kind, ty) => {
                put!(self, "{}(", kind.word());
                self.ty(*ty);
                self.push(")");
            }
            Attribute::Text(key, value) => {
                put!(self, "{}", Quoted(key.bytes()));
                if let Some(value) = value {
                    put!(self, "={}", Quoted(value.bytes()));
                }
            }
            Attribute::Range(low, high) => {
                self.push("range(");
                self.typed_constant(*low);
                self.push(", ");
                self.constant(*high);
                self.push(")");
            }
            Attribute::Initializes(ranges) => {
                self.push("initializes(");
                self.list(ranges.iter(), |printer, (low, high)| put!(printer, "({low}, {high})"));
                self.push(")");
            }
            Attribute::Memory(effects) => self.memory(effects),
            Attribute::NoFpClass(classes) => self.classes(*classes),
            Attribute::Captures(captures) => self.captures(captures),
            Attribute::AllocSize(element, None) => put!(self, "allocsize({element})"),
            Attribute::AllocSize(element, Some(count)) => {
                put!(self, "allocsize({element},{count})")
            }
            Attribute::AllocKind(kind) => put!(self, "allockind({})", Quoted(kind.bytes())),
            Attribute::VScaleRange(least, most) => put!(self, "vscale_range({least},{most})"),
            // Since 15 it says which frames it is about.
            Attribute::UwTable(UnwindTable::Sync) if self.version >= Version(15) => {
                self.push("uwtable(sync)");
            }
            Attribute::UwTable(_) => self.push("uwtable"),
        }
    }

    /// The access of everything else first, then what differs from it.
    fn memory(&mut self, effects: &MemoryEffects) {
        let default = effects.of(MemoryLocation::Other);
        let specific: Vec<_> = MemoryLocation::ALL
            .iter()
            .filter(|location| effects.of(**location) != default)
            .collect();
        self.push("memory(");
        let mut first = true;
        if default != Access::None || specific.is_empty() {
            self.push(default.word());
            first = false;
        }
        for location in specific {
            let comma = if first { "" } else { ", " };
            put!(self, "{comma}{}: {}", location.word(), effects.of(*location).word());
            first = false;
        }
        self.push(")");
    }

    fn classes(&mut self, classes: FpClasses) {
        let mut left = classes.0;
        let mut words = Vec::new();
        for (class, word) in FpClasses::WORDS {
            if left & class == class && left != 0 {
                words.push(word);
                left &= !class;
            }
        }
        put!(self, "nofpclass({})", words.join(" "));
    }

    fn captures(&mut self, captures: &Captures) {
        self.push("captures(");
        let mut words = capture_words(captures.other);
        if captures.result != captures.other {
            // `ret:` holds for all that follow it.
            let result = capture_words(captures.result);
            if captures.other == CaptureParts::NONE {
                words.clear();
            }
            let first = words.len();
            words.extend(result);
            words[first].insert_str(0, "ret: ");
        }
        put!(self, "{})", words.join(", "));
    }
}

fn capture_words(parts: CaptureParts) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    if parts.has(CaptureParts::ADDRESS) {
        words.push("address".into());
    } else if parts.has(CaptureParts::ADDRESS_IS_NULL) {
        words.push("address_is_null".into());
    }
    if parts.has(CaptureParts::PROVENANCE) {
        words.push("provenance".into());
    } else if parts.has(CaptureParts::READ_PROVENANCE) {
        words.push("read_provenance".into());
    }
    if words.is_empty() {
        words.push("none".into());
    }
    words
}
