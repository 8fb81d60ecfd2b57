; refines
define i64 @src(ptr align 8 %p) {
  %i = ptrtoint ptr %p to i64
  %a = and i64 %i, 7
  ret i64 %a
}
define i64 @tgt(ptr align 8 %p) {
  ret i64 0
}
