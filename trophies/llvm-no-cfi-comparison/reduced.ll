target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:1"

define void @test1_b4() {
  %1 = icmp eq ptr null, no_cfi @func
  br i1 %1, label %2, label %3

2:
  call void null()
  ret void

3:
  ret void
}

declare void @func()
