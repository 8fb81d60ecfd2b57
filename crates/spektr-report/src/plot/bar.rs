//! Bars: one share of a whole, or a whole split into shares. No text inside, so that they can
//! stretch to any width.

use crate::page::escape;
use std::fmt::Write;

/// A horizontal bar of `share` (0 to 1), with a sliver for anything above nothing.
pub fn bar(share: f64) -> String {
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    let width = if share > 0.0 { (share * 100.0).max(0.6) } else { 0.0 };
    format!(
        "<svg class=\"bar\" aria-hidden=\"true\"><rect class=\"rail\" width=\"100%\" \
         height=\"100%\" rx=\"2\"/><rect class=\"fill\" width=\"{width:.1}%\" height=\"100%\" \
         rx=\"2\"/></svg>"
    )
}

/// One bar split into parts, each with a tooltip. Part `k` has the class `part-k`.
pub fn stack(label: &str, parts: &[(u64, String)]) -> String {
    let whole = parts.iter().map(|(value, _)| value).sum::<u64>().max(1) as f64;
    let mut svg = format!(
        "<svg class=\"stack\" role=\"img\" aria-label=\"{}\" viewBox=\"0 0 1000 32\" \
         preserveAspectRatio=\"none\">",
        escape(label)
    );
    let mut left = 0.0;
    for (index, (value, tooltip)) in parts.iter().enumerate() {
        let width = *value as f64 / whole * 1000.0;
        write!(
            svg,
            "<rect class=\"part-{index}\" x=\"{left:.2}\" width=\"{width:.2}\" height=\"32\">\
             <title>{}</title></rect>",
            escape(tooltip)
        )
        .expect("writing to a string");
        left += width;
    }
    svg.push_str("</svg>");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_stay_within_their_rails() {
        assert!(bar(0.5).contains("width=\"50.0%\""));
        assert!(bar(7.0).contains("width=\"100.0%\""));
        assert!(bar(0.0001).contains("width=\"0.6%\""));
        assert!(bar(f64::NAN).contains("width=\"0.0%\""));
    }

    #[test]
    fn a_stack_fills_its_width() {
        let svg = stack("x", &[(1, "a".into()), (3, "b".into())]);
        assert!(svg.contains("x=\"0.00\" width=\"250.00\""), "{svg}");
        assert!(svg.contains("x=\"250.00\" width=\"750.00\""), "{svg}");
    }
}
