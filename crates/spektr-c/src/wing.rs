//! The C wing as the hall sees it: programs behind a handle, the machine's verdicts as plain
//! words, experiments and witnesses. No rule of the language is decided here.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use spektr_wing::{
    Arg, Audience, Behaviour, Check, Complaint, Difference, Edit, End, Ending, Evidence, Execution,
    Expect, Experiment, Fuel, Made, Maker, NamedPolicy, Notation, Order, Purpose, Reading, Seen,
    Size, SourceFile, Step, Survey, SurveyWish, Symptom, Wing, WitnessAnswer, WitnessSpec,
    check_run,
};

use crate::batch;
use crate::edge;
use crate::generate::{self, Dialect, Generated, Policy};
use crate::machine::{self, Machine, Stop, Switches};
use crate::measure;
use crate::syntax::Program;
use crate::{parse, print, shrink, witness};

/// C as gcc and clang define it.
pub struct CWing;

/// One C program.
#[derive(Clone)]
pub struct CProgram {
    /// As it was made: a draft can only be printed.
    made: Arc<Program>,
    /// The same with trees alone, once somebody asked for it.
    expanded: Arc<OnceLock<Program>>,
    known: Arc<shrink::Known>,
}

/// What a machine instruction is worth in steps that a person would count.
const INSTRUCTIONS_PER_STEP: u64 = 4;

impl CProgram {
    pub fn new(program: Program) -> CProgram {
        CProgram { made: Arc::new(program), expanded: Arc::default(), known: Arc::default() }
    }

    pub fn program(&self) -> &Program {
        if self.made.flats.is_empty() {
            return &self.made;
        }
        self.expanded.get_or_init(|| Program::clone(&self.made).expanded())
    }

    fn execute(&self, fuel: Fuel, switches: Switches) -> Execution {
        let mut machine = match Machine::new(self.program(), switches) {
            Ok(machine) => machine,
            Err(complaint) => {
                let (what, diagnostic) = (complaint.message.clone(), complaint.rendered);
                let ending = Ending::Unsupported { what, diagnostic, line: complaint.line };
                return Execution { ending, stdout: Vec::new(), steps: 0 };
            }
        };
        let instructions = fuel.0.saturating_mul(INSTRUCTIONS_PER_STEP);
        let result = match machine.start(self.program()) {
            Ok(()) => machine.run(self.program(), instructions),
            Err(stop) => Err(stop),
        };
        let steps = instructions.saturating_sub(machine.fuel()) / INSTRUCTIONS_PER_STEP;
        let ending = match result {
            Ok(machine::Ending::Exit(status)) => Ending::Finished(End::Status(status & 0xff)),
            Ok(machine::Ending::Aborted) => Ending::Finished(End::Abort),
            Err(stop) => self.stopped(&machine, &stop),
        };
        Execution { ending, stdout: machine.stdout().to_vec(), steps }
    }

    /// Where and why the machine stopped, as an ending.
    fn stopped(&self, machine: &Machine, stop: &Stop) -> Ending {
        let diagnosed = machine.diagnose(self.program(), stop);
        let sources = &self.program().sources;
        let line = diagnosed.span.map_or(0, |span| sources.position(span).line);
        ending_of(stop, diagnosed.render(sources), line)
    }

    /// The files as a compiler is given them: plain names, whatever the units were called.
    fn sources(&self) -> Vec<SourceFile> {
        let printed = print::print(&self.made);
        let single = printed.len() == 1;
        let end = if self.made.is_cpp() { "cc" } else { "c" };
        let named = |(k, file): (usize, print::File)| {
            let name = if single { format!("program.{end}") } else { format!("part{k}.{end}") };
            SourceFile::new(name, file.text)
        };
        printed.into_iter().enumerate().map(named).collect()
    }
}

