define float @mean(float %a, float %b) {
  %sum = fadd float %a, %b
  %half = fmul float %sum, 5.000000e-01
  ret float %half
}

define double @horner(double %x) {
  %a = fmul double %x, 3.0
  %b = fadd double %a, 2.0
  %c = fmul double %b, %x
  %d = fadd double %c, -1.0
  ret double %d
}

define float @larger_of(float %a, float %b) {
  %which = fcmp ogt float %a, %b
  %value = select i1 %which, float %a, float %b
  ret float %value
}

define i32 @to_integer(float %x) {
  %finite = fcmp olt float %x, 1.0e+06
  %safe = select i1 %finite, float %x, float 0.0
  %positive = call float @llvm.fabs.f32(float %safe)
  %whole = fptosi float %positive to i32
  ret i32 %whole
}

define double @from_integer(i32 %x) {
  %f = sitofp i32 %x to double
  %quarter = fdiv double %f, 4.0
  ret double %quarter
}

define i1 @unordered(double %a, double %b) {
  %nan = fcmp uno double %a, %b
  %equal = fcmp oeq double %a, %b
  %either = or i1 %nan, %equal
  ret i1 %either
}

define float @narrowed(double %x) {
  %neg = fneg double %x
  %small = fptrunc double %neg to float
  ret float %small
}

define double @no_nans(double %a, double %b) {
  %x = fsub nnan nsz double %a, %b
  %y = fadd nnan nsz double %x, %b
  ret double %y
}

define i32 @sign_bit(float %x) {
  %bits = bitcast float %x to i32
  %sign = lshr i32 %bits, 31
  ret i32 %sign
}

define half @short(half %x, half %y) {
  %wide = fpext half %x to float
  %other = fpext half %y to float
  %product = fmul float %wide, %other
  %back = fptrunc float %product to half
  ret half %back
}

declare float @llvm.fabs.f32(float)
