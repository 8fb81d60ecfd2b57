//! Finding compilers: a family's own places, directories that a person names, the PATH.

use spektr_judge::compilers::{Places, discover};
use spektr_judge::families;
use std::fs;

#[test]
fn wrappers_hide_what_they_wrap() {
    let base = std::env::temp_dir().join(format!("spektr-discover-{}", std::process::id()));
    for directory in ["old/bin", "old/usr/bin", "home/toolchains/dev-x86_64-linux/bin"] {
        fs::create_dir_all(base.join(directory)).unwrap();
        fs::write(base.join(directory).join("rustc"), "").unwrap();
    }
    let missing = base.join("missing");
    let places = Places {
        variables: [("RUSTUP_HOME".to_owned(), base.join("home"))].into(),
        named: vec![base.join("old"), missing.clone()],
        path: vec![base.join("old/bin")],
    };
    assert_eq!(places.without_compilers(families::ALL), [missing.as_path()]);
    let found: Vec<_> =
        discover(families::ALL, &places).into_iter().map(|it| (it.label, it.path)).collect();
    assert_eq!(
        found,
        [
            (Some("dev".to_owned()), base.join("home/toolchains/dev-x86_64-linux/bin/rustc")),
            (None, base.join("old/bin/rustc")),
        ]
    );
    fs::remove_dir_all(base).unwrap();
}
