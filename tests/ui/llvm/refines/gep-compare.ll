; refines
define i1 @src(ptr %p, i64 %i) {
  %g = getelementptr inbounds i32, ptr %p, i64 %i
  %c = icmp eq ptr %g, %p
  ret i1 %c
}
define i1 @tgt(ptr %p, i64 %i) {
  %c = icmp eq i64 %i, 0
  ret i1 %c
}
