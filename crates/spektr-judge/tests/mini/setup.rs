//! From the text of a `spektr.toml` to a verdict.

use crate::court::{Court, EVERYTHING};
use spektr_judge::compilers::Places;
use spektr_judge::config::{Setup, parse};
use spektr_judge::triage::{blame, observe};
use spektr_judge::{Case, Configuration, Judge, Verdict, VerdictClass};
use std::sync::Arc;

#[test]
fn a_configured_compiler_is_judged_and_triaged() {
    let court = Court::new();
    let text = format!(
        r#"
[limits]
compile-seconds = 5

[[compiler]]
name = "old"
family = "mini"
command = ["{path}", "-Bwrong=loop"]
bisect-limit = "--bisect-limit={{}}"
axes = {{ opt-level = [1, 2] }}

[[compiler]]
name = "new"
family = "mini"
command = "{path}"
axes = {{ opt-level = 3, flags = ["--off=loop-opt"] }}
"#,
        path = court.base.join("minic").display()
    );
    let file = parse(&text).unwrap();
    let sandbox = spektr_judge::sandbox::Sandbox::new(&court.base).unwrap();
    let setup = Setup::prepare(&sandbox, Places::default(), Some(&file), "mini").unwrap();
    assert_eq!(setup.targets[0].compiler.version.release.as_deref(), Some("1.2.3"));
    assert_eq!(setup.bystanders.len(), 2);

    let judge = Judge::new(Arc::new(sandbox), setup.bystanders.clone(), setup.limits);
    let (program, execution) = court.program(EVERYTHING);
    let case = Case { program: program.as_ref(), execution: &execution };
    let [old, new] = setup.targets.as_slice() else { panic!("two compilers are configured") };
    for seed in 0..4 {
        let drawn = old.draw(seed);
        assert!(["-O1", "-O2"].contains(&drawn.to_string().as_str()), "{drawn}");
        let judgement = judge.judge(&court.wing, case, &old.compiler, &drawn).unwrap();
        assert_eq!(judgement.verdict.class(), VerdictClass::Miscompiled);
        let judgement = judge.judge(&court.wing, case, &new.compiler, &new.draw(seed)).unwrap();
        assert_eq!(judgement.verdict, Verdict::Pass);
    }
    let is_it = |verdict: &Verdict| verdict.class() == VerdictClass::Miscompiled;
    let mut look = |configuration: &Configuration| {
        observe(&judge, &court.wing, case, &old.compiler, configuration, &is_it)
    };
    let culprits = blame(&mut look, &old.compiler, &Configuration::of_flags(&["-O1"])).unwrap();
    assert_eq!(culprits[0].pass, "loop-opt");
}

#[test]
fn a_compiler_nobody_found_is_named() {
    let court = Court::new();
    let file = parse("[[compiler]]\nname = \"nowhere\"\nfamily = \"mini\"").unwrap();
    let sandbox = court.judge.sandbox();
    let error = Setup::prepare(sandbox, Places::default(), Some(&file), "mini").unwrap_err();
    assert!(error.to_string().contains("nowhere"), "{error}");
}
