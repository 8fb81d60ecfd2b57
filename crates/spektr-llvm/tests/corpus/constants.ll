; Constants of every kind.
%opaque = type opaque
%list = type { i32, ptr }
%packed = type <{ i8, i32 }>
%0 = type { i64 }

@i1 = global i1 true
@i8 = global i8 -128
@i128 = global i128 -170141183460469231731687303715884105728
@i200 = global i200 u0x0000000000000000000000000000000000000000000000FFFFFFFFFFFFFFFFFF
@half = global half 0xH3C00
@bfloat = global bfloat 0xR3F80
@float = global float 1.25e-1
@float2 = global float 0x36A0000000000000
@double = global double 0x7FF8000000000001
@x87 = global x86_fp80 0xK3FFF8000000000000000
@fp128 = global fp128 0xL00000000000000003FFF000000000000
@ppc = global ppc_fp128 0xM3FF00000000000000000000000000000
@text = private unnamed_addr constant [6 x i8] c"a\00\22\5C\FFz"
@array = global [2 x i16] [i16 1, i16 -1]
@list = global %list { i32 7, ptr @list }
@packed = global %packed <{ i8 1, i32 2 }>
@numbered = global %0 { i64 5 }
@zero = global [100 x i64] zeroinitializer
@vector = global <2 x float> <float 1.0e+0, float -0.0e+0>
@undef = global i32 undef
@poison = global ptr poison
@null = global ptr addrspace(1) null
@address = global i64 ptrtoint (ptr @text to i64)
@difference = global i64 sub (i64 ptrtoint (ptr @text to i64), i64 ptrtoint (ptr @array to i64))
@shifted = global ptr getelementptr inbounds nuw (i8, ptr @array, i64 2)
@ranged = global ptr getelementptr inrange(-8, 16) (i8, ptr @array, i64 8)
@back = global ptr inttoptr (i64 4096 to ptr)
@other = global ptr addrspace(2) addrspacecast (ptr @array to ptr addrspace(2))
@small = global i8 trunc (i64 ptrtoint (ptr @text to i64) to i8)
@equal = global ptr dso_local_equivalent @f
@nocfi = global ptr no_cfi @f
@signed = global ptr ptrauth (ptr @f, i32 1, i64 2, ptr null)
@external = external global %opaque

declare void @f()
