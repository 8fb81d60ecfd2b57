; refines
; A call that says that it accesses no memory writes none.
define internal void @write(ptr %p) {
  store i8 1, ptr %p
  ret void
}
define void @src(ptr %p, i1 noundef %c) {
  br i1 %c, label %call, label %end
call:
  call void @write(ptr %p) memory(none)
  br label %end
end:
  ret void
}
define void @tgt(ptr %p, i1 noundef %c) {
  ret void
}
