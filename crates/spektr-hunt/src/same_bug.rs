//! Whether a smaller program still shows the bug that is being reduced.

use crate::reduce::Interest;
use crate::triage::Triage;
use spektr_judge::{Case, Judge, Spent, Trouble, VerdictClass};
use std::sync::{Mutex, PoisonError};

/// How closely [`SameBug`] looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// The same class and words, and right again once the guilty pass is kept from running:
    /// two compiles at most.
    Usual,
    /// The guilty pass is searched for anew in every program that passes the usual look.
    Strict,
}

/// Whether a program still shows the bug of a triage.
pub struct SameBug<'a, 'w> {
    judge: &'a Judge<'w>,
    triage: &'a Triage,
    care: Care,
    spent: Mutex<Spent>,
    /// Called before every look with what was spent so far: whoever has more urgent work may
    /// make it wait.
    before: &'a (dyn Fn(Spent) + Sync),
}

impl<'a, 'w> SameBug<'a, 'w> {
    pub fn new(
        judge: &'a Judge<'w>,
        triage: &'a Triage,
        care: Care,
        before: &'a (dyn Fn(Spent) + Sync),
    ) -> Self {
        SameBug { judge, triage, care, spent: Mutex::default(), before }
    }

    /// What all questions so far have cost.
    pub fn spent(&self) -> Spent {
        *self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn shows(&self, case: &Case, spent: &mut Spent) -> Result<bool, Trouble> {
        let triage = self.triage;
        let (verdict, attempt) = self.judge.look(case, &triage.configuration)?;
        *spent += attempt.spent;
        // A wrong value tells more than a program that dies of one.
        let tells_less = triage.difference.is_some() && verdict.difference().is_none();
        if tells_less || !triage.is_shown_by(&verdict) {
            return Ok(false);
        }
        let Some(guilt) = &triage.guilt else { return Ok(true) };
        if !guilt.cure.is_empty() {
            let cured = triage.configuration.with(guilt.cure.iter().cloned());
            let (verdict, attempt) = self.judge.look(case, &cured)?;
            *spent += attempt.spent;
            if verdict.class() != VerdictClass::Pass {
                return Ok(false);
            }
        }
        match self.care {
            Care::Usual => Ok(true),
            Care::Strict => {
                let found = self.judge.blame(case, &verdict, &triage.configuration, spent)?;
                let compiler = self.judge.compiler(&triage.configuration.compiler)?;
                let family = self.judge.family(compiler);
                Ok(found.is_some_and(|found| found.is_like(guilt, family)))
            }
        }
    }
}

impl Interest for SameBug<'_, '_> {
    fn holds(&self, case: &Case) -> Result<bool, String> {
        (self.before)(self.spent());
        let mut spent = Spent::default();
        let shown = self.shows(case, &mut spent);
        *self.spent.lock().unwrap_or_else(PoisonError::into_inner) += spent;
        shown.map_err(|trouble| trouble.to_string())
    }
}
