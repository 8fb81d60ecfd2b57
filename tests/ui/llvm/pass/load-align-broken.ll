; returns poison
@g = global i64 0, align 8
@bad = global ptr getelementptr (i8, ptr @g, i64 1)
define ptr @main() {
  %r = load ptr, ptr @bad, !align !0
  ret ptr %r
}
!0 = !{i64 8}
