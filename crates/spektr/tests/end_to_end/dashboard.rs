//! `spektr serve`: who may look, what may be changed, and that the page says what the store does,
//! in a real browser and while hunts go on.

use crate::chromium::Browser;
use crate::room::Room;
use spektr_hunt::store::{
    BatchRecord, FindingFilter, FindingState, NewFinding, Owner, Seeds, Settings, Store,
};
use spektr_hunt::supply::Origin;
use spektr_wing::{Behaviour, End, Expect, SourceFile};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

/// A dashboard over the store of a room.
struct Served {
    process: Child,
    /// With the token.
    address: String,
    host: String,
    token: String,
}

impl Served {
    fn over(room: &Room) -> Served {
        let mut command = room.command(&["serve", "--listen", "127.0.0.1:0"]);
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().to_owned();
        let (host, token) = address.split_once("/?token=").expect("an address with a token");
        let host = host.strip_prefix("http://").unwrap().to_owned();
        let token = token.to_owned();
        Served { process, address, host, token }
    }

    /// Status and body of an answer.
    fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let host = headers.iter().find(|(name, _)| *name == "Host").map_or(&*self.host, |it| it.1);
        let mut text = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
        for (name, value) in headers.iter().filter(|(name, _)| *name != "Host") {
            text += &format!("{name}: {value}\r\n");
        }
        let form = "application/x-www-form-urlencoded";
        text += &format!("Content-Type: {form}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        stream.write_all(text.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer)
    }

    fn bearer(&self) -> String {
        format!("Bearer {}", self.token)
    }

