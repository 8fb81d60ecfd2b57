; refines
declare i64 @strlen(ptr)
define i1 @src(ptr %s) {
  %n = call i64 @strlen(ptr %s)
  %empty = icmp eq i64 %n, 0
  ret i1 %empty
}
define i1 @tgt(ptr %s) {
  %c = load i8, ptr %s
  %empty = icmp eq i8 %c, 0
  ret i1 %empty
}
