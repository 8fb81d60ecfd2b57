//! The bundle's `reproduce.sh`: finds the compiler, takes the steps of the experiment in a
//! directory of its own, and says whether the bug shows and why; its exit status says the same
//! to scripts. The shell text is in [`super::script`]; here its gaps are filled.

use super::script::{self as sh, fill};
use crate::facts::Failure;
use crate::layout::{Command, Layout, Shows, Spelling, differing, environment, lines, plain_name};
use crate::words::one_line;
use spektr_judge::Flag;
use spektr_judge::config::quoted;
use spektr_judge::verdict::symptom_words;
use spektr_text::printable;
use spektr_wing::{By, End, Step, Symptom};
use std::collections::BTreeSet;

/// The variable that names the compiler, in the script and in the Makefile.
pub(super) const VARIABLE: &str = "SPEKTR_COMPILER";

/// Programs under test end at once; a wrong build may not.
const RUN_SECONDS: u64 = 20;

/// Longer than any healthy compiler takes for a reduced program.
const COMPILE_SECONDS: u64 = 300;

/// What a program that eats memory may have of the reader's.
const RUN_KILOBYTES: u64 = 4 << 20;

/// What programs that give up end with: 128 and the signal.
const ABORTED: [i32; 3] = [132, 133, 134];

pub(super) fn script(layout: &Layout<'_>) -> String {
    let bug = layout.bug;
    let body = match &bug.failure {
        Failure::WrongCode { symptom } => match layout.shows() {
            Shows::Run => wrong_run(layout, symptom),
            Shows::Files => wrong_files(layout, symptom),
            Shows::Compile => sh::NOTHING_TO_COMPARE.to_owned(),
        },
        Failure::InternalError { words, .. } => {
            fill(sh::CRASH, &[("WORDS", quoted(searchable(words)))])
        }
        Failure::Rejected { words, .. } => {
            fill(sh::REJECTED, &[("WORDS", quoted(searchable(words)))])
        }
        Failure::Hang { seconds } => fill(sh::HANG, &[("SECONDS", seconds.to_string())]),
        Failure::OutOfMemory { megabytes, .. } => {
            let kilobytes = (megabytes * 1024).to_string();
            let values = [("KILOBYTES", kilobytes), ("MEGABYTES", megabytes.to_string())];
            fill(sh::MEMORY, &values)
        }
    };
    let seconds = match bug.failure {
        Failure::Hang { seconds } => seconds,
        _ => COMPILE_SECONDS,
    };
    let build = builder("build_wrong", layout, &bug.flags, seconds);
    [preamble(layout), search(layout), workplace(layout), build, body].concat()
}

fn preamble(layout: &Layout<'_>) -> String {
    let variables: String = environment(layout)
        .map(|(name, value)| format!("{name}={}\nexport {name}\n", quoted(value)))
        .collect();
    let compiler = &layout.bug.compiler;
    let version = compiler.version.lines().next().unwrap_or_default().trim();
    let values = [
        ("TITLE", one_line(&layout.title, 200)),
        ("VARIABLE", VARIABLE.to_owned()),
        ("VERSION_ARGUMENT", quoted(&compiler.lookup.version_argument)),
        ("ENVIRONMENT", variables),
        ("VERSION", quoted(&printable(version))),
        ("TELLING", in_pattern(&printable(without_name(version, &compiler.command)))),
    ];
    fill(sh::PREAMBLE, &values)
}

/// What a compiler says of its version, without the name that it was called by.
fn without_name<'a>(version: &'a str, command: &str) -> &'a str {
    let name = command.split_whitespace().next().unwrap_or_default();
    let rest = version.strip_prefix(name).map_or("", str::trim_start);
    if rest.is_empty() { version } else { rest }
}

