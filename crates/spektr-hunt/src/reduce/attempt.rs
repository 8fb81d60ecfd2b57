//! One attempt: a group of edits on top of those already accepted, thinned until the machine
//! accepts the program. Thinning costs machine time only, which is cheap; it turns a group
//! that would be thrown away into the largest part of it that is worth a compile.

use super::waves::Measure;
use spektr_judge::Case;
use spektr_wing::{Edit, Fuel, Program, Reading};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A candidate that the machine accepts (or need not accept).
pub(super) struct Candidate {
    /// The edits beyond those already accepted.
    pub(super) edits: Vec<Edit>,
    pub(super) case: Case,
    pub(super) measure: Measure,
    /// Of the canonical text: equal programs are not tried twice.
    pub(super) fingerprint: u64,
}

impl Candidate {
    /// What is left to try of the group this candidate was made from: the halves of what the
    /// machine accepted, unless that won, and what thinning had to leave out.
    pub(super) fn left_over(&self, group: &[Edit], won: bool) -> Vec<Vec<Edit>> {
        let mut left_over = Vec::new();
        if !won && self.edits.len() > 1 {
            let (left, right) = self.edits.split_at(self.edits.len() / 2);
            left_over.extend([left.to_vec(), right.to_vec()]);
        }
        let kept: HashSet<&Edit> = self.edits.iter().collect();
        let rest: Vec<Edit> = group.iter().filter(|edit| !kept.contains(edit)).cloned().collect();
        if !rest.is_empty() {
            left_over.push(rest);
        }
        left_over
    }
}

/// The program all candidates of a pass start from, with the edits accepted so far.
pub(super) struct Ground<'a> {
    pub(super) base: &'a dyn Program,
    pub(super) accepted: &'a [Edit],
    pub(super) must_be_valid: bool,
    pub(super) fuel: Fuel,
}

pub(super) fn fingerprint(program: &dyn Program) -> u64 {
    let mut hasher = DefaultHasher::new();
    program.text().hash(&mut hasher);
    hasher.finish()
}

impl Ground<'_> {
    /// The program with these edits, if it is well-formed and the machine accepts it.
    fn form(&self, edits: &[Edit]) -> Option<Case> {
        let program = self.base.apply(edits)?;
        let execution = program.run(Reading::Blame, self.fuel);
        let case = Case::new(program, execution);
        (case.means_something() || !self.must_be_valid).then_some(case)
    }

    /// The whole group if that can be formed, else a largest part found by halving. The
    /// second number counts what the machine threw away.
    pub(super) fn candidate(&self, group: &[Edit]) -> (Option<Candidate>, u64) {
        let mut kept = self.accepted.to_vec();
        let mut formed = None;
        let mut rejected = 0;
        self.thin(group, &mut kept, &mut formed, &mut rejected);
        let candidate = formed.map(|case| Candidate {
            fingerprint: fingerprint(case.program.as_ref()),
            measure: Measure::of(&case),
            edits: kept.split_off(self.accepted.len()),
            case,
        });
        (candidate, rejected)
    }

    fn thin(
        &self,
        group: &[Edit],
        kept: &mut Vec<Edit>,
        formed: &mut Option<Case>,
        rejected: &mut u64,
    ) {
        if group.is_empty() {
            return;
        }
        let before = kept.len();
        kept.extend_from_slice(group);
        if let Some(program) = self.form(kept) {
            *formed = Some(program);
            return;
        }
        *rejected += 1;
        kept.truncate(before);
        if group.len() > 1 {
            let (left, right) = group.split_at(group.len() / 2);
            self.thin(left, kept, formed, rejected);
            self.thin(right, kept, formed, rejected);
        }
    }
}
