//! `__attribute__((…))` (GNU C). Each name is one row of [`KNOWN`]; a name that is not there is
//! refused, for it might change what the program means.

use super::cursor::Parser;
use super::keyword::Keyword;
use super::lex::{Punct, Tok};
use super::{Read, fail};

/// What attributes of one declaration or type ask for.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    pub packed: bool,
    pub aligned: Option<u64>,
    pub vector_size: Option<u64>,
    pub mode: Option<String>,
    pub may_alias: bool,
    pub transparent_union: bool,
    pub noreturn: bool,
    pub noinline: bool,
    pub always_inline: bool,
    pub gnu_inline: bool,
    pub weak: bool,
    /// Of functions, to be printed again: compilers optimise by them.
    pub kept: Vec<String>,
}

impl Attributes {
    pub fn merge(&mut self, other: Attributes) {
        self.packed |= other.packed;
        self.aligned = self.aligned.max(other.aligned);
        self.vector_size = other.vector_size.or(self.vector_size);
        self.mode = other.mode.or(self.mode.take());
        self.may_alias |= other.may_alias;
        self.transparent_union |= other.transparent_union;
        self.noreturn |= other.noreturn;
        self.noinline |= other.noinline;
        self.always_inline |= other.always_inline;
        self.gnu_inline |= other.gnu_inline;
        self.weak |= other.weak;
        self.kept.extend(other.kept);
    }
}

/// What is done with an attribute.
#[derive(Clone, Copy)]
enum Treatment {
    /// Changes types or calls; [`Parser::one_attribute`] knows how.
    Understood,
    /// Printed again with the function.
    Kept,
    /// Says nothing that matters here: for warnings, tools or object files.
    Ignored,
    /// Changes what the program means in a way that is not understood.
    Refused,
}

const KNOWN: &[(Treatment, &[&str])] = &[
    (
        Treatment::Understood,
        &[
            "packed",
            "aligned",
            "vector_size",
            "mode",
            "may_alias",
            "transparent_union",
            "noreturn",
            "noinline",
            "always_inline",
            "gnu_inline",
            "weak",
        ],
    ),
    (
        Treatment::Kept,
        &[
            "noipa",
            "noclone",
            "no_icf",
            "const",
            "pure",
            "malloc",
            "cold",
            "hot",
            "flatten",
            "optimize",
            "returns_nonnull",
            "nonnull",
            "leaf",
            "nothrow",
            "no_reorder",
            "no_profile_instrument_function",
            "stack_protect",
            "optnone",
            "minsize",
            "target",
            "noplt",
            "returns_twice",
            "alloc_size",
            "assume_aligned",
            "alloc_align",
            "access",
            "fn_spec",
            "no_split_stack",
            "sysv_abi",
            "used",
        ],
    ),
    (
        Treatment::Ignored,
        &[
            "unused",
            "deprecated",
            "unavailable",
            "format",
            "format_arg",
            "sentinel",
            "warn_unused_result",
            "warning",
            "error",
            "artificial",
            "visibility",
            "section",
            "nonstring",
            "designated_init",
            "fallthrough",
            "externally_visible",
            "nocommon",
            "common",
            "no_instrument_function",
            "no_sanitize",
            "no_sanitize_address",
            "no_sanitize_undefined",
            "no_address_safety_analysis",
            "bnd_instrument",
            "no_stack_protector",
            "warn_if_not_aligned",
            "maybe_unused",
            "tls_model",
            "cdecl",
            "gcc_struct",
            "no_stack_limit",
            "noclobber",
            "retain",
            "noderef",
            "nodebug",
            "no_caller_saved_registers",
            "internal_linkage",
            "diagnose_if",
            "enum_extensibility",
            "flag_enum",
            "copy",
            "symver",
            "patchable_function_entry",
            "uninitialized",
            "zero_call_used_regs",
        ],
    ),
    (
        Treatment::Refused,
        &[
            "alias",
            "weakref",
            "ifunc",
            "constructor",
            "destructor",
            "cleanup",
            "naked",
            "ms_abi",
            "ms_struct",
            "scalar_storage_order",
            "simd",
            "vector",
            "regparm",
            "stdcall",
            "fastcall",
            "interrupt",
            "noinit",
            "persistent",
            "address_space",
            "ext_vector_type",
            "overloadable",
            "blocks",
            "init_priority",
            "target_clones",
            "strub",
            "force_align_arg_pointer",
            "hardbool",
            "counted_by",
            "musttail",
        ],
    ),
];

