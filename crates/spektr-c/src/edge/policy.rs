//! What a program of this generator should look like. A policy knows no program.

use serde::Deserialize;
use spektr_entropy::policy::Section;
use spektr_entropy::policy_section;
use spektr_wing::NamedPolicy;

use super::recipe::Recipe;
use super::relax::Mode;

policy_section! {
    /// How large a program grows.
    Size: 1..=100000 {
        /// Statements of the smallest program; sizes in between are drawn evenly on a log scale.
        min: u32 = 50 in 1..=1000000,
        /// Statements of the largest program.
        max: u32 = 300 in 1..=1000000,
        /// Functions, at most.
        functions: u32 = 8 in 0..=1000,
        /// Executed instructions per statement asked for, at most.
        steps_per_statement: u32 = 4000,
    }
}

policy_section! {
    /// How the shape of programs varies, drawn from the seed for each.
    Swarm: 0..=1000 {
        /// How many of 1000 kinds of statements and expressions stay.
        keep: u32 = 850,
        /// Of 1000 conditionals, so many have a branch that never runs.
        dead: u32 = 250,
        /// Of 1000 objects, so many are volatile.
        volatile: u32 = 60,
        /// Of 1000 objects, so many are `const`.
        constant: u32 = 60,
        /// Of 1000 structs, so many are packed.
        packed: u32 = 300,
    }
}

/// Which redundant checks of safe-math wrappers stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// All: as Csmith writes them.
    All,
    /// None: what the run did not need is gone.
    Needed,
    /// Half of them.
    #[default]
    Some,
}

/// `[relax]`: how far a program may go.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Relax {
    pub mode: Mode,
    pub keep: Keep,
    pub validate: Validate,
    /// A seed string whose wrappers and probabilities hold for every seed; empty: drawn.
    pub recipe: String,
}

/// When the machine is asked whether a program is defined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Validate {
    /// Before anything else; relaxations that made it undefined are taken back one by one.
    Exact,
    /// Before anything else; an undefined program is one.
    #[default]
    Eager,
    /// When compilers disagree about it: by a hunt. Whoever makes a single program asks at once.
    Lazy,
}

/// Everything a policy file may say.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Policy {
    pub size: Size,
    pub swarm: Swarm,
    pub relax: Relax,
}

impl Policy {
    /// Reads a policy file.
    ///
    /// ```
    /// use spektr_c::edge::{Keep, Policy};
    /// let policy = Policy::parse("[relax]\nmode = \"crash\"\nkeep = \"needed\"\n").unwrap();
    /// assert_eq!(policy.relax.keep, Keep::Needed);
    /// assert!(Policy::parse("[relax]\nmode = \"strict\"\nkeep = \"none\"\n").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Policy, String> {
        let policy: Policy = toml::from_str(text).map_err(|error| error.to_string())?;
        policy.size.check("size")?;
        policy.swarm.check("swarm")?;
        if policy.size.min > policy.size.max {
            return Err("[size] min is greater than max".to_owned());
        }
        if !policy.relax.recipe.is_empty() {
            policy.relax.recipe.parse::<Recipe>()?;
        }
        Ok(policy)
    }

    /// The policy as a file with every key explained.
    pub fn explain(&self) -> String {
        let mut out = String::new();
        self.size.explain("size", &mut out);
        self.swarm.explain("swarm", &mut out);
        out.push_str(RELAX);
        out
    }

    /// What a seed means under this policy.
    pub fn recipe(&self, seed: u64) -> Recipe {
        match self.relax.recipe.parse::<Recipe>() {
            Ok(given) => Recipe { seed, ..given },
            Err(_) => Recipe::draw(seed, self.relax.mode),
        }
    }
}

const RELAX: &str = "# How far programs go towards the undefined.\n[relax]\n\
    # Probabilities of relaxations: \"strict\" has none, \"miscompilation\" and \"crash\" draw them\n\
    # from the ranges of the paper's Table 1.\nmode = \"miscompilation\"\n\
    # Checks of safe-math wrappers that the run did not need: \"all\" stay, \"needed\" ones only, or\n\
    # \"some\".\nkeep = \"some\"\n\
    # \"eager\": a program that the machine calls undefined stays so, and only crashes count;\n\
    # \"exact\": relaxations are taken back until it is defined; \"lazy\": a hunt compares builds\n\
    # first, and asks the machine where they differ.\nvalidate = \"eager\"\n\
    # A seed string whose wrappers and probabilities are used for every seed.\nrecipe = \"\"\n";

/// Policies for one purpose.
pub const NAMED_POLICIES: &[NamedPolicy] = &[
    NamedPolicy {
        name: "exact",
        about: "of edge: relaxed programs are mended until they are defined, so that all can show \
                wrong code",
        text: "[relax]\nvalidate = \"exact\"\n",
    },
    NamedPolicy {
        name: "crash",
        about: "of edge: the wild ranges of the relaxations, for internal errors and hangs",
        text: "[relax]\nmode = \"crash\"\n",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_policies_are_policies() {
        for named in NAMED_POLICIES {
            Policy::parse(named.text).unwrap_or_else(|error| panic!("{}: {error}", named.name));
        }
    }

    #[test]
    fn the_explanation_is_a_policy_file_that_says_the_same() {
        assert_eq!(Policy::parse(&Policy::default().explain()), Ok(Policy::default()));
    }
}
