//! A headless Chromium: opens a page, hands back what it became, what it looks like, and what
//! the console said.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Set where the browser must be there, as in CI: then its absence is a failure.
const REQUIRED: &str = "SPEKTR_REQUIRE_BROWSER";

pub struct Browser {
    program: PathBuf,
}

/// How a page is looked at.
#[derive(Clone, Copy)]
pub struct View {
    pub width: u32,
    pub height: u32,
    pub dark: bool,
}

pub struct Visit {
    pub dom: String,
    pub picture: Picture,
    /// Lines of the console.
    pub console: Vec<String>,
}

impl Browser {
    /// The browser of this machine, or `None` with a word about it.
    pub fn find() -> Option<Browser> {
        let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let known = ["chromium", "chromium-browser", "google-chrome"];
        let program = named.into_iter().chain(
            std::env::split_paths(&path).flat_map(|place| known.map(|name| place.join(name))),
        );
        let found = program.into_iter().find(|program| program.is_file());
        if found.is_none() {
            assert!(
                std::env::var_os(REQUIRED).is_none(),
                "{REQUIRED} is set and there is no Chromium"
            );
            eprintln!("skipped: no Chromium here (set CHROMIUM to its path, or install it)");
        }
        found.map(|program| Browser { program })
    }

    pub fn visit(&self, html: &str, view: View) -> Visit {
        let scratch = tempfile::tempdir().expect("a scratch directory");
        let (page, shot) = (scratch.path().join("page.html"), scratch.path().join("shot.png"));
        std::fs::write(&page, html).expect("the page is written");
        let output = Command::new(&self.program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--force-device-scale-factor=1",
                "--enable-logging=stderr",
                "--dump-dom",
            ])
            .arg(format!("--user-data-dir={}", scratch.path().join("profile").display()))
            .arg(format!("--window-size={},{}", view.width, view.height))
            .arg(format!("--screenshot={}", shot.display()))
            // 0 is dark, 1 is light.
            .arg(format!("--blink-settings=preferredColorScheme={}", u8::from(!view.dark)))
            .arg(format!("file://{}", page.display()))
            .output()
            .expect("Chromium can be started");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "Chromium failed: {said}");
        Visit {
            dom: String::from_utf8(output.stdout).expect("a page is text"),
            picture: Picture::read(&shot),
            console: said
                .lines()
                .filter(|line| line.contains("CONSOLE"))
                .map(str::to_owned)
                .collect(),
        }
    }

    /// Visits a copy of the page that also measures itself. It stands in a frame, because no
    /// window of Chromium is as narrow as a phone.
    pub fn measure(&self, html: &str, view: View) -> (Visit, Measures) {
        let visit = self.visit(&framed(&instrumented(html), view), view);
        let (_, rest) = visit.dom.split_once("<template id=\"measures\">").expect("measures");
        let (json, _) = rest.split_once("</template>").expect("measures end");
        let json = json.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        let measures = serde_json::from_str(&json).expect("measures are JSON");
        (visit, Measures(measures))
    }
}

/// The page with a script of ours that writes down where things are. The page's policy allows
/// no such script, so that the copy has another one.
fn instrumented(html: &str) -> String {
    let start = html.find("script-src '").expect("a policy");
    let end = start + html[start..].find(';').expect("the policy goes on");
    let open = [&html[..start], "script-src 'unsafe-inline'", &html[end..]].concat();
    open.replace("</body>", &format!("<script>{}</script></body>", include_str!("measure.js")))
}

/// A page around the page, which takes over its measures.
fn framed(html: &str, view: View) -> String {
    let inner = html.replace('&', "&amp;").replace('"', "&quot;");
    let (width, height) = (view.width, view.height);
    let take = "const inside = document.querySelector('iframe').contentDocument;\
        document.body.append(document.importNode(inside.getElementById('measures'), true));";
    format!(
        "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><meta name=\"color-scheme\" \
         content=\"light dark\"></head><body style=\"margin:0\"><iframe style=\"border:0;\
         display:block;width:{width}px;height:{height}px\" srcdoc=\"{inner}\"></iframe>\
         <script>onload = () => {{ {take} }}</script></body></html>"
    )
}

/// A rectangle on the page, in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

/// What the page says about itself.
pub struct Measures(Value);

impl Measures {
    pub fn number(&self, name: &str) -> u64 {
        self.0[name].as_u64().unwrap_or_else(|| panic!("{name} is measured: {}", self.0))
    }

    /// What makes the page scroll sideways.
    pub fn sticking_out(&self) -> Vec<&str> {
        let elements = self.0["sticking"].as_array().expect("elements that stick out are measured");
        elements.iter().filter_map(Value::as_str).collect()
    }

    /// Where the visible elements that a selector names are.
    pub fn areas(&self, selector: &str) -> Vec<Area> {
        let areas = self.0["areas"][selector].as_array();
        let areas = areas.unwrap_or_else(|| panic!("{selector} is measured"));
        let side = |area: &Value, index: usize| area[index].as_f64().unwrap_or(0.0).max(0.0) as u32;
        areas
            .iter()
            .map(|area| Area {
                x: side(area, 0),
                y: side(area, 1),
                width: side(area, 2),
                height: side(area, 3),
            })
            .collect()
    }
}

pub struct Picture {
    width: u32,
    height: u32,
    /// Red, green, blue.
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    fn read(path: &Path) -> Picture {
        let file = std::fs::File::open(path).expect("Chromium took a picture");
        let mut decoder = png::Decoder::new(std::io::BufReader::new(file));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().expect("a PNG");
        let mut bytes = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut bytes).expect("a whole PNG");
        let samples = info.color_type.samples();
        let pixels =
            bytes[..info.buffer_size()].chunks(samples).map(|p| [p[0], p[1], p[2]]).collect();
        Picture { width: info.width, height: info.height, pixels }
    }

    pub fn pixel(&self, x: u32, y: u32) -> [u8; 3] {
        self.pixels[(y * self.width + x) as usize]
    }

    /// The colours inside an area and how often each occurs.
    pub fn colours(&self, area: Area) -> BTreeMap<[u8; 3], u32> {
        let mut colours = BTreeMap::new();
        for y in area.y..(area.y + area.height).min(self.height) {
            for x in area.x..(area.x + area.width).min(self.width) {
                *colours.entry(self.pixel(x, y)).or_default() += 1;
            }
        }
        colours
    }

    /// Pixels inside an area that are not of its most frequent colour.
    pub fn drawn(&self, area: Area) -> u32 {
        let colours = self.colours(area);
        let background = colours.values().max().copied().unwrap_or(0);
        colours.values().sum::<u32>() - background
    }
}
