//! Memory: objects with addresses, lifetimes and bytes, and pointers' rights to them. It
//! knows what an access must fulfil (LangRef, "Pointer Aliasing Rules", "Object Lifetime")
//! but no instructions.

pub mod byte;
mod typed;

pub use typed::encode;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::stop::{Step, Undefined, Unspecified, unsupported};
use super::value::{Pointer, Tag};
use byte::{Bytes, Shadow};

/// An object, by its place in [`Memory`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u32);

/// Where an object comes from, which decides who else can see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An `alloca`, of the frame with that number.
    Stack(u32),
    /// Memory of an allocation function.
    Heap,
    /// A global variable; whether others than this module can see it.
    Global { visible: bool },
    /// A function's code.
    Function,
    /// Something that the caller, or an external function, has made.
    Outside,
}

/// Where an object stands in its lifetime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// `llvm.lifetime.start` is still to come.
    Before,
    Live,
    /// `llvm.lifetime.end` was reached.
    After,
    /// Freed, or its function has returned.
    Gone,
}

#[derive(Clone, Debug)]
pub struct Object {
    pub origin: Origin,
    pub life: Life,
    pub address: u64,
    pub align: u64,
    pub bytes: Rc<Bytes>,
    pub constant: bool,
    /// The language does not fix the address; the machine's number means nothing.
    pub open_address: bool,
    /// Others may have learnt the address.
    pub escaped: bool,
    /// The address became an integer.
    pub exposed: bool,
    /// Bytes that were accessed, first and last; to fit an object to its use.
    pub touched: Option<(u64, u64)>,
    /// A copy that a `byval` parameter made.
    pub copied: bool,
    /// It was accessed atomically.
    pub atomic: bool,
    /// Something was stored or copied to it that was not there from the start.
    pub stored: bool,
    /// The largest alignment that an access relied on.
    pub relied_align: u64,
    /// What a person calls it.
    pub name: Rc<str>,
    /// The right that was granted with it.
    pub tag: Tag,
}

impl Object {
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }
}

/// What a pointer may do beyond its object being alive.
#[derive(Clone, Copy, Debug)]
pub struct Right {
    pub object: ObjectId,
    /// The pointer this one was derived from.
    pub parent: Tag,
    pub readable: bool,
    pub writable: bool,
}

/// What is wanted of a range of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

/// Memory is not unlimited.
const LARGEST: u64 = 1 << 24;

#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Runs share the objects that they do not change.
    objects: Vec<Rc<Object>>,
    /// Entry 0 stands for no provenance.
    rights: Vec<Right>,
    by_address: BTreeMap<u64, ObjectId>,
    /// The same for what was there before the run, and stays.
    settled: Rc<BTreeMap<u64, ObjectId>>,
    next_stack: u64,
    next_heap: u64,
    total: u64,
    /// How often objects were made or changed.
    pub changes: u64,
    /// Whether a bare address gives access to the object that lies there.
    pub forgiving: bool,
    /// Whether an object was found like this: what such a pointer is based on is not known.
    pub found: Cell<bool>,
}

/// Where objects are laid out. All below 2^31, so that 32-bit pointers reach them.
pub const GLOBALS: u64 = 0x0001_0000;
pub const OUTSIDE: u64 = 0x1000_0000;
const HEAP: u64 = 0x3000_0000;
const STACK: u64 = 0x5000_0000;

/// What an object is to be.
pub struct Plan {
    pub origin: Origin,
    pub align: u64,
    pub bytes: Bytes,
    pub constant: bool,
    pub open_address: bool,
    pub name: Rc<str>,
}

impl Memory {
    pub fn new() -> Memory {
        let nobody = Right {
            object: ObjectId(u32::MAX),
            parent: Tag::NONE,
            readable: false,
            writable: false,
        };
        Memory { rights: vec![nobody], next_stack: STACK, next_heap: HEAP, ..Memory::default() }
    }

    /// A new live object where the machine likes it: just as aligned as asked for.
    pub fn allocate(&mut self, plan: Plan) -> Step<Pointer> {
        let size = plan.bytes.len() as u64;
        let next = match plan.origin {
            Origin::Stack(_) => &mut self.next_stack,
            _ => &mut self.next_heap,
        };
        let address = exactly_aligned(*next, plan.align);
        *next = address + size + 16;
        self.place(address, plan)
    }

