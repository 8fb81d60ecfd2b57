define i8 @f(i8 %x) {
  %a = add i8 %x, 1
  %c = icmp ugt i8 %a, %x
  %r = zext i1 %c to i8
  ret i8 %r
}
