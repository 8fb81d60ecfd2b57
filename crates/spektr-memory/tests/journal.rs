//! Arena and stack against plain copies: whatever is done, going back to a checkpoint gives
//! the state that was copied there.

use std::collections::BTreeMap;

use spektr_entropy::Entropy;
use spektr_memory::{AllocId, Arena, Mark, Slot, Stack, Undo};

#[derive(Clone, Debug, PartialEq)]
struct Cells(Vec<u8>);

impl Slot for Cells {
    type Order = usize;

    fn make(size: usize) -> Cells {
        Cells(vec![0; size])
    }

    fn reuse(&mut self, size: usize) {
        self.0.clear();
        self.0.resize(size, 0);
    }

    fn kill(&mut self) {}

    fn footprint(&self) -> u64 {
        self.0.len() as u64 + 1
    }
}

type Model = BTreeMap<AllocId, Vec<u8>>;

fn assert_same(arena: &Arena<Cells>, model: &Model) {
    let now: Model = arena.live().map(|(id, cells)| (id, cells.0.clone())).collect();
    assert_eq!(&now, model);
    let footprint: u64 = model.values().map(|cells| cells.len() as u64 + 1).sum();
    assert_eq!(arena.footprint(), footprint);
}

/// One change of both, or of neither.
fn change(entropy: &mut Entropy, arena: &mut Arena<Cells>, model: &mut Model) {
    let ids: Vec<AllocId> = model.keys().copied().collect();
    let some = |entropy: &mut Entropy| ids[entropy.index(ids.len())];
    match entropy.below(4) {
        0 => {
            let size = entropy.index(5) + 1;
            let id = arena.allocate(size);
            assert!(model.insert(id, vec![0; size]).is_none(), "{id:?} lives already");
        }
        1 if !ids.is_empty() => {
            let id = some(entropy);
            model.remove(&id);
            assert!(arena.free(id));
            assert!(arena.get(id).is_none() && arena.get_mut(id).is_none() && !arena.free(id));
        }
        _ if !ids.is_empty() => {
            let id = some(entropy);
            let byte = entropy.below(256) as u8;
            for cells in [&mut arena.get_mut(id).expect("alive").0, model.get_mut(&id).unwrap()] {
                let at = byte as usize % cells.len();
                cells[at] = byte;
            }
        }
        _ => {}
    }
}

#[test]
fn an_arena_comes_back_to_what_it_was() {
    for seed in 0..300 {
        let mut entropy = Entropy::new(seed);
        let (mut arena, mut model) = (Arena::<Cells>::default(), Model::new());
        let mut open: Vec<(Mark, Model)> = Vec::new();
        for _ in 0..120 {
            match entropy.below(10) {
                0 => open.push((arena.checkpoint(), model.clone())),
                1 => {
                    if let Some((mark, before)) = open.pop() {
                        arena.rollback(mark);
                        model = before;
                    }
                }
                2 if entropy.coin() => {
                    if let Some((mark, _)) = open.pop() {
                        arena.commit(mark);
                    }
                }
                _ => change(&mut entropy, &mut arena, &mut model),
            }
            assert_same(&arena, &model);
        }
        while let Some((mark, before)) = open.pop() {
            arena.rollback(mark);
            assert_same(&arena, &before);
        }
    }
}

#[test]
fn nothing_is_copied_without_a_checkpoint() {
    let mut arena = Arena::<Cells>::default();
    let id = arena.allocate(4);
    assert!(!arena.is_unsaved(id.index));
    let mark = arena.checkpoint();
    assert!(arena.is_unsaved(id.index));
    arena.at_mut(id.index).0[0] = 1;
    assert!(!arena.is_unsaved(id.index));
    arena.rollback(mark);
    assert_eq!(arena.at(id.index).0[0], 0);
    assert!(!arena.is_unsaved(id.index));
}

#[test]
fn a_freed_slot_has_another_name_afterwards() {
    let mut arena = Arena::<Cells>::default();
    let first = arena.allocate(4);
    arena.free(first);
    let second = arena.allocate(4);
    assert_eq!(first.index, second.index);
    assert!(arena.get(first).is_none() && arena.get(second).is_some());
    assert_eq!((arena.len(), arena.is_empty()), (1, false));
}

#[derive(Clone, Debug, PartialEq)]
struct Frame {
    at: u32,
    locals: Vec<u32>,
}

impl Undo for Frame {
    type Small = u32;

    fn undo(&mut self, at: u32) {
        self.at = at;
    }
}

#[test]
fn a_stack_comes_back_to_what_it_was() {
    for seed in 0..300 {
        let mut entropy = Entropy::new(seed);
        let (mut stack, mut model) = (Stack::<Frame>::default(), Vec::<Frame>::new());
        let mut open: Vec<(Mark, Vec<Frame>)> = Vec::new();
        for step in 0..150 {
            match entropy.below(9) {
                0 => open.push((stack.checkpoint(), model.clone())),
                1 => {
                    if let Some((mark, before)) = open.pop() {
                        stack.rollback(mark);
                        model = before;
                    }
                }
                2 if entropy.coin() => {
                    if let Some((mark, _)) = open.pop() {
                        stack.commit(mark);
                    }
                }
                2 | 3 => {
                    let frame = Frame { at: 0, locals: vec![step; 3] };
                    stack.push(frame.clone());
                    model.push(frame);
                }
                4 => assert_eq!(stack.pop(), model.pop()),
                5 | 6 if !model.is_empty() => {
                    stack.change_top(|frame| std::mem::replace(&mut frame.at, step));
                    model.last_mut().expect("not empty").at = step;
                }
                _ if !model.is_empty() => {
                    let at = entropy.index(3);
                    stack.top_mut().locals[at] = step;
                    model.last_mut().expect("not empty").locals[at] = step;
                }
                _ => {}
            }
            assert!(stack.frames().eq(&model));
            assert_eq!(stack.last(), model.last());
        }
    }
}
