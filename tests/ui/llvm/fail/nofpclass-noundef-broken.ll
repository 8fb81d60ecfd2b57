; stops noundef
define float @f(float nofpclass(nan inf) noundef %x) {
  ret float %x
}
define i32 @main() {
  %r = call float @f(float 0x7FF0000000000000)
  ret i32 1
}
