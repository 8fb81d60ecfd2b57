//! Names and words of compilers in the form that other people know them by: no paths of this
//! machine, no hashes of this build.

use spektr_judge::Compiler;
use std::path::Path;

/// The command a person types for a compiler: `rustc +nightly`, `gcc-12`. Where it is
/// installed is nobody's business.
pub(super) fn command(compiler: &Compiler) -> String {
    let Some((program, arguments)) = compiler.command.split_first() else {
        return compiler.name.clone();
    };
    let mut words = vec![program_name(Path::new(program))];
    words.extend(arguments.iter().cloned());
    words.join(" ")
}

/// A toolchain of rustup is called by its name, everything else by its file's.
fn program_name(program: &Path) -> String {
    let file = program.file_name().map(|name| name.to_string_lossy().into_owned());
    let file = file.unwrap_or_else(|| program.to_string_lossy().into_owned());
    let parts: Vec<String> =
        program.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let toolchain = parts
        .windows(2)
        .find(|pair| pair[0] == "toolchains")
        .map(|pair| pair[1].split("-x86_64").next().unwrap_or(&pair[1]).to_owned())
        .map(|name| name.split("-aarch64").next().unwrap_or(&name).to_owned());
    match toolchain {
        Some(toolchain) => format!("{file} +{toolchain}"),
        None => file,
    }
}

/// What a compiler says about itself, as trackers ask for it.
pub(super) fn full_version(compiler: &Compiler) -> String {
    let version = &compiler.version;
    let mut text = format!("{}\n", version.text);
    let rows = [
        ("commit-hash", &version.commit),
        ("host", &version.host),
        ("release", &version.release),
        ("LLVM version", &version.llvm),
    ];
    for (name, value) in rows {
        if let Some(value) = value {
            text.push_str(&format!("{name}: {value}\n"));
        }
    }
    text
}

/// `fn1` of `program[f0c2]::fn1`: crates carry a hash of this build.
pub(super) fn bare_function(on: &str) -> String {
    match on.split_once("]::") {
        Some((root, rest)) if root.contains('[') && !root.contains(' ') => rest.to_owned(),
        _ => on.to_owned(),
    }
}

/// The longest piece of one line of `diagnostics` that `signature` has too. A signature has no
/// paths and numbers; what it shares with the compiler's words is there verbatim and stays the
/// same from build to build.
pub(super) fn telling_words(signature: &str, diagnostics: &str) -> String {
    let wanted: Vec<char> = signature.chars().collect();
    let mut best = String::new();
    for line in diagnostics.lines() {
        let shared = longest_shared(&wanted, line);
        if shared.chars().count() > best.chars().count() {
            best = shared;
        }
    }
    best
}

fn longest_shared(wanted: &[char], line: &str) -> String {
    let line: Vec<char> = line.chars().collect();
    // lengths[j]: how long the shared piece is that ends at wanted[..i] and line[..j].
    let mut lengths = vec![0usize; line.len() + 1];
    let (mut longest, mut end) = (0, 0);
    for character in wanted {
        for j in (0..line.len()).rev() {
            lengths[j + 1] = if line[j] == *character { lengths[j] + 1 } else { 0 };
            if lengths[j + 1] > longest {
                (longest, end) = (lengths[j + 1], j + 1);
            }
        }
    }
    line[end - longest..end].iter().collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilers_are_called_as_people_call_them() {
        let name = |path: &str| program_name(Path::new(path));
        assert_eq!(
            name("/x/toolchains/nightly-x86_64-unknown-linux-gnu/bin/rustc"),
            "rustc +nightly"
        );
        assert_eq!(name("/usr/bin/gcc-12"), "gcc-12");
    }

    #[test]
    fn functions_lose_the_hash_of_their_crate() {
        assert_eq!(bare_function("program[f0c2]::fn1"), "fn1");
        assert_eq!(bare_function("program[f0c2]::m::fn1"), "m::fn1");
        assert_eq!(bare_function("line 3"), "line 3");
        assert_eq!(bare_function("[module]"), "[module]");
    }

    #[test]
    fn telling_words_are_in_both_texts() {
        let diagnostics = "thread 'rustc' panicked at compiler/a.rs:311:25:\n\
            no variant index for `e` (12 bytes)\nnote: we would appreciate a bug report\n";
        let signature = "panicked at a.rs: no variant index for `_` (_ bytes)";
        assert_eq!(telling_words(signature, diagnostics), "no variant index for `");
        assert_eq!(telling_words("", diagnostics), "");
        assert_eq!(telling_words("SIGSEGV", ""), "");
    }
}
