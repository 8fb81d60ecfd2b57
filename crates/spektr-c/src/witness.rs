//! Who else can judge a C program: sanitizers of an unoptimised build, and Frama-C's Eva, which
//! also sees accesses without an order. How each is asked, how its answer reads, and which rules
//! it may not notice to be broken.

use std::sync::LazyLock;

use spektr_wing::{Arg, Experiment, Seen, SourceFile, WitnessAnswer, WitnessSpec};

use crate::machine::Undefined;
use crate::wing::libraries;

const EVA: &str = "frama-c";

/// In the order in which they are asked: the cheap ones first.
pub fn specs() -> Vec<WitnessSpec> {
    let witness = |name, title, about, blind_to| WitnessSpec {
        name,
        title,
        families: &["clang", "gcc"],
        about,
        blind_to,
        policy: None,
    };
    vec![
        witness(
            "address",
            "AddressSanitizer",
            "bounds, and use after scope and return",
            &*ADDRESS_IS_BLIND_TO,
        ),
        witness(
            "memory",
            "MemorySanitizer",
            "uninitialised memory that decides something",
            &*MEMORY_IS_BLIND_TO,
        ),
        witness(
            "undefined",
            "UBSan",
            "overflow, shifts, division, null, alignment",
            &*UNDEFINED_IS_BLIND_TO,
        ),
        witness(
            EVA,
            "Frama-C",
            "accesses without an order, and all the others see",
            &*EVA_IS_BLIND_TO,
        ),
    ]
}

/// Rules of which a witness may not notice that they are broken: all but those it always sees.
/// Vectors, bounds far beyond an object, objects that are dead but still there and values that
/// nothing depends on escape sanitizers.
static ADDRESS_IS_BLIND_TO: LazyLock<Vec<&str>> =
    LazyLock::new(|| all_rules_but(&["double-free", "bad-free"]));
static UNDEFINED_IS_BLIND_TO: LazyLock<Vec<&str>> =
    LazyLock::new(|| all_rules_but(&["division-by-zero", "division-overflow"]));
static MEMORY_IS_BLIND_TO: LazyLock<Vec<&str>> = LazyLock::new(|| all_rules_but(&[]));
static EVA_IS_BLIND_TO: LazyLock<Vec<&str>> =
    LazyLock::new(|| all_rules_but(&["division-by-zero", "division-overflow", "signed-overflow"]));

fn all_rules_but(seen: &[&str]) -> Vec<&'static str> {
    let rules = Undefined::RULES.iter().copied();
    rules.filter(|rule| !seen.contains(rule)).collect()
}

/// How a program is put before a witness.
pub fn experiment(witness: &str, files: Vec<SourceFile>, cpp: bool) -> Result<Experiment, String> {
    match witness {
        EVA if cpp => Err("Frama-C reads no C++".to_owned()),
        EVA => Ok(interpretation(files)),
        _ => Ok(sanitized(witness, files, cpp)),
    }
}

/// Leaks are nobody's undefined behaviour, and looking for them needs rights that a sandbox
/// does not give.
const SANITIZER_OPTIONS: &str = "const char *__asan_default_options(void);\n\
    const char *__asan_default_options(void) { return \"detect_leaks=0\"; }\n";

fn sanitized(sanitizer: &str, mut files: Vec<SourceFile>, cpp: bool) -> Experiment {
    let mut args = vec![
        Arg::text(if cpp { "-std=gnu++17" } else { "-std=gnu17" }),
        Arg::text("-w"),
        Arg::text("-O0"),
        Arg::text("-g"),
        Arg::Text(format!("-fsanitize={sanitizer}")),
        Arg::text("-fno-sanitize-recover=all"),
        Arg::text("-ffp-contract=off"),
    ];
    if sanitizer == "address" {
        files.push(match cpp {
            false => SourceFile::new("options.c", SANITIZER_OPTIONS),
            true => {
                let text = format!("extern \"C\" {{\n{SANITIZER_OPTIONS}}}\n");
                SourceFile::new("options.cc", text)
            }
        });
    }
    args.extend(files.iter().map(|file| Arg::file(&file.name)));
    args.extend([Arg::text("-o"), Arg::Output]);
    args.extend(libraries(cpp));
    let mut experiment = Experiment::build_and_run(files, args);
    for step in &mut experiment.steps {
        step.under_test = false;
        step.roomy = true;
    }
    experiment
}

/// Eva follows every path on its own as long as it can, which makes it an interpreter of
/// programs without input. Infinities and NaNs are no fault.
const EVA_FLAGS: [&str; 17] = [
    "-machdep",
    "gcc_x86_64",
    "-no-annot",
    "-unspecified-access",
    "-warn-special-float",
    "none",
    "-eva",
    "-eva-slevel",
    "1000000",
    "-eva-plevel",
    "2000",
    "-eva-ilevel",
    "256",
    "-eva-domains",
    "cvalue",
    "-eva-no-show-progress",
    "-eva-msg-key=-initial-state",
];

