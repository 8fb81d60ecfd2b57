//! Judges an optimizer on a directory of `.ll` files: every file through `opt` with the pipeline
//! of its own first RUN line, or with one that is given, and every function after held against
//! the function before. Each file is judged in a process of its own with a time limit, so that
//! one that hangs or breaks is one line and not the end.
//!
//! `corpus DIRECTORY [--opt opt-19] [--passes PIPELINE] [--keep DIRECTORY] [--seconds N]
//! [--only TEXT] [--every N] [--from N] [--no-undef]` prints what is broken as it goes, and totals.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use spektr_llvm::refine::{Effort, Verdict};
use spektr_llvm::{parse, refine};

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|it| it == "--pair") {
        let undef = arguments.get(3).is_none_or(|it| it != "--no-undef");
        return pair(Path::new(&arguments[1]), Path::new(&arguments[2]), undef);
    }
    let mut value = |flag: &str| {
        let at = arguments.iter().position(|it| it == flag)?;
        arguments.remove(at);
        Some(arguments.remove(at))
    };
    let opt = value("--opt").unwrap_or("opt-19".into());
    let passes = value("--passes");
    let keep = value("--keep").map_or(std::env::temp_dir().join("spektr-corpus"), PathBuf::from);
    let number = |text: Option<String>, default: u64| {
        text.and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let seconds = number(value("--seconds"), 60);
    let every = number(value("--every"), 1) as usize;
    let from = number(value("--from"), 0) as usize;
    let only = value("--only").unwrap_or_default();
    let undef = arguments.iter().position(|it| it == "--no-undef").map(|at| arguments.remove(at));
    let Some(root) = arguments.first().map(PathBuf::from) else {
        eprintln!("corpus DIRECTORY [--opt opt-19] [--passes PIPELINE] …");
        return ExitCode::from(2);
    };
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    files.retain(|file| file.to_string_lossy().contains(&only));
    let limit = Duration::from_secs(seconds);
    let mut totals = Totals::default();
    for file in files.iter().skip(from).step_by(every) {
        let name = file.strip_prefix(&root).unwrap_or(file).to_string_lossy().replace('/', "__");
        let kind = if passes.is_some() { "pipeline" } else { "own" };
        let after = keep.join(kind).join(&name);
        match optimized(&opt, file, &after, passes.as_deref(), limit) {
            Err(words) => totals.count(words),
            Ok(()) => judge(file, &after, undef.is_none(), limit, &mut totals),
        }
    }
    totals.print();
    ExitCode::SUCCESS
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    if directory.is_file() {
        return files.push(directory.to_owned());
    }
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "ll") {
            collect(&path, files);
        }
    }
}

/// Writes what `opt` makes of a file, unless that was done before.
fn optimized(
    opt: &str,
    file: &Path,
    after: &Path,
    passes: Option<&str>,
    limit: Duration,
) -> Result<(), &'static str> {
    let refused = after.with_extension("refused");
    if after.exists() {
        return Ok(());
    }
    if let Ok(words) = fs::read_to_string(&refused) {
        return Err(if words == "no RUN" { "no RUN line of opt" } else { "opt refuses" });
    }
    let _ = fs::create_dir_all(after.parent().unwrap_or(Path::new(".")));
    let text = String::from_utf8_lossy(&fs::read(file).unwrap_or_default()).into_owned();
    let flags = match passes {
        Some(passes) => Some(vec![format!("-passes={passes}")]),
        None => own_flags(&text),
    };
    let Some(flags) = flags else {
        let _ = fs::write(&refused, "no RUN");
        return Err("no RUN line of opt");
    };
    let mut command = Command::new(opt);
    command.arg("-S").args(flags).arg(file).arg("-o").arg(after);
    let (ended, _) = run(command.stdout(Stdio::null()), limit);
    if ended != Some(true) {
        let _ = fs::remove_file(after);
        let _ = fs::write(&refused, "refused");
        return Err("opt refuses");
    }
    Ok(())
}

/// The flags of the first RUN line that calls `opt` on the file itself.
fn own_flags(text: &str) -> Option<Vec<String>> {
    let mut lines = text.lines().filter_map(|line| Some(line.split_once("RUN:")?.1.trim()));
    while let Some(first) = lines.next() {
        let mut whole = first.to_owned();
        while let Some(head) = whole.strip_suffix('\\') {
            whole = format!("{head} {}", lines.next()?);
        }
        let Some(rest) = first_command(&whole).strip_prefix("opt ") else { continue };
        let words = rest.replace("< %s", "").replace("<%s", "").replace("%s", "");
        if words.contains('%') {
            continue;
        }
        return Some(split(&words).into_iter().filter(|it| is_kept(it)).collect());
    }
    None
}

/// What stands before a pipe, a redirection of the output or another command. Pipelines have
/// angle brackets too, but never behind a space.
fn first_command(line: &str) -> &str {
    let (mut quote, mut last) = (None, ' ');
    for (at, letter) in line.char_indices() {
        match (quote, letter) {
            (Some(end), _) if end == letter => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(letter),
            (None, '|' | '&') => return line[..at].trim(),
            (None, '>') if last.is_whitespace() || line[..at].ends_with(" 2") => {
                return line[..at].trim();
            }
            _ => {}
        }
        last = letter;
    }
    line.trim()
}

