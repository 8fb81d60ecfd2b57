//! Small programs, told in accesses: each rule once just inside and once just outside,
//! and what an error says.

use super::AccessKind::{Read, Write};
use super::{BorrowError, CallId, Cause, Permission, Rule, Tag, Tree};
use Permission::{Cell, Frozen, ReservedIm};

const RESERVED: Permission = Permission::RESERVED;
const CALL: Option<CallId> = Some(CallId(3));

fn mutable(tree: &mut Tree, parent: Tag) -> Tag {
    tree.reborrow(parent, &[(0..4, RESERVED)], RESERVED, None).unwrap()
}

fn shared(tree: &mut Tree, parent: Tag) -> Tag {
    tree.reborrow(parent, &[(0..4, Frozen)], Frozen, None).unwrap()
}

fn blame(result: Result<(), Box<BorrowError>>) -> (Rule, Tag, u32) {
    let error = result.unwrap_err();
    (error.rule, error.conflicting, error.offset)
}

#[test]
fn a_never_borrowed_allocation_allows_everything() {
    let (mut tree, root) = Tree::new(4);
    tree.access(root, Write, 0..4).unwrap();
    tree.dealloc(root).unwrap();
    assert_eq!(tree.tag_count(), 1);
}

#[test]
fn a_shared_reference_survives_reads_and_dies_of_a_write() {
    let (mut tree, root) = Tree::new(4);
    let s = shared(&mut tree, root);
    tree.access(root, Read, 0..4).unwrap();
    tree.access(s, Read, 0..4).unwrap();
    tree.access(root, Write, 2..3).unwrap();
    tree.access(s, Read, 0..2).unwrap();
    assert_eq!(blame(tree.access(s, Read, 1..4)), (Rule::Insufficient, s, 2));
}

#[test]
fn deriving_a_shared_reference_after_writing_is_a_foreign_read_only_to_others() {
    let (mut tree, root) = Tree::new(4);
    let r = mutable(&mut tree, root);
    tree.access(r, Write, 0..4).unwrap();
    let s = shared(&mut tree, r);
    tree.access(r, Write, 0..1).unwrap();
    assert_eq!(blame(tree.access(s, Read, 0..4)), (Rule::Insufficient, s, 0));
    shared(&mut tree, root);
    assert_eq!(blame(tree.access(r, Write, 1..2)), (Rule::Insufficient, r, 1));
    tree.access(r, Read, 0..4).unwrap();
}

#[test]
fn bytes_outside_the_pointee_are_lazily_borrowed() {
    let (mut tree, root) = Tree::new(8);
    let r = mutable(&mut tree, root);
    tree.access(r, Write, 4..8).unwrap();
    tree.access(root, Write, 4..6).unwrap();
    tree.access(r, Write, 6..8).unwrap();
    assert_eq!(blame(tree.access(r, Read, 0..8)), (Rule::Insufficient, r, 4));
}

#[test]
fn a_protector_guards_the_pointee_but_not_the_bytes_around_it() {
    let (mut tree, root) = Tree::new(8);
    let r = tree.reborrow(root, &[(0..4, RESERVED)], RESERVED, CALL).unwrap();
    tree.access(root, Write, 4..8).unwrap();
    assert_eq!(blame(tree.clone().access(root, Write, 3..5)), (Rule::Protected, r, 3));
    tree.access(root, Read, 0..1).unwrap();
    assert_eq!(blame(tree.access(r, Write, 0..4)), (Rule::Insufficient, r, 0));
    tree.release(r).unwrap();
    tree.unprotect(r);
    assert_eq!(tree.protector(r), None);
    tree.access(r, Write, 0..1).unwrap();
}

