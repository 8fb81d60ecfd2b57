; Every arithmetic operation and every flag.
define i32 @integers(i32 %a, i32 %b) {
  %add = add nuw nsw i32 %a, %b
  %sub = sub nsw i32 %add, 7
  %mul = mul nuw i32 %sub, -3
  %udiv = udiv exact i32 %mul, 5
  %sdiv = sdiv i32 %udiv, %b
  %urem = urem i32 %sdiv, 9
  %srem = srem i32 %urem, %a
  %shl = shl nuw nsw i32 %srem, 2
  %lshr = lshr exact i32 %shl, 1
  %ashr = ashr i32 %lshr, 3
  %and = and i32 %ashr, 255
  %or = or disjoint i32 %and, 256
  %xor = xor i32 %or, -1
  %frozen = freeze i32 %xor
  ret i32 %frozen
}

define double @floats(double %a, double %b) {
  %1 = fadd fast double %a, %b
  %2 = fsub nnan ninf double %1, 1.5e+0
  %3 = fmul reassoc nsz arcp double %2, %b
  %4 = fdiv contract afn double %3, 0x7FF0000000000000
  %5 = frem double %4, %a
  %6 = fneg nnan double %5
  %7 = fcmp uno double %6, 0.0e+0
  %8 = fcmp fast ogt double %6, %a
  %9 = select fast i1 %7, double %a, double %b
  %10 = select i1 %8, double %9, double %6
  ret double %10
}

define i1 @comparisons(i32 %a, i32 %b, ptr %p, ptr %q, <4 x i32> %v) {
  %eq = icmp eq i32 %a, %b
  %slt = icmp samesign slt i32 %a, %b
  %ule = icmp ule ptr %p, %q
  %lanes = icmp sgt <4 x i32> %v, splat (i32 3)
  %first = extractelement <4 x i1> %lanes, i64 0
  %x = and i1 %eq, %slt
  %y = and i1 %ule, %first
  %z = select i1 %x, i1 %y, i1 false
  ret i1 %z
}

define i64 @casts(i32 %a, double %d, ptr %p) {
  %1 = zext nneg i32 %a to i64
  %2 = sext i32 %a to i64
  %3 = trunc nuw nsw i64 %1 to i8
  %4 = trunc i64 %2 to i1
  %5 = fptrunc double %d to float
  %6 = fpext float %5 to double
  %7 = fptoui double %6 to i17
  %8 = fptosi double %6 to i129
  %9 = uitofp nneg i32 %a to half
  %10 = sitofp i32 %a to bfloat
  %11 = ptrtoint ptr %p to i64
  %12 = inttoptr i64 %11 to ptr
  %13 = bitcast double %d to <2 x i32>
  %14 = addrspacecast ptr %12 to ptr addrspace(3)
  %15 = bitcast <2 x i32> %13 to i64
  ret i64 %15
}
