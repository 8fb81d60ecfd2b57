//! The optimizer's library held by spektr itself gives what the optimizer gives.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

const MODULE: &str =
    "define i32 @f(i32 %x) {\n  %y = add i32 %x, %x\n  %z = sub i32 %y, %x\n  ret i32 %z\n}\n";

fn tool() -> Option<&'static str> {
    let there = |name: &&&str| Path::new("/usr/bin").join(name).exists();
    let found = ["opt-22", "opt-19", "opt-16", "opt-14"].iter().find(there).copied();
    if found.is_none() {
        println!("skipped: no opt-22, opt-19, opt-16 or opt-14 here");
    }
    found
}

/// Asks one process several things.
fn answers(tool: &str, directory: &Path, requests: &[&[&str]]) -> Vec<serde_json::Value> {
    let path = format!("/usr/bin/{tool}");
    // The loader finds the library by its name; what it is called is the tool's affair.
    let listed = Command::new("ldd").arg(&path).output().expect("ldd starts");
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let library = listed.split_whitespace().find(|word| word.starts_with("libLLVM"));
    let library = library.unwrap_or("none").to_owned();
    let mut host = Command::new(env!("CARGO_BIN_EXE_spektr"))
        .args(["hold", "opt", &library, &path])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("spektr starts");
    let mut input = host.stdin.take().expect("a pipe");
    let mut output = host.stdout.take().expect("a pipe");
    let mut all = Vec::new();
    for args in requests {
        let request = serde_json::json!({ "directory": directory, "args": args }).to_string();
        input.write_all(&(request.len() as u32).to_le_bytes()).expect("it listens");
        input.write_all(request.as_bytes()).expect("it listens");
        let mut length = [0; 4];
        output.read_exact(&mut length).expect("it answers");
        let mut answer = vec![0; u32::from_le_bytes(length) as usize];
        output.read_exact(&mut answer).expect("it answers");
        all.push(serde_json::from_slice(&answer).expect("JSON"));
    }
    drop(input);
    assert!(host.wait().expect("it ends").success());
    all
}

#[test]
fn a_held_library_writes_what_the_tool_writes() {
    let Some(tool) = tool() else { return };
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path();
    std::fs::write(path.join("in.ll"), MODULE).expect("a file");
    std::fs::write(path.join("bad.ll"), "define i32 @f() { ret i64 0 }").expect("a file");
    let pipeline = "-passes=instcombine";
    let answers = answers(
        tool,
        path,
        &[
            &["-S", "in.ll", "-o", "held.ll", pipeline],
            &["-S", "bad.ll", "-o", "none.ll", pipeline],
            &["-S", "in.ll", "-o", "counted.ll", pipeline, "-opt-bisect-limit=0"],
            &["-S", "in.ll", "-o", "again.ll", pipeline],
        ],
    );
    assert_eq!(answers[0]["status"], 0, "{}", answers[0]);
    assert_ne!(answers[1]["status"], 0, "{}", answers[1]);
    assert!(
        answers[1]["stderr"].as_str().is_some_and(|it| it.contains("bad.ll")),
        "{}",
        answers[1]
    );
    assert_eq!(answers[2]["status"], 0, "{}", answers[2]);
    assert!(
        answers[2]["stderr"].as_str().is_some_and(|it| it.contains("BISECT")),
        "{}",
        answers[2]
    );
    let ran = Command::new(tool)
        .args(["-S", "in.ll", "-o", "tool.ll", pipeline])
        .current_dir(path)
        .status();
    assert!(ran.expect("the tool starts").success());
    // What names the file it was read from may differ.
    let body = |name: &str| {
        let text = std::fs::read_to_string(path.join(name)).expect("a module");
        text[text.find("define").expect("a function")..].to_owned()
    };
    assert_eq!(body("held.ll"), body("tool.ll"));
    assert_eq!(body("again.ll"), body("tool.ll"));
    assert!(body("counted.ll").contains("add"));
}

/// Tools that are held wait for requests; a hunt that has none left ends them, and itself.
#[test]
fn a_hunt_with_nothing_set_up_ends() {
    if tool().is_none() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let ran = Command::new(env!("CARGO_BIN_EXE_spektr"))
        .args([
            "hunt",
            "llvm",
            "--seeds",
            "0..20",
            "--jobs",
            "1",
            "--no-reduce",
            "--store",
            "store",
        ])
        .current_dir(directory.path())
        .output()
        .expect("spektr starts");
    let words = String::from_utf8_lossy(&ran.stderr).into_owned();
    let words = words + &String::from_utf8_lossy(&ran.stdout);
    // Findings are welcome.
    assert!(ran.status.code().is_some_and(|code| code <= 1), "{words}");
    assert!(words.contains("every seed is judged"), "{words}");
}