#[test]
fn returning_from_a_call_writes_what_it_wrote_but_spares_what_it_derived() {
    let (mut tree, root) = Tree::new(8);
    let r = tree.reborrow(root, &[(0..4, RESERVED)], RESERVED, CALL).unwrap();
    tree.access(r, Write, 0..4).unwrap();
    let result = shared(&mut tree, r);
    // Derived without an access: not yet at odds with the protected tag.
    let late = tree.reborrow(root, &[], Frozen, None).unwrap();
    tree.release(r).unwrap();
    tree.unprotect(r);
    tree.access(result, Read, 0..4).unwrap();
    assert_eq!(blame(tree.access(late, Read, 0..4)), (Rule::Insufficient, late, 0));
}

#[test]
fn freeing_is_a_write_and_no_call_may_protect_the_bytes() {
    let (mut tree, root) = Tree::new(4);
    let r = tree.reborrow(root, &[(2..4, RESERVED)], RESERVED, CALL).unwrap();
    assert_eq!(blame(tree.clone().dealloc(root)), (Rule::Protected, r, 2));
    assert_eq!(blame(tree.clone().dealloc(r)), (Rule::ProtectedDeallocation, r, 0));
    tree.unprotect(r);
    tree.clone().dealloc(r).unwrap();
    let s = shared(&mut tree, root);
    assert_eq!(blame(tree.dealloc(s)), (Rule::Insufficient, s, 0));
}

#[test]
fn a_protected_reference_to_a_cell_may_be_freed() {
    let (mut tree, root) = Tree::new(4);
    let c = tree.reborrow(root, &[(0..4, Cell)], Cell, CALL).unwrap();
    tree.access(c, Write, 0..4).unwrap();
    tree.access(root, Write, 0..4).unwrap();
    tree.release(c).unwrap();
    assert!(tree.dealloc(c).is_ok());
}

#[test]
fn reborrowing_reads_the_frozen_parts_and_leaves_the_cells_alone() {
    let (mut tree, root) = Tree::new(8);
    let r = tree.reborrow(root, &[(0..8, RESERVED)], RESERVED, None).unwrap();
    tree.access(root, Write, 0..4).unwrap();
    tree.reborrow(r, &[(0..4, Cell), (4..8, Frozen)], Cell, None).unwrap();
    let error = tree.reborrow(r, &[(0..2, Cell), (2..8, Frozen)], Cell, None).unwrap_err();
    assert_eq!((error.cause, error.conflicting, error.offset), (Cause::Reborrow, r, 2));
}

#[test]
fn interior_mutability_survives_foreign_writes_unless_protected() {
    for (protector, survives) in [(None, true), (CALL, false)] {
        let (mut tree, root) = Tree::new(4);
        let r = tree.reborrow(root, &[(0..4, ReservedIm)], ReservedIm, protector).unwrap();
        assert_eq!(tree.access(root, Write, 0..4).is_ok(), survives);
        assert_eq!(tree.state(r, 0).map(|s| s.permission == ReservedIm), Some(survives));
    }
}

#[test]
fn empty_ranges_do_nothing_but_the_new_tag_is_real() {
    let (mut tree, root) = Tree::new(4);
    let dead = mutable(&mut tree, root);
    tree.access(root, Write, 0..4).unwrap();
    tree.access(dead, Write, 2..2).unwrap();
    let empty = tree.reborrow(dead, &[(4..4, RESERVED)], RESERVED, CALL).unwrap();
    assert_eq!(blame(tree.access(empty, Read, 0..1)), (Rule::Insufficient, dead, 0));
}

#[test]
fn an_allocation_without_bytes_is_never_violated() {
    let (mut tree, root) = Tree::new(0);
    let r = tree.reborrow(root, &[(0..0, RESERVED)], RESERVED, CALL).unwrap();
    let s = tree.reborrow(r, &[(0..0, Frozen)], Frozen, None).unwrap();
    tree.access(s, Write, 0..0).unwrap();
    tree.retain(|tag| tag == s);
    tree.release(r).unwrap();
    tree.dealloc(s).unwrap();
    assert_eq!((tree.tag_count(), tree.state(s, 0)), (3, None));
}

