//! [`Tree`] against [`Naive`]: every reachable situation of small trees, and long
//! random ones. Two trees run beside the model: one as it is, and one that must make
//! the full pass at each access. Collecting dead tags is one of the steps.

use super::naive::{Naive, Stop};
use super::{AccessKind, BorrowError, CallId, Permission, Tag, Tree};
use std::collections::HashMap;
use std::ops::Range;

/// Sorts of new tags that can arise: permission and whether it is protected.
const BIRTHS: [(Permission, bool); 9] = [
    (Permission::RESERVED, false),
    (Permission::RESERVED, true),
    (Permission::ReservedIm, false),
    (Permission::Frozen, false),
    (Permission::Frozen, true),
    (Permission::Cell, false),
    (Permission::Cell, true),
    (Permission::Unique, true),
    (Permission::ReadOnly, false),
];

/// What a tag starts with outside its range; `Unique` is for bytes that were written.
fn outside_of(inside: Permission) -> Permission {
    if inside == Permission::Unique { Permission::RESERVED } else { inside }
}

const KINDS: [AccessKind; 2] = [AccessKind::Read, AccessKind::Write];

#[derive(Debug, Clone)]
enum Step {
    Access(usize, AccessKind, Range<u32>),
    Reborrow {
        parent: usize,
        parts: Vec<(Range<u32>, Permission)>,
        outside: Permission,
        protected: bool,
    },
    /// A protected call returns.
    Return(usize),
    /// No pointer carries the tag any more, and the collector runs.
    Forget(usize),
    Dealloc(usize),
}

/// The model and the trees beside it.
#[derive(Clone)]
struct Trio {
    naive: Naive,
    /// Makes the full pass at each access.
    plain: Tree,
    /// Skips what is settled; left out where a search would grow too wide.
    skipping: Option<Tree>,
    dead: Vec<bool>,
}

impl Trio {
    fn new(size: u32, with_skipping: bool) -> Trio {
        let (plain, _) = Tree::new(size);
        let skipping = with_skipping.then(|| plain.clone());
        Trio { naive: Naive::new(size), plain, skipping, dead: vec![false] }
    }

    fn trees(&self) -> impl Iterator<Item = &Tree> {
        [&self.plain].into_iter().chain(&self.skipping)
    }

    fn is_live(&self, pointer: usize) -> bool {
        !self.dead[pointer]
    }

    fn is_protected(&self, pointer: usize) -> bool {
        self.naive.pointers[pointer].protected
    }

    /// Takes the step on all three; false if all agree that it is undefined.
    fn take(&mut self, step: &Step) -> bool {
        let stop = step_naive(&mut self.naive, step).err();
        self.plain.forget_settled();
        if let Step::Forget(pointer) = step {
            self.dead[*pointer] = true;
            for tree in [&mut self.plain].into_iter().chain(&mut self.skipping) {
                tree.retain(|tag| !self.dead[tag.0 as usize]);
            }
        }
        let collected = self.dead.contains(&true);
        for tree in [&mut self.plain].into_iter().chain(&mut self.skipping) {
            assert_same(stop.as_ref(), step_tree(tree, step).err().as_deref(), collected, step);
        }
        self.dead.resize(self.naive.pointers.len(), false);
        stop.is_none()
    }

    /// Every tag that is still tracked is in the state that the model says.
    fn compare_states(&self) {
        for tree in self.trees() {
            for (index, pointer) in self.naive.pointers.iter().enumerate() {
                for (offset, byte) in pointer.bytes.iter().enumerate() {
                    let tracked = tree.state(Tag(index as u32), offset as u32);
                    assert!(tracked.is_some() || self.dead[index], "a living tag is lost");
                    if let Some(state) = tracked {
                        assert_eq!(state.permission, byte.permission);
                        assert_eq!(state.accessed, byte.accessed);
                        assert_eq!(state.protected, pointer.protected);
                    }
                }
            }
        }
    }
}

fn step_naive(naive: &mut Naive, step: &Step) -> Result<(), Stop> {
    match step {
        Step::Access(pointer, kind, range) => naive.access(*pointer, *kind, range.clone()),
        Step::Reborrow { parent, parts, outside, protected } => {
            naive.reborrow(*parent, parts, *outside, *protected).map(drop)
        }
        Step::Return(pointer) => {
            naive.release(*pointer)?;
            naive.pointers[*pointer].protected = false;
            Ok(())
        }
        Step::Forget(_) => Ok(()),
        Step::Dealloc(pointer) => naive.dealloc(*pointer),
    }
}

