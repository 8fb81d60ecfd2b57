; returns 0
@g = global ptr null
define void @f(ptr nocapture %p) {
  store ptr %p, ptr @g
  store ptr null, ptr @g
  ret void
}
define i32 @main() {
  %a = alloca i32
  call void @f(ptr %a)
  ret i32 0
}
