//! Figures about a generator over many programs, as plain data: how alive the programs are,
//! what they are made of, and what the policy chose for them. Words and tables are the
//! command's; whether a figure is good enough is said by its goal.

use serde::Serialize;

/// What a survey is asked to look at: the programs of some seeds.
#[derive(Clone, Debug)]
pub struct SurveyWish<'a> {
    /// The name of the maker; empty for the default one.
    pub maker: &'a str,
    pub seeds: std::ops::Range<u64>,
    /// The text of a policy file; `None` means the wing's built-in default.
    pub policy: Option<&'a str>,
    /// Statements to aim for; `None` leaves it to the policy.
    pub size: Option<u32>,
}

/// Figures over the programs of a range of seeds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Survey {
    pub programs: u64,
    pub totals: Vec<Total>,
    pub shares: Vec<Share>,
    pub constructs: Vec<Occurrence>,
    pub choices: Vec<Choice>,
    /// The policy in force, as a file: of one program, what was drawn for it.
    pub policy: String,
}

/// A sum over all programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Total {
    pub name: String,
    pub sum: u64,
}

/// So many of so many, and how many there should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    pub name: String,
    pub part: u64,
    pub whole: u64,
    /// The least of 1000 that is wanted, where there is a goal.
    pub goal: Option<u64>,
}

/// In how many programs a construct occurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Occurrence {
    pub group: String,
    pub name: String,
    /// Programs in whose text it stands.
    pub written: u64,
    /// Programs in which it is executed.
    pub executed: u64,
    /// The least of 1000 programs that should execute it, where there is a goal.
    pub goal: Option<u64>,
}

/// Something that a policy switches on or favours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// What kind of choice it is: a construct, a kind of type, a context.
    pub kind: String,
    pub name: String,
    /// Programs in which it took part.
    pub programs: u64,
    /// How often it was used in all of them, where that is counted.
    pub times: Option<u64>,
}

impl Share {
    pub fn permille(&self) -> u64 {
        permille(self.part, self.whole)
    }

    pub fn is_met(&self) -> bool {
        self.goal.is_none_or(|goal| self.permille() >= goal)
    }
}

impl Survey {
    /// Of 1000 programs, in how many a construct is executed.
    pub fn executed_permille(&self, occurrence: &Occurrence) -> u64 {
        permille(occurrence.executed, self.programs)
    }

    /// Whether a construct is executed often enough.
    pub fn is_met(&self, occurrence: &Occurrence) -> bool {
        occurrence.goal.is_none_or(|goal| self.executed_permille(occurrence) >= goal)
    }

    /// Names of everything that misses its goal.
    pub fn missed(&self) -> Vec<&str> {
        let shares = self.shares.iter().filter(|share| !share.is_met());
        let constructs = self.constructs.iter().filter(|construct| !self.is_met(construct));
        let shares = shares.map(|share| share.name.as_str());
        shares.chain(constructs.map(|construct| construct.name.as_str())).collect()
    }
}

fn permille(part: u64, whole: u64) -> u64 {
    (part * 1000).checked_div(whole).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_misses_its_goal_is_named() {
        let share = |name: &str, part, goal| Share { name: name.into(), part, whole: 10, goal };
        let construct = |name: &str, executed| Occurrence {
            group: String::new(),
            name: name.into(),
            written: 9,
            executed,
            goal: Some(10),
        };
        let survey = Survey {
            programs: 200,
            shares: vec![share("a", 6, Some(600)), share("b", 5, Some(600)), share("c", 0, None)],
            constructs: vec![construct("d", 1), construct("e", 2)],
            ..Survey::default()
        };
        assert_eq!(survey.missed(), ["b", "d"]);
    }
}
