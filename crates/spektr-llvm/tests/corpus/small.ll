; A function of one block that is called, with a parameter that nobody uses.
define internal i32 @add(i32 %x, i32 %unused) {
  %sum = add i32 %x, 1
  ret i32 %sum
}

define i32 @main(i32 %n) {
  %r = call i32 @add(i32 %n, i32 7)
  ret i32 %r
}
