//! Several programs in one file: each gets names of its own, and one `main` runs them all, or the
//! one whose number it is given. Knows which programs can share a process, and nothing of what
//! they do.

use crate::print;
use crate::syntax::Program;

/// Functions of the library that leave nothing behind for the next program.
const LIBRARY: [&str; 6] = ["printf", "memcpy", "memset", "memmove", "malloc", "free"];

/// Whether a program can share a file and a process with others.
pub fn can_share(program: &Program) -> bool {
    let harmless = program.functions.iter().all(|function| {
        let known = function.body.is_some() || LIBRARY.contains(&function.library_name());
        known && function.asm_name.is_none() && !function.weak
    });
    let main = program.functions.iter().find(|function| function.name == "main");
    program.units.len() == 1 && harmless && main.is_some_and(|main| main.params.is_empty())
}

/// The programs as one text. The output of each comes behind its marker; with an argument there
/// is only that program's.
pub fn text(programs: &[&Program], marker: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for (index, program) in programs.iter().enumerate() {
        let files = match program.is_cpp() {
            true => print::print(&renamed(program, index)),
            false => print::print_with(program, &prefix(index)),
        };
        text.extend(files.into_iter().map(|file| file.text));
        text.push('\n');
    }
    // C++ has a declaration of its own.
    let cpp = programs.iter().any(|program| program.is_cpp());
    let print = if cpp { "__builtin_printf" } else { "printf" };
    if !cpp {
        text += "int printf(const char *, ...);\n\n";
    }
    text += "int main(int argc, char **argv)\n{\n    int only = argc > 1 ? 0 : -1;\n    \
             for (const char *digit = argc > 1 ? argv[1] : \"\"; *digit; digit++)\n        \
             only = only * 10 + (*digit - '0');\n";
    for index in 0..programs.len() {
        let marker = marker(index);
        text += &format!(
            "    if (only < 0)\n        {print}(\"{marker}\\n\");\n    \
             if (only < 0 || only == {index})\n        {}main();\n",
            prefix(index)
        );
    }
    text + "    return 0;\n}\n"
}

fn prefix(index: usize) -> String {
    format!("b{index}_")
}

/// The program with a prefix before every name that others could see.
fn renamed(program: &Program, index: usize) -> Program {
    let mut program = program.clone();
    let prefix = prefix(index);
    let mark = |name: &mut String| name.insert_str(0, &prefix);
    for global in program.globals.iter_mut().filter(|global| !global.name.is_empty()) {
        mark(&mut global.name);
    }
    for function in program.functions.iter_mut().filter(|function| function.body.is_some()) {
        mark(&mut function.name);
    }
    program.types.rename_tags(mark);
    program
}

/// The program of several that a compiler was at work on, by the function that it names.
///
/// ```
/// use spektr_c::batch::suspect;
/// assert_eq!(suspect("a.c: In function 'b12_t0':\ninternal compiler error"), Some(12));
/// ```
pub fn suspect(diagnostics: &str) -> Option<usize> {
    let mut found = None;
    for word in diagnostics.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        let number = word.strip_prefix('b').and_then(|rest| rest.split_once('_'));
        let number = number.and_then(|(number, _)| number.parse().ok());
        match (found, number) {
            (_, None) => {}
            (None, Some(number)) => found = Some(number),
            (Some(known), Some(number)) if known == number => {}
            // It speaks of several.
            _ => return None,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn read(text: &str) -> Program {
        parse::read(&[("a.c", text)]).expect("it is C")
    }

    #[test]
    fn programs_with_the_same_names_share_a_file() {
        let one = "struct S { int x; };\nint printf(const char *, ...);\nstruct S s = {1};\n\
                   int main(void) { printf(\"%d\\n\", s.x); return 0; }\n";
        let other = "enum S { A, B };\nint printf(const char *, ...);\nint s = B;\n\
                     int main(void) { printf(\"%d\\n\", s); return 0; }\n";
        let (one, other) = (read(one), read(other));
        assert!(can_share(&one) && can_share(&other));
        let text = text(&[&one, &other], |index| format!("== {index}"));
        read(&text);
        assert!(text.contains("struct b0_S") && text.contains("b1_main();"), "{text}");
    }

    #[test]
    fn what_ends_the_process_is_alone() {
        let exits = read("void exit(int);\nint main(void) { exit(0); }\n");
        let asks = read("int main(int c, char **v) { return c - 1; }\n");
        assert!(!can_share(&exits) && !can_share(&asks));
    }

    #[test]
    fn words_about_several_programs_accuse_none() {
        assert_eq!(suspect("In function 'b0_t1', inlined from 'b0_main'"), Some(0));
        assert_eq!(suspect("'b0_t1' and 'b1_t1'"), None);
        assert_eq!(suspect("internal compiler error: in fold, at tree.c:12"), None);
    }
}
