//! Edits: each leaves a module that holds together and reads back, and together they reduce.

use spektr_llvm::print::Version;
use spektr_llvm::shrink::{Change, Kind, apply, offers};
use spektr_llvm::syntax::Module;
use spektr_llvm::{parse, print, wellformed};

fn text(module: &Module) -> String {
    print::text(module, Version::NEWEST)
}

fn last_round() -> u32 {
    Kind::ALL.iter().map(|kind| kind.round()).max().unwrap()
}

#[test]
fn every_edit_of_the_corpus_leaves_a_module() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
    let (mut offered, mut applied) = (0, std::collections::BTreeSet::new());
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let module = parse::module("f.ll", &std::fs::read_to_string(&path).unwrap()).unwrap();
        for round in 0..=last_round() {
            for change in offers(&module, round) {
                assert_eq!(change.kind.round(), round);
                offered += 1;
                let Some(smaller) = apply(&module, &[change]) else { continue };
                applied.insert(change.kind);
                wellformed::check(&smaller).unwrap();
                let printed = text(&smaller);
                let again = parse::module("again.ll", &printed)
                    .unwrap_or_else(|it| panic!("{change:?} of {path:?}: {}", it.rendered));
                assert!(again == smaller, "{change:?} of {path:?}\n{printed}");
            }
        }
    }
    assert!(offered > 300, "{offered}");
    let missing: Vec<_> = Kind::ALL.iter().filter(|kind| !applied.contains(kind)).collect();
    assert!(missing.is_empty(), "never applied: {missing:?}");
}

/// The plainest reducer: takes every edit that keeps `wanted`.
fn reduce(start: &str, wanted: impl Fn(&str) -> bool) -> String {
    let mut module = parse::module("f.ll", start).unwrap();
    loop {
        let before = text(&module);
        for round in 0..=last_round() {
            let mut at = 0;
            while let Some(change) = offers(&module, round).get(at).copied() {
                match apply(&module, &[change]) {
                    Some(smaller) if wanted(&text(&smaller)) && text(&smaller) != text(&module) => {
                        module = smaller;
                    }
                    _ => at += 1,
                }
            }
        }
        if text(&module) == before {
            return before;
        }
    }
}

#[test]
fn edits_together_reduce_to_what_is_wanted() {
    let start = "
        %unused = type { i32 }
        @table = internal constant [2 x i32] [i32 1, i32 2]
        declare void @elsewhere(ptr)
        define internal i32 @one(i32 %x) { %y = add nsw i32 %x, 1 ret i32 %y }
        define i32 @main(i32 %n, ptr %p) #0 {
        entry:
          br label %head
        head:
          %i = phi i32 [ 0, %entry ], [ %next, %body ]
          %more = icmp slt i32 %i, %n
          br i1 %more, label %body, label %exit
        body:
          %v = load volatile i32, ptr @table, align 4
          %w = call i32 @one(i32 %v)
          call void @elsewhere(ptr %p)
          %q = udiv exact i32 %w, 7, !note !0
          %next = add i32 %i, %q
          br label %head
        exit:
          ret i32 %i
        }
        attributes #0 = { nounwind }
        !0 = !{}
    ";
    let found = reduce(start, |text| text.contains("udiv"));
    assert_eq!(found, "define i32 @main() {\n  %1 = udiv i32 0, 0\n  ret i32 0\n}\n");
    let found = reduce(start, |text| text.contains("volatile"));
    assert!(found.lines().count() <= 5, "{found}");
}

#[test]
fn edits_of_a_group_are_applied_together() {
    let start =
        "define i32 @f(i32 %a, i32 %b) { %x = add nsw i32 %a, 1 %y = mul i32 %x, %x ret i32 %y }";
    let module = parse::module("f.ll", start).unwrap();
    let drop: Vec<Change> = offers(&module, Kind::DropInstruction.round());
    assert_eq!(drop.len(), 2);
    let both = apply(&module, &drop).unwrap();
    assert_eq!(text(&both), "define i32 @f(i32 %a, i32 %b) {\n  ret i32 0\n}\n");
    let params = offers(&both, Kind::DropParam.round());
    let params: Vec<Change> =
        params.into_iter().filter(|change| change.kind == Kind::DropParam).collect();
    let none = apply(&both, &params).unwrap();
    assert_eq!(text(&none), "define i32 @f() {\n  ret i32 0\n}\n");
}
