//! Crossovers hold together, fit often, and are the same everywhere.

use std::process::{Command, Stdio};

use spektr_entropy::Entropy;
use spektr_llvm::crossover::{self, Crossed, Kind, Plan, Policy, Stock, mutate};
use spektr_llvm::print::{self, Version};
use spektr_llvm::syntax::Module;
use spektr_llvm::{parse, wellformed};

fn stock() -> &'static Stock {
    crossover::built_in().as_ref().expect("the built-in functions are read")
}

fn text(module: &Module) -> String {
    print::text(module, Version::new(22).expect("a version"))
}

fn made(seed: u64) -> Crossed {
    stock().make(seed, &Policy::default()).expect("something is always made")
}

fn read(text: &str) -> Module {
    parse::module("test.ll", text).expect("a module")
}

/// Crosses two texts in one way, without mutations.
fn crossed(one: &str, other: &str, kind: Kind, seed: u64) -> Crossed {
    let mut policy = Policy::default();
    policy.chances.mutated = 0;
    let plan = Plan { steps: vec![kind], policy };
    crossover::cross(&[&read(one), &read(other)], &plan, seed).expect("a crossover")
}

#[test]
fn every_crossover_is_a_module_that_reads_back() {
    let (mut picks, mut fits) = (0, 0);
    for seed in 0..400 {
        let crossed = made(seed);
        let again = parse::module("again.ll", &text(&crossed.module));
        let again = again.unwrap_or_else(|complaint| panic!("seed {seed}: {complaint}"));
        assert_eq!(wellformed::check(&again), Ok(()), "seed {seed}");
        assert!(again == crossed.module, "seed {seed} reads back as something else");
        if Plan::draw(seed, &Policy::default()).steps[0] == Kind::Inline {
            picks += 1;
            fits += u32::from(crossed.fits);
        }
    }
    assert!(picks > 100 && fits * 10 >= picks * 7, "{fits} of {picks} picks fit");
}

#[test]
fn a_seed_is_a_module() {
    let hash = |seed| {
        text(&made(seed).module).bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    };
    let found: Vec<u64> = (0..6).map(hash).collect();
    assert_eq!(found, GOLDEN, "{found:#x?}");
}

/// Changes with every change of what is drawn, and only then.
const GOLDEN: [u64; 6] = [
    0x1b3c_4912_9c96_5e3c,
    0x3be0_68c5_d84b_e86e,
    0xa6b0_6d8c_3230_6286,
    0x3d3b_7428_0135_e58f,
    0x7e2e_28d6_d466_ba7a,
    0xd682_27a6_f503_ffce,
];

const LOOP: &str = "define i32 @count(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %out
out:
  ret i32 %i
}
";

const BRANCH: &str = "define i32 @pick(i32 %x) {
  %slot = alloca i32
  %small = icmp ult i32 %x, 9
  br i1 %small, label %one, label %two
one:
  store i32 %x, ptr %slot
  %v = load i32, ptr %slot
  ret i32 %v
two:
  ret i32 7
}
";

#[test]
fn a_body_with_several_returns_goes_into_a_loop() {
    for seed in 0..40 {
        let crossed = crossed(LOOP, BRANCH, Kind::Inline, seed);
        assert!(crossed.fits, "seed {seed}");
        let text = text(&crossed.module);
        assert!(text.contains("define i32 @count(") && !text.contains("@pick"), "{text}");
        assert_eq!(text.matches(" ret ").count(), 1, "{text}");
        assert_eq!(text.matches("alloca").count(), 1, "{text}");
        // Memory is set aside once, in the entry.
        let entry = text.split("\nloop:").next().unwrap_or_default();
        assert!(entry.contains("alloca"), "{text}");
    }
}

/// What a block computes goes without what leads to it, with registers of its own for what it takes.
#[test]
fn a_block_goes_into_another_function() {
    let spliced = (0..40).map(|seed| crossed(LOOP, BRANCH, Kind::Splice, seed));
    let spliced: Vec<String> = spliced.filter(|it| it.fits).map(|it| text(&it.module)).collect();
    assert!(spliced.len() >= 8, "{} of 40 fit", spliced.len());
    for text in spliced {
        assert!(text.contains("define i32 @count(") && !text.contains("@pick"), "{text}");
        assert_eq!(
            (text.matches(" ret ").count(), text.matches("br i1").count()),
            (1, 1),
            "{text}"
        );
    }
}

/// What a mutation says more of a function holds: the machine has run it.
#[test]
fn what_is_said_more_holds() {
    let before = "define i32 @f(i32 %x) {\n  %small = and i32 %x, 255\n  \
                  %more = add i32 %small, 1\n  ret i32 %more\n}\n";
    let effort = spektr_llvm::refine::Effort::default();
    let (mut said, mut texts) = (0, std::collections::BTreeSet::new());
    for seed in 0..40 {
        let mut module = read(before);
        let mut entropy = Entropy::named(seed, "shown");
        if mutate::mutate(&mut module, mutate::Kind::Shown, &mut entropy).is_none() {
            continue;
        }
        let report = spektr_llvm::refine::refine(&read(before), &module, &effort);
        assert!(report.broken().is_none(), "{}", text(&module));
        said += 1;
        texts.insert(text(&module));
    }
    assert!(said > 20 && texts.len() > 5, "{said}, {} different", texts.len());
    // The argument may be poison, so nothing says that the result is not.
    assert!(texts.iter().all(|it| !it.contains("define noundef")), "{texts:?}");
    assert!(texts.iter().any(|it| it.contains("add nuw") || it.contains("add nsw")), "{texts:?}");
}

