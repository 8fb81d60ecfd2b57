//! Programs made out of programs: parents are drawn from a corpus, and what reaches something
//! that nothing before it has reached joins the corpus.

use super::{Origin, Supplied, Supply};
use crate::words::digest;
use spektr_entropy::Entropy;
use spektr_judge::Case;
use spektr_wing::{Index, Order, Program, Wing};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

/// Parents of one program.
const PARENTS: usize = 2;

/// Is told of a program that joins: its digest, itself, and where it came from.
type Keep<'a> = dyn Fn(&str, &dyn Program, &Origin) + Send + Sync + 'a;

/// Brings programs that others have added, given the digests of those that are here.
type Newcomers<'a> = dyn Fn(&BTreeSet<String>) -> Vec<Box<dyn Program>> + Send + Sync + 'a;

pub struct Corpus<'a> {
    wing: &'a dyn Wing,
    maker: String,
    policy: Option<String>,
    size: Option<u32>,
    programs: RwLock<Programs>,
    reached: Mutex<BTreeSet<u64>>,
    /// Told of every program that joins.
    keep: Box<Keep<'a>>,
    /// Others that add to the same corpus are asked every so often.
    others: Option<Others<'a>>,
}

struct Others<'a> {
    every: Duration,
    next: Mutex<Instant>,
    newcomers: Box<Newcomers<'a>>,
}

/// Programs by their digests, and what the wing knows of them.
struct Programs {
    all: Vec<(String, Box<dyn Program>)>,
    known: BTreeSet<String>,
    index: Option<Box<dyn Index>>,
}

impl Programs {
    /// Adds a program; false if it is there already.
    fn add(&mut self, id: String, program: Box<dyn Program>) -> bool {
        if !self.known.insert(id.clone()) {
            return false;
        }
        if let Some(index) = &mut self.index {
            index.add(program.as_ref());
        }
        self.all.push((id, program));
        true
    }

    /// Parents of the program of an order.
    fn choose(&self, order: &Order<'_>) -> Vec<&(String, Box<dyn Program>)> {
        let numbers = self.index.as_ref().map(|index| index.choose(order));
        let mut entropy = Entropy::named(order.seed, "parents");
        let any = || (0..PARENTS).map(|_| entropy.index(self.all.len())).collect();
        let numbers: Vec<usize> = numbers.unwrap_or_else(any);
        numbers.into_iter().filter_map(|number| self.all.get(number)).collect()
    }
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
            programs: RwLock::new(Programs {
                all: Vec::new(),
                known: BTreeSet::new(),
                index: wing.index(),
            }),
            reached: Mutex::default(),
            keep: Box::new(keep),
            others: None,
        }
    }

    /// The same corpus, which asks so often for programs that others have added to it.
    pub fn with_others(
        self,
        every: Duration,
        newcomers: impl Fn(&BTreeSet<String>) -> Vec<Box<dyn Program>> + Send + Sync + 'a,
    ) -> Corpus<'a> {
        let next = Mutex::new(Instant::now() + every);
        Corpus { others: Some(Others { every, next, newcomers: Box::new(newcomers) }), ..self }
    }

    /// Takes in what others have added, if it is time to. One asks; the rest goes on meanwhile.
    fn ask_others(&self) {
        let Some(others) = &self.others else { return };
        let Ok(mut next) = others.next.try_lock() else { return };
        if Instant::now() < *next {
            return;
        }
        let known = self.programs.read().unwrap_or_else(PoisonError::into_inner).known.clone();
        for program in (others.newcomers)(&known) {
            self.add(program);
        }
        *next = Instant::now() + others.every;
    }

    /// Adds a program that is there from the start; false if it is there already.
    pub fn add(&self, program: Box<dyn Program>) -> bool {
        let id = digest(&program.text());
        let mut programs = self.programs.write().unwrap_or_else(PoisonError::into_inner);
        programs.add(id, program)
    }

    pub fn len(&self) -> usize {
        self.programs.read().unwrap_or_else(PoisonError::into_inner).all.len()
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
        self.ask_others();
        let programs = self.programs.read().unwrap_or_else(PoisonError::into_inner);
        if programs.all.is_empty() {
            return Err("the corpus is empty".to_owned());
        }
        let (maker, policy) = (self.maker.as_str(), self.policy.as_deref());
        let order = Order { maker, seed, policy, size: self.size, parents: &[] };
        let drawn = programs.choose(&order);
        let parents: Vec<&dyn Program> =
            drawn.iter().map(|(_, program)| program.as_ref()).collect();
        let order = Order { parents: &parents, ..order };
        let made = self.wing.make(&order).map_err(|complaint| complaint.to_string())?;
        let parents = drawn.iter().map(|(id, _)| id.clone()).collect();
        let origin = Origin { maker: self.maker.clone(), parents };
        Ok(Supplied { seed, origin, case: Case::from(made) })
    }

    fn learns(&self) -> bool {
        true
    }

    fn learn(&self, supplied: &Supplied, reached: &[u64]) -> u64 {
        let fresh = {
            let mut known = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
            reached.iter().filter(|feature| known.insert(**feature)).count() as u64
        };
        let program = &supplied.case.program;
        if fresh > 0 && self.add(program.clone_box()) {
            (self.keep)(&digest(&program.text()), program.as_ref(), &supplied.origin);
        }
        fresh
    }
}
