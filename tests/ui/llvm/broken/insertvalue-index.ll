; broken
define {i32, i32} @src(i32 %a, i32 %b) {
  %x = insertvalue {i32, i32} poison, i32 %a, 0
  %y = insertvalue {i32, i32} %x, i32 %b, 1
  ret {i32, i32} %y
}
define {i32, i32} @tgt(i32 %a, i32 %b) {
  %x = insertvalue {i32, i32} poison, i32 %a, 1
  %y = insertvalue {i32, i32} %x, i32 %b, 0
  ret {i32, i32} %y
}
