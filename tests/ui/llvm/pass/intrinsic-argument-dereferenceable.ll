; returns 0
declare ptr @llvm.launder.invariant.group.p0(ptr)

define i32 @main() {
  %p = alloca i32
  %q = call ptr @llvm.launder.invariant.group.p0(ptr dereferenceable(4) %p)
  ret i32 0
}
