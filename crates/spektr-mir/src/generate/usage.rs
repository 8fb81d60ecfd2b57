//! What was used to make a program: the settings that were drawn for it, and how often each
//! row of the table was made. For figures; nothing reads it while a program grows.

use super::policy::Policy;
use super::swarm::Context;
use super::table::ROWS;

/// What was used to make one program.
#[derive(Clone, Debug)]
pub struct Usage {
    /// The policy as it was redrawn for this program.
    pub policy: Policy,
    /// Statements that were aimed for.
    pub size: u32,
    /// Rows of the table that the policy or swarm testing left out.
    pub left_out: Vec<&'static str>,
    /// Rows of the table by how often they were made where the machine ran.
    pub made: Vec<(&'static str, u32)>,
    /// Contexts by the blocks that were begun in them.
    pub contexts: Vec<(&'static str, u32)>,
}

/// One thing that a policy decides about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    pub kind: &'static str,
    pub name: &'static str,
    /// Whether it took part.
    pub on: bool,
    /// How often it was used, where that is counted.
    pub times: Option<u32>,
}

impl Usage {
    pub fn new(policy: Policy, size: u32, left_out: Vec<&'static str>) -> Usage {
        let made = ROWS.iter().map(|row| (row.name, 0)).collect();
        let contexts = Context::ALL.iter().map(|context| (context.name(), 0)).collect();
        Usage { policy, size, left_out, made, contexts }
    }

    /// Everything that was decided, by kind and name.
    pub fn choices(&self) -> impl Iterator<Item = Chosen> {
        let rows = self.made.iter().map(|&(name, times)| Chosen {
            kind: "construct",
            name,
            on: !self.left_out.contains(&name),
            times: Some(times),
        });
        let contexts = self.contexts.iter().map(|&(name, times)| Chosen {
            kind: "context",
            name,
            on: times > 0,
            times: Some(times),
        });
        let types = self.policy.types.weights().into_iter().map(|(name, weight)| Chosen {
            kind: "type",
            name,
            on: weight > 0,
            times: None,
        });
        rows.chain(contexts).chain(types)
    }
}
