//! Pages in a real browser: plots and tables are really drawn, in light and dark, on wide and
//! narrow screens; the console stays silent; hostile texts stay texts.

use super::browser::{Area, Browser, Measures, Picture, View, Visit};
use super::{hostile, specimen};

const DESKTOP: View = View { width: 1280, height: 13_000, dark: false };
const PHONE: View = View { width: 390, height: 24_000, dark: true };

/// `--paper` and `--series` of the style sheet.
const LIGHT: ([u8; 3], [u8; 3]) = ([0xf7, 0xf7, 0xf5], [0x1f, 0x5f, 0xbf]);
const DARK: ([u8; 3], [u8; 3]) = ([0x10, 0x13, 0x18], [0x6a, 0xa8, 0xff]);

fn one(measures: &Measures, selector: &str) -> Area {
    let areas = measures.areas(selector);
    assert_eq!(areas.len(), 1, "{selector}");
    areas[0]
}

/// A plot has a curve in its colour, axes and labels: many pixels, several colours.
fn assert_plotted(picture: &Picture, area: Area, series: [u8; 3], name: &str) {
    assert!(area.width >= 280 && area.height >= 150, "{name}: {area:?}");
    let colours = picture.colours(area);
    let curve = colours.get(&series).copied().unwrap_or(0);
    assert!(curve >= area.width / 2, "{name}: {curve} pixels of the curve");
    assert!(colours.len() >= 20, "{name}: {} colours", colours.len());
    let share = picture.drawn(area) * 100 / (area.width * area.height);
    assert!((5..95).contains(&share), "{name}: {share}% drawn");
}

fn assert_written(picture: &Picture, area: Area, name: &str) {
    let drawn = picture.drawn(area);
    assert!(drawn * 200 >= area.width * area.height, "{name}: {drawn} pixels of {area:?}");
}

/// What every view of the specimen must show.
fn assert_complete(
    visit: &Visit,
    measures: &Measures,
    kind: &str,
    (paper, series): ([u8; 3], [u8; 3]),
) {
    let picture = &visit.picture;
    assert_eq!(picture.pixel(2, 2), paper, "background");
    assert_eq!(measures.sticking_out(), [""; 0]);
    assert_eq!(measures.number("scroll_width"), measures.number("inner_width"));
    for plot in ["findings", "throughput"] {
        let area = one(measures, &format!("#plot-{plot}-{kind}"));
        assert_plotted(picture, area, series, plot);
    }
    let spectrum = one(measures, ".spectrum svg");
    assert!(picture.colours(spectrum).len() >= 4, "spectrum");
    assert!(picture.drawn(spectrum) >= 30 * spectrum.height, "spectrum");
    let stack = one(measures, ".stack");
    assert!(picture.colours(stack).values().filter(|count| **count >= 40).count() >= 6, "stages");
    let bars = measures.areas(".bars .bar");
    assert_eq!(bars.len(), 53 + 14 + 3 * 4, "constructs, flags, passes of three compilers");
    assert!(
        picture.colours(bars[0]).get(&series).copied().unwrap_or(0) >= bars[0].width,
        "first bar"
    );
    assert!(bars.iter().all(|bar| picture.colours(*bar).len() >= 2), "bars have rails and fills");
    for (selector, least) in [
        ("table", 9),
        (".program pre", 3),
        (".effect .right pre", 2),
        (".effect .found pre", 3),
        (".commands", 3),
        (".diff", 1),
        ("h1", 1),
    ] {
        let areas = measures.areas(selector);
        assert!(areas.len() >= least, "{selector}: {}", areas.len());
        for area in areas {
            assert_written(picture, area, selector);
        }
    }
}

/// The picture must have it all.
fn assert_fits(measures: &Measures, view: View) {
    let height = measures.number("page_height");
    assert!(height <= u64::from(view.height), "{height} pixels");
}

#[test]
fn everything_is_drawn_on_a_wide_light_screen() {
    let Some(browser) = Browser::find() else { return };
    let (visit, measures) = browser.measure(&spektr_report::page(&specimen::store()), DESKTOP);
    assert_fits(&measures, DESKTOP);
    assert_complete(&visit, &measures, "wide", LIGHT);
    // Program and outputs stand side by side.
    let (program, right) =
        (measures.areas(".program pre")[0], measures.areas(".effect .right pre")[0]);
    assert!(right.x > program.x + program.width && right.y < program.y + program.height);
}

#[test]
fn everything_is_drawn_on_a_dark_phone() {
    let Some(browser) = Browser::find() else { return };
    let (visit, measures) = browser.measure(&spektr_report::page(&specimen::store()), PHONE);
    assert_fits(&measures, PHONE);
    assert_eq!(measures.number("inner_width"), u64::from(PHONE.width));
    assert_complete(&visit, &measures, "narrow", DARK);
}

#[test]
fn a_page_without_samples_has_no_curve() {
    let Some(browser) = Browser::find() else { return };
    let mut store = specimen::store();
    store.campaigns[0].samples.clear();
    let (visit, measures) = browser.measure(&spektr_report::page(&store), DESKTOP);
    let plot = one(&measures, "#plot-throughput-wide");
    assert_eq!(visit.picture.colours(plot).get(&LIGHT.1), None, "no curve without numbers");
}

#[test]
fn the_page_as_it_is_runs_its_script_and_says_nothing() {
    let Some(browser) = Browser::find() else { return };
    let view = View { height: 900, ..DESKTOP };
    let visit = browser.visit(&spektr_report::page(&specimen::store()), view);
    assert_eq!(visit.console, [""; 0]);
    assert!(visit.dom.contains("<html lang=\"en\" class=\"js\">"), "the script ran");
    assert!(visit.dom.contains(">Copy</button>"), "the script ran to its end");
}

#[test]
fn a_script_that_is_not_ours_does_not_run() {
    let Some(browser) = Browser::find() else { return };
    let html = spektr_report::page(&specimen::store());
    let html = html.replace("</body>", "<script>document.body.id = 'hacked'</script></body>");
    let visit = browser.visit(&html, View { height: 900, ..DESKTOP });
    assert!(!visit.dom.contains("<body id=\"hacked\""), "the policy holds");
    assert!(visit.console.iter().any(|line| line.contains("Content Security Policy")));
}

#[test]
fn hostile_texts_stay_texts() {
    let Some(browser) = Browser::find() else { return };
    let (visit, measures) = browser.measure(&spektr_report::page(&hostile::store()), PHONE);
    assert_eq!(visit.console, [""; 0]);
    assert_eq!(measures.number("hacked"), 0);
    assert_eq!(measures.number("foreign"), 0);
    assert_eq!(measures.number("scripts"), 2, "the page's and the measuring one");
    assert_eq!(measures.sticking_out(), [""; 0]);
    assert_eq!(measures.number("scroll_width"), measures.number("inner_width"));
}