/// The ending that a stop of the machine is.
fn ending_of(stop: &Stop, diagnostic: String, line: u32) -> Ending {
    let rule = stop.rule().to_owned();
    match stop {
        Stop::Undefined(_) => Ending::Undefined { rule, diagnostic, line },
        Stop::Unspecified(_) => Ending::Unspecified { rule, diagnostic, line },
        Stop::Unsupported { what } => Ending::Unsupported { what: what.clone(), diagnostic, line },
        Stop::OutOfFuel => Ending::OutOfFuel,
    }
}

/// Words of every compilation: the dialect, no warnings, and no contraction of floats, which the
/// machine does not do either.
fn common(audience: &Audience<'_>, cpp: bool) -> Vec<Arg> {
    let words: &[&str] = match audience.family {
        "tcc" => &["-w"],
        _ if cpp => &["-std=gnu++17", "-w", "-ffp-contract=off"],
        _ => &["-std=gnu17", "-w", "-ffp-contract=off"],
    };
    words.iter().map(|word| Arg::text(word)).collect()
}

/// Compiles and links files, each unit on its own if there are several, and runs the result. A
/// file that names its flags is compiled with those and is not on trial.
pub(crate) fn build(files: Vec<SourceFile>, audience: &Audience<'_>) -> Experiment {
    let cpp = files.iter().any(|file| file.name.ends_with(".cc"));
    let words = || common(audience, cpp);
    if let [file] = files.as_slice() {
        let own = parse::own_flags(&file.text);
        let mut args = words();
        args.extend(beside(file, audience.family));
        args.extend(own.iter().flatten().map(|flag| Arg::text(flag)));
        args.extend([Arg::file(&file.name), Arg::text("-o"), Arg::Output]);
        args.extend(libraries(cpp));
        let mut experiment = Experiment::build_and_run(files, args);
        if own.is_some() {
            experiment.steps = experiment.steps.into_iter().map(Step::plain).collect();
        }
        return experiment;
    }
    let mut steps = Vec::new();
    let mut link = words();
    for file in &files {
        let object = format!("{}.o", file.name);
        let own = parse::own_flags(&file.text);
        let mut args = words();
        args.extend(beside(file, audience.family));
        args.extend(own.iter().flatten().map(|flag| Arg::text(flag)));
        args.extend([Arg::text("-c"), Arg::file(&file.name), Arg::text("-o"), Arg::Output]);
        let step = Step::subject(args, &object);
        steps.push(if own.is_some() { step.plain() } else { step });
        link.push(Arg::File(object));
    }
    link.extend([Arg::text("-o"), Arg::Output]);
    link.extend(libraries(cpp));
    steps.push(Step::subject(link, "program"));
    steps.push(Step::run("program"));
    Experiment { files, steps, evidence: Evidence::Run }
}

/// Where a file's own headers are.
fn beside(file: &SourceFile, family: &str) -> Vec<Arg> {
    let flag = if family == "tcc" { "-I" } else { "-iquote" };
    file.directory.iter().flat_map(|it| [Arg::text(flag), Arg::text(it)]).collect()
}

/// What programs are linked with. The C drivers compile C++ too, but know nothing of its library.
pub(crate) fn libraries(cpp: bool) -> Vec<Arg> {
    let cpp = cpp.then(|| Arg::text("-lstdc++"));
    cpp.into_iter().chain([Arg::text("-lm")]).collect()
}

/// Whether a word looks like a place of a variable: `g3.m1[2]`.
fn is_place(word: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "_.[]".contains(c);
    word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.chars().all(fits)
}

/// The policy of a wish.
pub(crate) fn policy(text: Option<&str>) -> Result<Policy, Complaint> {
    text.map_or_else(|| Ok(Policy::default()), |text| Policy::parse(text).map_err(Complaint::whole))
}

/// The generator of programs at the edge of the undefined.
const EDGE: &str = "edge";

