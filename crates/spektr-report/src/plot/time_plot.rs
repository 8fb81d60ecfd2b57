//! A value over time: axes with labels, one curve, markers, pauses, and a tooltip for every
//! stretch of time. Drawn twice, for wide and for narrow screens, because text inside an SVG
//! shrinks with it.

use super::labels::{Place, places};
use super::scale::{time_ticks, value_ticks, whole_ticks};
use crate::page::escape;
use crate::words::short;
use std::fmt::Write;

/// How the points of a curve are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A value that holds until the next point: counts.
    Steps,
    /// A value that was measured at points: rates.
    Line,
}

/// A point that has something to say.
pub struct Marker {
    pub at: f64,
    pub value: f64,
    pub label: String,
    pub tooltip: String,
    /// Colours the marker.
    pub class: &'static str,
}

/// What a stretch of time says when it is pointed at.
pub struct Hover {
    pub from: f64,
    pub to: f64,
    pub text: String,
}

pub struct TimePlot {
    /// Unique on the page.
    pub id: String,
    /// What a person who does not see the plot is told.
    pub description: String,
    pub class: &'static str,
    pub shape: Shape,
    /// Length of the time axis.
    pub seconds: u64,
    /// Curves as (seconds since the start, value); several where there are pauses.
    pub curves: Vec<Vec<(f64, f64)>>,
    pub markers: Vec<Marker>,
    /// Stretches in which nothing ran.
    pub pauses: Vec<(f64, f64)>,
    pub hovers: Vec<Hover>,
    /// A horizontal line with a label.
    pub level: Option<(f64, String)>,
    /// Whether values come only whole.
    pub whole: bool,
}

/// The drawing area inside its margins.
struct Frame {
    width: f64,
    height: f64,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    seconds: f64,
    most: f64,
}

impl Frame {
    fn x(&self, seconds: f64) -> f64 {
        self.left + (self.width - self.left - self.right) * (seconds / self.seconds).clamp(0.0, 1.0)
    }

    fn y(&self, value: f64) -> f64 {
        let share = (value / self.most).clamp(0.0, 1.0);
        self.floor() - (self.floor() - self.top) * share
    }

    fn floor(&self) -> f64 {
        self.height - self.bottom
    }

    fn end(&self) -> f64 {
        self.width - self.right
    }
}

impl TimePlot {
    /// Both drawings; the style sheet shows the one that fits.
    pub fn svg(&self) -> String {
        let wide = self.draw("wide", 600.0, 270.0, 5);
        let narrow = self.draw("narrow", 360.0, 240.0, 3);
        wide + &narrow
    }

    fn draw(&self, variant: &str, width: f64, height: f64, time_labels: u64) -> String {
        let ticks = self.ticks();
        let most = ticks.last().copied().unwrap_or(1.0);
        let seconds = self.seconds.max(1) as f64;
        let frame = Frame {
            width,
            height,
            left: 44.0,
            right: 14.0,
            top: 20.0,
            bottom: 30.0,
            seconds,
            most,
        };
        let id = format!("{}-{variant}", self.id);
        let mut svg = format!(
            "<svg class=\"plot {variant} {}\" id=\"{id}\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\" aria-labelledby=\"{id}-d\"><desc id=\"{id}-d\">{}</desc>",
            self.class,
            escape(&self.description)
        );
        self.pauses(&frame, &mut svg);
        grid(&frame, &ticks, &mut svg);
        time_axis(&frame, &time_ticks(self.seconds, time_labels), &mut svg);
        for curve in self.curves.iter().filter(|curve| !curve.is_empty()) {
            self.curve(&frame, curve, &mut svg);
        }
        self.level(&frame, &mut svg);
        self.hovers(&frame, &mut svg);
        self.markers(&frame, &mut svg);
        svg.push_str("</svg>");
        svg
    }

    fn ticks(&self) -> Vec<f64> {
        let values = self.curves.iter().flatten().map(|(_, value)| *value);
        let most = values.fold(0.0, f64::max);
        if self.whole { whole_ticks(most as u64, 4) } else { value_ticks(most, 4) }
    }

    fn curve(&self, frame: &Frame, points: &[(f64, f64)], svg: &mut String) {
        let mut path = String::new();
        for (index, (at, value)) in points.iter().enumerate() {
            let (x, y) = (frame.x(*at), frame.y(*value));
            match (index, self.shape) {
                (0, _) => write!(path, "M{x:.1} {y:.1}"),
                (_, Shape::Steps) => write!(path, "H{x:.1}V{y:.1}"),
                (_, Shape::Line) => write!(path, "L{x:.1} {y:.1}"),
            }
            .expect("writing to a string");
        }
        let first = frame.x(points[0].0);
        let last = frame.x(points[points.len() - 1].0);
        let floor = frame.floor();
        write!(
            svg,
            "<path class=\"area\" d=\"{path}L{last:.1} {floor:.1}H{first:.1}Z\"/>\
             <path class=\"line\" d=\"{path}\"/>"
        )
        .expect("writing to a string");
    }

