//! The scope as the judge's sandbox knows it: somebody who watches commands.

use spektr_judge::sandbox::Watcher;
use spektr_scope::Scope;
use std::io;

#[derive(Debug)]
pub struct Watch(pub Scope);

impl Watcher for Watch {
    fn watch(&self, process: i32, reached: &mut dyn FnMut(u64)) -> io::Result<()> {
        let mut tell = |planted: &spektr_scope::Planted, block| {
            reached(planted.module.feature(block));
        };
        self.0.trace(process, &mut tell).map(drop)
    }
}
