declare i32 @outside(i32)
declare void @notify(ptr)
declare i32 @pure(i32) memory(none) nounwind willreturn
declare i32 @__gxx_personality_v0(...)

define i32 @twice(i32 %x) {
  %once = call i32 @outside(i32 %x)
  %again = call i32 @outside(i32 %once)
  ret i32 %again
}

define i32 @same_twice(i32 %x) {
  %a = call i32 @pure(i32 %x)
  %b = call i32 @pure(i32 %x)
  %sum = add i32 %a, %b
  ret i32 %sum
}

define internal i32 @helper(i32 %x, i32 %y) {
  %big = icmp ugt i32 %x, %y
  br i1 %big, label %one, label %two

one:
  ret i32 %x

two:
  %sum = add i32 %y, 1
  ret i32 %sum
}

define i32 @of_helper(i32 %x) {
  %a = call i32 @helper(i32 %x, i32 10)
  %b = call i32 @helper(i32 %a, i32 %x)
  ret i32 %b
}

define i32 @factorial(i32 %n) {
  %small = and i32 %n, 7
  %r = call i32 @product_down(i32 %small)
  ret i32 %r
}

define internal i32 @product_down(i32 %n) {
entry:
  %done = icmp eq i32 %n, 0
  br i1 %done, label %base, label %step

base:
  ret i32 1

step:
  %less = sub i32 %n, 1
  %rest = call i32 @product_down(i32 %less)
  %product = mul i32 %n, %rest
  ret i32 %product
}

define i32 @shows_its_memory(i32 %x) {
  %slot = alloca i32
  store i32 %x, ptr %slot
  call void @notify(ptr %slot)
  %after = load i32, ptr %slot
  ret i32 %after
}

define i32 @may_unwind(i32 %x) personality ptr @__gxx_personality_v0 {
  %r = invoke i32 @outside(i32 %x) to label %fine unwind label %broken

fine:
  ret i32 %r

broken:
  %pad = landingpad { ptr, i32 } cleanup
  ret i32 -1
}

define i32 @tail_of(i32 %x) {
  %y = xor i32 %x, 85
  %r = tail call i32 @outside(i32 %y)
  ret i32 %r
}

define i32 @by_pointer(i1 %which, i32 %x) {
  %f = select i1 %which, ptr @outside, ptr @pure
  %r = call i32 %f(i32 %x)
  ret i32 %r
}