fn edge_policy(text: Option<&str>) -> Result<edge::Policy, Complaint> {
    edge::Policy::parse(text.unwrap_or_default()).map_err(Complaint::whole)
}

/// A program of the edge generator, with what the machine says of it as it will be printed.
fn make_edge(order: &Order<'_>) -> Result<Made, Complaint> {
    let policy = edge_policy(order.policy)?;
    let generated = edge::generate(order.seed, &policy, order.size);
    let ending = match &generated.ending {
        Ok(machine::Ending::Exit(status)) => Ending::Finished(End::Status(status & 0xff)),
        Ok(machine::Ending::Aborted) => Ending::Finished(End::Abort),
        Err(stop) => ending_of(stop, format!("{stop}\n"), 0),
    };
    let steps = generated.steps / INSTRUCTIONS_PER_STEP;
    let execution = Execution { ending, stdout: generated.stdout, steps };
    Ok(Made { program: Box::new(CProgram::new(generated.program)), execution })
}

/// Where Debian keeps what programs of Csmith include.
const CSMITH_HEADERS: &str = "/usr/include/csmith";

/// Whether a text asks for a preprocessor: any directive but line marks and pragmas, or a macro
/// that compilers define.
fn wants_preprocessor(text: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut words = text.split(|c: char| !is_name(c));
    has_directive(text) || words.any(is_predefined)
}

/// `__INT_MAX__`, `__FILE__`.
fn is_predefined(word: &str) -> bool {
    let middle = word.strip_prefix("__").and_then(|rest| rest.strip_suffix("__"));
    middle.is_some_and(|middle| {
        let fits = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        middle.starts_with(|c: char| c.is_ascii_uppercase()) && middle.chars().all(fits)
    })
}

fn has_directive(text: &str) -> bool {
    text.lines().map(str::trim_start).filter_map(|line| line.strip_prefix('#')).any(|directive| {
        let word = directive.trim_start();
        let is_mark = word.starts_with(|c: char| c.is_ascii_digit()) || word.is_empty();
        !is_mark && !word.starts_with("pragma") && !word.starts_with("line")
    })
}

/// What a generator has made, for the hall.
pub(crate) fn made(generated: Generated) -> Made {
    let execution = Execution {
        ending: Ending::Finished(End::Status(0)),
        stdout: generated.stdout,
        steps: generated.steps / INSTRUCTIONS_PER_STEP,
    };
    Made { program: Box::new(CProgram::new(generated.program)), execution }
}

