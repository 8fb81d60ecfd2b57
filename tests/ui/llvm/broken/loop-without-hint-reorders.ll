; broken
define float @src(float %a, float %b, float %c) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi float [ %a, %entry ], [ %u, %loop ]
  %t = fadd float %s, %b
  %u = fadd float %t, %c
  %j = add i32 %i, 1
  %again = icmp ult i32 %j, 2
  br i1 %again, label %loop, label %out, !llvm.loop !0
out:
  ret float %u
}
define float @tgt(float %a, float %b, float %c) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi float [ %a, %entry ], [ %u, %loop ]
  %t = fadd float %b, %c
  %u = fadd float %s, %t
  %j = add i32 %i, 1
  %again = icmp ult i32 %j, 2
  br i1 %again, label %loop, label %out
out:
  ret float %u
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
