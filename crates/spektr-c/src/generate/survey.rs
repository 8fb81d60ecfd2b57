//! Figures about the generator over many programs: what they consist of and how much of it runs.

use std::ops::Range;

use spektr_wing::{Occurrence, Share, Survey, Total};

use super::parameter::{PARAMETERS, Which};
use super::{Dialect, Policy, Surface, alive, generate};
use crate::print;

/// The least of 1000 programs in which a construct should run.
const GOAL: u64 = 10;

/// Makes the programs of these seeds and counts.
pub fn survey(dialect: Dialect, seeds: Range<u64>, policy: &Policy, size: Option<u32>) -> Survey {
    let mut figures = Figures::default();
    for seed in seeds {
        figures.add(dialect, seed, policy, size);
    }
    figures.finish(policy)
}

#[derive(Default)]
struct Figures {
    programs: u64,
    bytes: u64,
    statements: u64,
    live: u64,
    steps: u64,
    rewrites: u64,
    repairs: u64,
    dropped: u64,
    /// By parameter and choice: programs that have it, and programs in which it runs.
    kinds: Vec<(Which, Vec<(u64, u64)>)>,
    /// The same for each of [`alive::NAMES`].
    alive: [(u64, u64); alive::NAMES.len()],
    /// Programs that have each of [`Surface::NAMES`].
    surface: [u64; Surface::NAMES.len()],
    cpp: bool,
    drawn: String,
}

impl Figures {
    fn add(&mut self, dialect: Dialect, seed: u64, policy: &Policy, size: Option<u32>) {
        let generated = generate(dialect, seed, policy, size);
        let made = &generated.made;
        self.cpp = dialect == Dialect::Cpp;
        for (programs, times) in self.surface.iter_mut().zip(made.surface.counts()) {
            *programs += u64::from(times > 0);
        }
        self.programs += 1;
        self.bytes += print::print(&generated.program)[0].text.len() as u64;
        self.statements += made.statements.iter().sum::<u64>();
        self.live += made.live_statements.iter().sum::<u64>();
        self.steps += generated.steps;
        self.rewrites += made.rewrites;
        self.repairs += made.repairs;
        self.dropped += made.dropped;
        self.kind(Which::Statement, &made.statements, &made.live_statements);
        self.kind(Which::Node, &made.nodes, &made.live_nodes);
        for (total, one) in self.alive.iter_mut().zip(alive::of(&generated.program)) {
            total.0 += u64::from(one.0);
            total.1 += u64::from(one.1);
        }
        self.drawn.clear();
        generated.settings.parameters.explain(&mut self.drawn);
    }

    fn kind(&mut self, which: Which, written: &[u64], live: &[u64]) {
        let known = self.kinds.iter().position(|(it, _)| *it == which);
        let index = known.unwrap_or_else(|| {
            self.kinds.push((which, vec![(0, 0); written.len()]));
            self.kinds.len() - 1
        });
        for (total, (&written, &live)) in
            self.kinds[index].1.iter_mut().zip(written.iter().zip(live))
        {
            total.0 += u64::from(written > 0);
            total.1 += u64::from(live > 0);
        }
    }

    fn finish(self, policy: &Policy) -> Survey {
        let total = |name: &str, sum| Total { name: name.to_owned(), sum };
        let mut constructs = Vec::new();
        for (which, counts) in &self.kinds {
            let row = &PARAMETERS[*which as usize];
            for ((name, weight), &(written, executed)) in row.choices.iter().zip(counts) {
                constructs.push(Occurrence {
                    group: format!("{}s", row.name),
                    name: (*name).to_owned(),
                    written,
                    executed,
                    goal: (*weight > 0).then_some(GOAL),
                });
            }
        }
        for (name, (written, executed)) in alive::NAMES.iter().zip(self.alive) {
            constructs.push(Occurrence {
                group: "other constructs".to_owned(),
                name: (*name).to_owned(),
                written,
                executed,
                goal: Some(GOAL),
            });
        }
        if self.cpp {
            // Whatever is written so is called or shown by the tests.
            constructs.extend(Surface::NAMES.iter().zip(self.surface).map(|(name, programs)| {
                Occurrence {
                    group: "words of C++".to_owned(),
                    name: (*name).to_owned(),
                    written: programs,
                    executed: programs,
                    goal: Some(GOAL),
                }
            }));
        }
        Survey {
            programs: self.programs,
            totals: vec![
                total("statements", self.statements),
                total("bytes of source", self.bytes),
                total("instructions executed", self.steps),
                total("operations rewritten by their values", self.rewrites),
                total("operations mended because they run again", self.repairs),
                total("statements refused by the machine", self.dropped),
            ],
            shares: vec![Share {
                name: "statements that run".to_owned(),
                part: self.live,
                whole: self.statements,
                goal: Some(800),
            }],
            constructs,
            choices: Vec::new(),
            policy: if self.programs == 1 { self.drawn } else { policy.explain() },
        }
    }
}
