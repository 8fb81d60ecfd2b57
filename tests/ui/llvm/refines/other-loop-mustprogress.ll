; refines
define void @src(i1 %c, i1 %d) {
  br i1 %c, label %a, label %b
a:
  br label %a
b:
  br i1 %d, label %b, label %e
e:
  ret void
}

define void @tgt(i1 %c, i1 %d) {
  br i1 %c, label %a, label %b
a:
  br label %a
b:
  br i1 false, label %b, label %e, !llvm.loop !0
e:
  br i1 %d, label %a, label %f
f:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
