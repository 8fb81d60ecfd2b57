; returns <0, 1>
declare {i32, i1} @llvm.uadd.with.overflow.i32(i32, i32)
define {i32, i1} @main() {
  %r = call {i32, i1} @llvm.uadd.with.overflow.i32(i32 -1, i32 1)
  ret {i32, i1} %r
}