impl Wing for CWing {
    fn name(&self) -> &'static str {
        "c"
    }

    fn about(&self) -> &'static str {
        "C17 and the GNU C of test programs, for gcc, clang and tcc"
    }

    fn families(&self) -> &'static [&'static str] {
        &["gcc", "clang", "tcc"]
    }

    fn needs(&self) -> Option<&'static str> {
        Some("c")
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["c", "i"]
    }

    fn notation(&self) -> Notation {
        Notation {
            name: "C",
            keywords: &[
                "break", "case", "char", "const", "continue", "default", "do", "double", "else",
                "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long",
                "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct",
                "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "_Bool",
            ],
            line_comment: "//",
            block_comment: Some(("/*", "*/")),
        }
    }

    fn makers(&self) -> &'static [Maker] {
        &[
            Maker {
                name: "scalar",
                about: "arithmetic, memory and control flow with known values, tried on the machine",
                wants_parents: false,
            },
            Maker {
                name: EDGE,
                about: "of Csmith's kind, with pointers, unions, jumps and safe-math wrappers, at the edge of \
                    the undefined",
                wants_parents: false,
            },
        ]
    }

    fn make(&self, order: &Order<'_>) -> Result<Made, Complaint> {
        if order.maker == EDGE {
            return make_edge(order);
        }
        let policy = policy(order.policy)?;
        let generated = generate::generate(Dialect::C, order.seed, &policy, order.size);
        Ok(made(generated))
    }

    fn draft(&self, order: &Order<'_>) -> Option<Result<Made, Complaint>> {
        let draft = |policy| generate::draft(Dialect::C, order.seed, &policy, order.size);
        (order.maker != EDGE).then(|| policy(order.policy).map(|policy| made(draft(policy))))
    }

    fn propose(&self, order: &Order<'_>) -> Option<Box<dyn spektr_wing::Program>> {
        let policy = edge_policy(order.policy).ok().filter(|_| order.maker == EDGE)?;
        let is_lazy = policy.relax.validate == edge::Validate::Lazy;
        let propose = || CProgram::new(edge::propose(order.seed, &policy, order.size));
        is_lazy.then(|| Box::new(propose()) as Box<dyn spektr_wing::Program>)
    }

    fn named_policies(&self) -> &'static [NamedPolicy] {
        edge::NAMED_POLICIES
    }

    fn policy(&self, maker: &str) -> Option<String> {
        Some(match maker {
            EDGE => edge::Policy::default().explain(),
            _ => Policy::default().explain(),
        })
    }

    fn recipe(&self, order: &Order<'_>) -> Option<String> {
        let policy = edge_policy(order.policy).ok().filter(|_| order.maker == EDGE)?;
        Some(policy.recipe(order.seed).to_string())
    }

    fn of_recipe(&self, maker: &str, recipe: &str) -> Result<(u64, String), Complaint> {
        if maker != EDGE {
            let words = format!("only `--style {EDGE}` has seed strings");
            return Err(Complaint::whole(words));
        }
        let read: edge::Recipe = recipe.parse().map_err(|words: String| Complaint::whole(words))?;
        Ok((read.seed, format!("[relax]\nrecipe = \"{read}\"\n")))
    }

    fn makes_undefined(&self, maker: &str) -> bool {
        maker == EDGE
    }

    fn commands(&self) -> &'static [(&'static str, &'static str)] {
        &[("csmith", "csmith --seed {seed}")]
    }

    fn survey(&self, wish: &SurveyWish<'_>) -> Result<Survey, Complaint> {
        if wish.maker == EDGE {
            return Ok(edge::survey(wish.seeds.clone(), &edge_policy(wish.policy)?, wish.size));
        }
        let policy = policy(wish.policy)?;
        Ok(generate::survey(Dialect::C, wish.seeds.clone(), &policy, wish.size))
    }

    fn shares_experiments(&self) -> bool {
        true
    }

    fn batch_suspect(&self, diagnostics: &str) -> Option<usize> {
        batch::suspect(diagnostics)
    }

    fn preparation(&self, files: &[SourceFile]) -> Option<Experiment> {
        if !files.iter().any(|file| wants_preprocessor(&file.text)) {
            return None;
        }
        let (mut given, mut steps, mut outputs) = (Vec::new(), Vec::new(), Vec::new());
        for (k, file) in files.iter().enumerate() {
            let (name, output) = (format!("given{k}.c"), format!("given{k}.i"));
            // Messages name the file that the person knows.
            let path = file.name.replace('\\', "\\\\").replace('"', "\\\"");
            given.push(SourceFile::new(&name, format!("# 1 \"{path}\"\n{}", file.text)));
            let mut args = vec![Arg::text("-E")];
            args.extend(beside(file, ""));
            if file.text.contains("csmith.h") {
                args.extend([Arg::text("-idirafter"), Arg::text(CSMITH_HEADERS)]);
            }
            args.extend([Arg::file(&name), Arg::text("-o"), Arg::Output]);
            steps.push(Step::subject(args, &output).plain());
            outputs.push(output);
        }
        Some(Experiment { files: given, steps, evidence: Evidence::Files(outputs) })
    }

    fn read(&self, files: &[SourceFile]) -> Result<Box<dyn spektr_wing::Program>, Complaint> {
        let files: Vec<(&str, &str)> =
            files.iter().map(|file| (file.name.as_str(), file.text.as_str())).collect();
        Ok(Box::new(CProgram::new(parse::read(&files)?)))
    }

    fn as_given(&self, files: &[SourceFile], audience: &Audience<'_>) -> Option<Experiment> {
        let plain = |(k, file): (usize, &SourceFile)| {
            SourceFile::new(format!("given{k}.c"), file.text.clone())
                .lying_in(file.directory.clone())
        };
        Some(build(files.iter().enumerate().map(plain).collect(), audience))
    }

    fn experiment(
        &self,
        programs: &[&dyn spektr_wing::Program],
        _: Purpose,
        audience: &Audience<'_>,
    ) -> Experiment {
        let own: Vec<&CProgram> =
            programs.iter().filter_map(|it| it.as_any().downcast_ref()).collect();
        match own.as_slice() {
            [] => build(Vec::new(), audience),
            [one] => build(one.sources(), audience),
            several if several.iter().all(|it| batch::can_share(&it.made)) => {
                let programs: Vec<&Program> = several.iter().map(|it| &*it.made).collect();
                let text = batch::text(&programs, |index| self.batch_marker(index));
                let cpp = programs.iter().any(|program| program.is_cpp());
                let dialect = if cpp { Dialect::Cpp } else { Dialect::C };
                build(vec![SourceFile::new(dialect.file(), text)], audience)
            }
            // They are judged one by one.
            _ => Experiment { files: Vec::new(), steps: Vec::new(), evidence: Evidence::Survival },
        }
    }

    fn witnesses(&self) -> Vec<WitnessSpec> {
        witness::specs()
    }

    fn answer(&self, witness: &str, seen: &Seen) -> WitnessAnswer {
        witness::answer(witness, seen)
    }

    fn empty(&self) -> Box<dyn spektr_wing::Program> {
        let program = parse::read(&[("program.c", "int main(void) { return 0; }\n")]);
        // The one text above is C.
        Box::new(CProgram::new(program.unwrap_or_default()))
    }
}

