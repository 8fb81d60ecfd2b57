//! The LLVM wing as the hall sees it: modules behind a handle, the optimizer's output held
//! against its input by refinement. No rule of the language is decided here.

use std::any::Any;
use std::sync::Arc;

use spektr_wing::{
    Arg, Audience, By, Check, Complaint, Difference, Edit, End, Ending, Evidence, Execution,
    Exhibit, Expect, Experiment, Fuel, Index, Made, Maker, Notation, Order, Purpose, Reading,
    Refined, Refinement, Seen, Size, SourceFile, Step, Survey, SurveyWish, Symptom, Wing,
    WitnessAnswer, WitnessSpec,
};

use crate::crossover::{Policy, door};
use crate::entry::{self, Called};
use crate::print::Version;
use crate::refine::{Counterexample, Effort, Report, Verdict};
use crate::shrink::Change;
use crate::syntax::Module;
use crate::{exhibit, parse, print, refine, shrink, wellformed, witness};

/// LLVM assembly, from version 13 on.
pub struct LlvmWing;

/// One module.
#[derive(Clone)]
pub struct LlvmProgram {
    pub module: Arc<Module>,
    /// The text it was read from.
    source: Option<Arc<SourceFile>>,
}

/// What the optimizer is given, and what it writes.
const INPUT: &str = "module.ll";
const OUTPUT: &str = "optimized.ll";

/// The dialect of what is kept, and of what people are shown.
const NEWEST: u8 = 22;

impl LlvmProgram {
    pub fn new(module: Module) -> LlvmProgram {
        LlvmProgram { module: Arc::new(module), source: None }
    }

    /// The module as a tool of this version reads it; as the newest does if it cannot be said
    /// in an older one, which the tool will then reject.
    fn text(&self, audience: &Audience<'_>) -> String {
        let fitted = print::for_version(&self.module, version(audience));
        fitted.unwrap_or_else(|_| self.canonical())
    }

    fn canonical(&self) -> String {
        // The newest version is one that is known.
        Version::new(NEWEST).map(|it| print::text(&self.module, it)).unwrap_or_default()
    }
}

/// The version of LLVM that a tool is of; the newest if that is not known.
fn version(audience: &Audience<'_>) -> Version {
    let mut majors = audience.features.iter().filter_map(|it| it.strip_prefix("llvm-"));
    let major = majors.find_map(|it| it.parse().ok()).unwrap_or(NEWEST);
    Version::new(major).unwrap_or(Version::NEWEST)
}

/// What refinement says of a tool's output, as a check.
fn check(report: &Report) -> Check {
    if let Some((function, Counterexample { input, before, difference, .. })) = report.broken() {
        return Check::Wrong(Symptom::Output {
            difference: Difference {
                function: format!("@{function}"),
                variable: format!("on {}", input.join(", ")),
                wanted: before.clone(),
                found: Some(difference.clone()),
            },
        });
    }
    let decided = |verdict: &Verdict| matches!(verdict, Verdict::Refines { .. });
    let reason = |verdict: &Verdict| match verdict {
        Verdict::Undecided { reason } => Some(reason.clone()),
        Verdict::NotUnderstood { what } => Some(what.clone()),
        Verdict::Refines { .. } | Verdict::Broken(_) => None,
    };
    let mut verdicts = report.functions.iter().map(|(_, verdict)| verdict);
    match verdicts.clone().any(decided) || report.functions.is_empty() {
        true => Check::Right,
        false => Check::CannotTell(verdicts.find_map(reason).unwrap_or_default()),
    }
}

