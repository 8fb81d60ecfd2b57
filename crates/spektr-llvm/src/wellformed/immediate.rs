//! Which arguments of intrinsics are immediate. LLVM puts `immarg` on its own declarations of
//! them, so files need not say it.

/// Arguments of an intrinsic (by its full name) that must be literals.
pub fn arguments(name: &str) -> &'static [usize] {
    let name = name.strip_prefix("llvm.").unwrap_or(name);
    TABLE
        .iter()
        .find(|(prefix, _)| {
            name.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
        .map_or(&[], |(_, arguments)| arguments)
}

/// Longer names before their prefixes.
const TABLE: &[(&str, &[usize])] = &[
    ("memcpy.element.unordered.atomic", &[3]),
    ("memmove.element.unordered.atomic", &[3]),
    ("memset.element.unordered.atomic", &[3]),
    ("memcpy.inline", &[3]),
    ("memset.inline", &[3]),
    ("memcpy", &[3]),
    ("memmove", &[3]),
    ("memset", &[3]),
    ("ctlz", &[1]),
    ("cttz", &[1]),
    ("abs", &[1]),
    ("vp.abs", &[1]),
    ("vp.ctlz", &[1]),
    ("vp.cttz", &[1]),
    ("is.fpclass", &[1]),
    ("objectsize", &[1, 2, 3]),
    ("prefetch", &[1, 2, 3]),
    ("smul.fix.sat", &[2]),
    ("umul.fix.sat", &[2]),
    ("sdiv.fix.sat", &[2]),
    ("udiv.fix.sat", &[2]),
    ("smul.fix", &[2]),
    ("umul.fix", &[2]),
    ("sdiv.fix", &[2]),
    ("udiv.fix", &[2]),
    ("vector.insert", &[2]),
    ("vector.extract", &[1]),
    ("vector.splice", &[2]),
    ("experimental.vector.insert", &[2]),
    ("experimental.vector.extract", &[1]),
    ("experimental.vector.splice", &[2]),
    ("expect.with.probability", &[2]),
    ("get.active.lane.mask", &[]),
    ("experimental.cttz.elts", &[1]),
    ("matrix.transpose", &[1, 2]),
    ("matrix.multiply", &[2, 3, 4]),
    ("matrix.column.major.load", &[2, 3, 4]),
    ("matrix.column.major.store", &[3, 4, 5]),
    ("frameaddress", &[0]),
    ("returnaddress", &[0]),
    ("ubsantrap", &[0]),
    ("preserve.array.access.index", &[1, 2]),
    ("preserve.union.access.index", &[1]),
    ("preserve.struct.access.index", &[1, 2]),
];
