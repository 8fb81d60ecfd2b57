//! The MIR wing as the hall sees it: programs behind a handle, the machine's verdicts as
//! plain words, renderings and witnesses. No rule of the language is decided here.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use spektr_text::Sources;
use spektr_wing::{
    Audience, Check, Complaint, Difference, Edit, End, Ending, Execution, Expect, Experiment, Fuel,
    Made, Maker, NamedPolicy, Notation, Order, Purpose, Reading, Runtime, Seen, Shape, Size,
    SourceFile, Survey, SurveyWish, Wing, WitnessAnswer, WitnessSpec, check_run,
};

use crate::generate::{self, Policy};
use crate::machine::{self, Machine, Stop, Switches};
use crate::measure::{self, Constructs};
use crate::print::Dialect;
use crate::shrink::facts::Facts;
use crate::shrink::{self, Change};
use crate::syntax::*;
use crate::{difference, emitted, lift, parse, print, quiet, wellformed, witness};

/// Rust's custom MIR.
pub struct MirWing;

/// One MIR program, with the text its spans point into.
#[derive(Clone)]
pub struct MirProgram {
    pub program: Arc<Program>,
    /// What the file that it was read from is called.
    name: Arc<str>,
    /// Empty for generated programs, whose spans say nothing.
    source: Arc<str>,
    facts: OnceLock<Facts>,
}

/// The status of a program whose panic nobody caught.
pub(crate) const PANIC: i32 = 101;

/// Steps that a shrinker looks at: facts are hints, and an invalid program may run for ever.
const HINTS: u64 = 2_000_000;

impl MirProgram {
    pub fn new(program: Program) -> MirProgram {
        let (name, source) = ("".into(), "".into());
        MirProgram { program: Arc::new(program), name, source, facts: OnceLock::new() }
    }

    fn facts(&self) -> &Facts {
        self.facts.get_or_init(|| shrink::collect(&self.program, HINTS))
    }

    fn line_of(&self, span: Span) -> u32 {
        let start = (span.start as usize).min(self.source.len());
        let before = &self.source.as_bytes()[..start];
        if self.source.is_empty() {
            return 0;
        }
        before.iter().filter(|&&byte| byte == b'\n').count() as u32 + 1
    }

    /// The stop as a compiler would say it. Programs without a text of their own, such as
    /// the thousands that a reduction tries, get one line.
    fn diagnostic(&self, stop: &Stop, switches: Switches) -> String {
        if self.source.is_empty() {
            return format!("error: {stop}\n");
        }
        let explained = machine::explain(&self.program, Fuel::default().0, switches);
        explained.map_or_else(
            || format!("error: {stop}\n"),
            |diagnostic| diagnostic.render(&Sources::one(&*self.name, &*self.source)),
        )
    }

    fn execute(&self, fuel: Fuel, switches: Switches) -> Execution {
        let mut machine = match Machine::new(&self.program) {
            Ok(machine) => machine.with_switches(switches),
            Err(error) => {
                let (rule, line) = ("layout".to_owned(), 0);
                let diagnostic = format!("error: a type has no layout: {error:?}\n");
                let ending = Ending::Unspecified { rule, diagnostic, line };
                return Execution { ending, stdout: Vec::new(), steps: 0 };
            }
        };
        let result = match machine.start(&self.program) {
            Ok(()) => machine.run(&self.program, fuel.0),
            Err(stop) => Err(stop),
        };
        let steps = fuel.0.saturating_sub(machine.fuel());
        let stdout = machine.trace().as_bytes().to_vec();
        let ending = match result {
            Ok(ending) => finished(ending),
            Err(stop) => self.stopped(&machine, &stop, switches),
        };
        Execution { ending, stdout, steps }
    }

    /// Where and why the machine stopped, as an ending.
    fn stopped(&self, machine: &Machine, stop: &Stop, switches: Switches) -> Ending {
        let rule = stop.rule().to_owned();
        let location = machine.location(&self.program);
        let span = location.map_or(Span::default(), |location| location.span);
        let line = self.line_of(span);
        let diagnostic = self.diagnostic(stop, switches);
        match stop {
            Stop::Undefined(_) => Ending::Undefined { rule, diagnostic, line },
            Stop::Unspecified(_) => Ending::Unspecified { rule, diagnostic, line },
            Stop::OutOfFuel => Ending::OutOfFuel,
        }
    }
}

