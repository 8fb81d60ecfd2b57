//! Values that grow with the number of programs: one curve for each generator, with its name at
//! its end.

use super::scale::{value_ticks, whole_ticks};
use crate::page::escape;
use crate::words::short;
use std::fmt::Write;

/// A curve: its name, and a value after each program.
pub struct Growth<'a> {
    pub name: &'a str,
    pub values: &'a [u64],
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 48.0;
/// Room for the names.
const RIGHT: f64 = 190.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 34.0;
/// Between two names, so that they can be read.
const LINE: f64 = 15.0;
/// Turns of the colour wheel between one curve and the next.
const HUE: usize = 137;

/// The curves of one tool as SVG.
pub fn growth(id: &str, description: &str, curves: &[Growth<'_>]) -> String {
    let values = curves.iter().flat_map(|it| it.values);
    let ticks = value_ticks(values.copied().max().unwrap_or(1) as f64, 5);
    let most = ticks.last().copied().unwrap_or(1.0);
    let programs = curves.iter().map(|it| it.values.len()).max().unwrap_or(1).max(1);
    let x = |program: f64| LEFT + (WIDTH - LEFT - RIGHT) * program / programs as f64;
    let y = |value: f64| HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / most;
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-labelledby=\"{id}-d\"><desc id=\"{id}-d\">{}</desc>",
        escape(description)
    );
    let mut put = |text: std::fmt::Arguments<'_>| svg.write_fmt(text).expect("writing to a string");
    for tick in ticks {
        let (at, end) = (y(tick), WIDTH - RIGHT);
        put(format_args!(
            "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{end}\"/><text class=\"tick\" x=\"{:.1}\" \
             y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 7.0,
            at + 4.0,
            short(tick)
        ));
    }
    for tick in whole_ticks(programs as u64, 5).into_iter().filter(|it| *it <= programs as f64) {
        put(format_args!(
            "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            x(tick),
            HEIGHT - BOTTOM + 18.0,
            short(tick)
        ));
    }
    for (number, (curve, label)) in curves.iter().zip(labels(curves, y)).enumerate() {
        let colour = format!("hsl({} 65% 48%)", number * HUE % 360);
        let points = std::iter::once(0).chain(curve.values.iter().copied()).enumerate();
        let points: Vec<String> =
            points.map(|(k, value)| format!("{:.1} {:.1}", x(k as f64), y(value as f64))).collect();
        let (name, last) = (escape(curve.name), curve.values.last().copied().unwrap_or(0));
        put(format_args!(
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"{label:.1}\" fill=\"{colour}\" font-size=\"12\">{name} {}</text>",
            points.join("L"),
            WIDTH - RIGHT + 6.0,
            short(last as f64)
        ));
    }
    svg + "</svg>"
}

/// Where the names stand: beside the ends of their curves, none on another.
fn labels(curves: &[Growth<'_>], y: impl Fn(f64) -> f64) -> Vec<f64> {
    let ends = curves.iter().map(|it| y(it.values.last().copied().unwrap_or(0) as f64) + 4.0);
    let mut places: Vec<(usize, f64)> = ends.enumerate().collect();
    places.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut free = TOP;
    for (_, place) in &mut places {
        *place = place.max(free);
        free = *place + LINE;
    }
    places.sort_by_key(|(curve, _)| *curve);
    places.into_iter().map(|(_, place)| place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_lie_on_each_other() {
        let values = [5u64, 10];
        let curves: Vec<Growth<'_>> =
            ["a", "b", "c<"].iter().map(|name| Growth { name, values: &values }).collect();
        let places = labels(&curves, |value| 100.0 - value);
        assert!(places.windows(2).all(|pair| (pair[0] - pair[1]).abs() >= LINE), "{places:?}");
        let svg = growth("x", "d", &curves);
        assert!(svg.contains("c&lt; 10") && !svg.contains("c<"), "{svg}");
        assert!(growth("x", "d", &[]).starts_with("<svg"));
    }
}
