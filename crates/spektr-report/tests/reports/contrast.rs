//! Texts can be read: every colour of text has enough contrast on every ground it stands on,
//! in light and in dark (4.5 to 1, as the accessibility guidelines ask).

const STYLE: &str = include_str!("../../src/page/style.css");

/// The light and the dark value of a colour of the style sheet.
fn colour(name: &str) -> [[u8; 3]; 2] {
    let opening = format!("--{name}: light-dark(");
    let (_, rest) = STYLE.split_once(&opening).unwrap_or_else(|| panic!("no colour {name}"));
    let (pair, _) = rest.split_once(')').expect("a closed pair");
    let hex = |text: &str| {
        let digits = text.trim().strip_prefix('#').expect("a colour in hexadecimal");
        let part = |at| u8::from_str_radix(&digits[at..at + 2], 16).expect("hexadecimal");
        [part(0), part(2), part(4)]
    };
    let (light, dark) = pair.split_once(',').expect("two values");
    [hex(light), hex(dark)]
}

/// Relative luminance, as WCAG defines it.
fn luminance(colour: [u8; 3]) -> f64 {
    let linear = colour.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn black_on_white_is_as_good_as_it_gets() {
    assert!((contrast([0; 3], [255; 3]) - 21.0).abs() < 1e-9);
}

#[test]
fn texts_can_be_read() {
    let grounds = ["paper", "sheet", "sunk"];
    let texts = ["ink", "soft", "link", "wrong", "crash", "rejected", "stuck", "fine"];
    let mut pairs: Vec<(&str, &str)> =
        texts.iter().flat_map(|text| grounds.map(|ground| (*text, ground))).collect();
    pairs.extend([("ink", "mark-wrong"), ("ink", "mark-right")]);
    for (text, ground) in pairs {
        for (mode, name) in ["light", "dark"].iter().enumerate() {
            let found = contrast(colour(text)[mode], colour(ground)[mode]);
            assert!(found >= 4.5, "{name}: {text} on {ground} has only {found:.2}");
        }
    }
}

#[test]
fn curves_and_bars_can_be_seen() {
    for mode in [0, 1] {
        let found = contrast(colour("series")[mode], colour("sheet")[mode]);
        assert!(found >= 3.0, "{found:.2}");
    }
}