/// What a program may have printed that aborts: 7.22.4.1p2 leaves open whether buffered output
/// is written, so any of these beginnings of it.
fn beginnings(stdout: &[u8]) -> Vec<Vec<u8>> {
    const MOST: usize = 100;
    let ends = stdout.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let mut found = vec![stdout.to_vec(), Vec::new()];
    found.extend(ends.take(MOST).map(|end| stdout[..end].to_vec()));
    found
}

impl spektr_wing::Program for CProgram {
    fn run(&self, reading: Reading, fuel: Fuel) -> Execution {
        self.execute(
            fuel,
            match reading {
                Reading::Reference => Switches::DEFAULT,
                Reading::Blame => Switches::STRICT,
            },
        )
    }

    fn expect(&self, execution: &Execution) -> Expect {
        match execution.ending {
            Ending::Finished(End::Abort) if !execution.stdout.is_empty() => {
                let end = End::Abort;
                let ways = beginnings(&execution.stdout).into_iter();
                Expect::OneOf(ways.map(|stdout| Behaviour { stdout, end }).collect())
            }
            _ => execution.expect(),
        }
    }

    /// A status is a value that a program shows, as good as one that it prints: a reduction may
    /// turn the one into the other.
    fn check(&self, expect: &Expect, seen: &Seen) -> Check {
        if let Expect::OneOf(ways) = expect
            && let Some(full) = ways.first()
            && seen.end.is(full.end)
            && full.end == End::Abort
            && full.stdout.starts_with(&seen.stdout)
        {
            return Check::Right;
        }
        let check = check_run(expect, seen, |wanted, found| self.explain(wanted, found));
        match (&check, expect) {
            (
                Check::Wrong(Symptom::Status { status }),
                Expect::Exactly(Behaviour { end: End::Status(wanted), .. }),
            ) => Check::Wrong(Symptom::Output {
                difference: Difference {
                    function: "main".to_owned(),
                    variable: "the exit status".to_owned(),
                    wanted: wanted.to_string(),
                    found: Some(status.to_string()),
                },
            }),
            _ => check,
        }
    }

