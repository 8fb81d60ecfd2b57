; Blocks: branches, switches, phis, unnamed ones, addresses of blocks.
define i32 @loop(i32 %n) {
entry:
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %exit, !prof !0

body:
  %next = add nsw i32 %i, 1
  br label %head, !llvm.loop !1

exit:
  ret i32 %i
}

define i32 @0(i32 %0) {
  switch i32 %0, label %4 [
    i32 1, label %2
    i32 -5, label %3
  ]

2:
  br label %4

3:
  br label %4

4:
  %5 = phi i32 [ 10, %2 ], [ 20, %3 ], [ %0, %1 ]
  ret i32 %5
}

define void @computed(i1 %c) {
  %target = select i1 %c, ptr blockaddress(@computed, %a), ptr blockaddress(@computed, %b)
  indirectbr ptr %target, [label %a, label %b]

a:
  ret void

b:
  unreachable
}

!0 = !{!"branch_weights", i32 1, i32 99}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.mustprogress"}