/// An end as the hall sees it.
fn finished(ending: machine::Ending) -> Ending {
    Ending::Finished(match ending {
        machine::Ending::Finished => End::SUCCESS,
        machine::Ending::Panicked => End::Status(PANIC),
        machine::Ending::Aborted => End::Abort,
    })
}

impl Wing for MirWing {
    fn name(&self) -> &'static str {
        "mir"
    }

    fn about(&self) -> &'static str {
        "custom MIR for rustc: the mid-level language that all of Rust is lowered to"
    }

    fn families(&self) -> &'static [&'static str] {
        &["rustc"]
    }

    fn needs(&self) -> Option<&'static str> {
        Some("custom-mir")
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["rs"]
    }

    fn notation(&self) -> Notation {
        Notation {
            name: "Rust",
            keywords: &[
                "as", "const", "enum", "extern", "false", "fn", "impl", "let", "match", "mod",
                "move", "mut", "pub", "return", "static", "struct", "true", "type", "union",
                "unsafe", "use",
            ],
            line_comment: "//",
            block_comment: Some(("/*", "*/")),
        }
    }

    fn makers(&self) -> &'static [Maker] {
        &[Maker {
            name: "steps",
            about: "one table of constructs, tried step by step on the machine",
            wants_parents: false,
        }]
    }

    fn make(&self, order: &Order<'_>) -> Result<Made, Complaint> {
        let policy = policy(order.policy)?;
        let generated = generate::generate(order.seed, &policy, order.size);
        let program = MirProgram::new(generated.program);
        let execution = Execution {
            ending: finished(generated.ending),
            stdout: generated.trace.into_bytes(),
            steps: generated.steps,
        };
        Ok(Made { program: Box::new(program), execution })
    }

    fn policy(&self, _: &str) -> Option<String> {
        Some(Policy::default().explain())
    }

    fn suited_policy(&self, policy: Option<&str>, tools: &[Audience<'_>]) -> Option<String> {
        let lacking = |word: &str| {
            !tools.is_empty() && tools.iter().all(|tool| tool.lacks.iter().any(|it| it == word))
        };
        generate::without(policy, lacking)
    }

    fn named_policies(&self) -> &'static [NamedPolicy] {
        generate::NAMED_POLICIES
    }

    fn survey(&self, wish: &SurveyWish<'_>) -> Result<Survey, Complaint> {
        let policy = policy(wish.policy)?;
        Ok(measure::survey(wish.seeds.clone(), &policy, wish.size))
    }

    fn read(&self, files: &[SourceFile]) -> Result<Box<dyn spektr_wing::Program>, Complaint> {
        let [file] = files else {
            return Err(Complaint::whole("a program of custom MIR is one file"));
        };
        let program = parse::parse(&file.text)?;
        Ok(Box::new(MirProgram {
            program: Arc::new(program),
            name: file.name.as_str().into(),
            source: file.text.as_str().into(),
            facts: OnceLock::new(),
        }))
    }

    fn as_given(&self, files: &[SourceFile], _: &Audience<'_>) -> Option<Experiment> {
        let [file] = files else { return None };
        Some(print::given_experiment(&file.text))
    }

    fn runtime(&self, audience: &Audience<'_>) -> Option<Runtime> {
        Some(print::runtime(&Dialect::of(audience)))
    }

    fn experiment(
        &self,
        programs: &[&dyn spektr_wing::Program],
        purpose: Purpose,
        audience: &Audience<'_>,
    ) -> Experiment {
        let programs = own_programs(programs);
        let dialect = Dialect::of(audience);
        match (purpose, programs.as_slice()) {
            (Purpose::Standalone, [first, ..]) => print::pretty_experiment(first, &dialect),
            (Purpose::Judge, [one]) => print::judge_experiment(one, &dialect),
            (_, several) => {
                let several: Vec<&Program> = several.iter().map(Arc::as_ref).collect();
                print::batch_experiment(&several, &dialect)
            }
        }
    }

    fn shares_experiments(&self) -> bool {
        true
    }

    fn batch_suspect(&self, diagnostics: &str) -> Option<usize> {
        print::member_named_in(diagnostics)
    }

    fn witnesses(&self) -> Vec<WitnessSpec> {
        vec![
            WitnessSpec {
                name: "const-eval",
                title: "rustc's const evaluator",
                families: &["rustc"],
                about: "rustc's const evaluator: the engine of Miri, blind to aliasing",
                blind_to: &["borrow"],
                // It has no addresses, so it cannot look at a pointer as a number.
                policy: Some("[types]\npointer_bytes = 0\n"),
            },
            WitnessSpec {
                name: "miri",
                title: "Miri",
                families: &["rustc"],
                about: "Miri under Tree Borrows, where it is installed",
                blind_to: &[],
                policy: None,
            },
        ]
    }

    fn answer(&self, witness: &str, seen: &Seen) -> WitnessAnswer {
        let stderr = String::from_utf8_lossy(&seen.stderr);
        match witness {
            "miri" => {
                let stdout = String::from_utf8_lossy(&seen.stdout);
                witness::miri::read_answer(seen.succeeded(), &stdout, &stderr).into()
            }
            _ => witness::read_answer(&stderr).into(),
        }
    }

    fn empty(&self) -> Box<dyn spektr_wing::Program> {
        let mut program = Program::default();
        let unit = program.types.unit();
        let span = Span::default();
        program.functions.push(Function {
            name: "f0".to_owned(),
            params: 0,
            locals: vec![LocalDecl { name: "RET".to_owned(), ty: unit, span }],
            blocks: vec![Block {
                name: "bb0".to_owned(),
                cleanup: false,
                statements: Vec::new(),
                terminator: Terminator { kind: TerminatorKind::Return, span },
            }],
            generics: 0,
            inline: Inline::Default,
            abi: Abi::Rust,
            cold: false,
            reached: Reached::Directly,
            span,
        });
        Box::new(MirProgram::new(program))
    }
}

