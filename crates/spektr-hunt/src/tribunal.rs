//! The court of real compilers: the judge, as the hunt asks for it.

use crate::court::{Case, Configuration, Cost, Court, CourtTrouble, Guilt, Opinion};
use spektr_entropy::Entropy;
use spektr_judge::{Setup, VerdictClass};
use spektr_judge::sandbox::Sandbox;
use spektr_wing::Wing;

pub struct Tribunal<'a> {
    wing: &'a dyn Wing,
    sandbox: Sandbox,
    setup: Setup,
}
