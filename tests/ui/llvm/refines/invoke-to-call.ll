; refines
declare void @ext() nounwind
declare i32 @__gxx_personality_v0(...)
define i32 @src() personality ptr @__gxx_personality_v0 {
  invoke void @ext() to label %ok unwind label %lp
ok:
  ret i32 0
lp:
  %l = landingpad { ptr, i32 } cleanup
  ret i32 1
}
define i32 @tgt() personality ptr @__gxx_personality_v0 {
  call void @ext()
  ret i32 0
}