    fn explain(&self, wanted: &[u8], found: &[u8]) -> Option<Difference> {
        let (wanted, found) = (String::from_utf8_lossy(wanted), String::from_utf8_lossy(found));
        let mut theirs = found.lines();
        for (number, line) in wanted.lines().enumerate() {
            let other = theirs.next();
            if other != Some(line) {
                // Programs of ours print what they print by name.
                let named = line.split_once('=').filter(|(name, _)| is_place(name));
                let found = |name: &str| other.and_then(|other| other.strip_prefix(name));
                let (variable, wanted, found) = match named {
                    Some((name, value)) if other.is_none_or(|it| it.starts_with(name)) => {
                        let found = found(name).map(|rest| rest.trim_start_matches('='));
                        (name.to_owned(), value, found)
                    }
                    _ => (format!("line {}", number + 1), line, other),
                };
                return Some(Difference {
                    function: "output".to_owned(),
                    variable,
                    wanted: wanted.to_owned(),
                    found: found.map(str::to_owned),
                });
            }
        }
        theirs.next().map(|line| Difference {
            function: "output".to_owned(),
            variable: "the end".to_owned(),
            wanted: "nothing more".to_owned(),
            found: Some(line.to_owned()),
        })
    }

    fn files(&self) -> Vec<SourceFile> {
        let printed = print::print(&self.made).into_iter();
        printed.map(|file| SourceFile::new(file.name, file.text)).collect()
    }

    fn split(&self) -> Option<Vec<SourceFile>> {
        let files = print::split(&self.made)?.into_iter();
        Some(files.map(|file| SourceFile::new(file.name, file.text)).collect())
    }

    fn relaxed(
        &self,
        keep: &str,
        fuel: Fuel,
    ) -> Result<(Box<dyn spektr_wing::Program>, String), String> {
        let half = match keep {
            "needed" => false,
            "some" => true,
            other => return Err(format!("checks that stay are `needed` or `some`, not `{other}`")),
        };
        let wrappers = edge::Wrappers::of(self.program());
        let instructions = fuel.0.saturating_mul(INSTRUCTIONS_PER_STEP);
        let (ending, needed) = wrappers.needed(self.program(), Switches::STRICT, instructions);
        ending.map_err(|stop| format!("its run does not come to an end: {stop}"))?;
        let stays = |(site, needed): (usize, &bool)| *needed || (half && site % 2 == 0);
        let wanted: Vec<bool> = needed.iter().enumerate().map(|it| !stays(it)).collect();
        let bare = wrappers.settled(self.program(), &wanted, |program| {
            CProgram::new(program.clone()).execute(fuel, Switches::STRICT).is_valid()
        });
        let program = wrappers.rewritten(self.program(), |site| match bare[site as usize] {
            true => edge::Form::Bare,
            false => edge::Form::Function,
        });
        let count = needed.iter().filter(|&&it| it).count();
        let words = format!("{} safe-math wrappers, {count} of them needed", needed.len());
        Ok((Box::new(CProgram::new(program)), words))
    }

    fn size(&self) -> Size {
        let counted = measure::count(self.program());
        let bytes = self.files().iter().map(|file| file.text.len() as u64).sum();
        Size {
            statements: counted.statements,
            blocks: counted.blocks,
            functions: counted.functions,
            bytes,
        }
    }

    fn constructs(&self) -> Vec<String> {
        measure::constructs(self.program())
    }

    fn ask(&self, witness: &str, _: &Audience<'_>) -> Result<Experiment, String> {
        witness::experiment(witness, self.sources(), self.made.is_cpp())
    }

