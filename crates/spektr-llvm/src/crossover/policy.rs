//! Which crossovers and mutations are drawn. A policy knows no module.

use serde::Deserialize;
use spektr_entropy::policy::{Section, leave_out, shuffle_shares};
use spektr_entropy::{Entropy, policy_section};

policy_section! {
    /// What is made of two parents, as weights.
    Kinds: 0..=1000 {
        /// The body of one function is put into the other.
        inline: u32 = 500,
        /// A new function calls both.
        sequence: u32 = 250,
        /// A function is put into itself.
        itself: u32 = 60,
        /// One parent as it is, only mutated.
        alone: u32 = 90,
        /// A block of one function is put into the other.
        splice: u32 = 100,
    }
}

policy_section! {
    /// How large a module grows.
    Size: 1..=100000 {
        /// Instructions: what is larger is crossed no further.
        most: u32 = 220,
        /// Of 1000 crossovers, so many are crossed once more.
        again: u32 = 350 in 0..=1000,
        /// Crossovers of crossovers, at most.
        depth: u32 = 4 in 1..=64,
    }
}

policy_section! {
    /// What is changed afterwards, as weights.
    Mutations: 0..=1000 {
        /// Another constant in the place of one.
        constant: u32 = 100,
        /// Flags (`nuw`, `exact`, `nnan`, …) come or go.
        flag: u32 = 100,
        /// Another predicate of a comparison.
        predicate: u32 = 60,
        /// Another operation of the same kind.
        operation: u32 = 60,
        /// Operands change sides.
        swap: u32 = 40,
        /// A constant becomes a register of its type, or a register another.
        operand: u32 = 60,
        /// A value is frozen before it is used.
        freeze: u32 = 30,
        /// One integer width becomes another in the whole module.
        width: u32 = 30,
        /// A parameter promises more.
        promise: u32 = 40,
        /// A function or an instruction says more of itself, and runs show that it is so.
        shown: u32 = 40,
    }
}

policy_section! {
    /// Chances, of 1000 each.
    Chances: 0..=1000 {
        /// Modules that are mutated at all.
        mutated: u32 = 450,
        /// One mutation more.
        more: u32 = 500,
        /// Arguments of a sequence that nothing supplies: parameters rather than constants.
        open: u32 = 600,
        /// Modules without a target that get one, so that its costs are known.
        target: u32 = 500,
        /// Modules in which some choices are left out and the others weighed anew.
        swarm: u32 = 700,
    }
}

/// Everything a policy file may say.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Policy {
    pub kinds: Kinds,
    pub size: Size,
    pub mutations: Mutations,
    pub chances: Chances,
}

impl Policy {
    pub fn read(text: &str) -> Result<Policy, String> {
        let policy: Policy = toml::from_str(text).map_err(|error| error.to_string())?;
        policy.kinds.check("kinds")?;
        policy.size.check("size")?;
        policy.mutations.check("mutations")?;
        policy.chances.check("chances")?;
        Ok(policy)
    }

    /// The policy as a file, every key explained.
    pub fn explained(&self) -> String {
        let mut text = String::new();
        self.kinds.explain("kinds", &mut text);
        self.size.explain("size", &mut text);
        self.mutations.explain("mutations", &mut text);
        self.chances.explain("chances", &mut text);
        text
    }

    /// The policy of one module: some mutations silent, shares redrawn.
    pub fn swarmed(&self, entropy: &mut Entropy) -> Policy {
        let mut policy = self.clone();
        if !entropy.permille(policy.chances.swarm) {
            return policy;
        }
        let mut weights = policy.mutations.weights();
        leave_out(&mut weights, 600, entropy);
        policy.mutations.set_weights(weights);
        let chances = &mut policy.chances;
        let mut shares = [chances.open, chances.more];
        shuffle_shares(&mut shares, entropy);
        [chances.open, chances.more] = shares;
        policy
    }
}

impl Mutations {
    /// In the order of [`super::mutate::Kind::ALL`].
    pub fn weights(&self) -> [u32; 10] {
        [
            self.constant,
            self.flag,
            self.predicate,
            self.operation,
            self.swap,
            self.operand,
            self.freeze,
            self.width,
            self.promise,
            self.shown,
        ]
    }

    fn set_weights(&mut self, weights: [u32; 10]) {
        [
            self.constant,
            self.flag,
            self.predicate,
            self.operation,
            self.swap,
            self.operand,
            self.freeze,
            self.width,
            self.promise,
            self.shown,
        ] = weights;
    }
}
