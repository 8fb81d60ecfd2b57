; Typed pointers, as versions before 15 write them.
%node = type { i32, %node* }

@g = global i32 0
@f.address = global void (i8*)* @f
@cast = global i8* bitcast (i32* @g to i8*)

define void @f(i8* %p) {
  %1 = bitcast i8* %p to %node*
  %2 = getelementptr inbounds %node, %node* %1, i64 0, i32 1
  %3 = load %node*, %node** %2, align 8
  %4 = getelementptr inbounds %node, %node* %3, i64 0, i32 0
  store i32 7, i32* %4, align 4
  %5 = alloca [4 x i32], align 4
  %6 = getelementptr inbounds [4 x i32], [4 x i32]* %5, i64 0, i64 2
  store i32 1, i32* %6, align 4
  %7 = load void (i8*)*, void (i8*)** @f.address, align 8
  call void %7(i8* %p)
  %8 = call i8* (i64)* () @factory()
  %9 = call i8* %8(i64 8)
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %p, i8* %9, i64 4, i1 false)
  %10 = addrspacecast i32* %4 to i32 addrspace(1)*
  ret void
}

declare i8* (i64)* @factory()

declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1)