fn step_tree(tree: &mut Tree, step: &Step) -> Result<(), Box<BorrowError>> {
    let tag = |pointer: usize| Tag(pointer as u32);
    match step {
        Step::Access(pointer, kind, range) => tree.access(tag(*pointer), *kind, range.clone()),
        Step::Reborrow { parent, parts, outside, protected } => {
            let protector = protected.then_some(CallId(7));
            tree.reborrow(tag(*parent), parts, *outside, protector).map(drop)
        }
        Step::Return(pointer) => {
            tree.release(tag(*pointer))?;
            tree.unprotect(tag(*pointer));
            Ok(())
        }
        Step::Forget(_) => Ok(()),
        Step::Dealloc(pointer) => tree.dealloc(tag(*pointer)),
    }
}

/// Same verdict at the same byte; and, as long as no tag was collected, the same tag to blame.
fn assert_same(stop: Option<&Stop>, error: Option<&BorrowError>, collected: bool, step: &Step) {
    assert_eq!(stop.map(|s| s.offset), error.map(|e| e.offset), "{step:?}: {stop:?} {error:?}");
    let (Some(stop), Some(error)) = (stop, error) else { return };
    if !collected {
        let blamed = (error.rule, error.conflicting, error.permission);
        assert_eq!(blamed, (stop.rule, Tag(stop.pointer as u32), stop.permission), "{step:?}");
    }
}

/// When tags may die in a search.
#[derive(Clone, Copy, PartialEq)]
enum Forgetting {
    Never,
    /// When no more tags will be made.
    OnceGrown,
    Always,
}

/// Bounds of one exhaustive search.
struct Search {
    size: u32,
    tags: usize,
    accesses: usize,
    forgetting: Forgetting,
    /// Situations already searched, with the number of accesses that were left.
    seen: HashMap<Vec<u8>, usize>,
    steps: usize,
}

impl Search {
    fn new(size: u32, tags: usize, accesses: usize, forgetting: Forgetting) -> Search {
        Search { size, tags, accesses, forgetting, seen: HashMap::new(), steps: 0 }
    }

    fn run(mut self) -> (usize, usize) {
        let accesses = self.accesses;
        self.explore(&Trio::new(self.size, self.forgetting != Forgetting::OnceGrown), accesses);
        (self.seen.len(), self.steps)
    }

    fn explore(&mut self, trio: &Trio, accesses_left: usize) {
        trio.compare_states();
        if accesses_left == 0 {
            return;
        }
        let key = fingerprint(trio);
        match self.seen.get(&key) {
            Some(&left) if left >= accesses_left => return,
            _ => self.seen.insert(key, accesses_left),
        };
        for step in self.steps_from(trio) {
            self.steps += 1;
            let mut next = trio.clone();
            let goes_on = next.take(&step);
            let cost = usize::from(matches!(step, Step::Access(..) | Step::Return(_)));
            if goes_on && !matches!(step, Step::Dealloc(_)) {
                self.explore(&next, accesses_left - cost);
            }
        }
    }

    fn steps_from(&self, trio: &Trio) -> Vec<Step> {
        let mut steps = Vec::new();
        let count = trio.naive.pointers.len();
        let forgets = match self.forgetting {
            Forgetting::Never => false,
            Forgetting::OnceGrown => count == self.tags,
            Forgetting::Always => true,
        };
        for pointer in (0..count).filter(|&pointer| trio.is_live(pointer)) {
            if count < self.tags {
                steps.extend(self.births(pointer));
            }
            for range in self.ranges() {
                steps.extend(KINDS.map(|kind| Step::Access(pointer, kind, range.clone())));
            }
            if forgets && pointer > 0 {
                steps.push(Step::Forget(pointer));
            }
            steps.push(Step::Dealloc(pointer));
        }
        let protected = (0..count).filter(|&pointer| trio.is_protected(pointer));
        steps.extend(protected.map(Step::Return));
        steps
    }

    fn births(&self, parent: usize) -> impl Iterator<Item = Step> + '_ {
        BIRTHS.into_iter().flat_map(move |(permission, protected)| {
            self.ranges().chain(std::iter::once(0..0)).map(move |range| Step::Reborrow {
                parent,
                parts: vec![(range, permission)],
                outside: outside_of(permission),
                protected,
            })
        })
    }

    /// All ranges that are not empty.
    fn ranges(&self) -> impl Iterator<Item = Range<u32>> + use<> {
        let size = self.size;
        (0..size).flat_map(move |start| (start + 1..=size).map(move |end| start..end))
    }
}

