//! The families of the miniature tools, each in its own words.

mod mini;
mod mini2;
mod minopt;

use spektr_judge::Families;
use spektr_judge::triage::{PassLog, PassRun};

/// For a judge of the miniature wings.
pub const FAMILIES: Families = &[&mini::Mini, &mini2::Mini2, &minopt::MinOpt];

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|&word| word.to_owned()).collect()
}

/// Lists of passes: `DID 7 PASS BEFORE_PLACE…`, with another word for those that were left out.
fn passes(log: &str, did: &str, left: &str, before_place: &str) -> PassLog {
    let read = |line: &str| {
        let (word, rest) = line.split_once(' ')?;
        let ran = word == did;
        let (index, rest) = rest.split_once(' ').filter(|_| ran || word == left)?;
        let (pass, on) = rest.split_once(before_place)?;
        Some(PassRun { index: index.parse().ok()?, ran, pass: pass.into(), on: on.into() })
    };
    PassLog { runs: log.lines().filter_map(read).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_passes_are_read_among_other_lines() {
        let log = "pass 1 const-fold at line 4\nminic: hm\nskip 2 loop-opt at line 5\nmore";
        let runs = passes(log, "pass", "skip", " at ").runs;
        let [first, second] = runs.as_slice() else { panic!("{runs:?}") };
        assert_eq!(
            (first.index, first.ran, &*first.pass, &*first.on),
            (1, true, "const-fold", "line 4")
        );
        assert_eq!((second.index, second.ran, &*second.pass), (2, false, "loop-opt"));
    }
}
