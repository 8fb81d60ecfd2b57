//! Finds the pass with which a program goes wrong: by counting passes where the
//! compiler can stop after so many, by switching passes off where it cannot.

use super::log::PassRun;
use super::minimize::minimize;
use super::{Guilt, Look, Looked};
use crate::compilers::{ALL_PASSES, Bisect, Toggles};
use crate::config::Configuration;
use crate::trouble::Trouble;

/// How far around a doubtful result every limit is tried.
const NEIGHBOURHOOD: u64 = 16;

/// Finds the first limit at which the bug shows. `None` if this layer is innocent: the
/// bug shows without any of its passes, or not at all under this flag.
pub fn bisect(
    look: &mut Look<'_>,
    knob: &Bisect,
    configuration: &Configuration,
) -> Result<Option<Guilt>, Trouble> {
    Search { look, knob, configuration }.run()
}

struct Search<'s, 'l> {
    look: &'s mut Look<'l>,
    knob: &'s Bisect,
    configuration: &'s Configuration,
}

impl Search<'_, '_> {
    fn at(&mut self, limit: u64) -> Result<Looked, Trouble> {
        (self.look)(&self.configuration.with(self.knob.stop_after(limit)))
    }

    fn run(mut self) -> Result<Option<Guilt>, Trouble> {
        let all = self.at(ALL_PASSES)?;
        let total = all.log.total();
        if !all.bad || total == 0 || self.at(0)?.bad {
            return Ok(None);
        }
        let (mut good, mut bad) = (0, total);
        // The limit that lets every pass run has to behave like no limit.
        if !self.at(total)?.bad {
            return Ok(None);
        }
        while bad - good > 1 {
            let middle = good + (bad - good) / 2;
            if self.at(middle)?.bad { bad = middle } else { good = middle }
        }
        // Both ends once more: a bug that comes and goes would point anywhere.
        let last = self.at(bad)?;
        if last.bad && !self.at(good)?.bad {
            return Ok(Some(self.guilt(bad, &last, &all)));
        }
        self.scan(bad, total)
    }

    /// The first limit near `around` at which the bug shows after one at which it does
    /// not.
    fn scan(&mut self, around: u64, total: u64) -> Result<Option<Guilt>, Trouble> {
        let from = around.saturating_sub(NEIGHBOURHOOD);
        let to = (around + NEIGHBOURHOOD).min(total);
        let mut before = true;
        for limit in from..=to {
            let seen = self.at(limit)?;
            if seen.bad && !before {
                let all = self.at(ALL_PASSES)?;
                return Ok(Some(self.guilt(limit, &seen, &all)));
            }
            before = seen.bad;
        }
        Ok(None)
    }

    fn guilt(&self, index: u64, seen: &Looked, all: &Looked) -> Guilt {
        let run: Option<&PassRun> = seen.log.at(index).or_else(|| all.log.at(index));
        let pass = run.map(|run| run.pass.clone()).unwrap_or_default();
        let on = run.map(|run| run.on.clone()).unwrap_or_default();
        Guilt::of_pass(&self.knob.layer, pass, on, index)
    }
}

/// Finds the pass with which the bug first shows, all later ones being off; if its absence alone
/// does not make the bug go away, passes whose absence together does. `None` if the bug stays with
/// all of them off.
pub fn toggle(
    look: &mut Look<'_>,
    toggles: &Toggles,
    configuration: &Configuration,
) -> Result<Option<Guilt>, Trouble> {
    let mut is_good_without = |places: &[usize]| -> Result<bool, Trouble> {
        let off = places.iter().map(|&place| toggles.leave_out(&toggles.passes[place]));
        Ok(!look(&configuration.with(off))?.bad)
    };
    let everything: Vec<usize> = (0..toggles.passes.len()).collect();
    if !is_good_without(&everything)? {
        return Ok(None);
    }
    // Earlier passes often only make the form in which the guilty one goes wrong.
    let (mut good, mut bad) = (0, everything.len());
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        if is_good_without(&everything[middle..])? { good = middle } else { bad = middle }
    }
    let needed = match is_good_without(&everything[good..bad])? {
        true => everything[good..bad].to_vec(),
        false => minimize(everything.len(), &mut is_good_without)?,
    };
    if needed.is_empty() {
        return Ok(None);
    }
    let names: Vec<&str> = needed.iter().map(|&place| toggles.passes[place].as_str()).collect();
    let pass = names.join("+");
    Ok(Some(Guilt::of_pass(&toggles.layer, pass, String::new(), 0)))
}