#[test]
fn the_youngest_protected_tag_is_blamed_first() {
    let (mut tree, root) = Tree::new(4);
    let older = tree.reborrow(root, &[(0..4, Frozen)], Frozen, CALL).unwrap();
    let younger = tree.reborrow(root, &[(0..4, Frozen)], Frozen, CALL).unwrap();
    assert_eq!(blame(tree.clone().access(root, Write, 0..4)), (Rule::Protected, younger, 0));
    tree.unprotect(younger);
    assert_eq!(blame(tree.access(root, Write, 0..4)), (Rule::Protected, older, 0));
}

#[test]
fn many_tags_and_many_rows_still_obey() {
    let (mut tree, root) = Tree::new(400);
    let tags: Vec<Tag> = (0..100)
        .map(|i| tree.reborrow(root, &[(i * 4..i * 4 + 4, RESERVED)], RESERVED, None).unwrap())
        .collect();
    for _ in 0..2 {
        for (i, &tag) in (0..).zip(&tags) {
            tree.access(tag, Write, i * 4..i * 4 + 4).unwrap();
        }
    }
    assert_eq!(blame(tree.access(tags[80], Read, 320..328)), (Rule::Insufficient, tags[80], 324));
}

#[test]
fn writing_byte_by_byte_leaves_one_row() {
    let (mut tree, root) = Tree::new(64);
    let r = tree.reborrow(root, &[(0..64, RESERVED)], RESERVED, None).unwrap();
    for offset in 0..64 {
        tree.access(r, Write, offset..offset + 1).unwrap();
        assert!(tree.grid.row_count() <= 2);
    }
    for offset in (0..64).rev() {
        tree.access(root, Read, offset..offset + 1).unwrap();
        assert!(tree.grid.row_count() <= 2);
    }
}

#[test]
fn an_error_tells_the_past_of_both_tags() {
    let (mut tree, root) = Tree::new(4);
    tree.record_history();
    tree.set_stamp(10);
    let r = mutable(&mut tree, root);
    tree.set_stamp(11);
    tree.access(r, Write, 0..4).unwrap();
    tree.set_stamp(12);
    let s = shared(&mut tree, r);
    tree.set_stamp(13);
    tree.access(root, Write, 0..2).unwrap();
    tree.access(root, Write, 2..4).unwrap();
    tree.set_stamp(14);
    let error = tree.access(s, Read, 0..4).unwrap_err();
    let [history] = error.histories.as_slice() else { panic!("{:?}", error.histories) };
    assert_eq!((history.tag, history.created, history.parent), (s, 12, Some(r)));
    let [death] = history.changes.as_slice() else { panic!("{:?}", history.changes) };
    assert_eq!((death.stamp, death.range.clone(), death.by), (13, 0..4, root));
    assert_eq!((death.from, death.to), (Frozen, Permission::Disabled));
    let past: Vec<u64> = tree.history_of(r).unwrap().changes.iter().map(|c| c.stamp).collect();
    assert_eq!(past, [11, 13]);
    assert_eq!(
        error.to_string(),
        "read access through <2> at offset 0 is forbidden: the tag is Disabled"
    );
}

#[test]
fn recorded_pasts_are_bounded_and_leave_with_their_tags() {
    let (mut tree, root) = Tree::new(400);
    tree.record_history();
    let r = tree.reborrow(root, &[(0..400, RESERVED)], RESERVED, None).unwrap();
    for offset in (0..400).step_by(2) {
        tree.access(r, Write, offset..offset + 1).unwrap();
    }
    let kept = tree.history_of(r).unwrap().changes.len();
    assert!((1..=32).contains(&kept), "{kept}");
    tree.retain(|_| false);
    assert_eq!(tree.history_of(r), None);
}

#[test]
fn trees_are_independent_of_their_clones() {
    let (mut tree, root) = Tree::new(4);
    let r = mutable(&mut tree, root);
    let before = tree.clone();
    tree.access(root, Write, 0..4).unwrap();
    assert!(tree.access(r, Read, 0..4).is_err());
    let mut tree = before;
    assert!(tree.access(r, Write, 0..4).is_ok());
}
