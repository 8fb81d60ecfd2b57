//! What of a compiler's text belongs to each of several programs that were compiled together,
//! each in a module `p0`, `p1` and so on.

/// The items of modules `p0` to `p{programs - 1}`, each as if it were the crate itself.
///
/// ```
/// let text = "fn p0::f() -> () {\n}\n\nfn p1::f(_1: p1::S) -> () {\n    x\n}\n";
/// let parts = spektr_mir::emitted::parts(text, 2);
/// assert_eq!(parts, ["fn f() -> () {\n}\n", "fn f(_1: S) -> () {\n    x\n}\n"]);
/// ```
pub fn parts(text: &str, programs: usize) -> Vec<String> {
    let mut parts = vec![String::new(); programs];
    let mut owner = None;
    for line in text.split_inclusive('\n') {
        // Items begin at the margin, and so do the braces that end them.
        if !line.starts_with([' ', '}', '\n']) {
            owner = modules(line).map(|module| module.number).find(|number| *number < programs);
        }
        if let Some(owner) = owner {
            push_without(&mut parts[owner], line, owner);
        }
        if line.starts_with('}') {
            owner = None;
        }
    }
    parts
}

/// `p7::` at the beginning of a path.
struct Module {
    number: usize,
    start: usize,
    end: usize,
}

fn modules(line: &str) -> impl Iterator<Item = Module> + '_ {
    line.match_indices("::").filter_map(move |(at, _)| {
        let digits = line[..at].trim_end_matches(|it: char| it.is_ascii_digit());
        let before = digits.strip_suffix('p')?;
        let inside = |it: char| it.is_alphanumeric() || it == '_' || it == ':';
        let number = line[digits.len()..at].parse().ok()?;
        let own = !before.ends_with(inside);
        own.then_some(Module { number, start: before.len(), end: at + 2 })
    })
}

fn push_without(out: &mut String, line: &str, owner: usize) {
    let mut done = 0;
    for module in modules(line).filter(|module| module.number == owner) {
        out.push_str(&line[done..module.start]);
        done = module.end;
    }
    out.push_str(&line[done..]);
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn names_that_only_look_alike_stay() {
        let text = "fn p1::f() -> () {\n    x = up1::g() + p1::g() + p11::g() + a::p1::g();\n}\n";
        let wanted = "fn f() -> () {\n    x = up1::g() + g() + p11::g() + a::p1::g();\n}\n";
        assert_eq!(parts(text, 2), ["", wanted]);
    }

    #[test]
    fn statics_and_constants_belong_to_their_module() {
        let text = "const p0::f::{constant#0}: () = {\n    a\n}\n\nalloc7 (static: p1::S, size: 1) {\n    00\n}\n\n\
                    alloc8 (static: p0::S, size: 1) {\n    01\n}\n";
        let first =
            "const f::{constant#0}: () = {\n    a\n}\nalloc8 (static: S, size: 1) {\n    01\n}\n";
        assert_eq!(parts(text, 2), [first, "alloc7 (static: S, size: 1) {\n    00\n}\n"]);
    }

    #[test]
    fn what_is_nobodys_is_left_out() {
        assert_eq!(parts("fn namesakes::f() -> () {\n}\nfn p9::f() -> () {\n}\n", 2), ["", ""]);
    }
}
