//! The guide says what the definitions say. Parts between `<!-- generated: NAME -->` and
//! `<!-- end -->` follow from the code; `SPEKTR_BLESS=1 cargo test -p spektr-report` writes them
//! anew. Links between pages lead somewhere.

use spektr_judge::config::{self, Shares, StageLimits};
use spektr_judge::families;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page(name: &str) -> String {
    let path = root().join("docs").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn pages() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("docs")).expect("the guide");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    names.map(|name| name.to_string_lossy().into_owned()).collect()
}

/// Several parts of a page may be written anew at the same time.
static WRITING: Mutex<()> = Mutex::new(());

/// Compares a part of a page with what follows from the code.
fn check(page_name: &str, part: &str, wanted: &str) {
    let _alone = WRITING.lock().expect("no test ends while it writes");
    let text = page(page_name);
    let opening = format!("<!-- generated: {part} -->\n");
    let (before, rest) = text.split_once(&opening).expect("the part has a beginning");
    let (found, after) = rest.split_once("<!-- end -->").expect("the part has an end");
    if std::env::var_os("SPEKTR_BLESS").is_some() {
        let anew = format!("{before}{opening}{wanted}<!-- end -->{after}");
        std::fs::write(root().join("docs").join(page_name), anew).expect("written");
        return;
    }
    assert_eq!(found, wanted, "docs/{page_name}, {part}");
}

fn fenced(language: &str, text: &str) -> String {
    format!("\n```{language}\n{}\n```\n\n", text.trim_end())
}

/// The limits as a file. What it says must be what is so without it.
#[test]
fn limits() {
    let StageLimits { compile, run } = StageLimits::default();
    let text = format!(
        "[limits]\ncompile-seconds = {}\ncompile-megabytes = {}\nrun-seconds = {}\n\
         run-megabytes = {}\noutput-megabytes = {}\nprocesses = {}\n",
        compile.cpu.as_secs(),
        compile.memory >> 20,
        run.cpu.as_secs(),
        run.memory >> 20,
        run.output >> 20,
        compile.processes
    );
    let file = config::parse(&text, families::ALL).expect("every key is known");
    assert_eq!(
        (file.limits.compile.cpu, file.limits.compile.memory),
        (compile.cpu, compile.memory)
    );
    assert_eq!((file.limits.run.cpu, file.limits.run.memory), (run.cpu, run.memory));
    assert_eq!(
        (file.limits.run.output, file.limits.compile.processes),
        (run.output, compile.processes)
    );
    check("spektr-toml.md", "limits", &fenced("toml", &text));
}

#[test]
fn shares() {
    let Shares { usual, cured, examine } = Shares::default();
    let text = format!(
        "[shares]\nusual = {}\ncured = {}\nexamine = {}\n",
        usual / 10,
        cured / 10,
        examine / 10
    );
    let file = config::parse(&text, families::ALL).expect("every key is known");
    assert_eq!(file.shares, Shares::default());
    check("spektr-toml.md", "shares", &fenced("toml", &text));
}

#[test]
fn axes() {
    let mut text = String::new();
    for family in families::ALL {
        write!(text, "\n`{}`:\n\n| axis | flag |\n|---|---|\n", family.name()).expect("a string");
        for row in family.axis_rows() {
            let flag = match row.template {
                "{}" => "the value itself".to_owned(),
                template => format!("`{template}`"),
            };
            let few = if row.few { " (*few*)" } else { "" };
            let only = match row.only {
                Some((values, why)) => format!("; only {}: {why}", values.join(", ")),
                None => String::new(),
            };
            writeln!(text, "| `{}`{few} | {flag}{only} |", row.name).expect("a string");
        }
        let companions: Vec<String> =
            family.companions().iter().map(|name| format!("`{name}`")).collect();
        if !companions.is_empty() {
            write!(
                text,
                "\nA `[[compiler]]` of this family may also name programs that belong to it: {}.\n",
                companions.join(", ")
            )
            .expect("a string");
        }
    }
    text.push('\n');
    check("spektr-toml.md", "axes", &text);
}

/// The examples of the reference are files that are understood.
#[test]
fn examples_are_understood() {
    let text = page("spektr-toml.md");
    let mut blocks = 0;
    for block in text.split("```toml\n").skip(1) {
        let (block, _) = block.split_once("```").expect("a closed block");
        // The programs that it names are nobody's business here.
        if let Err(error) = config::parse(block, families::ALL) {
            assert!(error.program_gone, "{error}\n{block}");
        }
        blocks += 1;
    }
    assert!(blocks >= 3);
}

/// The codes are those of the binary's one table.
#[test]
fn exit_codes() {
    let source = std::fs::read_to_string(root().join("crates/spektr/src/exit.rs")).expect("source");
    let (_, numbers) = source.split_once("pub enum Exit {").expect("the codes");
    let (numbers, _) = numbers.split_once('}').expect("the end of the codes");
    let (_, meanings) = source.split_once("fn meaning(").expect("the meanings");
    let mut text = String::from("\n| code | meaning |\n|---|---|\n");
    for line in numbers.lines().filter_map(|line| line.trim().strip_suffix(',')) {
        let Some((name, number)) = line.split_once(" = ") else { continue };
        let (_, after) = meanings.split_once(&format!("Exit::{name} => ")).expect("a meaning");
        let meaning = after.split('"').nth(1).expect("words").replace('|', r"\|");
        writeln!(text, "| {number} | {meaning} |").expect("a string");
    }
    text.push('\n');
    check("exit-codes.md", "exit codes", &text);
}

#[test]
fn the_smallest_family() {
    let path = root().join("crates/spektr-judge/src/families/tcc.rs");
    let source = std::fs::read_to_string(path).expect("source");
    check("writing-a-family.md", "tcc", &fenced("rust", &source));
}

#[test]
fn links_lead_somewhere_and_every_page_is_in_the_index() {
    let index = page("README.md");
    for name in pages() {
        let text = page(&name);
        assert!(name == "README.md" || index.contains(&format!("({name})")), "{name}");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')) {
            let target = link.0.split('#').next().unwrap_or_default();
            assert!(pages().iter().any(|page| page == target), "{name}: {target}");
        }
    }
}