impl spektr_wing::Program for MirProgram {
    fn run(&self, reading: Reading, fuel: Fuel) -> Execution {
        self.execute(
            fuel,
            match reading {
                Reading::Reference => Switches::default(),
                Reading::Blame => Switches::BLAME,
            },
        )
    }

    /// `-Zllvm-writable` tells LLVM that entering a function may write to what its `&mut`
    /// arguments lead to, which a quarter of all programs cannot stand.
    fn bears(&self, word: &str) -> bool {
        let switches = Switches { implicit_writes: true, ..Switches::BLAME };
        let writable = word.starts_with("-Zllvm-writable") && !word.ends_with("=no");
        let stands = || {
            let ending = self.execute(Fuel::default(), switches).ending;
            matches!(ending, Ending::Finished(_))
        };
        !writable || stands()
    }

    fn files(&self) -> Vec<SourceFile> {
        vec![SourceFile::new("program.rs", print::pretty(&self.program))]
    }

    fn size(&self) -> Size {
        let functions = &self.program.functions;
        let blocks = || functions.iter().flat_map(|function| &function.blocks);
        let calls = |block: &&Block| matches!(block.terminator.kind, TerminatorKind::Call { .. });
        let assignments: usize = blocks().map(|block| block.statements.len()).sum();
        Size {
            statements: (assignments + blocks().filter(calls).count()) as u64,
            blocks: blocks().count() as u64,
            functions: functions.len() as u64,
            bytes: self.text().len() as u64,
        }
    }

    fn constructs(&self) -> Vec<String> {
        Constructs::of_program(&self.program).names.into_iter().collect()
    }

    fn shape(&self) -> Shape {
        measure::shape(&self.program)
    }