/// A call in the hall's words: what happened outside line by line, then the result.
fn told(called: &Called) -> Execution {
    let run = &called.execution;
    let mut stdout: String = run.trace.iter().map(|event| format!("{event}\n")).collect();
    let ending = match &run.result {
        Ok(value) => {
            stdout.push_str(&format!("@{} returns {value}\n", called.function));
            Ending::Finished(End::SUCCESS)
        }
        Err(stop) => {
            let diagnostic = called.rendered(stop);
            let rule = stop.rule.to_owned();
            let line = stop.span.map_or(0, |span| called.sources.position(span).line);
            match stop.class {
                "undefined" => Ending::Undefined { rule, diagnostic, line },
                "unspecified" => Ending::Unspecified { rule, diagnostic, line },
                "out of fuel" => Ending::OutOfFuel,
                "ended" | "unwound" => {
                    stdout.push_str(&format!("{}\n", stop.message));
                    Ending::Finished(exit_status(&run.trace).map_or(End::Abort, End::Status))
                }
                _ => Ending::Unsupported { what: stop.message.clone(), diagnostic, line },
            }
        }
    };
    Execution { ending, stdout: stdout.into_bytes(), steps: run.steps }
}

/// The status that a program ends with whose last event is a call of `exit` (C17, 7.22.4.4).
fn exit_status(trace: &[String]) -> Option<i32> {
    let (name, arguments) = trace.last()?.strip_prefix('@')?.split_once('(')?;
    let status: i64 = arguments.split([' ', ')']).next()?.parse().ok()?;
    matches!(name, "exit" | "_exit" | "_Exit").then_some((status & 0xff) as i32)
}

fn read(file: &SourceFile) -> Result<Module, Complaint> {
    wellformed::read(&file.name, &file.text)
}

