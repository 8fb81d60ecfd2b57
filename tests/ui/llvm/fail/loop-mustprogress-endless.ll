; stops no-progress
define i32 @main() {
  br label %l
l:
  br label %l, !llvm.loop !0
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
