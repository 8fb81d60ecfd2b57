; Old and new forms of intrinsics whose signature changed.
declare void @llvm.lifetime.start.p0(ptr)

declare void @llvm.lifetime.end.p0(ptr)

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)

declare ptr @llvm.stacksave.p0()

define <4 x i32> @f(ptr %p, <4 x i1> %m) {
  %a = alloca i64, align 8
  call void @llvm.lifetime.start.p0(ptr %a)
  %s = call ptr @llvm.stacksave.p0()
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 16 %p, <4 x i1> %m, <4 x i32> zeroinitializer)
  call void @llvm.lifetime.end.p0(ptr %a)
  ret <4 x i32> %v
}
