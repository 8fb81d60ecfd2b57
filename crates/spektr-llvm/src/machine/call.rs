//! Calls, returns and exceptions. LangRef, "'call' Instruction", "'invoke' Instruction",
//! "'ret' Instruction", "'landingpad' Instruction", "'resume' Instruction".

use super::attribute::effects_of;
use super::code::{Target, function_at};
use super::frame::{CallSite, Flow, Frame};
use super::memory::Origin;
use super::memory::Plan;
use super::run::{DEEPEST, Machine};
use super::stop::{Step, Stop, Undefined, Unspecified, unsupported};
use super::value::Value;
use crate::syntax::{
    Argument, Attribute, BlockId, Call, Callee, Clause, Flag, Function, GlobalId, Instruction, Op,
    Operand, TypeAttribute,
};
use crate::typing::same_type;

impl<'m> Machine<'_, 'm> {
    pub fn call(
        &mut self,
        instruction: &'m Instruction,
        call: &'m Call,
        invoke: Option<(BlockId, BlockId)>,
    ) -> Step<Flow> {
        let code = self.code;
        let callee = match &call.callee {
            Callee::Asm(_) => return unsupported("inline assembly"),
            Callee::Value(operand) => self.callee(*operand)?,
        };
        let metadata = instruction.metadata.as_slice();
        let site = CallSite { call, result: instruction.result, metadata, invoke };
        let global = code.module.global(callee);
        if let Target::Intrinsic(intrinsic) = &code.targets[callee.index()] {
            let value = self.intrinsic(intrinsic, instruction, call)?;
            let flow = self.answered(&site, value);
            return Ok(flow);
        }
        let Some(function) = global.function() else {
            return Err(Undefined::NotAFunction.into());
        };
        if let Some(bundle) = call.bundles.first() {
            return unsupported(format!("an operand bundle {}", bundle.tag));
        }
        // LangRef, "'call' Instruction": the call's type and convention must be the
        // function's.
        if call.convention != function.convention {
            return Err(Undefined::Signature.into());
        }
        if call.ty != global.ty {
            // Structs of two names may be of one kind; whether that is enough is not said.
            let module = code.module;
            if !same_type(module, call.ty, module, global.ty) {
                return Err(Undefined::Signature.into());
            }
            if self.side.is_free() {
                return Err(Unspecified::Environment.into());
            }
        }
        let arguments = self.arguments(call, function)?;
        match &code.targets[callee.index()] {
            Target::Defined if self.is_recursion_excluded(callee) => {
                Err(Undefined::Recursed.into())
            }
            Target::Defined => self.enter_function(callee, arguments, Some(site)),
            Target::External => self.external(callee, arguments, site),
            Target::Refused(what) => unsupported(*what),
            Target::Intrinsic(_) => unsupported("an intrinsic here"),
        }
    }

    fn is_recursion_excluded(&self, callee: GlobalId) -> bool {
        let mut frames = self.callers.iter().chain([&self.frame]);
        frames.any(|frame| {
            frame.function == callee
                && self.code.module.has_flag(&frame.declared.attributes, Flag::NoRecurse)
        })
    }

    fn callee(&self, operand: Operand) -> Step<GlobalId> {
        match self.get(operand) {
            Value::Pointer(pointer) => match function_at(&self.memory, *pointer) {
                Some(function) => Ok(function),
                None if pointer.address == 0 => Err(Undefined::Null.into()),
                None => match self.memory.object_of(pointer.tag) {
                    Some(id) if self.memory.object(id).origin == Origin::Outside => {
                        Err(Unspecified::Environment.into())
                    }
                    Some(_) => Err(Undefined::NotAFunction.into()),
                    None => Err(Unspecified::Provenance.into()),
                },
            },
            Value::Unknown(why) => Err((*why).into()),
            _ => Err(Undefined::CalleePoison.into()),
        }
    }

    /// The values that a callee gets: attributes of the call and of the function hold both.
    fn arguments(&mut self, call: &'m Call, function: &'m Function) -> Step<Vec<Value>> {
        let mut values = Vec::with_capacity(call.args.len());
        for (at, argument) in call.args.iter().enumerate() {
            let Argument::Value { value: operand, attributes } = argument else {
                return unsupported("metadata as an argument");
            };
            let declared = function.param_attributes.get(at).map_or(&[][..], |it| &it[..]);
            let value = self.get(*operand).clone();
            if declared.is_empty() && attributes.is_empty() {
                values.push(value);
                continue;
            }
            let ty = self.ty(*operand);
            let all: Vec<&Attribute> = declared.iter().chain(attributes).collect();
            values.push(self.admitted(value, ty, &all)?);
        }
        Ok(values)
    }

    /// Starts a function that has a body.
    pub fn enter_function(
        &mut self,
        id: GlobalId,
        arguments: Vec<Value>,
        origin: Option<CallSite<'m>>,
    ) -> Step<Flow> {
        if self.callers.len() >= DEEPEST {
            return Err(Box::new(Stop::OutOfFuel));
        }
        let mut frame = self.new_frame(id, origin)?;
        let function = frame.declared;
        for (at, value) in arguments.iter().enumerate() {
            if at >= frame.body.params as usize {
                return unsupported("a call with variable arguments");
            }
            let declared = function.param_attributes.get(at).map_or(&[][..], |it| &it[..]);
            let here = origin.and_then(|site| site.call.args.get(at));
            let here = here.map_or(&[][..], Argument::attributes);
            let mut value = value.clone();
            if !declared.is_empty() || !here.is_empty() {
                let all: Vec<&Attribute> = declared.iter().chain(here).collect();
                value = self.passed(value, &all, &mut frame)?;
                value = self.promised(value, &all, &mut frame);
                if origin.is_some() && all.iter().any(|it| it.is(Flag::NoAlias)) {
                    value = self.alone(value, &mut frame.alone);
                    frame.granted.extend(frame.alone.last().map(|alone| alone.tag));
                }
            }
            frame.values[at] = value;
        }
        frame.arguments = frame.values[..arguments.len()].to_vec();
        let caller = std::mem::replace(&mut self.frame, frame);
        if self.frame.origin.is_some() {
            self.callers.push(caller);
        }
        Ok(Flow::Entered)
    }

    /// `byval` copies, and rights that the parameter restricts.
    fn passed(
        &mut self,
        value: Value,
        attributes: &[&Attribute],
        frame: &mut Frame<'m>,
    ) -> Step<Value> {
        let by_value = attributes.iter().find_map(|attribute| match attribute {
            Attribute::Type(TypeAttribute::ByVal, ty) => Some(*ty),
            _ => None,
        });
        let refused = attributes.iter().any(|attribute| {
            matches!(
                attribute,
                Attribute::Type(TypeAttribute::InAlloca | TypeAttribute::Preallocated, _)
            )
        });
        if refused {
            return unsupported("inalloca and preallocated arguments");
        }
        if let Some(copied) = by_value {
            let shape = &self.code.shapes[copied];
            let (size, align) = (shape.size, shape.align);
            let from = self.pointer(&value)?;
            let bytes = self.memory.read_bytes(from, size, 1)?;
            let wanted = attributes.iter().find_map(|attribute| match attribute {
                Attribute::Int(crate::syntax::IntAttribute::Align, align) => Some(*align),
                _ => None,
            });
            let pointer = self.memory.allocate(Plan {
                origin: Origin::Stack(frame.number),
                align: wanted.unwrap_or(align),
                bytes,
                constant: false,
                open_address: self.side.is_free(),
                name: "a byval copy".into(),
            })?;
            if let Some(id) = self.memory.object_of(pointer.tag) {
                self.memory.object_mut(id).copied = true;
                frame.allocas.push(id);
            }
            return Ok(Value::Pointer(pointer));
        }
        Ok(self.restricted(value, attributes, &mut frame.granted))
    }

    pub fn new_frame(&mut self, id: GlobalId, origin: Option<CallSite<'m>>) -> Step<Frame<'m>> {
        let module = self.code.module;
        let function = module.global(id).function();
        let Some((function, body)) = function.and_then(|it| Some((it, it.body.as_ref()?))) else {
            return unsupported("a function without a body");
        };
        if module.has_flag(&function.attributes, Flag::Naked)
            || module.has_flag(&function.attributes, Flag::PresplitCoroutine)
        {
            return unsupported("a naked function or coroutine");
        }
        if module.has_flag(&function.attributes, Flag::NullPointerIsValid) {
            return unsupported("null_pointer_is_valid");
        }
        self.frames_made += 1;
        let here = origin.iter().flat_map(|it| module.attributes(&it.call.attributes));
        let effects = effects_of(module.attributes(&function.attributes).chain(here));
        Ok(Frame {
            function: id,
            declared: function,
            body,
            values: vec![Value::Poison; body.values.len()],
            block: BlockId(0),
            at: 0,
            previous: BlockId(0),
            allocas: Vec::new(),
            number: self.frames_made,
            origin,
            arguments: Vec::new(),
            effects,
            granted: Vec::new(),
            alone: Vec::new(),
            borrowed: Vec::new(),
            initialized: Vec::new(),
        })
    }

    pub fn ret(&mut self, operand: Option<Operand>) -> Step<Flow> {
        let code = self.code;
        let function = self.frame.declared;
        if code.module.has_flag(&function.attributes, Flag::NoReturn) {
            return Err(Undefined::NoreturnReturned.into());
        }
        let mut value = None;
        if let Some(operand) = operand {
            let ty = self.ty(operand);
            let mut returned = self.get(operand).clone();
            let all: Vec<&Attribute> = function.result_attributes.iter().collect();
            returned = self.admitted(returned, ty, &all)?;
            self.check_returned(&returned)?;
            value = Some(returned);
        }
        if !self.frame.borrowed.is_empty() || !self.frame.initialized.is_empty() {
            self.promises_kept(value.as_ref())?;
        }
        self.leave();
        let Some(site) = self.frame.origin else { return Ok(Flow::Done(value)) };
        if code.module.has_flag(&site.call.attributes, Flag::NoReturn) {
            return Err(Undefined::NoreturnReturned.into());
        }
        self.back_to_caller();
        if let (Some(returned), Some(result)) = (&value, site.result) {
            let ty = self.frame.body.values[result.index()].ty;
            let all: Vec<&Attribute> = site.call.result_attributes.iter().collect();
            let admitted = self.admitted(returned.clone(), ty, &all)?;
            value = Some(self.annotated(site.metadata, ty, admitted)?);
        }
        // Another frame is active now.
        Ok(match self.answered(&site, value) {
            Flow::Next => Flow::Entered,
            flow => flow,
        })
    }

    /// LangRef, "Parameter Attributes": `returned`.
    fn check_returned(&self, value: &Value) -> Step<()> {
        for (at, attributes) in self.frame.declared.param_attributes.iter().enumerate() {
            if attributes.iter().any(|it| it.is(Flag::Returned)) {
                let argument = &self.frame.arguments[at];
                let same = match (argument, value) {
                    (Value::Pointer(a), Value::Pointer(b)) => a.address == b.address,
                    (a, b) => a == b,
                };
                if !same && argument.is_fixed() && value.is_fixed() {
                    return Err(Undefined::ReturnedDiffers.into());
                }
                if !same && self.side.is_free() {
                    return Err(Unspecified::Attribute.into());
                }
            }
        }
        Ok(())
    }

    /// Ends the memory of the active frame.
    fn leave(&mut self) {
        for id in std::mem::take(&mut self.frame.allocas) {
            self.memory.end(id);
        }
        for tag in std::mem::take(&mut self.frame.granted) {
            self.memory.unrestrict(tag);
        }
    }

    fn leave_unwinding(&mut self) {
        let (declared, call) = (self.frame.declared, self.frame.origin.map(|site| site.call));
        let arguments = std::mem::take(&mut self.frame.arguments);
        self.dead_on_unwind(&arguments, &declared.param_attributes, call);
        self.leave();
    }

    fn back_to_caller(&mut self) {
        if let Some(caller) = self.callers.pop() {
            self.frame = caller;
        }
    }

    /// Goes on after a call in the active frame.
    pub fn answered(&mut self, site: &CallSite<'m>, value: Option<Value>) -> Flow {
        if let (Some(value), Some(result)) = (value, site.result) {
            self.frame.values[result.index()] = value;
        }
        match site.invoke {
            Some((normal, _)) => Flow::Jump(normal),
            None => Flow::Next,
        }
    }

    /// An exception leaves a call of the active frame.
    pub fn unwind(&mut self, site: CallSite<'m>, exception: Value) -> Step<Flow> {
        let mut site = site;
        let module = self.code.module;
        loop {
            if module.has_flag(&site.call.attributes, Flag::NoUnwind) {
                return Err(Undefined::UnwindThroughCall.into());
            }
            if let Some((_, pad)) = site.invoke
                && let Some(flow) = self.land(pad, &exception)?
            {
                return Ok(flow);
            }
            if module.has_flag(&self.frame.declared.attributes, Flag::NoUnwind) {
                return Err(Undefined::NounwindUnwound.into());
            }
            self.leave_unwinding();
            let Some(next) = self.frame.origin else { return Err(Box::new(Stop::Unwound)) };
            self.back_to_caller();
            site = next;
        }
    }

    /// Enters a landing pad, if it wants the exception: the machine's exceptions have a type
    /// that only cleanups and catches of everything take.
    fn land(&mut self, pad: BlockId, exception: &Value) -> Step<Option<Flow>> {
        let block = &self.frame.body.blocks[pad.index()];
        let first = block.instructions.iter().find(|it| !matches!(it.op, Op::Phi { .. }));
        let Some(instruction) = first else { return unsupported("an empty landing pad") };
        let Op::LandingPad { cleanup, clauses, .. } = &instruction.op else {
            return unsupported("funclet exception handling");
        };
        // "Exception Handling in LLVM", restrictions: a landing pad must be ready for selectors
        // that it does not know, because inlining adds clauses. What it gets for a type is
        // therefore not decided, and the selector of a cleanup says nothing.
        let mut catches_all = false;
        for clause in clauses {
            match clause {
                Clause::Catch(it) if *self.get(*it) == Value::NULL => catches_all = true,
                Clause::Catch(_) => return Err(Unspecified::Environment.into()),
                Clause::Filter(_) => return unsupported("a filter clause"),
            }
        }
        if !cleanup && !catches_all {
            return Ok(None);
        }
        let selector = match catches_all {
            true => Value::Int(1),
            false => Value::Unknown(Unspecified::Environment),
        };
        let parts = match exception {
            Value::List(parts) => Value::list(vec![parts[0].clone(), selector]),
            other => Value::list(vec![other.clone(), selector]),
        };
        // The landing pad is executed here; control goes on behind it.
        self.jump(pad)?;
        self.frame.at += 1;
        self.set(instruction, parts);
        Ok(Some(Flow::Entered))
    }

    pub fn resume(&mut self, operand: Operand) -> Step<Flow> {
        let exception = self.get(operand).clone();
        let module = self.code.module;
        if module.has_flag(&self.frame.declared.attributes, Flag::NoUnwind) {
            return Err(Undefined::NounwindUnwound.into());
        }
        self.leave_unwinding();
        let Some(site) = self.frame.origin else { return Err(Box::new(Stop::Unwound)) };
        self.back_to_caller();
        self.unwind(site, exception)
    }

    /// The values of a call's arguments, for intrinsics.
    pub fn argument(&self, call: &Call, at: usize) -> Step<Operand> {
        match call.args.get(at).and_then(Argument::value) {
            Some(operand) => Ok(operand),
            None => unsupported("an intrinsic with fewer arguments"),
        }
    }

    /// Checks that nobody on the stack forbids a write anywhere.
    pub fn forbids_writes(&self) -> bool {
        self.frame.effects.is_some() || self.callers.iter().any(|it| it.effects.is_some())
    }
}
