//! A headless Chromium that stays open: pages are visited and asked through its debugging
//! protocol, a few calls of it over a plain socket.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

pub struct Browser {
    process: Child,
    socket: TcpStream,
    calls: u64,
    _profile: TempDir,
}

impl Browser {
    /// The browser of this machine, or `None` with a word about it.
    pub fn open() -> Option<Browser> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let known = ["chromium", "chromium-browser", "google-chrome"];
        let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
        let mut programs = named.into_iter().chain(
            std::env::split_paths(&path).flat_map(|place| known.map(|name| place.join(name))),
        );
        let Some(program) = programs.find(|program| program.is_file()) else {
            eprintln!("skipped: no Chromium here (set CHROMIUM to its path, or install it)");
            return None;
        };
        let profile = TempDir::new().unwrap();
        let mut process = Command::new(program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-dev-shm-usage"])
            .args(["--remote-debugging-port=0", "--remote-allow-origins=*", "about:blank"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("Chromium starts");
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let place = loop {
            let line = lines.next().expect("it says where it listens").unwrap();
            if let Some((_, place)) = line.split_once("listening on ws://") {
                break place.split('/').next().unwrap().to_owned();
            }
        };
        std::thread::spawn(move || lines.for_each(drop));
        let page = page_of(&place);
        let socket = web_socket(&place, &page);
        Some(Browser { process, socket, calls: 0, _profile: profile })
    }

    /// Goes to an address and waits until the page is there.
    pub fn visit(&mut self, address: &str) {
        self.call("Page.enable", json!({}));
        self.call("Page.navigate", json!({ "url": address }));
        let ready = "new Promise(done => { const look = () => \
            location.href !== 'about:blank' && document.readyState === 'complete' \
            ? done(1) : setTimeout(look, 20); look(); })";
        while self.ask(ready) != json!(1) {}
    }

    /// The value of an expression on the page; promises are waited for.
    pub fn ask(&mut self, expression: &str) -> Value {
        let wanted = json!({
            "expression": expression, "awaitPromise": true, "returnByValue": true
        });
        let answer = self.call("Runtime.evaluate", wanted);
        answer["result"]["result"]["value"].clone()
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        self.calls += 1;
        let id = self.calls;
        let text = json!({ "id": id, "method": method, "params": params }).to_string();
        send(&mut self.socket, text.as_bytes());
        loop {
            let answer: Value = serde_json::from_slice(&receive(&mut self.socket)).unwrap();
            if answer["id"] == id {
                return answer;
            }
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// The path of the first page's socket.
fn page_of(place: &str) -> String {
    let mut stream = TcpStream::connect(place).unwrap();
    write!(stream, "GET /json/list HTTP/1.1\r\nHost: {place}\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut answer = Vec::new();
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if let Some((_, value)) = line.to_ascii_lowercase().split_once("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    answer.resize(length, 0);
    reader.read_exact(&mut answer).unwrap();
    let pages: Value = serde_json::from_slice(&answer).unwrap();
    let pages = pages.as_array().unwrap();
    let page = pages.iter().find(|it| it["type"] == "page").expect("a page");
    let address = page["webSocketDebuggerUrl"].as_str().unwrap().to_owned();
    address.split_once(place).unwrap().1.to_owned()
}

fn web_socket(place: &str, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(place).unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {place}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c3Bla3RyIGRhc2hib2FyZA==\r\n\r\n"
    )
    .unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        head.push(byte[0]);
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    stream
}

/// One text frame; clients mask, and a mask of zeros changes nothing.
fn send(stream: &mut TcpStream, text: &[u8]) {
    let mut frame = vec![0x81];
    match text.len() {
        short @ 0..126 => frame.push(0x80 | short as u8),
        middle @ 126..65_536 => {
            frame.push(0x80 | 126);
            frame.extend((middle as u16).to_be_bytes());
        }
        long => {
            frame.push(0x80 | 127);
            frame.extend((long as u64).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(text);
    stream.write_all(&frame).unwrap();
}

fn receive(stream: &mut TcpStream) -> Vec<u8> {
    let mut message = Vec::new();
    loop {
        let mut head = [0; 2];
        stream.read_exact(&mut head).expect("the browser answers");
        let mut length = u64::from(head[1] & 0x7f);
        if length >= 126 {
            let mut bytes = [0; 8];
            let wide = if length == 126 { 2 } else { 8 };
            stream.read_exact(&mut bytes[8 - wide..]).unwrap();
            length = u64::from_be_bytes(bytes);
        }
        let mut part = vec![0; length as usize];
        stream.read_exact(&mut part).unwrap();
        message.extend(part);
        if head[0] & 0x80 != 0 {
            return message;
        }
    }
}
