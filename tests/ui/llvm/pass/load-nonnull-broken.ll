; returns poison
@bad = global ptr null
define ptr @main() {
  %r = load ptr, ptr @bad, !nonnull !0
  ret ptr %r
}
!0 = !{}
