; returns 4
@g = global i32 4
define i32 @main() {
  %r = load i32, ptr @g, !nontemporal !0
  ret i32 %r
}
!0 = !{i32 1}