    /// A new live object at an address.
    pub fn place(&mut self, address: u64, plan: Plan) -> Step<Pointer> {
        let size = plan.bytes.len() as u64;
        self.total = self.total.saturating_add(size);
        if self.total > LARGEST || self.objects.len() > 1 << 20 {
            return Err(Box::new(super::stop::Stop::OutOfFuel));
        }
        self.changes += 1;
        let id = ObjectId(self.objects.len() as u32);
        let escaped = matches!(plan.origin, Origin::Outside | Origin::Function)
            || plan.origin == Origin::Global { visible: true };
        let tag =
            self.grant(Right { object: id, parent: Tag::NONE, readable: true, writable: true });
        self.objects.push(Rc::new(Object {
            origin: plan.origin,
            life: Life::Live,
            address,
            align: plan.align,
            bytes: Rc::new(plan.bytes),
            constant: plan.constant,
            open_address: plan.open_address,
            escaped,
            exposed: escaped,
            touched: None,
            copied: false,
            stored: false,
            atomic: false,
            relied_align: 1,
            name: plan.name,
            tag,
        }));
        self.by_address.insert(address, id);
        Ok(Pointer { tag, address })
    }

    pub fn grant(&mut self, right: Right) -> Tag {
        self.rights.push(right);
        Tag(self.rights.len() as u32 - 1)
    }

    #[inline]
    pub fn right(&self, tag: Tag) -> Option<&Right> {
        if tag == Tag::NONE { None } else { self.rights.get(tag.0 as usize) }
    }

    #[inline]
    pub fn object_of(&self, tag: Tag) -> Option<ObjectId> {
        self.right(tag).map(|right| right.object)
    }

