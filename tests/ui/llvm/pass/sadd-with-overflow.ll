; returns <2147483648 (0x80000000), 1>
declare {i32, i1} @llvm.sadd.with.overflow.i32(i32, i32)
define {i32, i1} @main() {
  %r = call {i32, i1} @llvm.sadd.with.overflow.i32(i32 2147483647, i32 1)
  ret {i32, i1} %r
}