    /// What forms of the page bring back.
    fn form_token(&self) -> String {
        let page = self.ask("GET", "/", &[("Authorization", &self.bearer())], "").1;
        let (_, rest) = page.split_once("name=\"form_token\" value=\"").expect("a form");
        rest.split('"').next().unwrap().to_owned()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

fn hunted() -> Room {
    let room = Room::new(&[("good", &[]), ("bad", &["-Bwrong=mul"])]);
    room.run(&["hunt", "--seeds", "0..64", "--json"]).expect(1);
    room
}

#[test]
fn nobody_without_the_token_sees_or_changes_anything() {
    let room = hunted();
    let served = Served::over(&room);
    let bearer = served.bearer();
    let with = ("Authorization", bearer.as_str());
    let ask = |method: &str, path: &str, headers: &[(&str, &str)], body: &str| {
        served.ask(method, path, headers, body).0
    };
    for path in ["/", "/live.js", "/events", "/?token=wrong", "/nothing"] {
        assert_eq!(ask("GET", path, &[], ""), 401, "{path}");
        assert_eq!(ask("GET", path, &[("Authorization", "Bearer wrong")], ""), 401, "{path}");
        assert_eq!(ask("GET", path, &[("Cookie", "spektr=; spektr-1=x")], ""), 401, "{path}");
    }
    assert_eq!(ask("GET", "/", &[with], ""), 200);
    assert_eq!(ask("GET", "/", &[with, ("Host", "evil.example")], ""), 421, "rebinding");
    let brought = served.ask("GET", &format!("/?token={}", served.token), &[], "");
    assert_eq!(brought.0, 303);
    let head = brought.1.to_ascii_lowercase();
    assert!(head.contains("httponly; samesite=strict") && head.contains("location: /\r\n"));
    assert!(head.contains("frame-ancestors 'none'"), "{head}");

    let good = format!("form_token={}&reason=known+%3Cb%3E&link=", served.form_token());
    let mute = "/bugs/1/mute";
    assert_eq!(ask("POST", mute, &[], &good), 401);
    assert_eq!(ask("POST", mute, &[with], "form_token=wrong&reason=x"), 403, "no form of ours");
    assert_eq!(ask("POST", mute, &[with], "reason=x"), 403);
    assert_eq!(ask("POST", mute, &[with, ("Origin", "http://evil.example")], &good), 403);
    assert_eq!(ask("POST", mute, &[with, ("Sec-Fetch-Site", "cross-site")], &good), 403);
    assert_eq!(ask("GET", mute, &[with], ""), 405, "looking changes nothing");
    assert!(room.store().bug(1).unwrap().mute.is_none());
    assert_eq!(ask("POST", "/bugs/999/mute", &[with], &good), 404);
    let empty = good.replace("known+%3Cb%3E", "++");
    assert_eq!(ask("POST", mute, &[with], &empty), 400);
    assert_eq!(ask("POST", mute, &[with], &good), 303);
    assert_eq!(room.store().bug(1).unwrap().mute.unwrap().reason, "known <b>");
    assert_eq!(ask("POST", "/bugs/1/unmute", &[with], &good), 303);
    assert!(room.store().bug(1).unwrap().mute.is_none());
    // Other hosts are not let in by mistake.
    let said = room.run(&["serve", "--listen", "0.0.0.0:0"]).expect(2).stderr();
    assert!(said.contains("--beyond-this-host"), "{said}");
}

/// A finding as a worker hands it in, with whatever words.
fn finding(seed: u64, words: &str) -> NewFinding {
    NewFinding {
        wing: "mini".into(),
        seed,
        policy: None,
        size: None,
        spektr_version: "0".into(),
        compiler: words.into(),
        compiler_version: "1".into(),
        flags: Vec::new(),
        files: vec![SourceFile::new("program", "print a\n")],
        origin: Origin::default(),
        statements: 1,
        verdict: "miscompiled".into(),
        summary: words.into(),
        expect: Expect::Exactly(Behaviour { stdout: Vec::new(), end: End::SUCCESS }),
        seen: None,
        diagnostics: words.into(),
        difference: None,
        state: FindingState::Flaky,
    }
}

/// Records findings as a hunt would, in a campaign of their own.
fn record(store: &Store, findings: Vec<NewFinding>) {
    let settings = Settings {
        wing: "mini".into(),
        supply: "by hand".into(),
        policy: None,
        size: None,
        compilers: vec![("<b>bad</b>".into(), "1".into())],
        configurations: String::new(),
        batch_statements: 1,
        spektr_version: "0".into(),
    };
    let campaign = store.campaign(&settings, Seeds { first: 0, end: None }).unwrap();
    let mut lease = store.lease(&campaign, &Owner::this_process()).unwrap().unwrap();
    let done_until = lease.end;
    let batch = BatchRecord { done_until, programs: 1, findings, ..BatchRecord::default() };
    store.record(&mut lease, &batch).unwrap();
}

#[test]
fn the_page_says_what_the_store_does_and_a_finding_appears_by_itself() {
    let Some(mut browser) = Browser::open() else { return };
    let room = hunted();
    let served = Served::over(&room);
    browser.visit(&served.address);
    let store = room.store();
    let all = store.findings(FindingFilter { muted: true, ..Default::default() }).unwrap().len();
    let rows = "document.querySelectorAll('#findings tbody tr').length";
    assert_eq!(browser.ask(rows), all);
    let figures = browser.ask("document.querySelector('.figures').innerText");
    let programs = store.campaigns().unwrap()[0].programs;
    let figures = figures.as_str().unwrap();
    assert!(figures.contains(&all.to_string()) && figures.contains(&programs.to_string()));
    assert_eq!(
        browser.ask("document.querySelectorAll('.bug').length"),
        store.bugs().unwrap().len()
    );
    assert_eq!(browser.ask("location.search"), "", "the token is not in the address any more");

    browser.ask("window.untouched = true; document.title");
    let hostile = "</td><script>window.pwned=1</script><img src=x onerror='window.pwned=1'>\"'";
    record(&store, vec![finding(1, hostile)]);
    let appears = format!(
        "new Promise(done => {{ const look = () => {rows} > {all} ? done({rows}) \
         : setTimeout(look, 20); look(); }})"
    );
    assert_eq!(browser.ask(&appears), all + 1);
    assert_eq!(browser.ask("window.untouched === true"), true, "the page was not loaded again");
    assert_eq!(browser.ask("window.pwned === undefined"), true);
    let told = browser.ask("document.querySelector('#findings tbody tr td:last-child').innerText");
    assert!(told.as_str().unwrap().contains("<script>window.pwned=1</script>"), "{told}");
    assert_eq!(browser.ask("document.documentElement.dataset.live"), "yes");
    // A foreign page that knows the address can do nothing with it: the cookie does not go along.
    let foreign = format!(
        "fetch('http://{}/bugs/1/mute', {{ method: 'POST', mode: 'no-cors', \
         credentials: 'include', body: new URLSearchParams({{ reason: 'x' }}) }}).then(() => 1, () => 0)",
        served.host
    );
    browser.visit("data:text/html,<h1>foreign</h1>");
    browser.ask(&foreign);
    assert!(store.bug(1).unwrap().mute.is_none());
}

#[test]
fn a_thousand_findings_are_there_in_a_second() {
    let Some(mut browser) = Browser::open() else { return };
    let room = hunted();
    record(&room.store(), (0..1000).map(|seed| finding(seed, "x is 1, not 2")).collect());
    let served = Served::over(&room);
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        browser.visit(&served.address);
        let shown = browser.ask("document.querySelectorAll('#findings tbody tr').length");
        assert_eq!(shown, 1000);
        let took = browser.ask("performance.getEntriesByType('navigation')[0].duration");
        best = best.min(took.as_f64().unwrap_or(f64::INFINITY));
    }
    eprintln!("1,000 findings took {best:.0} ms from the request to the complete page");
    assert!(best < 1000.0, "{best} ms");
}
