; refines
declare void @free(ptr)

define void @src(ptr %p) {
  %c = icmp eq ptr %p, null
  br i1 %c, label %out, label %in
in:
  call void @free(ptr %p)
  br label %out
out:
  ret void
}

define void @tgt(ptr %p) {
  call void @free(ptr %p)
  ret void
}
