; returns <4294967295 (0xffffffff), 0>
declare {i32, i1} @llvm.ssub.with.overflow.i32(i32, i32)
define {i32, i1} @main() {
  %r = call {i32, i1} @llvm.ssub.with.overflow.i32(i32 0, i32 1)
  ret {i32, i1} %r
}
