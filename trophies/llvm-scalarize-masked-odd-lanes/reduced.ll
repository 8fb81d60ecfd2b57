define <2 x i24> @scalarize_v2i24(ptr %0, <2 x i1> %1) {
  %3 = call <2 x i24> @llvm.masked.load.v2i24.p0(ptr %0, i32 8, <2 x i1> %1, <2 x i24> zeroinitializer)
  ret <2 x i24> zeroinitializer
}

declare <2 x i24> @llvm.masked.load.v2i24.p0(ptr, i32, <2 x i1>, <2 x i24>)
