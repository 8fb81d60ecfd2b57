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
/// ```
pub fn family(pass: &str) -> String {
    let mut names: Vec<&str> =
        pass.split('+').map(|name| name.split('-').next().unwrap_or(name)).collect();
    names.sort_unstable();
    names.dedup();
    names.join("+")
}
