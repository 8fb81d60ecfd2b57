; refines
define i32 @f(i32 %n) {
  %c = icmp ult i32 %n, 2
  br i1 %c, label %b, label %r
b:
  ret i32 %n
r:
  %m = sub i32 %n, 2
  %v = call i32 @f(i32 %m)
  ret i32 %v
}
define i32 @src(i32 %n) {
  %k = and i32 %n, 15
  %v = call i32 @f(i32 %k)
  ret i32 %v
}
define i32 @tgt(i32 %n) {
  %v = and i32 %n, 1
  ret i32 %v
}
