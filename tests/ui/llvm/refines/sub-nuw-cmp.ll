; refines
define i1 @src(i8 %a, i8 %b) {
  %s = sub nuw i8 %a, %b
  %c = icmp eq i8 %s, 0
  ret i1 %c
}
define i1 @tgt(i8 %a, i8 %b) {
  %c = icmp eq i8 %a, %b
  ret i1 %c
}
