//! Order of evaluation (6.5p1-3, 5.1.2.3p3): where operands have no order between them and the
//! tree alone does not show that this cannot matter, code says so.

use super::Lowerer;
use super::effects::{Effects, Estimate, Touch};
use crate::machine::code::{Op, Reg};
use crate::syntax::Expr;

impl Lowerer<'_> {
    fn estimate<T>(&mut self, f: impl FnOnce(&mut Estimate<'_>) -> T) -> T {
        let known = std::mem::take(&mut self.known);
        let promoted = &self.promoted;
        let mut estimate = Estimate {
            linked: &self.shared.linked,
            summaries: &self.shared.summaries,
            known,
            remembers: true,
            in_memory: &|local| promoted.get(local as usize).map(|promoted| !promoted),
        };
        let result = f(&mut estimate);
        self.known = estimate.known;
        result
    }

    pub(super) fn effects(&mut self, expr: &Expr) -> Effects {
        self.estimate(|estimate| estimate.of(expr))
    }

    pub(super) fn touch(&mut self, lvalue: &Expr) -> Touch {
        self.estimate(|estimate| estimate.place(lvalue))
    }

    /// Whether evaluations without an order between them may conflict.
    pub(super) fn may_conflict<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> bool {
        let effects: Vec<Effects> = exprs.into_iter().map(|expr| self.effects(expr)).collect();
        let pairs = effects.iter().enumerate();
        pairs
            .into_iter()
            .any(|(index, one)| effects[index + 1..].iter().any(|other| one.conflict(*other)))
    }

    /// Opens a fork if `watch`; the branches go through [`next_branch`](Self::next_branch).
    pub(super) fn fork(&mut self, watch: bool, indeterminate: bool) -> bool {
        if watch {
            self.emit(Op::Fork { indeterminate });
            self.forks += 1;
        }
        watch
    }

    pub(super) fn next_branch(&mut self, watch: bool) {
        if watch {
            self.emit(Op::NextBranch);
        }
    }

    pub(super) fn join(&mut self, watch: bool) {
        if watch {
            self.emit(Op::Join);
            self.forks -= 1;
        }
    }

    /// The values of two operands that have no order between them.
    pub(super) fn operands(&mut self, left: &Expr, right: &Expr) -> (Reg, Reg) {
        let watch = self.may_conflict([left, right]);
        self.fork(watch, false);
        let a = self.value(left);
        self.next_branch(watch);
        let b = self.value(right);
        self.join(watch);
        (a, b)
    }

    /// Remembers which side effects are unfinished, where anybody is watching.
    pub(super) fn mark(&mut self) -> Option<Reg> {
        (self.forks > 0).then(|| {
            let dst = self.temp();
            self.emit(Op::MarkPending { dst });
            dst
        })
    }

    /// A sequence point: what began since the mark is complete.
    pub(super) fn sequence(&mut self, mark: Option<Reg>) {
        if let Some(mark) = mark {
            self.emit(Op::Sequence { mark });
        }
    }
}