    fn pauses(&self, frame: &Frame, svg: &mut String) {
        for (from, to) in &self.pauses {
            let (x, width) = (frame.x(*from), frame.x(*to) - frame.x(*from));
            let (y, height) = (frame.top, frame.floor() - frame.top);
            write!(
                svg,
                "<rect class=\"pause\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
                 height=\"{height:.1}\"/>"
            )
            .expect("writing to a string");
            if width > 44.0 {
                let (x, y) = (x + width / 2.0, y + 14.0);
                write!(
                    svg,
                    "<text class=\"pause-label\" x=\"{x:.1}\" y=\"{y:.1}\" \
                     text-anchor=\"middle\">paused</text>"
                )
                .expect("writing to a string");
            }
        }
    }

    fn level(&self, frame: &Frame, svg: &mut String) {
        let Some((value, label)) = &self.level else { return };
        let (left, end, y) = (frame.left, frame.end(), frame.y(*value));
        write!(
            svg,
            "<path class=\"level\" d=\"M{left} {y:.1}H{end}\"/><text class=\"level-label\" \
             x=\"{end}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            frame.top - 7.0,
            escape(label)
        )
        .expect("writing to a string");
    }

    fn hovers(&self, frame: &Frame, svg: &mut String) {
        for hover in &self.hovers {
            let (x, width) = (frame.x(hover.from), frame.x(hover.to) - frame.x(hover.from));
            write!(
                svg,
                "<rect class=\"hover\" x=\"{x:.1}\" y=\"{}\" width=\"{width:.1}\" \
                 height=\"{}\"><title>{}</title></rect>",
                frame.top,
                frame.floor() - frame.top,
                escape(&hover.text)
            )
            .expect("writing to a string");
        }
    }

    fn markers(&self, frame: &Frame, svg: &mut String) {
        let spots: Vec<(f64, f64, usize)> = self
            .markers
            .iter()
            .map(|marker| {
                let characters = marker.label.chars().count();
                (frame.x(marker.at), frame.y(marker.value), characters)
            })
            .collect();
        let inside = (frame.left, frame.top - 12.0, frame.end(), frame.floor());
        let places = places(&spots, inside);
        for ((marker, (x, y, _)), place) in self.markers.iter().zip(spots).zip(places) {
            write!(
                svg,
                "<g class=\"marker {}\"><title>{}</title><circle cx=\"{x:.1}\" cy=\"{y:.1}\" \
                 r=\"5\"/>",
                marker.class,
                escape(&marker.tooltip)
            )
            .expect("writing to a string");
            if let Some(Place { x, y, anchor }) = place {
                write!(
                    svg,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
                    escape(&marker.label)
                )
                .expect("writing to a string");
            }
            svg.push_str("</g>");
        }
    }
}

fn grid(frame: &Frame, ticks: &[f64], svg: &mut String) {
    for tick in ticks {
        let (left, end, y) = (frame.left, frame.end(), frame.y(*tick));
        let class = if *tick == 0.0 { "axis" } else { "grid" };
        write!(
            svg,
            "<path class=\"{class}\" d=\"M{left} {y:.1}H{end}\"/><text class=\"tick\" x=\"{:.1}\" \
             y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 7.0,
            y + 4.0,
            short(*tick)
        )
        .expect("writing to a string");
    }
}

fn time_axis(frame: &Frame, ticks: &[(u64, String)], svg: &mut String) {
    let floor = frame.floor();
    for (seconds, label) in ticks {
        let x = frame.x(*seconds as f64);
        let anchor = match x {
            x if x + 20.0 > frame.width => "end",
            x if *seconds == 0 && x < 60.0 => "start",
            _ => "middle",
        };
        write!(
            svg,
            "<path class=\"axis\" d=\"M{x:.1} {floor}v5\"/><text class=\"tick\" x=\"{x:.1}\" \
             y=\"{}\" text-anchor=\"{anchor}\">{label}</text>",
            floor + 20.0
        )
        .expect("writing to a string");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(curves: Vec<Vec<(f64, f64)>>) -> TimePlot {
        TimePlot {
            id: "p".into(),
            description: "a & b".into(),
            class: "rate",
            shape: Shape::Steps,
            seconds: 100,
            curves,
            markers: Vec::new(),
            pauses: Vec::new(),
            hovers: vec![Hover { from: 0.0, to: 50.0, text: "<first>".into() }],
            level: None,
            whole: true,
        }
    }

    #[test]
    fn steps_hold_their_value() {
        let svg = plot(vec![vec![(0.0, 0.0), (50.0, 2.0), (100.0, 4.0)]]).svg();
        assert!(svg.contains("d=\"M44.0 240.0H315.0V130.0H586.0V20.0\""), "{svg}");
    }

    #[test]
    fn texts_are_escaped() {
        let svg = plot(Vec::new()).svg();
        assert!(svg.contains("<title>&lt;first&gt;</title>"), "{svg}");
        assert!(svg.contains(">a &amp; b</desc>"), "{svg}");
    }

    #[test]
    fn nothing_to_draw_still_has_axes() {
        let svg = plot(Vec::new()).svg();
        assert!(svg.contains("class=\"axis\"") && !svg.contains("class=\"line\""), "{svg}");
    }
}