#[test]
fn a_function_goes_into_itself() {
    let crossed = crossed(BRANCH, BRANCH, Kind::Itself, 3);
    let text = text(&crossed.module);
    assert_eq!((text.matches("alloca").count(), text.matches("define").count()), (2, 1), "{text}");
}

#[test]
fn what_two_calls_share_flows_between_them() {
    let pointers = |name: &str| {
        format!("define void @{name}(ptr %p) {{\n  store i8 1, ptr %p\n  ret void\n}}\n")
    };
    let shared = crossed(&pointers("f"), &pointers("g"), Kind::Sequence, 1);
    let shared = text(&shared.module);
    let passed = |name: &str| {
        let call = shared.split(&format!("call void @{name}(ptr ")).nth(1).expect("a call");
        call.split(')').next().expect("an argument").to_owned()
    };
    assert_eq!(passed("f"), passed("g"), "{shared}");
    let chained = crossed(LOOP, "define i8 @g(i32 %x) {\n  ret i8 0\n}\n", Kind::Sequence, 1);
    let chained = text(&chained.module);
    assert!(chained.contains("%1 = call i32 @count(") || chained.contains("%2 = call i32 @count("));
    assert!(
        chained.contains("call i8 @g(i32 %1)") || chained.contains("call i8 @g(i32 %2)"),
        "{chained}"
    );
}

#[test]
fn what_does_not_go_together_is_left_alone() {
    let token = "declare token @llvm.coro.id(i32, ptr, ptr, ptr)
define void @c() presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  ret void
}
";
    let crossed = crossed(LOOP, token, Kind::Inline, 1);
    assert!(!crossed.fits);
    assert_eq!(wellformed::check(&crossed.module), Ok(()));
}

#[test]
fn names_that_both_have_stay_apart() {
    let of = |value: u32| {
        format!(
            "@g = internal global i32 {value}\ndefine i32 @f(i32 %x) {{\n  %y = load i32, ptr @g\n  \
             %z = add i32 %x, %y\n  ret i32 %z\n}}\n"
        )
    };
    let crossed = crossed(&of(1), &of(2), Kind::Sequence, 0);
    let text = text(&crossed.module);
    assert!(text.contains("@g = ") && text.contains("@g.1 = ") && text.contains("@f.1("), "{text}");
}

/// A width that is changed may leave a cast of a constant without sense: that is taken back.
#[test]
fn casts_of_constants_stay_casts() {
    let whole = "@g = global i8 0
define float @f() {
  ret float bitcast (i32 ptrtoint (ptr @g to i32) to float)
}
";
    let module = read(whole);
    let spoilt = whole.replace("i32", "i16");
    assert!(parse::module("f.ll", &spoilt).is_err());
    let mut refused = 0;
    for seed in 0..60 {
        let mut changed = module.clone();
        let drawn = mutate::mutate(&mut changed, mutate::Kind::Width, &mut Entropy::new(seed));
        match drawn.map(|()| wellformed::check(&changed)) {
            Some(Ok(())) => drop(read(&text(&changed))),
            Some(Err(_)) => refused += 1,
            None => {}
        }
    }
    assert!(refused > 0, "a width that matters was never drawn");
}

/// LLVM's own verifier takes them too.
#[test]
fn the_verifier_takes_crossovers() {
    let present = |name: &&&str| {
        let ran = Command::new(name).arg("--version").stdout(Stdio::null()).status();
        ran.is_ok_and(|status| status.success())
    };
    let Some(opt) = ["opt-22", "opt-19", "opt-16"].iter().find(present) else {
        println!("skipped: no opt-22, opt-19 or opt-16 here");
        return;
    };
    let major = opt.rsplit('-').next().and_then(|it| it.parse().ok()).expect("a version");
    let version = Version::new(major).expect("a known version");
    let directory = std::env::temp_dir().join(format!("spektr-crossover-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let mut refused = Vec::new();
    for seed in 1000..1040 {
        let Ok(text) = print::for_version(&made(seed).module, version) else { continue };
        let file = directory.join("module.ll");
        std::fs::write(&file, &text).expect("a file");
        let ran = Command::new(opt).args(["-passes=verify", "-disable-output"]).arg(&file).output();
        let ran = ran.expect("opt starts");
        if !ran.status.success() {
            refused.push(format!("{seed}: {}", String::from_utf8_lossy(&ran.stderr)));
        }
    }
    std::fs::remove_dir_all(&directory).expect("the directory goes");
    assert!(refused.is_empty(), "{refused:#?}");
}
