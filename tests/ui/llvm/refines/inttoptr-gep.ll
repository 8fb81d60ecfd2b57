; refines
define i32 @src(ptr %p) {
  %i = ptrtoint ptr %p to i64
  %j = add i64 %i, 4
  %q = inttoptr i64 %j to ptr
  %v = load i32, ptr %q
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 4
  %v = load i32, ptr %q
  ret i32 %v
}