    #[inline]
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    #[inline]
    pub fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        self.changes += 1;
        Rc::make_mut(&mut self.objects[id.0 as usize])
    }

    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.objects.iter().enumerate().map(|(at, object)| (ObjectId(at as u32), &**object))
    }

    pub fn object_count(&self) -> usize {
        self.objects.len()
    }

    /// What is there now is there in every run that starts from here.
    pub fn settle(&mut self) {
        self.settled = Rc::new(std::mem::take(&mut self.by_address));
    }

    /// The live object that an address lies in, or just behind.
    pub fn at_address(&self, address: u64) -> Option<ObjectId> {
        let own = self.by_address.range(..=address).next_back();
        let (_, &id) = own.max(self.settled.range(..=address).next_back())?;
        let object = self.object(id);
        (address - object.address <= object.size() && object.life != Life::Gone).then_some(id)
    }

    /// The pointer that an integer stands for. LangRef, "'inttoptr .. to' Instruction": which
    /// object it may access is not decided; a forgiving memory finds it by the address.
    pub fn from_address(&self, address: u64) -> Pointer {
        let found = match self.forgiving {
            true => self.at_address(address).inspect(|_| self.found.set(true)),
            false => self.at_address(address).filter(|&id| {
                let object = self.object(id);
                object.exposed && !object.open_address
            }),
        };
        match found {
            Some(id) => Pointer { tag: self.own_tag(id), address },
            None => Pointer::bare(address),
        }
    }

    /// The right that was granted with an object: the first one.
    pub fn own_tag(&self, id: ObjectId) -> Tag {
        self.object(id).tag
    }

    /// Gives a restricted right back what the right has that it came from.
    pub fn unrestrict(&mut self, tag: Tag) {
        let parent = self.rights[self.rights[tag.0 as usize].parent.0 as usize];
        let right = &mut self.rights[tag.0 as usize];
        (right.readable, right.writable) = (parent.readable, parent.writable);
    }

    /// Checks an access and says where it is. LangRef, "Pointer Aliasing Rules".
    pub fn check(
        &mut self,
        pointer: Pointer,
        size: u64,
        align: u64,
        access: Access,
    ) -> Step<(ObjectId, usize)> {
        let Some(right) = self.right(pointer.tag).copied() else {
            return Err(self.without_right(pointer));
        };
        match access {
            Access::Read if !right.readable => return Err(Undefined::ParameterRead.into()),
            Access::Write if !right.writable => return Err(Undefined::ParameterWritten.into()),
            _ => {}
        }
        let object = &*self.objects[right.object.0 as usize];
        match object.life {
            Life::Live => {}
            Life::Gone => return Err(Undefined::Dangling.into()),
            Life::Before | Life::After => return Err(Undefined::NotYetAlive.into()),
        }
        if object.origin == Origin::Function {
            return Err(Undefined::FunctionAccessed.into());
        }
        if access == Access::Write && object.constant {
            return Err(Undefined::ConstantWritten.into());
        }
        let offset = pointer.address.wrapping_sub(object.address);
        if offset > object.size() || size > object.size() - offset {
            return Err(Undefined::OutOfBounds.into());
        }
        let aligned = match object.open_address {
            true => offset.is_multiple_of(align) && object.align.is_multiple_of(align),
            false => pointer.address.is_multiple_of(align),
        };
        if !aligned {
            return Err(Undefined::Misaligned.into());
        }
        let touched = match (object.touched, size) {
            (touched, 0) => touched,
            (None, size) => Some((offset, offset + size - 1)),
            (Some((first, end)), size) => Some((first.min(offset), end.max(offset + size - 1))),
        };
        if align > object.relied_align || touched != object.touched {
            let object = Rc::make_mut(&mut self.objects[right.object.0 as usize]);
            object.relied_align = object.relied_align.max(align);
            object.touched = touched;
        }
        Ok((right.object, offset as usize))
    }

    fn without_right(&self, pointer: Pointer) -> Box<super::stop::Stop> {
        match pointer.address {
            0 => Undefined::Null.into(),
            address if self.at_address(address).is_some() => Unspecified::Provenance.into(),
            _ => Undefined::NoProvenance.into(),
        }
    }

    /// Whether `size` bytes from a pointer on may be read: what `dereferenceable` promises.
    pub fn is_dereferenceable(&self, pointer: Pointer, size: u64) -> bool {
        let Some(right) = self.right(pointer.tag) else { return size == 0 };
        let object = self.object(right.object);
        let offset = pointer.address.wrapping_sub(object.address);
        object.life != Life::Gone && offset <= object.size() && size <= object.size() - offset
    }

    /// Whether an address is certainly a multiple of `align`; `None` if that is open.
    pub fn is_aligned(&self, pointer: Pointer, align: u64) -> Option<bool> {
        let object = self.object_of(pointer.tag).map(|id| self.object(id));
        match object {
            Some(object) if object.open_address => {
                let offset = pointer.address.wrapping_sub(object.address);
                if object.align % align == 0 {
                    return Some(offset % align == 0);
                }
                // Misaligned within what is known of the object's alignment.
                if offset % object.align != 0 { Some(false) } else { None }
            }
            _ => Some(pointer.address.is_multiple_of(align)),
        }
    }

    /// Remembers that somebody relies on an alignment, to fit an object to its use.
    pub fn rely(&mut self, pointer: Pointer, align: u64) {
        if let Some(id) = self.object_of(pointer.tag)
            && align > self.object(id).relied_align
        {
            self.object_mut(id).relied_align = align;
        }
    }

    #[inline]
    pub fn bytes_mut(&mut self, id: ObjectId) -> &mut Bytes {
        Rc::make_mut(&mut self.object_mut(id).bytes)
    }

    /// A copy of a range of bytes, as `memcpy` and `memmove` make it.
    pub fn read_bytes(&mut self, from: Pointer, size: u64, align: u64) -> Step<Bytes> {
        if size == 0 {
            return Ok(Bytes::default());
        }
        let (id, offset) = self.check(from, size, align, Access::Read)?;
        if size > LARGEST {
            return unsupported("a copy of that size");
        }
        Ok(self.object(id).bytes.slice(offset, size as usize))
    }

    pub fn write_bytes(&mut self, to: Pointer, bytes: &Bytes, align: u64) -> Step<()> {
        if bytes.len() == 0 {
            return Ok(());
        }
        let (id, offset) = self.check(to, bytes.len() as u64, align, Access::Write)?;
        self.object_mut(id).stored = true;
        self.bytes_mut(id).paste(offset, bytes);
        Ok(())
    }

    /// An access that other threads may meet.
    pub fn mark_atomic(&mut self, pointer: Pointer) {
        if let Some(id) = self.object_of(pointer.tag) {
            self.object_mut(id).atomic = true;
        }
    }

    /// Every address is what the machine has.
    pub fn fix_addresses(&mut self) {
        for object in self.objects.iter_mut().filter(|object| object.open_address) {
            Rc::make_mut(object).open_address = false;
        }
    }

    /// Ends an object's storage.
    pub fn end(&mut self, id: ObjectId) {
        let object = self.object_mut(id);
        object.life = Life::Gone;
        let address = object.address;
        self.by_address.remove(&address);
    }

    /// `llvm.lifetime.start`: alive, with undefined contents. LangRef, "'llvm.lifetime.start'
    /// Intrinsic".
    pub fn start_life(&mut self, id: ObjectId) {
        let object = self.object_mut(id);
        object.life = Life::Live;
        let size = object.bytes.len();
        self.bytes_mut(id).fill(0, size, 0, Shadow::UNDEF);
    }

    /// `llvm.lifetime.end`: not to be accessed until it starts again.
    pub fn end_life(&mut self, id: ObjectId) {
        let object = self.object_mut(id);
        object.life = Life::After;
        let size = object.bytes.len();
        self.bytes_mut(id).fill(0, size, 0, Shadow::POISON);
    }
}

/// The next address that is a multiple of `align` but of nothing larger.
pub fn exactly_aligned(from: u64, align: u64) -> u64 {
    let align = align.max(1);
    let start = from.next_multiple_of(align);
    if align < 4096 && start.is_multiple_of(2 * align) { start + align } else { start }
}
