//! What a generated program should look like: sections of numbers, and the distributions of
//! [`super::parameter`]. A policy knows no program.

use serde::Deserialize;
use spektr_entropy::Entropy;
use spektr_entropy::policy::{Section, draw_size};
use spektr_entropy::policy_section;

use super::parameter::{Given, Parameters, check};

policy_section! {
    /// How large a program grows.
    Size: 1..=100000 {
        /// Statements of the smallest program; sizes in between are drawn evenly on a log scale.
        min: u32 = 40 in 1..=1000000,
        /// Statements of the largest program.
        max: u32 = 600 in 1..=1000000,
        /// Statements of one test function, about.
        function: u32 = 120,
        /// Functions that the tests call, at most.
        helpers: u32 = 6 in 0..=1000,
        /// Executed instructions per statement asked for, at most.
        steps_per_statement: u32 = 400,
        /// Executed instructions of one loop, about; one within another has a quarter of it.
        loop_steps: u32 = 2500,
    }
}

policy_section! {
    /// Swarm testing and parameter shuffling, drawn from the seed for each program.
    Swarm: 0..=1000 {
        /// Whether choices are left out at random.
        enabled: bool = true,
        /// How many of 1000 choices stay.
        keep: u32 = 800,
        /// Whether distributions are redrawn.
        shuffle: bool = true,
        /// Whether generation policies are in force: contexts, special and reused constants,
        /// reused subexpressions. Without them every choice is independent.
        policies: bool = true,
    }
}

policy_section! {
    /// What a program works on.
    Data: 1..=10000 {
        /// Statements for each global variable.
        statements_per_global: u32 = 5,
        /// Global variables, at least.
        globals: u32 = 12,
        /// Compound types, at most.
        types: u32 = 8 in 0..=1000,
        /// Elements of an array, at most.
        elements: u32 = 24 in 1..=4096,
        /// Of 1000 programs, so many may use floating types.
        floats: u32 = 500 in 0..=1000,
        /// Of 1000 input variables, so many are `const`.
        constant_inputs: u32 = 150 in 0..=1000,
        /// Of 1000 globals, so many are `static`, so that compilers know all that touches them.
        internal: u32 = 150 in 0..=1000,
        /// Of 1000 variables, so many are volatile.
        volatile: u32 = 20 in 0..=1000,
    }
}

policy_section! {
    /// Paths through a function.
    Flow: 0..=10000 {
        /// How deep blocks nest.
        nesting: u32 = 4 in 0..=16,
        /// Of 1000 conditionals, so many have a branch that never runs.
        dead: u32 = 350 in 0..=1000,
        /// Of 1000 loops, so many have a `break` or `continue`.
        exits: u32 = 300 in 0..=1000,
    }
}

/// Everything a policy file may say.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Policy {
    pub size: Size,
    pub swarm: Swarm,
    pub data: Data,
    pub flow: Flow,
    /// Distributions, by parameter and choice; what is not named keeps its weight.
    pub parameters: Given,
}

impl Policy {
    /// Reads a policy file.
    ///
    /// ```
    /// use spektr_c::generate::Policy;
    /// let policy = Policy::parse("[size]\nmax = 900\n[parameters.leaf]\ncall = 0\n").unwrap();
    /// assert_eq!(policy.size.max, 900);
    /// assert!(Policy::parse("[parameters.leaves]\ncall = 0\n").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Policy, String> {
        let policy: Policy = toml::from_str(text).map_err(|error| error.to_string())?;
        for (name, section) in policy.sections() {
            section.check(name)?;
        }
        check(&policy.parameters)?;
        if policy.size.min > policy.size.max {
            return Err("[size] min is greater than max".to_owned());
        }
        Ok(policy)
    }

    fn sections(&self) -> [(&'static str, &dyn Section); 4] {
        [("size", &self.size), ("swarm", &self.swarm), ("data", &self.data), ("flow", &self.flow)]
    }

    /// The policy as a file with every key explained.
    pub fn explain(&self) -> String {
        let mut out = String::new();
        for (name, section) in self.sections() {
            section.explain(name, &mut out);
        }
        Parameters::of(&self.parameters).explain(&mut out);
        out
    }
}

/// What was drawn for one program.
#[derive(Clone, Debug)]
pub struct Settings {
    pub policy: Policy,
    pub parameters: Parameters,
    /// Statements to write.
    pub statements: u32,
    pub floats: bool,
}

impl Settings {
    pub fn draw(policy: &Policy, size: Option<u32>, entropy: &mut Entropy) -> Settings {
        let statements =
            size.unwrap_or_else(|| draw_size(policy.size.min, policy.size.max, entropy));
        let keep = if policy.swarm.enabled { policy.swarm.keep } else { 1000 };
        let all = Parameters::of(&policy.parameters);
        let parameters = all.drawn(keep, policy.swarm.shuffle, entropy);
        let floats = entropy.permille(policy.data.floats);
        Settings { policy: policy.clone(), parameters, statements, floats }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_explanation_is_a_policy_file_that_says_the_same() {
        let policy = Policy::default();
        let read = Policy::parse(&policy.explain()).expect("the explanation parses");
        assert_eq!(Parameters::of(&read.parameters), Parameters::of(&policy.parameters));
        assert_eq!(Policy { parameters: Given::new(), ..read }, policy);
    }

    #[test]
    fn names_and_ranges_are_checked() {
        let unknown = Policy::parse("[parameters.leaf]\nnonsense = 1\n").unwrap_err();
        assert!(unknown.contains("nonsense") && unknown.contains("constant"), "{unknown}");
        assert!(Policy::parse("[size]\nmin = 10\nmax = 5\n").is_err());
        assert!(Policy::parse("[data]\nelements = 100000\n").is_err());
    }
}
