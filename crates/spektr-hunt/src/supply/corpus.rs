//! Programs made out of programs: parents are drawn from a corpus, and what reaches something
//! that nothing before it has reached joins the corpus.

use super::{Origin, Supplied, Supply};
use crate::words::digest;
use spektr_entropy::Entropy;
use spektr_judge::Case;
use spektr_wing::{Order, Program, Wing};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError, RwLock};

/// Parents of one program.
const PARENTS: usize = 2;

/// Is told of a program that joins: its digest, itself, and where it came from.
type Keep<'a> = dyn Fn(&str, &dyn Program, &Origin) + Send + Sync + 'a;

pub struct Corpus<'a> {
    wing: &'a dyn Wing,
    maker: String,
    policy: Option<String>,
    size: Option<u32>,
    programs: RwLock<Vec<(String, Box<dyn Program>)>>,
    reached: Mutex<BTreeSet<u64>>,
    /// Told of every program that joins.
    keep: Box<Keep<'a>>,
}

impl<'a> Corpus<'a> {
    pub fn new(
        wing: &'a dyn Wing,
        maker: &str,
        policy: Option<String>,
        size: Option<u32>,
        keep: impl Fn(&str, &dyn Program, &Origin) + Send + Sync + 'a,
    ) -> Corpus<'a> {
        Corpus {
            wing,
            maker: maker.to_owned(),
            policy,
            size,
            programs: RwLock::default(),
            reached: Mutex::default(),
            keep: Box::new(keep),
        }
    }

    /// Adds a program that is there from the start; false if it is there already.
    pub fn add(&self, program: Box<dyn Program>) -> bool {
        let id = digest(&program.text());
        let mut programs = self.programs.write().unwrap_or_else(PoisonError::into_inner);
        let fresh = programs.iter().all(|(known, _)| *known != id);
        if fresh {
            programs.push((id, program));
        }
        fresh
    }

    pub fn len(&self) -> usize {
        self.programs.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many different things its programs reach in the tools.
    pub fn reached(&self) -> usize {
        self.reached.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

impl Supply for Corpus<'_> {
    fn describe(&self) -> String {
        format!("{} of a corpus", self.maker)
    }

    fn supply(&self, seed: u64) -> Result<Supplied, String> {
        let programs = self.programs.read().unwrap_or_else(PoisonError::into_inner);
        if programs.is_empty() {
            return Err("the corpus is empty".to_owned());
        }
        let mut entropy = Entropy::named(seed, "parents");
        let drawn: Vec<_> =
            (0..PARENTS).map(|_| &programs[entropy.index(programs.len())]).collect();
        let parents: Vec<&dyn Program> =
            drawn.iter().map(|(_, program)| program.as_ref()).collect();
        let (maker, policy) = (self.maker.as_str(), self.policy.as_deref());
        let order = Order { maker, seed, policy, size: self.size, parents: &parents };
        let made = self.wing.make(&order).map_err(|complaint| complaint.to_string())?;
        let parents = drawn.iter().map(|(id, _)| id.clone()).collect();
        let origin = Origin { maker: self.maker.clone(), parents };
        Ok(Supplied { seed, origin, case: Case::from(made) })
    }

    fn learns(&self) -> bool {
        true
    }

    fn learn(&self, supplied: &Supplied, reached: &[u64]) -> bool {
        let fresh = {
            let mut known = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
            reached.iter().filter(|feature| known.insert(**feature)).count() > 0
        };
        let program = &supplied.case.program;
        if !fresh || !self.add(program.clone_box()) {
            return false;
        }
        (self.keep)(&digest(&program.text()), program.as_ref(), &supplied.origin);
        true
    }
}
