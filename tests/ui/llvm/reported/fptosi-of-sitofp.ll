; broken
; InstCombine (PR 2014): fptosi of sitofp is the identity only while the format holds the integer.
define i32 @src(i32 %x) {
  %f = sitofp i32 %x to float
  %r = fptosi float %f to i32
  ret i32 %r
}

define i32 @tgt(i32 %x) {
  ret i32 %x
}