impl Parser<'_> {
    /// All attribute lists that stand here.
    pub fn attributes(&mut self) -> Read<Attributes> {
        let mut found = Attributes::default();
        while self.eat_keyword(Keyword::Attribute) {
            self.expect(Punct::LeftParen)?;
            self.expect(Punct::LeftParen)?;
            while !self.is(Punct::RightParen) {
                if !self.eat(Punct::Comma) {
                    self.one_attribute(&mut found)?;
                }
            }
            self.expect(Punct::RightParen)?;
            self.expect(Punct::RightParen)?;
        }
        Ok(found)
    }

    fn one_attribute(&mut self, found: &mut Attributes) -> Read<()> {
        let span = self.span();
        let text = match self.peek() {
            Tok::Name(_) | Tok::Keyword(_) => self.tokens.spelling(span).to_string(),
            _ => return self.unexpected("an attribute"),
        };
        self.next();
        let name = text.trim_start_matches("__").trim_end_matches("__");
        let row = KNOWN.iter().find(|(_, names)| names.contains(&name));
        match row.map(|(treatment, _)| *treatment) {
            None => fail(span, format!("the attribute `{name}` is not known")),
            Some(Treatment::Refused) => {
                fail(span, format!("the attribute `{name}` is not understood"))
            }
            Some(Treatment::Ignored) => self.skip_arguments().map(drop),
            Some(Treatment::Kept) => {
                let arguments = self.skip_arguments()?;
                // `used` says nothing to an optimiser; what it says to the linker is not ours.
                if name != "used" {
                    found.kept.push(format!("{name}{arguments}"));
                }
                Ok(())
            }
            Some(Treatment::Understood) => self.understood_attribute(name, found),
        }
    }

    fn understood_attribute(&mut self, name: &str, found: &mut Attributes) -> Read<()> {
        match name {
            "packed" => found.packed = true,
            "may_alias" => found.may_alias = true,
            "transparent_union" => found.transparent_union = true,
            "noreturn" => found.noreturn = true,
            "noinline" => found.noinline = true,
            "always_inline" => found.always_inline = true,
            "gnu_inline" => found.gnu_inline = true,
            "weak" => found.weak = true,
            "aligned" => {
                // Without a number: the largest alignment that any type needs.
                let align = if self.is(Punct::LeftParen) { self.attribute_number()? } else { 16 };
                found.aligned = found.aligned.max(Some(align));
            }
            "vector_size" => found.vector_size = Some(self.attribute_number()?),
            "mode" => {
                self.expect(Punct::LeftParen)?;
                let (mode, _) = self.expect_name()?;
                let mode = self.text(mode).trim_matches('_').to_string();
                self.expect(Punct::RightParen)?;
                found.mode = Some(mode);
            }
            _ => unreachable!("every understood attribute is matched"),
        }
        Ok(())
    }

    /// `(n)` with a power of two.
    fn attribute_number(&mut self) -> Read<u64> {
        let from = self.expect(Punct::LeftParen)?;
        let value = self.constant_integer()?;
        self.expect(Punct::RightParen)?;
        match u64::try_from(value) {
            Ok(number) if number.is_power_of_two() && number <= 1 << 28 => Ok(number),
            _ => fail(self.since(from), "this must be a power of two, and not a huge one"),
        }
    }

    /// The text of `(…)`, if there is one.
    fn skip_arguments(&mut self) -> Read<String> {
        if !self.is(Punct::LeftParen) {
            return Ok(String::new());
        }
        let mut text = String::new();
        let mut open = 0;
        loop {
            match self.peek() {
                Tok::Punct(Punct::LeftParen) => open += 1,
                Tok::Punct(Punct::RightParen) => open -= 1,
                Tok::End => return self.unexpected("`)`"),
                _ => {}
            }
            let spelling = self.tokens.spelling(self.span());
            text += if spelling == "," { ", " } else { spelling };
            self.next();
            if open == 0 {
                return Ok(text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_attribute_has_two_rows() {
        let mut names: Vec<&str> = KNOWN.iter().flat_map(|(_, names)| *names).copied().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