    /// What a compiler printed of its own MIR is run; everything else is what a build showed.
    fn check(&self, expect: &Expect, seen: &Seen) -> Check {
        match (expect, &seen.files[..]) {
            (Expect::Exactly(wanted), [file]) => {
                let steps = self.execute(Fuel::default(), Switches::default()).steps;
                let text = String::from_utf8_lossy(&file.bytes);
                emitted::check(&self.program, wanted, steps, &text)
            }
            _ => check_run(expect, seen, |wanted, found| self.explain(wanted, found)),
        }
    }

    fn explain(&self, wanted: &[u8], found: &[u8]) -> Option<Difference> {
        let wanted = String::from_utf8_lossy(wanted);
        difference::first(&self.program, &wanted, &String::from_utf8_lossy(found))
    }

    fn ask(&self, name: &str, audience: &Audience<'_>) -> Result<Experiment, String> {
        let dialect = Dialect::of(audience);
        let line = |at| self.line_of(span_at(&self.program, at));
        match name {
            "const-eval" => witness::plan(&self.program, &dialect, line),
            "miri" => Ok(witness::miri::plan(&self.program, &dialect, line)),
            _ => Err(format!("the MIR wing knows no witness named `{name}`")),
        }
    }

    fn quieter(&self) -> Option<Box<dyn spektr_wing::Program>> {
        let twin = quiet::quiet(&self.program)?;
        wellformed::check(&twin).is_ok().then(|| Box::new(MirProgram::new(twin)) as _)
    }

    fn inquiry(&self, audience: &Audience<'_>) -> Option<Experiment> {
        print::inquiry(&self.program, &Dialect::of(audience))
    }

    fn informed(&self, answer: &Seen) -> Option<Box<dyn spektr_wing::Program>> {
        let told = print::told(&self.program, &String::from_utf8_lossy(&answer.stdout))?;
        let mut program = Program::clone(&self.program);
        program.types.told = Some(Arc::new(told));
        let (name, source) = (self.name.clone(), self.source.clone());
        let facts = OnceLock::new();
        Some(Box::new(MirProgram { program: Arc::new(program), name, source, facts }))
    }

    fn edits(&self, round: u32) -> Vec<Edit> {
        let offers = shrink::offers(&self.program, self.facts(), round);
        let edit = |change: Change| {
            let function = self.program.functions.get(change.spot.function.index());
            let name = function.map_or("", |function| &function.name);
            let label = format!("{} in {name}", change.kind.label());
            change.pack().map(|key| Edit { key, label: label.into() })
        };
        offers.into_iter().filter_map(edit).collect()
    }

    fn apply(&self, edits: &[Edit]) -> Option<Box<dyn spektr_wing::Program>> {
        let changes: Option<Vec<Change>> =
            edits.iter().map(|edit| Change::unpack(edit.key)).collect();
        let program = shrink::apply(&self.program, self.facts(), &changes?)?;
        wellformed::check(&program).is_ok().then(|| Box::new(MirProgram::new(program)) as _)
    }

    fn lift(&self) -> Option<Experiment> {
        let text = lift::lift(&self.program)?;
        let mut experiment = print::pretty_experiment(&self.program, &Dialect::default());
        experiment.files[0].text = text;
        Some(experiment)
    }

    fn clone_box(&self) -> Box<dyn spektr_wing::Program> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The programs of this wing among them.
pub(crate) fn own_programs(programs: &[&dyn spektr_wing::Program]) -> Vec<Arc<Program>> {
    let own = |program: &&dyn spektr_wing::Program| {
        program.as_any().downcast_ref::<MirProgram>().map(|own| own.program.clone())
    };
    programs.iter().filter_map(own).collect()
}

/// The policy of a wish.
fn policy(text: Option<&str>) -> Result<Policy, Complaint> {
    text.map_or_else(|| Ok(Policy::default()), |text| Policy::parse(text).map_err(Complaint::whole))
}

fn span_at(program: &Program, at: wellformed::Location) -> Span {
    let block = &program.functions[at.function.index()].blocks[at.block.index()];
    let statement = block.statements.get(at.statement as usize);
    statement.map_or(block.terminator.span, |statement| statement.span)
}
