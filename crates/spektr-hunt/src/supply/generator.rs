//! A wing's own generator: a program for every seed.

use super::{Origin, Supplied, Supply};
use spektr_judge::Case;
use spektr_wing::{Order, Wing};

pub struct Generator<'a> {
    wing: &'a dyn Wing,
    maker: String,
    policy: Option<String>,
    size: Option<u32>,
}

impl<'a> Generator<'a> {
    /// The maker of this name, the default one if it is empty.
    pub fn new(
        wing: &'a dyn Wing,
        maker: &str,
        policy: Option<String>,
        size: Option<u32>,
    ) -> Generator<'a> {
        let maker = match (maker, wing.makers().first()) {
            ("", Some(first)) => first.name.to_owned(),
            _ => maker.to_owned(),
        };
        Generator { wing, maker, policy, size }
    }
}

impl Supply for Generator<'_> {
    fn describe(&self) -> String {
        self.maker.clone()
    }

    fn supply(&self, seed: u64) -> Result<Supplied, String> {
        let (maker, policy) = (self.maker.as_str(), self.policy.as_deref());
        let order = Order { maker, seed, policy, size: self.size, parents: &[] };
        let words = |complaint: spektr_wing::Complaint| complaint.to_string();
        let case = match (self.wing.propose(&order), self.wing.draft(&order)) {
            (Some(program), _) => Case::unasked(program),
            (None, Some(draft)) => Case::draft(draft.map_err(words)?),
            (None, None) => Case::from(self.wing.make(&order).map_err(words)?),
        };
        if !case.means_something() && !self.wing.makes_undefined(maker) {
            return Err(crate::words::ending(&case.execution.ending));
        }
        let maker = match self.wing.recipe(&order) {
            Some(recipe) => format!("{maker} {recipe}"),
            None => self.maker.clone(),
        };
        let origin = Origin { maker, parents: Vec::new() };
        Ok(Supplied { seed, origin, case })
    }
}
