//! From an optimization that can be switched off to the single pass that goes wrong, and to the
//! change it makes, where the compiler counts them. A dozen looks at most for the pass; the count
//! takes a few more.

use super::minimize::minimize;
use super::{Guilt, Look};
use crate::compilers::Compiler;
use crate::config::{Configuration, Flag};
use crate::families::{Family, SinglePass};
use crate::trouble::Trouble;

/// Single passes that are tried at most.
const MOST: usize = 12;
/// Beyond this many changes nobody counts.
const FARTHEST: u64 = 1 << 20;

/// The same guilt, with the one pass named that can be left out instead of all that its
/// optimization consists of. The cure stays: it tells the bug in other programs as well, where
/// another run of the pass may do it.
pub(super) fn narrow(
    look: &mut Look<'_>,
    family: &dyn Family,
    compiler: &Compiler,
    configuration: &Configuration,
    guilt: Guilt,
) -> Result<Guilt, Trouble> {
    let Some(toggles) = compiler.abilities.toggles.as_ref().filter(|_| !guilt.pass.contains('+'))
    else {
        return Ok(guilt);
    };
    let cure = vec![toggles.leave_out(&guilt.pass)];
    let singles = family.single_passes(compiler, &guilt.pass);
    Ok(match guilty_single(look, configuration, singles)? {
        Some((single, narrower, index)) => {
            Guilt { pass: single.name, index, cure, narrower, ..guilt }
        }
        None => guilt,
    })
}

/// Passes that no flag switches off but that can be left out all the same: all of them first,
/// then as few as make the bug go away. `None` if it stays: then it is nobody's who could be left
/// out.
pub(super) fn without_a_flag(
    look: &mut Look<'_>,
    family: &dyn Family,
    compiler: &Compiler,
    configuration: &Configuration,
    layer: &str,
) -> Result<Option<Guilt>, Trouble> {
    let singles = family.passes_without_flag(compiler);
    let needed = fewest_left_out(look, configuration, &singles)?;
    let cure: Vec<Flag> = needed.iter().map(|single| Flag::split(&single.off)).collect();
    let names: Vec<&str> = needed.iter().map(|single| single.name.as_str()).collect();
    let (index, narrower) = match needed[..] {
        [] => return Ok(None),
        [SinglePass { count: Some(count), .. }] => {
            let index = first_bad(look, configuration, count)?;
            let limit = index.and_then(|index| limited(Some(count), index - 1));
            (index.unwrap_or(0), limit.into_iter().collect())
        }
        _ => (0, Vec::new()),
    };
    let guilt = Guilt::of_pass(layer, names.join("+"), String::new(), index);
    Ok(Some(Guilt { cure, narrower, ..guilt }))
}

/// The fewest of these passes without which the bug is gone; none if it stays without all.
fn fewest_left_out<'s>(
    look: &mut Look<'_>,
    configuration: &Configuration,
    singles: &'s [SinglePass],
) -> Result<Vec<&'s SinglePass>, Trouble> {
    let mut is_good_without = |places: &[usize]| -> Result<bool, Trouble> {
        let off = places.iter().map(|&place| Flag::split(&singles[place].off));
        Ok(!look(&configuration.with(off))?.bad)
    };
    let everything: Vec<usize> = (0..singles.len()).collect();
    if singles.is_empty() || !is_good_without(&everything)? {
        return Ok(Vec::new());
    }
    let needed = minimize(singles.len(), &mut is_good_without)?;
    Ok(needed.into_iter().map(|place| &singles[place]).collect())
}

/// The first pass without which the bug is gone, the flags that leave it or a part of it out, and
/// the number of the change that goes wrong if that could be told.
fn guilty_single(
    look: &mut Look<'_>,
    configuration: &Configuration,
    singles: Vec<SinglePass>,
) -> Result<Option<(SinglePass, Vec<Flag>, u64)>, Trouble> {
    for single in singles.into_iter().take(MOST) {
        let off = Flag::split(&single.off);
        if look(&configuration.with([off.clone()]))?.bad {
            continue;
        }
        let counted = match &single.count {
            Some(count) => first_bad(look, configuration, count)?,
            None => None,
        };
        let limit = counted.map(|index| limited(single.count.as_deref(), index - 1));
        let narrower = [Some(off), limit.flatten()].into_iter().flatten().collect();
        return Ok(Some((single, narrower, counted.unwrap_or(0))));
    }
    Ok(None)
}

