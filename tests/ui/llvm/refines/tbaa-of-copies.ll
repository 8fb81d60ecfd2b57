; refines
; The memory that is copied and the memory that is written are said to be different.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p, ptr %q) {
  %a = alloca [8 x i8], align 4
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %q, i64 8, i1 false), !tbaa !3
  %a4 = getelementptr i8, ptr %a, i64 4
  %x = load i32, ptr %a
  %y = load i32, ptr %a4
  store i32 %x, ptr %p, align 1, !tbaa !4
  %p4 = getelementptr i8, ptr %p, i64 4
  store i32 %y, ptr %p4, align 1, !tbaa !4
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  %q4 = getelementptr i8, ptr %q, i64 4
  %p4 = getelementptr i8, ptr %p, i64 4
  %x = load i32, ptr %q, align 1
  store i32 %x, ptr %p, align 1
  %y = load i32, ptr %q4, align 1
  store i32 %y, ptr %p4, align 1
  ret void
}
!0 = !{!"root"}
!1 = !{!"a", !0, i64 0}
!2 = !{!"b", !0, i64 0}
!3 = !{!1, !1, i64 0}
!4 = !{!2, !2, i64 0}
