//! The makers. Every variable is set before it is used, so every program is valid.

use crate::program::MiniProgram;
use crate::syntax::{self, Statement};
use spektr_entropy::Entropy;
use spektr_wing::{Complaint, Maker, Order};
use std::collections::BTreeSet;

pub(crate) const MAKERS: [Maker; 2] = [
    Maker { name: "plain", about: "programs out of nothing", wants_parents: false },
    Maker {
        name: "crossover",
        about: "the first part of one program and the last of another",
        wants_parents: true,
    },
];

const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];
const DEEPEST: u32 = 3;

/// The policies there are, as weights of let, add, mul, loop, any and call.
const POLICIES: [(&str, [u32; 6]); 5] = [
    ("plain", [3, 3, 3, 1, 0, 0]),
    ("loops", [1, 2, 2, 4, 0, 0]),
    ("sums", [3, 4, 0, 0, 0, 0]),
    ("open", [3, 3, 3, 0, 1, 0]),
    ("two-files", [3, 3, 3, 1, 0, 2]),
];

/// Statements of a program and of its other file.
pub(crate) fn make(order: &Order<'_>) -> Result<(Vec<Statement>, Vec<Statement>), Complaint> {
    match order.maker {
        "" | "plain" => plain(order),
        "crossover" => {
            let parents = order.parents.iter().filter_map(|it| it.as_any().downcast_ref());
            match parents.collect::<Vec<&MiniProgram>>().as_slice() {
                // A corpus has to begin somewhere.
                [] => plain(order),
                parents => Ok(crossover(order.seed, parents)),
            }
        }
        unknown => Err(Complaint::whole(format!("there is no maker {unknown}"))),
    }
}

fn plain(order: &Order<'_>) -> Result<(Vec<Statement>, Vec<Statement>), Complaint> {
    let name = order.policy.map_or("plain", str::trim);
    let Some((_, weights)) = POLICIES.iter().find(|(known, _)| *known == name) else {
        return Err(Complaint::whole(format!("there is no policy {name}")));
    };
    let entropy = Entropy::named(order.seed, "mini");
    let mut generator = Generator { entropy, weights: *weights };
    let mut budget = order.size.unwrap_or_else(|| 5 + generator.entropy.below(20) as u32);
    let mut statements: Vec<Statement> =
        NAMES.iter().map(|name| generator.fresh((*name).to_owned())).collect();
    while budget > 0 {
        statements.push(generator.statement(&mut budget, 0));
    }
    statements.extend(NAMES.iter().map(|name| Statement::Print((*name).to_owned())));
    let mut other = Vec::new();
    if syntax::all(&statements).contains(&&Statement::Call) {
        generator.weights[5] = 0;
        other = (0..3).map(|_| generator.statement(&mut 3, 0)).collect();
    }
    Ok((statements, other))
}

/// The first part of one parent and the last of another. What one of them uses is set first.
fn crossover(seed: u64, parents: &[&MiniProgram]) -> (Vec<Statement>, Vec<Statement>) {
    let mut entropy = Entropy::named(seed, "mini/crossover");
    let first = parents[entropy.index(parents.len())];
    let last = parents[entropy.index(parents.len())];
    let until = entropy.index(first.statements.len() + 1);
    let from = entropy.index(last.statements.len() + 1);
    let other = if entropy.coin() { first.other.clone() } else { last.other.clone() };
    let joined = first.statements[..until].iter().chain(&last.statements[from..]).cloned();
    let joined: Vec<Statement> = joined.collect();
    let all = [syntax::all(&joined), syntax::all(&other)].concat();
    let names: BTreeSet<&str> = all.into_iter().flat_map(Statement::variables).collect();
    let set = |name: &&str| Statement::Let((*name).to_owned(), 2 + entropy.below(1000));
    let mut statements: Vec<Statement> = names.iter().map(set).collect();
    statements.extend(joined);
    (statements, other)
}

struct Generator {
    entropy: Entropy,
    weights: [u32; 6],
}

impl Generator {
    fn statement(&mut self, budget: &mut u32, depth: u32) -> Statement {
        *budget = budget.saturating_sub(1);
        match self.entropy.weighted(&self.weights) {
            Some(1) => Statement::Add(self.name(), self.name()),
            Some(2) => Statement::Mul(self.name(), self.name()),
            Some(3) if depth < DEEPEST && *budget > 0 => {
                let count = 1 + self.entropy.below(6);
                let length = 1 + self.entropy.below(4);
                let mut body = Vec::new();
                for _ in 0..length {
                    body.push(self.statement(budget, depth + 1));
                }
                Statement::Loop(count, body)
            }
            Some(4) => Statement::Any(self.name()),
            Some(5) => Statement::Call,
            _ => {
                let name = self.name();
                self.fresh(name)
            }
        }
    }

    fn name(&mut self) -> String {
        NAMES[self.entropy.index(NAMES.len())].to_owned()
    }

    fn fresh(&mut self, name: String) -> Statement {
        Statement::Let(name, 2 + self.entropy.below(1000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine;
    use crate::program::Nature;
    use spektr_wing::{End, Ending, Fuel, Program, Reading};

    fn program(order: &Order<'_>) -> MiniProgram {
        let (statements, other) = make(order).expect("maker and policy exist");
        MiniProgram { statements, other, nature: Nature::default() }
    }

    fn is_valid(program: &MiniProgram) -> bool {
        let ending = machine::run(program, Reading::Reference, Fuel::default()).ending;
        ending == Ending::Finished(End::SUCCESS)
    }

    #[test]
    fn programs_are_valid_and_repeatable() {
        for (policy, _) in POLICIES {
            for seed in 0..100 {
                let order = Order { seed, policy: Some(policy), ..Order::default() };
                assert!(is_valid(&program(&order)), "{policy}, seed {seed}");
                assert_eq!(program(&order), program(&order));
            }
        }
    }

    #[test]
    fn children_are_valid_and_have_something_of_both_parents() {
        let parent = |text: &str| MiniProgram::of_text(text);
        let sums = parent("let q = 1\nadd q q\nadd q q\nadd q q\nprint q\n");
        let loops = parent("let r = 1\nloop 2 {\nmul r r\n}\nloop 2 {\nmul r r\n}\nprint r\n");
        let parents: [&dyn Program; 2] = [&sums, &loops];
        let mut both = 0;
        for seed in 0..100 {
            let order = Order { maker: "crossover", seed, parents: &parents, ..Order::default() };
            let child = program(&order);
            assert!(is_valid(&child), "seed {seed}: {}", child.text());
            assert_eq!(child, program(&order));
            let has = |name: &str| child.constructs().iter().any(|it| it == name);
            both += u32::from(has("add") && has("loop"));
        }
        assert!(both > 20, "{both}");
        let orphan = Order { maker: "crossover", ..Order::default() };
        assert_eq!(program(&orphan), program(&Order::default()));
    }

    #[test]
    fn what_is_unknown_is_named() {
        let order = Order { policy: Some("wild"), ..Order::default() };
        assert!(make(&order).unwrap_err().message.contains("wild"));
        let order = Order { maker: "nobody", ..Order::default() };
        assert!(make(&order).unwrap_err().message.contains("nobody"));
    }
}
