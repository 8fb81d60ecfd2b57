//! A plain reducer: rounds of offers, in groups that get smaller.

use spektr_c::{print, shrink, syntax::Program};

/// How many tokens the text has: words and numbers, and every other sign.
pub fn tokens(program: &Program) -> usize {
    let mut count = 0;
    for file in print::print(program) {
        let mut in_word = false;
        for c in file.text.chars() {
            let word = c.is_alphanumeric() || c == '_';
            count += usize::from(if word { !in_word } else { !c.is_whitespace() });
            in_word = word;
        }
    }
    count
}

/// How large a program is: of two with as many tokens the shorter text is smaller.
fn size(program: &Program) -> (usize, usize) {
    (tokens(program), print::print(program).iter().map(|file| file.text.len()).sum())
}

/// Reduces as long as something helps; also tells how many candidates were looked at.
pub fn reduce(program: &Program, interesting: &dyn Fn(&Program) -> bool) -> (Program, u32) {
    let mut best = program.clone();
    let mut least = size(&best);
    let mut tried = 0;
    loop {
        let before = least;
        for round in 0..shrink::ROUNDS {
            let mut group_size = shrink::offers(&best, round).len().max(1);
            loop {
                let mut start = 0;
                loop {
                    let offers = shrink::offers(&best, round);
                    if start >= offers.len() {
                        break;
                    }
                    // From the end: what comes later in a text depends on what comes before.
                    let end = offers.len() - start;
                    let group = &offers[end.saturating_sub(group_size)..end];
                    let changes: Vec<_> = group.iter().map(|offer| offer.change).collect();
                    let candidate = shrink::apply(&best, &changes);
                    let smaller = candidate.filter(|candidate| size(candidate) < least);
                    tried += 1;
                    match smaller {
                        Some(candidate) if interesting(&candidate) => {
                            least = size(&candidate);
                            best = candidate;
                        }
                        _ => start += group_size,
                    }
                }
                if group_size == 1 {
                    break;
                }
                group_size = (group_size / 2).max(1);
            }
        }
        if least == before {
            return (best, tried);
        }
    }
}