impl Wing for LlvmWing {
    fn name(&self) -> &'static str {
        "llvm"
    }

    fn about(&self) -> &'static str {
        "LLVM IR for opt: what the optimizer writes is read back and held against what it was given"
    }

    fn families(&self) -> &'static [&'static str] {
        &["opt"]
    }

    fn needs(&self) -> Option<&'static str> {
        Some("llvm-ir")
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["ll"]
    }

    fn notation(&self) -> Notation {
        Notation {
            name: "LLVM IR",
            keywords: &[
                "add",
                "alloca",
                "and",
                "br",
                "call",
                "declare",
                "define",
                "freeze",
                "getelementptr",
                "icmp",
                "load",
                "mul",
                "or",
                "phi",
                "poison",
                "ret",
                "select",
                "shl",
                "store",
                "sub",
                "switch",
                "target",
                "undef",
                "unreachable",
                "xor",
            ],
            line_comment: ";",
            block_comment: None,
        }
    }

    fn makers(&self) -> &'static [Maker] {
        door::MAKERS
    }

    fn make(&self, order: &Order<'_>) -> Result<Made, Complaint> {
        door::make(order)
    }

    fn policy(&self, _: &str) -> Option<String> {
        Some(Policy::default().explained())
    }

    fn survey(&self, wish: &SurveyWish<'_>) -> Result<Survey, Complaint> {
        door::survey(wish)
    }

    fn first_corpus(&self) -> Vec<Box<dyn spektr_wing::Program>> {
        door::first_corpus()
    }

    fn corpus_parts(
        &self,
        program: &dyn spektr_wing::Program,
    ) -> Vec<Box<dyn spektr_wing::Program>> {
        door::corpus_parts(program)
    }

    fn index(&self) -> Option<Box<dyn Index>> {
        Some(door::index())
    }

    fn read(&self, files: &[SourceFile]) -> Result<Box<dyn spektr_wing::Program>, Complaint> {
        let [file] = files else { return Err(Complaint::whole("a module is one file")) };
        let source = Some(Arc::new(file.clone()));
        Ok(Box::new(LlvmProgram { module: Arc::new(read(file)?), source }))
    }

    fn experiment(
        &self,
        programs: &[&dyn spektr_wing::Program],
        purpose: Purpose,
        audience: &Audience<'_>,
    ) -> Experiment {
        let own = programs.first().and_then(|it| it.as_any().downcast_ref::<LlvmProgram>());
        let text = own.map(|own| own.text(audience)).unwrap_or_default();
        let args = vec![Arg::text("-S"), Arg::file(INPUT), Arg::text("-o"), Arg::Output];
        let by = match purpose {
            Purpose::Judge => By::ResidentSubject,
            Purpose::Standalone => By::Subject,
        };
        Experiment {
            files: vec![SourceFile::new(INPUT, text)],
            steps: vec![Step { by, ..Step::subject(args, OUTPUT) }],
            evidence: Evidence::Files(vec![OUTPUT.to_owned()]),
        }
    }

    fn refine(
        &self,
        before: &SourceFile,
        after: Option<&SourceFile>,
        effort: spektr_wing::Effort,
    ) -> Option<Refinement> {
        let not_understood = |complaint: Complaint| Refinement {
            verdict: Refined::NotUnderstood,
            text: complaint.rendered,
        };
        let first = match read(before) {
            Ok(module) => module,
            Err(complaint) => return Some(not_understood(complaint)),
        };
        let effort = Effort::of(effort);
        let report = match after.map(read) {
            None => refine::refine_in_one(&first, &effort),
            Some(Ok(second)) => refine::refine(&first, &second, &effort),
            Some(Err(complaint)) => return Some(not_understood(complaint)),
        };
        let has = |wanted: fn(&Verdict) -> bool| report.functions.iter().any(|(_, it)| wanted(it));
        let verdict = if report.broken().is_some() {
            Refined::No
        } else if has(|it| matches!(it, Verdict::NotUnderstood { .. })) {
            Refined::NotUnderstood
        } else if has(|it| matches!(it, Verdict::Undecided { .. })) {
            Refined::CannotTell
        } else if report.functions.is_empty() {
            let text = "no function is in both, under one name and of one type\n".to_owned();
            return Some(Refinement { verdict: Refined::CannotTell, text });
        } else {
            Refined::Yes
        };
        Some(Refinement { verdict, text: report.to_string() })
    }

    fn witnesses(&self) -> Vec<WitnessSpec> {
        let witness = |name, title, about| WitnessSpec {
            name,
            title,
            families: &["opt"],
            about,
            blind_to: &[],
            policy: None,
        };
        vec![
            witness("lli", "lli", "functions called on known numbers, compiled as they are called"),
            witness("clang", "clang -O0", "the same calls, compiled without optimization and run"),
            witness("alive-tv", "alive-tv", "a proof that each call may give the result it gives"),
            witness(
                "llubi",
                "llubi",
                "the same calls on an interpreter that sees undefined behaviour",
            ),
        ]
    }

    fn answer(&self, witness: &str, seen: &Seen) -> WitnessAnswer {
        match witness {
            "alive-tv" => witness::proved(seen),
            _ => witness::executed(seen),
        }
    }

    fn empty(&self) -> Box<dyn spektr_wing::Program> {
        let module = parse::module(INPUT, "define void @f() {\n  ret void\n}\n");
        // The one text above is a module.
        Box::new(LlvmProgram::new(module.unwrap_or_default()))
    }
}

impl spektr_wing::Program for LlvmProgram {
    /// A module has no beginning: it is there to be refined, on every input. One that no tool
    /// would take means nothing.
    fn run(&self, _: Reading, _: Fuel) -> Execution {
        let (ending, stdout) = match wellformed::check(&self.module) {
            Ok(()) => {
                // What witnesses are asked about: a few calls, and their results.
                let calls = witness::calls(&self.module);
                (Ending::Finished(End::SUCCESS), witness::printed(&calls))
            }
            Err(fault) => {
                let diagnostic = format!("error: {}\n", fault.message);
                (Ending::Unsupported { diagnostic, what: fault.message, line: 0 }, Vec::new())
            }
        };
        Execution { ending, stdout, steps: self.size().statements }
    }

    fn call(
        &self,
        entry: Option<&str>,
        arguments: &[String],
        fuel: Fuel,
    ) -> Option<Result<Execution, Complaint>> {
        let source = match &self.source {
            Some(source) => source.clone(),
            None => Arc::new(SourceFile::new(INPUT, self.canonical())),
        };
        let called = entry::call(&source.name, &source.text, entry, arguments, fuel.0);
        Some(called.map(|called| told(&called)))
    }