/// Words as a shell splits them; quotes keep them together.
fn split(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for letter in text.chars() {
        match (quote, letter) {
            (Some(end), _) if end == letter => quote = None,
            (None, '\'' | '"') => quote = Some(letter),
            (None, ' ') => words.push(std::mem::take(&mut word)),
            _ => word.push(letter),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// Flags that only say what is printed, and where to, are left out.
fn is_kept(flag: &str) -> bool {
    let printing = ["-stats", "-debug", "-print", "-disable-output", "-pass-remarks", "-o"];
    let plain = flag.strip_prefix('-').filter(|it| it.starts_with('-')).unwrap_or(flag);
    flag != "-" && flag != "-S" && flag != "2" && !printing.iter().any(|it| plain.starts_with(it))
}

/// Runs a command; whether it succeeded, if it ended in time, and what it printed.
fn run(command: &mut Command, limit: Duration) -> (Option<bool>, String) {
    let spawned = command.stdin(Stdio::null()).stderr(Stdio::null()).spawn();
    let Ok(mut child) = spawned else { return (Some(false), String::new()) };
    let mut output = child.stdout.take();
    let (sender, text) = channel();
    // Ends with the output, at the latest when the command is killed.
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        if let Some(output) = &mut output {
            let _ = output.read_to_string(&mut text);
        }
        let _ = sender.send(text);
    });
    let (in_time, text) = match text.recv_timeout(limit) {
        Ok(text) => (true, text),
        Err(_) => {
            let _ = child.kill();
            (false, text.recv().unwrap_or_default())
        }
    };
    let _ = reader.join();
    let ended = child.wait().is_ok_and(|status| status.success());
    (in_time.then_some(ended), text)
}

/// Judges one file in a process of its own.
fn judge(file: &Path, after: &Path, undef: bool, limit: Duration, totals: &mut Totals) {
    let Ok(own) = std::env::current_exe() else { return };
    let mut command = Command::new(own);
    command.arg("--pair").arg(file).arg(after).args((!undef).then_some("--no-undef"));
    let (ended, text) = run(command.stdout(Stdio::piped()), limit);
    for line in text.lines() {
        let mut parts = line.splitn(4, '\t');
        let (Some(kind), Some(name), Some(micros), Some(words)) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        totals.verdict(kind, micros.parse().unwrap_or(0), words);
        if kind.starts_with("broken") {
            println!("{kind}: {}: @{name}\n{}", file.display(), words.replace("\\n", "\n"));
            let _ = std::io::stdout().flush();
        }
    }
    match ended {
        Some(true) => totals.count("files judged"),
        Some(false) => {
            println!("the judge broke: {}", file.display());
            totals.count("files that broke the judge");
        }
        None => {
            let last = text.lines().count();
            println!("took too long: {} after {last} functions", file.display());
            totals.count("files that took too long");
        }
    }
}

/// CPU time of this process.
fn cpu() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// The other process: a line for every function.
fn pair(before: &Path, after: &Path, undef: bool) -> ExitCode {
    let read = |path: &Path| {
        let text = String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
        parse::module(&path.to_string_lossy(), &text)
    };
    let (mut old, new) = match (read(before), read(after)) {
        (Ok(old), Ok(new)) => (old, new),
        (Err(complaint), _) | (_, Err(complaint)) => {
            println!("unread\t\t0\t{complaint}");
            return ExitCode::SUCCESS;
        }
    };
    // Tests are given their layout on opt's command line.
    old.data_layout = new.data_layout.clone();
    let effort = Effort { undef_inputs: undef, ..Effort::default() };
    let mut begun = cpu();
    refine::refine_each(&old, &new, &effort, |name, verdict| {
        let micros = (cpu() - begun).as_micros();
        let kind = match &verdict {
            Verdict::Refines { inputs: 0, .. } => "undefined",
            Verdict::Refines { .. } => "refines",
            Verdict::Broken(_) if undef && refines_without_undef(&old, &new, name) => {
                "broken by undef"
            }
            Verdict::Broken(_) => "broken",
            Verdict::Undecided { .. } => "undecided",
            Verdict::NotUnderstood { .. } => "not understood",
        };
        let words = match &verdict {
            Verdict::Undecided { reason } => reason.clone(),
            Verdict::NotUnderstood { what } => what.clone(),
            verdict => verdict.to_string(),
        };
        println!("{kind}\t{name}\t{micros}\t{}", words.replace('\n', "\\n"));
        begun = cpu();
    });
    ExitCode::SUCCESS
}

fn refines_without_undef(
    old: &spektr_llvm::syntax::Module,
    new: &spektr_llvm::syntax::Module,
    name: &str,
) -> bool {
    let effort = Effort { undef_inputs: false, ..Effort::default() };
    let report = refine::refine_one(old, new, name, &effort);
    report.is_some_and(|verdict| !matches!(verdict, Verdict::Broken(_)))
}

#[derive(Default)]
struct Totals {
    counts: BTreeMap<String, u64>,
    reasons: BTreeMap<String, u64>,
    micros: Vec<u64>,
}

impl Totals {
    fn count(&mut self, what: &str) {
        *self.counts.entry(what.to_owned()).or_default() += 1;
    }

    fn verdict(&mut self, kind: &str, micros: u64, words: &str) {
        self.count(&format!("functions: {kind}"));
        self.micros.push(micros);
        if matches!(kind, "undecided" | "not understood" | "unread") {
            *self.reasons.entry(format!("{kind}: {words}")).or_default() += 1;
        }
    }

    fn print(mut self) {
        self.counts.iter().for_each(|(what, count)| println!("{count:8} {what}"));
        self.micros.sort_unstable();
        let at = |part: usize| self.micros.get(self.micros.len() * part / 100).unwrap_or(&0);
        println!(
            "{:8} microseconds of CPU for the median function, {} for the 99th of 100",
            at(50),
            at(99)
        );
        let mut reasons: Vec<_> = self.reasons.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        reasons.iter().take(60).for_each(|(words, count)| println!("{count:8} {words}"));
    }
}
