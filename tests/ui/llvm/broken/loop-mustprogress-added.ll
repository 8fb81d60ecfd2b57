; broken
define void @src(i1 %c) {
  br label %a
a:
  br i1 %c, label %a, label %e
e:
  ret void
}

define void @tgt(i1 %c) {
  br label %a
a:
  br i1 %c, label %a, label %e, !llvm.loop !0
e:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
