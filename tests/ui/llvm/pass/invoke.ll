; returns 4
declare i32 @pers(...)
define i32 @f() {
  ret i32 4
}
define i32 @main() {
  %r = invoke i32 @f() to label %n unwind label %u
n:
  ret i32 %r
u:
  %l = landingpad {ptr, i32} cleanup
  ret i32 9
}
