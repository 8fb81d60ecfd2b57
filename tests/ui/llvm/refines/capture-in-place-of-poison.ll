; refines
define void @src(ptr nocapture %p, ptr %to) {
  %n = sub nuw i64 0, 1
  %q = getelementptr i8, ptr %p, i64 %n
  store ptr %q, ptr %to
  ret void
}
define void @tgt(ptr nocapture %p, ptr %to) {
  store ptr poison, ptr %to
  ret void
}
