; undecided: whether alias metadata holds is not decided (LangRef, 'tbaa' Metadata)
declare void @g()
@x = global i32 0

define void @src() {
  store i32 1, ptr @x, !alias.scope !2
  call void @g(), !noalias !2
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
