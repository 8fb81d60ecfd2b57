; refines
; The alignment is an attribute of the pointer since 22.
declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, <2 x i1>, <2 x i32>)
declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, <2 x i1>)
define void @src(ptr %p, ptr %q, i1 noundef %c) {
  %m = insertelement <2 x i1> <i1 true, i1 true>, i1 %c, i32 1
  %v = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr align 4 %p, <2 x i1> %m, <2 x i32> zeroinitializer)
  call void @llvm.masked.store.v2i32.p0(<2 x i32> %v, ptr align 4 %q, <2 x i1> <i1 true, i1 false>)
  ret void
}
define void @tgt(ptr %p, ptr %q, i1 noundef %c) {
  %v = load i32, ptr %p, align 4
  store i32 %v, ptr %q, align 4
  ret void
}
