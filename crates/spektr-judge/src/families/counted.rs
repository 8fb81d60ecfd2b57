//! Lists of passes as most tools print them that stop after so many: `BISECT: running pass (N)
//! NAME on WHAT` and `BISECT: NOT running …`.

use crate::triage::{PassLog, PassRun};

/// Reads a list; everything else is skipped.
pub(super) fn read(stderr: &str) -> PassLog {
    PassLog { runs: stderr.lines().filter_map(line).collect() }
}

fn line(line: &str) -> Option<PassRun> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_among_other_lines() {
        let text = "warning: x\nBISECT: running pass (1) GVN on f\n\
                    BISECT: NOT running pass (2) loop-vectorize on loop at depth 1 on %bb1\nerror";
        let log = read(text);
        assert_eq!(log.total(), 2);
        assert_eq!(log.last_started().map(|run| run.pass.as_str()), Some("GVN"));
        let second = log.at(2).expect("there are two");
        assert_eq!((second.ran, second.on.as_str()), (false, "loop at depth 1 on %bb1"));
    }
}
