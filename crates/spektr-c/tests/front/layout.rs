//! Layouts of random records as gcc and clang have them.

use std::fmt::Write;

use spektr_c::parse;
use spektr_c::syntax::Program;

use crate::tools;

/// A small generator of numbers; what it makes is the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len() as u64) as usize]
    }
}

const INTEGERS: [(&str, u64); 11] = [
    ("char", 8),
    ("signed char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned int", 32),
    ("long", 64),
    ("unsigned long", 64),
    ("long long", 64),
    ("_Bool", 1),
];

const OTHERS: [&str; 6] = ["float", "double", "long double", "void *", "__int128", "enum e"];

const COUNT: usize = 500;

/// Records as text; later ones hold earlier ones.
fn records(numbers: &mut Numbers) -> String {
    let mut text = "enum e { e0, e1 };\n".to_string();
    for index in 0..COUNT {
        let packed_by_pragma = numbers.one_in(6);
        if packed_by_pragma {
            let _ = writeln!(text, "#pragma pack(push, {})", numbers.of(&["1", "2", "4", "8"]));
        }
        let word = if numbers.one_in(8) { "union" } else { "struct" };
        let _ = writeln!(text, "{word} {}s{index} {{", attributes(numbers, packed_by_pragma));
        for field in 0..1 + numbers.below(7) {
            let line = member(numbers, index, field, packed_by_pragma);
            let _ = writeln!(text, "    {line}");
        }
        let _ = writeln!(text, "}};\ntypedef {word} s{index} t{index};");
        if packed_by_pragma {
            text += "#pragma pack(pop)\n";
        }
    }
    text
}

fn attributes(numbers: &mut Numbers, packed_by_pragma: bool) -> String {
    match numbers.below(8) {
        0 if !packed_by_pragma => "__attribute__((packed)) ".to_string(),
        1 => format!("__attribute__((aligned({}))) ", numbers.of(&["2", "4", "16", "32"])),
        2 if !packed_by_pragma => "__attribute__((packed, aligned(4))) ".to_string(),
        _ => String::new(),
    }
}

fn member(numbers: &mut Numbers, index: usize, field: u64, packed_by_pragma: bool) -> String {
    let (integer, bits) = INTEGERS[numbers.below(INTEGERS.len() as u64) as usize];
    match numbers.below(12) {
        0..=4 => format!("{integer} f{field} : {};", 1 + numbers.below(bits)),
        // Compilers differ about a width of 0 under `#pragma pack`.
        5 if !packed_by_pragma => format!("{integer} : {};", numbers.below(bits + 1)),
        6 => format!("{} f{field}[{}];", integer, 1 + numbers.below(4)),
        7 => format!("{} f{field};", numbers.of(&OTHERS)),
        8 if index > 0 => {
            format!("t{} f{field};", numbers.below(index as u64))
        }
        9 => format!("{integer} f{field} __attribute__((aligned({})));", numbers.of(&["2", "8"])),
        10 => {
            let word = numbers.of(&["struct", "union"]);
            format!("{word} {{ {integer} f{field}; char g{field}; short : 3; int h{field} : 5; }};")
        }
        _ => format!("{integer} f{field};"),
    }
}

/// Every named member of a record with its place, through anonymous ones.
fn places(
    program: &Program,
    id: spektr_c::types::RecordId,
    base: u64,
    out: &mut Vec<(String, u64, u64, bool)>,
) {
    let layout = program.types.layout(id).expect("complete");
    for (field, place) in program.types.fields(id).iter().zip(&layout.places) {
        match (&field.name, program.types.as_record(field.ty)) {
            (Some(name), _) => {
                out.push((name.clone(), base + place.bit, place.width, field.bits.is_some()));
            }
            (None, Some(inner)) => places(program, inner, base + place.bit, out),
            (None, None) => {}
        }
    }
}

#[test]
fn records_lie_as_gcc_and_clang_lay_them_out() {
    let text = records(&mut Numbers(2026));
    // Something of every type, so that reading keeps them.
    let uses: String = (0..COUNT).map(|index| format!("t{index} v{index};\n")).collect();
    let program = parse::read(&[("layout.c", &format!("{text}{uses}"))]).expect("it is C");
    let mut expected = String::new();
    let mut checks = String::new();
    for index in 0..COUNT {
        let global = program.globals.iter().find(|global| global.name == format!("v{index}"));
        let ty = global.expect("declared").ty;
        let id = program.types.as_record(ty).expect("a record");
        let size = program.types.size_of(ty).expect("complete");
        let _ = writeln!(expected, "s{index} {size} {}", program.types.align_of(ty));
        let _ = writeln!(
            checks,
            "printf(\"s{index} %zu %zu\\n\", sizeof(t{index}), _Alignof(t{index}));"
        );
        let mut members = Vec::new();
        places(&program, id, 0, &mut members);
        for (name, bit, width, is_bits) in members {
            let _ = writeln!(expected, "s{index}.{name} {bit} {width}");
            let _ = if is_bits {
                writeln!(
                    checks,
                    "{{ static t{index} x; x.{name} = -1; bits(\"s{index}.{name}\", &x, sizeof x); }}"
                )
            } else {
                writeln!(
                    checks,
                    "printf(\"s{index}.{name} %zu %zu\\n\", 8 * __builtin_offsetof(t{index}, {name}), \
                     8 * sizeof(((t{index} *)0)->{name}));"
                )
            };
        }
    }
    let driver = format!(
        "int printf(const char *, ...);\n{text}
static void bits(const char *name, void *p, unsigned long size)
{{
    unsigned char *bytes = p;
    unsigned long first = 8 * size, count = 0;
    for (unsigned long i = 0; i < 8 * size; i++)
        if (bytes[i / 8] >> i % 8 & 1) {{
            if (!count)
                first = i;
            count++;
        }}
    printf(\"%s %lu %lu\\n\", name, first, count);
}}
int main(void)
{{
{checks}    return 0;
}}
"
    );
    let compilers = tools::compilers();
    if compilers.is_empty() {
        eprintln!("skipped: neither gcc-12 nor clang-19 is installed");
    }
    for compiler in compilers {
        let (found, status) = tools::compile_and_run(compiler, &driver).expect("it compiles");
        let found = String::from_utf8_lossy(&found);
        let differs: Vec<(&str, &str)> =
            expected.lines().zip(found.lines()).filter(|(one, other)| one != other).collect();
        assert!(
            differs.is_empty(),
            "{compiler}: {} differ, ours first: {:?}",
            differs.len(),
            &differs[..differs.len().min(5)]
        );
        assert_eq!(expected.lines().count(), found.lines().count(), "{status}");
    }
}
