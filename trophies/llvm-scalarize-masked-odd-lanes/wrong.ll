; ModuleID = 'module.ll'
source_filename = "module.ll"

define <2 x i24> @scalarize_v2i24(ptr %0, <2 x i1> %1) {
  %scalar_mask = bitcast <2 x i1> %1 to i2
  %3 = and i2 %scalar_mask, 1
  %4 = icmp ne i2 %3, 0
  br i1 %4, label %cond.load, label %else

cond.load:                                        ; preds = %2
  %5 = getelementptr inbounds i24, ptr %0, i32 0
  %6 = load i24, ptr %5, align 1
  %7 = insertelement <2 x i24> zeroinitializer, i24 %6, i64 0
  br label %else

else:                                             ; preds = %2, %cond.load
  %res.phi.else = phi <2 x i24> [ %7, %cond.load ], [ zeroinitializer, %2 ]
  %8 = and i2 %scalar_mask, -2
  %9 = icmp ne i2 %8, 0
  br i1 %9, label %cond.load1, label %else2

cond.load1:                                       ; preds = %else
  %10 = getelementptr inbounds i24, ptr %0, i32 1
  %11 = load i24, ptr %10, align 1
  %12 = insertelement <2 x i24> %res.phi.else, i24 %11, i64 1
  br label %else2

else2:                                            ; preds = %else, %cond.load1
  %res.phi.else3 = phi <2 x i24> [ %12, %cond.load1 ], [ %res.phi.else, %else ]
  ret <2 x i24> zeroinitializer
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <2 x i24> @llvm.masked.load.v2i24.p0(ptr nocapture, i32 immarg, <2 x i1>, <2 x i24>) #0

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