/// Text inside a pattern of the shell, where only quoted text means itself.
fn in_pattern(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// The compiler that the bug was found with, or else the first of its kind.
fn search(layout: &Layout<'_>) -> String {
    let lookup = &layout.bug.compiler.lookup;
    let words = |command: &String| -> String {
        command.split_whitespace().map(quoted).collect::<Vec<_>>().join(" ")
    };
    let mut commands: Vec<String> = lookup.commands.iter().map(words).collect();
    if commands.is_empty() {
        commands.push(words(&layout.bug.compiler.command));
    }
    commands.retain(|command| !command.is_empty());
    let branch = |asked: &str, command: &String, another: &str| {
        format!("elif {asked} {command}; then\n    set -- {command}\n{another}")
    };
    let same: String = commands.iter().map(|it| branch("is_the_one", it, "")).collect();
    let others: String =
        commands.iter().map(|it| branch("ask_version", it, "    another=yes\n")).collect();
    let values = [
        ("VARIABLE", VARIABLE.to_owned()),
        ("LOOKED_FOR", quoted(&commands.join(", "))),
        ("CANDIDATES", same + &others),
    ];
    fill(sh::SEARCH, &values)
}

/// A directory in which the files are called as the steps call them.
fn workplace(layout: &Layout<'_>) -> String {
    let copies: String = layout
        .shown()
        .names()
        .map(|(path, name)| format!("cp \"$here\"/{} {} || exit 3\n", quoted(path), quoted(&name)))
        .collect();
    let steps = &layout.bug.shown().experiment().steps;
    let families = steps.iter().filter_map(|step| match &step.by {
        By::Tool(family) => Some(layout.bug.compiler.tools.get(family).unwrap_or(family)),
        _ => None,
    });
    let tools: BTreeSet<&str> =
        families.filter_map(|typed| typed.split_whitespace().next()).collect();
    let tools: String =
        tools.into_iter().map(|tool| fill(sh::TOOL, &[("TOOL", quoted(tool))])).collect();
    fill(sh::WORKPLACE, &[("FILES", &copies), ("TOOLS", &tools)])
}

/// The steps as the script takes them.
fn steps(layout: &Layout<'_>, flags: &[Flag]) -> Vec<(Step, Command)> {
    let spelling = Spelling {
        subject: "\"$@\"".to_owned(),
        word: &quoted,
        file: &plain_name,
        program: &|name| format!("./{}", quoted(&plain_name(name))),
        others: flags,
    };
    lines(layout, flags, &spelling)
}

fn is_run(step: &Step) -> bool {
    matches!(step.by, By::Built(_))
}

fn joined(command: &Command) -> String {
    command.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// A function that takes all steps but the run that is looked at, with the compiler it is given.
fn builder(name: &str, layout: &Layout<'_>, flags: &[Flag], seconds: u64) -> String {
    let mut steps = steps(layout, flags);
    if steps.last().is_some_and(|(step, _)| is_run(step)) {
        steps.pop();
    }
    let outputs = steps.iter().filter_map(|(step, _)| step.output.as_deref());
    let outputs: Vec<String> = outputs.map(|name| quoted(&plain_name(name))).collect();
    let clear = match outputs.is_empty() {
        true => String::new(),
        false => format!("    rm -f {}\n", outputs.join(" ")),
    };
    let commands: Vec<String> = steps
        .iter()
        .map(|(step, command)| {
            let seconds = if is_run(step) { RUN_SECONDS } else { seconds };
            format!("limited {seconds} {}", joined(command))
        })
        .collect();
    format!("{name}() {{\n{clear}    {}\n}}\n\n", commands.join(" &&\n        "))
}

fn wrong_run(layout: &Layout<'_>, symptom: &Symptom) -> String {
    let steps = steps(layout, &layout.bug.flags);
    let run = steps.iter().rev().find(|(step, _)| is_run(step));
    let run = run.map_or_else(|| "false".to_owned(), |(_, command)| joined(command));
    let room = match symptom {
        Symptom::OutOfMemory => format!("ulimit -v {RUN_KILOBYTES}; "),
        _ => String::new(),
    };
    let expected = layout.expected();
    let checks: String = expected
        .iter()
        .map(|(path, behaviour)| {
            let ends = ends(behaviour.end);
            format!("    ended {ends} && cmp -s \"$here\"/{path} \"$1\" && return 0\n")
        })
        .collect();
    let all_ends: Vec<String> = expected.iter().map(|(_, it)| ends(it.end)).collect();
    let first = expected.first().map_or("/dev/null".to_owned(), |it| format!("\"$here\"/{}", it.0));
    let seconds = RUN_SECONDS.to_string();
    let values = [("SECONDS", seconds), ("ROOM", room), ("RUN", run), ("CHECKS", checks)];
    let mut body = fill(sh::IS_RIGHT, &values);
    body.push_str(&control_builder(layout));
    let values = [("ENDS", all_ends.join(" ")), ("EXPECTED", first)];
    body.push_str(&fill(sh::WRONG_RUN, &values));
    body.push_str(&control(layout, sh::CONTROL_OF_A_RUN));
    body.push_str("finish 0\n");
    body
}

fn ends(end: End) -> String {
    match end {
        // What a shell is told of a status is its lowest byte.
        End::Status(status) => (status & 0xff).to_string(),
        End::Abort => ABORTED.map(|status| status.to_string()).join(" "),
    }
}

fn wrong_files(layout: &Layout<'_>, symptom: &Symptom) -> String {
    let files = layout.wrong_files();
    if files.is_empty() {
        return sh::NOTHING_TO_COMPARE.to_owned();
    }
    let names: Vec<String> = files.iter().map(|(_, it)| quoted(&plain_name(&it.name))).collect();
    let compared: Vec<String> = files
        .iter()
        .zip(&names)
        .map(|((path, _), name)| format!("same {name} \"$here\"/{}", quoted(path)))
        .collect();
    let plain = match layout.bug.notation.line_comment {
        "" => "cat \"$1\"".to_owned(),
        mark => format!("grep -v -e {} \"$1\"", quoted(&format!("^[[:space:]]*{}", literal(mark)))),
    };
    let compared = compared.join(" &&\n        ");
    let mut body = fill(sh::IS_RECORDED, &[("PLAIN", &plain), ("COMPARED", &compared)]);
    body.push_str(&control_builder(layout));
    let shown: Vec<String> = layout.shown().files().map(|(path, _)| quoted(path)).collect();
    let values = [
        ("WRITTEN", quoted(&names.join(" "))),
        ("FIRST", names[0].clone()),
        ("RECORDED", format!("\"$here\"/{}", quoted(&files[0].0))),
        ("WHY", quoted(&one_line(&symptom_words(symptom), 300))),
        ("PROGRAM", quoted(&shown.join(" "))),
    ];
    body.push_str(&fill(sh::WRONG_FILES, &values));
    body.push_str(&control(layout, sh::CONTROL_OF_FILES));
    body.push_str("finish 0\n");
    body
}

fn control_builder(layout: &Layout<'_>) -> String {
    let control = layout.bug.control.as_ref();
    control.map_or_else(String::new, |it| builder("build_right", layout, it, COMPILE_SECONDS))
}

fn control(layout: &Layout<'_>, text: &str) -> String {
    let Some(control) = &layout.bug.control else { return String::new() };
    let flags = &layout.bug.flags;
    let with = differing(control, flags).into_iter().map(|flag| format!("with {flag}"));
    let without = differing(flags, control).into_iter().map(|flag| format!("without {flag}"));
    let change: Vec<String> = with.chain(without).collect();
    fill(text, &[("CHANGE", quoted(&one_line(&change.join(" and "), 300)))])
}

/// The longest part of a message that `grep` takes for one pattern and a terminal for text.
fn searchable(words: &str) -> &str {
    let acts = |c: char| c == '\n' || printable(c.encode_utf8(&mut [0; 4])) != c.to_string();
    let first = words.lines().next().unwrap_or_default();
    first.split(acts).max_by_key(|part| part.len()).unwrap_or_default()
}

/// Text as a basic regular expression that matches just it.
fn literal(text: &str) -> String {
    let special = |c: char| r"\.*[]^$/".contains(c);
    text.chars().flat_map(|c| special(c).then_some('\\').into_iter().chain([c])).collect()
}
