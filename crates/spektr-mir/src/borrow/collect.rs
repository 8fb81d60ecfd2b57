//! Garbage collection: forgets tags that no pointer carries any more, wherever that
//! cannot change a later verdict, so that loops which copy references keep their
//! trees small. What "cannot" means is computed from the transitions themselves.

use super::AccessKind::{Read, Write};
use super::permission::Permission;
use super::state::{PACKED, Packed, Relation, State, without_protector};
use super::tree::{ROOT, Slot, Tree};
use super::{AccessKind, Tag};

/// Whether a dead, unprotected parent (row) is superfluous above a child (column): no
/// future lets the parent forbid an access through the child that the child allows.
type Superfluous = [[bool; PACKED]; Permission::ALL.len()];

/// For a parent with one child.
static ABOVE_ONLY_CHILD: Superfluous = superfluous(false);
/// For a parent with several, which see each other's accesses as foreign.
static ABOVE_SIBLINGS: Superfluous = superfluous(true);

impl Tree {
    /// Forgets tags for which `live` is false. `live` must hold for every tag that a
    /// pointer value carries, wherever it is stored; protected tags and the root are
    /// always kept. A dead tag with living descendants stays while it can matter.
    pub fn retain(&mut self, live: impl Fn(Tag) -> bool) {
        let kept = self.choose(live);
        self.remove_all_but(&kept);
        self.collected();
    }

    /// Decides for each slot, children before parents; makes the children of a dropped
    /// tag those of its parent.
    fn choose(&mut self, live: impl Fn(Tag) -> bool) -> Vec<bool> {
        let mut kept = vec![true; self.nodes.len()];
        let mut children: Vec<Vec<Slot>> = vec![Vec::new(); self.nodes.len()];
        for slot in (0..self.nodes.len()).rev() {
            let node = &self.nodes[slot];
            let parent = node.parent;
            let dead = node.protector.is_none() && !live(node.tag);
            let own = std::mem::take(&mut children[slot]);
            if dead && self.is_superfluous(slot, &own) {
                kept[slot] = false;
                for &child in &own {
                    self.nodes[child as usize].parent = parent;
                }
                if parent != ROOT {
                    children[parent as usize].extend(own);
                }
            } else if parent != ROOT {
                children[parent as usize].push(slot as Slot);
            }
        }
        kept
    }

    /// Whether a dead tag can go: always if nothing derives from it.
    fn is_superfluous(&self, slot: usize, children: &[Slot]) -> bool {
        let table = if children.len() == 1 { &ABOVE_ONLY_CHILD } else { &ABOVE_SIBLINGS };
        (0..self.grid.row_count()).all(|row| {
            let cells = self.grid.cells(row);
            let above = &table[(cells[slot] & 0x07) as usize];
            children.iter().all(|&child| above[cells[child as usize] as usize])
        })
    }

    fn remove_all_but(&mut self, kept: &[bool]) {
        let mut moved_to = Vec::with_capacity(kept.len());
        let mut count = 0;
        for &kept in kept {
            moved_to.push(count);
            count += Slot::from(kept);
        }
        self.grid.keep_columns(kept);
        let mut slot = 0;
        self.nodes.retain(|_| {
            slot += 1;
            kept[slot - 1]
        });
        for node in &mut self.nodes {
            if node.parent != ROOT {
                node.parent = moved_to[node.parent as usize];
            }
        }
        if let Some(history) = &mut self.history {
            let nodes = &self.nodes;
            history.retain(|tag| nodes.binary_search_by_key(&tag, |node| node.tag).is_ok());
        }
    }
}

/// The greatest relation such that whatever happens next, either the program stops at
/// the child anyway, or the parent does not stop it and the two are related again.
const fn superfluous(siblings: bool) -> Superfluous {
    let mut related = [[true; PACKED]; Permission::ALL.len()];
    let mut stable = false;
    while !stable {
        stable = true;
        let mut parent = 0;
        while parent < related.len() {
            let mut child = 0;
            while child < PACKED {
                let valid = child & 0x07 < Permission::ALL.len();
                if related[parent][child]
                    && !(valid && stays_related(&related, parent, child, siblings))
                {
                    related[parent][child] = false;
                    stable = false;
                }
                child += 1;
            }
            parent += 1;
        }
    }
    related
}

const fn stays_related(related: &Superfluous, parent: usize, child: usize, siblings: bool) -> bool {
    let (above, below) = (State::unpack(parent as Packed), State::unpack(child as Packed));
    let kinds: [AccessKind; 2] = [Read, Write];
    let mut i = 0;
    while i < kinds.len() {
        let through_child = holds_after(
            related,
            (above, Relation::Child),
            (below, Relation::Child),
            kinds[i],
            true,
        );
        let from_outside = holds_after(
            related,
            (above, Relation::Foreign),
            (below, Relation::Foreign),
            kinds[i],
            true,
        );
        // If the parent stops this one, the sibling that was used has to as well: that is
        // the sibling's pair to answer for.
        let through_sibling = !siblings
            || holds_after(
                related,
                (above, Relation::Child),
                (below, Relation::Foreign),
                kinds[i],
                false,
            );
        if !(through_child && from_outside && through_sibling) {
            return false;
        }
        i += 1;
    }
    related[parent][without_protector(child as Packed) as usize]
}

