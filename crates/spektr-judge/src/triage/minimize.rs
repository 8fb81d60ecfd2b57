//! The smallest part of a list that still has a property: delta debugging. It does not
//! know what the list is of.

/// A sublist of `0..length` (as sorted places) that `holds` and from which no single
/// element can be left out. `holds` must be true for the whole list.
pub(super) fn minimize<E>(
    length: usize,
    holds: &mut dyn FnMut(&[usize]) -> Result<bool, E>,
) -> Result<Vec<usize>, E> {
    let mut kept: Vec<usize> = (0..length).collect();
    let mut chunk = kept.len().div_ceil(2);
    while chunk > 0 && !kept.is_empty() {
        let mut start = 0;
        let mut shrank = false;
        while start < kept.len() {
            let end = (start + chunk).min(kept.len());
            let without: Vec<usize> = [&kept[..start], &kept[end..]].concat();
            if holds(&without)? {
                kept = without;
                shrank = true;
            } else {
                start = end;
            }
        }
        // At single elements, go round until nothing more can go.
        if chunk == 1 && !shrank {
            break;
        }
        chunk = if chunk == 1 { 1 } else { chunk.div_ceil(2) };
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn run(length: usize, needed: &[usize]) -> (Vec<usize>, usize) {
        let mut asked = 0;
        let result = minimize::<Infallible>(length, &mut |kept| {
            asked += 1;
            Ok(needed.iter().all(|place| kept.contains(place)))
        });
        (result.unwrap_or_default(), asked)
    }

    #[test]
    fn finds_what_is_needed_and_nothing_else() {
        for needed in [&[][..], &[0], &[31], &[3, 17], &[0, 1, 2, 30, 31]] {
            assert_eq!(run(32, needed).0, needed);
        }
        assert!(run(64, &[5]).1 < 40);
    }

    #[test]
    fn short_lists() {
        assert_eq!(run(0, &[]).0, Vec::<usize>::new());
        assert_eq!(run(1, &[0]).0, [0]);
        assert_eq!(run(1, &[]).0, Vec::<usize>::new());
    }
}