    fn edits(&self, round: u32) -> Vec<Edit> {
        let offers = shrink::offers(self.program(), &self.known, round).into_iter();
        offers.map(|it| Edit { key: it.change.key(), label: it.label.into() }).collect()
    }

    fn apply(&self, edits: &[Edit]) -> Option<Box<dyn spektr_wing::Program>> {
        let changes: Option<Vec<shrink::Change>> =
            edits.iter().map(|edit| shrink::Change::from_key(edit.key)).collect();
        Some(Box::new(CProgram::new(shrink::apply(self.program(), &self.known, &changes?)?)))
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

    #[test]
    fn a_program_says_what_it_prints_and_how_it_ends() {
        let text = "int printf(const char *, ...);\n\
                    int main(void) { printf(\"%d\\n\", 6 * 7); return 3; }\n";
        let program = CWing.read_text(text).expect("it is C");
        let execution = program.run(Reading::Blame, Fuel::default());
        assert_eq!(execution.ending, Ending::Finished(End::Status(3)));
        assert_eq!(execution.stdout, b"42\n");
        let again = CWing.read(&program.files()).expect("it is still C");
        assert_eq!(again.run(Reading::Blame, Fuel::default()).stdout, b"42\n");
    }

    #[test]
    fn undefined_behaviour_names_the_file() {
        let text = "int main(void) { int x = 2147483647; return x + 1 > 0; }\n";
        let program = CWing.read(&[SourceFile::new("bug.c", text)]).expect("it is C");
        let execution = program.run(Reading::Reference, Fuel::default());
        let Ending::Undefined { diagnostic, line, .. } = execution.ending else {
            panic!("{:?}", execution.ending)
        };
        assert_eq!(line, 1);
        assert!(diagnostic.contains("--> bug.c:1:"), "{diagnostic}");
    }

    #[test]
    fn a_wrong_status_is_a_wrong_value() {
        use spektr_wing::ProcessEnd;
        let program = CWing.read_text("int main(void) { return 3; }\n").expect("it is C");
        let expect = program.expect(&program.run(Reading::Blame, Fuel::default()));
        let seen = |status| Seen::printed("", ProcessEnd::Status(status));
        assert_eq!(program.check(&expect, &seen(3)), Check::Right);
        let Check::Wrong(Symptom::Output { difference }) = program.check(&expect, &seen(4)) else {
            panic!("it is wrong")
        };
        assert_eq!((difference.wanted.as_str(), difference.found.as_deref()), ("3", Some("4")));
    }

    #[test]
    fn output_before_an_abort_may_be_lost() {
        let text = "int puts(const char *);\nvoid abort(void);\n\
                    int main(void) { puts(\"a\"); puts(\"b\"); abort(); }\n";
        let program = CWing.read_text(text).expect("it is C");
        let expect = program.expect(&program.run(Reading::Blame, Fuel::default()));
        let aborted = |stdout: &str| Seen::printed(stdout, spektr_wing::ProcessEnd::Signal(6));
        for stdout in ["a\nb\n", "a\n", ""] {
            assert_eq!(program.check(&expect, &aborted(stdout)), Check::Right, "{stdout:?}");
        }
        assert_ne!(program.check(&expect, &aborted("b\n")), Check::Right);
        let ended = Seen::printed("a\nb\n", spektr_wing::ProcessEnd::Status(0));
        assert_ne!(program.check(&expect, &ended), Check::Right);
    }

    #[test]
    fn only_directives_need_a_preprocessor() {
        assert!(wants_preprocessor("#include <stdio.h>\n"));
        assert!(wants_preprocessor("  # define X 1\n"));
        assert!(wants_preprocessor("typedef __SIZE_TYPE__ size_t;\n"));
        assert!(!wants_preprocessor("int __builtin_x, __x__, __attribute__, ____;\n"));
        assert!(!wants_preprocessor("# 1 \"a.c\"\nint x;\n#pragma pack(1)\n"));
    }
}
