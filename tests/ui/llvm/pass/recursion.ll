; returns 120 (0x78)
define i32 @f(i32 %n) {
  %z = icmp eq i32 %n, 0
  br i1 %z, label %e, label %m
e:
  ret i32 1
m:
  %d = sub i32 %n, 1
  %r = call i32 @f(i32 %d)
  %p = mul i32 %r, %n
  ret i32 %p
}
define i32 @main() {
  %r = call i32 @f(i32 5)
  ret i32 %r
}
