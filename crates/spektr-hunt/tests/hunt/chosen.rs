//! Two compilers of numbers, asked in this process, with bugs and moods that a test chooses.

use crate::numbers::{Arithmetic, Numbers};
use spektr_judge::compilers::{Bench, Compiler, Toggles};
use spektr_judge::config::{Axis, AxisKind, AxisRow};
use spektr_judge::families::Words;
use spektr_judge::{
    Attempt, Built, Families, Family, Flag, Judge, Laboratory, Outcome, Request, Setup, Shares,
    Spent, StageLimits, Target, Trouble,
};
use spektr_wing::{ProcessEnd, Seen};
use std::collections::BTreeMap;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Sees an experiment with its number first, and may say what it comes to.
type Watch = dyn Fn(&Request<'_>, u64) -> Option<Outcome> + Send + Sync;

/// At -O2 the pass `plus` adds one to multiples of 29 and the compiler dies of 63; on old
/// compilers only, `minus` spoils multiples of 31 at any level above -O0. A moody compiler
/// spoils 61 every other time that it sees the same text.
pub struct Chosen {
    pub moody: bool,
    /// After so many compiles the compiler is gone.
    pub patience: u64,
    pub watch: Box<Watch>,
    pub compiles: AtomicU64,
    pub seen: Mutex<BTreeMap<String, u64>>,
}

impl Default for Chosen {
    fn default() -> Self {
        Chosen {
            moody: false,
            patience: u64::MAX,
            watch: Box::new(|_, _| None),
            compiles: AtomicU64::new(0),
            seen: Mutex::default(),
        }
    }
}

impl Chosen {
    /// What a build of one program prints.
    fn printed(&self, text: &str, request: &Request<'_>, is_first_time: bool) -> String {
        let has = |flag: &str| request.flags.contains(&Flag::word(flag));
        let Numbers(numbers) = Numbers::of_text(text).expect("texts of numbers are numbers");
        let compiled = numbers.iter().map(|&number| match number {
            0 => 0,
            61 if self.moody => 61 + u32::from(is_first_time),
            n if n % 29 == 0 && has("-O2") && !has("-no-plus") => n + 1,
            n if n % 31 == 0
                && request.compiler.name == "old"
                && (has("-O1") || has("-O2"))
                && !has("-no-minus") =>
            {
                n - 1
            }
            n => n,
        });
        compiled.map(|number| format!("{number} ")).collect()
    }

    fn outcome(&self, request: &Request<'_>) -> Outcome {
        let texts: Vec<&str> = request.experiment.files.iter().map(|it| it.text.as_str()).collect();
        let is_first_time = {
            let mut seen = self.seen.lock().expect("nobody panics with it");
            let times = seen.entry(texts.concat()).or_default();
            *times += 1;
            *times % 2 == 1
        };
        let dies = |text: &&str| text.split_whitespace().any(|word| word == "63");
        if request.flags.contains(&Flag::word("-O2")) && texts.iter().any(dies) {
            return Outcome::InternalError { signature: "assertion failed: not 63".to_owned() };
        }
        let printed: String = match texts.as_slice() {
            [text] => self.printed(text, request, is_first_time),
            several => {
                let part = |(k, text): (usize, &&str)| {
                    format!("== {k}\n{}", self.printed(text, request, is_first_time))
                };
                several.iter().enumerate().map(part).collect()
            }
        };
        Outcome::Finished { seen: Seen::printed(printed, ProcessEnd::Status(0)) }
    }
}

impl Laboratory for Chosen {
    fn carry_out(&self, request: &Request<'_>) -> Result<Attempt, Trouble> {
        let nth = self.compiles.fetch_add(1, Ordering::SeqCst);
        if nth >= self.patience {
            let compiler = request.compiler.name.clone();
            return Err(Trouble::CompilerGone { compiler, cause: io::Error::other("has gone") });
        }
        let outcome = (self.watch)(request, nth).unwrap_or_else(|| self.outcome(request));
        let diagnostics = match &outcome {
            Outcome::InternalError { signature } | Outcome::Rejected { signature } => {
                signature.clone()
            }
            _ => String::new(),
        };
        let mut spent = Spent::default();
        spent.compiles = 1;
        Ok(Attempt {
            outcome,
            commands: Vec::new(),
            diagnostics,
            complaints: String::new(),
            spent,
            built: None,
            left_behind: Vec::new(),
            reached: Vec::new(),
        })
    }

    fn run_again(&self, _: &Built, _: &[String]) -> Result<Attempt, Trouble> {
        Err(Trouble::NotHere { compiler: "nothing that was built is kept".to_owned() })
    }

    fn external(&self, _: &[String]) -> Result<Vec<u8>, String> {
        Err("no commands are run here".to_owned())
    }
}

struct Counting;

pub const FAMILIES: Families = &[&Counting];

const ROWS: [AxisRow; 1] = [AxisRow::one("opt-level", "-O{}")];

impl Family for Counting {
    fn name(&self) -> &'static str {
        "counting"
    }

    fn is_called(&self, _: &str) -> bool {
        false
    }

    fn probe(&self, _: &Bench<'_>, _: &mut Compiler) -> io::Result<()> {
        Ok(())
    }

    fn axis_rows(&self) -> &'static [AxisRow] {
        &ROWS
    }

    fn usual(&self, _: &Compiler) -> Vec<(Vec<String>, u32)> {
        Vec::new()
    }

    fn axes(&self, _: &Compiler) -> Vec<Axis> {
        let of = vec![vec!["-g".to_owned()]];
        vec![
            Axis::one("opt-level", &[("-O0", 1), ("-O1", 1), ("-O2", 2)]),
            Axis { name: "debug".into(), kind: AxisKind::Few { permille: 500, most: 1, of } },
        ]
    }

    fn levels(&self, _: &Compiler) -> Vec<Vec<String>> {
        ["-O0", "-O1", "-O2"].map(|level| vec![level.to_owned()]).to_vec()
    }

    fn words(&self, stderr: &str) -> Words {
        Words::Rejected { signature: stderr.to_owned() }
    }
}

fn compiler(name: &str, version: &str) -> Compiler {
    let mut compiler = Compiler::unprobed(name, Counting.name());
    compiler.version.text = version.to_owned();
    compiler.abilities.baseline = Some(vec!["-O0".to_owned()]);
    let passes = ["plus", "minus"].map(str::to_owned).to_vec();
    let (layer, off) = ("middle".to_owned(), "-no-{}".to_owned());
    compiler.abilities.toggles = Some(Toggles { layer, off, passes });
    compiler
}

/// No seeds are hunted with cures on: which bugs are known by then depends on the clock.
pub fn judge(laboratory: Chosen) -> Judge<'static> {
    judge_with(laboratory, Shares { cured: 0, ..Shares::default() })
}

pub fn judge_with(laboratory: Chosen, shares: Shares) -> Judge<'static> {
    let bystanders = vec![compiler("old", "1.0"), compiler("new", "2.0")];
    let target = |compiler: &Compiler| {
        let axes = Counting.axes(compiler);
        Target { compiler: compiler.clone(), usual: Vec::new(), axes }
    };
    let targets = bystanders.iter().map(target).collect();
    let setup = Setup { targets, bystanders, limits: StageLimits::default(), shares };
    Judge::with_laboratory(&Arithmetic, FAMILIES, Box::new(laboratory), setup)
}
