//! The list of passes that a compiler prints under a limit. How its lines read is known to its
//! family.

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassRun {
    pub index: u64,
    /// Whether the limit let it run.
    pub ran: bool,
    pub pass: String,
    /// The function, loop or module it ran on.
    pub on: String,
}

/// Everything a compiler printed, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PassLog {
    pub runs: Vec<PassRun>,
}

impl PassLog {
    /// How many passes there are to choose from.
    pub fn total(&self) -> u64 {
        self.runs.iter().map(|run| run.index).max().unwrap_or(0)
    }

    pub fn at(&self, index: u64) -> Option<&PassRun> {
        self.runs.iter().find(|run| run.index == index)
    }

    /// The pass that was started last.
    pub fn last_started(&self) -> Option<&PassRun> {
        self.runs.iter().rfind(|run| run.ran)
    }
}
