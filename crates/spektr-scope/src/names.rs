//! Whose a block is, as far as symbols tell: the function, and the part of the tool (a crate's
//! module, a class) that the function belongs to.

use crate::elf::Symbol;
use crate::module::Module;
use std::collections::BTreeMap;
use std::io;

/// What is said of code that has no name.
pub const NAMELESS: &str = "(no symbol)";

/// How many blocks a part of a module has, and how many of them were reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    pub blocks: u64,
    pub reached: u64,
}

/// The parts of a module by name; `reached` are blocks by number.
pub fn parts(module: &Module, reached: &[usize]) -> io::Result<BTreeMap<String, Part>> {
    let symbols = module.symbols()?;
    let mut parts: BTreeMap<String, Part> = BTreeMap::new();
    let mut last: Option<(usize, String)> = None;
    let mut reached = reached.iter().peekable();
    for (block, offset) in module.leaders.offsets.iter().enumerate() {
        let at = symbols.partition_point(|it| it.offset <= u64::from(*offset));
        if last.as_ref().is_none_or(|(symbol, _)| *symbol != at) {
            let name = at.checked_sub(1).map(|it| &symbols[it]);
            last = Some((at, name.map_or_else(|| NAMELESS.to_owned(), part_of)));
        }
        let name = last.as_ref().map_or(NAMELESS, |(_, name)| name.as_str());
        let part = match parts.get_mut(name) {
            Some(part) => part,
            None => parts.entry(name.to_owned()).or_default(),
        };
        part.blocks += 1;
        part.reached += u64::from(reached.next_if(|it| **it == block).is_some());
    }
    Ok(parts)
}

fn part_of(symbol: &Symbol) -> String {
    part(&symbol.name)
}

/// The part of a tool that a symbol belongs to: its first two names.
pub fn part(symbol: &str) -> String {
    let names = nested(symbol).unwrap_or_else(|| demangled(symbol));
    match names.as_slice() {
        [] => NAMELESS.to_owned(),
        [one] => one.clone(),
        [first, second, ..] => format!("{first}::{second}"),
    }
}

/// The names of `_ZN4llvm9LoopUtils3fooEv` but for the last, which is the function's own; a
/// function in no class is its own part.
fn nested(symbol: &str) -> Option<Vec<String>> {
    let rest = symbol.strip_prefix("_ZN")?;
    let mut rest = rest.trim_start_matches(['K', 'V', 'r', 'R', 'O']);
    let mut names = Vec::new();
    while let Some(digits) = rest.find(|c: char| !c.is_ascii_digit()).filter(|it| *it > 0) {
        let length: usize = rest[..digits].parse().ok()?;
        names.push(rest.get(digits..digits + length)?.to_owned());
        rest = &rest[digits + length..];
    }
    // A hash at the end is no name, and what is before it is the function's own.
    if names.last().is_some_and(|it| it.len() == 17 && it.starts_with('h')) {
        names.pop();
    }
    if names.len() > 1 {
        names.pop();
    }
    (!names.is_empty()).then_some(names)
}

/// The path of a symbol that is mangled in another way: what is in front of the function, or
/// inside the brackets if it is of a type.
fn demangled(symbol: &str) -> Vec<String> {
    let text = format!("{:#}", rustc_demangle::demangle(symbol));
    let path: String = text
        .trim_start_matches(['<', '&', '*', ' '])
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_' || *c == ':')
        .collect();
    let mut names: Vec<String> =
        path.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect();
    if names.len() > 2 {
        names.truncate(2);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_symbols() {
        for (symbol, wanted) in [
            ("_ZN4llvm16InstCombinerImpl12visitAddImplERNS_5ValueE", "llvm::InstCombinerImpl"),
            ("_ZNK4llvm5Value7getNameEv", "llvm::Value"),
            ("_ZN4llvm10simplifyIVEv", "llvm"),
            ("_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE", "core::fmt"),
            ("_RNvNtCs1234_7mycrate3foo3bar", "mycrate::foo"),
            ("main", "main"),
            ("", NAMELESS),
        ] {
            assert_eq!(part(symbol), wanted, "{symbol}");
        }
    }
}
