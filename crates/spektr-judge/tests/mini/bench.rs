//! A judge for the miniature wings: a sandbox, and tools with chosen bugs that were found and
//! probed as real ones are.

use spektr_judge::compilers::{Places, discover, probe};
use spektr_judge::sandbox::{Limits, Sandbox};
use spektr_judge::{
    Case, Compiler, Configuration, Flag, Judge, Judgement, Setup, Shares, StageLimits, Target,
    Verdict, VerdictClass,
};
use spektr_mini::{FAMILIES, Mini, MiniOpt};
use spektr_wing::{Fuel, Reading, SourceFile, Wing};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

pub const MINI: Mini = Mini { broken_machine: false };
pub const BROKEN: Mini = Mini { broken_machine: true };
pub const MINOPT: MiniOpt = MiniOpt;

/// A program with every construct of old.
pub const EVERYTHING: &str =
    "let a = 3\nlet b = 5\nloop 4 {\nmul a b\nadd b a\n}\nprint a\nprint b\n";
/// Neither products nor loops.
pub const SUMS: &str = "let a = 3\nlet b = 5\nadd a b\nprint a\n";
/// Two programs that end otherwise.
pub const EXITS: &str = "let a = 3\nprint a\nexit 3\n";
pub const ABORTS: &str = "let a = 3\nprint a\nabort\n";
/// A program with two ways to go.
pub const OPEN: &str = "any a\nprint a\n";

/// A directory with the tools in it.
pub struct Room {
    pub path: PathBuf,
    pub sandbox: Arc<Sandbox>,
    /// As they are found.
    tools: Vec<Compiler>,
}

impl Room {
    pub fn new() -> Room {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("spektr-room-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        spektr_mini::install(&path).unwrap();
        spektr_mini::install_other(&path).unwrap();
        spektr_mini::install_optimizer(&path).unwrap();
        let sandbox = Arc::new(Sandbox::new(&path).unwrap());
        let places = Places { named: vec![path.clone()], ..Places::default() };
        let tools = probe(&sandbox, FAMILIES, &discover(FAMILIES, &places));
        Room { path, sandbox, tools }
    }

    /// The tool of a family, under a name of its own and with some words that always follow.
    pub fn tool(&self, family: &str, name: &str, always: &[&str]) -> Compiler {
        let found = self.tools.iter().find(|it| it.family == family);
        let mut tool = found.expect("it was found and probed").clone();
        tool.name = name.to_owned();
        tool.abilities.always.extend(always.iter().map(|&word| word.to_owned()));
        tool
    }

    /// A judge of one tool; the others are asked when it is wrong.
    pub fn judge<'w>(
        &self,
        wing: &'w dyn Wing,
        suspect: Compiler,
        others: Vec<Compiler>,
    ) -> Judge<'w> {
        let mut bystanders = others;
        bystanders.push(suspect.clone());
        let target = Target { compiler: suspect, usual: Vec::new(), axes: Vec::new() };
        let (limits, shares) = (quick(), Shares::default());
        let setup = Setup { targets: vec![target], bystanders, limits, shares };
        Judge::new(wing, FAMILIES, self.sandbox.clone(), setup)
    }

    /// A judge of minic with some bugs; beside it stands one without.
    pub fn minic(&self, bugs: &[&str]) -> Judge<'static> {
        let clean = self.tool("mini", "clean", &[]);
        self.judge(&MINI, self.tool("mini", "suspect", bugs), vec![clean])
    }

    /// A judge of minopt with some bugs.
    pub fn minopt(&self, bugs: &[&str]) -> Judge<'static> {
        self.judge(&MINOPT, self.tool("minopt", "suspect", bugs), Vec::new())
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        // The sandbox removes its own part, here or a moment later.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// Limits that are hit soon.
fn quick() -> StageLimits {
    let cpu = Duration::from_millis(400);
    let compile = Limits { cpu, ..Limits::COMPILE };
    StageLimits { compile, run: Limits { cpu, output: 64 << 10, ..Limits::RUN } }
}

/// The suspect with some flags.
pub fn flags(words: &[&str]) -> Configuration {
    Configuration::new("suspect", words.iter().map(|&word| Flag::word(word)).collect())
}

pub fn optimised() -> Configuration {
    flags(&["-O2"])
}

/// A program of these files, by the reading that leaves open what is open.
pub fn case_of(wing: &dyn Wing, texts: &[&str]) -> Case {
    let files: Vec<SourceFile> =
        texts.iter().map(|text| SourceFile::new("x.mini", *text)).collect();
    let program = wing.read(&files).unwrap();
    let execution = program.run(Reading::Reference, Fuel::default());
    Case::new(program, execution)
}

pub fn case(text: &str) -> Case {
    case_of(&MINI, &[text])
}

/// What a minic with these bugs makes of a program at `-O2`.
pub fn judged(text: &str, bugs: &[&str]) -> Judgement {
    Room::new().minic(bugs).judge(&case(text), &optimised()).unwrap()
}

/// Judges texts as one batch.
pub fn batch(judge: &Judge<'_>, texts: &[&str]) -> Vec<VerdictClass> {
    let cases: Vec<Case> = texts.iter().map(|text| case(text)).collect();
    let cases: Vec<&Case> = cases.iter().collect();
    let batch = judge.judge_batch(&cases, &optimised()).unwrap();
    batch.judgements.iter().map(|it: &Judgement| it.verdict.class()).collect()
}

pub fn is_pass(judgement: &Judgement) -> bool {
    judgement.verdict == Verdict::Pass
}