fn limited(count: Option<&str>, limit: u64) -> Option<Flag> {
    count.map(|count| Flag::split(&count.replace("{}", &limit.to_string())))
}

/// How many changes have to happen for the bug to show; `None` if it is not their number that
/// decides.
fn first_bad(
    look: &mut Look<'_>,
    configuration: &Configuration,
    count: &str,
) -> Result<Option<u64>, Trouble> {
    let mut at = |limit: u64| {
        let flag = Flag::split(&count.replace("{}", &limit.to_string()));
        look(&configuration.with([flag]))
    };
    if at(0)?.bad {
        return Ok(None);
    }
    // Larger steps until it shows, or until there are no more changes to allow.
    let (mut good, mut bad) = (0, 1);
    loop {
        let seen = at(bad)?;
        if seen.bad {
            break;
        }
        if seen.log.total() < bad || bad >= FARTHEST {
            return Ok(None);
        }
        (good, bad) = (bad, bad * 4);
    }
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        if at(middle)?.bad { bad = middle } else { good = middle }
    }
    Ok(Some(bad))
}

#[cfg(test)]
mod tests {
    use super::super::{Looked, PassLog, PassRun};
    use super::*;

    fn singles() -> Vec<SinglePass> {
        let single = |name: &str, count: Option<&str>| SinglePass {
            name: name.to_owned(),
            off: format!("-no-{name}"),
            count: count.map(str::to_owned),
        };
        vec![single("one1", None), single("one2", Some("-count={}")), single("one3", None)]
    }

    /// A compiler whose pass `one2` goes wrong with its 37th change of `total`.
    fn found(total: u64) -> (Option<(String, u64)>, u32) {
        let mut looks = 0;
        let mut look = |configuration: &Configuration| {
            looks += 1;
            let word = |start: &str| {
                configuration.words().find_map(|word| word.strip_prefix(start).map(str::to_owned))
            };
            let limit = word("-count=").and_then(|limit| limit.parse().ok()).unwrap_or(u64::MAX);
            let run = |index| PassRun { index, ran: true, pass: "one".into(), on: String::new() };
            let runs = (limit <= total).then(|| run(limit)).into_iter().collect();
            let bad = word("-no-one2").is_none() && limit >= 37 && total >= 37;
            Ok(Looked { bad, log: PassLog { runs } })
        };
        let configuration = Configuration::new("c", Vec::new());
        let found = guilty_single(&mut look, &configuration, singles());
        let found = found.expect("the script has no trouble");
        let found = found.map(|(single, narrower, index)| {
            assert_eq!(narrower[0].to_string(), "-no-one2");
            assert_eq!(narrower[1].to_string(), format!("-count={}", index - 1));
            (single.name, index)
        });
        (found, looks)
    }

    #[test]
    fn the_pass_and_its_change_are_found_with_few_looks() {
        let (guilty, looks) = found(1000);
        assert_eq!(guilty, Some(("one2".to_owned(), 37)));
        assert!(looks < 16, "{looks}");
    }

    /// What has to be left out if the bug shows as `bad` says of the flags.
    fn left_out(bad: impl Fn(&[&str]) -> bool) -> Vec<String> {
        let mut look = |configuration: &Configuration| {
            let words: Vec<&str> = configuration.words().collect();
            Ok(Looked { bad: bad(&words), log: PassLog::default() })
        };
        let singles = singles();
        let found = fewest_left_out(&mut look, &Configuration::new("c", Vec::new()), &singles);
        let found = found.expect("the script has no trouble");
        found.into_iter().map(|single| single.name.clone()).collect()
    }

    #[test]
    fn passes_without_a_flag_are_found_alone_and_together() {
        assert_eq!(left_out(|off| !off.contains(&"-no-one3")), ["one3"]);
        let both = |off: &[&str]| !(off.contains(&"-no-one1") && off.contains(&"-no-one2"));
        assert_eq!(left_out(both), ["one1", "one2"]);
        assert!(left_out(|_| true).is_empty(), "it is nobody's who could be left out");
    }
}