    fn expect(&self, execution: &Execution) -> Expect {
        if execution.is_valid() { Expect::Refinement } else { Expect::NoCrash }
    }

    fn check(&self, expect: &Expect, seen: &Seen) -> Check {
        if *expect == Expect::NoCrash {
            return Check::Right;
        }
        let Some(file) = seen.files.iter().find(|file| file.name == OUTPUT) else {
            return Check::CannotTell("there is no module to look at".to_owned());
        };
        let text = String::from_utf8_lossy(&file.bytes);
        match parse::module(OUTPUT, &text) {
            Ok(after) => check(&refine::refine(&self.module, &after, &Effort::of_a_hunt())),
            Err(complaint) => {
                Check::CannotTell(format!("the output is not understood: {complaint}"))
            }
        }
    }

    fn exhibits(&self, seen: &Seen) -> Vec<Exhibit> {
        let written = seen.files.iter().find(|file| file.name == OUTPUT);
        let after = written
            .and_then(|file| parse::module(OUTPUT, &String::from_utf8_lossy(&file.bytes)).ok());
        let Some(after) = after else { return Vec::new() };
        let report = refine::refine(&self.module, &after, &Effort::of_a_hunt());
        let broken = report.broken().map(|(function, _)| function.to_owned());
        let text = broken.and_then(|it| exhibit::pair(&self.module, &after, &it));
        let about = "the function before and after, for alive-tv (https://alive2.llvm.org/ce/)";
        text.into_iter()
            .map(|text| Exhibit {
                name: "alive.ll".into(),
                text,
                about: about.into(),
                executable: false,
            })
            .collect()
    }

    fn explain(&self, _: &[u8], _: &[u8]) -> Option<Difference> {
        None
    }

    fn files(&self) -> Vec<SourceFile> {
        vec![SourceFile::new(INPUT, self.canonical())]
    }

    fn size(&self) -> Size {
        let mut size = Size { bytes: self.canonical().len() as u64, ..Size::default() };
        for (_, _, body) in self.module.defined() {
            size.functions += 1;
            size.blocks += body.blocks.len() as u64;
            size.statements +=
                body.blocks.iter().map(|block| block.instructions.len() as u64).sum::<u64>();
        }
        size
    }

    fn constructs(&self) -> Vec<String> {
        Vec::new()
    }

    fn ask(&self, witness: &str, audience: &Audience<'_>) -> Result<Experiment, String> {
        let calls = witness::calls(&self.module);
        let version = version(audience);
        let text = match witness {
            "alive-tv" => witness::pairs(&self.module, &calls, version)?,
            "lli" | "clang" | "llubi" => witness::driver(&self.module, &calls, version)?,
            _ => return Err(format!("the LLVM wing knows no witness named `{witness}`")),
        };
        let files = vec![SourceFile::new(INPUT, text)];
        let file = Arg::file(INPUT);
        Ok(match witness {
            "clang" => {
                let plain = ["-O0", "-w", "-Wno-override-module"].map(Arg::text);
                let args = plain.into_iter().chain([file, Arg::text("-o"), Arg::Output]);
                let mut experiment = Experiment::build_and_run(files, args.collect());
                experiment.steps.iter_mut().for_each(|step| step.under_test = false);
                experiment
            }
            "lli" => Experiment::words(files, vec![Arg::text("-O0"), file], None),
            _ => Experiment::words(files, vec![file], None),
        })
    }

    fn edits(&self, round: u32) -> Vec<Edit> {
        let changes = shrink::offers(&self.module, round).into_iter();
        changes
            .filter_map(|change| {
                let global = self.module.globals.get(change.global.index());
                let name = global.and_then(|global| global.name.as_ref());
                let name = name.map_or(String::new(), |name| format!(" in @{name}"));
                let label = format!("{}{name}", change.kind.label()).into();
                Some(Edit { key: change.key()?, label })
            })
            .collect()
    }

    fn apply(&self, edits: &[Edit]) -> Option<Box<dyn spektr_wing::Program>> {
        let changes: Option<Vec<Change>> =
            edits.iter().map(|edit| Change::from_key(edit.key)).collect();
        let smaller = shrink::apply(&self.module, &changes?)?;
        Some(Box::new(LlvmProgram::new(smaller)))
    }

