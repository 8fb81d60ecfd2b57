; refines
target datalayout = "e"
define void @src(ptr %p) {
  store i16 1, ptr %p, align 1
  %q = getelementptr inbounds i8, ptr %p, i64 2
  store i16 2, ptr %q, align 1
  ret void
}
define void @tgt(ptr %p) {
  store i32 131073, ptr %p, align 1
  ret void
}
