; broken
declare void @g()
@x = global i32 0

define void @src() {
  store i32 1, ptr @x
  call void @g()
  store i32 2, ptr @x
  ret void
}

define void @tgt() {
  call void @g()
  store i32 2, ptr @x
  ret void
}

!0 = !{!0}
!1 = !{!1, !0}
!2 = !{!1}