/// Equal fingerprints have equal futures.
fn fingerprint(trio: &Trio) -> Vec<u8> {
    let mut key = Vec::with_capacity(64);
    for (pointer, dead) in trio.naive.pointers.iter().zip(&trio.dead) {
        key.push(pointer.parent.map_or(0, |parent| 1 + parent as u8));
        key.push(u8::from(pointer.protected) << 1 | u8::from(*dead));
        for byte in &pointer.bytes {
            let permission = Permission::ALL.iter().position(|p| *p == byte.permission);
            key.push((permission.unwrap_or(0) as u8) << 1 | u8::from(byte.accessed));
        }
    }
    trio.plain.describe_shape(&mut key);
    if let Some(tree) = &trio.skipping {
        tree.describe_settled(&mut key);
    }
    key
}

#[test]
fn all_trees_of_four_tags_over_one_byte() {
    let (situations, steps) = Search::new(1, 4, 4, Forgetting::Never).run();
    assert!(situations > 100_000, "{situations} situations, {steps} steps");
}

#[test]
fn all_trees_of_four_tags_over_one_byte_with_dead_tags_collected() {
    let (situations, steps) = Search::new(1, 4, 4, Forgetting::OnceGrown).run();
    assert!(situations > 100_000, "{situations} situations, {steps} steps");
}

#[test]
fn all_trees_of_three_tags_over_two_bytes() {
    let (situations, steps) = Search::new(2, 3, 4, Forgetting::Never).run();
    assert!(situations > 50_000, "{situations} situations, {steps} steps");
}

#[test]
fn all_trees_of_three_tags_over_two_bytes_with_dead_tags_collected() {
    let (situations, steps) = Search::new(2, 3, 3, Forgetting::Always).run();
    assert!(situations > 50_000, "{situations} situations, {steps} steps");
}

#[test]
fn all_trees_of_two_tags_over_three_bytes_with_dead_tags_collected() {
    let (situations, steps) = Search::new(3, 2, 4, Forgetting::Always).run();
    assert!(situations > 1_000, "{situations} situations, {steps} steps");
}

/// A small generator of numbers, so that the random runs are the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }

    fn range(&mut self, size: u32) -> Range<u32> {
        let start = self.below(size as usize + 1) as u32;
        start..start + self.below((size - start) as usize + 1) as u32
    }

    fn live(&mut self, trio: &Trio) -> usize {
        let live: Vec<usize> = (0..trio.dead.len()).filter(|&p| trio.is_live(p)).collect();
        // Young tags more often: old ones soon die of it.
        let first = self.below(live.len());
        live[first + self.below(live.len() - first)]
    }

    /// Two parts, as for a struct with a cell in it, and mostly steps that may go on.
    fn step(&mut self, trio: &Trio, size: u32) -> Step {
        let pointer = self.live(trio);
        match self.below(12) {
            0..4 => {
                let (permission, protected) = BIRTHS[self.below(BIRTHS.len())];
                let (other, _) = BIRTHS[self.below(BIRTHS.len())];
                let other = if protected { Permission::RESERVED } else { other };
                let whole = self.range(size);
                let middle = whole.start + self.below(whole.len() + 1) as u32;
                let parts = vec![(whole.start..middle, permission), (middle..whole.end, other)];
                Step::Reborrow {
                    parent: pointer,
                    parts,
                    outside: outside_of(permission),
                    protected,
                }
            }
            4..8 => Step::Access(pointer, AccessKind::Read, self.range(size)),
            8..10 => Step::Access(pointer, AccessKind::Write, self.range(size)),
            10 if trio.is_protected(pointer) => Step::Return(pointer),
            10 => Step::Access(pointer, AccessKind::Read, 0..size),
            _ if pointer > 0 => Step::Forget(pointer),
            _ => Step::Dealloc(pointer),
        }
    }
}

#[test]
fn long_random_runs_over_eight_bytes() {
    let mut dice = Dice(2026);
    let (mut taken, mut most_tags) = (0, 0);
    for _ in 0..2_000 {
        let mut trio = Trio::new(8, true);
        for _ in 0..60 {
            let step = dice.step(&trio, 8);
            let before = trio.clone();
            let goes_on = trio.take(&step);
            if !goes_on || matches!(step, Step::Dealloc(_)) {
                trio = before;
            }
            trio.compare_states();
            taken += 1;
            most_tags = most_tags.max(trio.plain.tag_count());
        }
    }
    assert!(taken == 120_000 && most_tags > 12, "{taken} steps, at most {most_tags} tags");
}
