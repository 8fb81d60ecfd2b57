//! The C++ wing: the part of C++ whose programs mean what the same tree means in C. Reading,
//! printing and the machine are the C wing's; only the words differ.

use spektr_wing::{
    Audience, Complaint, Experiment, Made, Maker, Notation, Order, Purpose, SourceFile, Survey,
    SurveyWish, Wing, WitnessAnswer, WitnessSpec,
};

use crate::generate::{self, Dialect};
use crate::wing::{CProgram, CWing, build, made, policy};
use crate::{batch, parse};

/// C++11 to C++20 as gcc and clang define them.
pub struct CppWing;

/// A name that says that the file is C++, whatever it was called.
fn cpp_name(name: &str) -> String {
    let known = [".cc", ".cpp", ".cxx"].iter().any(|end| name.ends_with(end));
    if known { name.to_owned() } else { format!("{name}.cc") }
}

impl Wing for CppWing {
    fn name(&self) -> &'static str {
        "cpp"
    }

    fn about(&self) -> &'static str {
        "C++11 to C++20 as the generator writes it, for gcc and clang"
    }

    fn families(&self) -> &'static [&'static str] {
        &["gcc", "clang"]
    }

    fn needs(&self) -> Option<&'static str> {
        Some("c++")
    }

    fn editions(&self) -> &'static [(&'static str, u32)] {
        &[("", 4), ("-std=gnu++11", 2), ("-std=gnu++14", 2), ("-std=gnu++20", 3)]
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["cc", "cpp", "cxx"]
    }

    fn notation(&self) -> Notation {
        Notation {
            name: "C++",
            keywords: &[
                "auto",
                "bool",
                "break",
                "case",
                "char",
                "class",
                "const",
                "constexpr",
                "continue",
                "default",
                "do",
                "double",
                "else",
                "enum",
                "extern",
                "float",
                "for",
                "goto",
                "if",
                "inline",
                "int",
                "long",
                "return",
                "short",
                "signed",
                "static",
                "static_cast",
                "struct",
                "switch",
                "template",
                "typename",
                "union",
                "unsigned",
                "void",
                "volatile",
                "while",
            ],
            ..CWing.notation()
        }
    }

    fn makers(&self) -> &'static [Maker] {
        CWing.makers()
    }

    fn make(&self, order: &Order<'_>) -> Result<Made, Complaint> {
        let policy = policy(order.policy)?;
        Ok(made(generate::generate(Dialect::Cpp, order.seed, &policy, order.size)))
    }

    fn draft(&self, order: &Order<'_>) -> Option<Result<Made, Complaint>> {
        let draft = |policy| generate::draft(Dialect::Cpp, order.seed, &policy, order.size);
        Some(policy(order.policy).map(|policy| made(draft(policy))))
    }

    fn policy(&self, maker: &str) -> Option<String> {
        CWing.policy(maker)
    }

    fn survey(&self, wish: &SurveyWish<'_>) -> Result<Survey, Complaint> {
        let policy = policy(wish.policy)?;
        Ok(generate::survey(Dialect::Cpp, wish.seeds.clone(), &policy, wish.size))
    }

    fn shares_experiments(&self) -> bool {
        true
    }

    fn batch_suspect(&self, diagnostics: &str) -> Option<usize> {
        batch::suspect(diagnostics)
    }

    fn read(&self, files: &[SourceFile]) -> Result<Box<dyn spektr_wing::Program>, Complaint> {
        let names: Vec<String> = files.iter().map(|file| cpp_name(&file.name)).collect();
        let files: Vec<(&str, &str)> = names
            .iter()
            .zip(files)
            .map(|(name, file)| (name.as_str(), file.text.as_str()))
            .collect();
        Ok(Box::new(CProgram::new(parse::read(&files)?)))
    }

    fn as_given(&self, files: &[SourceFile], audience: &Audience<'_>) -> Option<Experiment> {
        let plain = |(k, file): (usize, &SourceFile)| {
            SourceFile::new(format!("given{k}.cc"), file.text.clone())
                .lying_in(file.directory.clone())
        };
        Some(build(files.iter().enumerate().map(plain).collect(), audience))
    }

    fn experiment(
        &self,
        programs: &[&dyn spektr_wing::Program],
        purpose: Purpose,
        audience: &Audience<'_>,
    ) -> Experiment {
        CWing.experiment(programs, purpose, audience)
    }

    fn witnesses(&self) -> Vec<WitnessSpec> {
        CWing.witnesses()
    }

    fn answer(&self, witness: &str, seen: &spektr_wing::Seen) -> WitnessAnswer {
        CWing.answer(witness, seen)
    }

    fn empty(&self) -> Box<dyn spektr_wing::Program> {
        let program = parse::read(&[(Dialect::Cpp.file(), "int main(void) { return 0; }\n")]);
        // The one text above is C++.
        Box::new(CProgram::new(program.unwrap_or_default()))
    }
}
