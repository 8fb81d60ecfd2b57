//! Where a compiler was when it failed: the query it was answering, the pass that ran, the
//! functions on its stack. Only what other builds of the same compiler would say too.

use super::normal::normal;

/// The pass in which LLVM died, from its stack dump.
pub(super) fn llvm_pass(stderr: &str) -> Option<String> {
    let innermost = stderr.lines().rfind(|line| line.contains("Running pass \""))?;
    let (_, rest) = innermost.split_once("Running pass \"")?;
    Some(normal(rest.split('"').next().unwrap_or(rest)))
}

/// The query that was being answered. Those around it depend on who asked first, and so on
/// the program.
pub(super) fn innermost_query<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let stack = lines.iter().skip_while(|line| !line.starts_with("query stack during panic"));
    let (_, rest) = stack.skip(1).find(|line| line.starts_with("#0"))?.split_once('[')?;
    Some(rest.split(']').next().unwrap_or(rest))
}

/// The innermost functions of a stack that was printed after a signal, where they have
/// names: `LIBRARY(NAME+OFFSET)[ADDRESS]`.
pub(super) fn symbols(lines: &[&str]) -> Option<String> {
    /// More would differ with the way that led there.
    const ENOUGH: usize = 2;
    let is_signal = |line: &&&str| line.contains("rustc interrupted by ");
    let start = lines.iter().position(|line| is_signal(&line))?;
    let mut names: Vec<&str> = Vec::new();
    for line in &lines[start..] {
        let named = line.split_once('(').and_then(|(_, rest)| rest.split_once("+0x"));
        if let Some((name, _)) = named
            && !name.is_empty()
            && line.ends_with(']')
            && !names.contains(&without_hash(name))
        {
            names.push(without_hash(name));
        }
        if names.len() == ENOUGH {
            break;
        }
    }
    (!names.is_empty()).then(|| format!("in {}", names.join(" < ")))
}

/// A mangled name without the hash of its crate's build.
fn without_hash(name: &str) -> &str {
    const HASH: usize = "17h0123456789abcdefE".len();
    let cut = name.len().saturating_sub(HASH);
    match name.get(cut..) {
        Some(hash) if hash.starts_with("17h") && hash.ends_with('E') => &name[..cut],
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_without_addresses_and_hashes() {
        let text = "error: rustc interrupted by SIGSEGV, printing backtrace\n\n\
            /x/librustc_driver-b5a965480ee51f9a.so(+0x3c8e78c)[0x7f19cc88e78c]\n\
            /lib/x86_64-linux-gnu/libc.so.6(+0x3c050)[0x7f19c8a5a050]\n\
            /x/libLLVM.so.22.1(_ZN4llvm5Value4findEv+0x1f)[0x7f19c8a5a051]\n\
            /x/libLLVM.so.22.1(_ZN4llvm5Value4findEv+0x1f)[0x7f19c8a5a051]\n\
            /x/libr.so(_ZN5alloc3vec4push17h0123456789abcdefE+0x1f)[0x7f19c8a5a051]\n\
            /x/libr.so(_ZN4last+0x1f)[0x7f19c8a5a051]\n";
        let lines: Vec<&str> = text.lines().collect();
        let expected = "in _ZN4llvm5Value4findEv < _ZN5alloc3vec4push";
        assert_eq!(symbols(&lines).as_deref(), Some(expected));
        assert_eq!(symbols(&lines[..4]), None);
        assert_eq!(symbols(&["error: x", "f(a+0x1)[0x2]"]), None);
    }

    #[test]
    fn the_innermost_query() {
        let text = "query stack during panic:\n#0 [optimized_mir] optimizing MIR for `f`\n\
                    #1 [items_of_instance] collecting items used by `f`\nend of query stack";
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(innermost_query(&lines), Some("optimized_mir"));
        assert_eq!(innermost_query(&["query stack during panic:", "end of query stack"]), None);
        assert_eq!(innermost_query(&["#0 [no] stack"]), None);
    }
}
