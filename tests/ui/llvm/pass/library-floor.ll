; returns 4294967294 (0xfffffffe)
declare float @floorf(float)
define i32 @main() {
  %f = call float @floorf(float -1.5)
  %v = fptosi float %f to i32
  ret i32 %v
}
