; broken
declare void @show(ptr)
define void @src(<3 x i8> %v) {
  %p = alloca i32
  store i32 0, ptr %p
  store <3 x i8> %v, ptr %p
  call void @show(ptr %p)
  ret void
}
define void @tgt(<3 x i8> %v) {
  %p = alloca i32
  %bits = bitcast <3 x i8> %v to i24
  %wide = sext i24 %bits to i32
  store i32 %wide, ptr %p
  call void @show(ptr %p)
  ret void
}
