//! The list of passes that a compiler prints under a bisection limit.

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
    /// Reads `BISECT: running pass (N) NAME on WHAT` and `BISECT: NOT running …`;
    /// everything else is skipped.
    ///
    /// ```
    /// let log = spektr_judge::triage::PassLog::read("BISECT: NOT running pass (7) GVN on f");
    /// assert_eq!((log.runs[0].index, log.runs[0].ran), (7, false));
    /// ```
    pub fn read(stderr: &str) -> PassLog {
        PassLog { runs: stderr.lines().filter_map(PassRun::read).collect() }
    }

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

impl PassRun {
    fn read(line: &str) -> Option<PassRun> {
        let (_, rest) = line.split_once("BISECT: ")?;
        let (ran, rest) = match rest.strip_prefix("NOT ") {
            Some(rest) => (false, rest),
            None => (true, rest),
        };
        let rest = rest.strip_prefix("running pass (")?;
        let (index, rest) = rest.split_once(") ")?;
        // Names contain no " on "; what they run on may.
        let (pass, on) = rest.split_once(" on ")?;
        Some(PassRun {
            index: index.parse().ok()?,
            ran,
            pass: pass.to_owned(),
            on: on.trim_end().to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_read_among_other_lines() {
        let text = "warning: x\nBISECT: running pass (1) GVN on f\n\
                    BISECT: NOT running pass (2) loop-vectorize on loop at depth 1 on %bb1\nerror";
        let log = PassLog::read(text);
        assert_eq!(log.total(), 2);
        assert_eq!(log.last_started().map(|run| run.pass.as_str()), Some("GVN"));
        let second = log.at(2).expect("there are two");
        assert_eq!((second.ran, second.on.as_str()), (false, "loop at depth 1 on %bb1"));
    }
}