    fn clone_box(&self) -> Box<dyn spektr_wing::Program> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spektr_wing::{OutputFile, ProcessEnd};

    #[test]
    fn what_an_optimizer_writes_is_held_against_what_it_was_given() {
        let before = "define i32 @f(i32 %x) {\n  %y = add i32 %x, %x\n  ret i32 %y\n}\n";
        let program = LlvmWing.read_text(before).expect("a module");
        let expect = program.expect(&program.run(Reading::Blame, Fuel::default()));
        let written = |text: &str| {
            let files = vec![OutputFile { name: OUTPUT.to_owned(), bytes: text.into() }];
            Seen { files, ..Seen::printed("", ProcessEnd::Status(0)) }
        };
        let right = before.replace("add i32 %x, %x", "shl i32 %x, 1");
        assert_eq!(program.check(&expect, &written(&right)), Check::Right);
        let wrong = before.replace("add i32 %x, %x", "shl i32 %x, 2");
        assert!(matches!(program.check(&expect, &written(&wrong)), Check::Wrong(_)));
        let noise = program.check(&expect, &written("what is this?"));
        assert!(matches!(noise, Check::CannotTell(_)), "{noise:?}");
    }

    #[test]
    fn a_function_is_called_with_arguments_as_they_are_written() {
        let text = "declare void @show(i8)\ndefine i8 @f(i8 %x, ptr %p) {\n  %v = load i8, ptr %p\n  \
                    call void @show(i8 %v)\n  %y = udiv i8 %x, %v\n  ret i8 %y\n}\n";
        let program = LlvmWing.read_text(text).expect("a module");
        let call = |arguments: &[&str]| {
            let arguments: Vec<String> = arguments.iter().map(|&it| it.to_owned()).collect();
            program.call(Some("f"), &arguments, Fuel::default()).expect("a language of functions")
        };
        let run = call(&["21", "bytes:03"]).expect("a run");
        assert_eq!(String::from_utf8_lossy(&run.stdout), "@show(3)\n@f returns 7\n");
        let run = call(&["21", "zero:1"]).expect("a run");
        assert!(
            matches!(&run.ending, Ending::Undefined { rule, line: 5, .. } if rule == "division-by-zero"),
            "{:?}",
            run.ending
        );
        assert!(call(&["21"]).is_err());
        assert!(call(&["twenty", "null"]).is_err());
    }

    #[test]
    fn a_program_that_calls_exit_ends_with_that_status() {
        let ending = |callee: &str, status: &str| {
            let text = format!(
                "declare void @{callee}(i32) noreturn\ndefine i32 @main() {{\n  call void @{callee}(i32 {status})\n  \
                 unreachable\n}}\n"
            );
            let program = LlvmWing.read_text(&text).expect("a module");
            let run =
                program.call(Some("main"), &[], Fuel::default()).expect("a language of functions");
            run.expect("a run").ending
        };
        assert_eq!(ending("exit", "0"), Ending::Finished(End::SUCCESS));
        assert_eq!(ending("_Exit", "-1"), Ending::Finished(End::Status(255)));
        assert_eq!(ending("leave", "0"), Ending::Finished(End::Abort));
    }

    #[test]
    fn pairs_in_one_file_are_held_against_each_other() {
        let pair =
            "define i8 @src(i8 %x) {\n  ret i8 %x\n}\ndefine i8 @tgt(i8 %x) {\n  ret i8 0\n}\n";
        let refined = |name: &str, text: &str| {
            LlvmWing.refine(&SourceFile::new(name, text), None, spektr_wing::Effort::default())
        };
        let told = refined("pair.ll", pair).expect("a refinement");
        assert_eq!(told.verdict, Refined::No, "{}", told.text);
        let unread = refined("x.ll", "define").expect("a word");
        assert_eq!(unread.verdict, Refined::NotUnderstood);
    }
}
