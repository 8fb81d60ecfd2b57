; returns <5, 1>
define {i32, i1} @main() {
  %p = alloca i32
  store i32 5, ptr %p
  %r = cmpxchg ptr %p, i32 5, i32 6 seq_cst seq_cst
  ret {i32, i1} %r
}
