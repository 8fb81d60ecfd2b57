//! The other oracle for MIR: not what a built program prints, but the MIR that rustc's passes
//! leave behind, run by the machine. No code is generated, nothing is linked and nothing is run,
//! and it sees what hardware hides: dead locals that are read, overlapping assignments, uses of
//! what was moved away. Programs, machine and witnesses are those of the MIR wing.

use spektr_wing::{
    Audience, Complaint, Experiment, Made, Maker, Notation, Order, Program, Purpose, Seen,
    SourceFile, Survey, SurveyWish, Wing, WitnessAnswer, WitnessSpec,
};

use crate::print;
use crate::wing::{MirWing, own_programs};

/// Rust's custom MIR, judged by what the compiler's passes make of it.
pub struct MirPasses;

impl Wing for MirPasses {
    fn name(&self) -> &'static str {
        "mir-passes"
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

    fn make(&self, order: &Order<'_>) -> Result<Made, Complaint> {
        MirWing.make(order)
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
        _: &Audience<'_>,
    ) -> Experiment {
        let programs = own_programs(programs);
        match (purpose, programs.first()) {
            (Purpose::Judge, Some(program)) => print::bodies_experiment(program),
            (Purpose::Standalone, Some(program)) => print::pretty_bodies_experiment(program),
            (_, None) => print::batch_experiment(&[]),
        }
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
