; returns <0, 1>
declare {i32, i1} @llvm.smul.with.overflow.i32(i32, i32)
define {i32, i1} @main() {
  %r = call {i32, i1} @llvm.smul.with.overflow.i32(i32 65536, i32 65536)
  ret {i32, i1} %r
}
