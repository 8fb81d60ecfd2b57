//! The other oracle for MIR: not what a built program prints, but the MIR that rustc's passes
//! leave behind, run by the machine. No code is generated, nothing is linked and nothing is run,
//! and it sees what hardware hides: dead locals that are read, overlapping assignments, uses of
//! what was moved away. Programs, machine and witnesses are those of the MIR wing.

use spektr_wing::{
    Audience, Complaint, Experiment, Made, Maker, NamedPolicy, Notation, Order, OutputFile,
    Program, Purpose, Seen, SourceFile, Survey, SurveyWish, Wing, WitnessAnswer, WitnessSpec,
};

use crate::emitted;
use crate::generate;
use crate::print::{self, Dialect};
use crate::wing::{MirWing, own_programs};

/// Rust's custom MIR, judged by what the compiler's passes make of it.
pub struct MirPasses;

impl Wing for MirPasses {
    fn name(&self) -> &'static str {
        "mir-passes"
    }

    fn language(&self) -> &'static str {
        MirWing.name()
    }

    fn about(&self) -> &'static str {
        "custom MIR, judged by running the MIR that rustc's passes leave behind (hunt mir --oracle passes)"
    }

    fn families(&self) -> &'static [&'static str] {
        MirWing.families()
    }

    fn needs(&self) -> Option<&'static str> {
        MirWing.needs()
    }

    /// Files are the MIR wing's, which comes first, unless somebody names this one.
    fn extensions(&self) -> &'static [&'static str] {
        MirWing.extensions()
    }

    fn notation(&self) -> Notation {
        MirWing.notation()
    }

    fn makers(&self) -> &'static [Maker] {
        MirWing.makers()
    }

    /// Without generic functions: what the compiler prints of them has no types yet, which is not
    /// read.
    fn make(&self, order: &Order<'_>) -> Result<Made, Complaint> {
        let policy = generate::leaving_out(order.policy, "generic");
        let Order { maker, seed, size, parents, .. } = *order;
        let policy = policy.as_deref().or(order.policy);
        MirWing.make(&Order { maker, seed, policy, size, parents })
    }

    fn suited_policy(&self, policy: Option<&str>, tools: &[Audience<'_>]) -> Option<String> {
        MirWing.suited_policy(policy, tools)
    }

    fn named_policies(&self) -> &'static [NamedPolicy] {
        MirWing.named_policies()
    }

    fn policy(&self, maker: &str) -> Option<String> {
        MirWing.policy(maker)
    }

    fn survey(&self, wish: &SurveyWish<'_>) -> Result<Survey, Complaint> {
        MirWing.survey(wish)
    }

    fn read(&self, files: &[SourceFile]) -> Result<Box<dyn Program>, Complaint> {
        MirWing.read(files)
    }

    fn experiment(
        &self,
        programs: &[&dyn Program],
        purpose: Purpose,
        audience: &Audience<'_>,
    ) -> Experiment {
        let programs = own_programs(programs);
        let dialect = Dialect::of(audience);
        match (purpose, programs.as_slice()) {
            (Purpose::Standalone, [first, ..]) => print::pretty_bodies_experiment(first, &dialect),
            (_, several) => {
                let several: Vec<&crate::syntax::Program> =
                    several.iter().map(AsRef::as_ref).collect();
                print::bodies_experiment(&several, &dialect)
            }
        }
    }

    fn shares_experiments(&self) -> bool {
        true
    }

    fn batch_parts(&self, seen: &Seen, programs: usize) -> Option<Vec<Seen>> {
        let words = Seen { stderr: seen.stderr.clone(), ..Seen::printed(&*seen.stdout, seen.end) };
        let mut parts = vec![words; programs];
        for file in &seen.files {
            let texts = emitted::parts(&String::from_utf8_lossy(&file.bytes), programs);
            for (part, text) in parts.iter_mut().zip(texts) {
                part.files.push(OutputFile { name: file.name.clone(), bytes: text.into_bytes() });
            }
        }
        Some(parts)
    }

    fn batch_suspect(&self, diagnostics: &str) -> Option<usize> {
        MirWing.batch_suspect(diagnostics)
    }

    fn witnesses(&self) -> Vec<WitnessSpec> {
        MirWing.witnesses()
    }

    fn answer(&self, witness: &str, seen: &Seen) -> WitnessAnswer {
        MirWing.answer(witness, seen)
    }

    fn empty(&self) -> Box<dyn Program> {
        MirWing.empty()
    }
}
