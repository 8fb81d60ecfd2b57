//! Two means with their intervals, one above the other on a common scale. No text inside, so
//! that they can stretch to any width.

use std::fmt::Write;

/// Means and halves of intervals; each is a bar that ends in a dot.
pub fn intervals(means: &[(f64, f64); 2]) -> String {
    let most = means.iter().map(|(mean, around)| mean + around).fold(f64::MIN_POSITIVE, f64::max);
    let at = |value: f64| (value / most * 1000.0).clamp(0.0, 1000.0);
    let mut svg = String::from(
        "<svg class=\"stack\" aria-hidden=\"true\" viewBox=\"0 0 1000 32\" \
         preserveAspectRatio=\"none\">",
    );
    for (group, (mean, around)) in means.iter().enumerate() {
        let (left, right, top) = (at(mean - around), at(mean + around), 2 + 16 * group);
        write!(
            svg,
            "<rect class=\"part-{group}\" x=\"{left:.1}\" y=\"{top}\" width=\"{:.1}\" height=\"12\" \
             opacity=\"0.45\"/><rect class=\"part-{group}\" x=\"{:.1}\" y=\"{top}\" width=\"4\" \
             height=\"12\"/>",
            (right - left).max(1.0),
            at(*mean) - 2.0
        )
        .expect("writing to a string");
    }
    svg.push_str("</svg>");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_share_a_scale() {
        let svg = intervals(&[(50.0, 50.0), (25.0, 0.0)]);
        assert!(svg.contains("x=\"0.0\" y=\"2\" width=\"1000.0\""), "{svg}");
        assert!(svg.contains("x=\"250.0\" y=\"18\" width=\"1.0\""), "{svg}");
    }
}
