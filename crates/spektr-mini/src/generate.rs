//! The generator: every variable it uses is set, so every program is valid.

use crate::program::Statement;
use spektr_entropy::Entropy;
use spektr_wing::{Complaint, Wish};

const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];
const DEEPEST: u32 = 3;

/// The policies there are, as weights of let, add, mul and loop.
const POLICIES: [(&str, [u32; 4]); 3] =
    [("plain", [3, 3, 3, 1]), ("loops", [1, 2, 2, 4]), ("sums", [3, 4, 0, 0])];

pub(crate) fn generate(wish: &Wish<'_>) -> Result<Vec<Statement>, Complaint> {
    let name = wish.policy.map_or("plain", str::trim);
    let Some((_, weights)) = POLICIES.iter().find(|(known, _)| *known == name) else {
        return Err(Complaint::whole(format!("there is no policy {name}")));
    };
    let mut generator = Generator { entropy: Entropy::named(wish.seed, "mini"), weights: *weights };
    let mut budget = wish.size.unwrap_or_else(|| 5 + generator.entropy.below(20) as u32);
    let mut statements: Vec<Statement> =
        NAMES.iter().map(|name| generator.fresh((*name).to_owned())).collect();
    while budget > 0 {
        statements.push(generator.statement(&mut budget, 0));
    }
    statements.extend(NAMES.iter().map(|name| Statement::Print((*name).to_owned())));
    Ok(statements)
}

struct Generator {
    entropy: Entropy,
    weights: [u32; 4],
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
    use spektr_wing::{Ending, Fuel};

    #[test]
    fn programs_are_valid_and_repeatable() {
        for seed in 0..300 {
            let wish = Wish { seed, ..Wish::default() };
            let statements = generate(&wish).expect("the default policy exists");
            let ending = machine::run(&statements, Fuel::default(), false).ending;
            assert_eq!(ending, Ending::Finished, "seed {seed}");
            assert_eq!(generate(&wish).expect("as before"), statements);
        }
    }

    #[test]
    fn unknown_policies_are_named() {
        let wish = Wish { policy: Some("wild"), ..Wish::default() };
        assert!(generate(&wish).unwrap_err().message.contains("wild"));
    }
}
