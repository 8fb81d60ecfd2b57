; broken
%A = type { i32 }
%B = type { i32, i32 }
define internal i32 @g(%A %a) {
  %x = extractvalue %A %a, 0
  ret i32 %x
}
define i32 @src(i32 %x) {
  %a = insertvalue %A poison, i32 %x, 0
  %r = call i32 @g(%A %a)
  ret i32 %r
}
define i32 @tgt(i32 %x) {
  %b = insertvalue %B poison, i32 %x, 0
  %r = call i32 @g(%B %b)
  ret i32 %r
}
