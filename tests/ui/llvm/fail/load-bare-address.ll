; stops no-provenance
define i32 @main() {
  %p = inttoptr i64 64 to ptr
  %r = load i32, ptr %p
  ret i32 %r
}