fn interpretation(files: Vec<SourceFile>) -> Experiment {
    let mut args: Vec<Arg> = EVA_FLAGS.iter().map(|&flag| Arg::text(flag)).collect();
    args.extend(files.iter().map(|file| Arg::file(&file.name)));
    let mut experiment = Experiment::words(files, args, None);
    for step in &mut experiment.steps {
        step.roomy = true;
    }
    experiment
}

/// What a witness said.
pub fn answer(witness: &str, seen: &Seen) -> WitnessAnswer {
    match witness {
        EVA => read_eva(&String::from_utf8_lossy(&seen.stdout)),
        _ => read_sanitizer(seen),
    }
}

fn read_sanitizer(seen: &Seen) -> WitnessAnswer {
    let stderr = String::from_utf8_lossy(&seen.stderr);
    let objection = stderr.lines().find(|line| {
        line.contains("runtime error:")
            || line.contains("ERROR: AddressSanitizer")
            || line.contains("WARNING: MemorySanitizer")
    });
    match objection {
        Some(line) => undefined(line, line),
        None => WitnessAnswer::Finished { stdout: seen.stdout.clone() },
    }
}

/// `place` has the line's number after its first colon.
fn undefined(place: &str, message: &str) -> WitnessAnswer {
    let line = place.split(':').nth(1).and_then(|number| number.parse().ok());
    WitnessAnswer::Undefined { message: message.trim().to_owned(), line: line.unwrap_or(0) }
}

/// Eva speaks of all executions that it cannot tell apart. That it raises no alarm is a proof; an
/// alarm is one only where no execution gets past it.
fn read_eva(words: &str) -> WitnessAnswer {
    let cannot_tell = |reason: &str| WitnessAnswer::CannotTell { reason: reason.to_owned() };
    if !words.contains("====== ANALYSIS SUMMARY ======") {
        let error =
            words.lines().find(|line| line.contains("User Error") || line.contains("error"));
        return cannot_tell(error.map_or("Frama-C does not come to an end", str::trim));
    }
    let ends_early = ["function exit", "function abort"].iter().any(|it| words.contains(it));
    let no_end = main_never_ends(words);
    if words.contains("\n  0 alarms generated by the analysis.") {
        return match no_end && !ends_early {
            false => WitnessAnswer::Confirmed,
            true => cannot_tell("Frama-C sees no end of the program"),
        };
    }
    let sure = words.lines().find_map(|line| {
        let (place, _) = line.split_once(" got final status invalid")?;
        place.strip_prefix("[eva] ")
    });
    match sure {
        Some(place) if no_end && !ends_early => undefined(place, place),
        _ => {
            let alarm = words.lines().skip_while(|line| !line.starts_with("[eva:alarm]")).take(2);
            let alarm: Vec<&str> = alarm.map(str::trim).collect();
            cannot_tell(&format!("Frama-C is not sure: {}", alarm.join(" ")))
        }
    }
}

fn main_never_ends(words: &str) -> bool {
    let mut lines =
        words.lines().skip_while(|line| !line.ends_with("Values at end of function main:")).skip(1);
    lines.next().is_some_and(|line| line.trim() == "NON TERMINATING FUNCTION")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eva(alarms: &str, end: &str) -> WitnessAnswer {
        read_eva(&format!(
            "[eva] Analyzing a complete application starting at main\n{alarms}\
             [eva:final-states] Values at end of function main:\n  {end}\n\
             [eva:summary] ====== ANALYSIS SUMMARY ======\n\
             \x20 {} alarms generated by the analysis.\n",
            alarms.matches("[eva:alarm]").count()
        ))
    }

    #[test]
    fn only_alarms_that_nothing_gets_past_are_proofs() {
        let alarm = "[eva:alarm] p.c:3: Warning: \n  signed overflow. assert s + 1 ≤ 2147483647;\n";
        let sure = format!(
            "{alarm}[eva] p.c:3: assertion 'Eva,signed_overflow' got final status invalid.\n"
        );
        assert_eq!(eva("", "__retres ∈ {0}"), WitnessAnswer::Confirmed);
        let answer = eva(&sure, "NON TERMINATING FUNCTION");
        assert!(matches!(answer, WitnessAnswer::Undefined { line: 3, .. }), "{answer:?}");
        for (alarms, end) in [
            (alarm, "NON TERMINATING FUNCTION"),
            (&*sure, "__retres ∈ {0}"),
            (
                &*format!("{sure}[eva] using specification for function exit\n"),
                "NON TERMINATING FUNCTION",
            ),
            ("", "NON TERMINATING FUNCTION"),
        ] {
            let answer = eva(alarms, end);
            assert!(matches!(answer, WitnessAnswer::CannotTell { .. }), "{answer:?}");
        }
        let stopped = "[kernel] p.c:21: User Error: unsupported attribute: vector_size\n";
        let reason = "[kernel] p.c:21: User Error: unsupported attribute: vector_size".to_owned();
        assert_eq!(read_eva(stopped), WitnessAnswer::CannotTell { reason });
    }
}
