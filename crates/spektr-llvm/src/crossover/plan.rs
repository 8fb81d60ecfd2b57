//! What is to be done for a seed, drawn before anybody knows with what.

use spektr_entropy::Entropy;

use super::Policy;

/// One step of a crossover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The body of the other is put into this one.
    Inline,
    /// A new function calls both.
    Sequence,
    /// A block of the other is put into this one.
    Splice,
    /// A function is put into itself.
    Itself,
    /// Nothing is joined: mutations alone.
    Alone,
}

impl Kind {
    pub const ALL: [Kind; 5] =
        [Kind::Inline, Kind::Sequence, Kind::Itself, Kind::Alone, Kind::Splice];

    pub fn word(self) -> &'static str {
        match self {
            Kind::Inline => "inline",
            Kind::Sequence => "sequence",
            Kind::Splice => "splice",
            Kind::Itself => "itself",
            Kind::Alone => "alone",
        }
    }
}

/// The steps of a crossover and the policy of its module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    pub steps: Vec<Kind>,
    pub policy: Policy,
}

impl Plan {
    /// The plan of a seed.
    pub fn draw(seed: u64, policy: &Policy) -> Plan {
        let mut entropy = Entropy::named(seed, "plan");
        let policy = policy.swarmed(&mut entropy);
        let kinds = &policy.kinds;
        let weights = [kinds.inline, kinds.sequence, kinds.itself, kinds.alone, kinds.splice];
        let first = entropy.weighted(&weights).unwrap_or(0);
        let mut steps = vec![Kind::ALL[first]];
        let joins = [kinds.inline, kinds.sequence, kinds.itself, 0, kinds.splice];
        for _ in 0..entropy.count(policy.size.again, policy.size.depth.saturating_sub(1)) {
            steps.extend(entropy.weighted(&joins).map(|at| Kind::ALL[at]));
        }
        Plan { steps, policy }
    }
}
