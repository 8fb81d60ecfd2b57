//! Crossovers as the hall orders them: parents are programs, answers too.

use spektr_entropy::Entropy;
use spektr_wing::{
    Choice, Complaint, Fuel, Made, Maker, Order, Program, Reading, Share, Survey, SurveyWish, Total,
};

use super::stock::{choose, parts};
use super::{Crossed, Index, Kind, Plan, Policy, Stock, built_in, cross, is_fit, mutate, size};
use crate::LlvmProgram;
use crate::syntax::Module;

/// The second one is for two files that somebody names.
pub const MAKERS: &[Maker] = &[
    Maker {
        name: "crossover",
        about: "functions of a corpus put into one another, called in sequence, and mutated",
        wants_parents: true,
    },
    Maker {
        name: PAIR,
        about: "a function of one module crossed with one of another, whichever fit",
        wants_parents: true,
    },
];

const PAIR: &str = "pair";

/// The module of an order; of the built-in functions if it names no parents.
pub fn make(order: &Order<'_>) -> Result<Made, Complaint> {
    let policy = policy(order)?;
    let plan = Plan::draw(order.seed, &policy);
    let parents: Vec<&Module> = order.parents.iter().filter_map(|it| module(*it)).collect();
    let crossed = match parents[..] {
        [] => stock()?.make(order.seed, &policy),
        [first, second] if order.maker == PAIR => pair(first, second, &plan, order.seed),
        _ => cross(&parents, &plan, order.seed),
    };
    let crossed = crossed.ok_or_else(|| {
        Complaint::whole("none of the parents has a function that can be crossed")
    })?;
    let program: Box<dyn Program> = Box::new(LlvmProgram::new(crossed.module));
    let execution = program.run(Reading::Reference, Fuel::default());
    Ok(Made { program, execution })
}

fn module(program: &dyn Program) -> Option<&Module> {
    program.as_any().downcast_ref::<LlvmProgram>().map(|own| &*own.module)
}

/// The first pair of functions, in an order drawn by the seed, that fits.
fn pair(first: &Module, second: &Module, plan: &Plan, seed: u64) -> Option<Crossed> {
    let (ones, others) = (parts(first), parts(second));
    let mut pairs: Vec<(&Module, &Module)> =
        ones.iter().flat_map(|one| others.iter().map(move |other| (one, other))).collect();
    Entropy::named(seed, "pairs").shuffle(&mut pairs);
    let mut last = None;
    for (one, other) in pairs {
        let crossed = cross(&[one, other], plan, seed);
        if crossed.as_ref().is_some_and(|it| it.fits) {
            return crossed;
        }
        last = last.or(crossed);
    }
    last
}

fn policy(order: &Order<'_>) -> Result<Policy, Complaint> {
    let mut policy = match order.policy {
        Some(text) => Policy::read(text).map_err(Complaint::whole)?,
        None => Policy::default(),
    };
    if let Some(most) = order.size {
        policy.size.most = most.max(1);
    }
    Ok(policy)
}

fn stock() -> Result<&'static Stock, Complaint> {
    built_in().as_ref().map_err(Complaint::clone)
}

/// The built-in functions, each a program.
pub fn first_corpus() -> Vec<Box<dyn Program>> {
    let modules = stock().map_or(&[][..], |stock| &stock.modules);
    modules.iter().map(|module| boxed(module.clone())).collect()
}

/// The functions of a module, unless it is for another target.
pub fn corpus_parts(program: &dyn Program) -> Vec<Box<dyn Program>> {
    let fit = module(program).filter(|module| is_fit(module));
    fit.map(|module| parts(module).into_iter().map(boxed).collect()).unwrap_or_default()
}

fn boxed(module: Module) -> Box<dyn Program> {
    Box::new(LlvmProgram::new(module))
}

impl spektr_wing::Index for Index {
    fn add(&mut self, program: &dyn Program) {
        match module(program) {
            Some(module) => Index::add(self, module),
            None => Index::add(self, &Module::default()),
        }
    }

    fn choose(&self, order: &Order<'_>) -> Vec<usize> {
        let policy = policy(order).unwrap_or_default();
        choose(self, &Plan::draw(order.seed, &policy), order.seed)
    }
}

pub fn index() -> Box<dyn spektr_wing::Index> {
    Box::new(Index::default())
}

/// Figures about crossovers of the built-in functions.
pub fn survey(wish: &SurveyWish<'_>) -> Result<Survey, Complaint> {
    let policy = policy(&Order { policy: wish.policy, size: wish.size, ..Order::default() })?;
    let stock = stock()?;
    let crossed: Vec<(Plan, Option<Crossed>)> = wish
        .seeds
        .clone()
        .map(|seed| (Plan::draw(seed, &policy), stock.make(seed, &policy)))
        .collect();
    let made: Vec<&Crossed> = crossed.iter().filter_map(|(_, made)| made.as_ref()).collect();
    let total = |name: &str, sum: usize| Total { name: name.to_owned(), sum: sum as u64 };
    let sizes = made.iter().map(|it| size(&it.module)).sum();
    let planned = |it: &&(Plan, Option<Crossed>)| it.0.steps.first() == Some(&Kind::Inline);
    let picks: Vec<&(Plan, Option<Crossed>)> = crossed.iter().filter(planned).collect();
    let fits = picks.iter().filter(|it| it.1.as_ref().is_some_and(|made| made.fits)).count();
    let share = |name: &str, part: usize, whole: usize, goal| Share {
        name: name.to_owned(),
        part: part as u64,
        whole: whole as u64,
        goal: Some(goal),
    };
    let choice = |kind: &str, name: String, programs: usize, times: usize| Choice {
        kind: kind.to_owned(),
        name,
        programs: programs as u64,
        times: Some(times as u64),
    };
    let kinds = Kind::ALL.iter().map(|kind| {
        let uses = |it: &&&Crossed| it.kinds.contains(kind);
        let times = made.iter().flat_map(|it| &it.kinds).filter(|it| *it == kind).count();
        choice("crossover", kind.word().to_owned(), made.iter().filter(uses).count(), times)
    });
    let mutations = mutate::Kind::ALL.iter().map(|kind| {
        let uses = |it: &&&Crossed| it.mutations.contains(kind);
        let times = made.iter().flat_map(|it| &it.mutations).filter(|it| *it == kind).count();
        choice(
            "mutation",
            format!("{kind:?}").to_lowercase(),
            made.iter().filter(uses).count(),
            times,
        )
    });
    Ok(Survey {
        programs: crossed.len() as u64,
        totals: vec![
            total("functions in the corpus", stock.modules.len()),
            total("instructions", sizes),
        ],
        shares: vec![
            share("modules made", made.len(), crossed.len(), 995),
            share("picked pairs that fit", fits, picks.len(), 700),
        ],
        constructs: Vec::new(),
        choices: kinds.chain(mutations).collect(),
        policy: policy.explained(),
    })
}
