; refines
declare void @show(ptr)
define void @src(<4 x i7> noundef %v) {
  %p = alloca i32
  store <4 x i7> %v, ptr %p
  call void @show(ptr %p)
  ret void
}
define void @tgt(<4 x i7> noundef %v) {
  %p = alloca i32
  %bits = bitcast <4 x i7> %v to i28
  %wide = sext i28 %bits to i32
  store i32 %wide, ptr %p
  call void @show(ptr %p)
  ret void
}
