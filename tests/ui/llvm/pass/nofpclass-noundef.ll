; returns 1
define float @f(float nofpclass(nan inf) noundef %x) {
  ret float %x
}
define i32 @main() {
  %r = call float @f(float 1.0)
  %c = freeze float %r
  ret i32 1
}
