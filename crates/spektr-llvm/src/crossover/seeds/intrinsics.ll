define i32 @bits(i32 %x) {
  %ones = call i32 @llvm.ctpop.i32(i32 %x)
  %zeros = call i32 @llvm.ctlz.i32(i32 %x, i1 false)
  %sum = add i32 %ones, %zeros
  ret i32 %sum
}

define i32 @extremes(i32 %a, i32 %b) {
  %low = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  %high = call i32 @llvm.umax.i32(i32 %a, i32 %b)
  %gap = sub i32 %high, %low
  ret i32 %gap
}

define i32 @checked(i32 %a, i32 %b) {
  %both = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %sum = extractvalue { i32, i1 } %both, 0
  %over = extractvalue { i32, i1 } %both, 1
  %value = select i1 %over, i32 2147483647, i32 %sum
  ret i32 %value
}

define i32 @turned(i32 %x, i32 %by) {
  %r = call i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 %by)
  %s = call i32 @llvm.bswap.i32(i32 %r)
  ret i32 %s
}

define i8 @saturating(i8 %a, i8 %b) {
  %sum = call i8 @llvm.uadd.sat.i8(i8 %a, i8 %b)
  %less = call i8 @llvm.ssub.sat.i8(i8 %sum, i8 %b)
  ret i8 %less
}

define i32 @assumed(i32 %x) {
  %small = icmp ult i32 %x, 100
  call void @llvm.assume(i1 %small)
  %wide = mul i32 %x, 10
  %positive = icmp sgt i32 %wide, -1
  %r = select i1 %positive, i32 %wide, i32 -1
  ret i32 %r
}

define i32 @lanes_together(<4 x i32> %v) {
  %sum = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  %top = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %v)
  %r = xor i32 %sum, %top
  ret i32 %r
}

define i64 @absolute_wide(i64 %x) {
  %a = call i64 @llvm.abs.i64(i64 %x, i1 true)
  %t = call i64 @llvm.cttz.i64(i64 %a, i1 false)
  %r = lshr i64 %a, %t
  ret i64 %r
}

define double @rounded(double %x) {
  %down = call double @llvm.floor.f64(double %x)
  %back = call double @llvm.copysign.f64(double %down, double %x)
  ret double %back
}

declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.bswap.i32(i32)
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare i8 @llvm.ssub.sat.i8(i8, i8)
declare void @llvm.assume(i1)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.umax.v4i32(<4 x i32>)
declare i64 @llvm.abs.i64(i64, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare double @llvm.floor.f64(double)
declare double @llvm.copysign.f64(double, double)