#[cfg(test)]
mod tests {
    use super::super::log::PassLog;
    use super::*;

    const TOTAL: u64 = 100;

    fn knob() -> Bisect {
        let (limit, also) = ("-limit={}".into(), vec!["-units=1".into()]);
        Bisect { layer: "one".into(), limit, also, leave_out: None }
    }

    /// A compiler of a hundred passes whose output is wrong at the limits `bad` says.
    fn scripted(
        bad: impl Fn(u64) -> bool,
    ) -> impl FnMut(&Configuration) -> Result<Looked, Trouble> {
        move |configuration| {
            let args: Vec<&str> = configuration.words().collect();
            assert!(args.contains(&"-units=1"), "the count needs its companion flags");
            let limit = args.iter().find_map(|arg| arg.strip_prefix("-limit=")).unwrap_or("0");
            let limit: u64 = limit.parse().unwrap_or(0);
            let runs = (1..=TOTAL).map(|index| PassRun {
                index,
                ran: index <= limit,
                pass: format!("pass{index}"),
                on: "f".into(),
            });
            Ok(Looked { bad: bad(limit.min(TOTAL)), log: PassLog { runs: runs.collect() } })
        }
    }

    fn found(bad: impl Fn(u64) -> bool) -> Option<u64> {
        let result = bisect(&mut scripted(bad), &knob(), &Configuration::new("c", Vec::new()));
        let guilt = result.expect("the script has no trouble")?;
        assert_eq!(guilt.pass, format!("pass{}", guilt.index));
        Some(guilt.index)
    }

    #[test]
    fn every_first_bad_pass_is_found() {
        for first in 1..=TOTAL {
            assert_eq!(found(|limit| limit >= first), Some(first));
        }
    }

    #[test]
    fn an_innocent_layer() {
        assert_eq!(found(|_| true), None, "wrong without any pass");
        assert_eq!(found(|_| false), None, "right under the flag");
    }

    #[test]
    fn islands_do_not_confuse_it() {
        // Wrong at 20 only, and again from 70: either is a pass with which it goes wrong.
        let index = found(|limit| limit == 20 || limit >= 70);
        assert!(index == Some(20) || index == Some(70), "{index:?}");
    }

    #[test]
    fn a_bug_that_comes_and_goes_is_scanned_for() {
        // The first answer at 50 is a lie: the search ends there, the check notices.
        let lied = std::cell::Cell::new(false);
        let result = found(|limit| {
            if limit == 50 && !lied.replace(true) {
                return true;
            }
            limit >= 55
        });
        assert_eq!(result, Some(55));
    }

    fn toggles() -> Toggles {
        let passes = ["inline", "number", "copy", "jump"].map(str::to_owned).to_vec();
        Toggles { layer: "one".into(), off: "-off={}".into(), passes }
    }

    fn toggled(bad: impl Fn(&[&str]) -> bool) -> Option<String> {
        let mut look = |configuration: &Configuration| {
            let off: Vec<&str> =
                configuration.words().filter_map(|arg| arg.strip_prefix("-off=")).collect();
            Ok(Looked { bad: bad(&off), log: PassLog::default() })
        };
        let guilt = toggle(&mut look, &toggles(), &Configuration::new("c", Vec::new()));
        guilt.expect("the script has no trouble").map(|it| it.pass)
    }

    #[test]
    fn passes_are_found_by_switching_them_off() {
        assert_eq!(toggled(|off| !off.contains(&"number")), Some("number".into()));
        let either = toggled(|off| !(off.contains(&"inline") && off.contains(&"copy")));
        assert_eq!(either, Some("inline+copy".into()));
        assert_eq!(toggled(|_| true), None);
        assert_eq!(toggled(|off| off.len() < 99), None);
        // Without any of them the bug is gone; it takes the last of them to show it.
        let all = ["inline", "number", "jump"];
        assert_eq!(toggled(|off| !all.iter().any(|it| off.contains(it))), Some("jump".into()));
    }
}
