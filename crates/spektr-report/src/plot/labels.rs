//! Where the labels of markers go: beside their marker, and over nothing else.

/// How far a label keeps from its marker.
const GAP: f64 = 7.0;
const HEIGHT: f64 = 13.0;
/// A marker's reach, with a little air.
const REACH: f64 = 7.0;
/// Wide enough for a bold digit.
const CHARACTER: f64 = 7.6;

/// Where the text of a label begins or ends, on its baseline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub x: f64,
    pub y: f64,
    pub anchor: &'static str,
}

#[derive(Clone, Copy)]
struct Rectangle {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Rectangle {
    fn meets(&self, other: &Rectangle) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// A place for each label (marker's x and y, characters) inside `(left, top, right, bottom)`;
/// `None` where there is no room.
pub fn places(
    markers: &[(f64, f64, usize)],
    (left, top, right, bottom): (f64, f64, f64, f64),
) -> Vec<Option<Place>> {
    let mut taken: Vec<Rectangle> = markers
        .iter()
        .map(|&(x, y, _)| Rectangle {
            left: x - REACH + 2.0,
            top: y - REACH + 2.0,
            right: x + REACH - 2.0,
            bottom: y + REACH - 2.0,
        })
        .collect();
    let mut places = Vec::new();
    for &(x, y, characters) in markers {
        let width = characters as f64 * CHARACTER;
        let free = candidates(x, y).into_iter().find_map(|place| {
            let start = match place.anchor {
                "end" => place.x - width,
                "middle" => place.x - width / 2.0,
                _ => place.x,
            };
            let area = Rectangle {
                left: start,
                top: place.y - HEIGHT + 2.0,
                right: start + width,
                bottom: place.y + 2.0,
            };
            let inside = area.left >= left
                && area.right <= right
                && area.top >= top
                && area.bottom <= bottom;
            (inside && !taken.iter().any(|other| area.meets(other))).then_some((place, area))
        });
        taken.extend(free.map(|(_, area)| area));
        places.push(free.map(|(place, _)| place));
    }
    places
}

/// Above and left first: a growing curve leaves room there.
fn candidates(x: f64, y: f64) -> [Place; 5] {
    let (above, below) = (y - GAP, y + GAP + HEIGHT - 3.0);
    [
        Place { x: x - GAP, y: above, anchor: "end" },
        Place { x: x + GAP, y: below, anchor: "start" },
        Place { x, y: above - 3.0, anchor: "middle" },
        Place { x, y: above - HEIGHT, anchor: "middle" },
        Place { x: x + GAP + 3.0, y: y + 4.0, anchor: "start" },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: (f64, f64, f64, f64) = (0.0, 0.0, 200.0, 100.0);

    #[test]
    fn a_label_stands_above_and_left() {
        let place = Place { x: 93.0, y: 43.0, anchor: "end" };
        assert_eq!(places(&[(100.0, 50.0, 5)], FRAME), [Some(place)]);
    }

    #[test]
    fn at_the_left_edge_it_goes_elsewhere() {
        let found = places(&[(5.0, 50.0, 5), (25.0, 99.0, 5)], FRAME);
        let anchors: Vec<&str> = found.into_iter().flatten().map(|place| place.anchor).collect();
        assert_eq!(anchors, ["start", "middle"]);
    }

    #[test]
    fn labels_do_not_cover_each_other() {
        let crowd: Vec<(f64, f64, usize)> =
            (0..12).map(|k| (100.0 + f64::from(k), 50.0, 5)).collect();
        let found = places(&crowd, FRAME);
        assert!(found.iter().any(Option::is_none), "twelve labels have no room: {found:?}");
        let kept: Vec<Place> = found.into_iter().flatten().collect();
        assert!(!kept.is_empty());
        for (index, a) in kept.iter().enumerate() {
            for b in &kept[index + 1..] {
                assert!(a.anchor != b.anchor || (a.y - b.y).abs() >= 10.0, "{a:?} {b:?}");
            }
        }
    }
}
