; refines
define float @src(i32 %x) {
  %a = alloca i32
  store i32 %x, ptr %a
  %f = load float, ptr %a
  ret float %f
}
define float @tgt(i32 %x) {
  %f = bitcast i32 %x to float
  ret float %f
}