const fn holds_after(
    related: &Superfluous,
    (above, to_above): (State, Relation),
    (below, to_below): (State, Relation),
    kind: AccessKind,
    parent_must_allow: bool,
) -> bool {
    let Some(below) = below.after(to_below, kind) else { return true };
    match above.after(to_above, kind) {
        Some(above) => related[(above.pack() & 0x07) as usize][below.pack() as usize],
        None => !parent_must_allow,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::borrow::CallId;
    use Permission::{Cell, Disabled, Frozen, ReadOnly, Reserved, ReservedIm, Unique};

    fn above(parent: Permission, child: Permission, protected: bool, table: &Superfluous) -> bool {
        let index = |permission| State::new(permission, true, false).pack() & 0x07;
        let child = State::new(child, child != Disabled || !protected, protected);
        table[index(parent) as usize][child.pack() as usize]
    }

    /// What Miri collapses above an only child is what may be collapsed at the least.
    #[test]
    fn collapses_whatever_miri_collapses() {
        for parent in Permission::ALL {
            for child in Permission::ALL {
                let miri = match (parent, child) {
                    // Miri knows no such tags.
                    (ReadOnly, _) | (_, ReadOnly) => false,
                    (Cell, _) => true,
                    (_, Cell) => false,
                    (ReservedIm, _) => true,
                    (_, ReservedIm) => false,
                    (Reserved { .. }, _) => true,
                    (_, Reserved { .. }) => false,
                    (Unique, Unique | Frozen | Disabled) => true,
                    (Frozen, Frozen | Disabled) | (Disabled, Disabled) => true,
                    (Frozen | Disabled, Unique) | (Disabled, Frozen) => false,
                };
                for protected in [false, true] {
                    if protected && matches!(child, ReservedIm | ReadOnly) {
                        continue;
                    }
                    let ours = above(parent, child, protected, &ABOVE_ONLY_CHILD);
                    assert!(ours || !miri, "{parent} above {child}, protected: {protected}");
                    let wary = above(parent, child, protected, &ABOVE_SIBLINGS);
                    assert!(ours || !wary, "siblings can only make it harder");
                }
            }
        }
    }

    #[test]
    fn keeps_a_parent_that_forbids_more_than_its_child() {
        for (parent, child) in [
            (Frozen, Permission::RESERVED),
            (Unique, Permission::RESERVED),
            (Permission::RESERVED, ReservedIm),
            (Disabled, Frozen),
            (Frozen, Cell),
        ] {
            assert!(!above(parent, child, false, &ABOVE_ONLY_CHILD), "{parent} above {child}");
        }
    }

    /// Runs `body` many times and collects when the tree asks; how large it ever got.
    fn most_tags(mut body: impl FnMut(&mut Tree) -> Tag) -> usize {
        let (mut tree, _) = Tree::new(16);
        let mut most = 0;
        for _ in 0..10_000 {
            let live = body(&mut tree);
            if tree.wants_collection() {
                tree.retain(|tag| tag == live);
            }
            most = most.max(tree.tag_count());
        }
        most
    }

    #[test]
    fn loops_keep_their_trees_small() {
        let part = |permission| [(0..4, permission)];
        let mut current = Tag::ROOT;
        let copied_shared = most_tags(|tree| {
            current = tree.reborrow(current, &part(Frozen), Frozen, None).unwrap();
            current
        });
        let mut current = Tag::ROOT;
        let reborrowed_and_written = most_tags(|tree| {
            let reserved = Permission::RESERVED;
            current = tree.reborrow(current, &part(reserved), reserved, None).unwrap();
            tree.access(current, Write, 0..4).unwrap();
            current
        });
        let fresh_each_time = most_tags(|tree| {
            let reserved = Permission::RESERVED;
            let tag = tree.reborrow(Tag::ROOT, &part(reserved), reserved, None).unwrap();
            tree.access(tag, Write, 0..2).unwrap();
            tag
        });
        let most = [copied_shared, reborrowed_and_written, fresh_each_time];
        assert!(most.iter().all(|&most| most <= 40), "{most:?}");
    }

    #[test]
    fn protected_and_living_tags_stay_and_tags_are_never_reused() {
        let (mut tree, root) = Tree::new(4);
        let whole = [(0..4, Frozen)];
        let dead = tree.reborrow(root, &whole, Frozen, None).unwrap();
        let protected = tree.reborrow(root, &whole, Frozen, Some(CallId(1))).unwrap();
        let living = tree.reborrow(dead, &whole, Frozen, None).unwrap();
        tree.retain(|tag| tag == living);
        assert_eq!(tree.tag_count(), 3);
        assert_eq!(tree.state(dead, 0), None);
        assert!(tree.state(protected, 0).is_some() && tree.state(living, 0).is_some());
        assert!(tree.access(living, Write, 0..1).is_err());
        tree.unprotect(protected);
        tree.retain(|_| false);
        assert_eq!(tree.tag_count(), 1);
        let next = tree.reborrow(root, &whole, Frozen, None).unwrap();
        assert!(next > living);
    }
}
