; refines
define i32 @src(i32 %x) {
  %f = sitofp i32 %x to double
  %r = fptosi double %f to i32
  ret i32 %r
}

define i32 @tgt(i32 %x) {
  ret i32 %x
}
