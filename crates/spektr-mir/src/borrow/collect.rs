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
        if kept.iter().all(|&kept| kept) {
            self.collected();
            return;
        }
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

const fn stays_related(
    related: &Superfluous,
    parent: usize,
    child: usize,
    siblings: bool,
) -> bool {
    let (above, below) = (State::unpack(parent as Packed), State::unpack(child as Packed));
    let kinds: [AccessKind; 2] = [Read, Write];
    let mut i = 0;
    while i < kinds.len() {
        let through_child =
            holds_after(related, (above, Relation::Child), (below, Relation::Child), kinds[i], true);
        let from_outside =
            holds_after(related, (above, Relation::Foreign), (below, Relation::Foreign), kinds[i], true);
        // If the parent stops this one, the sibling that was used has to as well: that is
        // the sibling's pair to answer for.
        let through_sibling = !siblings
            || holds_after(related, (above, Relation::Child), (below, Relation::Foreign), kinds[i], false);
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
