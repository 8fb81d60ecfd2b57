//! Names of passes. A pass that runs several times in a pipeline has a name for each of its
//! places; its code, and so its bugs, are the same.

/// What the pass is called wherever it runs: `DeadStoreElimination` for
/// `DeadStoreElimination-initial`, and for that together with its other runs.
///
/// ```
/// use spektr_judge::triage::family;
/// assert_eq!(family("SimplifyCfg-final"), "SimplifyCfg");
/// assert_eq!(family("DeadStoreElimination-initial+DeadStoreElimination-final"), "DeadStoreElimination");
/// assert_eq!(family("GVN+CopyProp"), "CopyProp+GVN");
/// assert_eq!(family("loop-unroll"), "loop-unroll");
/// assert_eq!(family("X86 DAG->DAG Instruction Selection"), "X86 DAG->DAG Instruction Selection");
/// ```
pub fn family(pass: &str) -> String {
    let mut names: Vec<&str> = pass.split('+').map(without_place).collect();
    names.sort_unstable();
    names.dedup();
    names.join("+")
}

/// Only names in camel case carry a place behind a hyphen; in `early-cse` it is part of the
/// name.
fn without_place(name: &str) -> &str {
    match name.split_once('-') {
        Some((head, place))
            if head.starts_with(|c: char| c.is_ascii_uppercase())
                && head.chars().all(|c| c.is_ascii_alphanumeric())
                && place.starts_with(|c: char| c.is_ascii_alphanumeric()) =>
        {
            head
        }
        _ => name,
    }
}
